package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/efsm"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

func efsmExample(t *testing.T, name string) string {
	t.Helper()
	for _, e := range efsm.Gallery() {
		if e.Name == name {
			return e.Text
		}
	}
	t.Fatalf("the gallery has no %s", name)
	return ""
}

func efsmRun(t *testing.T, text string, s report.Settings) *report.Report {
	t.Helper()
	f := source.NewFile("model.efsm", text)
	m, d := Open(efsmFormalism{}, f)
	if m == nil {
		t.Fatal(d.Text(f))
	}
	r, err := Run(context.Background(), Job{File: f, Formalism: efsmFormalism{}, Model: m, Settings: s}, Observer{})
	if err != nil {
		t.Fatal(err)
	}
	r.Timings = nil
	return r
}

// The report's fields of an EFSM mutant are those that another implementation listed.
func TestEFSMReportHasTheListedFields(t *testing.T) {
	r := efsmRun(t, efsmExample(t, "vending"), report.Settings{})
	text, err := os.ReadFile("efsm/testdata/facts/vending.json")
	if err != nil {
		t.Fatal(err)
	}
	var want struct{ List [][]json.RawMessage } // id, operator, before, after, weak, length, strong, data flow
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	if len(r.Mutants) != len(want.List) {
		t.Fatalf("got %d mutants, want %d", len(r.Mutants), len(want.List))
	}
	for i, m := range r.Mutants {
		w := want.List[i]
		length := json.RawMessage("null")
		if m.Detail(detailState) != nil {
			length = m.Detail(detailState)
		}
		got := []json.RawMessage{report.Raw(m.ID), report.Raw(m.Operator), w[2], w[3], spelled(t, m.Detail(detailWeak)),
			length, spelled(t, m.Detail(detailStrong)), m.Detail(detailFlow)}
		if !same(got, w) {
			t.Errorf("got %s, want %s", report.Raw(got), report.Raw(w))
		}
		if killed := string(w[6]) != "null"; killed != (m.Verdict == report.Killed) {
			t.Errorf("%s: got %s", m.ID, m.Verdict)
		}
		var word []json.RawMessage
		if json.Unmarshal(m.Detail(detailStrong), &word); len(word) > 0 && (m.Length == nil || *m.Length != len(word)-1) {
			t.Errorf("%s: got length %v for %s, want the steps before the last", m.ID, m.Length, m.Detail(detailStrong))
		}
	}
}

// spelled writes a word of a report as the lists do: coin(2) key.
func spelled(t *testing.T, raw json.RawMessage) json.RawMessage {
	t.Helper()
	var word [][]any
	if err := json.Unmarshal(raw, &word); err != nil {
		t.Fatal(err)
	}
	if word == nil {
		return json.RawMessage("null")
	}
	var letters []string
	for _, l := range word {
		text := fmt.Sprint(l[0])
		if len(l) > 1 {
			text += strings.ReplaceAll(fmt.Sprint(l[1:]), " ", ", ")
			text = strings.NewReplacer("[", "(", "]", ")").Replace(text)
		}
		letters = append(letters, text)
	}
	return report.Raw(strings.Join(letters, " "))
}

// Reports are verified; every claim that is tampered with is refused.
func TestEFSMVerify(t *testing.T) {
	for name, s := range map[string]report.Settings{
		"fig1c":     {Operators: []string{"all"}},
		"vending":   {},
		"fig6-step": {Order: 2, Sample: 40, Seed: 3},
		"fig1b":     {Engine: "sat", Operators: []string{"OBO", "MAS"}},
	} {
		r := efsmRun(t, efsmExample(t, name), s)
		v, err := Verify(context.Background(), encoded(t, r), VerifyOptions{})
		if err != nil || len(v.Refusals) > 0 {
			t.Fatalf("%s: %v %v", name, err, v)
		}
	}
	r := efsmRun(t, efsmExample(t, "fig1c"), report.Settings{})
	killed, unkillable := -1, -1
	for i := range r.Mutants {
		if r.Mutants[i].Verdict == report.Killed && killed < 0 {
			killed = i
		}
		if r.Mutants[i].Verdict == report.Unkillable && string(r.Mutants[i].Detail(detailWeak)) != "null" && unkillable < 0 {
			unkillable = i
		}
	}
	for what, tamper := range map[string]func(r *report.Report){
		"killed called unkillable": func(r *report.Report) {
			m := &r.Mutants[killed]
			m.Verdict, m.Reason, m.Length, m.Counterexample = report.Unkillable, report.Equivalent, nil, nil
			m.SetDetail(detailStrong, json.RawMessage("null"))
		},
		"unkillable called killed": func(r *report.Report) {
			m := &r.Mutants[unkillable]
			m.Verdict, m.Reason, m.Length = report.Killed, "", report.Int(len("x"))
			m.SetDetail(detailStrong, m.Detail(detailWeak))
		},
		"another length":         func(r *report.Report) { r.Mutants[killed].Length = report.Int(9) },
		"the length of the word": func(r *report.Report) { *r.Mutants[killed].Length++ },
		"another word": func(r *report.Report) {
			r.Mutants[killed].SetDetail(detailStrong,
				json.RawMessage(`[["start"]]`))
		},
		"a longer word": func(r *report.Report) {
			r.Mutants[killed].SetDetail(detailStrong, json.RawMessage(`[["start"],["start"],["cond1",true],["cond2",true]]`))
		},
		"no weak kill": func(r *report.Report) {
			r.Mutants[unkillable].SetDetail(detailWeak,
				json.RawMessage("null"))
		},
		"another state length":   func(r *report.Report) { r.Mutants[killed].SetDetail(detailState, report.Raw(7)) },
		"another counterexample": func(r *report.Report) { r.Mutants[killed].Counterexample = json.RawMessage(`{"steps":[]}`) },
		"another change":         func(r *report.Report) { r.Mutants[killed].Replacement = "77" },
		"data flow turned": func(r *report.Report) {
			r.Mutants[killed].SetDetail(detailFlow, report.Raw(string(r.Mutants[killed].Detail(detailFlow)) != "true"))
		},
	} {
		var forged report.Report
		if err := json.Unmarshal(encoded(t, r), &forged); err != nil {
			t.Fatal(err)
		}
		tamper(&forged)
		forged.Summary = report.Summarise(forged.Mutants)
		v, err := Verify(context.Background(), encoded(t, &forged), VerifyOptions{})
		if err != nil || len(v.Refusals) == 0 {
			t.Errorf("%s is not refused: %v", what, err)
		}
	}
}

// A protected part makes no mutants and renames none.
// What the SAT engine says of words is verified too.
func TestEFSMVerifySAT(t *testing.T) {
	r := efsmRun(t, efsmExample(t, "fig1b"), report.Settings{Engine: "sat", Operators: []string{"SZ0", "MAS"}})
	killed := slices.IndexFunc(r.Mutants, func(m report.Mutant) bool { return m.Verdict == report.Killed })
	for what, tamper := range map[string]func(m *report.Mutant){
		"another weak word": func(m *report.Mutant) {
			m.SetDetail(detailWeak,
				json.RawMessage(`[["start"],["start"],["start"]]`))
		},
		"no weak word":         func(m *report.Mutant) { m.SetDetail(detailWeak, json.RawMessage("null")) },
		"another state length": func(m *report.Mutant) { n, _ := stateLength(m); m.SetDetail(detailState, report.Raw(n+1)) },
		"a longer word": func(m *report.Mutant) {
			var word []json.RawMessage
			_ = json.Unmarshal(m.Detail(detailStrong), &word)
			m.SetDetail(detailStrong, report.Raw(append([]json.RawMessage{json.RawMessage(`["start"]`)}, word...)))
			*m.Length++
		},
	} {
		var forged report.Report
		if err := json.Unmarshal(encoded(t, r), &forged); err != nil {
			t.Fatal(err)
		}
		tamper(&forged.Mutants[killed])
		if v, err := Verify(context.Background(), encoded(t, &forged), VerifyOptions{}); err != nil || len(v.Refusals) == 0 {
			t.Errorf("%s is not refused: %v", what, err)
		}
	}
}

// What differs before the first input has no step before it, and the report says so.
func TestEFSMKilledAtTheStart(t *testing.T) {
	text := "var x : 0..3 = 0\ninput go\noutput o(v)\nlocation A, B\nt1: A -> B / x := 1; !o(x)\nt2: B -> B on go / !o(x)"
	for _, engine := range []string{"explicit", "sat"} {
		r := efsmRun(t, text, report.Settings{Engine: engine, Operators: []string{"OBO"}})
		m := r.Mutants[0]
		if m.Verdict != report.Killed || *m.Length != 0 || string(m.Detail(detailStrong)) != "[]" ||
			!slices.Contains(m.Notes, beforeInputs) {
			t.Errorf("%s: got %s", engine, report.Raw(m))
		}
		if v, err := Verify(context.Background(), encoded(t, r), VerifyOptions{}); err != nil || len(v.Refusals) > 0 {
			t.Errorf("%s: %v %v", engine, err, v)
		}
	}
}

// How a machine can die stands among the facts of a model.
func TestEFSMFacts(t *testing.T) {
	text := "var x : 0..3 = 0\ninput go, loop\nlocation A, B\nt: A -> A on go / x := x + 1\nu: A -> B on loop [x = " +
		"2]\nv: B -> B [x > 0] / x := 3 - x"
	r := efsmRun(t, text, report.Settings{Operators: []string{"MAS"}})
	want := []report.Fact{{Label: "reachable states", Value: "5"}, {Label: "run to !error", Value: "go go go go"},
		{Label: "run to !diverge", Value: "go go loop"}}
	if got := r.Model.Facts[4:]; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestEFSMProtection(t *testing.T) {
	text := efsmExample(t, "inres")
	all := efsmRun(t, text, report.Settings{})
	text = strings.Replace(text, "t4:  WAIT", "// mutarium: off\nt4:  WAIT", 1)
	text = strings.Replace(text, "t6:  WAIT", "// mutarium: on\nt6:  WAIT", 1)
	some := efsmRun(t, text, report.Settings{})
	ids := map[string]string{}
	for _, m := range all.Mutants {
		ids[m.ID] = string(m.Detail(detailStrong))
	}
	for _, m := range some.Mutants {
		if strings.HasPrefix(m.ID, "t4#") || strings.HasPrefix(m.ID, "t5#") {
			t.Errorf("%s is a mutant of a protected part", m.ID)
		}
		if strong, known := ids[m.ID]; !known || strong != string(m.Detail(detailStrong)) {
			t.Errorf("%s is not the mutant that it was", m.ID)
		}
	}
	if len(some.Mutants) >= len(all.Mutants) {
		t.Errorf("got %d mutants of %d", len(some.Mutants), len(all.Mutants))
	}
}

func TestEFSMCompare(t *testing.T) {
	text := efsmExample(t, "vending")
	f := source.NewFile("a", text)
	spec, _ := Open(efsmFormalism{}, f)
	for edit, want := range map[[2]string]string{
		{"credit >= 2", "credit > 2"}:                   report.Killed,
		{"credit >= 2", "not (credit < 2)"}:             report.Unkillable,
		{"location READY", "location UNUSED, READY"}:    report.Unkillable,
		{"output no", "output never, no"}:               report.Unkillable,
		{"READY on key / !ready", "READY on key / !no"}: report.Killed,
	} {
		g := source.NewFile("b", strings.Replace(text, edit[0], edit[1], 1))
		if edit[0] == "location READY" {
			g = source.NewFile("b", g.Text+"\ninitial READY\n")
		}
		impl, d := Open(efsmFormalism{}, g)
		if impl == nil {
			t.Fatal(d.Text(g))
		}
		r, err := Compare(context.Background(), Job{File: f, Formalism: efsmFormalism{}, Model: spec,
			Settings: report.Settings{}}, impl, g.Text)
		if err != nil {
			t.Fatal(err)
		}
		r.Timings = nil
		if got := r.Mutants[0].Verdict; got != want {
			t.Errorf("%s -> %s: got %s, want %s", edit[0], edit[1], got, want)
		}
		if v, err := Verify(context.Background(), encoded(t, r), VerifyOptions{}); err != nil || len(v.Refusals) > 0 {
			t.Errorf("%s -> %s: %v %v", edit[0], edit[1], err, v)
		}
	}
	g := source.NewFile("b", strings.Replace(text, "v : 1..2", "v : 1..3", 1))
	impl, _ := Open(efsmFormalism{}, g)
	if _, err := spec.Compare(context.Background(), impl, report.Settings{}); err == nil ||
		!strings.Contains(err.Error(), "ranges over") {
		t.Errorf("other inputs: got %v", err)
	}
}

// A budget that runs out gives unknown with the budget's name, under auto the SAT engine takes over.
func TestEFSMBudgets(t *testing.T) {
	r := efsmRun(t, efsmExample(t, "inres"), report.Settings{Engine: "explicit", Budget: report.Budget{States: 10},
		Operators: []string{"MVF"}})
	for _, m := range r.Mutants {
		if m.Verdict != report.Unknown || m.Reason != "states" {
			t.Errorf("%s: got %s %s, want unknown because of states", m.ID, m.Verdict, m.Reason)
		}
	}
	wide := "var x : 0..9 = 0\ninput set(n : 0..60000)\noutput o(v), low\nlocation A\nt1: A -> A on set [n < 300] " +
		"/ x := 1; !low\nt2: A -> A on set / !o(n)\n"
	r = efsmRun(t, wide, report.Settings{Operators: []string{"ROR", "MAS"}})
	if r.Summary.Killed < 4 || r.Summary.Unknown > 0 {
		t.Errorf("got %+v, want kills by SAT", r.Summary)
	}
	r = efsmRun(t, wide, report.Settings{Engine: "explicit", Operators: []string{"ROR"}})
	if m := r.Mutants[0]; m.Reason != report.BudgetArguments || !strings.Contains(m.Notes[0], "sat") {
		t.Errorf("got %s %v, want the advice to choose SAT", m.Reason, m.Notes)
	}
}

// The tools answer, and say what is wrong with their inputs.
func TestEFSMTools(t *testing.T) {
	m, _ := Open(efsmFormalism{}, source.NewFile("", efsmExample(t, "fig1c")))
	call := func(tool string, in map[string]string) (string, error) {
		s, err := m.RunTool(context.Background(), ToolCall{Tool: tool, Inputs: in})
		return string(report.Raw(s)), err
	}
	for _, c := range []struct {
		tool, key, value, want string
	}{
		{"suite", "criterion", "mcdc", "masking MC/DC"},
		{"suite", "minimise", "optimal", "Proved: no smaller selection"},
		{"suite", "every", "10", "every mutant number"},
		{"suite", "criterion", "iterative", "of 40 were searched for"},
		{"suite", "start", "start cond1(true)", "behind yours"},
		{"score", "suite", "start cond1(true) cond2(true)", "weak score"},
		{"dataflow", "mutant", "if2#0", "Chain of if2#0"},
		{"dataflow", "mutant", "s1#6", "Chain of s1#6"},
		{"subsumption", "", "", "minimal classes"},
		{"score", "suite", "start cond1(true) cond2(true)", "score on minimal mutants"},
		{"score", "suite", `[[["start"],["cond1",false],["cond2",true]]]`, "of 30 mutants"},
		{"export", "format", "mermaid", "stateDiagram-v2"},
		{"export", "format", "dot", "digraph"},
	} {
		in := map[string]string{}
		if c.key != "" {
			in[c.key] = c.value
		}
		if got, err := call(c.tool, in); err != nil || !strings.Contains(got, c.want) {
			t.Errorf("%s %s: %v, got %.300s, want %q", c.tool, c.value, err, got, c.want)
		}
	}
	for _, c := range []struct{ tool, key, value, want string }{
		{"suite", "every", "none", "whole number"},
		{"suite", "start", "strat", "start: test 1"},
		{"dataflow", "mutant", "if2#99", "there is no"},
		{"score", "suite", "", "the suite is empty"},
		{"score", "suite", "strat", "did you mean 'start'?"},
		{"score", "suite", "cond1", "got 0 arguments"},
		{"score", "suite", "cond1(7)", "want a value of bool"},
		{"score", "suite", "cond1(", "not closed"},
		{"score", "suite", "[1, 2]", "not a list of tests"},
		{"export", "format", "pdf", "want dot"},
		{"nothing", "", "", "unknown tool"},
	} {
		if _, err := call(c.tool, map[string]string{c.key: c.value}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: got %v, want %q", c.tool, c.value, err, c.want)
		}
	}
}
