package mealy

import (
	"cmp"
	"slices"
)

// Shrinking a suite while a certificate holds.
//
// Idea: blocks of tests are left out, an eighth of the suite at first, then single tests, the longest
// first, then last inputs, whatever keeps the certificate. A test that alone kills a single transfer
// fault, or alone has a transition, is in every complete suite and is not tried.
//
// Source: ours; the condition is that of fold.go.

// Shrink returns tests of a certified suite, some cut short, that still have a certificate, and what is
// left of the budget, which counts comparisons of nodes.
func Shrink(m *Machine, tests []Word, k, budget int) ([]Word, int) {
	s := &shrinker{m: m, k: k, left: budget}
	tests = slices.Clone(tests)
	slices.SortStableFunc(tests, func(a, b Word) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), slices.Compare(a, b))
	})
	needed := soleKillers(m, tests)
	for size := max(len(tests)/8, 1); s.left > 0; size /= 2 {
		tests, needed = s.dropBlocks(tests, needed, size)
		if size <= 1 {
			break
		}
	}
	tests = s.cutEnds(tests)
	return TreeOf(m, tests).Suite(), max(s.left, 0)
}

type shrinker struct {
	m    *Machine
	k    int
	left int
}

func (s *shrinker) holds(tests []Word) bool {
	if s.left <= 0 {
		return false
	}
	c, work := certify(TreeOf(s.m, tests), s.k)
	s.left -= work
	return c != nil
}

// dropBlocks leaves out runs of tests that are not needed.
func (s *shrinker) dropBlocks(tests []Word, needed []bool, size int) ([]Word, []bool) {
	for at := 0; at < len(tests); {
		var with []Word
		var still []bool
		n := 0
		end := at
		for i, w := range tests {
			if i >= at && n < size && !needed[i] {
				n++
				end = i + 1
				continue
			}
			if i >= at && n < size {
				end = i + 1
			}
			with = append(with, w)
			still = append(still, needed[i])
		}
		if n > 0 && s.holds(with) {
			tests, needed = with, still
			end -= n
		}
		at = max(end, at+1)
	}
	return tests, needed
}

// cutEnds takes last inputs off, as many as it can.
func (s *shrinker) cutEnds(tests []Word) []Word {
	for i := 0; i < len(tests) && s.left > 0; i++ {
		for cut := 1; len(tests[i]) > 0; {
			w := tests[i]
			tests[i] = w[:len(w)-min(cut, len(w))]
			if s.holds(tests) {
				cut *= 2
				continue
			}
			tests[i] = w
			if cut == 1 {
				break
			}
			cut = 1
		}
	}
	return tests
}

// soleKillers marks tests that every complete part of the suite has: a test that is the only one to
// have a transition, or the only one to kill the fault of a transition that leads elsewhere.
func soleKillers(m *Machine, tests []Word) []bool {
	needed := make([]bool, len(tests))
	through := make([][]int32, len(m.Next)) // tests, by transition
	for i, w := range tests {
		s := int32(0)
		for _, x := range w {
			cell := int(s)*m.Inputs + int(x)
			if l := through[cell]; len(l) == 0 || l[len(l)-1] != int32(i) {
				through[cell] = append(l, int32(i))
			}
			s = m.To(s, x)
		}
	}
	faulty := m.Clone()
	for cell, list := range through {
		if len(list) == 1 {
			needed[list[0]] = true
			continue
		}
		for t := range int32(m.States) {
			if t == m.Next[cell] {
				continue
			}
			faulty.Next[cell] = t
			killer, killers := int32(-1), 0
			for _, i := range list {
				if _, kills := m.Differs(faulty, tests[i]); kills {
					killer = i
					if killers++; killers == 2 {
						break
					}
				}
			}
			if killers == 1 {
				needed[killer] = true
			}
		}
		faulty.Next[cell] = m.Next[cell]
	}
	return needed
}
