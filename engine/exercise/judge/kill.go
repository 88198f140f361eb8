package judge

import (
	"context"
	"fmt"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/report"
)

// tested is what is known of one line of tests.
type tested struct {
	test  engine.Test
	wrong *report.Diagnostic // not a test of the model; its line is that of the first who wrote it
	kills []bool             // by subject, the final ones behind the others
}

// runTest runs a line on all mutants, once.
func (t *Task) runTest(l line) *tested {
	if x := t.tests[l.text]; x != nil {
		return x
	}
	x := &tested{}
	t.tests[l.text] = x
	if x.test, x.wrong = t.readTest(l); x.wrong != nil {
		return x
	}
	if err := t.trial.Fits(x.test); err != nil {
		d := problem(l.number, column(err), "test", err.Error())
		x.wrong = &d
		return x
	}
	for _, list := range [][]*subject{t.subjects, t.final} {
		for _, s := range list {
			x.kills = append(x.kills, s.runs.Fails(x.test) > 0)
		}
	}
	return x
}

func column(err error) int {
	if e, ok := err.(*engine.TestError); ok {
		return e.Column
	}
	return 0
}

// judgeKill runs the tests of an answer on all mutants.
func (t *Task) judgeKill(ctx context.Context, a *exercise.Answer, r *exercise.Result) {
	lines := linesOf(a.Tests)
	most := exercise.MaxTests
	if t.exercise.Tries > 0 {
		most = t.exercise.Tries
	}
	if len(lines) > most {
		r.Problems = append(r.Problems, problem(lines[most].number, 1, "too-many",
			fmt.Sprintf("got %d tests, want at most %d: the rest is not looked at", len(lines), most)))
		r.Over, lines = true, lines[:most]
	}
	by := make([]int, len(t.subjects)+len(t.final))
	for i, l := range lines {
		if ctx.Err() != nil {
			return
		}
		x := t.runTest(l)
		row := exercise.TestResult{Line: l.number, Test: l.text}
		if x.wrong != nil {
			d := *x.wrong
			d.Span.Line, d.Span.EndLine = l.number, l.number
			r.Problems = append(r.Problems, d)
			row.Problem = d.Message
			r.Tests = append(r.Tests, row)
			continue
		}
		row.Test = x.test.String()
		for j, kills := range x.kills {
			if !kills {
				continue
			}
			row.Kills++
			if by[j] == 0 {
				by[j] = i + 1
				row.New++
			}
		}
		r.Tests = append(r.Tests, row)
	}
	for j, s := range t.subjects {
		r.Mutants = append(r.Mutants, exercise.MutantResult{ID: s.id, Line: s.line, By: by[j]})
		if by[j] > 0 {
			r.Share++
		}
	}
	for j := range t.final {
		if by[len(t.subjects)+j] > 0 {
			r.Final++
		}
	}
	r.FinalOf = len(t.final)
	r.Share, r.Of = r.Share+r.Final, t.Goal()
	r.Passed = r.Share == r.Of
	if r.Share > 0 {
		for _, f := range t.hidden.Feedback {
			for _, m := range r.Mutants {
				if f.Missed == m.ID && m.By == 0 {
					say(r, f.Say)
				}
			}
		}
	}
}
