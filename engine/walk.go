package engine

import (
	"context"
	"fmt"

	"github.com/mutarium/mutarium/engine/report"
)

// undecided is what a walk says of a mutant without a verdict.
const undecided = "Not decided: a run of both, which shows no difference and does not show that there is none."

// withinBound is what a walk says of a mutant that was looked at up to a bound.
const withinBound = "Not decided: the mutant does nothing wrong within %d steps, and may do so later."

// nothingToShow is what a walk says where nothing is known, not even a run of both.
const nothingToShow = "Not decided, and there is no run to show: %v."

// Walk shows a judged mutant, and says why it has its verdict. What is not decided claims nothing, whatever run
// it shows.
func Walk(ctx context.Context, c Checker, m report.Mutant) (*report.Walk, error) {
	w, err := c.Walk(ctx, m)
	if err != nil && m.Verdict == report.Unknown && ctx.Err() == nil {
		return &report.Walk{Conclusion: fmt.Sprintf(nothingToShow, err), Steps: []report.WalkStep{},
			Why: Explain(ctx, c, m)}, nil
	}
	if w != nil && m.Verdict == report.Unknown {
		w.Conclusion = undecided
		if m.Strength == report.Bounded {
			w.Conclusion = fmt.Sprintf(withinBound, m.K)
		}
	}
	if w != nil && err == nil {
		w.Why = Explain(ctx, c, m)
	}
	return w, err
}
