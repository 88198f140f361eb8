// Package replay runs what a search of timed games has found on plain machines, before anybody sees it:
// machine.go is all of it.
package replay

import (
	"github.com/mutarium/mutarium/engine/tioa/game"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/model/trace"
	"github.com/mutarium/mutarium/engine/tioa/referee"
)

// Compiled systems as plain machines, on which what a search has found is replayed before anybody
// sees it. Automata and their products run from their texts, see package referee; quotients and
// pruned systems have no text, and run on what the theory makes them.

// Machine makes the initial state of a system as a plain machine, or nil when there is none.
func Machine(s *game.System) referee.Machine {
	switch {
	case s.Shape == game.ShapeLeaf && s.Source != nil:
		l := referee.Leaf{Subject: model.Subject{Model: s.Model, Automaton: s.Source}, Complete: s.Completed, Lists: s.WithIO}
		return l.Start()
	case s.Shape == game.ShapeComposition:
		return referee.Compose(Machine(s.Leaves[0]), Machine(s.Leaves[1]))
	case s.Shape == game.ShapeConjunction:
		return referee.Conjoin(Machine(s.Leaves[0]), Machine(s.Leaves[1]))
	}
	if m, ok := Start(s); ok {
		return m
	}
	return nil
}

// A Compiled is a state of a quotient or of a pruned system, whose locations the theory makes.
type Compiled struct {
	Sys    *game.System
	Loc    int
	Values []model.Rat // values[0] is zero
}

// Start is the initial state of a system as it is compiled, if there is one.
func Start(s *game.System) (Compiled, bool) {
	m := Compiled{s, s.Init, make([]model.Rat, s.Dim())}
	for i := range m.Values {
		m.Values[i] = model.Int(0)
	}
	return m, game.Holds(s.Locs[s.Init].Inv, m.Values)
}

// Location is what the theory calls it.
func (m Compiled) Location() string { return m.Sys.Locs[m.Loc].Title }

// Clocks are the values of the clocks.
func (m Compiled) Clocks() []model.Rat { return m.Values[1:] }

// Knows tells whether an action is in the alphabet.
func (m Compiled) Knows(act string, output bool) bool {
	n, ok := m.Sys.Syms.Index[act]
	if act == trace.NoName {
		n, ok = m.Sys.Syms.Index[""]
	}
	return ok && (output && m.Sys.Out.Has(n) || !output && m.Sys.In.Has(n))
}

// Delay lets time pass inside the invariant.
func (m Compiled) Delay(d model.Rat) (referee.Machine, bool) {
	l := m.Sys.At(m.Loc)
	if l.Urgent && d.Sign() > 0 {
		return m, false
	}
	var turns []model.Rat
	for _, x := range l.Inv {
		for _, b := range x {
			if b.J == 0 && b.B.Finite() {
				turns = append(turns, model.Int(b.B.Value()).Sub(m.Values[b.I]))
			} else if b.I == 0 {
				turns = append(turns, model.Int(-b.B.Value()).Sub(m.Values[b.J]))
			}
		}
	}
	for _, at := range referee.Instants(turns, d) {
		if !game.Holds(l.Inv, game.Delayed(m.Values, at)) {
			return m, false
		}
	}
	return Compiled{m.Sys, m.Loc, game.Delayed(m.Values, d)}, true
}

// Do follows the edges.
func (m Compiled) Do(act string, output bool) []referee.Machine {
	var next []referee.Machine
	for _, e := range m.Sys.At(m.Loc).Edges {
		if m.Sys.Syms.Names[e.Act] != act || e.Output != output || !game.Holds(e.Guard, m.Values) {
			continue
		}
		v := append([]model.Rat(nil), m.Values...)
		for _, r := range e.Resets {
			v[r.Clock] = model.Int(r.Value)
		}
		if game.Holds(m.Sys.Locs[e.Target].Inv, v) {
			next = append(next, Compiled{m.Sys, e.Target, v})
		}
	}
	return next
}

// Check runs a counterexample on plain machines of both systems.
func Check(t *trace.Trace, impl, spec *game.System, g game.Game) error {
	rules := referee.Rules{SpecIgnores: g.SpecIgnores, ImplIgnores: g.ImplIgnores}
	_, err := referee.Retell(t, Machine(impl), Machine(spec), rules)
	return err
}

// TraceOf makes and replays the trace of a failure.
func TraceOf(impl, spec *game.System, f *game.Failure, g game.Game) (*trace.Trace, error) {
	t, err := game.TraceOf(impl, spec, f)
	if err != nil {
		return nil, err
	}
	return t, Check(t, impl, spec, g)
}

// Way tells how a state is reached, as the end of a sentence; nothing where the run does not replay.
func Way(w *game.Way) string {
	switch {
	case w == nil:
		return ""
	case w.Run == nil:
		return ", already at the start"
	case referee.ReplayRun(w.Run, Machine(w.Of)) != nil:
		return ""
	}
	return ", reached by this run: " + w.Run.String()
}
