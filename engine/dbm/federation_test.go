package dbm

import (
	"math/rand/v2"
	"testing"
)

func TestFederationSetsOnGrid(t *testing.T) {
	rounds(t, 200, func(t *testing.T, r *rand.Rand, dim int) {
		s := NewSlab(dim)
		f, g := randomFederation(r, dim), randomFederation(r, dim)
		fs, gs := f.Text(names), g.Text(names)
		inF, inG := f.Contains, g.Contains
		sameSet(t, "union", dim, f.Union(g, s), func(p Point) bool { return inF(p) || inG(p) })
		sameSet(t, "intersect", dim, f.Intersect(g, s), func(p Point) bool { return inF(p) && inG(p) })
		sameSet(t, "subtract", dim, f.Subtract(g, s), func(p Point) bool { return inF(p) && !inG(p) })
		sameSet(t, "complement", dim, f.Complement(dim, s), func(p Point) bool { return !inF(p) })
		sameSet(t, "merge", dim, f.Clone(s).Merge(s), inF)
		if f.Text(names) != fs || g.Text(names) != gs {
			t.Error("an operation changed its operand")
		}
	})
}

func TestSubtractionIsDisjoint(t *testing.T) {
	rounds(t, 300, func(t *testing.T, r *rand.Rand, dim int) {
		parts := randomZone(r, dim).Subtract(randomZone(r, dim), nil)
		for i, a := range parts {
			for _, b := range parts[:i] {
				if a.Intersects(b) {
					t.Errorf("%s meets %s", text(a), text(b))
				}
			}
		}
	})
}

func TestDelayOnGrid(t *testing.T) {
	rounds(t, 120, func(t *testing.T, r *rand.Rand, dim int) {
		s := NewSlab(dim)
		f, avoid := randomFederation(r, dim), randomFederation(r, dim)
		walk := func(p Point, sign int64) bool {
			for d := int64(0); d <= steps(p); d++ {
				q, ok := plus(p, sign*d)
				if !ok || avoid.Contains(q) {
					return false
				}
				if f.Contains(q) {
					return true
				}
			}
			return false
		}
		sameSet(t, "predt", dim, Predt(f, avoid, s), func(p Point) bool { return walk(p, 1) })
		sameSet(t, "postt", dim, Postt(f, avoid, s), func(p Point) bool { return walk(p, -1) })
	})
}

// TestFederationLaws checks laws of sets with the exact comparison of unions, without a grid.
func TestFederationLaws(t *testing.T) {
	rounds(t, 400, func(t *testing.T, r *rand.Rand, dim int) {
		s := NewSlab(dim)
		f, g, h := randomFederation(r, dim), randomFederation(r, dim), randomFederation(r, dim)
		law := func(name string, a, b Federation) {
			if !a.Equal(b, s) {
				t.Errorf("%s: %s is not %s", name, a.Text(names), b.Text(names))
			}
		}
		law("(f−g) ∪ (f∩g) = f", f.Subtract(g, s).Union(f.Intersect(g, s), s), f)
		law("f−(g∪h) = (f−g)−h", f.Subtract(g.Union(h, s), s), f.Subtract(g, s).Subtract(h, s))
		law("¬¬f = f", f.Complement(dim, s).Complement(dim, s), f)
		law("¬(f∪g) = ¬f∩¬g", f.Union(g, s).Complement(dim, s), f.Complement(dim, s).Intersect(g.Complement(dim, s), s))
		law("f↓↓ = f↓", f.Down(s).Down(s), f.Down(s))
		law("(f∪g)↑ = f↑∪g↑", f.Union(g, s).Up(s), f.Up(s).Union(g.Up(s), s))
		law("predt avoids nothing", Predt(f, nil, s), f.Down(s))
		law("postt avoids nothing", Postt(f, nil, s), f.Up(s))
		law("predt keeps to goal and avoid", Predt(f, g, s).Intersect(g, s), nil)
		law("goal not to avoid is in predt", Predt(f, g, s).Intersect(f, s), f.Subtract(g, s).Union(Predt(f, g, s).Intersect(f, s), s))
		law("predt in two", Predt(f, g.Union(h, s), s), Predt(Predt(f, g.Union(h, s), s), g, s).Subtract(h, s).Intersect(Predt(f, g.Union(h, s), s), s))
		if !f.Includes(f.Intersect(g, s), s) || !f.Union(g, s).Includes(f, s) {
			t.Error("inclusion")
		}
		if diff := f.Subtract(g, s); g.Includes(f, s) != diff.Empty() {
			t.Error("f in g if nothing is left")
		}
		x := 1 + r.IntN(dim-1)
		reset := f.Reset(x, 2, s)
		if !reset.BeforeReset(x, 2, s).Includes(f, s) {
			t.Error("f is before what its reset gives")
		}
		if len(f) > 0 && !(Federation{f.Hull()}).Includes(f, s) {
			t.Error("hull")
		}
	})
}

func TestMergeFindsHull(t *testing.T) {
	low, high, far := Universe(2), Universe(2), Universe(2)
	low.Constrain(1, 0, LE(2))
	high.Constrain(0, 1, LT(-2))
	high.Constrain(1, 0, LE(4))
	far.Constrain(0, 1, LE(-4))
	f := Federation{low, far, high}.Merge(nil)
	if len(f) != 1 || !f[0].Equal(Universe(2)) {
		t.Errorf("got %s", f.Text(names))
	}
	gap := Universe(2)
	gap.Constrain(0, 1, LE(-3))
	two := Federation{low, gap}.Merge(nil)
	if len(two) != 2 {
		t.Errorf("merged across a gap: %s", two.Text(names))
	}
}

// FuzzOperations lets a program of operations loose on a federation and keeps an eye on tightness
// and on set laws that need no grid.
func FuzzOperations(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
	f.Add([]byte("zones and federations"))
	f.Fuzz(func(t *testing.T, program []byte) {
		if len(program) > 60 {
			return
		}
		const dim = 3
		s, z, acc := NewSlab(dim), Universe(dim), Federation(nil)
		for len(program) >= 3 {
			op, a, b := program[0], int(program[1]), int(program[2])
			program = program[3:]
			x, c := 1+a%(dim-1), int64(b%5)
			switch op % 9 {
			case 0:
				z.Up()
			case 1:
				z.Down()
			case 2:
				z.Free(x)
			case 3:
				z.Reset(x, c)
			case 4:
				z.Constrain(a%dim, b%dim, LE(int64(a%7)-3))
			case 5:
				z.Constrain(a%dim, b%dim, LT(int64(b%7)-2))
			case 6:
				before := acc
				acc = acc.Subtract(Of(z), s)
				if !before.Includes(acc, s) || acc.Intersects(z) {
					t.Fatal("subtraction")
				}
			case 7:
				before := acc.Clone(nil)
				acc = Federation.Merge(acc.Add(s.Copy(z), s), s)
				if !acc.Equal(before.Union(Of(z), nil), s) {
					t.Fatal("merge")
				}
			case 8:
				z.ExtraLUPlus([]int64{0, c, 2}, []int64{0, 3, c})
			}
			if z.Empty() {
				z = Universe(dim)
			}
			if !z.Tight() {
				t.Fatalf("operation %d left a zone that is not tight", op%9)
			}
		}
	})
}
