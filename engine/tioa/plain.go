package tioa

import (
	"errors"

	"github.com/mutarium/mutarium/engine/expr"
)

// The plain semantics of an automaton, straight from its text: a state is a location, a rational
// value for each clock and a value for each variable. It knows nothing of zones and of what is
// compiled, so that it can check what they say.

// A plainState is a state of one automaton. It never changes.
type plainState struct {
	m      *Model
	a      *Automaton
	loc    int
	clocks []Rat
	vars   []int64
}

var errValue = errors.New("an expression has no value")

// zeroState is the start: all clocks zero.
func (m *Model) zeroState(a *Automaton) *plainState {
	s := &plainState{m: m, a: a, loc: a.Initial, clocks: make([]Rat, len(a.Clocks))}
	for i := range s.clocks {
		s.clocks[i] = Int(0)
	}
	for _, v := range a.Vars {
		s.vars = append(s.vars, v.Init)
	}
	return s
}

// truth evaluates a condition.
func (s *plainState) truth(e *expr.Expr) (bool, error) {
	if e == nil {
		return true, nil
	}
	v, err := s.eval(e)
	return v.Sign() != 0, err
}

// eval gives the value of an expression, truth values as 1 and 0.
func (s *plainState) eval(e *expr.Expr) (Rat, error) {
	switch e.Op {
	case expr.Const:
		return Int(e.Value), nil
	case expr.Name:
		return s.name(e.Name)
	}
	x, err := s.eval(e.Args[0])
	if err != nil {
		return x, err
	}
	switch {
	case e.Op == expr.Not:
		return truthRat(x.Sign() == 0), nil
	case e.Op == expr.Neg:
		return Int(0).Sub(x), nil
	case e.Op == expr.And && x.Sign() == 0, e.Op == expr.Or && x.Sign() != 0:
		return x, nil
	case e.Op == expr.Imply && x.Sign() == 0:
		return Int(1), nil
	}
	y, err := s.eval(e.Args[1])
	if err != nil {
		return y, err
	}
	switch {
	case e.Op.Logical():
		return truthRat(y.Sign() != 0), nil
	case e.Op.Relational():
		return truthRat(related(e.Op, x.Cmp(y))), nil
	case e.Op == expr.Sub:
		return x.Sub(y), nil
	case e.Op == expr.Add:
		return x.Add(y), nil
	}
	v, fault := expr.Apply(e.Op, x.num, y.num, maxValue)
	if fault != expr.NoFault || x.den != 1 || y.den != 1 {
		return Int(0), errValue
	}
	return Int(v), nil
}

func (s *plainState) name(name string) (Rat, error) {
	if i := s.a.clock(name); i >= 0 {
		return s.clocks[i], nil
	}
	if i := s.a.variable(name); i >= 0 {
		return Int(s.vars[i]), nil
	}
	v, ok := s.m.constant(s.a, name)
	if !ok {
		return Int(0), errValue
	}
	return Int(v), nil
}

func truthRat(b bool) Rat {
	if b {
		return Int(1)
	}
	return Int(0)
}

// related tells whether a comparison holds of two values that compare as c.
func related(op expr.Op, c int) bool {
	switch op {
	case expr.Eq:
		return c == 0
	case expr.Ne:
		return c != 0
	case expr.Lt:
		return c < 0
	case expr.Gt:
		return c > 0
	case expr.Le:
		return c <= 0
	}
	return c >= 0
}
