package referee

import (
	"strings"

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

// Allowed counts the steps of a test that the model can make one behind the other.
func (t *Trial) Allowed(test *TimedTest) int {
	if t.spec == nil {
		return 0
	}
	_, done := t.along(t.spec, test, t.sem == ToolAlphabet)
	return done
}

// along makes the steps of a test one by one: the states behind as many of them as are possible.
func (t *Trial) along(start Machine, test *TimedTest, ignores bool) (now []Machine, done int) {
	now = []Machine{start}
	for i, step := range test.Steps {
		next := wait(now, step.Delay)
		if !step.Silent && !(ignores && step.Output && !t.known.Knows(step.Action, true)) {
			next = answers(next, step)
		}
		if len(next) == 0 {
			return now, i
		}
		now = next
	}
	return now, len(test.Steps)
}

// Shows says for each step of a test what the mutant can do behind it, up to the step that it cannot make.
func (c *Contestant) Shows(test *TimedTest) (texts []string) {
	if c.start == nil {
		return []string{"has no start"}
	}
	for i, step := range test.Steps {
		now, done := c.of.along(c.start, &TimedTest{Steps: test.Steps[:i+1]}, false)
		if done <= i {
			if len(wait(now, step.Delay)) == 0 {
				return append(texts, "cannot wait "+step.Delay.String())
			}
			return append(texts, "cannot do "+syncOf(step)+" after "+step.Delay.String())
		}
		texts = append(texts, offers(now))
	}
	return texts
}

func syncOf(s TestStep) string { return (&model.Edge{Action: s.Action, Output: s.Output}).Sync() }

// offers says what is possible in some of the states: can press?, cup!; may wait.
func offers(now []Machine) string {
	var actions []string
	for _, step := range actionsOf(now[0]) {
		if len(answers(now, step)) > 0 {
			actions = append(actions, syncOf(step))
		}
	}
	text := "can do nothing"
	if actions != nil {
		text = "can: " + strings.Join(actions, ", ")
	}
	for _, m := range now {
		if _, ok := m.Delay(model.Frac(1, 2*pointOf(m.Clocks()).Den)); ok {
			return text + "; may wait"
		}
	}
	return text + "; may not wait"
}

// plainOf is the one automaton of a trial's machine.
func plainOf(m Machine) leafMachine {
	if p, ok := m.(prunedMachine); ok {
		return p.leafMachine
	}
	return m.(leafMachine)
}

// actionsOf lists the actions of an automaton, inputs first.
func actionsOf(m Machine) (steps []TestStep) {
	in, out := plainOf(m).at.Automaton.EdgeActions()
	for _, act := range in {
		steps = append(steps, TestStep{Action: act})
	}
	for _, act := range out {
		steps = append(steps, TestStep{Action: act, Output: true})
	}
	return steps
}

// Longer lists tests with one more step behind those of a test, at most so many, without what is expected of the
// step: each action of the model at the instants at which an invariant or a guard may change, between them and
// behind them all. Where the model may not wait so long the wait alone is the step.
func (t *Trial) Longer(test *TimedTest, most int) (all []*TimedTest) {
	if t.spec == nil {
		return nil
	}
	now, done := t.along(t.spec, test, t.sem == ToolAlphabet)
	if done < len(test.Steps) {
		return nil
	}
	add := func(s TestStep) {
		if len(all) < most {
			steps := append(test.Steps[:len(test.Steps):len(test.Steps)], s)
			all = append(all, &TimedTest{Steps: steps})
		}
	}
	for _, delay := range instantsAhead(now) {
		if len(wait(now, delay)) == 0 {
			add(TestStep{Delay: delay, Silent: true})
			break
		}
		for _, s := range actionsOf(t.known) {
			s.Delay = delay
			add(s)
		}
	}
	return all
}

// instantsAhead lists when something may change in one of the states.
func instantsAhead(now []Machine) []model.Rat {
	var turns []model.Rat
	last := model.Int(0)
	for _, m := range now {
		l := plainOf(m)
		turns = append(turns, l.turns(l.here().Invariant)...)
		for _, e := range l.at.Automaton.Edges {
			if e.Source == l.at.Loc {
				turns = append(turns, l.turns(e.Guard)...)
			}
		}
	}
	for _, d := range turns {
		if d.Cmp(last) > 0 {
			last = d
		}
	}
	return Instants(turns, last.Add(model.Int(1)))
}
