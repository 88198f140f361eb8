// Package draw turns values into pictures: a diff into lines, a graph or a timeline into SVG. It
// knows nothing of the page that shows them.
//
//	diff.go      lines with what changed in them
//	svg.go       a graph that was laid out
//	style.go     the pictures' style sheet, and a picture as a file
//	place.go     a layout for the command line, which has no browser
//	scene.go     the drawing of a model made ready: edges on each other put together
//	keep.go      places that stay while a text is edited, and room for what is new
//	scenesvg.go  a scene as SVG, with what is marked in it
//	timeline.go  rows of events over one axis
package draw

import (
	"sort"
	"strings"
	"unicode"

	"github.com/mutarium/mutarium/engine/report"
)

// A DiffLine is one line of a diff.
type DiffLine struct {
	Kind  byte   // ' ' context, '-' original, '+' mutant, '~' a gap between hunks
	No    int    // 1-based line of the original; for '+' that of its first changed line onwards
	Parts []Part // the line's text
}

// A Part is a piece of a line. Changed pieces are marked within their line.
type Part struct {
	Changed bool
	Text    string
}

// Diff shows edits of a text with so many lines of context on both sides.
func Diff(text string, edits []report.Edit, context int) []DiffLine {
	lines := strings.Split(text, "\n")
	edits = inOrder(edits, len(lines))
	var out []DiffLine
	shown := 0 // the last line that was shown, 1-based
	for len(edits) > 0 {
		group := together(edits, context)
		edits = edits[len(group):]
		from, to := group[0].Span.Line, last(group)
		lead := max(shown+1, from-context)
		if lead > shown+1 && shown > 0 {
			out = append(out, DiffLine{Kind: '~'})
		}
		for n := lead; n < from; n++ {
			out = append(out, plain(' ', n, lines[n-1]))
		}
		out = append(out, hunk(lines, from, to, group)...)
		shown = min(len(lines), to+context)
		for n := to + 1; n <= shown; n++ {
			out = append(out, plain(' ', n, lines[n-1]))
		}
	}
	return dedent(out)
}

// dedent takes away the indent that all lines share.
func dedent(lines []DiffLine) []DiffLine {
	least := -1
	for _, l := range lines {
		text := ""
		for _, p := range l.Parts {
			text += p.Text
		}
		if strings.TrimSpace(text) == "" {
			continue
		}
		if n := len(text) - len(strings.TrimLeft(text, " ")); least < 0 || n < least {
			least = n
		}
	}
	for i := range lines {
		cut := least
		for j := range lines[i].Parts {
			p := &lines[i].Parts[j]
			n := min(cut, len(p.Text)-len(strings.TrimLeft(p.Text, " ")))
			p.Text = p.Text[max(n, 0):]
			if cut -= n; p.Text != "" {
				break
			}
		}
	}
	return lines
}

// EditsOf gives a mutant's edits, also when it has only one.
func EditsOf(m *report.Mutant) []report.Edit {
	if len(m.Edits) > 0 {
		return m.Edits
	}
	return []report.Edit{{Original: m.Original, Replacement: m.Replacement, Span: m.Span}}
}

// inOrder sorts edits by place and leaves out what lies outside of the text.
func inOrder(edits []report.Edit, lines int) []report.Edit {
	var kept []report.Edit
	for _, e := range edits {
		if e.Span.Line >= 1 && e.Span.EndLine >= e.Span.Line && e.Span.EndLine <= lines {
			kept = append(kept, e)
		}
	}
	sort.SliceStable(kept, func(i, j int) bool {
		a, b := kept[i].Span, kept[j].Span
		if a.Line != b.Line {
			return a.Line < b.Line
		}
		return a.Column < b.Column
	})
	return kept
}

// together gives the first edits that share a hunk.
func together(edits []report.Edit, context int) []report.Edit {
	n := 1
	for n < len(edits) && edits[n].Span.Line <= last(edits[:n])+context {
		n++
	}
	return edits[:n]
}

func last(edits []report.Edit) int {
	line := 0
	for _, e := range edits {
		line = max(line, e.Span.EndLine)
	}
	return line
}

// hunk gives the original's lines from to to, then the mutant's.
func hunk(lines []string, from, to int, edits []report.Edit) []DiffLine {
	old, new := pieces{}, pieces{}
	at := report.Span{Line: from, Column: 1}
	for _, e := range edits {
		same := slice(lines, at.Line, at.Column, e.Span.Line, e.Span.Column)
		old.add(false, same)
		new.add(false, same)
		before, gone, come, after := Narrow(slice(lines, e.Span.Line, e.Span.Column, e.Span.EndLine, e.Span.EndColumn),
			e.Replacement)
		old.add(false, before)
		old.add(true, gone)
		old.add(false, after)
		new.add(false, before)
		new.add(true, come)
		new.add(false, after)
		at = report.Span{Line: e.Span.EndLine, Column: e.Span.EndColumn}
	}
	rest := slice(lines, at.Line, at.Column, to, len([]rune(lines[to-1]))+1)
	old.add(false, rest)
	new.add(false, rest)
	return append(old.lines('-', from), new.lines('+', from)...)
}

// slice gives the text between two places, columns in runes.
func slice(lines []string, line, column, endLine, endColumn int) string {
	cut := func(n, from, to int) string {
		r := []rune(lines[n-1])
		from, to = min(max(from-1, 0), len(r)), min(max(to-1, 0), len(r))
		return string(r[from:max(from, to)])
	}
	const end = 1 << 30
	if line == endLine {
		return cut(line, column, endColumn)
	}
	parts := []string{cut(line, column, end)}
	for n := line + 1; n < endLine; n++ {
		parts = append(parts, lines[n-1])
	}
	return strings.Join(append(parts, cut(endLine, 1, endColumn)), "\n")
}

// Narrow takes from both sides of a change what they have in common at their ends, in whole words.
func Narrow(original, replacement string) (before, old, new, after string) {
	a, b := words(original), words(replacement)
	from := 0
	for from < len(a) && from < len(b) && a[from] == b[from] {
		from++
	}
	to := 0
	for to < len(a)-from && to < len(b)-from && a[len(a)-1-to] == b[len(b)-1-to] {
		to++
	}
	return strings.Join(a[:from], ""), strings.Join(a[from:len(a)-to], ""), strings.Join(b[from:len(b)-to], ""),
		strings.Join(a[len(a)-to:], "")
}

// words cuts a text into names with their digits, runs of blanks, and runs of signs.
func words(s string) []string {
	kind := func(r rune) int {
		switch {
		case r == ' ' || r == '\t' || r == '\n' || r == '\r':
			return 0
		case r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return 1
		case strings.ContainsRune("()[]{},;", r):
			return -1 // each a word of its own
		}
		return 2
	}
	var out []string
	last := -1
	for _, r := range s {
		k := kind(r)
		if k != last || k == -1 {
			out = append(out, "")
		}
		out[len(out)-1] += string(r)
		last = k
	}
	return out
}

// pieces is a text of marked parts.
type pieces []Part

func (p *pieces) add(changed bool, text string) {
	if text != "" {
		*p = append(*p, Part{Changed: changed, Text: text})
	}
}

// lines cuts the pieces at their line ends.
func (p pieces) lines(kind byte, no int) []DiffLine {
	line := DiffLine{Kind: kind, No: no}
	var out []DiffLine
	for _, part := range p {
		for i, text := range strings.Split(part.Text, "\n") {
			if i > 0 {
				out = append(out, line)
				no++
				line = DiffLine{Kind: kind, No: no}
			}
			if text != "" {
				line.Parts = append(line.Parts, Part{Changed: part.Changed, Text: text})
			}
		}
	}
	return append(out, line)
}

func plain(kind byte, no int, text string) DiffLine {
	return DiffLine{Kind: kind, No: no, Parts: []Part{{Text: text}}}
}
