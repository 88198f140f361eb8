package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
)

// Sections as text: what the page draws, printed. Graphs become lists of their edges, time lines
// one line for each row.

func sectionsText(all []report.Section) string {
	var b strings.Builder
	for i, s := range all {
		if i > 0 {
			b.WriteString("\n")
		}
		if s.Title != "" {
			fmt.Fprintf(&b, "%s\n%s\n", s.Title, strings.Repeat("=", len([]rune(s.Title))))
		}
		for _, x := range s.Blocks {
			b.WriteString(blockText(x))
		}
	}
	return b.String()
}

// blockText prints the parts of a block in the order of report.Block's fields.
func blockText(x report.Block) string {
	var b strings.Builder
	if x.Code != nil {
		b.WriteString(strings.TrimRight(x.Code.Text, "\n") + "\n")
	}
	b.WriteString(facts("  ", x.Facts))
	if x.Graph != nil {
		b.WriteString(graphText(x.Graph))
	}
	if x.Matrix != nil {
		b.WriteString(matrixText(x.Matrix))
	}
	if x.Table != nil {
		b.WriteString(tableText(x.Table))
	}
	if x.Text != "" {
		b.WriteString(x.Text + "\n")
	}
	if x.Timeline != nil {
		b.WriteString(timelineText(x.Timeline))
	}
	if x.Walk != nil {
		b.WriteString(walkText(x.Walk))
	}
	return b.String()
}

// widestMatrix is how many mutants of a kill matrix are printed; the file has all of them.
const widestMatrix = 100

// matrixText prints a kill matrix: a character for each mutant, x where the test kills it.
func matrixText(m *report.Matrix) string {
	rows := make([][]string, len(m.Rows))
	for i := range m.Rows {
		r := &m.Rows[i]
		cells := make([]byte, min(len(m.Mutants), widestMatrix))
		for j := range cells {
			cells[j] = '.'
			if r.Has(j) {
				cells[j] = 'x'
			}
		}
		rows[i] = []string{strconv.Itoa(i + 1), string(cells), strconv.Itoa(r.Count(len(m.Mutants)))}
	}
	text := m.Score(nil).String() + "\n"
	if len(m.Mutants) > widestMatrix {
		text += fmt.Sprintf("The first %d of %d mutants are printed; --save writes all of them.\n", widestMatrix,
			len(m.Mutants))
	}
	return text + grid("  ", append([][]string{{"test", "mutants in the order of the list", "kills"}}, rows...),
		[]bool{true, false, true})
}

func tableText(t *report.Table) string {
	caption := ""
	if t.Caption != "" {
		caption = t.Caption + "\n"
	}
	return caption + grid("  ", append([][]string{t.Columns}, t.Rows...), t.Numeric)
}

func graphText(g *report.Graph) string {
	var b strings.Builder
	if g.Caption != "" {
		b.WriteString(g.Caption + "\n")
	}
	labels, joined := map[string]string{}, map[string]bool{}
	var rows [][]string
	for _, n := range g.Nodes {
		labels[n.ID] = oneLine(n.Label)
		if n.Label == "" {
			labels[n.ID] = n.ID
		}
		if n.Side != "" {
			labels[n.ID] += " (" + n.Side + ")"
		}
		if n.Initial { // drawn with an arrow from nowhere
			rows, joined[n.ID] = append(rows, []string{"", "-->", labels[n.ID]}), true
		}
	}
	for _, e := range g.Edges {
		joined[e.From], joined[e.To] = true, true
		row := []string{labels[e.From], "-" + oneLine(e.Label) + "->", labels[e.To]}
		switch {
		case e.Side == report.Changed:
			row = append(row, "changed, was "+oneLine(e.Was))
		case e.Side != "":
			row = append(row, e.Side)
		}
		rows = append(rows, row)
	}
	b.WriteString(grid("  ", rows, nil))
	for _, n := range g.Nodes {
		if !joined[n.ID] {
			fmt.Fprintf(&b, "  %s\n", labels[n.ID])
		}
	}
	return b.String()
}

// oneLine puts the lines of a label behind each other.
func oneLine(label string) string { return strings.ReplaceAll(label, "\n", ", ") }

func timelineText(t *report.Timeline) string {
	var rows [][]string
	for _, r := range t.Rows {
		var marks, stays []string
		for _, m := range r.Marks {
			marks = append(marks, m.Label+" at "+m.Time)
		}
		for _, s := range r.Spans {
			to := s.To
			if to == "" {
				to = "the end"
			}
			stays = append(stays, s.Label+" from "+s.From+" to "+to)
		}
		if len(marks) > 0 || len(stays) == 0 {
			rows = append(rows, []string{r.Label, strings.Join(marks, ", ")})
		}
		if len(stays) > 0 {
			rows = append(rows, []string{r.Label, strings.Join(stays, ", ")})
		}
	}
	unit := ""
	if t.Unit != "" {
		unit = "  times in " + t.Unit + "\n"
	}
	return unit + grid("  ", rows, nil)
}

// walkText prints a walk: each step, then for each side what is new in it.
func walkText(w *report.Walk) string {
	var b strings.Builder
	for i, s := range w.Steps {
		number := strconv.Itoa(w.Number(i))
		if s.Wait {
			number = ""
		}
		fmt.Fprintf(&b, "%3s  %s", number, s.Label)
		if s.Time != "" {
			fmt.Fprintf(&b, "  (at %s)", s.Time)
		}
		b.WriteString("\n")
		sides := [][]string{{w.Spec, sideText(s.Spec, i == 0)}, {w.Impl, sideText(s.Impl, i == 0)}}
		b.WriteString(grid("       ", sides, nil))
		if s.Note != "" {
			fmt.Fprintf(&b, "       %s\n", s.Note)
		}
	}
	if w.Conclusion != "" {
		fmt.Fprintf(&b, "%s\n", w.Conclusion)
	}
	if w.Why != nil {
		fmt.Fprintf(&b, "Why: %s\nChecked: %s\n", w.Why.Text, w.Why.Check.Text)
	}
	return b.String()
}

// sideText says where a machine is. Variables are named at the start and where they change or
// differ from the other side.
func sideText(s report.Side, first bool) string {
	if s.Refuses != "" {
		return s.Refuses
	}
	var words []string
	if s.Output != "" {
		words = append(words, "output "+s.Output)
	}
	if s.Location != "" {
		words = append(words, s.Location)
	}
	for _, v := range s.Vars {
		if first || v.Changed || v.Differs {
			words = append(words, v.Name+" = "+v.Value)
		}
	}
	if s.Zone != "" {
		words = append(words, s.Zone)
	}
	if len(words) == 0 {
		return "unchanged"
	}
	return strings.Join(words, ", ")
}
