package tfsm

import (
	"context"
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

// A switchboard is a surveyor with tests that can be turned on and off.
type switchboard struct {
	*surveyor
	on []sat.Lit // by test
}

// newSwitchboard encodes tests behind switches and blocks the cubes that are known to conform.
func newSwitchboard(ctx context.Context, d *Domain, tests [][]Step, cubes []Cube) *switchboard {
	s := &switchboard{surveyor: newSurveyor(ctx, d, true, 0)}
	for _, c := range cubes {
		s.e.block(c)
	}
	for _, t := range tests {
		on := s.e.solver.NewLit()
		if s.tests.add(t) {
			s.e.clause(on.Not(), s.tests.find(t).on)
		} else {
			s.loose = append(s.loose, looseTest{steps: t, expected: d.Spec.Run(t), on: on})
		}
		s.on = append(s.on, on)
	}
	return s
}

// without asks whether a nonconforming mutant survives the tests that are kept.
func (s *switchboard) without(kept []bool) (status, Selection, []Step) {
	var assumed []sat.Lit
	for i, k := range kept {
		if k {
			assumed = append(assumed, s.on[i])
		}
	}
	return s.next(assumed...)
}

// reduce drops superfluous tests from a complete suite; those that were given stay.
func reduce(ctx context.Context, d *Domain, given []Test, tests [][]Step, cubes []Cube) (kept [][]Step, calls int) {
	var all [][]Step
	for _, t := range given {
		all = append(all, t.Steps)
	}
	all = append(all, tests...)
	board := newSwitchboard(ctx, d, all, cubes)
	keep := make([]bool, len(all))
	order := make([]int, 0, len(tests))
	for i := range all {
		keep[i] = true
		if i >= len(given) {
			order = append(order, i)
		}
	}
	sort.SliceStable(order, func(i, j int) bool { return len(all[order[i]]) > len(all[order[j]]) })
	for _, i := range order {
		keep[i] = false
		if answer, _, _ := board.without(keep); answer != complete {
			keep[i] = true
		}
	}
	for i := len(given); i < len(all); i++ {
		if keep[i] {
			kept = append(kept, all[i])
		}
	}
	return kept, board.e.solver.Calls()
}
