package model

import (
	"strings"

	"github.com/mutarium/mutarium/engine/source"
)

// Protection marks are comments that keep the text between them from being mutated:
// "// mutarium: off" and "// mutarium: on" in xta, "<!-- mutarium: off -->" and so on in XML. JSON has
// no comments. An off without an on reaches to the end of the text.

// protect finds the protected parts of a text and warns of marks that mean nothing.
func (m *Model) protect(f *source.File, d *source.Diagnostics) {
	if f == nil || m.Format != XTA && m.Format != XML || !f.Marked() {
		return
	}
	m.Protected = f.Protect(comments(f.Text, m.Format), "<!/*->", d)
}

// comments lists the comments of a text.
func comments(text string, format Format) []source.Span {
	length, first := commentLength, byte('/')
	if format == XML {
		length, first = xmlCommentLength, '<'
	}
	var all []source.Span
	for p := 0; p < len(text); {
		k := strings.IndexByte(text[p:], first)
		if k < 0 {
			return all
		}
		start := p + k
		end := start + length(text[start:])
		if end > start {
			all = append(all, source.Span{Start: source.Pos(start), End: source.Pos(end)})
		}
		p = max(end, start+1)
	}
	return all
}

// commentLength is the length of the comment that a text in xta begins with, 0 if it begins with none.
func commentLength(text string) int {
	if strings.HasPrefix(text, "/*") {
		return enclosed(text, "/*", "*/")
	}
	return enclosed(text, "//", "\n")
}

func xmlCommentLength(text string) int { return enclosed(text, "<!--", "-->") }

// enclosed is the length of what stands between two signs, with them, at the beginning of a text.
func enclosed(text, open, shut string) int {
	if !strings.HasPrefix(text, open) {
		return 0
	}
	if n := strings.Index(text[len(open):], shut); n >= 0 {
		return len(open) + n + len(shut)
	}
	return len(text)
}

// IsProtected tells whether some of a span of the text is between protection marks.
func (m *Model) IsProtected(at source.Span) bool {
	return at != source.Span{} && m.Protected.Covers(at) // the empty span at the beginning is of no text
}
