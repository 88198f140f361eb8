package draw

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// A Layout is where a graph's nodes and edges stand, as the layout worker gives it.
type Layout struct {
	Edges  []EdgePlace `json:"edges"`
	Error  string      `json:"error"`
	Height float64     `json:"height"`
	Nodes  []Point     `json:"nodes"`
	Width  float64     `json:"width"`
}

// An EdgePlace is an edge's bends and its label's centre.
type EdgePlace struct {
	Points []Point `json:"points"`
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
}

// A Point is in the picture's units, from its upper left corner.
type Point struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

// A Plan is what the layout worker needs to know of a graph.
type Plan struct {
	Direction string     `json:"direction"`
	Edges     []PlanEdge `json:"edges"`
	Nodes     []PlanNode `json:"nodes"`
	Room      *Point     `json:"room,omitempty"` // the picture should fit well in a rectangle of this size
}

// A PlanNode is a box.
type PlanNode struct {
	Height float64 `json:"height"`
	ID     string  `json:"id"`
	Width  float64 `json:"width"`
}

// A PlanEdge is an arrow with a box for its label.
type PlanEdge struct {
	From   string  `json:"from"`
	Height float64 `json:"height"`
	To     string  `json:"to"`
	Width  float64 `json:"width"`
}

// Sizes of letters and boxes. Letters are of one width, so that no browser need measure them.
const (
	letter     = 7.3
	small      = 6.7
	lineHeight = 15
	longLabel  = 34 // characters from which a label is broken
)

// Measure gives the sizes of a graph's boxes. An edge whose ends are unknown is left out.
func Measure(g *report.Graph) Plan {
	p := Plan{Direction: "LR"}
	if len(g.Nodes) > 14 {
		p.Direction = "TB"
	}
	known := map[string]bool{}
	for _, n := range g.Nodes {
		known[n.ID] = true
		w, h := box(n.Label, letter)
		p.Nodes = append(p.Nodes, PlanNode{ID: n.ID, Width: max(40, w+24), Height: h + 18})
	}
	for _, e := range edgesOf(g, known) {
		w, h := box(e.Label, small)
		p.Edges = append(p.Edges, PlanEdge{From: e.From, To: e.To, Width: w + 8, Height: h + 4})
	}
	return p
}

// edgesOf leaves out edges to nowhere.
func edgesOf(g *report.Graph, known map[string]bool) []report.GraphEdge {
	if known == nil {
		known = map[string]bool{}
		for _, n := range g.Nodes {
			known[n.ID] = true
		}
	}
	var out []report.GraphEdge
	for _, e := range g.Edges {
		if known[e.From] && known[e.To] {
			out = append(out, e)
		}
	}
	return out
}

func box(label string, width float64) (w, h float64) {
	if label == "" {
		return 0, 0
	}
	longest := 0
	lines := wrap(label)
	for _, l := range lines {
		longest = max(longest, len([]rune(l)))
	}
	return float64(longest) * width, float64(len(lines)) * lineHeight
}

// wrap breaks a long label at blanks and commas.
func wrap(label string) []string { return wrapAt(label, longLabel) }

func wrapAt(label string, most int) []string {
	var out []string
	for _, line := range strings.Split(label, "\n") {
		r := []rune(line)
		for len(r) > most {
			cut := most
			for i := most; i > most/2; i-- {
				if r[i-1] == ' ' || r[i-1] == ',' || r[i-1] == ';' {
					cut = i
					break
				}
			}
			out = append(out, strings.TrimSpace(string(r[:cut])))
			r = r[cut:]
		}
		out = append(out, strings.TrimSpace(string(r)))
	}
	return out
}

// Graph draws a graph that was laid out. File makes a file of it.
func Graph(g *report.Graph, l *Layout) string {
	edges := edgesOf(g, nil)
	if l == nil || len(l.Nodes) != len(g.Nodes) || len(l.Edges) != len(edges) {
		return ""
	}
	plan := Measure(g)
	var b strings.Builder
	open(&b, "g", l.Width, l.Height,
		title(g.Caption, fmt.Sprintf("Graph of %d nodes and %d edges", len(g.Nodes), len(edges))))
	index := map[string]int{}
	for i, n := range g.Nodes {
		index[n.ID] = i
	}
	labels := make([]Point, len(edges))
	inner := map[string]float64{} // width of the label that stands in the node's inner loop
	for i, e := range edges {
		labels[i] = Point{l.Edges[i].X, l.Edges[i].Y}
		if e.From != e.To {
			drawEdge(&b, e, l.Edges[i])
			continue
		}
		n := index[e.From]
		turn := loopOf(l.Edges[i], l.Nodes[n], plan.Nodes[n], e.Label, inner[e.From])
		drawLoop(&b, e, turn)
		labels[i] = turn.label
		inner[e.From] = max(inner[e.From], plan.Edges[i].Width)
	}
	for i, e := range edges {
		drawLabel(&b, e, labels[i], plan.Edges[i])
	}
	for i, n := range g.Nodes {
		drawNode(&b, n, l.Nodes[i], plan.Nodes[i])
	}
	b.WriteString("</svg>")
	return b.String()
}

func title(caption, otherwise string) string {
	if caption != "" {
		return caption
	}
	return otherwise
}

func open(b *strings.Builder, class string, w, h float64, title string) {
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" class="%s" viewBox="0 0 %s %s" width="%s" height="%s" `+
		`role="img" aria-label="%s">`,
		class, num(w), num(h), num(w), num(h), escape(title))
}

func drawEdge(b *strings.Builder, e report.GraphEdge, p EdgePlace) {
	if len(p.Points) < 2 {
		return
	}
	line, head := path(p.Points), arrow(p.Points)
	dash := ""
	if e.Dashed {
		dash = ` stroke-dasharray="5 4"`
	}
	fmt.Fprintf(b, `<g class="%s"><path class="e"%s d="%s"/>%s</g>`, tone(e.Tone), dash, line, head)
}

// A loop is an edge from a node to itself: it leaves the node towards the place of its label, turns
// round before it, and comes back.
type loop struct {
	back, c1, c2, out Point
	label             Point
}

// loopOf gives a loop's curve. inner is the width of a label that the loop must pass round.
func loopOf(p EdgePlace, at Point, size PlanNode, label string, inner float64) loop {
	dx, dy := p.X-at.X, p.Y-at.Y
	far := hypot(dx, dy)
	if far == 0 {
		dx, dy, far = 0, size.Height, size.Height
	}
	ux, uy := dx/far, dy/far
	point := func(along, across float64) Point {
		return Point{at.X + ux*along - uy*across, at.Y + uy*along + ux*across}
	}
	const gap, least = 3, 14
	w, h := box(label, small)
	half := abs(ux)*w/2 + abs(uy)*h/2
	side := abs(uy)*size.Width/2 + abs(ux)*size.Height/2
	rim := min(size.Width/2/max(abs(ux), 0.01), size.Height/2/max(abs(uy), 0.01))
	apex := max(far-half-gap, rim+least)
	foot, bulge := 7.0, 22.0
	if inner > 0 {
		foot, bulge = 13, max(bulge, 2*inner)
	}
	foot = min(foot, side-6)
	turn := rim + (apex-rim)*4/3
	return loop{
		out: point(rim, foot), c1: point(turn, bulge), c2: point(turn, -bulge), back: point(rim, -foot),
		label: point(apex+gap+half, 0),
	}
}

// drawLoop draws a loop and puts its label behind the turn.
func drawLoop(b *strings.Builder, e report.GraphEdge, l loop) {
	dash := ""
	if e.Dashed {
		dash = ` stroke-dasharray="5 4"`
	}
	fmt.Fprintf(b, `<g class="%s"><path class="e"%s d="M%s %sC%s %s %s %s %s %s"/>%s</g>`, tone(e.Tone), dash,
		num(l.out.X), num(l.out.Y), num(l.c1.X), num(l.c1.Y), num(l.c2.X), num(l.c2.Y), num(l.back.X), num(l.back.Y),
		arrow([]Point{l.c2, l.back}))
}

func abs(x float64) float64 { return max(x, -x) }

// path draws a smooth line through the bends: quadratic curves between the middles of its pieces.
func path(p []Point) string {
	var b strings.Builder
	fmt.Fprintf(&b, "M%s %s", num(p[0].X), num(p[0].Y))
	for i := 1; i < len(p)-1; i++ {
		mid := Point{(p[i].X + p[i+1].X) / 2, (p[i].Y + p[i+1].Y) / 2}
		fmt.Fprintf(&b, "Q%s %s %s %s", num(p[i].X), num(p[i].Y), num(mid.X), num(mid.Y))
	}
	end := p[len(p)-1]
	fmt.Fprintf(&b, "L%s %s", num(end.X), num(end.Y))
	return b.String()
}

// arrow draws the head at the end of the line.
func arrow(p []Point) string {
	a, z := p[len(p)-2], p[len(p)-1]
	dx, dy := z.X-a.X, z.Y-a.Y
	n := hypot(dx, dy)
	if n == 0 {
		return ""
	}
	dx, dy = dx/n, dy/n
	const long, wide = 8, 3.4
	return fmt.Sprintf(`<path class="a" d="M%s %sL%s %sL%s %sZ"/>`, num(z.X), num(z.Y),
		num(z.X-long*dx-wide*dy), num(z.Y-long*dy+wide*dx), num(z.X-long*dx+wide*dy), num(z.Y-long*dy-wide*dx))
}

// hypot by Newton's method, which spares the program the whole of package math.
func hypot(x, y float64) float64 {
	s := x*x + y*y
	if s == 0 {
		return 0
	}
	r := s
	for range 40 {
		r = (r + s/r) / 2
	}
	return r
}

func drawLabel(b *strings.Builder, e report.GraphEdge, p Point, size PlanEdge) {
	if e.Label == "" {
		return
	}
	lines := wrap(e.Label)
	fmt.Fprintf(b, `<rect class="lb" x="%s" y="%s" width="%s" height="%s"/>`,
		num(p.X-size.Width/2), num(p.Y-size.Height/2), num(size.Width), num(size.Height))
	text(b, "el", lines, p.X, p.Y)
}

func text(b *strings.Builder, class string, lines []string, x, y float64) {
	top := y - float64(len(lines)-1)*lineHeight/2 + 4
	for i, l := range lines {
		fmt.Fprintf(b, `<text class="%s" text-anchor="middle" x="%s" y="%s">%s</text>`,
			class, num(x), num(top+float64(i)*lineHeight), escape(l))
	}
}

func drawNode(b *strings.Builder, n report.GraphNode, at Point, size PlanNode) {
	first := ""
	if n.Initial {
		first = " first"
	}
	if n.Mutant != "" {
		fmt.Fprintf(b, `<g class="%s%s link" data-do="select" data-arg="%s">`, tone(n.Tone), first, escape(n.Mutant))
	} else {
		fmt.Fprintf(b, `<g class="%s%s">`, tone(n.Tone), first)
	}
	x, y := at.X-size.Width/2, at.Y-size.Height/2
	if n.Initial {
		fmt.Fprintf(b, `<rect class="n" x="%s" y="%s" width="%s" height="%s" rx="11"/>`,
			num(x-3), num(y-3), num(size.Width+6), num(size.Height+6))
	}
	fmt.Fprintf(b, `<rect class="n" x="%s" y="%s" width="%s" height="%s" rx="9"/>`, num(x), num(y), num(size.Width),
		num(size.Height))
	text(b, "nl", wrap(n.Label), at.X, at.Y)
	b.WriteString("</g>")
}

func tone(t string) string {
	switch t {
	case "good", "bad", "warn":
		return t
	}
	return "plain"
}

func num(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")

// escape writes a text into the picture. Characters that XML forbids, or that turn the text around
// them, are written out.
func escape(s string) string { return escaper.Replace(source.Visible(s)) }
