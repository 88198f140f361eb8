package sat

import "github.com/mutarium/mutarium/engine/expr"

// Idea: the circuits of a textbook on hardware (ripple-carry adder, shift and add, restoring division,
// powers by squares), as wide as the bounds of the operands ask for, so that nothing wraps around.
// Source: D. Kroening and O. Strichman, "Decision Procedures", 2nd edition 2016, section 6.2.
// Deviation: widths follow from intervals and not from types, and each operation has a fault beside
// its result; division works on magnitudes, since ours cuts off towards zero.
//
// Arithmetic on vectors is that of expr.Apply with a limit: each operation gives a result and a literal
// that says where it has none (a fault: beyond the limit, division by zero, a negative exponent).
// Where there is a fault the result is any number.

// Add is a + b.
func (s *Solver) Add(a, b Vec, limit int64) (Vec, Lit) {
	lo, fault := expr.Apply(expr.Add, a.Lo, b.Lo, limit)
	hi, fault2 := expr.Apply(expr.Add, a.Hi, b.Hi, limit)
	exact := fault == expr.NoFault && fault2 == expr.NoFault
	return s.settle(lo, hi, exact, max(len(a.Bits), len(b.Bits))+1, limit, func(n int) []Lit {
		return s.sum(a, b, n)
	})
}

// Sub is a - b.
func (s *Solver) Sub(a, b Vec, limit int64) (Vec, Lit) {
	return s.Add(a, s.Neg(b), limit)
}

// Mul is a * b.
func (s *Solver) Mul(a, b Vec, limit int64) (Vec, Lit) {
	lo, hi, exact := corners(a, b, limit)
	if a.IsConst() {
		a, b = b, a
	}
	return s.settle(lo, hi, exact, len(a.Bits)+len(b.Bits), limit, func(n int) []Lit {
		return s.product(a, b, n)
	})
}

// corners bounds a product by those of the bounds, when all of them are within the limit.
func corners(a, b Vec, limit int64) (lo, hi int64, exact bool) {
	for i, p := range [4][2]int64{{a.Lo, b.Lo}, {a.Lo, b.Hi}, {a.Hi, b.Lo}, {a.Hi, b.Hi}} {
		v, fault := expr.Apply(expr.Mul, p[0], p[1], limit)
		if fault != expr.NoFault {
			return 0, 0, false
		}
		if i == 0 {
			lo, hi = v, v
		}
		lo, hi = min(lo, v), max(hi, v)
	}
	return lo, hi, true
}

// settle computes bits as wide as the result needs. Where its bounds are known to be within the limit that is
// all; otherwise it computes all of them and compares with the limit.
func (s *Solver) settle(lo, hi int64, exact bool, full int, limit int64, compute func(n int) []Lit) (Vec, Lit) {
	if exact {
		if lo == hi {
			return s.Num(lo), s.False()
		}
		return Vec{compute(width(lo, hi)), lo, hi}, s.False()
	}
	v := Vec{compute(full), -expr.Wide, expr.Wide}
	fault := s.inBits(v, -limit, limit).Not()
	return s.Within(v, -limit, limit), fault
}

// sum adds two vectors modulo 2^n.
func (s *Solver) sum(a, b Vec, n int) []Lit {
	out := make([]Lit, n)
	carry := s.False()
	for i := range out {
		out[i], carry = s.fullAdder(a.bit(i), b.bit(i), carry)
	}
	return out
}

func (s *Solver) fullAdder(a, b, c Lit) (sum, carry Lit) {
	half := s.Xor(a, b)
	return s.Xor(half, c), s.Ite(half, c, a)
}

// product multiplies modulo 2^n: a shifted by i where bit i of b is set, the sign's share
// subtracted.
func (s *Solver) product(a, b Vec, n int) []Lit {
	acc := make([]Lit, n)
	for i := range acc {
		acc[i] = s.False()
	}
	sign := len(b.Bits) - 1
	for i, bit := range b.Bits {
		if i >= n || bit == s.False() {
			continue
		}
		carry := s.Const(i == sign)
		for j := i; j < n; j++ {
			part := s.And(a.bit(j-i), bit)
			if i == sign {
				part = part.Not()
			}
			acc[j], carry = s.fullAdder(acc[j], part, carry)
		}
	}
	return acc
}

// Neg is -a. It has no fault: bounds never reach the most negative number.
func (s *Solver) Neg(a Vec) Vec {
	if a.IsConst() {
		return s.Num(-a.Lo)
	}
	out := make([]Lit, width(-a.Hi, -a.Lo))
	carry := s.True()
	for i := range out {
		out[i], carry = s.fullAdder(a.bit(i).Not(), s.False(), carry)
	}
	return Vec{out, -a.Hi, -a.Lo}
}

// abs is the absolute value of a.
func (s *Solver) abs(a Vec) Vec {
	if a.Lo >= 0 {
		return a
	}
	v := s.IteVec(a.bit(len(a.Bits)-1), s.Neg(a), a)
	return s.Within(v, 0, max(-a.Lo, a.Hi))
}

// Div is a / b, cut off towards zero; division by zero is a fault.
func (s *Solver) Div(a, b Vec) (Vec, Lit) {
	q, _ := s.divide(s.abs(a), s.abs(b))
	negative := s.Xor(a.bit(len(a.Bits)-1), b.bit(len(b.Bits)-1))
	return s.signed(q, negative, a, b), s.Eq(b, s.Num(0))
}

// Mod is the rest of that division, with the sign of a.
func (s *Solver) Mod(a, b Vec) (Vec, Lit) {
	_, r := s.divide(s.abs(a), s.abs(b))
	return s.signed(r, a.bit(len(a.Bits)-1), a, b), s.Eq(b, s.Num(0))
}

// signed negates a magnitude where asked to. Neither quotient nor rest is larger than the
// dividend, and none is negative where no operand is.
func (s *Solver) signed(magnitude Vec, negative Lit, a, b Vec) Vec {
	if a.Lo >= 0 && b.Lo >= 0 {
		return magnitude
	}
	return s.IteVec(negative, s.Neg(magnitude), magnitude)
}

// divide is long division of magnitudes: bits of a enter the rest from the highest, b is taken off
// it where it fits.
func (s *Solver) divide(a, b Vec) (quotient, rest Vec) {
	n := len(a.Bits) - 1 // without the sign
	q := make([]Lit, n+1)
	q[n] = s.False()
	r := make([]Lit, len(b.Bits)+1)
	for i := range r {
		r[i] = s.False()
	}
	for i := n - 1; i >= 0; i-- {
		r = append([]Lit{a.Bits[i]}, r[:len(r)-1]...)
		now := Vec{r, 0, expr.Wide}
		q[i] = s.lessBits(now, b).Not()
		less := s.sum(now, s.complement(b, len(r)), len(r))
		for j := range r {
			r[j] = s.Ite(q[i], less[j], r[j])
		}
	}
	return Vec{q, 0, a.Hi}, s.Within(Vec{r, 0, expr.Wide}, 0, min(a.Hi, max(b.Hi-1, 0)))
}

// complement is -b modulo 2^n.
func (s *Solver) complement(b Vec, n int) Vec {
	out := make([]Lit, n)
	carry := s.True()
	for i := range out {
		out[i], carry = s.fullAdder(b.bit(i).Not(), s.False(), carry)
	}
	return Vec{out, -expr.Wide, expr.Wide}
}

// powerBits is how many bits of an exponent can matter to a base of more than one: 2^64 is beyond
// every limit.
const powerBits = 6

// Exp is a to the power of b, by squares: a^(2^i) for each set bit i of b. A square beyond the
// limit is a fault where some bit needs it, and then the whole power is beyond the limit too.
func (s *Solver) Exp(a, b Vec, limit int64) (Vec, Lit) {
	sign := len(b.Bits) - 1
	fault := b.Bits[sign]
	result := s.Num(1)
	square, squareFault := a, s.False()
	for i := 0; i < min(sign, powerBits); i++ {
		if i > 0 {
			next, beyond := s.Mul(square, square, limit)
			square, squareFault = next, s.Or(squareFault, beyond)
		}
		more, beyond := s.Mul(result, square, limit)
		fault = s.Or(fault, s.And(b.Bits[i], s.Or(squareFault, beyond)))
		result = s.IteVec(b.Bits[i], more, result)
	}
	small := s.Between(a, -1, 1)
	for i := powerBits; i < sign; i++ {
		fault = s.Or(fault, s.And(b.Bits[i], small.Not()))
		result = s.IteVec(s.And(b.Bits[i], s.Eq(a, s.Num(0))), s.Num(0), result)
	}
	return result, fault
}
