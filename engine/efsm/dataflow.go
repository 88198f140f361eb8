package efsm

import (
	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/expr"
)

// The paper's optimistic answer (KPW section 3, "observability"): a mutant counts as killed when
// it is weakly killed and there is an affected output, or a feasible path on which an affected
// definition flows through a chain of definitions and uses into an argument of an output. Values
// are not compared, so the answer is neither sound nor complete; confusion.go sets it beside the
// exact one.
//
// One chain is enough, so nodes (state, one affected variable) are, and one backward closure over
// the states of the original answers for all mutants (obs below). That replaces the paper's
// find_observation with its sets and resumptions; observe.go holds that algorithm, corrected, and
// a test finds both in agreement.

// A firing is one transition of the original between two states, within a step.
type firing struct {
	t      int32 // the transition; -1: the input is ignored
	to     int32 // node; -1: the firing ends in an error
	letter int32 // -1: internal
	tried  []int32
}

// A flowGraph has a node for each state of the original, those within steps too. Nodes of states
// between steps have the numbers of the exploration.
type flowGraph struct {
	x       *exploration
	m       *model.Machine
	nodes   *stateTable
	loc     []int32
	fire    [][]firing
	rest    []firing // of nodes between steps: the guards of internal transitions, none of which holds
	next    [][]int  // locations: successors
	join    []int    // immediate post-dominator of each location
	flow    [][][]int32
	shows   [][]bool // transition × variable: read by an argument of an output
	refs    [][]int32
	obs     []bool // node × variable: flows into an output
	obsUse  []bool // the same, counting predicate uses
	reaches map[branch]*reach
	rejects []bool // locations that show !reject on some input, whatever the values
	static  []bool // location × variable, see Machine.static; nil until asked for
}

// A branch is what depends on a decision: the side that begins with transition t (-1: no transition
// takes the input) at the location from. Where both sides lead to the same location nothing beyond
// their own transitions depends on the decision: KPW speak of "difference in the immediate flow
// location". The branch is then short.
type branch struct {
	from, t int
	short   bool
	rejects bool // taking no transition shows !reject
}

// A reach is a branch as far as the join: what it defines and whether it shows something.
type reach struct {
	within []bool // locations
	defs   []bool // variables
	shows  bool
}

func newFlowGraph(x *exploration) *flowGraph {
	g := &flowGraph{x: x, m: x.m, nodes: newStateTable(x.states.lay), reaches: map[branch]*reach{}}
	g.next = x.m.Successors()
	g.join = immediatePostDominators(g.next)
	g.rejects = rejecting(x.m)
	g.transfer()
	g.build()
	g.obs = g.close(false)
	g.obsUse = g.close(true)
	return g
}

// transfer computes how each transition hands on an affected variable. Only uses in assignments
// count; a variable that is assigned without reading an affected one is no longer affected.
func (g *flowGraph) transfer() {
	nv := len(g.m.Vars)
	for i := range g.m.Transitions {
		t := &g.m.Transitions[i]
		var flow [][]int32
		for v := range nv {
			flow = append(flow, setList(afterTransition(g.m, t, v)))
		}
		g.flow = append(g.flow, flow)
		shows := make([]bool, nv)
		for _, e := range t.Emits {
			for _, a := range e.Args {
				markRefs(a, shows)
			}
		}
		g.shows = append(g.shows, shows)
		read := make([]bool, nv)
		if t.Guard != nil {
			markRefs(t.Guard, read)
		}
		g.refs = append(g.refs, setList(read))
	}
}

// afterTransition gives the variables that are affected after t when v is before.
func afterTransition(m *model.Machine, t *model.Transition, v int) []bool {
	now := make([]bool, len(m.Vars))
	now[v] = true
	return afterUpdates(m, t, now, 0)
}

// afterUpdates follows the updates from number first on.
func afterUpdates(m *model.Machine, t *model.Transition, affected []bool, first int) []bool {
	old := affected
	now := append([]bool(nil), affected...)
	for _, u := range t.Updates[first:] {
		if m.Semantics.Sequential {
			old = now
		}
		now[u.Var] = reads(u.Value, old)
	}
	return now
}

func reads(e *expr.Expr, vars []bool) bool {
	found := false
	expr.Refs(e, func(ref int) { found = found || ref >= 0 && ref < len(vars) && vars[ref] })
	return found
}

func markRefs(e *expr.Expr, set []bool) {
	expr.Refs(e, func(ref int) {
		if ref >= 0 && ref < len(set) {
			set[ref] = true
		}
	})
}

func setList(set []bool) []int32 {
	var list []int32
	for i, in := range set {
		if in {
			list = append(list, int32(i))
		}
	}
	return list
}

// build makes the nodes and the firings between them.
func (g *flowGraph) build() {
	s := state{vals: make([]int64, len(g.m.Vars))}
	for n := range g.x.states.n {
		g.x.states.get(int32(n), &s)
		g.nodes.id(&s)
	}
	w := &triedList{}
	r := newRunner(g.m)
	r.watch = w
	r.reset()
	g.nodes.id(r.state()) // the first state may lie before the first step
	for n := 0; n < g.nodes.n; n++ {
		g.nodes.get(int32(n), &s)
		g.loc = append(g.loc, int32(s.loc))
		g.fire = append(g.fire, nil)
		if s.loc == len(g.m.Locations) {
			if n < g.x.states.n {
				g.rest = append(g.rest, firing{t: -1, to: -1, letter: -1})
			}
			continue
		}
		if n >= g.x.states.n {
			g.fire[n] = append(g.fire[n], g.one(r, &s, model.Internal, -1, w))
			continue
		}
		g.rest = append(g.rest, g.one(r, &s, model.Internal, -1, w))
		for i := range g.x.letters {
			copy(r.env[len(g.m.Vars):], g.x.letters[i].Params)
			g.fire[n] = append(g.fire[n], g.one(r, &s, g.x.letters[i].Input, int32(i), w))
		}
	}
}

// one makes one firing; an ignored input stays at its node.
func (g *flowGraph) one(r *runner, s *state, event int, letter int32, w *triedList) firing {
	r.load(s)
	w.list = nil
	from, _ := g.nodes.id(s)
	t, fault := r.choose(event)
	f := firing{t: t, to: from, letter: letter, tried: w.list}
	switch {
	case fault:
		f.to = -1
	case t >= 0:
		f.to = -1
		if r.fire(t) {
			f.to, _ = g.nodes.id(r.state())
		}
		r.out = r.out[:0]
	}
	return f
}

type triedList struct{ list []int32 }

func (w *triedList) tried(_ *runner, t int32, _ bool) { w.list = append(w.list, t) }

// close computes for each node and variable whether the variable, affected there, can flow into an
// output: a worklist backwards from the outputs.
func (g *flowGraph) close(uses bool) []bool {
	nv := len(g.m.Vars)
	obs := make([]bool, len(g.fire)*nv)
	before := make([][]int32, len(obs)) // nodes of the closure that lead to this one
	var todo []int32
	mark := func(at int32) {
		if !obs[at] {
			obs[at] = true
			todo = append(todo, at)
		}
	}
	for n := range g.fire {
		if uses && n < len(g.rest) {
			g.predicateUses(int32(n), &g.rest[n], mark, before)
		}
		for i := range g.fire[n] {
			f := &g.fire[n][i]
			if f.to < 0 {
				continue
			}
			for v := range nv {
				at := int32(n*nv + v)
				if f.t < 0 {
					continue
				}
				for _, w := range g.flow[f.t][v] {
					if g.shows[f.t][w] {
						mark(at)
					} else {
						to := f.to*int32(nv) + w
						before[to] = append(before[to], at)
					}
				}
			}
			if uses {
				g.predicateUses(int32(n), f, mark, before)
			}
		}
	}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, b := range before[at] {
			mark(b)
		}
	}
	return obs
}

// predicateUses treats the reading of an affected variable in an evaluated guard like a mutated
// guard: the decision may fall the other way, and what depends on it is affected (KPW note 3;
// Meng, Gay, Whalen 2019 track it by tags).
func (g *flowGraph) predicateUses(n int32, f *firing, mark func(int32), before [][]int32) {
	nv := int32(len(g.m.Vars))
	for _, t := range f.tried {
		if len(g.refs[t]) == 0 {
			continue
		}
		other, fault := t, false
		if t == f.t {
			other, fault = g.nextEnabled(n, f, t)
		}
		d := decision{from: int(g.loc[n]), orig: int(f.t), mutant: int(other), to: f.to}
		outputs, affected := true, []int32(nil) // !error is an output
		if !fault {
			outputs, affected = g.affected(d)
		}
		for _, v := range g.refs[t] {
			at := n*nv + v
			if outputs {
				mark(at)
				continue
			}
			for _, a := range affected {
				before[a] = append(before[a], at)
			}
		}
	}
}

// nextEnabled finds the transition that fires in place of t when t's guard fails.
func (g *flowGraph) nextEnabled(n int32, f *firing, t int32) (next int32, fault bool) {
	s := state{vals: make([]int64, len(g.m.Vars))}
	g.nodes.get(n, &s)
	r := g.x.r
	r.load(&s)
	event := model.Internal
	if f.letter >= 0 {
		event = g.x.letters[f.letter].Input
		copy(r.env[len(g.m.Vars):], g.x.letters[f.letter].Params)
	}
	return r.chooseAfter(event, t)
}

// chooseAfter finds the first enabled transition behind t in the order of priority, -1 for none; an
// error in a guard ends the search.
func (r *runner) chooseAfter(event int, t int32) (next int32, fault bool) {
	behind := false
	for _, k := range r.table[r.row(r.loc, event)] {
		if k == t {
			behind = true
			continue
		}
		if !behind {
			continue
		}
		g := r.trans[k].Guard
		if g == nil {
			return k, false
		}
		v, fault := expr.Eval(g, r.env, model.Limit)
		if fault != expr.NoFault {
			return -1, true
		}
		if v != 0 {
			return k, false
		}
	}
	return -1, false
}

// A decision is a moment in which original and mutant take different transitions (-1: none).
type decision struct {
	from         int // location
	orig, mutant int
	to           int32 // node after the original's
}

// affected gives what a decision affects: whether an output lies on either side before the join;
// and the nodes of the closure (node × variable) in which the run of the original first holds an
// affected variable. Affected are the variables defined on the mutant's side (their previous
// definitions are still there), at once, and those that the original's side defines, as it does.
func (g *flowGraph) affected(d decision) (outputs bool, nodes []int32) {
	a, b := g.sides(d)
	if a.shows || b.shows {
		return true, nil
	}
	nv := int32(len(g.m.Vars))
	add := func(n int32, v int32) { nodes = append(nodes, n*nv+v) }
	for _, v := range setList(b.defs) {
		add(d.to, v)
	}
	for _, v := range g.defs(int32(d.orig)) {
		add(d.to, v)
	}
	g.insideRegion(d, a, add)
	return false, nodes
}

// insideRegion follows the original from a decision to the join and reports definitions.
func (g *flowGraph) insideRegion(d decision, side *reach, add func(n, v int32)) {
	seen := map[int32]bool{d.to: true}
	todo := []int32{d.to}
	for len(todo) > 0 {
		n := todo[0]
		todo = todo[1:]
		l := int(g.loc[n])
		if l >= len(side.within) || !side.within[l] {
			continue
		}
		for i := range g.fire[n] {
			f := &g.fire[n][i]
			if f.to < 0 {
				continue
			}
			for _, v := range g.defs(f.t) {
				add(f.to, v)
			}
			if !seen[f.to] {
				seen[f.to] = true
				todo = append(todo, f.to)
			}
		}
	}
}

func (g *flowGraph) defs(t int32) []int32 {
	if t < 0 {
		return nil
	}
	var list []int32
	for _, u := range g.m.Transitions[t].Updates {
		list = append(list, int32(u.Var))
	}
	return list
}

// sides computes the two branches of a decision.
func (g *flowGraph) sides(d decision) (orig, mutant *reach) {
	short := g.target(d.from, d.orig) == g.target(d.from, d.mutant)
	rejects := g.m.Semantics.Reject && g.m.Transitions[max(d.orig, d.mutant)].Event != model.Internal
	return g.reach(branch{d.from, d.orig, short, rejects}), g.reach(branch{d.from, d.mutant, short, rejects})
}

// target is where a branch begins: who takes no transition stays.
func (g *flowGraph) target(from, t int) int {
	if t < 0 {
		return from
	}
	return g.m.Transitions[t].To
}

// reach computes one side of a decision.
func (g *flowGraph) reach(b branch) *reach {
	if r := g.reaches[b]; r != nil {
		return r
	}
	r := &reach{within: make([]bool, len(g.m.Locations)), defs: make([]bool, len(g.m.Vars))}
	if !b.short {
		r = g.region(g.target(b.from, b.t), g.join[b.from])
	}
	if b.t >= 0 {
		g.collect(r, b.t)
	} else {
		r.shows = r.shows || b.rejects // !reject is an output
	}
	g.reaches[b] = r
	return r
}

// region computes what lies on the way from a location to a join.
func (g *flowGraph) region(to, join int) *reach {
	r := &reach{within: reachFrom(g.next, to, join), defs: make([]bool, len(g.m.Vars))}
	for i := range g.m.Transitions {
		if r.within[g.m.Transitions[i].From] {
			g.collect(r, i)
		}
	}
	for l, in := range r.within {
		r.shows = r.shows || in && g.rejects[l]
	}
	return r
}

// rejecting marks the locations that can show !reject: some input has no transition without a guard.
func rejecting(m *model.Machine) []bool {
	some := make([]bool, len(m.Locations))
	if !m.Semantics.Reject {
		return some
	}
	taken := make([]int, len(m.Locations)) // inputs that some transition takes for certain
	for _, g := range m.Alternatives() {
		for _, i := range g {
			if t := &m.Transitions[i]; t.Event != model.Internal && (t.Guard == nil || t.Guard.IsTrue()) {
				taken[t.From]++
				break
			}
		}
	}
	for l, n := range taken {
		some[l] = n < len(m.Inputs)
	}
	return some
}

func (g *flowGraph) collect(r *reach, t int) {
	r.shows = r.shows || len(g.m.Transitions[t].Emits) > 0
	for _, v := range g.defs(int32(t)) {
		r.defs[v] = true
	}
}

// Dataflow answers optimistically for one mutant, without and with predicate uses.
func (c *Checker) Dataflow(ch *Change, v *Verdict) (plain, uses bool) {
	g := c.flowGraph()
	v.each(func(ctx evaluation) bool {
		p, u := g.observed(c, ch, ctx)
		plain, uses = plain || p, uses || u
		return !plain || !uses
	})
	return plain, uses
}

// observed asks whether an infection in one context can be seen, optimistically.
func (g *flowGraph) observed(c *Checker, ch *Change, ctx evaluation) (plain, uses bool) {
	nv := int32(len(g.m.Vars))
	t := &g.m.Transitions[ch.Transition]
	g.x.enter(c.r, ctx, &c.s)
	if ch.kind == model.ChangeExpr && ch.site.Kind == model.GuardSite {
		d, failed := g.decide(c.r, ch, ctx)
		if failed {
			return true, true // the mutant shows !error
		}
		outputs, nodes := g.affected(d)
		if outputs {
			return true, true
		}
		for _, n := range nodes {
			plain, uses = plain || g.obs[n], uses || g.obsUse[n]
		}
		return plain, uses
	}
	if ch.kind == model.DropEmit || ch.kind == model.ChangeExpr && ch.site.Kind == model.ArgSite {
		return true, true
	}
	if ch.kind == model.ChangeTarget {
		return g.otherTarget(c.r, t, ch)
	}
	after, fails := g.definition(c.r, t, ch)
	if fails || !c.r.fire(int32(ch.Transition)) {
		return true, true // one of them shows !error
	}
	n, _ := g.nodes.id(c.r.state())
	for v, in := range after {
		if in && (g.shows[ch.Transition][v]) {
			return true, true
		}
		if in {
			plain, uses = plain || g.obs[n*nv+int32(v)], uses || g.obsUse[n*nv+int32(v)]
		}
	}
	return plain, uses
}

// definition gives the variables affected after a mutated or dropped assignment; fails tells that
// the mutant's transition ends in an error, which is an output.
func (g *flowGraph) definition(r *runner, t *model.Transition, ch *Change) (after []bool, fails bool) {
	env := append([]int64(nil), r.env...)
	fails = !r.update(ch.Apply(t))
	copy(r.env, env)
	affected := make([]bool, len(g.m.Vars))
	if g.m.Semantics.Sequential {
		affected[t.Updates[ch.site.Index].Var] = true
		return afterUpdates(g.m, t, affected, ch.site.Index+1), fails
	}
	affected[t.Updates[ch.site.Index].Var] = lastAssignment(t, ch.site.Index)
	return affected, fails
}

// decide finds the transitions that original and mutant take in a context; failed tells that one
// of them ends in an error, which is an output.
func (g *flowGraph) decide(r *runner, ch *Change, ctx evaluation) (d decision, failed bool) {
	t := &g.m.Transitions[ch.Transition]
	_, old := expr.Eval(t.Guard, r.env, model.Limit)
	if _, new := expr.Eval(ch.Apply(t).Guard, r.env, model.Limit); new != expr.NoFault || old != expr.NoFault {
		return d, true
	}
	return g.flip(r, ch.Transition, ctx.taken)
}

// flip takes the guard of t, evaluated in the loaded state, to fall the other way; failed tells
// that the original's transition ends in an error.
func (g *flowGraph) flip(r *runner, t int, taken bool) (d decision, failed bool) {
	tr := &g.m.Transitions[t]
	d.from = tr.From
	other, fault := r.chooseAfter(tr.Event, int32(t))
	if fault {
		return d, true
	}
	next := int(other)
	d.orig, d.mutant = next, t
	if taken {
		d.orig, d.mutant = t, next
	}
	d.to, _ = g.nodes.id(r.state())
	if d.orig >= 0 && !r.fire(int32(d.orig)) {
		return d, true
	}
	d.to, _ = g.nodes.id(r.state())
	return d, false
}

// otherTarget treats a transition that leads elsewhere like a decision between the two targets.
func (g *flowGraph) otherTarget(r *runner, t *model.Transition, ch *Change) (plain, uses bool) {
	if !r.fire(int32(ch.Transition)) {
		return false, false
	}
	to, _ := g.nodes.id(r.state())
	join := g.join[t.From]
	a, b := g.region(t.To, join), g.region(ch.target, join)
	if a.shows || b.shows {
		return true, true
	}
	nv := int32(len(g.m.Vars))
	see := func(n, v int32) { plain, uses = plain || g.obs[n*nv+v], uses || g.obsUse[n*nv+v] }
	for _, v := range setList(b.defs) {
		see(to, v)
	}
	g.insideRegion(decision{to: to}, a, see)
	return plain, uses
}

// usedVars tells of each variable whether anything but an assignment to the variable itself reads it.
func usedVars(m *model.Machine) []bool {
	used := make([]bool, len(m.Vars))
	for i := range m.Transitions {
		t := &m.Transitions[i]
		for _, s := range t.Sites() {
			own := -1
			if s.Kind == model.UpdateSite {
				own = t.Updates[s.Index].Var
			}
			expr.Refs(t.At(s), func(ref int) {
				if 0 <= ref && ref < len(used) && ref != own {
					used[ref] = true
				}
			})
		}
	}
	return used
}
