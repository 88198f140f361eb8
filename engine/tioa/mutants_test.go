package tioa

import (
	"testing"

	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/mutants"
)

// studies are the six of the paper, in its order of tables.
var studies = []string{"cas", "coffee", "accel", "hotel", "wfas", "mutex"}

// study reads a model of the gallery.
func study(t testing.TB, name string) mutants.Subject {
	t.Helper()
	f := source.NewFile(name+".xta", Study(name))
	m, d := model.Parse(f)
	if m == nil || len(d) > 0 {
		t.Fatalf("%s", d.Text(f))
		return mutants.Subject{}
	}
	return mutants.Subject{Model: m, Automaton: m.Automata[0]}
}

func paperOperators() []*mutants.Operator {
	var ops []*mutants.Operator
	for _, op := range mutants.Operators {
		if op.Paper {
			ops = append(ops, op)
		}
	}
	return ops
}

// TestFirstOrderCounts pins the counting rules on the numbers of the paper, by operator.
func TestFirstOrderCounts(t *testing.T) {
	for _, c := range []struct {
		name string
		want [6]int // TMI TAD SMI CXL CXS CCN
		sum  int
		rule int // that break a guideline
	}{
		{"coffee", [6]int{6, 32, 3, 7, 6, 1}, 55, 32},
		{"accel", [6]int{33, 392, 13, 5, 3, 5}, 451, 247},
		{"hotel", [6]int{5, 18, 2, 5, 5, 4}, 39, 18},
		{"wfas", [6]int{14, 72, 5, 12, 12, 6}, 121, 49},
		{"mutex", [6]int{4, 32, 3, 4, 3, 1}, 47, 27},
		{"cas", [6]int{88, 578, 16, 20, 13, 6}, 721, 326},
	} {
		s := study(t, c.name)
		sum := 0
		for i, op := range paperOperators() {
			n := len(s.Mutations(op))
			sum += n
			if n != c.want[i] {
				t.Errorf("%s: %d mutants by %s, want %d", c.name, n, op.Name, c.want[i])
			}
		}
		if sum != c.sum {
			t.Errorf("%s: %d mutants, the paper has %d", c.name, sum, c.sum)
		}
		f, broken := mutants.NewFamily(s, paperOperators(), 1, 0, 0), 0
		for i := range f.Len() {
			if m := f.At(i); m.Broken(false) != nil {
				broken++
			}
		}
		if broken != c.rule {
			t.Errorf("%s: %d mutants break a guideline, want %d", c.name, broken, c.rule)
		}
	}
}

// TestSecondOrderCounts pins ordered pairs, the second step counted and judged on the first mutant.
func TestSecondOrderCounts(t *testing.T) {
	for _, c := range []struct {
		name        string
		sum, break2 int
	}{{"coffee", 2972, 942}, {"accel", 202957, 0}, {"cas", 519014, 0}} {
		f := mutants.NewFamily(study(t, c.name), paperOperators(), 2, 0, 0)
		if f.Len() != c.sum {
			t.Errorf("%s: %d pairs, want %d", c.name, f.Len(), c.sum)
		}
		if c.break2 == 0 {
			continue
		}
		broken := 0
		for i := range f.Len() {
			if m := f.At(i); m.Broken(false) != nil {
				broken++
			}
		}
		if broken != c.break2 {
			t.Errorf("%s: %d pairs break guidelines, want %d", c.name, broken, c.break2)
		}
	}
}

// TestIDs wants every mutant of every operator to have an id of its own, that a sample keeps.
func TestIDs(t *testing.T) {
	for _, name := range studies {
		s := study(t, name)
		f := mutants.NewFamily(s, mutants.Operators, 1, 0, 0)
		at := map[string]int{}
		for i := range f.Len() {
			m := f.At(i)
			if old, twice := at[m.ID()]; twice {
				t.Errorf("%s: mutants %d and %d are both %s", name, old, i, m.ID())
			}
			at[m.ID()] = i
		}
		some := mutants.NewFamily(s, mutants.Operators, 1, 20, 3)
		last := -1
		for i := range some.Len() {
			m := some.At(i)
			k, ok := at[m.ID()]
			if !ok || k <= last {
				t.Errorf("%s: sampled %s out of order", name, m.ID())
			}
			last = k
		}
		if some.Len() != 20 {
			t.Errorf("%s: sample of %d", name, some.Len())
		}
	}
}

// TestPairsInAnyOrder asks for pairs backwards and by chance.
func TestPairsInAnyOrder(t *testing.T) {
	f := mutants.NewFamily(study(t, "coffee"), paperOperators(), 2, 0, 0)
	var ids []string
	seen := map[string]bool{}
	for i := range f.Len() {
		m := f.At(i)
		ids = append(ids, m.ID())
		if seen[m.ID()] {
			t.Fatalf("two pairs are %s", m.ID())
		}
		seen[m.ID()] = true
	}
	for i := f.Len() - 1; i >= 0; i-- {
		if m := f.At(i); m.ID() != ids[i] {
			t.Fatalf("pair %d is %s backwards, %s forwards", i, m.ID(), ids[i])
		}
	}
}

// The id of a pair is had without making it, and leaving guidelines out drops what breaks them.
func TestFamilyWithoutMaking(t *testing.T) {
	for _, name := range []string{"coffee", "mutex"} {
		m := parse(t, Study(name))
		s := mutants.Subject{Model: m, Automaton: m.Automata[0]}
		for order := 1; order <= 2; order++ {
			all := mutants.NewFamily(s, mutants.Operators, order, 700, 3)
			for i := range all.Len() {
				if mu := all.At(i); all.ID(i) != mu.ID() {
					t.Fatalf("%s: got %s, want %s", name, all.ID(i), mu.ID())
				}
			}
			slow := mutants.NewFamily(s, paperOperators(), order, 0, 0)
			slow.Keep(func(m *mutants.Mutant) bool { return m.Broken(true) == nil })
			fast, err := NewChosenFamily(s, paperOperators(), order, 0, 0, false)
			if err != nil || fast.Len() != slow.Len() {
				t.Fatalf("%s order %d: got %d mutants, want %d (%v)", name, order, fast.Len(), slow.Len(), err)
			}
			for i := range slow.Len() {
				if fast.ID(i) != slow.ID(i) {
					t.Fatalf("%s order %d: got %s, want %s", name, order, fast.ID(i), slow.ID(i))
				}
			}
		}
	}
}
