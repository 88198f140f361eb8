package dbm

import (
	"math/rand/v2"
	"testing"
)

// randomLimits are bounds for extrapolation, some clocks dead.
func randomLimits(r *rand.Rand, dim int) []int64 {
	out := make([]int64, dim)
	for x := range out {
		out[x] = int64(r.IntN(top)) - 1
	}
	return out
}

// simulates tells whether v can do what p can, by the LU-simulation of the paper: each clock is
// equal, or smaller and still above L, or larger and p is above U.
func simulates(v, p Point, lower, upper []int64) bool {
	for x := 1; x < len(p.Num); x++ {
		a, b := v.Num[x], p.Num[x]
		if a != b && !(a < b && a > lower[x]*p.Den) && !(a > b && b > upper[x]*p.Den) {
			if a < b && lower[x] < 0 || a > b && upper[x] < 0 {
				continue
			}
			return false
		}
	}
	return true
}

// TestExtrapolationIsSound finds for every valuation that an extrapolation adds one of the zone
// that simulates it.
func TestExtrapolationIsSound(t *testing.T) {
	for seed := range 250 {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		dim := 2 + seed%2
		z := randomZone(r, dim)
		for x := 1; x < dim; x++ {
			z.Constrain(x, 0, LE(top+1)) // so that the grid sees all of it
		}
		lower, upper := randomLimits(r, dim), randomLimits(r, dim)
		var points []Point
		grid(dim, func(p Point) {
			if z.Contains(p) {
				q, _ := plus(p, 0)
				points = append(points, q)
			}
		})
		for name, c := range map[string]struct {
			extra func(Zone)
			l, u  []int64
		}{
			"M":   {func(z Zone) { z.ExtraM(upper) }, upper, upper},
			"M+":  {func(z Zone) { z.ExtraMPlus(upper) }, upper, upper},
			"LU":  {func(z Zone) { z.ExtraLU(lower, upper) }, lower, upper},
			"LU+": {func(z Zone) { z.ExtraLUPlus(lower, upper) }, lower, upper},
		} {
			big := z.Clone()
			c.extra(big)
			if !big.Includes(z) || !big.Tight() {
				t.Fatalf("%s, seed %d: %s became %s", name, seed, text(z), text(big))
			}
			grid(dim, func(p Point) {
				if t.Failed() || !big.Contains(p) || z.Contains(p) {
					return
				}
				for _, v := range points {
					if simulates(v, p, c.l, c.u) {
						return
					}
				}
				t.Errorf("%s, seed %d: %v/%d was added to %s (L %v, U %v), and nothing there simulates it", name, seed, p.Num, p.Den, text(z), c.l, c.u)
			})
		}
	}
}

// TestExtrapolationIsFinite counts the zones that a clock running away from another one passes.
func TestExtrapolationIsFinite(t *testing.T) {
	limits := []int64{0, 3, NoBound}
	seen := map[string]bool{}
	z := Zero(3)
	for range 50 {
		z.Reset(1, 0) // x := 0, wait exactly one, y grows for ever
		z.Up()
		z.Constrain(1, 0, LE(1))
		z.Constrain(0, 1, LE(-1))
		z.ExtraMPlus(limits)
		seen[text(z)] = true
	}
	if len(seen) != 1 {
		t.Errorf("got %d zones, want 1: y is dead", len(seen))
	}
	limits[2] = 4
	z = Zero(3)
	for range 50 {
		z.Reset(1, 0)
		z.Up()
		z.Constrain(1, 0, LE(1))
		z.Constrain(0, 1, LE(-1))
		z.ExtraMPlus(limits)
		seen[text(z)] = true
	}
	if len(seen) != 1+5 {
		t.Errorf("got %d zones more, want 5: y is 1, 2, 3, 4, above 4", len(seen)-1)
	}
}

func TestExtraIsCoarser(t *testing.T) {
	rounds(t, 300, func(t *testing.T, r *rand.Rand, dim int) {
		z := randomZone(r, dim)
		lower, upper := randomLimits(r, dim), randomLimits(r, dim)
		most := make([]int64, dim)
		for x := range most {
			most[x] = max(lower[x], upper[x])
		}
		m, mp, lu, lup := z.Clone(), z.Clone(), z.Clone(), z.Clone()
		m.ExtraM(most)
		mp.ExtraMPlus(most)
		lu.ExtraLU(lower, upper)
		lup.ExtraLUPlus(lower, upper)
		if !mp.Includes(m) || !lu.Includes(m) || !lup.Includes(mp) || !lup.Includes(lu) {
			t.Errorf("%s: M %s, M+ %s, LU %s, LU+ %s", text(z), text(m), text(mp), text(lu), text(lup))
		}
	})
}

func TestExtraSplitKeepsSides(t *testing.T) {
	rounds(t, 200, func(t *testing.T, r *rand.Rand, dim int) {
		if dim < 3 {
			return
		}
		z := randomZone(r, dim)
		diagonals := []Constraint{{1, 2, randomBound(r, -2)}, {2, 1, randomBound(r, -2)}}
		limits := randomLimits(r, dim)
		parts := ExtraSplit(z.Clone(), diagonals, func(z Zone) { z.ExtraMPlus(limits) }, nil)
		if !parts.Covers(z, nil) {
			t.Errorf("lost something of %s", text(z))
		}
		for _, p := range parts {
			for _, c := range diagonals {
				if p.Satisfies(c.I, c.J, c.B) && p.Satisfies(c.J, c.I, c.B.Not()) {
					t.Errorf("%s is on both sides of %s", text(p), c.Text(names))
				}
			}
		}
	})
}
