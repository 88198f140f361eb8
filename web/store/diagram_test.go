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

// ring is a diagram of two states.
func ring(label string) *report.Diagram {
	one, two := &report.Span{Line: 1, EndLine: 1}, &report.Span{Line: 2, EndLine: 2}
	return &report.Diagram{View: "v", Graph: &report.Graph{
		Nodes: []report.GraphNode{{ID: "a", Label: "a", Initial: true}, {ID: "b", Label: "b"}},
		Edges: []report.GraphEdge{{ID: "t", From: "a", To: "b", Label: label, Span: one},
			{ID: "u", From: "b", To: "a", Label: "back", Span: two}},
	}}
}

// laid plays the layout worker.
func (r *rig) laid() {
	r.t.Helper()
	e := last[LayOut](r)
	l := &draw.Layout{Width: 300, Height: 100}
	for i := range e.Plan.Nodes {
		l.Nodes = append(l.Nodes, draw.Point{X: 100 * float64(i), Y: 50})
	}
	for range e.Plan.Edges {
		l.Edges = append(l.Edges, draw.EdgePlace{Points: []draw.Point{{X: 0, Y: 50}, {X: 100, Y: 50}}, X: 50, Y: 20})
	}
	r.Dispatch(LaidOut{Place: e.Place, Layout: l})
}

func count[T Effect](r *rig) (n int) {
	for _, e := range r.effects {
		if _, ok := e.(T); ok {
			n++
		}
	}
	return n
}

// The model is drawn without being asked for, once for each text; places stay while labels change, and the last diagram
// stays where there are errors.
func TestTheDiagramFollowsTheText(t *testing.T) {
	r := booted(t, Booted{})
	r.answer("analyse", wire.Reply{Analysis: &wire.Analysis{Valid: true, Formalism: "toy"}})
	if q := r.asked(wire.Draw); q.Text != "x = 1\ny = 2\n" || q.Mutant != nil {
		t.Fatalf("drawn is %+v", q)
	}
	r.answer(wire.Draw, wire.Reply{Diagram: ring("x")})
	if r.Diagram.Drawn != nil {
		t.Error("it is shown before it is laid out")
	}
	r.laid()
	if r.Diagram.Drawn == nil || r.OldDiagram() || !strings.Contains(r.DiagramFile(), "<style>") {
		t.Fatal("there is no diagram")
	}
	places := r.Diagram.Places
	r.Dispatch(Edited{Text: "x = 7\n"})
	r.answer("analyse", wire.Reply{Analysis: &wire.Analysis{Valid: true, Formalism: "toy"}})
	r.answer(wire.Draw, wire.Reply{Diagram: ring("another label")})
	if count[LayOut](r) != 1 || !reflect.DeepEqual(r.Diagram.Places.Nodes, places.Nodes) ||
		r.Diagram.Drawn.Graph.Edges[0].Label != "another label" {
		t.Error("a change of a label lays the diagram out again, or is not drawn")
	}
	r.Dispatch(Edited{Text: "x = \n"})
	if r.OldDiagram() {
		t.Error("it is old before the text is known to be wrong")
	}
	r.answer("analyse", wire.Reply{Analysis: &wire.Analysis{Formalism: "toy"}})
	if !r.OldDiagram() || r.Diagram.Drawn == nil {
		t.Error("the last diagram does not stay, as an old one")
	}
	asked := count[Ask](r)
	r.Dispatch(Tidy{})
	r.Dispatch(Edited{Text: "x = 7\n"})
	r.answer("analyse", wire.Reply{Analysis: &wire.Analysis{Valid: true, Formalism: "toy"}})
	r.answer(wire.Draw, wire.Reply{Diagram: ring("x")})
	if count[Ask](r) <= asked || count[LayOut](r) != 2 {
		t.Error("it is not laid out again when that is asked for")
	}
}

// The stepper's place is marked, what is pressed leads to the text, and the text's line to what is drawn of it.
func TestTheDiagramMarksWhatMoves(t *testing.T) {
	r := booted(t, Booted{})
	r.answer("analyse", wire.Reply{Analysis: &wire.Analysis{Valid: true, Formalism: "toy"}})
	r.answer(wire.Draw, wire.Reply{Diagram: ring("x")})
	r.laid()
	r.Diagram.With = "m"
	r.Walk = Walking{For: "m", Step: 1, Walk: &report.Walk{Steps: []report.WalkStep{
		{Spec: report.Side{At: []string{"a"}}, Impl: report.Side{At: []string{"a"}}},
		{Spec: report.Side{At: []string{"b"}, Took: []string{"t"}}, Impl: report.Side{Refuses: "it"}},
	}}}
	m := r.DiagramMarks()
	if !slices.Equal(m.Spec, []string{"b"}) || !slices.Equal(m.Impl, []string{"a"}) || !slices.Equal(m.Step, []string{"t"}) ||
		m.Number != 1 {
		t.Errorf("marked are %+v", m)
	}
	r.Dispatch(Caret{Line: 2})
	if m := r.DiagramMarks(); !slices.Equal(m.Near, []string{"u"}) || !strings.HasPrefix(r.DiagramSays(), "From b to a") {
		t.Errorf("line 2 marks %v and says %q", m.Near, r.DiagramSays())
	}
	r.Dispatch(Pick{ID: "t"})
	if f := last[Focus](r); f.Line != 1 || r.Diagram.Picked != "t" || !strings.HasPrefix(r.DiagramSays(), "From a to b: x") {
		t.Errorf("the press leads to %+v and says %q", f, r.DiagramSays())
	}
	r.Dispatch(Caret{Line: 2})
	if r.Diagram.Picked != "" {
		t.Error("what was pressed stays picked when the cursor has left its line")
	}
	for _, step := range [][2]string{{"ArrowRight", "a"}, {"ArrowRight", "t"}, {"Home", "a"}} {
		r.Dispatch(DiagramKey{Key: step[0]})
		if step[1] == "a" && r.Diagram.Picked != "a" || r.Diagram.Picked == "" {
			t.Errorf("%s leads to %q", step[0], r.Diagram.Picked)
		}
	}
	r.Dispatch(Download{What: "diagram:svg"})
	if d := last[Deliver](r); d.Type != "image/svg+xml" {
		t.Errorf("delivered is %+v", d)
	}
	r.Dispatch(Download{What: "diagram:png"})
	last[DeliverPNG](r)
}
