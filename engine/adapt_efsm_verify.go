package engine

import (
	"context"
	"encoding/json"
	"fmt"

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
	impl, changes, err := c.mutant(m)
	if err != nil {
		return err
	}
	if m.Verdict == report.Unknown {
		return c.verifyUnknown(ctx, m, impl, changes)
	}
	if c.blocked != nil {
		return fmt.Errorf("the model is beyond the budget, so nothing is known")
	}
	if c.symbolic != nil {
		return c.verifySymbolic(ctx, m, impl, changes)
	}
	v, err := c.judge(impl, changes)
	if err != nil {
		return err
	}
	if err := c.compare(m, v, impl); err != nil {
		return err
	}
	return c.verifyDataflow(m, changes)
}

// verifyInvalid reads the mutant's text: the reader must refuse it.
func (c *efsmChecker) verifyInvalid(m report.Mutant, changes []efsm.Change) error {
	model, _ := model.Open(source.NewFile("mutant", MutantText(c.x.m.File.Text, m)))
	switch {
	case model != nil:
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
func (c *efsmChecker) verifyUnknown(ctx context.Context, m report.Mutant, impl *model.Machine, changes []efsm.Change) error {
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
		{"verdict", m.Verdict, again.Verdict}, {"reason", m.Reason, again.Reason}, {"strength", m.Strength, again.Strength}, {"k", m.K, again.K},
		{"weak word", compact(m.Weak), compact(again.Weak)}, {"strong word", compact(m.Strong), compact(again.Strong)},
		{"state length", m.StateLength, again.StateLength}, {"data-flow answer", compact(m.Dataflow), compact(again.Dataflow)},
	} {
		if !same(claim.got, claim.want) {
			return fmt.Errorf("the %s is %s, repeating the run finds %s", claim.what, report.Raw(claim.got), report.Raw(claim.want))
		}
	}
	return nil
}

// verifyDataflow follows the definition of the data-flow answer forwards, by the plain evaluator.
func (c *efsmChecker) verifyDataflow(m report.Mutant, changes []efsm.Change) error {
	if len(changes) != 1 {
		if m.Dataflow != nil {
			return fmt.Errorf("data flow answers for single changes only")
		}
		return nil
	}
	plain, uses, ok := c.referee.Dataflow(&efsm.Faults(c.x.m, changes)[0])
	if !ok {
		return fmt.Errorf("the model is too large for the simple checker")
	}
	found := plain
	if c.settings.Options["predicate-uses"] == "true" {
		found = uses
	}
	if !same(compact(m.Dataflow), found) {
		return fmt.Errorf("the data-flow answer is %s, the simple checker finds %t", m.Dataflow, found)
	}
	return nil
}

// verifyPairs bounds the plain product where the model was too large for the explicit engine.
const verifyPairs = 20_000

// verifySymbolic replays kills, and confirms equivalence by the plain product where that is small
// enough and by a fresh induction where it is not. The plain product also knows all words.
func (c *efsmChecker) verifySymbolic(ctx context.Context, m report.Mutant, impl *model.Machine, changes []efsm.Change) error {
	word := c.readWord(m.Strong)
	switch {
	case m.Verdict == report.Killed:
		trace, ok := c.x.m.Replay(impl, word)
		switch {
		case word == nil || !ok:
			return fmt.Errorf("the strong word does not kill the mutant on its last input")
		case !same(m.Length, stepsBefore(word)):
			return fmt.Errorf("the length is not the number of steps before the last of the strong word")
		case !same(compact(m.Counterexample), report.Raw(trace)):
			return fmt.Errorf("the counterexample is not what the machines do")
		}
	case word != nil || m.Reason != report.Equivalent:
		return fmt.Errorf("an unkillable mutant has no strong word and the reason equivalent")
	}
	if referee, err := referee.NewReferee(c.x.m, verifyPairs); err == nil {
		if v := referee.Judge(impl, efsm.Faults(c.x.m, changes)); !v.Exhausted {
			return c.compareWords(m, v)
		}
	}
	if m.Verdict == report.Killed {
		return nil
	}
	s := c.settings
	if v := efsm.NewSymbolic(c.x.m, max(s.Depth, s.Budget.Depth), s.Budget.SATCalls).Check(ctx, changes...); !v.Proved || v.Strong != nil {
		return fmt.Errorf("equivalence can not be proved again")
	}
	return nil
}

// compareWords holds what the SAT engine says of kills against the plain product. It says nothing
// of what it did not find.
func (c *efsmChecker) compareWords(m report.Mutant, v referee.PlainVerdict) error {
	weak, strong := c.word(v.Weak != nil, v.Weak), c.word(v.Strong != nil, v.Strong)
	switch {
	case !same(compact(m.Strong), compact(strong)):
		return fmt.Errorf("the strong word is %s, the simple checker finds %s", m.Strong, strong)
	case m.Weak != nil && m.Operator != handWritten && !same(compact(m.Weak), compact(weak)):
		return fmt.Errorf("the weak word is %s, the simple checker finds %s", m.Weak, weak)
	case m.StateLength != nil && *m.StateLength != v.StateLength:
		return fmt.Errorf("the state length is %d, the simple checker finds %d", *m.StateLength, v.StateLength)
	}
	return nil
}

func (c *efsmChecker) judge(impl *model.Machine, changes []efsm.Change) (referee.PlainVerdict, error) {
	if c.referee == nil {
		refereer, err := referee.NewReferee(c.x.m, 0)
		if err != nil {
			return referee.PlainVerdict{}, err
		}
		c.referee = refereer
	}
	return c.referee.Judge(impl, efsm.Faults(c.x.m, changes)), nil
}

// compare says what of a report's mutant is not as the plain product has it.
func (c *efsmChecker) compare(m report.Mutant, v referee.PlainVerdict, impl *model.Machine) error {
	want := report.Mutant{Verdict: report.Unkillable, Strength: report.Proved, Reason: report.Equivalent}
	if v.Strong != nil {
		trace, _ := c.x.m.Replay(impl, v.Strong)
		want = report.Mutant{Verdict: report.Killed, Strength: report.Proved, Length: stepsBefore(v.Strong), Counterexample: report.Raw(trace)}
	} else if v.Exhausted {
		return fmt.Errorf("the product is too large for the simple checker")
	}
	want.Strong = c.word(v.Strong != nil, v.Strong)
	if v.StateLength >= 0 {
		want.StateLength = report.Int(v.StateLength)
	}
	if m.Operator != handWritten {
		want.Weak = c.word(v.Weak != nil, v.Weak)
	}
	for _, claim := range []struct {
		what      string
		got, want any
	}{
		{"verdict", m.Verdict, want.Verdict}, {"strength", m.Strength, want.Strength}, {"reason", m.Reason, want.Reason},
		{"length", m.Length, want.Length}, {"stateLength", m.StateLength, want.StateLength},
		{"weak word", compact(m.Weak), compact(want.Weak)}, {"strong word", compact(m.Strong), compact(want.Strong)},
		{"counterexample", compact(m.Counterexample), compact(want.Counterexample)},
	} {
		if !same(claim.got, claim.want) {
			return fmt.Errorf("the %s is %s, the simple checker finds %s", claim.what, report.Raw(claim.got), report.Raw(claim.want))
		}
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
