package expr

import (
	"github.com/mutarium/mutarium/engine/source"
)

// maxNesting bounds how deep brackets and operators may nest, so that a hostile text ends in a
// message and not in a full stack.
const maxNesting = 400

// A Parser reads tokens with one of lookahead, and expressions. The parser of each language is
// built on it. After an error it panics with a value that only Try catches.
type Parser struct {
	Tok     Token // the next token, not yet accepted
	Last    Token // the one accepted last
	Dialect *Dialect
	File    *source.File
	Diags   *source.Diagnostics
	scan    scanner
	nesting int
}

// bailout unwinds to the nearest Try; its diagnostic was added.
type bailout struct{}

// NewParser starts at the beginning of a file.
func NewParser(d *Dialect, f *source.File, diags *source.Diagnostics) *Parser {
	p := &Parser{Dialect: d, File: f, Diags: diags, scan: scanner{d: d, file: f, diags: diags}}
	p.Tok = p.scan.next()
	return p
}

// NewParserAt starts at a span of a file and sees nothing outside it.
func NewParserAt(d *Dialect, f *source.File, span source.Span, diags *source.Diagnostics) *Parser {
	cut := *f
	cut.Text = f.Text[:span.End]
	p := &Parser{Dialect: d, File: f, Diags: diags, scan: scanner{d: d, file: &cut, diags: diags, at: int(span.Start)}}
	p.Tok = p.scan.next()
	return p
}

// Next accepts the next token, whatever it is.
func (p *Parser) Next() Token {
	p.Last = p.Tok
	p.Tok = p.scan.next()
	return p.Last
}

// A Mark is a place to return to.
type Mark struct {
	tok, last Token
	at, diags int
}

// Mark notes the present place.
func (p *Parser) Mark() Mark { return Mark{p.Tok, p.Last, p.scan.at, len(*p.Diags)} }

// Reset goes back to a mark and forgets the diagnostics since.
func (p *Parser) Reset(m Mark) {
	p.Tok, p.Last, p.scan.at = m.tok, m.last, m.at
	*p.Diags = (*p.Diags)[:m.diags]
}

// Accept takes the next token if it is this sign or word.
func (p *Parser) Accept(text string) bool {
	if !p.Tok.Is(text) {
		return false
	}
	p.Next()
	return true
}

// Expect takes this sign or word, or fails.
func (p *Parser) Expect(text string) Token {
	if !p.Tok.Is(text) {
		p.Fail("got %s, want '%s'", p.Tok.Describe(), text)
	}
	return p.Next()
}

// ExpectKind takes a token of a kind, or fails saying what was wanted.
func (p *Parser) ExpectKind(k Kind, what string) Token {
	if p.Tok.Kind != k || (k == Ident && p.Dialect.IsWordOperator(p.Tok.Text)) {
		p.Fail("got %s, want %s", p.Tok.Describe(), what)
	}
	return p.Next()
}

// Fail reports a syntax error at the next token and unwinds.
func (p *Parser) Fail(format string, args ...any) {
	p.FailAt(p.Tok.Span, "syntax", format, args...)
}

// FailAt reports an error at a place and unwinds.
func (p *Parser) FailAt(span source.Span, code, format string, args ...any) {
	p.Diags.Add(span, code, format, args...)
	panic(bailout{})
}

// Bail unwinds after an error that was already reported.
func (p *Parser) Bail() { panic(bailout{}) }

// Try runs a part of a parser and tells whether it went through without Fail.
func (p *Parser) Try(part func()) (ok bool) {
	nesting := p.nesting
	defer func() {
		if r := recover(); r != nil {
			if _, mine := r.(bailout); !mine {
				panic(r)
			}
			p.nesting = nesting // and ok stays false
		}
	}()
	part()
	return true
}

// SkipTo passes tokens until one of these, or the end of the text, is next. Brackets that open on
// the way are passed whole.
func (p *Parser) SkipTo(texts ...string) {
	depth := 0
	for p.Tok.Kind != EOF {
		if depth == 0 {
			for _, t := range texts {
				if p.Tok.Is(t) {
					return
				}
			}
		}
		switch p.Tok.Text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth = max(0, depth-1)
		}
		p.Next()
	}
}

// Nest runs a part one level deeper and fails when that is too deep. Parsers call it wherever
// their grammar recurs.
func (p *Parser) Nest(part func()) {
	if p.nesting++; p.nesting > maxNesting {
		p.FailAt(p.Tok.Span, "too-deep", "this is nested more than %d levels deep", maxNesting)
	}
	part()
	p.nesting--
}

// Expr reads an expression.
func (p *Parser) Expr() *Expr { return p.level(0) }

func (p *Parser) level(i int) (e *Expr) {
	if i == len(p.Dialect.Levels) {
		return p.primary()
	}
	l := &p.Dialect.Levels[i]
	if l.Prefix {
		return p.prefix(i, l)
	}
	e = p.level(i + 1)
	op, ok := l.find(p.Tok)
	if !ok {
		return e
	}
	if l.Assoc == Right {
		sign := p.Next().Span
		p.Nest(func() { e = binary(op, sign, e, p.level(i)) })
		return e
	}
	for chain := 0; ok; chain++ {
		if chain > 0 && l.Assoc == NonAssoc {
			p.Fail("comparisons cannot be chained: write both and join them")
		}
		sign := p.Next().Span
		e = binary(op, sign, e, p.level(i+1))
		op, ok = l.find(p.Tok)
	}
	return e
}

// prefix reads any number of this level's prefix operators and then its operand. A minus before a
// number makes a negative constant.
func (p *Parser) prefix(i int, l *Level) (e *Expr) {
	op, ok := l.find(p.Tok)
	if !ok {
		return p.level(i + 1)
	}
	sign := p.Next()
	if op == Neg && p.Tok.Kind == Number && sign.Span.End == p.Tok.Span.Start {
		n := p.Next()
		span := sign.Span.Join(n.Span)
		return &Expr{Op: Const, Type: Int, Value: -n.Value, Span: span, Outer: span}
	}
	p.Nest(func() { e = p.level(i) })
	span := sign.Span.Join(e.Outer)
	return &Expr{Op: op, Args: []*Expr{e}, Span: span, Outer: span, Sign: sign.Span}
}

// IsOperator tells whether a token is spelled like an operator of expressions.
func (d *Dialect) IsOperator(t Token) bool {
	for i := range d.Levels {
		if _, ok := d.Levels[i].find(t); ok {
			return true
		}
	}
	return false
}

func (l *Level) find(t Token) (Op, bool) {
	if t.Kind != Punct && t.Kind != Ident {
		return 0, false
	}
	for _, s := range l.Ops {
		for _, text := range s.Texts {
			if t.Text == text {
				return s.Op, true
			}
		}
	}
	return 0, false
}

func binary(op Op, sign source.Span, a, b *Expr) *Expr {
	span := a.Outer.Join(b.Outer)
	return &Expr{Op: op, Args: []*Expr{a, b}, Span: span, Outer: span, Sign: sign}
}

func (p *Parser) primary() (e *Expr) {
	t := p.Tok
	switch {
	case t.Kind == Number:
		p.Next()
		return &Expr{Op: Const, Type: Int, Value: t.Value, Span: t.Span, Outer: t.Span}
	case t.Is("("):
		p.Next()
		p.Nest(func() { e = p.Expr() })
		shut := p.Expect(")")
		e.Outer = t.Span.Join(shut.Span)
		return e
	case t.Kind == Ident && t.Text == p.Dialect.True, t.Kind == Ident && t.Text == p.Dialect.False:
		p.Next()
		e = Truth(t.Text == p.Dialect.True)
		e.Span, e.Outer = t.Span, t.Span
		return e
	case t.Kind == Ident && !p.Dialect.IsWordOperator(t.Text):
		p.Next()
		return &Expr{Op: Name, Name: t.Text, Span: t.Span, Outer: t.Span}
	}
	p.Fail("got %s, want an expression", t.Describe())
	return nil
}
