package mutation

import (
	"slices"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
)

func TestIDs(t *testing.T) {
	ids := NewIDs(source.NewFile("m", "ab\ncd"))
	for _, want := range []string{"op@2:1", "op@2:1#2", "op@2:1#3"} {
		if got := ids.Next("op", 3); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if got := ids.Next("other", 3); got != "other@2:1" {
		t.Errorf("another operator must not be counted along: %s", got)
	}
}

func TestUnrankIsTheOrderOfAllPairs(t *testing.T) {
	for n := 2; n < 12; n++ {
		for rank, want := range allPairs(n, func(int, int) bool { return true }) {
			if got := unrank(n, rank); got != want {
				t.Fatalf("n %d rank %d: got %v, want %v", n, rank, got, want)
			}
		}
	}
}

func TestPairs(t *testing.T) {
	fit := func(i, j int) bool { return (i+j)%3 != 0 }
	all := Pairs(40, fit, 0, 1)
	for _, p := range all {
		if p.First >= p.Second || !fit(p.First, p.Second) {
			t.Fatalf("bad pair %v", p)
		}
	}
	for _, sample := range []int{1, 10, 100, 10000} {
		got := Pairs(40, fit, sample, 7)
		if want := min(sample, len(all)); len(got) != want {
			t.Errorf("sample %d: got %d pairs, want %d", sample, len(got), want)
		}
		if !slices.Equal(got, Pairs(40, fit, sample, 7)) {
			t.Errorf("sample %d: the same seed gave another sample", sample)
		}
		at := 0
		for _, p := range got {
			i := slices.Index(all[at:], p)
			if i < 0 {
				t.Fatalf("sample %d: %v is no pair or out of order", sample, p)
			}
			at += i + 1
		}
	}
	if slices.Equal(Pairs(40, fit, 10, 1), Pairs(40, fit, 10, 2)) {
		t.Error("two seeds gave the same sample")
	}
	if got := Pairs(1000, func(i, j int) bool { return i == 0 && j == 1 }, 5, 1); len(got) != 1 {
		t.Errorf("the only pair that fits was not found: %v", got)
	}
}

func TestSample(t *testing.T) {
	count := make([]int, 10)
	for seed := range uint64(2000) {
		s := Sample(10, 3, seed)
		if len(s) != 3 || !slices.IsSorted(s) {
			t.Fatalf("seed %d: %v", seed, s)
		}
		for _, i := range s {
			count[i]++
		}
	}
	for i, c := range count {
		if c < 450 || c > 750 { // 600 expected
			t.Errorf("index %d was drawn %d times of 2000", i, c)
		}
	}
	if got := Sample(4, 0, 1); len(got) != 4 {
		t.Errorf("0 means all: %v", got)
	}
}
