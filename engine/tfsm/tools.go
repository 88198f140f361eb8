package tfsm

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// The tools of timed FSMs.

var waits = report.Option{
	Name:    "waits",
	Kind:    "choice",
	Choices: []string{"half", "whole"},
	Default: "half",
	Title:   "Instants",
	Summary: "between ticks (half): an input never falls on a timeout; on ticks (whole): as in the paper",
}

// Tools describes them.
var Tools = []report.Tool{
	{
		Name: "suite", Title: "Test suite", Summary: "A test suite that kills every nonconforming mutant of the fault " +
			"domain, proved complete",
		Inputs: []report.Option{
			{
				Name:    "max-length",
				Kind:    "number",
				Default: "5",
				Title:   "Maximal test length",
				Summary: "A test may be prolonged up to so many inputs; 0: every test as short as can be. Longer tests are " +
					"fewer; beyond 8 the search gets slow",
			},
			waits,
			{Name: "initial", Kind: "file", Title: "Initial suite", Summary: "Tests to begin with; they are kept"},
			{
				Name:    "reduce",
				Kind:    "flag",
				Default: "true",
				Title:   "Reduce",
				Summary: "Leave out tests that the others make superfluous",
			},
			{
				Name:    "check",
				Kind:    "flag",
				Default: "true",
				Title:   "Check twice",
				Summary: "Check completeness a second way, without the encoding that found the suite",
			},
		},
	},
	{
		Name: "score", Title: "Score a suite", Summary: "Is a given suite complete? If not: a mutant that passes it, " +
			"and the test that kills it",
		Inputs: []report.Option{
			{
				Name:    "suite",
				Kind:    "file",
				Title:   "Suite",
				Summary: "JSON as the suite tool writes it, or lines such as (b, 0.5)(a, 1); empty: the tests that the model holds",
			},
		},
	},
	extraTool,
	compareTool,
	minimiseTool,
	{
		Name: "combs", Title: "Combs of a test", Summary: "The paper's encoding of one test: its revealing combs, the " +
			"distinguishing automaton, the clauses",
		Inputs: []report.Option{
			{
				Name:  "test",
				Kind:  "text",
				Title: "Test",
				Summary: "Such as (b, 0.5)(a, 1); empty: the first test that the model holds, else a shortest one that kills " +
					"a mutant",
			},
		},
	},
	{
		Name: "mutant", Title: "One mutant", Summary: "A mutant by the transitions it takes, or one that survives a " +
			"suite, next to the specification on one time axis",
		Inputs: []report.Option{
			{
				Name:    "takes",
				Kind:    "text",
				Title:   "Takes",
				Summary: "Names of mutated transitions, such as t16 t13; empty: let the solver find a survivor",
			},
			{
				Name:    "suite",
				Kind:    "file",
				Title:   "Suite",
				Summary: "The suite that the survivor is to pass; empty: none, any mutant will do",
			},
		},
	},
	{
		Name:    "operators",
		Title:   "Mutation operators",
		Summary: "What each operator adds to the machine, and the size of the fault domain it makes",
	},
	{
		Name:    "graph",
		Title:   "Machine as a graph",
		Summary: "The machine drawn, and as DOT, mutated transitions dashed; without timeouts as Aldebaran's .aut, too",
	},
}

// A ToolRequest is a tool to run.
type ToolRequest struct {
	Request
	Tool   string
	Inputs map[string]string
}

// RunTool runs one of Tools. Its error is bad input.
func RunTool(ctx context.Context, m *model.Model, q ToolRequest) ([]report.Section, error) {
	run := map[string]func(context.Context, *model.Model, ToolRequest) ([]report.Section, error){
		"suite": suiteTool, "score": scoreTool, "combs": combsTool,
		"any-fault": anyFaultTool, "mutant": mutantTool, "operators": operatorsTool, "graph": graphTool,
		"compare": compareRun, "minimise": minimiseRun,
	}[q.Tool]
	if run == nil {
		return nil, fmt.Errorf("timed FSMs have no tool %q", q.Tool)
	}
	return run(ctx, m, q)
}

// maxGraph bounds the graphs that are drawn, in edges.
const maxGraph = 400

func operatorsTool(_ context.Context, m *model.Model, q ToolRequest) ([]report.Section, error) {
	t := &report.Table{
		Columns: []string{"operator", "adds transitions", "mutants, this operator alone"},
		Numeric: []bool{false, true, true},
		Rows:    [][]string{},
	}
	for _, op := range Operators {
		d, err := DomainOf(m, Request{Operators: []string{op.Name}, Options: q.Options})
		if err != nil {
			return nil, err
		}
		t.Rows = append(
			t.Rows,
			[]string{op.Title + " (" + op.Name + ")", strconv.Itoa(d.Model.Mutated()), BigNumber(d.Mutants())},
		)
	}
	d, err := DomainOf(m, q.Request)
	if err != nil {
		return nil, err
	}
	f := d.facts()
	return []report.Section{{Title: "Mutation operators", Blocks: []report.Block{{Table: t}}},
		{
			Title: "The selected ones together",
			Blocks: []report.Block{{Text: strings.Join(q.Operators, ", ")}, {Facts: []report.Fact{
				{Label: "mutated transitions", Value: strconv.Itoa(f.Mutated)},
				{Label: "suspicious transitions", Value: strconv.Itoa(f.Suspicious)},
				{Label: "untrusted transitions", Value: strconv.Itoa(f.Untrusted)},
				{Label: "selections", Value: BigNumber(d.Selections())},
				{Label: "mutants", Value: BigNumber(d.Mutants())},
			}}},
		}}, nil
}

func graphTool(_ context.Context, m *model.Model, q ToolRequest) ([]report.Section, error) {
	d, err := DomainOf(m, q.Request)
	if err != nil {
		return nil, err
	}
	whole := d.Model
	blocks := []report.Block{
		{Text: fmt.Sprintf("The machine has %d transitions, too many to draw.", len(whole.Transitions))},
	}
	if g := whole.Graph(); len(g.Edges) <= maxGraph {
		blocks = []report.Block{{Graph: g}}
	} else if g := whole.SpecificationOnly().Graph(); len(g.Edges) <= maxGraph { // operators have added the rest
		blocks[0].Text = fmt.Sprintf("The mutation machine has %d transitions, too many to draw. This is the specification:",
			len(whole.Transitions))
		blocks = append(blocks, report.Block{Graph: g})
	}
	sections := []report.Section{
		{Title: "Machine", Blocks: blocks},
		{Title: "DOT", Blocks: []report.Block{codeBlock("machine.dot", "dot", whole.DOT())}},
	}
	if text, ok := m.AUT(); ok {
		sections = append(sections, report.Section{Title: "Aldebaran, the specification alone",
			Blocks: []report.Block{codeBlock("machine.aut", "", text)}})
	}
	return sections, nil
}

func codeBlock(file, language, text string) report.Block {
	return report.Block{Code: &report.Code{File: file, Language: language, Text: text}}
}
