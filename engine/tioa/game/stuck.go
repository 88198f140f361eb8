package game

import (
	"strings"

	"github.com/mutarium/mutarium/engine/dbm"
)

// Where a system that is not consistent gets stuck.

// WhyStuck says what is wrong: a nearest reachable state in which no time can pass and no output is
// left. One that inputs alone lead to comes first: no output of the mutant's own choice is to blame.
func (g *Goodness) WhyStuck() (text string, way *Way) {
	for _, sys := range []*System{g.Sys.inputsOnly(), g.Sys} {
		if text, way = g.stuckIn(sys); text != "" {
			return text, way
		}
	}
	start := g.Sys.At(g.Sys.Init).Title
	return "the start in " + start + " is not among the states from which an error can be avoided", nil
}

// inputsOnly is the system without its outputs.
func (s *System) inputsOnly() *System {
	c := *s
	c.Locs = make([]*Loc, len(s.Locs))
	for i, l := range s.Locs {
		m := *l
		m.Edges = nil
		for _, e := range l.Edges {
			if !e.Output {
				m.Edges = append(m.Edges, e)
			}
		}
		c.Locs[i] = &m
	}
	return &c
}

// stuckIn looks for such a state along the edges of a system, and prints it; "" if there is none.
func (g *Goodness) stuckIn(sys *System) (found string, way *Way) {
	x := sys.Explorer(0)
	err := x.Run(func(i int) bool {
		n := &x.Nodes[i]
		if g.All[n.Loc] {
			return true
		}
		l := g.Sys.At(n.Loc)
		end := dbm.Federation{n.Zone}.Subtract(l.canDelay().Zones(sys.Dim(), x.Slab), x.Slab)
		for _, e := range l.Edges {
			if e.Output {
				end = end.Subtract(e.Guard.Zones(sys.Dim(), x.Slab), x.Slab)
			}
		}
		if len(end) > 0 {
			found = "in " + l.Title + " with " + end[0].Text(sys.Names()) + " no time can pass and no output is possible"
			way = x.wayTo(i, end[0])
		}
		return found == ""
	})
	if err != nil {
		return "", nil
	}
	return strings.Replace(found, " with true", "", 1), way
}
