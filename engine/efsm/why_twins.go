package efsm

import (
	"slices"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/report"
)

// The product of two machines that differ in what transitions do: whether it shows a difference, and where the
// states differ without one.

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
	unequal   []int32 // places in the queue of pairs of different states
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
		t.unequal = append(t.unequal, int32(len(t.queue)))
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
	return len(healed) == len(t.unequal)
}

// nearest gives the word that comes nearest to a kill: a shortest one to the end of a difference, or else to a
// difference; begins and healed are the numbers of its letters after which the states begin to differ, and are equal
// again, -1 where they never are.
func (t *twins) nearest() (word []model.Letter, begins, healed int) {
	healed = -1
	at := t.unequal[0]
	last := slices.IndexFunc(t.edges, func(e edge) bool { return e.to.a == e.to.b })
	if last >= 0 {
		at = t.edges[last].at
	}
	word = t.path(at)
	for i := at; i >= 0; i = t.queue[i].up {
		if t.queue[i].pair.a != t.queue[i].pair.b {
			begins = len(t.path(i))
		}
	}
	if last >= 0 {
		word = append(word, t.letters[t.edges[last].letter])
		healed = len(word)
	}
	return word, begins, healed
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

func (t *twins) differIn(p pair, v int) bool {
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
	for _, at := range t.unequal {
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
