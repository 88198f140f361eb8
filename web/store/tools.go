package store

import (
	"fmt"
	"maps"
	"sort"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/draw"
	"github.com/mutarium/mutarium/engine/export"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/wire"
	"github.com/mutarium/mutarium/web/words"
)

func (s *Store) updateDetail(a Action) {
	switch a := a.(type) {
	case OpenBreak:
		s.openBreak(a.ID)
	case CheckReason:
		s.checkReason()
	case CompareNow:
		s.compare()
	case OpenTool:
		s.Tools.Open, s.Tools.Trouble = a.Name, ""
		s.Layout.Detail, s.Layout.Tab = "tools", "detail"
	case SetInput:
		s.setInput(a.Name, a.Value)
	case RunTool:
		s.runTool()
		s.Tools.Pressed = s.Tools.Busy
	case StopTool:
		s.drop("tool")
		s.Tools.Busy = false
		s.Tools.Message = words.T("Stopped.")
	case SortTable:
		s.sortTable(a)
	case DropTest:
		s.dropTest(a)
	case PickCell:
		s.pickCell(a.Place, a.Row, a.Column)
	case MoveCell:
		v := s.Tools.Matrices[a.Place]
		s.pickCell(a.Place, v.Row+a.Rows, v.Column+a.Columns)
	}
}

func (t *Tools) reset() {
	*t = Tools{
		Inputs:   map[string]map[string]string{},
		Layouts:  map[string]*draw.Layout{},
		Matrices: map[string]MatrixView{},
		Sorts:    map[string]Sorting{},
		Steps:    map[string]int{},
	}
}

// Tool gives the open tool's description, or nil.
func (s *State) Tool() *report.Tool {
	f := s.Formalism()
	if f == nil {
		return nil
	}
	for i := range f.Tools {
		if f.Tools[i].Name == s.Tools.Open {
			return &f.Tools[i]
		}
	}
	return nil
}

// Inputs gives the open tool's inputs: what the user set, else the defaults.
func (s *State) ToolInputs() wire.Inputs {
	t := s.Tool()
	if t == nil {
		return nil
	}
	in := wire.Inputs{}
	for _, o := range t.Inputs {
		in[o.Name] = o.Default
		if o.Kind == "mutant" && s.List.Selected != "" {
			in[o.Name] = s.List.Selected
		}
	}
	maps.Copy(in, s.Tools.Inputs[t.Name])
	return in
}

func (s *Store) setInput(name, value string) {
	tool := s.Tools.Open
	if s.Tools.Inputs[tool] == nil {
		s.Tools.Inputs[tool] = map[string]string{}
	}
	s.Tools.Inputs[tool][name] = value
}

func (s *Store) runTool() {
	t := s.Tool()
	if t == nil || s.Engine.Phase != Ready {
		return
	}
	s.Tools.Busy, s.Tools.Running, s.Tools.Message, s.Tools.Trouble = true, t.Name, "", ""
	s.Tools.Done, s.Tools.Total = 0, 0
	s.ask("tool", wire.Request{
		Kind: wire.UseTool, Tool: t.Name, Inputs: s.ToolInputs(), Text: s.Work.Text, Name: s.Work.Name,
		Settings: s.settingsFor(),
	})
}

func (s *Store) toolReply(r wire.Reply) {
	t := &s.Tools
	switch r.Kind {
	case wire.Progress:
		t.Done, t.Total, t.Message = r.Done, r.Total, r.Message
	case wire.Result:
		t.Busy, t.Stale, t.Message = false, false, ""
		t.Sections, t.Ran, t.Results = r.Sections, t.Running, t.Results+1
		t.Sorts, t.Steps, t.Layouts = map[string]Sorting{}, map[string]int{}, map[string]*draw.Layout{}
		t.Matrices = map[string]MatrixView{}
		s.findIDs()
		s.layOut()
		if t.Pressed {
			s.do(RevealResult{})
		}
	default:
		t.Busy, t.Trouble = false, r.Message
		if len(r.Diagnostics) > 0 {
			t.Trouble += ": " + r.Diagnostics[0].Message
		}
	}
}

// layOut asks for the places of the nodes and edges of all graphs.
func (s *Store) layOut() {
	for i := range s.Tools.Sections {
		for j := range s.Tools.Sections[i].Blocks {
			if g := s.Tools.Sections[i].Blocks[j].Graph; g != nil && len(g.Nodes) > 0 && len(g.Nodes) <= MaxGraph {
				s.do(LayOut{Place: Place(i, j), Plan: draw.Measure(g)})
			}
		}
	}
}

// MaxGraph is how many nodes are drawn; a larger graph is shown as a table only.
const MaxGraph = 300

// Place names a block.
func Place(section, block int) string { return strconv.Itoa(section) + "." + strconv.Itoa(block) }

// graph makes a file of the picture of the graph at a place.
func (s *State) graph(place string) string {
	if b := s.block(place); b != nil && b.Graph != nil {
		return draw.File(draw.Graph(b.Graph, s.Tools.Layouts[place]))
	}
	return ""
}

// block gives the block at a place "section.block", or nil.
func (s *State) block(place string) *report.Block {
	a, b, _ := strings.Cut(place, ".")
	i, err := strconv.Atoi(a)
	if err != nil || i < 0 || i >= len(s.Tools.Sections) {
		return nil
	}
	j, err := strconv.Atoi(b)
	if err != nil || j < 0 || j >= len(s.Tools.Sections[i].Blocks) {
		return nil
	}
	return &s.Tools.Sections[i].Blocks[j]
}

func (s *State) walkAt(place string) *report.Walk {
	if b := s.block(place); b != nil {
		return b.Walk
	}
	return nil
}

// sortTable sorts by a column; a second press turns the order round, a third gives the table's own.
func (s *Store) sortTable(a SortTable) {
	now, sorted := s.Tools.Sorts[a.Place]
	switch {
	case !sorted || now.Column != a.Column:
		s.Tools.Sorts[a.Place] = Sorting{Column: a.Column}
	case !now.Down:
		s.Tools.Sorts[a.Place] = Sorting{Column: a.Column, Down: true}
	default:
		delete(s.Tools.Sorts, a.Place)
	}
}

// MatrixAt gives the kill matrix at a place, or nil.
func (s *State) MatrixAt(place string) *report.Matrix {
	if b := s.block(place); b != nil {
		return b.Matrix
	}
	return nil
}

// dropTest leaves a test out of a kill matrix, or takes it back.
func (s *Store) dropTest(a DropTest) {
	m := s.MatrixAt(a.Place)
	if m == nil || a.Row < 0 || a.Row >= len(m.Rows) {
		return
	}
	v := s.Tools.Matrices[a.Place]
	without := map[int]bool{a.Row: true}
	for i := range v.Without {
		if i == a.Row {
			delete(without, i)
		} else {
			without[i] = true
		}
	}
	v.Without = without
	s.Tools.Matrices[a.Place] = v
}

// pickCell points at a cell of a kill matrix, or at the nearest one that is drawn.
func (s *Store) pickCell(place string, row, column int) {
	m := s.MatrixAt(place)
	if m == nil || len(m.Mutants) == 0 {
		return
	}
	v := s.Tools.Matrices[place]
	v.Picked = true
	v.Row, v.Column = min(max(row, -1), len(m.Rows)-1, MostTests-1), min(max(column, 0), len(m.Mutants)-1)
	s.Tools.Matrices[place] = v
}

// SortRows gives the order of a table's rows.
func SortRows(t *report.Table, by Sorting, sorted bool) []int {
	order := make([]int, len(t.Rows))
	for i := range order {
		order[i] = i
	}
	if !sorted {
		return order
	}
	cell := func(i int) string {
		if by.Column < len(t.Rows[i]) {
			return t.Rows[i][by.Column]
		}
		return ""
	}
	numeric := by.Column < len(t.Numeric) && t.Numeric[by.Column]
	sort.SliceStable(order, func(x, y int) bool {
		a, b := cell(order[x]), cell(order[y])
		if by.Down {
			a, b = b, a
		}
		if numeric {
			return figure(a) < figure(b)
		}
		return a < b
	})
	return order
}

// figure reads a cell as a number: "1,234", "64.8 %", "1/2"; what is none sorts first.
func figure(s string) float64 {
	s = strings.TrimSpace(strings.TrimSuffix(strings.ReplaceAll(s, ",", ""), "%"))
	if a, b, ok := strings.Cut(s, "/"); ok {
		x, errX := strconv.ParseFloat(a, 64)
		y, errY := strconv.ParseFloat(b, 64)
		if errX == nil && errY == nil && y != 0 {
			return x / y
		}
	}
	x, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if err != nil {
		return -1e308
	}
	return x
}

// copyPart copies a tool's code or table.
func (s *Store) copyPart(place string) {
	kind, at, _ := strings.Cut(place, ":")
	if kind == "trace" {
		if w, _ := s.StepOf(at); w != nil && w.Test != "" {
			s.do(Clip{Text: w.Test, What: "trace"})
		}
		return
	}
	if m := s.Selected(); kind == "json" && m != nil {
		s.do(Clip{Text: jsonOf(m), What: "evidence"})
		return
	}
	b := s.block(at)
	switch {
	case b == nil:
	case kind == "code" && b.Code != nil:
		s.do(Clip{Text: b.Code.Text, What: "code"})
	case kind == "table" && b.Table != nil:
		s.do(Clip{Text: export.TableCSV(b.Table), What: "table"})
	}
}

// jsonOf is what the report has of a mutant's counterexample and evidence.
func jsonOf(m *report.Mutant) string {
	var parts []string
	for _, x := range []struct {
		name string
		raw  []byte
	}{{"counterexample", m.Counterexample}, {"evidence", m.Evidence}} {
		if len(x.raw) > 0 {
			parts = append(parts, strconv.Quote(x.name)+": "+string(x.raw))
		}
	}
	return "{" + strings.Join(parts, ", ") + "}\n"
}

// deliverPart saves a tool's code or table as a file.
func (s *Store) deliverPart(kind, at string) {
	b := s.block(at)
	switch {
	case b == nil:
	case kind == "code" && b.Code != nil:
		name := b.Code.File
		if name == "" {
			name = "mutarium.txt"
		}
		s.do(Deliver{Name: name, Text: b.Code.Text, Type: "text/plain"})
	case kind == "graph" && b.Graph != nil:
		if svg := s.graph(at); svg != "" {
			s.do(Deliver{Name: s.Tools.Ran + "-graph.svg", Text: svg, Type: "image/svg+xml"})
		}
	case kind == "matrix" && b.Matrix != nil:
		s.do(Deliver{Name: s.Tools.Ran + "-matrix.csv", Text: export.MatrixCSV(b.Matrix), Type: "text/csv"})
	case kind == "table" && b.Table != nil:
		s.do(
			Deliver{
				Name: fmt.Sprintf("%s-%s.csv", s.Tools.Ran, strings.ReplaceAll(at, ".", "-")),
				Text: export.TableCSV(b.Table),
				Type: "text/csv",
			},
		)
	}
}
