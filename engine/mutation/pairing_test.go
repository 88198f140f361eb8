package mutation

import "testing"

// A pairing lists what Pairs lists, one by one.
func TestPairing(t *testing.T) {
	fits := map[string]func(i, j int) bool{
		"all":      func(int, int) bool { return true },
		"none":     func(int, int) bool { return false },
		"some":     func(i, j int) bool { return (i+j)%3 != 0 },
		"late":     func(i, j int) bool { return i > 20 },
		"not last": func(i, j int) bool { return j < 30 },
	}
	for name, fit := range fits {
		for _, n := range []int{0, 1, 2, 7, 40} {
			for _, sample := range []int{0, 3, 100, 10_000} {
				want, got := Pairs(n, fit, sample, 7), NewPairing(n, fit, sample, 7)
				if got.Len() != len(want) {
					t.Fatalf("%s, %d mutants, sample %d: %d pairs, want %d", name, n, sample, got.Len(), len(want))
				}
				for rank, p := range want {
					if got.At(rank) != p {
						t.Fatalf("%s, %d mutants, sample %d: pair %d is %v, want %v", name, n, sample, rank, got.At(rank), p)
					}
				}
			}
		}
	}
}
