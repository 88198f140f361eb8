package tfsm

import (
	"sort"

	"github.com/mutarium/mutarium/engine/sat"
	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// Reduction of a complete suite: duplicates and proper prefixes go at once, because a prefix detects a
// subset; then each test, the longest first, goes if the others detect all nonconforming mutants
// without it. The result is irredundant, not necessarily of least size.

// withoutPrefixes drops tests that are equal to, or a proper prefix of, another one or of a kept one.
func withoutPrefixes(tests [][]model.Step, keep []model.Test) [][]model.Step {
	sorted := append([][]model.Step(nil), tests...)
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
	var kept [][]model.Step
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
func longerExists(t []model.Step, sorted [][]model.Step) bool {
	i := sort.Search(len(sorted), func(i int) bool { return compareSteps(sorted[i], t) > 0 })
	return i < len(sorted) && isPrefix(t, sorted[i])
}

// compareSteps orders tests lexicographically, a prefix before what prolongs it.
func compareSteps(a, b []model.Step) int {
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

func isPrefix(a, b []model.Step) bool { return len(a) <= len(b) && compareSteps(a, b[:len(a)]) == 0 }

func stepsKey(t []model.Step) string {
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

// reduce drops superfluous tests from a complete suite; those that were given stay. A mutant that one
// test alone kills shows that the test is needed; only where none is known the solver is asked, and
// what it finds is one mutant more to look at. Where it finds none, all tests go that its proof did not
// use. Not whole: the solver gave up, and tests that might go are kept.
func (s *surveyor) reduce(given []model.Test, tests [][]model.Step) (kept [][]model.Step, whole bool) {
	r := reducer{surveyor: s, all: append(stepsOf(given), tests...), given: len(given), whole: true}
	r.on = s.addAll(r.all)
	r.w = newWitnesses(s.d, r.all)
	r.w.addSingle()
	for _, sel := range s.met {
		r.w.add(sel)
	}
	r.keep = make([]bool, len(r.all))
	for i := range r.keep {
		r.keep[i] = true
	}
	for _, i := range r.w.weakestFirst(r.given) {
		if r.keep[i] {
			r.try(i)
		}
	}
	for i := len(given); i < len(r.all); i++ {
		if r.keep[i] {
			kept = append(kept, r.all[i])
		}
	}
	return kept, r.whole
}

// A reducer is one run of reduce.
type reducer struct {
	*surveyor
	all   [][]model.Step
	given int       // so many tests, the first ones, stay
	on    []sat.Lit // by test
	keep  []bool    // by test
	w     *witnesses
	whole bool
}

// try leaves out a test if the others do without it.
func (r *reducer) try(i int) {
	if r.keep[i] = false; r.w.escapes(r.keep) {
		r.keep[i] = true
		return
	}
	end := r.budget.trial(r.e.solver)
	answer, sel, _ := r.next(assume(r.on, r.keep)...)
	end()
	switch answer {
	case complete:
		used := r.e.solver.Core()
		for j := r.given; j < len(r.all); j++ {
			r.keep[j] = r.keep[j] && holds(used, r.on[j])
		}
	case survives:
		r.keep[i] = true
		r.w.add(sel)
	default:
		r.keep[i], r.whole = true, false
	}
}

// witnesses are nonconforming mutants with the tests that kill them.
type witnesses struct {
	d        *Domain
	tests    [][]model.Step
	expected [][]int
	impl     *model.Automaton
	killers  [][]int // by mutant: indices of tests
}

func newWitnesses(d *Domain, tests [][]model.Step) *witnesses {
	w := &witnesses{d: d, tests: tests, impl: model.NewAutomaton(d.Model)}
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

// maxSingle bounds the runs of mutants by tests that addSingle costs.
const maxSingle = 2_000_000

// addSingle adds the mutants that make one choice other than the specification's.
func (w *witnesses) addSingle() {
	runs := 0
	sel := w.d.Base()
	for g, own := range sel {
		for c := range w.d.Groups[g].Choices {
			if c == own {
				continue
			}
			if runs += len(w.tests); runs > maxSingle {
				return
			}
			sel[g] = c
			w.addKilled(sel)
		}
		sel[g] = own
	}
}

// addKilled adds a mutant that some test kills.
func (w *witnesses) addKilled(sel Selection) {
	if w.add(sel); w.killers[len(w.killers)-1] == nil {
		w.killers = w.killers[:len(w.killers)-1]
	}
}

// weakestFirst orders the tests from one on by how many witnesses they kill, the longer first where that is equal.
func (w *witnesses) weakestFirst(from int) []int {
	kills := make([]int, len(w.tests))
	for _, killers := range w.killers {
		for _, i := range killers {
			kills[i]++
		}
	}
	var order []int
	for i := from; i < len(w.tests); i++ {
		order = append(order, i)
	}
	sort.SliceStable(order, func(i, j int) bool {
		a, b := order[i], order[j]
		return kills[a] < kills[b] || kills[a] == kills[b] && len(w.tests[a]) > len(w.tests[b])
	})
	return order
}

// alone tells whether some mutant is killed by this test and no other one.
func (w *witnesses) alone(test int) bool {
	for _, killers := range w.killers {
		if len(killers) == 1 && killers[0] == test {
			return true
		}
	}
	return false
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
