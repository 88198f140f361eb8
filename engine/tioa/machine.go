package tioa

import (
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/model/trace"
	"github.com/mutarium/mutarium/engine/tioa/referee"
)

// Compiled systems as plain machines, on which what a search has found is replayed before anybody
// sees it. Automata and their products run from their texts, see package referee; quotients and
// pruned systems have no text, and run on what the theory makes them.

// machine makes the initial state of a system as a plain machine, or nil when there is none.
func (s *System) machine() referee.Machine {
	switch {
	case s.shape == shapeLeaf && s.source != nil:
		l := referee.Leaf{Subject: model.Subject{Model: s.model, Automaton: s.source}, Complete: s.completed, Lists: s.withIO}
		return l.Start()
	case s.shape == shapeComposition:
		return referee.Compose(s.Leaves[0].machine(), s.Leaves[1].machine())
	case s.shape == shapeConjunction:
		return referee.Conjoin(s.Leaves[0].machine(), s.Leaves[1].machine())
	}
	m := compiledMachine{s, s.Init, make([]model.Rat, s.dim())}
	for i := range m.values {
		m.values[i] = model.Int(0)
	}
	if !holds(s.Locs[s.Init].Inv, m.values) {
		return nil
	}
	return m
}

// A compiledMachine is a state of a quotient or of a pruned system, whose locations the theory makes.
type compiledMachine struct {
	sys    *System
	loc    int
	values []model.Rat // values[0] is zero
}

// Location is what the theory calls it.
func (m compiledMachine) Location() string { return m.sys.Locs[m.loc].Title }

// Clocks are the values of the clocks.
func (m compiledMachine) Clocks() []model.Rat { return m.values[1:] }

// Knows tells whether an action is in the alphabet.
func (m compiledMachine) Knows(act string, output bool) bool {
	n, ok := m.sys.Syms.index[act]
	if act == trace.NoName {
		n, ok = m.sys.Syms.index[""]
	}
	return ok && (output && m.sys.Out.has(n) || !output && m.sys.In.has(n))
}

// holds evaluates a condition at a valuation.
func holds(c cond, v []model.Rat) bool {
	for _, x := range c {
		all := true
		for _, b := range x {
			cmp := v[b.I].Sub(v[b.J]).Cmp(model.Int(b.B.Value()))
			all = all && (!b.B.Finite() || cmp < 0 || cmp == 0 && !b.B.Strict())
		}
		if all {
			return true
		}
	}
	return false
}

// Delay lets time pass inside the invariant.
func (m compiledMachine) Delay(d model.Rat) (referee.Machine, bool) {
	l := m.sys.at(m.loc)
	if l.Urgent && d.Sign() > 0 {
		return m, false
	}
	var turns []model.Rat
	for _, x := range l.Inv {
		for _, b := range x {
			if b.J == 0 && b.B.Finite() {
				turns = append(turns, model.Int(b.B.Value()).Sub(m.values[b.I]))
			} else if b.I == 0 {
				turns = append(turns, model.Int(-b.B.Value()).Sub(m.values[b.J]))
			}
		}
	}
	for _, at := range referee.Instants(turns, d) {
		if !holds(l.Inv, delayed(m.values, at)) {
			return m, false
		}
	}
	return compiledMachine{m.sys, m.loc, delayed(m.values, d)}, true
}

// Do follows the edges.
func (m compiledMachine) Do(act string, output bool) []referee.Machine {
	var next []referee.Machine
	for _, e := range m.sys.at(m.loc).Edges {
		if m.sys.Syms.Names[e.Act] != act || e.Output != output || !holds(e.Guard, m.values) {
			continue
		}
		v := append([]model.Rat(nil), m.values...)
		for _, r := range e.Resets {
			v[r.clock] = model.Int(r.value)
		}
		if holds(m.sys.Locs[e.Target].Inv, v) {
			next = append(next, compiledMachine{m.sys, e.Target, v})
		}
	}
	return next
}

// Replay runs a counterexample on plain machines of both systems.
func Replay(t *trace.Trace, impl, spec *System, g Game) error {
	_, err := referee.Retell(t, impl.machine(), spec.machine(), referee.Rules{SpecIgnores: g.SpecIgnores, ImplIgnores: g.ImplIgnores})
	return err
}
