package tioa

import (
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/mutants"
)

// Views lists the components of a system, each of which is drawn by itself.
func Views(m *model.Model) []report.GraphView {
	var all []report.GraphView
	for _, a := range m.Processes() {
		all = append(all, report.GraphView{Name: a.Name, Title: a.Name})
	}
	return all
}

// Graph draws an automaton of a model as its editors do: locations with their invariants, inputs solid,
// outputs dashed. Nodes go by the locations' ids, edges by their own.
func Graph(m *model.Model, a *model.Automaton) *report.Graph {
	g := &report.Graph{Edges: []report.GraphEdge{}, Nodes: []report.GraphNode{}}
	for i, l := range a.Locations {
		if l.Removed {
			continue
		}
		g.Nodes = append(g.Nodes, report.GraphNode{At: l.At, ID: l.ID, Label: locationLabel(l), Initial: i == a.Initial,
			Span: m.File.ShownIf(l.Span)})
	}
	for i, e := range a.Edges {
		edge := report.GraphEdge{From: a.Locations[e.Source].ID, To: a.Locations[e.Target].ID, ID: a.EdgeLabel(i),
			Label: edgeLabel(e), Dashed: e.Output}
		if span, ok := m.Span(e); ok {
			edge.Span = &span
		}
		g.Edges = append(g.Edges, edge)
	}
	return g
}

// GraphOfMutant draws a mutant of a report. The model is the one that was read, of which a product may be chosen.
func GraphOfMutant(m *model.Model, s mutants.Subject, product string, r report.Mutant, byHand bool) (*report.Graph,
	error) {
	c := &Checker{model: m, subject: s, how: CheckerOptions{Product: product}}
	mu, err := c.mutant(r, byHand)
	if err != nil {
		return nil, err
	}
	return Graph(mu.Result.Model, mu.Result.Automaton), nil
}

// locationLabel is a location's name, what is special of it, and its invariant on a line of its own.
func locationLabel(l *model.Location) string {
	label := l.Title()
	switch l.Urgency {
	case model.Urgent:
		label += " (urgent)"
	case model.Committed:
		label += " (committed)"
	}
	switch l.Kind {
	case model.Universal:
		label += " (universal)"
	case model.Inconsistent:
		label += " (inconsistent)"
	}
	if l.Invariant != nil {
		label += "\n" + expr.Uppaal.Print(l.Invariant)
	}
	return label
}

// edgeLabel has guard, action and assignments on a line each.
func edgeLabel(e *model.Edge) string {
	var lines []string
	if e.Guard != nil {
		lines = append(lines, expr.Uppaal.Print(e.Guard))
	}
	for _, s := range []string{e.Sync(), e.Assignments()} {
		if s != "" {
			lines = append(lines, s)
		}
	}
	return strings.Join(lines, "\n")
}

// placed says in a walk of a mutant by the ids of diagrams where the two are and what they took. Of the edges
// of a step a side took the one that leads from where it was to where it is; behind the last one, which the other
// refuses, it is shown where it was.
func placed(w *report.Walk, spec, impl *model.Automaton) {
	place(w, spec, func(s *report.WalkStep) *report.Side { return &s.Spec })
	place(w, impl, func(s *report.WalkStep) *report.Side { return &s.Impl })
}

func place(w *report.Walk, a *model.Automaton, side func(s *report.WalkStep) *report.Side) {
	before := -1
	for i := range w.Steps {
		s := side(&w.Steps[i])
		now := locationOf(a, s.Location)
		if now >= 0 {
			s.At = []string{a.Locations[now].ID}
		}
		took := s.Took
		s.Took = nil
		for k, e := range a.Edges {
			moved := e.Source == before && (e.Target == now || w.Steps[i].Tone == "bad" && before == now)
			if moved && s.Refuses == "" && slices.Contains(took, e.ID) && e.Sync() == w.Steps[i].Label {
				s.Took = []string{a.EdgeLabel(k)}
				break
			}
		}
		before = now
	}
}

// locationOf finds the location that a trace names, behind whose name values of variables may stand; -1 for none.
func locationOf(a *model.Automaton, title string) int {
	found := -1
	for i, l := range a.Locations {
		if l.Removed || title != l.Title() && !strings.HasPrefix(title, l.Title()+" ") {
			continue
		}
		if found < 0 || len(l.Title()) > len(a.Locations[found].Title()) {
			found = i
		}
	}
	return found
}
