package model

import (
	"slices"
	"strconv"

	"github.com/mutarium/mutarium/engine/expr"
)

// EdgeLabel names an edge by the id that the text or the notation gave it, or by its place where
// two edges have the same id.
func (a *Automaton) EdgeLabel(i int) string {
	for k, e := range a.Edges {
		if k != i && e.ID == a.Edges[i].ID {
			return "#" + strconv.Itoa(i)
		}
	}
	return a.Edges[i].ID
}

// WithEdge replaces an edge.
func (a *Automaton) WithEdge(i int, e *Edge) *Automaton {
	c := *a
	c.Edges = slices.Clone(a.Edges)
	c.Edges[i] = e
	return &c
}

// WithoutEdges drops the edges that drop says.
func (a *Automaton) WithoutEdges(drop func(i int, e *Edge) bool) *Automaton {
	c := *a
	c.Edges = make([]*Edge, 0, len(a.Edges))
	for i, e := range a.Edges {
		if !drop(i, e) {
			c.Edges = append(c.Edges, e)
		}
	}
	return &c
}

// WithNewEdge adds an edge at the end.
func (a *Automaton) WithNewEdge(e *Edge) *Automaton {
	c := *a
	c.Edges = append(a.Edges[:len(a.Edges):len(a.Edges)], e)
	return &c
}

// WithLocation replaces a location.
func (a *Automaton) WithLocation(i int, l *Location) *Automaton {
	c := *a
	c.Locations = slices.Clone(a.Locations)
	c.Locations[i] = l
	return &c
}

// WithGuard replaces an edge's guard.
func (a *Automaton) WithGuard(i int, guard *expr.Expr) *Automaton {
	e := *a.Edges[i]
	e.Guard = guard
	return a.WithEdge(i, &e)
}

// WithInvariant replaces a location's invariant.
func (a *Automaton) WithInvariant(i int, inv *expr.Expr) *Automaton {
	l := *a.Locations[i]
	l.Invariant = inv
	return a.WithLocation(i, &l)
}

// Present calls visit with the locations that are there.
func (a *Automaton) Present(visit func(i int, l *Location)) {
	for i, l := range a.Locations {
		if !l.Removed {
			visit(i, l)
		}
	}
}

// Mutable calls visit with the edges that may be changed: those of the two special locations say
// what the location's kind says and stay as they are.
func (a *Automaton) Mutable(visit func(i int, e *Edge)) {
	for i, e := range a.Edges {
		if a.Locations[e.Source].Kind == Normal && e.Action != "*" {
			visit(i, e)
		}
	}
}

// Fresh gives a name that is neither an action nor an id of an edge or a location: the word, or the
// word with a number.
func (a *Automaton) Fresh(word string) string {
	for n := 1; ; n++ {
		name := word
		if n > 1 {
			name += strconv.Itoa(n)
		}
		if !a.uses(name) {
			return name
		}
	}
}

func (a *Automaton) uses(name string) bool {
	for _, e := range a.Edges {
		if e.Action == name || e.ID == name {
			return true
		}
	}
	return a.Location(name) >= 0 || a.IO != nil && (slices.Contains(a.IO.Inputs, name) || slices.Contains(a.IO.Outputs,
		name))
}
