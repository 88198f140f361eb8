package source

import "testing"

func TestPlaces(t *testing.T) {
	f := NewFile("m", "aé\nb\n")
	for _, c := range []struct {
		pos  Pos
		want Place
	}{{0, Place{1, 1}}, {1, Place{1, 2}}, {3, Place{1, 3}}, {4, Place{2, 1}}, {6, Place{3, 1}}, {99, Place{3, 1}}, {-1, Place{1, 1}}} {
		if got := f.Place(c.pos); got != c.want {
			t.Errorf("Place(%d) = %v, want %v", c.pos, got, c.want)
		}
	}
	for p := Pos(0); int(p) <= len(f.Text); p++ {
		if p == 2 { // inside é
			continue
		}
		if back := f.Pos(f.Place(p)); back != p {
			t.Errorf("Pos(Place(%d)) = %d", p, back)
		}
	}
}

func TestApply(t *testing.T) {
	got := Apply("abcdef", []Edit{{Span{4, 5}, "E"}, {Span{1, 2}, ""}, {Span{3, 3}, "+"}})
	if got != "ac+dEf" {
		t.Errorf("got %q", got)
	}
}

func TestSortDropsRepetitions(t *testing.T) {
	var d Diagnostics
	d.Add(Span{3, 4}, "b", "second")
	d.Add(Span{1, 2}, "a", "first")
	d.Add(Span{3, 4}, "b", "second")
	d.Warn(Span{1, 2}, "a", "then")
	d = d.Sort()
	if len(d) != 3 || d[0].Message != "first" || d[1].Message != "then" {
		t.Errorf("got %v", d)
	}
}

func TestDidYouMean(t *testing.T) {
	for name, want := range map[string]string{
		"aSate": "did you mean 'aState'?", "soundon": "did you mean 'soundOn'?", "zzz": "", "x": "",
	} {
		if got := DidYouMean(name, []string{"aState", "soundOn", "fromArmed"}); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}
