package engine

import (
	"context"

	"github.com/mutarium/mutarium/engine/report"
)

// undecided is what a walk says of a mutant without a verdict.
const undecided = "Not decided: a run of both, which shows no difference and does not show that there is none."

// Walk shows a judged mutant. What is not decided claims nothing, whatever run it shows.
func Walk(ctx context.Context, c Checker, m report.Mutant) (*report.Walk, error) {
	w, err := c.Walk(ctx, m)
	if w != nil && m.Verdict == report.Unknown {
		w.Conclusion = undecided
	}
	return w, err
}
