package mutants

import (
	"slices"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/tioa/model"
)

// The operators of Ecdar-GUI and of the literature on mutants of timed automata.

// otherEnds is every edge with every other location in place of one of its ends.
func otherEnds(end func(*model.Edge) int) func(s Subject, emit func(Mutation)) {
	return func(s Subject, emit func(Mutation)) {
		s.Automaton.Mutable(func(i int, e *model.Edge) {
			s.Automaton.Present(func(to int, l *model.Location) {
				if to != end(e) && l.Kind == model.Normal {
					emit(Mutation{Edge: i, Location: -1, Target: to})
				}
			})
		})
	}
}

func changeSource(s Subject, m Mutation) *model.Automaton {
	e := *s.Automaton.Edges[m.Edge]
	e.Source = m.Target
	return s.Automaton.WithEdge(m.Edge, &e)
}

func changeTarget(s Subject, m Mutation) *model.Automaton {
	e := *s.Automaton.Edges[m.Edge]
	e.Target = m.Target
	return s.Automaton.WithEdge(m.Edge, &e)
}

func otherActions(s Subject, emit func(Mutation)) {
	inputs, outputs := s.Automaton.Actions(false), s.Automaton.Actions(true)
	s.Automaton.Mutable(func(i int, e *model.Edge) {
		names := inputs
		if e.Output {
			names = outputs
		}
		for _, name := range names {
			if e.Action != "" && name != e.Action {
				emit(Mutation{Edge: i, Location: -1, Name: name})
			}
		}
	})
}

func changeAction(s Subject, m Mutation) *model.Automaton {
	e := *s.Automaton.Edges[m.Edge]
	e.Action = m.Name
	return s.Automaton.WithEdge(m.Edge, &e)
}

// guardConstants is every clock constraint of every guard, its constant one larger and, where that
// stays above zero, one smaller: Ecdar-GUI makes constants of -1 too, which mean nothing.
func guardConstants(s Subject, emit func(Mutation)) {
	s.Automaton.Mutable(func(i int, e *model.Edge) {
		for k, n := range atoms(e.Guard) {
			c, ok := s.Model.Simple(s.Automaton, n)
			if !ok || c.Const == nil {
				continue
			}
			emit(Mutation{Edge: i, Location: -1, Atom: k, Value: c.Bound + 1, Cmp: n.Op})
			if c.Bound > 0 || c.Y != "" {
				emit(Mutation{Edge: i, Location: -1, Atom: k, Value: c.Bound - 1, Cmp: n.Op})
			}
		}
	})
}

// guardOperators follows Ecdar-GUI: a clock is compared by <= or > only, a variable by all six.
func guardOperators(s Subject, emit func(Mutation)) {
	s.Automaton.Mutable(func(i int, e *model.Edge) {
		for k, n := range atoms(e.Guard) {
			ops := []expr.Op{expr.Lt, expr.Le, expr.Eq, expr.Ne, expr.Ge, expr.Gt}
			c, clock := s.Model.Simple(s.Automaton, n)
			if clock {
				ops = []expr.Op{expr.Le, expr.Gt}
			} else if s.mentionsClock(n) {
				continue
			}
			for _, op := range ops {
				if op != n.Op {
					emit(Mutation{Edge: i, Location: -1, Atom: k, Value: c.Bound, Cmp: op})
				}
			}
		}
	})
}

func (s Subject) mentionsClock(e *expr.Expr) bool {
	found := false
	expr.Walk(e, func(n *expr.Expr) bool {
		found = found || n.Op == expr.Name && s.Automaton.Clock(n.Name) >= 0
		return !found
	})
	return found
}

// changeAtom replaces comparison and, for clocks, constant of one comparison of a condition.
func (s Subject) changeAtom(cond *expr.Expr, m Mutation) *expr.Expr {
	old := atoms(cond)[m.Atom]
	by := *old
	by.Op = m.Cmp
	if c, ok := s.Model.Simple(s.Automaton, old); ok && c.Const != nil && m.Value != c.Bound {
		by = *expr.Replace(&by, c.Const, number(c.Const, m.Value))
	}
	return expr.Replace(cond, old, &by)
}

func changeGuardAtom(s Subject, m Mutation) *model.Automaton {
	return s.Automaton.WithGuard(m.Edge, s.changeAtom(s.Automaton.Edges[m.Edge].Guard, m))
}

func invariantConstants(s Subject, emit func(Mutation)) {
	s.Automaton.Present(func(i int, l *model.Location) {
		for k, n := range atoms(l.Invariant) {
			if c, ok := s.Model.Simple(s.Automaton, n); ok && c.Const != nil {
				emit(Mutation{Edge: -1, Location: i, Atom: k, Value: c.Bound + 1, Cmp: n.Op})
			}
		}
	})
}

func changeInvariantAtom(s Subject, m Mutation) *model.Automaton {
	return s.Automaton.WithInvariant(m.Location, s.changeAtom(s.Automaton.Locations[m.Location].Invariant, m))
}

// maxValues bounds the values of a variable that are tried, for variables of a wide range.
const maxValues = 16

// otherValues is every assignment of a constant to a bounded variable, with every other value of
// its range.
func otherValues(s Subject, emit func(Mutation)) {
	s.Automaton.Mutable(func(i int, e *model.Edge) {
		for _, u := range e.Updates {
			at := s.Automaton.Variable(u.Name)
			if at < 0 || u.Value == nil || u.Value.Op != expr.Const {
				continue
			}
			v := s.Automaton.Vars[at]
			low := max(v.Min, u.Value.Value-maxValues)
			for x := low; x <= min(v.Max, low+2*maxValues); x++ {
				if x != u.Value.Value {
					emit(Mutation{Edge: i, Location: -1, Name: u.Name, Value: x})
				}
			}
		}
	})
}

func changeValue(s Subject, m Mutation) *model.Automaton {
	e := *s.Automaton.Edges[m.Edge]
	e.Updates = slices.Clone(e.Updates)
	for k, u := range e.Updates {
		if u.Name == m.Name {
			by := number(u.Value, m.Value)
			if by.Type = u.Value.Type; by.Type == expr.Unchecked {
				by.Type = expr.Int
			}
			e.Updates[k].Value = by
		}
	}
	return s.Automaton.WithEdge(m.Edge, &e)
}

// toSink adds the sink location. It has no edges of its own: an input that is missing there is
// ignored once inputs are completed, as Ecdar does with every mutant.
func toSink(s Subject, m Mutation) *model.Automaton {
	c := *s.Automaton
	c.Locations = append(c.Locations[:len(c.Locations):len(c.Locations)], &model.Location{ID: s.Automaton.Fresh("sink")})
	e := *c.Edges[m.Edge]
	e.Target = len(c.Locations) - 1
	return c.WithEdge(m.Edge, &e)
}

func eachReset(s Subject, emit func(Mutation)) {
	s.Automaton.Mutable(func(i int, _ *model.Edge) {
		for _, x := range s.Automaton.Clocks {
			emit(Mutation{Edge: i, Location: -1, Name: x.Name})
		}
	})
}

func invertReset(s Subject, m Mutation) *model.Automaton {
	e := *s.Automaton.Edges[m.Edge]
	kept := make([]model.Update, 0, len(e.Updates)+1)
	for _, u := range e.Updates {
		if u.Name != m.Name {
			kept = append(kept, u)
		}
	}
	if len(kept) == len(e.Updates) {
		kept = append(kept, model.Update{Name: m.Name, Value: expr.Num(0)})
	}
	e.Updates = kept
	return s.Automaton.WithEdge(m.Edge, &e)
}

func guarded(s Subject, emit func(Mutation)) {
	s.Automaton.Mutable(func(i int, e *model.Edge) {
		if e.Guard != nil {
			emit(Mutation{Edge: i, Location: -1})
		}
	})
}

func negateGuard(s Subject, m Mutation) *model.Automaton {
	return s.Automaton.WithGuard(m.Edge, s.negation(s.Automaton.Edges[m.Edge].Guard))
}

// negation pushes a negation down to the comparisons, so that clocks are never compared by "!=": an
// equation of clocks splits into below and above.
func (s Subject) negation(e *expr.Expr) *expr.Expr {
	switch {
	case e.Op == expr.Not:
		return e.Args[0]
	case e.Op == expr.And:
		return expr.Make(expr.Or, s.negation(e.Args[0]), s.negation(e.Args[1]))
	case e.Op == expr.Or:
		return expr.Make(expr.And, s.negation(e.Args[0]), s.negation(e.Args[1]))
	case e.Op == expr.Imply:
		return expr.Make(expr.And, e.Args[0], s.negation(e.Args[1]))
	case e.Op == expr.Eq && s.mentionsClock(e):
		return expr.Make(expr.Or, expr.Make(expr.Lt, e.Args...), expr.Make(expr.Gt, e.Args...))
	case e.Op == expr.Const:
		return expr.Truth(e.Value == 0)
	case e.Op == expr.Name:
		return expr.Make(expr.Not, e)
	}
	return expr.Make(opposite(e.Op), e.Args...)
}

func otherClocks(s Subject, emit func(Mutation)) {
	s.Automaton.Mutable(func(i int, e *model.Edge) {
		for k, n := range atoms(e.Guard) {
			c, ok := s.Model.Simple(s.Automaton, n)
			if !ok || c.Y != "" || c.Const == nil {
				continue
			}
			for _, x := range s.Automaton.Clocks {
				if x.Name != c.X {
					emit(Mutation{Edge: i, Location: -1, Atom: k, Name: x.Name})
				}
			}
		}
	})
}

func exchangeClock(s Subject, m Mutation) *model.Automaton {
	guard := s.Automaton.Edges[m.Edge].Guard
	old := atoms(guard)[m.Atom]
	c, _ := s.Model.Simple(s.Automaton, old)
	side := old.Args[0]
	if c.Swapped {
		side = old.Args[1]
	}
	by := &expr.Expr{Op: expr.Name, Type: side.Type, Name: m.Name, Span: side.Span, Outer: side.Outer}
	return s.Automaton.WithGuard(m.Edge, expr.Replace(guard, side, by))
}

// window reads a guard that is a conjunction of a lower and an upper bound of one clock.
func (s Subject) window(guard *expr.Expr) (low, high model.Constraint, ok bool) {
	if guard == nil || guard.Op != expr.And {
		return low, high, false
	}
	a, ok1 := s.simple(guard.Args[0])
	b, ok2 := s.simple(guard.Args[1])
	if !ok1 || !ok2 || a.X != b.X {
		return low, high, false
	}
	if Upper(a.Op) {
		a, b = b, a
	}
	return a, b, lowerBound(a.Op) && Upper(b.Op)
}

// Upper tells the comparisons that bound a clock from above.
func Upper(op expr.Op) bool      { return op == expr.Lt || op == expr.Le }
func lowerBound(op expr.Op) bool { return op == expr.Gt || op == expr.Ge }

func windows(s Subject, emit func(Mutation)) {
	s.Automaton.Mutable(func(i int, e *model.Edge) {
		if low, _, ok := s.window(e.Guard); ok {
			emit(Mutation{Edge: i, Location: -1, Value: 1})
			if low.Bound > 0 {
				emit(Mutation{Edge: i, Location: -1, Value: -1})
			}
		}
	})
}

func shiftWindow(s Subject, m Mutation) *model.Automaton {
	guard := s.Automaton.Edges[m.Edge].Guard
	low, high, _ := s.window(guard)
	for _, c := range []model.Constraint{low, high} {
		guard = expr.Replace(guard, c.Const, number(c.Const, c.Bound+m.Value))
	}
	return s.Automaton.WithGuard(m.Edge, guard)
}
