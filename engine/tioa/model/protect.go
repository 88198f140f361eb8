package model

import (
	"strings"

	"github.com/mutarium/mutarium/engine/source"
)

// Protection marks are comments that keep the text between them from being mutated:
// "// mutarium: off" and "// mutarium: on" in xta, "<!-- mutarium: off -->" and so on in XML. JSON has
// no comments. An off without an on reaches to the end of the text.

const (
	markPrefix = "mutarium:"
	markOff    = "mutarium: off"
	markOn     = "mutarium: on"
)

// protect finds the protected parts of a text and warns of marks that mean nothing.
func (m *Model) protect(f *source.File, d *source.Diagnostics) {
	if f == nil || m.Format != XTA && m.Format != XML || !strings.Contains(f.Text, markPrefix) {
		return
	}
	open := source.Pos(-1)
	for _, c := range comments(f.Text, m.Format) {
		switch mark := strings.Trim(f.Slice(c), "<!/*-> \t\r\n"); {
		case mark == markOff && open < 0:
			open = c.End
		case mark == markOn && open >= 0:
			m.Protected = append(m.Protected, source.Span{Start: open, End: c.Start})
			open = -1
		case mark == markOff || mark == markOn:
		case strings.HasPrefix(mark, markPrefix):
			d.Warn(c, "unknown-mark", "got '%s', want '%s' or '%s'", mark, markOff, markOn)
		}
	}
	if open >= 0 {
		m.Protected = append(m.Protected, source.Span{Start: open, End: source.Pos(len(f.Text))})
	}
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
	if at == (source.Span{}) {
		return false // of no text
	}
	for _, p := range m.Protected {
		if at.Start < p.End && p.Start < at.End || at.Start == at.End && p.Start <= at.Start && at.Start < p.End {
			return true
		}
	}
	return false
}
