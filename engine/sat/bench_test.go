package sat

import "testing"

// BenchmarkPigeons refutes that eight pigeons fit into seven holes: clauses alone.
func BenchmarkPigeons(b *testing.B) {
	for range b.N {
		s := New()
		pigeons(s, 8)
		if s.Solve(background) != Unsat {
			b.Fatal("they fit")
		}
	}
}

// BenchmarkFactors finds the factors of 22499 among numbers of eight bits, a product of gates.
func BenchmarkFactors(b *testing.B) {
	for range b.N {
		s := New()
		x, y := s.NewVec(2, 255), s.NewVec(2, 255)
		product, _ := s.Mul(x, y, 1<<31)
		got, r := s.Least(background, []Vec{x}, s.Eq(product, s.Num(149*151)))
		if r != Sat || got[0] != 149 {
			b.Fatalf("got %v, %v", got, r)
		}
	}
}
