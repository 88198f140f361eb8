package action

import (
	"context"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
)

// A counter that resets after a million steps: the fault of the mutant shows behind them. What auto
// says of it is true: nothing is wrong as far as it was looked at, and the verdict is unknown. With
// enough states it is killed.
func TestUnknownBeyondTheBudget(t *testing.T) {
	const far = 1_000_000
	spec := mustParse(t, counter(far))
	c := mustChecker(t, spec, report.Settings{})
	open := 0
	for _, mu := range mustMutants(t, spec, Selection{Operators: allOperators}) {
		r := c.Check(context.Background(), mu)
		if r.Strength == report.Bounded && r.Verdict != report.Unknown {
			t.Errorf("%s: %s, %s up to %d", r.ID, r.Verdict, r.Strength, r.K)
		}
		if err := verify(c, r, c.Evidence()); err != nil {
			t.Errorf("%s: %s: %v", r.ID, outline(r), err)
		}
		if r.Verdict == report.Unknown {
			open++
			if r.K < 199_000 {
				t.Errorf("%s: up to %d steps, and enumeration went further", r.ID, r.K)
			}
		}
		late := r.Operator == "inc_const" && strings.Contains(mu.Text(), "n := 1)")
		if late && (r.Verdict != report.Unknown || r.Reason != budgetStates) {
			t.Errorf("%s: %s, want unknown", r.ID, outline(r))
		}
		if late {
			raised := mustChecker(t, spec, report.Settings{Budget: report.Budget{States: far + 1}})
			if r := raised.Check(context.Background(), mu); outline(r) != "killed 1000000" {
				t.Errorf("%s: %s with all states, want killed after %d steps", r.ID, outline(r), far)
			}
		}
	}
	if open == 0 {
		t.Error("no mutant is unknown")
	}
}

// An entry before // whose arguments are too many to try: enumeration finds its step by boxes, plain
// evaluation cannot. What it cannot replay is unknown, and no defect.
func TestTooManyArgumentsToReplay(t *testing.T) {
	spec := mustParse(t, `type(huge, X) :- X in 0..10000000.
type(bit, X) :- X in 0..1.
var([x], bit).
state_def([x]).
init([0]).
as :- actions (
  'a'(P)::(P * P #= 9000000000000) => (x := 0),
  'b'::true => (x := 1)
), dood ([P:huge]:'a'(P) // 'b').
`)
	impl := mustParse(t, strings.Replace(spec.File.Text, "9000000000000", "9000000000001", 1))
	for _, engine := range []string{"explicit", "sat", "auto"} {
		settings := report.Settings{Engine: engine}
		r, err := byHand(spec, impl, settings)
		if err != nil || outline(r) != "unknown arguments safe" || len(r.Notes) > 0 {
			t.Errorf("%s: %s, %v, %v", engine, outline(r), r.Notes, err)
		}
		c := mustChecker(t, spec, settings)
		if err := verify(c, r, c.Evidence()); err != nil {
			t.Errorf("%s: %v", engine, err)
		}
		r.Verdict, r.Reason, r.Strength, r.Length = report.Killed, "", report.Proved, report.Int(0)
		r.Counterexample = []byte(`{"event":["b"],"postState":{"x":1},"trace":[],"unsafeState":{"x":0}}`)
		if err := verify(c, r, c.Evidence()); err == nil || !strings.Contains(err.Error(), "cannot be confirmed") {
			t.Errorf("%s: what cannot be replayed is verified: %v", engine, err)
		}
	}
}

// A mutant that takes more work in one state than enumeration may spend, in a model of few states: the
// solver finds the wrong step, or proves that there is none by an invariant that the mutant brings along.
func TestSolverAfterBudgetOfSteps(t *testing.T) {
	spec := mustParse(t, `type(huge, X) :- X in 0..1000000000.
type(bit, X) :- X in 0..1.
var([x, y], bit).
state_def([x, y]).
init([0, 1]).
as :- actions (
  'set'(P)::(P #= 7 #/\ y #= 1) => (x := 1),
  'fill'(P)::(P #< 3) => (x := 0)
), dood ([P:huge]:'set'(P) [] [P:huge]:'fill'(P)).
`)
	for _, c := range []struct{ from, to, auto, explicit string }{
		{"(P #< 3)", "(P * P - P * P #= 0)", "killed 0", "unknown steps safe"},
		{`P #= 7 #/\ y #= 1`, "P * P - P * P #= y", "unkillable refines fault", "unknown steps safe"},
		{`P #= 7 #/\ y #= 1`, "P * P - P * P #= y #/\\ P #= 7", "unkillable refines fault", "unkillable refines fault"},
	} {
		impl := mustParse(t, strings.Replace(spec.File.Text, c.from, c.to, 1))
		for engine, want := range map[string]string{"auto": c.auto, "explicit": c.explicit} {
			settings := report.Settings{Engine: engine}
			r, err := byHand(spec, impl, settings)
			if err != nil {
				t.Fatal(err)
			}
			if outline(r) != want {
				t.Errorf("%s, %s: %s, want %s", c.to, engine, outline(r), want)
			}
			solved := engine == "auto" && c.auto != c.explicit && r.Verdict == report.Unkillable
			if solved != strings.Contains(string(r.Evidence), `"invariant":[[`) {
				t.Errorf("%s, %s: the evidence is %s", c.to, engine, r.Evidence)
			}
			checker := mustChecker(t, spec, settings)
			if err := verify(checker, r, checker.Evidence()); err != nil && !strings.Contains(err.Error(), "too many argument") {
				t.Errorf("%s, %s: %s: %v", c.to, engine, outline(r), err)
			} else if (err == nil) != solved && r.Verdict == report.Unkillable {
				t.Errorf("%s, %s: verification says %v", c.to, engine, err)
			}
		}
	}
}
