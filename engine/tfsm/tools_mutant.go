package tfsm

import (
	"context"
	"fmt"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// The tool that shows one mutant beside the specification.

func mutantTool(ctx context.Context, m *model.Model, q ToolRequest) ([]report.Section, error) {
	d, err := mutatedDomain(m, q.Request)
	if err != nil {
		return nil, err
	}
	var sel Selection
	if names := model.SplitNames(q.Inputs["takes"]); names != nil {
		sel, err = d.ByNames(names)
	} else {
		sel, err = survivor(ctx, m, d, q)
	}
	if err != nil {
		return nil, err
	}
	if sel == nil {
		return []report.Section{
			{Title: "One mutant", Blocks: []report.Block{{Tone: "good", Text: "No nonconforming mutant survives the suite."}}},
		}, nil
	}
	impl := d.Automaton(sel)
	v := d.Judge(impl)
	verdict := report.Block{Tone: "good", Text: "Killed by " + d.Model.Show(model.Test{Steps: v.Test}, true) + ". "}
	test := model.Test{Steps: v.Test}
	switch {
	case v.Unknown:
		verdict = report.Block{Tone: "warn", Text: "Not decided: " + Reasons[Delays] + "."}
	case v.Conforms:
		verdict = report.Block{Tone: "good", Text: "Conforms: no test tells it from the specification."}
		test.Steps = tour(d.Model, d.Spec, impl)
	}
	blocks := append([]report.Block{{Text: d.takes(sel)}, verdict}, d.sideBySide(impl, test)...)
	return []report.Section{{Title: "One mutant", Blocks: blocks}}, nil
}

// survivor lets the solver find a nonconforming mutant that passes a suite; nil when there is none.
func survivor(ctx context.Context, m *model.Model, d *Domain, q ToolRequest) (Selection, error) {
	var steps [][]model.Step
	if text := q.Inputs["suite"]; text != "" {
		tests, err := m.ReadSuite(text)
		if err != nil {
			return nil, fmt.Errorf("suite: %w", err)
		}
		for _, t := range tests {
			steps = append(steps, t.Steps)
		}
	}
	sel, reason := d.Survivor(ctx, steps, q.Budget)
	if reason != "" {
		return nil, fmt.Errorf("no answer: %s", q.Budget.why(reason))
	}
	return sel, nil
}

// takes says which transitions a mutant takes.
func (d *Domain) takes(sel Selection) string {
	var names []string
	for _, n := range d.Taken(sel) {
		names = append(names, d.Model.Named(d.Model.Transitions[n]))
	}
	if names == nil {
		return "The mutant takes no mutated transition where it goes."
	}
	return "The mutant takes " + strings.Join(names, ", ") + "."
}
