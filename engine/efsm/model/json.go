package model

import (
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/markup"
	"github.com/mutarium/mutarium/engine/source"
)

// The JSON format of EFSM models: expressions are nested arrays with the operator first, as in
// ["and", ["=", "num", "number"], ["<", "counter", 4]]. Every node keeps its place in the text.

// ParseJSON reads a model in the JSON format. The machine is nil when there are errors.
func ParseJSON(f *source.File) (*Machine, source.Diagnostics) {
	v, _, diags := markup.ReadJSON(f)
	if v == nil {
		return nil, diags
	}
	r := &jsonModel{diags: &diags}
	d := r.model(v)
	m := check(f, d, JSONFormat, &diags)
	return m, diags
}

type jsonModel struct{ diags *source.Diagnostics }

func (r *jsonModel) wrong(v *markup.Value, want string) {
	r.diags.Add(v.Span, "json", "got %s, want %s", v.Describe(), want)
}

// known reports members that the format does not have.
func (r *jsonModel) known(v *markup.Value, names ...string) {
	for _, k := range v.Names {
		found := false
		for _, n := range names {
			found = found || k.Text == n
		}
		if !found {
			d := r.diags.Warn(k.Span, "unknown-member", "the member %q has no meaning here", k.Text)
			d.Hint = source.DidYouMean(k.Text, names)
		}
	}
}

func (r *jsonModel) model(v *markup.Value) *draft {
	d := &draft{}
	if v.Kind != markup.Object {
		r.wrong(v, "an object with variables, locations, inputs, outputs and transitions")
		return d
	}
	r.known(v, "name", "note", "semantics", "variables", "locations", "initial", "inputs", "outputs", "transitions")
	if n := v.Get("name"); n != nil {
		d.name = r.ident(n)
	}
	r.semantics(v.Get("semantics"), d)
	r.each(v, "variables", func(x *markup.Value) {
		r.known(x, "name", "min", "max", "type", "init", "note")
		d.vars = append(d.vars, varDraft{r.nameOf(x), r.typ(x), r.optional(x.Get("init"))})
	})
	r.each(v, "locations", func(x *markup.Value) { d.locations = append(d.locations, r.ident(x)) })
	if n := v.Get("initial"); n != nil {
		name := r.ident(n)
		d.initial = &name
	}
	r.each(v, "inputs", func(x *markup.Value) { d.inputs = append(d.inputs, r.input(x)) })
	r.each(v, "outputs", func(x *markup.Value) { d.outputs = append(d.outputs, r.output(x)) })
	r.each(v, "transitions", func(x *markup.Value) { d.transitions = append(d.transitions, r.transition(x)) })
	return d
}

func (r *jsonModel) semantics(v *markup.Value, d *draft) {
	if v == nil {
		return
	}
	for i, k := range v.Names {
		d.settings = append(d.settings, setting{ident{k.Text, k.Span}, r.ident(v.Items[i])})
	}
}

// each visits the elements of an array that is a member, or nothing when it is missing.
func (r *jsonModel) each(v *markup.Value, name string, visit func(*markup.Value)) {
	list := v.Get(name)
	if list == nil || list.Kind == markup.Null {
		return
	}
	if list.Kind != markup.List {
		r.wrong(list, "a list")
		return
	}
	for _, x := range list.Items {
		visit(x)
	}
}

func (r *jsonModel) ident(v *markup.Value) ident {
	if v.Kind != markup.String {
		r.wrong(v, "a name in quotes")
	}
	return ident{v.Text, v.Span}
}

func (r *jsonModel) nameOf(v *markup.Value) ident {
	n := v.Get("name")
	if n == nil {
		r.wrong(v, `an object with a "name"`)
		return ident{span: v.Span}
	}
	return r.ident(n)
}

// typ reads {"min": …, "max": …} or {"type": "bool"}.
func (r *jsonModel) typ(v *markup.Value) typeExpr {
	if t := v.Get("type"); t != nil && t.Kind == markup.String && t.Text == "bool" {
		return typeExpr{span: t.Span, isBool: true}
	}
	low, high := v.Get("min"), v.Get("max")
	if low == nil || high == nil {
		r.wrong(v, `"min" and "max", or "type": "bool"`)
		return typeExpr{span: v.Span, isBool: true}
	}
	return typeExpr{span: v.Span, min: r.expression(low), max: r.expression(high)}
}

func (r *jsonModel) optional(v *markup.Value) *expr.Expr {
	if v == nil || v.Kind == markup.Null {
		return nil
	}
	return r.expression(v)
}

func (r *jsonModel) input(v *markup.Value) inputDraft {
	if v.Kind == markup.String {
		return inputDraft{name: r.ident(v)}
	}
	r.known(v, "name", "params", "note")
	in := inputDraft{name: r.nameOf(v)}
	r.each(v, "params", func(p *markup.Value) {
		r.known(p, "name", "min", "max", "type", "note")
		in.params = append(in.params, paramDraft{r.nameOf(p), r.typ(p)})
	})
	return in
}

// maxParams bounds the parameters of an output that are only counted.
const maxParams = 64

// output reads {"name": …, "params": n}; the parameters' names may be given instead of their number.
func (r *jsonModel) output(v *markup.Value) outputDraft {
	if v.Kind == markup.String {
		return outputDraft{name: r.ident(v)}
	}
	r.known(v, "name", "params", "note")
	out := outputDraft{name: r.nameOf(v)}
	p := v.Get("params")
	switch {
	case p == nil:
	case p.Kind == markup.Number:
		n, whole := p.Int()
		if !whole || n < 0 || n > maxParams {
			r.diags.Add(p.Span, "json", "got %s parameters, want a whole number from 0 to %d", p.Text, maxParams)
		}
		for i := range min(n, maxParams) {
			out.params = append(out.params, "a"+strconv.FormatInt(i+1, 10))
		}
	case p.Kind == markup.List:
		for i := range p.Items {
			if p.Items[i].Kind == markup.String {
				out.params = append(out.params, p.Items[i].Text)
			} else {
				out.params = append(out.params, r.nameOf(p.Items[i]).text)
			}
		}
	default:
		r.wrong(p, "the number of parameters")
	}
	return out
}

func (r *jsonModel) transition(v *markup.Value) transitionDraft {
	t := transitionDraft{span: v.Span}
	if v.Kind != markup.Object {
		r.wrong(v, "a transition")
		return t
	}
	r.known(v, "id", "from", "to", "event", "guard", "updates", "outputs", "priority", "note")
	get := func(name string) ident {
		if x := v.Get(name); x != nil {
			return r.ident(x)
		}
		r.wrong(v, "a member \""+name+"\"")
		return ident{span: v.Span}
	}
	t.id, t.from, t.to = get("id"), get("from"), get("to")
	t.toQuoted = true
	if e := v.Get("event"); e != nil && e.Kind != markup.Null {
		name := r.ident(e)
		t.event = &name
	}
	t.guard = r.optional(v.Get("guard"))
	t.priority = r.optional(v.Get("priority"))
	r.actions(v, "updates", &t, r.update)
	r.actions(v, "outputs", &t, r.emit)
	return t
}

// actions reads a list and finds for each element what to cut to be rid of it.
func (r *jsonModel) actions(v *markup.Value, name string, t *transitionDraft,
	read func(*markup.Value) (actionDraft, bool)) {
	list := v.Get(name)
	r.each(v, name, func(x *markup.Value) {
		a, ok := read(x)
		if !ok {
			return
		}
		a.span, a.cut = x.Span, x.Span
		if len(list.Items) > 1 {
			a.cut = cutElement(list.Items, x)
		}
		t.actions = append(t.actions, a)
	})
}

// cutElement takes the comma after the first element, or the one before a later element.
func cutElement(items []*markup.Value, x *markup.Value) source.Span {
	if x == items[0] {
		return source.Span{Start: x.Span.Start, End: items[1].Span.Start}
	}
	for i := range items {
		if x == items[i] {
			return source.Span{Start: items[i-1].Span.End, End: x.Span.End}
		}
	}
	return x.Span
}

func (r *jsonModel) update(v *markup.Value) (actionDraft, bool) {
	if v.Kind != markup.List || len(v.Items) != 2 {
		r.wrong(v, `an update ["variable", expression]`)
		return actionDraft{}, false
	}
	return actionDraft{name: r.ident(v.Items[0]), value: r.expression(v.Items[1])}, true
}

func (r *jsonModel) emit(v *markup.Value) (actionDraft, bool) {
	if v.Kind == markup.String {
		return actionDraft{emit: true, name: r.ident(v)}, true
	}
	if v.Kind != markup.List || len(v.Items) == 0 || len(v.Items) > 2 || len(v.Items) == 2 &&
		v.Items[1].Kind != markup.List {
		r.wrong(v, `an output ["name", [arguments]]`)
		return actionDraft{}, false
	}
	a := actionDraft{emit: true, name: r.ident(v.Items[0])}
	if len(v.Items) == 2 {
		for i := range v.Items[1].Items {
			a.args = append(a.args, r.expression(v.Items[1].Items[i]))
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
func (r *jsonModel) expression(v *markup.Value) *expr.Expr {
	var e *expr.Expr
	switch v.Kind {
	case markup.Number:
		n, whole := v.Int()
		if !whole {
			r.wrong(v, "a whole number of at most 64 bits")
		}
		e = expr.Num(n)
	case markup.Bool:
		e = expr.Truth(v.Truth)
	case markup.String:
		e = &expr.Expr{Op: expr.Name, Name: v.Text}
	case markup.List:
		e = r.operation(v)
	default:
		r.wrong(v, "an expression")
		e = expr.Num(0)
	}
	e.Span, e.Outer = v.Span, v.Span
	return e
}

func (r *jsonModel) operation(v *markup.Value) *expr.Expr {
	if len(v.Items) < 2 || v.Items[0].Kind != markup.String {
		r.wrong(v, `an operation ["operator", operand, …]`)
		return expr.Num(0)
	}
	var args []*expr.Expr
	for i := range v.Items[1:] {
		args = append(args, r.expression(v.Items[i+1]))
	}
	op, ok := r.operator(v.Items[0], len(args))
	if !ok {
		return expr.Num(0)
	}
	if op == expr.Not || op == expr.Neg {
		return &expr.Expr{Op: op, Args: args}
	}
	// A connective over more than two operands groups to the left, as the printed text would.
	e := &expr.Expr{Op: op, Args: args[:2]}
	for _, a := range args[2:] {
		e.Span, e.Outer = v.Span, v.Span
		e = &expr.Expr{Op: op, Args: []*expr.Expr{e, a}}
	}
	return e
}

func (r *jsonModel) operator(v *markup.Value, args int) (expr.Op, bool) {
	var known []string
	for _, o := range jsonOps {
		known = append(known, o.text)
		if o.text != v.Text {
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
		r.diags.Add(v.Span, "json", "got %d operands for %q, want %s", args, v.Text, map[bool]string{true: "1",
			false: "2"}[unary])
		return 0, false
	}
	r.diags.Add(v.Span, "json", "the operator %q is unknown, want one of %s", v.Text, strings.Join(known, " ")).
		Hint = source.DidYouMean(v.Text, known)
	return 0, false
}

// PrintJSON spells an expression in the format.
func PrintJSON(e *expr.Expr) string {
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
		parts = append(parts, PrintJSON(a))
	}
	return "[" + strings.Join(parts, ", ") + "]"
}
