package tioa

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/suite"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/mutants"
	"github.com/mutarium/mutarium/engine/tioa/referee"
)

// Scoring a suite of timed tests: which mutants do these tests kill, of those that some test kills.

// ScoreTool scores a suite of the user's.
var ScoreTool = report.Tool{
	Name: "score", Title: "Score a suite",
	Summary: "Runs your timed tests on all mutants: how many they kill, and which ones they miss",
	Inputs: []report.Option{
		{Name: "suite", Kind: "file", Title: "Tests",
			Summary: "One test a line, as the suite tool writes them: 0 press?  5/2 cup!  is forbidden; or a JSON list of " +
				"such lines"},
		readingInput("Which mutants a test should kill, and how tests run"),
	},
}

// Ends of a test, as Text writes them.
const (
	forbidden = "is forbidden"
	demanded  = "must be accepted"
)

// finest bounds the common denominator of a test's delays, longest their length.
const (
	finest  = 1 << 16
	longest = 1 << 30
)

// score is the tool.
func (q *Request) score(ctx context.Context) ([]report.Section, error) {
	sem, err := q.reading()
	if err != nil {
		return nil, err
	}
	trial, err := NewTrial(ctx, q.Subject, sem)
	if err != nil {
		return nil, err
	}
	tests, err := readTests(trial, q.input("suite"))
	if err != nil {
		return nil, err
	}
	j, err := NewJudgeUntil(ctx, q.Subject, q.Zones)
	if err != nil {
		return nil, err
	}
	fam := mutants.NewFamily(q.Subject, q.Operators, 1, q.Sample, q.Seed)
	rows := make(suite.Matrix, len(tests))
	for k := range rows {
		rows[k] = make([]bool, fam.Len())
	}
	var killable []int
	states := make([]byte, fam.Len())
	kills := map[int]string{}
	for i := range fam.Len() {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		q.progress(i, fam.Len(), "mutants")
		m := fam.At(i)
		mutant, err := trial.Enter(model.Subject(m.Result))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.ID(), err)
		}
		hit := false
		for k, t := range tests {
			rows[k][i] = mutant.Fails(t)
			hit = hit || rows[k][i]
		}
		v := j.Judge(&m, sem)
		states[i] = matrixState(v.Verdict)
		test, err := killing(trial, v, m.ID(), mutant)
		if err != nil {
			return nil, err
		}
		if hit || test != "" {
			killable, kills[i] = append(killable, i), test
		}
	}
	name := func(i int) string { m := fam.At(i); return m.ID() }
	change := func(i int) string { m := fam.At(i); return m.First.Op.Title }
	labels := suite.Labels{Mutant: name, Change: change, Test: func(k int) string { return tests[k].Text() },
		Kill: func(i int) string { return kills[i] }}
	matrix := rows.Map(fam.Len(), labels, func(i int) byte { return states[i] })
	return []report.Section{
		rows.ShowScore(killable, fam.Len()-len(killable), nil, labels), suite.ShowMatrix(matrix, ""),
	}, nil
}

// killing is a test that the model passes and the mutant fails, made of its counterexample; "" if
// there is none.
func killing(
	trial *referee.Trial, v Judgement, id string, mutant *referee.Contestant,
) (string, error) {
	if v.Verdict != referee.NonSubsumed || v.Game {
		return "", nil
	}
	trace, err := v.Trace()
	if err != nil {
		return "", err
	}
	t := referee.TestOf(trace, id)
	if t == nil || !trial.Fits(t) || !mutant.Fails(t) {
		return "", nil
	}
	return t.Text(), nil
}

// readTests reads a suite. Every line that cannot be read is named, and every test that the model
// itself fails: such a test says nothing of mutants.
func readTests(trial *referee.Trial, text string) ([]*referee.TimedTest, error) {
	lines := strings.Split(text, "\n")
	what := "line"
	if strings.HasPrefix(strings.TrimSpace(text), "[") {
		lines, what = nil, "test"
		if err := json.Unmarshal([]byte(text), &lines); err != nil {
			return nil, errors.New("the suite is JSON, but not a list of tests as the suite tool writes it, one string for each")
		}
	}
	var tests []*referee.TimedTest
	var wrong []string
	for i, line := range lines {
		if strings.TrimSpace(line) == "" {
			continue
		}
		t, err := readTest(line)
		if err == nil && !trial.Fits(t) {
			err = errors.New("the model itself fails this test")
		}
		if err != nil {
			wrong = append(wrong, fmt.Sprintf("%s %d: %v", what, i+1, err))
			continue
		}
		tests = append(tests, t)
	}
	if wrong != nil {
		return nil, errors.New(strings.Join(wrong, "\n"))
	}
	if tests == nil {
		return nil, errors.New("the suite is empty")
	}
	return tests, nil
}

// readTest is the inverse of Text.
func readTest(line string) (*referee.TimedTest, error) {
	t, ended, err := ReadTest(line)
	if err == nil && !ended {
		err = fmt.Errorf("got %q, want %q or %q at the end", strings.TrimSpace(line), forbidden, demanded)
	}
	return t, err
}

// A wordError is a mistake in a word of a test.
type wordError struct {
	word int // from 0
	at   int // the byte where it begins
	err  error
}

func (e *wordError) Error() string { return fmt.Sprintf("word %d: %v", e.word+1, e.err) }

// Mistake says at which byte of a line what begins that ReadTest refused it for; -1: it is about the whole line.
func Mistake(err error) (at int, what error) {
	var wrong *wordError
	if errors.As(err, &wrong) {
		return wrong.at, wrong.err
	}
	return -1, err
}

// ReadTest reads a test; ended tells whether it says what is expected of the last step.
func ReadTest(line string) (t *referee.TimedTest, ended bool, err error) {
	t = &referee.TimedTest{}
	body, ended := strings.CutSuffix(strings.TrimRightFunc(line, unicode.IsSpace), forbidden)
	if !ended {
		body, t.Demand = strings.CutSuffix(body, demanded)
		ended = t.Demand
	}
	words, begins := wordsOf(body)
	for i := 0; i < len(words); i++ {
		d, ok := model.ParseRat(words[i])
		if !ok || d.Sign() < 0 || d.Num > longest {
			return nil, ended, &wordError{i, begins[i], fmt.Errorf("got %q, want a delay such as 5 or 5/2", words[i])}
		}
		step := referee.TestStep{Delay: d, Silent: true}
		if i+1 < len(words) {
			i++
			if err := readAction(words[i], &step); err != nil {
				return nil, ended, &wordError{i, begins[i], err}
			}
		}
		t.Steps = append(t.Steps, step)
	}
	switch {
	case len(t.Steps) == 0:
		return nil, ended, errors.New("the test has no steps")
	case t.Demand && (t.Steps[len(t.Steps)-1].Silent || t.Steps[len(t.Steps)-1].Output):
		return nil, ended, fmt.Errorf("got %q after no input, want it after one: only an input can be accepted", demanded)
	}
	unit := int64(1)
	for _, x := range t.Steps {
		if unit = unit / model.Gcd(unit, x.Delay.Den) * x.Delay.Den; unit > finest {
			return nil, ended, fmt.Errorf("the delays have no common denominator below %d", finest)
		}
	}
	return t, ended, nil
}

// wordsOf cuts a text at blanks, and says at which bytes the words begin.
func wordsOf(text string) (words []string, begins []int) {
	at := 0
	for _, word := range strings.Fields(text) {
		at += strings.Index(text[at:], word)
		words, begins = append(words, word), append(begins, at)
		at += len(word)
	}
	return words, begins
}

// readAction reads "press?" or "cup!". An action that the model does not have is allowed: a mutant
// may have it.
func readAction(word string, step *referee.TestStep) error {
	name, output := strings.CutSuffix(word, "!")
	if !output {
		var input bool
		if name, input = strings.CutSuffix(word, "?"); !input {
			return fmt.Errorf("got %q, want press? for an input or cup! for an output", word)
		}
	}
	if !model.IsIdentifier(name) {
		return fmt.Errorf("got %q, want the name of an action before %s", word, word[len(word)-1:])
	}
	step.Action, step.Output, step.Silent = name, output, false
	return nil
}
