package efsm

import (
	"context"
	"slices"

	"github.com/mutarium/mutarium/engine/suite"
)

// Test suites. A test is an input word; it kills a mutant when the outputs differ somewhere along
// it. A suite drops tests that are the beginning of another one.

// A Judged mutant is a change with its verdict.
type Judged struct {
	Change  Change
	Verdict Verdict
}

// Judge decides all changes. Progress may be nil.
func (c *Checker) Judge(ctx context.Context, changes []Change, progress func(done, total int)) []Judged {
	all := make([]Judged, 0, len(changes))
	for i, ch := range changes {
		if ctx.Err() != nil {
			break
		}
		all = append(all, Judged{ch, c.Check(ch)})
		if progress != nil {
			progress(i+1, len(changes))
		}
	}
	return all
}

// A Suite is a list of tests, letters by number.
type Suite [][]int32

// Steps counts the letters of all tests.
func (s Suite) Steps() int {
	n := 0
	for _, t := range s {
		n += len(t)
	}
	return n
}

// of selects tests.
func (s Suite) of(order []int) Suite {
	var some Suite
	for _, i := range order {
		some = append(some, s[i])
	}
	return some
}

// Condense drops repeated tests and beginnings of others; the rest keep their order.
func Condense(tests Suite) Suite {
	return suite.Condense(tests, func(a, b int32) bool { return a == b })
}

// StrongSuite takes the shortest kills of some mutants.
func StrongSuite(mutants []Judged) Suite {
	var words Suite
	for i := range mutants {
		if mutants[i].Verdict.Killed {
			words = append(words, mutants[i].Verdict.Strong)
		}
	}
	return Condense(words)
}

// Iterative makes a suite mutant by mutant (KPW, implementation note 2 and conclusion: "each test case
// killing some mutant will very likely accidentally kill many others"): a mutant that a test made so
// far kills is passed over without a search, another one adds its shortest kill. It begins with the
// tests of an existing suite. Searched counts the mutants that were judged.
func (c *Checker) Iterative(start Suite, changes []Change) (tests Suite, searched int) {
	tests = append(tests, start...)
	var paths [][]int32
	for _, t := range tests {
		paths = append(paths, c.edges(t))
	}
	for _, ch := range changes {
		if c.killsAny(ch, paths) {
			continue
		}
		searched++
		if v := c.Check(ch); v.Killed {
			tests, paths = append(tests, v.Strong), append(paths, c.edges(v.Strong))
		}
	}
	return tests, searched
}

// killsAny tells whether one of some tests kills a mutant.
func (c *Checker) killsAny(ch Change, paths [][]int32) bool {
	c.install([]Change{ch})
	defer c.uninstall([]Change{ch})
	return slices.ContainsFunc(paths, c.differs)
}

// WeakSuite takes the shortest weak kills.
func WeakSuite(mutants []Judged) Suite {
	var words Suite
	for i := range mutants {
		if mutants[i].Verdict.WeakKilled {
			words = append(words, mutants[i].Verdict.Weak)
		}
	}
	return Condense(words)
}

// EveryNth samples mutants: numbers 0, n, 2n, …
func EveryNth(mutants []Judged, n int) []Judged {
	var some []Judged
	for i := 0; i < len(mutants); i += n {
		some = append(some, mutants[i])
	}
	return some
}

// Kills tells which test kills which mutant, strongly and weakly.
type Kills struct {
	Strong, Weak suite.Matrix
}

// Matrix runs all tests on all mutants.
func (c *Checker) Matrix(tests Suite, mutants []Judged) *Kills {
	x := &Kills{}
	paths := make([][]int32, len(tests)) // edges of the original
	for i, t := range tests {
		x.Strong, x.Weak = append(x.Strong, make([]bool, len(mutants))), append(x.Weak, make([]bool, len(mutants)))
		paths[i] = c.edges(t)
	}
	for j := range mutants {
		c.column(x, j, &mutants[j], paths)
	}
	return x
}

// edges follows a test through the original.
func (c *Checker) edges(test []int32) []int32 {
	var path []int32
	s := int32(0)
	for _, i := range test {
		e := s*int32(len(c.x.letters)) + i
		path = append(path, e)
		s = c.x.succ[e]
	}
	return path
}

// column runs one mutant. A test that meets none of its infected steps leaves it alike.
func (c *Checker) column(x *Kills, j int, m *Judged, paths [][]int32) {
	v := &m.Verdict
	c.install([]Change{m.Change})
	defer c.uninstall([]Change{m.Change})
	start := v.infects(startEdge)
	for i, path := range paths {
		meets := start
		for _, e := range path {
			meets = meets || v.infects(e)
		}
		x.Weak[i][j] = meets
		x.Strong[i][j] = meets && c.differs(path)
	}
}

// differs plays a test on the installed mutant.
func (c *Checker) differs(path []int32) bool {
	c.r.start()
	if !equalValues(c.r.out, c.x.outs.all[c.x.first]) {
		return true
	}
	for _, e := range path {
		c.r.step(&c.x.letters[c.x.letter(e)])
		if !equalValues(c.r.out, c.x.outs.all[c.x.shown[e]]) {
			return true
		}
	}
	return false
}
