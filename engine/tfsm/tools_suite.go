package tfsm

import (
	"context"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// The tools that make and judge suites for whole fault domains.

func suiteTool(ctx context.Context, m *model.Model, q ToolRequest) ([]report.Section, error) {
	length, err := readNumber(q.Inputs, "max-length", 1000)
	if err != nil {
		return nil, err
	}
	c := SuiteRequest{
		Request: q.Request, Suite: q.Inputs["initial"], MaxLength: length,
		Whole: q.Inputs["waits"] == "whole", Keep: q.Inputs["reduce"] == "false",
		Unchecked: q.Inputs["check"] == "false",
	}
	s, err := generate(ctx, m, c)
	if err != nil {
		return nil, err
	}
	json, err := report.EncodeSuite(s.report(c))
	if err != nil {
		return nil, err
	}
	sections := []report.Section{
		{Title: "Test suite", Blocks: []report.Block{s.verdict(), {Facts: s.counts()}, {Table: s.table(!c.Whole)}}},
		{Title: "On the time axis", Blocks: []report.Block{{Timeline: s.timeline(!c.Whole)}}},
	}
	tests := make([]model.Test, len(s.Tests))
	for i := range s.Tests {
		tests[i] = s.Tests[i].Test
	}
	sections = append(sections, killMatrix(ctx, s.Domain, tests, !c.Whole)...)
	return append(sections, report.Section{
		Title:  "To take away",
		Blocks: []report.Block{{Code: &report.Code{File: "suite.json", Language: "json", Text: string(json)}}},
	}), nil
}

// verdict says in a sentence what the suite is, and how that was checked.
func (s *suiteRun) verdict() report.Block {
	switch {
	case !s.Finished:
		text := "Not finished: " + s.budget.why(s.Reason) + ". The tests found so far are kept"
		if s.Singles > 0 {
			text += fmt.Sprintf(": they kill the %d mutants that differ by one mutated transition, but", s.Singles)
			return report.Block{Tone: "warn", Text: text + " mutants that take several may survive them."}
		}
		return report.Block{Tone: "warn", Text: text + "; mutants may survive them."}
	case !s.facts.Complete:
		return disagreement
	}
	text := "Complete: by the solver's proof the suite kills every nonconforming mutant."
	if s.Certified {
		n := len(s.Domain.Model.States)
		text = fmt.Sprintf("Complete: the suite kills every wrong machine with at most %d states.", n)
	}
	if s.Reason != "" && !s.Reduced {
		text += " But superfluous tests were not all left out: " + s.budget.whyTests(s.Reason) + "."
	}
	return report.Block{Tone: toneOf(s.Reason), Text: text + " " + s.facts.secondCheck()}
}

// toneOf warns where something was asked for and not done.
func toneOf(reason string) string {
	if reason != "" {
		return "warn"
	}
	return "good"
}

// disagreement is what is shown when two ways to the same answer differ.
var disagreement = report.Block{
	Tone: "bad",
	Text: "The solver and the second check disagree: this is an error of Mutarium. Please report it with the model.",
}

// secondCheck says in a sentence how completeness was checked a second time.
func (f *Facts) secondCheck() string {
	switch f.Checked {
	case Sampling:
		return fmt.Sprintf(
			"A second check was too large to finish; a sample of %d mutants agrees, which is no proof.",
			f.Examined,
		)
	case BruteForce, LazyEnumeration, Unrolling:
		return fmt.Sprintf("Checked a second time by %s (%d mutants run).", f.Checked, f.Examined)
	case certificate:
		return "Its certificate was checked by a program that shares nothing with the search."
	case notFinished:
		return "The second check was stopped before its end."
	}
	return "It was not checked a second time."
}

// Reasons puts into words why something has no answer.
var Reasons = map[string]string{
	SATCalls:  "the budget of solver calls is spent",
	Conflicts: "the limit of the solver's conflicts was reached",
	Cancelled: "it was stopped",
	Delays:    "a mutant has delays so large, without a common divisor, that the product cannot be walked",
}

func (s *suiteRun) counts() []report.Fact {
	total, longest := s.Inputs()
	return append(domainCounts(s.Domain, s.facts),
		report.Fact{Label: "tests", Value: strconv.Itoa(len(s.Tests))},
		report.Fact{Label: "tests found before reduction", Value: strconv.Itoa(s.Found)},
		report.Fact{Label: "inputs in all tests", Value: strconv.Itoa(total)},
		report.Fact{Label: "longest test", Value: strconv.Itoa(longest)},
		report.Fact{Label: "solver calls", Value: strconv.Itoa(s.Calls)},
	)
}

func domainCounts(d *Domain, f Facts) []report.Fact {
	conforming := f.Conforming
	if n, ok := new(big.Int).SetString(conforming, 10); ok {
		conforming = BigNumber(n)
	}
	facts := []report.Fact{
		{Label: "selections", Value: BigNumber(d.Selections())},
		{Label: "mutants", Value: BigNumber(d.Mutants())},
		{Label: "conforming mutants", Value: conforming},
		{Label: "mutated transitions", Value: strconv.Itoa(f.Mutated)},
	}
	if f.ExtraStates > 0 {
		facts = append(facts, report.Fact{Label: "extra states", Value: strconv.Itoa(f.ExtraStates)})
	}
	return facts
}

func (s *suiteRun) table(half bool) *report.Table {
	t := &report.Table{
		Columns: []string{"#", "test", "expected outputs", "inputs"},
		Numeric: []bool{true, false, false, true},
		Rows:    [][]string{},
	}
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

func (s *suiteRun) timeline(half bool) *report.Timeline {
	line := &report.Timeline{Rows: []report.TimelineRow{}}
	for i, t := range s.Tests[:min(len(s.Tests), maxDrawn)] {
		events := s.Domain.Spec.SimulateTest(t.Test, half)
		line.Rows = append(
			line.Rows,
			timelineRow(s.Domain.Model, "test "+strconv.Itoa(i+1), events, s.Domain.Spec.Initial, nil),
		)
	}
	return line
}

func scoreTool(ctx context.Context, m *model.Model, q ToolRequest) ([]report.Section, error) {
	s, err := scoreSuite(ctx, m, SuiteRequest{Request: q.Request, Suite: q.Inputs["suite"]})
	if err != nil {
		return nil, err
	}
	sections := []report.Section{
		{Title: "Score", Blocks: []report.Block{s.verdict(), {Facts: s.counts()}, {Table: s.table()}}},
	}
	sections = append(sections, killMatrix(ctx, s.domain, s.tests, true)...)
	if s.Survivor == nil {
		return sections, nil
	}
	impl := s.domain.Automaton(s.Survivor)
	blocks := s.domain.sideBySide(impl, model.Test{Steps: s.Test})
	return append(sections, report.Section{Title: "A mutant that passes the suite, and the test that kills it",
		Blocks: append([]report.Block{{Text: s.domain.takes(s.Survivor)}}, blocks...)}), nil
}

func (s *scoreRun) verdict() report.Block {
	superfluous, open := 0, 0
	for _, n := range s.Needed {
		switch n {
		case "no":
			superfluous++
		case "":
			open++
		}
	}
	text := "Complete"
	switch {
	case s.Status == "unknown":
		return report.Block{Tone: "warn", Text: "Not decided: " + s.budget.why(s.Reason) + "."}
	case s.Status == "incomplete":
		return report.Block{Tone: "bad", Text: "Not complete: a nonconforming mutant passes all tests."}
	case !s.facts.Complete:
		return disagreement
	case open > 0:
		text += fmt.Sprintf(
			", but of %d of the tests it was not decided whether they are needed: %s.",
			open,
			s.budget.whyTests(s.Reason),
		)
	case superfluous == 0:
		text += ", and every test is needed."
	default:
		text += fmt.Sprintf(". %d of the tests could be left out, one at a time.", superfluous)
	}
	return report.Block{Tone: toneOf(s.Reason), Text: text + " " + s.facts.secondCheck()}
}

func (s *scoreRun) counts() []report.Fact {
	k, facts := s.Kills, domainCounts(s.domain, s.facts)
	if k.Stopped {
		return facts
	}
	examined := s.domain.Mutants()
	label := "mutants killed"
	if k.Method != BruteForce {
		examined, label = big.NewInt(k.Examined), fmt.Sprintf("killed in a sample of %d", k.Examined)
	}
	nonconforming := new(big.Int).Sub(examined, k.Conform)
	return append(
		facts,
		report.Fact{
			Label: label,
			Value: fmt.Sprintf("%s of %s nonconforming (%s)", k.Detected, nonconforming, percent(k.Detected, nonconforming)),
		},
	)
}

func (s *scoreRun) table() *report.Table {
	t := &report.Table{Columns: []string{"#", "test", "expected outputs", "kills", "alone", "needed"},
		Numeric: []bool{true, false, false, true, true, false}, Rows: [][]string{}}
	if s.Score.Kills.Method != BruteForce {
		t.Caption = "Kills are counted in the sample."
	}
	for i, one := range s.tests {
		kills, alone := s.Kills.Kills[i].String(), s.Kills.Alone[i].String()
		if s.Kills.Stopped {
			kills, alone = "", ""
		}
		tone := ""
		if s.Needed[i] == "no" {
			tone = "warn"
		}
		t.Tones = append(t.Tones, tone)
		t.Rows = append(t.Rows, []string{strconv.Itoa(i + 1), s.domain.Model.Show(one, true),
			strings.Join(s.domain.Model.OutputNames(s.domain.Spec.Run(one.Steps)), " "),
			kills, alone, s.Needed[i]})
	}
	return t
}
