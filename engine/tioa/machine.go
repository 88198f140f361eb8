package tioa

import (
	"errors"
	"fmt"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/tioa/model"
)

// Plain machines: the semantics of components and of their products on single states with rational
// clocks, straight from the texts. No zones, no compiled guards, no bounds: a second, simpler piece
// of code that says whether a trace is a run.

// A machine is a state of a component or of a composed system. It never changes.
type machine interface {
	// delay lets time pass, or tells that the invariants do not allow it.
	delay(d model.Rat) (machine, bool)
	// do lists the states behind an action; none: it is refused.
	do(act string, output bool) []machine
	// knows tells whether an action is in the alphabet.
	knows(act string, output bool) bool
	location() string
	clocks() []model.Rat
}

// start makes the initial state of a system, or nil when there is none.
func start(s *System) machine {
	switch {
	case s.shape == shapeLeaf && s.source != nil:
		p := s.model.ZeroState(s.source)
		m := leafMachine{sys: s, at: p}
		if !m.inside(p) {
			return nil
		}
		return m
	case s.shape == shapeComposition, s.shape == shapeConjunction:
		a, b := start(s.Leaves[0]), start(s.Leaves[1])
		if a == nil || b == nil {
			return nil
		}
		return pairMachine{s, a, b}
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

// A leafMachine is one automaton.
type leafMachine struct {
	sys *System
	at  *model.State
}

func (m leafMachine) here() *model.Location { return m.at.Automaton.Locations[m.at.Loc] }
func (m leafMachine) clocks() []model.Rat   { return m.at.Clocks }
func (m leafMachine) location() string      { return m.sys.title(m.at) }

// title is how a compiled location is called, for comparing with traces.
func (s *System) title(p *model.State) string {
	t := p.Automaton.Locations[p.Loc].Title()
	for k, v := range p.Vars {
		t += " " + p.Automaton.Vars[k].Name + "=" + p.Automaton.Vars[k].Text(v)
	}
	return t
}

func (m leafMachine) knows(act string, output bool) bool {
	in, out := m.at.Automaton.EdgeActions()
	if m.at.Automaton.IO != nil && m.sys.withIO {
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

// delay checks the invariant at the end, at every instant at which it may change on the way, and
// between those.
func (m leafMachine) delay(d model.Rat) (machine, bool) {
	l := m.here()
	if d.Sign() > 0 && (l.Urgency != model.NotUrgent || l.Kind == model.Inconsistent) {
		return m, false
	}
	for _, at := range instants(m.turns(l.Invariant), d) {
		if !m.inside(m.at.After(at)) {
			return m, false
		}
	}
	return leafMachine{m.sys, m.at.After(d)}, true
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

// instants lists 0, d, the turns between them, and a point between each two neighbours.
func instants(turns []model.Rat, d model.Rat) []model.Rat {
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

// do follows the edges; where none is enabled an input is ignored if the system was completed.
func (m leafMachine) do(act string, output bool) []machine {
	if m.here().Kind == model.Universal || m.here().Kind == model.Inconsistent && !output {
		return []machine{m}
	}
	var next []machine
	for _, e := range m.at.Automaton.Edges {
		if e.Source != m.at.Loc || e.Action != act || e.Output != output || m.here().Kind != model.Normal {
			continue
		}
		if ok, err := m.at.Truth(e.Guard); !ok || err != nil {
			continue
		}
		if p, ok := m.at.Take(e); ok && m.inside(p) {
			next = append(next, leafMachine{m.sys, p})
		}
	}
	if len(next) == 0 && !output && m.sys.completed && m.knows(act, false) {
		return []machine{m}
	}
	return next
}

// A pairMachine is a composition or a conjunction.
type pairMachine struct {
	sys  *System
	a, b machine
}

func (m pairMachine) location() string { return m.a.location() + " | " + m.b.location() }
func (m pairMachine) clocks() []model.Rat {
	return append(append([]model.Rat(nil), m.a.clocks()...), m.b.clocks()...)
}

func (m pairMachine) delay(d model.Rat) (machine, bool) {
	a, ok1 := m.a.delay(d)
	b, ok2 := m.b.delay(d)
	return pairMachine{m.sys, a, b}, ok1 && ok2
}

func (m pairMachine) knows(act string, output bool) bool {
	if m.sys.shape == shapeConjunction {
		return m.a.knows(act, output) && m.b.knows(act, output)
	}
	out := m.a.knows(act, true) || m.b.knows(act, true)
	if output {
		return out
	}
	return !out && (m.a.knows(act, false) || m.b.knows(act, false))
}

func (m pairMachine) do(act string, output bool) []machine {
	if !m.knows(act, output) {
		return nil
	}
	left, right := m.side(m.a, act), m.side(m.b, act)
	var next []machine
	for _, a := range left {
		for _, b := range right {
			next = append(next, pairMachine{m.sys, a, b})
		}
	}
	return next
}

// side lists what one operand may do; it stays when it does not know the action.
func (m pairMachine) side(x machine, act string) []machine {
	switch {
	case x.knows(act, true):
		return x.do(act, true)
	case x.knows(act, false):
		return x.do(act, false)
	}
	return []machine{x}
}

// A compiledMachine is a state of a quotient or of a pruned system, whose locations the theory makes.
type compiledMachine struct {
	sys    *System
	loc    int
	values []model.Rat // values[0] is zero
}

func (m compiledMachine) location() string    { return m.sys.Locs[m.loc].Title }
func (m compiledMachine) clocks() []model.Rat { return m.values[1:] }

func (m compiledMachine) knows(act string, output bool) bool {
	n, ok := m.sys.Syms.index[act]
	if act == noName {
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

func (m compiledMachine) delay(d model.Rat) (machine, bool) {
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
	for _, at := range instants(turns, d) {
		if !holds(l.Inv, delayed(m.values, at)) {
			return m, false
		}
	}
	return compiledMachine{m.sys, m.loc, delayed(m.values, d)}, true
}

func (m compiledMachine) do(act string, output bool) []machine {
	var next []machine
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

var errReplay = errors.New("replay")

// Replay runs a trace on plain machines of both systems: every step but the last must be possible
// on both sides and lead where the trace says; at the last one the implementation must show the
// fault. The error says what does not hold.
func (t *Trace) Replay(impl, spec *System, g Game) error {
	i, s := start(impl), start(spec)
	if t.Fault == EmptyStart {
		if i != nil && s != nil {
			return fmt.Errorf("%w: both sides have an initial state", errReplay)
		}
		return nil
	}
	if i == nil || s == nil {
		return fmt.Errorf("%w: a side has no initial state", errReplay)
	}
	for n := range t.Steps {
		var err error
		if i, s, err = t.replayStep(n, i, s, g); err != nil {
			return err
		}
	}
	return nil
}

func (t *Trace) replayStep(n int, i, s machine, g Game) (machine, machine, error) {
	step := &t.Steps[n]
	last := n == len(t.Steps)-1
	i, ok := i.delay(step.Delay)
	if !ok {
		return i, s, fmt.Errorf("%w: step %d: %s cannot wait %s", errReplay, n+1, t.Impl, step.Delay)
	}
	s, ok = s.delay(step.Delay)
	if step.Wait {
		if ok {
			return i, s, fmt.Errorf("%w: step %d: %s can wait %s too", errReplay, n+1, t.Spec, step.Delay)
		}
		return i, s, nil
	}
	if !ok {
		return i, s, fmt.Errorf("%w: step %d: %s cannot wait %s", errReplay, n+1, t.Spec, step.Delay)
	}
	act := step.Action
	if act == noName {
		act = ""
	}
	byImpl, bySpec := i.do(act, step.Output), s.do(act, step.Output)
	if step.Output && g.SpecIgnores && !s.knows(act, true) {
		bySpec = []machine{s}
	}
	if !step.Output && g.ImplIgnores && !i.knows(act, false) {
		byImpl = []machine{i}
	}
	if last {
		return i, s, t.replayFault(n, step, byImpl, bySpec)
	}
	i = pickState(byImpl, step.Impl)
	s = pickState(bySpec, step.Spec)
	if i == nil || s == nil {
		return i, s, fmt.Errorf("%w: step %d: '%s' does not lead to %s and %s", errReplay, n+1, step.Label(), step.Impl.Location, step.Spec.Location)
	}
	return i, s, nil
}

func (t *Trace) replayFault(n int, step *TraceStep, byImpl, bySpec []machine) error {
	can, cannot := byImpl, bySpec
	if t.Fault == LostInput {
		can, cannot = bySpec, byImpl
	}
	if len(can) == 0 || len(cannot) > 0 {
		return fmt.Errorf("%w: step %d: '%s' shows no fault", errReplay, n+1, step.Label())
	}
	return nil
}

// pickState finds the state that a trace names.
func pickState(list []machine, want TraceState) machine {
	for _, m := range list {
		if m.location() != want.Location || len(m.clocks()) != len(want.Clocks) {
			continue
		}
		same := true
		for i, c := range m.clocks() {
			same = same && c.Cmp(want.Clocks[i]) == 0
		}
		if same {
			return m
		}
	}
	return nil
}
