package trace

import (
	"fmt"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tioa/model"
)

// Traces as people see them: step by step, and drawn over time.

// Walk shows a trace side by side.
func (t *Trace) Walk(f func(*model.Edge) (report.Span, bool)) *report.Walk {
	w := &report.Walk{Conclusion: t.Conclusion, Impl: t.Impl, Spec: t.Spec}
	w.Steps = append(w.Steps, report.WalkStep{Label: "start", Time: "0"})
	for i := range t.Steps {
		s := &t.Steps[i]
		last := i == len(t.Steps)-1
		if !s.Wait && s.Delay.Sign() > 0 {
			w.Steps = append(w.Steps, t.waited(i))
		}
		step := report.WalkStep{Label: s.Label(), Time: report.Time(s.Time.String()),
			Impl: t.side(s.Impl, t.ImplClocks), Spec: t.side(s.Spec, t.SpecClocks)}
		for _, e := range s.Where {
			if span, ok := f(e); ok {
				step.Where = append(step.Where, span)
			}
		}
		if s.ImplStays && !last {
			step.Note = t.Impl + " stays: it does not know this action"
		}
		if s.SpecStays && !last {
			step.Note = t.Spec + " stays: it does not know this action"
		}
		if last && t.Fault != NoFault {
			step.Tone = "bad"
			step.Note = t.Conclusion
			t.refusal(&step, s)
		}
		w.Steps = append(w.Steps, step)
	}
	t.fillStart(w)
	markChanges(w)
	return w
}

// refusal says on the side that refuses why.
func (t *Trace) refusal(step *report.WalkStep, s *Step) {
	switch t.Fault {
	case LateDelay:
		step.Spec.Refuses = "may not wait so long in " + s.Spec.Location
	case ExtraOutput:
		step.Spec.Refuses = fmt.Sprintf("'%s' is not allowed in %s now", s.Label(), s.Spec.Location)
	case LostInput:
		step.Impl.Refuses = fmt.Sprintf("'%s' is not accepted in %s now", s.Label(), s.Impl.Location)
	}
}

// waited is the situation behind the delay of step i and before its action.
func (t *Trace) waited(i int) report.WalkStep {
	s := &t.Steps[i]
	before := t.before(i)
	step := report.WalkStep{Wait: true, Label: "wait " + report.Time(s.Delay.String()), Time: report.Time(s.Time.String())}
	step.Impl = t.side(later(before.Impl, s.Delay), t.ImplClocks)
	step.Spec = t.side(later(before.Spec, s.Delay), t.SpecClocks)
	return step
}

// before is what step i starts from.
func (t *Trace) before(i int) Step {
	if i > 0 {
		return t.Steps[i-1]
	}
	return Step{Impl: t.startState(t.ImplStart, len(t.ImplClocks)), Spec: t.startState(t.SpecStart, len(t.SpecClocks))}
}

func (t *Trace) startState(location string, clocks int) State {
	s := State{Location: location, Clocks: make([]model.Rat, clocks)}
	for i := range s.Clocks {
		s.Clocks[i] = model.Int(0)
	}
	return s
}

func later(s State, d model.Rat) State {
	out := State{Location: s.Location, Zone: s.Zone, Clocks: make([]model.Rat, len(s.Clocks))}
	for i, c := range s.Clocks {
		out.Clocks[i] = c.Add(d)
	}
	return out
}

func (t *Trace) fillStart(w *report.Walk) {
	b := t.before(0)
	w.Steps[0].Impl, w.Steps[0].Spec = t.side(b.Impl, t.ImplClocks), t.side(b.Spec, t.SpecClocks)
}

func (t *Trace) side(s State, clocks []string) report.Side {
	side := report.Side{Location: s.Location, Zone: s.Zone}
	for i, c := range s.Clocks {
		side.Vars = append(side.Vars, report.Var{Name: clocks[i], Value: report.Time(c.String())})
	}
	return side
}

// markChanges marks what a step changed, beside the passing of time, and what differs between the
// sides where they have the same clocks.
func markChanges(w *report.Walk) {
	for i := range w.Steps {
		s := &w.Steps[i]
		if i > 0 && !strings.HasPrefix(s.Label, "wait") {
			markChanged(s.Impl.Vars, w.Steps[i-1].Impl.Vars)
			markChanged(s.Spec.Vars, w.Steps[i-1].Spec.Vars)
		}
		for k := range min(len(s.Impl.Vars), len(s.Spec.Vars)) {
			a, b := &s.Impl.Vars[k], &s.Spec.Vars[k]
			if a.Name == b.Name && a.Value != b.Value {
				a.Differs, b.Differs = true, true
			}
		}
	}
}

func markChanged(now, before []report.Var) {
	for i := range now {
		now[i].Changed = i < len(before) && now[i].Value != before[i].Value
	}
}

// Timeline draws a trace over time.
func (t *Trace) Timeline() *report.Timeline {
	rows := []report.TimelineRow{{Label: t.Impl}}
	if t.Spec != "" {
		rows = append(rows, report.TimelineRow{Label: t.Spec})
	}
	b := t.before(0)
	at := []string{b.Impl.Location, b.Spec.Location}
	since := []string{"0", "0"}
	for i := range t.Steps {
		s := &t.Steps[i]
		last := i == len(t.Steps)-1 && t.Fault != NoFault
		now := []string{s.Impl.Location, s.Spec.Location}
		for k := range rows {
			stays := k == 0 && s.ImplStays || k == 1 && s.SpecStays
			if !stays || last {
				mark := report.TimelineMark{Label: s.Label(), Time: s.Time.String()}
				if last && (k == 1 || t.Fault == LostInput) {
					mark.Tone = "bad"
				}
				if !s.Wait || last {
					rows[k].Marks = append(rows[k].Marks, mark)
				}
			}
			if now[k] != at[k] {
				rows[k].Spans = append(rows[k].Spans, report.TimelineState{From: since[k], Label: at[k], To: s.Time.String()})
				at[k], since[k] = now[k], s.Time.String()
			}
		}
	}
	for k := range rows {
		rows[k].Spans = append(rows[k].Spans, report.TimelineState{From: since[k], Label: at[k]})
	}
	return &report.Timeline{Rows: rows, Unit: "time units"}
}
