package dbm

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"
)

// zone is the zone of constraints.
func zone(dim int, cs ...Constraint) Zone { return all(dim, cs) }

// between is low ≤ x ≤ high, of one clock.
func between(low, high int64) Zone {
	return zone(2, Constraint{1, 0, LE(high)}, Constraint{0, 1, LE(-low)})
}

func nothing(dim int) Zone { return zone(dim, Constraint{1, 0, LT(0)}) }

// reference is an extrapolation as STTT 8(3) defines it, entry by entry, on numbers: a bound "≤ c" is
// c, "< c" is a quarter less, and a matrix is closed until nothing changes. Infinity stands for the
// constants of dead clocks, below everything.
func reference(z Zone, lower, upper []int64, plus bool) [][]float64 {
	const strict = 0.25
	n := z.Dim()
	at := func(bounds []int64, x int) float64 {
		switch {
		case x == 0:
			return 0
		case bounds[x] < 0:
			return math.Inf(-1)
		}
		return float64(bounds[x])
	}
	constant := func(i, j int) float64 {
		if b := z.At(i, j); b.Finite() {
			return float64(b.Value())
		}
		return math.Inf(1)
	}
	m := make([][]float64, n)
	for i := range m {
		for j := range n {
			c := constant(i, j)
			if z.At(i, j).Strict() {
				c -= strict
			}
			out := constant(i, j) > at(lower, i) || plus && -constant(0, i) > at(lower, i)
			low := -constant(i, j)
			if plus {
				low = -constant(0, j)
			}
			switch {
			case i == j:
				c = 0
			case out, plus && i != 0 && low > at(upper, j):
				c = math.Inf(1)
			case low > at(upper, j):
				if c = -at(upper, j) - strict; math.IsInf(c, 1) && i == 0 {
					c = 0 // no clock is negative
				}
			}
			m[i] = append(m[i], c)
		}
	}
	shortest(m)
	return m
}

// shortest closes a matrix whose paths are strict if one part is: of a sum with several quarters one
// counts.
func shortest(m [][]float64) {
	for changed := true; changed; {
		changed = false
		for i := range m {
			for k := range m {
				for j := range m {
					s := m[i][k] + m[k][j]
					if whole := math.Ceil(s); s < whole {
						s = whole - 0.25
					}
					if s < m[i][j] {
						m[i][j], changed = s, true
					}
				}
			}
		}
	}
}

func TestExtrapolationsAsDefined(t *testing.T) {
	rounds(t, 200, func(t *testing.T, r *rand.Rand, dim int) {
		z := randomZone(r, dim)
		lower, upper := randomLimits(r, dim), randomLimits(r, dim)
		for _, c := range []struct {
			name  string
			extra func(Zone)
			want  [][]float64
		}{
			{"M", func(z Zone) { z.ExtraM(upper) }, reference(z, upper, upper, false)},
			{"LU", func(z Zone) { z.ExtraLU(lower, upper) }, reference(z, lower, upper, false)},
			{"M+", func(z Zone) { z.ExtraMPlus(upper) }, reference(z, upper, upper, true)},
			{"LU+", func(z Zone) { z.ExtraLUPlus(lower, upper) }, reference(z, lower, upper, true)},
		} {
			got := z.Clone()
			c.extra(got)
			for i := range dim {
				for j := range dim {
					b, have := got.At(i, j), math.Inf(1)
					if b.Finite() {
						have = float64(b.Value())
						if b.Strict() {
							have -= 0.25
						}
					}
					if have != c.want[i][j] {
						t.Fatalf("%s (L %v, U %v) of %s: bound %d,%d is %v, want %v",
							c.name, lower, upper, text(z), i, j, have, c.want[i][j])
					}
				}
			}
		}
	})
	empty := nothing(2)
	empty.ExtraM([]int64{0, 1})
	empty.ExtraLUPlus([]int64{0, 1}, []int64{0, 1})
	if !empty.Empty() {
		t.Error("an empty zone was enlarged to", text(empty))
	}
}

// Each part is extrapolated, on its side of the diagonal.
func TestExtraSplitSplitsFirst(t *testing.T) {
	var seen []string
	parts := ExtraSplit(Universe(3), []Constraint{{1, 2, LE(2)}}, func(z Zone) { seen = append(seen, text(z)) }, nil)
	if len(parts) != 2 || len(seen) != 2 || seen[0] != "x-y<=2" || seen[1] != "y-x<-2" {
		t.Errorf("extrapolated %q", seen)
	}
}

func TestBoundsInWords(t *testing.T) {
	for want, b := range map[string]Bound{"<25": LT(25), "<=25": LE(25), "<=-31": LE(-31), "<inf": Infinity} {
		if b.String() != want || b.Finite() != (want != "<inf") {
			t.Errorf("got %s, finite %v, want %s", b, b.Finite(), want)
		}
	}
}

func TestTexts(t *testing.T) {
	for want, z := range map[string]Zone{
		"x==3": between(3, 3), "x>=1 && x<=3": between(1, 3), "x>=12 && x<=25": between(12, 25),
		"x>=3 && y<=3": zone(3, Constraint{0, 1, LE(-3)}, Constraint{2, 0, LE(3)}),
		"x>3 && x<=5":  zone(2, Constraint{0, 1, LT(-3)}, Constraint{1, 0, LE(5)}),
		"true":         Universe(2), "false": nothing(2),
	} {
		if got := text(z); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if got := (Constraint{1, 2, LE(3)}).Text(names); got != "x-y<=3" {
		t.Errorf("got %s", got)
	}
	if got := (Federation{between(3, 3), between(5, 6)}).Text(names); got != "x==3 || x>=5 && x<=6" {
		t.Errorf("got %s", got)
	}
	if got := Federation(nil).Text(names); got != "false" {
		t.Errorf("got %s", got)
	}
	if cs, ok := Universe(3).Guard(); len(cs) != 0 || !ok {
		t.Errorf("the guard of all valuations is %v", cs)
	}
}

// A pair of zones that share nothing although no two of their bounds contradict each other:
// x ≥ 2, y ≥ x, w ≥ y, w ≤ 1, in turns.
func TestIntersectsNeedsThreeClocks(t *testing.T) {
	a := zone(4, Constraint{1, 2, LE(0)}, Constraint{3, 0, LE(1)})
	b := zone(4, Constraint{2, 3, LE(0)}, Constraint{0, 1, LE(-2)})
	if a.Intersects(b) || !a.Intersects(a) {
		t.Error("there is no valuation in both")
	}
}

func TestEmptyZones(t *testing.T) {
	full, none := between(1, 2), nothing(2)
	if none.Intersects(full) || full.Intersects(none) || full.Equal(none) || none.Equal(full) || !none.Equal(nothing(2)) {
		t.Error("an empty zone has a valuation")
	}
	if none.Compare(full) != Subset || full.Compare(none) != Superset || none.Compare(nothing(2)) != Same {
		t.Error("an empty zone is a subset of all others")
	}
	if none.Constrain(1, 0, LE(5)) || !(Federation{}).Covers(none, nil) || none.Subtract(full, nil) != nil || !none.Tight() {
		t.Error("there is something in an empty zone")
	}
	if full.Clone().BeforeReset(1, 7) || !full.Clone().BeforeReset(1, 2) {
		t.Error("a reset to 2 leads into 1 to 2, a reset to 7 does not")
	}
}

func TestSmallOperations(t *testing.T) {
	z := zone(3, Constraint{1, 0, LE(7)}, Constraint{1, 2, LT(3)}, Constraint{2, 1, LE(4)})
	if z.At(1, 2) != LT(3) || z.At(2, 1) != LE(4) || z.At(2, 0) != LE(11) || !z.Valid() || (Zone{}).Valid() {
		t.Errorf("bounds of %s", text(z))
	}
	c := Universe(3)
	if c.CopyFrom(z); !c.Equal(z) {
		t.Errorf("copied %s as %s", text(z), text(c))
	}
	loose := z.Clone()
	if loose.m[2*3] = LE(20); loose.Tight() || !z.Tight() {
		t.Error("a bound that others tighten is called tight")
	}
	for x := 1; x < 3; x++ {
		all := Universe(3)
		if all.Free(x); !all.Equal(Universe(3)) {
			t.Errorf("all valuations without %s are %v", names[x], all)
		}
	}
	for _, c := range []struct {
		z    Zone
		want bool
	}{
		{Universe(3), true}, {z, false}, {zone(3, Constraint{1, 0, LE(1)}), false},
		{zone(3, Constraint{2, 0, LE(1)}), false}, {zone(3, Constraint{1, 2, LE(1)}), true},
	} {
		if c.z.Unbounded() != c.want {
			t.Errorf("%s unbounded: got %v", text(c.z), c.z.Unbounded())
		}
	}
	f := Federation{between(0, 2), between(4, 6)}
	if got := f.Constrain(1, 0, LE(1), nil); len(got) != 1 || !got[0].Equal(between(0, 1)) {
		t.Errorf("constrained to %s", got.Text(names))
	}
	if got := f.Free(1, nil); len(got) != 1 || !got[0].Equal(Universe(2)) {
		t.Errorf("freed to %s", got.Text(names))
	}
	if f.Intersects(between(3, 3)) || !f.Intersects(between(6, 8)) {
		t.Error("3 is in neither zone, 6 is in one")
	}
	if g := (Federation{between(0, 2)}); f.Equal(g, nil) || g.Equal(f, nil) || !f.Equal(Federation{f[1], f[0]}, nil) {
		t.Error("unions of one and of two zones")
	}
	if p, ok := zone(3, Constraint{0, 1, LT(0)}, Constraint{1, 0, LT(1)}, Constraint{2, 0, LE(3)},
		Constraint{0, 2, LE(-3)}).Sample(); !ok || p.Den != 2 || p.Num[1] != 1 || p.Num[2] != 6 {
		t.Errorf("0 < x < 1 and y = 3: got %v/%d", p.Num, p.Den)
	}
}

// A zone that the others cover together goes, wherever it is.
func TestReduce(t *testing.T) {
	a, b, c, d := between(0, 2), zone(2, Constraint{0, 1, LE(-1)}), between(1, 3), between(0, 4)
	for _, f := range []Federation{{c, a, b}, {a, c, b}, {a, b, c}, {c, a, b, d}, {a, d, c, b}, {d, c, b, a}, {c, d, a, b}} {
		got := append(Federation(nil), f...).reduce(nil)
		if len(got) != 2 || !got.Equal(Federation{Universe(2)}, nil) {
			t.Errorf("%s: got %s", f.Text(names), got.Text(names))
		}
	}
	if got := (Federation{c, b}).reduce(nil); len(got) != 1 || !got[0].Equal(b) {
		t.Errorf("got %s", got.Text(names))
	}
	for _, f := range []Federation{{d, between(1, 2)}, {between(0, 1), d, between(2, 3)}} {
		if got := append(Federation(nil), f...).reduce(nil); len(got) != 1 || !got[0].Equal(d) {
			t.Errorf("%s: got %s", f.Text(names), got.Text(names))
		}
	}
	if got := (Federation{between(0, 2), between(2, 5)}).Merge(nil); len(got) != 1 || !got[0].Equal(between(0, 5)) {
		t.Errorf("neighbours: got %s", got.Text(names))
	}
}

// What the delay does not meet leaves the result whole: x = y was before, for x = y <= 1 at least.
func TestDelayIsNotSplitByWhatItMisses(t *testing.T) {
	from := zone(3, Constraint{0, 1, LE(-3)}, Constraint{1, 0, LE(4)}, Constraint{0, 2, LE(-3)}, Constraint{2, 0, LE(4)})
	avoid := zone(3, Constraint{1, 2, LE(0)}, Constraint{2, 1, LE(0)}, Constraint{1, 0, LE(1)})
	want := zone(3, Constraint{0, 1, LE(-3)}, Constraint{0, 2, LE(-3)}, Constraint{1, 2, LE(1)}, Constraint{2, 1, LE(1)})
	if got := Postt(Federation{from}, Federation{avoid}, nil); len(got) != 1 || !got[0].Equal(want) {
		t.Errorf("got %s, want %s", got.Text(names), text(want))
	}
}

// Whatever an operation takes from a slab is in its result or back in the slab.
func TestSlabGetsZonesBack(t *testing.T) {
	rounds(t, 100, func(t *testing.T, r *rand.Rand, dim int) {
		const room = 1 << 20
		s := NewSlab(dim)
		s.block = make([]Bound, room)
		out := func() int { return (room-len(s.block))/(dim*dim) - len(s.free) }
		f, z := randomFederation(r, dim), randomZone(r, dim)
		check := func(name string, got Federation) {
			if out() != len(got) {
				t.Errorf("%s: %d zones are out, %d are in the result", name, out(), len(got))
			}
			if s.PutAll(got); out() != 0 {
				t.Errorf("%s: %d zones are out at the end", name, out())
			}
		}
		check("clone", f.Clone(s))
		check("add", f.Clone(s).Add(s.Copy(z), s))
		f.Covers(z, s)
		check("covers", nil)
		check("subtract", z.Subtract(randomZone(r, dim), s))
		check("within", f.Within(z, s))
		check("up", f.Up(s))
		avoid := randomFederation(r, dim)
		check("before", Predt(f, avoid, s))
		check("after", Postt(f, avoid, s))
		check("merge", append(f.Clone(s), s.Copy(z)).Merge(s))
		check("split", ExtraSplit(s.Copy(z), []Constraint{{1, 0, LE(1)}, {1, 0, LE(2)}}, func(Zone) {}, s))
	})
	s := NewSlab(2)
	for range blockZones {
		s.Get()
	}
	if len(s.block) != 0 {
		t.Errorf("a block of %d zones has room for %d numbers more", blockZones, len(s.block))
	}
	a := s.Get()
	if s.Put(a); &s.Get().m[0] != &a.m[0] {
		t.Error("a zone that was put back is not handed out again")
	}
	if s.Put(Zone{}); len(s.free) != 0 {
		t.Error("a zone without bounds was taken")
	}
}

// What operations cost: one for each zone handed out, one for each pair compared.
func TestMeterCounts(t *testing.T) {
	m := &Meter{}
	s := NewMeteredSlab(2, m)
	f := Federation{between(0, 1), between(3, 4), between(6, 7)}
	for _, c := range []struct {
		name string
		want int
		run  func()
	}{
		{"spend", 3, func() { s.Spend(3) }},
		{"add", 3, func() { append(Federation(nil), f...).Add(between(9, 9), s) }},
		{"covers", 3, func() { f.Covers(between(0, 1), s) }},
		{"subtract", 6, func() { f.Subtract(Federation{between(9, 9)}, s) }},
	} {
		if err := m.Within(c.want, func() error { c.run(); return nil }); err != nil {
			t.Errorf("%s costs more than %d", c.name, c.want)
		}
		if err := m.Within(c.want-1, func() error { c.run(); return nil }); !errors.Is(err, ErrSpent) {
			t.Errorf("%s costs less than %d", c.name, c.want)
		}
	}
	if err := m.Within(0, func() error { return errTest }); err != errTest {
		t.Errorf("nothing is counted, got %v", err)
	}
}

func TestMeterLooksWhetherItIsStopped(t *testing.T) {
	done := make(chan struct{})
	m := &Meter{Done: done}
	s := NewMeteredSlab(2, m)
	far := 0
	err := m.Within(1<<40, func() error {
		close(done)
		s.Spend(checkEvery - 1)
		far = 1
		s.Spend(1)
		far = 2
		return nil
	})
	if !errors.Is(err, ErrStopped) || far != 1 {
		t.Errorf("got %v after step %d, want a stop after step 1", err, far)
	}
	if err := m.Within(1<<40, func() error { far = 3; return nil }); !errors.Is(err, ErrStopped) || far == 3 {
		t.Errorf("stopped before the start: got %v, %d", err, far)
	}
}

// The end of an outer meter's budget is not an inner meter's.
func TestMetersAreApart(t *testing.T) {
	outer, inner := &Meter{}, &Meter{}
	s := NewMeteredSlab(2, outer)
	after := false
	err := outer.Within(5, func() error {
		err := inner.Within(5, func() error { s.Spend(6); return nil })
		after = true
		return err
	})
	if !errors.Is(err, ErrSpent) || after {
		t.Errorf("got %v, and the outer call went on: %v", err, after)
	}
}
