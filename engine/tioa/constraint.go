package tioa

import "github.com/mutarium/mutarium/engine/expr"

// A Constraint is a simple clock constraint as it stands in a text: a clock, or the difference of
// two, compared with a constant. The paper's mutation operators speak of these.
type Constraint struct {
	X, Y  string // x - y; Y is "" without a difference
	Op    expr.Op
	Bound int64
	// Nodes of the tree, for replacing: the comparison and its constant side. Swapped is set when
	// the constant stands on the left, as in "3 < x"; Op is then that of the turned comparison.
	Node, Const *expr.Expr
	Swapped     bool
}

// Simple reads an expression that is one simple clock constraint, as a whole. Constants that are
// named or computed are folded.
func (m *Model) Simple(a *Automaton, e *expr.Expr) (Constraint, bool) {
	if e == nil || !e.Op.Relational() || e.Op == expr.Ne {
		return Constraint{}, false
	}
	c := Constraint{Op: e.Op, Node: e}
	left, right := e.Args[0], e.Args[1]
	if k, ok := m.fold(a, left); ok {
		c.Bound, c.Const, c.Swapped, c.Op = k, left, true, turned(e.Op)
		left, right = right, left
	} else if k, ok := m.fold(a, right); ok {
		c.Bound, c.Const = k, right
	} else if left.Op == expr.Name && right.Op == expr.Name {
		c.X, c.Y, c.Const = left.Name, right.Name, nil
		return c, a.clock(c.X) >= 0 && a.clock(c.Y) >= 0
	} else {
		return Constraint{}, false
	}
	switch {
	case left.Op == expr.Name:
		c.X = left.Name
		return c, a.clock(c.X) >= 0
	case left.Op == expr.Sub && left.Args[0].Op == expr.Name && left.Args[1].Op == expr.Name:
		c.X, c.Y = left.Args[0].Name, left.Args[1].Name
		return c, a.clock(c.X) >= 0 && a.clock(c.Y) >= 0
	}
	return Constraint{}, false
}

// turned is the comparison read from right to left.
func turned(op expr.Op) expr.Op {
	switch op {
	case expr.Lt:
		return expr.Gt
	case expr.Gt:
		return expr.Lt
	case expr.Le:
		return expr.Ge
	case expr.Ge:
		return expr.Le
	}
	return op
}

// fold evaluates an expression of constants.
func (m *Model) fold(a *Automaton, e *expr.Expr) (int64, bool) {
	switch {
	case e.Op == expr.Const:
		return e.Value, e.Type != expr.Bool
	case e.Op == expr.Name:
		return m.constant(a, e.Name)
	case e.Op == expr.Neg:
		v, ok := m.fold(a, e.Args[0])
		return -v, ok
	case !e.Op.Arithmetic():
		return 0, false
	}
	x, ok1 := m.fold(a, e.Args[0])
	y, ok2 := m.fold(a, e.Args[1])
	if !ok1 || !ok2 {
		return 0, false
	}
	v, fault := expr.Apply(e.Op, x, y, maxValue)
	return v, fault == 0
}

// constant looks a named constant up, an automaton's own first.
func (m *Model) constant(a *Automaton, name string) (int64, bool) {
	if a != nil {
		for _, c := range a.Consts {
			if c.Name == name {
				return c.Value, true
			}
		}
	}
	for _, c := range m.Consts {
		if c.Name == name {
			return c.Value, true
		}
	}
	return 0, false
}

// maxValue bounds all integers of a model, as UPPAAL's 32-bit integers do.
const maxValue = 1<<31 - 1
