package tioa

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/mutarium/mutarium/engine/dbm"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/game"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/model/trace"
	"github.com/mutarium/mutarium/engine/tioa/mutants"
	"github.com/mutarium/mutarium/engine/tioa/referee"
	"github.com/mutarium/mutarium/engine/tioa/replay"
)

// Why a mutant of a timed game cannot be killed: another reading would kill it; or, with model and mutant
// exchanged, a run shows what the mutant does less or accepts more; or both have the same runs, because no run
// takes the changed edge, or because the change alters none.

// Why gives the cause for a judged mutant; nil where none was found that stands up to its check.
func (c *Checker) Why(ctx context.Context, m report.Mutant, byHand bool) *report.Why {
	c.watch(ctx)
	mu, err := c.mutant(m, byHand)
	if err != nil {
		return nil
	}
	w := &report.Why{Spans: []report.Span{m.Span}}
	switch {
	case m.Verdict == report.Killed:
		return c.killedBy(m, w)
	case m.Verdict != report.Unkillable:
		return nil
	case c.convention(&mu, w):
		return w
	}
	whole, mutant, ok := c.judge.sides(&mu, c.how.Counts)
	if !ok {
		return nil
	}
	back, err := game.RefineExact(whole, mutant, game.Game{Limit: c.judge.Limit})
	switch {
	case err != nil:
		return nil
	case back.Holds:
		return c.same(&mu, m, w)
	}
	if t, err := replay.TraceOf(whole, mutant, back.Failure, game.Game{}); err != nil || !less(t, m, w) {
		return nil
	}
	w.Check.Text = "With the two exchanged the model is killed; the run was made again by plain evaluation of both."
	c.exchanged(m, w, referee.NonSubsumed, report.Killed)
	return w
}

// sides are the model and a mutant as a reading has them, both without stuck states or both with them.
func (j *Judge) sides(mu *mutants.Mutant, s referee.Semantics) (whole, mutant *game.System, ok bool) {
	c, err := j.candidate(mu)
	if err != nil {
		return nil, nil, false
	}
	if s == referee.Definition7 {
		return j.plain.Spec, c.sys, true
	}
	if j.open != nil || j.prune(c) != nil || !c.good.Start() {
		return nil, nil, false
	}
	return j.pruned.Spec, c.good.Prune().Called(trace.TheMutant), true
}

// exchanged gives the texts of the comparison in the other direction, where its verdict as a run would have it is the
// one that is wanted.
func (c *Checker) exchanged(m report.Mutant, w *report.Why, want referee.MutantVerdict, verdict string) {
	f := c.model.File
	if f == nil || c.model.Features != nil {
		return
	}
	text := f.Mutated(m)
	other, _ := model.Parse(source.NewFile("mutant", text))
	if other == nil || other.Automaton(c.subject.Automaton.Name) == nil {
		return
	}
	spec := mutants.Subject{Model: other, Automaton: other.Automaton(c.subject.Automaton.Name)}
	j, err := NewJudge(spec, c.judge.Limit)
	if err != nil {
		return
	}
	back := mutants.ByHand(spec, c.subject)
	if j.Judge(&back, c.how.Counts).Verdict == want {
		w.Check.Spec, w.Check.Impl, w.Check.Verdict = text, f.Text, verdict
	}
}

// less says what the model does that the mutant does not, by the end of a run.
func less(t *trace.Trace, m report.Mutant, w *report.Why) bool {
	last := &t.Steps[len(t.Steps)-1]
	at, label := report.Time(last.Time.String()), last.Label()
	window := m.Original != "" && m.Replacement != "" && len(m.Original)+len(m.Replacement) < 80
	if window {
		w.Text = fmt.Sprintf("With `%s` instead of `%s`: ", m.Replacement, m.Original)
	}
	switch t.Fault {
	case trace.ExtraOutput:
		w.Code = report.WhyOnlyLess
		if window {
			w.Code = report.WhyNarrower
		}
		w.Text += fmt.Sprintf("the mutant does less. At time %s the model may do `%s`, the mutant may not, and no test can "+
			"demand what is only allowed.", at, label)
	case trace.LateDelay:
		w.Code = report.WhyNarrower
		w.Text += fmt.Sprintf("the mutant waits less. At time %s the model may still wait, the mutant has acted, which the "+
			"model allows.", at)
	case trace.LostInput:
		w.Code = report.WhyWider
		w.Text += fmt.Sprintf("the mutant accepts more. At time %s it takes `%s`, which the model does not, and accepting "+
			"more is allowed.", at, label)
	default:
		return false
	}
	if !window {
		w.Text = "T" + w.Text[1:]
	}
	return true
}

// convention tells whether the mutant is killed under another reading, and says so.
func (c *Checker) convention(mu *mutants.Mutant, w *report.Why) bool {
	for _, s := range []referee.Semantics{referee.Definition7, referee.PrunedStates, referee.ToolAlphabet} {
		if s == c.how.Counts {
			continue
		}
		v := c.judge.Judge(mu, s)
		if v.Verdict != referee.NonSubsumed {
			continue
		}
		t, err := v.Trace()
		if err != nil || v.Replay(t) != nil {
			continue
		}
		because := "stuck states are left out"
		switch {
		case c.how.Counts == referee.ToolAlphabet && s != referee.ToolAlphabet && c.judge.strange(mu):
			because = "an output that the model does not declare is ignored, as in the paper's tables"
		case c.how.Counts == referee.Definition7:
			because = "stuck states count"
		}
		w.Code = report.WhyConvention
		w.Text = fmt.Sprintf("Only because %s; with the semantics %s it is killed at step %d.", because, s, len(t.Steps))
		w.Check.Text = fmt.Sprintf("It was judged with the semantics %s too, and the run was made again by plain "+
			"evaluation.", s)
		return true
	}
	return false
}

// same explains a mutant with exactly the runs of the model.
func (c *Checker) same(mu *mutants.Mutant, m report.Mutant, w *report.Why) *report.Why {
	w.Code, w.Text = report.WhyNoEffect, "The change alters no run: model and mutant do the same at the same times."
	w.Check.Text = "Each was compared with the other."
	c.exchanged(m, w, referee.Subsumed, report.Unkillable)
	if mu.Foreign || mu.Second != nil || mu.First.Edge < 0 {
		return w
	}
	if c.setAgain(mu) {
		w.Code = report.WhyOverwritten
		w.Text = fmt.Sprintf("The changed reset of `%s` does not matter: the clock is set again before it is compared, or "+
			"never compared.", mu.First.Name)
	}
	reach := c.how.Reach()
	if reach == nil || !slices.Contains(reach.Dead(), mu.First.Edge) {
		return w
	}
	removed := mutants.Mutation{Op: mutants.OperatorNamed("TMI"), Edge: mu.First.Edge, Location: -1}
	without := mutants.ByHand(c.subject, c.subject.Apply(removed))
	if alike, decided := c.judge.LikeModel(&without, c.how.Counts); alike && decided {
		w.Code, w.Text = report.WhyNeverRuns, "No run takes the changed edge."
		w.Check = report.Check{Text: "Without that edge the model has the same runs."}
		if c.model.File != nil {
			cut := mutants.Mutant{Origin: c.subject, First: removed, Result: without.Result}
			c.exchanged(Describe(&cut, nil), w, referee.Subsumed, report.Unkillable)
		}
	}
	return w
}

// setAgain tells of a changed reset that no run compares the clock behind the edge before it sets it again.
func (c *Checker) setAgain(mu *mutants.Mutant) bool {
	if mu.First.Op.Name != "IRS" {
		return false
	}
	to := c.subject.Automaton.Edges[mu.First.Edge].Target
	for _, sys := range []*game.System{c.judge.plain.Spec, c.judge.last.sys} {
		clock := slices.Index(sys.Clocks, mu.First.Name) + 1
		for _, l := range sys.Locs {
			if clock == 0 || len(l.Parts) == 0 || l.Parts[0] == to && l.Max[clock] != dbm.NoBound {
				return false
			}
		}
	}
	return true
}

// killedBy tells where the states of a counterexample part, and what shows it.
func (c *Checker) killedBy(m report.Mutant, w *report.Why) *report.Why {
	var x trace.CounterexampleJSON
	if json.Unmarshal(m.Counterexample, &x) != nil || len(x.Steps) == 0 {
		return nil
	}
	name := func(i int) string {
		s := &x.Steps[i]
		return fmt.Sprintf("at step %d (%s at time %s)", i+1, s.Kind+" "+s.Action, report.Time(s.Time))
	}
	last := len(x.Steps) - 1
	infect := last
	for i := range x.Steps[:last] {
		s := &x.Steps[i]
		if s.Impl.Location != s.Spec.Location || !slices.Equal(s.Impl.Clocks, s.Spec.Clocks) {
			infect = i
			break
		}
	}
	w.Code = report.WhyKilled
	w.Text = fmt.Sprintf("Reached, infected and shown at once %s.", name(last))
	if infect < last {
		w.Text = fmt.Sprintf("Reached and infected %s, where the states part; shown %s.", name(infect), name(last))
	}
	w.Facts = []report.Fact{{Label: "infect", Value: name(infect)}, {Label: "propagate", Value: name(last)}}
	w.Check.Text = "The run was made by plain evaluation of both."
	return w
}
