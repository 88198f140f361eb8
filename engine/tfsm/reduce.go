package tfsm

import (
	"sort"

	"github.com/mutarium/mutarium/engine/sat"
)

// Reduction of a complete suite: duplicates and proper prefixes go at once, because a prefix detects a
// subset; then each test, the longest first, goes if the others detect all nonconforming mutants
// without it. The result is irredundant, not necessarily of least size.

// withoutPrefixes drops tests that are equal to, or a proper prefix of, another one or of a kept one.
func withoutPrefixes(tests [][]Step, keep []Test) [][]Step {
	sorted := append([][]Step(nil), tests...)
	for _, t := range keep {
		sorted = append(sorted, t.Steps)
	}
	sort.SliceStable(sorted, func(i, j int) bool { return compareSteps(sorted[i], sorted[j]) < 0 })
	covered := map[string]bool{}
	for i := 0; i+1 < len(sorted); i++ {
		if isPrefix(sorted[i], sorted[i+1]) {
			covered[stepsKey(sorted[i])] = true
		}
	}
	var kept [][]Step
	given := map[string]bool{}
	for _, t := range keep {
		given[stepsKey(t.Steps)] = true
	}
	for _, t := range tests {
		key := stepsKey(t)
		if given[key] || covered[key] && longerExists(t, sorted) {
			continue
		}
		given[key] = true
		kept = append(kept, t)
	}
	return kept
}

// longerExists tells whether a test is a proper prefix of one in the sorted list.
func longerExists(t []Step, sorted [][]Step) bool {
	i := sort.Search(len(sorted), func(i int) bool { return compareSteps(sorted[i], t) > 0 })
	return i < len(sorted) && isPrefix(t, sorted[i])
}

// compareSteps orders tests lexicographically, a prefix before what prolongs it.
func compareSteps(a, b []Step) int {
	for k := 0; k < len(a) && k < len(b); k++ {
		switch {
		case a[k].Wait != b[k].Wait:
			return sign(a[k].Wait < b[k].Wait)
		case a[k].Input != b[k].Input:
			return sign(a[k].Input < b[k].Input)
		}
	}
	return len(a) - len(b)
}

func sign(less bool) int {
	if less {
		return -1
	}
	return 1
}

func isPrefix(a, b []Step) bool { return len(a) <= len(b) && compareSteps(a, b[:len(a)]) == 0 }

func stepsKey(t []Step) string {
	var key []byte
	for _, s := range t {
		for w := s.Wait; ; w >>= 7 {
			key = append(key, byte(w&127))
			if w < 128 {
				break
			}
		}
		key = append(key, 0xff, byte(s.Input), byte(s.Input>>8), 0xfe)
	}
	return string(key)
}

// assume lists the literals of the tests that are kept.
func assume(on []sat.Lit, keep []bool) []sat.Lit {
	var assumed []sat.Lit
	for i, k := range keep {
		if k {
			assumed = append(assumed, on[i])
		}
	}
	return assumed
}

// reduce drops superfluous tests from a complete suite; those that were given stay. A mutant that was
// met on the way to the suite and that one test alone kills shows that the test is needed; only where
// there is none the solver is asked, and what it finds is one mutant more to look at. Where it
// finds none, all tests go that its proof did not use.
func (s *surveyor) reduce(given []Test, tests [][]Step) (kept [][]Step) {
	all := append(stepsOf(given), tests...)
	on := s.addAll(all)
	w := newWitnesses(s.d, all)
	for _, sel := range s.met {
		w.add(sel)
	}
	keep := make([]bool, len(all))
	for i := range keep {
		keep[i] = true
	}
	for _, i := range longestFirst(all, len(given)) {
		if !keep[i] {
			continue
		}
		if keep[i] = false; w.escapes(keep) {
			keep[i] = true
			continue
		}
		switch answer, sel, _ := s.next(assume(on, keep)...); answer {
		case complete:
			used := s.e.solver.Core()
			for j := len(given); j < len(all); j++ {
				keep[j] = keep[j] && holds(used, on[j])
			}
		case survives:
			keep[i] = true
			w.add(sel)
		default:
			keep[i] = true
		}
	}
	for i := len(given); i < len(all); i++ {
		if keep[i] {
			kept = append(kept, all[i])
		}
	}
	return kept
}

// longestFirst orders the tests from one on by falling length.
func longestFirst(all [][]Step, from int) []int {
	var order []int
	for i := from; i < len(all); i++ {
		order = append(order, i)
	}
	sort.SliceStable(order, func(i, j int) bool { return len(all[order[i]]) > len(all[order[j]]) })
	return order
}

// witnesses are nonconforming mutants with the tests that kill them.
type witnesses struct {
	d        *Domain
	tests    [][]Step
	expected [][]int
	impl     *Automaton
	killers  [][]int // by mutant: indices of tests
}

func newWitnesses(d *Domain, tests [][]Step) *witnesses {
	w := &witnesses{d: d, tests: tests, impl: newAutomaton(d.Model)}
	for _, t := range tests {
		w.expected = append(w.expected, d.Spec.Run(t))
	}
	return w
}

func (w *witnesses) add(sel Selection) {
	w.d.fill(w.impl, sel)
	var killers []int
	for i, t := range w.tests {
		if w.impl.Detects(t, w.expected[i]) >= 0 {
			killers = append(killers, i)
		}
	}
	w.killers = append(w.killers, killers)
}

// escapes tells whether some mutant passes all tests that are kept.
func (w *witnesses) escapes(keep []bool) bool {
	for _, killers := range w.killers {
		killed := false
		for _, i := range killers {
			killed = killed || keep[i]
		}
		if !killed {
			return true
		}
	}
	return false
}
