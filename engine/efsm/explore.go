package efsm

import (
	"fmt"
	"slices"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/report"
)

// Exploration visits the reachable states of the original once, breadth first, for all mutants:
// the diagonal of the product of the original with any of them. States are numbered in the order
// of their canonical words (shortest, then least in the order of the inputs), so comparing numbers
// compares words.

const maxEdges = 1 << 26 // states × inputs

// An evaluation is a moment in which the guard of a transition is evaluated on a step of the original.
type evaluation struct {
	edge  int32 // state × letters + letter; startEdge while settling before the first input
	micro int32 // number of the state within the step; -1: the state that the step began in
	taken bool
}

const startEdge = -1

// An exploration is the original's reachable part.
type exploration struct {
	m       *model.Machine
	letters []model.Letter
	states  *stateTable
	succ    []int32 // for each edge the state after it
	shown   []int32 // for each edge what it showed, a number of outs
	depth   []int32 // length of the canonical word
	parent  []int32 // the edge by which the state was first reached; startEdge for the first
	known   []int32 // for each state how many were known before its edges were followed
	outs    *outputTable
	micro   *stateTable    // states within steps
	ctxs    [][]evaluation // for each transition, in order of edges
	first   int32          // what settling at the start showed

	edge int32 // while exploring
	r    *runner
}

// explore visits the reachable states, at most budget of them.
func explore(m *model.Machine, budget int) (*exploration, error) {
	x := &exploration{m: m, letters: m.Letters(model.MaxLetters)}
	if x.letters == nil && len(m.Inputs) > 0 {
		return nil, &model.BudgetError{Budget: report.BudgetArguments, Text: fmt.Sprintf(
			"the inputs take more than %d values together: choose the engine 'sat' or narrow the parameters", model.MaxLetters)}
	}
	if (len(m.Locations)+1)*(len(m.Inputs)+1) > maxEdges {
		return nil, &model.BudgetError{Budget: report.BudgetStates, Text: fmt.Sprintf(
			"%d locations and %d inputs are too many to enumerate: choose the engine 'sat'", len(m.Locations), len(m.Inputs))}
	}
	lay := newLayout(len(m.Locations), m.Vars)
	x.states, x.micro, x.outs = newStateTable(lay), newStateTable(lay), newOutputTable()
	x.ctxs = make([][]evaluation, len(m.Transitions))
	x.r = newRunner(m)
	x.r.watch = x
	if budget == 0 {
		budget = model.DefaultStates
	}
	x.edge = startEdge
	x.r.start()
	x.first = x.outs.id(x.r.out)
	x.add(startEdge)
	s := state{vals: make([]int64, len(m.Vars))}
	for n := int32(0); n < int32(x.states.n); n++ {
		x.known = append(x.known, int32(x.states.n))
		for i := range x.letters {
			x.edge = n*int32(len(x.letters)) + int32(i)
			x.states.get(n, &s)
			x.r.load(&s)
			x.r.step(&x.letters[i])
			x.shown = append(x.shown, x.outs.id(x.r.out))
			x.succ = append(x.succ, x.add(x.edge))
		}
		if x.states.n > budget || len(x.succ) > maxEdges {
			return nil, &model.BudgetError{Budget: report.BudgetStates, Text: fmt.Sprintf(
				"more than %d states are reachable: raise the budget, narrow the ranges or choose the engine "+
					"'sat'", min(budget, x.states.n))}
		}
	}
	x.r.watch = nil
	return x, nil
}

func (x *exploration) add(edge int32) int32 {
	id, added := x.states.id(x.r.state())
	if added {
		d := int32(0)
		if edge != startEdge {
			d = x.depth[x.from(edge)] + 1
		}
		x.depth = append(x.depth, d)
		x.parent = append(x.parent, edge)
	}
	return id
}

func (x *exploration) from(edge int32) int32   { return edge / int32(len(x.letters)) }
func (x *exploration) letter(edge int32) int32 { return edge % int32(len(x.letters)) }

// tried records a context.
func (x *exploration) tried(r *runner, t int32, taken bool) {
	micro := int32(-1)
	if r.trans[t].Event == model.Internal {
		micro, _ = x.micro.id(r.state())
	}
	x.ctxs[t] = append(x.ctxs[t], evaluation{x.edge, micro, taken})
}

// word gives the canonical word to a state, as letters.
func (x *exploration) word(s int32) []int32 {
	w := make([]int32, x.depth[s])
	for i := len(w) - 1; i >= 0; i-- {
		e := x.parent[s]
		w[i] = x.letter(e)
		s = x.from(e)
	}
	return w
}

// enter puts a runner into a context, ready to evaluate the guard.
func (x *exploration) enter(r *runner, c evaluation, s *state) {
	if c.micro >= 0 {
		x.micro.get(c.micro, s)
		r.load(s)
		return
	}
	x.states.get(x.from(c.edge), s)
	r.load(s)
	copy(r.env[len(x.m.Vars):], x.letters[x.letter(c.edge)].Params)
}

// An outputTable numbers what steps show. Number 0 is nothing.
type outputTable struct {
	all   [][]int64
	slots []int32
}

func newOutputTable() *outputTable {
	t := &outputTable{slots: make([]int32, 64)}
	t.id(nil)
	return t
}

func (t *outputTable) id(out []int64) int32 {
	if 2*(len(t.all)+1) > len(t.slots) {
		t.grow()
	}
	mask := uint64(len(t.slots) - 1)
	for at := hashValues(out) & mask; ; at = (at + 1) & mask {
		slot := t.slots[at]
		if slot == 0 {
			t.all = append(t.all, append([]int64(nil), out...))
			t.slots[at] = int32(len(t.all))
			return int32(len(t.all) - 1)
		}
		if equalValues(t.all[slot-1], out) {
			return slot - 1
		}
	}
}

func (t *outputTable) grow() {
	t.slots = make([]int32, 2*len(t.slots))
	mask := uint64(len(t.slots) - 1)
	for n, out := range t.all {
		at := hashValues(out) & mask
		for t.slots[at] != 0 {
			at = (at + 1) & mask
		}
		t.slots[at] = int32(n + 1)
	}
}

func hashValues(v []int64) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, x := range v {
		h = (h ^ uint64(x)) * 0xff51afd7ed558ccd
		h ^= h >> 32
	}
	return h
}

func equalValues(a, b []int64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// A Survey is what a bounded exploration sees of a machine.
type Survey struct {
	States  string         // how many are reachable, "more than n" beyond the bound
	Error   []model.Letter // a shortest run to !error, nil when none was met
	Diverge []model.Letter // a shortest run to !diverge
}

// SurveyOf explores a machine up to a bound of states, to show how large it is and whether it can die.
func SurveyOf(m *model.Machine, bound int) Survey {
	letters := m.Letters(model.MaxLetters)
	if letters == nil && len(m.Inputs) > 0 || (len(m.Locations)+1)*(len(m.Inputs)+1) > maxEdges {
		return Survey{States: "not counted: too many inputs"}
	}
	var v Survey
	r, states := newRunner(m), newStateTable(newLayout(len(m.Locations), m.Vars))
	parents := []int{-1}
	r.start()
	states.id(r.state())
	v.note(r, nil)
	s := state{vals: make([]int64, len(m.Vars))}
	for n, edge := 0, 0; n < states.n; n++ {
		for i := range letters {
			states.get(int32(n), &s)
			r.load(&s)
			r.step(&letters[i])
			if r.dead() && len(r.out) > 0 {
				v.note(r, func() []model.Letter { return wordTo(edge, parents, letters) })
			}
			if _, added := states.id(r.state()); added {
				parents = append(parents, edge)
			}
			edge++
		}
		if states.n > bound || edge > 16*bound {
			v.States = fmt.Sprintf("more than %d", min(states.n-1, bound))
			return v
		}
	}
	v.States = fmt.Sprint(states.n)
	return v
}

// note keeps the first run to each kind of death.
func (v *Survey) note(r *runner, run func() []model.Letter) {
	if !r.dead() {
		return
	}
	end := &v.Error
	if r.out[len(r.out)-1] == showDiverge {
		end = &v.Diverge
	}
	switch {
	case *end != nil:
	case run == nil:
		*end = []model.Letter{}
	default:
		*end = run()
	}
}

// wordTo follows the edges, numbered state × letters + letter, back to the start.
func wordTo(edge int, parents []int, letters []model.Letter) []model.Letter {
	var word []model.Letter
	for ; edge >= 0; edge = parents[edge/len(letters)] {
		word = append(word, letters[edge%len(letters)])
	}
	slices.Reverse(word)
	return word
}
