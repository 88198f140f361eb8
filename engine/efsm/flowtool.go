package efsm

import (
	"fmt"
	"strings"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/suite"
)

// The data-flow tool: confusion matrices, the differences explained, a chain drawn in the model.

func (t *toolRun) dataflow() ([]report.Section, error) {
	if err := t.judge(); err != nil {
		return nil, err
	}
	var plain, uses Confusion
	wrong := &report.Table{Caption: "Where data flow is wrong", Columns: []string{"mutant", "change", "data flow",
		"exact", "because of"}}
	for i := range t.mutants {
		j := &t.mutants[i]
		p, u := t.Dataflow(&j.Change, &j.Verdict)
		plain.Add(p, j.Verdict.Killed)
		uses.Add(u, j.Verdict.Killed)
		if p == j.Verdict.Killed {
			continue
		}
		wrong.Rows = append(wrong.Rows, []string{
			t.id(i), Before(t.x.m, &j.Change) + " → " + After(t.x.m, &j.Change),
			model.Pick(p, "killed", "not killed"), model.Pick(j.Verdict.Killed, "killed", "equivalent"), Explain(p, u),
		})
		wrong.Tones = append(wrong.Tones, model.Pick(p, "bad", "warn"))
	}
	sections := []report.Section{{Title: "Data flow against the exact answer", Blocks: []report.Block{
		{Text: "Data flow calls a weakly killed mutant observable when a chain of definitions and uses leads from the " +
			"fault to an output. It compares no values, so it can be wrong either way."},
		{Table: confusionTable(plain, uses)}, {Table: wrong},
	}}}
	if id := t.q.input("mutant"); id != "" {
		chain, err := t.chainSection(id)
		if err != nil {
			return nil, err
		}
		sections = append(sections, chain)
	}
	return sections, nil
}

func confusionTable(plain, uses Confusion) *report.Table {
	row := func(title string, c Confusion) []string {
		return []string{
			title, fmt.Sprint(c.TruePositive), fmt.Sprint(c.FalsePositive),
			fmt.Sprint(c.FalseNegative), fmt.Sprint(c.TrueNegative),
			suite.Percent(c.TruePositive, c.TruePositive+c.FalsePositive), suite.Percent(c.TruePositive,
				c.TruePositive+c.FalseNegative),
		}
	}
	return &report.Table{
		Columns: []string{"answer", "killed by both", "false alarm", "missed", "killed by neither", "precision", "recall"},
		Numeric: []bool{false, true, true, true, true, true, true},
		Rows:    [][]string{row("data flow", plain), row("with predicate uses", uses)},
	}
}

// chainSection shows the chain that was found for one mutant.
func (t *toolRun) chainSection(id string) (report.Section, error) {
	for i := range t.mutants {
		if t.id(i) == id {
			return t.chainOf(&t.mutants[i]), nil
		}
	}
	return report.Section{}, fmt.Errorf("mutant: there is no %q among the mutants of the selected operators", id)
}

func (t *toolRun) chainOf(j *Judged) report.Section {
	section := report.Section{Title: "Chain of " + j.Change.ID(t.x.m)}
	say := func(tone, format string, args ...any) {
		section.Blocks = append(section.Blocks, report.Block{Text: fmt.Sprintf(format, args...), Tone: tone})
	}
	if !j.Verdict.WeakKilled {
		say("", "The mutant is not even weakly killed: no reachable step evaluates the change to another value.")
		return section
	}
	o := t.OnTheFly(&j.Change, &j.Verdict, t.q.input("select") == "dfs")
	if !o.Found {
		say("warn", "No chain leads from the fault to an output. The search visited %d states, ended %d paths early "+
			"and resumed %d of them.",
			o.Visited, o.Ended, o.Resumed)
		return section
	}
	if o.AtOnce {
		say("good", "After %s the fault lies at an output itself: no chain is needed.", t.prefix(o.Prefix))
		return section
	}
	say("good", "After %s the fault is there; then %s leads it to an output. The search visited %d states, ended "+
		"%d paths early and resumed %d of them.",
		t.prefix(o.Prefix), t.prefix(o.Suffix), o.Visited, o.Ended, o.Resumed)
	section.Blocks = append(section.Blocks, report.Block{Table: t.chainTable(j, o)}, report.Block{Graph: t.chainGraph(o)})
	return section
}

func (t *toolRun) prefix(w []int32) string {
	if len(w) == 0 {
		return "no input"
	}
	return t.x.m.WordText(t.Word(w))
}

func (t *toolRun) chainTable(j *Judged, o Observation) *report.Table {
	table := &report.Table{Columns: []string{"transition", "what it does", "definitions and uses"}}
	at := &t.x.m.Transitions[j.Change.Transition]
	table.Rows = append(table.Rows, []string{at.ID, label(t.x.m, at), "the fault: " + Before(t.x.m,
		&j.Change) + " → " + After(t.x.m, &j.Change)})
	for _, s := range o.Path {
		tr := &t.x.m.Transitions[s.Transition]
		table.Rows = append(table.Rows, []string{tr.ID, label(t.x.m, tr), t.role(s)})
	}
	return table
}

func (t *toolRun) role(s PathStep) string {
	var parts []string
	for _, l := range s.Links {
		parts = append(parts, fmt.Sprintf("uses %s, defines %s", t.x.m.Vars[l[0]].Name, t.x.m.Vars[l[1]].Name))
	}
	if s.Shows >= 0 {
		parts = append(parts, "shows "+t.x.m.Vars[s.Shows].Name)
	}
	if len(parts) == 0 {
		return "passes"
	}
	return strings.Join(parts, "; ")
}

func (t *toolRun) chainGraph(o Observation) *report.Graph {
	g := Graph(t.x.m)
	onPath := map[string]string{}
	for _, s := range o.Path {
		tr := &t.x.m.Transitions[s.Transition]
		tone := "warn"
		if len(s.Links) > 0 || s.Shows >= 0 {
			tone = "good"
		}
		if onPath[tr.ID] != "good" {
			onPath[tr.ID] = tone
		}
	}
	for i := range g.Edges {
		g.Edges[i].Tone = onPath[t.x.m.Transitions[i].ID]
	}
	g.Caption = "The path, with the transitions of the chain"
	return g
}
