package model

import (
	"math"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
)

// MaxEntries bounds what the do-od block multiplies out to.
const MaxEntries = 10000

type checker struct {
	m     *Model
	diags *source.Diagnostics
	types map[string]*Type
	names []string // of the types, in order
}

// check resolves the names of a model and reports all that is wrong in it, in one pass.
func check(m *Model, diags *source.Diagnostics) {
	c := &checker{m: m, diags: diags, types: map[string]*Type{}}
	for _, d := range m.Decls {
		if d.Type != nil {
			c.declareType(d.Type)
		}
	}
	m.Protected = protect(m.File, diags)
	c.variables()
	c.initial()
	if s := c.system(); s != nil {
		m.Actions, m.Do = s.Actions, s.Do
		if m.Do != nil {
			c.calls()
		}
		c.actions()
		c.inputs()
	}
}

func (c *checker) declareType(t *Type) {
	if first, ok := c.types[t.Name.Name]; ok {
		c.duplicate("type", t.Name, first.Name)
		return
	}
	c.types[t.Name.Name] = t
	c.names = append(c.names, t.Name.Name)
}

func (c *checker) rangeOf(id Ident) (Range, bool) {
	t, ok := c.types[id.Name]
	if !ok {
		c.undefined("type", id, c.names)
		return Range{}, false
	}
	return t.Range, true
}

// variables pairs the names of state_def with their declarations.
func (c *checker) variables() {
	declared := map[string]*Var{}
	var known []string
	for _, d := range c.m.Decls {
		if d.Var == nil {
			continue
		}
		r, ok := c.rangeOf(d.Var.Type)
		for _, id := range d.Var.Names {
			if first, twice := declared[id.Name]; twice {
				c.duplicate("variable", id, first.Ident)
				continue
			}
			if !ok {
				r = Range{math.MinInt64 / 2, math.MaxInt64 / 2, d.Var.Type.Span}
			}
			declared[id.Name] = &Var{id, r, d.Var.Type.Name}
			known = append(known, id.Name)
		}
	}
	state := c.stateDef()
	if state == nil {
		for _, n := range known {
			c.m.Vars = append(c.m.Vars, declared[n])
		}
		return
	}
	c.order(state.Names, declared, known)
}

// order lists the variables as state_def does.
func (c *checker) order(names []Ident, declared map[string]*Var, known []string) {
	seen := map[string]Ident{}
	for _, id := range names {
		if first, twice := seen[id.Name]; twice {
			c.duplicate("variable", id, first)
			continue
		}
		seen[id.Name] = id
		v, ok := declared[id.Name]
		if !ok {
			c.undefined("variable", id, known)
			v = &Var{id, Range{math.MinInt64 / 2, math.MaxInt64 / 2, id.Span}, ""}
		}
		c.m.Vars = append(c.m.Vars, v)
	}
	for _, n := range known {
		if _, ok := seen[n]; !ok {
			id := declared[n].Ident
			c.diags.Add(id.Span, "missing-variable", "the variable '%s' is not in state_def", n)
		}
	}
}

func (c *checker) stateDef() (found *NameList) {
	for _, d := range c.m.Decls {
		if d.State == nil {
			continue
		}
		if found != nil {
			c.twice("state_def", d.Span)
			continue
		}
		found = d.State
	}
	if found == nil {
		c.missing("state_def", "state_def([x, y]).")
	}
	return found
}

func (c *checker) initial() {
	var found *InitDecl
	for _, d := range c.m.Decls {
		if d.Init == nil {
			continue
		}
		if found != nil {
			c.twice("init", d.Span)
			continue
		}
		found = d.Init
		if len(found.Values) != len(c.m.Vars) {
			c.wrongCount(d.Span, len(found.Values), len(c.m.Vars))
		}
		for i, v := range found.Values {
			if i < len(c.m.Vars) && !c.m.Vars[i].Has(v) {
				c.outside(found.Spans[i], v, c.m.Vars[i].Name, c.m.Vars[i].Range)
			}
		}
		c.m.Init = found.Values
	}
	if found == nil {
		c.missing("init", "init([0, 0]).")
	}
}

func (c *checker) system() (found *System) {
	for _, d := range c.m.Decls {
		if d.System == nil {
			continue
		}
		if found != nil {
			c.twice("as", d.Span)
			continue
		}
		found = d.System
	}
	if found == nil {
		c.missing("as", "as :- actions ('name'::(true) => (x := 1)), dood ('name').")
	}
	return found
}

// calls resolves the do-od block and multiplies it out.
func (c *checker) calls() {
	index := map[string]int{}
	var known []string
	for i, a := range c.m.Actions {
		if first, twice := index[a.Name.Name]; twice {
			c.duplicate("action", a.Name, c.m.Actions[first].Name)
			continue
		}
		index[a.Name.Name] = i
		known = append(known, a.Name.Name)
	}
	used := make([]bool, len(c.m.Actions))
	WalkDo(c.m.Do, func(d *Do) {
		if d.Op != Call {
			return
		}
		c.ranges(d)
		i, ok := index[d.Action.Name]
		if !ok {
			c.undefined("action", d.Action, known)
			return
		}
		d.Index, used[i] = i, true
		if a := c.m.Actions[i]; len(a.Params) != d.passed {
			c.arity(d, a)
		}
	})
	for i, a := range c.m.Actions {
		if !used[i] {
			c.unusedAction(a)
		}
	}
	if c.m.Entries = Multiply(c.m.Do, MaxEntries); c.m.Entries == nil {
		c.tooManyEntries(c.m.Do)
	}
}

func (c *checker) ranges(d *Do) {
	for i := range d.Params {
		if p := &d.Params[i]; p.Type.Name != "" {
			p.Range, _ = c.rangeOf(p.Type)
			p.Range.Span = p.Type.Span
		}
	}
}

func (c *checker) inputs() {
	var known []string
	for _, a := range c.m.Actions {
		known = append(known, a.Name.Name)
	}
	var first *NameList
	for _, d := range c.m.Decls {
		if d.Inputs == nil {
			continue
		}
		if first != nil {
			c.twice("inputs", d.Span)
			continue
		}
		first = d.Inputs
		for _, id := range d.Inputs.Names {
			if ActionIndex(c.m, id.Name) < 0 {
				c.undefined("action", id, known)
			}
			c.m.Inputs = append(c.m.Inputs, id.Name)
		}
	}
}

func ActionIndex(m *Model, name string) int {
	for i, a := range m.Actions {
		if a.Name.Name == name {
			return i
		}
	}
	return -1
}

func (c *checker) actions() {
	for _, a := range c.m.Actions {
		if a.Run != nil { // not only its head could be read
			c.body(a.Run, c.scope(a))
		}
	}
	if c.diags.HasErrors() {
		return
	}
	for i, a := range c.m.Actions {
		c.bounds(a.Run, ParamRanges(c.m, i))
	}
}

// scope holds the variables and an action's parameters.
type scope struct {
	vars   []*Var
	params []Ident
}

func (c *checker) scope(a *Action) *scope {
	s := &scope{c.m.Vars, nil}
	for _, p := range a.Params {
		if sym, taken := s.Lookup(p.Name); taken {
			what, first := "parameter", Ident{}
			if sym.Ref < len(s.vars) {
				what, first = "variable", s.vars[sym.Ref].Ident
			} else {
				first = s.params[sym.Ref-len(s.vars)]
			}
			d := c.diags.Add(p.Span, "duplicate-name", "the parameter '%s' has the name of a %s", p.Name, what)
			d.Notes = append(d.Notes, source.Note{Span: first.Span, Message: "declared here"})
		}
		s.params = append(s.params, p)
	}
	return s
}

// Lookup implements expr.Scope.
func (s *scope) Lookup(name string) (expr.Symbol, bool) {
	for i, v := range s.vars {
		if v.Name == name {
			return expr.Symbol{Type: expr.Int, Ref: i}, true
		}
	}
	for i, p := range s.params {
		if p.Name == name {
			return expr.Symbol{Type: expr.Int, Ref: len(s.vars) + i}, true
		}
	}
	return expr.Symbol{}, false
}

// Names implements expr.Scope.
func (s *scope) Names() []string {
	var names []string
	for _, v := range s.vars {
		names = append(names, v.Name)
	}
	for _, p := range s.params {
		names = append(names, p.Name)
	}
	return names
}

func (c *checker) body(b *Body, s *scope) {
	switch b.Op {
	case Guarded:
		expr.Check(b.Expr, s, expr.Bool, c.diags)
	case Assign:
		expr.Check(b.Expr, s, expr.Int, c.diags)
		sym, ok := s.Lookup(b.Var.Name)
		switch {
		case !ok:
			var known []string
			for _, v := range s.vars {
				known = append(known, v.Name)
			}
			c.undefined("variable", b.Var, known)
		case sym.Ref >= len(s.vars):
			c.assignsParameter(b)
		default:
			b.Ref = sym.Ref
		}
	}
	for _, p := range b.Parts {
		c.body(p, s)
	}
}

// bounds reports expressions that could leave 64 bits, and assignments that never fit.
func (c *checker) bounds(b *Body, params []Range) {
	WalkBody(b, func(b *Body) bool {
		if b.Expr == nil {
			return true
		}
		r, ok := Reach(b.Expr, c.m.Vars, params)
		if !ok {
			c.overflow(b.Expr)
			return true
		}
		expr.Walk(b.Expr, func(e *expr.Expr) bool {
			c.decided(e, params)
			return true
		})
		if b.Op == Assign && (r.Lo > c.m.Vars[b.Ref].Hi || r.Hi < c.m.Vars[b.Ref].Lo) {
			c.neverFits(b, c.m.Vars[b.Ref])
		}
		return true
	})
}

// decided reports a comparison that the types alone decide.
func (c *checker) decided(e *expr.Expr, params []Range) {
	if !e.Op.Relational() || e.Args[0].Type == expr.Bool || e.Args[0].Op == expr.Const && e.Args[1].Op == expr.Const {
		return
	}
	a, _ := Reach(e.Args[0], c.m.Vars, params)
	b, _ := Reach(e.Args[1], c.m.Vars, params)
	if lo, hi := Combine(e.Op, a.Lo, a.Hi, b.Lo, b.Hi); lo == hi {
		c.alwaysDecided(e, lo == 1, a, b)
	}
}

// ParamRanges gives for each parameter of an action the smallest range around those of all its
// calls; the action need not be called.
func ParamRanges(m *Model, action int) []Range {
	rs := make([]Range, len(m.Actions[action].Params))
	first := true
	WalkDo(m.Do, func(d *Do) {
		if d.Op != Call || d.Index != action || len(d.Params) != len(rs) {
			return
		}
		for i, p := range d.Params {
			if first {
				rs[i] = p.Range
			} else {
				rs[i].Lo, rs[i].Hi = min(rs[i].Lo, p.Lo), max(rs[i].Hi, p.Hi)
			}
		}
		first = false
	})
	return rs
}

// Reach bounds the values of an expression over all states and arguments; Booleans are 0 and 1. It
// is not ok when some part of the expression could leave 64 bits.
func Reach(e *expr.Expr, vars []*Var, params []Range) (r Range, ok bool) {
	switch e.Op {
	case expr.Const:
		return Range{Lo: e.Value, Hi: e.Value}, true
	case expr.Name:
		if e.Ref < len(vars) {
			return vars[e.Ref].Range, true
		}
		return params[e.Ref-len(vars)], true
	}
	var of [2]Range
	for i, a := range e.Args {
		if of[i], ok = Reach(a, vars, params); !ok {
			return Range{}, false
		}
	}
	if e.Op != expr.Neg && !e.Op.Arithmetic() {
		return Range{Lo: 0, Hi: 1}, !differenceOverflows(e, of)
	}
	return arithmetic(e.Op, of[0], of[1])
}

// differenceOverflows tells comparisons whose sides lie more than 64 bits apart; the search for
// cuts subtracts them.
func differenceOverflows(e *expr.Expr, of [2]Range) bool {
	if !e.Op.Relational() {
		return false
	}
	_, ok := arithmetic(expr.Sub, of[0], of[1])
	return !ok
}

// arithmetic bounds the results of an operation over two ranges: they are met at the corners.
func arithmetic(op expr.Op, a, b Range) (r Range, ok bool) {
	if op == expr.Neg {
		return Range{Lo: -a.Hi, Hi: -a.Lo}, a.Lo != math.MinInt64
	}
	r = Range{Lo: math.MaxInt64, Hi: math.MinInt64}
	for _, x := range [2]int64{a.Lo, a.Hi} {
		for _, y := range [2]int64{b.Lo, b.Hi} {
			v, fault := expr.Apply(op, x, y, expr.Wide)
			if fault != expr.NoFault {
				return Range{}, false
			}
			r.Lo, r.Hi = min(r.Lo, v), max(r.Hi, v)
		}
	}
	return r, true
}
