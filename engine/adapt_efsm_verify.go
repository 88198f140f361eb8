package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/mutarium/mutarium/engine/efsm"
	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/efsm/referee"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// Verify explores the product again by the plain evaluator and compares everything it says. What is
// unknown must be so: the run is repeated with its budget.
func (c *efsmChecker) Verify(ctx context.Context, m report.Mutant, r *report.Report) error {
	if err := c.verifyVerdict(ctx, m); err != nil {
		return err
	}
	return c.verifyDuplicate(m, r)
}

func (c *efsmChecker) verifyVerdict(ctx context.Context, m report.Mutant) error {
	changes := c.changes(m)
	if changes != nil && efsm.Unreadable(c.x.m, changes...) != "" || m.Verdict == report.Invalid {
		return c.verifyInvalid(m, changes)
	}
	impl, err := c.written(m)
	if err != nil {
		return err
	}
	if m.Verdict == report.Unknown {
		return c.verifyUnknown(ctx, m, impl, changes)
	}
	if c.blocked != nil {
		return fmt.Errorf("the model is beyond the budget, so nothing is known")
	}
	claim := referee.Claim{Mutant: m, Impl: impl, PredicateUses: c.settings.Options["predicate-uses"] == "true"}
	if changes != nil {
		claim.Faults = efsm.Faults(c.x.m, changes)
	}
	if c.symbolic != nil {
		return c.verifySymbolic(ctx, claim, changes)
	}
	if c.referee == nil {
		if c.referee, err = referee.New(c.x.m, 0); err != nil {
			return err
		}
	}
	return c.referee.Verify(claim)
}

// written reads the mutant from its text, as somebody would who has the report alone.
func (c *efsmChecker) written(m report.Mutant) (*model.Machine, error) {
	f := source.NewFile("mutant", MutantText(c.x.m.File.Text, m))
	impl, d := model.Parse(f)
	if impl == nil {
		return nil, fmt.Errorf("the mutant cannot be read: %s", strings.TrimSpace(d.Text(f)))
	}
	return impl, nil
}

// verifyInvalid reads the mutant's text: the reader must refuse it.
func (c *efsmChecker) verifyInvalid(m report.Mutant, changes []efsm.Change) error {
	_, err := c.written(m)
	switch {
	case err == nil:
		return fmt.Errorf("the mutant is called invalid, but it can be read")
	case m.Verdict != report.Invalid:
		return fmt.Errorf("the mutant cannot be read, so it is invalid")
	case m.Reason != "overflow" || changes == nil || len(m.Notes) != 1 || m.Notes[0] != efsm.Unreadable(c.x.m, changes...):
		return fmt.Errorf("the reason why the mutant is invalid is another one")
	}
	return nil
}

// mutantOf makes a mutant of changes of a report.
func mutantOf(m *model.Machine, changes []efsm.Change) efsmMutant {
	second := int32(-1)
	if len(changes) > 1 {
		second = 1
	}
	return efsmMutant{&efsmFamily{m, changes}, 0, second}
}

// verifyUnknown repeats the check: an answer within the budget is not unknown.
func (c *efsmChecker) verifyUnknown(ctx context.Context, m report.Mutant, impl *model.Machine,
	changes []efsm.Change) error {
	var again report.Mutant
	if changes != nil {
		again = c.Check(ctx, mutantOf(c.x.m, changes))
	} else {
		var err error
		if again, err = c.x.Compare(ctx, &efsmModel{m: impl}, c.settings); err != nil {
			return err
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	for _, claim := range []struct {
		what      string
		got, want any
	}{
		{"verdict", m.Verdict, again.Verdict}, {"reason", m.Reason, again.Reason}, {"strength", m.Strength,
			again.Strength}, {"k", m.K, again.K},
		{"weak word", compact(m.Detail(detailWeak)), compact(again.Detail(detailWeak))},
		{"strong word", compact(m.Detail(detailStrong)), compact(again.Detail(detailStrong))},
		{"state length", compact(m.Detail(detailState)), compact(again.Detail(detailState))},
		{"data-flow answer", compact(m.Detail(detailFlow)), compact(again.Detail(detailFlow))},
	} {
		if !same(claim.got, claim.want) {
			return fmt.Errorf("the %s is %s, repeating the run finds %s", claim.what, report.Raw(claim.got),
				report.Raw(claim.want))
		}
	}
	return nil
}

// verifyPairs bounds the plain product where the model was too large for the explicit engine.
const verifyPairs = 20_000

// verifySymbolic replays kills, and confirms equivalence by the plain product where that is small
// enough and by a fresh induction where it is not. The plain product also knows all words.
func (c *efsmChecker) verifySymbolic(ctx context.Context, claim referee.Claim, changes []efsm.Change) error {
	r, err := referee.New(c.x.m, verifyPairs)
	small := err == nil
	if !small {
		r = referee.Without(c.x.m)
	}
	word := c.readWord(claim.Detail(detailStrong))
	if claim.Verdict == report.Killed {
		if err := r.VerifyKill(claim, word); err != nil {
			return err
		}
	} else if word != nil || claim.Reason != report.Equivalent {
		return fmt.Errorf("an unkillable mutant has no strong word and the reason equivalent")
	}
	if small {
		if decided, err := r.VerifyWords(claim); decided {
			return err
		}
	}
	if claim.Verdict == report.Killed {
		return nil
	}
	s := c.settings
	if v := efsm.NewSymbolic(c.x.m, max(s.Depth, s.Budget.Depth), s.Budget.SATCalls).Check(ctx,
		changes...); !v.Proved || v.Strong != nil {
		return fmt.Errorf("equivalence can not be proved again")
	}
	return nil
}

// compact drops the blanks of a part that went through an indented file.
func compact(raw json.RawMessage) json.RawMessage {
	var v any
	if len(raw) == 0 || json.Unmarshal(raw, &v) != nil {
		return nil
	}
	return report.Raw(v)
}
