package report

import "strings"

// Overlay lays a mutant's graph over the original's. What both have is drawn once, what only one of
// them has tells its side. Nodes are known by their ids. An edge keeps its id where it can; a mutant's text
// may number its edges in another way, so equal edges are found first, and ids decide among the others.
func Overlay(original, mutant *Graph) *Graph {
	out := &Graph{Caption: original.Caption}
	o := overlay{out: out, name: map[string]string{}}
	o.nodes(original.Nodes, mutant.Nodes)
	o.edges(original.Edges, mutant.Edges)
	return out
}

type overlay struct {
	out  *Graph
	name map[string]string // of a mutant's node, in the picture
}

func (o *overlay) nodes(original, mutant []GraphNode) {
	theirs := map[string]GraphNode{}
	for _, n := range mutant {
		theirs[n.ID] = n
	}
	for _, n := range original {
		m, both := theirs[n.ID]
		switch {
		case !both:
			n.Side = Removed
		case m.Label != n.Label:
			n.Side, n.Label, n.Was = Changed, m.Label, n.Label
		}
		if both {
			o.name[n.ID] = n.ID
			delete(theirs, n.ID)
			n.Initial = n.Initial || m.Initial
		}
		o.out.Nodes = append(o.out.Nodes, n)
	}
	for _, n := range mutant {
		if _, left := theirs[n.ID]; left {
			o.name[n.ID] = Only + n.ID
			n.ID, n.Side, n.Span = Only+n.ID, Added, nil
			o.out.Nodes = append(o.out.Nodes, n)
		}
	}
}

// edges pairs the edges of both in rounds: by all that is drawn and the id, without the id, by the id between
// the same nodes. What stays is removed or added.
func (o *overlay) edges(original, mutant []GraphEdge) {
	pair := make([]int, len(original)) // 1 + the mutant's edge
	taken := make([]bool, len(mutant))
	for _, key := range []func(e *GraphEdge) string{
		func(e *GraphEdge) string { return e.ID + "\x00" + shape(e) },
		shape,
		func(e *GraphEdge) string { return e.ID + "\x00" + e.From + "\x00" + e.To },
	} {
		free := map[string][]int{}
		for j := range mutant {
			if !taken[j] {
				k := key(&mutant[j])
				free[k] = append(free[k], j)
			}
		}
		for i := range original {
			if k := key(&original[i]); pair[i] == 0 && len(free[k]) > 0 {
				pair[i], taken[free[k][0]] = free[k][0]+1, true
				free[k] = free[k][1:]
			}
		}
	}
	for i, e := range original {
		if pair[i] == 0 {
			e.Side = Removed
		} else if m := mutant[pair[i]-1]; shape(&m) != shape(&e) {
			e.Side, e.Label, e.Was = Changed, m.Label, e.Label
		}
		o.out.Edges = append(o.out.Edges, e)
	}
	for j, e := range mutant {
		if !taken[j] {
			e.ID, e.Side, e.Span = Only+e.ID, Added, nil
			e.From, e.To = o.name[e.From], o.name[e.To]
			o.out.Edges = append(o.out.Edges, e)
		}
	}
}

// shape is what is drawn of an edge, without its name: "t4: T / !CR" and "t5: T / !CR" do the same.
func shape(e *GraphEdge) string {
	dashed := "-"
	if e.Dashed {
		dashed = "~"
	}
	return e.From + "\x00" + e.To + "\x00" + dashed + strings.TrimPrefix(e.Label, e.ID+": ")
}
