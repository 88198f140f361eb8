package source

import "github.com/mutarium/mutarium/engine/report"

// Shown converts a span to places as people count.
func (f *File) Shown(s Span) report.Span {
	a, b := f.Place(s.Start), f.Place(s.End)
	return report.Span{Line: a.Line, Column: a.Column, EndLine: b.Line, EndColumn: b.Column}
}

// ShownIf is Shown for what may have no place in the text: then it is nil, as it is without a file.
func (f *File) ShownIf(s Span) *report.Span {
	if f == nil || s.End <= s.Start || int(s.End) > len(f.Text) {
		return nil
	}
	shown := f.Shown(s)
	return &shown
}

// Mutated gives the text with a mutant's changes made.
func (f *File) Mutated(m report.Mutant) string {
	var made []Edit
	for _, e := range m.Changes() {
		made = append(made, Edit{Span: f.Read(e.Span), Text: e.Replacement})
	}
	return Apply(f.Text, made)
}

// Read is the inverse of Shown.
func (f *File) Read(s report.Span) Span {
	return Span{f.Pos(Place{s.Line, s.Column}), f.Pos(Place{s.EndLine, s.EndColumn})}
}
