// Package suite holds what test suites of all formalisms share: kill matrices, the choice of tests,
// subsumption between mutants, and suites as text.
//
// matrix.go chooses tests, subsumption.go orders classes of mutants, text.go reads and writes suites,
// show.go draws all of them.
package suite

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine/sat"
)

// A Matrix tells which test (row) kills which mutant (column).
type Matrix [][]bool

// Killed counts the mutants that some test kills.
func (rows Matrix) Killed() int {
	n := 0
	for _, k := range rows.Union() {
		if k {
			n++
		}
	}
	return n
}

// Union tells by mutant whether some test kills it; nil without tests.
func (rows Matrix) Union() []bool {
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
func (rows Matrix) Greedy() []int {
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
func (rows Matrix) Columns() (columns []Column) {
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
func (rows Matrix) Optimal(ctx context.Context, calls int) ([]int, bool) {
	best := rows.Greedy()
	s := sat.New()
	s.Budget(calls)
	use := s.NewLits(len(rows))
	for _, col := range rows.Columns() {
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

// Condense drops repeated tests and beginnings of others; the rest keep their order.
func Condense[T any](tests [][]T, equal func(a, b T) bool) [][]T {
	var kept [][]T
	for i, t := range tests {
		redundant := false
		for j, other := range tests {
			if i == j || len(other) < len(t) || !slices.EqualFunc(other[:len(t)], t, equal) {
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

// Of selects tests.
func (rows Matrix) Of(order []int) Matrix {
	var some Matrix
	for _, i := range order {
		some = append(some, rows[i])
	}
	return some
}

// Ways to minimise a suite.
var Ways = []string{"none", "greedy", "optimal"}

// optimalCalls bounds the solver in minimising a suite.
const optimalCalls = 2000

// Minimise chooses tests by one of Ways, and says what is known of the choice.
func (rows Matrix) Minimise(ctx context.Context, way string) (order []int, remark string, err error) {
	switch way {
	case "none":
		for i := range rows {
			order = append(order, i)
		}
		return order, "", nil
	case "greedy":
		return rows.Greedy(), "", nil
	case "optimal":
		order, proved := rows.Optimal(ctx, optimalCalls)
		if !proved {
			return order, "The budget ended before this was known to be the smallest suite.", nil
		}
		return order, "Proved: no smaller selection of these tests kills as many.", nil
	}
	return nil, "", fmt.Errorf("minimise: got %q, want %s", way, strings.Join(Ways, ", "))
}
