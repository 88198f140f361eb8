package action

import (
	"context"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
)

func changed(s report.Side) (names []string) {
	for _, v := range s.Vars {
		if v.Changed {
			names = append(names, v.Name+"="+v.Value)
		}
	}
	return names
}

// The walk of a killed mutant goes along its trace to the unsafe state, and one step on.
func TestWalkOfKilled(t *testing.T) {
	m := mustParse(t, carAlarm)
	c := mustChecker(t, m, report.Settings{})
	for _, mu := range mustMutants(t, m, Selection{Operators: paperOperators}) {
		r := c.Check(context.Background(), mu)
		if r.Verdict != report.Killed {
			continue
		}
		w, err := c.Walk(r)
		if err != nil {
			t.Fatal(err)
		}
		n := len(w.Steps)
		if n != *r.Length+2 || w.Steps[0].Label != "start" {
			t.Errorf("%s: %d steps for length %d, from %q", r.ID, n, *r.Length, w.Steps[0].Label)
		}
		unsafe, wrong := w.Steps[n-2], w.Steps[n-1]
		if unsafe.Tone != "warn" || wrong.Tone != "bad" || wrong.Spec.Refuses == "" || len(wrong.Impl.Vars) != len(m.Vars) || len(wrong.Spec.Vars) != 0 {
			t.Errorf("%s: the last steps are not the unsafe state and the wrong step: %+v", r.ID, w.Steps[n-2:])
		}
		if !strings.Contains(strings.Join(unsafe.Impl.Enabled, " "), wrong.Label[:4]) {
			t.Errorf("%s: the mutant's next steps %v do not hold %s", r.ID, unsafe.Impl.Enabled, wrong.Label)
		}
		if len(wrong.Where) < 2 || wrong.Where[0] != r.Span {
			t.Errorf("%s: the wrong step does not point at the change", r.ID)
		}
	}
}

func TestWalkInWords(t *testing.T) {
	m := mustParse(t, carAlarm)
	c := mustChecker(t, m, report.Settings{})
	walks := map[string]*report.Walk{}
	for _, mu := range mustMutants(t, m, Selection{Operators: paperOperators}) {
		r := c.Check(context.Background(), mu)
		w, err := c.Walk(r)
		if err != nil {
			t.Fatal(err)
		}
		walks[r.ID] = w
	}
	killed := walks["eq_to_neq@34:19"]
	if got := strings.Join(killed.Steps[1].Spec.Enabled, " "); got != "Unlock Close" {
		t.Errorf("after Lock the original can do %s", got)
	}
	if got := strings.Join(changed(killed.Steps[3].Spec), " "); got != "aState=2 fromClosedAndLocked_OR_fromSilentAndOpen=1" {
		t.Errorf("the third step changes %s", got)
	}
	if got, want := killed.Conclusion, "After 8 events the mutant can do after(0), after which aState = 0, fromAlarm = 4 and fromArmed = 0; "+
		"in the original after(0) is not possible in this state: Wait_time #= 30 does not hold."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := killed.Steps[8].Impl.Enabled; !strings.Contains(strings.Join(got, " "), "after(0..29) after(31..270)") {
		t.Errorf("the mutant's next steps are %v", got)
	}
	lost := walks["eq_to_neq@34:36"]
	if last := lost.Steps[len(lost.Steps)-1]; last.Label != "after(30)" || last.Impl.Refuses == "" || !strings.Contains(lost.Conclusion, "does less") ||
		!strings.Contains(lost.Conclusion, "An unsafe state exists, and cannot be reached") {
		t.Errorf("the lost step is shown as %+v, %q", last, lost.Conclusion)
	}
	same := walks["guard_true@100:28"]
	if !strings.Contains(same.Conclusion, "behave the same") || !strings.HasPrefix(same.Steps[len(same.Steps)-1].Label, "OpticalAlarm_SetOff") {
		t.Errorf("the equivalent mutant's run ends with %s: %q", same.Steps[len(same.Steps)-1].Label, same.Conclusion)
	}
}
