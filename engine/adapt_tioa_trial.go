package engine

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/model/trace"
	"github.com/mutarium/mutarium/engine/tioa/referee"
)

// Trial implements TestModel: tests run under the reading that the settings choose.
func (x *timedModel) Trial(ctx context.Context, s report.Settings) (Trial, error) {
	subject, err := x.subject(s.Options)
	if err != nil {
		return nil, err
	}
	trial, err := tioa.NewTrial(ctx, subject, readingOf(s))
	if err != nil {
		return nil, err
	}
	return &timedTrial{x.m.File, trial, model.Subject(subject), s.Options[optProduct]}, nil
}

// A timedTrial runs delays and actions: a test kills what can do its last step where the model may not, or refuses
// an input that the model accepts.
type timedTrial struct {
	file    *source.File
	trial   *referee.Trial
	subject model.Subject
	product string
}

// A timedTest is a test. One that is open ends with a step that the model may do or leave: it can be run, and
// tells nothing.
type timedTest struct {
	*referee.TimedTest
	open bool
}

func (t timedTest) Len() int { return len(t.Steps) }

func (t timedTest) String() string {
	if t.open {
		return t.Body()
	}
	return t.Text()
}

// complete says what is expected of the last step: what the model does not allow is forbidden, an input that it
// allows must be accepted. Other models may accept more inputs.
func (x *timedTrial) complete(t *referee.TimedTest) timedTest {
	last := len(t.Steps) - 1
	done := x.trial.Allowed(t)
	t.Demand = done > last && isInput(t.Steps[last])
	return timedTest{t, !t.Demand && (done != last || isInput(t.Steps[last]))}
}

func isInput(s referee.TestStep) bool { return !s.Silent && !s.Output }

// Read implements Trial.
func (x *timedTrial) Read(line string) (Test, error) {
	t, ended, err := tioa.ReadTest(line)
	switch {
	case err != nil:
		at, what := tioa.Mistake(err)
		if at < 0 {
			return nil, &TestError{Message: what.Error()}
		}
		return nil, mistake(line, at, what)
	case !ended:
		return x.complete(t), nil
	}
	return timedTest{t, false}, nil
}

// Fits implements Trial.
func (x *timedTrial) Fits(t Test) error {
	test := t.(timedTest)
	n := len(test.Steps)
	last, done := test.Steps[n-1], x.trial.Allowed(test.TimedTest)
	switch {
	case done < n-1:
		return &TestError{Message: fmt.Sprintf("the model cannot make step %d, so the test tells nothing", done+1)}
	case isInput(last) && !test.Demand:
		return &TestError{Message: "the model does not accept " + last.Action + "? there, but others may: only outputs " +
			"and waits can be forbidden"}
	case test.open && last.Silent:
		return &TestError{Message: "the model may wait so long, so the test kills nothing"}
	case test.open:
		return &TestError{Message: "the model may do " + last.Action + "! there, so the test kills nothing"}
	case !x.trial.Fits(test.TimedTest):
		return &TestError{Message: "the model itself fails this test"}
	}
	return nil
}

// Of implements Trial.
func (x *timedTrial) Of(m *report.Mutant) Test {
	var found trace.CounterexampleJSON
	if m.Verdict != report.Killed || json.Unmarshal(m.Counterexample, &found) != nil {
		return nil
	}
	run, err := found.Read()
	if err != nil {
		return nil
	}
	t := referee.TestOf(run, "")
	if t == nil || x.Fits(timedTest{t, false}) != nil {
		return nil
	}
	impl, _ := model.Parse(source.NewFile(x.file.Name, x.file.Mutated(*m)))
	if impl == nil {
		return nil
	}
	if c, err := x.enter(context.Background(), impl); err != nil || !c.Contestant.Fails(t) {
		return nil
	}
	return timedTest{t, false}
}

// Longer implements Trial.
func (x *timedTrial) Longer(t Test, most int) []Test {
	from := &referee.TimedTest{}
	if t != nil {
		from = t.(timedTest).TimedTest
	}
	var all []Test
	for _, next := range x.trial.Longer(from, most) {
		all = append(all, x.complete(next))
	}
	return all
}

// Enter implements Trial: the component of the same name takes part, or the only one.
func (x *timedTrial) Enter(ctx context.Context, impl Model) (Contestant, error) {
	c, err := x.enter(ctx, impl.(*timedModel).m)
	if err != nil {
		return nil, err
	}
	return c, nil
}

func (x *timedTrial) enter(ctx context.Context, impl *model.Model) (c timedContestant, err error) {
	s, err := tioa.Opponent(ctx, impl, x.subject.Automaton.Name, x.product)
	if err == nil {
		c.Contestant, err = x.trial.Enter(s)
	}
	return c, err
}

type timedContestant struct{ *referee.Contestant }

// Fails implements Contestant: all but the last step lead there.
func (c timedContestant) Fails(t Test) int {
	if test := t.(timedTest); !test.open && c.Contestant.Fails(test.TimedTest) {
		return test.Len()
	}
	return 0
}

// Shows implements Contestant.
func (c timedContestant) Shows(t Test) []string { return c.Contestant.Shows(t.(timedTest).TimedTest) }
