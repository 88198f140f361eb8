package trace

import (
	"fmt"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tioa/model"
)

// Traces as data: in a report, for the command line, and as the walk of a mutant.

// The names of the two sides of a mutant's counterexample in sentences.
const (
	TheModel  = "the model"
	TheMutant = "the mutant"
)

// A CounterexampleJSON is a counterexample in a report. The states of a step are those behind it; the last
// step is the one that has no answer.
type CounterexampleJSON struct {
	Conclusion string     `json:"conclusion"`
	Fault      string     `json:"fault"` // empty-start, delay, output, input
	Semantics  string     `json:"semantics"`
	Steps      []StepJSON `json:"steps"`
}

// A StepJSON is a delay, and an action unless its kind is wait.
type StepJSON struct {
	Action string   `json:"action,omitempty"`
	Delay  string   `json:"delay"`
	Impl   SideJSON `json:"impl"`
	Kind   string   `json:"kind"` // input, output, wait
	Spec   SideJSON `json:"spec"`
	Time   string   `json:"time"` // since the start
}

// A SideJSON is where the model or the mutant is.
type SideJSON struct {
	Clocks   []string `json:"clocks"` // in declared order, exact
	Location string   `json:"location"`
	Stays    bool     `json:"stays,omitempty"` // it does not take part in the step
}

// Counterexample writes a trace for a report, under a reading of refinement.
func (t *Trace) Counterexample(semantics string) CounterexampleJSON {
	out := CounterexampleJSON{Conclusion: t.Conclusion, Fault: t.Fault.String(), Semantics: semantics, Steps: []StepJSON{}}
	for i := range t.Steps {
		x := &t.Steps[i]
		step := StepJSON{Delay: x.Delay.String(), Kind: "input", Time: x.Time.String()}
		switch {
		case x.Wait:
			step.Kind = "wait"
		case x.Output:
			step.Kind = "output"
		}
		if !x.Wait {
			step.Action = x.Action
		}
		step.Impl, step.Spec = x.Impl.json(x.ImplStays), x.Spec.json(x.SpecStays)
		out.Steps = append(out.Steps, step)
	}
	return out
}

func (s *State) json(stays bool) SideJSON {
	out := SideJSON{Clocks: []string{}, Location: s.Location, Stays: stays}
	for _, c := range s.Clocks {
		out.Clocks = append(out.Clocks, c.String())
	}
	return out
}

// Read gives back the trace, for replay.
func (j *CounterexampleJSON) Read() (*Trace, error) {
	t := &Trace{Impl: TheMutant, Spec: TheModel, Conclusion: j.Conclusion}
	for f := EmptyStart; f <= LostInput; f++ {
		if f.String() == j.Fault {
			t.Fault = f
		}
	}
	if t.Fault == NoFault {
		return nil, fmt.Errorf("got fault %q, want empty-start, delay, output or input", j.Fault)
	}
	for i, x := range j.Steps {
		step := Step{Action: x.Action, Output: x.Kind == "output", Wait: x.Kind == "wait",
			ImplStays: x.Impl.Stays, SpecStays: x.Spec.Stays}
		var ok1, ok2, ok3, ok4 bool
		step.Delay, ok1 = model.ParseRat(x.Delay)
		step.Time, ok2 = model.ParseRat(x.Time)
		step.Impl, ok3 = x.Impl.read()
		step.Spec, ok4 = x.Spec.read()
		if !ok1 || !ok2 || !ok3 || !ok4 || step.Delay.Sign() < 0 {
			return nil, fmt.Errorf("step %d has a time that is no number", i+1)
		}
		t.Steps = append(t.Steps, step)
	}
	return t, nil
}

func (s *SideJSON) read() (State, bool) {
	out := State{Location: s.Location}
	for _, c := range s.Clocks {
		v, ok := model.ParseRat(c)
		if !ok {
			return out, false
		}
		out.Clocks = append(out.Clocks, v)
	}
	return out, true
}

// MutantWalk shows a trace of a mutant beside the model. On both sides of a step stand the ids of all its edges:
// who knows the machines leaves each edge to its side.
func (t *Trace) MutantWalk(m *model.Model) *report.Walk {
	w := t.Walk(m.Span)
	w.Impl, w.Spec = "Mutant", "Model"
	for i := range w.Steps {
		if s := &w.Steps[i]; strings.HasPrefix(s.Note, TheModel+" stays") {
			s.Note = "the model does not declare this output and stays where it is: the tool's alphabet convention"
		}
	}
	at := 0
	for i := range t.Steps {
		s := &t.Steps[i]
		if at++; !s.Wait && s.Delay.Sign() > 0 { // the waiting is a step of its own
			at++
		}
		for _, e := range s.Where {
			step := &w.Steps[at]
			step.Impl.Took, step.Spec.Took = append(step.Impl.Took, e.ID), append(step.Spec.Took, e.ID)
		}
	}
	return w
}

// JSON is a trace; numbers are exact: "5", "1/2".
type JSON struct {
	Conclusion string          `json:"conclusion"`
	Fault      string          `json:"fault,omitempty"`
	Impl       string          `json:"impl"`
	Spec       string          `json:"spec,omitempty"`
	Steps      []TimedStepJSON `json:"steps"`
}

// TimedStepJSON is a step of a trace: a delay and the action behind it.
type TimedStepJSON struct {
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

// JSON gives the trace's JSON value.
func (t *Trace) JSON() *JSON {
	j := &JSON{Conclusion: t.Conclusion, Impl: t.Impl, Spec: t.Spec, Steps: []TimedStepJSON{}}
	if t.Fault != NoFault {
		j.Fault = t.Fault.String()
	}
	for i := range t.Steps {
		s := &t.Steps[i]
		step := TimedStepJSON{Delay: s.Delay.String(), Time: s.Time.String(), Impl: stateJSON(s.Impl, t.ImplClocks)}
		if !s.Wait {
			step.Action = s.Label()
		}
		if t.Spec != "" {
			spec := stateJSON(s.Spec, t.SpecClocks)
			step.Spec = &spec
		}
		j.Steps = append(j.Steps, step)
	}
	return j
}

func stateJSON(s State, clocks []string) StateJSON {
	j := StateJSON{Location: s.Location}
	for i, c := range s.Clocks {
		if j.Clocks == nil {
			j.Clocks = map[string]string{}
		}
		j.Clocks[clocks[i]] = c.String()
	}
	return j
}
