package sat

import (
	"context"

	"github.com/go-air/gini"
	"github.com/go-air/gini/logic"
	"github.com/go-air/gini/z"
	"github.com/mutarium/mutarium/engine/sat/cdcl"
)

// A Lit is a variable, a gate, or the negation of one; its method Not negates. Zero is no literal.
// Literals belong to the solver that made them and are numbered in the order of their making.
type Lit = z.Lit

// A Result is the answer of one call.
type Result int8

const (
	Unknown Result = iota // the context was cancelled or a budget is spent
	Sat                   // Value gives a model
	Unsat                 // Core gives assumptions that cannot hold together
)

func (r Result) String() string { return [...]string{"unknown", "sat", "unsat"}[r] }

// A Solver holds clauses and a circuit, and answers questions about them. It never forgets either, and
// what it learned in one call serves the next. One goroutine at a time.
type Solver struct {
	search searcher
	gates  *logic.C
	inside []z.Lit // of each circuit variable: its literal in the search, or zero when that has not seen it

	refuted bool // the clauses alone are unsatisfiable: gini must not be called again
	calls   int
	budget  int // of calls; negative: none
	last    Result
	assumed []Lit // by the last call

	computed map[z.Var]bool // in the last model: gates that the search has not seen
}

// A searcher looks for models: gini, or the solver that counts.
type searcher interface {
	Lit() z.Lit
	Add(z.Lit) // a clause literal by literal, then zero
	MaxVar() z.Var
	Value(z.Lit) bool
	Why([]z.Lit) []z.Lit

	// solve asks under assumptions, and is Unknown only when the context is done or a budget of its own is spent.
	solve(ctx context.Context, assumed []z.Lit) Result
}

// New gives a solver without clauses and without a budget.
func New() *Solver { return newSolver(&slicedGini{gini.New()}) }

// NewCounted gives one whose work can be bounded by a count of conflicts.
func NewCounted() *Solver { return NewCourse(0) }

// NewCourse gives a counted solver that goes another way through its search for each number, and finds other models.
func NewCourse(n int) *Solver {
	s := cdcl.New()
	s.Course = n
	return newSolver(&counted{s: s, left: -1})
}

func newSolver(search searcher) *Solver {
	s := &Solver{search: search, gates: logic.NewC(), budget: -1}
	s.emit(s.True())
	return s
}

// NewLit gives a fresh variable.
func (s *Solver) NewLit() Lit { return s.gates.Lit() }

// NewLits gives n fresh variables.
func (s *Solver) NewLits(n int) []Lit {
	lits := make([]Lit, n)
	for i := range lits {
		lits[i] = s.NewLit()
	}
	return lits
}

// AddClause demands for good that one of the literals holds. No literals: nothing holds any more.
// It ends the validity of the last model and core.
func (s *Solver) AddClause(lits ...Lit) {
	s.last = Unknown
	if s.refuted {
		return
	}
	for _, l := range lits {
		s.emit(l)
	}
	for _, l := range lits {
		s.search.Add(s.inner(l))
	}
	s.search.Add(z.LitNull)
}

// Solve asks whether the clauses and the assumptions can hold together. It is Unknown only when
// the context is done or the budget is spent.
func (s *Solver) Solve(ctx context.Context, assumptions ...Lit) Result {
	s.last = Unknown
	s.assumed = append(s.assumed[:0], assumptions...)
	if s.calls == s.budget || ctx.Err() != nil {
		return Unknown
	}
	s.calls++
	if s.refuted {
		s.last = Unsat
		return Unsat
	}
	for _, l := range assumptions {
		s.emit(l)
	}
	inner := make([]z.Lit, len(assumptions))
	for i, l := range assumptions {
		inner[i] = s.inner(l)
	}
	switch s.last = s.search.solve(ctx, inner); s.last {
	case Sat:
		s.computed = map[z.Var]bool{}
	case Unsat:
		s.refuted = len(s.Core()) == 0
	}
	return s.last
}

// Calls counts the calls of Solve that reached the solver, those of MinimalCore among them.
func (s *Solver) Calls() int { return s.calls }

// Budget allows n further calls; Solve then answers Unknown. A negative n lifts the budget.
func (s *Solver) Budget(n int) {
	s.budget = -1
	if n >= 0 {
		s.budget = s.calls + n
	}
}

// Spent tells that the budget allows no further call.
func (s *Solver) Spent() bool { return s.calls == s.budget }

// Value is a literal's value in the model that the last call found. It may be asked until the next
// clause or call. A variable that no clause and no assumption reached is false; a gate that none
// reached is computed.
func (s *Solver) Value(l Lit) bool {
	if s.last != Sat {
		panic("sat: value without a model")
	}
	return s.value(l.Var()) == l.IsPos()
}

func (s *Solver) value(v z.Var) bool {
	if int(v) < len(s.inside) && s.inside[v] != z.LitNull {
		return s.search.Value(s.inside[v])
	}
	a, b := s.gates.Ins(v.Pos())
	if a == z.LitNull {
		return false
	}
	value, known := s.computed[v]
	if !known {
		value = s.Value(a) && s.Value(b)
		s.computed[v] = value
	}
	return value
}

// Core gives assumptions of the last call that cannot hold together with the clauses, in the order
// in which they were assumed. It need not be minimal; it is empty when the clauses alone are
// unsatisfiable. The last call was Unsat.
func (s *Solver) Core() []Lit {
	if s.last != Unsat {
		panic("sat: core without a refutation")
	}
	if s.refuted {
		return nil
	}
	failed := map[Lit]bool{}
	for _, l := range s.search.Why(nil) {
		failed[l] = true
	}
	var core []Lit
	for _, l := range s.assumed {
		if in := s.inner(l); failed[in] {
			failed[in] = false
			core = append(core, l)
		}
	}
	return core
}

// MinimalCore shrinks the core by trying to leave out each assumption in turn, the last first, so
// that those assumed early are kept where there is a choice. Each trial is a call. When the
// context or the budget ends the trials, what was reached by then is given: still a core.
func (s *Solver) MinimalCore(ctx context.Context) []Lit {
	untried, needed := s.Core(), []Lit(nil)
	for len(untried) > 0 {
		n := len(untried) - 1
		l := untried[n]
		switch s.Solve(ctx, append(append([]Lit{}, untried[:n]...), needed...)...) {
		case Unsat:
			untried = common(untried[:n], s.Core())
		case Sat:
			untried, needed = untried[:n], append([]Lit{l}, needed...)
		default:
			return append(untried, needed...)
		}
	}
	return needed
}

// common gives the members of a that are in b, in the order of a.
func common(a, b []Lit) []Lit {
	in := map[Lit]bool{}
	for _, l := range b {
		in[l] = true
	}
	both := []Lit{}
	for _, l := range a {
		if in[l] {
			both = append(both, l)
		}
	}
	return both
}

// Size counts the variables that the search has seen: what every model has to give a value.
func (s *Solver) Size() int { return int(s.search.MaxVar()) }

// Gates counts the variables and gates that were made, seen by the search or not.
func (s *Solver) Gates() int { return s.gates.Len() }
