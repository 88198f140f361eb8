package tfsm

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tfsm/model"
	"github.com/mutarium/mutarium/engine/tfsm/referee"
)

// Two timed machines side by side on one time axis: the same inputs at the same instants, and between
// them the timeouts of each as they fire.

// Walk shows the run of the mutant's counterexample, or one that both machines allow.
func (c *Checker) Walk(m report.Mutant) (*report.Walk, error) {
	other, err := referee.Read(c.model, m)
	if err != nil {
		return nil, fmt.Errorf("the mutant cannot be read: %w", err)
	}
	joint, impl, missing := c.model.Align(other)
	if missing != nil {
		return nil, fmt.Errorf("the mutant reads other inputs: %s", strings.Join(missing, ", "))
	}
	spec := joint.Specification()
	if len(m.Counterexample) == 0 {
		return walk(joint, spec, impl, model.Test{Steps: tour(joint, spec, impl)}), nil
	}
	var kill referee.Kill
	if err := json.Unmarshal(m.Counterexample, &kill); err != nil {
		return nil, fmt.Errorf("the counterexample cannot be read: %w", err)
	}
	t, err := joint.ReadTest(kill.Test)
	if err != nil {
		return nil, fmt.Errorf("the counterexample is not a test: %w", err)
	}
	w := walk(joint, spec, impl, t)
	w.Test = joint.Show(t, false)
	return w, nil
}

// A walker follows two runs.
type walker struct {
	m          *model.Model
	spec, impl walkSide
	walk       *report.Walk
	differs    bool
}

// A walkSide is one machine's run and where it is.
type walkSide struct {
	machine *model.Automaton
	events  []model.Event
	next    int
	state   int
	entered *big.Rat
}

func walk(m *model.Model, spec, impl *model.Automaton, t model.Test) *report.Walk {
	w := &walker{m: m, walk: &report.Walk{Spec: "specification", Impl: "mutant"}}
	w.spec = walkSide{machine: spec, events: spec.SimulateTest(t, true), state: spec.Initial, entered: new(big.Rat)}
	w.impl = walkSide{machine: impl, events: impl.SimulateTest(t, true), state: impl.Initial, entered: new(big.Rat)}
	w.step(new(big.Rat), "start", "", "")
	for w.advance() {
	}
	if !w.differs {
		w.walk.Conclusion = "Both show the same outputs: the mutant conforms, so no test tells the two apart."
	}
	return w.walk
}

// sideBySide is a walk in two blocks: both machines with their stays on one time axis, and the
// steps.
func (d *Domain) sideBySide(impl *model.Automaton, t model.Test) []report.Block {
	spec := d.Spec
	walk := walk(d.Model, spec, impl, t)
	line := &report.Timeline{Rows: []report.TimelineRow{
		timelineRow(d.Model, "specification", spec.SimulateTest(t, true), spec.Initial, nil),
		timelineRow(d.Model, "mutant", impl.SimulateTest(t, true), impl.Initial, walk),
	}}
	return []report.Block{{Timeline: line}, {Walk: walk}}
}

// advance takes the next event of either run, or both where they are at one instant.
func (w *walker) advance() bool {
	s, p := w.spec.peek(), w.impl.peek()
	switch {
	case s == nil && p == nil:
		return false
	case s != nil && s.Input >= 0 && p != nil && p.Input >= 0:
		w.input()
	case s != nil && p != nil && s.Input < 0 && p.Input < 0 && s.At.Cmp(p.At) == 0:
		at := s.At
		spec, impl := w.spec.take(), w.impl.take()
		w.timeout(at, &spec, &impl)
	case s != nil && s.Input < 0 && (p == nil || p.Input >= 0 || s.At.Cmp(p.At) < 0):
		spec := w.spec.take()
		w.timeout(spec.At, &spec, nil)
	default:
		impl := w.impl.take()
		w.timeout(impl.At, nil, &impl)
	}
	return true
}

func (x *walkSide) peek() *model.Event {
	if x.next == len(x.events) {
		return nil
	}
	return &x.events[x.next]
}

func (x *walkSide) take() model.Event {
	e := x.events[x.next]
	x.next++
	x.state, x.entered = e.To, e.At
	return e
}

// timeout adds a step in which one machine moves or both do; the event of the other is nil.
func (w *walker) timeout(at *big.Rat, spec, impl *model.Event) {
	label := "timeout"
	if spec != nil && spec.Skips || impl != nil && impl.Skips {
		label = "many timeouts"
	}
	w.step(at, label, "", "")
	w.took(spec, impl)
}

// took notes which transitions the last step took.
func (w *walker) took(spec, impl *model.Event) {
	last := &w.walk.Steps[len(w.walk.Steps)-1]
	last.Spec.Took, last.Impl.Took = w.spec.arrow(w.m, spec), w.impl.arrow(w.m, impl)
}

// arrow writes the transition of an event, if there is one.
func (x *walkSide) arrow(m *model.Model, e *model.Event) []string {
	if e == nil || e.Input >= 0 && e.Output < 0 {
		return nil
	}
	t := model.Transition{From: e.From, To: e.To, Input: e.Input, Output: e.Output}
	if e.Input < 0 {
		t.Delay = x.machine.Delay[e.From]
	}
	return []string{m.ArrowOf(t)}
}

func (w *walker) input() {
	s, p := w.spec.take(), w.impl.take()
	name := w.m.Inputs[s.Input]
	expected, got := w.m.Outputs[s.Output], w.m.OutputNames([]int{p.Output})[0]
	w.step(s.At, name+"?", expected, got)
	w.took(&s, &p)
	last := &w.walk.Steps[len(w.walk.Steps)-1]
	for _, t := range w.m.Transitions {
		if !t.Mutated && t.From == s.From && t.Input == s.Input && t.Span.End > 0 {
			last.Where = append(last.Where, w.m.Shown(t.Span))
		}
	}
	if expected == got || w.differs {
		return
	}
	w.differs = true
	last.Tone = "bad"
	last.Note = fmt.Sprintf("the specification shows %s, the mutant %s", expected, got)
	w.walk.Conclusion = fmt.Sprintf(
		"On %s at %s the specification shows %s and the mutant shows %s.",
		name,
		model.Decimal(s.At),
		expected,
		got,
	)
}

func (w *walker) step(at *big.Rat, label, expected, got string) {
	w.walk.Steps = append(w.walk.Steps, report.WalkStep{
		Label: label, Time: model.Decimal(at),
		Spec: w.side(w.spec, at, expected), Impl: w.side(w.impl, at, got),
	})
}

func (w *walker) side(x walkSide, at *big.Rat, output string) report.Side {
	clock := model.Decimal(new(big.Rat).Sub(at, x.entered))
	name := w.m.States[x.state]
	return report.Side{At: []string{name}, Location: name, Output: output,
		Vars: []report.Var{{Name: "clock", Value: clock}}}
}

// timelineRow draws a run: stays as spans, inputs as marks with what they show, the first difference of a
// walk marked.
func timelineRow(m *model.Model, label string, events []model.Event, state int, walk *report.Walk) report.TimelineRow {
	row := report.TimelineRow{Label: label, Marks: []report.TimelineMark{}}
	since := new(big.Rat)
	inputs := 0
	for _, e := range events {
		if e.At.Cmp(since) > 0 {
			row.Spans = append(
				row.Spans,
				report.TimelineState{From: model.ShowTime(since), To: model.ShowTime(e.At), Label: m.States[state]},
			)
		}
		state, since = e.To, e.At
		if e.Input < 0 {
			continue
		}
		mark := report.TimelineMark{
			Time:  model.ShowTime(e.At),
			Label: m.Inputs[e.Input] + "/" + m.OutputNames([]int{e.Output})[0],
		}
		if walk != nil && badInput(walk, inputs) {
			mark.Tone = "bad"
		}
		inputs++
		row.Marks = append(row.Marks, mark)
	}
	row.Spans = append(row.Spans, report.TimelineState{From: model.ShowTime(since), Label: m.States[state]})
	return row
}

// badInput tells whether a walk marks its n-th input.
func badInput(walk *report.Walk, n int) bool {
	for _, s := range walk.Steps {
		if !strings.HasSuffix(s.Label, "?") {
			continue
		}
		if n == 0 {
			return s.Tone == "bad"
		}
		n--
	}
	return false
}
