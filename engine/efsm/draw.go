package efsm

import (
	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// Graph draws a machine: its locations, and an edge for each transition. Nodes go by the locations' names,
// edges by the transitions' ids.
func Graph(m *model.Machine) *report.Graph {
	g := &report.Graph{Edges: []report.GraphEdge{}, Nodes: []report.GraphNode{}}
	for i, l := range m.Locations {
		g.Nodes = append(g.Nodes, report.GraphNode{ID: l.Name, Label: l.Name, Initial: i == m.Initial,
			Span: shownSpan(m, l.Span)})
	}
	for i := range m.Transitions {
		t := &m.Transitions[i]
		g.Edges = append(g.Edges, report.GraphEdge{
			From: m.Locations[t.From].Name, To: m.Locations[t.To].Name, ID: t.ID, Label: t.ID + ": " + label(m, t),
			Dashed: t.Event == model.Internal, Span: shownSpan(m, t.Span),
		})
	}
	return g
}

// shownSpan is a place of the text; none in a file of another tool, which is not read by lines.
func shownSpan(m *model.Machine, s source.Span) *report.Span {
	if m.Format == model.ForeignFormat {
		return nil
	}
	return m.File.ShownIf(s)
}
