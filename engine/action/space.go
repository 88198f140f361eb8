package action

import (
	"context"
	"slices"
)

// The states that the original reaches.
//
// Idea: breadth-first search, in which the entries of the do-od block are tried as written, arguments
// ascending with the last fastest, post-states in order of production. So the first path found
// to a state is the canonical shortest trace.
//
// Source: the paper, Algorithm 2.
//
// Deviation: it explores again for each mutant, up to a depth; here it is once for all mutants, and until
// no new state is found.

// A space is the part of the original that can be reached from its initial state. It does not change
// once it was explored.
type space struct {
	sys    *system
	words  []uint64 // of all states
	depth  []int32  // by state: steps of a shortest trace
	parent []int32  // by state: the state before, -1 for the first
	via    []int32  // by state: the step from its parent, index into steps
	from   []int32  // by expanded state: where its steps begin; one more at the end
	steps  []step   // sorted by way
	boxes  []int64
	index  table

	work     int    // instructions run
	expanded int    // states whose steps are all known; the others are only known to be reached
	cut      bool   // a depth was asked for, and there are states beyond it
	budget   string // the budget that ran out, or ""
}

// Budgets of the explicit engine when none is asked for.
const (
	DefaultStates   = 200_000
	stepsPerState   = 16
	workPerState    = 500
	minimumOfStates = 1_000 // the least count that the two above are multiplied by
	checkEvery      = 256   // states between two looks at the context
)

// limits are what a run may cost, in what can be counted.
type limits struct {
	states, steps, work int
	depth               int // explore so many steps deep; negative: to the end
}

func newLimits(states, depth int) limits {
	if states <= 0 {
		states = DefaultStates
	}
	n := max(states, minimumOfStates)
	l := limits{states: states, steps: n * stepsPerState, work: n * workPerState, depth: -1}
	if depth > 0 {
		l.depth = depth
	}
	return l
}

// explore visits the states of a system. The error is the context's.
func explore(ctx context.Context, sys *system, lim limits) (*space, error) {
	sp := &space{sys: sys, from: []int32{0}}
	x := newMachine(sys.layout, lim.work)
	sp.index.init(sys.layout.words)
	sp.add(sys.layout.pack(nil, sys.model.Init), -1, -1)
	for sp.expanded < len(sp.depth) && sp.budget == "" {
		if sp.expanded%checkEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if lim.depth >= 0 && int(sp.depth[sp.expanded]) > lim.depth {
			sp.cut = true
			break
		}
		sp.expand(x, lim)
	}
	sp.work = x.work
	return sp, nil
}

// expand finds the steps of the next state. When a budget runs out on the way the state stays
// unexpanded; of the states it led to nothing is shown.
func (sp *space) expand(x *machine, lim limits) {
	i := sp.expanded
	x.clear()
	x.at(sp.state(i))
	for _, w := range sp.sys.ways {
		if !x.runWay(w) || len(sp.steps)+len(x.steps) > lim.steps {
			sp.budget = budgetSteps
			return
		}
	}
	for _, s := range x.steps {
		words := x.words(s)
		post, found := sp.index.find(words, sp.words)
		if !found {
			if len(sp.depth) >= lim.states {
				sp.budget = budgetStates
				sp.steps = sp.steps[:sp.from[i]]
				return
			}
			post = sp.add(words, int32(i), int32(len(sp.steps)))
		}
		box := int32(len(sp.boxes))
		sp.boxes = append(sp.boxes, x.box(s)...)
		sp.steps = append(sp.steps, step{s.way, s.event, s.args, box, post, s.nth})
	}
	sp.expanded++
	sp.from = append(sp.from, int32(len(sp.steps)))
}

func (sp *space) add(words []uint64, parent, via int32) int32 {
	i := int32(len(sp.depth))
	sp.words = append(sp.words, words...)
	d := int32(0)
	if parent >= 0 {
		d = sp.depth[parent] + 1
	}
	sp.depth = append(sp.depth, d)
	sp.parent = append(sp.parent, parent)
	sp.via = append(sp.via, via)
	sp.index.insert(i, sp.words)
	return i
}

// state gives the words of a state.
func (sp *space) state(i int) []uint64 {
	w := sp.sys.layout.words
	return sp.words[i*w : (i+1)*w]
}

func (sp *space) stepsOf(i int) []step { return sp.steps[sp.from[i]:sp.from[i+1]] }

func (sp *space) box(s step) []int64 { return sp.boxes[s.box : s.box+2*s.args] }

// maxDepth is the length of the longest of the shortest traces.
func (sp *space) maxDepth() int {
	if sp.expanded == 0 {
		return 0
	}
	return int(sp.depth[sp.expanded-1])
}

// path lists the steps of the canonical shortest trace to a state, as indices into steps.
func (sp *space) path(i int) []int32 {
	var vias []int32
	for at := int32(i); sp.parent[at] >= 0; at = sp.parent[at] {
		vias = append(vias, sp.via[at])
	}
	slices.Reverse(vias)
	return vias
}

// A table finds states by their words: open addressing over their indices.
type table struct {
	words int
	slots []int32 // index+1; 0 is free
	count int
}

func (t *table) init(words int) { t.words, t.slots = words, make([]int32, 64) }

func (t *table) hash(words []uint64) int {
	h := uint64(0x9e3779b97f4a7c15)
	for _, w := range words {
		h ^= w
		h *= 0xff51afd7ed558ccd
		h ^= h >> 32
	}
	return int(h & uint64(len(t.slots)-1))
}

func (t *table) find(words, all []uint64) (int32, bool) {
	for at := t.hash(words); ; at = (at + 1) & (len(t.slots) - 1) {
		i := t.slots[at] - 1
		if i < 0 {
			return 0, false
		}
		if slices.Equal(all[int(i)*t.words:(int(i)+1)*t.words], words) {
			return i, true
		}
	}
}

// insert adds a state that is not in the table; its words are already among all.
func (t *table) insert(i int32, all []uint64) {
	if t.count++; 2*t.count > len(t.slots) {
		t.slots = make([]int32, 2*len(t.slots))
		for j := range int32(t.count - 1) {
			t.put(j, all)
		}
	}
	t.put(i, all)
}

func (t *table) put(i int32, all []uint64) {
	at := t.hash(all[int(i)*t.words : (int(i)+1)*t.words])
	for t.slots[at] != 0 {
		at = (at + 1) & (len(t.slots) - 1)
	}
	t.slots[at] = i + 1
}
