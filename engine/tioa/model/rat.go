package model

import "strconv"

// A Rat is an exact rational number, in lowest terms with a positive denominator. The zero value is
// not a number; make one with Int or Frac. Times in counterexamples have denominators of a few
// bits, so 64 bits are enough; what would not fit panics in tests of the arithmetic only, since
// traces bound their denominators before they compute.
type Rat struct{ Num, Den int64 }

// Int is a whole number.
func Int(n int64) Rat { return Rat{n, 1} }

// Frac is n/d.
func Frac(n, d int64) Rat {
	if d < 0 {
		n, d = -n, -d
	}
	g := Gcd(n, d)
	return Rat{n / g, d / g}
}

// Gcd is the greatest common divisor, at least 1.
func Gcd(a, b int64) int64 {
	if a < 0 {
		a = -a
	}
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, 1)
}

// Add is a + b.
func (a Rat) Add(b Rat) Rat { return Frac(a.Num*b.Den+b.Num*a.Den, a.Den*b.Den) }

// Sub is a − b.
func (a Rat) Sub(b Rat) Rat { return Frac(a.Num*b.Den-b.Num*a.Den, a.Den*b.Den) }

// Cmp is negative, zero or positive as a is less than, equal to or greater than b.
func (a Rat) Cmp(b Rat) int {
	l, r := a.Num*b.Den, b.Num*a.Den
	switch {
	case l < r:
		return -1
	case l > r:
		return 1
	}
	return 0
}

// Sign is that of a.
func (a Rat) Sign() int { return a.Cmp(Int(0)) }

// String prints "5" or "1/2".
func (a Rat) String() string {
	s := strconv.FormatInt(a.Num, 10)
	if a.Den != 1 {
		s += "/" + strconv.FormatInt(a.Den, 10)
	}
	return s
}

// Between gives a number strictly between a and b with a small denominator: the whole number next
// to a, or the first multiple of a half, a quarter and so on that fits.
func Between(a, b Rat) Rat {
	for den := int64(1); ; den *= 2 {
		n := floorDiv(a.Num*den, a.Den) + 1
		if m := Frac(n, den); m.Cmp(b) < 0 {
			return m
		}
	}
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// ParseRat reads "5" or "1/2".
func ParseRat(s string) (Rat, bool) {
	num, den := s, "1"
	for i := range len(s) {
		if s[i] == '/' {
			num, den = s[:i], s[i+1:]
		}
	}
	n, err1 := strconv.ParseInt(num, 10, 62)
	d, err2 := strconv.ParseInt(den, 10, 62)
	if err1 != nil || err2 != nil || d <= 0 {
		return Rat{}, false
	}
	return Frac(n, d), true
}
