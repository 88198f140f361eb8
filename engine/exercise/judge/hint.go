package judge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/exercise/repair"
	"github.com/mutarium/mutarium/engine/report"
)

// Hints come in three levels: where, what kind, the change. Each was tried before it is told.

// Hint helps with an answer. Its error says why there is no hint.
func (t *Task) Hint(ctx context.Context, a exercise.Answer, level int) (*exercise.Hint, error) {
	level = min(max(level, 1), 3)
	if t.trial == nil {
		return nil, errors.New("there are no hints: the lecturer has the reference")
	}
	switch t.exercise.Kind {
	case exercise.Kill:
		return t.hintKill(ctx, a, level)
	case exercise.Find:
		return t.hintFind(ctx, a, level)
	case exercise.Bets:
		return t.hintBets(ctx, a, level)
	}
	return t.hintMend(ctx, a, level)
}

// hintMend helps with a model.
func (t *Task) hintMend(ctx context.Context, a exercise.Answer, level int) (*exercise.Hint, error) {
	c := t.look(ctx, a.Model)
	switch {
	case c.model == nil:
		d := c.problems[0]
		return &exercise.Hint{Level: 1, Span: &d.Span,
			Text: "First mend what keeps the model from being read: " + d.Message}, nil
	case c.refines && (c.equal || !t.wantsEqual()):
		return nil, errors.New("there is nothing to mend: the model is right")
	}
	if !c.sought {
		var err error
		c.repairs, c.noRepair, err = repair.Find(ctx, repair.Request{Formalism: t.formalism, Reference: t.reference,
			Student: c.model, StudentFile: c.file, ReferenceFile: t.refFile,
			Equal: t.wantsEqual(), Settings: t.settings})
		if err != nil {
			return nil, err
		}
		c.sought = true
	}
	if len(c.repairs) == 0 {
		return nil, errors.New(c.noRepair)
	}
	h := c.repairs[0].Hint(level)
	return &h, nil
}

// Solve gives a test that kills a mutant of the exercise.
func (t *Task) Solve(id string) (*exercise.Hint, error) {
	for _, s := range t.subjects {
		if s.id == id {
			if test := t.trial.Of(&s.judged); test != nil {
				return &exercise.Hint{Level: 3, Test: test.String(), Text: "This test kills it."}, nil
			}
			return nil, errors.New("no test of this mutant can be shown")
		}
	}
	return nil, fmt.Errorf("%q is none of the mutants", id)
}

// extensions bounds the tests that are tried for a hint, and how many steps they add.
const (
	extensions = 2000
	longer     = 2
)

// A candidate is a test that a hint may tell.
type candidate struct {
	test  engine.Test
	from  int // line of the student's test that it prolongs; 0: a new one
	added int
	kills int // mutants that no test of the student kills
}

// better prefers more kills, then fewer steps to add.
func (c *candidate) better(than *candidate) bool {
	if than == nil || c.kills != than.kills {
		return than == nil || c.kills > than.kills
	}
	return c.added < than.added
}

// hintKill looks for the shortest extension of one of the student's tests that kills most of what they miss; a new
// test where no extension helps.
func (t *Task) hintKill(ctx context.Context, a exercise.Answer, level int) (*exercise.Hint, error) {
	var missed []*subject
	r := &exercise.Result{}
	t.judgeKill(ctx, &a, r)
	for i, m := range r.Mutants {
		if m.By == 0 {
			missed = append(missed, t.subjects[i])
		}
	}
	if len(missed) == 0 {
		return nil, errors.New("there is nothing to help with: all mutants are killed")
	}
	best := t.prolong(ctx, &a, missed)
	if best == nil {
		best = t.fresh(missed)
	}
	if best == nil {
		return nil, errors.New("no hint was found: the tests that are known for these mutants cannot be shown")
	}
	h := &exercise.Hint{Level: level}
	if best.from == 0 {
		s := t.firstKilled(best.test, missed)
		h.Span = &s.judged.Span
		h.Text = fmt.Sprintf("No test of yours notices the mistake in line %d.", s.line)
		if level >= 2 {
			h.Text = fmt.Sprintf("A new test of %s kills %s that you miss.", steps(best.test.Len()), mutants(best.kills))
		}
	} else {
		h.Text = fmt.Sprintf("The test in line %d stops too early.", best.from)
		if level >= 2 {
			h.Text = fmt.Sprintf("The test in line %d stops too early: %s more would kill %s that you miss.", best.from,
				steps(best.added), mutants(best.kills))
		}
	}
	if level == 3 {
		h.Test = best.test.String()
	}
	return h, nil
}

// prolong tries all extensions of the student's tests by few steps, within a number of runs.
func (t *Task) prolong(ctx context.Context, a *exercise.Answer, missed []*subject) *candidate {
	var best *candidate
	left := extensions
	for _, l := range linesOf(a.Tests) {
		x := t.runTest(l)
		if x.wrong != nil {
			continue
		}
		tests := []engine.Test{x.test}
		for added := 1; added <= longer; added++ {
			var next []engine.Test
			for _, test := range tests {
				for _, more := range t.trial.Longer(test, left) {
					if left--; left < 0 || ctx.Err() != nil {
						return best
					}
					next = append(next, more)
					if c := t.candidate(more, missed); c.kills > 0 {
						c.from, c.added = l.number, added
						if c.better(best) {
							best = c
						}
					}
				}
			}
			tests = next
		}
	}
	return best
}

// fresh is the known test that kills most.
func (t *Task) fresh(missed []*subject) *candidate {
	var best *candidate
	for _, s := range missed {
		test := t.trial.Of(&s.judged)
		if test == nil {
			continue
		}
		c := t.candidate(test, missed)
		c.added = test.Len()
		if c.kills > 0 && c.better(best) {
			best = c
		}
	}
	return best
}

// candidate counts what a test kills. One that says nothing of other models kills nothing.
func (t *Task) candidate(test engine.Test, missed []*subject) *candidate {
	c := &candidate{test: test}
	if t.trial.Fits(test) != nil {
		return c
	}
	for _, s := range missed {
		if s.runs.Fails(test) > 0 {
			c.kills++
		}
	}
	return c
}

func (t *Task) firstKilled(test engine.Test, missed []*subject) *subject {
	for _, s := range missed {
		if s.runs.Fails(test) > 0 {
			return s
		}
	}
	return missed[0]
}

// hintFind looks for the experiment whose largest remaining class of suspects is smallest.
func (t *Task) hintFind(ctx context.Context, a exercise.Answer, level int) (*exercise.Hint, error) {
	var asked []engine.Test
	for i, text := range a.Experiments {
		if test, wrong := t.readTest(line{i + 1, text}); wrong == nil {
			asked = append(asked, test)
		}
	}
	left := t.left(asked)
	if len(left) < 2 {
		return &exercise.Hint{Level: level, Text: "Only one suspect agrees with all your experiments."}, nil
	}
	best, most := t.split(ctx, left)
	if best == nil {
		return &exercise.Hint{Level: level,
			Text: fmt.Sprintf("No experiment is known that tells the %d that are left apart: name any of them.", len(left))}, nil
	}
	h := &exercise.Hint{Level: level}
	switch n := len(asked); {
	case level == 1 && n > 0 && len(t.left(asked[:n-1])) == len(left):
		h.Text = fmt.Sprintf("Your last experiment told none of the suspects apart; %d are left.", len(left))
	case level == 1:
		h.Text = fmt.Sprintf("%d suspects are left. Look for what they do differently.", len(left))
	case level == 2:
		h.Text = fmt.Sprintf("An experiment of %s leaves at most %d of the %d.", steps(best.Len()), most, len(left))
	default:
		h.Text = fmt.Sprintf("This experiment leaves at most %d of the %d.", most, len(left))
		h.Test = best.String()
	}
	return h, nil
}

// split finds the experiment whose largest class of suspects is smallest, and that size: among those that kill a
// suspect and, where none of these helps, among those that tell the first suspect from another.
func (t *Task) split(ctx context.Context, left []*subject) (best engine.Test, most int) {
	most = len(left)
	try := func(test engine.Test) {
		if test == nil {
			return
		}
		if n := largest(left, test); n < most || n == most && best != nil && test.Len() < best.Len() {
			best, most = test, n
		}
	}
	for _, s := range left {
		try(t.trial.Of(&s.judged))
	}
	for _, s := range left[1:] {
		if best != nil {
			break
		}
		try(t.between(ctx, left[0], s))
		try(t.between(ctx, s, left[0]))
	}
	return best, most
}

// between is a test of one suspect that another one fails, nil if none is known.
func (t *Task) between(ctx context.Context, spec, impl *subject) engine.Test {
	d := t.compare(ctx, spec.model, impl.model)
	tests, ok := spec.model.(engine.TestModel)
	if !ok || d.err != nil || d.Verdict != report.Killed {
		return nil
	}
	engine.HandWritten(spec.file, impl.text, &d.Mutant)
	trial, err := tests.Trial(ctx, t.settings)
	if err != nil {
		return nil
	}
	test := trial.Of(&d.Mutant)
	if test == nil {
		return nil
	}
	if test, err = t.trial.Read(test.String()); err != nil {
		return nil
	}
	return test
}

// largest is the size of the largest class of suspects that a test does not tell apart.
func largest(all []*subject, test engine.Test) int {
	count := map[string]int{}
	most := 0
	for _, s := range all {
		key := fmt.Sprintf("%q", s.runs.Shows(test))
		count[key]++
		most = max(most, count[key])
	}
	return most
}

// hintBets leads to the reason of the first verdict on which no bet was made.
func (t *Task) hintBets(ctx context.Context, a exercise.Answer, level int) (*exercise.Hint, error) {
	made := map[string]bool{}
	for _, b := range a.Bets {
		made[b.Mutant] = true
	}
	for _, s := range t.subjects {
		if made[s.id] {
			continue
		}
		h := &exercise.Hint{Level: level, Span: &s.judged.Span}
		switch {
		case level == 1:
			h.Text = fmt.Sprintf("About the mutant in line %d: which runs reach this place, and with which values?", s.line)
		case s.judged.Verdict == report.Killed && level == 2:
			h.Text = fmt.Sprintf("About the mutant in line %d: something differs after %s. Is it seen?", s.line,
				steps(*s.judged.Length+1))
		case s.judged.Verdict == report.Killed:
			h.Text = "This test tells it from the model."
			if test := t.trial.Of(&s.judged); test != nil {
				h.Test = test.String()
			}
		case level == 2:
			h.Text = fmt.Sprintf("About the mutant in line %d: try to find a run on which something wrong is seen.", s.line)
		default:
			h.Text = t.why(ctx, s)
		}
		return h, nil
	}
	return nil, errors.New("there is nothing to help with: all bets are made")
}

func steps(n int) string {
	if n == 1 {
		return "one step"
	}
	return fmt.Sprintf("%d steps", n)
}

func mutants(n int) string {
	if n == 1 {
		return "one mutant"
	}
	return fmt.Sprintf("%d mutants", n)
}

// stepOf is a test of one step as it is written where another step follows: a last step may say more.
func (t *Task) stepOf(test engine.Test) string {
	words := strings.Fields(test.String())
	if more := t.trial.Longer(test, 1); len(more) > 0 {
		longer := strings.Fields(more[0].String())
		n := 0
		for n < len(words) && n < len(longer) && words[n] == longer[n] {
			n++
		}
		if n > 0 {
			words = words[:n]
		}
	}
	return strings.Join(words, " ")
}

// mostSteps is how many steps are offered to begin a test with.
const mostSteps = 40

// Prepared tells what the exercise is about.
func (t *Task) Prepared() *exercise.Prepared {
	p := &exercise.Prepared{Goal: t.Goal()}
	for _, s := range t.subjects {
		p.Mutants = append(p.Mutants, about(s.judged))
	}
	if t.trial != nil {
		first := t.trial.Longer(nil, mostSteps)
		for _, test := range first {
			if step := t.stepOf(test); !slices.Contains(p.Steps, step) {
				p.Steps = append(p.Steps, step)
			}
		}
		if len(first) > 0 {
			p.Example = first[0].String()
			if second := t.trial.Longer(first[0], 1); len(second) > 0 {
				p.Example = second[0].String()
			}
		}
	}
	return p
}
