package draw

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
)

// parse reads an SVG as XML, so that nothing in a label can break out of it.
func parse(t *testing.T, svg string) (texts []string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		tok, err := d.Token()
		if err == io.EOF {
			return texts
		}
		if err != nil {
			t.Fatalf("not XML: %v\n%s", err, svg)
		}
		if c, ok := tok.(xml.CharData); ok {
			texts = append(texts, string(c))
		}
	}
}

// No label holds a character that XML forbids or that turns what is written behind it.
func TestLabelsShowHiddenCharacters(t *testing.T) {
	g := &report.Graph{Nodes: []report.GraphNode{{ID: "a", Label: "a\x1b[31m\u202eb"}}}
	l := &Layout{Width: 99, Height: 99, Nodes: []Point{{20, 20}}}
	timeline := &report.Timeline{Rows: []report.TimelineRow{{Label: "\u2066x",
		Marks: []report.TimelineMark{{Time: "1", Label: "\x07"}}}}}
	for _, svg := range []string{Graph(g, l), File(Graph(g, l)), Timeline(timeline)} {
		parse(t, svg)
		if strings.ContainsAny(svg, "\x1b\x07\u202e\u2066") || !strings.Contains(svg, `\x`) {
			t.Errorf("a hidden character is not written out: %q", svg)
		}
	}
}

func TestGraphEscapesAndLeavesOutEdgesToNowhere(t *testing.T) {
	g := &report.Graph{
		Nodes: []report.GraphNode{{ID: "a", Label: `<script>"&'`, Initial: true}, {ID: "b", Label: "B", Tone: `x" onload="y`}},
		Edges: []report.GraphEdge{{From: "a", To: "b", Label: "x < 1", Dashed: true}, {From: "a", To: "gone"}, {From: "b", To: "b"}},
	}
	plan := Measure(g)
	if len(plan.Edges) != 2 {
		t.Fatalf("got %d edges to lay out, want 2", len(plan.Edges))
	}
	l := &Layout{
		Width: 200, Height: 100, Nodes: []Point{{20, 20}, {150, 20}},
		Edges: []EdgePlace{{Points: []Point{{40, 20}, {80, 30}, {120, 20}}, X: 80, Y: 25}, {Points: []Point{{150, 30}, {170, 60}, {150, 30}}}},
	}
	svg := Graph(g, l)
	texts := strings.Join(parse(t, svg), "|")
	for _, want := range []string{`<script>"&'`, "x < 1", "B"} {
		if !strings.Contains(texts, want) {
			t.Errorf("no text %q in %s", want, texts)
		}
	}
	if strings.Contains(svg, "onload") {
		t.Error("a tone reached the markup unchecked")
	}
	if Graph(g, &Layout{}) != "" {
		t.Error("a layout of another graph was drawn")
	}
}

// A loop turns before its label, whichever way it leaves, and a second one passes round the first
// one's label.
func TestLoopsTurnBeforeTheirLabels(t *testing.T) {
	at, size := Point{100, 100}, PlanNode{Width: 60, Height: 34}
	for _, p := range []EdgePlace{{X: 100, Y: 122}, {X: 100, Y: 160}, {X: 150, Y: 100}, {X: 40, Y: 70}, {X: 100, Y: 100}} {
		const label = "a / x"
		l := loopOf(p, at, size, label, 0)
		w, h := box(label, small)
		for i := range 101 {
			c := bezier(l, float64(i)/100)
			if abs(c.X-l.label.X) < w/2-1 && abs(c.Y-l.label.Y) < h/2-1 {
				t.Errorf("label at %v, for the place %v: the loop runs through it at %v", l.label, p, c)
				break
			}
		}
	}
	inner := loopOf(EdgePlace{X: 100, Y: 145}, at, size, "a / x", 0)
	outer := loopOf(EdgePlace{X: 100, Y: 190}, at, size, "b / x", 42)
	if outer.label.Y < inner.label.Y+lineHeight {
		t.Errorf("two labels at %v and %v overlap", inner.label, outer.label)
	}
	for i := range 101 {
		if c := bezier(outer, float64(i)/100); abs(c.Y-inner.label.Y) < 1 && abs(c.X-inner.label.X) < 17 {
			t.Errorf("the outer loop runs through the inner label at %v", c)
		}
	}
}

func bezier(l loop, t float64) Point {
	a, b, c, d := (1-t)*(1-t)*(1-t), 3*(1-t)*(1-t)*t, 3*(1-t)*t*t, t*t*t
	return Point{a*l.out.X + b*l.c1.X + c*l.c2.X + d*l.back.X, a*l.out.Y + b*l.c1.Y + c*l.c2.Y + d*l.back.Y}
}

func TestTimelineOrdersExactTimes(t *testing.T) {
	tl := &report.Timeline{Rows: []report.TimelineRow{
		{Label: "spec", Marks: []report.TimelineMark{{Label: "b", Time: "10"}, {Label: "a", Time: "1/2"}, {Label: "a2", Time: "1/2"}}},
		{Label: "impl", Spans: []report.TimelineState{{Label: "s1", From: "0", To: "3/2"}, {Label: "s2", From: "3/2"}}},
	}}
	if got := strings.Join(instants(tl), " "); got != "0 1/2 3/2 10" {
		t.Errorf("instants: %s", got)
	}
	parse(t, Timeline(tl))
	if Timeline(&report.Timeline{}) != "" {
		t.Error("an empty timeline was drawn")
	}
}

// Waits are drawn as long as they are, whichever instants lie between; one that is far longer than the
// others is cut, and marked.
func TestAxisIsToScale(t *testing.T) {
	for _, c := range []struct {
		times []string
		want  []float64 // in steps
		cuts  int
	}{
		{[]string{"0", "1", "3", "7/2"}, []float64{0, 2, 6, 7}, 0},
		{[]string{"0", "1/2", "1000", "2001/2"}, []float64{0, 1, 3, 4}, 1},
		{[]string{"0"}, []float64{0}, 0},
		{[]string{"2", "2.0", "3"}, []float64{0, 1, 2}, 0}, // one instant twice still needs its room
	} {
		places, cuts := scale(c.times, 10)
		for i, want := range c.want {
			if places[i] != 10*want {
				t.Errorf("%v: %s stands at %g, want %g", c.times, c.times[i], places[i], 10*want)
			}
		}
		var row report.TimelineRow
		for _, s := range c.times {
			row.Marks = append(row.Marks, report.TimelineMark{Time: s, Label: "a"})
		}
		svg := Timeline(&report.Timeline{Rows: []report.TimelineRow{row}})
		parse(t, svg)
		if got := strings.Count(svg, `class="cut"`); len(cuts) != c.cuts || got != c.cuts {
			t.Errorf("%v: %d cuts are made and %d drawn, want %d", c.times, len(cuts), got, c.cuts)
		}
	}
}

func TestWalkTimeline(t *testing.T) {
	w := &report.Walk{Spec: "S", Impl: "M", Steps: []report.WalkStep{
		{Label: "start"}, {Label: "a?", Time: "3"}, {Label: "b!", Time: "7/2", Spec: report.Side{Refuses: "not allowed"}, Tone: "bad"},
	}}
	tl := WalkTimeline(w, 2)
	if tl == nil || len(tl.Rows[0].Marks) != 2 || tl.Rows[0].Marks[1].Label != "b! ✗" || tl.Rows[1].Marks[1].Tone != "bad" {
		t.Errorf("got %+v", tl)
	}
	if WalkTimeline(&report.Walk{Steps: w.Steps[:1]}, 0) != nil {
		t.Error("a walk without times has a timeline")
	}
}
