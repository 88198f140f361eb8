package engine

import (
	"context"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/suite"
)

// A TestModel is a Model that tests can be run on one by one, as a person writes them.
type TestModel interface {
	Model
	// Trial prepares runs of tests on the model and on models in its place. Its error is bad input, or a
	// budget that ran out.
	Trial(ctx context.Context, s report.Settings) (Trial, error)
}

// A Trial runs tests on a model and on others that may take its place. It runs the models by plain
// evaluation, with no search. It is for one goroutine.
type Trial interface {
	// Read reads a test, which is one line of text. Its error is a *TestError.
	Read(line string) (Test, error)
	// Fits says why a test tells nothing of other models, a step that the model itself cannot make, say;
	// nil if it is a test of the model. Its error is a *TestError.
	Fits(t Test) error
	// Of is the test in the counterexample of a killed mutant; nil where it cannot be run.
	Of(m *report.Mutant) Test
	// Longer lists tests with one more step than a test, in a fixed order, at most so many; those of one
	// step for nil.
	Longer(t Test, most int) []Test
	// Enter prepares a model of the same formalism to take the place of the original. The error says what
	// makes that impossible: an input that it lacks, say.
	Enter(ctx context.Context, impl Model) (Contestant, error)
}

// A Contestant is a model on which tests are run in place of the original.
type Contestant interface {
	// Fails is the step of a test, counted from 1, at which the contestant surely shows what the original
	// does not allow; 0 if the test does not kill it. A difference before the first step counts as step 1.
	// Of action systems it is Len()+1 where only behind the last event it can make a step that is wrong.
	Fails(t Test) int
	// Shows lists what an observer sees along a test: one text for each step, in the words of the
	// formalism. It ends early where the contestant cannot go on, and the last text says so.
	Shows(t Test) []string
}

// A Test is what one runs: inputs, events, delays.
type Test interface {
	String() string // as Read reads it
	Len() int       // steps
}

// A TestError is a mistake in a line that should be a test.
type TestError struct {
	Column  int // in runes, from 1; 0: the whole line
	Message string
}

func (e *TestError) Error() string { return e.Message }

// mistake is a TestError at a byte of a line.
func mistake(line string, at int, err error) *TestError {
	return &TestError{Column: column(line, at), Message: err.Error()}
}

// column is the one of a byte of a line.
func column(line string, at int) int { return 1 + utf8.RuneCountInString(line[:at]) }

// readEvents reads a test of events with arguments, as people write it or as JSON; take reads one of them,
// which begins at a column, 0 of JSON.
func readEvents(line, example string, take func(event []any, column int) error) error {
	switch text := strings.TrimSpace(line); {
	case text == "":
		return &TestError{Message: "the test is empty: it has one step or more, as in " + example}
	case text[0] == '[' || text[0] == '{':
		return readJSONEvents(text, take)
	}
	whole := len(strings.TrimRightFunc(line, unicode.IsSpace))
	for rest := strings.TrimSpace(line); rest != ""; {
		at := whole - len(rest)
		event, next, err := suite.CutLetter(rest)
		if err == nil {
			err = take(event, column(line, at))
		}
		if err != nil {
			return mistake(line, at, err)
		}
		rest = next
	}
	return nil
}

// readJSONEvents reads a suite of one test.
func readJSONEvents(text string, take func(event []any, column int) error) error {
	tests, err := suite.ReadTests(text, "")
	switch {
	case err != nil:
		return &TestError{Message: err.Error()}
	case len(tests) != 1 || len(tests[0]) == 0:
		return &TestError{Message: fmt.Sprintf("got %d tests, want one of one step or more", len(tests))}
	}
	for i, event := range tests[0] {
		if err := take(event, 0); err != nil {
			return &TestError{Message: fmt.Sprintf("step %d: %v", i+1, err)}
		}
	}
	return nil
}
