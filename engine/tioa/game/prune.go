package game

import (
	"slices"
)

// Systems with the states cut off that are not good.

// Prune is the system with the states cut off that are not good: invariants become the good sets,
// and guards keep what leads into them. It has no states at all where the start is not good.
func (g *Goodness) Prune() *System {
	if g.Whole() {
		return g.Sys
	}
	s := *g.Sys
	s.expand, s.pair = nil, nil
	s.Name = "prune(" + g.Sys.Name + ")"
	s.Shape, s.Leaves = shapePruned, []*System{g.Sys}
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
	if len(g.Good[e.Target]) == 0 {
		c.Guard = nil
		return &c
	}
	slab := g.Sys.Slab()
	guard := e.Guard.and(asCond(g.Good[e.Target]).before(e.Resets))
	c.Guard = asCond(guard.Zones(g.Sys.Dim(), slab).Merge(slab))
	return &c
}

// PrunePartly is Prune that shares the locations which lose nothing, unless pruning brings
// differences of clocks in, which need all bounds computed again.
func (g *Goodness) PrunePartly() *System {
	if g.Whole() {
		return g.Sys
	}
	s := *g.Sys
	s.Locs = slices.Clone(g.Sys.Locs)
	for i, l := range g.Sys.Locs {
		if g.All[i] && !l.leadsToLost(g) {
			continue // shared
		}
		c := *l
		c.Max = slices.Clone(l.Max)
		if !g.All[i] {
			c.Inv = asCond(g.Good[i])
			c.compare(c.Inv)
		}
		c.Edges = make([]*Step, 0, len(l.Edges))
		for _, e := range l.Edges {
			if !g.All[e.Target] && len(g.Good[e.Target]) == 0 {
				continue
			}
			if p := g.pruned(e); len(p.Guard) > 0 {
				c.Edges = append(c.Edges, p)
				c.compare(p.Guard)
			}
		}
		if len(c.Diags) > 0 {
			return g.Prune()
		}
		s.Locs[i] = &c
	}
	s.raiseBounds()
	return &s
}

// leadsToLost tells whether an edge enters a location that is not good as a whole.
func (l *Loc) leadsToLost(g *Goodness) bool {
	for _, e := range l.Edges {
		if !g.All[e.Target] {
			return true
		}
	}
	return false
}

// Operand makes prune(X) as an operand: prune exactly, drop the actions left on no edge, complete
// inputs over what remains. Where the start goes too, one location without edges remains.
func (g *Goodness) Operand() *System {
	sys := g.Sys
	p := *g.Prune()
	p.Name = "prune(" + sys.Name + ")"
	p.Shape, p.Leaves, p.expand, p.pair = shapePruned, []*System{sys}, nil, nil
	if !g.Start() {
		p.Locs = []*Loc{{Title: "empty", Inv: always}}
		p.Init = 0
	} else {
		p.Locs = copyLocs(p.Locs)
	}
	p.In, p.Out = nil, nil
	for _, l := range p.Reachable() {
		for _, e := range p.At(l).Edges {
			if e.Output {
				p.Out.add(e.Act)
			} else {
				p.In.add(e.Act)
			}
		}
	}
	p.complete()
	p.bound()
	return &p
}

func copyLocs(locs []*Loc) []*Loc {
	out := make([]*Loc, len(locs))
	for i, l := range locs {
		c := *l
		c.Edges = append([]*Step(nil), l.Edges...)
		out[i] = &c
	}
	return out
}
