package action

import "github.com/mutarium/mutarium/engine/expr"

// combine gives the bounds of an operation on [a,b] and [c,d].
func combine(op expr.Op, a, b, c, d int64) (lo, hi int64) {
	switch op {
	case expr.Add:
		return a + c, b + d
	case expr.Sub:
		return a - d, b - c
	case expr.Mul:
		p, q, r, s := a*c, a*d, b*c, b*d
		return min(p, q, r, s), max(p, q, r, s)
	case expr.Eq:
		return truth(a == b && c == d && a == c), truth(a <= d && c <= b)
	case expr.Ne:
		return truth(b < c || d < a), truth(a != b || c != d || a != c)
	case expr.Lt:
		return truth(b < c), truth(a < d)
	case expr.Gt:
		return truth(a > d), truth(b > c)
	case expr.Le:
		return truth(b <= c), truth(a <= d)
	case expr.Ge:
		return truth(a >= d), truth(b >= c)
	}
	panic("action: no such operation in this language")
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
