package tioa

import (
	"math/rand"
	"testing"

	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/mutants"
	"github.com/mutarium/mutarium/engine/tioa/referee"
)

// likeOnRegions decides by regions, in both directions, whether two automata behave alike as written.
func likeOnRegions(a, b mutants.Subject) (same, ok bool) {
	for _, pair := range [][2]mutants.Subject{{a, b}, {b, a}} {
		v, ok := referee.RegionVerdict(model.Subject(pair[0]), model.Subject(pair[1]), referee.Definition7, 3000)
		if !ok || v != referee.Subsumed {
			return false, ok
		}
	}
	return true, true
}

// TestAlikeOnRegions compares every two mutants of small random models: zones and regions say the same,
// and those that are alike have one signature.
func TestAlikeOnRegions(t *testing.T) {
	alike, unlike, told := 0, 0, 0
	for seed := range int64(60) {
		r := rand.New(rand.NewSource(seed))
		text := randomProcess(r, "D")
		if seed%2 > 0 {
			text = denseProcess(r, 2, 3+r.Intn(3), 1)
		}
		m := parse(t, text)
		s := mutants.Subject{Model: m, Automaton: m.Automata[0]}
		j, err := NewJudge(s, 0)
		if err != nil {
			continue
		}
		f := mutants.NewFamily(s, mutants.Operators, 1, 14, uint64(seed))
		for i := range f.Len() {
			a := f.At(i)
			printA, hasA := j.Signature(&a, referee.Definition7)
			for k := i + 1; k < f.Len(); k++ {
				b := f.At(k)
				same, decided := j.Alike(&a, &b, referee.Definition7)
				want, ok := likeOnRegions(a.Result, b.Result)
				if !decided || !ok {
					continue
				}
				if same != want {
					t.Fatalf("seed %d: %s and %s are alike: zones %v, regions %v\n%s", seed, a.ID(), b.ID(), same, want, m.PrintXTA())
				}
				printB, hasB := j.Signature(&b, referee.Definition7)
				switch {
				case !hasA || !hasB:
				case same && printA != printB:
					t.Fatalf("seed %d: %s and %s are alike and have signatures\n%s\n%s\n%s", seed, a.ID(), b.ID(), printA, printB, m.PrintXTA())
				case !same && printA != printB:
					told++
				}
				if same {
					alike++
				} else {
					unlike++
				}
			}
		}
	}
	t.Logf("%d alike, %d not, of which signatures tell %d", alike, unlike, told)
	if alike < 50 || unlike < 500 || told < unlike/2 {
		t.Errorf("%d alike, %d not, of which signatures tell %d", alike, unlike, told)
	}
}

// By hand: a new output into the same location is the same mutant whichever edge it is beside, and a
// constant may be changed in two places to the same effect.
func TestAlikeByHand(t *testing.T) {
	m := parse(t, `process P { clock x; state A { x <= 3 }, B; init A; trans A -u-> B { guard x <= 3; sync o!; }, B -> B { sync a?; }; }`)
	s := mutants.Subject{Model: m, Automaton: m.Automata[0]}
	j, err := NewJudge(s, 0)
	if err != nil {
		t.Fatal(err)
	}
	find := func(id string) *mutants.Mutant {
		mu, ok := mutants.FindMutant(s, []string{id})
		if !ok {
			t.Fatal(id)
		}
		return &mu
	}
	// The guard's constant does not matter beyond the invariant's, so CXL of the guard is the model; below
	// it an output is lost, and lowering the invariant loses time as well.
	if same, _ := j.LikeModel(find("CXL@e0"), referee.Definition7); !same {
		t.Error("CXL@e0 is not like the model")
	}
	if same, _ := j.Alike(find("CXS@e0"), find("CXS@inv:A"), referee.Definition7); same {
		t.Error("by Definition 7 CXS@e0 and CXS@inv:A are alike")
	}
	// Pruned, what waits longer than it can give its output is cut off: they are alike.
	if same, _ := j.Alike(find("CXS@e0"), find("CXS@inv:A"), referee.PrunedStates); !same {
		t.Error("pruned CXS@e0 and CXS@inv:A are not alike")
	}
}
