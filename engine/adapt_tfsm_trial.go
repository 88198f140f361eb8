package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tfsm/model"
	"github.com/mutarium/mutarium/engine/tfsm/referee"
)

// Trial implements TestModel. A test is run on the specification.
func (x *tfsmModel) Trial(context.Context, report.Settings) (Trial, error) {
	return tfsmTrial{x.m, x.m.Specification()}, nil
}

// A tfsmTrial runs inputs at instants: a test kills what shows another output.
type tfsmTrial struct {
	m    *model.Model
	spec *model.Automaton
}

// A tfsmTest is a test with what the specification shows.
type tfsmTest struct {
	m *model.Model
	model.Test
	shown []string
}

func (t tfsmTest) String() string { return t.m.Line(t.Test) }
func (t tfsmTest) Len() int       { return len(t.Steps) }

func (x tfsmTrial) test(t model.Test) Test {
	return tfsmTest{x.m, t, x.m.OutputNames(model.Outputs(x.spec.SimulateTest(t, true)))}
}

// Read implements Trial.
func (x tfsmTrial) Read(line string) (Test, error) {
	switch text := strings.TrimSpace(line); {
	case text == "":
		return nil, &TestError{Message: "the test is empty: it has one step or more, as in (b, 0.5)(a, 1)"}
	case text[0] == '[' || text[0] == '{':
		return x.readJSON(text)
	}
	t, at, err := x.m.ReadLine(line)
	if inner := errors.Unwrap(err); inner != nil { // the column says which step
		err = inner
	}
	if err != nil {
		return nil, mistake(line, at, err)
	}
	return x.test(t), nil
}

// readJSON reads a suite of one test.
func (x tfsmTrial) readJSON(text string) (Test, error) {
	tests, err := x.m.ReadSuite(text)
	switch {
	case err != nil:
		return nil, &TestError{Message: err.Error()}
	case len(tests) != 1 || len(tests[0].Steps) == 0:
		return nil, &TestError{Message: fmt.Sprintf("got %d tests, want one of one step or more", len(tests))}
	}
	return x.test(tests[0]), nil
}

// Fits implements Trial: a machine reads every input at any time.
func (x tfsmTrial) Fits(Test) error { return nil }

// Of implements Trial.
func (x tfsmTrial) Of(m *report.Mutant) Test {
	var kill referee.Kill
	if m.Verdict != report.Killed || json.Unmarshal(m.Counterexample, &kill) != nil {
		return nil
	}
	t, err := x.m.ReadTest(kill.Test)
	if err != nil || len(t.Steps) == 0 {
		return nil
	}
	return x.test(t)
}

// Longer implements Trial.
func (x tfsmTrial) Longer(t Test, most int) []Test {
	var from model.Test
	if t != nil {
		from = t.(tfsmTest).Test
	}
	var all []Test
	for _, next := range x.m.Longer(x.spec, from, most) {
		all = append(all, x.test(next))
	}
	return all
}

// Enter implements Trial: inputs and outputs are found by their names.
func (x tfsmTrial) Enter(_ context.Context, impl Model) (Contestant, error) {
	c := tfsmContestant{m: impl.(*tfsmModel).m}
	c.spec = c.m.Specification()
	for _, input := range x.m.Inputs {
		at := slices.Index(c.m.Inputs, input)
		if at < 0 {
			return nil, fmt.Errorf("the model has no input '%s'", input)
		}
		c.at = append(c.at, at)
	}
	return c, nil
}

type tfsmContestant struct {
	m    *model.Model
	spec *model.Automaton
	at   []int // its numbers of the original's inputs
}

// Shows implements Contestant.
func (c tfsmContestant) Shows(t Test) []string {
	test := t.(tfsmTest)
	var inputs []int
	for _, s := range test.Steps {
		inputs = append(inputs, c.at[s.Input])
	}
	return c.m.OutputNames(model.Outputs(c.spec.Simulate(inputs, test.Times(true))))
}

// Fails implements Contestant.
func (c tfsmContestant) Fails(t Test) int {
	shown := c.Shows(t)
	for i, want := range t.(tfsmTest).shown {
		if shown[i] != want {
			return i + 1
		}
	}
	return 0
}
