package engine

import (
	"context"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// walks is a checker whose walks always find both alike.
type walks struct{ Checker }

func (walks) Walk(context.Context, report.Mutant) (*report.Walk, error) {
	return &report.Walk{Conclusion: "Both behave alike."}, nil
}

// judgedExample runs a model, and has a checker that walks its mutants.
func judgedExample(t *testing.T, f Formalism, text string, s report.Settings) (*report.Report, Checker) {
	t.Helper()
	file := source.NewFile("model", text)
	m, diags := f.Parse(file)
	if m == nil {
		t.Fatal(diags)
	}
	r, err := Run(context.Background(), Job{File: file, Formalism: f, Model: m, Settings: s}, Observer{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := m.Checker(context.Background(), r.Settings)
	if err != nil {
		t.Fatal(err)
	}
	return r, c
}

// TestTinyBudgetsOfZones runs and walks all mutants with budgets that end before a single game is made: each is
// told with its limit, with a run of both or without one.
func TestTinyBudgetsOfZones(t *testing.T) {
	text := example(t, "timed", "kettle")
	without := 0
	for zones := 1; zones <= 6; zones++ {
		r, c := judgedExample(t, timedGames{}, text, report.Settings{Budget: report.Budget{Zones: zones}})
		for _, x := range r.Mutants {
			w, err := Walk(context.Background(), c, x)
			if err != nil {
				t.Errorf("%s with %d zones: %v", x.ID, zones, err)
				continue
			}
			if x.Verdict != report.Unknown {
				continue
			}
			if w.Why == nil || w.Why.Raise != report.BudgetZones {
				t.Errorf("%s with %d zones: the cause is %v", x.ID, zones, w.Why)
			}
			if len(w.Steps) == 0 {
				without++
			}
		}
	}
	if without == 0 {
		t.Error("each has a run, so nothing was tested of those without")
	}
}

func TestWalkOfTheUndecided(t *testing.T) {
	for verdict, want := range map[string]string{report.Unknown: undecided, report.Unkillable: "Both behave alike."} {
		w, err := Walk(context.Background(), walks{}, report.Mutant{Verdict: verdict})
		if err != nil || w.Conclusion != want {
			t.Errorf("%s: %q, %v; want %q", verdict, w.Conclusion, err, want)
		}
	}
}
