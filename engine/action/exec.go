package action

import (
	"slices"
	"strconv"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/expr"
)

// The steps from one concrete state, with all arguments at once.
//
// Idea: arguments are not enumerated value by value: a box (a range for each argument) is carried
// along, and split where a guard holds for a part of it only.
//
// Source: E. Davis, "Constraint propagation with interval labels", Artificial Intelligence 32 (1987).
//
// Deviation: a comparison that is linear in one argument tells the exact place of the cut, so that the
// cost does not grow with the ranges; only others are halved until interval arithmetic decides them.

// A machine enumerates the steps that ways make from one concrete state. They come out in the order of
// enumeration with every argument tried in ascending order, see order. A machine belongs to one
// goroutine.
type machine struct {
	layout *layout
	vals   []int64 // the state reached so far
	lo, hi []int64 // the box
	trail  []saved // assignments to undo
	work   int     // instructions run
	limit  int     // of work; beyond it over is set
	over   bool
	probe  bool // only ask whether there is a step
	way    *way
	nth    int32           // steps of the way so far
	met    map[string]bool // where paths join: the states and boxes that were run from there

	// What was found: steps, their boxes one after the other (all lo, then all hi), and the words
	// of their post-states, layout.words for each.
	steps []step
	boxes []int64
	posts []uint64
}

// A step is a set of steps: one post-state, and all arguments in a box.
type step struct {
	way   int32 // index of the way
	event int32 // its sequence of events
	args  int32 // their number
	box   int32 // where its box begins
	post  int32 // place of the post-state: in posts, or of a space in its states
	nth   int32 // order of production among the steps of its way
}

type saved struct {
	slot int
	val  int64
}

func newMachine(l *layout, limit int) *machine {
	return &machine{layout: l, vals: make([]int64, len(l.ranges)), limit: limit}
}

// clear forgets the steps found.
func (x *machine) clear() { x.steps, x.boxes, x.posts = x.steps[:0], x.boxes[:0], x.posts[:0] }

// at sets the state to start from.
func (x *machine) at(words []uint64) { x.layout.unpack(x.vals, words) }

// runWay adds the steps of a way from the present state. It tells false when the work limit was
// met; the steps are then incomplete.
func (x *machine) runWay(w *way) bool {
	from := len(x.steps)
	x.way, x.nth, x.met = w, 0, nil
	x.open(w)
	x.run(w.start)
	x.order(from)
	return !x.over
}

func (x *machine) open(w *way) {
	x.lo, x.hi = x.lo[:0], x.hi[:0]
	for _, r := range w.ranges {
		x.lo, x.hi = append(x.lo, r.Lo), append(x.hi, r.Hi)
	}
}

// hasStep tells whether a way has a step from the state reached so far.
func (x *machine) hasStep(w *way) bool {
	probe := *x
	probe.lo, probe.hi, probe.trail, probe.met, probe.probe = nil, nil, nil, nil, true
	probe.open(w)
	found := !probe.run(w.start) && !probe.over
	x.work, x.over = probe.work, probe.over
	return found
}

// run executes from an instruction on, all branches and all parts of the box. It gives false to
// stop: a probe found a step, or the limit was met. State and box are as before when it returns.
func (x *machine) run(n *instr) bool {
	mark := len(x.trail)
	goOn := true
loop:
	for {
		if x.work++; x.work > x.limit {
			x.over, goOn = true, false
			break
		}
		switch n.op {
		case opDone:
			goOn = x.emit()
			break loop
		case opAssume:
			lo, hi := x.eval(n.e)
			if hi == 0 {
				break loop
			}
			if lo == 0 {
				goOn = x.split(n, x.cutTruth(n.e))
				break loop
			}
		case opAssign:
			lo, hi := x.eval(n.e)
			if hi < n.lo || lo > n.hi {
				break loop // no value of the type: the branch cannot be taken
			}
			if lo != hi {
				goOn = x.split(n, x.cutValue(n, lo, hi))
				break loop
			}
			x.trail = append(x.trail, saved{n.slot, x.vals[n.slot]})
			x.vals[n.slot] = lo
		case opFork:
			for _, f := range n.forks {
				if goOn = x.run(f); !goOn {
					break loop
				}
			}
			break loop
		case opJoin:
			if x.metBefore(n) {
				break loop // its steps were found, and come first in order
			}
		case opUnless:
			if slices.ContainsFunc(n.unless, x.hasStep) {
				break loop
			}
		}
		n = n.next
	}
	for len(x.trail) > mark {
		last := x.trail[len(x.trail)-1]
		x.vals[last.slot] = last.val
		x.trail = x.trail[:len(x.trail)-1]
	}
	return goOn
}

// metBefore notes state and box at a place where paths join.
func (x *machine) metBefore(n *instr) bool {
	if x.met == nil {
		x.met = map[string]bool{}
	}
	key := strconv.AppendInt(nil, int64(n.slot), 10)
	for _, part := range [][]int64{x.vals, x.lo, x.hi} {
		key = appendInts(key, part)
	}
	if x.met[string(key)] {
		return true
	}
	x.met[string(key)] = true
	return false
}

// emit notes the step that was completed.
func (x *machine) emit() bool {
	if x.probe {
		return false
	}
	w := x.way
	x.steps = append(x.steps, step{
		way: int32(w.index), event: int32(w.events), args: int32(len(x.lo)),
		box: int32(len(x.boxes)), post: int32(len(x.posts) / x.layout.words), nth: x.nth,
	})
	x.nth++
	x.boxes = append(append(x.boxes, x.lo...), x.hi...)
	x.posts = x.layout.pack(x.posts, x.vals)
	return true
}

// order sorts the steps found since from as they come out when arguments are enumerated: by the
// least argument tuple of the box, then by order of production. For each tuple the steps whose box
// holds it were produced in the order of plain execution, as splitting never reorders branches;
// so the first step with a given post-state is the canonical one. What occurs twice is dropped.
func (x *machine) order(from int) {
	found := x.steps[from:]
	if len(found) < 2 {
		return
	}
	if found[0].args > 0 {
		slices.SortStableFunc(found, func(a, b step) int { return slices.Compare(x.least(a), x.least(b)) })
	}
	kept := found[:1]
	for _, s := range found[1:] {
		if !x.repeats(kept, s) {
			kept = append(kept, s)
		}
	}
	x.steps = x.steps[:from+len(kept)]
}

// repeats looks for the same step among those just before it with the same least tuple.
func (x *machine) repeats(kept []step, s step) bool {
	for i := len(kept) - 1; i >= 0; i-- {
		k := kept[i]
		if !slices.Equal(x.least(k), x.least(s)) {
			return false
		}
		if slices.Equal(x.box(k), x.box(s)) && slices.Equal(x.words(k), x.words(s)) {
			return true
		}
	}
	return false
}

// words gives the post-state of a step.
func (x *machine) words(s step) []uint64 {
	at := int(s.post) * x.layout.words
	return x.posts[at : at+x.layout.words]
}

func (x *machine) box(s step) []int64   { return x.boxes[s.box : s.box+2*s.args] }
func (x *machine) least(s step) []int64 { return x.boxes[s.box : s.box+s.args] }

// A cut divides the box: one part has argument arg up to and including at, the other the rest.
type cut struct {
	arg int
	at  int64
}

// split runs an instruction on both parts of the box.
func (x *machine) split(n *instr, c cut) bool {
	lo, hi := x.lo[c.arg], x.hi[c.arg]
	x.hi[c.arg] = c.at
	goOn := x.run(n)
	x.hi[c.arg] = hi
	if goOn {
		x.lo[c.arg] = c.at + 1
		goOn = x.run(n)
		x.lo[c.arg] = lo
	}
	return goOn
}

// eval bounds the value of an expression over the box; Booleans are 0 and 1. The bounds are exact
// when the box is a single tuple. The checker made sure that nothing leaves 64 bits.
func (x *machine) eval(n *node) (lo, hi int64) {
	if !n.params {
		v := x.value(n)
		return v, v
	}
	if n.op == expr.Name {
		return x.lo[n.slot], x.hi[n.slot]
	}
	a, b := x.eval(n.l)
	switch n.op {
	case expr.Neg:
		return -b, -a
	case expr.Not:
		return 1 - b, 1 - a
	case expr.And:
		if b == 0 {
			return 0, 0
		}
		c, d := x.eval(n.r)
		return min(a, c), min(b, d)
	case expr.Or:
		if a == 1 {
			return 1, 1
		}
		c, d := x.eval(n.r)
		return max(a, c), max(b, d)
	}
	c, d := x.eval(n.r)
	return model.Combine(n.op, a, b, c, d)
}

// value evaluates an expression without arguments.
func (x *machine) value(n *node) int64 {
	switch n.op {
	case expr.Const:
		return n.k
	case expr.Name:
		return x.vals[n.slot]
	}
	a := x.value(n.l)
	switch n.op {
	case expr.Neg:
		return -a
	case expr.Not:
		return 1 - a
	case expr.And:
		if a == 0 {
			return 0
		}
		return x.value(n.r)
	case expr.Or:
		if a == 1 {
			return 1
		}
		return x.value(n.r)
	}
	b := x.value(n.r)
	switch n.op {
	case expr.Eq:
		return model.Truth(a == b)
	case expr.Ne:
		return model.Truth(a != b)
	case expr.Add:
		return a + b
	case expr.Sub:
		return a - b
	case expr.Mul:
		return a * b
	}
	lo, _ := model.Combine(n.op, a, a, b, b)
	return lo
}
