package efsm

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/internal/testkit"
)

// Partition refinement decides equivalence once more: the states of original and mutant together
// are split by what they show on each input, then by the classes they lead to, until nothing splits
// (Moore 1956). The mutant is equivalent exactly when the two first states stay together.
//
// All mutants of the small models are decided so; of the others every survivor, and some of those
// that are killed.
func TestEquivalenceByPartitionRefinement(t *testing.T) {
	small := []string{"fig1a", "fig1b", "fig1c", "fig5", "fig6", "fig6-step", "inres", "vending"}
	for _, e := range testkit.Some(Gallery(), 3) {
		t.Run(e.Name, func(t *testing.T) {
			m := galleryMachine(t, e.Name)
			c, err := NewChecker(m, 0)
			if err != nil {
				t.Fatal(err)
			}
			every := 40
			if slices.Contains(small, e.Name) {
				every = 1
			}
			equivalent := 0
			for i, ch := range Changes(m) {
				v := c.Check(ch)
				if v.Killed && i%every != 0 {
					continue
				}
				got := refine(m, Mutant(m, ch))
				if got == v.Killed {
					t.Errorf("%s: killed %t, but refinement says equivalent %t", ch.ID(m), v.Killed, got)
				}
				if got {
					equivalent++
				}
			}
			t.Logf("%d equivalent", equivalent)
		})
	}
}

// A system is an explicit transition system with a pre-initial state that shows what settling shows.
type system struct {
	shown [][]string // state × letter
	next  [][]int
}

func (s *system) add(m *model.Machine) (first int) {
	all := m.Letters(model.MaxLetters)
	number := map[string]int{}
	var queue []model.Config
	base := len(s.next)
	visit := func(c model.Config) int {
		if n, ok := number[c.Key()]; ok {
			return n
		}
		n := base + 1 + len(queue)
		number[c.Key()] = n
		queue = append(queue, c)
		return n
	}
	c, shown := m.Start(nil)
	s.shown = append(s.shown, []string{strings.Join(shown, ",")})
	s.next = append(s.next, []int{visit(c)})
	for at := 0; at < len(queue); at++ {
		var shows []string
		var next []int
		for _, l := range all {
			to, out := m.Step(queue[at], l, nil)
			shows, next = append(shows, strings.Join(out, ",")), append(next, visit(to))
		}
		s.shown, s.next = append(s.shown, shows), append(s.next, next)
	}
	return base
}

func refine(spec, impl *model.Machine) bool {
	s := &system{}
	a, b := s.add(spec), s.add(impl)
	class := make([]int, len(s.next))
	for classes := 0; ; {
		at := map[string]int{}
		split := make([]int, len(class))
		for n := range s.next {
			var key strings.Builder
			fmt.Fprint(&key, class[n], len(s.next[n]))
			for i, to := range s.next[n] {
				fmt.Fprint(&key, " ", s.shown[n][i], " ", class[to])
			}
			k, seen := at[key.String()]
			if !seen {
				k = len(at)
				at[key.String()] = k
			}
			split[n] = k
		}
		class = split
		if len(at) == classes {
			return class[a] == class[b]
		}
		classes = len(at)
	}
}
