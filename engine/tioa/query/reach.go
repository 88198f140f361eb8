package query

import (
	"fmt"

	"github.com/mutarium/mutarium/engine/dbm"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/game"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/referee"
	"github.com/mutarium/mutarium/engine/tioa/replay"
)

// Reachability: whether a run leads from a start to a goal. The start is the initial state unless one
// is given; then locations that it does not name are the initial ones, and clocks have any value that
// it and the invariants allow, as the engines read it. A goal that does not name a location allows any.

// A target is a state atom, resolved.
type target struct {
	part  game.Part
	loc   int // of the automaton, or -1
	bound game.Conj
}

// targets resolves the atoms of a state. Occurrences of components are in the order of the query.
func (s *Session) targets(sys *game.System, o *model.Operand, atoms []model.StateAtom) ([]target, error) {
	occurrences := componentsOperand(o, nil)
	var out []target
	for _, a := range atoms {
		t, ok := resolveAtom(sys, occurrences, a)
		if !ok {
			name := a.Item
			if a.Component != "" {
				name = a.Component + "." + a.Item
			}
			return nil, &game.ComposeError{What: fmt.Sprintf("'%s' is not a location or a clock of %s", name, sys.Name)}
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
			x := d.Add(a.Span, "undefined-name", "'%s' is not a %s of %s", a.Item, what, known[0])
			x.Hint = source.DidYouMean(a.Item, names)
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

func resolveAtom(sys *game.System, occurrences []*model.Operand, a model.StateAtom) (target, bool) {
	for i, p := range sys.Parts() {
		src := p.Leaf.Source
		if src == nil || i >= len(occurrences) || !speaksOf(&a, occurrences[i], i) {
			continue
		}
		if a.Op == "" {
			l := src.Location(a.Item)
			return target{part: p, loc: l}, l >= 0
		}
		if x := src.Clock(a.Item); x >= 0 {
			return target{part: p, loc: -1, bound: boundOf(p.Shift+x+1, a)}, true
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

func boundOf(x int, a model.StateAtom) game.Conj {
	up, low := dbm.Constraint{I: x, J: 0, B: dbm.LE(a.Value)}, dbm.Constraint{I: 0, J: x, B: dbm.LE(-a.Value)}
	switch a.Op {
	case "<":
		up.B = dbm.LT(a.Value)
		return game.Conj{up}
	case "<=":
		return game.Conj{up}
	case ">":
		low.B = dbm.LT(-a.Value)
		return game.Conj{low}
	case ">=":
		return game.Conj{low}
	}
	return game.Conj{up, low}
}

// standsAt tells whether a location of the composed system is one that the targets name.
func standsAt(targets []target, loc int) bool {
	for _, t := range targets {
		if t.loc < 0 {
			continue
		}
		l := t.part.At(loc)
		if l < 0 || t.part.Leaf.Locs[l].Parts[0] != t.loc {
			return false
		}
	}
	return true
}

func bounds(targets []target) game.Conj {
	var c game.Conj
	for _, t := range targets {
		for _, b := range t.bound {
			c = c.With(b)
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
	begin, zone, err := beginning(sys, from, q.Begins)
	if err != nil {
		return err
	}
	x := sys.Explorer(s.Reading.Limit)
	goal := bounds(to)
	x.Watch(goal)
	found := -1
	err = x.RunFrom(begin, zone.Clone(), func(i int) bool {
		n := &x.Nodes[i]
		if standsAt(to, n.Loc) && (game.Cond{goal}).Meets(n.Zone, x.Slab) {
			found = i
		}
		return found < 0
	})
	a.Zones = len(x.Nodes)
	if err != nil {
		return err
	}
	if a.Holds = found >= 0; !a.Holds {
		a.Reasons = append(a.Reasons, Reason{Code: "unreachable", Text: "no run leads there"})
		return nil
	}
	a.Trace, err = x.RunTo(found, goal, zone)
	if err == nil && zone.Equal(dbm.Zero(sys.Dim())) {
		err = referee.ReplayRun(a.Trace, replay.Machine(sys))
	}
	return err
}

// beginning gives the location and the clock values that a start names.
func beginning(s *game.System, from []target, given bool) (int, dbm.Zone, error) {
	if !given {
		return s.Init, dbm.Zero(s.Dim()), nil
	}
	next := 0
	parts := s.Parts()
	loc, ok := s.Standing(func() int {
		p := parts[next]
		next++
		for _, t := range from {
			if t.loc >= 0 && t.part.Shift == p.Shift && t.part.Leaf == p.Leaf {
				return p.Leaf.CompiledAt(t.loc)
			}
		}
		return p.Leaf.Init
	})
	zone := dbm.Universe(s.Dim())
	if !ok || !bounds(from).Apply(zone) || !s.Locs[loc].Inv.Meets(zone, s.Slab()) {
		return 0, zone, &game.ComposeError{What: "no state is as the start asks"}
	}
	return loc, zone, nil
}
