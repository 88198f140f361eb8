package action

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/report"
)

// Models that cannot be enumerated: auto takes the SAT engine, which proves what it can.
func TestWideModel(t *testing.T) {
	m := mustParse(t, flowControl)
	c := mustChecker(t, m, report.Settings{})
	if c.symbolic == nil {
		t.Fatal("auto stays with enumeration")
	}
	strengths := map[string]int{}
	for _, mu := range mustMutants(t, m, Selection{Operators: allOperators, Sample: 24, Seed: 3}) {
		r := c.Check(context.Background(), mu)
		strengths[r.Verdict+" "+r.Strength]++
		if err := verify(c, r, c.Evidence()); err != nil {
			t.Errorf("%s %s: %v", r.ID, outline(r), err)
		}
		if _, err := c.Walk(r); err != nil {
			t.Errorf("%s: walk: %v", r.ID, err)
		}
	}
	if len(strengths) != 2 || strengths["killed proved"] == 0 || strengths["unkillable proved"] == 0 {
		t.Errorf("got %v, want killed and unkillable, all proved", strengths)
	}
}

// The paper's operators on that model, with the shortest traces; 15:33 needs credit to be used,
// its bytes to arrive, to be delivered and acknowledged before a grant can overflow it.
func TestWideOutlines(t *testing.T) {
	m := mustParse(t, flowControl)
	c := mustChecker(t, m, report.Settings{Engine: "sat"})
	want := []string{
		"guard_true 13: unkillable equivalent safe", "guard_true 14: killed 0", "guard_true 15: killed 0", "guard_true 16: killed 0",
		"guard_true 17: killed 0", "guard_true 18: killed 0", "inc_const 15: killed 1", "inc_const 18: killed 5",
	}
	for i, mu := range mustMutants(t, m, Selection{Operators: paperOperators}) {
		r := c.Check(context.Background(), mu)
		if got := r.Operator + " " + itoa(r.Span.Line) + ": " + outline(r); i >= len(want) || got != want[i] {
			t.Errorf("got %s, want %v", got, want)
		}
	}
}

func itoa(n int) string { return string(report.Raw(n)) }

// Budgets and bounds of the SAT engine.
func TestBoundsAndBudgetsBySAT(t *testing.T) {
	spec := mustParse(t, counter(40))
	late := mustParse(t, strings.Replace(counter(40), "n := 0)", "n := 1)", 1))
	choices := strings.Repeat("(n := 1 [] n := 2); ", 13) + "n := 0)"
	many := mustParse(t, strings.Replace(counter(40), "n := 0)", choices, 1))
	for _, c := range []struct {
		name     string
		impl     *model.Model
		settings report.Settings
		want     string
		strength string
		k        int
	}{
		{"to the end", late, report.Settings{}, "killed 40", report.Proved, 0},
		{"depth before the fault", late, report.Settings{Depth: 39}, "unknown depth safe", report.Bounded, 39},
		{"depth at the fault", late, report.Settings{Depth: 40}, "killed 40", report.Proved, 0},
		{"unrolled steps before the fault", late, report.Settings{Budget: report.Budget{Depth: 39}}, "unknown depth safe", report.Bounded, 39},
		{"unrolled steps that suffice", late, report.Settings{Budget: report.Budget{Depth: 40}}, "killed 40", report.Proved, 0},
		{"calls before the fault", late, report.Settings{Budget: report.Budget{SATCalls: 20}}, "unknown satCalls safe", report.Bounded, 15},
		{"too many choices", many, report.Settings{}, "unknown choices safe", report.None, 0},
	} {
		c.settings.Engine = "sat"
		r, err := byHand(spec, c.impl, c.settings)
		if err != nil {
			t.Fatal(err)
		}
		if outline(r) != c.want || r.Strength != c.strength || r.K != c.k {
			t.Errorf("%s: got %s, %s %d, want %s, %s %d", c.name, outline(r), r.Strength, r.K, c.want, c.strength, c.k)
		}
		checker := mustChecker(t, spec, c.settings)
		if err := verify(checker, r, checker.Evidence()); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// A // over a parameter that meets arithmetic in too wide a range.
func TestTooManyArguments(t *testing.T) {
	m := mustParse(t, `type(w, X) :- X in 0..65535.
var([x, y], w).
state_def([x, y]).
init([0, 0]).
as :- actions ('a'(P)::(P * P #= x + 7) => x := P, 'b'::true => y := y + 1), dood ([P:w]:'a'(P) // 'b').
`)
	c := mustChecker(t, m, report.Settings{Engine: "sat"})
	for _, mu := range mustMutants(t, m, Selection{Operators: paperOperators}) {
		if r := c.Check(context.Background(), mu); outline(r) != "unknown arguments safe" {
			t.Errorf("%s: %s", r.ID, outline(r))
		}
	}
}

// TestVerifyRefusesForgedClaims changes what the SAT engine's survivors carry.
func TestVerifyRefusesForgedClaims(t *testing.T) {
	m := mustParse(t, carAlarm)
	c := mustChecker(t, m, report.Settings{Engine: "sat"})
	honest := map[string]report.Mutant{}
	for _, mu := range mustMutants(t, m, Selection{Operators: []string{"guard_true", "eq_to_neq"}}) {
		r := c.Check(context.Background(), mu)
		var shown struct{ NoLost, NoWrong string }
		json.Unmarshal(r.Evidence, &shown)
		honest[r.Verdict+r.Reason+shown.NoWrong] = r
	}
	loses, induction := honest["unkillablerefinesinvariant"], honest["unkillablerefinesinduction 8"]
	killed := honest["killed"]
	if loses.ID == "" || induction.ID == "" || killed.ID == "" {
		t.Fatalf("the model has not all kinds of survivors: %v", honest)
	}
	claimed := func(from, to string) func(*report.Mutant, *[]byte) {
		return func(m *report.Mutant, _ *[]byte) { m.Evidence = swap(m.Evidence, from, to) }
	}
	shared := func(from, to string) func(*report.Mutant, *[]byte) {
		return func(_ *report.Mutant, ev *[]byte) { *ev = swap(*ev, from, to) }
	}
	for _, f := range []struct {
		honest report.Mutant
		forger
	}{
		{loses, forger{"a claim about all states", claimed(`"invariant"`, `"nowhere"`)}},
		{loses, forger{"an unknown claim", claimed(`"invariant"`, `"believe me"`)}},
		{loses, forger{"no claim", claimed(`"noWrong":"invariant"`, `"no":""`)}},
		{loses, forger{"a bounded claim for a proof", claimed(`"invariant"`, `"unrolled 5"`)}},
		{loses, forger{"bounded, and proved", func(m *report.Mutant, _ *[]byte) { m.Strength, m.K = report.Bounded, 9 }}},
		{loses, forger{"equivalent", func(m *report.Mutant, _ *[]byte) {
			m.Reason, m.Evidence = ReasonEquivalent, []byte(`{"noLost":"invariant","noWrong":"invariant"}`)
		}}},
		{loses, forger{"unknown", func(m *report.Mutant, _ *[]byte) {
			m.Verdict, m.Reason, m.Strength, m.Evidence, m.Details = report.Unknown, budgetCalls, report.None, nil, nil
		}}},
		{loses, forger{"no unreachable fault", func(m *report.Mutant, _ *[]byte) { m.SetDetail(model.DetailFault, nil) }}},
		{loses, forger{"an invariant of nothing", func(_ *report.Mutant, ev *[]byte) {
			*ev = []byte(`{"invariant":[],"variables":` + string(report.Raw(m.VarNames())) + `}`)
		}}},
		{loses, forger{"an invariant that is not initial", shared(`{"invariant":[`, `{"invariant":[[["aState","!=",6]],`)}},
		{loses, forger{"an invariant that is not inductive", shared(`{"invariant":[`, `{"invariant":[[["aState",">=",4]],`)}},
		{loses, forger{"an invariant that says false", shared(`{"invariant":[`, `{"invariant":[[],`)}},
		{loses, forger{"an invariant of other variables", shared(`{"invariant":[`, `{"invariant":[[["bState",">=",4]],`)}},
		{loses, forger{"an invariant in other signs", shared(`{"invariant":[`, `{"invariant":[[["aState","==",4]],`)}},
		{loses, forger{"an invariant in other words", shared(`{"invariant":[`, `{"invariant":[[["aState"]],`)}},
		{induction, forger{"a shorter induction", claimed(`"induction 8"`, `"induction 1"`)}},
		{induction, forger{"no induction", claimed(`"induction 8"`, `"induction"`)}},
		{induction, forger{"an induction over less than nothing", claimed(`"induction 8"`, `"induction -1"`)}},
		{killed, forger{"unkillable", func(m *report.Mutant, _ *[]byte) {
			m.Verdict, m.Reason, m.Counterexample, m.Length = report.Unkillable, ReasonEquivalent, nil, nil
			m.Evidence = []byte(`{"noLost":"unrolled 3","noWrong":"unrolled 3"}`)
			m.Strength, m.K = report.Bounded, 3
		}}},
	} {
		forged, evidence := f.honest, c.Evidence()
		if err := verify(c, forged, evidence); err != nil {
			t.Fatalf("%s: the honest report is refused: %v", forged.ID, err)
		}
		f.make(&forged, &evidence)
		if err := verify(c, forged, evidence); err == nil {
			t.Errorf("%s: %s is accepted", forged.ID, f.name)
		} else {
			t.Logf("%s: %v", f.name, err)
		}
	}
}

// A run that is stopped says so at once, and what it left behind changes no answer.
func TestStoppedSAT(t *testing.T) {
	m := mustParse(t, flowControl)
	mutants := mustMutants(t, m, Selection{Operators: []string{"relational"}})
	stopped := newSymbolic(m, newLayout(varRanges(m)), report.Budget{}, 0)
	for after := range 12 {
		ctx := &expiring{Context: context.Background(), after: after}
		if _, err := stopped.judge(ctx, mutants[14].Build()); ctx.after < 0 && err == nil {
			t.Errorf("stopped after %d looks: no error", after)
		}
	}
	if ev := string(stopped.evidence()); !strings.HasPrefix(ev, `{"invariant":[],`) {
		t.Errorf("got the evidence %s of a run that was stopped", ev)
	}
	fresh := newSymbolic(m, newLayout(varRanges(m)), report.Budget{}, 0)
	a, _ := stopped.judge(context.Background(), mutants[3].Build())
	b, _ := fresh.judge(context.Background(), mutants[3].Build())
	if outcomeText(a) != outcomeText(b) || a.Effort != b.Effort {
		t.Errorf("after a stop: got %s %v, want %s %v", outcomeText(a), a.Effort, outcomeText(b), b.Effort)
	}
}

// An expiring context ends when it was asked often enough.
type expiring struct {
	context.Context
	after int
}

func (e *expiring) Err() error {
	e.after--
	if e.after < 0 {
		return context.Canceled
	}
	return nil
}

// A proof that does not hold does not leave the engine: here an engine that believes in a false
// invariant.
func TestProofsAreConfirmed(t *testing.T) {
	m := mustParse(t, carAlarm)
	c := mustChecker(t, m, report.Settings{Engine: "sat"})
	c.symbolic.inv, c.symbolic.found = invariant{{{v: 0, w: -1, op: expr.Ge, c: 4}}}, true
	refused := 0
	for _, mu := range mustMutants(t, m, Selection{Operators: []string{"guard_true"}}) {
		if r := c.Check(context.Background(), mu); r.Reason == report.Replay {
			refused++
		} else if r.Verdict == report.Unkillable && !strings.Contains(string(r.Evidence), "nowhere") {
			t.Errorf("%s is unkillable by %s", r.ID, r.Evidence)
		}
	}
	if refused == 0 {
		t.Error("no proof was refused")
	}
}

// A claim up to some depth is asked for again as well, and refused where a step is wrong within it.
func TestBoundedClaimsAreConfirmed(t *testing.T) {
	spec := mustParse(t, counter(40))
	late := mustParse(t, strings.Replace(counter(40), "n := 0)", "n := 1)", 1)) // wrong after 40 steps
	v, err := model.NewVariant(spec, late)
	if err != nil {
		t.Fatal(err)
	}
	c := mustChecker(t, spec, report.Settings{Engine: "sat"})
	for claim, holds := range map[string]bool{"unrolled 39": true, "unrolled 40": false, "nowhere": false} {
		err := c.confirmClaims(context.Background(), v, &Outcome{NoWrong: claim})
		if (err == nil) != holds {
			t.Errorf("%s: %v", claim, err)
		}
	}
}

// A model of six 16-bit counters of which some mutants are wrong only after many steps: what is
// not found within the steps that are unrolled is bounded, never more; a larger budget finds it.
func TestCounters(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute as WASM")
	}
	m := mustParse(t, mustRead(t, "testdata/counters.as"))
	c := mustChecker(t, m, report.Settings{Engine: "sat"})
	got := map[string]int{}
	for _, mu := range mustMutants(t, m, Selection{Operators: paperOperators}) {
		r := c.Check(context.Background(), mu)
		got[r.Verdict+" "+r.Strength]++
		if r.Strength == report.Bounded && r.K != 31 {
			t.Errorf("%s: up to %d steps", r.ID, r.K)
		}
	}
	if got["killed proved"] != 10 || got["unkillable proved"] != 2 || got["unknown bounded"] != 4 {
		t.Errorf("got %v", got)
	}
	deep := mustChecker(t, m, report.Settings{Engine: "sat", Budget: report.Budget{Depth: 61}})
	for _, mu := range mustMutants(t, m, Selection{Operators: paperOperators}) {
		if id := mu.Describe().ID; id == "inc_const@13:29" {
			if r := deep.Check(context.Background(), mu); r.Verdict != report.Killed || *r.Length != 60 {
				t.Errorf("%s: %s", id, outline(r))
			}
		}
	}
}

// A model of two hundred actions has large steps: it is unrolled, and induced over, the less, so that
// the questions about its mutants have an end. The rest is unknown, and for auto there is enumeration.
func TestManyActionsBySAT(t *testing.T) {
	var actions, calls []string
	for i := range 200 {
		actions = append(actions, fmt.Sprintf("'a%d'::(x #= %d) => (x := %d)", i, i, i+1))
		calls = append(calls, fmt.Sprintf("'a%d'", i))
	}
	m := mustParse(t, "type(t, X) :- X in 0..200.\nvar([x], t).\nstate_def([x]).\ninit([0]).\nas :- actions (\n"+
		strings.Join(actions, ",\n")+"\n), dood ("+strings.Join(calls, " [] ")+").\n")
	lim := newSATLimits(m, report.Budget{}, 0)
	if gates := lim.horizon * stepGates(m); gates > unrolledSize || lim.horizon < minHorizon || len(lim.inductions) > 0 {
		t.Errorf("%d steps of %d gates are unrolled, induction over %v", lim.horizon, stepGates(m), lim.inductions)
	}
	sat, auto := mustChecker(t, m, report.Settings{Engine: "sat"}), mustChecker(t, m, report.Settings{})
	for _, mu := range mustMutants(t, m, Selection{Operators: []string{"inc_const"}, Sample: 12, Seed: 1}) {
		r, want := sat.Check(context.Background(), mu), auto.Check(context.Background(), mu)
		if want.Strength != report.Proved {
			t.Errorf("%s: auto says %s", r.ID, outline(want))
		}
		if outline(r) != outline(want) && (r.Verdict != report.Unknown || r.K != lim.horizon || *want.Length <= r.K) {
			t.Errorf("%s: %s up to %d, want %s", r.ID, outline(r), r.K, outline(want))
		}
		if most := 2*(lim.horizon+6) + 1; r.Effort.SATCalls > most {
			t.Errorf("%s: %d calls, want at most %d", r.ID, r.Effort.SATCalls, most)
		}
		if err := verify(sat, r, sat.Evidence()); err != nil {
			t.Errorf("%s: %s: %v", r.ID, outline(r), err)
		}
	}
}
