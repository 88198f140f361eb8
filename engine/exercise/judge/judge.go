// Package judge decides about answers to exercises, with the engine: it runs tests, compares models, finds hints, and
// grades a class. It opens no seals: what is hidden comes to it in the open.
//
//	judge.go    an exercise made ready; answers judged
//	subject.go  the mutants that an exercise names
//	kill.go     kind kill: tests on mutants
//	mend.go     kinds refine and guess: a model against the hidden one
//	find.go     kind find: experiments on a black box
//	bets.go     kind bets: claims against verdicts
//	hint.go     help in three levels
//	known.go    what a lecturer asks: mutants to choose from, an answer that passes
//	grade.go    a class: rows, copies, clusters
package judge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// A Task is an exercise made ready to judge answers. It is for one goroutine. It remembers what it has run, so that
// the same answer, or a test that many have, is run once.
type Task struct {
	exercise  *exercise.Exercise
	hidden    exercise.Hidden // of practice, and of the final part where that is known
	graded    bool            // the final part is known
	formalism engine.Formalism
	file      *source.File
	model     engine.Model // nil: kind guess begins with an unfinished text
	reference engine.Model // kinds refine and guess; nil: the lecturer keeps it
	refFile   *source.File
	settings  report.Settings
	trial     engine.Trial // of the model, or of the reference
	checker   engine.Checker
	subjects  []*subject // kill: without the final ones
	final     []*subject
	box       *subject

	tests  map[string]*tested     // kill: by line
	mended map[string]*comparison // refine, guess: by text
}

// states is the budget where the exercise names none: models in class are small, and no answer may hold up the others.
const states = 100_000

// Open makes an exercise ready. Hidden is its unveiled part, final the unlocked one; either may be nil. What is wrong
// with its models comes back as problems.
func Open(
	ctx context.Context, e *exercise.Exercise, hidden, final *exercise.Hidden,
) (*Task, []exercise.Problem, error) {
	t := &Task{exercise: e, settings: e.Settings, tests: map[string]*tested{}, mended: map[string]*comparison{}}
	if hidden != nil {
		t.hidden = *hidden
	}
	if final != nil {
		t.graded = true
		t.hidden.Mutants = final.Mutants
		if final.Reference != "" {
			t.hidden.Reference = final.Reference
		}
		t.hidden.Feedback = append(t.hidden.Feedback, final.Feedback...)
	}
	f, err := engine.Find(e.Formalism)
	if err != nil {
		return nil, []exercise.Problem{{Path: "formalism", Message: err.Error()}}, nil
	}
	t.formalism = f
	if err := engine.CheckOptions(f.Describe().Options, e.Settings.Options); err != nil {
		return nil, []exercise.Problem{{Path: "settings.options", Message: err.Error()}}, nil
	}
	if t.settings.Operators, err = engine.Resolve(f.Describe(), e.Settings.Operators); err != nil {
		return nil, []exercise.Problem{{Path: "settings.operators", Message: err.Error()}}, nil
	}
	if t.settings.Order == 0 {
		t.settings.Order = 1
	}
	if t.settings.Budget.States == 0 {
		t.settings.Budget.States = states
	}
	var problems []exercise.Problem
	t.file, t.model = t.read(e.Name, e.Model, "model", e.Kind != exercise.Guess, &problems)
	if t.hidden.Reference != "" {
		t.refFile, t.reference = t.read("reference of "+e.Name, t.hidden.Reference, "secret.reference", true, &problems)
	}
	if problems != nil {
		return nil, problems, nil
	}
	if problems, err = t.prepare(ctx); problems != nil || err != nil {
		return nil, problems, err
	}
	return t, nil, nil
}

// read opens a model of the exercise.
func (t *Task) read(name, text, path string, must bool, problems *[]exercise.Problem) (*source.File, engine.Model) {
	file := source.NewFile(name, text)
	m, diags := engine.Open(t.formalism, file)
	if m == nil && must {
		for _, d := range engine.Diagnostics(file, diags) {
			*problems = append(*problems, exercise.Problem{Path: path, Message: fmt.Sprintf("line %d, column %d: %s",
				d.Span.Line, d.Span.Column, d.Message)})
		}
	}
	return file, m
}

// prepare makes trials, checkers and subjects.
func (t *Task) prepare(ctx context.Context) (problems []exercise.Problem, err error) {
	of := t.model
	if t.exercise.Kind == exercise.Refine || t.exercise.Kind == exercise.Guess {
		of = t.reference
	}
	if of == nil {
		return nil, nil // an exam: only the text can be checked
	}
	tests, ok := of.(engine.TestModel)
	if !ok {
		return nil, errors.New("tests cannot be run on models of this formalism")
	}
	if t.trial, err = tests.Trial(ctx, t.settings); err != nil {
		return nil, err
	}
	if t.checker, err = of.Checker(ctx, t.settings); err != nil {
		return nil, err
	}
	switch t.exercise.Kind {
	case exercise.Kill, exercise.Find, exercise.Bets:
		return t.prepareSubjects(ctx)
	}
	return nil, nil
}

// Judge says what an answer is worth. Hints is how many were asked for, which may cost points. A cancelled context
// leaves the result undecided.
func (t *Task) Judge(ctx context.Context, a exercise.Answer, hints int) *exercise.Result {
	r := &exercise.Result{}
	switch t.exercise.Kind {
	case exercise.Kill:
		t.judgeKill(ctx, &a, r)
	case exercise.Find:
		t.judgeFind(ctx, &a, r)
	case exercise.Bets:
		t.judgeBets(ctx, &a, r)
	default:
		t.judgeModel(ctx, &a, r)
	}
	if ctx.Err() != nil {
		r.Unknown, r.Remark = true, "stopped before everything was decided"
	}
	r.Award(t.exercise, hints)
	return r
}

// Goal is what a full answer reaches.
func (t *Task) Goal() int {
	switch {
	case t.exercise.Kind == exercise.Kill:
		return len(t.subjects) + len(t.final)
	case t.exercise.Kind == exercise.Bets:
		return len(t.subjects)
	case t.exercise.Kind == exercise.Refine && t.exercise.Equal && !t.oneWay():
		return 2
	}
	return 1
}

// oneWay tells whether a mutant that cannot be killed equals the model: the machines of EFSMs and timed FSMs are
// complete and deterministic, so that doing less is no way to differ.
func (t *Task) oneWay() bool {
	name := t.formalism.Describe().Name
	return name == "efsm" || name == "tfsm"
}

// say adds the feedback on a misconception, once.
func say(r *exercise.Result, text string) {
	if !slices.Contains(r.Feedback, text) {
		r.Feedback = append(r.Feedback, text)
	}
}

// A line is one of the student's tests.
type line struct {
	number int
	text   string
}

// linesOf lists the lines of an answer that are neither empty nor comments.
func linesOf(text string) []line {
	var all []line
	for i, l := range strings.Split(text, "\n") {
		l = strings.TrimSpace(l)
		if l == "" || strings.HasPrefix(l, "#") || strings.HasPrefix(l, "//") {
			continue
		}
		all = append(all, line{i + 1, l})
	}
	return all
}

// problem is a diagnostic about a line of an answer.
func problem(number, column int, code, message string) report.Diagnostic {
	column = max(column, 1)
	return report.Diagnostic{Code: code, Message: message, Severity: source.Error.String(),
		Span: report.Span{Line: number, Column: column, EndLine: number, EndColumn: column + 1}}
}

// readTest reads a line as a test that the model passes.
func (t *Task) readTest(l line) (engine.Test, *report.Diagnostic) {
	if len(l.text) > exercise.MaxText {
		d := problem(l.number, 1, "too-long", "this test is too long")
		return nil, &d
	}
	test, err := t.trial.Read(l.text)
	if err == nil && test.Len() > exercise.MaxSteps {
		err = &engine.TestError{Message: fmt.Sprintf("got %d steps, want at most %d", test.Len(), exercise.MaxSteps)}
	}
	if err == nil {
		return test, nil
	}
	column := 0
	var mistake *engine.TestError
	if errors.As(err, &mistake) {
		column = mistake.Column
	}
	d := problem(l.number, column, "test", err.Error())
	return nil, &d
}
