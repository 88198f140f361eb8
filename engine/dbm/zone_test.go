package dbm

import (
	"math/rand/v2"
	"testing"
)

func TestBounds(t *testing.T) {
	for _, c := range []struct {
		b    Bound
		text string
		not  string
	}{{LE(3), "<=3", "<-3"}, {LT(3), "<3", "<=-3"}, {LE(0), "<=0", "<0"}, {LT(-2), "<-2", "<=2"}} {
		if c.b.String() != c.text || c.b.Not().String() != c.not || c.b.Not().Not() != c.b {
			t.Errorf("got %v and %v, want %s and %s", c.b, c.b.Not(), c.text, c.not)
		}
	}
	if LT(3) >= LE(3) || LE(3) >= LT(4) || LE(1<<30) >= Infinity {
		t.Error("bounds do not order by tightness")
	}
	if add(LE(2), LT(3)) != LT(5) || add(LE(2), LE(-3)) != LE(-1) || add(LT(1), LT(1)) != LT(2) || add(LE(1), Infinity) != Infinity {
		t.Error("sums of bounds")
	}
}

func TestZoneOperationsOnGrid(t *testing.T) {
	rounds(t, 150, func(t *testing.T, r *rand.Rand, dim int) {
		z := randomZone(r, dim)
		in := z.Contains
		x, v := 1+r.IntN(dim-1), int64(r.IntN(top+1))

		c := z.Clone()
		c.Up()
		sameSet(t, "up", dim, Of(c), func(p Point) bool {
			for d := int64(0); d <= steps(p); d++ {
				if q, ok := plus(p, -d); ok && in(q) {
					return true
				}
			}
			return false
		})
		c = z.Clone()
		c.Down()
		sameSet(t, "down", dim, Of(c), func(p Point) bool {
			for d := int64(0); d <= steps(p); d++ {
				if q, _ := plus(p, d); in(q) {
					return true
				}
			}
			return false
		})
		c = z.Clone()
		c.Free(x)
		free := c.Clone()
		some := func(p Point) bool {
			for v := int64(0); v <= 2*steps(p); v++ {
				if in(with(p, x, v)) {
					return true
				}
			}
			return false
		}
		sameSet(t, "free", dim, Of(c), some)
		c = z.Clone()
		c.Reset(x, v)
		sameSet(t, "reset", dim, Of(c), func(p Point) bool {
			return p.Num[x] == v*p.Den && free.Contains(p)
		})
		c = z.Clone()
		c.BeforeReset(x, v)
		sameSet(t, "before reset", dim, Of(c), func(p Point) bool { return in(with(p, x, v*p.Den)) })
	})
}

func TestZonePairsOnGrid(t *testing.T) {
	rounds(t, 300, func(t *testing.T, r *rand.Rand, dim int) {
		y, z := randomZone(r, dim), randomZone(r, dim)
		both := func(p Point) bool { return y.Contains(p) && z.Contains(p) }
		c := y.Clone()
		if left := c.Intersect(z); left != y.Intersects(z) || left == c.Empty() {
			t.Errorf("intersect says %v, intersects %v, empty %v", left, y.Intersects(z), c.Empty())
		}
		sameSet(t, "intersect", dim, Of(c), both)
		i, j, b := r.IntN(dim), r.IntN(dim), randomBound(r, -top)
		c = y.Clone()
		c.Constrain(i, j, b)
		if y.Satisfies(i, j, b) == c.Empty() {
			t.Errorf("satisfies %d %d %v on %s", i, j, b, text(y))
		}
		sub, super := true, true
		grid(dim, func(p Point) {
			sub = sub && (!y.Contains(p) || z.Contains(p))
			super = super && (!z.Contains(p) || y.Contains(p))
		})
		// Zones that reach past the grid may differ there only: then the bounds decide, not points.
		if z.Includes(y) && !sub || y.Includes(z) && !super {
			t.Errorf("inclusion of %s and %s", text(y), text(z))
		}
		want := [...]Relation{Different, Subset, Superset, Same}[b2i(z.Includes(y))+2*b2i(y.Includes(z))]
		if got := y.Compare(z); got != want {
			t.Errorf("compare: got %d, want %d", got, want)
		}
	})
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestInclusionIsExact bounds all clocks, so that the grid sees everything.
func TestInclusionIsExact(t *testing.T) {
	rounds(t, 400, func(t *testing.T, r *rand.Rand, dim int) {
		y, z := randomZone(r, dim), randomZone(r, dim)
		for x := 1; x < dim; x++ {
			y.Constrain(x, 0, LE(top+1))
		}
		inside := true
		grid(dim, func(p Point) { inside = inside && (!y.Contains(p) || z.Contains(p)) })
		if z.Includes(y) != inside {
			t.Errorf("%s in %s: got %v, want %v", text(y), text(z), z.Includes(y), inside)
		}
	})
}

func TestSample(t *testing.T) {
	rounds(t, 400, func(t *testing.T, r *rand.Rand, dim int) {
		z := randomZone(r, dim)
		p, ok := z.Sample()
		if !ok || !z.Contains(p) || p.Den > int64(dim) {
			t.Errorf("sample of %s: %v/%d", text(z), p.Num, p.Den)
		}
	})
	z := Universe(4) // 0 < x < y < z < 1 needs quarters
	for x := 1; x < 4; x++ {
		z.Constrain(x-1, x, LT(0))
	}
	z.Constrain(3, 0, LT(1))
	if p, _ := z.Sample(); p.Den != 4 {
		t.Errorf("got denominator %d, want 4", p.Den)
	}
	z.Constrain(1, 2, LE(0))
	z.Constrain(2, 1, LE(-1))
	if _, ok := z.Sample(); ok {
		t.Error("an empty zone has no sample")
	}
}

func TestGuardRebuildsZone(t *testing.T) {
	rounds(t, 400, func(t *testing.T, r *rand.Rand, dim int) {
		z := randomZone(r, dim)
		if r.IntN(2) == 0 {
			z.Reset(1+r.IntN(dim-1), int64(r.IntN(top)))
			z.Up()
		}
		guard, _ := z.Guard()
		minimal, _ := z.Minimal()
		if len(minimal) > len(guard) {
			t.Errorf("%d minimal constraints, guard of %d", len(minimal), len(guard))
		}
		for _, cs := range [][]Constraint{guard, minimal} {
			again := Universe(dim)
			for _, c := range cs {
				again.Constrain(c.I, c.J, c.B)
			}
			if !again.Equal(z) {
				t.Errorf("%v does not give back %s", cs, text(z))
			}
			for k := range cs {
				if cs := append(append([]Constraint(nil), minimal[:min(k, len(minimal))]...), minimal[min(k+1, len(minimal)):]...); len(cs) < len(minimal) && all(dim, cs).Equal(z) {
					t.Errorf("constraint %d of %v is implied", k, minimal)
				}
			}
		}
		box := z.Clone() // a guard has no difference if bounds of single clocks say it all
		for i := 1; i < dim; i++ {
			for j := 1; j < dim; j++ {
				if i != j {
					box.m[i*dim+j] = Infinity
				}
			}
		}
		box.close()
		if box.Equal(z) {
			for _, c := range guard {
				if c.Diagonal() {
					t.Errorf("%v: needless difference in the guard of %s", c, text(z))
				}
			}
		}
	})
}

func all(dim int, cs []Constraint) Zone {
	z := Universe(dim)
	for _, c := range cs {
		z.Constrain(c.I, c.J, c.B)
	}
	return z
}

func TestText(t *testing.T) {
	z := Universe(3)
	if text(z) != "true" {
		t.Errorf("got %s", text(z))
	}
	z.Constrain(1, 0, LE(3))
	z.Constrain(0, 1, LT(-1))
	z.Constrain(1, 2, LE(0))
	z.Constrain(2, 1, LE(0))
	if got, want := text(z), "x>1 && x<=3 && x-y==0"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	z.Constrain(2, 0, LT(1))
	if text(z) != "false" {
		t.Errorf("got %s", text(z))
	}
	if got, want := text(Zero(2)), "x<=0"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestSlab(t *testing.T) {
	s := NewSlab(3)
	a := s.Copy(Zero(3))
	b := s.Copy(Universe(3))
	s.Put(a)
	c := s.Copy(Zero(3))
	if !c.Equal(Zero(3)) || !b.Equal(Universe(3)) {
		t.Error("zones of a slab disturb each other")
	}
	for range 3 * blockZones {
		s.Copy(b)
	}
	if !b.Equal(Universe(3)) {
		t.Error("a new block moved a zone")
	}
}
