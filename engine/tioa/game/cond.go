package game

import (
	"github.com/mutarium/mutarium/engine/dbm"
)

// A conj is a conjunction of bounds on clocks and differences, not closed. Applied to a zone one by
// one it costs O(n²) each, which is cheaper than to keep a guard as a matrix and to intersect.
type Conj []dbm.Constraint

// A cond is a union of conjunctions: a guard or an invariant. nil is false.
type Cond []Conj

// always is the condition true. It is shared and never changed.
var always = Cond{nil}

func (c Cond) isTrue() bool { return len(c) == 1 && len(c[0]) == 0 }

// maxDisjuncts bounds the union that one guard may unfold to.
const maxDisjuncts = 1024

// and is the conjunction of two conditions; parts that contradict themselves on one difference are
// dropped.
func (c Cond) and(d Cond) Cond {
	switch {
	case c.isTrue():
		return d
	case d.isTrue():
		return c
	}
	var out Cond
	for _, x := range c {
		for _, y := range d {
			if z, ok := x.and(y); ok {
				out = append(out, z)
			}
		}
	}
	return out
}

// and joins two conjunctions, keeping the tighter of two bounds on the same difference, and tells
// whether the bounds on each difference leave anything.
func (x Conj) and(y Conj) (Conj, bool) {
	out := make(Conj, len(x), len(x)+len(y))
	copy(out, x)
	for _, b := range y {
		out = out.With(b)
	}
	for i, a := range out {
		for _, b := range out[i+1:] {
			if a.I == b.J && a.J == b.I && b.B <= a.B.Not() {
				return nil, false
			}
		}
		if a.I == 0 && a.B < dbm.LE(0) && a.J == 0 {
			return nil, false
		}
	}
	return out, true
}

// With adds one bound to a conjunction that the caller owns.
func (x Conj) With(b dbm.Constraint) Conj {
	for i := range x {
		if x[i].I == b.I && x[i].J == b.J {
			x[i].B = min(x[i].B, b.B)
			return x
		}
	}
	return append(x, b)
}

// Or is the union of two conditions.
func (c Cond) Or(d Cond) Cond {
	if c.isTrue() || d.isTrue() {
		return always
	}
	out := make(Cond, 0, len(c)+len(d))
	return append(append(out, c...), d...)
}

// A reset sets a clock, by its number in zones, to a constant.
type reset struct {
	Clock int
	Value int64
}

// before is the condition under which c holds after the resets.
func (c Cond) before(rs []reset) Cond {
	if len(rs) == 0 || c.isTrue() {
		return c
	}
	var out Cond
	for _, x := range c {
		if y, ok := x.before(rs); ok {
			if len(y) == 0 {
				return always
			}
			out = append(out, y)
		}
	}
	return out
}

func (x Conj) before(rs []reset) (Conj, bool) {
	out := make(Conj, 0, len(x))
	for _, b := range x {
		for _, r := range rs {
			if b.B == dbm.Infinity {
				break
			}
			if b.I == r.Clock {
				b.I, b.B = 0, b.B-dbm.Bound(2*r.Value)
			}
			if b.J == r.Clock {
				b.J, b.B = 0, b.B+dbm.Bound(2*r.Value)
			}
		}
		if b.I == b.J {
			if b.B < dbm.LE(0) {
				return nil, false
			}
			continue
		}
		if b.I == 0 && b.B >= dbm.LE(0) {
			continue // clocks are not negative
		}
		out = out.With(b)
	}
	return out, true
}

// shifted renames the clocks of a condition by an offset.
func (c Cond) shifted(by int) Cond {
	if by == 0 || c == nil || c.isTrue() {
		return c
	}
	out := make(Cond, len(c))
	for i, x := range c {
		y := make(Conj, len(x))
		for k, b := range x {
			if b.I > 0 {
				b.I += by
			}
			if b.J > 0 {
				b.J += by
			}
			y[k] = b
		}
		out[i] = y
	}
	return out
}

// Apply intersects a zone with a conjunction and tells whether something is left.
func (x Conj) Apply(z dbm.Zone) bool {
	for _, b := range x {
		if !z.Constrain(b.I, b.J, b.B) {
			return false
		}
	}
	return true
}

// implied tells whether all of a tight zone that is not empty satisfies the conjunction.
func (x Conj) implied(z dbm.Zone) bool {
	for _, b := range x {
		if z.At(b.I, b.J) > b.B {
			return false
		}
	}
	return true
}

// Within gives the parts of a zone that satisfy the condition, as fresh zones.
func (c Cond) Within(z dbm.Zone, s *dbm.Slab) dbm.Federation {
	return c.appendWithin(nil, z, s)
}

func (c Cond) appendWithin(out dbm.Federation, z dbm.Zone, s *dbm.Slab) dbm.Federation {
	for _, x := range c {
		y := s.Copy(z)
		if x.Apply(y) {
			out = append(out, y)
		} else {
			s.Put(y)
		}
	}
	return out
}

// Meets tells whether some of the zone satisfies the condition.
func (c Cond) Meets(z dbm.Zone, s *dbm.Slab) bool {
	y := s.Get()
	defer s.Put(y)
	for _, x := range c {
		y.CopyFrom(z)
		if x.Apply(y) {
			return true
		}
	}
	return false
}

// Zones is the condition as a federation.
func (c Cond) Zones(dim int, s *dbm.Slab) dbm.Federation {
	u := s.Get()
	u.SetUniverse()
	f := c.Within(u, s)
	s.Put(u)
	return f
}

// asCond turns a federation into a condition with few differences in it.
func asCond(f dbm.Federation) Cond {
	var c Cond
	for _, z := range f {
		g, ok := z.Guard()
		if ok {
			c = append(c, Conj(g))
		}
	}
	return c
}

// Text prints a condition over the names of clocks; names[0] is not used.
func (c Cond) Text(names []string) string {
	switch {
	case len(c) == 0:
		return "false"
	case c.isTrue():
		return "true"
	}
	f := c.Zones(len(names), dbm.NewSlab(len(names)))
	return f.Text(names)
}

// negated is the bound that holds where b does not.
func negated(b dbm.Constraint) dbm.Constraint {
	return dbm.Constraint{I: b.J, J: b.I, B: b.B.Not()}
}
