package referee

import (
	"slices"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/expr"
)

// The paper's optimistic answer once more, from its definition alone (KPW section 3, "observability",
// with the choices of docs/efsm.md). Where the engine closes backwards over all states at once, here
// one affected variable after the other is followed forwards, for one mutant: from each infected
// evaluation to what the divergence affects, then along definitions and uses to an output.
// Post-dominators are found by taking locations away. Nothing is shared with the engine's search
// but the evaluation of single transitions.

// A flowNode is a configuration of the original, at rest or within a step, with the moves from it.
type flowNode struct {
	config model.Config
	moves  []flowMove
}

// A flowMove is what happens on one letter, or by itself.
type flowMove struct {
	tried  []int // transitions whose guards are evaluated, in order
	fired  int   // -1: none
	to     int   // node; -1: the machine dies of an error
	event  int
	params []int64
}

// A plainFlow is the original as data flow sees it.
type plainFlow struct {
	m     *model.Machine
	nodes []flowNode
	joins []int // of each location; -1: none
}

// A tainted is a node at which a variable is affected.
type tainted struct{ node, variable int }

// flow explores the original; ok is false when it has more nodes than the budget.
func (r *Referee) flow() (p *plainFlow, ok bool) {
	if r.plainFlow != nil {
		return r.plainFlow, true
	}
	p = &plainFlow{m: r.m, joins: plainJoins(r.m)}
	number := map[string]int{}
	visit := func(c model.Config) int {
		n, known := number[c.Key()]
		if !known {
			n = len(p.nodes)
			number[c.Key()] = n
			p.nodes = append(p.nodes, flowNode{config: c})
		}
		return n
	}
	first := model.Config{Location: r.m.Initial}
	for _, v := range r.m.Vars {
		first.Values = append(first.Values, v.Init)
	}
	visit(first)
	for n := 0; n < len(p.nodes); n++ {
		if n > r.budget {
			return nil, false
		}
		move, alone := p.move(p.nodes[n].config, model.Internal, nil, visit)
		moves := []flowMove{move}
		if !alone {
			moves = moves[:0]
			if len(move.tried) > 0 {
				moves = append(moves, move) // guards were evaluated, and none held
			}
			for _, l := range r.letters {
				move, _ := p.move(p.nodes[n].config, l.Input, l.Params, visit)
				moves = append(moves, move)
			}
		}
		p.nodes[n].moves = moves
	}
	r.plainFlow = p
	return p, true
}

// move makes one transition; acts tells that one was fired or failed.
func (p *plainFlow) move(c model.Config, event int, params []int64, visit func(model.Config) int) (mv flowMove,
	acts bool) {
	mv = flowMove{fired: -1, to: -1, event: event, params: params}
	taken := -1
	t, failed := p.m.Enabled(c, event, params, func(t int, _ []int64, fires bool) {
		mv.tried = append(mv.tried, t)
		if fires {
			taken = t
		}
	})
	switch {
	case failed:
		return mv, true
	case t == nil:
		mv.to = visit(c)
		return mv, false
	}
	mv.fired = taken
	if next, _, ok := p.m.Fired(c, t, params); ok {
		mv.to = visit(next)
	}
	return mv, true
}

// plainJoins finds the nearest strict post-dominator of each location: w post-dominates v when an end
// can be reached from v, but not without passing w.
func plainJoins(m *model.Machine) []int {
	ends := func(from, without int) bool {
		seen := make([]bool, len(m.Locations))
		var visit func(l int) bool
		visit = func(l int) bool {
			if l == without || seen[l] {
				return false
			}
			seen[l] = true
			end, found := true, false
			for i := range m.Transitions {
				if m.Transitions[i].From == l {
					end = false
					found = found || visit(m.Transitions[i].To)
				}
			}
			return end || found
		}
		return visit(from)
	}
	after := func(v, w int) bool { return v != w && ends(v, -1) && !ends(v, w) }
	joins := make([]int, len(m.Locations))
	for v := range joins {
		joins[v] = -1
		for w := range joins {
			if after(v, w) && (joins[v] < 0 || after(w, joins[v])) {
				joins[v] = w
			}
		}
	}
	return joins
}

// A zone is what a side of a decision can do before the join.
type zone struct {
	within map[int]bool // locations
	defs   map[int]bool // variables
	shows  bool
}

// zoneFrom computes it for the side that leads to a location.
func (p *plainFlow) zoneFrom(location, join int) zone {
	z := zone{within: map[int]bool{}, defs: map[int]bool{}}
	var visit func(l int)
	visit = func(l int) {
		if l == join || z.within[l] {
			return
		}
		z.within[l] = true
		certain := map[int]bool{} // inputs that a transition takes whatever the values
		for i := range p.m.Transitions {
			t := &p.m.Transitions[i]
			if t.From != l {
				continue
			}
			z.add(t)
			certain[t.Event] = certain[t.Event] || t.Guard == nil || t.Guard.IsTrue()
			visit(t.To)
		}
		for in := range p.m.Inputs {
			z.shows = z.shows || p.m.Semantics.Reject && !certain[in]
		}
	}
	visit(location)
	return z
}

func (z *zone) add(t *model.Transition) {
	z.shows = z.shows || len(t.Emits) > 0
	for _, u := range t.Updates {
		z.defs[u.Var] = true
	}
}

// affected tells what is affected when, in a node, the original takes one transition and the
// mutant another (-1: none): an output, or variables at nodes.
func (p *plainFlow) affected(from, orig, mutant, to int) (outputs bool, starts []tainted) {
	target := func(t int) int {
		if t < 0 {
			return from
		}
		return p.m.Transitions[t].To
	}
	rejects := p.m.Semantics.Reject && p.m.Transitions[max(orig, mutant)].Event != model.Internal
	side := func(t int) zone {
		z := zone{within: map[int]bool{}, defs: map[int]bool{}}
		if target(orig) != target(mutant) {
			z = p.zoneFrom(target(t), p.joins[from])
		}
		if t >= 0 {
			z.add(&p.m.Transitions[t])
		} else {
			z.shows = z.shows || rejects
		}
		return z
	}
	a, b := side(orig), side(mutant)
	if a.shows || b.shows {
		return true, nil
	}
	for v := range p.m.Vars {
		own := false
		for i := 0; orig >= 0 && i < len(p.m.Transitions[orig].Updates); i++ {
			own = own || p.m.Transitions[orig].Updates[i].Var == v
		}
		if own || b.defs[v] {
			starts = append(starts, tainted{to, v})
		}
	}
	return false, append(starts, p.defined(to, a.within)...)
}

// defined lists what the original defines from a node on while it stays within a zone.
func (p *plainFlow) defined(from int, within map[int]bool) (starts []tainted) {
	seen := map[int]bool{}
	var visit func(n int)
	visit = func(n int) {
		if seen[n] || !within[p.nodes[n].config.Location] {
			return
		}
		seen[n] = true
		for _, mv := range p.nodes[n].moves {
			if mv.to < 0 {
				continue
			}
			for i := 0; mv.fired >= 0 && i < len(p.m.Transitions[mv.fired].Updates); i++ {
				starts = append(starts, tainted{mv.to, p.m.Transitions[mv.fired].Updates[i].Var})
			}
			visit(mv.to)
		}
	}
	visit(from)
	return starts
}

// flipped tells what is affected when the guard of t falls the other way in a move.
func (p *plainFlow) flipped(n int, mv *flowMove, t int) (outputs bool, starts []tainted) {
	other, failed := p.next(p.nodes[n].config, mv, t)
	switch {
	case failed || mv.to < 0:
		return true, nil
	case mv.fired == t:
		return p.affected(p.nodes[n].config.Location, t, other, mv.to)
	}
	return p.affected(p.nodes[n].config.Location, mv.fired, t, mv.to)
}

// next finds the transition that is taken when t is not; failed tells of an error in a guard.
func (p *plainFlow) next(c model.Config, mv *flowMove, t int) (next int, failed bool) {
	next, passed := -1, false
	m := *p.m
	m.Transitions = append([]model.Transition(nil), p.m.Transitions...)
	m.Transitions[t].Guard = expr.Truth(false)
	_, failed = m.Enabled(c, mv.event, mv.params, func(k int, _ []int64, fires bool) {
		if passed = passed || k == t; fires && passed {
			next = k
		}
	})
	return next, failed
}

// Dataflow answers for a fault of one place, without and with predicate uses. Ok is false when the
// original is beyond the budget.
func (r *Referee) Dataflow(f *model.Fault) (plain, uses, ok bool) {
	p, ok := r.flow()
	if !ok {
		return false, false, false
	}
	var starts []tainted
	for n := range p.nodes {
		for i := range p.nodes[n].moves {
			mv := &p.nodes[n].moves[i]
			for _, t := range mv.tried {
				if t != f.Transition || !infectedBy(p.m, f, envConfig(p.nodes[n].config, mv.params), mv.fired == t) {
					continue
				}
				outputs, more := p.divergence(f, n, mv)
				if outputs {
					return true, true, true
				}
				starts = append(starts, more...)
			}
		}
	}
	return p.flows(starts, false), p.flows(starts, true), true
}

func envConfig(c model.Config, params []int64) []int64 {
	return append(append([]int64(nil), c.Values...), params...)
}

// divergence tells what an infected evaluation affects at once.
func (p *plainFlow) divergence(f *model.Fault, n int, mv *flowMove) (outputs bool, starts []tainted) {
	c := p.nodes[n].config
	t := &p.m.Transitions[f.Transition]
	switch {
	case f.InGuard():
		if _, fault := expr.Eval(f.Now, envConfig(c, mv.params), model.Limit); fault != expr.NoFault || mv.fired < 0 &&
			mv.to < 0 {
			return true, nil // !error is an output
		}
		return p.flipped(n, mv, f.Transition)
	case f.Kind == model.DropEmit || f.Kind == model.ChangeExpr && f.Site.Kind == model.ArgSite:
		return true, nil
	case f.Kind == model.ChangeTarget:
		return p.elsewhere(f, mv)
	}
	return p.assigned(f, c, mv, t)
}

// elsewhere is for a transition that leads to another location.
func (p *plainFlow) elsewhere(f *model.Fault, mv *flowMove) (outputs bool, starts []tainted) {
	if mv.to < 0 {
		return false, nil // both die alike
	}
	t := &p.m.Transitions[f.Transition]
	a, b := p.zoneFrom(t.To, p.joins[t.From]), p.zoneFrom(f.Target, p.joins[t.From])
	if a.shows || b.shows {
		return true, nil
	}
	for v := range p.m.Vars {
		if b.defs[v] {
			starts = append(starts, tainted{mv.to, v})
		}
	}
	return false, append(starts, p.defined(mv.to, a.within)...)
}

// assigned is for an assignment that leaves another value.
func (p *plainFlow) assigned(f *model.Fault, c model.Config, mv *flowMove, t *model.Transition) (outputs bool,
	starts []tainted) {
	mutant := *t
	mutant.Emits = nil
	mutant.Updates = append([]model.Update(nil), t.Updates...)
	if f.Kind == model.DropUpdate {
		mutant.Updates = append(mutant.Updates[:f.Site.Index], mutant.Updates[f.Site.Index+1:]...)
	} else {
		mutant.Updates[f.Site.Index].Value = f.Now
	}
	if _, _, ok := p.m.Fired(c, &mutant, mv.params); !ok || mv.to < 0 {
		return true, nil // one of them shows !error
	}
	affected := map[int]bool{t.Updates[f.Site.Index].Var: true}
	for _, u := range t.Updates[f.Site.Index+1:] {
		affected[u.Var] = p.m.Semantics.Sequential && readsAny(u.Value, affected)
	}
	for v := range p.m.Vars {
		if affected[v] && shown(t, v) {
			return true, nil
		}
		if affected[v] {
			starts = append(starts, tainted{mv.to, v})
		}
	}
	return false, starts
}

func readsAny(e *expr.Expr, vars map[int]bool) (found bool) {
	expr.Refs(e, func(ref int) { found = found || vars[ref] })
	return found
}

// shown tells that an output of a transition reads a variable.
func shown(t *model.Transition, v int) bool {
	for _, x := range t.Emits {
		for _, a := range x.Args {
			if readsAny(a, map[int]bool{v: true}) {
				return true
			}
		}
	}
	return false
}

// flows follows affected variables forwards until one is shown.
func (p *plainFlow) flows(starts []tainted, uses bool) bool {
	seen := map[tainted]bool{}
	todo := slices.Clone(starts)
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		for i := range p.nodes[at.node].moves {
			outputs, more := p.follow(at, &p.nodes[at.node].moves[i], uses)
			if outputs {
				return true
			}
			todo = append(todo, more...)
		}
	}
	return false
}

// follow is one move of an affected variable.
func (p *plainFlow) follow(at tainted, mv *flowMove, uses bool) (outputs bool, on []tainted) {
	if mv.to < 0 {
		return false, nil
	}
	self := map[int]bool{at.variable: true}
	for _, t := range mv.tried {
		if g := p.m.Transitions[t].Guard; uses && g != nil && readsAny(g, self) {
			outputs, more := p.flipped(at.node, mv, t)
			if outputs {
				return true, nil
			}
			on = append(on, more...)
		}
	}
	if mv.fired < 0 {
		return false, on
	}
	t := &p.m.Transitions[mv.fired]
	affected, old := map[int]bool{at.variable: true}, self
	for _, u := range t.Updates {
		if p.m.Semantics.Sequential {
			old = affected
		}
		affected[u.Var] = readsAny(u.Value, old)
	}
	for v := range p.m.Vars {
		switch {
		case affected[v] && shown(t, v):
			return true, nil
		case affected[v]:
			on = append(on, tainted{mv.to, v})
		}
	}
	return false, on
}
