package tioa

import (
	"fmt"

	"github.com/mutarium/mutarium/engine/dbm"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/model/trace"
	"github.com/mutarium/mutarium/engine/tioa/referee"
)

// Reachability: whether a run leads from a start to a goal. The start is the initial state unless one
// is given; then locations that it does not name are the initial ones, and clocks have any value that
// it and the invariants allow, as the engines read it. A goal that does not name a location allows any.

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

// targets resolves the atoms of a state. Occurrences of components are in the order of the query.
func (s *Session) targets(sys *System, o *model.Operand, atoms []model.StateAtom) ([]target, error) {
	occurrences := componentsOperand(o, nil)
	var out []target
	for _, a := range atoms {
		t, ok := resolveAtom(sys, occurrences, a)
		if !ok {
			name := a.Item
			if a.Component != "" {
				name = a.Component + "." + a.Item
			}
			return nil, &ComposeError{fmt.Sprintf("'%s' is not a location or a clock of %s", name, sys.Name)}
		}
		out = append(out, t)
	}
	return out, nil
}

// states checks that what the states of a query name is there. The components are.
func (s *Session) states(q *model.Query, d *source.Diagnostics) {
	for _, a := range append(append([]model.StateAtom(nil), q.Start...), q.Goal...) {
		var known, names []string
		for i, o := range componentsOperand(q.Left, nil) {
			if speaksOf(&a, o, i) {
				known = append(known, o.Name)
				names = append(names, s.Model.Automaton(o.Name).StateNames(a.Op == "")...)
			}
		}
		switch {
		case known == nil && a.Component == "":
			d.Add(a.Span, "undefined-component", "the system has no component at place %d", a.Place+1)
		case known == nil && a.Instance > 0:
			d.Add(a.Span, "undefined-component", "component '%s[%d]' is not in the system", a.Component, a.Instance)
		case known == nil:
			d.Add(a.Span, "undefined-component", "component '%s' is not in the system", a.Component)
		case !model.Contains(names, a.Item):
			what := "clock"
			if a.Op == "" {
				what = "location"
			}
			d.Add(a.Span, "undefined-name", "'%s' is not a %s of %s", a.Item, what, known[0]).Hint = source.DidYouMean(a.Item, names)
		}
	}
}

// components lists the components of an operand from left to right.
func componentsOperand(o *model.Operand, list []*model.Operand) []*model.Operand {
	if o.Kind == model.Component {
		return append(list, o)
	}
	for _, a := range o.Args {
		list = componentsOperand(a, list)
	}
	return list
}

func resolveAtom(sys *System, occurrences []*model.Operand, a model.StateAtom) (target, bool) {
	for i, p := range sys.parts() {
		src := p.leaf.source
		if src == nil || i >= len(occurrences) || !speaksOf(&a, occurrences[i], i) {
			continue
		}
		if a.Op == "" {
			l := src.Location(a.Item)
			return target{part: p, loc: l}, l >= 0
		}
		if x := src.Clock(a.Item); x >= 0 {
			return target{part: p, loc: -1, bound: boundOf(p.shift+x+1, a)}, true
		}
	}
	return target{}, false
}

// speaksOf tells whether an atom may mean the i-th component.
func speaksOf(a *model.StateAtom, o *model.Operand, i int) bool {
	if a.Component == "" {
		return a.Place < 0 || a.Place == i
	}
	return model.EqualFold(o.Name, a.Component) && (a.Instance == 0 || a.Instance == o.Instance)
}

func boundOf(x int, a model.StateAtom) conj {
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

func (s *Session) reachability(q *model.Query, a *Answer) error {
	var leaves []*leaf
	sys, err := s.build(q.Left, &leaves)
	if err != nil {
		return err
	}
	from, err := s.targets(sys, q.Left, q.Start)
	if err != nil {
		return err
	}
	to, err := s.targets(sys, q.Left, q.Goal)
	if err != nil {
		return err
	}
	begin, zone, err := sys.beginning(from, q.Begins)
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
func (s *System) beginning(from []target, given bool) (int, dbm.Zone, error) {
	if !given {
		return s.Init, dbm.Zero(s.dim()), nil
	}
	next := 0
	parts := s.parts()
	loc, ok := s.standing(func() int {
		p := parts[next]
		next++
		for _, t := range from {
			if t.loc >= 0 && t.part.shift == p.shift && t.part.leaf == p.leaf {
				return p.leaf.compiledAt(t.loc)
			}
		}
		return p.leaf.Init
	})
	zone := dbm.Universe(s.dim())
	if !ok || !bounds(from).apply(zone) || !s.Locs[loc].Inv.meets(zone, s.slab()) {
		return 0, zone, &ComposeError{"no state is as the start asks"}
	}
	return loc, zone, nil
}

// compiledAt gives the first compiled location of a location of the automaton, or -1.
func (s *System) compiledAt(loc int) int {
	for i, l := range s.Locs {
		if l.parts[0] == loc {
			return i
		}
	}
	return -1
}

// standing gives the location in which the leaves stand where pick says, leaf by leaf.
func (s *System) standing(pick func() int) (int, bool) {
	switch {
	case len(s.Leaves) == 0:
		i := pick()
		return i, i >= 0
	case s.pair == nil:
		return s.Leaves[0].standing(pick)
	}
	i, ok1 := s.Leaves[0].standing(pick)
	j, ok2 := s.Leaves[1].standing(pick)
	if !ok1 || !ok2 {
		return 0, false
	}
	return s.pair(i, j), true
}

// watch makes the constants of the goal count in every location.
func (x *explorer) watch(goal conj) { x.goal = goal }

// runTo makes the trace of a path in the zone graph: a counterexample without a specification.
func (x *explorer) runTo(found int, goal conj, start dbm.Zone) (*trace.Trace, error) {
	nothing := &System{Name: "", Syms: x.s.Syms, Locs: []*Loc{{Inv: always, Max: []int64{0}}}}
	t := &tracer{impl: x.s, spec: behind(nothing, len(x.s.Clocks)), dim: x.s.dim(), slab: x.s.slab(), start: start}
	for _, i := range x.path(found) {
		n := x.nodes[i]
		j := joint{impl: n.loc, byImpl: n.via, zone: n.zone}
		if n.via != nil {
			j.act, j.output = n.via.Act, n.via.Output
		}
		t.path = append(t.path, j)
	}
	t.goal = cond{goal}.zones(t.dim, t.slab)
	f := &Failure{Fault: trace.NoFault}
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
		return t.out, referee.ReplayRun(t.out, x.s.machine())
	}
	return t.out, nil
}
