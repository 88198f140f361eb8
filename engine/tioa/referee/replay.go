package referee

import (
	"errors"
	"fmt"

	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/model/trace"
)

// Traces replayed on plain machines. Of a trace the delays and the actions are taken, and of several
// answers to an action the one that the trace names; all else is told again.

// Rules say what happens to actions that one side does not know.
type Rules struct {
	SpecIgnores bool // such an output leaves the specification where it is
	ImplIgnores bool // such an input leaves the implementation where it is
}

// A Told is a counterexample as plain machines tell it.
type Told struct {
	Trace   trace.Trace
	Several bool // some step had several answers, so that the trace alone proves nothing
}

var errReplay = errors.New("replay")

// Bounds of what is replayed: rationals within them can be added and compared in 64 bits.
const (
	finest = 1 << 12 // the common denominator of a trace's delays
	latest = 1 << 34 // the end of a trace
)

// Retell runs a counterexample: every step but the last must be possible on both sides and lead where
// the trace says; at the last one the implementation must show the fault. The error says what does
// not hold. A side without an initial state is nil.
func Retell(t *trace.Trace, impl, spec Machine, rules Rules) (*Told, error) {
	out := &Told{Trace: trace.Trace{Impl: t.Impl, Spec: t.Spec, Fault: t.Fault}}
	switch {
	case t.Fault == trace.EmptyStart && impl != nil && spec != nil:
		return nil, fmt.Errorf("%w: both sides have an initial state", errReplay)
	case t.Fault == trace.EmptyStart && len(t.Steps) > 0:
		return nil, fmt.Errorf("%w: a run goes on behind a start that is none", errReplay)
	case t.Fault == trace.EmptyStart:
		return out, nil
	case impl == nil || spec == nil:
		return nil, fmt.Errorf("%w: a side has no initial state", errReplay)
	case len(t.Steps) == 0:
		return nil, fmt.Errorf("%w: the trace has no step", errReplay)
	}
	r := &retelling{of: t, out: out, rules: rules, impl: impl, spec: spec, time: model.Int(0)}
	if err := r.fits(); err != nil {
		return nil, err
	}
	for n := range t.Steps {
		if err := r.step(n); err != nil {
			return nil, fmt.Errorf("%w: step %d: %w", errReplay, n+1, err)
		}
	}
	out.Trace.Conclude()
	return out, nil
}

// A retelling is a replay under way.
type retelling struct {
	of         *trace.Trace
	out        *Told
	rules      Rules
	impl, spec Machine
	time       model.Rat
}

// fits tells whether the trace's delays can be computed with.
func (r *retelling) fits() error {
	unit, end := int64(1), int64(0)
	for _, s := range r.of.Steps {
		d := s.Delay
		if d.Den < 1 || d.Den > finest || d.Sign() < 0 || d.Num/d.Den > latest {
			return fmt.Errorf("%w: the delay %s is beyond what can be replayed", errReplay, d)
		}
		unit, end = unit/model.Gcd(unit, d.Den)*d.Den, end+d.Num/d.Den+1
		if unit > finest || end > latest {
			return fmt.Errorf("%w: the delays are beyond what can be replayed", errReplay)
		}
	}
	return nil
}

// step runs the n-th step.
func (r *retelling) step(n int) error {
	step, last := &r.of.Steps[n], n == len(r.of.Steps)-1
	impl, ok := r.impl.Delay(step.Delay)
	if !ok {
		return fmt.Errorf("%s cannot wait %s", r.of.Impl, step.Delay)
	}
	r.time = r.time.Add(step.Delay)
	spec, ok := r.spec.Delay(step.Delay)
	if step.Wait {
		switch {
		case ok:
			return fmt.Errorf("%s can wait %s too", r.of.Spec, step.Delay)
		case !last || r.of.Fault != trace.LateDelay:
			return errors.New("a wait alone shows a delay that is too long, and nothing else")
		}
		r.tell(trace.Step{Delay: step.Delay, Wait: true, Impl: stateOf(impl),
			Spec: trace.State{Location: r.spec.Location(), Clocks: later(r.spec.Clocks(), step.Delay)}})
		return nil
	}
	if !ok {
		return fmt.Errorf("%s cannot wait %s", r.of.Spec, step.Delay)
	}
	r.impl, r.spec = impl, spec
	return r.act(step, last)
}

// act runs the action of a step.
func (r *retelling) act(step *trace.Step, last bool) error {
	act := actionOf(step)
	byImpl, bySpec := r.impl.Do(act, step.Output), r.spec.Do(act, step.Output)
	told := trace.Step{Delay: step.Delay, Action: step.Action, Output: step.Output}
	if step.Output && r.rules.SpecIgnores && !r.spec.Knows(act, true) {
		bySpec, told.SpecStays = []Machine{r.spec}, true
	}
	if !step.Output && r.rules.ImplIgnores && !r.impl.Knows(act, false) {
		byImpl, told.ImplStays = []Machine{r.impl}, true
	}
	if last {
		told.ImplStays, told.SpecStays = !step.Output, step.Output
		told.Impl, told.Spec = stateOf(r.impl), stateOf(r.spec)
		r.tell(told)
		return fault(r.of.Fault, step, byImpl, bySpec)
	}
	answers := bySpec
	if !step.Output {
		answers = byImpl
	}
	r.out.Several = r.out.Several || different(answers)
	r.impl, r.spec = pickState(byImpl, step.Impl), pickState(bySpec, step.Spec)
	if r.impl == nil || r.spec == nil {
		return fmt.Errorf("'%s' does not lead to %s and %s", step.Label(), step.Impl.Location, step.Spec.Location)
	}
	told.Impl, told.Spec = stateOf(r.impl), stateOf(r.spec)
	r.tell(told)
	return nil
}

// tell adds a step to the trace as it is told again.
func (r *retelling) tell(s trace.Step) {
	s.Time = r.time
	r.out.Trace.Steps = append(r.out.Trace.Steps, s)
}

// fault checks that one side can do the last action and the other cannot.
func fault(f trace.Fault, step *trace.Step, byImpl, bySpec []Machine) error {
	can, cannot, want := byImpl, bySpec, trace.ExtraOutput
	if !step.Output {
		can, cannot, want = bySpec, byImpl, trace.LostInput
	}
	if f != want || len(can) == 0 || len(cannot) > 0 {
		return fmt.Errorf("'%s' shows no fault", step.Label())
	}
	return nil
}

// ReplayRun checks a run of one system, which is nil without an initial state.
func ReplayRun(t *trace.Trace, m Machine) error {
	if m == nil {
		return fmt.Errorf("%w: %s has no initial state", errReplay, t.Impl)
	}
	for n := range t.Steps {
		step := &t.Steps[n]
		next, ok := m.Delay(step.Delay)
		if !ok {
			return fmt.Errorf("%w: step %d: %s cannot wait %s", errReplay, n+1, t.Impl, step.Delay)
		}
		if m = next; step.Wait {
			continue
		}
		if m = pickState(m.Do(actionOf(step), step.Output), step.Impl); m == nil {
			return fmt.Errorf("%w: step %d: '%s' does not lead to %s", errReplay, n+1, step.Label(), step.Impl.Location)
		}
	}
	return nil
}

// actionOf is the action of a step as automata have it.
func actionOf(step *trace.Step) string {
	if step.Action == trace.NoName {
		return ""
	}
	return step.Action
}

func stateOf(m Machine) trace.State { return trace.State{Location: m.Location(), Clocks: m.Clocks()} }

// later adds a delay to all clocks.
func later(clocks []model.Rat, d model.Rat) []model.Rat {
	out := make([]model.Rat, len(clocks))
	for i, c := range clocks {
		out[i] = c.Add(d)
	}
	return out
}

// pickState finds the state that a trace names.
func pickState(list []Machine, want trace.State) Machine {
	for _, m := range list {
		if sameState(stateOf(m), want) {
			return m
		}
	}
	return nil
}

// different tells whether a list holds two different states.
func different(list []Machine) bool {
	for _, m := range list {
		if !sameState(stateOf(list[0]), stateOf(m)) {
			return true
		}
	}
	return false
}

func sameState(a, b trace.State) bool {
	if a.Location != b.Location || len(a.Clocks) != len(b.Clocks) {
		return false
	}
	for i := range a.Clocks {
		if a.Clocks[i].Cmp(b.Clocks[i]) != 0 {
			return false
		}
	}
	return true
}
