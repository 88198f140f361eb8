package draw

import (
	"fmt"
	"math/rand"
	"reflect"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
)

// machine is a small graph: a ring with two loops, and two edges from a to b.
func machine(nodes int) *report.Graph {
	g := &report.Graph{}
	name := func(i int) string { return string(rune('a' + i%nodes)) }
	for i := range nodes {
		g.Nodes = append(g.Nodes, report.GraphNode{ID: name(i), Label: name(i), Initial: i == 0})
		g.Edges = append(g.Edges, report.GraphEdge{ID: fmt.Sprint("t", i), From: name(i), To: name(i + 1),
			Label: fmt.Sprintf("t%d: go [x > %d]", i, i), Span: &report.Span{Line: i + 1, Column: 1}})
	}
	g.Edges = append(g.Edges,
		report.GraphEdge{ID: "u", From: "a", To: "b", Label: "u: again", Span: &report.Span{Line: 90, Column: 1}},
		report.GraphEdge{ID: "v", From: "a", To: "a", Label: "v: stay", Span: &report.Span{Line: 91, Column: 1}})
	return g
}

func without(g *report.Graph, id string) *report.Graph {
	out := &report.Graph{Nodes: g.Nodes}
	for _, e := range g.Edges {
		if e.ID != id {
			out.Edges = append(out.Edges, e)
		}
	}
	return out
}

func TestOverlay(t *testing.T) {
	a := machine(4)
	b := without(a, "t2")
	b.Edges = append([]report.GraphEdge(nil), b.Edges...)
	b.Nodes = append(append([]report.GraphNode(nil), a.Nodes...), report.GraphNode{ID: "e", Label: "e"})
	b.Edges[0].Label = "t0: go [x >= 0]"
	b.Edges[2].ID, b.Edges[2].Label = "t2", "t2: go [x > 3]" // what was t3 goes by another number
	b.Edges = append(b.Edges, report.GraphEdge{ID: "new", From: "d", To: "e", Label: "new: out"})
	g := report.Overlay(a, b)
	got := map[string]string{}
	for _, n := range g.Nodes {
		got[n.ID] = n.Side
	}
	for _, e := range g.Edges {
		got[e.ID] = e.Side
		if e.Side == report.Changed && (e.Was != "t0: go [x > 0]" || e.Label != "t0: go [x >= 0]") {
			t.Errorf("%s was %q, is %q", e.ID, e.Was, e.Label)
		}
		if e.Side == report.Added && e.To != "+e" {
			t.Errorf("the new edge leads to %q", e.To)
		}
	}
	want := map[string]string{"a": "", "b": "", "c": "", "d": "", "+e": "added", "t0": "changed", "t1": "", "t2": "removed",
		"t3": "", "u": "", "v": "", "+new": "added"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	if !reflect.DeepEqual(Original(g).Edges, a.Edges) {
		t.Errorf("without the mutant it is %v", Original(g).Edges)
	}
	if same := report.Overlay(a, a); !reflect.DeepEqual(same.Nodes, a.Nodes) || !reflect.DeepEqual(same.Edges, a.Edges) {
		t.Errorf("over itself it is %v", same)
	}
	for _, x := range Mutant(g).Edges {
		if x.ID == "t2" || x.Was != "" {
			t.Errorf("the mutant's part has %v", x)
		}
	}
}

// TestPlacesStay edits labels at random: nothing moves. A new node leaves the others where they are.
func TestPlacesStay(t *testing.T) {
	r := rand.New(rand.NewSource(7))
	g := machine(6)
	s := NewScene(g)
	places := s.Place()
	for range 200 {
		e := &g.Edges[r.Intn(len(g.Edges))]
		e.Label = e.ID + ": " + strings.Repeat("x", r.Intn(60))
		now := NewScene(g)
		if now.Key() != s.Key() {
			t.Fatalf("the key depends on %q", e.Label)
		}
		kept := places.Keep(now, false)
		if kept == nil || !reflect.DeepEqual(kept.Nodes, places.Nodes) {
			t.Fatalf("after %q nodes are at %v, were at %v", e.Label, kept, places.Nodes)
		}
		places = kept
	}
	g.Nodes = append(g.Nodes, report.GraphNode{ID: "z", Label: "new"})
	g.Edges = append(g.Edges, report.GraphEdge{ID: "n", From: "c", To: "z", Label: "n"})
	more := NewScene(g)
	kept := places.Keep(more, false)
	if more.Key() == s.Key() || kept == nil {
		t.Fatal("another node makes no other key, or no place is found for it")
	}
	for id, at := range places.Nodes {
		if kept.Nodes[id] != at {
			t.Errorf("%s moved from %v to %v", id, at, kept.Nodes[id])
		}
	}
	apart(t, more, kept)
	other := machine(6)
	for i := range other.Nodes {
		other.Nodes[i].ID = "other " + other.Nodes[i].ID
	}
	for i := range other.Edges {
		other.Edges[i].From, other.Edges[i].To = "other "+other.Edges[i].From, "other "+other.Edges[i].To
	}
	if places.Keep(NewScene(other), false) != nil {
		t.Error("another machine takes over places")
	}
	if p := places.Keep(NewScene(other), true); len(p.Nodes) != 6 || len(p.Arrows) != len(NewScene(other).Arrows) {
		t.Errorf("it must, and has %v", p)
	}
}

// apart complains of boxes that overlap.
func apart(t *testing.T, s *Scene, p *Places) {
	t.Helper()
	plan := s.Plan()
	for i, a := range s.Nodes {
		for j, b := range s.Nodes[:i] {
			at, by := p.Nodes[a.ID], p.Nodes[b.ID]
			if abs(at.X-by.X) < (plan.Nodes[i].Width+plan.Nodes[j].Width)/2 &&
				abs(at.Y-by.Y) < (plan.Nodes[i].Height+plan.Nodes[j].Height)/2 {
				t.Errorf("%s lies on %s", a.ID, b.ID)
			}
		}
	}
}

func TestPlacesOfADrawing(t *testing.T) {
	g := machine(4)
	if Own(NewScene(g)) != nil {
		t.Error("a graph without a drawing has places")
	}
	for i := range g.Nodes {
		g.Nodes[i].At = &report.Point{X: float64(40 * (i % 2)), Y: float64(-30 * (i / 2))}
	}
	s := NewScene(g)
	p := Own(s)
	if p == nil {
		t.Fatal("the drawing is not kept")
	}
	apart(t, s, p)
	if a, b, c := p.Nodes["a"], p.Nodes["b"], p.Nodes["c"]; a.Y != b.Y || a.X != c.X || b.X <= a.X || c.Y >= a.Y {
		t.Errorf("the places are %v, %v, %v", a, b, c)
	}
	g.Nodes[1].At = &report.Point{}
	if Own(NewScene(g)) != nil {
		t.Error("two nodes in one place are a drawing")
	}
}

func TestPicture(t *testing.T) {
	a := machine(4)
	b := machine(4)
	b.Edges[0].Label = "t0: go [x >= 0]"
	b.Edges[1].To = "a"
	g := report.Overlay(a, b)
	whole := NewScene(g)
	original := NewScene(Original(g))
	svg := whole.Picture(original.Place().Keep(whole, true), Marks{Spec: []string{"b"}, Impl: []string{"c"},
		Step: []string{"t0"}, Past: []string{"v"}, Number: 2, Lit: "t3"})
	for _, want := range []string{
		`class="edge changed step" data-edge="t0"`, `t0: go [x &gt; 0]</text>`, `class="bolt"`, `class="e inner"`,
		`class="edge removed" data-edge="t1"`, `− t1: go`, `class="edge added" data-edge="+t1"`, `+ t1: go`,
		`class="edge past" data-edge="v"`, `class="edge lit" data-edge="t3"`, `class="ring spec"`, `class="ring impl"`,
		`>original</text>`, `>mutant</text>`, `class="tag number"`, "1 changed, 1 removed, 1 added",
	} {
		if !strings.Contains(svg, want) {
			t.Errorf("the picture has no %s", want)
		}
	}
	if strings.Contains(svg, "style") || !strings.Contains(File(svg), "<style>") {
		t.Error("the style is in the picture, or not in the file")
	}
	parse(t, File(svg))
}

func TestManyEdgesOnOneArrow(t *testing.T) {
	g := &report.Graph{Nodes: []report.GraphNode{{ID: "a", Label: "a"}, {ID: "b", Label: "b"}}}
	for i := range 20 {
		span := &report.Span{Line: i / 2}
		g.Edges = append(g.Edges, report.GraphEdge{ID: fmt.Sprint(i), From: "a", To: "b", Label: fmt.Sprint("x", i), Span: span})
	}
	s := NewScene(g)
	if len(s.Arrows) != 1 || len(s.Arrows[0].Lines) != 10 {
		t.Fatalf("got %d arrows", len(s.Arrows))
	}
	shown := s.Arrows[0].Shown()
	if len(shown) != mostLines || shown[0].Text != "x0, x1" || shown[mostLines-1].Text != "and 5 more" ||
		len(shown[mostLines-1].Edges) != 10 {
		t.Errorf("shown are %v", shown)
	}
	now, was := cutBoth(strings.Repeat("a", 50)+" < b", strings.Repeat("a", 50)+" > b", 20)
	if !strings.Contains(now, "<") || !strings.Contains(was, ">") || len([]rune(now)) > 22 {
		t.Errorf("cut to %q and %q", now, was)
	}
}
