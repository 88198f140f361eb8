package tfsm

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tfsm/model"
	"github.com/mutarium/mutarium/engine/tfsm/referee"
)

// The verdicts on single mutants. Check judges the machine that a mutant's transitions make; Walk and
// Verify read the mutant from its text, as anybody could who has the report alone.

// A Checker judges the mutants of one fault domain.
type Checker struct {
	ctx    context.Context
	model  *model.Model
	domain *Domain
	budget Budget // for the domain; no calls: none was asked for

	horizon model.Delay // of fingerprints; 0: not worked out yet
}

// NewChecker makes the checker of a request's domain.
func NewChecker(ctx context.Context, m *model.Model, q Request) (*Checker, error) {
	d, err := DomainOf(m, q)
	if err != nil {
		return nil, err
	}
	return &Checker{ctx: ctx, model: m, domain: d, budget: q.Budget}, nil
}

// Check judges one mutant; its verdict stays empty when the context is done.
func (c *Checker) Check(ctx context.Context, mutant *Mutant) report.Mutant {
	m := mutant.Describe()
	if ctx.Err() != nil {
		return m
	}
	d := mutant.domain
	return judge(d.Model, d.Spec, d.Automaton(d.Select(mutant.Transitions)), m)
}

// Verify checks a verdict of a report by the referee. An unknown one is judged once more: it must be unknown
// again, for the same reason.
func (c *Checker) Verify(m report.Mutant) error {
	if err := referee.Verify(c.model, m); err != nil || m.Verdict != report.Unknown {
		return err
	}
	other, err := referee.Read(c.model, m)
	if err != nil {
		return fmt.Errorf("the mutant cannot be read: %w", err)
	}
	again, missing := Compare(c.model, other)
	if missing != nil || again.Verdict != m.Verdict || again.Reason != m.Reason || again.Strength != m.Strength {
		return fmt.Errorf("the verdict is %s, not %s by %q", again.Verdict, m.Verdict, m.Reason)
	}
	return nil
}

// judge completes a described mutant by verdict and evidence, both checked before they leave.
func judge(m *model.Model, spec, impl *model.Automaton, r report.Mutant) report.Mutant {
	v := judgePair(m, spec, impl)
	r.Effort = &report.Effort{Steps: v.Stays}
	switch {
	case v.Test != nil:
		kill := referee.KillOf(m, spec, impl, v.Test)
		if slices.Equal(kill.Expected, kill.Got) { // never seen; a verdict without evidence must not leave
			r.Verdict, r.Strength, r.Reason = report.Unknown, report.None, report.Replay
			return r
		}
		r.Verdict, r.Strength, r.Length = report.Killed, report.Proved, report.Int(len(v.Test)-1)
		r.Reason, r.Counterexample = report.Output, report.Raw(kill)
	case v.Conforms && referee.Confirm(spec, impl, v.Pairs):
		r.Verdict, r.Strength, r.Reason = report.Unkillable, report.Proved, report.Equivalent
		r.Evidence = report.Raw(referee.PairsOf(m, v.Pairs))
	default:
		r.Verdict, r.Strength, r.Reason = report.Unknown, report.None, Delays
	}
	return r
}

// Compare judges the specification of another model as a mutant of this one's. The names of inputs that only
// one of the two reads are given where they cannot be compared.
func Compare(m, other *model.Model) (r report.Mutant, missing []string) {
	joint, impl, missing := m.Align(other)
	if missing != nil {
		return report.Mutant{}, missing
	}
	return judge(joint, joint.Specification(), impl, report.Mutant{}), nil
}

// What a run spends on its domain when no budget is asked for: so many calls of the solver, and none
// where operators add more transitions than that. A single call may take very long then, and those
// who run single mutants did not ask for it; making a suite tries without such a bound.
const (
	domainCalls = 120
	domainAdded = 300
)

// Domain counts the fault domain of the run's operators, and says how many tests detect all of it.
func (c *Checker) Domain() []byte {
	d, b := c.domain, c.budget
	f := d.facts()
	if b.Calls == 0 && d.Model.Mutated()-c.model.Mutated() > domainAdded {
		f.Checked = notTried
		return report.Raw(f)
	}
	if b.Calls == 0 {
		b.Calls = domainCalls
	}
	s := Generate(c.ctx, d, GenerateOptions{MaxLength: DefaultLength, Budget: b, NoReduce: true})
	f.Complete, f.Tests, f.Checked = s.Finished, len(s.Tests), notFinished
	if !s.Finished {
		return report.Raw(f)
	}
	f.count(d, s.Cubes)
	if f.Checked = solverAlone; d.Selections().Cmp(big.NewInt(MaxBrute/10)) <= 0 {
		f.check(d.Brute(c.ctx, s.Steps()))
	}
	return report.Raw(f)
}
