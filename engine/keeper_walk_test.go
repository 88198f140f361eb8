package engine

import (
	"context"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
)

// A worker keeps the checker of a run, whose context has ended by then: the steps of each mutant of
// an example of every formalism are found by it all the same.
func TestKeptCheckersWalkAfterTheirRun(t *testing.T) {
	for i, x := range Formalisms() {
		f := formalisms[i]
		var k Keeper
		file, m, d := k.Open(f, usual(x).Name+x.Extensions[0], usual(x).Text)
		if m == nil {
			t.Fatalf("%s: %v", x.Name, d)
		}
		ctx, end := context.WithCancel(context.Background())
		settings := report.Settings{Operators: []string{"paper"}, Order: 1}
		r, err := RunAll(ctx, Job{Keeper: &k, Formalism: f, File: file, Model: m, Settings: settings}, 1, Observer{})
		end()
		if err != nil {
			t.Fatalf("%s: %v", x.Name, err)
		}
		now := context.Background()
		c, err := k.Checker(now, m, r.Settings)
		if err != nil {
			t.Fatalf("%s: %v", x.Name, err)
		}
		walked := 0
		for _, mutant := range r.Mutants {
			if mutant.Verdict != report.Killed {
				continue
			}
			if w, err := Walk(now, c, mutant); err != nil || len(w.Steps) == 0 {
				t.Errorf("%s: %s: %v", x.Name, mutant.ID, err)
			}
			walked++
		}
		if walked == 0 {
			t.Errorf("%s: no mutant was walked", x.Name)
		}
	}
}
