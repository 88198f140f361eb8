package engine

import (
	"context"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
)

// TestOneStepNumber compares the number that a report has for a kill with the place of the first step in the
// stepper that is marked as wrong, and with the sentence of cause.
func TestOneStepNumber(t *testing.T) {
	for _, f := range formalisms {
		d := f.Describe()
		if d.Name == "tfsm" { // its mutants are in a fault domain, and have no kills of their own
			continue
		}
		t.Run(d.Name, func(t *testing.T) {
			compared := 0
			for _, e := range d.Examples[:2] {
				r, c := judgedExample(t, f, e.Text, report.Settings{Operators: e.Operators})
				for _, x := range r.Mutants {
					if x.Verdict != report.Killed || x.Length == nil {
						continue
					}
					w, err := Walk(context.Background(), c, x)
					if err != nil {
						t.Fatal(err)
					}
					for i, s := range w.Steps {
						if s.Tone == "bad" {
							compared++
							if got, want := w.Number(i), report.Step(*x.Length); got != want {
								t.Errorf("%s/%s: killed at step %d, the stepper marks step %d", e.Name, x.ID, want, got)
							}
							break
						}
					}
				}
			}
			if compared == 0 {
				t.Error("no killed mutant was compared")
			}
			t.Logf("%d mutants", compared)
		})
	}
}
