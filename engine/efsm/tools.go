package efsm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/suite"
)

// What the page and the command line offer beside the list of mutants.

// Tools describes them.
var Tools = []report.Tool{
	{
		Name: "suite", Title: "Test suite", Summary: "Makes a test suite from kills or a coverage criterion, " +
			"minimises it and compares the criteria",
		Inputs: []report.Option{
			{Name: "criterion", Kind: "choice", Default: "strong", Title: "Made from", Summary: "Shortest strong or weak " +
				"kills, kills of what no test before kills, or a coverage criterion",
				Choices: []string{"strong", "weak", "iterative", "transitions", "branches", "uses", "mcdc"}},
			{Name: "start", Kind: "file", Default: "", Title: "Begin with", Summary: "A suite of yours that the new one " +
				"extends: JSON lists of tests, or one test a line"},
			{Name: "minimise", Kind: "choice", Default: "greedy", Title: "Minimise", Summary: "Remove tests that kill " +
				"nothing new: quickly, or down to the fewest",
				Choices: suite.Ways},
			{Name: "prolong", Kind: "flag", Default: "false", Title: "Prolong", Summary: "Lead tests of coverage " +
				"criteria on until their goal can be observed"},
			{Name: "every", Kind: "number", Default: "1", Title: "Sample", Summary: "Use every n-th mutant only: 10 is " +
				"the 10 % sample of the literature"},
		},
	},
	{
		Name: "dataflow", Title: "Data flow", Summary: "Compares the data-flow estimate with the exact verdict and " +
			"explains each difference; shows the chain found for a mutant",
		Inputs: []report.Option{
			{Name: "mutant", Kind: "mutant", Default: "", Title: "Mutant", Summary: "Show the chain of definitions and " +
				"uses that was found for it"},
			{Name: "select", Kind: "choice", Default: "bfs", Title: "Search", Summary: "The order of the on-the-fly search",
				Choices: []string{"bfs", "dfs"}},
		},
	},
	{
		Name: "subsumption", Title: "Subsumption", Summary: "Which mutants come for free once others are killed, and " +
			"which ones to aim at",
	},
	{
		Name: "score", Title: "Score of a suite", Summary: "Runs a suite of yours on all mutants: raw score, and " +
			"score on the minimal mutants",
		Inputs: []report.Option{
			{Name: "suite", Kind: "file", Default: "", Title: "Suite", Summary: "JSON lists of tests, or one test a " +
				"line: coin(1) tea_b"},
		},
	},
	{
		Name: "export", Title: "Export", Summary: "Writes the model as DOT, Mermaid, JSON or in the language of this page",
		Inputs: []report.Option{
			{Name: "format", Kind: "choice", Default: "dot", Title: "Format", Summary: "The format to write",
				Choices: []string{"dot", "mermaid", "json", "text"}},
		},
	},
}

// A Request is a tool to run on the mutants of some changes.
type Request struct {
	Tool     string
	Inputs   map[string]string
	Changes  []Change
	States   int // budget
	Progress func(done, total int)
}

func (q *Request) input(name string) string { return report.Input(Tools, q.Tool, q.Inputs, name) }

// RunTool runs one of Tools. Its error is bad input.
func RunTool(m *model.Machine, ctx context.Context, q Request) ([]report.Section, error) {
	if q.Tool == "export" {
		return exportTool(m, q.input("format"))
	}
	c, err := NewChecker(m, q.States)
	if err != nil {
		return nil, err
	}
	t := &toolRun{Checker: c, ctx: ctx, q: q}
	switch q.Tool {
	case "suite":
		return t.suite()
	case "dataflow":
		return t.dataflow()
	case "subsumption":
		return t.subsumption()
	case "score":
		return t.score()
	}
	return nil, fmt.Errorf("unknown tool %q", q.Tool)
}

type toolRun struct {
	*Checker
	ctx     context.Context
	q       Request
	mutants []Judged
}

func (t *toolRun) judge() error {
	if len(t.q.Changes) == 0 {
		return errors.New("the selected operators make no mutant of this model")
	}
	t.mutants = t.Judge(t.ctx, Readable(t.x.m, t.q.Changes), t.q.Progress)
	return t.ctx.Err()
}

func (t *toolRun) id(i int) string { return t.mutants[i].Change.ID(t.x.m) }

func (t *toolRun) killable() int {
	n := 0
	for i := range t.mutants {
		if t.mutants[i].Verdict.Killed {
			n++
		}
	}
	return n
}

// A criterion makes suites: from judged mutants, or from obligations.
type criterion struct {
	name        string
	title       string
	mutants     func([]Judged) Suite
	obligations func() []Obligation
}

func (c *Checker) criteria() []criterion {
	return []criterion{
		{"strong", "shortest strong kills", StrongSuite, nil},
		{"weak", "shortest weak kills", WeakSuite, nil},
		{"iterative", "kills of mutants that no test before kills", func(mutants []Judged) Suite {
			tests, _ := c.Iterative(nil, changesOf(mutants))
			return tests
		}, nil},
		{"transitions", "transition cover", nil, c.TransitionCover},
		{"branches", "branch cover", nil, c.BranchCover},
		{"uses", "all uses", nil, c.AllUses},
		{"mcdc", "masking MC/DC", nil, c.MaskingMCDC},
	}
}

func (t *toolRun) suite() ([]report.Section, error) {
	if err := t.judge(); err != nil {
		return nil, err
	}
	every, err := strconv.Atoi(t.q.input("every"))
	if err != nil || every < 1 {
		return nil, fmt.Errorf("every: got %q, want a whole number from 1 on", t.q.input("every"))
	}
	tests, about, err := t.madeFrom(every)
	if err != nil {
		return nil, err
	}
	all := len(tests)
	x := t.Matrix(tests, t.mutants)
	order, remark, err := x.Strong.Minimise(t.ctx, t.q.input("minimise"))
	if err != nil {
		return nil, err
	}
	strong, weak := x.Strong.Of(order), x.Weak.Of(order)
	tests = tests.of(order)
	killed, killable := strong.Killed(), t.killable()
	facts := []report.Fact{
		{Label: "tests", Value: fmt.Sprint(len(tests))}, {Label: "before minimising", Value: fmt.Sprint(all)},
		{Label: "inputs", Value: fmt.Sprint(tests.Steps())},
		{Label: "mutants killed", Value: fmt.Sprintf("%d of %d that can be (%s)", killed, killable, suite.Percent(killed,
			killable))},
		{Label: "weakly killed", Value: fmt.Sprint(weak.Killed())},
	}
	return []report.Section{
		{Title: "Suite of " + about, Blocks: []report.Block{
			{Facts: facts, Text: remark}, {Table: strong.Table(t.labels(tests))},
			{Code: &report.Code{File: "suite.json", Language: "json", Text: t.suiteJSON(tests)}},
		}},
		t.killMatrix(strong, tests),
		{Title: "The criteria compared", Blocks: []report.Block{{Table: t.comparison()}}},
	}, nil
}

// madeFrom makes the suite that is asked for, behind the tests of an existing one.
func (t *toolRun) madeFrom(every int) (tests Suite, about string, err error) {
	var start Suite
	if text := t.q.input("start"); text != "" {
		if start, err = t.readSuite(text); err != nil {
			return nil, "", fmt.Errorf("start: %w", err)
		}
	}
	for _, k := range t.criteria() {
		switch {
		case k.name != t.q.input("criterion"):
		case k.name == "iterative":
			var searched int
			tests, searched = t.Iterative(start, changesOf(EveryNth(t.mutants, every)))
			return tests, fmt.Sprintf("%s: %d of %d were searched for", k.title, searched, len(EveryNth(t.mutants, every))), nil
		default:
			tests, about = t.made(k, every)
		}
	}
	if start != nil {
		tests, about = Condense(append(start, tests...)), about+", behind yours"
	}
	return tests, about, nil
}

func changesOf(mutants []Judged) []Change {
	var all []Change
	for i := range mutants {
		all = append(all, mutants[i].Change)
	}
	return all
}

func (t *toolRun) made(k criterion, every int) (Suite, string) {
	if k.mutants != nil {
		if every > 1 {
			return k.mutants(EveryNth(t.mutants, every)), fmt.Sprintf("%s of every mutant number 1 + n·%d", k.title, every)
		}
		return k.mutants(t.mutants), k.title
	}
	if t.q.input("prolong") == "true" {
		return t.ProlongedTests(k.obligations()), k.title + ", prolonged"
	}
	return Tests(k.obligations()), k.title
}

func (t *toolRun) suiteJSON(tests Suite) string {
	words := make([]json.RawMessage, len(tests))
	for i, test := range tests {
		words[i] = report.Raw(t.x.m.WordJSON(t.Word(test)))
	}
	return suite.WriteTests(words)
}

// comparison runs every criterion, and coverage with prolongation too.
func (t *toolRun) comparison() *report.Table {
	table := &report.Table{
		Columns: []string{"criterion", "obligations", "tests", "inputs", "killed", "score"},
		Numeric: []bool{false, false, true, true, true, true},
	}
	killable := t.killable()
	add := func(title, met string, s Suite) {
		killed := t.Matrix(s, t.mutants).Strong.Killed()
		table.Rows = append(table.Rows, []string{title, met, fmt.Sprint(len(s)), fmt.Sprint(s.Steps()),
			fmt.Sprint(killed), suite.Percent(killed, killable)})
	}
	for _, k := range t.criteria() {
		if k.mutants != nil {
			add(k.title, "", k.mutants(t.mutants))
			continue
		}
		all := k.obligations()
		met := fmt.Sprintf("%d of %d", Feasible(all), len(all))
		add(k.title, met, Tests(all))
		add(k.title+", prolonged", met, t.ProlongedTests(all))
	}
	add("strong kills of every 10th mutant", "", StrongSuite(EveryNth(t.mutants, 10)))
	return table
}

func (t *toolRun) subsumption() ([]report.Section, error) {
	if err := t.judge(); err != nil {
		return nil, err
	}
	classes, err := t.Subsumption(t.ctx, t.mutants, t.q.Progress)
	if err != nil {
		return nil, err
	}
	return []report.Section{suite.ShowClasses(classes, t.labels(nil))}, nil
}

// labels spell tests and mutants.
func (t *toolRun) labels(tests Suite) suite.Labels {
	word := func(w []int32) string { return t.x.m.WordText(t.Word(w)) }
	return suite.Labels{
		StepsOf: "inputs",
		Test:    func(i int) string { return word(tests[i]) },
		Steps:   func(i int) int { return len(tests[i]) },
		Mutant:  t.id,
		Change: func(j int) string {
			c := &t.mutants[j].Change
			return Before(t.x.m, c) + " → " + After(t.x.m, c)
		},
		Kill: func(j int) string { return word(t.mutants[j].Verdict.Strong) },
	}
}

func (t *toolRun) score() ([]report.Section, error) {
	tests, err := t.readSuite(t.q.input("suite"))
	if err != nil {
		return nil, err
	}
	if err := t.judge(); err != nil {
		return nil, err
	}
	x := t.Matrix(tests, t.mutants)
	classes, err := t.Subsumption(t.ctx, t.mutants, t.q.Progress)
	if err != nil {
		return nil, err
	}
	var killable []int
	for i := range t.mutants {
		if t.mutants[i].Verdict.Killed {
			killable = append(killable, i)
		}
	}
	infected, infectable := 0, 0
	for j, hit := range x.Weak.Union() {
		infected += boolInt(hit)
		infectable += boolInt(t.mutants[j].Verdict.WeakKilled)
	}
	weak := report.Fact{Label: "weak score", Value: fmt.Sprintf("%d of %d mutants that can be killed weakly (%s)",
		infected, infectable, suite.Percent(infected, infectable))}
	return []report.Section{
		x.Strong.ShowScore(killable, len(t.mutants)-len(killable), classes, t.labels(tests)),
		t.killMatrix(x.Strong, tests),
		{Title: "Each test", Blocks: []report.Block{{Facts: []report.Fact{weak}, Table: x.Strong.Table(t.labels(tests))}}},
	}, nil
}

// killMatrix shows which test kills which mutant.
func (t *toolRun) killMatrix(strong suite.Matrix, tests Suite) report.Section {
	m := strong.Map(len(t.mutants), t.labels(tests), func(j int) byte {
		switch v := &t.mutants[j].Verdict; {
		case v.Killed:
			return report.MatrixKillable
		case v.Exhausted:
			return report.MatrixUndecided
		}
		return report.MatrixUnkillable
	})
	return suite.ShowMatrix(m, "")
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// readSuite reads a suite as JSON lists or as one test a line.
func (t *toolRun) readSuite(text string) (Suite, error) {
	words, err := suite.ReadTests(text, "coin(1) tea_b")
	if err != nil {
		return nil, err
	}
	var s Suite
	for i, w := range words {
		word, err := t.x.m.ReadWord(w)
		if err != nil {
			return nil, fmt.Errorf("test %d: %w", i+1, err)
		}
		s = append(s, t.numbers(word))
	}
	return s, nil
}

// numbers finds the letters of a word, which were checked to be in range.
func (c *Checker) numbers(w []model.Letter) []int32 {
	out := []int32{}
	for _, l := range w {
		for i := range c.x.letters {
			if x := &c.x.letters[i]; x.Input == l.Input && slices.Equal(x.Params, l.Params) {
				out = append(out, int32(i))
			}
		}
	}
	return out
}
