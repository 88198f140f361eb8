package judge

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/exercise/repair"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// A comparison is what is known of a student's model.
type comparison struct {
	file     *source.File
	model    engine.Model // nil: it cannot be read
	problems []report.Diagnostic
	refines  bool
	equal    bool // only looked at when the exercise asks for it
	unknown  string
	runs     engine.Contestant // in place of the reference; nil if it cannot be
	test     engine.Test       // that kills it in place of the reference; nil: none
	wrong    *exercise.Wrong
	feedback []string
	sought   bool // repairs were looked for
	repairs  []repair.Repair
	noRepair string // why there is none
}

// judgeModel holds a student's model against the hidden one.
func (t *Task) judgeModel(ctx context.Context, a *exercise.Answer, r *exercise.Result) {
	r.Of = t.Goal()
	c := t.look(ctx, a.Model)
	r.Problems = c.problems
	if tries := t.exercise.Tries; tries > 0 && t.exercise.Kind == exercise.Guess && len(a.Guesses) > tries {
		r.Over = true
		r.Remark = fmt.Sprintf("got %d guesses, want at most %d", len(a.Guesses), tries)
		return
	}
	r.Problems = append(r.Problems, t.touched(a.Model)...)
	if len(r.Problems) > 0 {
		return
	}
	if t.reference == nil {
		r.Unknown, r.Remark = true, "the lecturer has the reference: grading decides"
		return
	}
	r.Wrong = c.wrong
	if strings.TrimSpace(a.Model) != strings.TrimSpace(t.exercise.Model) { // nothing was done: there is no misconception
		r.Feedback = c.feedback
	}
	switch {
	case c.unknown != "":
		r.Unknown, r.Remark = true, c.unknown
	case c.refines && (c.equal || !t.wantsEqual()):
		r.Share, r.Passed = r.Of, true
	case c.refines && r.Of == 2:
		r.Share = 1
	}
}

// wantsEqual tells whether refining is not enough.
func (t *Task) wantsEqual() bool { return t.exercise.Kind == exercise.Guess || t.exercise.Equal }

// touched says which protected lines a student's model lacks.
func (t *Task) touched(text string) []report.Diagnostic {
	theirs := strings.Split(text, "\n")
	own := strings.Split(t.exercise.Model, "\n")
	var all []report.Diagnostic
	from := 0
	for _, n := range slices.Sorted(slices.Values(t.exercise.Protected)) {
		want := strings.TrimSpace(own[n-1])
		at := slices.IndexFunc(theirs[from:], func(l string) bool { return strings.TrimSpace(l) == want })
		if at < 0 {
			all = append(all, problem(min(n, len(theirs)), 1, "protected",
				fmt.Sprintf("leave line %d as it was: %s", n, want)))
			continue
		}
		from += at + 1
	}
	return all
}

// look compares a text with the reference, once.
func (t *Task) look(ctx context.Context, text string) *comparison {
	if c := t.mended[text]; c != nil {
		return c
	}
	c := &comparison{file: source.NewFile(t.exercise.Name, text)}
	var diags source.Diagnostics
	if c.model, diags = engine.Open(t.formalism, c.file); c.model == nil {
		for _, d := range engine.Diagnostics(c.file, diags) {
			if d.Severity == source.Error.String() {
				c.problems = append(c.problems, d)
			}
		}
	} else if t.reference != nil {
		t.weigh(ctx, c)
	}
	if ctx.Err() == nil {
		t.mended[text] = c
	}
	return c
}

// weigh decides about a model that can be read.
func (t *Task) weigh(ctx context.Context, c *comparison) {
	there := t.compare(ctx, t.reference, c.model)
	engine.HandWritten(t.refFile, c.file.Text, &there.Mutant)
	c.runs, _ = t.trial.Enter(ctx, c.model)
	switch {
	case there.err != nil:
		c.problems = append(c.problems, problem(1, 1, "other-interface", there.err.Error()))
		return
	case there.Verdict == report.Invalid:
		why := append([]string{"this model cannot be compared with the hidden one: " + there.Reason}, there.Notes...)
		c.problems = append(c.problems, problem(1, 1, "other-interface", strings.Join(why, "; ")))
		return
	case there.Verdict == report.Unknown:
		c.unknown = "not decided: the limit of " + report.BudgetUnit(there.Reason) + " was reached"
		return
	case there.Verdict == report.Killed:
		c.wrong = t.shownWrong(ctx, t.trial, c.model, c.model, &there.Mutant)
		if test := t.trial.Of(&there.Mutant); test != nil && c.runs != nil && c.runs.Fails(test) > 0 {
			c.test = test
		}
	default:
		c.refines = true
		t.back(ctx, c)
	}
	if c.refines && (c.equal || !t.wantsEqual()) {
		return
	}
	for _, f := range t.hidden.Feedback {
		if f.Model == "" {
			continue
		}
		model, _ := engine.Open(t.formalism, source.NewFile(t.exercise.Name, f.Model))
		if model == nil {
			continue
		}
		if alike, _ := t.same(ctx, model, c.model); alike && !slices.Contains(c.feedback, f.Say) {
			c.feedback = append(c.feedback, f.Say)
		}
	}
}

// back asks whether a model that refines the reference does all that the reference does.
func (t *Task) back(ctx context.Context, c *comparison) {
	if t.oneWay() {
		c.equal = true
		return
	}
	if !t.wantsEqual() {
		return
	}
	back := t.compare(ctx, c.model, t.reference)
	engine.HandWritten(c.file, t.refFile.Text, &back.Mutant)
	switch {
	case back.err != nil:
		c.unknown = back.err.Error()
	case back.Verdict == report.Unknown:
		c.unknown = "not decided: the limit of " + report.BudgetUnit(back.Reason) + " was reached"
	case back.Verdict == report.Unkillable:
		c.equal = true
	case back.Verdict == report.Killed:
		tests, ok := c.model.(engine.TestModel)
		if !ok {
			return
		}
		if trial, err := tests.Trial(ctx, t.settings); err == nil {
			c.wrong = t.shownWrong(ctx, trial, t.reference, c.model, &back.Mutant)
		}
	}
}

// shownWrong makes a run of a counterexample: fails is the model that does what the trial's original does not. What
// the hidden model shows is told for guesses alone.
func (t *Task) shownWrong(
	ctx context.Context, trial engine.Trial, fails, student engine.Model, m *report.Mutant,
) *exercise.Wrong {
	w := &exercise.Wrong{TooLess: fails != student}
	test := trial.Of(m)
	if test == nil {
		return w
	}
	w.Test, w.Step = test.String(), test.Len()
	if c, err := trial.Enter(ctx, fails); err == nil {
		w.Step = c.Fails(test)
	}
	if c, err := trial.Enter(ctx, student); err == nil {
		w.Shows = c.Shows(test)
	}
	if t.exercise.Kind == exercise.Guess {
		if c, err := trial.Enter(ctx, t.reference); err == nil {
			w.Wants = c.Shows(test)
		}
	}
	return w
}
