package efsm

import (
	"context"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/sat"
)

// The SAT engine, for domains too wide to enumerate. It unrolls original and mutants side by side
// and asks for growing k whether a step can be infected, leave different states, show different
// outputs. A kill found is the shortest, narrowed down to the least word. "Not within k" becomes
// "equivalent" only by induction (Sheeran, Singh, Stålmarck, Checking safety properties using
// induction and a SAT-solver, FMCAD 2000): after k steps in which something did not happen, from any
// state and along different states, it can not happen in the next one. "Any state" is one of a region
// that holds all that are reached (region.go). Tried are: equal outputs from a region of pairs; no
// infection; equal states, as far as variables can matter; equal outputs.

// Defaults of the SAT engine.
const (
	DefaultDepth    = 12
	DefaultSATCalls = 400 // questions for each mutant
	maxInduction    = 2   // steps of an induction
)

// A Symbolic judges mutants by SAT. It holds the unrolling of one transition's mutants at a time.
type Symbolic struct {
	m        *model.Machine
	depth    int
	calls    int
	changes  map[int][]Change // by transition
	shared   *unrolled
	sharedOf int

	explored bool
	reached  *region // what the original reaches, nil when not known
}

// NewSymbolic prepares the engine. Zero budgets are the defaults.
func NewSymbolic(m *model.Machine, depth, calls int) *Symbolic {
	if depth <= 0 {
		depth = DefaultDepth
	}
	if calls <= 0 {
		calls = DefaultSATCalls
	}
	return &Symbolic{m: m, depth: depth, calls: calls, sharedOf: -1}
}

// chain is how many internal transitions of one step are followed where they are circular.
func (y *Symbolic) chain() int { return 2 * y.depth }

// A SymbolicVerdict is what the SAT engine knows of a mutant. Words are nil where none was found.
type SymbolicVerdict struct {
	Weak        []model.Letter
	StateLength int // -1: none found
	Strong      []model.Letter
	Proved      bool // there is nothing further to find: a kill, or equivalence by induction
	WeakProved  bool // there is no weak kill
	K           int  // steps within which nothing more was found; -1: not even before the first input
	Reason      string
	Calls       int // questions asked
}

// Check judges a mutant.
func (y *Symbolic) Check(ctx context.Context, changes ...Change) SymbolicVerdict {
	u, sel := y.unrolling(changes)
	q := &query{Symbolic: y, ctx: ctx, u: u, sel: sel, changes: changes}
	q.v.StateLength, q.v.K = -1, -1
	q.run()
	return q.v
}

// unrolling finds the super-mutated machine that holds a mutant. Those of one transition share one;
// a mutant of second order has its own, and so has another target, which may
// lengthen the chains of internal transitions.
func (y *Symbolic) unrolling(changes []Change) (*unrolled, int) {
	if len(changes) > 1 || changes[0].kind == model.ChangeTarget {
		return newUnrolled(y.m, []mutantOf{{changes}}, y.chain()), 0
	}
	if y.changes == nil {
		y.changes = map[int][]Change{}
		for _, ch := range Changes(y.m) {
			y.changes[ch.Transition] = append(y.changes[ch.Transition], ch)
		}
	}
	t := changes[0].Transition
	if y.sharedOf != t {
		var all []mutantOf
		for _, ch := range y.changes[t] {
			if ch.kind != model.ChangeTarget {
				all = append(all, mutantOf{[]Change{ch}})
			}
		}
		y.shared, y.sharedOf = newUnrolled(y.m, all, y.chain()), t
	}
	return y.shared, changes[0].Number // other targets come last
}

type mutantOf struct{ changes []Change }

// An unrolled machine is the original beside the super-mutated machine: from the start, and from
// any pair of states for inductions.
type unrolled struct {
	m       *model.Machine
	mutants []mutantOf
	base    *sideBySide
	free    *sideBySide
	matters []bool // variables that can reach a guard, an output or an error
}

func newUnrolled(m *model.Machine, mutants []mutantOf, limit int) *unrolled {
	u := &unrolled{m: m, mutants: mutants}
	u.base = newSideBySide(m, mutants, false, limit)
	u.matters = mattering(m, mutants)
	return u
}

// A sideBySide is a run of both machines on the same letters.
type sideBySide struct {
	*encoder
	mutants  []mutantOf
	variants []variant
	watch    map[int]bool
	inputs   []symInput
	spec     []symStep // spec[k]: the k-th step, spec[0] settles
	impl     []symStep
}

func newSideBySide(m *model.Machine, mutants []mutantOf, free bool, limit int) *sideBySide {
	b := &sideBySide{encoder: newEncoder(sat.New(), m, limit), mutants: mutants, watch: map[int]bool{}}
	if len(mutants) == 1 {
		b.fitChains(Mutant(m, mutants[0].changes...))
	}
	for _, mu := range mutants {
		v := variant{sel: b.s.NewLit(), trans: map[int]*model.Transition{}}
		mutated := Mutant(m, mu.changes...)
		for _, ch := range mu.changes {
			v.trans[ch.Transition] = &mutated.Transitions[ch.Transition]
			b.watch[ch.Transition] = true
		}
		b.variants = append(b.variants, v)
	}
	if free {
		b.spec = append(b.spec, symStep{next: b.anyState(), open: b.s.False()})
		b.impl = append(b.impl, symStep{next: b.anyState(), open: b.s.False()})
		return b
	}
	b.spec = append(b.spec, b.step(b.first(), nil, nil, b.watch))
	b.impl = append(b.impl, b.step(b.first(), nil, b.variants, nil))
	return b
}

// to unrolls k steps.
func (b *sideBySide) to(k int) {
	for len(b.spec) <= k {
		in := b.input()
		b.inputs = append(b.inputs, in)
		last := len(b.spec) - 1
		b.spec = append(b.spec, b.step(b.spec[last], &in, nil, b.watch))
		b.impl = append(b.impl, b.step(b.impl[last], &in, b.variants, nil))
	}
}

// chosen assumes one mutant and no other.
func (b *sideBySide) chosen(n int) []sat.Lit {
	var all []sat.Lit
	for i, v := range b.variants {
		if i == n {
			all = append(all, v.sel)
		} else {
			all = append(all, v.sel.Not())
		}
	}
	return all
}

func (b *sideBySide) infection(n, k int) sat.Lit {
	any := b.s.False()
	faults := Faults(b.m, b.mutants[n].changes)
	for i := range faults {
		any = b.s.Or(any, b.infected(&faults[i], b.spec[k].seen[faults[i].Transition]))
	}
	return any
}

func (b *sideBySide) shownDiffer(k int) sat.Lit {
	return b.sameShown(b.spec[k].shown, b.impl[k].shown).Not()
}

// statesDiffer compares locations and variables after k steps: all, or those that matter.
func (b *sideBySide) statesDiffer(k int, matters []bool) sat.Lit {
	x, y := &b.spec[k].next, &b.impl[k].next
	same := b.s.Eq(x.loc, y.loc)
	for v := range x.vals {
		if matters == nil || matters[v] {
			same = b.s.And(same, b.s.Eq(x.vals[v], y.vals[v]))
		}
	}
	return same.Not()
}

// A query looks for the kills of one mutant.
type query struct {
	*Symbolic
	ctx     context.Context
	u       *unrolled
	sel     int
	changes []Change
	v       SymbolicVerdict

	weakDone, stateDone bool // found, or proved not to be there
	hopeless            bool // outputs differ somewhere: no induction can succeed
}

func (q *query) run() {
	b := q.u.base
	for k := 0; k <= q.depth && q.v.Reason == ""; k++ {
		if k > 0 && len(q.m.Inputs) == 0 {
			q.v.Proved, q.weakDone, q.stateDone = true, true, true // nothing can ever be put in
		}
		if q.v.Proved && q.weakDone && q.stateDone {
			return
		}
		b.to(k)
		if q.leftOpen(k) {
			q.v.Reason = "depth"
			return
		}
		q.search(k)
		if q.v.Strong != nil || q.v.Reason != "" {
			return
		}
		q.v.K = k
		if k > 0 && k <= maxInduction {
			q.induction(k) // not for long: a failed induction costs more than a step of search
		}
	}
	if q.v.Reason == "" && !q.v.Proved {
		q.v.Reason = "depth"
	}
}

// leftOpen tells that internal transitions may go on in step k beyond what was followed: then
// nothing is known of this step.
func (q *query) leftOpen(k int) bool {
	b := q.u.base
	open := b.s.Or(b.spec[k].open, b.impl[k].open)
	return open != b.s.False() && q.ask(b.s, append(b.chosen(q.sel), open))
}

// search looks for kills whose last step is number k.
func (q *query) search(k int) {
	b := q.u.base
	if !q.weakDone {
		q.v.Weak = q.least(k, b.infection(q.sel, k))
		q.weakDone = q.v.Weak != nil
	}
	if q.v.Weak != nil && !q.stateDone && q.ask(b.s, append(b.chosen(q.sel), b.s.Or(b.statesDiffer(k, nil),
		b.shownDiffer(k)))) {
		q.v.StateLength, q.stateDone = k, true
	}
	if q.v.StateLength >= 0 && !q.v.Proved {
		if q.v.Strong = q.least(k, b.shownDiffer(k)); q.v.Strong != nil {
			q.v.Proved = true
		}
	}
}

// ask counts a question; a question that is not answered sets the reason.
func (q *query) ask(s *sat.Solver, assumptions []sat.Lit) bool {
	if q.v.Reason != "" {
		return false
	}
	if q.v.Calls++; q.v.Calls > q.calls {
		q.v.Reason = "satCalls"
		return false
	}
	switch s.Solve(q.ctx, assumptions...) {
	case sat.Sat:
		return true
	case sat.Unknown:
		q.v.Reason = "cancelled"
	}
	return false
}

// least finds the least word of k letters on whose last step something happens.
func (q *query) least(k int, happens sat.Lit) []model.Letter {
	b := q.u.base
	if happens == b.s.False() {
		return nil
	}
	goal := append(b.chosen(q.sel), happens)
	if !q.ask(b.s, goal) {
		return nil
	}
	var watch []sat.Vec
	for i := range k {
		watch = append(append(watch, b.inputs[i].event), b.inputs[i].params...)
	}
	values, r := b.s.Least(q.ctx, watch, goal...)
	if r != sat.Sat {
		q.v.Reason = "cancelled"
		return nil
	}
	word := []model.Letter{}
	for range k {
		l := model.Letter{Input: int(values[0])}
		l.Params = append([]int64(nil), values[1:1+len(q.m.Inputs[l.Input].Params)]...)
		word = append(word, l)
		values = values[1+len(b.params):]
	}
	return word
}

// mattering finds the variables that can make a difference: those read by a guard, an output, an
// expression that can fail or leave its range, or by an assignment to such a variable.
func mattering(m *model.Machine, mutants []mutantOf) []bool {
	all := make([]*model.Transition, 0, len(m.Transitions))
	for i := range m.Transitions {
		all = append(all, &m.Transitions[i])
	}
	for _, mu := range mutants {
		mutated := Mutant(m, mu.changes...)
		for _, ch := range mu.changes {
			all = append(all, &mutated.Transitions[ch.Transition])
		}
	}
	set := make([]bool, len(m.Vars))
	e := newEncoder(sat.New(), m, 0)
	st, in := e.anyState(), symInput{}
	for _, p := range e.params {
		in.params = append(in.params, e.s.NewVec(p.Min, p.Max))
	}
	for _, t := range all {
		if t.Guard != nil {
			markRefs(t.Guard, set)
		}
		for _, x := range t.Emits {
			for _, a := range x.Args {
				markRefs(a, set)
			}
		}
		w := &walker{encoder: e, at: st, in: &in}
		env := w.env(t)
		for _, u := range t.Updates {
			v, fault := e.s.Compile(u.Value, env, model.Limit)
			if fault != e.s.False() || v.Lo < m.Vars[u.Var].Min || v.Hi > m.Vars[u.Var].Max {
				markRefs(u.Value, set)
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, t := range all {
			for _, u := range t.Updates {
				if !set[u.Var] {
					continue
				}
				before := len(setList(set))
				markRefs(u.Value, set)
				changed = changed || len(setList(set)) != before
			}
		}
	}
	return set
}
