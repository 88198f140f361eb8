package tioa

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/model/trace"
	"github.com/mutarium/mutarium/engine/tioa/mutants"
	"github.com/mutarium/mutarium/engine/tioa/referee"
)

// Verdicts as reports have them. Check judges a mutant by the search, and Verify has the referee
// check what was said of it.

// CheckerOptions say how mutants are judged.
type CheckerOptions struct {
	Counts  referee.Semantics // the reading whose verdict is the mutant's
	Zones   int               // each game may store; 0: DefaultZones
	Product string            // of a hand-written mutant with features: which one is meant
	Reach   func() *Reach     // what the component reaches; nil where that is beyond the budget
}

// A Checker judges the mutants of one component. It is for one goroutine.
type Checker struct {
	model   *model.Model
	subject mutants.Subject
	how     CheckerOptions
	judge   *Judge
	referee *referee.Referee
	said    map[referee.Readings]json.RawMessage // the texts of verdicts, which are few
}

// NewChecker prepares the checks of a component. The model is the one that was read, with its features
// if it has any.
func NewChecker(ctx context.Context, m *model.Model, s mutants.Subject, how CheckerOptions) (*Checker, error) {
	c := &Checker{model: m, subject: s, how: how, said: map[referee.Readings]json.RawMessage{}}
	c.referee = referee.New(model.Subject(s))
	var err error
	c.judge, err = NewJudgeUntil(ctx, s, how.Zones)
	return c, err
}

// watch has what follows end with the context.
func (c *Checker) watch(ctx context.Context) {
	c.judge.Watch(ctx)
	c.referee.Watch(ctx.Done())
}

// Check judges one mutant; its verdict stays empty when the context is done.
func (c *Checker) Check(ctx context.Context, mu *mutants.Mutant, reach *Reach) report.Mutant {
	d := Describe(mu, reach)
	if ctx.Err() != nil {
		return d
	}
	c.watch(ctx)
	decided := d
	if c.decide(&decided, mu); ctx.Err() != nil && decided.Verdict == report.Unknown {
		return d // stopped, not decided
	}
	return decided
}

// Compare fills in what is said of the component of another model, taken as a mutant.
func (c *Checker) Compare(other *model.Model, d *report.Mutant) error {
	mu, err := c.against(other)
	if err == nil {
		c.decide(d, &mu)
	}
	return err
}

// decide fills in verdict, evidence and notes.
func (c *Checker) decide(d *report.Mutant, mu *mutants.Mutant) {
	all := c.judge.All(mu)
	v := all[c.how.Counts]
	d.SetDetail(referee.DetailReadings, c.saying(referee.Readings{
		Alphabet:    all[referee.ToolAlphabet].Verdict.Word(),
		Definition7: all[referee.Definition7].Verdict.Word(),
		Pruned:      all[referee.PrunedStates].Verdict.Word(),
	}))
	d.Effort = &report.Effort{States: v.Zones}
	d.Strength = report.Proved
	switch v.Verdict {
	case referee.Subsumed:
		d.Verdict, d.Reason = report.Unkillable, report.Refines
	case referee.NoModel:
		d.Verdict, d.Reason = report.Invalid, report.Inconsistent
		d.Notes = append(d.Notes, v.Reason)
	case referee.Undecided:
		d.Verdict, d.Strength, d.Reason = report.Unknown, report.None, v.Budget
		d.Notes = append(d.Notes, v.Reason)
	default:
		c.killed(d, &v)
	}
	var verdicts [3]referee.MutantVerdict
	choice := false
	for i := range all {
		verdicts[i], choice = all[i].Verdict, choice || all[i].Game
	}
	d.Notes = append(d.Notes, referee.Notes(verdicts, choice)...)
}

// saying gives the text of three verdicts, one for all mutants that have them.
func (c *Checker) saying(v referee.Readings) json.RawMessage {
	text, ok := c.said[v]
	if !ok {
		text = report.Raw(v)
		c.said[v] = text
	}
	return text
}

// killed makes the counterexample and has it replayed by plain machines before anybody sees it.
func (c *Checker) killed(d *report.Mutant, v *Judgement) {
	t, err := v.Trace()
	if err == nil {
		err = v.Replay(t)
	}
	if err != nil {
		d.Verdict, d.Strength, d.Reason = report.Unknown, report.None, report.Replay
		d.Notes = append(d.Notes, "no run could be made of the counterexample: please report this as a defect of Mutarium ("+
			err.Error()+")")
		return
	}
	d.Verdict, d.Length = report.Killed, report.Int(max(len(t.Steps)-1, 0))
	d.Counterexample = report.Raw(t.Counterexample(v.Semantics.String()))
}

// Fingerprint is equal for mutants that may be duplicates. A mutant that behaves as the model does is
// no duplicate of another such one: its print is its own.
func (c *Checker) Fingerprint(ctx context.Context, mu *mutants.Mutant) (string, bool) {
	c.watch(ctx)
	if same, decided := c.judge.LikeModel(mu, c.how.Counts); !decided {
		return "", false
	} else if same {
		return "the model: " + mu.ID(), true
	}
	return c.judge.Signature(mu, c.how.Counts)
}

// Same tells whether two mutants are duplicates: each refines the other.
func (c *Checker) Same(ctx context.Context, a, b *mutants.Mutant) (same, decided bool) {
	c.watch(ctx)
	return c.judge.Alike(a, b, c.how.Counts)
}

// mutant makes the mutant of a report again.
func (c *Checker) mutant(m report.Mutant, byHand bool) (mutants.Mutant, error) {
	if byHand {
		return c.handWritten(m)
	}
	parts := m.Parts
	if len(parts) == 0 {
		parts = []string{m.ID}
	}
	mu, ok := mutants.FindMutant(c.subject, parts)
	if !ok {
		return mu, fmt.Errorf("the operators do not make %s", m.ID)
	}
	return mu, nil
}

func (c *Checker) handWritten(m report.Mutant) (mutants.Mutant, error) {
	f := source.NewFile("mutant", c.model.File.Mutated(m))
	impl, d := model.Parse(f)
	if impl == nil {
		return mutants.Mutant{}, fmt.Errorf("the mutant cannot be read: %s", strings.TrimSpace(d.Text(f)))
	}
	return c.against(impl)
}

// against takes the component of another model as a mutant.
func (c *Checker) against(m *model.Model) (mutants.Mutant, error) {
	s, err := Opponent(context.Background(), m, c.subject.Automaton.Name, c.how.Product)
	if err != nil {
		return mutants.Mutant{}, err
	}
	return mutants.ByHand(c.subject, mutants.Subject(s)), nil
}

// Opponent is the component of a name of another model, or its only one; of a model with features, in a product.
func Opponent(ctx context.Context, m *model.Model, name, product string) (model.Subject, error) {
	if m.Features != nil {
		var err error
		if m, err = m.Choose(ctx, product); err != nil {
			return model.Subject{}, fmt.Errorf("the other model: %w", err)
		}
	}
	a := m.Automaton(name)
	if a == nil && len(m.Automata) == 1 {
		a = m.Automata[0]
	}
	if a == nil {
		return model.Subject{}, fmt.Errorf("the other model has no component %q", name)
	}
	return model.Subject{Model: m, Automaton: a}, nil
}

// Walk shows a mutant of a report and the model side by side: along its counterexample, or a run that
// both have.
func (c *Checker) Walk(ctx context.Context, m report.Mutant, byHand bool) (*report.Walk, error) {
	c.watch(ctx)
	mu, err := c.mutant(m, byHand)
	if err != nil {
		return nil, err
	}
	v := c.judge.Judge(&mu, c.how.Counts)
	if v.Verdict == referee.NoModel || v.Verdict == referee.Undecided {
		v = c.judge.Judge(&mu, referee.Definition7)
	}
	var t *trace.Trace
	if v.Verdict == referee.NonSubsumed {
		t, err = v.Trace()
	} else {
		t, err = v.CommonRun()
	}
	if err != nil {
		return nil, err
	}
	w := t.MutantWalk(c.model)
	placed(w, c.subject.Automaton, mu.Result.Automaton)
	if test := referee.TestOf(t, m.ID); v.Verdict == referee.NonSubsumed && !v.Game && test != nil {
		spec, impl := referee.NewRunner(model.Subject(c.subject)), referee.NewRunner(model.Subject(mu.Result))
		if !spec.Kills(test) && impl.Kills(test) {
			w.Test = test.Text()
		}
	}
	return w, nil
}

// Verify has the referee check what a report says of a mutant. That something is unknown can be told
// by a search alone: it is repeated with the budget of the run, and must be left without an answer,
// too. Old reports were written by versions with other sentences.
func (c *Checker) Verify(ctx context.Context, m report.Mutant, byHand, old bool) error {
	c.watch(ctx)
	mu, err := c.mutant(m, byHand)
	if err != nil {
		return err
	}
	d := report.Mutant{}
	if !byHand {
		d = Describe(&mu, c.how.Reach())
	}
	claim := referee.Claim{Mutant: m, Impl: model.Subject(mu.Result), Counts: c.how.Counts, Known: len(d.Notes), Old: old}
	if m.Verdict == report.Unknown {
		return c.verifyUnknown(m, d, &mu, old)
	}
	open, err := claim.Open()
	if err != nil {
		return err
	}
	for _, s := range open {
		if v := c.judge.Judge(&mu, s); v.Verdict != referee.Undecided {
			return fmt.Errorf("under %s it is said to be unknown, repeating the run finds %s", s, v.Verdict)
		}
	}
	return c.referee.Verify(claim)
}

// verifyUnknown repeats the run.
func (c *Checker) verifyUnknown(m, again report.Mutant, mu *mutants.Mutant, old bool) error {
	c.decide(&again, mu)
	for _, x := range []struct {
		what      string
		got, want any
	}{
		{"verdict", m.Verdict, again.Verdict}, {"reason", m.Reason, again.Reason}, {"strength", m.Strength, again.Strength},
		{"length", m.Length, again.Length}, {"counterexample", m.Counterexample, again.Counterexample},
		{"evidence", m.Evidence, again.Evidence}, {"answer under the readings", m.Details, again.Details},
	} {
		if got, want := plain(x.got), plain(x.want); got != want {
			return fmt.Errorf("the %s is %s, repeating the run finds %s", x.what, got, want)
		}
	}
	if got, want := plain(m.Notes), plain(again.Notes); got != want && !old {
		return fmt.Errorf("the notes are %s, repeating the run finds %s", got, want)
	}
	return nil
}

// plain writes a part of a report without the blanks that it may have in a file.
func plain(part any) string {
	var v any
	if json.Unmarshal(report.Raw(part), &v) != nil {
		return ""
	}
	return string(report.Raw(v))
}
