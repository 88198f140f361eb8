package efsm

import (
	"sort"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/expr"
)

// Weak, state and strong kill, decided exactly.
//
// A mutant is weakly killed where the changed expression is evaluated on a reachable step of the
// original and has another value there (KPW section 3, "necessity", in both directions and for
// updates too). It is state-killed when after a step of the original and the mutant side by side
// their locations, variables or outputs differ, and strongly killed when their outputs differ. The
// lengths grow in this order.
//
// The product of original and mutant is explored breadth first, inputs in declared order, so the
// word that first leads to a difference is the shortest and, among those, the least. A product that
// closes without a difference of outputs proves the mutant equivalent. What all mutants share is
// the diagonal of the product, the original's reachable part with the contexts of each guard: for
// a mutant only its infected steps are run again, as the search meets them, and only pairs off the
// diagonal are stored.

// A Verdict is what is known exactly of one mutant. Words are indices of letters.
type Verdict struct {
	Weak        []int32 // nil: nothing is infected on any reachable step
	StateLength int     // -1: no state kill
	Strong      []int32 // nil: no strong kill
	Killed      bool    // Strong is set, possibly to the empty word
	WeakKilled  bool
	Exhausted   bool // the budget of pairs ran out: no strong kill was found so far
	Pairs       int  // pairs off the diagonal that were visited
	Steps       int  // steps of the mutant that were made
	Infections  int  // infected evaluations on reachable steps

	hits []infection // one for each fault
}

// An infection tells in which evaluations of a transition's guard a change shows. Evaluations that
// read the same values are one class, and a change is tried once on each.
type infection struct {
	*classes
	hit []bool // by class
}

// classes are the evaluations of one site, by the values that it reads.
type classes struct {
	all   []evaluation
	class []int32 // of each evaluation
	first []int32 // of each class its first evaluation
	size  []int32 // of each class how many
}

// each visits the infected evaluations in order until visit says no.
func (v *Verdict) each(visit func(ctx evaluation) bool) {
	for i := range v.hits {
		h := &v.hits[i]
		for n, ctx := range h.all {
			if h.hit[h.class[n]] && !visit(ctx) {
				return
			}
		}
	}
}

// infects tells whether a change shows on an edge.
func (v *Verdict) infects(edge int32) bool {
	for i := range v.hits {
		h := &v.hits[i]
		for n := h.from(edge); n < len(h.all) && h.all[n].edge == edge; n++ {
			if h.hit[h.class[n]] {
				return true
			}
		}
	}
	return false
}

// from finds the first evaluation on an edge or behind it.
func (c *classes) from(edge int32) int {
	return sort.Search(len(c.all), func(i int) bool { return c.all[i].edge >= edge })
}

// Checker judges mutants of one machine.
type Checker struct {
	x      *exploration
	budget int // pairs off the diagonal for one mutant
	r      *runner
	s      state

	impl  *stateTable // states of the mutant; those of the original keep their numbers
	outs  *outputTable
	base  int // number of states of the original
	mark  []int32
	devTo []int32 // for a marked edge the mutant's next state
	epoch int32
	sites map[siteKey]*classes

	onDiag []int32 // epoch in which a diagonal pair was met
	queue  []node  // the visited pairs, in order: the queue
	pairs  pairSet // those off the diagonal
	graph  *flowGraph
}

// A pair of the product: a state of the original and one of the mutant.
type pair struct{ a, b int32 }

// A node is a visited pair with the way to it.
type node struct {
	pair
	up     int32 // index of the node before; -1
	letter int32
}

// NewChecker explores the original.
func NewChecker(m *model.Machine, budget int) (*Checker, error) {
	x, err := explore(m, budget)
	if err != nil {
		return nil, err
	}
	if budget == 0 {
		budget = model.DefaultStates
	}
	c := &Checker{x: x, budget: budget, r: newRunner(m), base: x.states.n, outs: x.outs, impl: x.states}
	c.s.vals = make([]int64, len(m.Vars))
	c.mark = make([]int32, len(x.succ))
	c.devTo = make([]int32, len(x.succ))
	c.onDiag = make([]int32, x.states.n)
	c.sites = map[siteKey]*classes{}
	return c, nil
}

// Machine gives the original.
func (c *Checker) Machine() *model.Machine { return c.x.m }

// States is the number of reachable states of the original.
func (c *Checker) States() int { return c.base }

// Check judges the mutant made by some changes.
func (c *Checker) Check(changes ...Change) Verdict {
	v := Verdict{StateLength: -1}
	faults := Faults(c.x.m, changes)
	for i := range faults {
		c.infected(&faults[i], &v)
	}
	c.weak(&v)
	if !v.WeakKilled {
		return v // the mutant never does anything else
	}
	c.install(changes)
	c.epoch++
	c.product(&v)
	c.uninstall(changes)
	c.impl.truncate(c.base)
	return v
}

// install puts the changed transitions in place of the original's.
func (c *Checker) install(changes []Change) {
	if len(changes) == 1 {
		t := changes[0].Transition
		c.r.trans[t] = changes[0].Apply(&c.x.m.Transitions[t])
		return
	}
	mutant := Mutant(c.x.m, changes...)
	for _, ch := range changes {
		c.r.trans[ch.Transition] = &mutant.Transitions[ch.Transition]
	}
}

func (c *Checker) uninstall(changes []Change) {
	for _, ch := range changes {
		c.r.trans[ch.Transition] = &c.x.m.Transitions[ch.Transition]
	}
}

// infected finds the classes in which a fault shows.
func (c *Checker) infected(f *model.Fault, v *Verdict) {
	t := &c.x.m.Transitions[f.Transition]
	h := infection{classes: c.classesOf(f)}
	h.hit = make([]bool, len(h.first))
	for k, n := range h.first {
		ctx := h.all[n]
		switch {
		case !f.InGuard() && !ctx.taken:
			continue
		case f.Kind == model.DropEmit || f.Kind == model.ChangeTarget:
			h.hit[k] = true // shows at once
		default:
			c.x.enter(c.r, ctx, &c.s)
			h.hit[k] = f.InGuard() && c.differ(t.Guard, f.Now) || !f.InGuard() && c.valueInfected(t, f)
		}
		if h.hit[k] {
			v.Infections += int(h.size[k])
		}
	}
	v.hits = append(v.hits, h)
}

// A siteKey names a site of a transition.
type siteKey struct {
	transition int
	model.Site
}

// classesOf groups the evaluations of a fault's transition by what decides whether it shows: the
// guard's names; for an assignment its own names, its variable, and what the assignments before it
// read, because they can fail; for an argument, which sees the values after the updates, all that
// they read. Evaluations that fire the transition and those that do not are kept apart. Sequential
// updates are not analysed: there every name counts.
func (c *Checker) classesOf(f *model.Fault) *classes {
	key := siteKey{f.Transition, f.Site}
	if known := c.sites[key]; known != nil {
		return known
	}
	t := &c.x.m.Transitions[f.Transition]
	read := make([]bool, len(c.r.env))
	mark := func(updates []model.Update) {
		for _, u := range updates {
			markRefs(u.Value, read)
		}
	}
	switch {
	case f.Kind == model.ChangeTarget || f.Kind == model.DropEmit:
	case f.Site.Kind == model.GuardSite:
		markRefs(t.Guard, read)
	case c.x.m.Semantics.Sequential:
		for i := range read {
			read[i] = true
		}
	case f.Site.Kind == model.UpdateSite:
		mark(t.Updates[:f.Site.Index+1])
		read[t.Updates[f.Site.Index].Var] = true
	default:
		markRefs(t.At(f.Site), read)
		mark(t.Updates)
	}
	g := c.group(c.x.ctxs[f.Transition], setList(read))
	if f.Kind == model.ChangeExpr || f.Kind == model.DropUpdate {
		c.sites[key] = g
	}
	return g
}

func (c *Checker) group(all []evaluation, refs []int32) *classes {
	g := &classes{all: all, class: make([]int32, len(all))}
	table := newOutputTable()
	values := make([]int64, 0, len(refs)+1)
	for n, ctx := range all {
		values = values[:0]
		if len(refs) > 0 {
			c.x.enter(c.r, ctx, &c.s)
		}
		for _, r := range refs {
			values = append(values, c.r.env[r])
		}
		taken := int64(0)
		if ctx.taken {
			taken = 1
		}
		k := table.id(append(values, taken)) - 1 // number 0 is the empty list
		if int(k) == len(g.first) {
			g.first, g.size = append(g.first, int32(n)), append(g.size, 0)
		}
		g.class[n] = k
		g.size[k]++
	}
	return g
}

// differ compares two expressions in the loaded context.
func (c *Checker) differ(q, m *expr.Expr) bool {
	a, f := expr.Eval(q, c.r.env, model.Limit)
	b, g := expr.Eval(m, c.r.env, model.Limit)
	return a != b || (f == expr.NoFault) != (g == expr.NoFault)
}

// valueInfected compares what an assignment leaves, or what an argument shows, as the transition
// fires in the loaded context, with the mutant's. Where an assignment before it fails, the
// transition ends there and it is not evaluated. It may change the runner's values.
func (c *Checker) valueInfected(t *model.Transition, f *model.Fault) bool {
	m := c.x.m
	if f.Site.Kind == model.ArgSite {
		return c.r.update(t) && c.differ(t.At(f.Site), f.Now)
	}
	if !c.r.before(t.Updates[:f.Site.Index]) {
		return false
	}
	u := &t.Updates[f.Site.Index]
	a, ok := m.Stored(u.Var, u.Value, c.r.env)
	b, ok2 := c.without(t, f.Site.Index), true
	if f.Kind == model.ChangeExpr {
		b, ok2 = m.Stored(u.Var, f.Now, c.r.env)
	}
	return ok != ok2 || ok && a != b
}

// without gives the value that a variable has where an assignment to it is missing: what the
// assignments before it leave there, else the old value.
func (c *Checker) without(t *model.Transition, update int) int64 {
	v := t.Updates[update].Var
	for i := update - 1; i >= 0 && !c.x.m.Semantics.Sequential; i-- {
		if u := &t.Updates[i]; u.Var == v {
			left, _ := c.x.m.Stored(v, u.Value, c.r.env)
			return left
		}
	}
	return c.r.env[v]
}

// weak takes the least word to an infected evaluation.
func (c *Checker) weak(v *Verdict) {
	best := int32(-2)
	for i := range v.hits {
		h := &v.hits[i]
		for k, hit := range h.hit {
			if edge := h.all[h.first[k]].edge; hit && (best == -2 || edge < best) {
				best = edge
			}
		}
	}
	if best == -2 {
		return
	}
	v.WeakKilled = true
	v.Weak = c.wordOf(best)
}

// wordOf gives the canonical word whose last letter is that of an edge.
func (c *Checker) wordOf(edge int32) []int32 {
	if edge == startEdge {
		return []int32{}
	}
	return append(c.x.word(c.x.from(edge)), c.x.letter(edge))
}

// Word gives a verdict's word as letters.
func (c *Checker) Word(w []int32) []model.Letter {
	if w == nil {
		return nil
	}
	out := make([]model.Letter, 0, len(w))
	for _, i := range w {
		out = append(out, c.x.letters[i])
	}
	return out
}
