package game

import "github.com/mutarium/mutarium/engine/dbm"

// Consistency. A state is good when the component can go on from it whatever inputs come: the
// greatest set of states such that every enabled input leads into it, and either time can pass for
// ever inside it or, after some delay inside it, an output leads into it (David et al., HSCC 2010,
// section 5: the states from which the player of outputs wins the safety game against "error").
// The engines search for it state by state, so that their answer depends on the order; here it is a
// fixpoint over federations, which has one value.

// A Goodness is the good states of a system, location by location.
type Goodness struct {
	Sys    *System
	Good   []dbm.Federation
	All    []bool // the good states are all that the invariant allows
	Rounds int
	lost   []dbm.Federation // where only reached states were looked at: those that are not good
}

// GoodSolver computes the fixpoint with a worklist over locations. Sets are made when they are
// looked at: a location in which time can pass for ever loses states to inputs alone, and most
// locations of most systems are never looked at.
type GoodSolver struct {
	s      *System
	slab   *dbm.Slab
	good   []dbm.Federation
	invs   []dbm.Federation
	have   []bool // good and invs hold the location's sets
	shrunk []bool
	free   []bool // time can pass for ever from every state of the location
	preds  [][]pred
	dirty  []bool
	limit  int // how often a location is looked at
	out    Goodness
}

// Good computes the good states. The limit is that of zones in a search; here it bounds how many times
// a location is looked at, and how many pairs of zones are compared. 0 is DefaultZones.
func (s *System) Good(limit int) (*Goodness, error) {
	out, err := s.goodness(limit, s.Slab())
	if err != nil {
		return nil, err
	}
	slab := s.Slab()
	for i, all := range out.All {
		if all {
			out.Good[i] = s.Locs[i].Inv.Zones(s.Dim(), slab)
		}
	}
	return out, nil
}

// goodness is Good without the sets of the locations that are good as a whole.
func (s *System) goodness(limit int, slab *dbm.Slab) (*Goodness, error) {
	return (&GoodSolver{slab: slab, limit: limit}).Solve(s)
}

// NewGoodSolver makes a solver for a system and others with as many clocks.
func NewGoodSolver(s *System, limit int) *GoodSolver {
	return &GoodSolver{slab: s.Slab(), limit: limit}
}

// Solve computes the good states of a system in the memory of the last one, whose result it ends.
func (g *GoodSolver) Solve(s *System) (*Goodness, error) {
	g.limit = ZonesOr(g.limit)
	if _, err := s.Whole(DefaultMaxLocs); err != nil {
		return nil, err
	}
	n := len(s.Locs)
	g.s, g.preds = s, nil
	if len(g.good) != n {
		flags := make([]bool, 5*n)
		g.have, g.shrunk, g.free, g.dirty, g.out.All = flags[:n], flags[n:2*n], flags[2*n:3*n], flags[3*n:4*n], flags[4*n:]
		g.good, g.invs = make([]dbm.Federation, n), make([]dbm.Federation, n)
	}
	some := false
	for i, l := range s.Locs {
		g.have[i], g.shrunk[i], g.good[i] = false, false, nil
		g.free[i] = !l.Urgent && l.unbounded()
		g.dirty[i] = !g.free[i]
		some = some || g.dirty[i]
	}
	g.out.Sys, g.out.Good = s, g.good
	if some {
		if reached, err := g.decide(); err != nil || reached != nil {
			return reached, err
		}
	}
	for i := range s.Locs {
		g.out.All[i] = !g.shrunk[i]
	}
	return &g.out, nil
}

// decide runs the fixpoint. Where it takes long it is tried inside what is reached, and once more with
// all of the budget only if that fails; what it then finds is the answer.
func (g *GoodSolver) decide() (*Goodness, error) {
	err := g.s.within(g.limit/smallPart, g.run)
	if !RanOut(err) {
		return nil, err
	}
	reached, err := g.s.GoodReached(g.limit)
	if !RanOut(err) {
		return reached, err
	}
	for i := range g.s.Locs {
		g.dirty[i], g.shrunk[i], g.have[i], g.good[i] = !g.free[i], false, false, nil
	}
	return nil, g.s.within(g.limit, g.run)
}

// smallPart is the part of the budget that the fixpoint may take before it is confined to what is
// reached.
const smallPart = 20

// unbounded tells whether time can pass for ever from every state of the location.
func (l *Loc) unbounded() bool {
	if l.Inv.isTrue() {
		return true
	}
	if len(l.Inv) != 1 {
		return false
	}
	for _, b := range l.Inv[0] {
		if b.J == 0 && b.I != 0 {
			return false
		}
	}
	return true
}

// set is what is known to be good of a location so far.
func (g *GoodSolver) set(i int) dbm.Federation {
	if !g.have[i] {
		g.have[i] = true
		g.invs[i] = g.s.Locs[i].Inv.Zones(g.s.Dim(), g.slab)
		g.good[i] = g.invs[i]
	}
	return g.good[i]
}

func (g *GoodSolver) run() error {
	g.out.Rounds = 0
	for again := true; again; {
		again = false
		for i := len(g.s.Locs) - 1; i >= 0; i-- {
			if !g.dirty[i] {
				continue
			}
			g.out.Rounds++
			g.dirty[i] = false
			if g.shrink(i) {
				again, g.shrunk[i] = true, true
				g.markBefore(i)
			}
			if g.out.Rounds > g.limit {
				return tooManyZones(g.limit)
			}
		}
	}
	return nil
}

// fewLocs is how many locations a system may have whose edges are searched for predecessors every
// time: a list of them costs more than it saves.
const fewLocs = 64

// markBefore has the locations looked at again that may lose states because i did.
func (g *GoodSolver) markBefore(i int) {
	if len(g.s.Locs) <= fewLocs {
		for k, l := range g.s.Locs {
			for _, e := range l.Edges {
				g.dirty[k] = g.dirty[k] || e.Target == i && g.needs(k, e)
			}
		}
		return
	}
	if g.preds == nil {
		g.preds = make([][]pred, len(g.s.Locs))
		for k, l := range g.s.Locs {
			for _, e := range l.Edges {
				p := pred{loc: k, edge: e}
				if list := g.preds[e.Target]; len(list) == 0 || !list[len(list)-1].like(p) {
					g.preds[e.Target] = append(list, p)
				}
			}
		}
	}
	for _, p := range g.preds[i] {
		g.dirty[p.loc] = g.dirty[p.loc] || g.needs(p.loc, p.edge)
	}
}

// A pred is an edge into a location.
type pred struct {
	loc  int
	edge *Step
}

func (p pred) like(q pred) bool { return p.loc == q.loc && p.edge.Output == q.edge.Output }

// needs tells whether location k may lose states when the target of its edge does. Where time can
// pass for ever an output is not needed, but only as long as no input has cut states off: after that
// a wait may end at what was cut off, and an output before it may be all that keeps a state good.
func (g *GoodSolver) needs(k int, e *Step) bool { return !e.Output || !g.free[k] || g.shrunk[k] }

// shrink recomputes the good states of a location from those of its targets, and tells whether
// some were lost.
//
//	Y = good without the predecessors of bad by an input
//	O = the predecessors of good by an output, in Y
//	new = predt(O, not Y) ∪ (Y − down(not Y)); urgent: O alone
func (g *GoodSolver) shrink(i int) bool {
	l, slab := g.s.Locs[i], g.slab
	if !g.shrunk[i] && g.keepsAll(l) {
		return false
	}
	y := g.set(i)
	if len(y) == 0 {
		return false
	}
	var o dbm.Federation
	for _, e := range l.Edges {
		if e.Output {
			o = g.before(e, g.set(e.Target), o)
			continue
		}
		if !g.shrunk[e.Target] {
			continue
		}
		lost := g.invs[e.Target].Subtract(g.set(e.Target), slab)
		if len(lost) > 0 {
			y = y.Subtract(g.before(e, lost, nil), slab)
		}
	}
	next := o.Intersect(y, slab)
	if !l.Urgent {
		next = g.beforeWaiting(next, y)
	}
	next = next.Merge(slab)
	if next.Includes(g.good[i], slab) {
		return false
	}
	g.good[i] = next
	return true
}

// beforeWaiting is what can wait inside y until o, or for ever.
func (g *GoodSolver) beforeWaiting(o, y dbm.Federation) dbm.Federation {
	notY := y.Complement(g.s.Dim(), g.slab)
	next := dbm.Predt(o, notY, g.slab)
	for _, z := range y.Subtract(notY.Down(g.slab), g.slab) {
		next = next.Add(z, g.slab)
	}
	return next
}

// keepsAll tells, without any zones, the locations that lose nothing because their inputs lead to
// locations that lost nothing, and an output into such a one is enabled when time runs out: most
// locations with an invariant in practice.
func (g *GoodSolver) keepsAll(l *Loc) bool {
	kept := false
	for _, e := range l.Edges {
		switch {
		case !g.shrunk[e.Target]:
			kept = kept || e.Output && l.leavesInTime(e)
		case !e.Output:
			return false
		}
	}
	return kept
}

// leavesInTime tells whether an edge is plainly enabled at the last moment of every stay in the
// location: in an urgent one without a guard, in another at the one upper bound of its invariant.
func (l *Loc) leavesInTime(e *Step) bool {
	if e.Guard.isTrue() && len(l.Inv) == 1 && (l.Urgent || l.lastMoment() != nil) {
		return true
	}
	end := l.lastMoment()
	if l.Urgent || end == nil || len(e.Guard) != 1 {
		return false
	}
	x, c := end.I, end.B.Value()
	for _, b := range e.Guard[0] {
		upper, lower := b.I == x && b.J == 0 && b.B >= dbm.LE(c), b.I == 0 && b.J == x && b.B >= dbm.LE(-c)
		if !upper && !lower {
			return false
		}
	}
	return true
}

// lastMoment is the upper bound x ≤ c of an invariant that has no other one; nil: it is another one.
func (l *Loc) lastMoment() *dbm.Constraint {
	if len(l.Inv) != 1 {
		return nil
	}
	var end *dbm.Constraint
	for k := range l.Inv[0] {
		b := &l.Inv[0][k]
		if b.J != 0 || b.I == 0 {
			continue
		}
		if end != nil || b.B.Strict() {
			return nil
		}
		end = b
	}
	return end
}

// before adds to out the states from which the edge leads into a set.
func (g *GoodSolver) before(e *Step, into dbm.Federation, out dbm.Federation) dbm.Federation {
	for _, z := range into {
		y := g.slab.Copy(z)
		if !undo(y, e.Resets) {
			g.slab.Put(y)
			continue
		}
		for _, part := range e.Guard.Within(y, g.slab) {
			out = out.Add(part, g.slab)
		}
		g.slab.Put(y)
	}
	return out
}

// undo makes a zone its predecessors by resets and tells whether there are any.
func undo(z dbm.Zone, rs []reset) bool {
	for _, r := range rs {
		if !z.BeforeReset(r.Clock, r.Value) {
			return false
		}
	}
	return true
}

// Start tells whether the initial state is good.
func (g *Goodness) Start() bool {
	init := g.Sys.Init
	if g.All[init] && g.Sys.Locs[init].Inv.isTrue() {
		return true
	}
	zero := dbm.Zero(g.Sys.Dim())
	if g.All[init] {
		return g.Sys.Locs[init].Inv.Meets(zero, g.Sys.Slab())
	}
	return g.Good[init].Covers(zero, nil)
}

// Whole tells whether every state is good.
func (g *Goodness) Whole() bool {
	for _, all := range g.All {
		if !all {
			return false
		}
	}
	return true
}

// Lost is the states of a location that the invariant allows and that are not good.
func (g *Goodness) Lost(loc int) dbm.Federation {
	if g.All[loc] {
		return nil
	}
	if g.lost != nil {
		return g.lost[loc]
	}
	s := g.Sys.Slab()
	return g.Sys.Locs[loc].Inv.Zones(g.Sys.Dim(), s).Subtract(g.Good[loc], s).Merge(s)
}
