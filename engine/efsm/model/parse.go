package model

import (
	"strings"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
)

// Reading a text gives a draft: declarations and transitions by name, with places. check.go turns
// a draft into a Machine; the other formats make drafts too.

// An ident is a name and where it stands.
type ident struct {
	text string
	span source.Span
}

type draft struct {
	name        ident
	settings    []setting
	consts      []constDraft
	types       []typeDraft
	vars        []varDraft
	inputs      []inputDraft
	outputs     []outputDraft
	locations   []ident
	initial     *ident
	transitions []transitionDraft
	statements  []statement
}

type setting struct{ key, value ident }

type constDraft struct {
	name  ident
	value *expr.Expr
}

type typeDraft struct {
	name ident
	typ  typeExpr
}

// A typeExpr is bool, a range or a name.
type typeExpr struct {
	span     source.Span
	isBool   bool
	name     string // a named type
	min, max *expr.Expr
}

type varDraft struct {
	name ident
	typ  typeExpr
	init *expr.Expr // nil: the default
}

type paramDraft struct {
	name ident
	typ  typeExpr
}

type inputDraft struct {
	name   ident
	params []paramDraft
}

type outputDraft struct {
	name   ident
	params []string
}

type transitionDraft struct {
	id, from, to ident
	toQuoted     bool
	event        *ident  // nil: internal
	params       []ident // repeated after the event, only to be read
	priority     *expr.Expr
	guard        *expr.Expr
	actions      []actionDraft
	span         source.Span
}

type actionDraft struct {
	emit  bool
	name  ident
	value *expr.Expr   // update
	args  []*expr.Expr // emit
	span  source.Span
	cut   source.Span
}

var keywords = []string{"machine", "semantics", "const", "type", "var", "input", "output", "location", "initial"}

// ParseText reads a model in the project's language. The machine is nil when there are errors.
func ParseText(f *source.File) (*Machine, source.Diagnostics) {
	var diags source.Diagnostics
	p := &parser{Parser: expr.NewParser(expr.Plain, f, &diags)}
	p.model()
	m := check(f, &p.draft, TextFormat, &diags)
	return m, diags
}

type parser struct {
	*expr.Parser
	draft draft
}

// model = { declaration | transition } .
func (p *parser) model() {
	for p.Tok.Kind != expr.EOF {
		before, transitions := p.Tok.Span, len(p.draft.transitions)
		if !p.Try(p.statement) {
			p.recover(before)
			continue
		}
		p.draft.statements = append(p.draft.statements, statement{
			source.Span{Start: before.Start, End: p.Last.Span.End}, len(p.draft.transitions) > transitions,
		})
	}
}

// recover passes tokens up to the next one that begins a line and looks like a statement.
func (p *parser) recover(began source.Span) {
	for p.Tok.Kind != expr.EOF {
		if p.Tok.Span != began && p.Tok.Kind == expr.Ident && p.beginsLine() {
			return
		}
		p.Next()
	}
}

// beginsLine looks no further back than the token before, so that recovering takes one pass.
func (p *parser) beginsLine() bool {
	gap := p.File.Text[p.Last.Span.End:p.Tok.Span.Start]
	line := strings.LastIndexByte(gap, '\n')
	return (line >= 0 || p.Last.Span.End == 0) && strings.TrimSpace(gap[line+1:]) == ""
}

func (p *parser) statement() {
	if p.Tok.Kind == expr.String {
		p.transition()
		return
	}
	mark := p.Mark()
	word := p.ExpectKind(expr.Ident, "a declaration or a transition")
	if p.Tok.Is(":") || p.Tok.Is("->") {
		p.Reset(mark)
		p.transition()
		return
	}
	d := &p.draft
	switch word.Text {
	case "machine":
		d.name = p.name("the machine's name")
	case "semantics":
		p.list(func() {
			key := p.name("unspecified, overflow or updates")
			p.Expect("=")
			d.settings = append(d.settings, setting{key, p.name("a value")})
		})
	case "const":
		name := p.plainName("the constant's name")
		p.Expect("=")
		d.consts = append(d.consts, constDraft{name, p.Expr()})
	case "type":
		name := p.plainName("the type's name")
		p.Expect("=")
		d.types = append(d.types, typeDraft{name, p.typ()})
	case "var":
		p.variables()
	case "input", "inputs":
		p.list(p.input)
	case "output", "outputs":
		p.list(p.output)
	case "location", "locations":
		p.list(func() { d.locations = append(d.locations, p.name("a location")) })
	case "initial":
		name := p.name("the initial location")
		d.initial = &name
	default:
		p.unknownStatement(word)
	}
	p.Accept(";")
}

func (p *parser) unknownStatement(word expr.Token) {
	d := p.Diags.Add(word.Span, "syntax", "got '%s', want a declaration or a transition", word.Text)
	d.Hint = source.DidYouMean(word.Text, keywords)
	if d.Hint == "" {
		d.Hint = "a transition reads: name: FROM -> TO on event [guard] / x := e; !output(e)"
	}
	p.Try(func() { p.recover(word.Span) })
}

// list reads one or more parts with commas between them.
func (p *parser) list(part func()) {
	part()
	for p.Accept(",") {
		part()
	}
}

// name = identifier | string .
func (p *parser) name(what string) ident {
	if p.Tok.Kind == expr.String {
		t := p.Next()
		return ident{t.Text, t.Span}
	}
	return p.plainName(what)
}

func (p *parser) plainName(what string) ident {
	t := p.ExpectKind(expr.Ident, what)
	return ident{t.Text, t.Span}
}

// typ = "bool" | bound ".." bound | name .
func (p *parser) typ() typeExpr {
	start := p.Tok.Span
	if p.Accept("bool") {
		return typeExpr{span: start, isBool: true}
	}
	low := p.bound()
	if low.Op == expr.Name && !p.Tok.Is("..") {
		return typeExpr{span: start, name: low.Name}
	}
	p.Expect("..")
	high := p.bound()
	return typeExpr{span: start.Join(high.Span), min: low, max: high}
}

// bound = [ "-" ] number | name | "true" | "false" .
func (p *parser) bound() *expr.Expr {
	t := p.Tok
	sign := int64(1)
	if p.Accept("-") || p.Accept("−") {
		sign = -1
	}
	if p.Tok.Kind == expr.Number {
		n := p.Next()
		return &expr.Expr{Op: expr.Const, Type: expr.Int, Value: sign * n.Value, Span: t.Span.Join(n.Span),
			Outer: t.Span.Join(n.Span)}
	}
	if sign > 0 && (t.Is("true") || t.Is("false")) {
		p.Next()
		e := expr.Truth(t.Text == "true")
		e.Span, e.Outer = t.Span, t.Span
		return e
	}
	if sign > 0 && p.Tok.Kind == expr.Ident && !p.Dialect.IsWordOperator(p.Tok.Text) {
		p.Next()
		return &expr.Expr{Op: expr.Name, Name: t.Text, Span: t.Span, Outer: t.Span}
	}
	p.Fail("got %s, want a number or a constant's name", p.Tok.Describe())
	return nil
}

// variables = name { "," name } ":" type [ "=" bound ] .
func (p *parser) variables() {
	var names []ident
	p.list(func() { names = append(names, p.plainName("a variable's name")) })
	p.Expect(":")
	typ := p.typ()
	var init *expr.Expr
	if p.Accept("=") || p.Accept(":=") {
		init = p.bound()
	}
	for _, n := range names {
		p.draft.vars = append(p.draft.vars, varDraft{n, typ, init})
	}
}

// input = name [ "(" name ":" type { "," name ":" type } ")" ] .
func (p *parser) input() {
	in := inputDraft{name: p.name("an input's name")}
	if p.Accept("(") {
		if !p.Tok.Is(")") {
			p.list(func() {
				name := p.plainName("a parameter's name")
				p.Expect(":")
				in.params = append(in.params, paramDraft{name, p.typ()})
			})
		}
		p.Expect(")")
	}
	p.draft.inputs = append(p.draft.inputs, in)
}

// output = name [ "(" name { "," name } ")" ] .
func (p *parser) output() {
	out := outputDraft{name: p.name("an output's name")}
	if p.Accept("(") {
		if !p.Tok.Is(")") {
			p.list(func() { out.params = append(out.params, p.name("a parameter's name").text) })
		}
		p.Expect(")")
	}
	p.draft.outputs = append(p.draft.outputs, out)
}

// transition = name ":" name "->" name [ "on" event ] [ "priority" number ] [ "[" expr "]" ]
// [ "/" action { ";" action } ] .
func (p *parser) transition() {
	t := transitionDraft{id: p.name("a transition's name")}
	start := t.id.span
	if p.Tok.Is("->") {
		p.FailAt(start, "no-name", "this transition has no name, want 'name: %s -> …'", t.id.text)
	}
	p.Expect(":")
	t.from = p.name("the source location")
	p.Expect("->")
	t.toQuoted = p.Tok.Kind == expr.String
	t.to = p.name("the target location")
	if p.Accept("on") {
		p.event(&t)
	}
	if p.Accept("priority") {
		t.priority = p.bound()
	}
	if p.Accept("[") {
		t.guard = p.Expr()
		p.Expect("]")
	}
	before := p.Last.Span.End
	if p.Accept("/") && !p.endsActions() {
		p.actions(&t, before)
	}
	t.span = source.Span{Start: start.Start, End: p.Last.Span.End}
	p.draft.transitions = append(p.draft.transitions, t)
	p.Accept(";")
}

// event = name [ "(" [ name { "," name } ] ")" ] .
func (p *parser) event(t *transitionDraft) {
	e := p.name("an input's name")
	t.event = &e
	if p.Accept("(") {
		if !p.Tok.Is(")") {
			p.list(func() { t.params = append(t.params, p.plainName("a parameter's name")) })
		}
		p.Expect(")")
	}
}

// endsActions tells whether the next token can not begin an action.
func (p *parser) endsActions() bool {
	return p.Tok.Kind == expr.EOF || (p.Tok.Kind != expr.Ident && !p.Tok.Is("!"))
}

// actions reads the list and finds for each action what to cut to be rid of it.
func (p *parser) actions(t *transitionDraft, before source.Pos) {
	t.actions = append(t.actions, p.action())
	for p.Tok.Is(";") {
		mark := p.Mark()
		p.Next()
		if p.endsActions() || p.Tok.Kind == expr.Ident && !p.assignmentAhead() {
			p.Reset(mark)
			break
		}
		t.actions = append(t.actions, p.action())
	}
	a := t.actions
	for i := range a {
		switch {
		case len(a) == 1:
			a[i].cut = source.Span{Start: before, End: a[i].span.End}
		case i == 0:
			a[i].cut = source.Span{Start: a[0].span.Start, End: a[1].span.Start}
		default:
			a[i].cut = source.Span{Start: a[i-1].span.End, End: a[i].span.End}
		}
	}
}

func (p *parser) assignmentAhead() bool {
	mark := p.Mark()
	defer p.Reset(mark)
	p.Next()
	return p.Tok.Is(":=")
}

// action = name ":=" expr | "!" name [ "(" [ expr { "," expr } ] ")" ] .
func (p *parser) action() actionDraft {
	start := p.Tok.Span
	if p.Accept("!") {
		a := actionDraft{emit: true, name: p.name("an output's name")}
		if p.Accept("(") {
			if !p.Tok.Is(")") {
				p.list(func() { a.args = append(a.args, p.Expr()) })
			}
			p.Expect(")")
		}
		a.span = source.Span{Start: start.Start, End: p.Last.Span.End}
		return a
	}
	a := actionDraft{name: p.plainName("an assignment or an output")}
	p.Expect(":=")
	a.value = p.Expr()
	a.span = source.Span{Start: start.Start, End: p.Last.Span.End}
	return a
}
