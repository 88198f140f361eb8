package tfsm

import "github.com/mutarium/mutarium/engine/sat"

// The dag encoding of "survives these tests". Prefixes are shared between tests; for each prefix and state
// of the mutation machine that can be met there is one literal
//
//	node(p, s, w)   in s with clock 0, and w of the wait before the prefix's last input is left
//	in(p, s)        the prefix's last input is read in s
//
// and clauses, in this direction only:
//
//	node(p,s,w) ∧ [delay of s > w]                → in(p,s)
//	node(p,s,w) ∧ delay of s = d ∧ target t, d ≤ w → node(p,t,w−d)
//	in(p,s)                                        → output of (s,i) is the expected one
//	in(p,s) ∧ target of (s,i) is t ∧ on(q)         → node(q,t,w′)   for each longer prefix q = p·(w′,i′)
//	on(p)                                          → in(p,s)        for some s
//
// A prefix counts only while on(q) is assumed; then so are the prefixes of q. So tests can be left
// out again, and a proof of completeness names the tests that it needs.
//
// The paper's formula ¬φ_α (Section 3.2) has one clause for each path of this graph that ends in a wrong
// output, which is exponentially many; the size here is linear in length × states × targets.

// A prefix is a node of the tree of tests.
type prefix struct {
	step     Step
	expected int     // output of the specification
	state    int     // of the specification, behind the step
	on       sat.Lit // turns the prefix on, and the shorter ones with it
	children []*prefix
	ins      []arrival // where the last input may be read
	inLit    map[int]sat.Lit
	nodes    map[waiting]sat.Lit
}

// An arrival is a state in which a prefix's last input may be read.
type arrival struct {
	state int
	lit   sat.Lit
}

// waiting is a state with clock 0 and the wait that is left.
type waiting struct {
	state int
	left  int64
}

// maxDag bounds the literals that one step of a test may cost. A test with a longer wait is not
// encoded beyond it but checked by running it; see solver.next.
const maxDag = 20_000

// A dag is the tree of all tests encoded so far.
type dag struct {
	e    *encoder
	root *prefix
}

func newDag(e *encoder) *dag {
	root := &prefix{state: e.d.Spec.Initial, on: e.solver.True()}
	root.ins = []arrival{{}}
	return &dag{e: e, root: root}
}

// add encodes a test. False when a wait is too long to be encoded; what comes before it is.
func (g *dag) add(test []Step) bool {
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
func (g *dag) find(test []Step) *prefix {
	at := g.root
	for _, step := range test {
		if at = at.child(step); at == nil {
			return nil
		}
	}
	return at
}

func (p *prefix) child(step Step) *prefix {
	for _, c := range p.children {
		if c.step == step {
			return c
		}
	}
	return nil
}

// grow adds a prefix behind another.
func (g *dag) grow(at *prefix, step Step) (*prefix, bool) {
	s, _ := g.e.d.Spec.Wait(at.state, step.Wait)
	c := &prefix{step: step, on: g.e.solver.NewLit(), inLit: map[int]sat.Lit{}, nodes: map[waiting]sat.Lit{}}
	c.expected, c.state = g.e.d.Spec.Step(s, step.Input)
	g.e.clause(c.on.Not(), at.on)
	w := weaver{encoder: g.e, p: c}
	if at == g.root {
		w.reach(waiting{g.e.d.Model.Initial, step.Wait}, c.on)
	}
	for _, a := range at.ins {
		if at != g.root {
			w.follow(a, at)
		}
	}
	if !w.weave() {
		return nil, false
	}
	w.somewhere()
	at.children = append(at.children, c)
	return c, true
}

// A weaver writes the clauses of one prefix.
type weaver struct {
	*encoder
	p    *prefix
	todo []waiting
}

// follow leads from a state in which the parent's input is read to the states behind it.
func (w *weaver) follow(a arrival, parent *prefix) {
	g := a.state*w.d.stride + parent.step.Input
	code := &w.groups[g]
	for _, c := range w.d.Groups[g].Choices {
		if c.Output == parent.expected {
			w.reach(waiting{c.To, w.p.step.Wait}, w.p.on, a.lit, code.targets.of(c.To))
		}
	}
}

// reach demands a node when all of the literals hold.
func (w *weaver) reach(n waiting, when ...sat.Lit) {
	lit, ok := w.p.nodes[n]
	if !ok {
		lit = w.solver.NewLit()
		w.p.nodes[n] = lit
		w.todo = append(w.todo, n)
	}
	w.implies(lit, when...)
}

// weave works off the nodes. False when there are too many.
func (w *weaver) weave() bool {
	for len(w.todo) > 0 {
		if len(w.p.nodes) > maxDag {
			return false
		}
		n := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		w.node(n, w.p.nodes[n])
	}
	return true
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

func (w *weaver) node(n waiting, lit sat.Lit) {
	g := w.d.timeouts(n.state)
	code := &w.groups[g]
	if longer := w.longer(code, n.left); longer != w.solver.False() {
		w.implies(w.read(n.state), lit, longer)
	}
	for k, c := range w.d.Groups[g].Choices {
		if int64(c.Delay) > n.left {
			continue
		}
		when := []sat.Lit{lit}
		for _, l := range w.not(g, k) {
			when = append(when, l.Not())
		}
		w.reach(waiting{c.To, n.left - int64(c.Delay)}, when...)
	}
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
