package report

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func raw(s string) json.RawMessage { return json.RawMessage(s) }

// What each verdict of format 1 is called now, by the table at the head of format1.go.
func TestUpgradeOfVerdicts(t *testing.T) {
	for _, c := range []struct {
		why      string
		old, now Mutant
	}{
		{"not judged", Mutant{}, Mutant{}},
		{
			"killed",
			Mutant{Verdict: Killed, Reason: "budget: states", Strength: Bounded, K: 3},
			Mutant{Verdict: Killed, Reason: "budget: states", Strength: Bounded, K: 3},
		},
		{"invalid", Mutant{Verdict: Invalid, Reason: Overflow}, Mutant{Verdict: Invalid, Reason: Overflow}},
		{
			"equivalent",
			Mutant{Verdict: survived, Reason: Equivalent, Strength: Proved},
			Mutant{Verdict: Unkillable, Reason: Equivalent, Strength: Proved},
		},
		{
			"loses behaviour",
			Mutant{Verdict: survived, Reason: "loses-behaviour", Strength: Proved},
			Mutant{Verdict: Unkillable, Reason: Refines, Strength: Proved},
		},
		{
			"subsumed",
			Mutant{Verdict: survived, Reason: "subsumed", Strength: Proved},
			Mutant{Verdict: Unkillable, Reason: Refines, Strength: Proved},
		},
		{
			"bounded, and only claimed up to the bound",
			Mutant{Verdict: survived, Reason: Equivalent, Strength: Bounded, K: 5},
			Mutant{Verdict: Unknown, Reason: BudgetDepth, Strength: Bounded, K: 5},
		},
		{
			"bounded, with a fault that no longer counts",
			Mutant{Verdict: survived, Reason: Equivalent, Strength: Bounded, K: 5, Details: map[string]json.RawMessage{
				"unreachableFault": raw("1"), "weak": raw("2"),
			}},
			Mutant{Verdict: Unknown, Reason: BudgetDepth, Strength: Bounded, K: 5, Details: map[string]json.RawMessage{
				"weak": raw("2"),
			}},
		},
		{"budget", Mutant{Verdict: Unknown, Reason: "budget: states"}, Mutant{Verdict: Unknown, Reason: "states"}},
		{"budget", Mutant{Verdict: Unknown, Reason: "budget: steps"}, Mutant{Verdict: Unknown, Reason: "steps"}},
		{"budget", Mutant{Verdict: Unknown, Reason: "budget: SAT calls"}, Mutant{Verdict: Unknown, Reason: "satCalls"}},
		{"budget", Mutant{Verdict: Unknown, Reason: "budget: unrolled steps"}, Mutant{Verdict: Unknown, Reason: "depth"}},
		{"budget", Mutant{Verdict: Unknown, Reason: "budget: arguments"}, Mutant{Verdict: Unknown, Reason: "arguments"}},
		{"budget", Mutant{Verdict: Unknown, Reason: "budget: choices"}, Mutant{Verdict: Unknown, Reason: "choices"}},
		{"budget", Mutant{Verdict: Unknown, Reason: "letters"}, Mutant{Verdict: Unknown, Reason: "arguments"}},
		{"budget", Mutant{Verdict: Unknown, Reason: "pairs"}, Mutant{Verdict: Unknown, Reason: "pairs"}},
		{
			"evidence",
			Mutant{Verdict: Unknown, Reason: "evidence refused: step 2", Notes: []string{"a"}},
			Mutant{Verdict: Unknown, Reason: Replay, Notes: []string{"a", "evidence refused: step 2"}},
		},
		{
			"readings",
			Mutant{Verdict: Killed, Details: map[string]json.RawMessage{
				"semantics": raw(`{"a":"subsumed","b":"non-subsumed","c":"unknown"}`),
			}},
			Mutant{Verdict: Killed, Details: map[string]json.RawMessage{
				"semantics": raw(`{"a":"refines","b":"killed","c":"unknown"}`),
			}},
		},
	} {
		got := c.old
		if upgrade(&got); !reflect.DeepEqual(got, c.now) {
			t.Errorf("%s: %+v became %+v, want %+v", c.why, c.old, got, c.now)
		}
	}
}

// A bounded survivor is proved where its evidence holds a proof of both claims, or of the first one
// and an example of lost behaviour.
func TestUpgradeOfBoundedEvidence(t *testing.T) {
	for evidence, want := range map[string][2]string{
		`{"noWrong":"inductive","noLost":"inductive"}`:               {Unkillable, Equivalent},
		`{"noWrong":"inductive","lost":["a"],"noLost":"unrolled 3"}`: {Unkillable, Refines},
		`{"noWrong":"inductive","lost":["a"]}`:                       {Unkillable, Refines},
		`{"noWrong":"inductive","noLost":"unrolled 3"}`:              {Unknown, BudgetDepth},
		`{"noWrong":"inductive"}`:                                    {Unknown, BudgetDepth},
		`{"noWrong":"unrolled 3","noLost":"inductive"}`:              {Unknown, BudgetDepth},
		`{"noWrong":"unrolled 3","lost":["a"]}`:                      {Unknown, BudgetDepth},
		`{"noLost":"inductive"}`:                                     {Unknown, BudgetDepth},
		`{"noWrong":3}`:                                              {Unknown, BudgetDepth},
		``:                                                           {Unknown, BudgetDepth},
	} {
		m := Mutant{Verdict: survived, Reason: Equivalent, Strength: Bounded, K: 3, Evidence: raw(evidence)}
		if want[1] == Refines {
			m.Reason = "loses-behaviour"
		}
		strength, k := Bounded, 3
		if want[0] == Unkillable {
			strength, k = Proved, 0
		}
		upgrade(&m)
		if m.Verdict != want[0] || m.Reason != want[1] || m.Strength != strength || m.K != k {
			t.Errorf("%s: got %s, %s, %s %d; want %v, %s %d", evidence, m.Verdict, m.Reason, m.Strength, m.K, want, strength, k)
		}
	}
}

const document1 = `{"format": 1, "engine": "1", "model": {"formalism": "timed", "name": "a", "text": "t"},
 "settings": {"budget": {"states": 70}, "engine": "auto", "operators": [], "order": 1},
 "mutants": [
  {"id": "1", "operator": "x", "verdict": "killed", "reason": "output", "dataflow": true, "semantics": {"a":"subsumed"},
   "stateLength": 3, "strong": [["s"]], "unreachableFault": {"e":1}, "weak": [["w"]]},
  {"id": "2", "operator": "x", "verdict": "survived", "reason": "equivalent"},
  {"id": "3", "operator": "y", "verdict": "survived", "reason": "subsumed"},
  {"id": "4", "operator": "y", "verdict": "unknown", "reason": "zones"},
  {"id": "5", "operator": "z", "verdict": "invalid", "reason": "overflow"},
  {"id": "6", "operator": "z", "verdict": "unknown", "reason": "zones"},
  {"id": "7", "operator": "z"}],
 "summary": {"invalid": 1, "killed": 1, "mutants": 7, "survived": 2, "unknown": 2,
  "operators": {"x": {"invalid": 0, "killed": 1, "mutants": 2, "survived": 1, "unknown": 0},
   "y": {"invalid": 0, "killed": 0, "mutants": 2, "survived": 1, "unknown": 1},
   "z": {"invalid": 1, "killed": 0, "mutants": 3, "survived": 0, "unknown": 1}},
  "reasons": {"equivalent": 1, "subsumed": 1, "zones": 2, "overflow": 1}}}`

func upgraded(t *testing.T, text string) (*Report, error) {
	t.Helper()
	var r Report
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		t.Fatal(err)
	}
	return &r, Upgrade(&r, []byte(text))
}

func TestUpgradeOfAReport(t *testing.T) {
	r, err := upgraded(t, document1)
	if err != nil {
		t.Fatal(err)
	}
	want := Summary{
		Invalid: 1, Killed: 1, Mutants: 7, Unkillable: 2, Unknown: 2,
		DuplicatesNote: "not determined: the report was written before duplicates were",
		Operators: map[string]OperatorSummary{
			"x": {Killed: 1, Mutants: 2, Unkillable: 1}, "y": {Mutants: 2, Unkillable: 1, Unknown: 1},
			"z": {Invalid: 1, Mutants: 3, Unknown: 1},
		},
		Reasons: map[string]int{Equivalent: 1, Refines: 1, "zones": 2, Overflow: 1},
	}
	if !reflect.DeepEqual(r.Summary, want) {
		t.Errorf("the summary is %+v, want %+v", r.Summary, want)
	}
	if r.From != 1 || r.Format != 2 || r.Settings.Budget != (Budget{Zones: 70}) {
		t.Errorf("from %d to %d, budget %+v", r.From, r.Format, r.Settings.Budget)
	}
	details := map[string]json.RawMessage{
		"dataflow": raw("true"), "semantics": raw(`{"a":"refines"}`), "stateLength": raw("3"), "strong": raw(`[["s"]]`),
		"unreachableFault": raw(`{"e":1}`), "weak": raw(`[["w"]]`),
	}
	if !reflect.DeepEqual(r.Mutants[0].Details, details) {
		t.Errorf("the details are %s, want %s", r.Mutants[0].Details, details)
	}
	for i, want := range []string{Killed, Unkillable, Unkillable, Unknown, Invalid, Unknown, ""} {
		if r.Mutants[i].Verdict != want {
			t.Errorf("mutant %d is %q, want %q", i+1, r.Mutants[i].Verdict, want)
		}
	}
}

// A summary that did not count its mutants stays uncounted, whichever figure is wrong.
func TestUpgradeKeepsAWrongSummaryWrong(t *testing.T) {
	at := strings.Index(document1, `"summary"`)
	for _, c := range [][2]string{
		{`"invalid": 1, "killed": 1, "mutants": 7`, `"invalid": 2, "killed": 1, "mutants": 7`},
		{`"killed": 1, "mutants": 7`, `"killed": 2, "mutants": 7`},
		{`"mutants": 7`, `"mutants": 6`},
		{`"survived": 2`, `"survived": 3`},
		{`"unknown": 2`, `"unknown": 1`},
		{`"killed": 1, "mutants": 2`, `"killed": 0, "mutants": 2`},
		{`"zones": 2`, `"zones": 1`},
	} {
		wrong := strings.Replace(document1[at:], c[0], c[1], 1)
		if wrong == document1[at:] {
			t.Fatalf("%s does not occur", c[0])
		}
		r, err := upgraded(t, document1[:at]+wrong)
		if err != nil || !reflect.DeepEqual(r.Summary, Summary{Mutants: -1}) {
			t.Errorf("%s: got %+v, %v", c[1], r.Summary, err)
		}
	}
}

func TestUpgradeOfSettings(t *testing.T) {
	s := Settings{Budget: Budget{States: 9}}
	s.Upgrade("action-system")
	if s.Budget != (Budget{States: 9}) {
		t.Errorf("got %+v", s.Budget)
	}
}

func TestUpgradeRefuses(t *testing.T) {
	const summary, later = `"summary": {"survived": 0}`, "a has a verdict of a later format"
	for text, want := range map[string]string{
		`{"mutants": []}`: "its summary does not count what survived",
		`{"mutants": [{"id": "a", "verdict": "unkillable"}], ` + summary + `}`:                           "a has a verdict of a later format",
		`{"mutants": [{"id": "a", "verdict": "unknown", "reason": "refines"}], ` + summary + `}`:         "a has a verdict of a later format",
		`{"mutants": [{"id": "a", "verdict": "killed", "duplicateOf": "b"}], ` + summary + `}`:           "a has a verdict of a later format",
		`{"mutants": [{"id": "a", "verdict": "killed", "details": {"weak": 1}}], ` + summary + `}`:       "a has a verdict of a later format",
		`{"mutants": [{"id": "b", "verdict": ""}, {"id": "a", "verdict": "subsumed"}], ` + summary + `}`: later,
	} {
		if _, err := upgraded(t, text); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
	if err := Upgrade(&Report{}, []byte("{")); err == nil || !strings.Contains(err.Error(), "JSON") {
		t.Errorf("half a text: got %v", err)
	}
}

// Old links hold digests of the old words.
func TestFormat1(t *testing.T) {
	const action = "action-system"
	for _, c := range []struct {
		m                          Mutant
		formalism, verdict, reason string
	}{
		{Mutant{Verdict: Unkillable, Reason: Equivalent}, "timed", "survived", "subsumed"},
		{Mutant{Verdict: Unkillable, Reason: Refines}, "timed", "survived", "subsumed"},
		{Mutant{Verdict: Killed, Reason: "output"}, "timed", "killed", "output"},
		{Mutant{Verdict: Unkillable, Reason: Refines}, action, "survived", "loses-behaviour"},
		{Mutant{Verdict: Unkillable, Reason: Equivalent}, "efsm", "survived", "equivalent"},
		{Mutant{Verdict: Unkillable, Reason: "other"}, "efsm", "survived", "other"},
		{Mutant{Verdict: Killed, Reason: Refines}, action, "killed", Refines},
		{Mutant{Verdict: Unknown, Reason: BudgetDepth, Strength: Bounded}, action, "survived", "equivalent"},
		{
			Mutant{Verdict: Unknown, Reason: BudgetDepth, Strength: Bounded, Evidence: raw(`{"lost":["a"]}`)},
			action, "survived", "loses-behaviour",
		},
		{
			Mutant{Verdict: Unknown, Reason: BudgetDepth, Strength: Bounded, Evidence: raw(`{"noLost":"a"}`)},
			action, "survived", "equivalent",
		},
		{
			Mutant{Verdict: Unknown, Reason: BudgetDepth, Strength: Bounded, Evidence: raw(`{"lost":["a"],"noLost":1}`)},
			action, "survived", "equivalent",
		},
		{Mutant{Verdict: Unknown, Reason: BudgetDepth, Strength: Bounded}, "tfsm", "unknown", "depth"},
		{Mutant{Verdict: Killed, Reason: Output, Strength: Bounded}, action, "killed", "output"},
		{Mutant{Verdict: Unknown, Reason: BudgetStates}, action, "unknown", "budget: states"},
		{Mutant{Verdict: Unknown, Reason: BudgetSATCalls}, action, "unknown", "budget: SAT calls"},
		{Mutant{Verdict: Unknown, Reason: BudgetDepth, Strength: None}, action, "unknown", "budget: unrolled steps"},
		{Mutant{Verdict: Unknown, Reason: BudgetArguments}, action, "unknown", "budget: arguments"},
		{Mutant{Verdict: Unknown, Reason: Replay}, action, "unknown", "replay"},
		{Mutant{Verdict: Unknown, Reason: BudgetStates}, "efsm", "unknown", "states"},
		{Mutant{Verdict: Killed, Reason: BudgetStates}, action, "killed", "states"},
	} {
		if verdict, reason := Format1(&c.m, c.formalism); verdict != c.verdict || reason != c.reason {
			t.Errorf("%s %+v: got %s, %s; want %s, %s", c.formalism, c.m, verdict, reason, c.verdict, c.reason)
		}
	}
}
