package tioa

import (
	"fmt"
	"strings"

	"github.com/mutarium/mutarium/engine/dbm"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tioa/model"
)

// Counterexamples as parts of reports, as tests, and as walks for the page.

// The names of the two sides in sentences.
const (
	theModel  = "the model"
	theMutant = "the mutant"
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

// Counterexample writes a trace for a report.
func (t *Trace) Counterexample(s Semantics) CounterexampleJSON {
	out := CounterexampleJSON{Conclusion: t.Conclusion, Fault: t.Fault.String(), Semantics: s.String(), Steps: []StepJSON{}}
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

func (s *TraceState) json(stays bool) SideJSON {
	out := SideJSON{Clocks: []string{}, Location: s.Location, Stays: stays}
	for _, c := range s.Clocks {
		out.Clocks = append(out.Clocks, c.String())
	}
	return out
}

// Read gives back the trace, for replay.
func (j *CounterexampleJSON) Read() (*Trace, error) {
	t := &Trace{Impl: theMutant, Spec: theModel, Conclusion: j.Conclusion}
	for f := EmptyStart; f <= LostInput; f++ {
		if f.String() == j.Fault {
			t.Fault = f
		}
	}
	if t.Fault == NoFault {
		return nil, fmt.Errorf("got fault %q, want empty-start, delay, output or input", j.Fault)
	}
	for i, x := range j.Steps {
		step := TraceStep{Action: x.Action, Output: x.Kind == "output", Wait: x.Kind == "wait", ImplStays: x.Impl.Stays, SpecStays: x.Spec.Stays}
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

func (s *SideJSON) read() (TraceState, bool) {
	out := TraceState{Location: s.Location}
	for _, c := range s.Clocks {
		v, ok := model.ParseRat(c)
		if !ok {
			return out, false
		}
		out.Clocks = append(out.Clocks, v)
	}
	return out, true
}

// Test makes a test of a counterexample; nil where nothing can be run, because a side has no start.
func (t *Trace) Test(name string) *TimedTest {
	if t.Fault == EmptyStart || len(t.Steps) == 0 {
		return nil
	}
	test := &TimedTest{Name: name, Demand: t.Fault == LostInput}
	for i := range t.Steps {
		x := &t.Steps[i]
		test.Steps = append(test.Steps, TestStep{Delay: x.Delay, Action: x.Action, Output: x.Output, Silent: x.Wait})
	}
	return test
}

// MutantWalk shows a trace of a mutant beside the model.
func (t *Trace) MutantWalk(m *model.Model) *report.Walk {
	w := t.Walk(m.Span)
	w.Impl, w.Spec = "Mutant", "Model"
	for i := range w.Steps {
		if s := &w.Steps[i]; strings.HasPrefix(s.Note, theModel+" stays") {
			s.Note = "the model does not declare this output and stays where it is: the tool's alphabet convention"
		}
	}
	return w
}

// commonSteps bounds the run that is shown of a mutant without a counterexample.
const commonSteps = 12

// CommonRun is a run that both sides have: along a longest of the shortest paths to pairs of states.
func CommonRun(impl, spec *System, g Game) (*Trace, error) {
	r := newRefiner(impl, behind(spec, len(impl.Clocks)), g, pairSlab(impl, spec))
	r.collect = true
	if _, err := r.run(); err != nil {
		return nil, err
	}
	f := &Failure{}
	for i := range r.nodes { // breadth first: depths grow
		if path := r.path(r.nodes[i]); len(path) > len(f.path) && len(path) <= commonSteps+1 {
			f.path = path
		}
	}
	if len(f.path) == 0 {
		return nil, errTrace
	}
	t := &tracer{impl: impl, spec: r.spec, dim: r.dim, slab: r.slab, path: f.path, out: newTrace(impl, spec, f)}
	if err := t.common(); err != nil {
		return nil, err
	}
	t.out.Conclusion = "Whatever the mutant does, the model allows it: this is one of their common runs"
	return t.out, nil
}

// common is back and forward for a path that ends in no fault.
func (t *tracer) common() error {
	n := len(t.path)
	enter, leave, avoid := make([]dbm.Federation, n), make([]dbm.Federation, n), make([]dbm.Federation, n)
	for i := n - 1; i >= 0; i-- {
		impl, spec := t.impl.at(t.path[i].impl), t.spec.at(t.path[i].spec)
		inv := impl.Inv.and(spec.Inv).zones(t.dim, t.slab)
		avoid[i], leave[i] = inv.Complement(t.dim, t.slab), inv
		if i < n-1 {
			leave[i] = t.before(t.path[i+1], enter[i+1]).Intersect(inv, t.slab)
		}
		enter[i] = leave[i]
		if !impl.Urgent {
			enter[i] = dbm.Predt(leave[i], avoid[i], t.slab)
		}
	}
	v := make([]model.Rat, t.dim)
	for i := range v {
		v[i] = model.Int(0)
	}
	time := model.Int(0)
	for i := range n - 1 {
		d, ok := firstDelay(v, leave[i], avoid[i], false)
		if !ok {
			return errTrace
		}
		v, time = delayed(v, d), time.Add(d)
		step := t.step(&v, t.path[i+1])
		step.Delay, step.Time = d, time
		t.out.Steps = append(t.out.Steps, step)
	}
	return nil
}
