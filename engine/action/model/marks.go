package model

import (
	"strings"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
)

// protect finds what is between the marks "% mutarium: off" and "% mutarium: on".
func protect(f *source.File, d *source.Diagnostics) source.Protected {
	if !f.Marked() {
		return nil
	}
	return f.Protect(comments(f.Text), "%/*", d)
}

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
