package model

import "github.com/mutarium/mutarium/engine/expr"

// Combine gives the bounds of an operation on [a,b] and [c,d].
func Combine(op expr.Op, a, b, c, d int64) (lo, hi int64) {
	switch op {
	case expr.Add:
		return a + c, b + d
	case expr.Sub:
		return a - d, b - c
	case expr.Mul:
		p, q, r, s := a*c, a*d, b*c, b*d
		return min(p, q, r, s), max(p, q, r, s)
	case expr.Eq:
		return Truth(a == b && c == d && a == c), Truth(a <= d && c <= b)
	case expr.Ne:
		return Truth(b < c || d < a), Truth(a != b || c != d || a != c)
	case expr.Lt:
		return Truth(b < c), Truth(a < d)
	case expr.Gt:
		return Truth(a > d), Truth(b > c)
	case expr.Le:
		return Truth(b <= c), Truth(a <= d)
	case expr.Ge:
		return Truth(a >= d), Truth(b >= c)
	}
	panic("action: no such operation in this language")
}

func Truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
