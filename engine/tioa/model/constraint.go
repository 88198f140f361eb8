package model

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
	if k, ok := m.Fold(a, left); ok {
		c.Bound, c.Const, c.Swapped, c.Op = k, left, true, turned(e.Op)
		left, right = right, left
	} else if k, ok := m.Fold(a, right); ok {
		c.Bound, c.Const = k, right
	} else if left.Op == expr.Name && right.Op == expr.Name {
		c.X, c.Y, c.Const = left.Name, right.Name, nil
		return c, a.Clock(c.X) >= 0 && a.Clock(c.Y) >= 0
	} else {
		return Constraint{}, false
	}
	switch {
	case left.Op == expr.Name:
		c.X = left.Name
		return c, a.Clock(c.X) >= 0
	case left.Op == expr.Sub && left.Args[0].Op == expr.Name && left.Args[1].Op == expr.Name:
		c.X, c.Y = left.Args[0].Name, left.Args[1].Name
		return c, a.Clock(c.X) >= 0 && a.Clock(c.Y) >= 0
	}
	return Constraint{}, false
}

// Bound reads a comparison of clocks with a constant, however it is arranged: constants may stand
// beside the clocks, as in "x - 2 > 5". Without that it is Simple.
func (m *Model) Bound(a *Automaton, e *expr.Expr) (Constraint, bool) {
	if c, ok := m.Simple(a, e); ok {
		return c, true
	}
	if !e.Op.Relational() || e.Op == expr.Ne {
		return Constraint{}, false
	}
	var f linear
	if !m.collect(a, e.Args[0], 1, &f) || !m.collect(a, e.Args[1], -1, &f) || f.sum > MaxValue || f.sum < -MaxValue {
		return Constraint{}, false
	}
	c := Constraint{X: f.plus, Y: f.minus, Op: e.Op, Bound: -f.sum, Node: e}
	if c.X == "" {
		c.X, c.Y, c.Op, c.Bound = f.minus, "", turned(e.Op), f.sum
	}
	return c, c.X != ""
}

// linear is plus − minus + sum.
type linear struct {
	plus, minus string // clocks, or ""
	sum         int64
}

// collect adds an expression, times sign, and tells whether the form stays one clock or the
// difference of two.
func (m *Model) collect(a *Automaton, e *expr.Expr, sign int64, f *linear) bool {
	if k, ok := m.Fold(a, e); ok {
		f.sum += sign * k
		return true
	}
	switch {
	case e.Op == expr.Name && a.Clock(e.Name) >= 0:
		side := &f.plus
		if sign < 0 {
			side = &f.minus
		}
		free := *side == ""
		*side = e.Name
		return free
	case e.Op == expr.Neg:
		return m.collect(a, e.Args[0], -sign, f)
	case e.Op == expr.Add:
		return m.collect(a, e.Args[0], sign, f) && m.collect(a, e.Args[1], sign, f)
	case e.Op == expr.Sub:
		return m.collect(a, e.Args[0], sign, f) && m.collect(a, e.Args[1], -sign, f)
	}
	return false
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

// Fold evaluates an expression of constants.
func (m *Model) Fold(a *Automaton, e *expr.Expr) (int64, bool) {
	switch {
	case e.Op == expr.Const:
		return e.Value, e.Type != expr.Bool
	case e.Op == expr.Name:
		return m.Constant(a, e.Name)
	case e.Op == expr.Neg:
		v, ok := m.Fold(a, e.Args[0])
		return -v, ok
	case !e.Op.Arithmetic():
		return 0, false
	}
	x, ok1 := m.Fold(a, e.Args[0])
	y, ok2 := m.Fold(a, e.Args[1])
	if !ok1 || !ok2 {
		return 0, false
	}
	v, fault := expr.Apply(e.Op, x, y, MaxValue)
	return v, fault == 0
}

// Constant looks a named constant up, an automaton's own first.
func (m *Model) Constant(a *Automaton, name string) (int64, bool) {
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

// MaxValue bounds all integers of a model, as UPPAAL's 32-bit integers do.
const MaxValue = 1<<31 - 1
