// Package source holds model texts and the diagnostics about them.
//
// Positions are byte offsets; lines and columns are computed when they are shown. What is shown
// is 1-based, and columns count runes.
//
// source.go holds texts, places and edits, and shown.go converts places to those of a report.
// diagnostic.go collects what is wrong with a text, json.go puts the mistakes of JSON into words.
// marks.go finds what must not be mutated. visible.go keeps characters that a terminal would obey from reaching one.
package source

import (
	"sort"
	"unicode/utf8"
)

// A Pos is a byte offset into a File, 0 to len(Text) inclusive.
type Pos int

// A Span is the half-open range [Start, End) of a File. An empty span is a position.
type Span struct{ Start, End Pos }

// Join gives the smallest span that covers both.
func (s Span) Join(t Span) Span { return Span{min(s.Start, t.Start), max(s.End, t.End)} }

// A File is a model text and its name. It never changes.
type File struct {
	Name  string // shown in front of positions; may be empty
	Text  string
	lines []Pos // start of each line
	marks []mark
}

// A mark says how many runes come before a place. There is one for each markGap bytes of the text, at
// the first rune from there on, so that a column costs the same however long its line is.
type mark struct {
	at    Pos
	runes int
}

const markGap = 1024

// NewFile indexes the lines of a text.
func NewFile(name, text string) *File {
	lines := []Pos{0}
	var marks []mark
	runes := 0
	for i, r := range text {
		if i >= len(marks)*markGap {
			marks = append(marks, mark{Pos(i), runes})
		}
		runes++
		if r == '\n' {
			lines = append(lines, Pos(i+1))
		}
	}
	return &File{Name: name, Text: text, lines: lines, marks: marks}
}

// runes counts those before a place.
func (f *File) runes(p Pos) int {
	k := min(int(p)/markGap, len(f.marks)-1)
	if k >= 0 && f.marks[k].at > p {
		k-- // the mark is behind a rune that p is within
	}
	if k < 0 {
		return utf8.RuneCountInString(f.Text[:p])
	}
	return f.marks[k].runes + utf8.RuneCountInString(f.Text[f.marks[k].at:p])
}

// A Place is a position as people read it.
type Place struct {
	Line   int // 1-based
	Column int // 1-based, in runes
}

// Place converts an offset; one outside the text is moved to its nearest end.
func (f *File) Place(p Pos) Place {
	p = min(max(p, 0), Pos(len(f.Text)))
	i := sort.Search(len(f.lines), func(i int) bool { return f.lines[i] > p }) - 1
	return Place{Line: i + 1, Column: f.runes(p) - f.runes(f.lines[i]) + 1}
}

// Pos converts a place back; a line or column past the end is moved to the end.
func (f *File) Pos(pl Place) Pos {
	if pl.Line < 1 {
		return 0
	}
	if pl.Line > len(f.lines) {
		return Pos(len(f.Text))
	}
	p := f.lines[pl.Line-1]
	for c := 1; c < pl.Column && int(p) < len(f.Text) && f.Text[p] != '\n'; c++ {
		_, n := utf8.DecodeRuneInString(f.Text[p:])
		p += Pos(n)
	}
	return p
}

// Slice gives the text of a span.
func (f *File) Slice(s Span) string { return f.Text[s.Start:s.End] }

// Lines is the number of lines; a text that ends with a newline has an empty last line.
func (f *File) Lines() int { return len(f.lines) }

// An Edit replaces a span of a text.
type Edit struct {
	Span Span
	Text string
}

// Apply makes all edits, which must not overlap, at once.
func Apply(text string, edits []Edit) string {
	sorted := append([]Edit(nil), edits...)
	sort.SliceStable(sorted, func(i, j int) bool { return sorted[i].Span.Start < sorted[j].Span.Start })
	var out []byte
	at := Pos(0)
	for _, e := range sorted {
		out = append(out, text[at:e.Span.Start]...)
		out = append(out, e.Text...)
		at = e.Span.End
	}
	return string(append(out, text[at:]...))
}
