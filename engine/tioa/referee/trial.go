package referee

import (
	"github.com/mutarium/mutarium/engine/tioa/model"
)

// Timed tests under a reading. A test that runs on automata as they are written has Definition 7
// behind it (timedtest.go). Under the other readings stuck states are removed first, and an output
// that the model does not declare leaves it where it is; a test must do the same, or a suite and a run
// do not count alike. Plain machines do it, on sets of states as an automaton may have several
// answers to one action.

// A Trial runs tests on a model and its mutants under one reading. It is for one goroutine.
type Trial struct {
	referee *Referee
	sem     Semantics
	spec    Machine // nil: the model has no start
	known   Machine // the model as written, which knows the actions
}

// NewTrial prepares a model.
func NewTrial(r *Referee, s Semantics) (*Trial, error) {
	t := &Trial{referee: r, sem: s}
	of := Leaf{Subject: r.spec}
	t.known = leafMachine{&of, of.Model.ZeroState(of.Automaton)}
	start, err := t.start(r.spec)
	t.spec = start
	return t, err
}

// start gives a model or a mutant its initial state; nil if the reading leaves it none.
func (t *Trial) start(s model.Subject) (Machine, error) {
	l := &Leaf{Subject: s}
	if t.sem == Definition7 {
		return l.Start(), nil
	}
	if err := t.referee.within(func() error { return t.referee.prune(s) }); err != nil {
		return nil, err
	}
	return l.startPruned(t.referee.last.good), nil
}

// A Contestant is a mutant on which tests are run.
type Contestant struct {
	of    *Trial
	start Machine
}

// Enter prepares a mutant. The error says that its stuck states could not be found.
func (t *Trial) Enter(mutant model.Subject) (*Contestant, error) {
	m, err := t.start(mutant)
	return &Contestant{t, m}, err
}

// Fits tells whether the model passes a test.
func (t *Trial) Fits(test *TimedTest) bool {
	return t.spec == nil || !t.fails(t.spec, test, t.sem == ToolAlphabet)
}

// Fails tells whether the mutant fails a test.
func (c *Contestant) Fails(test *TimedTest) bool {
	return c.start != nil && c.of.fails(c.start, test, false)
}

// fails runs a test from a state: it fails if some run of the automaton does what is forbidden, or
// refuses what must be accepted. ignores: it stays where it is at an output that the model does not
// declare.
func (t *Trial) fails(start Machine, test *TimedTest, ignores bool) bool {
	now := []Machine{start}
	for i, step := range test.Steps {
		now = wait(now, step.Delay)
		if step.Silent || ignores && step.Output && !t.known.Knows(step.Action, true) {
			continue
		}
		if i == len(test.Steps)-1 && test.Demand {
			for _, m := range now {
				if len(m.Do(step.Action, step.Output)) == 0 {
					return true
				}
			}
			return false
		}
		now = answers(now, step)
	}
	return len(now) > 0
}

// wait lists the states behind a delay that is allowed.
func wait(now []Machine, d model.Rat) []Machine {
	var next []Machine
	for _, m := range now {
		if later, ok := m.Delay(d); ok {
			next = append(next, later)
		}
	}
	return next
}

// answers lists the states behind an action, each once.
func answers(now []Machine, step TestStep) []Machine {
	var next []Machine
	for _, m := range now {
		for _, to := range m.Do(step.Action, step.Output) {
			if pickState(next, stateOf(to)) == nil {
				next = append(next, to)
			}
		}
	}
	return next
}
