package engine

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tfsm"
)

func openTFSM(t *testing.T, text string) *tfsmModel {
	t.Helper()
	f := source.NewFile("m.tfsm", text)
	m, diags := Open(tfsmFormalism{}, f)
	if m == nil {
		t.Fatal(diags.Text(f))
	}
	return m.(*tfsmModel)
}

func exampleTFSM(t *testing.T, name string) *tfsmModel {
	t.Helper()
	for _, x := range (tfsmFormalism{}).Describe().Examples {
		if x.Name == name {
			return openTFSM(t, x.Text)
		}
	}
	t.Fatalf("no example %s", name)
	return nil
}

// Every tool gives sections on every example whose domain has mutants, and a sentence where not.
func TestTFSMTools(t *testing.T) {
	d := tfsmFormalism{}.Describe()
	for _, x := range d.Examples {
		m := openTFSM(t, x.Text)
		for _, tool := range d.Tools {
			if tool.Name == "any-fault" && x.Name != "s1-m1" && x.Name != "mealy" {
				continue // it takes a minute on the large machines; mealy's own tests make such suites
			}
			inputs := map[string]string{"check": "false"}
			for _, o := range tool.Inputs {
				if _, set := inputs[o.Name]; !set {
					inputs[o.Name] = o.Default
				}
			}
			call := ToolCall{Tool: tool.Name, Inputs: inputs, Settings: report.Settings{Operators: x.Operators}}
			sections, err := m.RunTool(context.Background(), call)
			if tool.Name == "score" && len(m.m.Tests) == 0 {
				if err == nil || !strings.Contains(err.Error(), "no suite to judge") {
					t.Errorf("%s: score without a suite: %v", x.Name, err)
				}
				continue
			}
			if err != nil || len(sections) == 0 {
				t.Errorf("%s, %s: %v", x.Name, tool.Name, err)
			}
		}
	}
	for input, want := range map[string]string{"max-length=x": "whole number", "initial=[[[\"c\",1]]]": "no input 'c'", "initial={": "no test suite"} {
		name, value, _ := strings.Cut(input, "=")
		_, err := exampleTFSM(t, "s1-m1").RunTool(context.Background(), ToolCall{Tool: "suite", Inputs: map[string]string{name: value}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", input, err, want)
		}
	}
}

// The suite tool shows S1/M1 complete by brute force, Example 5's combs and Figure 3's arcs are in the combs
// tool, a mutant is chosen by options per group, and the solver finds the survivor of a suite.
func TestTFSMToolsSay(t *testing.T) {
	m := exampleTFSM(t, "s1-m1")
	for _, x := range []struct {
		tool   string
		inputs map[string]string
		want   []string
	}{
		{"suite", nil, []string{"every nonconforming mutant. Checked a second time by brute force (32 mutants run)", "\"conforming mutants\",\"value\":\"0\""}},
		{"combs", nil, []string{"reveals 6 combs", "t16 t2 t6 t5 t17 t15 t17 t14", "3 [t17] (R5)", "(¬t3 ∨ ¬t16)"}},
		{"mutant", map[string]string{"takes": "t16 t13"}, []string{"s1 ~3~> s4 [t16]", "Killed by (a, 3.5)"}},
		{"mutant", map[string]string{"takes": "", "suite": "(b, 0.5)(a, 1)(b, 6.7)(a, 7.2)"}, []string{"The mutant takes", "Killed by"}},
		{"mutant", map[string]string{"suite": "(b, 0.5)(a, 1)(b, 6.7)(a, 7.2)\n(a, 3)\n(a, 4)(a, 8)\n(b, 0)(a, 0)(b, 0)(a, 0)\n(b, 0)(a, 0)(a, 0)"}, []string{"No nonconforming mutant survives"}},
		{"score", map[string]string{"suite": "(a, 3)"}, []string{"Not complete", "16 of 31 nonconforming (51.6 %)"}},
		{"operators", nil, []string{"Extra states (extra-states)"}},
		{"graph", nil, []string{"digraph", "dashed"}},
	} {
		sections, err := m.RunTool(context.Background(), ToolCall{Tool: x.tool, Inputs: x.inputs})
		if err != nil {
			t.Errorf("%s: %v", x.tool, err)
			continue
		}
		text := string(report.Raw(sections))
		for _, want := range x.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in\n%s", x.tool, want, text)
			}
		}
	}
	if _, err := m.RunTool(context.Background(), ToolCall{Tool: "mutant", Inputs: map[string]string{"takes": "t16 t3"}}); err == nil {
		t.Errorf("two alternatives are taken at once")
	}
}

// A report of single mutants holds the domain object; forged evidence is refused.
func TestTFSMReport(t *testing.T) {
	m := openTFSM(t, "s1 -a/x, 2-> s2; s2 -a/x, 2-> s1; s1 ~a/y~> s2; s2 ~3~> s1; s1 ~a/x~> s1")
	job := Job{File: m.file, Formalism: tfsmFormalism{}, Model: m}
	r, err := Run(context.Background(), job, Observer{})
	if err != nil {
		t.Fatal(err)
	}
	var domain tfsm.Facts
	if err := json.Unmarshal(r.Domain, &domain); err != nil {
		t.Fatal(err)
	}
	if domain.Mutants != "5" || domain.Selections != "6" || domain.Conforming != "3" || !domain.Complete || domain.Checked != tfsm.BruteForce {
		t.Errorf("got domain %+v", domain)
	}
	if r.Summary.Killed != 1 || r.Summary.Unkillable != 2 || r.Summary.Reasons["equivalent"] != 2 {
		t.Errorf("got %+v", r.Summary)
	}
	checker, err := m.Checker(context.Background(), r.Settings)
	if err != nil {
		t.Fatal(err)
	}
	forge := func(m report.Mutant, change func(*report.Mutant)) {
		t.Helper()
		change(&m)
		if checker.Verify(context.Background(), m, r) == nil {
			t.Errorf("a forged verdict is accepted: %s", report.Raw(m))
		}
	}
	for _, x := range r.Mutants {
		if err := checker.Verify(context.Background(), x, r); err != nil {
			t.Errorf("%s: %v", x.ID, err)
		}
		if x.Verdict == report.Killed {
			forge(x, func(m *report.Mutant) { m.Verdict, m.Reason = report.Unkillable, "equivalent" })
			forge(x, func(m *report.Mutant) { m.Length = report.Int(1) })
			forge(x, func(m *report.Mutant) {
				m.Counterexample = []byte(`{"expected":["x"],"got":["x"],"test":[["a","1/2"]]}`)
			})
			forge(x, func(m *report.Mutant) { m.Verdict = report.Invalid })
			forge(x, func(m *report.Mutant) { m.Reason = "outputs" })
			forge(x, func(m *report.Mutant) { m.Strength = report.Bounded })
			forge(x, func(m *report.Mutant) { m.Evidence = []byte(`{"pairs":[]}`) })
			forge(x, func(m *report.Mutant) { m.Verdict, m.Reason, m.Strength = report.Unknown, "delays", report.None })
			forge(x, func(m *report.Mutant) { // the counterexample with it
				m.Verdict, m.Reason, m.Strength, m.Length, m.Counterexample = report.Unknown, "delays", report.None, nil, nil
			})
			continue
		}
		forge(x, func(m *report.Mutant) { m.Verdict = report.Killed })
		forge(x, func(m *report.Mutant) { m.Evidence = []byte(`{"pairs":[]}`) })
		forge(x, func(m *report.Mutant) { m.Evidence = []byte(`{"pairs":[["s1","s1"]]}`) })
		forge(x, func(m *report.Mutant) { m.Evidence = []byte(`{"pairs":[["s9","s1"]]}`) })
	}
}

// The first tools of a plain machine are the suite against any fault, comparing, minimising and the graph, in the order
// in which they are described; where faults are marked or time matters, none is.
func TestFirstTools(t *testing.T) {
	plain := []string{"any-fault", "compare", "minimise", "graph"}
	for text, want := range map[string][]string{
		"s1 -a/x-> s1":               plain,
		"s1 -a/x-> s1; s1 -inf-> s1": plain,
		"s1 -a/x, 3-> s1":            nil,
		"s1 -a/x-> s1; s1 ~a/y~> s1": nil,
	} {
		m, d := Open(tfsmFormalism{}, source.NewFile("m", text))
		if m == nil {
			t.Fatalf("%s: %v", text, d)
		}
		if got := FirstTools(m); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
	var described []string
	for _, x := range (tfsmFormalism{}).Describe().Tools {
		if slices.Contains(plain, x.Name) {
			described = append(described, x.Name)
		}
	}
	if !slices.Equal(described, plain) {
		t.Errorf("the tools are described as %q", described)
	}
}
