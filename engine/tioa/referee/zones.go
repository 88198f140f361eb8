package referee

import (
	"errors"
	"slices"

	"github.com/mutarium/mutarium/engine/dbm"
	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/tioa/model"
)

// Consistency and refinement decided on zones, for what is too large for regions. First all that can
// be reached is listed, location by location with zones of clock values that time has passed in (a
// zone graph: J. Bengtsson and W. Yi, "Timed automata: semantics, algorithms and tools", 2004). Then the
// definitions are computed over the list: good states as the greatest fixpoint, states from which the
// implementation can be betrayed as the least one, over and over until nothing changes.
//
// Deviation: zones are widened by Extra_M (G. Behrmann, P. Bouyer, K. G. Larsen and R. Pelánek, "Lower
// and upper bounds in zone-based abstractions of timed automata", STTT 8(3), 2006) with one constant for
// each clock, and cross holes in an invariant. So they hold states that no run reaches. That does no
// harm: what follows a listed state is listed, and inside such a set of states the fixpoints are exact,
// of automata that are not deterministic, too. Nothing is merged, ordered or left out.

// A place is a location of a side with values of its variables.
type place struct {
	loc    int
	vars   []int64
	inside dbm.Federation // where the invariant holds and, where states are pruned, the state is good
	beyond dbm.Federation // the rest
	moves  []move
	ready  bool // the moves are there
}

// A move is an edge out of a place. It is open where its guard holds and it leads inside its target.
type move struct {
	edge *RunEdge
	to   *place
	open dbm.Federation
}

// A zoneSide is an automaton made ready to be played on zones.
type zoneSide struct {
	*side
	dim, first int // of the zones, and the number of the automaton's first clock in them
	slab       *dbm.Slab
	places     map[string]*place
	good       *goodZones // nil: states are not pruned
}

func newZoneSide(s *side, dim, first int, good *goodZones, slab *dbm.Slab) *zoneSide {
	return &zoneSide{s, dim, first, slab, map[string]*place{}, good}
}

// at gives a place.
func (s *zoneSide) at(state *RunState) *place {
	key := placeKey(state)
	p := s.places[key]
	if p != nil {
		return p
	}
	p = &place{loc: state.Loc, vars: state.Vars}
	p.inside, _ = s.zones(s.invs[p.loc], p.vars)
	if s.good != nil {
		var kept dbm.Federation
		for _, z := range s.good.of[key] {
			kept = append(kept, s.lifted(z))
		}
		p.inside = p.inside.Intersect(kept, s.slab)
	}
	p.beyond = p.inside.Complement(s.dim, s.slab)
	s.places[key] = p
	return p
}

// placeKey is a state without its clocks.
func placeKey(s *RunState) string { return string((&RunState{Loc: s.Loc, Vars: s.Vars}).key(nil)) }

// lifted is a zone of the automaton's own clocks as one of the game's.
func (s *zoneSide) lifted(z dbm.Zone) dbm.Zone {
	at := func(x int) int {
		if x == 0 {
			return 0
		}
		return s.first + x - 1
	}
	out := dbm.Universe(s.dim)
	for i := range z.Dim() {
		for j := range z.Dim() {
			if i != j && z.At(i, j).Finite() {
				out.Constrain(at(i), at(j), z.At(i, j))
			}
		}
	}
	return out
}

// zones gives where a condition is true and where it is false; it is neither where it has no value.
func (s *zoneSide) zones(c *RunCond, vars []int64) (yes, no dbm.Federation) {
	all := dbm.Federation{dbm.Universe(s.dim)}
	switch {
	case c == nil:
		return all, nil
	case c.clock:
		yes = dbm.Of(s.comparison(c))
		return yes, all.Subtract(yes, s.slab)
	case c.op == expr.Not:
		yes, no = s.zones(c.args[0], vars)
		return no, yes
	case !c.op.Logical():
		v, ok := c.eval(nil, vars, 1)
		switch {
		case !ok:
			return nil, nil
		case v != 0:
			return all, nil
		}
		return nil, all
	}
	yes, no = s.zones(c.args[0], vars)
	yes2, no2 := s.zones(c.args[1], vars)
	switch c.op {
	case expr.And:
		return yes.Intersect(yes2, s.slab), no.Union(yes.Intersect(no2, s.slab), s.slab)
	case expr.Or:
		return yes.Union(no.Intersect(yes2, s.slab), s.slab), no.Intersect(no2, s.slab)
	}
	return no.Union(yes.Intersect(yes2, s.slab), s.slab), yes.Intersect(no2, s.slab) // Imply
}

// comparison is where clocks compare with a constant as a condition says.
func (s *zoneSide) comparison(c *RunCond) dbm.Zone {
	x, y := s.first+c.x, 0
	if c.y >= 0 {
		y = s.first + c.y
	}
	z := dbm.Universe(s.dim)
	switch c.op {
	case expr.Lt:
		z.Constrain(x, y, dbm.LT(c.bound))
	case expr.Gt:
		z.Constrain(y, x, dbm.LT(-c.bound))
	}
	if c.op == expr.Le || c.op == expr.Eq {
		z.Constrain(x, y, dbm.LE(c.bound))
	}
	if c.op == expr.Ge || c.op == expr.Eq {
		z.Constrain(y, x, dbm.LE(-c.bound))
	}
	return z
}

// from lists the moves out of a place.
func (s *zoneSide) from(p *place) []move {
	if p.ready {
		return p.moves
	}
	p.ready = true
	now := RunState{Loc: p.loc, Clocks: make([]int64, len(s.most)), Vars: p.vars}
	for k := range s.edges[p.loc] {
		e := &s.edges[p.loc][k]
		next, ok := e.After(&now, 1, s.s.Automaton.Vars)
		if !ok {
			continue
		}
		to := s.at(&next)
		open, _ := s.zones(e.Guard, p.vars)
		open = open.Intersect(s.before(e, to.inside), s.slab)
		if len(open) > 0 {
			p.moves = append(p.moves, move{e, to, open})
		}
	}
	return p.moves
}

// land makes a zone what it is behind an edge.
func (s *zoneSide) land(e *RunEdge, z dbm.Zone) {
	for _, c := range e.clocks {
		z.Reset(s.first+c.clock, c.value)
	}
}

// before is what an edge's settings bring into a set.
func (s *zoneSide) before(e *RunEdge, into dbm.Federation) (out dbm.Federation) {
	for _, z := range into {
		y, some := s.slab.Copy(z), true
		for _, c := range slices.Backward(e.clocks) {
			some = some && y.BeforeReset(s.first+c.clock, c.value)
		}
		if some {
			out = out.Add(y, s.slab)
		}
	}
	return out
}

// forget frees the clocks that are set in any case before they are compared again.
func (s *zoneSide) forget(at *place, z dbm.Zone) {
	for x, live := range s.live[at.loc] {
		if !live {
			z.Free(s.first + x)
		}
	}
}

// spread lets time pass in a zone that was just entered, without an end, and widens it.
func spread(z dbm.Zone, urgent bool, most []int64) dbm.Zone {
	if !urgent {
		z.Up()
	}
	z.ExtraM(most)
	return z
}

// widest lists the constants of clocks by their numbers in zones.
func widest(sides ...*side) []int64 {
	most := []int64{0}
	for _, s := range sides {
		for _, c := range s.most {
			most = append(most, max(c, 0))
		}
	}
	return most
}

// errLarge says that a list grew beyond the budget.
var errLarge = errors.New("too large for the referee")

// Budgets of a decision on zones.
const (
	zoneNodes = 100_000    // listed
	zonePairs = 20_000_000 // made or compared
)

// goodZones is the good states of an automaton by place, and its list.
type goodZones struct {
	*zoneSide
	list   []*goodNode
	listed map[*place][]int
	of     map[string]dbm.Federation // by place: what is good, over the automaton's own clocks
	start  bool
	whole  bool // nothing that is listed is lost
}

// A goodNode is clock values in a place with what is good of them so far.
type goodNode struct {
	at    *place
	zone  dbm.Zone
	all   dbm.Federation
	good  dbm.Federation
	moves [][]int // by move: the nodes that hold what it leads to
}

// goodOf computes the good states of an automaton among those that it reaches.
func goodOf(side *side, meter *dbm.Meter) (*goodZones, error) {
	dim := len(side.most) + 1
	slab := dbm.NewMeteredSlab(dim, meter)
	g := &goodZones{listed: map[*place][]int{}, of: map[string]dbm.Federation{}, whole: true}
	g.zoneSide = newZoneSide(side, dim, 1, nil, slab)
	first := StartState(side.s)
	begin, most := g.at(&first), widest(side)
	if !begin.inside.Covers(dbm.Zero(dim), slab) {
		return g, nil
	}
	g.enter(begin, dbm.Zero(dim), most)
	for i := 0; i < len(g.list); i++ {
		if i > zoneNodes {
			return nil, errLarge
		}
		n := g.list[i]
		for _, m := range g.from(n.at) {
			var to []int
			for _, z := range n.all.Intersect(m.open, slab) {
				g.land(m.edge, z)
				to = append(to, g.enter(m.to, z, most))
			}
			n.moves = append(n.moves, to)
		}
	}
	for again := true; again; {
		again = false
		for _, n := range slices.Backward(g.list) {
			again = g.shrink(n) || again
		}
	}
	g.start = g.list[0].good.Covers(dbm.Zero(dim), slab)
	for _, n := range g.list {
		key := placeKey(&RunState{Loc: n.at.loc, Vars: n.at.vars})
		g.of[key] = g.of[key].Union(n.good, slab)
		g.whole = g.whole && n.good.Includes(n.all, slab)
	}
	return g, nil
}

// enter gives the node that holds what a zone reaches by waiting.
func (g *goodZones) enter(at *place, z dbm.Zone, most []int64) int {
	g.forget(at, z)
	z = spread(z, g.urgent[at.loc], most)
	for _, i := range g.listed[at] {
		if g.list[i].zone.Includes(z) {
			return i
		}
	}
	all := at.inside.Within(z, g.slab)
	g.list = append(g.list, &goodNode{at: at, zone: z, all: all, good: all})
	g.listed[at] = append(g.listed[at], len(g.list)-1)
	return len(g.list) - 1
}

// shrink keeps what remains good of a node: all inputs lead to good states, and an output does, now
// or after some wait, or time can pass for ever. It tells whether some was lost.
func (g *goodZones) shrink(n *goodNode) bool {
	y, o := n.good, dbm.Federation(nil)
	for k, m := range g.from(n.at) {
		var all, good dbm.Federation
		for _, i := range n.moves[k] {
			all, good = append(all, g.list[i].all...), append(good, g.list[i].good...)
		}
		if m.edge.Output {
			o = append(o, m.open.Intersect(g.before(m.edge, good), g.slab)...)
		} else {
			y = y.Subtract(m.open.Intersect(g.before(m.edge, all.Subtract(good, g.slab)), g.slab), g.slab)
		}
	}
	next := y.Intersect(o, g.slab)
	if !g.urgent[n.at.loc] {
		lost := n.at.beyond.Union(n.all.Subtract(y, g.slab), g.slab)
		next = dbm.Predt(next, lost, g.slab).Union(y.Subtract(lost.Down(g.slab), g.slab), g.slab).Intersect(n.all, g.slab)
	}
	if next.Includes(n.good, g.slab) {
		return false
	}
	n.good = next.Merge(g.slab)
	return true
}

// A zoneGame is refinement as a game on zones of the clocks of both sides.
type zoneGame struct {
	impl, spec *zoneSide
	ignores    bool // outputs that the specification does not declare leave it where it is
	slab       *dbm.Slab
	most       []int64
	list       []*zonePair
	listed     map[[2]*place][]int
}

// A zonePair is clock values in two places with those, of them, from which the implementation can do,
// or refuse, what the specification forbids.
type zonePair struct {
	impl, spec *place
	zone       dbm.Zone
	all        dbm.Federation
	asks       []ask
	now        dbm.Federation // where time shows it at once
	bad        dbm.Federation
	sources    []*zonePair // from which a move leads here
	again      bool        // something that a move leads to has changed
}

// An ask is a move of one side that the other must answer.
type ask struct {
	where   dbm.Federation
	answers []answer
}

// An answer leads to pairs that together hold what it leads to.
type answer struct {
	open  dbm.Federation
	moves [2]*RunEdge // of the implementation and the specification; nil: that side stays
	to    []int
}

// refinesOnZones plays the game from the start.
func refinesOnZones(impl, spec *side, implGood, specGood *goodZones, ignores bool, meter *dbm.Meter) (bool, error) {
	most := widest(impl, spec)
	slab := dbm.NewMeteredSlab(len(most), meter)
	g := &zoneGame{ignores: ignores, slab: slab, most: most, listed: map[[2]*place][]int{}}
	g.impl = newZoneSide(impl, len(most), 1, implGood, slab)
	g.spec = newZoneSide(spec, len(most), 1+len(impl.most), specGood, slab)
	a, b, zero := StartState(impl.s), StartState(spec.s), dbm.Zero(len(most))
	p, q := g.impl.at(&a), g.spec.at(&b)
	if !p.inside.Covers(zero, slab) || !q.inside.Covers(zero, slab) {
		return false, nil
	}
	if g.enter(nil, p, q, zero.Clone()) < 0 {
		return true, nil
	}
	for i := 0; i < len(g.list); i++ {
		if i > zoneNodes {
			return false, errLarge
		}
		g.expand(g.list[i])
	}
	for again := true; again; {
		again = false
		for _, n := range slices.Backward(g.list) {
			if n.again {
				again = g.grow(n) || again
			}
		}
	}
	return !g.list[0].bad.Covers(zero, slab), nil
}

// enter gives the pair that holds what a zone reaches by waiting; −1 where all is allowed from there.
func (g *zoneGame) enter(from *zonePair, impl, spec *place, z dbm.Zone) int {
	if g.spec.s.Automaton.Locations[spec.loc].Kind == model.Universal {
		return -1
	}
	key := [2]*place{impl, spec}
	g.impl.forget(impl, z)
	g.spec.forget(spec, z)
	z = spread(z, g.impl.urgent[impl.loc], g.most)
	for _, i := range g.listed[key] {
		if n := g.list[i]; n.zone.Includes(z) {
			n.sources = append(n.sources, from)
			return i
		}
	}
	n := &zonePair{impl: impl, spec: spec, zone: z, all: impl.inside.Within(z, g.slab), again: true}
	if from != nil {
		n.sources = append(n.sources, from)
	}
	g.listed[key] = append(g.listed[key], len(g.list))
	g.list = append(g.list, n)
	return len(g.list) - 1
}

// expand lists what must be answered in a pair, and follows every answer.
func (g *zoneGame) expand(n *zonePair) {
	n.now = n.all.Subtract(n.spec.inside, g.slab)
	if g.spec.urgent[n.spec.loc] && !g.impl.urgent[n.impl.loc] {
		n.now = n.now.Union(n.all.Intersect(waitable(n.impl.inside), g.slab), g.slab)
	}
	allowed := n.all.Intersect(n.spec.inside, g.slab)
	for _, m := range g.impl.from(n.impl) {
		if !m.edge.Output {
			continue
		}
		x := ask{where: allowed.Intersect(m.open, g.slab)}
		if g.ignores && !g.spec.out[m.edge.Action] {
			x.answers = g.answered(n, x, m.open, m.to, n.spec, m.edge, nil)
		}
		for _, f := range g.spec.from(n.spec) {
			if f.edge.Output && f.edge.Action == m.edge.Action {
				x.answers = g.answered(n, x, f.open, m.to, f.to, m.edge, f.edge)
			}
		}
		n.asks = append(n.asks, x)
	}
	for _, f := range g.spec.from(n.spec) {
		if f.edge.Output {
			continue
		}
		x := ask{where: allowed.Intersect(f.open, g.slab)}
		for _, m := range g.impl.from(n.impl) {
			if !m.edge.Output && m.edge.Action == f.edge.Action {
				x.answers = g.answered(n, x, m.open, m.to, f.to, m.edge, f.edge)
			}
		}
		n.asks = append(n.asks, x)
	}
}

// answered adds an answer, open in a set, that leads to two places.
func (g *zoneGame) answered(
	n *zonePair, x ask, open dbm.Federation, impl, spec *place, byImpl, bySpec *RunEdge,
) []answer {
	a := answer{open: open, moves: [2]*RunEdge{byImpl, bySpec}}
	for _, z := range x.where.Intersect(open, g.slab) {
		g.impl.land(byImpl, z)
		if bySpec != nil {
			g.spec.land(bySpec, z)
		}
		if i := g.enter(n, impl, spec, z); i >= 0 {
			a.to = append(a.to, i)
		}
	}
	return append(x.answers, a)
}

// waitable is where some time can pass inside a set.
func waitable(inside dbm.Federation) dbm.Federation {
	var out dbm.Federation
	for _, z := range inside {
		some := dbm.Universe(z.Dim())
		for i := range z.Dim() {
			for j := range z.Dim() {
				b := z.At(i, j)
				switch {
				case i == j || !b.Finite():
				case j == 0:
					some.Constrain(i, j, dbm.LT(b.Value()))
				case i == 0:
					some.Constrain(i, j, dbm.LE(b.Value()))
				default:
					some.Constrain(i, j, b)
				}
			}
		}
		out = append(out, dbm.Of(some)...)
	}
	return out
}

// grow recomputes what is bad of a pair, and tells whether it became more: a wait leads to where time
// shows it, or to an ask that has bad answers alone.
func (g *zoneGame) grow(n *zonePair) bool {
	n.again = false
	now := n.now
	for _, x := range n.asks {
		left := x.where
		for _, a := range x.answers {
			left = left.Subtract(a.open.Subtract(g.losing(a), g.slab), g.slab)
		}
		now = now.Union(left, g.slab)
	}
	if !g.impl.urgent[n.impl.loc] {
		now = dbm.Predt(now, n.impl.beyond, g.slab).Intersect(n.all, g.slab)
	}
	if n.bad.Includes(now, g.slab) {
		return false
	}
	n.bad = now.Merge(g.slab)
	for _, p := range n.sources {
		p.again = true
	}
	return true
}

// losing is where an answer leads to what is bad.
func (g *zoneGame) losing(a answer) (out dbm.Federation) {
	for _, i := range a.to {
		bad := g.list[i].bad
		if a.moves[1] != nil {
			bad = g.spec.before(a.moves[1], bad)
		}
		out = append(out, g.impl.before(a.moves[0], bad)...)
	}
	return out
}
