package draw

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
)

// A Scene is the drawing of a model made ready: transitions that would lie on each other are put together in one
// arrow, on which each has its line.
type Scene struct {
	Arrows []Arrow
	Nodes  []report.GraphNode
}

// An Arrow is one or several edges from one node to another.
type Arrow struct {
	Dashed   bool
	From, To string
	Lines    []Line
	Side     string // of its edges if they have the same one; else "", or changed if there are changed ones
}

// A Line is what is written of an edge, or of several that are written as one in the text.
type Line struct {
	Edges []string // ids
	Side  string
	Span  *report.Span
	Text  string
	Title string // all of it, where Text is cut
	Was   string // side changed: the line in the original
}

// Bounds of what is written on an arrow.
const (
	mostLetters = 26
	mostRows    = 4 // of an edge that has an arrow of its own
	mostLines   = 6
)

// NewScene makes a graph ready to be drawn.
func NewScene(g *report.Graph) *Scene {
	s := &Scene{Nodes: g.Nodes}
	index := map[string]int{}
	for _, e := range edgesOf(g, nil) {
		key := e.From + "\x00" + e.To + "\x00" + strconv.FormatBool(e.Dashed)
		at, known := index[key]
		if !known {
			at = len(s.Arrows)
			index[key] = at
			s.Arrows = append(s.Arrows, Arrow{Dashed: e.Dashed, From: e.From, To: e.To})
		}
		s.Arrows[at].add(e)
	}
	for i := range s.Arrows {
		s.Arrows[i].finish()
	}
	return s
}

// add gives an edge its line; edges of one span share it.
func (a *Arrow) add(e report.GraphEdge) {
	for i := range a.Lines {
		l := &a.Lines[i]
		if l.Span != nil && e.Span != nil && *l.Span == *e.Span && l.Side == "" && e.Side == "" {
			l.Edges = append(l.Edges, e.ID)
			l.Title += ", " + e.Label
			return
		}
	}
	a.Lines = append(a.Lines, Line{Edges: []string{e.ID}, Side: e.Side, Span: e.Span, Title: e.Label, Was: e.Was})
}

// finish cuts the lines and tells the arrow's side. An edge that has an arrow of its own may be written on
// several lines.
func (a *Arrow) finish() {
	a.Side = a.Lines[0].Side
	changed := false
	for i := range a.Lines {
		l := &a.Lines[i]
		if l.Side != a.Side {
			a.Side = ""
		}
		changed = changed || l.Side == report.Changed
		alone := len(a.Lines) == 1 && len(l.Edges) == 1
		l.Text = l.Title
		if alone {
			l.Text, l.Was = rows(l.Title), rows(l.Was)
		} else {
			l.Title = strings.ReplaceAll(l.Title, "\n", "  ")
			l.Was = strings.ReplaceAll(l.Was, "\n", "  ")
			l.Text, l.Was = cutBoth(l.Title, l.Was, mostLetters)
		}
	}
	if changed {
		a.Side = report.Changed
	}
}

// rows breaks a label into short lines, of many the first ones.
func rows(label string) string {
	all := wrapAt(label, mostLetters)
	if len(all) > mostRows {
		all = all[:mostRows]
		all[mostRows-1] += "…"
	}
	return strings.Join(all, "\n")
}

// cutBoth shortens a line, and what it was before, around the first place where the two differ.
func cutBoth(now, was string, most int) (string, string) {
	a, b := []rune(now), []rune(was)
	from := 0
	if len(b) > 0 {
		for from < len(a) && from < len(b) && a[from] == b[from] {
			from++
		}
		from = max(0, from-most/2)
	}
	return cutFrom(a, from, most), cutFrom(b, from, most)
}

func cutFrom(r []rune, from, most int) string {
	if len(r) <= most {
		return string(r)
	}
	from = max(0, min(from, len(r)-most+1))
	out := string(r[from:min(len(r), from+most-1)])
	if from > 0 {
		out = "…" + out
	}
	if from+most-1 < len(r) {
		out += "…"
	}
	return out
}

// Key tells scenes that can be laid out alike: the same nodes and the same arrows, whatever is written on them.
func (s *Scene) Key() string {
	var b strings.Builder
	for _, n := range s.Nodes {
		b.WriteString(n.ID + "\x00")
	}
	for i := range s.Arrows {
		b.WriteString("\x01" + s.Arrows[i].key())
	}
	return b.String()
}

func (a *Arrow) key() string { return a.From + "\x00" + a.To + "\x00" + strconv.FormatBool(a.Dashed) }

// Shown are the lines that are drawn, of many the first ones.
func (a *Arrow) Shown() []Line {
	if len(a.Lines) <= mostLines {
		return a.Lines
	}
	shown := slices.Clone(a.Lines[:mostLines-1])
	rest := Line{Text: "and " + strconv.Itoa(len(a.Lines)-len(shown)) + " more"}
	for _, l := range a.Lines[len(shown):] {
		rest.Edges = append(rest.Edges, l.Edges...)
		rest.Title += "\n" + l.Title
		if l.Side != "" {
			rest.Side = report.Changed
		}
	}
	rest.Title = strings.TrimPrefix(rest.Title, "\n")
	return append(shown, rest)
}

// label is all that is written on an arrow.
func (a *Arrow) label() string {
	var lines []string
	for _, l := range a.Shown() {
		lines = append(lines, l.Text)
	}
	return strings.Join(lines, "\n")
}

// flat is the scene as a graph with one edge for each arrow, which can be measured and laid out.
func (s *Scene) flat() *report.Graph {
	g := &report.Graph{Nodes: s.Nodes}
	for i := range s.Arrows {
		a := &s.Arrows[i]
		g.Edges = append(g.Edges, report.GraphEdge{From: a.From, To: a.To, Label: a.label()})
	}
	return g
}

// Plan is what the layout worker needs to know of the scene.
func (s *Scene) Plan() Plan {
	p := Measure(s.flat())
	p.Room = &Point{X: 410, Y: 260}
	return p
}

// Original takes from a picture of original and mutant what the original has, as it has it.
func Original(g *report.Graph) *report.Graph {
	out := &report.Graph{Caption: g.Caption}
	for _, n := range g.Nodes {
		if n.Side == report.Added {
			continue
		}
		if n.Was != "" {
			n.Label = n.Was
		}
		n.Side, n.Was = "", ""
		out.Nodes = append(out.Nodes, n)
	}
	for _, e := range g.Edges {
		if e.Side == report.Added {
			continue
		}
		if e.Side == report.Changed {
			e.Label = e.Was
		}
		e.Side, e.Was = "", ""
		out.Edges = append(out.Edges, e)
	}
	return out
}

// Mutant takes from a picture of original and mutant what the mutant has. What is its own keeps its mark.
func Mutant(g *report.Graph) *report.Graph {
	out := &report.Graph{Caption: g.Caption}
	for _, n := range g.Nodes {
		if n.Side != report.Removed {
			n.Was = ""
			out.Nodes = append(out.Nodes, n)
		}
	}
	for _, e := range g.Edges {
		if e.Side != report.Removed {
			e.Was = ""
			out.Edges = append(out.Edges, e)
		}
	}
	return out
}
