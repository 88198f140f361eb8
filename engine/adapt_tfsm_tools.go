package engine

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tfsm"
)

// The tools of timed FSMs.

var tfsmWaits = report.Option{Name: "waits", Kind: "choice", Choices: []string{"half", "whole"}, Default: "half", Title: "Instants",
	Summary: "half: each input half a unit behind, so that it never meets a timeout; whole: at whole instants, as in the paper"}

var tfsmTools = []report.Tool{
	{
		Name: "suite", Title: "Test suite", Summary: "A test suite that kills every nonconforming mutant of the fault domain, proved complete",
		Inputs: []report.Option{
			{Name: "max-length", Kind: "number", Default: "5", Title: "Maximal test length", Summary: "A test may be prolonged up to so many inputs; 0: every test as short as can be. Longer tests are fewer; beyond 8 the search gets slow"},
			tfsmWaits,
			{Name: "initial", Kind: "file", Title: "Initial suite", Summary: "Tests to begin with; they are kept"},
			{Name: "reduce", Kind: "flag", Default: "true", Title: "Reduce", Summary: "Leave out tests that the others make superfluous"},
			{Name: "check", Kind: "flag", Default: "true", Title: "Check twice", Summary: "Check completeness a second way, without the encoding that found the suite"},
		},
	},
	{
		Name: "score", Title: "Score a suite", Summary: "Is a given suite complete? If not: a mutant that passes it, and the test that kills it",
		Inputs: []report.Option{{Name: "suite", Kind: "file", Title: "Suite", Summary: "JSON as the suite tool writes it, or lines such as (b, 0.5)(a, 1); empty: the tests that the model holds"}},
	},
	{
		Name: "combs", Title: "Combs of a test", Summary: "The paper's encoding of one test: its revealing combs, the distinguishing automaton, the clauses",
		Inputs: []report.Option{{Name: "test", Kind: "text", Title: "Test", Summary: "Such as (b, 0.5)(a, 1); empty: the first test that the model holds, else a shortest one that kills a mutant"}},
	},
	{
		Name: "mutant", Title: "One mutant", Summary: "A mutant by the transitions it takes, or one that survives a suite, beside the specification on one time axis",
		Inputs: []report.Option{
			{Name: "takes", Kind: "text", Title: "Takes", Summary: "Names of mutated transitions, such as t16 t13; empty: let the solver find a survivor"},
			{Name: "suite", Kind: "file", Title: "Suite", Summary: "The suite that the survivor is to pass; empty: none, any mutant will do"},
		},
	},
	{Name: "operators", Title: "Mutation operators", Summary: "What each operator adds to the machine, and the size of the fault domain it makes"},
	{Name: "graph", Title: "Machine as a graph", Summary: "The machine drawn, and as DOT, mutated transitions dashed"},
}

func (x *tfsmModel) RunTool(ctx context.Context, call ToolCall) ([]report.Section, error) {
	run := map[string]func(context.Context, ToolCall) ([]report.Section, error){
		"suite": x.suiteTool, "score": x.scoreTool, "combs": x.combsTool,
		"mutant": x.mutantTool, "operators": x.operatorsTool, "graph": x.graphTool,
	}[call.Tool]
	if run == nil {
		return nil, fmt.Errorf("timed FSMs have no tool %q", call.Tool)
	}
	return run(ctx, call)
}

func (x *tfsmModel) suiteTool(ctx context.Context, call ToolCall) ([]report.Section, error) {
	length, err := tfsmNumber(call.Inputs, "max-length", 1000)
	if err != nil {
		return nil, err
	}
	c := SuiteCall{
		Suite: call.Inputs["initial"], MaxLength: length, Whole: call.Inputs["waits"] == "whole", Keep: call.Inputs["reduce"] == "false",
		Unchecked: call.Inputs["check"] == "false", Settings: call.Settings, Progress: call.Progress,
	}
	s, err := x.generate(ctx, c)
	if err != nil {
		return nil, err
	}
	json, err := report.EncodeSuite(x.suiteReport(s, c))
	if err != nil {
		return nil, err
	}
	return []report.Section{
		{Title: "Test suite", Blocks: []report.Block{s.verdict(), {Facts: s.counts()}, {Table: s.table(!c.Whole)}}},
		{Title: "On the time axis", Blocks: []report.Block{{Timeline: s.timeline(!c.Whole)}}},
		{Title: "To take away", Blocks: []report.Block{{Code: &report.Code{File: "suite.json", Language: "json", Text: string(json)}}}},
	}, nil
}

// verdict says in a sentence what the suite is, and how that was checked.
func (s *tfsmSuite) verdict() report.Block {
	switch {
	case s.facts.Complete && s.facts.Checked == tfsm.Sampling:
		return report.Block{Tone: "good", Text: fmt.Sprintf("Complete: by the solver's proof no nonconforming mutant survives. A second check was too large to finish; a sample of %d mutants agrees, which is no proof.", s.facts.Examined)}
	case s.facts.Complete && s.facts.Examined > 0:
		return report.Block{Tone: "good", Text: fmt.Sprintf("Complete: the suite kills every nonconforming mutant. Checked a second time by %s (%d mutants run).", s.facts.Checked, s.facts.Examined)}
	case s.facts.Complete:
		return report.Block{Tone: "good", Text: "Complete: by the solver's proof the suite kills every nonconforming mutant. It was not checked a second time."}
	case s.Finished:
		return report.Block{Tone: "bad", Text: "The solver and the second check disagree: this is an error of Mutarium. Please report it with the model."}
	}
	return report.Block{Tone: "warn", Text: "Not finished: " + tfsmReasons[s.Reason] + ". The tests found so far are kept; mutants may survive them."}
}

// tfsmReasons puts a suite's reason in words.
var tfsmReasons = map[string]string{
	"solver-calls": "the budget of solver calls is spent",
	"cancelled":    "it was stopped",
	"delays":       "a mutant has delays so large, without a common divisor, that the product cannot be walked",
}

func (s *tfsmSuite) counts() []report.Fact {
	total, longest := s.Inputs()
	return append(domainCounts(s.domain, s.facts),
		report.Fact{Label: "tests", Value: strconv.Itoa(len(s.Tests))},
		report.Fact{Label: "tests found before reduction", Value: strconv.Itoa(s.Found)},
		report.Fact{Label: "inputs in all tests", Value: strconv.Itoa(total)},
		report.Fact{Label: "longest test", Value: strconv.Itoa(longest)},
		report.Fact{Label: "solver calls", Value: strconv.Itoa(s.Calls)},
	)
}

func domainCounts(d *tfsmDomain, f tfsmDomainReport) []report.Fact {
	conforming := f.Conforming
	if n, ok := new(big.Int).SetString(conforming, 10); ok {
		conforming = bigFact(n)
	}
	facts := []report.Fact{
		{Label: "selections", Value: bigFact(d.Selections())},
		{Label: "mutants", Value: bigFact(d.Mutants())},
		{Label: "conforming mutants", Value: conforming},
		{Label: "mutated transitions", Value: strconv.Itoa(f.Mutated)},
	}
	if f.ExtraStates > 0 {
		facts = append(facts, report.Fact{Label: "extra states", Value: strconv.Itoa(f.ExtraStates)})
	}
	return facts
}

func (s *tfsmSuite) table(half bool) *report.Table {
	t := &report.Table{Columns: []string{"#", "test", "expected outputs", "inputs"}, Numeric: []bool{true, false, false, true}, Rows: [][]string{}}
	for i, one := range s.Tests {
		name := strconv.Itoa(i + 1)
		if one.Initial {
			name += " (given)"
		}
		t.Rows = append(t.Rows, []string{name, s.Domain.Model.Show(one.Test, half),
			strings.Join(s.Domain.Model.OutputNames(one.Expected), " "), strconv.Itoa(len(one.Steps))})
	}
	return t
}

// maxDrawn bounds the tests that are drawn on a time axis.
const maxDrawn = 8

func (s *tfsmSuite) timeline(half bool) *report.Timeline {
	line := &report.Timeline{Rows: []report.TimelineRow{}}
	for i, t := range s.Tests[:min(len(s.Tests), maxDrawn)] {
		events := s.Domain.Spec.SimulateTest(t.Test, half)
		line.Rows = append(line.Rows, timelineRow(s.Domain.Model, "test "+strconv.Itoa(i+1), events, s.Domain.Spec.Initial, nil))
	}
	return line
}

func (x *tfsmModel) scoreTool(ctx context.Context, call ToolCall) ([]report.Section, error) {
	s, err := x.judge(ctx, SuiteCall{Suite: call.Inputs["suite"], Settings: call.Settings})
	if err != nil {
		return nil, err
	}
	sections := []report.Section{{Title: "Score", Blocks: []report.Block{s.verdict(), {Facts: s.counts()}, {Table: s.table()}}}}
	if s.Survivor == nil {
		return sections, nil
	}
	impl := s.domain.Automaton(s.Survivor)
	blocks := sideBySide(s.domain.Domain, impl, tfsm.Test{Steps: s.Test})
	return append(sections, report.Section{Title: "A mutant that passes the suite, and the test that kills it",
		Blocks: append([]report.Block{{Text: s.domain.takes(s.Survivor)}}, blocks...)}), nil
}

func (s *tfsmScore) verdict() report.Block {
	superfluous := 0
	for _, n := range s.Needed {
		if n == "no" {
			superfluous++
		}
	}
	switch {
	case s.Status == "unknown":
		return report.Block{Tone: "warn", Text: "Not decided: " + tfsmReasons[s.Reason] + "."}
	case s.Status == "incomplete":
		return report.Block{Tone: "bad", Text: "Not complete: a nonconforming mutant passes all tests."}
	case !s.facts.Complete:
		return report.Block{Tone: "bad", Text: "The solver and the second check disagree: this is an error of Mutarium. Please report it with the model."}
	case superfluous == 0:
		return report.Block{Tone: "good", Text: "Complete, and every test is needed. Second check: " + s.facts.Checked + "."}
	}
	return report.Block{Tone: "good", Text: fmt.Sprintf("Complete. %d of the tests could be left out, one at a time. Second check: %s.", superfluous, s.facts.Checked)}
}

func (s *tfsmScore) counts() []report.Fact {
	k := s.Score.Kills
	examined := s.domain.Mutants()
	label := "mutants killed"
	if k.Method != tfsm.BruteForce {
		examined, label = big.NewInt(k.Examined), fmt.Sprintf("killed in a sample of %d", k.Examined)
	}
	nonconforming := new(big.Int).Sub(examined, k.Conform)
	return append(domainCounts(s.domain, s.facts),
		report.Fact{Label: label, Value: fmt.Sprintf("%s of %s nonconforming (%s)", k.Detected, nonconforming, percent(k.Detected, nonconforming))})
}

func (s *tfsmScore) table() *report.Table {
	t := &report.Table{Columns: []string{"#", "test", "expected outputs", "kills", "alone", "needed"},
		Numeric: []bool{true, false, false, true, true, false}, Rows: [][]string{}}
	if s.Score.Kills.Method != tfsm.BruteForce {
		t.Caption = "Kills are counted in the sample."
	}
	for i, one := range s.tests {
		tone := ""
		if s.Needed[i] == "no" {
			tone = "warn"
		}
		t.Tones = append(t.Tones, tone)
		t.Rows = append(t.Rows, []string{strconv.Itoa(i + 1), s.domain.Model.Show(one, true),
			strings.Join(s.domain.Model.OutputNames(s.domain.Spec.Run(one.Steps)), " "),
			s.Score.Kills.Kills[i].String(), s.Score.Kills.Alone[i].String(), s.Needed[i]})
	}
	return t
}

// takes says which transitions a mutant takes.
func (d *tfsmDomain) takes(sel tfsm.Selection) string {
	var names []string
	for _, n := range d.Taken(sel) {
		names = append(names, d.Model.Named(d.Model.Transitions[n]))
	}
	if names == nil {
		return "The mutant takes no mutated transition where it goes."
	}
	return "The mutant takes " + strings.Join(names, ", ") + "."
}

// chosenTest reads a tool's test, or finds one.
func (x *tfsmModel) chosenTest(d *tfsmDomain, text string) (tfsm.Test, error) {
	if text != "" {
		tests, err := x.m.ReadSuite(text)
		if err == nil && len(tests) != 1 {
			err = fmt.Errorf("got %d tests, want one", len(tests))
		}
		if err != nil {
			return tfsm.Test{}, err
		}
		return tests[0], nil
	}
	if len(x.m.Tests) > 0 {
		return x.m.Tests[0], nil
	}
	for _, m := range d.FirstOrder(d.added) {
		if v := d.Judge(d.Automaton(d.Select(m.Transitions))); v.Test != nil {
			return tfsm.Test{Steps: v.Test}, nil
		}
	}
	return tfsm.Test{}, fmt.Errorf("no mutant of first order can be killed: name a test")
}

// maxGraph bounds the graphs that are drawn, in edges.
const maxGraph = 400

func (x *tfsmModel) combsTool(_ context.Context, call ToolCall) ([]report.Section, error) {
	d, err := x.suiteDomain(call.Settings)
	if err != nil {
		return nil, err
	}
	t, err := x.chosenTest(d, call.Inputs["test"])
	if err != nil {
		return nil, err
	}
	c := d.Combs(t.Steps)
	intro := fmt.Sprintf("%s reveals %d combs: ways of a mutant to an unexpected output.", d.Model.Show(t, true), len(c.Combs))
	tone := ""
	if !c.Whole {
		intro, tone = fmt.Sprintf("%s reveals more combs than are listed here (%d): this encoding is for small machines.", d.Model.Show(t, true), len(c.Combs)), "warn"
	}
	sections := []report.Section{{Title: "Revealing combs", Blocks: []report.Block{{Text: intro, Tone: tone}, {Table: combTable(d, t, c)}}}}
	sections = append(sections, automatonSection(c))
	return append(sections, clauseSection(d, t, c)), nil
}

func combTable(d *tfsmDomain, t tfsm.Test, c tfsm.Combs) *report.Table {
	table := &report.Table{Columns: []string{"#", "comb", "unexpected at", "clause"}, Numeric: []bool{true, false, false, false}, Rows: [][]string{}}
	times := t.Times(true)
	for i, one := range c.Combs {
		at := "(" + d.Model.Inputs[t.Steps[one.Input].Input] + ", " + tfsm.Decimal(times[one.Input]) + ")"
		table.Rows = append(table.Rows, []string{strconv.Itoa(i + 1), d.Names(one), at, d.Clause(one)})
	}
	return table
}

func automatonSection(c tfsm.Combs) report.Section {
	s := report.Section{Title: "Distinguishing automaton, along the test"}
	if len(c.Graph.Edges) > maxGraph {
		s.Blocks = []report.Block{{Text: fmt.Sprintf("It has %d arcs, too many to draw.", len(c.Graph.Edges))}}
		return s
	}
	c.Graph.Caption = "A state holds the states of specification and mutant and both clocks; [t] names the mutant's transition, (R) the rule of Definition 8. Dashed arcs permit waiting and are not followed to their end."
	s.Blocks = []report.Block{{Graph: c.Graph}}
	return s
}

// maxClauses bounds the clauses that are printed.
const maxClauses = 400

func clauseSection(d *tfsmDomain, t tfsm.Test, c tfsm.Combs) report.Section {
	var survive []string
	for _, one := range c.Combs {
		if clause := d.Clause(one); !slices.Contains(survive, clause) {
			survive = append(survive, clause)
		}
	}
	mutants := d.MutantClauses()
	size, whole := d.DagSize(t.Steps)
	facts := []report.Fact{{Label: "clauses for surviving the test, by combs", Value: strconv.Itoa(len(survive))}}
	if whole {
		facts = append(facts, report.Fact{Label: "by the graph encoding that the suite tool uses", Value: strconv.Itoa(size)})
	}
	facts = append(facts, report.Fact{Label: "clauses for being a mutant", Value: strconv.Itoa(len(mutants))})
	s := report.Section{Title: "Clauses", Blocks: []report.Block{{Facts: facts}}}
	for _, part := range []struct {
		title   string
		clauses []string
	}{{"¬φ_α", survive}, {"φ_M", mutants}} {
		if len(part.clauses) > 0 && len(part.clauses) <= maxClauses {
			s.Blocks = append(s.Blocks, report.Block{Code: &report.Code{Text: part.title + " =\n  " + strings.Join(part.clauses, " ∧\n  ")}})
		}
	}
	return s
}

func (x *tfsmModel) mutantTool(ctx context.Context, call ToolCall) ([]report.Section, error) {
	d, err := x.suiteDomain(call.Settings)
	if err != nil {
		return nil, err
	}
	var sel tfsm.Selection
	if names := tfsm.SplitNames(call.Inputs["takes"]); names != nil {
		sel, err = d.ByNames(names)
	} else {
		sel, err = x.survivor(ctx, d, call)
	}
	if err != nil {
		return nil, err
	}
	if sel == nil {
		return []report.Section{{Title: "One mutant", Blocks: []report.Block{{Tone: "good", Text: "No nonconforming mutant survives the suite."}}}}, nil
	}
	impl := d.Automaton(sel)
	v := d.Judge(impl)
	verdict := report.Block{Tone: "good", Text: "Killed by " + d.Model.Show(tfsm.Test{Steps: v.Test}, true) + ". "}
	test := tfsm.Test{Steps: v.Test}
	switch {
	case v.Unknown:
		verdict = report.Block{Tone: "warn", Text: "Not decided: " + tfsmReasons["delays"] + "."}
	case v.Conforms:
		verdict = report.Block{Tone: "good", Text: "Conforms: no test tells it from the specification."}
		test.Steps = d.Tour(impl)
	}
	blocks := append([]report.Block{{Text: d.takes(sel)}, verdict}, sideBySide(d.Domain, impl, test)...)
	return []report.Section{{Title: "One mutant", Blocks: blocks}}, nil
}

// survivor lets the solver find a nonconforming mutant that passes a suite; nil when there is none.
func (x *tfsmModel) survivor(ctx context.Context, d *tfsmDomain, call ToolCall) (tfsm.Selection, error) {
	var steps [][]tfsm.Step
	if text := call.Inputs["suite"]; text != "" {
		tests, err := x.m.ReadSuite(text)
		if err != nil {
			return nil, fmt.Errorf("suite: %w", err)
		}
		for _, t := range tests {
			steps = append(steps, t.Steps)
		}
	}
	sel, reason := d.Survivor(ctx, steps, call.Settings.Budget.SATCalls)
	if reason != "" {
		return nil, fmt.Errorf("no answer: %s", tfsmReasons[reason])
	}
	return sel, nil
}

func (x *tfsmModel) operatorsTool(_ context.Context, call ToolCall) ([]report.Section, error) {
	t := &report.Table{Columns: []string{"operator", "adds transitions", "mutants, this operator alone"}, Numeric: []bool{false, true, true}, Rows: [][]string{}}
	for _, op := range tfsm.Operators {
		d, err := x.domain([]string{op.Name}, call.Settings.Options)
		if err != nil {
			return nil, err
		}
		t.Rows = append(t.Rows, []string{op.Title + " (" + op.Name + ")", strconv.Itoa(d.Model.Mutated()), bigFact(d.Mutants())})
	}
	operators, err := Resolve(tfsmFormalism{}.Describe(), call.Settings.Operators)
	if err != nil {
		return nil, err
	}
	d, err := x.domain(operators, call.Settings.Options)
	if err != nil {
		return nil, err
	}
	f := domainFacts(d.Domain)
	return []report.Section{{Title: "Mutation operators", Blocks: []report.Block{{Table: t}}},
		{Title: "The selected ones together", Blocks: []report.Block{{Text: strings.Join(operators, ", ")}, {Facts: []report.Fact{
			{Label: "mutated transitions", Value: strconv.Itoa(f.Mutated)},
			{Label: "suspicious transitions", Value: strconv.Itoa(f.Suspicious)},
			{Label: "untrusted transitions", Value: strconv.Itoa(f.Untrusted)},
			{Label: "selections", Value: bigFact(d.Selections())},
			{Label: "mutants", Value: bigFact(d.Mutants())},
		}}}}}, nil
}

func (x *tfsmModel) graphTool(_ context.Context, call ToolCall) ([]report.Section, error) {
	operators, err := Resolve(tfsmFormalism{}.Describe(), call.Settings.Operators)
	if err != nil {
		return nil, err
	}
	d, err := x.domain(operators, call.Settings.Options)
	if err != nil {
		return nil, err
	}
	m := d.Model
	blocks := []report.Block{{Text: fmt.Sprintf("The machine has %d transitions, too many to draw.", len(m.Transitions))}}
	if len(m.Transitions) <= maxGraph {
		blocks = []report.Block{{Graph: m.Graph()}}
	}
	return []report.Section{{Title: "Machine", Blocks: blocks},
		{Title: "DOT", Blocks: []report.Block{{Code: &report.Code{File: "machine.dot", Language: "dot", Text: m.DOT()}}}}}, nil
}
