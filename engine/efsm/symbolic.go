package efsm

import (
	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/sat"
)

// Machines as circuits: one step of a machine, with its internal transitions, over bit-vectors.
//
// The mutants of a transition are unrolled together, as KPW's super-mutated model: each has a
// selector literal, chosen by assumption, and where a mutant differs from the original a
// multiplexer asks its selector. Equal gates are one gate, so what mutants share costs nothing.

// A variant is a mutant in the super-mutated machine: its selector and the transitions it changes.
type variant struct {
	sel   sat.Lit
	trans map[int]*model.Transition
}

// An encoder writes steps into one solver.
type encoder struct {
	s      *sat.Solver
	m      *model.Machine
	groups [][]int
	limit  int  // internal transitions in one step that are followed where nothing bounds them
	chain  int  // internal transitions in one step, at most
	cyclic bool // they may go on for ever: chain is the limit
	emits  int  // outputs of one transition, at most
	slots  int  // outputs of one step, at most
	arity  int  // arguments of one output, at most
	params []model.Type
}

func newEncoder(s *sat.Solver, m *model.Machine, limit int) *encoder {
	e := &encoder{s: s, m: m, limit: limit, groups: m.Alternatives(), emits: 1}
	e.chain, e.cyclic = longestChain(m, limit)
	for i := range m.Transitions {
		e.emits = max(e.emits, len(m.Transitions[i].Emits))
		for _, x := range m.Transitions[i].Emits {
			e.arity = max(e.arity, len(x.Args))
		}
	}
	e.slots = e.emits*(e.chain+1) + 1
	for _, in := range m.Inputs {
		for p, x := range in.Params {
			if p == len(e.params) {
				e.params = append(e.params, x.Type)
				continue
			}
			e.params[p].Min, e.params[p].Max = min(e.params[p].Min, x.Min), max(e.params[p].Max, x.Max)
		}
	}
	return e
}

// fitChains makes room for the chains of internal transitions of a mutant too.
func (e *encoder) fitChains(mutant *model.Machine) {
	chain, cyclic := longestChain(mutant, e.limit)
	e.chain, e.cyclic = max(e.chain, chain), e.cyclic || cyclic
	e.slots = e.emits*(e.chain+1) + 1
}

// longestChain is the length of the longest path of internal transitions through locations, the
// limit where there is a cycle.
func longestChain(m *model.Machine, limit int) (length int, cyclic bool) {
	depth := make([]int, len(m.Locations)) // 0 new, -1 on the way, else 1 + length
	var visit func(l int) int
	visit = func(l int) int {
		if depth[l] < 0 {
			cyclic = true
			return 0
		}
		if depth[l] > 0 {
			return depth[l] - 1
		}
		depth[l] = -1
		best := 0
		for i := range m.Transitions {
			if t := &m.Transitions[i]; t.From == l && t.Event == model.Internal {
				best = max(best, 1+visit(t.To))
			}
		}
		depth[l] = best + 1
		return best
	}
	for l := range m.Locations {
		length = max(length, visit(l))
	}
	if cyclic {
		return limit, true
	}
	return length, false
}

// A symState is a location (len(Locations): dead) and the variables.
type symState struct {
	loc  sat.Vec
	vals []sat.Vec
}

// A symPlaces marks the locations that a circuit may be in, whatever its values: transitions from
// others need no gates. nil: all.
type symPlaces []bool

func (p symPlaces) has(l int) bool { return p == nil || p[l] }

// An item is an output with its arguments; id 0 is none, the machine's outputs count from 1, the
// last three ids are !error, !diverge and !reject.
type item struct {
	id   sat.Vec
	args []sat.Vec
}

// A symInput is a letter: the event and as many parameters as any event has.
type symInput struct {
	event  sat.Vec
	params []sat.Vec
}

// A moment of a circuit: where the guard of a transition is evaluated.
type symMoment struct {
	asked sat.Lit // it is evaluated
	fired sat.Lit
	env   []sat.Vec
}

// A symStep is one step.
type symStep struct {
	next  symState
	where symPlaces
	shown []item
	open  sat.Lit             // internal transitions went beyond the limit
	seen  map[int][]symMoment // of the transitions asked for
}

func (e *encoder) num(v int) sat.Vec { return e.s.Num(int64(v)) }

// first is the state before a machine settles.
func (e *encoder) first() symStep {
	st := symState{loc: e.num(e.m.Initial)}
	for _, v := range e.m.Vars {
		st.vals = append(st.vals, e.s.Num(v.Init))
	}
	where := make(symPlaces, len(e.m.Locations))
	where[e.m.Initial] = true
	return symStep{next: st, where: where}
}

// anyState is a free state within the types.
func (e *encoder) anyState() symState {
	st := symState{loc: e.s.NewVec(0, int64(len(e.m.Locations)))}
	for _, v := range e.m.Vars {
		st.vals = append(st.vals, e.s.NewVec(v.Min, v.Max))
	}
	return st
}

// input is a free letter. Parameters that the event does not have are at their lowest value, so
// that letters in the order of events and parameters are the vectors in lexicographic order.
func (e *encoder) input() symInput {
	in := symInput{event: e.s.NewVec(0, int64(len(e.m.Inputs)-1))}
	for _, p := range e.params {
		in.params = append(in.params, e.s.NewVec(p.Min, p.Max))
	}
	for i := range e.m.Inputs {
		is := e.s.Eq(in.event, e.num(i))
		for p, v := range in.params {
			low, high := e.params[p].Min, e.params[p].Min
			if p < len(e.m.Inputs[i].Params) {
				low, high = e.m.Inputs[i].Params[p].Min, e.m.Inputs[i].Params[p].Max
			}
			e.s.AddClause(is.Not(), e.s.Between(v, low, high))
		}
	}
	return in
}

// A walker makes one step.
type walker struct {
	*encoder
	variants []variant
	watch    map[int]bool
	at       symState
	in       *symInput
	active   sat.Lit // it moves on
	out      []item
	count    sat.Vec
	seen     map[int][]symMoment
	history  []symState
	where    symPlaces // where it may be while active
}

// step encodes a step from a state on a letter; a nil letter only settles. Moments of the watched
// transitions are kept.
func (e *encoder) step(from symStep, in *symInput, variants []variant, watch map[int]bool) symStep {
	w := &walker{encoder: e, variants: variants, watch: watch, at: from.next, in: in, active: e.s.True(), count: e.num(0),
		seen: map[int][]symMoment{}, where: from.where}
	all := append(symPlaces(nil), from.where...)
	for range e.slots {
		w.out = append(w.out, e.none())
	}
	if in != nil {
		w.move(false)
		all.add(w.where)
	}
	for range e.chain {
		if e.cyclic {
			w.diverge()
		}
		w.move(true)
		all.add(w.where)
	}
	open := e.s.False()
	if e.cyclic {
		open = w.active
	}
	return symStep{next: w.at, where: all, shown: w.out, open: open, seen: w.seen}
}

func (p symPlaces) add(q symPlaces) {
	for l := range p {
		p[l] = p[l] || q[l]
	}
}

func (e *encoder) none() item {
	it := item{id: e.num(0)}
	for range e.arity {
		it.args = append(it.args, e.num(0))
	}
	return it
}

func (e *encoder) special(shown int) item {
	it := e.none()
	it.id = e.num(len(e.m.Outputs) - shown)
	return it
}

// diverge ends a step that comes back to a state of its own.
func (w *walker) diverge() {
	again := w.s.False()
	for _, h := range w.history {
		again = w.s.Or(again, w.same(h, w.at))
	}
	again = w.s.And(again, w.active)
	w.history = append(w.history, w.at)
	w.append(again, []item{w.special(showDiverge)})
	w.at = w.ite(again, w.death(), w.at)
	w.active = w.s.And(w.active, again.Not())
}

func (e *encoder) same(a, b symState) sat.Lit {
	return e.s.And(e.s.Eq(a.loc, b.loc), e.s.EqAll(a.vals, b.vals))
}

func (e *encoder) ite(c sat.Lit, a, b symState) symState {
	return symState{e.s.IteVec(c, a.loc, b.loc), e.s.IteAll(c, a.vals, b.vals)}
}

func (e *encoder) death() symState {
	st := symState{loc: e.num(len(e.m.Locations))}
	for _, v := range e.m.Vars {
		st.vals = append(st.vals, e.s.Num(v.Min))
	}
	return st
}

// move fires one transition of the active machine: one on the letter, or an internal one.
func (w *walker) move(internal bool) {
	s := w.s
	moved := make(symPlaces, len(w.m.Locations))
	fired, failed := s.False(), s.False()
	next, items := w.at, make([]item, w.emits)
	for i := range items {
		items[i] = w.none()
	}
	for _, g := range w.groups {
		t := &w.m.Transitions[g[0]]
		if (t.Event == model.Internal) != internal || !w.where.has(t.From) {
			continue
		}
		pending := s.And(w.active, s.Eq(w.at.loc, w.num(t.From)))
		if !internal {
			pending = s.And(pending, s.Eq(w.in.event, w.num(t.Event)))
		}
		env := w.env(t)
		for _, i := range g {
			w.targets(i, moved)
			c := w.code(i, env)
			fire := s.And(pending, c.guard, c.guardFault.Not())
			if w.watch[i] {
				w.seen[i] = append(w.seen[i], symMoment{pending, fire, env})
			}
			ok := s.And(fire, c.fault.Not())
			failed = s.Or(failed, s.And(pending, c.guardFault), s.And(fire, c.fault))
			fired = s.Or(fired, ok)
			next = w.ite(ok, c.next, next)
			for j := range items {
				items[j] = w.iteItem(ok, c.items[j], items[j])
			}
			pending = s.And(pending, c.guard.Not(), c.guardFault.Not())
		}
	}
	w.append(fired, items)
	w.append(failed, []item{w.special(showError)})
	if !internal && w.m.Semantics.Reject {
		alive := s.Eq(w.at.loc, w.num(len(w.m.Locations))).Not()
		w.append(s.And(alive, fired.Not(), failed.Not()), []item{w.special(showReject)})
	}
	w.at = w.ite(failed, w.death(), next)
	w.active, w.where = fired, moved
}

func (w *walker) targets(i int, moved symPlaces) {
	moved[w.m.Transitions[i].To] = true
	for _, v := range w.variants {
		if t := v.trans[i]; t != nil {
			moved[t.To] = true
		}
	}
}

func (e *encoder) iteItem(c sat.Lit, a, b item) item {
	return item{e.s.IteVec(c, a.id, b.id), e.s.IteAll(c, a.args, b.args)}
}

// append adds items (those with an id, which come first) behind what was shown so far.
func (w *walker) append(when sat.Lit, items []item) {
	if when == w.s.False() {
		return
	}
	before := w.count
	for j, it := range items {
		present := w.s.And(when, w.s.Eq(it.id, w.num(0)).Not())
		at, _ := w.s.Add(before, w.num(j), model.Limit)
		for i := range w.out {
			here := w.s.And(present, w.s.Eq(at, w.num(i)))
			w.out[i] = w.iteItem(here, it, w.out[i])
		}
		more, _ := w.s.Add(before, w.num(j+1), model.Limit)
		w.count = w.s.IteVec(present, more, w.count)
	}
	w.count = w.s.Within(w.count, 0, int64(w.slots))
}

func (w *walker) env(t *model.Transition) []sat.Vec {
	env := append([]sat.Vec(nil), w.at.vals...)
	for p, x := range w.m.Params(t) {
		env = append(env, w.s.Within(w.in.params[p], x.Min, x.Max))
	}
	return env
}

// A transitionCode is what firing a transition does.
type transitionCode struct {
	guard, guardFault sat.Lit
	fault             sat.Lit
	next              symState
	items             []item
}

// code encodes a transition with its variants.
func (w *walker) code(i int, env []sat.Vec) transitionCode {
	c := w.plain(&w.m.Transitions[i], env)
	for _, v := range w.variants {
		if t := v.trans[i]; t != nil {
			c = w.choose(v.sel, w.plain(t, env), c)
		}
	}
	return c
}

func (w *walker) choose(sel sat.Lit, a, b transitionCode) transitionCode {
	s := w.s
	c := transitionCode{
		guard: s.Ite(sel, a.guard, b.guard), guardFault: s.Ite(sel, a.guardFault, b.guardFault),
		fault: s.Ite(sel, a.fault, b.fault), next: w.ite(sel, a.next, b.next),
	}
	for j := range a.items {
		c.items = append(c.items, w.iteItem(sel, a.items[j], b.items[j]))
	}
	return c
}

func (e *encoder) plain(t *model.Transition, env []sat.Vec) transitionCode {
	c := transitionCode{guard: e.s.True(), guardFault: e.s.False(), next: symState{loc: e.num(t.To)}}
	if t.Guard != nil {
		g, fault := e.s.Compile(t.Guard, env, model.Limit)
		c.guard, c.guardFault = g.Truth(), fault
	}
	var after []sat.Vec
	after, c.fault = e.updates(t.Updates, env)
	c.next.vals = after[:len(e.m.Vars)]
	for _, x := range t.Emits {
		it := e.none()
		it.id = e.num(x.Output + 1)
		for a, arg := range x.Args {
			v, fault := e.s.Compile(arg, after, model.Limit)
			it.args[a] = v
			c.fault = e.s.Or(c.fault, fault)
		}
		c.items = append(c.items, it)
	}
	for len(c.items) < e.emits {
		c.items = append(c.items, e.none())
	}
	return c
}

// updates gives the values after some updates, and where they fail.
func (e *encoder) updates(updates []model.Update, env []sat.Vec) ([]sat.Vec, sat.Lit) {
	now := append([]sat.Vec(nil), env...)
	fault := e.s.False()
	for _, u := range updates {
		from := env
		if e.m.Semantics.Sequential {
			from = now
		}
		v, bad := e.stored(u.Var, u.Value, from)
		now[u.Var] = v
		fault = e.s.Or(fault, bad)
	}
	return now, fault
}

// stored gives what an assignment leaves in a variable.
func (e *encoder) stored(variable int, value *expr.Expr, env []sat.Vec) (sat.Vec, sat.Lit) {
	v, fault := e.s.Compile(value, env, model.Limit)
	t := &e.m.Vars[variable].Type
	if v.Lo >= t.Min && v.Hi <= t.Max {
		return v, fault
	}
	switch e.m.Semantics.Overflow {
	case model.OverflowWrap:
		return e.wrap(v, t), fault
	case model.OverflowSaturate:
		low := e.s.IteVec(e.s.Less(v, e.s.Num(t.Min)), e.s.Num(t.Min), v)
		return e.s.Within(e.s.IteVec(e.s.Less(e.s.Num(t.Max), low), e.s.Num(t.Max), low), t.Min, t.Max), fault
	}
	inside := e.s.Between(v, t.Min, t.Max)
	return e.s.Within(v, t.Min, t.Max), e.s.Or(fault, inside.Not())
}

// wrap takes a value modulo the size of a range. No step of it comes near 64 bits.
func (e *encoder) wrap(v sat.Vec, t *model.Type) sat.Vec {
	const wide = 1 << 40
	size := e.s.Num(t.Size())
	off, _ := e.s.Sub(v, e.s.Num(t.Min), wide)
	rest, _ := e.s.Mod(off, size)
	rest, _ = e.s.Add(rest, size, wide)
	rest, _ = e.s.Mod(rest, size)
	back, _ := e.s.Add(rest, e.s.Num(t.Min), wide)
	return e.s.Within(back, t.Min, t.Max)
}

// sameShown compares what two steps show.
func (e *encoder) sameShown(a, b []item) sat.Lit {
	same := e.s.True()
	for i := range a {
		same = e.s.And(same, e.s.Eq(a[i].id, b[i].id), e.s.EqAll(a[i].args, b[i].args))
	}
	return same
}

// infected holds where a fault shows in one of the moments of its transition.
func (e *encoder) infected(f *model.Fault, moments []symMoment) sat.Lit {
	any := e.s.False()
	for _, mo := range moments {
		any = e.s.Or(any, e.infectedIn(f, mo))
	}
	return any
}

func (e *encoder) infectedIn(f *model.Fault, mo symMoment) sat.Lit {
	s := e.s
	t := &e.m.Transitions[f.Transition]
	differ := func(a, b *expr.Expr, env []sat.Vec) sat.Lit {
		v, f := s.Compile(a, env, model.Limit)
		w, g := s.Compile(b, env, model.Limit)
		return s.Or(s.Xor(f, g), s.And(f.Not(), g.Not(), s.Eq(v, w).Not()))
	}
	switch {
	case f.InGuard():
		return s.And(mo.asked, differ(t.Guard, f.Now, mo.env))
	case f.Kind == model.DropEmit || f.Kind == model.ChangeTarget:
		return mo.fired
	case f.Site.Kind == model.ArgSite:
		after, fails := e.updates(t.Updates, mo.env)
		return s.And(mo.fired, fails.Not(), differ(t.At(f.Site), f.Now, after))
	}
	left, failed := e.updates(t.Updates[:f.Site.Index], mo.env)
	env := left
	if !e.m.Semantics.Sequential {
		env = mo.env
	}
	u := &t.Updates[f.Site.Index]
	a, bad := e.stored(u.Var, u.Value, env)
	b, bad2 := left[u.Var], s.False() // the assignment is missing
	if f.Kind == model.ChangeExpr {
		b, bad2 = e.stored(u.Var, f.Now, env)
	}
	return s.And(mo.fired, failed.Not(), s.Or(s.Xor(bad, bad2), s.And(bad.Not(), bad2.Not(), s.Eq(a, b).Not())))
}
