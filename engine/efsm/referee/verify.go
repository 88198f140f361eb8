package referee

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/report"
)

// What a report says of a mutant, held against the plain product.

// Names of what a report says of a mutant beside its verdict.
const (
	DetailWeak   = "weak"
	DetailState  = "stateLength"
	DetailStrong = "strong"
	DetailFlow   = "dataflow"
)

// A Claim is a judged mutant of a report.
type Claim struct {
	report.Mutant
	Impl          *model.Machine // as the mutant's text reads
	Faults        []model.Fault  // where it differs; nil: a person wrote it
	PredicateUses bool           // the data-flow answer counts them
}

// detail gives one of these without the blanks of an indented file.
func (c *Claim) detail(name string) json.RawMessage { return compact(c.Detail(name)) }

// Verify compares everything that a claim of the explicit engine says. The error tells what does
// not hold.
func (r *Referee) Verify(c Claim) error {
	v := r.Judge(c.Impl, c.Faults)
	want := report.Mutant{Verdict: report.Unkillable, Strength: report.Proved, Reason: report.Equivalent}
	if v.Strong != nil {
		trace, _ := r.m.Replay(c.Impl, v.Strong)
		want = report.Mutant{Verdict: report.Killed, Strength: report.Proved, Length: before(v.Strong),
			Counterexample: report.Raw(trace)}
	} else if v.Exhausted {
		return errors.New("the product is too large for the simple checker")
	}
	want.SetDetail(DetailStrong, r.word(v.Strong))
	if v.StateLength >= 0 {
		want.SetDetail(DetailState, report.Raw(v.StateLength))
	}
	if c.Faults != nil {
		want.SetDetail(DetailWeak, r.word(v.Weak))
	}
	for _, claim := range []struct {
		what      string
		got, want any
	}{
		{"verdict", c.Verdict, want.Verdict}, {"strength", c.Strength, want.Strength}, {"reason", c.Reason, want.Reason},
		{"length", c.Length, want.Length},
		{"state length", c.detail(DetailState), compact(want.Detail(DetailState))},
		{"weak word", c.detail(DetailWeak), compact(want.Detail(DetailWeak))},
		{"strong word", c.detail(DetailStrong), compact(want.Detail(DetailStrong))},
		{"counterexample", compact(c.Counterexample), compact(want.Counterexample)},
	} {
		if !same(claim.got, claim.want) {
			return fmt.Errorf("the %s is %s, the simple checker finds %s", claim.what, report.Raw(claim.got),
				report.Raw(claim.want))
		}
	}
	return r.verifyDataflow(c)
}

// verifyDataflow follows the definition of the data-flow answer.
func (r *Referee) verifyDataflow(c Claim) error {
	if len(c.Parts) > 0 || c.Faults == nil {
		if c.Detail(DetailFlow) != nil {
			return errors.New("data flow answers for single changes only")
		}
		return nil
	}
	found, uses, ok := r.Dataflow(&c.Faults[0])
	if !ok {
		return errors.New("the model is too large for the simple checker")
	}
	if c.PredicateUses {
		found = uses
	}
	if !same(c.detail(DetailFlow), found) {
		return fmt.Errorf("the data-flow answer is %s, the simple checker finds %t", c.Detail(DetailFlow), found)
	}
	return nil
}

// VerifyKill replays the kill that a claim tells of.
func (r *Referee) VerifyKill(c Claim, word []model.Letter) error {
	trace, ok := r.m.Replay(c.Impl, word)
	switch {
	case word == nil || !ok:
		return errors.New("the strong word does not kill the mutant on its last input")
	case !same(c.Length, before(word)):
		return errors.New("the length is not the number of steps before the last of the strong word")
	case !same(compact(c.Counterexample), report.Raw(trace)):
		return errors.New("the counterexample is not what the machines do")
	}
	return nil
}

// VerifyWords holds what the SAT engine says of kills against the plain product. It says nothing of
// what it did not find, and nothing is decided where the product is too large.
func (r *Referee) VerifyWords(c Claim) (decided bool, err error) {
	v := r.Judge(c.Impl, c.Faults)
	if v.Exhausted {
		return false, nil
	}
	weak, state, strong := c.detail(DetailWeak), c.detail(DetailState), c.detail(DetailStrong)
	switch {
	case !same(strong, compact(r.word(v.Strong))):
		err = fmt.Errorf("the strong word is %s, the simple checker finds %s", strong, r.word(v.Strong))
	case weak != nil && c.Faults != nil && !same(weak, compact(r.word(v.Weak))):
		err = fmt.Errorf("the weak word is %s, the simple checker finds %s", weak, r.word(v.Weak))
	case state != nil && !same(state, v.StateLength):
		err = fmt.Errorf("the state length is %s, the simple checker finds %d", state, v.StateLength)
	}
	return true, err
}

// word gives a word for a report, null when there is none.
func (r *Referee) word(w []model.Letter) json.RawMessage {
	if w == nil {
		return json.RawMessage("null")
	}
	return report.Raw(r.m.WordJSON(w))
}

// before counts the steps before the wrong one: a strong word differs on its last input.
func before(strong []model.Letter) *int { return report.Int(max(len(strong)-1, 0)) }

// same compares two parts of a report as they are written.
func same(a, b any) bool { return string(report.Raw(a)) == string(report.Raw(b)) }

// compact drops the blanks of a part that went through an indented file.
func compact(raw json.RawMessage) json.RawMessage {
	var v any
	if len(raw) == 0 || json.Unmarshal(raw, &v) != nil {
		return nil
	}
	return report.Raw(v)
}
