package tioa

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/model"
)

// What people see of answers and traces: sections with walks, timelines and tables; and the JSON of
// the command line.

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
		step := report.WalkStep{Label: s.Label(), Time: report.Time(s.Time.String()), Impl: t.side(s.Impl, t.implClocks), Spec: t.side(s.Spec, t.specClocks)}
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
func (t *Trace) refusal(step *report.WalkStep, s *TraceStep) {
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
	step := report.WalkStep{Label: "wait " + report.Time(s.Delay.String()), Time: report.Time(s.Time.String())}
	step.Impl = t.side(later(before.Impl, s.Delay), t.implClocks)
	step.Spec = t.side(later(before.Spec, s.Delay), t.specClocks)
	return step
}

// before is what step i starts from.
func (t *Trace) before(i int) TraceStep {
	if i > 0 {
		return t.Steps[i-1]
	}
	return TraceStep{Impl: t.startState(t.implStart, len(t.implClocks)), Spec: t.startState(t.specStart, len(t.specClocks))}
}

func (t *Trace) startState(location string, clocks int) TraceState {
	s := TraceState{Location: location, Clocks: make([]model.Rat, clocks)}
	for i := range s.Clocks {
		s.Clocks[i] = model.Int(0)
	}
	return s
}

func later(s TraceState, d model.Rat) TraceState {
	out := TraceState{Location: s.Location, Zone: s.Zone, Clocks: make([]model.Rat, len(s.Clocks))}
	for i, c := range s.Clocks {
		out.Clocks[i] = c.Add(d)
	}
	return out
}

func (t *Trace) fillStart(w *report.Walk) {
	b := t.before(0)
	w.Steps[0].Impl, w.Steps[0].Spec = t.side(b.Impl, t.implClocks), t.side(b.Spec, t.specClocks)
}

func (t *Trace) side(s TraceState, clocks []string) report.Side {
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

// Section shows an answer.
func (a *Answer) Section(m *model.Model) report.Section {
	s := report.Section{Title: a.Query.Text}
	text, tone := "It holds.", "good"
	switch {
	case a.Component != "":
		s.Blocks = append(s.Blocks, report.Block{Code: &report.Code{File: "component.xta", Language: "timed", Text: a.Component}})
		return s
	case a.Unknown:
		text, tone = "Not decided.", "warn"
	case !a.Holds:
		text, tone = "It does not hold.", "bad"
	}
	s.Blocks = append(s.Blocks, report.Block{Text: text, Tone: tone})
	for _, r := range a.Reasons {
		s.Blocks = append(s.Blocks, report.Block{Text: sentence(r.Text), Tone: tone})
	}
	for _, n := range a.Notes {
		s.Blocks = append(s.Blocks, report.Block{Text: sentence(n)})
	}
	if a.Trace != nil && len(a.Trace.Steps) > 0 {
		s.Blocks = append(s.Blocks, report.Block{Timeline: a.Trace.Timeline()}, report.Block{Walk: a.Trace.Walk(m.Span)})
	}
	if len(a.Cut) > 0 {
		s.Blocks = append(s.Blocks, report.Block{Table: cutTable(a.Cut)})
	}
	if a.Strategy != nil {
		s.Blocks = append(s.Blocks, report.Block{Table: a.Strategy.Table()})
	}
	if a.Zones > 0 {
		s.Blocks = append(s.Blocks, report.Block{Facts: []report.Fact{{Label: "zones", Value: fmt.Sprint(a.Zones)}}})
	}
	return s
}

// sentence begins with a capital letter unless it begins with a name, and ends with a full stop.
func sentence(s string) string {
	if s == "" || strings.HasSuffix(s, ".") {
		return s
	}
	return s + "."
}

func cutTable(cuts []Cut) *report.Table {
	t := &report.Table{Caption: "What pruning cuts off: from here the component gets stuck", Columns: []string{"location", "good states", "cut off"}}
	for _, c := range cuts {
		t.Rows = append(t.Rows, []string{c.Location, c.Good, c.Lost})
	}
	return t
}

// AnswerJSON is an answer as the command line prints it. Fields stand in the order of their names.
type AnswerJSON struct {
	Component      string          `json:"component,omitempty"`
	Counterexample *TraceJSON      `json:"counterexample,omitempty"`
	Holds          bool            `json:"holds"`
	Notes          []string        `json:"notes,omitempty"`
	Pruned         []Cut           `json:"pruned,omitempty"`
	Query          string          `json:"query"`
	Reason         string          `json:"reason,omitempty"`
	Reasons        []ReasonJSON    `json:"reasons,omitempty"`
	Strategy       json.RawMessage `json:"strategy,omitempty"`
	Unknown        bool            `json:"unknown,omitempty"`
	Witness        *TraceJSON      `json:"witness,omitempty"`
	Zones          int             `json:"zones,omitempty"`
}

// ReasonJSON is a reason.
type ReasonJSON struct {
	Code   string `json:"code"`
	System string `json:"system,omitempty"`
	Text   string `json:"text"`
}

// TraceJSON is a trace; numbers are exact: "5", "1/2".
type TraceJSON struct {
	Conclusion string          `json:"conclusion"`
	Fault      string          `json:"fault,omitempty"`
	Impl       string          `json:"impl"`
	Spec       string          `json:"spec,omitempty"`
	Steps      []TraceStepJSON `json:"steps"`
}

// TraceStepJSON is a step of a trace: a delay and the action behind it.
type TraceStepJSON struct {
	Action string     `json:"action,omitempty"`
	Delay  string     `json:"delay"`
	Impl   StateJSON  `json:"impl"`
	Spec   *StateJSON `json:"spec,omitempty"`
	Time   string     `json:"time"`
}

// StateJSON is the state of one side behind a step.
type StateJSON struct {
	Clocks   map[string]string `json:"clocks,omitempty"`
	Location string            `json:"location"`
}

// JSON gives the answer's JSON value.
func (a *Answer) JSON() AnswerJSON {
	j := AnswerJSON{Component: a.Component, Holds: a.Holds, Notes: a.Notes, Pruned: a.Cut, Query: a.Query.Text, Unknown: a.Unknown, Zones: a.Zones}
	for i, r := range a.Reasons {
		if i == 0 {
			j.Reason = r.Code
		}
		j.Reasons = append(j.Reasons, ReasonJSON{r.Code, r.System, r.Text})
	}
	if a.Strategy != nil {
		j.Strategy = report.Raw(a.Strategy.JSON())
	}
	if a.Trace == nil {
		return j
	}
	if a.Query.Kind == model.Reachability {
		j.Witness = a.Trace.JSON()
	} else {
		j.Counterexample = a.Trace.JSON()
	}
	return j
}

// JSON gives the trace's JSON value.
func (t *Trace) JSON() *TraceJSON {
	j := &TraceJSON{Conclusion: t.Conclusion, Impl: t.Impl, Spec: t.Spec, Steps: []TraceStepJSON{}}
	if t.Fault != NoFault {
		j.Fault = t.Fault.String()
	}
	for i := range t.Steps {
		s := &t.Steps[i]
		step := TraceStepJSON{Delay: s.Delay.String(), Time: s.Time.String(), Impl: stateJSON(s.Impl, t.implClocks)}
		if !s.Wait {
			step.Action = s.Label()
		}
		if t.Spec != "" {
			spec := stateJSON(s.Spec, t.specClocks)
			step.Spec = &spec
		}
		j.Steps = append(j.Steps, step)
	}
	return j
}

func stateJSON(s TraceState, clocks []string) StateJSON {
	j := StateJSON{Location: s.Location}
	for i, c := range s.Clocks {
		if j.Clocks == nil {
			j.Clocks = map[string]string{}
		}
		j.Clocks[clocks[i]] = c.String()
	}
	return j
}

// QuerySections answers queries and shows the answers; the diagnostics speak of the query text.
func QuerySections(ctx context.Context, m *model.Model, r Reading, queries *source.File) ([]report.Section, source.Diagnostics) {
	answers, d := NewSession(m, r).Ask(ctx, queries)
	if d.HasErrors() {
		return nil, d
	}
	var all []report.Section
	for _, a := range answers {
		all = append(all, a.Section(m))
	}
	return all, d
}
