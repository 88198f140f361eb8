package efsm

import (
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
)

// The JSON format of EFSM models: expressions are nested arrays with the operator first, as in
// ["and", ["=", "num", "number"], ["<", "counter", 4]]. Every node keeps its place in the text.

// ParseJSON reads a model in the JSON format. The machine is nil when there are errors.
func ParseJSON(f *source.File) (*Machine, source.Diagnostics) {
	v, diags := readJSON(f.Text)
	if diags != nil {
		return nil, diags
	}
	r := &jsonModel{diags: &diags}
	d := r.model(&v)
	m := check(f, d, JSONFormat, &diags)
	return m, diags
}

type jsonModel struct{ diags *source.Diagnostics }

func (r *jsonModel) wrong(v *jsonValue, want string) {
	r.diags.Add(v.span, "json", "got %s, want %s", v.describe(), want)
}

func (v *jsonValue) describe() string {
	switch v.kind {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return strconv.Quote(v.str)
	case '0':
		return strconv.FormatInt(v.num, 10)
	case '.':
		return v.str
	}
	return map[byte]string{'t': "true", 'f': "false", 'n': "null"}[v.kind]
}

// known reports members that the format does not have.
func (r *jsonModel) known(v *jsonValue, names ...string) {
	for _, k := range v.keys {
		found := false
		for _, n := range names {
			found = found || k.name == n
		}
		if !found {
			d := r.diags.Warn(k.span, "unknown-member", "the member %q has no meaning here", k.name)
			d.Hint = source.DidYouMean(k.name, names)
		}
	}
}

func (r *jsonModel) model(v *jsonValue) *draft {
	d := &draft{}
	if v.kind != '{' {
		r.wrong(v, "an object with variables, locations, inputs, outputs and transitions")
		return d
	}
	r.known(v, "name", "note", "semantics", "variables", "locations", "initial", "inputs", "outputs", "transitions")
	if n := v.member("name"); n != nil {
		d.name = r.ident(n)
	}
	r.semantics(v.member("semantics"), d)
	r.each(v, "variables", func(x *jsonValue) {
		r.known(x, "name", "min", "max", "type", "init", "note")
		d.vars = append(d.vars, varDraft{r.nameOf(x), r.typ(x), r.optional(x.member("init"))})
	})
	r.each(v, "locations", func(x *jsonValue) { d.locations = append(d.locations, r.ident(x)) })
	if n := v.member("initial"); n != nil {
		name := r.ident(n)
		d.initial = &name
	}
	r.each(v, "inputs", func(x *jsonValue) { d.inputs = append(d.inputs, r.input(x)) })
	r.each(v, "outputs", func(x *jsonValue) { d.outputs = append(d.outputs, r.output(x)) })
	r.each(v, "transitions", func(x *jsonValue) { d.transitions = append(d.transitions, r.transition(x)) })
	return d
}

func (r *jsonModel) semantics(v *jsonValue, d *draft) {
	if v == nil {
		return
	}
	for i, k := range v.keys {
		d.settings = append(d.settings, setting{ident{k.name, k.span}, r.ident(&v.items[i])})
	}
}

// each visits the elements of an array that is a member, or nothing when it is missing.
func (r *jsonModel) each(v *jsonValue, name string, visit func(*jsonValue)) {
	list := v.member(name)
	if list == nil || list.kind == 'n' {
		return
	}
	if list.kind != '[' {
		r.wrong(list, "an array")
		return
	}
	for i := range list.items {
		visit(&list.items[i])
	}
}

func (r *jsonModel) ident(v *jsonValue) ident {
	if v.kind != '"' {
		r.wrong(v, "a name in quotes")
	}
	return ident{v.str, v.span}
}

func (r *jsonModel) nameOf(v *jsonValue) ident {
	n := v.member("name")
	if n == nil {
		r.wrong(v, `an object with a "name"`)
		return ident{span: v.span}
	}
	return r.ident(n)
}

// typ reads {"min": …, "max": …} or {"type": "bool"}.
func (r *jsonModel) typ(v *jsonValue) typeExpr {
	if t := v.member("type"); t != nil && t.kind == '"' && t.str == "bool" {
		return typeExpr{span: t.span, isBool: true}
	}
	low, high := v.member("min"), v.member("max")
	if low == nil || high == nil {
		r.wrong(v, `"min" and "max", or "type": "bool"`)
		return typeExpr{span: v.span, isBool: true}
	}
	return typeExpr{span: v.span, min: r.expression(low), max: r.expression(high)}
}

func (r *jsonModel) optional(v *jsonValue) *expr.Expr {
	if v == nil || v.kind == 'n' {
		return nil
	}
	return r.expression(v)
}

func (r *jsonModel) input(v *jsonValue) inputDraft {
	if v.kind == '"' {
		return inputDraft{name: r.ident(v)}
	}
	r.known(v, "name", "params", "note")
	in := inputDraft{name: r.nameOf(v)}
	r.each(v, "params", func(p *jsonValue) {
		r.known(p, "name", "min", "max", "type", "note")
		in.params = append(in.params, paramDraft{r.nameOf(p), r.typ(p)})
	})
	return in
}

// maxParams bounds the parameters of an output that are only counted.
const maxParams = 64

// output reads {"name": …, "params": n}; the parameters' names may be given instead of their number.
func (r *jsonModel) output(v *jsonValue) outputDraft {
	if v.kind == '"' {
		return outputDraft{name: r.ident(v)}
	}
	r.known(v, "name", "params", "note")
	out := outputDraft{name: r.nameOf(v)}
	p := v.member("params")
	switch {
	case p == nil:
	case p.kind == '0' && (p.num < 0 || p.num > maxParams):
		r.diags.Add(p.span, "json", "got %d parameters, want a number from 0 to %d", p.num, maxParams)
	case p.kind == '0':
		for i := range p.num {
			out.params = append(out.params, "a"+strconv.FormatInt(i+1, 10))
		}
	case p.kind == '[':
		for i := range p.items {
			if p.items[i].kind == '"' {
				out.params = append(out.params, p.items[i].str)
			} else {
				out.params = append(out.params, r.nameOf(&p.items[i]).text)
			}
		}
	default:
		r.wrong(p, "the number of parameters")
	}
	return out
}

func (r *jsonModel) transition(v *jsonValue) transitionDraft {
	t := transitionDraft{span: v.span}
	if v.kind != '{' {
		r.wrong(v, "a transition")
		return t
	}
	r.known(v, "id", "from", "to", "event", "guard", "updates", "outputs", "priority", "note")
	get := func(name string) ident {
		if x := v.member(name); x != nil {
			return r.ident(x)
		}
		r.wrong(v, "a member \""+name+"\"")
		return ident{span: v.span}
	}
	t.id, t.from, t.to = get("id"), get("from"), get("to")
	t.toQuoted = true
	if e := v.member("event"); e != nil && e.kind != 'n' {
		name := r.ident(e)
		t.event = &name
	}
	t.guard = r.optional(v.member("guard"))
	t.priority = r.optional(v.member("priority"))
	r.actions(v, "updates", &t, r.update)
	r.actions(v, "outputs", &t, r.emit)
	return t
}

// actions reads a list and finds for each element what to cut to be rid of it.
func (r *jsonModel) actions(v *jsonValue, name string, t *transitionDraft, read func(*jsonValue) (actionDraft, bool)) {
	list := v.member(name)
	r.each(v, name, func(x *jsonValue) {
		a, ok := read(x)
		if !ok {
			return
		}
		a.span, a.cut = x.span, x.span
		if len(list.items) > 1 {
			a.cut = cutElement(list.items, x)
		}
		t.actions = append(t.actions, a)
	})
}

// cutElement takes the comma after the first element, or the one before a later element.
func cutElement(items []jsonValue, x *jsonValue) source.Span {
	if x == &items[0] {
		return source.Span{Start: x.span.Start, End: items[1].span.Start}
	}
	for i := range items {
		if x == &items[i] {
			return source.Span{Start: items[i-1].span.End, End: x.span.End}
		}
	}
	return x.span
}

func (r *jsonModel) update(v *jsonValue) (actionDraft, bool) {
	if v.kind != '[' || len(v.items) != 2 {
		r.wrong(v, `an update ["variable", expression]`)
		return actionDraft{}, false
	}
	return actionDraft{name: r.ident(&v.items[0]), value: r.expression(&v.items[1])}, true
}

func (r *jsonModel) emit(v *jsonValue) (actionDraft, bool) {
	if v.kind == '"' {
		return actionDraft{emit: true, name: r.ident(v)}, true
	}
	if v.kind != '[' || len(v.items) == 0 || len(v.items) > 2 || len(v.items) == 2 && v.items[1].kind != '[' {
		r.wrong(v, `an output ["name", [arguments]]`)
		return actionDraft{}, false
	}
	a := actionDraft{emit: true, name: r.ident(&v.items[0])}
	if len(v.items) == 2 {
		for i := range v.items[1].items {
			a.args = append(a.args, r.expression(&v.items[1].items[i]))
		}
	}
	return a, true
}

var jsonOps = []struct {
	text string
	op   expr.Op
}{
	{"+", expr.Add}, {"-", expr.Sub}, {"*", expr.Mul}, {"/", expr.Div}, {"mod", expr.Mod}, {"exp", expr.Exp},
	{"=", expr.Eq}, {"!=", expr.Ne}, {"<", expr.Lt}, {">", expr.Gt}, {"<=", expr.Le}, {">=", expr.Ge},
	{"and", expr.And}, {"or", expr.Or}, {"not", expr.Not}, {"neg", expr.Neg}, {"implies", expr.Imply},
	{"==", expr.Eq}, {"!", expr.Not}, {"%", expr.Mod}, {"^", expr.Exp}, {"<>", expr.Ne},
}

// expression reads a node; its span is that of the JSON value.
func (r *jsonModel) expression(v *jsonValue) *expr.Expr {
	var e *expr.Expr
	switch v.kind {
	case '0':
		e = expr.Num(v.num)
	case 't', 'f':
		e = expr.Truth(v.kind == 't')
	case '"':
		e = &expr.Expr{Op: expr.Name, Name: v.str}
	case '[':
		e = r.operation(v)
	case '.':
		r.wrong(v, "a whole number of at most 64 bits")
		e = expr.Num(0)
	default:
		r.wrong(v, "an expression")
		e = expr.Num(0)
	}
	e.Span, e.Outer = v.span, v.span
	return e
}

func (r *jsonModel) operation(v *jsonValue) *expr.Expr {
	if len(v.items) < 2 || v.items[0].kind != '"' {
		r.wrong(v, `an operation ["operator", operand, …]`)
		return expr.Num(0)
	}
	var args []*expr.Expr
	for i := range v.items[1:] {
		args = append(args, r.expression(&v.items[i+1]))
	}
	op, ok := r.operator(&v.items[0], len(args))
	if !ok {
		return expr.Num(0)
	}
	if op == expr.Not || op == expr.Neg {
		return &expr.Expr{Op: op, Args: args}
	}
	// A connective over more than two operands groups to the left, as the printed text would.
	e := &expr.Expr{Op: op, Args: args[:2]}
	for _, a := range args[2:] {
		e.Span, e.Outer = v.span, v.span
		e = &expr.Expr{Op: op, Args: []*expr.Expr{e, a}}
	}
	return e
}

func (r *jsonModel) operator(v *jsonValue, args int) (expr.Op, bool) {
	var known []string
	for _, o := range jsonOps {
		known = append(known, o.text)
		if o.text != v.str {
			continue
		}
		op := o.op
		if op == expr.Sub && args == 1 {
			op = expr.Neg
		}
		unary := op == expr.Not || op == expr.Neg
		if unary && args == 1 || !unary && args == 2 || (op == expr.And || op == expr.Or) && args > 2 {
			return op, true
		}
		r.diags.Add(v.span, "json", "got %d operands for %q, want %s", args, v.str, map[bool]string{true: "1", false: "2"}[unary])
		return 0, false
	}
	r.diags.Add(v.span, "json", "the operator %q is unknown, want one of %s", v.str, strings.Join(known, " ")).
		Hint = source.DidYouMean(v.str, known)
	return 0, false
}

// printJSON spells an expression in the format.
func printJSON(e *expr.Expr) string {
	switch e.Op {
	case expr.Const:
		if e.Type == expr.Bool {
			return map[bool]string{true: "true", false: "false"}[e.Value == 1]
		}
		return strconv.FormatInt(e.Value, 10)
	case expr.Name:
		return strconv.Quote(e.Name)
	}
	text := ""
	for _, o := range jsonOps {
		if o.op == e.Op {
			text = o.text
			break
		}
	}
	parts := []string{strconv.Quote(text)}
	for _, a := range e.Args {
		parts = append(parts, printJSON(a))
	}
	return "[" + strings.Join(parts, ", ") + "]"
}
