package engine

import (
	"context"
	"fmt"

	"github.com/mutarium/mutarium/engine/report"
)

// An Explainer is a Checker that tells why a mutant has its verdict. What it tells was checked.
type Explainer interface {
	// Why gives the cause, nil where none was found that stands up to its check.
	Why(ctx context.Context, m report.Mutant) *report.Why
}

// Explain tells why a judged mutant has its verdict; without a shorter cause, how it was proved. It
// gives nil for a mutant that was not judged.
func Explain(ctx context.Context, c Checker, m report.Mutant) *report.Why {
	if m.Verdict == report.Unknown {
		return whyUnknown(m)
	}
	if e, ok := c.(Explainer); ok {
		if w := e.Why(ctx, m); w != nil {
			return w
		}
	}
	if m.Verdict != report.Unkillable {
		return nil
	}
	return &report.Why{Code: report.WhyProved, Text: "Proved for all runs; no shorter reason was found.",
		Check: report.Check{Text: "The report's evidence can be verified."}}
}

// raises says which setting holds a budget, where it is not the one of the same name.
var raises = map[string]string{report.BudgetSteps: report.BudgetStates, report.BudgetPairs: report.BudgetStates,
	report.BudgetDepth: "budgetDepth"}

// whyUnknown says which budget ran out and how to raise it.
func whyUnknown(m report.Mutant) *report.Why {
	w := &report.Why{Code: report.WhyBudget, Check: report.Check{Text: "Nothing is claimed of this mutant."}}
	unit := report.BudgetUnit(m.Reason)
	name := raises[m.Reason]
	if name == "" {
		name = m.Reason
	}
	x, settable := report.FindSetting(name)
	if settable {
		w.Raise = name
	}
	switch {
	case unit == "":
		w.Text = "Not decided: what was found did not stand up to being run again."
	case m.Strength == report.Bounded && settable:
		w.Text = fmt.Sprintf("Not decided: the first %d steps show no difference, and the budget of %s does not reach "+
			"further. Raise it under Settings, %s, or with --%s.", m.K, unit, x.Title, x.Flag)
	case settable:
		w.Text = fmt.Sprintf("Not decided: the budget of %s ran out. Raise it under Settings, %s, or with --%s.", unit,
			x.Title, x.Flag)
	default:
		w.Text = fmt.Sprintf("Not decided: there are too many %s.", unit)
	}
	return w
}
