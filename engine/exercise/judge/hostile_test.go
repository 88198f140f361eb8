package judge

import (
	"context"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/exercise/seal"
	"github.com/mutarium/mutarium/engine/source"
)

// Answers that try to hold up a class come to an end: a model with more states than anybody can count, one that
// counts to a billion within a step, a test as long as may be, names from nowhere.
func TestHostileAnswers(t *testing.T) {
	e := tea(t, exercise.Refine)
	task := opened(t, e, &exercise.Hidden{Reference: e.Model})
	head := strings.Replace(e.Model, "location READY", "var x : 0..1000000000 = 0\nlocation READY", 1)
	many := strings.Replace(head, "paid := 0; !back_out", "paid := 0; x := x + 1; !back_out", 1)
	if !testing.Short() { // 100,000 states take WASM half a minute
		if r := task.Judge(context.Background(), exercise.Answer{Model: many}, 0); r.Passed || !r.Unknown ||
			!strings.Contains(r.Remark, "states") {
			t.Errorf("too many states: %+v", r)
		}
	}
	long := head + "\nt6: READY -> READY [x < 1000000000] / x := x + 1\n"
	if r := task.Judge(context.Background(), exercise.Answer{Model: long}, 0); r.Passed {
		t.Errorf("a long step: %+v", r)
	}
	kill := opened(t, tea(t, exercise.Kill), nil)
	for _, tests := range []string{
		strings.Repeat("coin ", 12_000), strings.Repeat("coin\n", 5_000), "coin(1)", "\x00", "[[[1]]]",
	} {
		if r := kill.Judge(context.Background(), exercise.Answer{Tests: tests}, 0); r.Passed || len(r.Problems) == 0 {
			t.Errorf("%.20q: %+v", tests, r)
		}
	}
	if r := kill.Judge(context.Background(), exercise.Answer{Suspect: "x", Bets: []exercise.Bet{{}}}, 0); r.Passed {
		t.Errorf("an answer of another kind: %+v", r)
	}
}

// FuzzAnswers: whatever a student hands in is judged or told to be wrong, the same each time.
func FuzzAnswers(f *testing.F) {
	for _, s := range []string{"coin tea", "coin(1)", "# no", "[[\"coin\"]]", "t1", "machine tea\nlocation A", "0 press?"} {
		f.Add(s)
	}
	tasks := map[string]*Task{}
	for _, kind := range []string{exercise.Kill, exercise.Refine, exercise.Find, exercise.Bets} {
		e := tea(f, kind)
		e.Mutants = []exercise.Subject{{ID: "t3#1"}, {ID: "t3#3"}}
		if kind == exercise.Refine {
			e.Mutants = nil
		}
		task, problems, err := Open(context.Background(), e, &exercise.Hidden{Reference: e.Model, Box: "t3#1"}, nil)
		if problems != nil || err != nil {
			f.Fatal(problems, err)
		}
		tasks[kind] = task
	}
	f.Fuzz(func(t *testing.T, s string) {
		a := exercise.Answer{Tests: s, Model: s, Experiments: strings.Split(s, "\n"), Suspect: s,
			Bets: []exercise.Bet{{Mutant: s, Claim: s}, {Mutant: "t3#1", Claim: exercise.ClaimKilled, Test: s}}}
		h := &exercise.HandIn{Format: exercise.HandInFormat, Version: 1, Answer: a}
		seal.Sign(h, nil)
		file := source.NewFile("h", string(seal.Encode(h)))
		doc, d := seal.Read(file, false)
		if doc == nil {
			if !strings.Contains(d.Text(file), "want") {
				t.Errorf("%q: %s", s, d.Text(file))
			}
			return
		}
		for kind, task := range tasks {
			one, other := task.Judge(context.Background(), a, 0), task.Judge(context.Background(), a, 0)
			if one.Share != other.Share || one.Share < 0 || one.Share > one.Of || one.Points > one.Max {
				t.Errorf("%s: %+v and %+v", kind, one, other)
			}
		}
	})
}
