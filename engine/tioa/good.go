package tioa

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
}

// An Unfinished error says that a budget ended a computation.
type Unfinished struct{ What string }

func (e *Unfinished) Error() string { return e.What }

// goodSolver computes the fixpoint with a worklist over locations.
type goodSolver struct {
	s      *System
	slab   *dbm.Slab
	good   []dbm.Federation
	invs   []dbm.Federation
	bad    []dbm.Federation // the complement of good, with what the invariant forbids
	preds  [][]int
	dirty  []bool
	budget int
}

// Good computes the good states. The budget bounds how many times a location is looked at; 0 is
// DefaultGoodBudget.
func (s *System) Good(budget int) (*Goodness, error) {
	if budget == 0 {
		budget = DefaultGoodBudget
	}
	g := &goodSolver{s: s, slab: dbm.NewSlab(s.dim()), budget: budget}
	if s.plainlyGood() {
		return g.everything(), nil
	}
	g.start()
	rounds, err := g.run()
	if err != nil {
		return nil, err
	}
	out := &Goodness{Sys: s, Good: g.good, All: make([]bool, len(s.Locs)), Rounds: rounds}
	for i := range s.Locs {
		out.All[i] = g.good[i].Includes(g.invs[i], g.slab)
	}
	return out, nil
}

// DefaultGoodBudget bounds the work of a consistency check.
const DefaultGoodBudget = 200_000

// plainlyGood tells the systems in which time can pass for ever everywhere: nothing is bad then.
func (s *System) plainlyGood() bool {
	for _, l := range s.Locs {
		if l.Urgent || !l.unbounded() {
			return false
		}
	}
	return true
}

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

func (g *goodSolver) everything() *Goodness {
	out := &Goodness{Sys: g.s, All: make([]bool, len(g.s.Locs))}
	for i, l := range g.s.Locs {
		out.Good = append(out.Good, l.Inv.zones(g.s.dim(), g.slab))
		out.All[i] = true
	}
	return out
}

func (g *goodSolver) start() {
	n := len(g.s.Locs)
	g.good = make([]dbm.Federation, n)
	g.invs = make([]dbm.Federation, n)
	g.bad = make([]dbm.Federation, n)
	g.preds = make([][]int, n)
	g.dirty = make([]bool, n)
	for i, l := range g.s.Locs {
		g.invs[i] = l.Inv.zones(g.s.dim(), g.slab)
		g.good[i] = g.invs[i].Clone(g.slab)
		for _, e := range l.Edges {
			if list := g.preds[e.Target]; len(list) == 0 || list[len(list)-1] != i {
				g.preds[e.Target] = append(list, i)
			}
		}
		g.dirty[i] = true
	}
}

func (g *goodSolver) run() (rounds int, err error) {
	for again := true; again; {
		again = false
		for i := len(g.s.Locs) - 1; i >= 0; i-- {
			if !g.dirty[i] {
				continue
			}
			if rounds++; rounds > g.budget {
				return rounds, &Unfinished{"the budget of the consistency check ran out"}
			}
			g.dirty[i] = false
			if g.shrink(i) {
				again = true
				for _, p := range g.preds[i] {
					g.dirty[p] = true
				}
			}
		}
	}
	return rounds, nil
}

// shrink recomputes the good states of a location from those of its targets, and tells whether
// some were lost.
//
//	Y = good without the predecessors of bad by an input
//	O = the predecessors of good by an output, in Y
//	new = predt(O, not Y) ∪ (Y − down(not Y)); urgent: O alone
func (g *goodSolver) shrink(i int) bool {
	l, slab := g.s.Locs[i], g.slab
	if len(g.good[i]) == 0 {
		return false
	}
	y := g.good[i]
	var o dbm.Federation
	for _, e := range l.Edges {
		if e.Output {
			o = g.before(e, g.good[e.Target], o)
			continue
		}
		lost := g.invs[e.Target].Subtract(g.good[e.Target], slab)
		if len(lost) > 0 {
			y = y.Subtract(g.before(e, lost, nil), slab)
		}
	}
	o = o.Intersect(y, slab)
	next := o
	if !l.Urgent {
		notY := y.Complement(g.s.dim(), slab)
		next = dbm.Predt(o, notY, slab)
		for _, z := range y.Subtract(notY.Down(slab), slab) {
			next = next.Add(z, slab)
		}
	}
	next = next.Merge(slab)
	if next.Includes(g.good[i], slab) {
		return false
	}
	g.good[i] = next
	return true
}

// before adds to out the states from which the edge leads into a set.
func (g *goodSolver) before(e *Step, into dbm.Federation, out dbm.Federation) dbm.Federation {
	for _, z := range into {
		y := g.slab.Copy(z)
		if !undo(y, e.Resets) {
			g.slab.Put(y)
			continue
		}
		for _, part := range e.Guard.within(y, g.slab) {
			out = out.Add(part, g.slab)
		}
		g.slab.Put(y)
	}
	return out
}

// undo makes a zone its predecessors by resets and tells whether there are any.
func undo(z dbm.Zone, rs []reset) bool {
	for _, r := range rs {
		if !z.BeforeReset(r.clock, r.value) {
			return false
		}
	}
	return true
}

// Start tells whether the initial state is good.
func (g *Goodness) Start() bool {
	zero := dbm.Zero(g.Sys.dim())
	return g.Good[g.Sys.Init].Covers(zero, nil)
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
	s := dbm.NewSlab(g.Sys.dim())
	return g.Sys.Locs[loc].Inv.zones(g.Sys.dim(), s).Subtract(g.Good[loc], s).Merge(s)
}

// Prune is the system with the states cut off that are not good: invariants become the good sets,
// and guards keep what leads into them. It has no states at all where the start is not good.
func (g *Goodness) Prune() *System {
	if g.Whole() {
		return g.Sys
	}
	s := *g.Sys
	s.Name = "prune(" + g.Sys.Name + ")"
	s.shape, s.Leaves = shapePruned, []*System{g.Sys}
	s.Locs = make([]*Loc, len(g.Sys.Locs))
	for i, l := range g.Sys.Locs {
		c := *l
		if !g.All[i] {
			c.Inv = asCond(g.Good[i])
		}
		c.Edges = nil
		for _, e := range l.Edges {
			c.Edges = append(c.Edges, g.pruned(e))
		}
		s.Locs[i] = &c
	}
	for _, l := range s.Locs {
		l.dropDead()
	}
	s.bound()
	return &s
}

// pruned is an edge whose guard keeps what leads to a good state.
func (g *Goodness) pruned(e *Step) *Step {
	if g.All[e.Target] {
		return e
	}
	c := *e
	slab := dbm.NewSlab(g.Sys.dim())
	guard := e.Guard.and(asCond(g.Good[e.Target]).before(e.Resets))
	c.Guard = asCond(guard.zones(g.Sys.dim(), slab).Merge(slab))
	return &c
}
