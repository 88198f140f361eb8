package action

import (
	"context"
	"flag"
	"fmt"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
)

// smallModels are what both engines can answer.
func smallModels(t testing.TB) map[string]string {
	return map[string]string{
		"CAS_1":               carAlarm,
		"CAS_1000":            carAlarm1000,
		"nested choice":       mustRead(t, "testdata/nested_choice.as"),
		"guards in sequences": mustRead(t, "testdata/seq_guards.as"),
	}
}

// outcomeText spells what the engines have to agree on, witnesses among it.
func outcomeText(o *Outcome) string {
	b := fmt.Appendf(nil, "%s %s", o.Verdict, o.Reason)
	for _, w := range []*Witness{o.Witness, o.Fault, o.Lost} {
		if b = append(b, "; "...); w == nil || o.Verdict == report.Killed && w != o.Witness {
			continue
		}
		for _, mv := range w.Path {
			b = fmt.Appendf(b, "%v -> %v, ", mv.Events(), mv.Post)
		}
		b = fmt.Appendf(b, "in %v: %v -> %v", w.State, w.Step.Events(), w.Step.Post)
	}
	if o.NoFault && o.Verdict != report.Killed {
		b = append(b, "no fault"...)
	}
	return string(b)
}

// sampled bounds the mutants of one model that the engines are compared on; -exhaustive lifts it.
var exhaustive = flag.Bool("exhaustive", false, "compare the engines on every mutant of every model, not on a sample")

const sampled = 60

// TestEnginesAgree runs both engines on the mutants of every model: not only verdict and length but
// all witnesses are the same, since both are canonical.
func TestEnginesAgree(t *testing.T) {
	sample := sampled
	if *exhaustive {
		sample = 0
	}
	for name, text := range smallModels(t) {
		t.Run(name, func(t *testing.T) {
			m := mustParse(t, text)
			explicit := mustChecker(t, m, report.Settings{Engine: "explicit"})
			symbolic := mustChecker(t, m, report.Settings{Engine: "sat"})
			bounded := 0
			for _, mu := range mustMutants(t, m, Selection{Operators: allOperators, Sample: sample, Seed: 1}) {
				v := mu.Build()
				if v == nil {
					continue
				}
				want, err := explicit.engine.judge(context.Background(), v)
				if err != nil {
					t.Fatal(err)
				}
				got, err := symbolic.engine.judge(context.Background(), v)
				if err != nil {
					t.Fatal(err)
				}
				if g, w := outcomeText(got), outcomeText(want); g != w {
					t.Errorf("%s:\n got %s\nwant %s", mu.ID, g, w)
				}
				if got.Strength == report.Bounded {
					bounded++
				}
			}
			t.Logf("%d of the SAT engine's verdicts are bounded", bounded)
		})
	}
}

// TestVerifySymbolic confirms the reports of the SAT engine by the second encoding.
func TestVerifySymbolic(t *testing.T) {
	for name, text := range smallModels(t) {
		t.Run(name, func(t *testing.T) {
			m := mustParse(t, text)
			c := mustChecker(t, m, report.Settings{Engine: "sat"})
			for _, mu := range mustMutants(t, m, Selection{Operators: allOperators, Sample: 60, Seed: 2}) {
				r := c.Check(context.Background(), mu)
				if err := c.Verify(r, c.Evidence()); err != nil {
					t.Errorf("%s: %s %s: %v", r.ID, r.Verdict, r.Evidence, err)
				}
			}
		})
	}
}
