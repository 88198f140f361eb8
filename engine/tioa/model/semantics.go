package model

import (
	"errors"

	"github.com/mutarium/mutarium/engine/expr"
)

// The plain semantics of an automaton, straight from its text: a state is a location, a rational
// value for each clock and a value for each variable. It knows nothing of zones and of what is
// compiled, so that it can check what they say.

// A Subject is an automaton together with the model whose constants it may use.
type Subject struct {
	Model     *Model
	Automaton *Automaton
}

// A State is a state of one automaton. It never changes.
type State struct {
	Model     *Model
	Automaton *Automaton
	Loc       int
	Clocks    []Rat
	Vars      []int64
}

var errValue = errors.New("an expression has no value")

// ZeroState is the start: all clocks zero.
func (m *Model) ZeroState(a *Automaton) *State {
	s := &State{Model: m, Automaton: a, Loc: a.Initial, Clocks: make([]Rat, len(a.Clocks))}
	for i := range s.Clocks {
		s.Clocks[i] = Int(0)
	}
	for _, v := range a.Vars {
		s.Vars = append(s.Vars, v.Init)
	}
	return s
}

// Truth evaluates a condition.
func (s *State) Truth(e *expr.Expr) (bool, error) {
	if e == nil {
		return true, nil
	}
	v, err := s.Eval(e)
	return v.Sign() != 0, err
}

// Eval gives the value of an expression, truth values as 1 and 0.
func (s *State) Eval(e *expr.Expr) (Rat, error) {
	switch e.Op {
	case expr.Const:
		return Int(e.Value), nil
	case expr.Name:
		return s.name(e.Name)
	}
	x, err := s.Eval(e.Args[0])
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
	y, err := s.Eval(e.Args[1])
	if err != nil {
		return y, err
	}
	switch {
	case e.Op.Logical():
		return truthRat(y.Sign() != 0), nil
	case e.Op.Relational():
		return truthRat(Related(e.Op, x.Cmp(y))), nil
	case e.Op == expr.Sub:
		return x.Sub(y), nil
	case e.Op == expr.Add:
		return x.Add(y), nil
	}
	v, fault := expr.Apply(e.Op, x.Num, y.Num, MaxValue)
	if fault != expr.NoFault || x.Den != 1 || y.Den != 1 {
		return Int(0), errValue
	}
	return Int(v), nil
}

func (s *State) name(name string) (Rat, error) {
	if i := s.Automaton.Clock(name); i >= 0 {
		return s.Clocks[i], nil
	}
	if i := s.Automaton.Variable(name); i >= 0 {
		return Int(s.Vars[i]), nil
	}
	v, ok := s.Model.Constant(s.Automaton, name)
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

// Related tells whether a comparison holds of two values that compare as c.
func Related(op expr.Op, c int) bool {
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

// After is the state some time later.
func (s *State) After(d Rat) *State {
	c := *s
	c.Clocks = make([]Rat, len(s.Clocks))
	for i, x := range s.Clocks {
		c.Clocks[i] = x.Add(d)
	}
	return &c
}

// Take makes the assignments of an edge in order and tells whether values stay in range.
func (s *State) Take(e *Edge) (*State, bool) {
	c := *s
	c.Loc = e.Target
	c.Clocks = append([]Rat(nil), s.Clocks...)
	c.Vars = append([]int64(nil), s.Vars...)
	for _, u := range e.Updates {
		v, err := c.Eval(u.Value)
		if err != nil {
			return nil, false
		}
		if x := c.Automaton.Clock(u.Name); x >= 0 {
			c.Clocks[x] = v
			continue
		}
		i := c.Automaton.Variable(u.Name)
		if v.Num < c.Automaton.Vars[i].Min || v.Num > c.Automaton.Vars[i].Max {
			return nil, false
		}
		c.Vars[i] = v.Num
	}
	return &c, true
}
