package game

import (
	"slices"

	"github.com/mutarium/mutarium/engine/dbm"
)

// Determinism and the demands on an implementation (David et al., HSCC 2010), asked of what is
// reached. Deviation, as in one of the engines: edges that lead to the same states are no
// choice.

// A Clash is a reachable state with two different edges of one action.
type Clash struct {
	Loc  *Loc
	E, F *Step
	Zone dbm.Zone // where both are enabled
	Run  *Way     // how it is reached
}

// Clash gives a shortest reachable clash, or nil when the system is deterministic: no two edges of
// an action are enabled together, unless they have the same target and the same resets.
func (s *System) Clash(limit int) (*Clash, error) {
	if !s.mayClash() {
		return nil, nil
	}
	var found *Clash
	x := s.Explorer(limit)
	err := x.Run(func(i int) bool {
		n := &x.Nodes[i]
		if found = s.clash(s.At(n.Loc), n.Zone, x.Slab); found != nil {
			found.Run = x.wayTo(i, found.Zone)
		}
		return found == nil
	})
	return found, err
}

// mayClash looks at guards and invariants alone, reachable or not.
func (s *System) mayClash() bool {
	slab := s.Slab()
	for _, l := range s.Locs {
		if !l.repeats() {
			continue
		}
		for _, z := range l.Inv.Zones(s.Dim(), slab) {
			if s.clash(l, z, slab) != nil {
				return true
			}
		}
	}
	return false
}

// repeats tells whether an action has several edges.
func (l *Loc) repeats() bool {
	for i, e := range l.Edges {
		for _, f := range l.Edges[i+1:] {
			if e.Act == f.Act {
				return true
			}
		}
	}
	return false
}

// clash gives two different edges of an action that some valuation of the zone enables.
func (s *System) clash(l *Loc, z dbm.Zone, slab *dbm.Slab) *Clash {
	for i, e := range l.Edges {
		for _, f := range l.Edges[i+1:] {
			if e.Act != f.Act || s.alike(e, f) {
				continue
			}
			if both := e.Guard.and(f.Guard).Within(z, slab); len(both) > 0 {
				return &Clash{Loc: l, E: e, F: f, Zone: both[0]}
			}
		}
	}
	return nil
}

// alike tells edges that lead to the same states: the same target, and the same resets of all clocks
// that are compared there or later.
func (s *System) alike(e, f *Step) bool {
	if e.Target != f.Target {
		return false
	}
	to := s.Locs[e.Target]
	return to.keeps(e.Resets, f.Resets) && to.keeps(f.Resets, e.Resets)
}

// keeps tells whether the second list has all resets of the first one that matter from a location on.
func (l *Loc) keeps(a, b []reset) bool {
	for _, r := range a {
		if l.compares(r.Clock) && !slices.Contains(b, r) {
			return false
		}
	}
	return true
}

// compares tells whether a clock is compared in a location or later, before it is set again.
func (l *Loc) compares(x int) bool {
	speaksOf := func(d dbm.Constraint) bool { return d.I == x || d.J == x }
	return l.Max[x] != dbm.NoBound || slices.ContainsFunc(l.Diags, speaksOf)
}

// canDelay is the part of the invariant from which some time can pass inside it: lower bounds
// closed, upper bounds open.
func (l *Loc) canDelay() Cond {
	if l.Urgent {
		return nil
	}
	var out Cond
	for _, x := range l.Inv {
		y := make(Conj, len(x))
		for i, b := range x {
			switch {
			case b.J == 0 && b.B != dbm.Infinity:
				b.B &^= 1 // x ≤ c becomes x < c
			case b.I == 0:
				b.B |= 1 // x > c becomes x ≥ c
			}
			y[i] = b
		}
		out = append(out, y)
	}
	return out.and(l.Inv)
}

// A SlowOutput says where an enabled output does not stop time.
type SlowOutput struct {
	Loc  *Loc
	E    *Step
	Zone dbm.Zone
	Run  *Way // how it is reached
}

// SlowOutput gives a reachable state in which an output is enabled and time can pass all the same,
// or nil: implementations do their outputs as soon as they can.
func (s *System) SlowOutput(limit int) (*SlowOutput, error) {
	var found *SlowOutput
	x := s.Explorer(limit)
	err := x.Run(func(i int) bool {
		n := &x.Nodes[i]
		l := s.At(n.Loc)
		for _, e := range l.Edges {
			if !e.Output {
				continue
			}
			if slow := e.Guard.and(l.canDelay()).Within(n.Zone, x.Slab); len(slow) > 0 {
				found = &SlowOutput{l, e, slow[0], x.wayTo(i, slow[0])}
				return false
			}
		}
		return true
	})
	return found, err
}

// A Stuck is a reachable state that is not good.
type Stuck struct {
	Loc  *Loc
	Zone dbm.Zone
	Run  *Way // how it is reached
}

// Stuck gives a shortest reachable state that is not good, or nil.
func (g *Goodness) Stuck(limit int) (*Stuck, error) {
	if g.Whole() {
		return nil, nil
	}
	var found *Stuck
	x := g.Sys.Explorer(limit)
	err := x.Run(func(i int) bool {
		n := &x.Nodes[i]
		if g.All[n.Loc] {
			return true
		}
		if left := (dbm.Federation{n.Zone}).Subtract(g.Good[n.Loc], x.Slab); len(left) > 0 {
			found = &Stuck{g.Sys.Locs[n.Loc], left[0], x.wayTo(i, left[0])}
		}
		return found == nil
	})
	return found, err
}
