package tioa

import (
	"testing"

	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/game"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/mutants"
	"github.com/mutarium/mutarium/engine/tioa/referee"
	"github.com/mutarium/mutarium/engine/tioa/replay"
)

func parse(t testing.TB, text string) *model.Model {
	f := source.NewFile("test", text)
	m, d := model.Parse(f)
	if m == nil {
		t.Fatal(d.Text(f))
	}
	return m
}

// compiled compiles an automaton as it is written.
func compiled(t testing.TB, m *model.Model, name string, syms *game.Symbols) *game.System {
	s, err := game.Compile(m, m.Automaton(name), syms, game.Options{EdgesOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// An input with two answers: one of them is right, so the implementation refines, although
// following every answer finds a wrong one.
const twoAnswers = `
process Spec { clock x; state A, B; init A;
  trans A -> B { sync a?; assign x = 0; }, B -u-> A { guard x <= 3; sync b!; }; }
process Some { clock x; state A, B, C; init A;
  trans A -> B { sync a?; assign x = 0; }, A -> C { sync a?; },
  B -u-> A { guard x <= 2; sync b!; }, C -u-> A { sync c!; }; }
process None { clock x; state A, B, C; init A;
  trans A -> B { sync a?; assign x = 0; }, A -> C { sync a?; },
  B -u-> A { guard x >= 5; sync b!; }, C -u-> A { sync c!; }; }
system Spec;`

func TestSomeAnswerIsEnough(t *testing.T) {
	m, syms := parse(t, twoAnswers), game.NewSymbols()
	spec := compiled(t, m, "Spec", syms)
	for name, want := range map[string]bool{"Some": true, "None": false} {
		impl := compiled(t, m, name, syms)
		r, err := game.RefineExact(impl, spec, game.Game{})
		if err != nil {
			t.Fatal(err)
		}
		if r.Holds != want || !r.Game {
			t.Errorf("%s: got %v (game %v), want %v by the game", name, r.Holds, r.Game, want)
		}
		if want {
			continue
		}
		trace, err := replay.TraceOf(impl, spec, r.Failure, game.Game{})
		if err != nil {
			t.Fatalf("%s: %v (%v)", name, err, trace)
		}
		t.Log(trace, trace.Conclusion)
		s, err := game.StrategyOf(impl, spec, game.Game{})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range s.Rules {
			t.Log(r)
		}
	}
}

// A counterexample of the backward game is one play of it, which plain machines replay like any other.
func TestGameTracesReplay(t *testing.T) {
	m := parse(t, Study("cas"))
	s := mutants.Subject{Model: m, Automaton: m.Automata[0]}
	j, err := NewJudge(s, 0)
	if err != nil {
		t.Fatal(err)
	}
	replayed := 0
	for _, f := range []*mutants.Family{mutants.NewFamily(s, mutants.Operators, 1, 1500, 3), mutants.NewFamily(s, mutants.Operators, 2, 500, 3)} {
		for i := range f.Len() {
			mu := f.At(i)
			for _, v := range j.All(&mu) {
				if !v.Game || v.Verdict != referee.NonSubsumed {
					continue
				}
				replayed++
				tr, err := v.Trace()
				if err == nil {
					err = v.Replay(tr)
				}
				if err != nil {
					t.Errorf("%s under %s: %v", mu.ID(), v.Semantics, err)
				}
			}
		}
	}
	if replayed < 30 {
		t.Errorf("got %d traces of the backward game", replayed)
	}
}
