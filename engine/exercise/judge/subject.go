package judge

import (
	"context"
	"fmt"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// A subject is a mutant that an exercise names.
type subject struct {
	id     string
	line   int
	text   string
	file   *source.File
	model  engine.Model
	runs   engine.Contestant
	judged report.Mutant // with its verdict; by hand: as Compare describes it
}

// prepareSubjects finds and judges the mutants that the exercise names: for kind kill without names all that can be
// killed.
func (t *Task) prepareSubjects(ctx context.Context) (problems []exercise.Problem, err error) {
	mutants, err := t.model.Mutants(engine.Selection{
		Operators: t.settings.Operators, Order: t.settings.Order, Sample: t.settings.Sample, Seed: t.settings.Seed,
		Options: t.settings.Options,
	})
	if err != nil {
		return []exercise.Problem{{Path: "settings", Message: err.Error()}}, nil
	}
	byID := map[string]engine.Mutant{}
	for _, m := range mutants {
		byID[m.Describe().ID] = m
	}
	if t.exercise.Kind == exercise.Kill && len(t.exercise.Mutants) == 0 {
		if t.subjects, err = t.allKillable(ctx); err != nil {
			return nil, err
		}
	}
	add := func(path string, named []exercise.Subject, to *[]*subject) {
		for i, x := range named {
			s, why := t.subject(ctx, x, byID)
			if why == "" && t.exercise.Kind == exercise.Kill && s.judged.Verdict != report.Killed {
				why = fmt.Sprintf("%s cannot be killed, so it does not belong here", x.ID)
			}
			if why != "" {
				problems = append(problems, exercise.Problem{Path: fmt.Sprintf("%s.%d", path, i), Message: why})
				continue
			}
			*to = append(*to, s)
		}
	}
	add("mutants", t.exercise.Mutants, &t.subjects)
	if t.graded && t.exercise.Kind == exercise.Kill {
		add("secret.mutants", t.hidden.Mutants, &t.final)
	}
	for _, s := range t.subjects {
		if s.id == t.hidden.Box {
			t.box = s
		}
	}
	switch {
	case problems != nil || ctx.Err() != nil:
	case t.exercise.Kind == exercise.Kill && len(t.subjects) == 0:
		problems = []exercise.Problem{{Path: "mutants", Message: "there is no mutant to kill"}}
	case t.exercise.Kind == exercise.Kill && len(t.subjects) > exercise.MaxMutants:
		problems = []exercise.Problem{{Path: "settings.operators", Message: fmt.Sprintf("got %d mutants to kill, want "+
			"at most %d: take fewer operators, or a sample", len(t.subjects), exercise.MaxMutants)}}
	case t.exercise.Kind == exercise.Find && t.box == nil:
		problems = []exercise.Problem{{Path: "secret.box", Message: "the black box is none of the suspects"}}
	}
	return problems, ctx.Err()
}

// allKillable judges all mutants of the settings, and takes those that are killed.
func (t *Task) allKillable(ctx context.Context) ([]*subject, error) {
	r, err := engine.Run(ctx, engine.Job{File: t.file, Formalism: t.formalism, Model: t.model, Settings: t.settings},
		engine.Observer{})
	if err != nil {
		return nil, err
	}
	var all []*subject
	for _, m := range r.Mutants {
		if m.Verdict != report.Killed || t.exercise.Distinct && m.DuplicateOf != "" {
			continue
		}
		s, why := t.enter(ctx, m.ID, engine.MutantText(t.file.Text, m))
		if why != "" {
			return nil, fmt.Errorf("mutant %s: %s", m.ID, why)
		}
		s.judged = m
		s.line, _ = m.Place()
		all = append(all, s)
	}
	return all, nil
}

// subject finds one that is named, and judges it.
func (t *Task) subject(ctx context.Context, x exercise.Subject, byID map[string]engine.Mutant) (*subject, string) {
	if x.Text != "" {
		s, why := t.enter(ctx, x.ID, x.Text)
		if why != "" {
			return nil, why
		}
		m, err := t.model.Compare(ctx, s.model, t.settings)
		if err != nil {
			return nil, err.Error()
		}
		m.ID = x.ID
		engine.HandWritten(t.file, x.Text, &m)
		s.judged = m
		s.line, _ = m.Place()
		return s, undecided(m)
	}
	mutant, ok := byID[x.ID]
	if !ok {
		return nil, fmt.Sprintf("the settings make no mutant %q", x.ID)
	}
	m := t.checker.Check(ctx, mutant)
	s, why := t.enter(ctx, x.ID, engine.MutantText(t.file.Text, m))
	if why != "" {
		return nil, why
	}
	s.judged = m
	s.line, _ = m.Place()
	return s, undecided(m)
}

// undecided says why a mutant is of no use in an exercise; "" if it is.
func undecided(m report.Mutant) string {
	switch m.Verdict {
	case report.Unknown:
		return "it was not decided within the limits whether this mutant can be killed: raise them, or leave it out"
	case report.Invalid:
		return "this mutant is not a model that can be judged: " + m.Reason
	}
	return ""
}

// enter prepares a text for runs.
func (t *Task) enter(ctx context.Context, id, text string) (*subject, string) {
	s := &subject{id: id, text: text, file: source.NewFile(t.exercise.Name, text)}
	var diags source.Diagnostics
	if s.model, diags = engine.Open(t.formalism, s.file); s.model == nil {
		first := engine.Diagnostics(s.file, diags)[0]
		return nil, fmt.Sprintf("line %d, column %d: %s", first.Span.Line, first.Span.Column, first.Message)
	}
	var err error
	if s.runs, err = t.trial.Enter(ctx, s.model); err != nil {
		return nil, err.Error()
	}
	return s, ""
}

// A verdict on two models, in the direction from the first to the second.
type direction struct {
	report.Mutant
	err error
}

// compare holds a model against another one, which is the original.
func (t *Task) compare(ctx context.Context, spec, impl engine.Model) direction {
	m, err := spec.Compare(ctx, impl, t.settings)
	return direction{m, err}
}

// same tells whether two models behave alike; sure is false where that was not decided.
func (t *Task) same(ctx context.Context, a, b engine.Model) (alike, sure bool) {
	one := t.compare(ctx, a, b)
	if one.err != nil || one.Verdict != report.Unkillable {
		return false, one.err != nil || one.Verdict != report.Unknown
	}
	if t.oneWay() {
		return true, true
	}
	other := t.compare(ctx, b, a)
	return other.err == nil && other.Verdict == report.Unkillable, other.err != nil || other.Verdict != report.Unknown
}
