package tioa

import (
	"context"
	"encoding/json"
	"math/rand"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/model/trace"
	"github.com/mutarium/mutarium/engine/tioa/mutants"
	"github.com/mutarium/mutarium/engine/tioa/referee"
)

// The referee's verdicts on zones against those of the search.

// checkReferee compares the verdicts on the mutants of a family, and counts them by verdict.
func checkReferee(t *testing.T, j *Judge, f *mutants.Family, tally map[referee.MutantVerdict]int) {
	t.Helper()
	r := referee.New(model.Subject(j.Origin))
	for i := range f.Len() {
		mu := f.At(i)
		for _, v := range j.All(&mu) {
			if v.Verdict == referee.Undecided {
				continue
			}
			tally[v.Verdict]++
			if got, err := r.OnZones(model.Subject(mu.Result), v.Semantics); err != nil || got != v.Verdict {
				t.Errorf("%s under %s: the referee finds %s (%v), the search %s", mu.ID(), v.Semantics, got, err, v.Verdict)
			}
		}
	}
}

func TestRefereeAgreesOnStudies(t *testing.T) {
	for _, name := range studies {
		j := judgeOf(t, name)
		tally := map[referee.MutantVerdict]int{}
		checkReferee(t, j, mutants.NewFamily(j.Origin, paperOperators(), 1, 200, 5), tally)
		checkReferee(t, j, mutants.NewFamily(j.Origin, mutants.Operators, 2, 20, 7), tally)
		t.Log(name, tally)
	}
}

func TestRefereeAgreesOnRandomMutants(t *testing.T) {
	tally := map[referee.MutantVerdict]int{}
	for seed := range int64(150) {
		r := rand.New(rand.NewSource(seed))
		text := randomProcess(r, "L")
		if seed%3 == 0 {
			text = denseProcess(r, 2+r.Intn(3), 4+r.Intn(6), 1+r.Intn(3))
		}
		m := parse(t, text)
		j, err := NewJudge(mutants.Subject{Model: m, Automaton: m.Automata[0]}, 5000)
		if err != nil {
			continue
		}
		checkReferee(t, j, mutants.NewFamily(j.Origin, mutants.Operators, 1, 10, uint64(seed)), tally)
		if t.Failed() {
			t.Fatalf("seed %d\n%s", seed, m.PrintXTA())
		}
	}
	t.Log(tally)
	for v := referee.Subsumed; v <= referee.NoModel; v++ {
		if tally[v] < 30 {
			t.Errorf("one-sided: %v", tally)
		}
	}
}

// TestRefereeRefuses forges what is said of the coffee machine's mutants, in ways that a summary fits to.
func TestRefereeRefuses(t *testing.T) {
	j := judgeOf(t, "coffee")
	s := j.Origin
	c, err := NewChecker(context.Background(), s.Model, s, CheckerOptions{Counts: referee.ToolAlphabet})
	if err != nil {
		t.Fatal(err)
	}
	r := referee.New(model.Subject(s))
	f := mutants.NewFamily(s, paperOperators(), 1, 0, 0)
	edit := func(change func(c *trace.CounterexampleJSON)) func(m *report.Mutant) {
		return func(m *report.Mutant) {
			var c trace.CounterexampleJSON
			if err := json.Unmarshal(m.Counterexample, &c); err != nil {
				t.Fatal(err)
			}
			change(&c)
			m.Counterexample = report.Raw(c)
		}
	}
	last := func(c *trace.CounterexampleJSON) *trace.StepJSON { return &c.Steps[len(c.Steps)-1] }
	forgeries := map[string]func(m *report.Mutant){
		"unkillable": func(m *report.Mutant) {
			m.Verdict, m.Reason, m.Counterexample, m.Length = report.Unkillable, report.Refines, nil, nil
		},
		"inconsistent":   func(m *report.Mutant) { m.Verdict, m.Reason = report.Invalid, report.Inconsistent },
		"bounded":        func(m *report.Mutant) { m.Strength = report.Bounded },
		"another length": func(m *report.Mutant) { *m.Length++ },
		"another reading": func(m *report.Mutant) {
			m.SetDetail(referee.DetailReadings, report.Raw(referee.Readings{Alphabet: report.Killed}))
		},
		"no readings":     func(m *report.Mutant) { m.Details = nil },
		"a note":          func(m *report.Mutant) { m.Notes = append(m.Notes, "trust me") },
		"several answers": edit(func(c *trace.CounterexampleJSON) { c.Conclusion += trace.OnePlay }),
		"no start":        edit(func(c *trace.CounterexampleJSON) { c.Fault, c.Steps = "empty-start", nil }),
		"no steps":        edit(func(c *trace.CounterexampleJSON) { c.Steps = nil }),
		"another fault": edit(func(c *trace.CounterexampleJSON) {
			c.Fault = map[string]string{"delay": "output", "output": "input", "input": "delay"}[c.Fault]
		}),
		"other semantics":   edit(func(c *trace.CounterexampleJSON) { c.Semantics = "pruned" }),
		"a later end":       edit(func(c *trace.CounterexampleJSON) { last(c).Time += "0" }),
		"a longer delay":    edit(func(c *trace.CounterexampleJSON) { last(c).Delay = "1000000" }),
		"a huge delay":      edit(func(c *trace.CounterexampleJSON) { last(c).Delay = "1000000000000000000" }),
		"a tiny delay":      edit(func(c *trace.CounterexampleJSON) { last(c).Delay = "1/1000000000000000000" }),
		"another place":     edit(func(c *trace.CounterexampleJSON) { last(c).Impl.Location += "x" }),
		"other clocks":      edit(func(c *trace.CounterexampleJSON) { last(c).Spec.Clocks = nil }),
		"a side that stays": edit(func(c *trace.CounterexampleJSON) { last(c).Spec.Stays = !last(c).Spec.Stays }),
	}
	killed := 0
	for i := range f.Len() {
		mu := f.At(i)
		d := c.Check(context.Background(), &mu, nil)
		claim := referee.Claim{Mutant: d, Impl: model.Subject(mu.Result), Counts: referee.ToolAlphabet,
			Known: len(Describe(&mu, nil).Notes)}
		if err := r.Verify(claim); err != nil {
			t.Errorf("%s: %v", mu.ID(), err)
		}
		if d.Verdict != report.Killed {
			continue
		}
		killed++
		for what, forge := range forgeries {
			forged := claim
			forged.Length = report.Int(*d.Length)
			forge(&forged.Mutant)
			if err := r.Verify(forged); err == nil {
				t.Errorf("%s: %s is not refused: %s", mu.ID(), what, forged.Counterexample)
			}
		}
	}
	if killed < 20 {
		t.Errorf("got %d killed mutants", killed)
	}
}
