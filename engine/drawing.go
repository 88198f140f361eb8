package engine

import (
	"context"
	"fmt"

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
	View    string            // one of the views; "" and what is none: the one that suits the model
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
	return picture, nil
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
