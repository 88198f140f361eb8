package tioa

import (
	"context"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/dbm"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/game"
	"github.com/mutarium/mutarium/engine/tioa/mutants"
	"github.com/mutarium/mutarium/engine/tioa/query"
	"github.com/mutarium/mutarium/engine/tioa/referee"
	"github.com/mutarium/mutarium/engine/tioa/replay"
)

// A committed location gives its process the next step: Q must leave before R moves, so R.B is not
// reached while Q is where it starts. Read as urgent it would be, so systems of several components
// refuse it, at its place; alone it is urgent.
func TestCommittedInANetwork(t *testing.T) {
	m := parse(t, `broadcast chan c, d;
process P { state A; init A; trans A -u-> A { sync c!; }; }
process Q { state S, T; commit S; init S; trans S -> T { sync c?; }; }
process R { state A, B; init A; trans A -u-> B { sync d!; }; }
system P, Q, R;`)
	for _, q := range []string{"reachability: P || Q || R -> R.B && Q.S", "refinement: P || Q <= P || Q", "consistency: Q && Q"} {
		a := ask(t, m, query.Reading{}, q)
		if a.Holds || len(a.Reasons) != 1 || !strings.Contains(a.Reasons[0].Text, "location 'S' of Q (test:3:19) is committed") {
			t.Errorf("%s: got %v, %v", q, a.Holds, a.Reasons)
		}
	}
	if a := ask(t, m, query.Reading{}, "determinism: Q"); !a.Holds {
		t.Errorf("alone: %v", a.Reasons)
	}
}

// A component whose start its own invariant forbids implements nothing.
func TestImplementationWithoutAStart(t *testing.T) {
	m := parse(t, `process P { clock x; state A { x >= 1 }; init A; trans A -> A { sync a?; }; }`)
	for _, q := range []string{"consistency: P", "implementation: P"} {
		if a := ask(t, m, query.Reading{}, q); a.Holds || len(a.Reasons) == 0 || a.Reasons[0].Code != "inconsistent" {
			t.Errorf("%s: got %v, %v", q, a.Holds, a.Reasons)
		}
	}
}

// Two edges that differ in the reset of a clock which nobody compares lead to the same states.
func TestUnusedClocksDoNotClash(t *testing.T) {
	for text, want := range map[string]bool{
		`process P { clock x; state A, B; init A; trans A -> B { sync a?; assign x = 0; }, A -> B { sync a?; }; }`:                                     true,
		`process P { clock x; state A, B; init A; trans A -> B { sync a?; assign x = 0; }, A -> B { sync a?; }, B -u-> A { guard x > 1; sync b!; }; }`: false,
	} {
		if a := ask(t, parse(t, text), query.Reading{}, "determinism: P"); a.Holds != want {
			t.Errorf("got %v, want %v: %v", a.Holds, want, text)
		}
	}
}

// What one query saves the later ones know.
func TestSavedComponentsAreKnown(t *testing.T) {
	m := parse(t, twoAnswers)
	s := query.NewSession(m, query.Reading{})
	ask := func(text string) ([]*query.Answer, source.Diagnostics) {
		return s.Ask(context.Background(), source.NewFile("query", text))
	}
	answers, d := ask("get-component: Spec && Spec save-as C; refinement: C <= Spec; refinement: Spec <= C; consistency: C")
	if d.HasErrors() {
		t.Fatal(d)
	}
	for _, a := range answers {
		if !a.Holds {
			t.Errorf("%s: %v", a.Query.Text, a.Reasons)
		}
	}
	for _, text := range []string{"get-component: Spec save-as Spec", "consistency: D; get-component: Spec save-as D"} {
		if _, d := ask(text); !d.HasErrors() {
			t.Errorf("%s: no error", text)
		}
	}
}

// Definition 7 needs no good states, so a budget that ends the search for them leaves it decided.
func TestDefinition7WithoutGoodStates(t *testing.T) {
	s := study(t, "coffee")
	j := &Judge{Origin: s, syms: game.NewSymbols(), meter: &dbm.Meter{}}
	if err := j.prepare(); err != nil {
		t.Fatal(err)
	}
	j.open = &game.Unfinished{Budget: report.BudgetZones, What: "the budget of 1 zones ran out"}
	f := mutants.NewFamily(s, paperOperators(), 1, 0, 0)
	var got counts
	for i := range f.Len() {
		m := f.At(i)
		got[j.Judge(&m, referee.Definition7).Verdict]++
		if v := j.Judge(&m, referee.PrunedStates); v.Verdict != referee.Undecided || v.Budget != report.BudgetZones {
			t.Errorf("%s: got %s by %s", m.ID(), v.Verdict, v.Budget)
		}
	}
	if want := (counts{32, 23, 0}); got != want { // as in TestFirstOrderVerdicts
		t.Errorf("got %v, want %v", got, want)
	}
}

// A counterexample against non-deterministic sides is one play: the model of this one has another answer
// to a first a?, after which the same trace would not betray the mutant. It says so.
func TestTracesOfChoicesSayOnePlay(t *testing.T) {
	a := ask(t, parse(t, twoAnswers), query.Reading{AsWritten: true}, "determinism: None")
	if want := "None is not deterministic: in A two edges of 'a' are enabled together, when true, already at the start"; a.Holds || a.Reasons[0].Text != want {
		t.Errorf("got %v, want %q", a.Reasons, want)
	}
	m, syms := parse(t, twoAnswers), game.NewSymbols()
	spec, impl := compiled(t, m, "Spec", syms), compiled(t, m, "None", syms)
	r, err := game.RefineExact(impl, spec, game.Game{})
	if err != nil || r.Holds {
		t.Fatal(err)
	}
	trace, err := replay.TraceOf(impl, spec, r.Failure, game.Game{})
	if err != nil || !strings.Contains(trace.Conclusion, "one play of several") {
		t.Errorf("got %q, %v", trace.Conclusion, err)
	}
}

// Preconditions that fail, and mutants that are inconsistent, come with a run to where that shows.
func TestFailedPreconditionsShowARun(t *testing.T) {
	m := parse(t, `process P { clock x; state A, B; init A;
  trans A -> B { guard x > 2; sync a?; assign x = 0; }, B -u-> A { guard x >= 1; sync o!; }, B -u-> B { guard x >= 1; sync o!; }; }`)
	for asked, want := range map[string]string{
		"determinism: P":    "in B two edges of 'o' are enabled together, when x>=1, reached by this run: after 2.5 a?, wait 1",
		"implementation: P": "in B, when x>=1, reached by this run: after 2.5 a?, wait 1",
	} {
		a, found := ask(t, m, query.Reading{}, asked), false
		for _, r := range a.Reasons {
			found = found || strings.Contains(r.Text, want)
		}
		if a.Holds || !found {
			t.Errorf("%s: got %v, want %q", asked, a.Reasons, want)
		}
	}
	j := judgeOf(t, "wfas")
	mu, ok := mutants.FindMutant(j.Origin, []string{"SMI@cont_3"})
	if !ok {
		t.Fatal("there is no SMI@cont_3")
	}
	if v := j.Judge(&mu, referee.PrunedStates); v.Verdict != referee.NoModel || !strings.Contains(v.Reason, "reached by this run: after ") {
		t.Errorf("got %s: %s", v.Verdict, v.Reason)
	}
}
