package tfsm

import (
	"context"

	"github.com/mutarium/mutarium/engine/sat"
	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// The second check by unrolling: every test is written out tick by tick, by one literal for each state and clock that
// a mutant can be in, nothing is shared between tests, and one literal says which choice a group takes. That is
// what Section 2.1 of the paper says of a run, and nothing cleverer; it is larger than the dag encoding
// by the length of the
// waits, so it is bounded.

// maxUnrolled bounds the clauses that are written.
const maxUnrolled = 2_000_000

// An unroller writes tests.
type unroller struct {
	*encoder
	takes [][]sat.Lit // by group and choice; made where they are needed
}

// A presence is a state and a clock in which a mutant may be, with the literal that it is.
type presence struct {
	state int
	clock model.Delay
	lit   sat.Lit
}

// presences are those of one instant, in the order in which they were met.
type presences struct {
	list  []presence
	index map[presence]int // by state and clock
}

// unrolled lets a solver that knows the tests written out look for a mutant that survives them, until none is
// left but those that conform; false when a bound was met.
func (d *Domain) unrolled(ctx context.Context, tests [][]model.Step, b Budget) (Recheck, bool) {
	x := newExaminer(d, tests, Unrolling)
	u := &unroller{encoder: newEncoder(d), takes: make([][]sat.Lit, len(d.Groups))}
	b.bound(u.solver)
	for i, t := range tests {
		if !u.test(t, x.expected[i]) {
			return x.r, false
		}
	}
	w := newWidener(d)
	for {
		switch u.solver.Solve(ctx) {
		case sat.Unsat:
			x.r.Kills, x.r.Alone, x.r.Detected, x.r.Conform = nil, nil, nil, nil
			return x.r, true
		case sat.Unknown:
			x.r.ended(u.whyUnknown(ctx))
			return x.r, false
		}
		x.r.Examined++
		sel := u.selection()
		d.fill(x.impl, sel)
		if x.product.Distinguish(x.impl) != nil || x.product.Beyond {
			x.r.Holds, x.r.Witness = false, sel
			return x.r, !x.product.Beyond
		}
		u.block(w.widen(sel, x.product.used))
	}
}

// test demands that a test does not detect the mutant. False when that takes too much.
func (u *unroller) test(t []model.Step, expected []int) bool {
	now := &presences{list: []presence{{u.d.Model.Initial, 0, u.solver.True()}}}
	for k, step := range t {
		for range step.Wait {
			if now = u.tick(now); u.written > maxUnrolled {
				return false
			}
		}
		now = u.read(now, step.Input, expected[k])
	}
	return true
}

// tick lets one unit of time pass.
func (u *unroller) tick(now *presences) *presences {
	next := &presences{}
	for _, p := range now.list {
		g := u.d.timeouts(p.state)
		stays := []sat.Lit{p.lit.Not()}
		last := model.Delay(0)
		for k, c := range u.d.Groups[g].Choices {
			if c.Delay != model.Inf {
				last = max(last, c.Delay)
			}
			if c.Delay == p.clock+1 {
				u.implies(u.at(next, c.To, 0), p.lit, u.taken(g, k))
				stays = append(stays, u.taken(g, k))
			}
		}
		u.clause(append(stays, u.at(next, p.state, min(p.clock+1, last)))...)
	}
	return next
}

// read lets an input come.
func (u *unroller) read(now *presences, input, expected int) *presences {
	next := &presences{}
	for _, p := range now.list {
		g := p.state*u.d.stride + input
		for k, c := range u.d.Groups[g].Choices {
			if c.Output == expected {
				u.implies(u.at(next, c.To, 0), p.lit, u.taken(g, k))
			} else {
				u.clause(p.lit.Not(), u.taken(g, k).Not())
			}
		}
	}
	return next
}

// at gives the literal of a state and a clock at an instant.
func (u *unroller) at(when *presences, state int, clock model.Delay) sat.Lit {
	key := presence{state: state, clock: clock}
	if i, ok := when.index[key]; ok {
		return when.list[i].lit
	}
	if when.index == nil {
		when.index = map[presence]int{}
	}
	when.index[key] = len(when.list)
	when.list = append(when.list, presence{state, clock, u.solver.NewLit()})
	return when.list[len(when.list)-1].lit
}

// taken is the literal that a group takes a choice.
func (u *unroller) taken(g, k int) sat.Lit {
	if u.takes[g] == nil {
		u.takes[g] = make([]sat.Lit, len(u.d.Groups[g].Choices))
	}
	if u.takes[g][k] == 0 {
		l := u.solver.NewLit()
		u.takes[g][k] = l
		not := u.not(g, k)
		for _, n := range not {
			u.clause(l.Not(), n.Not())
		}
		u.clause(append(not, l)...)
	}
	return u.takes[g][k]
}
