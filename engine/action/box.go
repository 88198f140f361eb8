package action

import (
	"slices"

	"github.com/mutarium/mutarium/engine/expr"
)

// Where to cut a box, and what boxes cover.
//
// Idea: a condition that is not decided over a box has a first comparison that is not, and where that is
// linear in one argument its truth changes at one place. Whether boxes cover another is decided by
// subtraction: what one of them leaves, in at most two boxes for each argument, is asked of the rest.
//
// Source: interval arithmetic, as in exec.go.
//
// Deviation: subtraction keeps the order of arguments, so that the least one that is left comes out.

// cutTruth finds a place to cut where a condition is not decided over the box: in its first
// comparison that is not.
func (x *machine) cutTruth(n *node) cut {
	if n.op.Relational() && !n.bools {
		return x.cutComparison(n)
	}
	if lo, hi := x.eval(n.l); lo != hi {
		return x.cutTruth(n.l)
	}
	return x.cutTruth(n.r)
}

// cutComparison finds the place where the comparison changes its truth.
func (x *machine) cutComparison(n *node) cut {
	f := linear{coeff: make([]int64, len(x.lo))}
	if x.linear(&f, n.l, 1) && x.linear(&f, n.r, -1) {
		// below: the cut between < 0 and >= 0; above: between <= 0 and > 0
		first, second := f.below, f.above
		if n.op == expr.Le || n.op == expr.Gt {
			first, second = second, first
		}
		if c, ok := first(x); ok {
			return c
		}
		if c, ok := second(x); ok && (n.op == expr.Eq || n.op == expr.Ne) {
			return c
		}
	}
	return x.halve(n)
}

// cutValue finds a place to cut where a value to be assigned is not decided: where it leaves the
// type of its variable, else in the middle.
func (x *machine) cutValue(n *instr, lo, hi int64) cut {
	f := linear{coeff: make([]int64, len(x.lo))}
	if x.linear(&f, n.e, 1) {
		if lo < n.lo {
			if c, ok := f.minus(n.lo).below(x); ok {
				return c
			}
		}
		if hi > n.hi {
			if c, ok := f.minus(n.hi).above(x); ok {
				return c
			}
		}
	}
	return x.halve(n.e)
}

// halve cuts the widest argument of an expression in the middle.
func (x *machine) halve(n *node) cut {
	best := cut{arg: -1}
	var widest uint64
	x.args(n, func(arg int) {
		if width := uint64(x.hi[arg]) - uint64(x.lo[arg]); width > widest {
			best, widest = cut{arg, x.lo[arg] + int64(width/2)}, width
		}
	})
	return best
}

func (x *machine) args(n *node, visit func(arg int)) {
	if n == nil || !n.params {
		return
	}
	if n.op == expr.Name {
		visit(n.slot)
		return
	}
	x.args(n.l, visit)
	x.args(n.r, visit)
}

// A linear form is a sum of coefficients times arguments, and a constant.
type linear struct {
	coeff []int64 // by argument; 0 for those with a single value
	k     int64
}

// linear adds times n to a form; it fails where n is not linear, or beyond 64 bits.
func (x *machine) linear(f *linear, n *node, times int64) bool {
	if lo, hi := x.eval(n); lo == hi {
		return addProduct(&f.k, times, lo)
	}
	switch n.op {
	case expr.Name:
		return addProduct(&f.coeff[n.slot], times, 1)
	case expr.Neg:
		return x.linear(f, n.l, -times)
	case expr.Add:
		return x.linear(f, n.l, times) && x.linear(f, n.r, times)
	case expr.Sub:
		return x.linear(f, n.l, times) && x.linear(f, n.r, -times)
	case expr.Mul:
		factor, rest := n.l, n.r
		if lo, hi := x.eval(factor); lo != hi {
			factor, rest = rest, factor
		}
		lo, hi := x.eval(factor)
		var product int64
		return lo == hi && addProduct(&product, times, lo) && x.linear(f, rest, product)
	}
	return false
}

func addProduct(sum *int64, a, b int64) bool {
	p, fault := expr.Apply(expr.Mul, a, b, expr.Wide)
	if fault != expr.NoFault {
		return false
	}
	*sum, fault = expr.Apply(expr.Add, *sum, p, expr.Wide)
	return fault == expr.NoFault
}

func (f linear) minus(v int64) linear {
	if k, fault := expr.Apply(expr.Sub, f.k, v, expr.Wide); fault == expr.NoFault {
		return linear{f.coeff, k}
	}
	return linear{make([]int64, len(f.coeff)), 0}
}

// below gives the cut between the tuples where the form is < 0 and those where it is >= 0, when it
// depends on one argument and changes sign inside the box.
func (f linear) below(x *machine) (cut, bool) { return f.cutAt(x, true) }

// above likewise separates <= 0 from > 0.
func (f linear) above(x *machine) (cut, bool) { return f.cutAt(x, false) }

func (f linear) cutAt(x *machine, strict bool) (cut, bool) {
	arg := -1
	for i, a := range f.coeff {
		if a == 0 {
			continue
		}
		if arg >= 0 {
			return cut{}, false
		}
		arg = i
	}
	if arg < 0 || f.k == -f.k && f.k != 0 {
		return cut{}, false
	}
	// With a > 0 the form is < 0 up to ceil(-k/a)-1 and <= 0 up to floor(-k/a); with a < 0 it is
	// >= 0 up to floor(-k/a) and > 0 up to ceil(-k/a)-1.
	a := f.coeff[arg]
	floor, exact := floorDiv(-f.k, a)
	at := floor
	if exact && strict == (a > 0) {
		at--
	}
	return cut{arg, at}, x.lo[arg] <= at && at < x.hi[arg]
}

// floorDiv rounds down; exact tells that there was nothing to round.
func floorDiv(a, b int64) (q int64, exact bool) {
	q = a / b
	if a%b == 0 {
		return q, true
	}
	if (a < 0) != (b < 0) {
		q--
	}
	return q, false
}

// Boxes are slices: all lower bounds, then all upper bounds.

// contains tells whether box a holds all of box b.
func contains(a, b []int64) bool {
	d := len(a) / 2
	for i := range d {
		if a[i] > b[i] || a[d+i] < b[d+i] {
			return false
		}
	}
	return true
}

func disjoint(a, b []int64) bool {
	d := len(a) / 2
	for i := range d {
		if a[d+i] < b[i] || b[d+i] < a[i] {
			return true
		}
	}
	return false
}

// uncovered gives the least tuple of a box that is in none of the others, or nil.
func uncovered(box []int64, others [][]int64) []int64 {
	for i, o := range others {
		if disjoint(box, o) {
			continue
		}
		var least []int64
		for _, rest := range subtract(box, o) {
			if t := uncovered(rest, others[i+1:]); t != nil && (least == nil || slices.Compare(t, least) < 0) {
				least = t
			}
		}
		return least
	}
	return append([]int64{}, box[:len(box)/2]...) // not nil, also without arguments
}

// subtract divides what is left of box a without box b, which overlap, into boxes.
func subtract(a, b []int64) [][]int64 {
	var rest [][]int64
	a = slices.Clone(a)
	d := len(a) / 2
	for i := range d {
		if a[i] < b[i] {
			part := slices.Clone(a)
			part[d+i] = b[i] - 1
			rest = append(rest, part)
			a[i] = b[i]
		}
		if a[d+i] > b[d+i] {
			part := slices.Clone(a)
			part[i] = b[d+i] + 1
			rest = append(rest, part)
			a[d+i] = b[d+i]
		}
	}
	return rest
}
