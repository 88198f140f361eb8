package tioa

import (
	"fmt"

	"github.com/mutarium/mutarium/engine/dbm"
)

// Reachability: whether a run leads from a start to a goal. Locations that a state does not name are
// the initial ones at the start and any at the goal; clocks that the start does not speak of are
// zero there.

// A part is a leaf inside a composed system: where its clocks begin, and how to find its location.
type part struct {
	leaf  *System
	shift int
	at    func(loc int) int // -1: the location is none of its
}

// parts lists the leaves of a system with their clocks.
func (s *System) parts() []part {
	if len(s.Leaves) == 0 {
		return []part{{leaf: s, at: func(loc int) int { return loc }}}
	}
	if s.shape == shapePruned {
		return s.Leaves[0].parts()
	}
	var all []part
	shift := 0
	for side, operand := range s.Leaves {
		for _, p := range operand.parts() {
			inner := p.at
			at := func(loc int) int {
				if s.Locs[loc].parts == nil {
					return -1
				}
				return inner(s.Locs[loc].parts[side])
			}
			all = append(all, part{p.leaf, p.shift + shift, at})
		}
		shift += len(operand.Clocks)
	}
	return all
}

// A target is a state atom, resolved.
type target struct {
	part  part
	loc   int // of the automaton, or -1
	bound conj
}

// targets resolves the atoms of a state.
func (s *Session) targets(sys *System, atoms []StateAtom) ([]target, error) {
	var out []target
	for _, a := range atoms {
		t, ok := resolveAtom(sys, a)
		if !ok {
			return nil, &ComposeError{fmt.Sprintf("'%s.%s' is not a location or a clock of %s", a.Component, a.Item, sys.Name)}
		}
		out = append(out, t)
	}
	return out, nil
}

func resolveAtom(sys *System, a StateAtom) (target, bool) {
	for _, p := range sys.parts() {
		src := p.leaf.source
		if src == nil || !equalFold(src.Name, a.Component) {
			continue
		}
		if a.Op == "" {
			l := src.Location(a.Item)
			return target{part: p, loc: l}, l >= 0
		}
		x := src.clock(a.Item)
		return target{part: p, loc: -1, bound: boundOf(p.shift+x+1, a)}, x >= 0
	}
	return target{}, false
}

func boundOf(x int, a StateAtom) conj {
	up, low := dbm.Constraint{I: x, J: 0, B: dbm.LE(a.Value)}, dbm.Constraint{I: 0, J: x, B: dbm.LE(-a.Value)}
	switch a.Op {
	case "<":
		up.B = dbm.LT(a.Value)
		return conj{up}
	case "<=":
		return conj{up}
	case ">":
		low.B = dbm.LT(-a.Value)
		return conj{low}
	case ">=":
		return conj{low}
	}
	return conj{up, low}
}

// standsAt tells whether a location of the composed system is one that the targets name.
func standsAt(targets []target, loc int) bool {
	for _, t := range targets {
		if t.loc < 0 {
			continue
		}
		l := t.part.at(loc)
		if l < 0 || t.part.leaf.Locs[l].parts[0] != t.loc {
			return false
		}
	}
	return true
}

func bounds(targets []target) conj {
	var c conj
	for _, t := range targets {
		for _, b := range t.bound {
			c = c.with(b)
		}
	}
	return c
}

func (s *Session) reachability(q *Query, a *Answer) error {
	var leaves []*leaf
	sys, err := s.build(q.Left, &leaves)
	if err != nil {
		return err
	}
	from, err := s.targets(sys, q.Start)
	if err != nil {
		return err
	}
	to, err := s.targets(sys, q.Goal)
	if err != nil {
		return err
	}
	begin, zone, err := sys.beginning(from)
	if err != nil {
		return err
	}
	x := sys.explorer(s.Reading.Limit)
	goal := bounds(to)
	x.watch(goal)
	found := -1
	err = x.runFrom(begin, zone.Clone(), func(i int) bool {
		n := &x.nodes[i]
		if standsAt(to, n.loc) && (cond{goal}).meets(n.zone, x.slab) {
			found = i
		}
		return found < 0
	})
	a.Zones = len(x.nodes)
	if err != nil {
		return err
	}
	if a.Holds = found >= 0; !a.Holds {
		a.Reasons = append(a.Reasons, Reason{Code: "unreachable", Text: "no run leads there"})
		return nil
	}
	a.Trace, err = x.runTo(found, goal, zone)
	return err
}

// beginning gives the location and the clock values that a start names.
func (s *System) beginning(from []target) (int, dbm.Zone, error) {
	zone := dbm.Zero(s.dim())
	for _, t := range from {
		for _, b := range t.bound {
			if x := b.I + b.J; x > 0 {
				zone.Free(x)
			}
		}
	}
	if !bounds(from).apply(zone) {
		return 0, zone, &ComposeError{"the start contradicts itself"}
	}
	for i := 0; i < len(s.Locs); i++ {
		if standsAt(from, i) && (len(from) == 0 && i == s.Init || len(from) > 0 && s.othersInitial(from, i)) {
			if !s.Locs[i].Inv.meets(zone, slabOf(s)) {
				return 0, zone, &ComposeError{"the start contradicts the invariant of " + s.Locs[i].Title}
			}
			return i, zone, nil
		}
		s.at(i)
		if i > DefaultMaxLocs {
			break
		}
	}
	return 0, zone, &ComposeError{"no run of edges leads to the locations of the start"}
}

// othersInitial tells whether the leaves that a start does not name are in their initial location.
func (s *System) othersInitial(from []target, loc int) bool {
	for _, p := range s.parts() {
		named := false
		for _, t := range from {
			named = named || t.loc >= 0 && t.part.shift == p.shift && t.part.leaf == p.leaf
		}
		if !named && p.at(loc) != p.leaf.Init {
			return false
		}
	}
	return true
}

// watch makes the constants of the goal count in every location.
func (x *explorer) watch(goal conj) {
	if len(goal) == 0 {
		return
	}
	c := *x.s
	x.s = &c
	x.goal = goal
}

// runTo makes the trace of a path in the zone graph: a counterexample without a specification.
func (x *explorer) runTo(found int, goal conj, start dbm.Zone) (*Trace, error) {
	nothing := &System{Name: "", Syms: x.s.Syms, Locs: []*Loc{{Inv: always, Max: []int64{0}}}}
	t := &tracer{impl: x.s, spec: behind(nothing, len(x.s.Clocks)), dim: x.s.dim(), slab: slabOf(x.s), start: start}
	for _, i := range x.path(found) {
		n := x.nodes[i]
		j := joint{impl: n.loc, byImpl: n.via, zone: n.zone}
		if n.via != nil {
			j.act, j.output = n.via.Act, n.via.Output
		}
		t.path = append(t.path, j)
	}
	t.goal = cond{goal}.zones(t.dim, t.slab)
	f := &Failure{Fault: NoFault}
	t.out = newTrace(x.s, nothing, f)
	t.back(f)
	if err := t.forward(f); err != nil {
		return nil, err
	}
	last := t.out.Steps[len(t.out.Steps)-1]
	if n := len(t.out.Steps) - 1; n > 0 && last.Delay.Sign() == 0 {
		t.out.Steps = t.out.Steps[:n]
	}
	t.out.Conclusion = fmt.Sprintf("%s is in %s at time %s", x.s.Name, last.Impl.Location, last.Time)
	if start.Equal(dbm.Zero(t.dim)) {
		return t.out, t.out.replayRun(x.s)
	}
	return t.out, nil
}

// replayRun checks a run of one system.
func (t *Trace) replayRun(s *System) error {
	m := start(s)
	if m == nil {
		return fmt.Errorf("%w: %s has no initial state", errReplay, s.Name)
	}
	for n := range t.Steps {
		step := &t.Steps[n]
		next, ok := m.delay(step.Delay)
		if !ok {
			return fmt.Errorf("%w: step %d: %s cannot wait %s", errReplay, n+1, t.Impl, step.Delay)
		}
		if m = next; step.Wait {
			continue
		}
		act := step.Action
		if act == noName {
			act = ""
		}
		if m = pickState(m.do(act, step.Output), step.Impl); m == nil {
			return fmt.Errorf("%w: step %d: '%s' does not lead to %s", errReplay, n+1, step.Label(), step.Impl.Location)
		}
	}
	return nil
}
