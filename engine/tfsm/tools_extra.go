package tfsm

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// The tool for all machines with at most so many states: a suite, or the score of one.

var extraTool = report.Tool{
	Name: "any-fault", Title: "Suite against any fault", Summary: "A test suite that kills every faulty machine with " +
		"at most so many states, with a certificate; or the score of a suite you have",
	Inputs: []report.Option{
		{
			Name:    "extra-states",
			Kind:    "number",
			Default: "0",
			Title:   "Extra states",
			Summary: "How many states more than this machine a faulty one may have; each multiplies the suite by the " +
				"number of inputs",
		},
		{
			Name:    "aim",
			Kind:    "choice",
			Choices: aims,
			Default: aims[0],
			Title:   "Aim",
			Summary: "Few tests, few steps, or both",
		},
		{
			Name:    "longest",
			Kind:    "number",
			Default: "0",
			Title:   "Longest test",
			Summary: "Inputs of a test at most, where that can be; 0: twice what the H method needs",
		},
		{
			Name:    "waits",
			Kind:    "number",
			Default: "-1",
			Title:   "Longest wait",
			Summary: "For machines with timeouts: units to wait before an input at most; -1: the longest timeout",
		},
		{
			Name:    "timeouts",
			Kind:    "number",
			Default: "0",
			Title:   "Longest timeout",
			Summary: "Timeouts that a faulty machine may have, at most; waits are then as long as that needs. 0: any timeouts",
		},
		{
			Name:    "suite",
			Kind:    "file",
			Title:   "Suite to score",
			Summary: "Tests made elsewhere, one a line, inputs between blanks; or as JSON. Empty: make a suite",
		},
	},
}

func anyFaultTool(ctx context.Context, m *model.Model, q ToolRequest) ([]report.Section, error) {
	e := ExtraRequest{
		Request: q.Request,
		Aim:     q.Inputs["aim"],
		Suite:   q.Inputs["suite"],
		Pause:   func() bool { return ctx.Err() != nil },
	}
	numbers := map[string]int{"extra-states": 0, "longest": 0, "timeouts": 0, "waits": -1}
	for _, name := range []string{"extra-states", "longest", "timeouts", "waits"} {
		if text := strings.TrimSpace(q.Inputs[name]); text != "" {
			n, err := strconv.Atoi(text)
			if err != nil {
				return nil, fmt.Errorf("%s: got %q, want a whole number", name, text)
			}
			numbers[name] = n
		}
	}
	e.Extra, e.Longest, e.Waits = numbers["extra-states"], numbers["longest"], int64(numbers["waits"])
	e.Delays = int64(numbers["timeouts"])
	if strings.TrimSpace(e.Suite) != "" {
		s, err := ScoreExtra(m, e)
		if err != nil {
			return nil, err
		}
		return []report.Section{scoreSection(s)}, nil
	}
	s, err := MakeExtraSuite(m, e)
	if err != nil {
		return nil, err
	}
	sections, err := suiteSections(s)
	if err != nil || !s.Certified {
		return sections, err
	}
	f, _, err := extraDomain(m, e)
	if err != nil {
		return nil, err
	}
	tree, err := f.treeSection(s)
	return slices.Insert(sections, 1, tree), err
}

// domainFact names the machines that a suite is for.
func domainFact(states, extra int, delays int64, waits *int64) report.Fact {
	text := fmt.Sprintf("all machines with at most %d states", states+extra)
	switch {
	case delays > 0:
		text += fmt.Sprintf(", timeouts up to %d", delays)
	case waits != nil:
		text += fmt.Sprintf(", any timeouts, waits up to %d", *waits)
	}
	return report.Fact{Label: "fault domain", Value: text}
}

func suiteSections(s *report.ExtraSuite) ([]report.Section, error) {
	if !s.Certified {
		return []report.Section{{Title: "Suite", Blocks: []report.Block{{Tone: "warn",
			Text: "No complete suite was found: the limit on " + report.BudgetUnit(s.Reason) + " was reached."}}}}, nil
	}
	var tests []json.RawMessage
	if err := json.Unmarshal(s.Tests, &tests); err != nil {
		return nil, err
	}
	t := &report.Table{
		Columns: []string{"test", "inputs", "expected outputs"},
		Numeric: []bool{true, false, false},
		Rows:    [][]string{},
	}
	var lines strings.Builder
	for i, raw := range tests {
		text := testLine(raw)
		t.Rows = append(t.Rows, []string{strconv.Itoa(i + 1), text, strings.Join(s.Expected[i], " ")})
		lines.WriteString(text + "\n")
	}
	data, err := report.EncodeExtraSuite(s)
	if err != nil {
		return nil, err
	}
	facts := []report.Fact{
		domainFact(s.States, s.ExtraStates, s.TimeoutsUpTo, s.WaitsUpTo),
		{Label: "tests", Value: strconv.Itoa(len(tests))},
		{
			Label: "inputs",
			Value: strconv.Itoa(s.Steps),
		},
		{Label: "longest test", Value: strconv.Itoa(s.Longest)},
		{Label: "method", Value: s.Method},
	}
	return []report.Section{
		{
			Title: "Suite",
			Blocks: []report.Block{
				{
					Tone:  "good",
					Text:  "Complete: the certificate was checked by a program that shares nothing with the search.",
					Facts: facts,
					Table: t,
				},
			},
		},
		{
			Title: "Take away",
			Blocks: []report.Block{{Code: &report.Code{File: "suite.json", Language: "json", Text: string(data)}},
				{Code: &report.Code{File: "suite.txt", Text: lines.String()}}},
		},
	}, nil
}

// testLine writes a test as ReadSuite reads it.
func testLine(raw json.RawMessage) string {
	var timed [][2]string
	var b strings.Builder
	if json.Unmarshal(raw, &timed) == nil {
		for _, step := range timed {
			b.WriteString("(" + step[0] + ", " + report.Time(step[1]) + ")")
		}
		return b.String()
	}
	var names []string
	if json.Unmarshal(raw, &names) != nil {
		return ""
	}
	for i, name := range names {
		if strings.ContainsAny(name, " \t\"") {
			names[i] = `"` + name + `"`
		}
	}
	return strings.Join(names, " ")
}

func scoreSection(s *report.ExtraScore) report.Section {
	facts := []report.Fact{
		domainFact(s.States, s.ExtraStates, s.TimeoutsUpTo, s.WaitsUpTo),
		{Label: "tests", Value: strconv.Itoa(s.Tests)},
		{Label: "inputs", Value: strconv.Itoa(s.Steps)},
	}
	b := report.Block{Facts: facts}
	switch {
	case s.Complete && !s.Certified:
		b.Tone = "good"
		b.Text = "Complete, without a certificate: every machine that passes the tests was tried, and none is faulty."
	case s.Complete:
		b.Tone, b.Text = "good", "Complete: the certificate was checked by a program that shares nothing with the search."
		b.Facts = append(b.Facts, report.Fact{Label: "surely needed", Value: fmt.Sprintf("%d tests", len(s.Needed))})
	case s.Survivor == nil:
		b.Tone, b.Text = "warn", "Not decided: "+s.Reason+"."
	default:
		b.Tone = "bad"
		b.Text = fmt.Sprintf(
			"Incomplete: a machine with %d states passes every test. Its transitions that differ, and a test that kills it:",
			s.Survivor.States,
		)
		b.Table = &report.Table{Columns: []string{"", "inputs", "expected", "this machine"}, Rows: [][]string{
			{
				"test that kills it",
				testLine(s.Survivor.Test),
				strings.Join(s.Survivor.Expected, " "),
				strings.Join(s.Survivor.Got, " "),
			}}}
		b.Code = &report.Code{Text: strings.Join(s.Survivor.Differs, "\n")}
	}
	return report.Section{Title: "Score", Blocks: []report.Block{b}}
}
