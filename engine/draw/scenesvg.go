package draw

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
)

// Marks say what is to be seen in a scene at the moment. Ids of the mutant's side mean what it alone has where there
// is such a thing.
type Marks struct {
	Impl   []string // nodes where the mutant is
	Lit    string   // the node or edge that is pointed at
	Near   []string // edges and nodes of the line with the caret
	Number int      // of the present step
	Past   []string // edges of the steps before
	Spec   []string // nodes where the original is
	Step   []string // edges of the present step
}

// Picture draws a scene. File makes a file of it. Elements tell by data-node and data-edge what they are.
func (s *Scene) Picture(p *Places, m Marks) string {
	if p == nil {
		return ""
	}
	w := sceneWriter{Scene: s, p: p, m: m, plan: s.Plan()}
	w.resolve()
	x, y, wide, high := w.extent()
	fmt.Fprintf(&w.b, `<svg xmlns="http://www.w3.org/2000/svg" class="d" viewBox="%s %s %s %s" width="%s" height="%s" `+
		`role="img" aria-label="%s">`, num(x), num(y), num(wide), num(high), num(wide), num(high), escape(s.Says()))
	inner := map[string]float64{}
	labels := make([]Point, len(s.Arrows))
	for i := range s.Arrows {
		labels[i] = w.arrow(i, inner)
	}
	for i := range s.Arrows {
		w.lines(i, labels[i])
	}
	for i := range s.Nodes {
		w.node(i)
	}
	w.b.WriteString("</svg>")
	return w.b.String()
}

// Says describes the scene in a sentence.
func (s *Scene) Says() string {
	edges, sides := 0, map[string]int{}
	for i := range s.Arrows {
		for _, l := range s.Arrows[i].Lines {
			edges += len(l.Edges)
			sides[l.Side] += len(l.Edges)
		}
	}
	for _, n := range s.Nodes {
		sides[n.Side]++
	}
	text := fmt.Sprintf("Diagram of %d nodes and %d transitions", len(s.Nodes), edges)
	for _, side := range []string{report.Changed, report.Removed, report.Added} {
		if n := sides[side]; n > 0 {
			text += fmt.Sprintf(", %d %s", n, side)
		}
	}
	return text
}

type sceneWriter struct {
	*Scene
	b    strings.Builder
	p    *Places
	m    Marks
	plan Plan
	has  map[string]bool // ids in the scene
}

// resolve turns the ids of the mutant's side into those of the picture.
func (w *sceneWriter) resolve() {
	w.has = map[string]bool{}
	for _, n := range w.Nodes {
		w.has[n.ID] = true
	}
	impl := make([]string, len(w.m.Impl))
	for i, id := range w.m.Impl {
		if impl[i] = id; w.has[report.Only+id] {
			impl[i] = report.Only + id
		}
	}
	w.m.Impl = impl
}

// box is a node's rectangle.
func (w *sceneWriter) box(i int) rect {
	at := w.p.Nodes[w.Nodes[i].ID]
	return rect{at.X, at.Y, w.plan.Nodes[i].Width, w.plan.Nodes[i].Height}
}

// extent measures the picture with room round it.
func (w *sceneWriter) extent() (x, y, wide, high float64) {
	low, top := Point{1e9, 1e9}, Point{-1e9, -1e9}
	see := func(r rect) {
		low = Point{min(low.X, r.x-r.w/2), min(low.Y, r.y-r.h/2)}
		top = Point{max(top.X, r.x+r.w/2), max(top.Y, r.y+r.h/2)}
	}
	for i := range w.Nodes {
		see(w.box(i))
	}
	for i := range w.Arrows {
		at := w.p.Arrows[w.Arrows[i].key()]
		see(rect{at.X, at.Y, w.plan.Edges[i].Width, w.plan.Edges[i].Height + 10})
		for _, q := range at.Points {
			see(rect{q.X, q.Y, 2, 2})
		}
	}
	if len(w.Nodes) == 0 {
		low, top = Point{}, Point{}
	}
	const room = 26 // rings, tags and the bends of loops
	return low.X - room, low.Y - room, top.X - low.X + 2*room, top.Y - low.Y + 2*room
}

// is tells whether one of the marked ids is among an arrow's or a line's; an id of the mutant's side counts as well.
func is(ids, marked []string) bool {
	for _, id := range ids {
		if slices.Contains(marked, strings.TrimPrefix(id, report.Only)) || slices.Contains(marked, id) {
			return true
		}
	}
	return false
}

func (w *sceneWriter) state(ids []string) string {
	class := ""
	switch {
	case is(ids, w.m.Step):
		class = " step"
	case is(ids, w.m.Past):
		class = " past"
	}
	if w.m.Lit != "" && slices.Contains(ids, w.m.Lit) || is(ids, w.m.Near) {
		class += " lit"
	}
	return class
}

// arrow draws an arrow's line and gives the place of its label.
func (w *sceneWriter) arrow(i int, inner map[string]float64) Point {
	a := &w.Arrows[i]
	at := w.p.Arrows[a.key()]
	var ids []string
	for _, l := range a.Lines {
		ids = append(ids, l.Edges...)
	}
	class := "edge"
	if a.Dashed {
		class += " dashed"
	}
	if a.Side != "" {
		class += " " + a.Side
	}
	fmt.Fprintf(&w.b, `<g class="%s%s" data-edge="%s"%s>`, class, w.state(ids), escape(ids[0]), press(ids[0]))
	label := Point{at.X, at.Y}
	d, head := "", ""
	if a.From != a.To {
		if len(at.Points) > 1 {
			d, head = path(at.Points), arrow(at.Points)
		}
	} else {
		n := slices.IndexFunc(w.Nodes, func(n report.GraphNode) bool { return n.ID == a.From })
		l := loopOf(at, w.p.Nodes[a.From], w.plan.Nodes[n], a.label(), inner[a.From])
		d = fmt.Sprintf("M%s %sC%s %s %s %s %s %s", num(l.out.X), num(l.out.Y), num(l.c1.X), num(l.c1.Y), num(l.c2.X),
			num(l.c2.Y), num(l.back.X), num(l.back.Y))
		head = arrow([]Point{l.c2, l.back})
		label = l.label
		inner[a.From] = max(inner[a.From], w.plan.Edges[i].Width)
	}
	fmt.Fprintf(&w.b, `<path class="hit" d="%s"/><path class="e" d="%s"/>`, d, d)
	if a.Side == report.Changed {
		fmt.Fprintf(&w.b, `<path class="e inner" d="%s"/>`, d)
	}
	w.b.WriteString(head + "</g>")
	return label
}

// press names the page's action of a press on an element.
func press(id string) string {
	return fmt.Sprintf(` data-do="pick" data-arg="%s"`, escape(id))
}

// signs stand before what only one of the two machines has.
var signs = map[string]string{report.Removed: "− ", report.Added: "+ "}

// A written is one row of text on an arrow.
type written struct {
	line  *Line
	text  string
	class string
	bolt  bool
}

// lines writes what stands on an arrow. A changed edge is written twice, as it was and as it is.
func (w *sceneWriter) lines(i int, at Point) {
	a := &w.Arrows[i]
	shown := a.Shown()
	var rows []written
	for k := range shown {
		l := &shown[k]
		if l.Side == report.Changed && l.Was != "" {
			for _, text := range wrap(l.Was) {
				rows = append(rows, written{l, text, " was", false})
			}
		}
		for j, text := range wrap(l.Text) {
			if text == "" && len(shown) == 1 && l.Side == "" {
				continue
			}
			if j == 0 {
				text = signs[l.Side] + text
			}
			rows = append(rows, written{l, text, "", j == 0 && l.Side == report.Changed})
		}
	}
	if len(rows) == 0 {
		return
	}
	wide := 0
	for _, r := range rows {
		wide = max(wide, len([]rune(r.text)))
	}
	width, height := float64(wide)*small+8, float64(len(rows))*lineHeight+4
	fmt.Fprintf(&w.b, `<g class="label"><rect class="lb" x="%s" y="%s" width="%s" height="%s" rx="3"/>`,
		num(at.X-width/2), num(at.Y-height/2), num(width), num(height))
	top := at.Y - float64(len(rows)-1)*lineHeight/2 + 4
	for k, r := range rows {
		w.row(r, at.X, top+float64(k)*lineHeight)
	}
	if ids := allEdges(shown); w.m.Number > 0 && is(ids, w.m.Step) {
		n := strconv.Itoa(w.m.Number)
		tag(&w.b, "number", n, at.X-width/2-float64(len(n))*tagLetter-10, at.Y)
	}
	w.b.WriteString("</g>")
}

func allEdges(lines []Line) (ids []string) {
	for _, l := range lines {
		ids = append(ids, l.Edges...)
	}
	return ids
}

func (w *sceneWriter) row(r written, x, y float64) {
	class := "el" + r.class
	if r.line.Side != "" && r.class == "" {
		class += " " + r.line.Side
	}
	id := r.line.Edges[0]
	fmt.Fprintf(&w.b, `<text class="%s%s" text-anchor="middle" x="%s" y="%s" data-edge="%s"%s><title>%s</title>%s</text>`,
		class, w.state(r.line.Edges), num(x), num(y), escape(id), press(id), escape(titleOf(r.line)), escape(r.text))
	if r.bolt {
		left := x - float64(len([]rune(r.text)))*small/2 - 12
		fmt.Fprintf(&w.b, `<path class="bolt" d="M%s %sl5-9-1 6h4l-5 8 1-5z"/>`, num(left), num(y))
	}
}

// titleOf is what a line says in full.
func titleOf(l *Line) string {
	switch l.Side {
	case report.Changed:
		return "changed: " + strings.ReplaceAll(l.Was, "\n", " ") + " → " + l.Title
	case report.Added, report.Removed:
		return l.Side + ": " + l.Title
	}
	return l.Title
}

// node draws a node with its rings.
func (w *sceneWriter) node(i int) {
	n := &w.Nodes[i]
	r := w.box(i)
	spec, impl := slices.Contains(w.m.Spec, n.ID), slices.Contains(w.m.Impl, n.ID)
	class := "node"
	for _, c := range []string{n.Side, n.Tone} {
		if c != "" {
			class += " " + c
		}
	}
	if n.Initial {
		class += " first"
	}
	if spec || impl {
		class += " now"
	}
	fmt.Fprintf(&w.b, `<g class="%s%s" data-node="%s"%s><title>%s</title>`, class, w.state([]string{n.ID}), escape(n.ID),
		press(n.ID), escape(nodeTitle(n)))
	frame := func(class string, by, round float64) {
		fmt.Fprintf(&w.b, `<rect class="%s" x="%s" y="%s" width="%s" height="%s" rx="%s"/>`, class, num(r.x-r.w/2-by),
			num(r.y-r.h/2-by), num(r.w+2*by), num(r.h+2*by), num(round))
	}
	if spec {
		frame("ring spec", 7, 14)
	}
	if impl {
		by := 7.0
		if spec {
			by = 12
		}
		frame("ring impl", by, 15)
	}
	if n.Initial {
		frame("n", 3, 11)
	}
	frame("n", 0, 9)
	lines := wrap(n.Label)
	lines[0] = signs[n.Side] + lines[0]
	text(&w.b, "nl", lines, r.x, r.y)
	switch {
	case spec && impl:
		tag(&w.b, "now", "now", r.x-r.w/2, r.y-r.h/2-12)
	case spec:
		tag(&w.b, "spec", "original", r.x-r.w/2, r.y-r.h/2-9)
	case impl:
		tag(&w.b, "impl", "mutant", r.x-r.w/2, r.y-r.h/2-9)
	}
	w.b.WriteString("</g>")
}

func nodeTitle(n *report.GraphNode) string {
	text := n.ID
	if n.Label != n.ID {
		text = strings.ReplaceAll(n.Label, "\n", "  ")
	}
	switch {
	case n.Side == report.Changed && n.Was != "":
		return "changed: " + strings.ReplaceAll(n.Was, "\n", "  ") + " → " + text
	case n.Side != "":
		return n.Side + ": " + text
	}
	if n.Initial {
		text += " (initial)"
	}
	return text
}

const tagLetter = 6.1

// tag is a small label on a coloured ground.
func tag(b *strings.Builder, class, label string, x, y float64) {
	wide := float64(len(label))*tagLetter + 8
	fmt.Fprintf(b, `<g class="tag %s"><rect x="%s" y="%s" width="%s" height="14" rx="4"/>`+
		`<text x="%s" y="%s">%s</text></g>`, class, num(x), num(y-7), num(wide), num(x+4), num(y+3.5), escape(label))
}
