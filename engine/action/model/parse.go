package model

import (
	"slices"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
)

// The parser follows grammar.txt, one function a rule. What Figure 2 of the paper leaves open is
// decided there: [] binds loosest, then // (do-od block) and ;, and => takes one unit; the form
// a reader could take either way, g => a; b, is refused.

type parser struct {
	*expr.Parser
	after map[source.Pos]expr.Token // by place of '(': the token behind its ')'
}

func parseModel(f *source.File, diags *source.Diagnostics) *Model {
	p := &parser{expr.NewParser(expr.Prolog, f, diags), map[source.Pos]expr.Token{}}
	m := &Model{File: f}
	for p.Tok.Kind != expr.EOF {
		from := p.Tok.Span
		var d Decl
		if p.Try(func() { d = p.decl() }) {
			d.Span = from.Join(p.Last.Span)
			m.Decls = append(m.Decls, d)
			continue
		}
		m.broken = true
		p.recover()
	}
	return m
}

// recover passes the rest of a clause that could not be read.
func (p *parser) recover() {
	for p.Tok.Kind != expr.EOF && !p.Tok.Is(".") {
		p.Next()
	}
	p.Accept(".")
}

func (p *parser) decl() (d Decl) {
	word := p.Tok
	switch {
	case p.Accept("type"):
		d.Type = p.typeDecl()
	case p.Accept("var"):
		d.Var = p.varDecl()
	case p.Accept("state_def"):
		d.State = p.nameList()
	case p.Accept("init"):
		d.Init = p.initDecl()
	case p.Accept("inputs"):
		d.Inputs = p.nameList()
	case p.Accept("as"):
		d.System = p.system()
	default:
		p.unknownClause(word)
	}
	p.Expect(".")
	return d
}

// turnstile reads :- also as the dash that a printed page has in its place.
func (p *parser) turnstile() {
	if p.Tok.Is(":") {
		p.Next()
		for p.Accept("–") || p.Accept("-") || p.Accept("−") {
		}
		return
	}
	p.Expect(":-")
}

func (p *parser) typeDecl() *Type {
	t := &Type{}
	p.Expect("(")
	t.Name = p.name("the name of a type")
	p.Expect(",")
	x := p.ExpectKind(expr.Ident, "a variable, as in type(t, X) :- X in 0..7")
	p.Expect(")")
	p.turnstile()
	if !p.Tok.Is(x.Text) {
		p.Fail("got %s, want '%s'", p.Tok.Describe(), x.Text)
	}
	p.Next()
	p.Expect("in")
	t.Range = p.rangeOf()
	return t
}

func (p *parser) rangeOf() Range {
	lo, from := p.integer()
	return p.rangeFrom(lo, from)
}

// rangeFrom reads the rest of a range, behind its lower bound.
func (p *parser) rangeFrom(lo int64, from source.Span) Range {
	p.Expect("..")
	hi, to := p.integer()
	r := Range{lo, hi, from.Join(to)}
	if lo > hi {
		p.emptyRange(r)
	}
	return r
}

func (p *parser) integer() (int64, source.Span) {
	from := p.Tok.Span
	negative := p.Accept("-") || p.Accept("−") || p.Accept("–")
	t := p.ExpectKind(expr.Number, "an integer")
	if negative {
		return -t.Value, from.Join(t.Span)
	}
	return t.Value, t.Span
}

func (p *parser) varDecl() *VarDecl {
	p.Expect("(")
	d := &VarDecl{Names: p.names("the name of a variable")}
	p.Expect(",")
	d.Type = p.name("the name of a type")
	p.Expect(")")
	return d
}

func (p *parser) nameList() *NameList {
	p.Expect("(")
	l := &NameList{Names: p.names("a name")}
	p.Expect(")")
	return l
}

func (p *parser) names(what string) []Ident {
	var names []Ident
	p.list(func() { names = append(names, p.name(what)) })
	return names
}

func (p *parser) initDecl() *InitDecl {
	d := &InitDecl{}
	p.Expect("(")
	p.list(func() {
		v, span := p.integer()
		d.Values, d.Spans = append(d.Values, v), append(d.Spans, span)
	})
	p.Expect(")")
	return d
}

// list reads [item, …]; the brackets of an empty one are one token.
func (p *parser) list(item func()) {
	if p.Accept("[]") {
		return
	}
	p.Expect("[")
	item()
	for p.Accept(",") {
		item()
	}
	p.Expect("]")
}

func (p *parser) name(what string) Ident {
	if p.Tok.Kind != expr.Ident && p.Tok.Kind != expr.Quoted || p.Tok.Text == "" {
		p.Fail("got %s, want %s", p.Tok.Describe(), what)
	}
	t := p.Next()
	return Ident{t.Text, t.Span}
}

func (p *parser) system() *System {
	s := &System{}
	p.turnstile()
	p.Expect("actions")
	p.Expect("(")
	for p.nextAction(s) {
	}
	if !p.Try(func() {
		p.Expect("dood")
		p.Expect("(")
		s.Do = p.do()
		p.Expect(")")
	}) {
		s.Do = nil
		for p.Tok.Kind != expr.EOF && !p.Tok.Is(".") {
			p.Next()
		}
	}
	if p.Tok.Kind == expr.EOF && p.Diags.HasErrors() {
		p.Bail()
	}
	return s
}

// nextAction reads an action and what separates it from the next, and tells whether there is one.
// After an error it passes to where an action, or the do-od block, begins; an action whose head
// was read stays, without a statement, so that its name is known.
func (p *parser) nextAction(s *System) (more bool) {
	a := &Action{}
	ok := p.Try(func() {
		p.action(a)
		if more = p.Accept(","); more {
			return
		}
		if !p.Tok.Is(")") {
			p.afterAction()
		}
		p.Next()
		p.Expect(",")
	})
	if a.Name.Name != "" {
		s.Actions = append(s.Actions, a)
	}
	if ok {
		return more
	}
	for !p.Tok.Is("dood") {
		if p.Tok.Kind == expr.EOF {
			p.Bail()
		}
		if p.Accept(",") && p.startsAction() {
			return true
		}
		if !p.Tok.Is("dood") {
			p.Next()
		}
	}
	return false
}

// startsAction looks ahead for name:: or name(…)::.
func (p *parser) startsAction() bool {
	defer p.Reset(p.Mark())
	if p.Tok.Kind != expr.Quoted && p.Tok.Kind != expr.Ident {
		return false
	}
	p.Next()
	if p.Accept("(") {
		for p.Tok.Kind == expr.Ident || p.Tok.Is(",") {
			p.Next()
		}
		p.Accept(")")
	}
	return p.Tok.Is("::")
}

func (p *parser) action(a *Action) {
	from := p.Tok.Span
	a.Name = p.name("an action, as in 'name'::(true) => (…)")
	if p.Accept("(") {
		a.Params = append(a.Params, p.name("a parameter"))
		for p.Accept(",") {
			a.Params = append(a.Params, p.name("a parameter"))
		}
		p.Expect(")")
	}
	p.Expect("::")
	g := &Body{Op: Guarded, Expr: p.Expr()}
	p.Expect("=>")
	g.Parts = []*Body{p.body()}
	g.Span = g.Expr.Outer.Join(p.Last.Span)
	g.Outer = g.Span
	a.Run, a.Span = g, from.Join(p.Last.Span)
}

// body reads a choice, what binds loosest.
func (p *parser) body() (b *Body) {
	p.Nest(func() { b = p.chain("[]", Choice, p.sequence) })
	return b
}

func (p *parser) sequence() *Body { return p.chain(";", Seq, p.unit) }

// chain reads parts that a sign joins; a single part stands for itself.
func (p *parser) chain(sign string, op BodyOp, part func() *Body) *Body {
	parts := []*Body{part()}
	for p.Accept(sign) {
		parts = append(parts, part())
	}
	if len(parts) == 1 {
		return parts[0]
	}
	span := parts[0].Outer.Join(parts[len(parts)-1].Outer)
	return &Body{Op: op, Parts: parts, Span: span, Outer: span}
}

// unit reads an assignment, skip, a statement in brackets, or a guarded unit.
func (p *parser) unit() (b *Body) {
	t := p.Tok
	switch {
	case t.Is("(") && !p.guardAhead():
		p.Next()
		b = p.body()
		shut := p.Expect(")")
		b.Outer = t.Span.Join(shut.Span)
		return b
	case t.Is("skip"):
		p.Next()
		return &Body{Op: Skip, Span: t.Span, Outer: t.Span}
	case t.Kind == expr.Ident && p.assignmentAhead():
		p.Next()
		p.Next()
		e := p.Expr()
		span := t.Span.Join(e.Outer)
		return &Body{Op: Assign, Var: Ident{t.Text, t.Span}, Expr: e, Span: span, Outer: span}
	}
	return p.guarded()
}

func (p *parser) guarded() *Body {
	g := &Body{Op: Guarded, Expr: p.Expr()}
	if !p.Tok.Is("=>") {
		p.afterGuard()
	}
	p.Next()
	p.Nest(func() { g.Parts = []*Body{p.unit()} })
	g.Span = g.Expr.Outer.Join(p.Last.Span)
	g.Outer = g.Span
	if p.Tok.Is(";") {
		p.ambiguous(g)
	}
	return g
}

func (p *parser) assignmentAhead() bool {
	defer p.Reset(p.Mark())
	p.Next()
	return p.Tok.Is(":=")
}

// guardAhead tells whether the bracket that opens here belongs to an expression: what follows its
// closing bracket is => or an operator of expressions. Each bracket is looked at once.
func (p *parser) guardAhead() bool {
	t, known := p.after[p.Tok.Span.Start]
	if !known {
		p.matchBrackets()
		t = p.after[p.Tok.Span.Start]
	}
	return t.Is("=>") || p.Dialect.IsOperator(t)
}

// matchBrackets notes for the bracket here, and for all inside it, what follows them.
func (p *parser) matchBrackets() {
	defer p.Reset(p.Mark())
	var open []source.Pos
	for p.Tok.Kind != expr.EOF {
		t := p.Next()
		if t.Is("(") {
			open = append(open, t.Span.Start)
		}
		if t.Is(")") {
			p.after[open[len(open)-1]] = p.Tok
			if open = open[:len(open)-1]; len(open) == 0 {
				return
			}
		}
	}
}

// do reads the do-od block; [] binds loosest, then //, then ;.
func (p *parser) do() (d *Do) {
	p.Nest(func() { d = p.doChain("[]", DoChoice, p.doPrio) })
	return d
}

func (p *parser) doPrio() *Do { return p.doChain("//", DoPrio, p.doSeq) }

func (p *parser) doSeq() *Do { return p.doChain(";", DoSeq, p.doUnit) }

func (p *parser) doChain(sign string, op DoOp, part func() *Do) *Do {
	parts := []*Do{part()}
	for p.Accept(sign) {
		parts = append(parts, part())
	}
	if len(parts) == 1 {
		return parts[0]
	}
	if op == DoPrio {
		for _, d := range parts {
			if d.Op == DoSeq && d.Span == d.Outer {
				p.ambiguousDo(d)
			}
		}
	}
	span := parts[0].Outer.Join(parts[len(parts)-1].Outer)
	return &Do{Op: op, Parts: parts, Span: span, Outer: span}
}

func (p *parser) doUnit() (d *Do) {
	from := p.Tok
	if p.Accept("(") {
		d = p.do()
		d.Outer = from.Span.Join(p.Expect(")").Span)
		return d
	}
	d = &Do{Op: Call}
	if p.Tok.Is("[") || p.Tok.Is("[]") {
		p.list(func() { d.Params = append(d.Params, p.param()) })
		p.Expect(":")
	}
	d.Action = p.name("the name of an action")
	var args []Ident
	if p.Accept("(") {
		args = append(args, p.name("a parameter"))
		for p.Accept(",") {
			args = append(args, p.name("a parameter"))
		}
		p.Expect(")")
	}
	p.order(d, args)
	d.Span = from.Span.Join(p.Last.Span)
	d.Outer = d.Span
	return d
}

// param reads X:type or, with the range written out, X:lo..hi.
func (p *parser) param() Param {
	x := Param{Name: p.name("a parameter, as in [X:type]")}
	if at := p.Tok.Span; p.Accept(":-") { // a colon and the sign of the lower bound
		at.Start++
		t := p.ExpectKind(expr.Number, "an integer")
		x.Range = p.rangeFrom(-t.Value, at.Join(t.Span))
		return x
	}
	p.Expect(":")
	if p.Tok.Kind == expr.Ident || p.Tok.Kind == expr.Quoted {
		x.Type = p.name("a type")
		x.Range.Span = x.Type.Span
		return x
	}
	x.Range = p.rangeOf()
	return x
}

// order brings the parameters of a call into the order of its arguments.
func (p *parser) order(d *Do, args []Ident) {
	binder := d.Params
	d.Params = nil
	used := make([]bool, len(binder))
	for i, x := range binder {
		if at := boundAt(binder[:i], x.Name); at >= 0 {
			p.Diags.Add(x.Name.Span, "duplicate-name", "the parameter '%s' is bound twice", x.Name.Name)
			used[i] = true
		}
	}
	for _, a := range args {
		i := boundAt(binder, a)
		switch {
		case i < 0:
			p.unbound(a, binder)
		case used[i]:
			p.Diags.Add(a.Span, "duplicate-name", "'%s' is passed twice", a.Name)
		default:
			used[i] = true
			d.Params, d.Written = append(d.Params, binder[i]), append(d.Written, i)
		}
	}
	for i, x := range binder {
		if !used[i] {
			p.Diags.Add(x.Name.Span, "unused-parameter", "'%s' is bound and not passed to '%s'", x.Name.Name, d.Action.Name)
		}
	}
	d.passed = len(args)
}

func boundAt(binder []Param, a Ident) int {
	return slices.IndexFunc(binder, func(x Param) bool { return x.Name.Name == a.Name })
}
