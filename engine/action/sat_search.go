package action

import (
	"context"
	"slices"
	"strconv"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/sat"
)

// The search for a deviation in a state that the original reaches.
//
// Idea: bounded search for the shortest way, and between its steps proofs that there is none, so that it
// ends: that no state at all has a deviation, none inside an invariant, or none by induction over
// several steps.
//
// Source: A. Biere, A. Cimatti, E. M. Clarke and Y. Zhu, "Symbolic model checking without BDDs", TACAS 1999;
// M. Sheeran, S. Singh and G. Stålmarck, "Checking safety properties using induction and a SAT-solver",
// FMCAD 2000.
//
// Deviation: what a mutant changes is no part of the runs, only of the state at their end. So one unrolling
// serves all mutants, and an invariant of the original strengthens all inductions.
//
// Questions are about one state, the probe. What is asked about a mutant is a circuit over it; where
// the probe lies is an assumption. There are three rooms, each a solver with the original in it, that
// differ in where the probe can be put: anywhere at all or inside the invariant; k steps from the
// initial state; k steps from anywhere inside the invariant.

// A chain is an unrolling of the original.
type chain struct {
	enc   encoder
	run   *sat.Unrolling
	moves []move
	legal []sat.Lit // by k: the first k moves are steps, and what else is demanded of the states
}

func newChain(enc encoder, first []sat.Vec) *chain {
	c := &chain{enc: enc, legal: []sat.Lit{enc.s.True()}}
	c.run = enc.s.Unroll(first, func(k int, pre []sat.Vec) []sat.Vec {
		mv := enc.move(pre)
		c.moves = append(c.moves, mv)
		c.legal = append(c.legal, enc.s.And(c.legal[k], mv.ok))
		return mv.state
	})
	return c
}

// A room is a solver with the original in it. Mutants are added until they outweigh the original,
// then a new room is opened: what a solver learned is of use, but each model it finds gives values
// to all that it ever saw.
type room struct {
	s       *sat.Solver
	spec    encoder
	probe   []sat.Vec
	chain   *chain    // nil: the probe lies anywhere
	at      []sat.Lit // by k: the probe is at the end of k legal moves
	mutants int       // gates of mutants
}

// newRoom opens a room whose chain begins in a state, or one without a chain.
func newRoom(m *model.Model, first func(encoder) []sat.Vec) *room {
	s := sat.New()
	r := &room{s: s, spec: encoder{s, m}}
	r.probe = r.spec.anywhere()
	if first != nil {
		r.chain = newChain(r.spec, first(r.spec))
	}
	return r
}

// full tells that it is time for a new room.
func (r *room) full() bool { return r.mutants > max(leastFull, r.s.Gates()/2) }

// anywhere is a fresh state: any values of the types.
func (e encoder) anywhere() (state []sat.Vec) {
	for _, v := range e.m.Vars {
		state = append(state, e.s.NewVec(v.Lo, v.Hi))
	}
	return state
}

func (e encoder) initial() []sat.Vec { return e.concrete(e.m.Init) }

func (e encoder) concrete(vals []int64) (state []sat.Vec) {
	for _, v := range vals {
		state = append(state, e.s.Num(v))
	}
	return state
}

// after puts the probe k steps from the beginning of the chain.
func (r *room) after(k int) sat.Lit {
	for len(r.at) <= k {
		n := len(r.at)
		at := r.s.NewLit()
		r.s.Link(at, r.chain.run.State(n), r.probe)
		r.s.AddClause(at.Not(), r.chain.legal[n])
		r.at = append(r.at, at)
	}
	return r.at[k]
}

// behind puts it there in a chain through pairwise different states inside the invariant.
func (r *room) behind(k int, inv invariant) sat.Lit {
	for n := len(r.at); n <= k; n++ {
		state := r.chain.run.State(n)
		legal := r.s.And(r.chain.legal[n], inv.holds(r.spec, state))
		for i := range n {
			legal = r.s.And(legal, r.s.EqAll(r.chain.run.State(i), state).Not())
		}
		r.chain.legal[n] = legal
		r.after(n)
	}
	return r.at[k]
}

// A finding is what the search for a deviation ended with.
type finding struct {
	depth  int    // steps to the nearest state with one; negative: none was found
	none   claim  // why there is none, when none was found
	budget string // the budget that ended the search, or ""
}

// A claim says that no reachable state has a deviation, and how to check it.
type claim struct {
	how   string
	steps int // with byInduction and byUnrolling
}

const (
	nowhere     = "nowhere"   // no state of the types has one
	byInvariant = "invariant" // no state inside the invariant has one

	// None less than n steps from the start has one, nor any at the end of n steps between different
	// states inside the invariant.
	byInduction = "induction"

	byUnrolling = "unrolled" // none up to n steps from the start has one: no proof, the verdict is open
)

// String spells a claim as evidence does: invariant, induction 8.
func (c claim) String() string {
	if c.how == byInduction || c.how == byUnrolling {
		return c.how + " " + strconv.Itoa(c.steps)
	}
	return c.how
}

// none is the finding that there is no deviation.
func none(how string, steps int) finding { return finding{depth: -1, none: claim{how, steps}} }

// open is a finding that a budget ended.
func open(within int, budget string) finding {
	return finding{depth: -1, none: claim{byUnrolling, within}, budget: budget}
}

// proved tells a claim about all reachable states.
func (c claim) proved() bool { return c.how != byUnrolling }

// A query is the search on behalf of one mutant.
type query struct {
	*symbolic
	ctx   context.Context
	calls int // questions asked, those for canonical witnesses not counted
}

// ask puts one question; it is not ok when the budget is spent or the context done.
func (q *query) ask(r *room, lits ...sat.Lit) (yes, ok bool) {
	if q.calls == q.lim.calls {
		return false, false
	}
	q.calls++
	res := r.s.Solve(q.ctx, lits...)
	return res == sat.Sat, res != sat.Unknown
}

// patience is how many steps are searched before an invariant is looked for: most mutants that are
// killed are so by then.
const patience = 2

// inductions are the numbers of steps over which an induction is tried. One over more steps proves
// all that one over less does; but among wide states almost any are different, and many steps, or
// large ones, only make the question hard.
func inductions(m *model.Model, gates int) []int {
	steps := []int{8, longestInduction}
	if stateBits(m) > narrow {
		steps = []int{4}
	}
	return slices.DeleteFunc(steps, func(n int) bool { return n*gates > inducedSize })
}

const longestInduction = 16

// nearest searches for the nearest state with a deviation, and between for proofs that there is
// none. With a depth asked for, induction is not tried: what it would prove lies beyond.
func (q *query) nearest(d *direction) finding {
	if f, done := q.refute(q.hall, d, claim{how: nowhere}, -1); done {
		return f
	}
	for k := 0; k <= q.lim.horizon; k++ {
		yes, ok := q.ask(q.start, q.start.after(k), d.in(q.start).some)
		switch {
		case !ok:
			return open(k-1, budgetCalls)
		case yes:
			return finding{depth: k}
		case q.lim.bounded:
			continue
		}
		if k == min(patience, q.lim.horizon) {
			inside := q.invariant(q.ctx).holds(q.hall.spec, q.hall.probe)
			if f, done := q.refute(q.hall, d, claim{how: byInvariant}, k, inside); done {
				return f
			}
		}
		if slices.Contains(q.lim.inductions, k+1) {
			behind := q.tail.behind(k+1, q.invariant(q.ctx))
			if f, done := q.refute(q.tail, d, claim{byInduction, k + 1}, k, behind); done {
				return f
			}
		}
	}
	if q.lim.bounded {
		return open(q.lim.horizon, budgetDepth)
	}
	return open(q.lim.horizon, budgetDepth)
}

// refute tries to prove a claim: that there is no deviation where the probe is put. It is done when
// it did, or when the budget is spent, with no deviation within so many steps.
func (q *query) refute(r *room, d *direction, c claim, within int, where ...sat.Lit) (f finding, done bool) {
	yes, ok := q.ask(r, append(where, d.in(r).some)...)
	switch {
	case !ok:
		return open(within, budgetCalls), true
	case !yes:
		return none(c.how, c.steps), true
	}
	return finding{}, false
}
