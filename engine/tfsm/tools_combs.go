package tfsm

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// The tool that shows the paper's own encoding of one test.

// chosenTest reads a tool's test, or finds one.
func chosenTest(m *model.Model, d *Domain, text string) (model.Test, error) {
	if text != "" {
		tests, err := m.ReadSuite(text)
		if err == nil && len(tests) != 1 {
			err = fmt.Errorf("got %d tests, want one", len(tests))
		}
		if err != nil {
			return model.Test{}, err
		}
		return tests[0], nil
	}
	if len(m.Tests) > 0 {
		return m.Tests[0], nil
	}
	for _, m := range d.FirstOrder() {
		if v := d.Judge(d.Automaton(d.Select(m.Transitions))); v.Test != nil {
			return model.Test{Steps: v.Test}, nil
		}
	}
	return model.Test{}, fmt.Errorf("no mutant of first order can be killed: name a test")
}

func combsTool(_ context.Context, m *model.Model, q ToolRequest) ([]report.Section, error) {
	d, err := mutatedDomain(m, q.Request)
	if err != nil {
		return nil, err
	}
	t, err := chosenTest(m, d, q.Inputs["test"])
	if err != nil {
		return nil, err
	}
	c := d.Combs(t.Steps)
	intro := fmt.Sprintf(
		"%s reveals %d combs: ways of a mutant to an unexpected output.",
		d.Model.Show(t, true),
		len(c.Combs),
	)
	tone := ""
	if !c.Whole {
		intro, tone = fmt.Sprintf(
			"%s reveals more combs than are listed here (%d): this encoding is for small machines.",
			d.Model.Show(t, true),
			len(c.Combs),
		), "warn"
	}
	sections := []report.Section{
		{Title: "Revealing combs", Blocks: []report.Block{{Text: intro, Tone: tone}, {Table: combTable(d, t, c)}}},
	}
	sections = append(sections, automatonSection(c))
	return append(sections, clauseSection(d, t, c)), nil
}

func combTable(d *Domain, t model.Test, c Combs) *report.Table {
	table := &report.Table{
		Columns: []string{"#", "comb", "unexpected at", "clause"},
		Numeric: []bool{true, false, false, false},
		Rows:    [][]string{},
	}
	times := t.Times(true)
	for i, one := range c.Combs {
		at := "(" + d.Model.Inputs[t.Steps[one.Input].Input] + ", " + model.Decimal(times[one.Input]) + ")"
		table.Rows = append(table.Rows, []string{strconv.Itoa(i + 1), d.Names(one), at, d.Clause(one)})
	}
	return table
}

func automatonSection(c Combs) report.Section {
	s := report.Section{Title: "Distinguishing automaton, along the test"}
	if len(c.Graph.Edges) > maxGraph {
		s.Blocks = []report.Block{{Text: fmt.Sprintf("It has %d arcs, too many to draw.", len(c.Graph.Edges))}}
		return s
	}
	c.Graph.Caption = "A state holds the states of specification and mutant and both clocks; [t] names the mutant's " +
		"transition, (R) the rule of Definition 8. Dashed arcs permit waiting and are not followed to their end."
	s.Blocks = []report.Block{{Graph: c.Graph}}
	return s
}

// maxClauses bounds the clauses that are printed.
const maxClauses = 400

func clauseSection(d *Domain, t model.Test, c Combs) report.Section {
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
			s.Blocks = append(
				s.Blocks,
				report.Block{Code: &report.Code{Text: part.title + " =\n  " + strings.Join(part.clauses, " ∧\n  ")}},
			)
		}
	}
	return s
}
