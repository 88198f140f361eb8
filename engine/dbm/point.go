package dbm

// A Point is a clock valuation with rational values: clock x has the value Num[x]/Den. Num[0] is 0.
type Point struct {
	Num []int64
	Den int64 // at least 1
}

// Contains tells whether a valuation is in the zone.
func (z Zone) Contains(p Point) bool {
	if z.Empty() {
		return false
	}
	for i := range z.dim {
		for j := range z.dim {
			b := z.m[i*z.dim+j]
			if b == Infinity {
				continue
			}
			d, c := p.Num[i]-p.Num[j], b.Value()*p.Den
			if d > c || d == c && b.Strict() {
				return false
			}
		}
	}
	return true
}

// Contains tells whether a valuation is in the union.
func (f Federation) Contains(p Point) bool {
	for _, z := range f {
		if z.Contains(p) {
			return true
		}
	}
	return false
}

// Sample gives a valuation of the zone with the smallest denominator that one can have and, for
// that, the smallest values from the first clock on. It tells whether there is one.
//
// With denominator d a bound "< c" is "≤ cd−1" on numerators. Each strict bound on a cycle costs
// one, a cycle has at most dim bounds, and a cycle of weight above 0 has weight at least d: so
// d = dim always suffices.
func (z Zone) Sample() (Point, bool) {
	if z.Empty() {
		return Point{}, false
	}
	for d := int64(1); ; d++ {
		grid := z.onGrid(d)
		if !grid.close() {
			continue
		}
		p := Point{make([]int64, z.dim), d}
		for x := 1; x < z.dim; x++ {
			p.Num[x] = -grid.m[x].Value()
			grid.Constrain(x, 0, LE(p.Num[x]))
		}
		return p, true
	}
}

// onGrid is the zone of the numerators, not yet tight.
func (z Zone) onGrid(d int64) Zone {
	grid := z.Clone()
	for i, b := range grid.m {
		switch {
		case b == Infinity:
		case b.Strict():
			grid.m[i] = LE(b.Value()*d - 1)
		default:
			grid.m[i] = LE(b.Value() * d)
		}
	}
	return grid
}
