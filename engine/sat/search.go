package sat

import (
	"context"
	"time"

	"github.com/go-air/gini"
	"github.com/go-air/gini/z"
	"github.com/mutarium/mutarium/engine/sat/cdcl"
)

// The two searches behind a Solver. Gini is the faster one on large problems; it can be bounded by time alone, and what
// it finds after an interruption depends on when that was. The solver that counts stops after so many conflicts, and
// finds the same wherever it runs.

// slice is how long a call runs before it looks at its context again, once its first slice is over.
// Being interrupted sends gini another way through its search, so that other models and cores come
// out: the first slice is long enough for nearly every call to end in it, whatever else the machine
// is doing, and the context is looked at between calls too.
const slice = 50 * time.Millisecond

// A slicedGini is gini, called for a slice of time again and again.
type slicedGini struct{ *gini.Gini }

func (g *slicedGini) solve(ctx context.Context, assumed []z.Lit) Result {
	g.rewind()
	for patience := firstSlice; ; patience = slice {
		g.Assume(assumed...)
		switch g.Try(patience) {
		case 1:
			return Sat
		case -1:
			return Unsat
		}
		yield()
		if ctx.Err() != nil {
			return Unknown
		}
	}
}

// rewind makes gini forget the conflict that ended the last call, as adding a clause does; a
// tautology is as good as any and is not stored. Without it gini analyses that conflict first, and
// where the analysis refutes the clauses themselves it goes on with a broken trail, to a false
// model and the end of the process.
func (g *slicedGini) rewind() {
	l := z.Var(1).Pos() // of the constants
	g.Add(l)
	g.Add(l.Not())
	g.Add(z.LitNull)
}

// counted is the solver whose conflicts are counted.
type counted struct {
	s      *cdcl.Solver
	left   int // of the budget; negative: none
	clause []cdcl.Lit
}

func (c *counted) Lit() z.Lit { return z.Lit(c.s.NewVar()) }

func (c *counted) MaxVar() z.Var { return z.Var(c.s.Vars()) }

func (c *counted) Value(l z.Lit) bool { return c.s.Value(cdcl.Lit(l)) }

func (c *counted) Add(l z.Lit) {
	if l != z.LitNull {
		c.clause = append(c.clause, cdcl.Lit(l))
		return
	}
	c.s.Add(c.clause...)
	c.clause = c.clause[:0]
}

func (c *counted) Why(into []z.Lit) []z.Lit {
	for _, l := range c.s.Core() {
		into = append(into, z.Lit(l))
	}
	return into
}

// solve looks at its context now and then, which changes nothing of the search.
func (c *counted) solve(ctx context.Context, assumed []z.Lit) Result {
	lits := make([]cdcl.Lit, len(assumed))
	for i, l := range assumed {
		lits[i] = cdcl.Lit(l)
	}
	last := time.Now()
	c.s.Pause = func() bool {
		if time.Since(last) > slice {
			yield()
			last = time.Now()
		}
		return ctx.Err() != nil
	}
	before := c.s.Conflicts()
	answer := c.s.Solve(c.left, lits...)
	if c.left >= 0 {
		c.left -= c.s.Conflicts() - before
	}
	return map[cdcl.Result]Result{cdcl.Sat: Sat, cdcl.Unsat: Unsat, cdcl.Unknown: Unknown}[answer]
}

// Conflicts allows a counted solver n further conflicts; a call that would need more answers Unknown, and so
// does every later one. A negative n lifts the bound.
func (s *Solver) Conflicts(n int) { s.search.(*counted).left = max(n, -1) }

// ConflictsMet counts the conflicts of a counted solver.
func (s *Solver) ConflictsMet() int { return s.search.(*counted).s.Conflicts() }

// ConflictsLeft is what is left of the bound; negative: there is none.
func (s *Solver) ConflictsLeft() int { return s.search.(*counted).left }
