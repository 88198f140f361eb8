package mealy

import (
	"cmp"
	"slices"
)

// Shrinking a suite while a certificate holds.
//
// Idea: blocks of tests are left out, then single tests, the longest first, then last inputs, whatever
// keeps the certificate. Looking for one costs most, so it is done only where no single transfer fault
// would survive, which is known from counts: every complete suite kills all of these, so what they
// refuse, the certificate would refuse too.
//
// Source: ours; the condition is that of fold.go.

// shrink returns tests of a certified suite, some cut short, that still have a certificate, and what is
// left of the budget, which counts comparisons of nodes. Blocks of the given size are left out first.
func shrink(m *Machine, tests []Word, k, size, budget int) ([]Word, int) {
	s := &shrinker{m: m, proof: newCertifier(m, k), left: budget, tests: slices.Clone(tests)}
	slices.SortStableFunc(s.tests, func(a, b Word) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), slices.Compare(a, b))
	})
	s.faults = faultsOf(m, s.tests)
	s.left -= s.faults.work
	for ; s.left > 0; size /= 2 {
		s.dropBlocks(size)
		if size <= 1 {
			break
		}
	}
	s.cutEnds()
	return TreeOf(m, s.tests).Suite(), max(s.left, 0)
}

type shrinker struct {
	m      *Machine
	proof  *certifier
	left   int
	tests  []Word
	faults *faults
}

func (s *shrinker) holds(tests []Word) bool {
	if s.left <= 0 {
		return false
	}
	s.left += s.proof.work
	ok := s.proof.holds(tests)
	s.left -= s.proof.work
	return ok
}

// dropBlocks leaves out runs of so many tests, passing over those that are needed.
func (s *shrinker) dropBlocks(size int) {
	for at := 0; at < len(s.tests) && s.left > 0; {
		var out []int
		next := at
		for ; next < len(s.tests) && len(out) < size; next++ {
			if s.faults.remove(next) {
				out = append(out, next)
			}
		}
		if len(out) == 0 {
			return
		}
		if with := without(s.tests, out); s.holds(with) {
			s.tests = with
			s.faults.kills = without(s.faults.kills, out)
			at = next - len(out)
			continue
		}
		for _, i := range out {
			s.faults.restore(i)
		}
		at = next
	}
}

// without is a list without the elements at some places, which ascend.
func without[T any](list []T, places []int) []T {
	var rest []T
	for i, x := range list {
		if len(places) > 0 && places[0] == i {
			places = places[1:]
			continue
		}
		rest = append(rest, x)
	}
	return rest
}

// cutEnds takes last inputs off, as many as it can.
func (s *shrinker) cutEnds() {
	for i := 0; i < len(s.tests) && s.left > 0; i++ {
		for cut := 1; len(s.tests[i]) > 0; {
			whole := s.tests[i]
			s.tests[i] = whole[:len(whole)-min(cut, len(whole))]
			undo, ok := s.faults.shorten(i, s.tests[i])
			if ok && s.holds(s.tests) {
				cut *= 2
				continue
			}
			undo()
			s.tests[i] = whole
			if cut == 1 {
				break
			}
			cut = 1
		}
	}
}

// faults count for each single fault of a machine the tests that kill it: a transition that leads
// elsewhere, and one that no test may miss.
type faults struct {
	m     *Machine
	count []int32   // by fault: cell*(States+1) + target, or cell*(States+1) + States: the transition is missed
	kills [][]int32 // by test: the faults that it kills
	work  int
}

// maxFaultWork bounds the counting; beyond it, no fault is counted.
const maxFaultWork = 40_000_000

func faultsOf(m *Machine, tests []Word) *faults {
	f := &faults{m: m, count: make([]int32, len(m.Next)*(m.States+1)), kills: make([][]int32, len(tests))}
	if expected := Steps(tests) * m.States; expected > maxFaultWork {
		return f
	}
	for i, w := range tests {
		f.kills[i] = f.killed(w)
		for _, k := range f.kills[i] {
			f.count[k]++
		}
	}
	return f
}

// killed lists the faults that a test kills.
func (f *faults) killed(w Word) []int32 {
	m, n := f.m, int32(f.m.States)
	var list []int32
	seen := map[int32]bool{}
	s := int32(0)
	for i, x := range w {
		cell := s*int32(m.Inputs) + x
		to := m.To(s, x)
		if !seen[cell] {
			seen[cell] = true
			list = append(list, cell*(n+1)+n)
			for t := range n {
				if t != to && f.kill(w[i+1:], cell, to, t) {
					list = append(list, cell*(n+1)+t)
				}
			}
		}
		s = to
	}
	return list
}

// kill tells whether the rest of a test, behind the first use of a cell, tells the specification, then
// in state s, from the machine in which that cell leads to wrong.
func (f *faults) kill(rest Word, cell, s, wrong int32) bool {
	m := f.m
	r := wrong
	for _, x := range rest {
		f.work++
		if m.Shows(s, x) != m.Shows(r, x) {
			return true
		}
		s = m.To(s, x)
		if at := r*int32(m.Inputs) + x; at == cell {
			r = wrong
		} else {
			r = m.Next[at]
		}
	}
	return false
}

// remove takes a test out of the counts, unless a fault would survive.
func (f *faults) remove(test int) bool {
	for _, k := range f.kills[test] {
		if f.count[k] == 1 {
			return false
		}
	}
	for _, k := range f.kills[test] {
		f.count[k]--
	}
	return true
}

func (f *faults) restore(test int) {
	for _, k := range f.kills[test] {
		f.count[k]++
	}
}

// shorten counts a test again that was cut, and returns what undoes that; ok is false where a fault
// would survive.
func (f *faults) shorten(test int, w Word) (undo func(), ok bool) {
	before := f.kills[test]
	if len(before) == 0 && len(f.count) > 0 { // nothing was counted, or it kills nothing
		return func() {}, true
	}
	f.restoreTo(test, f.killed(w))
	ok = true
	for _, k := range before {
		ok = ok && f.count[k] > 0
	}
	return func() { f.restoreTo(test, before) }, ok
}

func (f *faults) restoreTo(test int, kills []int32) {
	for _, k := range f.kills[test] {
		f.count[k]--
	}
	f.kills[test] = kills
	f.restore(test)
}

// Needed marks the tests without which a complete suite would be incomplete, as a single fault is killed
// by that test alone. For the others nothing is said.
func Needed(m *Machine, tests []Word) []bool {
	f := faultsOf(m, tests)
	needed := make([]bool, len(tests))
	for i := range tests {
		for _, k := range f.kills[i] {
			needed[i] = needed[i] || f.count[k] == 1
		}
	}
	return needed
}
