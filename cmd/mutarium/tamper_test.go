package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
)

// A forgery changes one mutant of the report of the car alarm as someone might who wants another
// verdict believed. The summary is always made to fit.
type forgery struct {
	what   string
	choose string // "verdict/reason" of the mutant to forge: the first such one
	forge  func(m *report.Mutant)
}

var forgeries = []forgery{
	{"killed turned equivalent", "killed/", func(m *report.Mutant) {
		m.Verdict, m.Reason, m.Counterexample, m.Length = report.Unkillable, "equivalent", nil, nil
	}},
	{"killed turned refines", "killed/", func(m *report.Mutant) {
		m.Verdict, m.Reason, m.Counterexample, m.Length = report.Unkillable, "refines", nil, nil
	}},
	{"another length", "killed/", func(m *report.Mutant) { m.Length = report.Int(*m.Length + 1) }},
	{"no length", "killed/", func(m *report.Mutant) { m.Length = nil }},
	{"no counterexample", "killed/", func(m *report.Mutant) { m.Counterexample = nil }},
	{"a counterexample that is no JSON object", "killed/", func(m *report.Mutant) { m.Counterexample = json.RawMessage(`"trust me"`) }},
	{"another unsafe state", "killed/", edit(func(c map[string]any) { c["unsafeState"].(map[string]any)["aState"] = 3 })},
	{"another post-state", "killed/", edit(func(c map[string]any) { c["postState"].(map[string]any)["aState"] = 6 })},
	{"another event", "killed/", edit(func(c map[string]any) {
		if c["event"].([]any)[0] == "Lock" {
			c["event"] = []any{"Close"}
		} else {
			c["event"] = []any{"Lock"}
		}
	})},
	{"an event of no action", "killed/", edit(func(c map[string]any) { c["event"] = []any{"Explode"} })},
	{"a detour", "killed/", edit(func(c map[string]any) {
		c["trace"] = append([]any{[]any{"Lock"}, []any{"Unlock"}}, c["trace"].([]any)...)
	})},
	{"a trace from nowhere", "killed/", edit(func(c map[string]any) { c["trace"] = append([]any{[]any{"Unlock"}}, c["trace"].([]any)...) })},
	{"equivalent turned refines", "unkillable/equivalent", func(m *report.Mutant) { m.Reason = "refines" }},
	{"equivalent turned killed", "unkillable/equivalent", func(m *report.Mutant) {
		m.Verdict, m.Reason, m.Length = report.Killed, "", report.Int(0)
		m.Counterexample, m.Details = m.Detail("unreachableFault"), nil
	}},
	{"refines turned equivalent", "unkillable/refines", func(m *report.Mutant) { m.Reason, m.Evidence = "equivalent", nil }},
	{"no reason", "unkillable/refines", func(m *report.Mutant) { m.Reason = "" }},
	{"an invented unreachable fault", "unkillable/refines", func(m *report.Mutant) {
		var fault map[string]any
		if err := json.Unmarshal(m.Detail("unreachableFault"), &fault); err != nil {
			panic(err)
		}
		fault["postState"].(map[string]any)["aState"] = 7
		m.SetDetail("unreachableFault", report.Raw(fault))
	}},
	{"proved turned bounded", "unkillable/refines", func(m *report.Mutant) { m.Strength, m.K = report.Bounded, -3 }},
	{"unknown strength", "unkillable/equivalent", func(m *report.Mutant) { m.Strength = "certain" }},
	{"decided turned unknown without a reason", "killed/", func(m *report.Mutant) {
		*m = report.Mutant{ID: m.ID, Operator: m.Operator, Span: m.Span, Original: m.Original, Replacement: m.Replacement, Verdict: report.Unknown}
	}},
	{"another change", "killed/", func(m *report.Mutant) { m.Replacement += " " }},
}

// edit changes a counterexample.
func edit(change func(c map[string]any)) func(m *report.Mutant) {
	return func(m *report.Mutant) {
		var c map[string]any
		if err := json.Unmarshal(m.Counterexample, &c); err != nil {
			panic(err)
		}
		change(c)
		m.Counterexample = report.Raw(c)
	}
}

// TestForgedReports forges the report of the car alarm in every way above; verify names the
// mutant each time, and nothing else.
func TestForgedReports(t *testing.T) {
	path := t.TempDir() + "/car.as"
	if err := os.WriteFile(path, []byte(must(t, "examples", "car-alarm")), 0o644); err != nil {
		t.Fatal(err)
	}
	genuine := must(t, "run", path, "--operators", "guard_true,eq_to_neq", "--json")
	for _, f := range forgeries {
		var r report.Report
		if err := json.Unmarshal([]byte(genuine), &r); err != nil {
			t.Fatal(err)
		}
		verdict, reason, _ := strings.Cut(f.choose, "/")
		var m *report.Mutant
		for i := range r.Mutants {
			if x := &r.Mutants[i]; m == nil && x.Verdict == verdict && x.Reason == reason && (verdict != "killed" || *x.Length > 0) {
				m = x
			}
		}
		if m == nil {
			t.Fatalf("%s: the report has no mutant %s", f.what, f.choose)
		}
		f.forge(m)
		note := r.Summary.DuplicatesNote
		r.Summary = report.Summarise(r.Mutants)
		r.Summary.DuplicatesNote = note
		forged, err := report.Encode(&r)
		if err != nil {
			t.Fatal(err)
		}
		v := command(string(forged), "verify", "-")
		if v.code != exitFindings || !strings.HasPrefix(v.out, "refused: "+m.ID+": ") || strings.Count(v.out, "\n") != 1 {
			t.Errorf("%s: exit %d\n%s%s", f.what, v.code, v.out, v.err)
		}
	}
}

// A report whose shared evidence is forged is refused as well.
func TestForgedEvidence(t *testing.T) {
	path := t.TempDir() + "/car.as"
	if err := os.WriteFile(path, []byte(must(t, "examples", "car-alarm")), 0o644); err != nil {
		t.Fatal(err)
	}
	genuine := must(t, "run", path, "--operators", "guard_true,eq_to_neq", "--json")
	for what, forge := range map[string]func(e map[string]any){
		"a state too few":  func(e map[string]any) { e["reachable"] = e["reachable"].([]any)[1:] },
		"a state too many": func(e map[string]any) { e["reachable"] = append(e["reachable"].([]any), []any{7, 4, 4, 1, 1, 1}) },
		"no states":        func(e map[string]any) { e["reachable"] = []any{} },
	} {
		var r report.Report
		if err := json.Unmarshal([]byte(genuine), &r); err != nil {
			t.Fatal(err)
		}
		var e map[string]any
		if err := json.Unmarshal(r.Evidence, &e); err != nil {
			t.Fatal(err)
		}
		forge(e)
		r.Evidence = report.Raw(e)
		forged, err := report.Encode(&r)
		if err != nil {
			t.Fatal(err)
		}
		if v := command(string(forged), "verify", "-"); v.code != exitFindings {
			t.Errorf("%s: exit %d\n%s%s", what, v.code, v.out, v.err)
		}
	}
}
