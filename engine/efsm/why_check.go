package efsm

import (
	"fmt"
	"slices"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/report"
)

// What the causes of why.go rest on: the values that get to a place, the product of two machines, and
// machines that are changed in one thing.

// A spot is where a fault is, with the values that get there on reachable steps.
type spot struct {
	m       *model.Machine
	f       *model.Fault
	index   int
	t       *model.Transition
	reads   []int     // indices of what the original's and the mutant's expression read there
	reached [][]int64 // for each different reading one valuation
}

// spotAt gives the place of a fault without the values that get there.
func (q *inquiry) spotAt(f *model.Fault) *spot {
	return &spot{m: q.m, f: f, index: f.Transition, t: &q.m.Transitions[f.Transition]}
}

func (q *inquiry) spotOf(f *model.Fault) *spot {
	p := q.spotAt(f)
	read := make([]bool, len(q.r.env))
	switch f.Kind {
	case model.ChangeExpr:
		markRefs(p.old(), read)
		markRefs(f.Now, read)
	case model.DropUpdate:
		markRefs(p.t.Updates[f.Site.Index].Value, read)
		read[p.t.Updates[f.Site.Index].Var] = true
	}
	for i, in := range read {
		if in {
			p.reads = append(p.reads, i)
		}
	}
	seen := newOutputTable()
	for _, e := range q.x.ctxs[f.Transition] {
		if !f.InGuard() && !e.taken || !q.arrive(e, f) {
			continue
		}
		values := []int64{0} // the empty list is known already
		for _, r := range p.reads {
			values = append(values, q.r.env[r])
		}
		if n := seen.id(values); int(n) > len(p.reached) {
			p.reached = append(p.reached, slices.Clone(q.r.env))
		}
	}
	return p
}

// arrive puts the runner where a fault's expression is evaluated; false: the transition fails before.
func (q *inquiry) arrive(e evaluation, f *model.Fault) bool {
	q.x.enter(q.r, e, &q.s)
	return q.proceed(f)
}

// proceed goes from a transition's guard, in the runner, to a fault's expression.
func (q *inquiry) proceed(f *model.Fault) bool {
	t := &q.m.Transitions[f.Transition]
	switch {
	case f.Kind == model.ChangeTarget || f.Kind == model.DropEmit || f.Site.Kind == model.GuardSite:
		return true
	case f.Site.Kind == model.ArgSite:
		return q.r.update(t)
	}
	return q.r.before(t.Updates[:f.Site.Index])
}

// old is the original's expression; a guard may be missing.
func (p *spot) old() *expr.Expr {
	if p.f.InGuard() && p.t.Guard == nil {
		return expr.Truth(true)
	}
	return p.t.At(p.f.Site)
}

// agree tells whether original and mutant have the same value on a valuation.
func (p *spot) agree(env []int64) bool {
	switch {
	case p.f.Kind == model.DropUpdate:
		u := &p.t.Updates[p.f.Site.Index]
		a, ok := p.m.Stored(u.Var, u.Value, env)
		return ok && a == env[u.Var]
	case p.f.Kind == model.ChangeExpr && p.f.Site.Kind == model.UpdateSite:
		v := p.assigned()
		a, ok := p.m.Stored(v, p.old(), env)
		b, ok2 := p.m.Stored(v, p.f.Now, env)
		return ok == ok2 && (!ok || a == b)
	case p.f.Kind == model.ChangeExpr:
		a, f := expr.Eval(p.old(), env, model.Limit)
		b, g := expr.Eval(p.f.Now, env, model.Limit)
		return a == b && (f == expr.NoFault) == (g == expr.NoFault)
	}
	return false
}

func (p *spot) assigned() int { return p.t.Updates[p.f.Site.Index].Var }

// spelled gives the two expressions; the mutant's is empty where it is missing.
func (p *spot) spelled() (old, now string) {
	if p.f.Kind == model.DropUpdate {
		u := &p.t.Updates[p.f.Site.Index]
		return p.m.Vars[u.Var].Name + " := " + expr.Plain.Print(u.Value), ""
	}
	return expr.Plain.Print(p.old()), expr.Plain.Print(p.f.Now)
}

func (p *spot) happens() string  { return model.Pick(p.f.InGuard(), "is tried", "runs") }
func (p *spot) happened() string { return model.Pick(p.f.InGuard(), "tried", "run") }

// outcome says in words what original and mutant have in common where a guard is tried.
func (p *spot) outcome() string {
	if !p.f.InGuard() {
		return "both agree"
	}
	yes, no := 0, 0
	for _, env := range p.reached {
		if holds(p.old(), env) {
			yes++
		} else {
			no++
		}
	}
	switch {
	case no == 0:
		return "both guards hold"
	case yes == 0:
		return "neither guard holds"
	}
	return "both guards agree"
}

func (p *spot) name(ref int) string {
	if ref < len(p.m.Vars) {
		return p.m.Vars[ref].Name
	}
	return p.m.Params(p.t)[ref-len(p.m.Vars)].Name
}

func (p *spot) typ(ref int) model.Type {
	if ref < len(p.m.Vars) {
		return p.m.Vars[ref].Type
	}
	return p.m.Params(p.t)[ref-len(p.m.Vars)].Type
}

// apart finds a valuation of the declared types on which the two differ; nil: there is none. Names that are listed
// in only take the values there. It gives how many were tried, 0 where there are too many.
func (p *spot) apart(only map[int][]int64) (env []int64, tried int) {
	lists := make([][]int64, len(p.reads))
	total := 1
	for i, r := range p.reads {
		t := p.typ(r)
		if lists[i] = only[r]; lists[i] == nil {
			if t.Size() > maxTabled {
				return nil, 0
			}
			for v := t.Min; v <= t.Max; v++ {
				lists[i] = append(lists[i], v)
			}
		}
		if total *= len(lists[i]); total > maxTabled {
			return nil, 0
		}
	}
	env = make([]int64, len(p.m.Vars)+len(p.m.Params(p.t)))
	for n := range total {
		for i, r := range p.reads {
			env[r] = lists[i][n%len(lists[i])]
			n /= len(lists[i])
		}
		if !p.agree(env) {
			return env, total
		}
	}
	return nil, total
}

// bound names bounds of types outside of which the two would differ, of one name if that is enough; "": none.
func (p *spot) bound() string {
	for _, r := range p.reads {
		t := p.typ(r)
		for _, side := range []struct {
			at   int64
			text string
		}{{t.Min - 1, fmt.Sprintf("`%s` is never below %d", p.name(r), t.Min)},
			{t.Max + 1, fmt.Sprintf("`%s` is never above %d", p.name(r), t.Max)}} {
			if apart, _ := p.apart(map[int][]int64{r: {side.at}}); apart != nil && !t.Bool {
				return side.text
			}
		}
	}
	return ""
}

// single finds one name whose reached values alone make the two agree, the one with the fewest; -1: none.
func (p *spot) single() (ref int, values []int64) {
	ref = -1
	for _, r := range p.reads {
		var here []int64
		for _, env := range p.reached {
			here = append(here, env[r])
		}
		slices.Sort(here)
		here = slices.Compact(here)
		if apart, tried := p.apart(map[int][]int64{r: here}); apart == nil && tried > 0 &&
			(ref < 0 || len(here) < len(values)) {
			ref, values = r, here
		}
	}
	return ref, values
}

func (p *spot) valuation(env []int64) string {
	var parts []string
	for _, r := range p.reads {
		parts = append(parts, p.name(r)+" = "+p.typ(r).Show(env[r]))
	}
	return report.Listing(parts, "and")
}

// judge compares two machines by their product.
func (q *inquiry) judge(spec, impl *model.Machine) string {
	t := newTwins(spec, impl, spec.Letters(model.MaxLetters), q.budget)
	t.explore()
	switch {
	case t.killed:
		return report.Killed
	case t.exhausted:
		return report.Unknown
	}
	return report.Unkillable
}

// twins is the product of two machines with the same variables, locations and inputs.
type twins struct {
	a, b      *runner
	states    *stateTable
	letters   []model.Letter
	budget    int
	known     map[pair]bool
	queue     []node
	parted    []int32 // places in the queue of pairs of different states
	edges     []edge  // steps from such a pair
	killed    bool
	exhausted bool
	s         state
}

// An edge is a step from a place of the queue to a pair.
type edge struct {
	at, letter int32
	to         pair
}

func newTwins(spec, impl *model.Machine, letters []model.Letter, budget int) *twins {
	t := &twins{a: newRunner(spec), b: newRunner(impl), letters: letters, budget: budget, known: map[pair]bool{}}
	t.states = newStateTable(newLayout(len(spec.Locations), spec.Vars))
	t.s.vals = make([]int64, len(spec.Vars))
	return t
}

// explore visits all pairs, to the first output that differs.
func (t *twins) explore() {
	t.a.start()
	t.b.start()
	if t.killed = !equalValues(t.a.out, t.b.out); t.killed {
		return
	}
	t.visit(t.pair(), -1, 0)
	for at := int32(0); int(at) < len(t.queue); at++ {
		p := t.queue[at].pair
		for i := range t.letters {
			t.states.get(p.a, &t.s)
			t.a.load(&t.s)
			t.states.get(p.b, &t.s)
			t.b.load(&t.s)
			t.a.step(&t.letters[i])
			t.b.step(&t.letters[i])
			if t.killed = !equalValues(t.a.out, t.b.out); t.killed {
				return
			}
			to := t.pair()
			if p.a != p.b {
				t.edges = append(t.edges, edge{at, int32(i), to})
			}
			t.visit(to, at, int32(i))
		}
		if t.exhausted = len(t.queue) > 2*t.budget; t.exhausted {
			return
		}
	}
}

func (t *twins) pair() pair {
	a, _ := t.states.id(t.a.state())
	b, _ := t.states.id(t.b.state())
	return pair{a, b}
}

func (t *twins) visit(p pair, up, letter int32) {
	if t.known[p] {
		return
	}
	t.known[p] = true
	if p.a != p.b {
		t.parted = append(t.parted, int32(len(t.queue)))
	}
	t.queue = append(t.queue, node{p, up, letter})
}

// heals tells whether from each pair of different states a run leads to equal ones.
func (t *twins) heals() bool {
	healed := map[pair]bool{}
	for n := -1; n != len(healed); {
		n = len(healed)
		for _, e := range t.edges {
			if e.to.a == e.to.b || healed[e.to] {
				healed[t.queue[e.at].pair] = true
			}
		}
	}
	return len(healed) == len(t.parted)
}

// nearest gives the word that comes nearest to a kill: a shortest one to the end of a difference, or else to a
// difference; parted and healed are the numbers of its letters after which the states begin to differ, and are equal
// again, -1 where they never are.
func (t *twins) nearest() (word []model.Letter, parted, healed int) {
	healed = -1
	at := t.parted[0]
	last := slices.IndexFunc(t.edges, func(e edge) bool { return e.to.a == e.to.b })
	if last >= 0 {
		at = t.edges[last].at
	}
	word = t.path(at)
	for i := at; i >= 0; i = t.queue[i].up {
		if t.queue[i].pair.a != t.queue[i].pair.b {
			parted = len(t.path(i))
		}
	}
	if last >= 0 {
		word = append(word, t.letters[t.edges[last].letter])
		healed = len(word)
	}
	return word, parted, healed
}

// path gives the letters to a place of the queue.
func (t *twins) path(at int32) (word []model.Letter) {
	for ; t.queue[at].up >= 0; at = t.queue[at].up {
		word = append(word, t.letters[t.queue[at].letter])
	}
	slices.Reverse(word)
	return word
}

// values gives location and variables of both states of a pair.
func (t *twins) values(p pair) (a, b state) {
	a.vals, b.vals = make([]int64, len(t.s.vals)), make([]int64, len(t.s.vals))
	t.states.get(p.a, &a)
	t.states.get(p.b, &b)
	return a, b
}

func (t *twins) partedIn(p pair, v int) bool {
	a, b := t.values(p)
	return a.vals[v] != b.vals[v]
}

// differing lists the variables in which pairs differ, and the pairs of locations.
func (t *twins) differing() (vars []int, places [][2]string) {
	m := t.a.m
	name := func(l int) string {
		if l == len(m.Locations) {
			return "no location"
		}
		return m.Locations[l].Name
	}
	for _, at := range t.parted {
		a, b := t.values(t.queue[at].pair)
		if here := [2]string{name(a.loc), name(b.loc)}; a.loc != b.loc && !slices.Contains(places, here) {
			places = append(places, here)
		}
		for v := range a.vals {
			if a.vals[v] != b.vals[v] && !slices.Contains(vars, v) {
				vars = append(vars, v)
			}
		}
	}
	slices.Sort(vars)
	return vars, places
}

// firings notes the transitions that a step fires.
type firings struct{ taken []int32 }

func (f *firings) tried(_ *runner, t int32, taken bool) {
	if taken {
		f.taken = append(f.taken, t)
	}
}

// fired lists the transitions of a machine's step.
func (q *inquiry) fired(m *model.Machine, from, letter int32, states *stateTable) []int32 {
	f := &firings{}
	r := newRunner(m)
	states.get(from, &q.s)
	r.load(&q.s)
	r.watch = f
	r.step(&q.x.letters[letter])
	return f.taken
}

// steps visits the reachable steps, the start first, with the transitions that original and mutant fire.
func (q *inquiry) steps(impl *model.Machine, visit func(edge int32, a, b []int32)) {
	a, b := newRunner(q.m), newRunner(impl)
	var fa, fb firings
	a.watch, b.watch = &fa, &fb
	a.start()
	b.start()
	visit(startEdge, fa.taken, fb.taken)
	for s := range int32(q.base) {
		for i := range q.x.letters {
			fa.taken, fb.taken = nil, nil
			q.x.states.get(s, &q.s)
			a.load(&q.s)
			b.load(&q.s)
			a.step(&q.x.letters[i])
			b.step(&q.x.letters[i])
			visit(s*int32(len(q.x.letters))+int32(i), fa.taken, fb.taken)
		}
	}
}

// applied gives the machine with one fault.
func applied(m *model.Machine, f *model.Fault) *model.Machine {
	t := m.Transitions[f.Transition]
	switch f.Kind {
	case model.ChangeTarget:
		t.To = f.Target
	case model.DropUpdate:
		t.Updates = slices.Delete(slices.Clone(t.Updates), f.Site.Index, f.Site.Index+1)
	case model.DropEmit:
		t.Emits = slices.Delete(slices.Clone(t.Emits), f.Site.Index, f.Site.Index+1)
	default:
		t = *t.With(f.Site, f.Now)
	}
	return m.With(map[int]*model.Transition{f.Transition: &t})
}

// marked adds an output of its own to a transition.
func marked(m *model.Machine, transition int) *model.Machine {
	c := m.With(nil)
	c.Outputs = append(slices.Clone(m.Outputs), model.Output{Name: unused(m, "seen_"+m.Transitions[transition].ID)})
	t := &c.Transitions[transition]
	t.Emits = append([]model.Emit{{Output: len(m.Outputs)}}, t.Emits...)
	return c
}

// moved has a transition tried just before another of its group.
func moved(m *model.Machine, transition, before int) *model.Machine {
	c := m.With(nil)
	t := c.Transitions[transition]
	t.Priority = c.Transitions[before].Priority
	rest := slices.Delete(c.Transitions, transition, transition+1)
	if before > transition {
		before--
	}
	c.Transitions = slices.Insert(rest, before, t)
	return c
}

// unset takes the assignments to a variable out of a transition.
func unset(m *model.Machine, s setting) *model.Machine {
	c := m.With(nil)
	t := &c.Transitions[s.transition]
	t.Updates = slices.DeleteFunc(slices.Clone(t.Updates), func(u model.Update) bool { return u.Var == s.variable })
	return c
}

// looking adds an input that shows variables, and the location by its number.
func looking(m *model.Machine, vars []int, location bool) *model.Machine {
	c := m.With(nil)
	c.Inputs = append(slices.Clone(m.Inputs), model.Input{Name: unused(m, "look")})
	shown := model.Output{Name: unused(m, "looks_like")}
	var args []*expr.Expr
	for _, v := range vars {
		typ := expr.Int
		if m.Vars[v].Bool {
			typ = expr.Bool
		}
		args = append(args, &expr.Expr{Op: expr.Name, Type: typ, Ref: v, Name: m.Vars[v].Name})
		shown.Params, shown.Types = append(shown.Params, fmt.Sprint("a", v)), append(shown.Types, typ)
	}
	if location {
		shown.Params, shown.Types = append(shown.Params, "at"), append(shown.Types, expr.Int)
	}
	c.Outputs = append(slices.Clone(m.Outputs), shown)
	for l := range m.Locations {
		all := args
		if location {
			all = append(slices.Clone(args), expr.Num(int64(l)))
		}
		c.Transitions = append(c.Transitions, model.Transition{
			ID: unused(m, "look_"+m.Locations[l].Name), From: l, To: l, Event: len(m.Inputs),
			Emits: []model.Emit{{Output: len(m.Outputs), Args: all}},
		})
	}
	return c
}

// unused makes a name that a machine does not have.
func unused(m *model.Machine, name string) string {
	for {
		taken := slices.ContainsFunc(m.Inputs, func(x model.Input) bool { return x.Name == name }) ||
			slices.ContainsFunc(m.Outputs, func(x model.Output) bool { return x.Name == name }) ||
			slices.ContainsFunc(m.Vars, func(x model.Variable) bool { return x.Name == name }) ||
			slices.ContainsFunc(m.Locations, func(x model.Location) bool { return x.Name == name }) ||
			slices.ContainsFunc(m.Consts, func(x model.Const) bool { return x.Name == name }) ||
			slices.ContainsFunc(m.Transitions, func(x model.Transition) bool { return x.ID == name })
		if !taken {
			return name
		}
		name += "_"
	}
}
