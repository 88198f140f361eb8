package model

import (
	"strings"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
)

// Locks are comments that keep a part of the text from being changed.
const (
	lockOn  = "mutarium: off"
	lockOff = "mutarium: on"
)

// LockedSpans finds the parts between % mutarium: off and % mutarium: on, or the end of the text.
func LockedSpans(text string) []source.Span {
	if !strings.Contains(text, "mutarium:") {
		return nil
	}
	var spans []source.Span
	from := source.Pos(-1)
	for _, c := range comments(text) {
		switch lockWord(text[c.Start:c.End]) {
		case lockOn:
			if from < 0 {
				from = c.Start
			}
		case lockOff:
			if from >= 0 {
				spans = append(spans, source.Span{Start: from, End: c.Start})
			}
			from = -1
		}
	}
	if from >= 0 {
		spans = append(spans, source.Span{Start: from, End: source.Pos(len(text))})
	}
	return spans
}

// lockWord is what a comment says.
func lockWord(comment string) string { return strings.Trim(comment, "%/* \t\r") }

// comments finds the comments of a text: what stands between its tokens and is no blank.
func comments(text string) []source.Span {
	var ignored source.Diagnostics
	p := expr.NewParser(expr.Prolog, source.NewFile("", text), &ignored)
	var spans []source.Span
	at := 0
	for {
		end := int(p.Tok.Span.Start)
		for at < end {
			switch {
			case text[at] == '%':
				stop := end
				if nl := strings.IndexByte(text[at:end], '\n'); nl >= 0 {
					stop = at + nl
				}
				spans = append(spans, source.Span{Start: source.Pos(at), End: source.Pos(stop)})
				at = stop
			case strings.HasPrefix(text[at:end], "/*"):
				stop := end
				if shut := strings.Index(text[at+2:end], "*/"); shut >= 0 {
					stop = at + 2 + shut + 2
				}
				spans = append(spans, source.Span{Start: source.Pos(at), End: source.Pos(stop)})
				at = stop
			default:
				at++
			}
		}
		if p.Tok.Kind == expr.EOF {
			return spans
		}
		at = max(at, int(p.Tok.Span.End))
		p.Next()
	}
}
