package referee

import (
	"encoding/binary"
	"maps"
	"slices"

	"github.com/mutarium/mutarium/engine/tioa/model"
)

// Consistency and refinement decided a second time, on regions: classes of clock values that no
// comparison tells apart, now or after any wait (R. Alur and D. L. Dill, "A theory of timed
// automata", TCS 126, 1994, section 4). A region is represented by one valuation out of it, with
// whole ticks for fractions of a time unit, and automata are run on these by their texts. There are
// no zones here, nothing compiled, no bounds that depend on the location and no order of search: both
// answers are fixpoints over a list of states, each computed by going through the whole list until
// nothing changes. The price is the size: constants and clocks multiply, so that only small models
// are decided this way.
//
// A state is good when every enabled input leads to a good state, and time can pass for ever through good
// states, or an output leads to one after some wait through good states (A. David, K. G. Larsen, A. Legay,
// U. Nyman and A. Wąsowski, HSCC 2010, section 5). A mutant refines the model when in every pair of states
// that they reach together the model allows the mutant's waits and outputs, and the mutant accepts the
// model's inputs (the same, Definition 6).
//
// Deviation from Alur and Dill: a clock is forgotten beyond its own largest constant in the automaton,
// and wherever it is set again before it is compared. Differences of clocks are not regions then, so
// automata that compare them are left out.

// DefaultRegions bounds the states of a game on regions.
const DefaultRegions = 20_000

// A side is an automaton made ready to be played on regions.
type side struct {
	s       model.Subject
	edges   [][]RunEdge // by source; those of the special locations are written out
	invs    []*RunCond
	urgent  []bool
	most    []int64  // by clock: the largest constant that it is compared with, −1 for none
	live    [][]bool // by location and clock: whether the clock may be compared before it is set again
	in, out map[string]bool
}

// A regionBox says what the clocks of a game are: how many ticks a time unit has and where each
// clock ends to matter.
type regionBox struct {
	unit int64
	most []int64
}

func newSide(s model.Subject) (*side, bool) {
	r := NewRunner(s)
	side := &side{s: s, edges: r.Edges, invs: r.invs, urgent: r.urgent}
	side.in, side.out = map[string]bool{}, map[string]bool{}
	in, out := s.Automaton.EdgeActions()
	if io := s.Automaton.IO; io != nil {
		in, out = append(in, io.Inputs...), append(out, io.Outputs...)
	}
	for _, act := range in {
		side.in[act] = true
	}
	for _, act := range out {
		side.out[act] = true
	}
	for i, l := range s.Automaton.Locations {
		if l.Kind != model.Normal {
			side.edges[i] = side.loops(i, l.Kind)
		}
		side.edges[i] = slices.DeleteFunc(side.edges[i], func(e RunEdge) bool {
			return s.Automaton.Locations[e.target].Removed
		})
	}
	return side, side.compared()
}

// compared finds what each location compares, now or later, and tells whether these are single
// clocks.
func (r *side) compared() bool {
	for range r.s.Automaton.Clocks {
		r.most = append(r.most, -1)
	}
	plain := true
	for i := range r.edges {
		r.live = append(r.live, make([]bool, len(r.most)))
		plain = r.constants(r.invs[i], r.live[i]) && plain
		for _, e := range r.edges[i] {
			plain = r.constants(e.Guard, r.live[i]) && plain
		}
	}
	for again := true; again; {
		again = false
		for i := range r.edges {
			for _, e := range r.edges[i] {
				again = r.liveBefore(i, &e) || again
			}
		}
	}
	return plain
}

// liveBefore takes in the clocks that live behind an edge and are not set by it.
func (r *side) liveBefore(i int, e *RunEdge) (more bool) {
	for x, live := range r.live[e.target] {
		set := slices.ContainsFunc(e.clocks, func(c setting) bool { return c.clock == x })
		if live && !set && !r.live[i][x] {
			r.live[i][x], more = true, true
		}
	}
	return more
}

// forget puts the clocks of a state that do not live beyond their constants.
func (r *side) forget(s *RunState, unit int64) {
	for x, live := range r.live[s.Loc] {
		if !live {
			s.Clocks[x] = (r.most[x] + 1) * unit
		}
	}
}

// loops are what a special location does: every input, and a universal one every output.
func (r *side) loops(at int, kind model.LocationKind) (out []RunEdge) {
	for _, act := range slices.Sorted(maps.Keys(r.in)) {
		out = append(out, RunEdge{Action: act, source: at, target: at})
	}
	if kind == model.Universal {
		for _, act := range slices.Sorted(maps.Keys(r.out)) {
			out = append(out, RunEdge{Action: act, Output: true, source: at, target: at})
		}
	}
	return out
}

// constants takes in what a condition compares and tells whether these are single clocks.
func (r *side) constants(c *RunCond, live []bool) bool {
	if c == nil {
		return true
	}
	if c.clock {
		if c.x < 0 || c.y >= 0 {
			return false
		}
		r.most[c.x], live[c.x] = max(r.most[c.x], c.bound), true
	}
	ok := true
	for _, a := range c.args {
		ok = r.constants(a, live) && ok
	}
	return ok
}

// normal makes a valuation the representative of its region: clocks beyond their constants are one
// unit beyond, and fractions keep their order alone.
func (b *regionBox) normal(v []int64) {
	var fractions []int64
	for x := range v {
		if v[x] > b.most[x]*b.unit {
			v[x] = (b.most[x] + 1) * b.unit
		} else if f := v[x] % b.unit; f > 0 {
			fractions = append(fractions, f)
		}
	}
	slices.Sort(fractions)
	fractions = slices.Compact(fractions)
	for x := range v {
		if f := v[x] % b.unit; f > 0 && v[x] <= b.most[x]*b.unit {
			rank, _ := slices.BinarySearch(fractions, f)
			v[x] += 2*int64(rank+1) - f
		}
	}
}

// later is the region that comes next as time passes. In an open region some time can pass inside
// it; the last one is never left.
func (b *regionBox) later(v []int64) (next []int64, open, last bool) {
	most, some, whole := int64(0), false, false
	for x := range v {
		if v[x] <= b.most[x]*b.unit {
			f := v[x] % b.unit
			some, whole, most = true, whole || f == 0, max(most, f)
		}
	}
	step := b.unit - most
	switch {
	case !some:
		return v, true, true
	case whole:
		step = 1
	}
	next = slices.Clone(v)
	for x := range next {
		next[x] += step
	}
	b.normal(next)
	return next, !whole, false
}

// inside tells whether a location's invariant holds.
func (r *side) inside(s *RunState, unit int64) bool {
	return r.invs[s.Loc].Holds(s.Clocks, s.Vars, unit)
}

// after takes an edge; ok is false where it is not enabled.
func (r *side) after(s *RunState, e *RunEdge, unit int64) (RunState, bool) {
	if !e.Guard.Holds(s.Clocks, s.Vars, unit) {
		return RunState{}, false
	}
	to, ok := e.After(s, unit, r.s.Automaton.Vars)
	return to, ok && r.inside(&to, unit)
}

// key writes a state down for looking it up.
func (s *RunState) key(to []byte) []byte {
	to = binary.AppendVarint(to, int64(s.Loc))
	for _, v := range s.Vars {
		to = binary.AppendVarint(to, v)
	}
	for _, c := range s.Clocks {
		to = binary.AppendVarint(to, c)
	}
	return to
}

// regionGood is the good states of one automaton among those that it reaches.
type regionGood struct {
	side  *side
	box   regionBox
	index map[string]int
	list  []*regionNode
}

// A regionNode is a state with where it leads to.
type regionNode struct {
	state           RunState
	inputs, outputs []int
	next            int // by waiting; −1: the invariant ends, or the location is urgent
	bad             bool
}

// goodRegions computes them. ok is false where the model is not decided this way.
func goodRegions(side *side, unit int64, limit int) (g *regionGood, ok bool) {
	g = &regionGood{side: side, index: map[string]int{}}
	g.box = regionBox{unit, side.most}
	start := StartState(side.s)
	if !side.inside(&start, g.box.unit) {
		return g, true
	}
	g.number(start)
	for i := 0; i < len(g.list); i++ {
		if i > limit {
			return nil, false
		}
		g.expand(g.list[i])
	}
	for again := true; again; {
		again = false
		for _, n := range g.list {
			if !n.bad && !g.stays(n) {
				n.bad, again = true, true
			}
		}
	}
	return g, true
}

// A Region is a state of an automaton with one valuation for its region.
type Region struct {
	Loc    int
	Clocks []int64 // in ticks
	Unit   int64   // ticks of a time unit
	Good   bool
}

// GoodOnRegions lists the states that an automaton reaches, by location and region, and tells whether
// its start is good. ok is false where that is not decided on regions.
func GoodOnRegions(s model.Subject, limit int) (all []Region, consistent, ok bool) {
	side, plain := newSide(s)
	if !plain {
		return nil, false, false
	}
	if limit == 0 {
		limit = DefaultRegions
	}
	g, ok := goodRegions(side, 2*int64(len(side.most)+1), limit)
	if !ok {
		return nil, false, false
	}
	for _, n := range g.list {
		all = append(all, Region{n.state.Loc, n.state.Clocks, g.box.unit, !n.bad})
	}
	return all, g.start(), true
}

// number gives the number of a state, whose clocks become those of its region.
func (g *regionGood) number(s RunState) int {
	s.Clocks = g.normal(&s)
	key := string(s.key(nil))
	i, ok := g.index[key]
	if !ok {
		i = len(g.list)
		g.index[key] = i
		g.list = append(g.list, &regionNode{state: s, next: -1})
	}
	return i
}

// normal gives the clocks of a state's region.
func (g *regionGood) normal(s *RunState) []int64 {
	c := RunState{Loc: s.Loc, Clocks: slices.Clone(s.Clocks)}
	g.side.forget(&c, g.box.unit)
	g.box.normal(c.Clocks)
	return c.Clocks
}

// expand finds where a state leads to.
func (g *regionGood) expand(n *regionNode) {
	s := &n.state
	for k := range g.side.edges[s.Loc] {
		e := &g.side.edges[s.Loc][k]
		to, ok := g.side.after(s, e, g.box.unit)
		if !ok {
			continue
		}
		if i := g.number(to); e.Output {
			n.outputs = append(n.outputs, i)
		} else {
			n.inputs = append(n.inputs, i)
		}
	}
	if g.side.urgent[s.Loc] {
		return
	}
	clocks, _, _ := g.box.later(s.Clocks)
	if to := (RunState{Loc: s.Loc, Clocks: clocks, Vars: s.Vars}); g.side.inside(&to, g.box.unit) {
		n.next = g.number(to)
	}
}

// stays tells whether a state remains good: all inputs lead to good states, and an output does, or
// waiting, which in the last region goes on for ever.
func (g *regionGood) stays(n *regionNode) bool {
	for _, i := range n.inputs {
		if g.list[i].bad {
			return false
		}
	}
	for _, i := range n.outputs {
		if !g.list[i].bad {
			return true
		}
	}
	return n.next >= 0 && !g.list[n.next].bad
}

// start tells whether the initial state is good.
func (g *regionGood) start() bool { return len(g.list) > 0 && !g.list[0].bad }

// has tells whether a state is good. Its clocks may be those of a finer region.
func (g *regionGood) has(s *RunState) bool {
	c := RunState{Loc: s.Loc, Vars: s.Vars, Clocks: g.normal(s)}
	i, ok := g.index[string(c.key(nil))]
	return ok && !g.list[i].bad
}

// A regionGame is refinement as a game on regions of the clocks of both sides.
type regionGame struct {
	impl, spec         *side
	implGood, specGood *regionGood // nil: states are not pruned
	ignores            bool        // outputs that the specification does not declare leave it where it is
	box                regionBox
	index              map[string]int
	list               []*regionPair
}

// A regionPair is a state of both sides. It is bad when a challenge has bad answers alone: then the
// implementation can do, or refuse, what the specification forbids.
type regionPair struct {
	impl, spec RunState
	challenges [][]int
	bad        bool
}

// RegionVerdict decides a mutant on regions under a reading. ok is false where that is not done:
// more states than the limit, or differences of clocks.
func RegionVerdict(mutant, model model.Subject, s Semantics, limit int) (v MutantVerdict, ok bool) {
	if limit == 0 {
		limit = DefaultRegions
	}
	impl, ok1 := newSide(mutant)
	spec, ok2 := newSide(model)
	if !ok1 || !ok2 {
		return Undecided, false
	}
	g := &regionGame{impl: impl, spec: spec, ignores: s == ToolAlphabet, index: map[string]int{}}
	g.box.most = append(slices.Clone(impl.most), spec.most...)
	g.box.unit = 2 * int64(len(g.box.most)+1)
	if s != Definition7 {
		if g.implGood, ok1 = goodRegions(impl, g.box.unit, limit); ok1 {
			g.specGood, ok2 = goodRegions(spec, g.box.unit, limit)
		}
		switch {
		case !ok1 || !ok2:
			return Undecided, false
		case !g.implGood.start():
			return NoModel, true
		}
	}
	return g.verdict(limit)
}

// verdict explores the pairs from the start and computes the bad ones.
func (g *regionGame) verdict(limit int) (MutantVerdict, bool) {
	impl, spec := StartState(g.impl.s), StartState(g.spec.s)
	if !g.allowed(g.impl, g.implGood, &impl) || !g.allowed(g.spec, g.specGood, &spec) {
		return NonSubsumed, true
	}
	g.number(impl, spec)
	for i := 0; i < len(g.list); i++ {
		if i > limit {
			return Undecided, false
		}
		g.expand(g.list[i])
	}
	for again := true; again; {
		again = false
		for _, p := range g.list {
			if !p.bad && g.lost(p) {
				p.bad, again = true, true
			}
		}
	}
	if g.list[0].bad {
		return NonSubsumed, true
	}
	return Subsumed, true
}

func (g *regionGame) lost(p *regionPair) bool {
	return slices.ContainsFunc(p.challenges, func(answers []int) bool {
		return !slices.ContainsFunc(answers, func(i int) bool { return !g.list[i].bad })
	})
}

// allowed tells whether a side may be in a state: its invariant holds and, where states are pruned,
// the state is good.
func (g *regionGame) allowed(side *side, good *regionGood, s *RunState) bool {
	return side.inside(s, g.box.unit) && (good == nil || good.has(s))
}

// number gives the number of a pair, whose clocks become those of the pair's region.
func (g *regionGame) number(impl, spec RunState) int {
	clocks := append(slices.Clone(impl.Clocks), spec.Clocks...)
	n := len(impl.Clocks)
	impl.Clocks, spec.Clocks = clocks[:n:n], clocks[n:]
	g.impl.forget(&impl, g.box.unit)
	g.spec.forget(&spec, g.box.unit)
	g.box.normal(clocks)
	key := string(spec.key(impl.key(nil)))
	i, ok := g.index[key]
	if !ok {
		i = len(g.list)
		g.index[key] = i
		g.list = append(g.list, &regionPair{impl: impl, spec: spec})
	}
	return i
}

// expand lists the challenges in a pair, each with the pairs behind its answers.
func (g *regionGame) expand(p *regionPair) {
	if g.spec.s.Automaton.Locations[p.spec.Loc].Kind == model.Universal {
		return
	}
	for k := range g.impl.edges[p.impl.Loc] {
		e := &g.impl.edges[p.impl.Loc][k]
		if to, ok := g.step(g.impl, g.implGood, &p.impl, e); ok && e.Output {
			p.challenges = append(p.challenges, g.bySpec(p, e, to))
		}
	}
	for k := range g.spec.edges[p.spec.Loc] {
		e := &g.spec.edges[p.spec.Loc][k]
		if to, ok := g.step(g.spec, g.specGood, &p.spec, e); ok && !e.Output {
			p.challenges = append(p.challenges, g.byImpl(p, e, to))
		}
	}
	g.wait(p)
}

func (g *regionGame) step(side *side, good *regionGood, s *RunState, e *RunEdge) (RunState, bool) {
	to, ok := side.after(s, e, g.box.unit)
	return to, ok && g.allowed(side, good, &to)
}

// bySpec are the specification's answers to an output.
func (g *regionGame) bySpec(p *regionPair, e *RunEdge, to RunState) (answers []int) {
	if g.ignores && !g.spec.out[e.Action] {
		return []int{g.number(to, p.spec)}
	}
	for k := range g.spec.edges[p.spec.Loc] {
		f := &g.spec.edges[p.spec.Loc][k]
		if f.Action == e.Action && f.Output {
			if spec, ok := g.step(g.spec, g.specGood, &p.spec, f); ok {
				answers = append(answers, g.number(to, spec))
			}
		}
	}
	return answers
}

// byImpl are the implementation's answers to an input.
func (g *regionGame) byImpl(p *regionPair, e *RunEdge, to RunState) (answers []int) {
	for k := range g.impl.edges[p.impl.Loc] {
		f := &g.impl.edges[p.impl.Loc][k]
		if f.Action == e.Action && !f.Output {
			if impl, ok := g.step(g.impl, g.implGood, &p.impl, f); ok {
				answers = append(answers, g.number(impl, to))
			}
		}
	}
	return answers
}

// wait adds the challenges of passing time.
func (g *regionGame) wait(p *regionPair) {
	if g.impl.urgent[p.impl.Loc] {
		return
	}
	clocks, open, last := g.box.later(append(slices.Clone(p.impl.Clocks), p.spec.Clocks...))
	urgent := g.spec.urgent[p.spec.Loc]
	if open && urgent {
		p.challenges = append(p.challenges, nil) // some time can pass inside the region
	}
	if last {
		return
	}
	n := len(p.impl.Clocks)
	impl := RunState{Loc: p.impl.Loc, Vars: p.impl.Vars, Clocks: clocks[:n:n]}
	spec := RunState{Loc: p.spec.Loc, Vars: p.spec.Vars, Clocks: clocks[n:]}
	if !g.allowed(g.impl, g.implGood, &impl) {
		return
	}
	if urgent || !g.allowed(g.spec, g.specGood, &spec) {
		p.challenges = append(p.challenges, nil)
		return
	}
	p.challenges = append(p.challenges, []int{g.number(impl, spec)})
}
