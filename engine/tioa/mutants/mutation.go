package mutants

import (
	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/model"
)

// Mutants of one automaton of a model. A Mutation names a change by elements of the automaton that
// it is applied to, never by places of a text: the second step of a pair changes the first step's
// mutant, which no text holds. Texts of mutants come out of the structures, see edits.go.

// A Subject is an automaton together with the model whose constants it may use.
type Subject model.Subject

// With gives the same subject with the automaton replaced.
func (s Subject) With(a *model.Automaton) Subject {
	s.Automaton = a
	return s
}

// A Mutation is one use of an operator on a subject. Which fields count depends on the operator;
// numbers are indices into the automaton's slices.
type Mutation struct {
	Op       *Operator
	Edge     int    // -1: none
	Location int    // the location changed, or the source of an added edge; -1: none
	Target   int    // a new source or target
	Output   bool   // of an added edge
	Atom     int    // which comparison of a guard or invariant, from 0 in reading order
	Value    int64  // a new constant
	Name     string // a clock, a variable, an action
	Cmp      expr.Op
}

// Mutations lists what an operator can do to a subject, in a stable order.
func (s Subject) Mutations(op *Operator) []Mutation {
	var all []Mutation
	s.each(op, func(m Mutation) { all = append(all, m) })
	return all
}

// each visits what an operator can do to a subject outside the protected parts of its text.
func (s Subject) each(op *Operator, visit func(m Mutation)) {
	op.sites(s, func(m Mutation) {
		if m.Op = op; s.mayApply(m) {
			visit(m)
		}
	})
}

// Apply makes the mutant. It shares with the original what it does not change.
func (s Subject) Apply(m Mutation) Subject { return s.With(m.Op.apply(s, m)) }

// ID names a mutation for good: other operators and other mutations do not change it.
func (s Subject) ID(m Mutation) string {
	id := m.Op.Name + "@"
	switch {
	case m.Edge >= 0:
		id += s.Automaton.EdgeLabel(m.Edge)
	case m.Op.onInvariant(m):
		id += "inv:" + s.Automaton.Locations[m.Location].ID
	default:
		id += s.Automaton.Locations[m.Location].ID
	}
	if m.Op.detail != nil {
		id += m.Op.detail(s, m)
	}
	return id
}

// Place is where the model's text shows a mutation: the span of what it changes.
func (s Subject) Place(m Mutation) source.Span {
	a := s.Automaton
	switch {
	case m.Edge >= 0:
		return a.Edges[m.Edge].Span
	case m.Location >= 0:
		return a.Locations[m.Location].Span
	}
	return a.NameSpan
}

// Copies on write.

// SimpleGuard reads the guard of an edge that is, as a whole, one constraint on one clock.
func (s Subject) SimpleGuard(i int) (model.Constraint, bool) {
	return s.simple(s.Automaton.Edges[i].Guard)
}

// SimpleInvariant does the same for the invariant of a location.
func (s Subject) SimpleInvariant(i int) (model.Constraint, bool) {
	return s.simple(s.Automaton.Locations[i].Invariant)
}

func (s Subject) simple(e *expr.Expr) (model.Constraint, bool) {
	if e == nil {
		return model.Constraint{}, false
	}
	c, ok := s.Model.Simple(s.Automaton, e)
	return c, ok && c.Y == "" && c.Const != nil
}

// atoms lists the comparisons in a guard or an invariant in reading order.
func atoms(e *expr.Expr) []*expr.Expr {
	var out []*expr.Expr
	if e != nil {
		expr.Walk(e, func(n *expr.Expr) bool {
			if n.Op.Relational() {
				out = append(out, n)
			}
			return !n.Op.Relational()
		})
	}
	return out
}
