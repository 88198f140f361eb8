package store

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/draw"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/wire"
)

// What the report has of a mutant is copied as JSON.
func TestCopyingEvidence(t *testing.T) {
	r := booted(t, Booted{})
	r.ran()
	r.Dispatch(Select{ID: "inc@1:5"})
	m := r.Selected()
	m.Counterexample, m.Evidence = []byte(`{"k":1}`), []byte(`[2]`)
	r.Dispatch(CopyPart{Place: "json:"})
	if got, want := last[Clip](r).Text, `{"counterexample": {"k":1}, "evidence": [2]}`+"\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestBreakItYourself(t *testing.T) {
	r := booted(t, Booted{})
	r.ran()
	r.Dispatch(OpenBreak{ID: "inc@1:5"})
	req := r.asked(wire.Compare)
	if req.Impl != "x = 2\ny = 2\n" || req.Text != "x = 1\ny = 2\n" {
		t.Fatalf("compared with %q", req.Impl)
	}
	r.answer(wire.Compare, wire.Reply{Mutants: mutants()[:1], Walk: toWalk(4)})
	if r.Break.Mutant == nil || r.Break.Step != 2 {
		t.Errorf("got %+v", r.Break)
	}
	r.Dispatch(EditedImpl{Text: "x = ?"})
	r.Dispatch(last[After](r).Action) // the autosave
	r.Dispatch(CompareNow{})
	r.answer(wire.Compare, wire.Reply{Kind: wire.Failure, Message: "errors", Diagnostics: []report.Diagnostic{{Message: "got ?"}}})
	if len(r.Break.Diagnostics) != 1 || r.Break.Busy {
		t.Errorf("got %+v", r.Break)
	}
	r.Dispatch(OpenBreak{})
	if !r.Break.Same {
		t.Error("starting over is not the original")
	}
}

func TestTools(t *testing.T) {
	r := booted(t, Booted{})
	r.ran()
	r.Dispatch(OpenTool{Name: "suite"})
	r.Dispatch(SetInput{Name: "n", Value: "5"})
	r.Dispatch(RunTool{})
	if in := r.asked(wire.UseTool).Inputs; in["n"] != "5" || in["m"] != "inc@1:5" {
		t.Errorf("inputs %v", in)
	}
	r.answer(wire.UseTool, wire.Reply{Kind: wire.Progress, Done: 1, Total: 2, Message: "solving"})
	graph := &report.Graph{Nodes: []report.GraphNode{{ID: "a"}}}
	table := &report.Table{Columns: []string{"k", "v"}, Numeric: []bool{false, true}, Rows: [][]string{{"b", "10"}, {"a,\"x", "9"}}}
	r.answer(wire.UseTool, wire.Reply{Sections: []report.Section{{Blocks: []report.Block{{Graph: graph}, {Table: table}, {Walk: toWalk(3)}, {Code: &report.Code{File: "f.txt", Text: "code"}}}}}})
	if last[LayOut](r).Place != "0.0" {
		t.Error("the graph is not laid out")
	}
	r.Dispatch(LaidOut{Place: "0.0", Layout: &draw.Layout{Nodes: []draw.Point{{X: 1}}, Width: 9, Height: 9}})
	r.Dispatch(Download{What: "graph:0.0"})
	if d := last[Deliver](r); !strings.HasPrefix(d.Text, "<svg") {
		t.Errorf("delivered %q", d.Text)
	}
	r.Dispatch(CopyPart{Place: "table:0.1"})
	if got := last[Clip](r).Text; got != "k,v\r\nb,10\r\n\"a,\"\"x\",9\r\n" {
		t.Errorf("the table as CSV is %q", got)
	}
	r.Dispatch(SortTable{Place: "0.1", Column: 1})
	if got := SortRows(table, r.Tools.Sorts["0.1"], true); !slices.Equal(got, []int{1, 0}) {
		t.Errorf("sorted by number: %v", got)
	}
	r.Dispatch(StepBy{Place: "0.2", By: 9})
	if _, n := r.StepOf("0.2"); n != 2 {
		t.Errorf("the tool's walk stands at %d", n)
	}
	r.Dispatch(Download{What: "code:0.3"})
	if d := last[Deliver](r); d.Name != "f.txt" || d.Text != "code" {
		t.Errorf("delivered %+v", d)
	}
	r.Dispatch(MakeLink{})
	if l := r.Link(); l.Tool != "suite" || l.Inputs["n"] != "5" {
		t.Errorf("the link holds %q %v", l.Tool, l.Inputs)
	}
}

// Tests of a kill matrix are left out and taken back one by one; the cell pointed at stays within.
func TestMatrixOfATool(t *testing.T) {
	r := booted(t, Booted{})
	r.ran()
	r.Dispatch(OpenTool{Name: "suite"})
	r.Dispatch(RunTool{})
	m := &report.Matrix{Mutants: []string{"inc@1:5", "del@2:1", "x"}, Rows: []report.MatrixRow{{Test: "a"}, {Test: "b"}}, States: "kku"}
	m.Rows[0].Add(0)
	m.Rows[1].Add(0)
	m.Rows[1].Add(1)
	answer := wire.Reply{Sections: []report.Section{{Blocks: []report.Block{{Text: "x"}, {Matrix: m}}}}}
	r.answer(wire.UseTool, answer)
	score := func() int { return m.Score(r.Tools.Matrices["0.1"].Without).Killed }
	for i, c := range []struct{ row, want int }{{1, 1}, {0, 0}, {1, 2}, {0, 2}, {7, 2}, {-1, 2}} {
		was := r.Tools.Matrices["0.1"].Without
		size := len(was)
		r.Dispatch(DropTest{Place: "0.1", Row: c.row})
		if score() != c.want || len(was) != size {
			t.Errorf("%d: %d are killed, want %d; the former set has %d of %d", i, score(), c.want, len(was), size)
		}
	}
	for _, c := range []struct {
		a           Action
		row, column int
	}{
		{PickCell{Place: "0.1", Row: 1, Column: 2}, 1, 2}, {MoveCell{Place: "0.1", Rows: 1, Columns: 1}, 1, 2},
		{MoveCell{Place: "0.1", Rows: -1, Columns: -1}, 0, 1}, {MoveCell{Place: "0.1", Rows: -5, Columns: -5}, -1, 0},
	} {
		r.Dispatch(c.a)
		if v := r.Tools.Matrices["0.1"]; !v.Picked || v.Row != c.row || v.Column != c.column {
			t.Errorf("%+v: the cell is %d, %d", c.a, v.Row, v.Column)
		}
	}
	r.Dispatch(PickCell{Place: "0.0"}) // no matrix
	if len(r.Tools.Matrices) != 1 {
		t.Errorf("cells of %d matrices", len(r.Tools.Matrices))
	}
	r.Dispatch(Download{What: "matrix:0.1"})
	if d := last[Deliver](r); d.Name != "suite-matrix.csv" || !strings.HasPrefix(d.Text, "test,inc@1:5") {
		t.Errorf("delivered %+v", d)
	}
	r.Dispatch(RunTool{})
	r.answer(wire.UseTool, answer)
	if len(r.Tools.Matrices) != 0 {
		t.Error("a new result has the old cells")
	}
}

func TestPiecesFindIDs(t *testing.T) {
	ids := map[string]bool{"t3#3": true, "a b#1": true, "x@1:2": true, "TAD@off->off?": true}
	for text, want := range map[string]string{
		"t3#3":                       "<t3#3>",
		"a b#1":                      "<a b#1>",
		"t3#3 t3#4 x@1:2":            "<t3#3>| t3#4 |<x@1:2>",
		"(t3#3), as x@1:2.":          "(|<t3#3>|), as |<x@1:2>|.",
		"see TAD@off->off? or\nt3#3": "see |<TAD@off->off?>| or\n|<t3#3>",
		"xt3#3 t3#33":                "xt3#3 t3#33",
		"":                           "",
	} {
		var got []string
		whole := ""
		for _, p := range Pieces(text, func(id string) bool { return ids[id] }) {
			whole += p.Text
			if p.ID {
				p.Text = "<" + p.Text + ">"
			}
			got = append(got, p.Text)
		}
		if strings.Join(got, "|") != want || whole != text {
			t.Errorf("%q: got %q, want %q", text, strings.Join(got, "|"), want)
		}
	}
}

// A press on an id selects its mutant, even when the filter hides it; an id that the list does not
// have is told and changes nothing.
func TestAnIDSelects(t *testing.T) {
	r := booted(t, Booted{})
	r.ran()
	r.Dispatch(OpenTool{Name: "suite"})
	r.Dispatch(RunTool{})
	r.answer(wire.UseTool, wire.Reply{Sections: []report.Section{{Blocks: []report.Block{{
		Text:  "kills inc@1:5 and inc@9:9",
		Table: &report.Table{Rows: [][]string{{"inc@2:5", "1"}}},
		Graph: &report.Graph{Nodes: []report.GraphNode{{ID: "1", Label: "del@2:1 +2"}}},
	}}}}})
	if want := map[string]bool{"inc@1:5": true, "inc@2:5": true, "del@2:1": true}; !reflect.DeepEqual(r.Tools.IDs, want) {
		t.Errorf("the result names %v", r.Tools.IDs)
	}
	r.Dispatch(SetFilter{Field: "verdict", Value: report.Unkillable})
	r.Dispatch(Select{ID: "inc@1:5"})
	if r.List.Selected != "inc@1:5" || r.Position() < 0 || r.Layout.Detail != "mutant" {
		t.Errorf("selected is %q at %d, shown is %s", r.List.Selected, r.Position(), r.Layout.Detail)
	}
	r.Dispatch(Select{ID: "inc@9:9"})
	if r.List.Selected != "inc@1:5" || r.Notice.Tone != "warn" || !strings.Contains(r.Notice.Text, "inc@9:9") {
		t.Errorf("selected is %q, said is %q", r.List.Selected, r.Notice.Text)
	}
}

func TestCopyingATraceCopiesATest(t *testing.T) {
	r := booted(t, Booted{})
	r.ran()
	w := toWalk(3)
	w.Test = `[[["a"]]]`
	r.answer(wire.Walk, wire.Reply{Walk: w})
	r.Dispatch(CopyPart{Place: "trace:"})
	if c := last[Clip](r); c.Text != w.Test {
		t.Errorf("copied is %q", c.Text)
	}
}
