package tfsm

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tfsm/model"
)

var compareTool = report.Tool{
	Name: "compare", Title: "What changed", Summary: "Compare with another machine: is it equivalent, and if not, " +
		"what differs, each with a shortest trace that shows it",
	Inputs: []report.Option{{
		Name:    "other",
		Kind:    "file",
		Title:   "Other machine",
		Summary: "A second version of this machine, in any of the formats; its states may have other names",
	}},
}

// maxChanges bounds the rows of the table of differences.
const maxChanges = 200

func compareRun(_ context.Context, m *model.Model, q ToolRequest) ([]report.Section, error) {
	if strings.TrimSpace(q.Inputs["other"]) == "" {
		return []report.Section{{Title: "What changed", Blocks: []report.Block{
			{Text: "Give a second machine to compare this one with: another version of the same protocol, say."},
		}}}, nil
	}
	f := source.NewFile("the other machine", q.Inputs["other"])
	other, diags := model.Parse(f)
	if other == nil {
		return nil, fmt.Errorf("other: %s", strings.TrimSpace(diags.Text(f)))
	}
	d, err := DifferencesOf(m, other)
	if err != nil {
		return nil, err
	}
	sections := []report.Section{{Title: "What changed", Blocks: d.verdict()}}
	if len(d.List) > 0 {
		sections = append(sections, report.Section{Title: "All differences", Blocks: []report.Block{{Table: d.table()}}})
	}
	return sections, nil
}

func (d *Differences) verdict() []report.Block {
	checked := fmt.Sprintf("%d pairs of states were compared on %d inputs", d.Pairs, len(d.Inputs))
	if d.timed() {
		checked += fmt.Sprintf(", at all waits (%d stays)", d.Stays)
	}
	b := report.Block{Tone: "bad"}
	switch {
	case len(d.Inputs) == 0:
		b.Text = "The two machines read no input in common, so there is nothing to compare."
	case d.Test != nil:
		b.Text = "Not equivalent. A shortest trace that tells them apart: " + d.trace(d.Test) + ". " + d.shown(d.Test) + "."
	case d.Unknown:
		b = report.Block{Tone: "warn", Text: "Not decided: " + Reasons[Delays] + "."}
	default:
		b = report.Block{Tone: "good", Text: "Equivalent: both show the same outputs for every sequence of the inputs that " +
			"both read. " + checked + "."}
	}
	facts := []report.Fact{
		{Label: "states here, without those that behave alike", Value: strconv.Itoa(len(d.Here.States))},
		{Label: "states there", Value: strconv.Itoa(len(d.There.States))},
		{Label: "corresponding states", Value: strconv.Itoa(d.Matched)},
		{Label: "differences", Value: strconv.Itoa(len(d.List))},
	}
	for _, only := range []struct {
		label string
		names []string
	}{
		{"inputs only here, not compared", d.OnlyHere}, {"inputs only there, not compared", d.OnlyThere},
		{"states only here", d.Unlike[0]}, {"states only there", d.Unlike[1]},
	} {
		if len(only.names) > 0 {
			facts = append(facts, report.Fact{Label: only.label, Value: quoted(only.names)})
		}
	}
	return []report.Block{b, {Facts: facts}}
}

// timed tells whether a machine has a timeout that fires.
func (d *Differences) timed() bool { return d.Here.MaxTimeout() > 0 || d.There.MaxTimeout() > 0 }

// trace writes inputs, with waits where there are timeouts.
func (d *Differences) trace(steps []model.Step) string {
	if d.timed() {
		m := model.Model{Inputs: d.Inputs}
		return m.Show(model.Test{Steps: steps}, true)
	}
	names := make([]string, len(steps))
	for k, s := range steps {
		names[k] = d.Inputs[s.Input]
	}
	return quoted(names)
}

// quoted writes names between blanks, in quotes where they have some.
func quoted(names []string) string {
	words := make([]string, len(names))
	for i, name := range names {
		if words[i] = name; name == "" || strings.ContainsAny(name, " \t\"") {
			words[i] = strconv.Quote(name)
		}
	}
	return strings.Join(words, " ")
}

// shown says what both show where they first differ.
func (d *Differences) shown(test []model.Step) string {
	here, there := d.a.Run(test), d.b.Run(test)
	k := d.a.Detects(test, there)
	return fmt.Sprintf("Input %d, %s, shows %s here and %s there", k+1, quoted([]string{d.Inputs[test[k].Input]}),
		quoted([]string{d.outputs[here[k]]}), quoted([]string{d.outputs[there[k]]}))
}

func (d *Differences) table() *report.Table {
	t := &report.Table{
		Caption: "Each row is a transition of corresponding states that shows another output or leads to another state, " +
			"with a shortest trace for it.",
		Columns: []string{"state here", "there", "on", "here", "there", "trace", "what it shows"},
		Numeric: make([]bool, 7),
		Rows:    [][]string{},
	}
	if len(d.List) > maxChanges {
		t.Caption += fmt.Sprintf(" The first %d of %d.", maxChanges, len(d.List))
	}
	for _, c := range d.List[:min(len(d.List), maxChanges)] {
		on, here, there := "timeout", d.timeout(d.Here, d.a, c.State), d.timeout(d.There, d.b, c.Other)
		if c.Input >= 0 {
			on = d.Inputs[c.Input]
			here, there = d.answer(d.Here, d.a, c.State, c.Input), d.answer(d.There, d.b, c.Other, c.Input)
		}
		shows := d.shown(c.Trace)
		if c.Behind {
			shows += "; behind another difference"
		}
		t.Rows = append(t.Rows, []string{d.Here.States[c.State], d.There.States[c.Other], on, here, there,
			d.trace(c.Trace), shows})
	}
	return t
}

func (d *Differences) answer(m *model.Model, a *model.Automaton, s, input int) string {
	output, to := a.Step(s, input)
	return d.outputs[output] + " → " + m.States[to]
}

func (d *Differences) timeout(m *model.Model, a *model.Automaton, s int) string {
	if a.Delay[s] == model.Inf {
		return "never"
	}
	return a.Delay[s].Shown() + " → " + m.States[a.After[s]]
}
