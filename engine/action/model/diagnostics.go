package model

import (
	"strings"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
)

// All messages of this language that need more than one line of code, a method each.

var clauses = []string{"type", "var", "state_def", "init", "inputs", "as"}

func (p *parser) unknownClause(word expr.Token) {
	d := p.Diags.Add(word.Span, "syntax", "got %s, want one of the clauses %s", word.Describe(),
		strings.Join(clauses, ", "))
	d.Hint = source.DidYouMean(word.Text, clauses)
	p.Bail()
}

func (p *parser) emptyRange(r Range) {
	d := p.Diags.Add(r.Span, "empty-range", "the range %d..%d holds no value", r.Lo, r.Hi)
	d.Hint = "write the smaller bound first"
	p.Bail()
}

func (p *parser) afterAction() {
	d := p.Diags.Add(p.Tok.Span, "syntax", "got %s, want ',' before the next action or ')' after the last",
		p.Tok.Describe())
	if p.startsAction() {
		d.Hint = "is a ',' missing?"
	}
	p.Bail()
}

func (p *parser) afterGuard() {
	p.Fail("got %s, want '=>' after a guard", p.Tok.Describe())
}

// ambiguous refuses g => a; b, which the paper's grammar allows and does not explain.
func (p *parser) ambiguous(g *Body) {
	d := p.Diags.Add(p.Tok.Span, "ambiguous", "';' after a guarded statement can be read in two ways")
	d.Hint = "write (guard => (a; b)) or ((guard => a); b)"
	d.Notes = append(d.Notes, source.Note{Span: g.Expr.Outer, Message: "the guard"})
	p.Bail()
}

func (p *parser) ambiguousDo(seq *Do) {
	d := p.Diags.Add(seq.Span, "ambiguous", "';' beside '//' can be read in two ways")
	d.Hint = "write (A ; B) // C or A ; (B // C)"
	p.Bail()
}

func (p *parser) unbound(a Ident, binder []Param) {
	var names []string
	for _, x := range binder {
		names = append(names, x.Name.Name)
	}
	d := p.Diags.Add(a.Span, "undefined-name", "'%s' is not bound here, want [%s:type] before the name of the action",
		a.Name, a.Name)
	d.Hint = source.DidYouMean(a.Name, names)
}

// spellingHints adds to syntax errors at signs of other languages how they are spelled here.
func spellingHints(diags source.Diagnostics) {
	for i := range diags {
		d := &diags[i]
		if d.Hint != "" || d.Code != "syntax" {
			continue
		}
		got, _, _ := strings.Cut(strings.TrimPrefix(d.Message, "got '"), "'")
		switch got {
		case "=":
			d.Hint = "a comparison is written x #= 1, an assignment x := 1"
		case "<", ">", "=<", ">=":
			d.Hint = "comparisons are written #<, #>, #=<, #>="
		}
	}
}

func (c *checker) undefined(what string, id Ident, known []string) {
	d := c.diags.Add(id.Span, "undefined-name", "the %s '%s' is not declared", what, id.Name)
	d.Hint = source.DidYouMean(id.Name, known)
}

func (c *checker) duplicate(what string, id, first Ident) {
	d := c.diags.Add(id.Span, "duplicate-name", "the %s '%s' is declared twice", what, id.Name)
	d.Notes = append(d.Notes, source.Note{Span: first.Span, Message: "first declared here"})
}

func (c *checker) missing(clause, example string) {
	if c.m.broken {
		return // it may be the one that could not be read
	}
	end := source.Pos(len(c.m.File.Text))
	d := c.diags.Add(source.Span{Start: end, End: end}, "missing-clause", "there is no clause '%s'", clause)
	d.Hint = "add " + example
}

func (c *checker) twice(clause string, span source.Span) {
	c.diags.Add(span, "duplicate-clause", "there is a second clause '%s'", clause).Hint = "join them into one"
}

func (c *checker) outside(span source.Span, v int64, name string, r Range) {
	c.diags.Add(span, "outside-type", "got %d for '%s', want a value in %d..%d", v, name, r.Lo, r.Hi)
}

func (c *checker) wrongCount(span source.Span, got, want int) {
	c.diags.Add(span, "wrong-count", "got %d initial values, want %d: one for each variable of state_def", got, want)
}

func (c *checker) arity(d *Do, a *Action) {
	diag := c.diags.Add(d.Span, "wrong-arity", "got %d arguments for '%s', want %d", d.passed, a.Name.Name, len(a.Params))
	if len(a.Params) > 0 && len(d.Params) == 0 {
		diag.Hint = "bind them with their types, as in [X:type]:'" + a.Name.Name + "'(X)"
	}
	diag.Notes = append(diag.Notes, source.Note{Span: a.Name.Span, Message: "the action"})
}

func (c *checker) overflow(e *expr.Expr) {
	d := c.diags.Add(e.Outer, "overflow", "this expression can leave 64 bits")
	d.Hint = "narrow the types of its variables and parameters"
}

func (c *checker) assignsParameter(b *Body) {
	c.diags.Add(b.Var.Span, "assigned-parameter", "'%s' is a parameter and cannot be assigned to", b.Var.Name)
}

func (c *checker) neverFits(b *Body, v *Var) {
	c.diags.Warn(b.Span, "outside-type", "this value is never in %d..%d, the type of '%s': the branch cannot be taken",
		v.Lo, v.Hi, v.Name)
}

func (c *checker) unusedAction(a *Action) {
	c.diags.Warn(a.Name.Span, "unused-action", "the action '%s' does not occur in the do-od block", a.Name.Name)
}

func (c *checker) tooManyEntries(d *Do) {
	c.diags.Add(d.Span, "too-many-entries", "the do-od block multiplies out to more than %d entries", MaxEntries)
}

func (c *checker) alwaysDecided(e *expr.Expr, truth bool, a, b Range) {
	word := "false"
	if truth {
		word = "true"
	}
	left, right := spellRange(a), spellRange(b)
	if a.Lo == a.Hi {
		left = Spell(e.Args[0])
	}
	if b.Lo == b.Hi {
		right = Spell(e.Args[1])
	}
	c.diags.Warn(e.Outer, "always-decided", "by the types this is always %s: %s against %s", word, left, right)
}
