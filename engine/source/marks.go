package source

import "strings"

// Protection marks are comments: what is between the two is not mutated. A mark without a second one
// reaches to the end of the text.
const (
	markPrefix = "mutarium:"
	MarkOff    = "mutarium: off"
	MarkOn     = "mutarium: on"
)

// Marked tells whether a text may hold protection marks, which is quick to see.
func (f *File) Marked() bool { return strings.Contains(f.Text, markPrefix) }

// Protect pairs the marks among the comments of a text and warns of those that mean nothing. The
// comments come in the order of the text; around what they say are only blanks and the signs.
func (f *File) Protect(comments []Span, signs string, d *Diagnostics) Protected {
	var parts Protected
	open := Pos(-1)
	for _, c := range comments {
		switch mark := strings.Trim(f.Slice(c), signs+" \t\r\n"); {
		case mark == MarkOff && open < 0:
			open = c.End
		case mark == MarkOn && open >= 0:
			parts = append(parts, Span{open, c.Start})
			open = -1
		case mark == MarkOff || mark == MarkOn:
		case strings.HasPrefix(mark, markPrefix):
			d.Warn(c, "unknown-mark", "got '%s', want '%s' or '%s'", mark, MarkOff, MarkOn)
		}
	}
	if open >= 0 {
		parts = append(parts, Span{open, Pos(len(f.Text))})
	}
	return parts
}

// MarkComments lists what may be marks in a format whose comments begin with one of the signs and
// end with their line, or with "-->".
func (f *File) MarkComments(signs string) []Span {
	var all []Span
	at := Pos(0)
	for line := range strings.Lines(f.Text) {
		if begin := strings.Index(line, markPrefix); begin >= 0 {
			sign := len(strings.TrimRight(line[:begin], signs+" \t"))
			sign += strings.IndexAny(line[sign:], signs+"m") // behind the blanks
			if sign < begin {
				end := len(line)
				if shut := strings.Index(line[begin:], "-->"); shut >= 0 {
					end = begin + shut + len("-->")
				}
				all = append(all, Span{at + Pos(sign), at + Pos(end)})
			}
		}
		at += Pos(len(line))
	}
	return all
}

// Protected are the parts of a text between protection marks, in its order.
type Protected []Span

// Covers tells whether some of a span is protected; an empty span lies where it begins.
func (p Protected) Covers(at Span) bool {
	for _, part := range p {
		if at.Start < part.End && part.Start < at.End || at.Start == at.End && part.Start <= at.Start && at.Start < part.End {
			return true
		}
	}
	return false
}
