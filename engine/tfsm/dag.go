package tfsm

import (
	"github.com/mutarium/mutarium/engine/sat"
	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// The dag encoding of "survives these tests": the steps of all tests unrolled side by side, prefixes shared
// between them. For each prefix p, whose last input is i after the wait w, and state of the mutation machine
//
//	in(p, s)        i is read in s
//	behind(p, s)    it leads to s
//	after(s, w, t)  w after s was entered, no input having come, the machine is in t; shared by all tests
//
// and clauses, in this direction only:
//
//	behind(p,s) ∧ after(s,w′,t) ∧ on(q)            → in(q,t)        for each longer prefix q = p·(w′,i′)
//	in(p,s)                                        → output of (s,i) is the expected one
//	in(p,s) ∧ target of (s,i) is t                 → behind(p,t)
//	[delay of s > w]                               → after(s,w,s)
//	delay of s = d ∧ target t, d ≤ w ∧ after(t,w−d,u) → after(s,w,u)
//	on(p)                                          → in(p,s)        for some s
//
// A prefix counts only while on(q) is assumed; then so are the prefixes of q. So tests can be left
// out again, and a proof of completeness names the tests that it needs.
//
// The paper's formula ¬φ_α (Section 3.2) has one clause for each path of this graph that ends in a wrong
// output, which is exponentially many; the size here is linear in the length of the tests. That waits are coded
// once, not once for each test, is what makes long tests on chaos machines quick: what the solver learns of a
// wait serves wherever it recurs.

// A prefix is a node of the tree of tests.
type prefix struct {
	step     model.Step
	expected int     // output of the specification
	state    int     // of the specification, behind the step
	on       sat.Lit // turns the prefix on, and the shorter ones with it
	children []*prefix
	ins      []arrival // where the last input may be read
	inLit    map[int]sat.Lit
	ends     []arrival // where it may lead to
	behind   map[int]sat.Lit
}

// An arrival is a state in which the machine may be, with the literal that it is.
type arrival struct {
	state int
	lit   sat.Lit
}

// waiting is a state with clock 0 and the wait that is left.
type waiting struct {
	state int
	left  int64
}

// maxDag bounds what one wait may add to the table of waits, in pairs of an entry and a state. A test with a
// longer wait is not encoded beyond it but checked by running it; see surveyor.refute.
const maxDag = 100_000

// A dag is the tree of all tests encoded so far.
type dag struct {
	e     *encoder
	root  *prefix
	waits *waitTable
}

func newDag(e *encoder) *dag {
	root := &prefix{state: e.d.Spec.Initial, on: e.solver.True()}
	root.ends = []arrival{{e.d.Model.Initial, e.solver.True()}}
	return &dag{e: e, root: root, waits: &waitTable{e: e, known: map[waiting][]arrival{}, fire: map[int][]firing{}}}
}

// add encodes a test. False when a wait is too long to be encoded; what comes before it is.
func (g *dag) add(test []model.Step) bool {
	at := g.root
	for _, step := range test {
		next := at.child(step)
		if next == nil {
			var whole bool
			if next, whole = g.grow(at, step); !whole {
				return false
			}
		}
		at = next
	}
	return true
}

// find gives the prefix that a test ends in, or nil.
func (g *dag) find(test []model.Step) *prefix {
	at := g.root
	for _, step := range test {
		if at = at.child(step); at == nil {
			return nil
		}
	}
	return at
}

func (p *prefix) child(step model.Step) *prefix {
	for _, c := range p.children {
		if c.step == step {
			return c
		}
	}
	return nil
}

// grow adds a prefix behind another.
func (g *dag) grow(at *prefix, step model.Step) (*prefix, bool) {
	if !g.waits.fits(at, step.Wait) {
		return nil, false
	}
	s, _ := g.e.d.Spec.Wait(at.state, step.Wait)
	c := &prefix{step: step, on: g.e.solver.NewLit(), inLit: map[int]sat.Lit{}, behind: map[int]sat.Lit{}}
	c.expected, c.state = g.e.d.Spec.Step(s, step.Input)
	g.e.clause(c.on.Not(), at.on)
	w := weaver{encoder: g.e, p: c}
	for _, a := range at.ends {
		for _, r := range g.waits.after(waiting{a.state, step.Wait}) {
			w.implies(w.read(r.state), c.on, a.lit, r.lit)
		}
	}
	w.somewhere()
	w.follow()
	at.children = append(at.children, c)
	return c, true
}

// A weaver writes the clauses of one prefix.
type weaver struct {
	*encoder
	p *prefix
}

// follow leads from the states in which the prefix's last input is read to those behind it.
func (w *weaver) follow() {
	for _, a := range w.p.ins {
		g := a.state*w.d.stride + w.p.step.Input
		code := &w.groups[g]
		for _, c := range w.d.Groups[g].Choices {
			if c.Output != w.p.expected {
				continue
			}
			l, ok := w.p.behind[c.To]
			if !ok {
				l = w.solver.NewLit()
				w.p.behind[c.To] = l
				w.p.ends = append(w.p.ends, arrival{c.To, l})
			}
			w.implies(l, a.lit, code.targets.of(c.To))
		}
	}
}

// somewhere adds what follows from the rest, but is not found by propagation: the prefix's last input is
// read in one of the states in which it can be.
func (w *weaver) somewhere() {
	clause := []sat.Lit{w.p.on.Not()}
	for _, a := range w.p.ins {
		clause = append(clause, a.lit)
	}
	w.clause(clause...)
}

// read gives the literal "the input is read in this state", which demands the expected output.
func (w *weaver) read(state int) sat.Lit {
	if l, ok := w.p.inLit[state]; ok {
		return l
	}
	l := w.solver.NewLit()
	w.p.inLit[state] = l
	w.p.ins = append(w.p.ins, arrival{state, l})
	output := w.groups[state*w.d.stride+w.p.step.Input].outputs.of(w.p.expected)
	if output == 0 {
		output = w.solver.False()
	}
	w.implies(output, l)
	return l
}

// A waitTable holds the literals after(s, w, t), "w after s was entered, no input having come, the
// machine is in t", which all tests share.
type waitTable struct {
	e     *encoder
	known map[waiting][]arrival
	fire  map[int][]firing // by state
}

// A firing is a timeout that a state may have, with the literal that it has it.
type firing struct {
	delay int64
	to    int
	lit   sat.Lit
}

// fits tells whether a wait behind a prefix adds no more to the table than maxDag allows.
func (t *waitTable) fits(at *prefix, wait int64) bool {
	var todo []waiting
	for _, a := range at.ends {
		todo = append(todo, waiting{a.state, wait})
	}
	met := map[waiting]bool{}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if t.known[n] != nil || met[n] {
			continue
		}
		if met[n] = true; len(met)*len(t.e.d.Model.States) > maxDag {
			return false
		}
		for _, c := range t.e.d.Groups[t.e.d.timeouts(n.state)].Choices {
			if int64(c.Delay) <= n.left {
				todo = append(todo, waiting{c.To, n.left - int64(c.Delay)})
			}
		}
	}
	return true
}

// after gives the states in which a wait can end.
func (t *waitTable) after(n waiting) []arrival {
	if known, ok := t.known[n]; ok {
		return known
	}
	e := t.e
	lits := map[int]sat.Lit{}
	var ends []arrival
	end := func(state int) sat.Lit {
		l, ok := lits[state]
		if !ok {
			l = e.solver.NewLit()
			lits[state] = l
			ends = append(ends, arrival{state, l})
		}
		return l
	}
	longer := e.longer(&e.groups[e.d.timeouts(n.state)], n.left)
	if longer == e.solver.True() {
		ends = []arrival{{n.state, longer}}
		t.known[n] = ends
		return ends
	}
	if longer != e.solver.False() {
		e.implies(end(n.state), longer)
	}
	for _, f := range t.firings(n.state) {
		if f.delay > n.left {
			continue
		}
		for _, r := range t.after(waiting{f.to, n.left - f.delay}) {
			e.implies(end(r.state), f.lit, r.lit)
		}
	}
	t.known[n] = ends
	return ends
}

// firings gives a state's finite timeouts.
func (t *waitTable) firings(state int) []firing {
	if known, ok := t.fire[state]; ok {
		return known
	}
	e := t.e
	g := e.d.timeouts(state)
	var all []firing
	for k, c := range e.d.Groups[g].Choices {
		if c.Delay == model.Inf {
			continue
		}
		l := e.solver.NewLit()
		var when []sat.Lit
		for _, x := range e.not(g, k) {
			when = append(when, x.Not())
		}
		e.implies(l, when...)
		all = append(all, firing{int64(c.Delay), c.To, l})
	}
	t.fire[state] = all
	return all
}
