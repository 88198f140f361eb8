package action

import (
	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/sat"
)

// A move is a step as a circuit: which entry, which arguments of its events, where it leads.
type move struct {
	which sat.Vec
	args  []sat.Vec // as many as any entry has; an entry uses the first ones
	run
}

// move makes a step of the model from a state.
func (e encoder) move(pre []sat.Vec) move {
	n := len(e.m.Entries)
	mv := move{which: e.s.NewVec(0, int64(n-1)), args: e.freshArgs(e.m.Entries...)}
	start := run{e.s.True(), pre}
	mv.run = e.chooseEntry(e.m.Entries[n-1], mv.args, start)
	for i := n - 2; i >= 0; i-- {
		this := e.s.Eq(mv.which, e.s.Num(int64(i)))
		mv.run = e.merge(this, e.chooseEntry(e.m.Entries[i], mv.args, start), mv.run)
	}
	return mv
}

// freshArgs gives variables for the arguments of any of these entries.
func (e encoder) freshArgs(entries ...*model.Entry) (args []sat.Vec) {
	var hull []model.Range
	for _, x := range entries {
		for i, r := range x.Ranges() {
			if i == len(hull) {
				hull = append(hull, r)
			}
			hull[i].Lo, hull[i].Hi = min(hull[i].Lo, r.Lo), max(hull[i].Hi, r.Hi)
		}
	}
	for _, r := range hull {
		args = append(args, e.s.NewVec(r.Lo, r.Hi))
	}
	return args
}

// A deviation is a step that one model can make by some entry and the other one by none.
type deviation struct {
	entry int
	args  []sat.Vec
	holds sat.Lit
}

// deviating are the deviations in one state.
type deviating struct {
	all  []deviation
	some sat.Lit // there is one
}

// deviations are the steps from a state by the given entries of one model that another model does
// not have: no entry with the same events leads from there with these arguments to the same state
// (D2, D3).
func deviations(has, lacks encoder, entries []int, pre []sat.Vec) deviating {
	d := deviating{some: has.s.False()}
	for _, i := range entries {
		x := has.m.Entries[i]
		args := has.freshArgs(x)
		r := has.chooseEntry(x, args, run{has.s.True(), pre})
		holds := has.s.And(r.ok, lacks.allows(model.EventsName(x), args, pre, r.state).Not())
		d.all = append(d.all, deviation{i, args, holds})
		d.some = has.s.Or(d.some, holds)
	}
	return d
}

// A direction says which model deviates from which: the mutant from the original by the wrong
// steps of Definition 4.1, the original from the mutant by the behaviour that is lost.
type direction struct {
	has, lacks *model.Model
	entries    []int // of has: the others are in lacks too
	made       map[*room]deviating
}

func wrongSteps(v *model.Variant) *direction {
	return &direction{v.Impl, v.Spec, v.Changed, map[*room]deviating{}}
}

func lostSteps(v *model.Variant) *direction {
	return &direction{v.Spec, v.Impl, v.Gone, map[*room]deviating{}}
}

// in gives the deviations in the state of a room's probe.
func (d *direction) in(r *room) deviating {
	made, ok := d.made[r]
	if !ok {
		before := r.s.Gates()
		made = deviations(encoder{r.s, d.has}, encoder{r.s, d.lacks}, d.entries, r.probe)
		d.made[r] = made
		r.mutants += r.s.Gates() - before
	}
	return made
}

// allows holds when the model has a step with these events and arguments between the states.
func (e encoder) allows(events string, args, pre, post []sat.Vec) sat.Lit {
	some := e.s.False()
	for _, x := range e.m.Entries {
		if model.EventsName(x) != events {
			continue
		}
		e.eachEntry(x.Items, args, run{e.s.True(), pre}, func(r run) {
			some = e.s.Or(some, e.s.And(r.ok, e.s.EqAll(r.state, post)))
		})
	}
	return some
}
