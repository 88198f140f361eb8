package judge

import (
	"context"
	"fmt"
	"slices"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/exercise"
)

// judgeFind runs the experiments on the black box, and says whether the suspect is the one in it. Suspects that
// behave alike cannot be told apart, so any of them counts.
func (t *Task) judgeFind(ctx context.Context, a *exercise.Answer, r *exercise.Result) {
	r.Of = 1
	most := exercise.MaxTests
	if t.exercise.Tries > 0 {
		most = t.exercise.Tries
	}
	asked := a.Experiments
	if len(asked) > most {
		r.Over, asked = true, asked[:most]
		r.Remark = fmt.Sprintf("got %d experiments, want at most %d", len(a.Experiments), most)
	}
	var tests []engine.Test
	for i, text := range asked {
		row := exercise.TestResult{Line: i + 1, Test: text}
		test, wrong := t.readTest(line{i + 1, text})
		if wrong != nil {
			r.Problems = append(r.Problems, *wrong)
			row.Problem = wrong.Message
		} else {
			row.Test, row.Shows = test.String(), t.box.runs.Shows(test)
			tests = append(tests, test)
		}
		r.Tests = append(r.Tests, row)
	}
	for _, s := range t.left(tests) {
		r.Left = append(r.Left, s.id)
	}
	if a.Suspect == "" {
		return
	}
	at := slices.IndexFunc(t.subjects, func(s *subject) bool { return s.id == a.Suspect })
	if at < 0 {
		r.Problems = append(r.Problems, problem(1, 1, "suspect", fmt.Sprintf("%q is none of the suspects", a.Suspect)))
		return
	}
	for _, f := range t.hidden.Feedback {
		if f.Suspect == a.Suspect {
			say(r, f.Say)
		}
	}
	if s := t.subjects[at]; s == t.box {
		r.Passed = true
	} else {
		alike, sure := t.same(ctx, t.box.model, s.model)
		r.Passed, r.Unknown = alike, !sure
	}
	if r.Over {
		r.Passed = false
	}
	if r.Passed {
		r.Share = 1
	}
}

// left lists the suspects that show what the box shows, along all tests.
func (t *Task) left(tests []engine.Test) []*subject {
	var all []*subject
	for _, s := range t.subjects {
		agrees := true
		for _, test := range tests {
			agrees = agrees && slices.Equal(s.runs.Shows(test), t.box.runs.Shows(test))
		}
		if agrees {
			all = append(all, s)
		}
	}
	return all
}
