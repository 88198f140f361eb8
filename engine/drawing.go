package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
)

// A Drawer is a Model that can be drawn.
type Drawer interface {
	Model
	// Draw draws the model as the call asks for.
	Draw(ctx context.Context, call DrawCall) (*report.Diagram, error)
	// DrawMutant draws what a described mutant makes of the model, in the view that Draw gave.
	DrawMutant(ctx context.Context, call DrawCall, m report.Mutant) (*report.Graph, error)
}

// A DrawCall is a request to a Drawer.
type DrawCall struct {
	View    string            // one of the views; any other: the one that suits the model
	Options map[string]string // of the formalism
}

// Draw draws a model. With a mutant the two are laid over each other.
func Draw(ctx context.Context, m Model, call DrawCall, mutant *report.Mutant) (*report.Diagram, error) {
	d, ok := m.(Drawer)
	if !ok {
		return nil, fmt.Errorf("models of this formalism are not drawn")
	}
	picture, err := d.Draw(ctx, call)
	if err != nil || mutant == nil {
		return picture, err
	}
	call.View = picture.View
	other, err := d.DrawMutant(ctx, call, *mutant)
	if err != nil {
		return nil, err
	}
	picture.Graph = report.Overlay(picture.Graph, other)
	touched(picture.Graph, mutant.Changes())
	if left := thin(picture.Graph); left > 0 {
		picture.Note += fmt.Sprintf(" Of %d nodes that the mutant adds, those that it reaches first are drawn.", left)
		picture.Note = strings.TrimSpace(picture.Note)
	}
	return picture, nil
}

// mostAdded is how many nodes of a mutant are drawn that the original does not have.
const mostAdded = 12

// thin takes away what a mutant adds beyond the first nodes, of which each is joined with the original; it tells how
// many nodes the mutant adds, 0 where all stay.
func thin(g *report.Graph) int {
	original, added := map[string]bool{}, 0
	for _, n := range g.Nodes {
		if n.Side == report.Added {
			added++
		} else {
			original[n.ID] = true
		}
	}
	if added <= mostAdded {
		return 0
	}
	near := map[string]bool{}
	for _, e := range g.Edges {
		if original[e.From] && !original[e.To] {
			near[e.To] = true
		}
	}
	kept := 0
	g.Nodes = slices.DeleteFunc(g.Nodes, func(n report.GraphNode) bool {
		if n.Side != report.Added {
			return false
		}
		if near[n.ID] && kept < mostAdded {
			kept++
			original[n.ID] = true
			return false
		}
		return true
	})
	g.Edges = slices.DeleteFunc(g.Edges, func(e report.GraphEdge) bool { return !original[e.From] || !original[e.To] })
	return added
}

// touched marks the nodes in whose text a mutant makes its edits, also where they are drawn as before.
func touched(g *report.Graph, edits []report.Edit) {
	for i := range g.Nodes {
		n := &g.Nodes[i]
		for _, e := range edits {
			if n.Side == "" && n.Span != nil && inside(e.Span, *n.Span) {
				n.Side = report.Changed
			}
		}
	}
}

// inside tells whether a place lies within another. What is put in behind the last character does not.
func inside(s, of report.Span) bool {
	before := func(line, column, line2, column2 int) bool { return line < line2 || line == line2 && column < column2 }
	return !before(s.Line, s.Column, of.Line, of.Column) && !before(of.EndLine, of.EndColumn, s.EndLine, s.EndColumn) &&
		before(s.Line, s.Column, of.EndLine, of.EndColumn)
}

// viewOr gives the view asked for, or another where there is no such view.
func viewOr(asked string, views []report.GraphView, otherwise string) string {
	for _, v := range views {
		if v.Name == asked {
			return asked
		}
	}
	return otherwise
}
