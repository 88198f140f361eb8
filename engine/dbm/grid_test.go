package dbm

import (
	"math/rand/v2"
	"testing"
)

// Tests compare operations with their definitions, point by point on a grid. A zone of n clocks
// whose bounds are integers meets the grid of step 1/(n+1) wherever it holds anything; delays from
// such points are tried in half steps, which is fine enough to meet every interval between two
// bounds.

const top = 4 // largest constant in random zones; grids end one unit beyond

// grid calls visit with all points of step 1/dim in [0, top+1].
func grid(dim int, visit func(Point)) {
	den := int64(dim)
	p := Point{make([]int64, dim), 2 * den} // numerators of half steps, so that delays fit in
	var rec func(x int)
	rec = func(x int) {
		if x == dim {
			visit(p)
			return
		}
		for v := int64(0); v <= (top+1)*den; v++ {
			p.Num[x] = 2 * v
			rec(x + 1)
		}
	}
	rec(1)
}

// plus is p after a delay of so many half steps, or before it, when negative.
func plus(p Point, d int64) (Point, bool) {
	q := Point{append([]int64(nil), p.Num...), p.Den}
	for x := 1; x < len(q.Num); x++ {
		q.Num[x] += d
		if q.Num[x] < 0 {
			return q, false
		}
	}
	return q, true
}

func with(p Point, x int, v int64) Point {
	q := Point{append([]int64(nil), p.Num...), p.Den}
	q.Num[x] = v
	return q
}

// steps is the number of half steps after which nothing changes any more.
func steps(p Point) int64 { return (top + 2) * p.Den }

// sameSet fails unless z holds exactly the grid points that want says.
func sameSet(t *testing.T, what string, dim int, z Federation, want func(Point) bool) {
	t.Helper()
	for _, y := range z {
		if !y.Tight() || y.Empty() {
			t.Fatalf("%s: a zone that is not tight, or empty: %s", what, text(y))
		}
	}
	grid(dim, func(p Point) {
		if got, w := z.Contains(p), want(p); got != w && !t.Failed() {
			t.Errorf("%s: %v/%d in %s: got %v, want %v", what, p.Num, p.Den, z.Text(names), got, w)
		}
	})
}

var names = []string{"", "x", "y", "z", "v", "w"}

func text(z Zone) string { return z.Text(names) }

func randomBound(r *rand.Rand, low int64) Bound {
	c := low + r.Int64N(top-low+1)
	if r.IntN(2) == 0 {
		return LT(c)
	}
	return LE(c)
}

// randomZone is a zone of a few random constraints, not empty.
func randomZone(r *rand.Rand, dim int) Zone {
	for {
		z := Universe(dim)
		for range r.IntN(2*dim) + 1 {
			i, j := r.IntN(dim), r.IntN(dim)
			if i == j {
				continue
			}
			low := int64(-top)
			if j == 0 {
				low = 0
			}
			z.Constrain(i, j, randomBound(r, low))
		}
		if !z.Empty() {
			return z
		}
	}
}

func randomFederation(r *rand.Rand, dim int) Federation {
	var f Federation
	for range r.IntN(4) {
		f = f.Add(randomZone(r, dim), nil)
	}
	return f
}

// rounds runs a test with many random sources for dimensions 2 and 3 and a few for 4; a failure
// names its seed.
func rounds(t *testing.T, n int, run func(t *testing.T, r *rand.Rand, dim int)) {
	for dim, times := range map[int]int{2: n, 3: n, 4: n / 25} {
		for seed := range times {
			run(t, rand.New(rand.NewPCG(uint64(seed), uint64(dim))), dim)
			if t.Failed() {
				t.Fatalf("dimension %d, seed %d", dim, seed)
			}
		}
	}
}
