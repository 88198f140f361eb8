// Package trace holds runs of one or two timed automata as data. A search makes them, plain machines
// replay them, and people see them; what these share is here.
//
//	trace.go           steps, faults and conclusions
//	walk.go            a run step by step, and drawn over time
//	counterexample.go  a run in a report, and as JSON of the command line
package trace

import (
	"fmt"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tioa/model"
)

// OnePlay goes on with the conclusion of a trace whose answers were not the only ones.
const OnePlay = ". This is one play of several: after another answer on the way it goes on in another way, " +
	"and ends in a fault as well"

// NoName stands for the action of edges without synchronisation.
const NoName = "(no name)"

// Fault is what an implementation does that its specification forbids.
type Fault uint8

const (
	NoFault     Fault = iota
	EmptyStart        // a side has no initial state, or the invariants of the start contradict
	LateDelay         // the implementation may wait where the specification may not
	ExtraOutput       // it may do an output that the specification does not allow
	LostInput         // it refuses an input that the specification accepts
)

func (f Fault) String() string {
	return [...]string{"none", "empty-start", "delay", "output", "input"}[f]
}

// A Trace is a run of implementation and specification up to a fault of the implementation.
type Trace struct {
	Impl, Spec string // names
	Steps      []Step
	Fault      Fault
	Conclusion string // one sentence
	Choice     bool   // the answers on the way were not the only ones: see the strategy
	ImplClocks []string
	SpecClocks []string
	ImplStart  string
	SpecStart  string
}

// A Step is a delay and, but for a last delay, an action after it. The states are those behind
// both. The last step is the one that has no answer: the side that refuses stays where it was.
type Step struct {
	Delay      model.Rat
	Action     string // "" with Wait
	Output     bool
	Wait       bool // a delay alone
	ImplStays  bool // that side does not take part
	SpecStays  bool
	Impl, Spec State
	Where      []*model.Edge // edges that took part
	Time       model.Rat     // since the start, behind the delay
}

// A State is where a side is.
type State struct {
	Location string
	Clocks   []model.Rat
	Zone     string // the clock values that the path allows here, over this side's clocks
}

// Label is how a step is written: "wait 3/2", "a!", "b?".
func (t *Step) Label() string {
	switch {
	case t.Wait:
		return "wait " + report.Time(t.Delay.String())
	case t.Output:
		return t.Action + "!"
	}
	return t.Action + "?"
}

// String prints the trace on one line: "4: tea!, 2: coin?, then wait 5".
func (t *Trace) String() string {
	var parts []string
	for i := range t.Steps {
		s := &t.Steps[i]
		if s.Wait {
			parts = append(parts, s.Label())
		} else {
			parts = append(parts, "after "+report.Time(s.Delay.String())+" "+s.Label())
		}
	}
	return strings.Join(parts, ", ")
}

// NoStart is the conclusion where a side has no initial state.
func NoStart(side, location string) string {
	return fmt.Sprintf("%s has no initial state: the invariant of %s does not hold at the start", side, location)
}

// Conclude writes the sentence at the end, by the fault that the last step shows.
func (t *Trace) Conclude() {
	last := t.Steps[len(t.Steps)-1]
	at := report.Time(last.Time.String())
	switch t.Fault {
	case LateDelay:
		t.Conclusion = fmt.Sprintf("%s may wait until time %s, where %s must have acted: it may not stay in %s so long",
			t.Impl, at, t.Spec, last.Spec.Location)
	case ExtraOutput:
		t.Conclusion = fmt.Sprintf("%s may do '%s' at time %s, which %s does not allow in %s",
			t.Impl, last.Label(), at, t.Spec, last.Spec.Location)
	case LostInput:
		t.Conclusion = fmt.Sprintf("%s accepts '%s' at time %s, which %s refuses in %s",
			t.Spec, last.Label(), at, t.Impl, last.Impl.Location)
	}
}
