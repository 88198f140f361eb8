package model

import (
	"fmt"
	"math"
	"sort"
	"strings"
	"unicode"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
)

// check resolves a draft. The machine is nil when it, or reading before it, found errors.
func check(f *source.File, d *draft, format Format, diags *source.Diagnostics) *Machine {
	c := &checker{messages: &messages{diags: diags}, d: d, m: &Machine{Name: d.name.text, File: f, Format: format,
		statements: d.statements},
		consts: map[string]int64{}, types: map[string]int{}, typed: map[[2]int]source.Span{}}
	c.spelled("machine", d.name)
	c.settings()
	c.constants()
	c.namedTypes()
	c.locations()
	c.variables()
	c.events()
	c.transitions()
	if diags.HasErrors() {
		return nil
	}
	c.structure()
	return c.m
}

type checker struct {
	*messages
	d      *draft
	m      *Machine
	consts map[string]int64
	types  map[string]int         // index in d.types
	typed  map[[2]int]source.Span // of an output's argument: where its type was first seen
	index  struct{ locations, vars, inputs, outputs map[string]int }
}

// indexOf numbers names; of several the first counts.
func indexOf[T any](list []T, name func(*T) string) map[string]int {
	at := make(map[string]int, len(list))
	for i := range list {
		if _, known := at[name(&list[i])]; !known {
			at[name(&list[i])] = i
		}
	}
	return at
}

func namesOf[T any](list []T, name func(*T) string) []string {
	var all []string
	for i := range list {
		all = append(all, name(&list[i]))
	}
	return all
}

func (l *Location) name() string { return l.Name }
func (v *Variable) name() string { return v.Name }
func (x *Input) name() string    { return x.Name }
func (x *Output) name() string   { return x.Name }

func (c *checker) settings() {
	s := &c.m.Semantics
	for _, set := range c.d.settings {
		v := set.value.text
		switch key := set.key.text; key {
		case "unspecified":
			s.Reject = v == "reject"
			c.oneOf(set, "ignore", "reject")
		case "overflow":
			for i, name := range overflowNames {
				if v == name {
					s.Overflow = Overflow(i)
				}
			}
			c.oneOf(set, overflowNames...)
		case "updates":
			s.Sequential = v == "sequential"
			c.oneOf(set, "simultaneous", "sequential")
		default:
			c.choice("a switch of the semantics", set.key, []string{"unspecified", "overflow", "updates"})
		}
	}
}

func (c *checker) oneOf(s setting, want ...string) {
	for _, w := range want {
		if s.value.text == w {
			return
		}
	}
	c.choice(s.key.text, s.value, want)
}

// A register refuses names that were declared before.
type register map[string]source.Span

func (c *checker) unique(r register, what string, name ident) bool {
	c.spelled(what, name)
	if first, again := r[name.text]; again {
		c.duplicate(what, name, first)
		return false
	}
	r[name.text] = name.span
	return true
}

// spelled refuses names that the language cannot write: those of variables and parameters occur in
// expressions, so they are single words; others can stand in quotes, which do not span lines.
func (c *checker) spelled(what string, name ident) {
	word := what == "variable" || what == "parameter"
	switch {
	case word && Quote(name.text) != name.text:
		c.badName(what, name, "a word of letters, digits and '_' that is no operator")
	case strings.ContainsFunc(name.text, func(r rune) bool { return r == '"' || unicode.IsControl(r) }):
		c.badName(what, name, "a name without quotes, line breaks and control characters")
	}
}

// constants are evaluated in the order of the text: one may use those before it.
func (c *checker) constants() {
	seen := register{}
	for _, k := range c.d.consts {
		c.unique(seen, "constant", k.name)
		scope := &scope{consts: c.consts}
		if !expr.Check(k.value, scope, expr.Int, c.diags) {
			continue
		}
		v, fault := expr.Eval(k.value, nil, Limit)
		if fault != expr.NoFault {
			c.diags.Add(k.value.Outer, "constant", "this constant has no value: %s", fault)
			continue
		}
		c.consts[k.name.text] = v
		c.m.Consts = append(c.m.Consts, Const{k.name.text, v})
	}
}

func (c *checker) namedTypes() {
	seen := register{}
	for i, t := range c.d.types {
		if c.unique(seen, "type", t.name) {
			c.types[t.name.text] = i
		}
	}
	for _, t := range c.d.types {
		typ, ok := c.resolve(t.typ, []string{t.name.text}, t.name)
		if ok {
			typ.Name = ""
			c.m.Types = append(c.m.Types, NamedType{t.name.text, typ})
		}
	}
}

// typ resolves a type as written.
func (c *checker) typ(t typeExpr) (Type, bool) {
	return c.resolve(t, nil, ident{t.name, t.span})
}

// resolve follows names; chain holds those on the way, to find types defined by themselves.
func (c *checker) resolve(t typeExpr, chain []string, at ident) (Type, bool) {
	switch {
	case t.isBool:
		return Type{Bool: true, Max: 1}, true
	case t.name == "":
		return c.rangeType(t)
	}
	for _, n := range chain {
		if n == t.name {
			c.recursiveType(at, append(chain, t.name))
			return Type{}, false
		}
	}
	i, ok := c.types[t.name]
	if !ok {
		c.undefined("type", ident{t.name, t.span}, append(sortedKeys(c.types), "bool"))
		return Type{}, false
	}
	typ, ok := c.resolve(c.d.types[i].typ, append(chain, t.name), at)
	typ.Name = t.name
	return typ, ok
}

func (c *checker) rangeType(t typeExpr) (Type, bool) {
	low, ok1 := c.number(t.min)
	high, ok2 := c.number(t.max)
	if !ok1 || !ok2 {
		return Type{}, false
	}
	if low > high {
		c.emptyRange(t.span, low, high)
		return Type{}, false
	}
	return Type{Min: low, Max: high}, true
}

// number evaluates a bound.
func (c *checker) number(e *expr.Expr) (int64, bool) {
	if !expr.Check(e, &scope{consts: c.consts}, expr.Int, c.diags) {
		return 0, false
	}
	v, fault := expr.Eval(e, nil, math.MaxInt64)
	if fault != expr.NoFault || v > Limit || v < -Limit {
		c.tooLarge(e.Outer, v)
		return 0, false
	}
	return v, true
}

func (c *checker) locations() {
	seen := register{}
	for _, l := range c.d.locations {
		c.unique(seen, "location", l)
		c.m.Locations = append(c.m.Locations, Location{l.text, l.span})
	}
	if len(c.m.Locations) == 0 && !c.diags.HasErrors() {
		at := source.Span{}
		if len(c.d.transitions) > 0 {
			at = c.d.transitions[0].from.span
		}
		c.diags.Add(at, "no-locations", "the model declares no locations").Hint = "write for example: location IDLE, BUSY"
	}
	c.index.locations = indexOf(c.m.Locations, (*Location).name)
	if c.d.initial != nil {
		c.m.Initial, _ = c.location(*c.d.initial)
	}
}

func (c *checker) location(name ident) (int, bool) {
	i, known := c.index.locations[name.text]
	if !known {
		c.undefined("location", name, namesOf(c.m.Locations, (*Location).name))
	}
	return i, known
}

func (c *checker) variables() {
	seen := register{}
	for _, v := range c.d.vars {
		c.unique(seen, "variable", v.name)
		if _, isConst := c.consts[v.name.text]; isConst {
			c.duplicate("name", v.name, source.Span{})
		}
		typ, ok := c.typ(v.typ)
		if !ok {
			continue
		}
		init := c.first(v, typ)
		c.m.Vars = append(c.m.Vars, Variable{Type: typ, Name: v.name.text, Init: init, Span: v.name.span})
		if size := typ.Size(); size > wideRange {
			c.wide(v.name.span, v.name.text, size)
		}
	}
	c.index.vars = indexOf(c.m.Vars, (*Variable).name)
}

// wideRange is the size of a domain from which on the explicit engine may run out.
const wideRange = 1 << 16

// first gives the value at the start: the one written, else 0 when it is in range, else the lowest.
func (c *checker) first(v varDraft, typ Type) int64 {
	if v.init == nil {
		return min(max(0, typ.Min), typ.Max)
	}
	want := expr.Int
	if typ.Bool {
		want = expr.Bool
	}
	if !expr.Check(v.init, &scope{consts: c.consts}, want, c.diags) {
		return typ.Min
	}
	value, _ := expr.Eval(v.init, nil, math.MaxInt64)
	if value < typ.Min || value > typ.Max {
		c.outOfRange(v.init.Outer, value, v.name.text, typ)
	}
	return value
}

func (c *checker) events() {
	seen := register{}
	for _, in := range c.d.inputs {
		c.unique(seen, "input", in.name)
		input := Input{Name: in.name.text, Span: in.name.span}
		params := register{}
		for _, v := range c.m.Vars {
			params[v.Name] = v.Span
		}
		for _, p := range in.params {
			c.unique(params, "parameter", p.name)
			typ, ok := c.typ(p.typ)
			if !ok {
				continue
			}
			input.Params = append(input.Params, Param{typ, p.name.text})
			if size := typ.Size(); size > wideRange {
				c.wide(p.name.span, p.name.text, size)
			}
		}
		c.m.Inputs = append(c.m.Inputs, input)
	}
	seen = register{}
	for _, out := range c.d.outputs {
		c.unique(seen, "output", out.name)
		for _, p := range out.params {
			c.spelled("output's parameter", ident{p, out.name.span})
		}
		o := Output{Name: out.name.text, Params: out.params, Types: make([]expr.Type, len(out.params)), Span: out.name.span}
		c.m.Outputs = append(c.m.Outputs, o)
	}
	c.index.inputs, c.index.outputs = indexOf(c.m.Inputs, (*Input).name), indexOf(c.m.Outputs, (*Output).name)
}

func (c *checker) transitions() {
	seen := register{}
	for i := range c.d.transitions {
		t := &c.d.transitions[i]
		c.unique(seen, "transition", t.id)
		c.m.Transitions = append(c.m.Transitions, c.transition(t))
	}
}

func (c *checker) transition(d *transitionDraft) Transition {
	t := Transition{ID: d.id.text, Event: Internal, Guard: d.guard, Span: d.span, ToSpan: d.to.span, ToQuote: d.toQuoted}
	t.From, _ = c.location(d.from)
	t.To, _ = c.location(d.to)
	known := true
	if d.event != nil {
		t.Event, known = c.event(*d.event)
		c.repeatedParams(d, &t)
	}
	if d.priority != nil {
		p, _ := c.number(d.priority)
		t.Priority = int(p)
	}
	if !known {
		return t // its parameters are unknown: do not complain about them
	}
	scope := c.m.Scope(&t, c.consts)
	if d.guard != nil && expr.Check(d.guard, scope, expr.Bool, c.diags) {
		c.expression(d.guard)
	}
	for i := range d.actions {
		c.action(&t, &d.actions[i], scope)
	}
	return t
}

func (c *checker) event(name ident) (int, bool) {
	if i, known := c.index.inputs[name.text]; known {
		return i, true
	}
	c.undefined("input", name, namesOf(c.m.Inputs, (*Input).name))
	return Internal, false
}

// repeatedParams checks the names after an event, which only repeat the declaration.
func (c *checker) repeatedParams(d *transitionDraft, t *Transition) {
	if d.params == nil || t.Event == Internal {
		return
	}
	declared := c.m.Inputs[t.Event].Params
	for i, p := range d.params {
		if i >= len(declared) || declared[i].Name != p.text {
			c.diags.Add(p.span, "parameter-name", "got '%s', want the parameters as the input '%s' declares them", p.text,
				d.event.text)
			return
		}
	}
	if len(d.params) < len(declared) {
		c.diags.Add(d.event.span, "parameter-name", "got %d parameters, want the %d that '%s' declares, or none",
			len(d.params), len(declared), d.event.text)
	}
}

func (c *checker) action(t *Transition, a *actionDraft, scope *scope) {
	if a.emit {
		c.emit(t, a, scope)
		return
	}
	v, known := c.index.vars[a.name.text]
	if !known {
		c.undefined("variable", a.name, namesOf(c.m.Vars, (*Variable).name))
		expr.Check(a.value, scope, expr.Unchecked, c.diags)
		return
	}
	for _, u := range t.Updates {
		if u.Var == v {
			c.assignedTwice(a.name.span, a.name.text)
		}
	}
	if expr.Check(a.value, scope, c.m.Vars[v].exprType(), c.diags) {
		c.expression(a.value)
		c.assigned(a.value, &c.m.Vars[v])
	}
	t.Updates = append(t.Updates, Update{v, a.value, a.span, a.cut})
}

func (c *checker) emit(t *Transition, a *actionDraft, scope *scope) {
	for _, e := range a.args {
		if expr.Check(e, scope, expr.Unchecked, c.diags) {
			c.expression(e)
		}
	}
	i, known := c.index.outputs[a.name.text]
	if !known {
		c.undefined("output", a.name, namesOf(c.m.Outputs, (*Output).name))
		return
	}
	if o := &c.m.Outputs[i]; len(o.Params) != len(a.args) {
		c.arity(a.span, o.Name, len(a.args), len(o.Params))
	} else {
		c.argumentTypes(i, a.args)
	}
	t.Emits = append(t.Emits, Emit{i, a.args, a.span, a.cut})
}

// argumentTypes gives each argument of an output one type, that of its first use.
func (c *checker) argumentTypes(output int, args []*expr.Expr) {
	o := &c.m.Outputs[output]
	for n, e := range args {
		at := [2]int{output, n}
		switch {
		case e.Type == expr.Unchecked: // an error was reported
		case o.Types[n] == expr.Unchecked:
			o.Types[n], c.typed[at] = e.Type, e.Outer
		case o.Types[n] != e.Type:
			c.argumentType(e.Outer, o.Name, n, e.Type, o.Types[n], c.typed[at])
		}
	}
}

// expression warns of what can be seen without running.
func (c *checker) expression(e *expr.Expr) {
	expr.Walk(e, func(n *expr.Expr) bool {
		switch {
		case n.Op == expr.Const && n.Type == expr.Int && (n.Value > Limit || n.Value < -Limit):
			c.tooLarge(n.Span, n.Value)
		case n.Op == expr.Div || n.Op == expr.Mod:
			if b := n.Args[1]; b.Op == expr.Const && b.Value == 0 {
				c.divisionByZero(n.Span)
			}
		}
		return true
	})
}

// assigned warns of constants that a variable cannot hold.
func (c *checker) assigned(e *expr.Expr, v *Variable) {
	if e.Op != expr.Const || (e.Value >= v.Min && e.Value <= v.Max) {
		return
	}
	what := [...]string{"the machine shows !error and is dead", "it wraps around",
		"it stops at the bound"}[c.m.Semantics.Overflow]
	c.constantOutside(e.Outer, e.Value, v.Name, v.Type, what)
}

// A scope resolves the names that a transition may use.
type scope struct {
	consts map[string]int64
	vars   []Variable
	params []Param
}

func (m *Machine) Scope(t *Transition, consts map[string]int64) *scope {
	return &scope{consts, m.Vars, m.Params(t)}
}

// Constants gives the machine's named numbers as a scope wants them.
func (m *Machine) Constants() map[string]int64 {
	all := map[string]int64{}
	for _, k := range m.Consts {
		all[k.Name] = k.Value
	}
	return all
}

func (s *scope) Lookup(name string) (expr.Symbol, bool) {
	for i := range s.params {
		if s.params[i].Name == name {
			return expr.Symbol{Type: s.params[i].exprType(), Ref: len(s.vars) + i}, true
		}
	}
	for i := range s.vars {
		if s.vars[i].Name == name {
			return expr.Symbol{Type: s.vars[i].exprType(), Ref: i}, true
		}
	}
	if v, ok := s.consts[name]; ok {
		return expr.Symbol{Type: expr.Int, Const: &v}, true
	}
	return expr.Symbol{}, false
}

func (s *scope) Names() []string {
	var all []string
	for _, p := range s.params {
		all = append(all, p.Name)
	}
	for _, v := range s.vars {
		all = append(all, v.Name)
	}
	return append(all, sortedKeys(s.consts)...)
}

func sortedKeys[V any](m map[string]V) []string {
	all := make([]string, 0, len(m))
	for k := range m {
		all = append(all, k)
	}
	sort.Strings(all)
	return all
}

func (t Type) exprType() expr.Type {
	if t.Bool {
		return expr.Bool
	}
	return expr.Int
}

func (t Type) Size() int64 { return t.Max - t.Min + 1 }

// text prints the type as the language writes it.
func (t Type) text() string {
	switch {
	case t.Name != "":
		return t.Name
	case t.Bool:
		return "bool"
	}
	return fmt.Sprintf("%d..%d", t.Min, t.Max)
}

// Show prints a value of the type.
func (t Type) Show(v int64) string {
	if t.Bool {
		return fmt.Sprint(v != 0)
	}
	return fmt.Sprint(v)
}
