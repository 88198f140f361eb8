package action

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/sat"
	"pgregory.net/rapid"
)

// both asks the two engines about a variant. Their answers must agree in everything that is
// decided: not only in verdict and length but in all witnesses, since both are canonical. The SAT
// engine may claim a bound where the other proves, never the reverse.
func both(t fatal, explicit, symbolic engine, v *model.Variant, what string) *Outcome {
	t.Helper()
	want, err := explicit.judge(context.Background(), v)
	if err != nil {
		t.Fatal(err)
	}
	got, err := symbolic.judge(context.Background(), v)
	if err != nil {
		t.Fatal(err)
	}
	if g, w := outcomeText(got), outcomeText(want); g != w {
		t.Errorf("%s:\n got %s\nwant %s", what, g, w)
	}
	if got.Strength != want.Strength && got.Strength != report.Bounded {
		t.Errorf("%s: got the strength %s, want %s", what, got.Strength, want.Strength)
	}
	return got
}

type fatal interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
	Errorf(string, ...any)
}

// outcomeText spells what the engines have to agree on.
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

func bothEngines(t fatal, m *model.Model, l *layout) (engine, engine) {
	t.Helper()
	sp, err := explore(context.Background(), compile(m, l), newLimits(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	return &explicit{sp, newLimits(0, 0)}, newSymbolic(m, l, report.Budget{}, 0)
}

func TestEnginesAgree(t *testing.T) {
	models := map[string]string{
		"CAS_1": carAlarm, "CAS_1000": carAlarm1000, "tickets": tickets, "lift": lift, "barrier": barrier,
		"nested choice":       mustRead(t, "testdata/nested_choice.as"),
		"guards in sequences": mustRead(t, "testdata/seq_guards.as"),
	}
	sample := 0 // all
	if testing.Short() {
		sample = 40
	}
	for name, text := range models {
		t.Run(name, func(t *testing.T) {
			m := mustParse(t, text)
			explicit, symbolic := bothEngines(t, m, newLayout(varRanges(m)))
			bounded := 0
			mutants := mustMutants(t, m, Selection{Operators: allOperators, Sample: sample, Seed: 1})
			for _, mu := range mutants {
				if v := mu.Build(); v != nil && both(t, explicit, symbolic, v, mu.ID).Strength == report.Bounded {
					bounded++
				}
			}
			t.Logf("%d mutants, %d of them bounded by the SAT engine", len(mutants), bounded)
		})
	}
}

func TestEnginesAgreeOnRandomModels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, _ := model.Parse(newFile(genModel(t)))
		explicit, symbolic := bothEngines(t, m, newLayout(varRanges(m)))
		mutants, err := Mutants(m, Selection{Operators: allOperators, Order: g(t).num(1, 2), Sample: 4, Seed: rapid.Uint64().Draw(t, "seed")})
		if err != nil {
			t.Fatal(err)
		}
		for _, mu := range mutants {
			if v := mu.Build(); v != nil {
				both(t, explicit, symbolic, v, mu.ID)
			}
		}
	})
}

// Hand-written mutants: nested choice, ; and // with arguments, other types, one label twice.
func TestSituationsBySAT(t *testing.T) {
	for _, c := range situations {
		t.Run(c.name, func(t *testing.T) {
			spec, impl := mustParse(t, c.spec), mustParse(t, strings.Replace(c.spec, c.from, c.to, 1))
			checkBySAT(t, spec, impl, c.want)
		})
	}
	t.Run("a long shortest trace", func(t *testing.T) {
		impl := mustParse(t, strings.Replace(counter(61), "n := 0)", "n := 1)", 1))
		checkBySAT(t, mustParse(t, counter(61)), impl, "killed 61")
	})
	t.Run("other types", func(t *testing.T) {
		checkBySAT(t, mustParse(t, counter(3)), mustParse(t, strings.ReplaceAll(counter(3), "3", "5")), "killed 3")
	})
}

func checkBySAT(t *testing.T, spec, impl *model.Model, want string) {
	t.Helper()
	settings := report.Settings{Engine: "sat"}
	r, err := byHand(spec, impl, settings)
	if err != nil || outline(r) != want {
		t.Fatalf("got %s (%v), want %s", outline(r), err, want)
	}
	c := mustChecker(t, spec, settings)
	if err := verify(c, r, c.Evidence()); err != nil {
		t.Errorf("verification: %v", err)
	}
	if _, err := c.Walk(r); err != nil {
		t.Errorf("walk: %v", err)
	}
}

// Both ways to say a step as a circuit mean what plain evaluation does.
func TestCircuitsOfSteps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, _ := model.Parse(newFile(genModel(t)))
		e := encoder{sat.New(), m}
		x := rapid.SampledFrom(m.Entries).Draw(t, "entry")
		var state, args []int64
		for _, v := range m.Vars {
			state = append(state, rapid.Int64Range(v.Lo, v.Hi).Draw(t, "value"))
		}
		for _, r := range x.Ranges() {
			args = append(args, rapid.Int64Range(r.Lo, r.Hi).Draw(t, "argument"))
		}
		want := m.Posts(x, state, args)
		pre, post := e.anywhere(), e.anywhere()
		given := []sat.Lit{e.s.EqAll(pre, e.concrete(state))}
		chosen := e.chooseEntry(x, e.concrete(args), run{e.s.True(), pre})
		listed := e.s.False()
		e.eachEntry(x.Items, e.concrete(args), run{e.s.True(), pre}, func(r run) {
			listed = e.s.Or(listed, e.s.And(r.ok, e.s.EqAll(r.state, post)))
		})
		for what, step := range map[string]sat.Lit{"choose": e.s.And(chosen.ok, e.s.EqAll(chosen.state, post)), "each": listed} {
			if got := allStates(e, append(given, step), post); !slices.EqualFunc(got, sorted(want), slices.Equal[[]int64]) {
				t.Fatalf("%s from %v with %v: got %v, want %v", what, state, args, got, want)
			}
		}
	})
}

// allStates lists the values of a state in all models, ascending.
func allStates(e encoder, given []sat.Lit, state []sat.Vec) (all [][]int64) {
	given = slices.Clone(given)
	for {
		vals, r := e.s.Least(context.Background(), state, given...)
		if r != sat.Sat {
			return all
		}
		all = append(all, vals)
		given = append(given, e.s.EqAll(state, e.concrete(vals)).Not())
	}
}

func sorted(states [][]int64) [][]int64 {
	states = slices.Clone(states)
	slices.SortFunc(states, slices.Compare[[]int64])
	return states
}

// An invariant holds in all reachable states, and is one.
func TestInvariant(t *testing.T) {
	for name, text := range map[string]string{"CAS_1": carAlarm, "lift": lift, "tickets": tickets} {
		m := mustParse(t, text)
		inv := findInvariant(context.Background(), m)
		if len(inv) == 0 && name != "tickets" {
			t.Errorf("%s: none", name)
		}
		for _, s := range enumerate(m).states {
			for _, c := range inv {
				if !c.in(s) {
					t.Fatalf("%s: %v does not hold in %v", name, c, s)
				}
			}
		}
		itself, err := model.NewVariant(m, m)
		if err != nil {
			t.Fatal(err)
		}
		c := mustChecker(t, m, report.Settings{Engine: "sat"})
		claim := []byte(`{"noWrong":"invariant"}`)
		if err := c.referee.Confirm(context.Background(), itself, claim, c.Evidence()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		without := newSymbolic(m, newLayout(varRanges(m)), report.Budget{}, 5)
		if ev := string(without.evidence()); !strings.HasPrefix(ev, `{"invariant":[],`) {
			t.Errorf("%s: with a depth the evidence is %s", name, ev)
		}
	}
}

// Answers do not depend on what was asked before: each mutant alone, and all in reverse order.
func TestAnswersStandAlone(t *testing.T) {
	m := mustParse(t, mustRead(t, "testdata/nested_choice.as"))
	mutants := mustMutants(t, m, Selection{Operators: paperOperators})
	settings := report.Settings{Engine: "sat"}
	together := mustChecker(t, m, settings)
	for i := len(mutants) - 1; i >= 0; i-- {
		a := string(report.Raw(together.Check(context.Background(), mutants[i])))
		b := string(report.Raw(mustChecker(t, m, settings).Check(context.Background(), mutants[i])))
		if a != b {
			t.Errorf("%s:\n%s\n%s", mutants[i].ID, a, b)
		}
	}
}
