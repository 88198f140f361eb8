package model

import (
	"strings"

	"github.com/mutarium/mutarium/engine/source"
)

// Parse reads a text in any of the formats and checks it. The model is nil when the diagnostics
// hold an error.
func Parse(f *source.File) (*Model, source.Diagnostics) {
	p := &problems{}
	m := read(f, p)
	if m != nil && !p.HasErrors() {
		m.protect(p)
		m = m.MarkProtected()
		m.check(p)
	}
	diags := p.Diagnostics.Sort()
	if m == nil || diags.HasErrors() {
		return nil, diags
	}
	return m, diags
}

// ParseSpecification reads the specification of a text alone, without its mutation machine, which
// may be a thousand times as large.
func ParseSpecification(f *source.File) (*Model, source.Diagnostics) {
	if guess(f.Text) != FormText {
		m, d := Parse(f)
		if m != nil {
			m = m.SpecificationOnly()
		}
		return m, d
	}
	p := &problems{}
	m := expand(f, parseStatements(f.Text, p), p, true)
	if !p.HasErrors() {
		m = m.SpecificationOnly()
		m.check(p)
	}
	diags := p.Diagnostics.Sort()
	if diags.HasErrors() {
		return nil, diags
	}
	return m, diags
}

// read dispatches on the look of the text.
func read(f *source.File, p *problems) *Model {
	switch guess(f.Text) {
	case formJSON:
		return readJSON(f, p)
	case formKISS:
		return readKISS(f, p)
	case formDOT:
		return readDOT(f, p)
	case formAUT:
		return readAUT(f, p)
	}
	stmts := parseStatements(f.Text, p)
	return expand(f, stmts, p, false)
}

// guess tells the formats apart by how they begin.
func guess(text string) format {
	text = withoutHead(text)
	switch {
	case strings.HasPrefix(text, "{"):
		return formJSON
	case looksLikeKISS(text):
		return formKISS
	case looksLikeDOT(text):
		return formDOT
	case looksLikeAUT(text):
		return formAUT
	}
	return FormText
}

// withoutHead drops the blank lines and comments that a text begins with.
func withoutHead(text string) string {
	for {
		text = strings.TrimLeft(text, " \t\r\n\ufeff")
		if !strings.HasPrefix(text, "//") && !strings.HasPrefix(text, "#") && !strings.HasPrefix(text, "%") {
			return text
		}
		end := strings.IndexByte(text, '\n')
		if end < 0 {
			return ""
		}
		text = text[end:]
	}
}

// Recognises tells whether a text looks like a machine in one of the formats.
func Recognises(text string) bool {
	switch guess(text) {
	case formJSON:
		return strings.Contains(text, `"timeouts"`)
	case FormText:
		return looksLikeArrows(text)
	}
	return true
}

// looksLikeArrows finds a line with an arrow of the language.
func looksLikeArrows(text string) bool {
	for _, line := range strings.Split(text, "\n") {
		var p problems
		stmts := parseStatements(line, &p)
		if len(p.Diagnostics) == 0 && len(stmts) == 1 && stmts[0].kind == stmtArrow {
			return true
		}
	}
	return false
}
