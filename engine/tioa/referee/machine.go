package referee

import (
	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/tioa/model"
)

// Plain machines: the semantics of components and of their products on single states with rational
// clocks, straight from the texts. Nothing is compiled, nothing widened: a simple piece of code that
// says whether a trace is a run.

// A Machine is a state of a component or of a composed system. It never changes.
type Machine interface {
	// Delay lets time pass, or tells that the invariants do not allow it.
	Delay(d model.Rat) (Machine, bool)
	// Do lists the states behind an action; none: it is refused.
	Do(act string, output bool) []Machine
	// Knows tells whether an action is in the alphabet.
	Knows(act string, output bool) bool
	Location() string
	Clocks() []model.Rat
}

// A Leaf says how one automaton is read.
type Leaf struct {
	model.Subject
	Complete bool // inputs that no edge of the moment takes are ignored
	Lists    bool // the alphabet is that of the IO lists too
}

// Start gives the initial state, or nil when the invariant forbids it.
func (l *Leaf) Start() Machine {
	m := leafMachine{l, l.Model.ZeroState(l.Automaton)}
	if !m.inside(m.at) {
		return nil
	}
	return m
}

// StartTitle is what the initial location is called, also where there is no initial state.
func (l *Leaf) StartTitle() string { return leafMachine{l, l.Model.ZeroState(l.Automaton)}.Location() }

// A leafMachine is one automaton.
type leafMachine struct {
	leaf *Leaf
	at   *model.State
}

func (m leafMachine) here() *model.Location { return m.at.Automaton.Locations[m.at.Loc] }

// Clocks are the values of the clocks.
func (m leafMachine) Clocks() []model.Rat { return m.at.Clocks }

// Location is how traces call the location with the values of the variables.
func (m leafMachine) Location() string {
	a := m.at.Automaton
	t := a.Locations[m.at.Loc].Title()
	for k, v := range m.at.Vars {
		t += " " + a.Vars[k].Name + "=" + a.Vars[k].Text(v)
	}
	return t
}

// Knows tells whether an action is on an edge, or in a list that counts.
func (m leafMachine) Knows(act string, output bool) bool {
	in, out := m.at.Automaton.EdgeActions()
	if m.at.Automaton.IO != nil && m.leaf.Lists {
		in, out = append(in, m.at.Automaton.IO.Inputs...), append(out, m.at.Automaton.IO.Outputs...)
	}
	if output {
		return model.Contains(out, act)
	}
	return model.Contains(in, act)
}

// inside tells whether the invariant holds.
func (m leafMachine) inside(p *model.State) bool {
	ok, err := p.Truth(p.Automaton.Locations[p.Loc].Invariant)
	return ok && err == nil
}

// Delay checks the invariant at the end, at every instant at which it may change on the way, and
// between those.
func (m leafMachine) Delay(d model.Rat) (Machine, bool) {
	l := m.here()
	if d.Sign() > 0 && (l.Urgency != model.NotUrgent || l.Kind == model.Inconsistent) {
		return m, false
	}
	for _, at := range Instants(m.turns(l.Invariant), d) {
		if !m.inside(m.at.After(at)) {
			return m, false
		}
	}
	return leafMachine{m.leaf, m.at.After(d)}, true
}

// turns lists the delays after which a comparison of one clock with a constant may change.
func (m leafMachine) turns(e *expr.Expr) []model.Rat {
	var out []model.Rat
	if e == nil {
		return nil
	}
	expr.Walk(e, func(n *expr.Expr) bool {
		if k, ok := m.at.Model.Bound(m.at.Automaton, n); ok {
			if k.Y == "" {
				out = append(out, model.Int(k.Bound).Sub(m.at.Clocks[m.at.Automaton.Clock(k.X)]))
			}
			return false
		}
		return true
	})
	return out
}

// Instants lists 0, d, the turns between them, and a point between each two neighbours.
func Instants(turns []model.Rat, d model.Rat) []model.Rat {
	points := []model.Rat{model.Int(0), d}
	for _, t := range turns {
		if t.Sign() > 0 && t.Cmp(d) < 0 {
			points = append(points, t)
		}
	}
	for i := range points { // few: sort by insertion
		for k := i; k > 0 && points[k].Cmp(points[k-1]) < 0; k-- {
			points[k], points[k-1] = points[k-1], points[k]
		}
	}
	all := points[:1:1]
	for i := 1; i < len(points); i++ {
		if points[i].Cmp(points[i-1]) > 0 {
			all = append(all, model.Between(points[i-1], points[i]), points[i])
		}
	}
	return all
}

// Do follows the edges; where none is enabled an input is ignored if the system was completed.
func (m leafMachine) Do(act string, output bool) []Machine {
	if m.here().Kind == model.Universal || m.here().Kind == model.Inconsistent && !output {
		return []Machine{m}
	}
	var next []Machine
	for _, e := range m.at.Automaton.Edges {
		if e.Source != m.at.Loc || e.Action != act || e.Output != output || m.here().Kind != model.Normal {
			continue
		}
		if ok, err := m.at.Truth(e.Guard); !ok || err != nil {
			continue
		}
		if p, ok := m.at.Take(e); ok && m.inside(p) {
			next = append(next, leafMachine{m.leaf, p})
		}
	}
	if len(next) == 0 && !output && m.leaf.Complete && m.Knows(act, false) {
		return []Machine{m}
	}
	return next
}

// A pairMachine is a composition or a conjunction.
type pairMachine struct {
	a, b     Machine
	conjoins bool
}

// Compose is the composition of two machines; nil if one of them is.
func Compose(a, b Machine) Machine { return pairOf(a, b, false) }

// Conjoin is the conjunction of two machines; nil if one of them is.
func Conjoin(a, b Machine) Machine { return pairOf(a, b, true) }

func pairOf(a, b Machine, conjoins bool) Machine {
	if a == nil || b == nil {
		return nil
	}
	return pairMachine{a, b, conjoins}
}

// Location names both.
func (m pairMachine) Location() string { return m.a.Location() + " | " + m.b.Location() }

// Clocks are those of both.
func (m pairMachine) Clocks() []model.Rat {
	return append(append([]model.Rat(nil), m.a.Clocks()...), m.b.Clocks()...)
}

// Delay lets time pass in both.
func (m pairMachine) Delay(d model.Rat) (Machine, bool) {
	a, ok1 := m.a.Delay(d)
	b, ok2 := m.b.Delay(d)
	return pairMachine{a, b, m.conjoins}, ok1 && ok2
}

// Knows tells whether both know an action, or for a composition one of them.
func (m pairMachine) Knows(act string, output bool) bool {
	if m.conjoins {
		return m.a.Knows(act, output) && m.b.Knows(act, output)
	}
	out := m.a.Knows(act, true) || m.b.Knows(act, true)
	if output {
		return out
	}
	return !out && (m.a.Knows(act, false) || m.b.Knows(act, false))
}

// Do has both do it, or one where the other does not know it.
func (m pairMachine) Do(act string, output bool) []Machine {
	if !m.Knows(act, output) {
		return nil
	}
	left, right := m.side(m.a, act), m.side(m.b, act)
	var next []Machine
	for _, a := range left {
		for _, b := range right {
			next = append(next, pairMachine{a, b, m.conjoins})
		}
	}
	return next
}

// side lists what one operand may do; it stays when it does not know the action.
func (m pairMachine) side(x Machine, act string) []Machine {
	switch {
	case x.Knows(act, true):
		return x.Do(act, true)
	case x.Knows(act, false):
		return x.Do(act, false)
	}
	return []Machine{x}
}
