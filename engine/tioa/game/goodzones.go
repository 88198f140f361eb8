package game

import "github.com/mutarium/mutarium/engine/dbm"

// Good states among those that are reached. The fixpoint of good.go speaks of all valuations that an
// invariant allows, and with many clocks its unions of zones can grow beyond any use although few of
// them are ever reached. Here it is computed inside the zones of the zone graph, each by itself (in
// the way of Cassez, David, Fleury, Larsen and Lime, CONCUR 2005, but after the search, not during
// it): unions stay inside one zone, and what is not reached is never looked at.
//
// The zones are widened, so they hold valuations that no run reaches. That does no harm: successors
// of whatever is in a node are in its successors, and of such a closed set of states the fixpoint is
// exact.

// A goodNode is a node of the zone graph with the part of its zone that is good so far.
type goodNode struct {
	loc   int
	zone  dbm.Zone
	good  dbm.Federation
	arcs  []goodArc
	preds []int
	dirty bool
}

// A goodArc is an edge with the nodes that together hold what it leads to.
type goodArc struct {
	step *Step
	to   []int
}

type zoneSolver struct {
	s       *System
	slab    *dbm.Slab
	nodes   []goodNode
	outside map[int]dbm.Federation // what the location's invariant forbids
}

// GoodReached computes the good states that are reached. Locations that lose none count as good as a
// whole.
func (s *System) GoodReached(limit int) (*Goodness, error) {
	g := &zoneSolver{s: s, outside: map[int]dbm.Federation{}}
	x := s.Explorer(limit)
	g.slab = x.Slab
	if err := x.Run(func(int) bool { return true }); err != nil {
		return nil, err
	}
	out := &Goodness{Sys: s, Good: make([]dbm.Federation, len(s.Locs)), All: make([]bool, len(s.Locs))}
	err := s.within(limit, func() error {
		g.connect(x)
		out.Rounds = g.run()
		g.collect(out)
		return nil
	})
	return out, err
}

// connect finds the nodes that each edge leads to.
func (g *zoneSolver) connect(x *Explorer) {
	for _, n := range x.Nodes {
		g.nodes = append(g.nodes, goodNode{loc: n.Loc, zone: n.Zone, good: dbm.Federation{n.Zone}, dirty: true})
	}
	for i := range g.nodes {
		n := &g.nodes[i]
		for _, e := range g.s.At(n.loc).Edges {
			for _, z := range e.Guard.Within(n.zone, g.slab) {
				for _, r := range e.Resets {
					z.Reset(r.Clock, r.Value)
				}
				to := g.holding(e.Target, z, x.passed[e.Target])
				n.arcs = append(n.arcs, goodArc{e, to})
				for _, k := range to {
					g.nodes[k].preds = append(g.nodes[k].preds, i)
				}
			}
		}
	}
}

// holding lists nodes that together hold a zone which was just entered: one if one will do.
func (g *zoneSolver) holding(loc int, z dbm.Zone, passed []int) []int {
	g.slab.Spend(len(passed))
	var some []int
	for _, k := range passed {
		if g.nodes[k].zone.Includes(z) {
			return []int{k}
		}
		if g.nodes[k].zone.Intersects(z) {
			some = append(some, k)
		}
	}
	return some
}

func (g *zoneSolver) run() (rounds int) {
	for again := true; again; {
		again = false
		for i := len(g.nodes) - 1; i >= 0; i-- {
			n := &g.nodes[i]
			if !n.dirty {
				continue
			}
			rounds++
			n.dirty = false
			if g.shrink(n) {
				again = true
				for _, p := range n.preds {
					g.nodes[p].dirty = len(g.nodes[p].good) > 0
				}
			}
		}
	}
	return rounds
}

// shrink recomputes the good part of a node by the formula of good.go, and tells whether some was
// lost.
func (g *zoneSolver) shrink(n *goodNode) bool {
	l, y := g.s.Locs[n.loc], n.good
	var o dbm.Federation
	for _, a := range n.arcs {
		if a.step.Output {
			for _, k := range a.to {
				o = g.before(a.step, g.nodes[k].good, o)
			}
			continue
		}
		if lost := g.lost(a.to); len(lost) > 0 {
			y = y.Subtract(g.before(a.step, lost, nil), g.slab)
		}
	}
	next := o.Intersect(y, g.slab)
	if !l.Urgent {
		avoid := append(dbm.Federation{n.zone}.Subtract(y, g.slab), g.beyond(n.loc)...)
		next = dbm.Predt(next, avoid, g.slab)
		for _, z := range y.Subtract(avoid.Down(g.slab), g.slab) {
			next = next.Add(z, g.slab)
		}
		next = next.Within(n.zone, g.slab)
	}
	if next.Includes(n.good, g.slab) {
		return false
	}
	n.good = next.Merge(g.slab)
	return true
}

// lost is what the nodes hold that is not good.
func (g *zoneSolver) lost(nodes []int) dbm.Federation {
	var all, good dbm.Federation
	for _, k := range nodes {
		all, good = append(all, g.nodes[k].zone), append(good, g.nodes[k].good...)
	}
	return all.Subtract(good, g.slab)
}

// before adds to out the states from which an edge leads into a set.
func (g *zoneSolver) before(e *Step, into, out dbm.Federation) dbm.Federation {
	return (&GoodSolver{slab: g.slab}).before(e, into, out)
}

// beyond is what a location's invariant forbids.
func (g *zoneSolver) beyond(loc int) dbm.Federation {
	f, ok := g.outside[loc]
	if !ok {
		f = g.s.Locs[loc].Inv.Zones(g.s.Dim(), g.slab).Complement(g.s.Dim(), g.slab)
		g.outside[loc] = f
	}
	return f
}

// collect joins the nodes of each location.
func (g *zoneSolver) collect(out *Goodness) {
	out.lost = make([]dbm.Federation, len(g.s.Locs))
	for i := range g.nodes {
		n := &g.nodes[i]
		for _, z := range n.good {
			out.Good[n.loc] = out.Good[n.loc].Add(g.slab.Copy(z), g.slab)
		}
	}
	for i := range g.nodes {
		n := &g.nodes[i]
		for _, z := range (dbm.Federation{n.zone}).Subtract(out.Good[n.loc], g.slab) {
			out.lost[n.loc] = out.lost[n.loc].Add(z, g.slab)
		}
	}
	for i, l := range g.s.Locs {
		if out.All[i] = len(out.lost[i]) == 0; out.All[i] {
			out.Good[i] = l.Inv.Zones(g.s.Dim(), g.slab)
		}
		out.Good[i], out.lost[i] = out.Good[i].Merge(g.slab), out.lost[i].Merge(g.slab)
	}
}
