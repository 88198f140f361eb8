package sat

import "math/bits"

// A Vec is an integer in two's complement as a vector of literals: Bits[0] has weight 1, the last
// bit is the sign and weighs -2^(n-1). Lo and Hi bound its value, inclusively. They come from the
// ranges of the variables below and decide the width, so that sums and products are exact: no
// operation wraps around.
//
// A truth value is a Vec in 0..1. Vecs are values; operations share their bits.
type Vec struct {
	Bits   []Lit
	Lo, Hi int64
}

// width is the least number of bits, the sign among them, that holds all of lo to hi.
func width(lo, hi int64) int {
	return max(bits.Len64(uint64(lo^(lo>>63))), bits.Len64(uint64(hi^(hi>>63)))) + 1
}

// Num is the constant v.
func (s *Solver) Num(v int64) Vec {
	b := make([]Lit, width(v, v))
	for i := range b {
		b[i] = s.Const(v>>i&1 == 1)
	}
	return Vec{b, v, v}
}

// Bool is the truth value of a literal.
func (s *Solver) Bool(l Lit) Vec {
	switch l {
	case s.False():
		return s.Num(0)
	case s.True():
		return s.Num(1)
	}
	return Vec{[]Lit{l, s.False()}, 0, 1}
}

// Truth is the literal of a truth value.
func (v Vec) Truth() Lit { return v.Bits[0] }

// NewVec is a fresh variable between lo and hi; clauses keep it there. Where neither is negative
// the sign is no variable.
func (s *Solver) NewVec(lo, hi int64) Vec {
	if lo == hi {
		return s.Num(lo)
	}
	b := s.NewLits(width(lo, hi))
	if lo >= 0 {
		b[len(b)-1] = s.False()
	} else if hi < 0 {
		b[len(b)-1] = s.True()
	}
	v := Vec{b, lo, hi}
	s.AddClause(s.inBits(v, lo, hi))
	return v
}

// Int is a vector's value in the model.
func (s *Solver) Int(v Vec) int64 {
	var n int64
	for i := range 64 {
		if s.Value(v.Bits[min(i, len(v.Bits)-1)]) {
			n |= 1 << i
		}
	}
	return n
}

// IsConst tells a vector that has but one value.
func (v Vec) IsConst() bool { return v.Lo == v.Hi }

// bit is the i-th bit, the sign continued.
func (v Vec) bit(i int) Lit { return v.Bits[min(i, len(v.Bits)-1)] }

// Within gives a vector the bounds lo and hi, for use where its value is known to lie between them.
// Elsewhere its value is any number.
func (s *Solver) Within(v Vec, lo, hi int64) Vec {
	lo, hi = max(lo, v.Lo), min(hi, v.Hi)
	if lo >= hi {
		return s.Num(lo)
	}
	b := make([]Lit, width(lo, hi))
	for i := range b {
		b[i] = v.bit(i)
	}
	if lo >= 0 {
		b[len(b)-1] = s.False()
	}
	return Vec{b, lo, hi}
}

// Eq holds when two vectors are the same number.
func (s *Solver) Eq(a, b Vec) Lit {
	if a.Hi < b.Lo || b.Hi < a.Lo {
		return s.False()
	}
	same := s.True()
	for i := range max(len(a.Bits), len(b.Bits)) {
		same = s.And(same, s.Iff(a.bit(i), b.bit(i)))
	}
	return same
}

// Less holds when a < b.
func (s *Solver) Less(a, b Vec) Lit {
	switch {
	case a.Hi < b.Lo:
		return s.True()
	case a.Lo >= b.Hi:
		return s.False()
	}
	return s.lessBits(a, b)
}

// lessBits compares bit by bit, the highest difference decides; a sign that is set is the less.
func (s *Solver) lessBits(a, b Vec) Lit {
	n := max(len(a.Bits), len(b.Bits))
	less := s.False()
	for i := range n {
		x, y := a.bit(i), b.bit(i)
		if i == n-1 {
			x, y = y, x
		}
		less = s.Ite(s.Xor(x, y), y, less)
	}
	return less
}

// LessEq holds when a <= b.
func (s *Solver) LessEq(a, b Vec) Lit { return s.Less(b, a).Not() }

// Between holds when lo <= v <= hi.
func (s *Solver) Between(v Vec, lo, hi int64) Lit {
	return s.And(s.LessEq(s.Num(lo), v), s.LessEq(v, s.Num(hi)))
}

// inBits is Between for a vector whose bounds may not be trusted yet.
func (s *Solver) inBits(v Vec, lo, hi int64) Lit {
	return s.Or(s.lessBits(v, s.Num(lo)), s.lessBits(s.Num(hi), v)).Not()
}

// IteVec is a where the condition holds and b where it does not.
func (s *Solver) IteVec(cond Lit, a, b Vec) Vec {
	switch cond {
	case s.True():
		return a
	case s.False():
		return b
	}
	lo, hi := min(a.Lo, b.Lo), max(a.Hi, b.Hi)
	out := make([]Lit, width(lo, hi))
	for i := range out {
		out[i] = s.Ite(cond, a.bit(i), b.bit(i))
	}
	return Vec{out, lo, hi}
}
