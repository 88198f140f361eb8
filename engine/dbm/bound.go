// Package dbm is the algebra of zones: sets of clock valuations given by upper bounds on clocks and
// on differences of clocks. A Zone is a difference bound matrix in canonical form (Dill, "Timing
// assumptions and verification of finite-state concurrent systems", 1989; Bengtsson and Yi, "Timed
// automata: semantics, algorithms and tools", 2004); a Federation is a finite union of zones.
//
// Clock 0 is the constant zero. A zone of dimension n speaks of the clocks 1 to n-1.
//
// bound.go compares and adds bounds, zone.go is the algebra of one zone, federation.go that of unions,
// delay.go their pasts and futures. extrapolate.go makes zones finitely many, minimal.go turns a zone
// into the guard that says it shortest, point.go finds and tests single valuations. slab.go and meter.go
// bound memory and work.
package dbm

import (
	"math"
	"strconv"
)

// A Bound is an upper bound on a difference of clocks: "< c" is 2c and "≤ c" is 2c+1, so that
// bounds order as integers, tighter first. Infinity is no bound at all.
type Bound int64

// Infinity bounds nothing. Every other bound is smaller.
const Infinity Bound = math.MaxInt64

// MaxConstant limits the constants that callers may put into bounds, in absolute value: sums of a
// few thousand million of them cannot overflow.
const MaxConstant = 1 << 31

const (
	ltZero Bound = 0 // "< 0"
	leZero Bound = 1 // "≤ 0"
)

// LE is "≤ c".
func LE(c int64) Bound { return Bound(c<<1 | 1) }

// LT is "< c".
func LT(c int64) Bound { return Bound(c << 1) }

// Value is the constant c of a bound. It means nothing for Infinity.
func (b Bound) Value() int64 { return int64(b >> 1) }

// Strict tells "<" from "≤". Infinity is strict.
func (b Bound) Strict() bool { return b&1 == 0 || b == Infinity }

// Finite tells that the bound says something.
func (b Bound) Finite() bool { return b != Infinity }

// Not is the bound on y−x that holds where "x−y bounded by b" does not: ¬(≤ c) is (< −c), and
// ¬(< c) is (≤ −c). Infinity has no complement; callers ask Finite first.
func (b Bound) Not() Bound { return 1 - b }

// add is the bound of a path from the bounds of its parts: strict if one part is.
func add(a, b Bound) Bound {
	if a == Infinity || b == Infinity {
		return Infinity
	}
	return a + b - (a|b)&1
}

// String prints "<3", "<=3" or "<inf".
func (b Bound) String() string {
	switch {
	case b == Infinity:
		return "<inf"
	case b.Strict():
		return "<" + strconv.FormatInt(b.Value(), 10)
	}
	return "<=" + strconv.FormatInt(b.Value(), 10)
}
