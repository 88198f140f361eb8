package tfsm

import (
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tfsm/model"
	"github.com/mutarium/mutarium/engine/tfsm/referee"
)

// Views in which a timed FSM is drawn.
const (
	viewSpecification = "specification"
	viewMutated       = "mutated"
)

// Views lists the ways to draw a machine: the specification, and with the mutated transitions if it has some.
func Views(m *model.Model) []report.GraphView {
	all := []report.GraphView{{Name: viewSpecification, Title: "Specification"}}
	if m.Mutated() > 0 {
		all = append(all, report.GraphView{Name: viewMutated, Title: "With mutated transitions"})
	}
	return all
}

// Picture draws a machine in one of its views: its states, and an edge for each transition that can fire. Nodes
// go by the states' names, edges by how the language writes the transitions.
func Picture(m *model.Model, view string) *report.Graph {
	g := &report.Graph{Edges: []report.GraphEdge{}, Nodes: []report.GraphNode{}}
	for s, name := range m.States {
		n := report.GraphNode{ID: name, Label: name, Initial: s == m.Initial}
		if m.Extra[s] {
			if view != viewMutated {
				continue
			}
			n.Tone = "warn"
		}
		g.Nodes = append(g.Nodes, n)
	}
	seen := map[string]bool{}
	for _, t := range m.Transitions {
		id := m.ArrowOf(t)
		if t.Mutated && view != viewMutated || t.Delay == model.Inf && !t.Mutated || seen[id] {
			continue
		}
		seen[id] = true
		e := report.GraphEdge{From: m.States[t.From], To: m.States[t.To], ID: id, Label: drawnLabel(m, t), Dashed: t.Mutated}
		if t.Delay == model.Inf {
			e.To = e.From
		}
		if t.Span.End > t.Span.Start {
			span := m.Shown(t.Span)
			e.Span = &span
		}
		g.Edges = append(g.Edges, e)
	}
	return g
}

// drawnLabel is a transition's label as pictures have it: names without quotes, a timeout in words.
func drawnLabel(m *model.Model, t model.Transition) string {
	switch {
	case t.Delay == model.Inf:
		return "never"
	case t.IsTimeout():
		return "after " + t.Delay.Shown()
	}
	return m.Inputs[t.Input] + " / " + m.Outputs[t.Output]
}

// PictureOfMutant draws a mutant of a report in a view of the original: its own transitions, and the mutated ones that
// are drawn of the original.
func PictureOfMutant(m *model.Model, view string, r report.Mutant) (*report.Graph, error) {
	impl, err := referee.Read(m, r)
	if err != nil {
		return nil, err
	}
	g := Picture(impl, viewSpecification)
	if view != viewMutated {
		return g, nil
	}
	has := map[string]bool{}
	for _, n := range g.Nodes {
		has[n.ID] = true
	}
	whole := Picture(m, viewMutated)
	for _, n := range whole.Nodes {
		if !has[n.ID] && n.Tone != "" {
			g.Nodes = append(g.Nodes, n)
		}
	}
	for _, e := range whole.Edges {
		if e.Dashed {
			g.Edges = append(g.Edges, e)
		}
	}
	return g, nil
}
