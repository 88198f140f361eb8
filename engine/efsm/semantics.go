package efsm

import (
	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/expr"
)

// A step consumes one input: the first transition by priority whose guard holds is fired, then
// internal transitions are fired to quiescence. An input that no transition takes is ignored, or
// shows !reject. Updates read the values before them all (or, sequentially, the ones so far),
// output arguments the values after the updates. An error of arithmetic or of a range, also in a
// guard, ends the step with !error; internal transitions that come back to a state of the same
// step end it with !diverge. After either the machine is dead: it ignores all inputs.
//
// The paper leaves all of this open; docs/efsm.md lists the choices.

// A state is a location with a valuation. Location len(Locations) is the dead state.
type state struct {
	loc  int
	vals []int64
}

// What a step shows beside the machine's own outputs.
const (
	showError   = -1
	showDiverge = -2
	showReject  = -3
)

// A watcher is told how a step of the machine goes, for the original only.
type watcher interface {
	// tried: the guard of t was evaluated in the runner's present state.
	tried(r *runner, t int32, taken bool)
}

// A runner makes steps. It holds one state, and scratch space; it is not shared.
type runner struct {
	m     *model.Machine
	trans []*model.Transition // those of m, some replaced by a mutant's
	table [][]int32           // location × (event+1): transitions in the order in which they are tried
	env   []int64             // values of the variables, then of the input's parameters
	loc   int
	out   []int64 // what the step showed: output, its arguments, output, …
	next  []int64
	watch watcher
	chain *stateTable // states of the present step after its first transition
	tmp   state
}

func newRunner(m *model.Machine) *runner {
	params := 0
	for _, in := range m.Inputs {
		params = max(params, len(in.Params))
	}
	nv := len(m.Vars)
	r := &runner{m: m, env: make([]int64, nv+params), next: make([]int64, nv)}
	r.table = make([][]int32, (len(m.Locations)+1)*(len(m.Inputs)+1))
	for _, g := range m.Alternatives() {
		t := &m.Transitions[g[0]]
		row := r.row(t.From, t.Event)
		for _, i := range g {
			r.table[row] = append(r.table[row], int32(i))
		}
	}
	for i := range m.Transitions {
		r.trans = append(r.trans, &m.Transitions[i])
	}
	r.chain = newStateTable(newLayout(len(m.Locations), m.Vars))
	return r
}

func (r *runner) row(loc, event int) int { return loc*(len(r.m.Inputs)+1) + event + 1 }

func (r *runner) dead() bool { return r.loc == len(r.m.Locations) }

// reset goes to the first state of the machine, before its internal transitions.
func (r *runner) reset() {
	r.loc = r.m.Initial
	for i, v := range r.m.Vars {
		r.env[i] = v.Init
	}
}

func (r *runner) load(s *state) {
	r.loc = s.loc
	copy(r.env, s.vals)
}

// state gives the present state; it is valid until the runner moves.
func (r *runner) state() *state {
	r.tmp = state{r.loc, r.env[:len(r.m.Vars)]}
	return &r.tmp
}

// start lets the machine settle in its first state.
func (r *runner) start() {
	r.reset()
	r.out = r.out[:0]
	r.settle()
}

// step consumes an input in the loaded state.
func (r *runner) step(in *model.Letter) {
	r.out = r.out[:0]
	if r.dead() {
		return
	}
	copy(r.env[len(r.m.Vars):], in.Params)
	t, fault := r.choose(in.Input)
	switch {
	case fault:
		r.die(showError)
	case t < 0:
		if r.m.Semantics.Reject {
			r.out = append(r.out, showReject)
		}
	case r.fire(t):
		r.settle()
	}
}

// choose finds the transition to fire, -1 for none.
func (r *runner) choose(event int) (t int32, fault bool) {
	for _, t := range r.table[r.row(r.loc, event)] {
		taken, fault := true, expr.NoFault
		if g := r.trans[t].Guard; g != nil {
			var v int64
			v, fault = expr.Eval(g, r.env, model.Limit)
			taken = v != 0
		}
		if r.watch != nil {
			r.watch.tried(r, t, taken && fault == expr.NoFault)
		}
		if fault != expr.NoFault {
			return -1, true
		}
		if taken {
			return t, false
		}
	}
	return -1, false
}

// settle fires internal transitions until none is enabled.
func (r *runner) settle() {
	for n := 0; !r.dead(); n++ {
		if len(r.table[r.row(r.loc, model.Internal)]) == 0 {
			return
		}
		if n == 0 {
			r.chain.truncate(0)
		}
		if _, added := r.chain.id(r.state()); !added {
			r.die(showDiverge)
			return
		}
		t, fault := r.choose(model.Internal)
		switch {
		case fault:
			r.die(showError)
		case t < 0:
			return
		case n == model.MaxChain:
			r.die(showDiverge)
		default:
			r.fire(t)
		}
	}
}

func (r *runner) die(shown int64) {
	r.out = append(r.out, shown)
	r.loc = len(r.m.Locations)
	for i, v := range r.m.Vars {
		r.env[i] = v.Min
	}
}

// fire makes updates and outputs of a transition; false means that it died of an error. The
// outputs of a transition with an error are not shown.
func (r *runner) fire(i int32) bool {
	t := r.trans[i]
	shown := len(r.out)
	if !r.update(t) || !r.emit(t) {
		r.out = r.out[:shown]
		r.die(showError)
		return false
	}
	r.loc = t.To
	return true
}

func (r *runner) update(t *model.Transition) bool {
	target := r.next
	if r.m.Semantics.Sequential {
		target = r.env
	} else {
		copy(r.next, r.env)
	}
	for i := range t.Updates {
		u := &t.Updates[i]
		v, ok := r.m.Stored(u.Var, u.Value, r.env)
		if !ok {
			return false
		}
		target[u.Var] = v
	}
	copy(r.env, target[:len(r.m.Vars)])
	return true
}

// before makes the updates that stand before another one, as far as that one sees them; false
// means that one of them fails.
func (r *runner) before(updates []model.Update) bool {
	for i := range updates {
		u := &updates[i]
		v, ok := r.m.Stored(u.Var, u.Value, r.env)
		if !ok {
			return false
		}
		if r.m.Semantics.Sequential {
			r.env[u.Var] = v
		}
	}
	return true
}

func (r *runner) emit(t *model.Transition) bool {
	for i := range t.Emits {
		e := &t.Emits[i]
		r.out = append(r.out, int64(e.Output))
		for _, a := range e.Args {
			v, fault := expr.Eval(a, r.env, model.Limit)
			if fault != expr.NoFault {
				return false
			}
			r.out = append(r.out, v)
		}
	}
	return true
}
