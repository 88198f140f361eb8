package efsm

import "github.com/mutarium/mutarium/engine/sat"

// How the SAT engine proves that nothing more is to be found; bmc.go says what is tried.

// induction tries to show that nothing more is to be found, by k steps from any pair of states.
func (q *query) induction(k int) {
	if k == 1 {
		q.hopeless = !q.within()
	}
	if q.hopeless || q.v.Proved && q.weakDone && q.stateDone {
		return
	}
	if q.u.free == nil {
		q.u.free = q.from(q.u.mutants)
	}
	f := q.u.free
	f.to(k + 1)
	open := func(i int) sat.Lit { return f.s.Or(f.spec[i].open, f.impl[i].open) }
	if !q.weakDone && q.inductive(k, func(i int) sat.Lit { return f.s.Or(f.infection(q.sel, i), open(i)) }, nil, false) {
		q.v.Proved, q.v.WeakProved, q.weakDone, q.stateDone = true, true, true, true
		return
	}
	apart := func(matters []bool) func(i int) sat.Lit {
		return func(i int) sat.Lit { return f.s.Or(f.statesDiffer(i, matters), f.shownDiffer(i), open(i)) }
	}
	if !q.v.Proved && q.equalSoFar(k) && q.inductive(k, apart(q.u.matters), q.u.matters, true) {
		q.v.Proved = true
	}
	if !q.stateDone && q.v.StateLength < 0 && q.inductive(k, apart(nil), nil, true) {
		q.v.Proved, q.stateDone = true, true
	}
	if !q.v.Proved && q.v.StateLength >= 0 {
		q.v.Proved = q.inductive(k, func(i int) sat.Lit { return f.s.Or(f.shownDiffer(i), open(i)) }, nil, false)
	}
}

// from unrolls steps of some mutants from any states, the original's among those it may reach.
func (q *query) from(mutants []mutantOf) *sideBySide {
	if !q.explored {
		q.reached = reachable(q.m, q.ctx, q.chain())
		q.explored = q.ctx.Err() == nil
	}
	b := newSideBySide(q.m, mutants, true, q.chain())
	if q.reached != nil {
		b.s.AddClause(q.reached.holds(b.s, b.pair(0, false)))
	}
	return b
}

// within asks what can happen in one step from a region that holds all pairs of states that are
// reached. It is false when some word already shows that the outputs differ.
func (q *query) within() bool {
	g := newRegion(q.m, true)
	if !g.walk(q.m, Mutant(q.m, q.changes...)) {
		return false
	}
	if q.v.Proved {
		return true
	}
	b := q.from(q.u.mutants[q.sel : q.sel+1])
	b.to(1)
	ask := func(given ...sat.Lit) sat.Result {
		if q.ask(b.s, append(b.chosen(0), given...)) {
			return sat.Sat
		}
		if q.v.Reason != "" {
			return sat.Unknown
		}
		return sat.Unsat
	}
	bad := b.s.Or(b.shownDiffer(1), b.spec[1].open, b.impl[1].open)
	q.v.Proved = q.v.Proved || g.close(b, true, bad, ask)
	return true
}

// equalSoFar is the base of the second induction: states agree, where it matters, for k steps.
func (q *query) equalSoFar(k int) bool {
	b := q.u.base
	differ := b.s.False()
	for i := range k + 1 {
		differ = b.s.Or(differ, b.statesDiffer(i, q.u.matters))
	}
	return !q.ask(b.s, append(b.chosen(q.sel), differ)) && q.v.Reason == ""
}

// inductive asks whether something can happen in step k+1 after k steps without it, along states
// that are pairwise different. With equal set, the states before the first step agree on the
// variables that matter, and only those count.
func (q *query) inductive(k int, happens func(i int) sat.Lit, matters []bool, equal bool) bool {
	f := q.u.free
	goal := f.chosen(q.sel)
	if equal {
		goal = append(goal, f.statesDiffer(0, matters).Not())
	}
	for i := 1; i <= k; i++ {
		goal = append(goal, happens(i).Not())
	}
	for i := range k + 1 {
		for j := range i {
			goal = append(goal, f.changed(i, j, matters))
		}
	}
	return !q.ask(f.s, append(goal, happens(k+1))) && q.v.Reason == ""
}

// changed tells that the pairs of states after i and after j steps are not the same.
func (b *sideBySide) changed(i, j int, matters []bool) sat.Lit {
	differ := b.s.False()
	for _, run := range [][]symStep{b.spec, b.impl} {
		x, y := &run[i].next, &run[j].next
		differ = b.s.Or(differ, b.s.Eq(x.loc, y.loc).Not())
		for v := range x.vals {
			if matters == nil || matters[v] {
				differ = b.s.Or(differ, b.s.Eq(x.vals[v], y.vals[v]).Not())
			}
		}
	}
	return differ
}
