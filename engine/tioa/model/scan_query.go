package model

import (
	"strings"

	"github.com/mutarium/mutarium/engine/source"
)

// The tokens of queries.

type queryToken struct {
	text string // "" at the end
	span source.Span
	word bool
}

func (t queryToken) describe() string {
	if t.text == "" {
		return "the end of the query"
	}
	return "'" + t.text + "'"
}

type queryParser struct {
	file  *source.File
	at    int
	tok   queryToken
	last  queryToken
	diags source.Diagnostics
	depth int
}

var querySigns = []string{"<=", ">=", "==", "||", "&&", `\\`, "//", "->", "!=", ":=", `\`, "<", ">", "(", ")", ":",
	";", "@", ".", "-", "[", "]", ",", "!", "="}

// next reads a token; names may hold dashes in the words of kinds only, so dashes are signs.
func (p *queryParser) next() {
	p.last = p.tok
	text := p.file.Text
	for p.at < len(text) && IsBlank(text[p.at]) {
		p.at++
	}
	start := p.at
	for p.at < len(text) && isWordByte(text[p.at]) {
		p.at++
	}
	if p.at > start {
		p.tok = queryToken{text[start:p.at], source.Span{Start: source.Pos(start), End: source.Pos(p.at)}, true}
		return
	}
	for _, s := range querySigns {
		if strings.HasPrefix(text[p.at:], s) {
			p.at += len(s)
			p.tok = queryToken{s, source.Span{Start: source.Pos(start), End: source.Pos(p.at)}, false}
			return
		}
	}
	if p.at >= len(text) {
		p.tok = queryToken{"", source.Span{Start: source.Pos(p.at), End: source.Pos(p.at)}, false}
		return
	}
	size := len(string([]rune(text[p.at:])[0]))
	p.at += size
	span := source.Span{Start: source.Pos(start), End: source.Pos(p.at)}
	p.diags.Add(span, "syntax", "got '%s', which has no meaning in a query", text[start:p.at])
	p.next()
}

func isWordByte(c byte) bool {
	l := Lower(c)
	return 'a' <= l && l <= 'z' || '0' <= c && c <= '9' || c == '_' || c >= 0x80
}

func (p *queryParser) fail(format string, args ...any) *source.Diagnostic {
	return p.diags.Add(p.tok.span, "syntax", format, args...)
}

// skip passes to the next query.
func (p *queryParser) skip() {
	for p.tok.text != ";" && p.tok.text != "" {
		p.next()
	}
}

func (p *queryParser) accept(text string) bool {
	if p.tok.text != text {
		return false
	}
	p.next()
	return true
}

func (p *queryParser) expect(text string) bool {
	if p.accept(text) {
		return true
	}
	p.fail("got %s, want '%s'", p.tok.describe(), text)
	return false
}

// sees looks at what follows the token at hand.
func (p *queryParser) sees(text string) bool {
	return strings.HasPrefix(strings.TrimLeft(p.file.Text[p.at:], " \t"), text)
}
