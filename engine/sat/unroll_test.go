package sat

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mutarium/mutarium/engine/expr"
)

// TestUnrolling runs a counter that may be set to any multiple of three or grow by one, and finds
// in how many steps a value is reached.
func TestUnrolling(t *testing.T) {
	s := New()
	var set []Lit
	u := s.Unroll([]Vec{s.Num(0), s.Num(0)}, func(k int, pre []Vec) []Vec {
		set = append(set, s.NewLit())
		more, _ := s.Add(pre[0], s.Num(1), expr.Wide)
		triple, _ := s.Mul(pre[1], s.Num(3), expr.Wide)
		count, _ := s.Add(pre[1], s.Num(1), expr.Wide)
		return []Vec{s.IteVec(set[k], triple, more), count}
	})
	var after4 []int64
	for v := range int64(20) {
		if s.Solve(background, s.Eq(u.At(0, 4), s.Num(v))) == Sat {
			after4 = append(after4, v)
		}
	}
	if want := []int64{3, 4, 5, 7, 9}; !slices.Equal(after4, want) {
		t.Errorf("after four steps: got %v, want %v", after4, want)
	}
	if s.Solve(background, s.EqAll(u.State(2), u.State(3))) != Unsat {
		t.Error("the count of steps stands still")
	}
}

// TestLeast compares with enumeration: random constraints on three small vectors.
func TestLeast(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 2))
		s := New()
		vecs := []Vec{s.NewVec(-3, 2), s.NewVec(0, 3), s.NewVec(-5, -1)}
		a, b := r.Int64N(5)-2, r.Int64N(7)-3
		sum, _ := s.Add(vecs[0], vecs[1], expr.Wide)
		prod, _ := s.Mul(vecs[1], vecs[2], expr.Wide)
		given := []Lit{s.Less(s.Num(a), sum), s.Less(s.Num(b), s.Neg(prod)), s.Eq(vecs[0], s.Num(r.Int64N(6)-3)).Not()}
		want := firstOf(s, vecs, given)
		got, res := s.Least(background, vecs, given...)
		if (res == Sat) != (want != nil) || !slices.Equal(got, want) {
			t.Fatalf("seed %d: got %v (%v), want %v", seed, got, res, want)
		}
	}
}

// firstOf tries all values in ascending order.
func firstOf(s *Solver, vecs []Vec, given []Lit) []int64 {
	for x := int64(-3); x <= 2; x++ {
		for y := int64(0); y <= 3; y++ {
			for z := int64(-5); z <= -1; z++ {
				all := append(slices.Clone(given), s.Eq(vecs[0], s.Num(x)), s.Eq(vecs[1], s.Num(y)), s.Eq(vecs[2], s.Num(z)))
				if s.Solve(background, all...) == Sat {
					return []int64{x, y, z}
				}
			}
		}
	}
	return nil
}

// TestLeastWithin gives up when the budget does.
func TestLeastWithin(t *testing.T) {
	s := New()
	v := s.NewVec(0, 1000)
	s.AddClause(s.Less(s.Num(300), v))
	s.Budget(2)
	if got, r := s.Least(background, []Vec{v}); r != Unknown || got != nil {
		t.Errorf("got %v, %v", got, r)
	}
	s.Budget(-1)
	if got, r := s.Least(background, []Vec{v}); r != Sat || got[0] != 301 {
		t.Errorf("got %v, %v", got, r)
	}
}

// TestLink holds two vectors together while a literal is assumed, whatever their widths.
func TestLink(t *testing.T) {
	s := New()
	a, b := []Vec{s.NewVec(-4, 3)}, []Vec{s.NewVec(0, 9)}
	on := s.NewLit()
	s.Link(on, a, b)
	for x := int64(-4); x <= 3; x++ {
		for y := int64(0); y <= 9; y++ {
			given := []Lit{s.Eq(a[0], s.Num(x)), s.Eq(b[0], s.Num(y))}
			expect(t, s, x == y, append(given, on), "%d and %d linked", x, y)
			expect(t, s, true, append(given, on.Not()), "%d and %d not linked", x, y)
		}
	}
}
