package action

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/report"
)

// A forger changes a judged mutant, or the report's evidence, into something that is not true.
type forger struct {
	name string
	make func(m *report.Mutant, evidence *[]byte)
}

func swap(raw json.RawMessage, from, to string) json.RawMessage {
	out := strings.Replace(string(raw), from, to, 1)
	if out == string(raw) {
		panic("nothing to swap: " + from + " in " + out)
	}
	return json.RawMessage(out)
}

// set changes a member of a witness.
func set(raw json.RawMessage, key string, change func(any) any) json.RawMessage {
	var x map[string]any
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(&x); err != nil {
		panic(err)
	}
	x[key] = change(x[key])
	return report.Raw(x)
}

func dropLast(v any) any  { l := v.([]any); return l[:len(l)-1] }
func dropFirst(v any) any { return v.([]any)[1:] }
func twice(v any) any     { l := v.([]any); return append(l[:len(l):len(l)], l[len(l)-1]) }
func vary(variable, value string) func(any) any {
	return func(v any) any {
		s := v.(map[string]any)
		s[variable] = json.Number(value)
		return s
	}
}

func cex(key string, change func(any) any) func(*report.Mutant, *[]byte) {
	return func(m *report.Mutant, _ *[]byte) { m.Counterexample = set(m.Counterexample, key, change) }
}

// The mutant eq_to_neq on the waiting time of 30 in the state FlashAndSound: killed after 8 steps.
var killedForgeries = []forger{
	{"verdict unkillable", func(m *report.Mutant, _ *[]byte) { m.Verdict, m.Reason = report.Unkillable, ReasonEquivalent }},
	{"verdict unkillable, evidence removed", func(m *report.Mutant, _ *[]byte) {
		m.Verdict, m.Reason, m.Counterexample, m.Length = report.Unkillable, ReasonEquivalent, nil, nil
	}},
	{"verdict unknown", func(m *report.Mutant, _ *[]byte) {
		m.Verdict, m.Reason, m.Strength, m.Counterexample, m.Length = report.Unknown, budgetStates, report.None, nil, nil
	}},
	{"verdict invalid", func(m *report.Mutant, _ *[]byte) {
		m.Verdict, m.Reason, m.Counterexample, m.Length = report.Invalid, ReasonOverflow, nil, nil
	}},
	{"no such verdict", func(m *report.Mutant, _ *[]byte) { m.Verdict = "maimed" }},
	{"a reason", func(m *report.Mutant, _ *[]byte) { m.Reason = ReasonInit }},
	{"a bound", func(m *report.Mutant, _ *[]byte) { m.Strength, m.K = report.Bounded, 9 }},
	{"no strength", func(m *report.Mutant, _ *[]byte) { m.Strength = report.None }},
	{"no counterexample", func(m *report.Mutant, _ *[]byte) { m.Counterexample = nil }},
	{"no length", func(m *report.Mutant, _ *[]byte) { m.Length = nil }},
	{"length 7", func(m *report.Mutant, _ *[]byte) { m.Length = report.Int(7) }},
	{"length 9", func(m *report.Mutant, _ *[]byte) { m.Length = report.Int(9) }},
	{"trace without its end", cex("trace", dropLast)},
	{"trace without its start", cex("trace", dropFirst)},
	{"trace with its end twice", cex("trace", twice)},
	{"trace and length shortened", func(m *report.Mutant, _ *[]byte) {
		m.Counterexample, m.Length = set(m.Counterexample, "trace", dropLast), report.Int(7)
	}},
	{"a detour of two steps", func(m *report.Mutant, _ *[]byte) {
		m.Counterexample = swap(m.Counterexample, `"trace":[`, `"trace":[["Close"],["Open"],`)
		m.Length = report.Int(10)
	}},
	{"another argument in the trace", func(m *report.Mutant, _ *[]byte) {
		m.Counterexample = swap(m.Counterexample, `["after",20]`, `["after",21]`)
	}},
	{"an event that there is not", func(m *report.Mutant, _ *[]byte) {
		m.Counterexample = swap(m.Counterexample, `["Close"]`, `["Shut"]`)
	}},
	{"another unsafe state", cex("unsafeState", vary("flashOn", "0"))},
	{"an unsafe state with one variable less", cex("unsafeState", func(v any) any {
		s := v.(map[string]any)
		delete(s, "flashOn")
		return s
	})},
	{"another state after", cex("postState", vary("aState", "1"))},
	{"a state after outside its type", cex("postState", vary("aState", "9"))},
	{"a step that the original allows", cex("event", func(any) any { return []any{"after", 30} })},
	{"a step that the mutant does not make", cex("event", func(any) any { return []any{"Lock"} })},
	{"an argument outside its range", cex("event", func(any) any { return []any{"after", 271} })},
	{"too many arguments", cex("event", func(any) any { return []any{"after", 0, 0} })},
	{"no event", cex("event", func(any) any { return []any{} })},
	{"two events", cex("event", func(any) any { return []any{[]any{"after", 0}, []any{"Lock"}} })},
	{"a counterexample that cannot be read", func(m *report.Mutant, _ *[]byte) { m.Counterexample = []byte(`[1]`) }},
	{"an unreachable fault", func(m *report.Mutant, _ *[]byte) { m.SetDetail(model.DetailFault, m.Counterexample) }},
	{"lost behaviour", func(m *report.Mutant, _ *[]byte) { m.Evidence = []byte(`{"lost":{}}`) }},
	{"another mutant", func(m *report.Mutant, _ *[]byte) { m.Replacement = "#>=" }},
	{"no change at all", func(m *report.Mutant, _ *[]byte) { m.Replacement = m.Original }},
	{"a mutant that is no model", func(m *report.Mutant, _ *[]byte) { m.Replacement = ":=" }},
}

// The mutant eq_to_neq on aState in the same guard: unkillable, refines, unreachable fault.
var unkillableForgeries = []forger{
	{"verdict killed", func(m *report.Mutant, _ *[]byte) { m.Verdict, m.Reason = report.Killed, "" }},
	{"verdict killed by the fault", func(m *report.Mutant, _ *[]byte) {
		m.Counterexample = swap(m.Detail(model.DetailFault), `"unsafeState"`, `"trace":[],"unsafeState"`)
		m.Verdict, m.Reason, m.Length, m.Evidence, m.Details = report.Killed, "", report.Int(0), nil, nil
	}},
	{"verdict unknown", func(m *report.Mutant, _ *[]byte) {
		m.Verdict, m.Reason, m.Strength, m.Evidence, m.Details = report.Unknown, budgetStates, report.None, nil, nil
	}},
	{"reason equivalent", func(m *report.Mutant, _ *[]byte) { m.Reason, m.Evidence = ReasonEquivalent, nil }},
	{"reason equivalent, beside what was lost", func(m *report.Mutant, _ *[]byte) { m.Reason = ReasonEquivalent }},
	{"no reason", func(m *report.Mutant, _ *[]byte) { m.Reason = "" }},
	{"bounded", func(m *report.Mutant, _ *[]byte) { m.Strength, m.K = report.Bounded, 13 }},
	{"bounded without k", func(m *report.Mutant, _ *[]byte) { m.Strength = report.Bounded }},
	{"k without bound", func(m *report.Mutant, _ *[]byte) { m.K = 3 }},
	{"a length", func(m *report.Mutant, _ *[]byte) { m.Length = report.Int(0) }},
	{"nothing lost", func(m *report.Mutant, _ *[]byte) { m.Evidence = nil }},
	{"lost where it is not", func(m *report.Mutant, _ *[]byte) { m.Evidence = swap(m.Evidence, `["Lock"],`, "") }},
	{"lost step that the mutant makes", func(m *report.Mutant, _ *[]byte) {
		m.Evidence = swap(m.Evidence, `"event":["after",30]`, `"event":["Unlock"]`)
	}},
	{"no unreachable fault", func(m *report.Mutant, _ *[]byte) { m.SetDetail(model.DetailFault, nil) }},
	{"fault in another state", func(m *report.Mutant, _ *[]byte) {
		m.SetDetail(model.DetailFault, set(m.Detail(model.DetailFault), "unsafeState", vary("fromArmed", "3")))
	}},
	{"fault outside the types", func(m *report.Mutant, _ *[]byte) {
		m.SetDetail(model.DetailFault, set(m.Detail(model.DetailFault), "unsafeState", vary("aState", "8")))
	}},
	{"fault that the original makes too", func(m *report.Mutant, _ *[]byte) {
		m.SetDetail(model.DetailFault, set(m.Detail(model.DetailFault), "unsafeState", vary("aState", "1")))
	}},
	{"no evidence", func(_ *report.Mutant, ev *[]byte) { *ev = nil }},
	{"a reachable state missing", func(_ *report.Mutant, ev *[]byte) { *ev = set(*ev, "reachable", dropLast) }},
	{"the initial state missing", func(_ *report.Mutant, ev *[]byte) { *ev = set(*ev, "reachable", dropFirst) }},
	{"a reachable state twice", func(_ *report.Mutant, ev *[]byte) { *ev = set(*ev, "reachable", twice) }},
	{"a state that cannot be reached", func(_ *report.Mutant, ev *[]byte) {
		*ev = set(*ev, "reachable", func(v any) any { return append(v.([]any), []any{0, 0, 0, 0, 0, 0}) })
	}},
	{"a state changed", func(_ *report.Mutant, ev *[]byte) { *ev = swap(*ev, "[6,0,0,0,0,0]", "[6,0,0,0,1,0]") }},
	{"another depth", func(_ *report.Mutant, ev *[]byte) { *ev = set(*ev, "depth", func(any) any { return 12 }) }},
	{"variables in another order", func(_ *report.Mutant, ev *[]byte) {
		*ev = swap(*ev, `"flashOn","soundOn"`, `"soundOn","flashOn"`)
	}},
	{"another mutant", func(m *report.Mutant, _ *[]byte) { m.Replacement = "#=" }},
	{"a mutant that kills", func(m *report.Mutant, _ *[]byte) {
		m.Span.Column, m.Span.EndColumn = 19, 21
	}},
}

func TestVerifyRefusesForgeries(t *testing.T) {
	m := mustParse(t, carAlarm)
	c := mustChecker(t, m, report.Settings{})
	for _, part := range []struct {
		id        string
		forgeries []forger
	}{
		{"eq_to_neq@34:19", killedForgeries},
		{"eq_to_neq@34:36", unkillableForgeries},
	} {
		var honest report.Mutant
		for _, mu := range mustMutants(t, m, Selection{Operators: paperOperators}) {
			if mu.ID == part.id {
				honest = c.Check(context.Background(), mu)
			}
		}
		if err := verify(c, honest, c.Evidence()); err != nil {
			t.Fatalf("%s: the honest report is refused: %v", part.id, err)
		}
		for _, f := range part.forgeries {
			forged, evidence := honest, c.Evidence()
			f.make(&forged, &evidence)
			if err := verify(c, forged, evidence); err == nil {
				t.Errorf("%s: %s is accepted", part.id, f.name)
			} else if err.Error() == "" {
				t.Errorf("%s: %s is refused without a word", part.id, f.name)
			}
		}
	}
}

// An equivalent mutant cannot be passed off as one that loses behaviour, nor a changed initial state
// as a killed step.
func TestVerifyOtherReasons(t *testing.T) {
	m := mustParse(t, carAlarm)
	c := mustChecker(t, m, report.Settings{})
	var lost json.RawMessage
	var equivalent report.Mutant
	for _, mu := range mustMutants(t, m, Selection{Operators: paperOperators}) {
		switch r := c.Check(context.Background(), mu); r.Reason {
		case ReasonRefines:
			lost = r.Evidence
		case ReasonEquivalent:
			equivalent = r
		}
	}
	forged := equivalent
	forged.Reason, forged.Evidence = ReasonRefines, lost
	if verify(c, forged, c.Evidence()) == nil {
		t.Error("an equivalent mutant passes for one that loses behaviour")
	}
	impl := mustParse(t, strings.Replace(carAlarm, "init([6,", "init([5,", 1))
	r, err := byHand(m, impl, report.Settings{})
	if err != nil || r.Verdict != report.Killed || r.Reason != ReasonInit || *r.Length != 0 {
		t.Fatalf("a changed initial state: got %s, %s (%v)", r.Verdict, r.Reason, err)
	}
	if err := verify(c, r, c.Evidence()); err != nil {
		t.Errorf("a changed initial state is refused: %v", err)
	}
	for _, f := range []forger{
		{"no reason", func(m *report.Mutant, _ *[]byte) { m.Reason = "" }},
		{"another initial state", cex("postState", vary("aState", "4"))},
		{"another original", cex("unsafeState", vary("aState", "4"))},
		{"an event", cex("event", func(any) any { return []any{"Lock"} })},
		{"a length", func(m *report.Mutant, _ *[]byte) { m.Length = report.Int(1) }},
	} {
		forged := r
		f.make(&forged, nil)
		if verify(c, forged, c.Evidence()) == nil {
			t.Errorf("a changed initial state with %s is accepted", f.name)
		}
	}
}

// "B only where A has no step" asks about A once in each state, not once for each argument of B: here
// that is the difference between 400,000 and 80 million runs of a statement for each mutant.
func TestVerifyPriority(t *testing.T) {
	spec := mustParse(t, `type(n, X) :- X in 0..2009.
type(p, X) :- X in 0..200.
var([x], n).
state_def([x]).
init([0]).
as :- actions (
  'a'(P)::(P * P #= x + 7) => (x := x + 2),
  'b'(P)::(P #= 3 * P - 4) => (x := x + 1),
  'c'::(x #= 2009) => (x := 0)
), dood (([P:p]:'a'(P) // [P:p]:'b'(P)) [] 'c').
`)
	impl := mustParse(t, strings.Replace(strings.Replace(spec.File.Text, "x + 7", "7 + x", 1), "3 * P - 4", "3 * P - 2 * 2", 1))
	r, err := byHand(spec, impl, report.Settings{})
	if err != nil || outline(r) != "unkillable equivalent safe" {
		t.Fatalf("%s, %v", outline(r), err)
	}
	c := mustChecker(t, spec, report.Settings{})
	if err := verify(c, r, c.Evidence()); err != nil {
		t.Error(err)
	}
	for _, e := range spec.Entries {
		for _, x := range []int64{0, 2, 9, 2009} {
			lists := model.Representatives(e, spec)
			var got, want [][]int64
			spec.EachPosts(e, []int64{x}, lists, func(_ []int64, posts [][]int64) bool {
				got = append(got, posts...)
				return true
			})
			model.Tuples(lists, func(args []int64) bool {
				want = append(want, spec.Posts(e, []int64{x}, args)...)
				return true
			})
			if !slices.EqualFunc(got, want, slices.Equal[[]int64]) {
				t.Errorf("from %d: got %v, want %v", x, got, want)
			}
		}
	}
}

// Of a model with many states a report says how many there are, and how deep: lists are for people.
// Verification counts them.
func TestEvidenceOfManyStates(t *testing.T) {
	m := mustParse(t, counter(maxListed))
	c := mustChecker(t, m, report.Settings{})
	evidence := string(c.Evidence())
	if want := `{"depth":10000,"states":10001,"variables":["n"]}`; evidence != want {
		t.Fatalf("got %.200s, want %s", evidence, want)
	}
	if few := string(mustChecker(t, mustParse(t, counter(2)), report.Settings{}).Evidence()); !strings.Contains(few, `"reachable":[[0],[1],[2]],"states":3`) {
		t.Errorf("got %s", few)
	}
	for _, mu := range mustMutants(t, m, Selection{Operators: []string{"guard_true"}}) {
		r := c.Check(context.Background(), mu)
		if r.Verdict != report.Unkillable {
			continue
		}
		if err := verify(c, r, []byte(evidence)); err != nil {
			t.Errorf("%s: %v", r.ID, err)
		}
		for _, forged := range []string{strings.Replace(evidence, "10001", "10002", 1), strings.Replace(evidence, "10000", "9999", 1)} {
			if err := verify(c, r, []byte(forged)); err == nil {
				t.Errorf("%s: %s is accepted", r.ID, forged)
			}
		}
		return
	}
	t.Error("no mutant is unkillable")
}
