package tioa

import (
	"fmt"

	"github.com/mutarium/mutarium/engine/dbm"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// Counterexamples as parts of reports, as tests, and as walks for the page.

// A TraceJSON is a counterexample in a report. The states of a step are those behind it; the last
// step is the one that has no answer.
type TraceJSON struct {
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

// JSON writes a counterexample for a report.
func (t *Trace) JSON(s Semantics) TraceJSON {
	out := TraceJSON{Conclusion: t.Conclusion, Fault: t.Fault.String(), Semantics: s.String(), Steps: []StepJSON{}}
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
func (j *TraceJSON) Read() (*Trace, error) {
	t := &Trace{Impl: "the mutant", Spec: "the model", Conclusion: j.Conclusion}
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
		step.Delay, ok1 = ParseRat(x.Delay)
		step.Time, ok2 = ParseRat(x.Time)
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
		v, ok := ParseRat(c)
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

// Walk shows a trace with both sides. f has the model's text, where the places are.
func (t *Trace) Walk(f *source.File, a *Automaton) *report.Walk {
	w := &report.Walk{Conclusion: t.Conclusion, Impl: "Mutant", Spec: "Model"}
	w.Steps = append(w.Steps, report.WalkStep{Label: "start", Time: "0", Impl: startSide(a), Spec: startSide(a)})
	for i := range t.Steps {
		x := &t.Steps[i]
		step := report.WalkStep{Label: x.Label(), Time: x.Time.String(), Impl: x.Impl.side(t.implClocks), Spec: x.Spec.side(t.specClocks)}
		if !x.Wait && x.Delay.Sign() > 0 {
			step.Label = "wait " + x.Delay.String() + ", " + step.Label
		}
		for _, e := range x.Where {
			if f != nil && e.Span != (source.Span{}) {
				step.Where = append(step.Where, f.Shown(e.Span))
			}
		}
		if i == len(t.Steps)-1 && t.Fault != NoFault {
			t.blame(&step)
		} else if x.SpecStays {
			step.Note = "the model does not declare this output and stays where it is: the tool's alphabet convention"
		}
		w.Steps = append(w.Steps, step)
	}
	return w
}

// blame marks the step that has no answer.
func (t *Trace) blame(step *report.WalkStep) {
	step.Tone, step.Note = "bad", t.Conclusion
	switch t.Fault {
	case LateDelay:
		step.Spec.Refuses = "it may not wait so long"
	case ExtraOutput:
		step.Spec.Refuses = "it does not allow this output here"
	case LostInput:
		step.Impl.Refuses = "it does not accept this input here"
	}
}

func startSide(a *Automaton) report.Side {
	s := report.Side{Location: a.Locations[a.Initial].Title()}
	for _, c := range a.Clocks {
		s.Vars = append(s.Vars, report.Var{Name: c.Name, Value: "0"})
	}
	return s
}

func (s *TraceState) side(clocks []string) report.Side {
	out := report.Side{Location: s.Location, Zone: s.Zone}
	for i, c := range s.Clocks {
		if i < len(clocks) {
			out.Vars = append(out.Vars, report.Var{Name: clocks[i], Value: c.String()})
		}
	}
	return out
}

// commonSteps bounds the run that is shown of a mutant without a counterexample.
const commonSteps = 12

// CommonRun is a run that both sides have: along a longest of the shortest paths to pairs of states.
func CommonRun(impl, spec *System, g Game) (*Trace, error) {
	r := newRefiner(impl, behind(spec, len(impl.Clocks)), g, dbm.NewSlab(impl.dim()+len(spec.Clocks)))
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
	v := make([]Rat, t.dim)
	for i := range v {
		v[i] = Int(0)
	}
	time := Int(0)
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
