package suite

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
)

// What the page and the command line show of suites.

// Labels spell tests and mutants, by their numbers in a Matrix.
type Labels struct {
	Test    func(i int) string
	Steps   func(i int) int
	Mutant  func(j int) string // its id
	Change  func(j int) string // before → after
	Kill    func(j int) string // a test that kills it
	StepsOf string             // what the steps of a test are: inputs, events
}

// Table lists tests with what each kills, and kills first.
func (rows Matrix) Table(l Labels) *report.Table {
	table := &report.Table{Columns: []string{"test", l.StepsOf, "kills", "new"}, Numeric: []bool{false, true, true, true}}
	var done []bool
	for i, row := range rows {
		if done == nil {
			done = make([]bool, len(row))
		}
		kills, fresh := 0, 0
		for j, k := range row {
			if k {
				kills++
				if !done[j] {
					fresh++
				}
				done[j] = true
			}
		}
		table.Rows = append(
			table.Rows,
			[]string{l.Test(i), strconv.Itoa(l.Steps(i)), strconv.Itoa(kills), strconv.Itoa(fresh)},
		)
	}
	return table
}

// Map is the kill matrix with the names of its tests and mutants. state is what is known of a mutant
// apart from these tests, report.MatrixKillable and so on.
func (rows Matrix) Map(columns int, l Labels, state func(j int) byte) *report.Matrix {
	m := &report.Matrix{Mutants: make([]string, columns), Rows: make([]report.MatrixRow, len(rows))}
	states := make([]byte, columns)
	for j := range columns {
		m.Mutants[j], states[j] = l.Mutant(j), state(j)
	}
	for i, row := range rows {
		m.Rows[i].Test = l.Test(i)
		for j, k := range row {
			if k {
				m.Rows[i].Add(j)
				states[j] = report.MatrixKillable
			}
		}
	}
	m.States = string(states)
	return m
}

// ShowMatrix is the section of a kill matrix.
func ShowMatrix(m *report.Matrix, remark string) report.Section {
	return report.Section{Title: "Kill matrix", Blocks: []report.Block{{Matrix: m, Text: remark}}}
}

// ShowClasses draws the classes of mutants and which of them subsumes which.
func ShowClasses(classes []Class, l Labels) report.Section {
	graph := &report.Graph{
		Caption: "An arrow leads from a class to one that it subsumes: tests that kill the first kill the second.",
	}
	table := &report.Table{
		Columns: []string{"class", "mutants", "minimal", "shortest kill"},
		Numeric: []bool{false, true, false, false},
	}
	killable, minimal := 0, 0
	for n, c := range classes {
		killable += len(c.Mutants)
		label, tone, mark := l.Mutant(c.Mutants[0]), "", ""
		if len(c.Mutants) > 1 {
			label += fmt.Sprintf(" +%d", len(c.Mutants)-1)
		}
		if c.Minimal {
			minimal++
			tone, mark = "good", "yes"
		}
		graph.Nodes = append(graph.Nodes, report.GraphNode{ID: strconv.Itoa(n), Label: label, Tone: tone, Initial: c.Minimal,
			Mutant: l.Mutant(c.Mutants[0])})
		for _, b := range c.Subsumes {
			graph.Edges = append(graph.Edges, report.GraphEdge{From: strconv.Itoa(n), To: strconv.Itoa(b)})
		}
		table.Rows = append(
			table.Rows,
			[]string{l.members(c.Mutants), strconv.Itoa(len(c.Mutants)), mark, l.Kill(c.Mutants[0])},
		)
		table.Tones = append(table.Tones, tone)
	}
	facts := []report.Fact{
		{Label: "killable mutants", Value: strconv.Itoa(killable)}, {Label: "classes", Value: strconv.Itoa(len(classes))},
		{Label: "minimal classes", Value: strconv.Itoa(minimal)},
	}
	return report.Section{Title: "Subsumption", Blocks: []report.Block{
		{Facts: facts, Text: "A suite that kills one mutant of each minimal class kills every mutant that can be killed."},
		{Graph: graph}, {Table: table},
	}}
}

// maxMembers are the mutants of a class that are named.
const maxMembers = 12

func (l Labels) members(list []int) string {
	var ids []string
	for i, n := range list {
		if i == maxMembers {
			ids = append(ids, "…")
			break
		}
		ids = append(ids, l.Mutant(n))
	}
	return strings.Join(ids, " ")
}

// ShowScore judges a suite by the mutants that can be killed, and by one of each minimal class.
// Without classes the second score is left out.
func (rows Matrix) ShowScore(killable []int, equivalent int, classes []Class, l Labels) report.Section {
	hit := rows.Union()
	kills := func(j int) bool { return hit != nil && hit[j] }
	killed := 0
	missed := &report.Table{Caption: "Mutants that your tests miss", Columns: []string{"mutant", "change", "test"},
		Solves: 3}
	for _, j := range killable {
		if kills(j) {
			killed++
			continue
		}
		missed.Rows = append(missed.Rows, []string{l.Mutant(j), l.Change(j), l.Kill(j)})
	}
	facts := []report.Fact{
		{Label: "tests", Value: strconv.Itoa(len(rows))},
		{
			Label: "score",
			Value: fmt.Sprintf(
				"%d of %d mutants that can be killed (%s)",
				killed,
				len(killable),
				Percent(killed, len(killable)),
			),
		},
	}
	if classes != nil {
		minimal, met := 0, 0
		for _, c := range classes {
			if c.Minimal {
				minimal++
				if kills(c.Mutants[0]) {
					met++
				}
			}
		}
		facts = append(
			facts,
			report.Fact{
				Label: "score on minimal mutants",
				Value: fmt.Sprintf("%d of %d (%s)", met, minimal, Percent(met, minimal)),
			},
		)
	}
	facts = append(facts, report.Fact{Label: "unkillable or unknown mutants", Value: strconv.Itoa(equivalent)})
	return report.Section{Title: "Score", Blocks: []report.Block{{Facts: facts}, {Table: missed}}}
}
