package tfsm

import (
	"math/big"

	"github.com/mutarium/mutarium/engine/sat"
	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// Idea: in a chaos machine all states but the initial one are interchangeable. Exchanging their names turns
// a mutant into another that shows the same, so of n of them each behaviour comes up to n! times. One of
// each is enough for the solver: the one whose names are in the order in which its table of transitions,
// read row by row, first mentions them.
//
// Source: numbering states in the order of first visit is folklore for enumerating automata (M. Almeida,
// N. Moreira, R. Reis, Enumeration and generation with a string automata representation, Theoretical
// Computer Science 2007, Section 3). The paper has nothing of this kind.
//
// Deviation: the mutation machine may allow less than everything, so which states are interchangeable is worked
// out, transposition by transposition; rows of other states come first, reached or not; and a row of a
// state that no row before it mentions, which is never visited, is fixed to one choice instead of being left free.

// A symmetry is a set of states that can be renamed into each other without changing the fault domain.
type symmetry struct {
	states  []int // x_0, x_1, …; the initial state is not among them
	number  []int // by state: its index in states, -1 outside
	rows    []int // all states: those outside first, then x_0, x_1, …
	neutral []int // by group of these states: a choice that leads to none of them; -1 elsewhere
}

// maxSymmetric bounds the states of machines that are looked at.
const maxSymmetric = 128

// symmetry finds the largest set of interchangeable states; nil when there are no two, or when one of them
// always leads to another of them.
func (d *Domain) symmetry() *symmetry {
	n := len(d.Model.States)
	if n > maxSymmetric {
		return nil
	}
	content := d.contents()
	var classes [][]int
	for s := range n {
		if s == d.Model.Initial {
			continue
		}
		at := -1
		for c, class := range classes {
			if at < 0 && d.interchangeable(content, class[0], s) {
				at = c
			}
		}
		if at < 0 {
			classes = append(classes, nil)
			at = len(classes) - 1
		}
		classes[at] = append(classes[at], s)
	}
	var largest []int
	for _, class := range classes {
		if len(class) > len(largest) {
			largest = class
		}
	}
	if len(largest) < 2 {
		return nil
	}
	return d.symmetryOf(largest)
}

// A behaviour is what a choice does, apart from the group it is in.
type behaviour struct {
	output int
	delay  model.Delay
	to     int // -1: infinite delay
}

func (c *Choice) behaviour() behaviour {
	if c.Delay == model.Inf {
		return behaviour{c.Output, model.Inf, -1}
	}
	return behaviour{c.Output, c.Delay, c.To}
}

// contents gives by group the weights of what its choices do.
func (d *Domain) contents() []map[behaviour]int {
	all := make([]map[behaviour]int, len(d.Groups))
	for g := range d.Groups {
		all[g] = make(map[behaviour]int, len(d.Groups[g].Choices))
		for c := range d.Groups[g].Choices {
			choice := &d.Groups[g].Choices[c]
			all[g][choice.behaviour()] = choice.Weight()
		}
	}
	return all
}

// interchangeable tells whether the domain stays what it is when two states exchange their names.
func (d *Domain) interchangeable(content []map[behaviour]int, a, b int) bool {
	swap := func(s int) int {
		switch s {
		case a:
			return b
		case b:
			return a
		}
		return s
	}
	for i := range d.stride { // the two rows first: they are the likeliest to differ
		if len(content[a*d.stride+i]) != len(content[b*d.stride+i]) {
			return false
		}
	}
	for g := range d.Groups {
		other := content[swap(d.Groups[g].State)*d.stride+g%d.stride]
		for c := range d.Groups[g].Choices {
			choice := &d.Groups[g].Choices[c]
			renamed := choice.behaviour()
			renamed.to = swap(renamed.to)
			if other[renamed] != choice.Weight() {
				return false
			}
		}
	}
	return true
}

func (d *Domain) symmetryOf(states []int) *symmetry {
	y := &symmetry{states: states, number: make([]int, len(d.Model.States)), neutral: make([]int, len(d.Groups))}
	for s := range y.number {
		y.number[s] = -1
	}
	for k, s := range states {
		y.number[s] = k
	}
	for s, k := range y.number {
		if k < 0 {
			y.rows = append(y.rows, s)
		}
	}
	y.rows = append(y.rows, states...)
	for g := range y.neutral {
		y.neutral[g] = -1
		if y.number[d.Groups[g].State] < 0 {
			continue
		}
		for c := range d.Groups[g].Choices {
			if y.leads(&d.Groups[g].Choices[c]) < 0 {
				y.neutral[g] = c
				break
			}
		}
		if y.neutral[g] < 0 {
			return nil
		}
	}
	return y
}

// leads gives the number of the interchangeable state that a choice leads to, -1 if there is none.
func (y *symmetry) leads(c *Choice) int {
	if c.Delay == model.Inf {
		return -1
	}
	return y.number[c.To]
}

// breakSymmetry leaves of the selections that differ by names alone the one in which x_k is first mentioned,
// by a row that is itself one of a state outside or of one mentioned before, only after x_(k-1).
func (e *encoder) breakSymmetry(y *symmetry) {
	if y == nil {
		return
	}
	seen := make([]sat.Lit, len(y.states)) // mentioned so far
	for k := range seen {
		seen[k] = e.solver.False()
	}
	for _, row := range y.rows {
		if k := y.number[row]; k >= 0 {
			e.fix(y, row, seen[k])
		}
		for g := row * e.d.stride; g < (row+1)*e.d.stride; g++ {
			e.mention(y, g, seen)
		}
	}
}

// fix holds the row of an interchangeable state to neutral choices unless the state is mentioned.
func (e *encoder) fix(y *symmetry, row int, mentioned sat.Lit) {
	for g := row * e.d.stride; g < (row+1)*e.d.stride; g++ {
		for _, l := range e.not(g, y.neutral[g]) {
			e.clause(mentioned, l.Not())
		}
	}
}

// mention demands that a group leads to no x_k before x_(k-1) is mentioned, and brings seen up to date.
func (e *encoder) mention(y *symmetry, g int, seen []sat.Lit) {
	leads := make([]sat.Lit, len(seen))
	for k, s := range y.states {
		leads[k] = e.leadsTo(g, s)
		if k > 0 {
			e.implies(seen[k-1], leads[k])
		}
	}
	for k, l := range leads {
		if l == e.solver.False() {
			continue
		}
		now := e.solver.NewLit()
		e.clause(now.Not(), seen[k], l)
		e.implies(now, seen[k])
		e.implies(now, l)
		seen[k] = now
	}
}

// leadsTo is the literal that a group leads to a state; an infinite timeout leads nowhere.
func (e *encoder) leadsTo(g, state int) sat.Lit {
	code := &e.groups[g]
	target := code.targets.of(state)
	if target == 0 {
		return e.solver.False()
	}
	if n := len(code.delays); e.d.Groups[g].Input < 0 && code.delays[n-1] == model.Inf {
		never := code.least[n-1]
		l := e.solver.NewLit()
		e.implies(target, l)
		e.implies(never.Not(), l)
		e.clause(l, target.Not(), never)
		return l
	}
	return target
}

// A counter counts the selections that those of some cubes are up to renaming.
type counter struct {
	d     *Domain
	y     *symmetry
	piece Cube
	ways  []*big.Int // by the number of states mentioned so far
	total *big.Int
}

// countRenamed gives the number of selections that conform, when the cubes hold all of those that conform
// and are as breakSymmetry leaves them. A selection that mentions k of the n states comes in n!/(n-k)!
// forms; the rows of the other states are free, where the one counted has them fixed. Pieces are disjoint.
func (d *Domain) countRenamed(y *symmetry, pieces []Cube) *big.Int {
	c := counter{d: d, y: y, total: new(big.Int)}
	for _, c.piece = range pieces {
		c.ways = make([]*big.Int, len(y.states)+1)
		for k := range c.ways {
			c.ways[k] = new(big.Int)
		}
		c.ways[0].SetInt64(1)
		for _, row := range y.rows {
			if k := y.number[row]; k >= 0 {
				c.end(k)
			}
			for g := row * d.stride; g < (row+1)*d.stride; g++ {
				c.group(g)
			}
		}
		c.end(len(y.states))
	}
	return c.total
}

// end adds up the selections that mention k states in all, at the row of x_k.
func (c *counter) end(k int) {
	n := c.ways[k]
	for _, s := range c.y.states[k:] {
		for g := s * c.d.stride; g < (s+1)*c.d.stride; g++ {
			if !c.piece.allows(g, c.y.neutral[g]) {
				n.SetInt64(0)
			}
			n.Mul(n, big.NewInt(c.d.Groups[g].weight()))
		}
	}
	for i := range k {
		n.Mul(n, big.NewInt(int64(len(c.y.states)-i)))
	}
	c.total.Add(c.total, n)
	n.SetInt64(0)
}

// group lets a group take each choice that the piece allows.
func (c *counter) group(g int) {
	leads := make([]int64, len(c.y.states)) // weight of the choices that lead to x_k
	elsewhere := int64(0)
	for k := range c.d.Groups[g].Choices {
		choice := &c.d.Groups[g].Choices[k]
		if !c.piece.allows(g, k) {
			continue
		}
		if x := c.y.leads(choice); x >= 0 {
			leads[x] += int64(choice.Weight())
		} else {
			elsewhere += int64(choice.Weight())
		}
	}
	same := elsewhere
	next := make([]*big.Int, len(c.ways))
	for k := range next {
		next[k] = new(big.Int).Mul(c.ways[k], big.NewInt(same))
		if k > 0 {
			next[k].Add(next[k], new(big.Int).Mul(c.ways[k-1], big.NewInt(leads[k-1])))
		}
		if k < len(leads) {
			same += leads[k]
		}
	}
	c.ways = next
}
