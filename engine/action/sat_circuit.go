package action

import (
	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/sat"
)

// Bodies and entries as circuits.
//
// Idea: once each choice is taken, a body is a function: a chain of guards and assignments from the
// state before to the state after. So it is said in two ways.
//
//   - choose takes choices by fresh literals and gives one run whose state is a circuit over them.
//     "Some run exists" is then satisfiability: this is how steps are made.
//   - each enumerates the choices and gives one run for each. "No run does this" is then a conjunction
//     over them, free of quantifiers: this is how steps are denied. Parameters need no
//     quantifier there, since the event to deny gives them.
//
// Source: the paper, Section 4, which puts steps to a constraint solver.
//
// Deviation: it asks for a normal form without choices to the left of a sequential composition, since the
// state between the parts is quantified; here it is a function of the choices, so nesting is free.

// A run is a state reached symbolically. It is one of the model's only where ok holds.
type run struct {
	ok    sat.Lit
	state []sat.Vec
}

// An encoder makes the circuits of one model. Models encoded over one solver share their gates.
type encoder struct {
	s *sat.Solver
	m *model.Model
}

// assign runs Var := Expr. A value outside the type is no run (D1).
func (e encoder) assign(b *model.Body, params []sat.Vec, r run) run {
	v, fault := e.value(b.Expr, params, r)
	to := e.m.Vars[b.Ref].Range
	state := append([]sat.Vec{}, r.state...)
	state[b.Ref] = e.s.Within(v, to.Lo, to.Hi)
	return run{e.s.And(r.ok, fault.Not(), e.s.Between(v, to.Lo, to.Hi)), state}
}

// guard lets a run go on where the guard holds.
func (e encoder) guard(b *model.Body, params []sat.Vec, r run) run {
	g, fault := e.value(b.Expr, params, r)
	return run{e.s.And(r.ok, fault.Not(), g.Truth()), r.state}
}

func (e encoder) value(x *expr.Expr, params []sat.Vec, r run) (sat.Vec, sat.Lit) {
	return e.s.Compile(x, append(r.state[:len(r.state):len(r.state)], params...), expr.Wide)
}

// merge is run a where the literal holds and run b where it does not.
func (e encoder) merge(pick sat.Lit, a, b run) run {
	return run{e.s.Ite(pick, a.ok, b.ok), e.s.IteAll(pick, a.state, b.state)}
}

// choose runs a body; fresh literals take its choices.
func (e encoder) choose(b *model.Body, params []sat.Vec, r run) run {
	switch b.Op {
	case model.Assign:
		return e.assign(b, params, r)
	case model.Guarded:
		return e.choose(b.Parts[0], params, e.guard(b, params, r))
	case model.Seq:
		for _, p := range b.Parts {
			r = e.choose(p, params, r)
		}
	case model.Choice:
		last := len(b.Parts) - 1
		all := e.choose(b.Parts[last], params, r)
		for i := last - 1; i >= 0; i-- {
			all = e.merge(e.s.NewLit(), e.choose(b.Parts[i], params, r), all)
		}
		return all
	}
	return r
}

// each calls then with the run of a body for each way to take its choices, as far as it may be one.
func (e encoder) each(b *model.Body, params []sat.Vec, r run, then func(run)) {
	switch {
	case r.ok == e.s.False():
	case b.Op == model.Skip:
		then(r)
	case b.Op == model.Assign:
		then(e.assign(b, params, r))
	case b.Op == model.Guarded:
		e.each(b.Parts[0], params, e.guard(b, params, r), then)
	case b.Op == model.Choice:
		for _, p := range b.Parts {
			e.each(p, params, r, then)
		}
	default:
		e.eachSeq(b.Parts, params, r, then)
	}
}

func (e encoder) eachSeq(parts []*model.Body, params []sat.Vec, r run, then func(run)) {
	if len(parts) == 0 {
		then(r)
		return
	}
	e.each(parts[0], params, r, func(r run) { e.eachSeq(parts[1:], params, r, then) })
}

// chooseEntry runs the items of an entry with the given arguments of its events.
func (e encoder) chooseEntry(x *model.Entry, args []sat.Vec, r run) run {
	for _, it := range x.Items {
		if it.Call == nil {
			r.ok = e.s.And(r.ok, e.stuck(it.Unless, r))
			continue
		}
		var own []sat.Vec
		own, args, r = e.arguments(it.Call, args, r)
		r = e.choose(e.m.Actions[it.Call.Index].Run, own, r)
	}
	return r
}

// eachEntry enumerates the runs of an entry with the given arguments of its events.
func (e encoder) eachEntry(items []model.Item, args []sat.Vec, r run, then func(run)) {
	switch {
	case r.ok == e.s.False():
	case len(items) == 0:
		then(r)
	case items[0].Call == nil:
		r.ok = e.s.And(r.ok, e.stuck(items[0].Unless, r))
		e.eachEntry(items[1:], args, r, then)
	default:
		var own []sat.Vec
		own, args, r = e.arguments(items[0].Call, args, r)
		e.each(e.m.Actions[items[0].Call.Index].Run, own, r, func(r run) {
			e.eachEntry(items[1:], args, r, then)
		})
	}
}

// arguments takes those of a call from the front; outside their ranges there is no run.
func (e encoder) arguments(c *model.Do, args []sat.Vec, r run) (own, rest []sat.Vec, in run) {
	for i, p := range c.Params {
		r.ok = e.s.And(r.ok, e.s.Between(args[i], p.Lo, p.Hi))
		own = append(own, e.s.Within(args[i], p.Lo, p.Hi))
	}
	return own, args[len(c.Params):], r
}

// stuck holds when none of the entries can make a step from where the run is. This is where
// parameters are quantified: over the values that matter, see matters.
func (e encoder) stuck(entries []*model.Entry, r run) sat.Lit {
	able := e.s.False()
	for _, x := range entries {
		e.tuples(x, func(args []sat.Vec) {
			e.eachEntry(x.Items, args, run{e.s.True(), r.state}, func(r run) { able = e.s.Or(able, r.ok) })
		})
	}
	return able.Not()
}
