package dbm

import "slices"

// A Zone is a convex set of clock valuations. m[i*dim+j] bounds x_i − x_j from above; m[0*dim+j] is
// the negated lower bound of x_j and never above "≤ 0", since clocks are not negative.
//
// A zone is always tight (every entry is the best bound that follows from the others) or empty,
// which shows in m[0] being negative; the other entries of an empty zone mean nothing. Operations
// keep it so. Copying a Zone value shares the matrix: methods that change a zone change all copies,
// Clone makes an independent one. Where a method takes a second zone both have the same dimension.
// The zero Zone has no dimension and is only a place to put another.
type Zone struct {
	dim int
	m   []Bound
}

// Universe holds all valuations. Dim counts the zero clock.
func Universe(dim int) Zone {
	z := Zone{dim, make([]Bound, dim*dim)}
	z.SetUniverse()
	return z
}

// Zero holds the one valuation with all clocks zero.
func Zero(dim int) Zone {
	z := Zone{dim, make([]Bound, dim*dim)}
	z.SetZero()
	return z
}

// SetUniverse makes z hold all valuations.
func (z Zone) SetUniverse() {
	for i := range z.dim {
		for j := range z.dim {
			z.m[i*z.dim+j] = Infinity
		}
		z.m[i*z.dim+i] = leZero
		z.m[i] = leZero
	}
}

// SetZero makes z hold the one valuation with all clocks zero.
func (z Zone) SetZero() {
	for i := range z.m {
		z.m[i] = leZero
	}
}

// Clone is an independent copy.
func (z Zone) Clone() Zone { return Zone{z.dim, slices.Clone(z.m)} }

// CopyFrom makes z equal to o.
func (z Zone) CopyFrom(o Zone) { copy(z.m, o.m) }

// Dim counts the clocks with the zero clock.
func (z Zone) Dim() int { return z.dim }

// Valid tells a zone from the zero Zone.
func (z Zone) Valid() bool { return z.m != nil }

// At is the bound on x_i − x_j.
func (z Zone) At(i, j int) Bound { return z.m[i*z.dim+j] }

// Empty tells that no valuation is in the zone.
func (z Zone) Empty() bool { return z.m[0] < leZero }

// clear makes z empty.
func (z Zone) clear() bool {
	z.m[0] = ltZero - 1
	return false
}

// Constrain intersects with x_i − x_j bounded by b and tells whether something is left. One new
// bound needs no full closure: a path gets shorter only by using it once, O(dim²) in all.
func (z Zone) Constrain(i, j int, b Bound) bool {
	n, m := z.dim, z.m
	if m[0] < leZero {
		return false
	}
	if b >= m[i*n+j] {
		return true
	}
	if add(m[j*n+i], b) < leZero {
		return z.clear()
	}
	m[i*n+j] = b
	for p := range n {
		toI := m[p*n+i]
		if toI == Infinity {
			continue
		}
		viaIJ := add(toI, b)
		row := m[p*n : p*n+n]
		if viaIJ >= row[j] && p != i {
			continue // nothing from p gets shorter by way of j
		}
		for q, jq := range m[j*n : j*n+n] {
			if s := add(viaIJ, jq); s < row[q] {
				row[q] = s
			}
		}
	}
	return true
}

// Satisfies tells whether some valuation of z has x_i − x_j bounded by b.
func (z Zone) Satisfies(i, j int, b Bound) bool {
	return !z.Empty() && add(z.m[j*z.dim+i], b) >= leZero
}

// Intersect keeps what is in o too and tells whether something is left.
func (z Zone) Intersect(o Zone) bool {
	if o.Empty() {
		return z.clear()
	}
	n := z.dim
	for i := range n {
		for j := range n {
			if b := o.m[i*n+j]; b < z.m[i*n+j] && !z.Constrain(i, j, b) {
				return false
			}
		}
	}
	return !z.Empty()
}

// Intersects tells whether a valuation is in both.
func (z Zone) Intersects(o Zone) bool {
	if z.Empty() || o.Empty() {
		return false
	}
	n := z.dim
	for i := range n {
		for j := range i {
			if add(z.m[i*n+j], o.m[j*n+i]) < leZero || add(z.m[j*n+i], o.m[i*n+j]) < leZero {
				return false
			}
		}
	}
	if n <= 3 {
		return true // a negative cycle of alternating origin needs three clocks beside zero
	}
	var room [smallZone]Bound
	c := Zone{n, append(room[:0], z.m...)}
	return c.Intersect(o)
}

// smallZone is how many bounds a zone on the stack may have.
const smallZone = 144

// Up lets time pass: the valuations reached by a delay.
func (z Zone) Up() {
	for i := 1; i < z.dim; i++ {
		z.m[i*z.dim] = Infinity
	}
}

// Down takes time back: the valuations from which a delay reaches z.
func (z Zone) Down() {
	n := z.dim
	for j := 1; j < n; j++ {
		z.m[j] = leZero
		for i := 1; i < n; i++ {
			z.m[j] = min(z.m[j], z.m[i*n+j])
		}
	}
}

// Free forgets what is known of clock x.
func (z Zone) Free(x int) {
	n := z.dim
	for i := range n {
		z.m[x*n+i] = Infinity
		z.m[i*n+x] = z.m[i*n]
	}
	z.m[x] = leZero
	z.m[x*n+x] = leZero
}

// Reset sets clock x to a value of at least 0.
func (z Zone) Reset(x int, value int64) {
	n := z.dim
	plus, minus := LE(value), LE(-value)
	for i := range n {
		z.m[x*n+i] = add(plus, z.m[i])
		z.m[i*n+x] = add(z.m[i*n], minus)
	}
	z.m[x*n+x] = leZero
}

// BeforeReset keeps the valuations that Reset brings into z, and tells whether there are any.
func (z Zone) BeforeReset(x int, value int64) bool {
	if !z.Constrain(x, 0, LE(value)) || !z.Constrain(0, x, LE(-value)) {
		return false
	}
	z.Free(x)
	return true
}

// Includes tells whether all of o is in z.
func (z Zone) Includes(o Zone) bool {
	if o.Empty() {
		return true
	}
	for i, b := range z.m {
		if o.m[i] > b {
			return false
		}
	}
	return true
}

// Equal tells whether both hold the same valuations.
func (z Zone) Equal(o Zone) bool {
	if z.Empty() || o.Empty() {
		return z.Empty() && o.Empty()
	}
	return slices.Equal(z.m, o.m)
}

// A Relation between two zones.
type Relation int

const (
	Different Relation = iota
	Subset             // all of the first is in the second, and not the other way round
	Superset
	Same
)

// Compare relates z and o in one pass.
func (z Zone) Compare(o Zone) Relation {
	if z.Empty() || o.Empty() {
		switch {
		case z.Empty() && o.Empty():
			return Same
		case z.Empty():
			return Subset
		}
		return Superset
	}
	sub, super := true, true
	for i, b := range z.m {
		sub = sub && b <= o.m[i]
		super = super && b >= o.m[i]
		if !sub && !super {
			return Different
		}
	}
	switch {
	case sub && super:
		return Same
	case sub:
		return Subset
	}
	return Superset
}

// Unbounded tells whether time can pass for ever inside the zone: no clock is bounded from above.
func (z Zone) Unbounded() bool {
	for i := 1; i < z.dim; i++ {
		if z.m[i*z.dim] != Infinity {
			return false
		}
	}
	return true
}

// close computes the tight form of any matrix by shortest paths (Floyd and Warshall), O(dim³), and
// tells whether something is left. Only extrapolation and hulls need it.
func (z Zone) close() bool {
	n, m := z.dim, z.m
	for k := range n {
		for i := range n {
			ik := m[i*n+k]
			if ik == Infinity || i == k {
				continue
			}
			for j := range n {
				if s := add(ik, m[k*n+j]); s < m[i*n+j] {
					m[i*n+j] = s
				}
			}
		}
		if m[k*n+k] < leZero {
			return z.clear()
		}
	}
	for i := range n {
		if m[i*n+i] < leZero {
			return z.clear()
		}
	}
	return true
}

// Tight checks the promise that every operation keeps; tests call it.
func (z Zone) Tight() bool {
	if z.Empty() {
		return true
	}
	c := z.Clone()
	return c.close() && slices.Equal(c.m, z.m)
}
