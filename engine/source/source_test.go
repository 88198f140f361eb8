package source

import (
	"strings"
	"testing"
	"unicode/utf8"
)

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

// Of a text with a mistake in every character the first ones are kept and the others counted.
func TestTooManyDiagnostics(t *testing.T) {
	var d Diagnostics
	for i := range maxKept - 1 {
		d.Warn(Span{Pos(i), Pos(i + 1)}, "c", "warning %d", i)
	}
	d.Add(Span{}, "c", "the last one kept").Hint = "x"
	d.Warn(Span{5, 6}, "c", "dropped").Hint = "y"
	d.Warn(Span{0, 1}, "c", "dropped too")
	if len(d) != maxKept+1 || d[maxKept].Message != "and 2 more" || d[maxKept].Severity != Warning || d[maxKept].Hint != "" {
		t.Fatalf("got %d, the last %+v", len(d), d[len(d)-1])
	}
	d.Add(Span{}, "c", "an error")
	if last := d[len(d)-1]; len(d) != maxKept+1 || last.Message != "and 3 more" || last.Severity != Error {
		t.Fatalf("got %d, the last %+v", len(d), last)
	}
	if d = d.Sort(); d[len(d)-1].Message != "and 3 more" || d[0].Message != "the last one kept" {
		t.Errorf("sorted, the first is %+v and the last %+v", d[0], d[len(d)-1])
	}
}

// Columns count runes however long the line is, invalid bytes and places within a rune included; the
// expected ones are counted from the start of the line.
func TestPlacesOfLongLines(t *testing.T) {
	text := strings.Repeat("aü€😀\xff", 700) + "\n" + strings.Repeat("é", 1500) + "\n" + strings.Repeat("x", 3000)
	f := NewFile("", text)
	for p := range len(text) + 1 {
		start := strings.LastIndexByte(text[:p], '\n') + 1
		want := Place{Line: 1 + strings.Count(text[:p], "\n"), Column: 1 + utf8.RuneCountInString(text[start:p])}
		if got := f.Place(Pos(p)); got != want {
			t.Fatalf("place %d: got %v, want %v", p, got, want)
		}
	}
}
