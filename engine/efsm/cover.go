package efsm

import (
	"strconv"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/expr"
)

// Coverage criteria, for comparison with suites made from mutants. An obligation is met by a word
// on whose last letter something happens; the shortest such word, the least of those, is its test.

// An Obligation is something that a suite has to do.
type Obligation struct {
	Name string
	Test []int32 // nil: not feasible
	Met  bool
	kind obligationKind
	at   int        // the transition it is about
	goal evaluation // the moment in which it is met
	node int32      // definition-use pairs: where the use leads
}

type obligationKind uint8

const (
	transitionFired obligationKind = iota
	guardValue
	definitionUse
)

// Tests gives the words of the feasible obligations.
func Tests(all []Obligation) Suite {
	var s Suite
	for _, o := range all {
		if o.Met {
			s = append(s, o.Test)
		}
	}
	return Condense(s)
}

// Feasible counts the obligations that can be met.
func Feasible(all []Obligation) int {
	n := 0
	for _, o := range all {
		if o.Met {
			n++
		}
	}
	return n
}

// oblige finds the first context of a transition that meets an obligation. Contexts are in the
// order of canonical words.
func (c *Checker) oblige(name string, t int, meets func(ctx evaluation) bool) Obligation {
	o := Obligation{Name: name, at: t}
	for _, ctx := range c.x.ctxs[t] {
		if meets(ctx) {
			o.Test, o.Met, o.goal = c.wordOf(ctx.edge), true, ctx
			return o
		}
	}
	return o
}

// TransitionCover demands that each transition is fired.
func (c *Checker) TransitionCover() []Obligation {
	var all []Obligation
	for i := range c.x.m.Transitions {
		all = append(all, c.oblige(c.x.m.Transitions[i].ID, i, func(ctx evaluation) bool { return ctx.taken }))
	}
	return all
}

// BranchCover demands that each guard is once true and once false.
func (c *Checker) BranchCover() []Obligation {
	var all []Obligation
	for i := range c.x.m.Transitions {
		t := &c.x.m.Transitions[i]
		if t.Guard == nil {
			continue
		}
		for _, want := range []bool{true, false} {
			o := c.oblige(t.ID+" "+strconv.FormatBool(want), i, func(ctx evaluation) bool { return ctx.taken == want })
			o.kind = guardValue
			all = append(all, o)
		}
	}
	return all
}

// MaskingMCDC demands for each condition of each guard that it is true, and that it is false, in
// an evaluation of the guard that it decides: had it another value, the guard would have (Chilenski
// 2001, masking form). Each occurrence of an atom is a condition of its own.
func (c *Checker) MaskingMCDC() []Obligation {
	var all []Obligation
	for i := range c.x.m.Transitions {
		t := &c.x.m.Transitions[i]
		if t.Guard == nil {
			continue
		}
		for n, atom := range atoms(t.Guard) {
			for _, want := range []bool{true, false} {
				name := t.ID + " condition " + strconv.Itoa(n+1) + " " + strconv.FormatBool(want)
				o := c.oblige(name, i, func(ctx evaluation) bool {
					c.x.enter(c.r, ctx, &c.s)
					return c.decides(t.Guard, atom, want)
				})
				o.kind = guardValue
				all = append(all, o)
			}
		}
	}
	return all
}

// atoms lists the occurrences of conditions in a guard.
func atoms(guard *expr.Expr) []*expr.Expr {
	g := &generator{root: guard}
	var all []*expr.Expr
	g.formula(func(n *expr.Expr) {
		if isAtom(n) {
			all = append(all, n)
		}
	})
	return all
}

// decides tells whether the atom has the wanted value in the loaded state and decides the guard.
func (c *Checker) decides(guard, atom *expr.Expr, want bool) bool {
	v, fault := expr.Eval(atom, c.r.env, model.Limit)
	if fault != expr.NoFault || (v == 1) != want {
		return false
	}
	a, f := expr.Eval(expr.Replace(guard, atom, expr.Truth(true)), c.r.env, model.Limit)
	b, g := expr.Eval(expr.Replace(guard, atom, expr.Truth(false)), c.r.env, model.Limit)
	return f == expr.NoFault && g == expr.NoFault && a != b
}

// AllUses demands for each definition of a variable and each use that it can reach that some word
// leads from the definition to the use without another definition of the variable in between.
// Uses are right-hand sides, output arguments (after the updates) and evaluated guards.
func (c *Checker) AllUses() []Obligation {
	g := c.flowGraph()
	var all []Obligation
	for t := range c.x.m.Transitions {
		for k, u := range c.x.m.Transitions[t].Updates {
			if lastAssignment(&c.x.m.Transitions[t], k) {
				all = append(all, g.usesOf(t, u.Var)...)
			}
		}
	}
	return all
}

func lastAssignment(t *model.Transition, k int) bool {
	for _, u := range t.Updates[k+1:] {
		if u.Var == t.Updates[k].Var {
			return false
		}
	}
	return true
}

func (c *Checker) flowGraph() *flowGraph {
	if c.graph == nil {
		c.graph = newFlowGraph(c.x)
	}
	return c.graph
}

// usesOf lists the obligations of one definition. Nodes of the search are states with the flag
// that the variable holds this definition; letters of a state are tried in order, so the first
// word found to a use is the least of the shortest.
func (g *flowGraph) usesOf(t, v int) []Obligation {
	uses := make([]*Obligation, len(g.m.Transitions))
	for i := range g.m.Transitions {
		if usesVariable(g.m, &g.m.Transitions[i], v) {
			name := g.m.Transitions[t].ID + " " + g.m.Vars[v].Name + " " + g.m.Transitions[i].ID
			uses[i] = &Obligation{Name: name, at: i, kind: definitionUse}
		}
	}
	d := &duSearch{g: g, t: t, v: v, uses: uses, seen: make([]bool, 2*g.x.states.n)}
	d.run()
	var all []Obligation
	for _, o := range uses {
		if o != nil {
			all = append(all, *o)
		}
	}
	return all
}

// usesVariable tells whether a transition reads a variable.
func usesVariable(m *model.Machine, t *model.Transition, v int) bool {
	set := make([]bool, len(m.Vars))
	if t.Guard != nil {
		markRefs(t.Guard, set)
	}
	for _, u := range t.Updates {
		markRefs(u.Value, set)
	}
	for _, e := range t.Emits {
		for _, a := range e.Args {
			markRefs(a, set)
		}
	}
	return set[v]
}

// A duSearch walks the states of the original breadth first, with the flag.
type duSearch struct {
	g    *flowGraph
	t, v int
	uses []*Obligation
	seen []bool // state × flag
	todo []duNode
}

type duNode struct {
	state int32
	holds bool
	up    int32
	via   int32 // letter
}

func (d *duSearch) visit(n duNode) {
	at := 2 * n.state
	if n.holds {
		at++
	}
	if !d.seen[at] {
		d.seen[at] = true
		d.todo = append(d.todo, n)
	}
}

func (d *duSearch) run() {
	d.visit(duNode{0, false, -1, 0})
	for at := int32(0); at < int32(len(d.todo)); at++ {
		n := d.todo[at]
		for i := range d.g.fire[n.state] {
			d.step(n, at, &d.g.fire[n.state][i])
		}
	}
}

// step follows one letter to the next stable state.
func (d *duSearch) step(n duNode, at int32, f *firing) {
	letter := f.letter
	holds := n.holds
	for range d.g.nodes.n + 1 {
		for _, t := range f.tried {
			if holds && d.uses[t] != nil && contains(d.g.refs[t], d.v) {
				d.meet(d.uses[t], at, letter, f.to)
			}
		}
		if f.t >= 0 {
			holds = d.fire(f, holds, at, letter)
		}
		if f.to < 0 {
			return
		}
		if int(f.to) < d.g.x.states.n {
			d.visit(duNode{f.to, holds, at, letter})
			return
		}
		if len(d.g.fire[f.to]) == 0 {
			return
		}
		f = &d.g.fire[f.to][0]
	}
}

func contains(list []int32, v int) bool {
	for _, x := range list {
		if int(x) == v {
			return true
		}
	}
	return false
}

// fire meets the uses in a fired transition and tells whether the definition holds after it.
func (d *duSearch) fire(f *firing, holds bool, at, letter int32) bool {
	i := int(f.t)
	t := &d.g.m.Transitions[i]
	defined := false
	for _, u := range t.Updates {
		if holds && !defined {
			read := make([]bool, len(d.g.m.Vars))
			markRefs(u.Value, read)
			if read[d.v] && d.uses[i] != nil {
				d.meet(d.uses[i], at, letter, f.to)
			}
		}
		if u.Var == d.v && d.g.m.Semantics.Sequential {
			defined = true
		}
	}
	for _, u := range t.Updates {
		if u.Var == d.v {
			holds = i == d.t
		}
	}
	if holds && d.g.shows[i][d.v] && d.uses[i] != nil {
		d.meet(d.uses[i], at, letter, f.to)
	}
	return holds
}

func (d *duSearch) meet(o *Obligation, at, letter, node int32) {
	if o.Met {
		return
	}
	var back []int32
	for n := at; d.todo[n].up >= 0; n = d.todo[n].up {
		back = append(back, d.todo[n].via)
	}
	for i := len(back) - 1; i >= 0; i-- {
		o.Test = append(o.Test, back[i])
	}
	o.Test, o.Met, o.node = append(o.Test, letter), true, node
}
