package action

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/suite"
)

// Tools are what the page and the command line offer beside the list of mutants.
var Tools = []report.Tool{
	{
		Name: "suite", Title: "Test suite",
		Summary: "Makes tests of the shortest traces that are sure to kill, and drops those that kill nothing more",
		Inputs: []report.Option{
			{Name: "minimise", Kind: "choice", Default: "greedy", Title: "Minimise",
				Summary: "Remove tests that kill nothing new: quickly, or down to the fewest",
				Choices: suite.Ways},
		},
	},
	{
		Name: "subsumption", Title: "Subsumption",
		Summary: "Which mutants come for free once others are killed, and which ones to aim at",
	},
	{
		Name: "score", Title: "Score of a suite",
		Summary: "Runs a suite of yours on all mutants: raw score, and score on the minimal mutants",
		Inputs: []report.Option{
			{Name: "suite", Kind: "file", Default: "", Title: "Suite",
				Summary: "JSON lists of tests, or one test a line: Lock Close after(20)"},
		},
	},
}

// A Request is a tool to run on some mutants.
type Request struct {
	Tool     string
	Inputs   map[string]string
	Mutants  []*Mutant
	Settings report.Settings
	Referee  Referee
	Progress func(done, total int) // may be nil
}

// RunTool runs one of Tools. Its error is bad input.
func RunTool(m *model.Model, ctx context.Context, q Request) ([]report.Section, error) {
	if !slices.ContainsFunc(Tools, func(t report.Tool) bool { return t.Name == q.Tool }) {
		return nil, fmt.Errorf("unknown tool %q", q.Tool)
	}
	var tests []Test
	if q.Tool == "score" {
		var err error
		if tests, err = ReadTests(m, q.Inputs["suite"]); err != nil {
			return nil, err
		}
	}
	if len(q.Mutants) == 0 {
		return nil, errors.New("the selected operators make no mutant of this model")
	}
	c, err := NewChecker(ctx, m, q.Settings, q.Referee)
	if err != nil {
		return nil, err
	}
	t := &toolRun{Checker: c, ctx: ctx, q: q}
	if t.mutants, err = c.Judge(ctx, q.Mutants, q.Progress); err != nil {
		return nil, err
	}
	switch q.Tool {
	case "suite":
		return t.suite()
	case "subsumption":
		return t.subsumption()
	}
	return t.score(tests)
}

type toolRun struct {
	*Checker
	ctx     context.Context
	q       Request
	mutants []Judged
}

// labels spell tests and mutants.
func (t *toolRun) labels(tests []Test) suite.Labels {
	line := func(j int) report.Mutant { return t.mutants[j].Line }
	return suite.Labels{
		StepsOf: "events",
		Test:    func(i int) string { return spelled(tests[i]) },
		Steps:   func(i int) int { return len(tests[i]) },
		Mutant:  func(j int) string { return line(j).ID },
		Change:  func(j int) string { return line(j).Original + " → " + line(j).Replacement },
		Kill:    func(j int) string { return spelled(t.mutants[j].trace) },
	}
}

func spelled(t Test) string {
	if len(t) == 0 {
		return "(the initial state)"
	}
	return t.String()
}

func (t *toolRun) killable() (list []int) {
	for j := range t.mutants {
		if t.mutants[j].killed() {
			list = append(list, j)
		}
	}
	return list
}

func (t *toolRun) suite() ([]report.Section, error) {
	if err := t.Assure(t.ctx, t.mutants); err != nil {
		return nil, err
	}
	tests := Traces(t.mutants)
	x, err := t.Kills(t.ctx, tests, t.mutants)
	if err != nil {
		return nil, err
	}
	order, remark, err := x.Minimise(t.ctx, cmp.Or(t.q.Inputs["minimise"], "greedy"))
	if err != nil {
		return nil, err
	}
	rows := x.Of(order)
	var kept []Test
	for _, i := range order {
		kept = append(kept, tests[i])
	}
	blocks := []report.Block{{
		Text: "Run the events in order. After each, compare what the system can do with what the original can do; " +
			"anything extra is a failure. " + remark,
		Facts: t.suiteFacts(kept, len(tests), rows.Killed()),
	}}
	blocks = append(blocks, report.Block{Table: t.suiteTable(rows, kept)})
	blocks = append(blocks, t.unsure()...)
	blocks = append(blocks, report.Block{Code: &report.Code{File: "suite.json", Language: "json", Text: suiteJSON(kept)}})
	return []report.Section{
		{Title: "Suite of shortest traces that are sure to kill", Blocks: blocks}, t.killMatrix(rows, kept),
	}, nil
}

func (t *toolRun) suiteFacts(kept []Test, before, killed int) []report.Fact {
	events, killable := 0, len(t.killable())
	for _, test := range kept {
		events += len(test)
	}
	return []report.Fact{
		{Label: "tests", Value: fmt.Sprint(len(kept))}, {Label: "before minimising", Value: fmt.Sprint(before)},
		{Label: "events", Value: fmt.Sprint(events)},
		{Label: "definitely killed", Value: fmt.Sprintf("%d of %d that can be (%s)", killed, killable,
			suite.Percent(killed, killable))},
	}
}

func (t *toolRun) suiteTable(rows suite.Matrix, kept []Test) *report.Table {
	table := rows.Table(t.labels(kept))
	table.Columns = append(table.Columns, "then the original allows")
	table.Numeric = append(table.Numeric, false)
	for i := range table.Rows {
		table.Rows[i] = append(table.Rows[i], t.allowed(kept[i]))
	}
	return table
}

// unsure lists the killed mutants that no test of the suite is sure to kill.
func (t *toolRun) unsure() (blocks []report.Block) {
	for _, kind := range []struct {
		sure Certainty
		text string
	}{
		{Potentially, "Potentially killed only: whatever trace is run, the original may take an outcome of some event " +
			"on which the mutant is not caught."},
		{Open, fmt.Sprintf("Potentially killed; whether some trace is sure to kill was not found out within %d sets of "+
			"states.", maxPositions)},
	} {
		table := &report.Table{Columns: []string{"mutant", "change", "a trace that may kill it"},
			Numeric: []bool{false, false, false}}
		l := t.labels(nil)
		for j := range t.mutants {
			if t.mutants[j].killed() && t.mutants[j].Sure == kind.sure {
				table.Rows = append(table.Rows, []string{l.Mutant(j), l.Change(j), l.Kill(j)})
			}
		}
		if len(table.Rows) > 0 {
			blocks = append(blocks, report.Block{Text: kind.text, Table: table})
		}
	}
	return blocks
}

func suiteJSON(tests []Test) string {
	words := make([]json.RawMessage, len(tests))
	for i, t := range tests {
		b := []byte{'['}
		for k, ev := range t {
			if k > 0 {
				b = append(b, ',')
			}
			b = appendEvent(b, ev)
		}
		words[i] = append(b, ']')
	}
	return suite.WriteTests(words)
}

func (t *toolRun) subsumption() ([]report.Section, error) {
	classes, err := t.Subsumption(t.ctx, t.mutants, t.q.Progress)
	if err != nil {
		return nil, err
	}
	return []report.Section{suite.ShowClasses(classes, t.labels(nil))}, nil
}

func (t *toolRun) score(tests []Test) ([]report.Section, error) {
	x, err := t.Kills(t.ctx, tests, t.mutants)
	if err != nil {
		return nil, err
	}
	killable := t.killable()
	classes, err := t.Subsumption(t.ctx, t.mutants, nil)
	section := x.ShowScore(killable, len(t.mutants)-len(killable), classes, t.labels(tests))
	if err != nil && t.ctx.Err() == nil {
		section.Blocks = append(section.Blocks, report.Block{Tone: "warn",
			Text: "There is no score on minimal mutants: " + err.Error() + "."})
	}
	return []report.Section{section, t.killMatrix(x, tests)}, nil
}

// killMatrix shows which test is sure to kill which mutant.
func (t *toolRun) killMatrix(rows suite.Matrix, tests []Test) report.Section {
	return suite.ShowMatrix(rows.Map(len(t.mutants), t.labels(tests), func(j int) byte {
		switch t.mutants[j].Line.Verdict {
		case report.Killed:
			return report.MatrixKillable
		case report.Unknown:
			return report.MatrixUndecided
		}
		return report.MatrixUnkillable
	}), "A test counts as killing a mutant if it is sure to.")
}
