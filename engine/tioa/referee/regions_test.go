package referee

import (
	"slices"
	"testing"
)

// By hand: a region with two clocks that have the same fraction is followed by one in which both are
// whole, and a clock beyond its constant does not matter any more.
func TestRegionsAsTimePasses(t *testing.T) {
	b := regionBox{unit: 6, most: []int64{1, 0}}
	v := []int64{0, 0}
	var got [][]int64
	for last := false; !last; {
		got = append(got, v)
		v, _, last = b.later(v)
	}
	want := [][]int64{{0, 0}, {2, 6}, {6, 6}, {12, 6}} // x = y = 0; 0 < x < 1, y > 0; x = 1; x > 1
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("got %v, want %v", got, want)
	}
}
