package efsm

import (
	"context"
	"slices"

	"github.com/mutarium/mutarium/engine/sat"
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

// Condense drops repeated tests and beginnings of others; the rest keep their order.
func Condense(tests Suite) Suite {
	var kept Suite
	for i, t := range tests {
		redundant := false
		for j, other := range tests {
			if i == j || len(other) < len(t) || !slices.Equal(other[:len(t)], t) {
				continue
			}
			if len(other) > len(t) || j < i {
				redundant = true
				break
			}
		}
		if !redundant {
			kept = append(kept, t)
		}
	}
	return kept
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

// A Matrix tells which test kills which mutant, strongly and weakly.
type Matrix struct {
	Strong [][]bool // test × mutant
	Weak   [][]bool
}

// Matrix runs all tests on all mutants.
func (c *Checker) Matrix(tests Suite, mutants []Judged) *Matrix {
	x := &Matrix{}
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
func (c *Checker) column(x *Matrix, j int, m *Judged, paths [][]int32) {
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

// Killed counts the mutants that some test kills.
func Killed(rows [][]bool) int {
	n := 0
	for _, k := range union(rows) {
		if k {
			n++
		}
	}
	return n
}

func union(rows [][]bool) []bool {
	if len(rows) == 0 {
		return nil
	}
	all := make([]bool, len(rows[0]))
	for _, row := range rows {
		for j, k := range row {
			all[j] = all[j] || k
		}
	}
	return all
}

// Greedy picks tests, always one that kills the most mutants not yet killed, the first of those
// (KPW, "Test suite minimization"), until all that the suite kills are killed.
func Greedy(rows [][]bool) []int {
	var order []int
	var done []bool
	if len(rows) > 0 {
		done = make([]bool, len(rows[0]))
	}
	for {
		best, gain := -1, 0
		for i, row := range rows {
			n := 0
			for j, k := range row {
				if k && !done[j] {
					n++
				}
			}
			if n > gain {
				best, gain = i, n
			}
		}
		if best < 0 {
			return order
		}
		order = append(order, best)
		for j, k := range rows[best] {
			done[j] = done[j] || k
		}
	}
}

// Columns lists the distinct sets of tests that kill a mutant, each with the mutants it belongs
// to, in order of the first; and marks those that contain no other one: a suite that meets the
// minimal columns meets all.
func Columns(rows [][]bool) (columns []Column) {
	if len(rows) == 0 {
		return nil
	}
	at := map[string]int{}
	for j := range rows[0] {
		key := make([]byte, len(rows))
		any := false
		for i := range rows {
			if rows[i][j] {
				key[i] = 1
				any = true
			}
		}
		if !any {
			continue
		}
		n, seen := at[string(key)]
		if !seen {
			n = len(columns)
			at[string(key)] = n
			columns = append(columns, Column{tests: key})
		}
		columns[n].Mutants = append(columns[n].Mutants, j)
	}
	for a := range columns {
		columns[a].Minimal = true
		for b := range columns {
			if a != b && subset(columns[b].tests, columns[a].tests) {
				columns[a].Minimal = false
			}
		}
	}
	return columns
}

// A Column is a class of mutants that the same tests kill.
type Column struct {
	Mutants []int
	Minimal bool
	tests   []byte
}

func subset(a, b []byte) bool {
	for i := range a {
		if a[i] > b[i] {
			return false
		}
	}
	return true
}

// Optimal finds a smallest set of tests that kills what the whole suite kills: a minimum hitting
// set of the minimal columns, by SAT with a bound that goes down from the greedy answer. The second
// result is false when the context or the budget of calls ended the search before the answer was
// known to be smallest.
func Optimal(ctx context.Context, rows [][]bool, calls int) ([]int, bool) {
	best := Greedy(rows)
	s := sat.New()
	s.Budget(calls)
	use := s.NewLits(len(rows))
	for _, col := range Columns(rows) {
		if !col.Minimal {
			continue
		}
		var clause []sat.Lit
		for i, in := range col.tests {
			if in == 1 {
				clause = append(clause, use[i])
			}
		}
		s.AddClause(clause...)
	}
	for len(best) > 0 {
		switch s.Solve(ctx, s.AtMost(len(best)-1, use...)) {
		case sat.Unsat:
			slices.Sort(best)
			return best, true
		case sat.Unknown:
			slices.Sort(best)
			return best, false
		}
		best = best[:0:0]
		for i, l := range use {
			if s.Value(l) {
				best = append(best, i)
			}
		}
	}
	return best, true
}
