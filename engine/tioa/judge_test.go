package tioa

import (
	"testing"

	"github.com/mutarium/mutarium/engine/tioa/game"
	"github.com/mutarium/mutarium/engine/tioa/mutants"
	"github.com/mutarium/mutarium/engine/tioa/referee"
)

// counts of verdicts under one reading: subsumed, non-subsumed, inconsistent.
type counts [3]int

// firstOrder are the expected verdicts under the three readings. Those of the third are the numbers
// of the paper; the six models are reconstructions, CAS the least certain of them.
var firstOrder = []struct {
	name string
	want [3]counts
}{
	{"cas", [3]counts{{386, 335, 0}, {366, 328, 27}, {399, 295, 27}}},
	{"coffee", [3]counts{{32, 23, 0}, {34, 21, 0}, {35, 20, 0}}},
	{"accel", [3]counts{{247, 204, 0}, {260, 190, 1}, {285, 165, 1}}},
	{"hotel", [3]counts{{18, 21, 0}, {33, 5, 1}, {34, 4, 1}}},
	{"wfas", [3]counts{{53, 68, 0}, {42, 65, 14}, {52, 55, 14}}},
	{"mutex", [3]counts{{35, 12, 0}, {25, 10, 12}, {25, 10, 12}}},
}

func judgeOf(t testing.TB, name string) *Judge {
	t.Helper()
	j, err := NewJudge(study(t, name), 0)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func TestFirstOrderVerdicts(t *testing.T) {
	for _, c := range firstOrder {
		j := judgeOf(t, c.name)
		f := mutants.NewFamily(j.Origin, paperOperators(), 1, 0, 0)
		var got [3]counts
		for i := range f.Len() {
			m := f.At(i)
			for _, s := range referee.AllSemantics {
				v := j.Judge(&m, s)
				if v.Verdict == referee.Undecided {
					t.Fatalf("%s %s: %s", c.name, m.ID(), v.Reason)
				}
				got[s][v.Verdict]++
			}
		}
		if got != c.want {
			t.Errorf("%s: got %v, want %v (subsumed, non-subsumed, inconsistent)", c.name, got, c.want)
		}
	}
}

// TestRecompiledAgrees compares the judge, which compiles mutants by what they change and reuses
// memory, with compiling, pruning and comparing each from scratch: all operators, and pairs.
func TestRecompiledAgrees(t *testing.T) {
	for _, name := range studies {
		j := judgeOf(t, name)
		for _, f := range []*mutants.Family{mutants.NewFamily(j.Origin, mutants.Operators, 1, 500, 1), mutants.NewFamily(j.Origin, mutants.Operators, 2, 400, 2)} {
			for i := range f.Len() {
				m := f.At(i)
				for _, s := range referee.AllSemantics {
					if got, want := j.Judge(&m, s).Verdict, judgeAfresh(t, j, &m, s); got != want {
						t.Errorf("%s %s under %s: got %s, want %s", name, m.ID(), s, got, want)
					}
				}
			}
		}
	}
}

func judgeAfresh(t *testing.T, j *Judge, m *mutants.Mutant, s referee.Semantics) referee.MutantVerdict {
	syms := game.NewSymbols()
	spec, err := game.Compile(j.Origin.Model, j.Origin.Automaton, syms, game.Options{})
	if err != nil {
		t.Fatal(err)
	}
	impl, err := game.Compile(m.Result.Model, m.Result.Automaton, syms, game.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if s != referee.Definition7 {
		goodSpec, err1 := spec.Good(0)
		goodImpl, err2 := impl.Good(0)
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		if !goodImpl.Start() {
			return referee.NoModel
		}
		spec, impl = goodSpec.Prune(), goodImpl.Prune()
	}
	res, err := game.RefineExact(impl, spec, game.Game{SpecIgnores: s == referee.ToolAlphabet})
	if err != nil {
		t.Fatal(err)
	}
	if res.Holds {
		return referee.Subsumed
	}
	return referee.NonSubsumed
}
