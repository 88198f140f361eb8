package action

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/report"
)

// Examples are models without a warning, laid out as the printer does, and every verdict about
// them can be verified.
func TestGallery(t *testing.T) {
	for _, ex := range Gallery {
		f := newFile(ex.Text)
		m, diags := model.Parse(f)
		if m == nil || len(diags) > 0 {
			t.Fatalf("%s: %s", ex.Name, diags.Text(f))
		}
		if !strings.HasPrefix(ex.Name, "car-alarm") && m.Format() != ex.Text { // the car alarm is laid out as the paper's listing
			t.Errorf("%s is not as the printer has it:\n%s", ex.Name, m.Format())
		}
		if ex.Watch == "" || ex.Title == "" || ex.Source == "" {
			t.Errorf("%s is not described", ex.Name)
		}
		c := mustChecker(t, m, report.Settings{})
		ops := ex.Operators
		if ops == nil {
			ops = paperOperators
		}
		got := map[string]int{}
		for _, mu := range mustMutants(t, m, Selection{Operators: ops}) {
			r := c.Check(context.Background(), mu)
			got["mutants"]++
			got[r.Verdict]++
			got[r.Reason]++
			if len(r.Detail(model.DetailFault)) > 0 {
				got["fault"]++
			}
			if r.Verdict != report.Killed && r.Verdict != report.Unkillable {
				t.Errorf("%s: %s is %s, %s", ex.Name, r.ID, r.Verdict, r.Reason)
			}
			if err := verify(c, r, c.Evidence()); err != nil {
				t.Errorf("%s: %s %s: %v", ex.Name, r.ID, outline(r), err)
			}
		}
		if ex.Name != "car-alarm" {
			continue
		}
		claim := fmt.Sprintf("Of %d mutants %d are unkillable: one is equivalent, %d refine the model. %d hold a fault that no run can reach.",
			got["mutants"], got[report.Unkillable], got[report.Refines], got["fault"])
		if ex.Watch != claim || got[report.Equivalent] != 1 || got[report.Killed] != 175 {
			t.Errorf("%s claims %q, and it is %q (%v)", ex.Name, ex.Watch, claim, got)
		}
	}
}

// What the gallery's sentences promise.
func TestGalleryWatch(t *testing.T) {
	m := mustParse(t, tickets)
	c := mustChecker(t, m, report.Settings{})
	seen := false
	for _, mu := range mustMutants(t, m, Selection{Operators: []string{"relational"}}) {
		if r := c.Check(context.Background(), mu); r.Original == "#>=" && r.Replacement == "#>" {
			seen = true
			if r.Reason != ReasonEquivalent {
				t.Errorf("%s: %s", r.ID, outline(r))
			}
		}
	}
	if !seen {
		t.Error("no >= became >")
	}
	m = mustParse(t, lift)
	c = mustChecker(t, m, report.Settings{})
	rides := 0
	for _, mu := range mustMutants(t, m, Selection{Operators: []string{"guard_true", "inc_const"}}) {
		r := c.Check(context.Background(), mu)
		if strings.Contains(string(r.Counterexample), `["up"],["display",1]`) {
			rides++
		}
	}
	if rides == 0 {
		t.Error("no counterexample holds up; display(1)")
	}
}
