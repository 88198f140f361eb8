package model

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
)

// Ecdar's JSON, with the fields in the order in which its tools write them.

type jsonComponent struct {
	Name         string             `json:"name"`
	Declarations string             `json:"declarations"`
	Locations    []jsonLocationText `json:"locations"`
	Edges        []JSONEdgeText     `json:"edges"`
	Description  string             `json:"description"`
	X            float64            `json:"x"`
	Y            float64            `json:"y"`
	Width        float64            `json:"width"`
	Height       float64            `json:"height"`
	Color        string             `json:"color"`
	Periodic     bool               `json:"includeInPeriodicCheck"`
}

type jsonLocationText struct {
	ID        string  `json:"id"`
	Nickname  string  `json:"nickname"`
	Invariant string  `json:"invariant"`
	Type      string  `json:"type"`
	Urgency   string  `json:"urgency"`
	X         float64 `json:"x"`
	Y         float64 `json:"y"`
	Color     string  `json:"color"`
}

// JSONEdgeText is an edge as Ecdar writes it.
type JSONEdgeText struct {
	ID     string     `json:"id"`
	Source string     `json:"sourceLocation"`
	Target string     `json:"targetLocation"`
	Status string     `json:"status"`
	Select string     `json:"select"`
	Guard  string     `json:"guard"`
	Update string     `json:"update"`
	Sync   string     `json:"sync"`
	Locked bool       `json:"isLocked"`
	Nails  []JSONNail `json:"nails"`
}

// JSONNail is a bend of a drawn edge; none is written.
type JSONNail struct{}

type jsonDeclarations struct {
	Name         string `json:"name"`
	Declarations string `json:"declarations"`
}

type jsonQuery struct {
	Query    string `json:"query"`
	Comment  string `json:"comment"`
	Periodic bool   `json:"isPeriodic"`
}

// EncodeJSON writes a value with indents and without escapes for HTML.
func EncodeJSON(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if e.Encode(v) != nil {
		return ""
	}
	return b.String()
}

// PrintJSON writes one automaton as an Ecdar component. Constants and types of the model are
// written into its own declarations.
func (m *Model) PrintJSON(a *Automaton) string {
	c := jsonComponent{Name: a.Name, X: 5, Y: 5, Width: 800, Height: 600, Color: "6", Periodic: true,
		Locations: []jsonLocationText{}, Edges: []JSONEdgeText{}}
	var lines []string
	for _, k := range m.Consts {
		lines = append(lines, k.declaration())
	}
	c.Declarations = strings.Join(append(lines, a.declarations()...), "\n")
	for i, l := range a.Locations {
		if !l.Removed {
			c.Locations = append(c.Locations, a.JSONLocation(i, l))
		}
	}
	for i, e := range a.Edges {
		t := JSONEdgeText{ID: "E" + strconv.Itoa(i), Source: a.Locations[e.Source].ID, Target: a.Locations[e.Target].ID,
			Status: "INPUT", Update: e.Assignments(), Sync: e.Action, Nails: []JSONNail{}}
		if e.Output {
			t.Status = "OUTPUT"
		}
		if e.Guard != nil {
			t.Guard = expr.Uppaal.Print(e.Guard)
		}
		c.Edges = append(c.Edges, t)
	}
	return EncodeJSON(c)
}

// JSONLocation is a location as Ecdar writes it.
func (a *Automaton) JSONLocation(i int, l *Location) jsonLocationText {
	x, y := gridPlace(i, len(a.Locations))
	t := jsonLocationText{ID: l.ID, Nickname: l.Name, Type: "NORMAL", Urgency: [...]string{"NORMAL", "URGENT",
		"COMMITTED"}[l.Urgency], X: float64(x) + 100, Y: float64(y) + 100, Color: "6"}
	if l.Invariant != nil {
		t.Invariant = expr.Uppaal.Print(l.Invariant)
	}
	switch {
	case i == a.Initial:
		t.Type = "INITIAL"
	case l.Kind == Universal:
		t.Type = "UNIVERSAL"
	case l.Kind == Inconsistent:
		t.Type = "INCONSISTENT"
	}
	return t
}

// Project writes a model as the files of an Ecdar project.
func (m *Model) Project() []*source.File {
	names := make([]string, len(m.Automata))
	var files []*source.File
	for i, a := range m.Automata {
		names[i] = a.Name
		files = append(files, source.NewFile("Components/"+Identifier(a.Name)+".json", m.PrintJSON(a)))
	}
	chans := ""
	if acts := m.Actions(); len(acts) > 0 {
		chans = "broadcast chan " + strings.Join(acts, ", ") + ";"
	}
	queries := []jsonQuery{}
	for _, q := range m.Queries {
		queries = append(queries, jsonQuery{Query: q.Text, Comment: q.Comment})
	}
	return append(files,
		source.NewFile("GlobalDeclarations.json", EncodeJSON(jsonDeclarations{"Global Declarations", chans})),
		source.NewFile("Queries.json", EncodeJSON(queries)),
		source.NewFile("SystemDeclarations.json", EncodeJSON(jsonDeclarations{"System Declarations",
			strings.TrimSpace(m.systemLines(names))})))
}
