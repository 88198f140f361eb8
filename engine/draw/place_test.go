package draw

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
)

// randomGraph has loops, edges both ways, parallel edges, nodes that nothing leads to, and an edge to nowhere.
func randomGraph(r *rand.Rand) *report.Graph {
	g := &report.Graph{Edges: []report.GraphEdge{{From: "n0", To: "nowhere"}}}
	n := 1 + r.IntN(9)
	for i := range n {
		g.Nodes = append(g.Nodes, report.GraphNode{ID: fmt.Sprint("n", i), Label: fmt.Sprintf("%*d", 1+r.IntN(30), i), Initial: r.IntN(4) == 0})
	}
	for i := range r.IntN(3 * n) {
		g.Edges = append(g.Edges, report.GraphEdge{From: fmt.Sprint("n", r.IntN(n)), To: fmt.Sprint("n", r.IntN(n)), Label: fmt.Sprint("e", i)})
	}
	return g
}

// Boxes do not overlap, everything is within the picture, edges join their nodes, the picture can be
// drawn, and the same graph is laid out the same way.
func TestPlace(t *testing.T) {
	const seed = 1
	r := rand.New(rand.NewPCG(seed, seed))
	for i := range 300 {
		g := randomGraph(r)
		l, plan := Place(g), Measure(g)
		if !reflect.DeepEqual(l, Place(g)) {
			t.Fatalf("graph %d is laid out in two ways", i)
		}
		for a, p := range l.Nodes {
			size := plan.Nodes[a]
			if p.X < size.Width/2 || p.Y < size.Height/2 || p.X > l.Width-size.Width/2 || p.Y > l.Height-size.Height/2 {
				t.Errorf("graph %d: node %d at %v is outside of %v by %v", i, a, p, l.Width, l.Height)
			}
			for b, q := range l.Nodes[:a] {
				if abs(p.X-q.X) < (size.Width+plan.Nodes[b].Width)/2 && abs(p.Y-q.Y) < (size.Height+plan.Nodes[b].Height)/2 {
					t.Errorf("graph %d: nodes %d and %d overlap", i, a, b)
				}
			}
		}
		index := indexOf(plan)
		for k, e := range plan.Edges {
			at := l.Edges[k]
			if at.X < 0 || at.Y < 0 || at.X > l.Width || at.Y > l.Height {
				t.Errorf("graph %d: the label of edge %d is outside", i, k)
			}
			if e.From == e.To {
				continue
			}
			for end, n := range map[int]int{0: index[e.From], 2: index[e.To]} {
				p, c, size := at.Points[end], l.Nodes[n], plan.Nodes[n]
				dx, dy := abs(p.X-c.X), abs(p.Y-c.Y)
				if dx > size.Width/2+1e-9 || dy > size.Height/2+1e-9 {
					t.Errorf("graph %d: edge %d ends at %v, outside of its node at %v", i, k, p, c)
				}
			}
		}
		if texts := parse(t, Graph(g, l)); len(texts) == 0 {
			t.Errorf("graph %d is not drawn", i)
		}
	}
	if l := Place(&report.Graph{}); l == nil || len(l.Nodes) != 0 {
		t.Error("no nodes")
	}
}
