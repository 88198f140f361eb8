package judge

import (
	"context"
	"strings"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/report"
)

// List judges all mutants that the settings of an exercise make of its model. What is wrong with the model comes back
// as problems. Progress may be nil.
func List(
	ctx context.Context, e *exercise.Exercise, progress func(done, total int),
) ([]report.Mutant, []exercise.Problem, error) {
	f, err := engine.Find(e.Formalism)
	if err != nil {
		return nil, []exercise.Problem{{Path: "formalism", Message: err.Error()}}, nil
	}
	t := &Task{exercise: e, formalism: f}
	var problems []exercise.Problem
	file, model := t.read(e.Name, e.Model, "model", true, &problems)
	if problems != nil {
		return nil, problems, nil
	}
	done, total := 0, 0
	r, err := engine.Run(ctx, engine.Job{File: file, Formalism: f, Model: model, Settings: e.Settings}, engine.Observer{
		Head: func(_ report.Report, n int) { total = n },
		Mutant: func(int, report.Mutant) {
			if done++; progress != nil && done%50 == 0 {
				progress(done, total)
			}
		},
	})
	if err != nil {
		return nil, []exercise.Problem{{Path: "settings", Message: err.Error()}}, nil
	}
	all := make([]report.Mutant, len(r.Mutants))
	for i, m := range r.Mutants {
		all[i] = about(m)
		all[i].Verdict, all[i].Reason, all[i].DuplicateOf = m.Verdict, m.Reason, m.DuplicateOf
	}
	return all, nil, nil
}

// about is a mutant without what is known of it.
func about(m report.Mutant) report.Mutant {
	return report.Mutant{ID: m.ID, Operator: m.Operator, Span: m.Span, Original: m.Original,
		Replacement: m.Replacement, Edits: m.Edits, Parts: m.Parts, Words: m.Words}
}

// Known is an answer that passes, as far as one is known: for kind kill tests of counterexamples, of which each kills
// what those before it do not.
func (t *Task) Known(ctx context.Context) exercise.Answer {
	switch t.exercise.Kind {
	case exercise.Kill:
		return exercise.Answer{Tests: strings.Join(t.knownTests(), "\n")}
	case exercise.Find:
		return exercise.Answer{Suspect: t.hidden.Box}
	case exercise.Bets:
		var a exercise.Answer
		for _, s := range t.subjects {
			a.Bets = append(a.Bets, exercise.Bet{Mutant: s.id, Claim: t.truth(ctx, s), Sure: 3})
		}
		return a
	}
	return exercise.Answer{Model: t.hidden.Reference}
}

// knownTests takes again and again the test that kills most of what is left.
func (t *Task) knownTests() (tests []string) {
	var left []*subject
	left = append(append(left, t.subjects...), t.final...)
	for len(left) > 0 {
		best := t.fresh(left)
		if best == nil {
			return tests
		}
		tests = append(tests, best.test.String())
		var missed []*subject
		for _, s := range left {
			if s.runs.Fails(best.test) == 0 {
				missed = append(missed, s)
			}
		}
		left = missed
	}
	return tests
}
