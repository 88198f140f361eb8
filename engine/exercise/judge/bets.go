package judge

import (
	"context"
	"fmt"
	"slices"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/report"
)

// judgeBets holds claims against verdicts. Of two bets on one mutant the first counts: after it the answer was shown.
func (t *Task) judgeBets(ctx context.Context, a *exercise.Answer, r *exercise.Result) {
	r.Of = t.Goal()
	seen := map[string]bool{}
	sum := 0.0
	for i, b := range a.Bets {
		if seen[b.Mutant] || ctx.Err() != nil {
			continue
		}
		seen[b.Mutant] = true
		at := slices.IndexFunc(t.subjects, func(s *subject) bool { return s.id == b.Mutant })
		if at < 0 {
			r.Problems = append(r.Problems,
				problem(i+1, 1, "mutant", fmt.Sprintf("%q is none of the mutants in question", b.Mutant)))
			continue
		}
		if !slices.Contains(exercise.Claims(), b.Claim) {
			r.Problems = append(r.Problems,
				problem(i+1, 1, "claim", fmt.Sprintf("got %q as a claim about %s", b.Claim, b.Mutant)))
			continue
		}
		x := t.bet(ctx, t.subjects[at], b)
		sum += x.Points
		if x.Right {
			r.Share++
		} else {
			for _, f := range t.hidden.Feedback {
				if f.Bet != nil && f.Bet.Mutant == b.Mutant && f.Bet.Claim == b.Claim {
					say(r, f.Say)
				}
			}
		}
		r.Bets = append(r.Bets, x)
	}
	r.Passed = r.Share == r.Of
	r.Worth = sum
}

// bet decides one.
func (t *Task) bet(ctx context.Context, s *subject, b exercise.Bet) exercise.BetResult {
	x := exercise.BetResult{Mutant: s.id, Truth: t.truth(ctx, s)}
	x.Right = x.Truth == b.Claim
	if x.Truth == exercise.ClaimKilled {
		if test := t.trial.Of(&s.judged); test != nil {
			x.Test = test.String()
		}
		if x.Right && b.Test != "" {
			test, wrong := t.readTest(line{1, b.Test})
			if wrong != nil || t.trial.Fits(test) != nil || s.runs.Fails(test) == 0 {
				x.Right = false
				x.Why = "It can be killed, but not by your test. "
			}
		}
	}
	if w := t.why(ctx, s); w != "" {
		x.Why += w
	}
	if x.Right {
		x.Points = 1
	} else {
		x.Points = -exercise.Penalty(b.Sure)
	}
	return x
}

// why is the cause of a verdict in one sentence, which the engine has checked.
func (t *Task) why(ctx context.Context, s *subject) string {
	if w := engine.Explain(ctx, t.checker, s.judged); w != nil {
		return w.Text
	}
	return ""
}

// truth is the claim that holds.
func (t *Task) truth(ctx context.Context, s *subject) string {
	switch {
	case s.judged.Verdict == report.Killed:
		return exercise.ClaimKilled
	case t.oneWay():
		return exercise.ClaimEquivalent
	}
	if back := t.compare(ctx, s.model, t.model); back.err == nil && back.Verdict == report.Killed {
		return exercise.ClaimLess
	}
	return exercise.ClaimEquivalent
}
