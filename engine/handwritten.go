package engine

import (
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// handWritten is the operator of a mutant that a person wrote.
const handWritten = "hand-written"

// HandWritten completes the description of a hand-written mutant: unless it says its edits, it is one
// edit, the smallest that makes the text.
func HandWritten(f *source.File, text string, m *report.Mutant) {
	d := difference(f, text)
	if m.ID == "" {
		m.ID = d.ID
	}
	if m.Operator == "" {
		m.Operator = d.Operator
	}
	if m.Original == "" && m.Replacement == "" && len(m.Edits) == 0 {
		m.Span, m.Original, m.Replacement = d.Span, d.Original, d.Replacement
	}
}

// difference describes a hand-written mutant as one edit: what remains when the common beginning
// and end of the texts are taken away.
func difference(f *source.File, text string) report.Mutant {
	a, b := []rune(f.Text), []rune(text)
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	start := source.Pos(len(string(a[:head])))
	span := source.Span{Start: start, End: start + source.Pos(len(string(a[head:len(a)-tail])))}
	return report.Mutant{
		ID: handWritten, Operator: handWritten, Span: f.Shown(span),
		Original: f.Slice(span), Replacement: string(b[head : len(b)-tail]),
	}
}
