package sample

import "testing"

func TestClamp(t *testing.T) {
	for in, want := range map[number]number{3: 3, 12: 10} {
		if got := Clamp(in); got != want {
			t.Errorf("got %d, want %d", got, want)
		}
	}
}

func TestCount(t *testing.T) {
	if got := Count(9); got != 8 {
		t.Errorf("got %d", got)
	}
}
