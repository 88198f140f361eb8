package family

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/mutants"
)

// Feature models of families: which mutations they leave out, and how they are drawn.

// Restrict adds the guidelines as constraints of the feature model, or, with useful, leaves only
// mutations that a lemma shows to be useful. In the alternative group each mutation that is left out
// becomes a dead feature. In the or group a product needs one mutation that is not left out: several
// together are useless for sure only if each is (section 5.5). It gives the features left out.
func Restrict(f *model.Featured, fam *mutants.Family, out func(m *mutants.Mutant) bool) []string {
	mutations := f.Features.Root.Children[0]
	var dropped []string
	var kept *expr.Expr
	for i := range fam.Len() {
		m := fam.At(i)
		name := mutations.Children[i].Name
		switch {
		case out(&m):
			dropped = append(dropped, name)
		case kept == nil:
			kept = mutants.Feature(name)
		default:
			kept = expr.Make(expr.Or, kept, mutants.Feature(name))
		}
	}
	switch {
	case len(dropped) == 0:
	case mutations.Group == model.Alternative:
		for _, n := range dropped {
			f.Features.Constraints = append(f.Features.Constraints, expr.Make(expr.Not, mutants.Feature(n)))
		}
	case kept == nil:
		f.Features.Constraints = append(f.Features.Constraints, expr.Make(expr.Not, mutants.Feature(mutations.Name)))
	default:
		f.Features.Constraints = append(f.Features.Constraints, expr.Make(expr.Imply, mutants.Feature(mutations.Name), kept))
	}
	return dropped
}

// Diagram draws a feature model.
func Diagram(fm *model.FeatureModel, dead []string) *report.Graph {
	g := &report.Graph{Caption: "Feature diagram: edges are labelled with the group; dead features in the tone of a " +
		"warning"}
	var walk func(n *model.FeatureNode)
	walk = func(n *model.FeatureNode) {
		node := report.GraphNode{ID: n.Name, Label: n.Name, Initial: n == fm.Root}
		if slices.Contains(dead, n.Name) {
			node.Tone = "warn"
		}
		g.Nodes = append(g.Nodes, node)
		for _, c := range n.Children {
			g.Edges = append(g.Edges, report.GraphEdge{From: n.Name, To: c.Name, Label: n.Group.String()})
			walk(c)
		}
	}
	walk(fm.Root)
	return g
}

// diagramFeatures bounds the mutations of an operator that the diagram draws.
const diagramFeatures = 12

// MutantDiagram draws the feature model of a family: the root, the group, and the mutations gathered by
// operator, which is no feature but keeps the drawing readable.
func MutantDiagram(fm *model.FeatureModel, fam *mutants.Family, dead []string) *report.Graph {
	mutations := fm.Root.Children[0]
	g := &report.Graph{Caption: "Feature diagram: dead features in the tone of a warning; " + mutations.Group.String() +
		" group of mutations, gathered by operator"}
	g.Nodes = append(g.Nodes, report.GraphNode{ID: fm.Root.Name, Label: fm.Root.Name, Initial: true},
		report.GraphNode{ID: mutations.Name, Label: mutations.Name})
	g.Edges = append(g.Edges, report.GraphEdge{From: fm.Root.Name, To: mutations.Name, Label: fm.Root.Group.String()})
	count := map[string]int{}
	for i := range fam.Len() {
		m := fam.At(i)
		op := m.First.Op.Name
		if count[op]++; count[op] == 1 {
			g.Nodes = append(g.Nodes, report.GraphNode{ID: "operator " + op, Label: op})
			g.Edges = append(g.Edges, report.GraphEdge{From: mutations.Name, To: "operator " + op,
				Label: mutations.Group.String(), Dashed: true})
		}
		if count[op] > diagramFeatures {
			continue
		}
		node := report.GraphNode{ID: mutations.Children[i].Name, Label: mutations.Children[i].Name}
		if slices.Contains(dead, node.ID) {
			node.Tone = "warn"
		}
		g.Nodes = append(g.Nodes, node)
		g.Edges = append(g.Edges, report.GraphEdge{From: "operator " + op, To: node.ID})
	}
	for i := range g.Nodes {
		if op, ok := strings.CutPrefix(g.Nodes[i].ID, "operator "); ok && count[op] > diagramFeatures {
			g.Nodes[i].Label = fmt.Sprintf("%s: %d mutations, %d drawn", op, count[op], diagramFeatures)
		}
	}
	return g
}
