package tfsm

import (
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// The paper's own encoding, for machines small enough to look at: the combs of the mutation machine that
// a test reveals (Section 3.1), the part of the distinguishing automaton that they are read from
// (Definition 8), and the clauses they become (Section 3.2).
//
// Repairs. Definition 6 must say "with the same input". Definition 7 takes combs of which no prefix
// reveals; all prefixes of the test are searched, else Theorem 3.1 fails. A timeout permits waiting when
// its delay is greater than the clock. The arcs of R3 between two infinite timeouts, and of R5 and R7
// beyond, allow waiting and lead nowhere. And the search carries the choices made so far, which the
// automaton forgets after R6.

// A Comb is a sequence of transitions of one mutant that shows an unexpected output.
type Comb struct {
	Transitions []int // indices in the model
	Input       int   // of the test: where the output is unexpected, from 0
}

// Bounds of the search.
const (
	maxCombs = 2_000
	maxForks = 400_000
)

// Combs is what a test shows of a domain.
type Combs struct {
	Combs []Comb
	Whole bool // all combs were found
	Graph *report.Graph
}

// A comber searches depth first through the mutation machine along a test.
type comber struct {
	d        *Domain
	test     []model.Step
	expected []int
	choice   map[int]int // group → transition taken
	comb     []int
	out      Combs
	forks    int
	nodes    map[string]bool
	edges    map[report.GraphEdge]bool
}

// A spot is a state (s, m, xs, xm) of the distinguishing automaton; a clock of -1 is ∞.
type spot struct {
	s, m   int
	xs, xm model.Delay
}

// Combs searches the combs that a test reveals.
func (d *Domain) Combs(test []model.Step) Combs {
	c := &comber{d: d, test: test, expected: d.Spec.Run(test), choice: map[int]int{},
		nodes: map[string]bool{}, edges: map[report.GraphEdge]bool{}}
	c.out.Whole = true
	c.out.Graph = &report.Graph{Edges: []report.GraphEdge{}, Nodes: []report.GraphNode{}}
	start := spot{s: d.Spec.Initial, m: d.Model.Initial}
	c.node(start)
	c.out.Graph.Nodes[0].Initial = true
	if len(test) > 0 {
		c.wait(0, model.Delay(test[0].Wait), start)
	}
	return c.out
}

// fork tells whether the search may go on.
func (c *comber) fork() bool {
	c.forks++
	if c.forks > maxForks || len(c.out.Combs) >= maxCombs {
		c.out.Whole = false
	}
	return c.out.Whole
}

// with follows a transition if the choices so far allow it.
func (c *comber) with(n int, follow func(t model.Transition)) {
	t := c.d.Model.Transitions[n]
	g := c.d.groupOf(t)
	taken, before := c.choice[g]
	if before && taken != n || !c.fork() {
		return
	}
	c.choice[g] = n
	follow(t)
	if !before {
		delete(c.choice, g)
	}
}

// members lists the transitions of a group in the order of the model.
func (c *comber) members(g int) []int {
	var list []int
	for n, t := range c.d.Model.Transitions {
		if c.d.groupOf(t) == g && !t.Protected {
			list = append(list, n)
		}
	}
	return list
}

// wait lets the rest of a wait pass, rules R3 to R7, and then reads input k of the test.
func (c *comber) wait(k int, left model.Delay, at spot) {
	for _, n := range c.members(c.d.timeouts(at.m)) {
		c.with(n, func(t model.Transition) {
			ds := c.d.Spec.Delay[at.s]
			rs, rm := remaining(ds, at.xs), remaining(t.Delay, at.xm)
			if rm <= 0 {
				return
			}
			to, rule := c.fire(at, t, rs, rm)
			d := min(rs, rm)
			c.edge(at, to, d.Shown()+" ["+t.ID+"] ("+rule+")", d > left)
			switch {
			case d > left:
				c.push(n, func() { c.read(k, at) })
			case rm <= rs:
				c.push(n, func() { c.wait(k, left-d, to) })
			default:
				c.wait(k, left-d, to)
			}
		})
	}
}

// fire gives the state after the smaller of two remaining delays, and the rule.
func (c *comber) fire(at spot, t model.Transition, rs, rm model.Delay) (spot, string) {
	next := at
	switch {
	case rs == model.Inf && rm == model.Inf:
		return at, "R3"
	case rs == rm:
		return spot{s: int(c.d.Spec.After[at.s]), m: t.To}, "R3"
	case rm < rs && rs != model.Inf:
		next.m, next.xm, next.xs = t.To, 0, at.xs+rm
		return next, "R4"
	case rm < rs:
		next.m, next.xm, next.xs = t.To, 0, -1
		return next, "R5"
	case rm != model.Inf:
		next.s, next.xs, next.xm = int(c.d.Spec.After[at.s]), 0, at.xm+rs
		return next, "R6"
	}
	next.s, next.xs, next.xm = int(c.d.Spec.After[at.s]), 0, -1
	return next, "R7"
}

func (c *comber) push(n int, follow func()) {
	c.comb = append(c.comb, n)
	follow()
	c.comb = c.comb[:len(c.comb)-1]
}

// read applies input k, rules R1 and R2.
func (c *comber) read(k int, at spot) {
	input := c.test[k].Input
	_, s := c.d.Spec.Step(at.s, input)
	for _, n := range c.members(at.m*c.d.stride + input) {
		c.with(n, func(t model.Transition) {
			c.push(n, func() {
				label := c.d.Model.Inputs[input] + " [" + t.ID + "]"
				if t.Output != c.expected[k] {
					c.detected(at, label+" (R2)")
					c.out.Combs = append(c.out.Combs, Comb{append([]int(nil), c.comb...), k})
					return
				}
				to := spot{s: s, m: t.To}
				c.edge(at, to, label+" (R1)", false)
				if k+1 < len(c.test) {
					c.wait(k+1, model.Delay(c.test[k+1].Wait), to)
				}
			})
		})
	}
}

const sink = "∇"

func (c *comber) detected(at spot, label string) {
	if !c.nodes[sink] {
		c.nodes[sink] = true
		c.out.Graph.Nodes = append(c.out.Graph.Nodes, report.GraphNode{ID: sink, Label: sink, Tone: "bad"})
	}
	c.link(report.GraphEdge{From: c.node(at), To: sink, Label: label, Tone: "bad"})
}

// edge draws an arc; one that is not followed to its end is dashed.
func (c *comber) edge(from, to spot, label string, dashed bool) {
	c.link(report.GraphEdge{From: c.node(from), To: c.node(to), Label: label, Dashed: dashed})
}

func (c *comber) link(e report.GraphEdge) {
	other := e
	other.Dashed = !e.Dashed
	if c.edges[e] || e.Dashed && c.edges[other] {
		return
	}
	c.edges[e] = true
	c.out.Graph.Edges = append(c.out.Graph.Edges, e)
}

func (c *comber) node(at spot) string {
	id := c.d.Model.States[at.s] + "," + c.d.Model.States[at.m] + "," + at.xs.Shown() + "," + at.xm.Shown()
	if !c.nodes[id] {
		c.nodes[id] = true
		c.out.Graph.Nodes = append(c.out.Graph.Nodes, report.GraphNode{ID: id, Label: id})
	}
	return id
}

// Names writes a comb by the names of its transitions.
func (d *Domain) Names(c Comb) string {
	names := make([]string, len(c.Transitions))
	for i, n := range c.Transitions {
		names[i] = d.Model.Transitions[n].ID
	}
	return strings.Join(names, " ")
}

// Clause writes the clause of ¬φ_α that a comb becomes: not all of its suspicious transitions.
func (d *Domain) Clause(c Comb) string {
	var lits []string
	for _, n := range c.Transitions {
		t := d.Model.Transitions[n]
		if lit := "¬" + t.ID; d.IsSuspicious(t) && !slices.Contains(lits, lit) {
			lits = append(lits, lit)
		}
	}
	return "(" + strings.Join(lits, " ∨ ") + ")"
}

// MutantClauses writes φ_M of Section 3.3: exactly one transition of each group, and not all of the
// specification's.
func (d *Domain) MutantClauses() []string {
	var clauses []string
	var own []string
	for g := range d.Groups {
		var ids []string
		for _, n := range (&comber{d: d}).members(g) {
			t := d.Model.Transitions[n]
			ids = append(ids, t.ID)
			if !t.Mutated {
				own = append(own, "¬"+t.ID)
			}
		}
		for i := range ids {
			for _, other := range ids[i+1:] {
				clauses = append(clauses, "(¬"+ids[i]+" ∨ ¬"+other+")")
			}
		}
		clauses = append(clauses, "("+strings.Join(ids, " ∨ ")+")")
	}
	return append(clauses, "("+strings.Join(own, " ∨ ")+")")
}

// DagSize counts the clauses that the dag encoding needs for a test; false when a wait is too long.
func (d *Domain) DagSize(test []model.Step) (int, bool) {
	e := newEncoder(d)
	e.written = 0
	ok := newDag(e).add(test)
	return e.written, ok
}
