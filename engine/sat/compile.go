package sat

import "github.com/mutarium/mutarium/engine/expr"

// Compile gives the circuit of a checked expression over the vectors of its names, by Ref; truth
// values are vectors in 0..1. The literal says where the evaluator finds a fault: it stands for
// expr.Eval with the same limit, value by value, and where there is a fault the vector is any
// number.
func (s *Solver) Compile(e *expr.Expr, vars []Vec, limit int64) (Vec, Lit) {
	switch e.Op {
	case expr.Const:
		return s.Num(e.Value), s.False()
	case expr.Name:
		if e.Ref < 0 {
			return s.Num(e.Value), s.False()
		}
		return vars[e.Ref], s.False()
	}
	a, fault := s.Compile(e.Args[0], vars, limit)
	switch e.Op {
	case expr.Neg:
		return s.Neg(a), fault
	case expr.Not:
		return s.Bool(a.Truth().Not()), fault
	}
	b, faultB := s.Compile(e.Args[1], vars, limit)
	if e.Op.Logical() {
		return s.connective(e.Op, a.Truth(), b.Truth(), fault, faultB)
	}
	v, own := s.apply(e.Op, a, b, limit)
	return v, s.Or(fault, faultB, own)
}

// connective evaluates its second operand, and meets the faults in it, only when the first does
// not decide.
func (s *Solver) connective(op expr.Op, a, b, faultA, faultB Lit) (Vec, Lit) {
	switch op {
	case expr.And:
		return s.Bool(s.And(a, b)), s.Or(faultA, s.And(a, faultB))
	case expr.Or:
		return s.Bool(s.Or(a, b)), s.Or(faultA, s.And(a.Not(), faultB))
	}
	return s.Bool(s.Implies(a, b)), s.Or(faultA, s.And(a, faultB))
}

// apply is a binary operation on integers.
func (s *Solver) apply(op expr.Op, a, b Vec, limit int64) (Vec, Lit) {
	switch op {
	case expr.Add:
		return s.Add(a, b, limit)
	case expr.Sub:
		return s.Sub(a, b, limit)
	case expr.Mul:
		return s.Mul(a, b, limit)
	case expr.Div:
		v, fault := s.Div(a, b)
		return v, s.Or(fault, s.inBits(v, -limit, limit).Not())
	case expr.Mod:
		v, fault := s.Mod(a, b)
		return v, s.Or(fault, s.inBits(v, -limit, limit).Not())
	case expr.Exp:
		return s.Exp(a, b, limit)
	}
	return s.Bool(s.compare(op, a, b)), s.False()
}

func (s *Solver) compare(op expr.Op, a, b Vec) Lit {
	switch op {
	case expr.Eq:
		return s.Eq(a, b)
	case expr.Ne:
		return s.Eq(a, b).Not()
	case expr.Lt:
		return s.Less(a, b)
	case expr.Gt:
		return s.Less(b, a)
	case expr.Le:
		return s.LessEq(a, b)
	}
	return s.LessEq(b, a)
}
