package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/draw"
	"github.com/mutarium/mutarium/engine/report"
)

func (x subject) drawn(t *testing.T, view string, m *report.Mutant) *report.Diagram {
	t.Helper()
	d, err := Draw(context.Background(), x.model, DrawCall{View: view}, m)
	if err != nil {
		t.Fatalf("view %q: %v", view, err)
	}
	return d
}

// nodesAndEdges indexes a graph and complains of what cannot be told apart or leads nowhere.
func nodesAndEdges(t *testing.T, g *report.Graph) (map[string]report.GraphNode, map[string]report.GraphEdge) {
	t.Helper()
	nodes, edges := map[string]report.GraphNode{}, map[string]report.GraphEdge{}
	for _, n := range g.Nodes {
		if _, twice := nodes[n.ID]; twice || n.ID == "" || n.Label == "" {
			t.Errorf("node %q is there twice or has no name", n.ID)
		}
		nodes[n.ID] = n
	}
	for _, e := range g.Edges {
		if _, twice := edges[e.ID]; twice || e.ID == "" {
			t.Errorf("edge %q is there twice", e.ID)
		}
		edges[e.ID] = e
		if nodes[e.From].ID == "" || nodes[e.To].ID == "" {
			t.Errorf("edge %q leads from %q to %q, which are not both drawn", e.ID, e.From, e.To)
		}
	}
	return nodes, edges
}

// TestDiagramsOfTheGallery draws each example in each view.
func TestDiagramsOfTheGallery(t *testing.T) {
	const most = 300
	forExamples(t, func(t *testing.T, x subject) {
		first := x.drawn(t, "", nil)
		for _, v := range first.Views {
			d := x.drawn(t, v.Name, nil)
			if len(d.Graph.Nodes) == 0 || len(d.Graph.Nodes) > most {
				t.Errorf("%s has %d nodes", v.Name, len(d.Graph.Nodes))
			}
			nodesAndEdges(t, d.Graph)
			if n := initials(d.Graph); n != 1 {
				t.Errorf("%s has %d initial nodes", v.Name, n)
			}
			for _, e := range d.Graph.Edges {
				x.spanIsOf(t, e, d.View)
			}
		}
	})
}

func initials(g *report.Graph) int {
	n := 0
	for _, node := range g.Nodes {
		if node.Initial {
			n++
		}
	}
	return n
}

// spanIsOf looks whether the text of an edge is that of its transition, by what each language must write there.
func (x subject) spanIsOf(t *testing.T, e report.GraphEdge, view string) {
	t.Helper()
	if e.Span == nil {
		if x.formalism.Describe().Name != "tfsm" {
			t.Errorf("edge %q has no place in the text", e.ID)
		}
		return
	}
	text := x.file.Slice(x.file.Read(*e.Span))
	var want []string
	switch x.formalism.Describe().Name {
	case "efsm":
		want = []string{e.ID + ":", e.From, e.To}
	case "tfsm":
		if strings.HasSuffix(x.file.Name, ".dot") || strings.Contains(text, "label") {
			want = []string{base(e.From), base(e.To)}
		} else if !strings.Contains(text, "*") && !strings.Contains(text, "..") && !strings.Contains(text, "|") {
			input, _, _ := strings.Cut(e.Label, " /")
			want = []string{e.From, strings.TrimPrefix(strings.TrimPrefix(input, "after "), "never")}
		}
	case "timed":
		from, _, _ := strings.Cut(text, " ")
		want = []string{from, e.To}
		for _, line := range strings.Split(e.Label, "\n") {
			if n := len(line) - 1; n > 0 && (line[n] == '!' || line[n] == '?') {
				want = append(want, line)
			}
		}
	case "action-system":
		name, _, _ := strings.Cut(strings.TrimPrefix(e.Label, "on:"), "(")
		if view == "events" {
			name = strings.TrimPrefix(e.To, "on:")
		}
		name, _, _ = strings.Cut(name, ";")
		want = []string{"'" + name + "'"}
	}
	for _, w := range want {
		if !strings.Contains(text, w) {
			t.Errorf("the text of edge %q does not say %q: %s", e.ID, w, text)
		}
	}
}

// base is a state of the file: local timers make several of one, "open+0", "open+1".
func base(state string) string {
	name, _, _ := strings.Cut(state, "+")
	return name
}

// TestMutantsAreDrawnOverTheOriginal holds of every picture of two: taking the mutant's part away gives the
// original's picture, and an automaton's mutant differs in one edge or one location.
func TestMutantsAreDrawnOverTheOriginal(t *testing.T) {
	forExamples(t, func(t *testing.T, x subject) {
		job := x.job(t)
		var err error
		if job.Settings.Operators, err = Resolve(x.formalism.Describe(), []string{"all"}); err != nil {
			t.Fatal(err)
		}
		list, err := List(job)
		if err != nil {
			t.Fatal(err)
		}
		alone := x.drawn(t, "", nil)
		every := spread(len(list.Mutants))
		told := 0
		for i := 0; i < len(list.Mutants); i += every {
			m := list.Mutants[i]
			d, err := Draw(context.Background(), x.model, DrawCall{View: alone.View}, &m)
			if err != nil {
				if x.formalism.Describe().Name != "action-system" && m.Verdict != report.Invalid {
					t.Errorf("%s: %v", m.ID, err)
				}
				continue
			}
			nodesAndEdges(t, d.Graph)
			if n := len(d.Graph.Nodes) - len(alone.Graph.Nodes); n > mostAdded {
				t.Errorf("%s: %d nodes are added", m.ID, n)
			}
			if got, want := graphText(draw.Original(d.Graph)), graphText(alone.Graph); got != want {
				t.Fatalf("%s: without the mutant the picture is\n%s\nwant\n%s", m.ID, got, want)
			}
			if differs(d.Graph) {
				told++
			} else if x.formalism.Describe().Name != "action-system" && !sameText(m) {
				t.Errorf("%s is drawn like the original", m.ID)
			}
			if x.formalism.Describe().Name == "efsm" {
				x.oneEdge(t, m, d.Graph)
			}
		}
		t.Logf("%d of the mutants looked at are drawn with a difference", told)
	})
}

// differs tells whether a picture of original and mutant shows any difference.
func differs(g *report.Graph) bool {
	return slices.ContainsFunc(g.Nodes, func(n report.GraphNode) bool { return n.Side != "" }) ||
		slices.ContainsFunc(g.Edges, func(e report.GraphEdge) bool { return e.Side != "" })
}

// sameText tells whether a mutant changes only what is not drawn, as a declaration that names no edge.
func sameText(m report.Mutant) bool { return m.Original == m.Replacement }

// oneEdge holds of the EFSM's operators, each of which changes one transition.
func (x subject) oneEdge(t *testing.T, m report.Mutant, g *report.Graph) {
	t.Helper()
	n := map[string]int{}
	for _, node := range g.Nodes {
		if node.Side != "" {
			t.Errorf("%s: location %s is %s", m.ID, node.ID, node.Side)
		}
	}
	var at *report.GraphEdge
	for i, e := range g.Edges {
		n[e.Side]++
		if e.Side == report.Changed || e.Side == report.Removed {
			at = &g.Edges[i]
		}
	}
	if at == nil || n[report.Changed]+n[report.Removed] != 1 || n[report.Added] > n[report.Removed] {
		t.Errorf("%s: %v edges", m.ID, n)
		return
	}
	if !inside(m.Changes()[0].Span, *at.Span) {
		t.Errorf("%s: the edge that is drawn as %s is %s, elsewhere", m.ID, at.Side, at.ID)
	}
}

func graphText(g *report.Graph) string {
	var b strings.Builder
	for _, n := range g.Nodes {
		fmt.Fprintf(&b, "%s %q\n", n.ID, n.Label)
	}
	for _, e := range g.Edges {
		fmt.Fprintf(&b, "%s: %s -> %s %q %v %v\n", e.ID, e.From, e.To, e.Label, e.Dashed, e.Span)
	}
	return b.String()
}

// TestWalksMoveThroughTheDiagram follows the runs of judged mutants in the picture: each side stands on a node,
// and took edges that lead from where it stood to where it stands.
func TestWalksMoveThroughTheDiagram(t *testing.T) {
	const mutants = 12
	forExamples(t, func(t *testing.T, x subject) {
		job := x.job(t)
		job.Settings.Sample, job.Settings.Seed = mutants, 1
		r := x.run(t, job)
		c, err := x.model.Checker(context.Background(), r.Settings)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range r.Mutants {
			w, err := Walk(context.Background(), c, m)
			if err != nil {
				continue // what the engine has no run for
			}
			d, err := Draw(context.Background(), x.model, DrawCall{}, &m)
			if err != nil {
				continue
			}
			if !strings.Contains(d.Note, "More than") && !strings.Contains(d.Note, "adds") { // else not all states are drawn
				follow(t, m.ID, d.Graph, w)
			}
		}
	})
}

func follow(t *testing.T, id string, g *report.Graph, w *report.Walk) {
	t.Helper()
	nodes, edges := nodesAndEdges(t, g)
	standing := func(ids []string, only string) string {
		for _, at := range ids {
			if _, own := nodes[only+at]; own {
				return only + at
			}
			if _, drawn := nodes[at]; drawn {
				return at
			}
		}
		return ""
	}
	moved := 0
	for i, s := range w.Steps {
		for k, side := range []report.Side{s.Spec, s.Impl} {
			only := []string{"", report.Only}[k]
			if len(side.At) == 0 {
				continue
			}
			now := standing(side.At, only)
			if now == "" {
				t.Errorf("%s: step %d: no node of %q is drawn", id, i, side.At)
			}
			took := slices.DeleteFunc(slices.Clone(side.Took), func(e string) bool {
				return edges[e].ID == "" && edges[only+e].ID == ""
			})
			if len(took) == 0 {
				continue
			}
			e, own := edges[only+took[len(took)-1]]
			if !own {
				e = edges[took[len(took)-1]]
			}
			if moved++; e.To != now && (s.Tone != "bad" || e.From != now) {
				t.Errorf("%s: step %d took %q to %s, and stands at %s", id, i, e.ID, e.To, now)
			}
		}
	}
	if moved == 0 && len(w.Steps) > 2 {
		t.Errorf("%s: %d steps, and no edge is taken", id, len(w.Steps))
	}
}
