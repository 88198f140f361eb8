package model

import (
	"strings"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
)

// Labels of locations and edges: invariants, guards, synchronisations, assignments.

// expression reads one, after a look for what is not supported in it.
func (r *reader) expression(p *expr.Parser) *expr.Expr {
	if what, at := r.foreign(p); what != "" {
		r.fail(p, at, what)
	}
	return p.Expr()
}

// conjunction reads a condition. Old files join its parts by commas, which bind weaker than any
// operator.
func (r *reader) conjunction(p *expr.Parser) *expr.Expr {
	e := r.expression(p)
	for p.Tok.Is(",") {
		sign := p.Next().Span
		part := r.expression(p)
		span := e.Outer.Join(part.Outer)
		e = &expr.Expr{Op: expr.And, Args: []*expr.Expr{e, part}, Span: span, Outer: span, Sign: sign}
	}
	return e
}

// foreign looks ahead for a construct of UPPAAL's expressions that is not supported, up to the end
// of the expression.
func (r *reader) foreign(p *expr.Parser) (what string, at source.Span) {
	m := p.Mark()
	defer p.Reset(m)
	depth := 0
	for last := (expr.Token{}); p.Tok.Kind != expr.EOF; last = p.Next() {
		t := p.Tok
		switch t.Text {
		case "(":
			if last.Kind == expr.Ident && !p.Dialect.IsWordOperator(last.Text) {
				return "function calls", t.Span
			}
			depth++
		case ")":
			depth--
		case "[":
			return "arrays", t.Span
		case "?":
			return "conditional expressions", t.Span
		case ".":
			if last.Kind == expr.Number {
				return "fractions", last.Span
			}
			return "records", t.Span
		case "++", "--", "+=", "-=", "*=":
			return "compound assignments", t.Span
		case "<<", ">>", "&", "|", "^":
			return "bitwise operators", t.Span
		case "'":
			return "clock rates", t.Span
		case ",", ";", "]", "}", "{":
			return "", t.Span
		}
		if depth < 0 {
			return "", t.Span
		}
		if what, bad := unsupported[t.Text]; bad && t.Kind == expr.Ident {
			return what, t.Span
		}
	}
	return "", source.Span{}
}

// trim shrinks a span of the text to what is not blank.
func (r *reader) trim(s source.Span) source.Span {
	for s.Start < s.End && IsBlank(r.file.Text[s.Start]) {
		s.Start++
	}
	for s.Start < s.End && IsBlank(r.file.Text[s.End-1]) {
		s.End--
	}
	return s
}

// IsBlank tells the blanks of all notations.
func IsBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// condition reads the whole of a span as a guard or an invariant. An empty one is true, and so is
// an unreadable one, after its message. A ';' at the end is passed over.
func (r *reader) condition(span source.Span) *expr.Expr {
	p := r.parser(span)
	if p.Tok.Kind == expr.EOF {
		return nil
	}
	var e *expr.Expr
	p.Try(func() {
		e = r.conjunction(p)
		p.Accept(";")
		if p.Tok.Kind != expr.EOF {
			p.Fail("got %s, want the end of the condition", p.Tok.Describe())
		}
	})
	return e
}

// assignments reads the whole of a span as a list of assignments.
func (r *reader) assignments(span source.Span) []Update {
	p := r.parser(span)
	var list []Update
	p.Try(func() {
		list = r.updates(p)
		p.Accept(";")
		if p.Tok.Kind != expr.EOF {
			p.Fail("got %s, want the end of the assignments", p.Tok.Describe())
		}
	})
	return list
}

// updates reads "x = 0, n := n + 1"; a comma at the end is passed over.
func (r *reader) updates(p *expr.Parser) []Update {
	var list []Update
	for p.Tok.Kind == expr.Ident {
		name := p.Next()
		if what, bad := unsupported[name.Text]; bad {
			r.fail(p, name.Span, what)
		}
		r.assignable(p)
		if !p.Accept("=") {
			p.Accept(":=")
		}
		e := r.expression(p)
		list = append(list, Update{Name: name.Text, Value: e, Span: name.Span.Join(e.Outer)})
		if !p.Accept(",") {
			break
		}
	}
	return list
}

// assignable refuses what may stand behind a name besides an assignment.
func (r *reader) assignable(p *expr.Parser) {
	switch p.Tok.Text {
	case "=", ":=":
		return
	case "[":
		r.fail(p, p.Tok.Span, "arrays")
	case "(":
		r.fail(p, p.Tok.Span, "function calls")
	case ".":
		r.fail(p, p.Tok.Span, "records")
	case "++", "--", "+=", "-=", "*=":
		r.fail(p, p.Tok.Span, "compound assignments")
	}
	p.Fail("got %s, want '=' or ':='", p.Tok.Describe())
}

// synchronisation reads "a?", "a!" or nothing, as the whole of a span. Without a suffix asOutput
// decides.
func (r *reader) synchronisation(span source.Span, asOutput bool) (action string, output bool) {
	p := r.parser(span)
	output = asOutput
	p.Try(func() {
		if p.Tok.Kind == expr.EOF {
			output = true
			return
		}
		action, output = r.channel(p, asOutput)
		p.Accept(";")
		if p.Tok.Kind != expr.EOF {
			p.Fail("got %s, want the end of the synchronisation", p.Tok.Describe())
		}
	})
	return action, output
}

func (r *reader) channel(p *expr.Parser, asOutput bool) (action string, output bool) {
	if p.Accept("*") {
		return "*", asOutput
	}
	name := actionName(p, "the name of an action")
	switch {
	case p.Accept("?"):
		return name.Text, false
	case p.Accept("!"):
		return name.Text, true
	case p.Tok.Is("["):
		r.fail(p, p.Tok.Span, "arrays of channels")
	}
	return name.Text, asOutput
}

// actionName reads the name of an action. Ecdar's components may call an action "1".
func actionName(p *expr.Parser, what string) expr.Token {
	if p.Tok.Kind == expr.Number {
		return p.Next()
	}
	return p.ExpectKind(expr.Ident, what)
}

// IsIdentifier tells what may be a name in xta.
func IsIdentifier(s string) bool {
	for i := range len(s) {
		c := Lower(s[i])
		letter := c == '_' || 'a' <= c && c <= 'z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != "" && !keyword(s)
}

// keyword tells the words that xta reserves.
func keyword(s string) bool {
	for _, k := range Keywords {
		if k == s {
			return true
		}
	}
	return false
}

// Keywords of xta and of the extensions that this project adds (IO, universal, inconsistent).
var Keywords = strings.Fields(`IO and assign bool broadcast chan clock commit const false guard imply
	inconsistent init int not or process state sync system trans true typedef universal urgent`)
