package action

import (
	"context"
	"encoding/binary"
	"slices"

	"github.com/mutarium/mutarium/engine/action/model"
)

// Traces that are sure to kill.
//
// Idea: where an event has several outcomes, a trace kills on some runs and not on others. Follow
// all runs of the original at once, as the subset construction does for automata: a position is the
// set of places where runs with the events so far can be, each marked by whether its run passed an
// unsafe state of the mutant. A trace kills for sure when all its complete runs passed one; the
// first such position in breadth-first order gives a shortest trace, with the least arguments.
//
// Source: Fellner, Tabaei Befrouei and Weissenbacher, Mutation testing with hyperproperties, SEFM 2019,
// call a mutant potentially killed by a test when some run of it kills, definitely when all do.
//
// Deviation: they ask a model checker for hyperproperties, and look at inputs and outputs; here
// tests are traces of an action system, whose states are observed. Arguments are not tried one by
// one: of all that lead from a position to the same next one only the least is.

// A Certainty says how surely a mutant that is killed can be killed by a test.
type Certainty uint8

const (
	Never       Certainty = iota // it is not killed at all
	Potentially                  // no trace kills it on all its runs
	Definitely                   // some trace does
	Open                         // too many positions were tried
)

const (
	maxPositions = 20_000 // tried for one mutant
	maxLetters   = 4_096  // arguments of one event that are told apart at one position
)

// A place is where a run may be: in a state, or in the middle of a step that shows several events.
type place struct {
	passed bool        // an unsafe state was passed
	state  int         // number of the state, in the middle of a step of the one that it leads to
	rest   []*model.Do // events that the step has still to show
	box    []int64     // of their arguments: all lower bounds, then all upper bounds
}

// key orders and compares places.
func (p place) key() string {
	b := []byte{0}
	if p.passed {
		b[0] = 1
	}
	b = binary.AppendUvarint(b, uint64(p.state))
	for _, call := range p.rest {
		b = append(append(b, call.Action.Name...), 0)
	}
	for _, v := range p.box {
		b = binary.AppendVarint(b, v)
	}
	return string(b)
}

// A hop is a step of the original from a state, with all arguments in a box.
type hop struct {
	calls []*model.Do
	box   []int64
	post  int
}

// A runner gives the steps of the original from the states that it is asked about, and keeps them.
type runner struct {
	sys    *system
	x      *machine
	number map[string]int
	states [][]int64
	hops   [][]hop // by state; nil: not asked yet
	over   bool    // a limit of work was met: steps are missing
}

func (c *Checker) runner() *runner {
	sys := c.space.sys
	return &runner{sys: sys, x: newMachine(sys.layout, hazardWork), number: map[string]int{}}
}

// of gives a state its number.
func (r *runner) of(state []int64) int {
	key := stateKey(state)
	n, known := r.number[key]
	if !known {
		n = len(r.states)
		r.number[key] = n
		r.states, r.hops = append(r.states, state), append(r.hops, nil)
	}
	return n
}

func (r *runner) from(state int) []hop {
	if r.hops[state] != nil {
		return r.hops[state]
	}
	x := r.x
	x.clear()
	x.work, x.over = 0, false
	copy(x.vals, r.states[state])
	for _, w := range r.sys.ways {
		r.over = !x.runWay(w) || r.over
	}
	hops := make([]hop, 0, len(x.steps))
	for _, s := range x.steps {
		post := make([]int64, len(x.vals))
		r.sys.layout.unpack(post, x.words(s))
		hops = append(hops, hop{r.sys.ways[s.way].entry.Calls(), slices.Clone(x.box(s)), r.of(post)})
	}
	r.hops[state] = hops
	return hops
}

// A position is a set of places, sorted, and how it was reached.
type position struct {
	places []place
	before int // index of the position before
	by     model.Event
}

// kills tells a position where a trace may end that kills for sure.
func (p position) kills() bool {
	sure := false
	for _, at := range p.places {
		if len(at.rest) > 0 {
			continue // the run is not complete, so that it is none along the trace
		}
		if !at.passed {
			return false
		}
		sure = true
	}
	return sure
}

// A pursuit is the search for a trace that is sure to kill one mutant.
type pursuit struct {
	*runner
	unsafe func(state []int64) bool
	tried  []position
	seen   map[string]bool
	open   bool // something was left out
}

// definite finds a shortest trace that is sure to kill a mutant with these unsafe states.
func (r *runner) definite(ctx context.Context, init []int64, unsafe func(state []int64) bool) (Test, Certainty) {
	p := &pursuit{runner: r, unsafe: unsafe, seen: map[string]bool{}}
	p.add(position{places: []place{{unsafe(init), r.of(init), nil, nil}}, before: -1})
	for at := 0; at < len(p.tried); at++ {
		switch {
		case p.tried[at].kills():
			return p.trace(at), Definitely
		case ctx.Err() != nil || len(p.tried) > maxPositions:
			return nil, Open
		}
		p.extend(at)
	}
	if p.open || r.over {
		return nil, Open
	}
	return nil, Potentially
}

// trace lists the events up to a position.
func (p *pursuit) trace(at int) (t Test) {
	for ; p.tried[at].before >= 0; at = p.tried[at].before {
		t = append(t, p.tried[at].by)
	}
	slices.Reverse(t)
	return t
}

// add notes a position that was not met before.
func (p *pursuit) add(pos position) {
	keys := make([]string, len(pos.places))
	for i, at := range pos.places {
		keys[i] = at.key()
	}
	slices.Sort(keys)
	var key []byte
	for _, k := range slices.Compact(keys) {
		key = append(binary.AppendUvarint(key, uint64(len(k))), k...)
	}
	if !p.seen[string(key)] {
		p.seen[string(key)] = true
		p.tried = append(p.tried, pos)
	}
}

// An offer is what may come next at a position: an event, with the arguments in a box.
type offer struct {
	call *model.Do
	box  []int64
}

// extend adds the positions one event further.
func (p *pursuit) extend(at int) {
	here := p.tried[at].places
	var offers []offer
	for _, pl := range here {
		if len(pl.rest) > 0 {
			offers = append(offers, offer{pl.rest[0], first(pl.box, pl.rest[0])})
			continue
		}
		for _, h := range p.from(pl.state) {
			offers = append(offers, offer{h.calls[0], first(h.box, h.calls[0])})
		}
	}
	for len(offers) > 0 {
		call := offers[0].call
		var boxes [][]int64
		offers = slices.DeleteFunc(offers, func(o offer) bool {
			same := o.call.Action.Name == call.Action.Name && len(o.call.Params) == len(call.Params)
			if same {
				boxes = append(boxes, o.box)
			}
			return same
		})
		p.open = !eachRegion(boxes, func(args []int64) {
			p.add(position{p.after(here, call, args), at, model.Event{Name: call.Action.Name, Args: args}})
		}) || p.open
	}
}

// after gives the places behind an event.
func (p *pursuit) after(here []place, call *model.Do, args []int64) (places []place) {
	seen := map[string]bool{}
	add := func(passed bool, rest []*model.Do, box []int64, post int) {
		next := place{passed, post, rest, box}
		if len(rest) == 0 {
			next.passed, next.rest, next.box = passed || p.unsafe(p.states[post]), nil, nil
		}
		if k := next.key(); !seen[k] {
			seen[k] = true
			places = append(places, next)
		}
	}
	for _, pl := range here {
		if len(pl.rest) > 0 {
			if shows(pl.rest[0], pl.box, call, args) {
				add(pl.passed, pl.rest[1:], behind(pl.box, len(args)), pl.state)
			}
			continue
		}
		for _, h := range p.from(pl.state) {
			if shows(h.calls[0], h.box, call, args) {
				add(pl.passed, h.calls[1:], behind(h.box, len(args)), h.post)
			}
		}
	}
	return places
}

// shows tells whether a call, with arguments from the front of a box, can be the event.
func shows(c *model.Do, box []int64, call *model.Do, args []int64) bool {
	if c.Action.Name != call.Action.Name || len(c.Params) != len(args) {
		return false
	}
	n := len(box) / 2
	for i, a := range args {
		if a < box[i] || a > box[n+i] {
			return false
		}
	}
	return true
}

// first is the part of a box for the arguments of the first call.
func first(box []int64, call *model.Do) []int64 {
	n, k := len(box)/2, len(call.Params)
	return append(slices.Clone(box[:k]), box[n:n+k]...)
}

// behind is the rest of a box, without its first k arguments.
func behind(box []int64, k int) []int64 {
	n := len(box) / 2
	return append(slices.Clone(box[k:n]), box[n+k:]...)
}

// eachRegion visits the least tuple of each region that the bounds of boxes cut the union of the
// boxes into, in ascending order, the last argument fastest. It tells whether there were few enough.
func eachRegion(boxes [][]int64, visit func(args []int64)) bool {
	n := len(boxes[0]) / 2
	lists := make([][]int64, n)
	for i := range n {
		for _, b := range boxes {
			lists[i] = append(lists[i], b[i], b[n+i]+1)
		}
		slices.Sort(lists[i])
		lists[i] = slices.Compact(lists[i])
	}
	tried := 0
	return model.Tuples(lists, func(args []int64) bool {
		if tried++; tried > maxLetters {
			return false
		}
		point := append(slices.Clone(args), args...)
		if slices.ContainsFunc(boxes, func(b []int64) bool { return contains(b, point) }) {
			visit(slices.Clone(args))
		}
		return true
	})
}
