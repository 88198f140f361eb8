package engine

import (
	"context"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/action"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

func actionRun(t *testing.T, name string, s report.Settings) *report.Report {
	t.Helper()
	for _, ex := range action.Gallery {
		if ex.Name != name {
			continue
		}
		f := source.NewFile(name+".as", ex.Text)
		m, diags := Open(actionSystems{}, f)
		if m == nil {
			t.Fatal(diags.Text(f))
		}
		r, err := Run(context.Background(), Job{File: f, Formalism: actionSystems{}, Model: m, Settings: s}, Observer{})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	t.Fatalf("no example %s", name)
	return nil
}

// An unknown must be backed: a report whose kills and proofs were turned into unknowns is refused, one
// whose budget really ran out is not, and neither claims more steps nor fewer than the run.
func TestActionUnknownIsBacked(t *testing.T) {
	for _, engine := range []string{"explicit", "sat", "auto"} {
		for _, reason := range []string{report.BudgetStates, report.BudgetDepth, report.BudgetSATCalls} {
			r := actionRun(t, "lift", report.Settings{Engine: engine, Operators: []string{"guard_true"}})
			for i := range r.Mutants {
				m := &r.Mutants[i]
				*m = report.Mutant{
					ID: m.ID, Operator: m.Operator, Span: m.Span, Original: m.Original, Replacement: m.Replacement,
					Edits: m.Edits, Parts: m.Parts, Verdict: report.Unknown, Strength: report.None, Reason: reason,
				}
			}
			r.Summary = report.Summarise(r.Mutants)
			refused := 0
			for _, x := range verified(t, r) {
				if strings.Contains(x.Why, "repeating the run finds") {
					refused++
				}
			}
			if refused != len(r.Mutants) {
				t.Errorf("%s, %s: %d of %d unknowns are refused", engine, reason, refused, len(r.Mutants))
			}
		}
	}
	for name, s := range map[string]report.Settings{
		"states":   {Engine: "explicit", Budget: report.Budget{States: 3}},
		"depth":    {Engine: "explicit", Depth: 2},
		"unrolled": {Engine: "sat", Budget: report.Budget{Depth: 2}},
		"calls":    {Engine: "sat", Budget: report.Budget{SATCalls: 2}},
	} {
		s.Operators = []string{"all"}
		r := actionRun(t, "barrier", s)
		if r.Summary.Unknown == 0 {
			t.Errorf("%s: nothing is unknown", name)
		}
		if why := verified(t, r); len(why) > 0 {
			t.Errorf("%s: %v", name, why)
		}
		for i := range r.Mutants {
			if m := &r.Mutants[i]; m.Verdict == report.Unknown && m.K > 1 {
				m.K--
			} else if m.Verdict == report.Unknown {
				m.Strength, m.K = report.Bounded, m.K+1
			}
		}
		if why := verified(t, r); len(why) < r.Summary.Unknown {
			t.Errorf("%s: %d of %d unknowns with another depth are refused", name, len(why), r.Summary.Unknown)
		}
	}
}
