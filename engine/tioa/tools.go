package tioa

import (
	"context"
	"fmt"
	"slices"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tioa/mutants"
	"github.com/mutarium/mutarium/engine/tioa/referee"
)

// Tools compute what the list of mutants does not show. Each is one entry here and one function.

// A Request is a call of a tool.
type Request struct {
	Tool      string
	Subject   mutants.Subject
	Operators []*mutants.Operator
	Inputs    map[string]string
	Zones     int // budget of each search
	Sample    int
	Seed      uint64
	Reading   referee.Semantics                  // the one whose verdicts the run counts
	Progress  func(done, total int, what string) // may be nil
}

// Tools describes them for the page and the command line.
var Tools = []report.Tool{
	QueryTool,
	{
		Name: "tables", Title: "Tables of the paper",
		Summary: "Per operator: mutants, non-subsumed, subsumed, inconsistent, those that break a guideline, and their " +
			"ratio; and how likely a useless mutant is with and without the guidelines",
		Inputs: []report.Option{
			{Name: "order", Kind: "choice", Title: "Order", Default: "1", Choices: []string{"1", "2"},
				Summary: "Single mutations, or ordered pairs"},
			readingInput("Which verdicts the table per operator counts"),
			{Name: "sample", Kind: "number", Title: "Sample", Default: "0", Summary: "At most so many mutants; 0: all"},
		},
	},
	{
		Name: "guidelines", Title: "Guidelines before a run",
		Summary: "Without any refinement check: which mutants cannot be killed, which surely can, and which locations stop " +
			"time",
	},
	{
		Name: "suite", Title: "Test suite",
		Summary: "A timed test for every killed mutant, the fewest that kill them all together, and the kill matrix by one " +
			"run on the whole family",
		Inputs: []report.Option{
			readingInput("Which mutants get a test, and how tests run"),
		},
	},
	ScoreTool,
	FamilyTool,
	ConvertTool,
}

// readingInput lets a tool judge under another reading than the run.
func readingInput(summary string) report.Option {
	choices := []string{asInTheRun}
	for _, s := range slices.Backward(referee.AllSemantics) {
		choices = append(choices, s.String())
	}
	return report.Option{Name: inputReading, Kind: "choice", Title: "Reading of refinement", Default: asInTheRun,
		Choices: choices, Summary: summary + "; run: as in the settings"}
}

const (
	inputReading = "semantics"
	asInTheRun   = "run"
)

// reading is the reading that a tool judges under.
func (q *Request) reading() (referee.Semantics, error) {
	name := q.input(inputReading)
	if name == asInTheRun {
		return q.Reading, nil
	}
	s, ok := referee.SemanticsNamed(name)
	if !ok {
		return 0, fmt.Errorf("unknown reading %q, want run, alphabet, pruned or definition7", name)
	}
	return s, nil
}

// FamilyTool shows families: that of the mutants of a model, or that of a model with features.
var FamilyTool = report.Tool{
	Name: "family", Title: "Featured mutant model",
	Summary: "All mutants as one featured timed game: the feature diagram, its constraints, and exports; of a model " +
		"with features and no chosen product, its own diagram and products",
	Inputs: []report.Option{
		{Name: "group", Kind: "choice", Title: "Products", Default: "alternative", Choices: []string{"alternative", "or"},
			Summary: "One mutation in a product (first order), or any number"},
		{Name: "constraints", Kind: "choice", Title: "Constraints", Default: "none", Choices: []string{"none", "guidelines",
			"only-useful"}, Summary: "Forbid what breaks a guideline, or all but what a lemma shows to be useful"},
	},
}

// run finds the function of a tool.
func (q *Request) run(ctx context.Context) ([]report.Section, error) {
	switch q.Tool {
	case QueryTool.Name:
		return RunQueryTool(ctx, q.Subject.Model, q.Zones, q.Inputs)
	case ConvertTool.Name:
		return RunConvertTool(q.Subject.Model), nil
	case "tables":
		return q.tables(ctx)
	case "guidelines":
		return q.guidelines()
	case "suite":
		return q.suite(ctx)
	case ScoreTool.Name:
		return q.score(ctx)
	case FamilyTool.Name:
		return q.family(ctx)
	}
	return nil, fmt.Errorf("unknown tool %q", q.Tool)
}

// RunTool runs a tool. Its error is bad input or a budget that ran out.
func RunTool(ctx context.Context, q Request) ([]report.Section, error) { return q.run(ctx) }

// input is the value of an input, or its default.
func (q *Request) input(name string) string { return report.Input(Tools, q.Tool, q.Inputs, name) }

func (q *Request) progress(done, total int, what string) {
	if q.Progress != nil {
		q.Progress(done, total, what)
	}
}
