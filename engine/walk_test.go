package engine

import (
	"context"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
)

// walks is a checker whose walks always find both alike.
type walks struct{ Checker }

func (walks) Walk(context.Context, report.Mutant) (*report.Walk, error) {
	return &report.Walk{Conclusion: "Both behave alike."}, nil
}

func TestWalkOfTheUndecided(t *testing.T) {
	for verdict, want := range map[string]string{report.Unknown: undecided, report.Unkillable: "Both behave alike."} {
		w, err := Walk(context.Background(), walks{}, report.Mutant{Verdict: verdict})
		if err != nil || w.Conclusion != want {
			t.Errorf("%s: %q, %v; want %q", verdict, w.Conclusion, err, want)
		}
	}
}
