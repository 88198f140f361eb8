package store

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/draw"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/wire"
	"github.com/mutarium/mutarium/web/words"
)

// The diagram of the model follows the text: each text that is valid is drawn, with the selected mutant laid over it.
// What stays in the text stays where it is in the picture.

// Diagram is the drawing of the model.
type Diagram struct {
	As      string          // "" for the picture; "table", "words"
	Caret   int             // line of the editor's cursor; 0: it is not in the editor
	Drawn   *report.Diagram // the last one; nil before the first
	Of      string          // the text that it is of
	Picked  string          // id of the node or edge that was pressed or reached by keys
	Places  *draw.Places    // of the original
	Show    string          // with a mutant: "" for both, "original", "mutant"
	Trouble string          // why there is no newer one
	View    string          // asked for; "" for what suits the model
	With    string          // id of the mutant that is laid over

	asked  diagramKey
	laying struct { // what the layout worker was asked
		diagram *report.Diagram
		key     diagramKey
		scene   *draw.Scene
		turn    int
	}
}

// A diagramKey is what a diagram depends on.
type diagramKey struct{ text, view, mutant, options string }

func (s *Store) updateDiagram(a Action) {
	d := &s.Diagram
	switch a := a.(type) {
	case Caret:
		d.Caret = a.Line
		if span := s.diagramSpan(d.Picked); a.Line > 0 && (span == nil || a.Line < span.Line || a.Line > span.EndLine) {
			d.Picked = ""
		}
	case DrawAs:
		d.As = a.How
	case ShowSide:
		d.Show = a.Which
	case SetView:
		d.View, d.Places, d.Picked = a.Name, nil, ""
	case Tidy:
		d.Places, d.asked = nil, diagramKey{}
	case Enlarge:
		s.Layout.Big = !s.Layout.Big
		s.do(Save{})
	case Pick:
		d.Picked = a.ID
		s.goPicked()
	case DiagramKey:
		s.diagramKey(a.Key)
	}
}

// diagramOpen tells whether the diagram is to be seen.
func (s *State) diagramOpen() bool { return s.Layout.Drawer == "diagram" && !s.Layout.Folded }

// followText asks for the diagram of the present text and mutant, unless it was asked for.
func (s *Store) followText() {
	if !s.diagramOpen() || s.Engine.Phase != Ready || s.Analysis == nil || !s.Analysis.Valid ||
		s.analysedOf != s.Work.Text {
		return
	}
	key := diagramKey{text: s.Work.Text, view: s.Diagram.View, options: s.Work.Formalism}
	for _, o := range slices.Sorted(maps.Keys(s.Work.Settings.Options)) {
		key.options += "\x00" + o + "=" + s.Work.Settings.Options[o]
	}
	m := s.overlaid()
	if m != nil {
		key.mutant = m.ID
	}
	if key == s.Diagram.asked {
		return
	}
	if was := s.Diagram.asked; was.options != key.options {
		s.Diagram.Places = nil // another language, another product
	}
	s.Diagram.asked = key
	s.ask("draw", wire.Request{
		Kind: wire.Draw, Text: s.Work.Text, Name: s.Work.Name, Settings: s.settingsFor(), View: s.Diagram.View, Mutant: m,
	})
}

// overlaid gives the mutant that is laid over the model: the selected one, while it is one of this text.
func (s *State) overlaid() *report.Mutant {
	if s.Run.Head == nil || s.Run.Head.Model.Text != s.Work.Text || s.Layout.Detail != "mutant" {
		return nil
	}
	return s.Selected()
}

// drawn takes a diagram. Where nothing has to be laid out it is there at once.
func (s *Store) drawn(r wire.Reply) {
	d := &s.Diagram
	if r.Kind == wire.Progress {
		return
	}
	if r.Diagram == nil {
		d.Trouble = r.Message
		if d.asked.mutant != "" && d.Drawn != nil { // what the mutant does cannot be drawn: at least the model
			if plain := d.Drawn; d.Of == d.asked.text && d.With != "" {
				plain.Graph, d.With = draw.Original(plain.Graph), ""
			}
		}
		return
	}
	original := draw.NewScene(draw.Original(r.Diagram.Graph))
	if len(original.Nodes) > MaxGraph {
		d.Places = nil
		s.showDiagram(r.Diagram, d.asked)
		return
	}
	if d.Drawn != nil && d.Drawn.View != r.Diagram.View {
		d.Places = nil
	}
	var kept *draw.Places
	if d.Places != nil {
		kept = d.Places.Keep(original, false)
	} else {
		kept = draw.Own(original)
	}
	if kept != nil {
		d.Places = kept
		s.showDiagram(r.Diagram, d.asked)
		return
	}
	l := &d.laying
	l.diagram, l.key, l.scene = r.Diagram, d.asked, original
	l.turn++
	s.do(LayOut{Place: diagramPlace + strconv.Itoa(l.turn), Plan: original.Plan()})
}

// diagramPlace begins the names of the diagram's layouts.
const diagramPlace = "diagram:"

// diagramLaidOut takes the layout that was asked for last.
func (s *Store) diagramLaidOut(a LaidOut) {
	l := &s.Diagram.laying
	if a.Place != diagramPlace+strconv.Itoa(l.turn) || l.scene == nil {
		return
	}
	if a.Layout.Error != "" {
		s.Diagram.Trouble = words.T("it could not be laid out: {why}", a.Layout.Error)
		return
	}
	if places := draw.PlacesOf(l.scene, a.Layout); places != nil {
		s.Diagram.Places = places
		s.showDiagram(l.diagram, l.key)
	}
	l.diagram, l.scene = nil, nil
}

func (s *Store) showDiagram(d *report.Diagram, key diagramKey) {
	was := &s.Diagram
	was.Drawn, was.Of, was.With, was.Trouble = d, key.text, key.mutant, ""
	if was.Picked != "" && s.diagramSpan(was.Picked) == nil && s.nodeOf(was.Picked) == nil {
		was.Picked = ""
	}
}

// OldDiagram tells whether the diagram is of an earlier text, as the present one has errors.
func (s *State) OldDiagram() bool {
	return s.Diagram.Drawn != nil && s.Diagram.Of != s.Work.Text && s.Analysis != nil && !s.Analysis.Valid
}

// DiagramGraph is what is to be drawn: both, or one of the two.
func (s *State) DiagramGraph() *report.Graph {
	d := &s.Diagram
	switch {
	case d.Drawn == nil:
		return nil
	case d.With != "" && d.Show == "original":
		return draw.Original(d.Drawn.Graph)
	case d.With != "" && d.Show == "mutant":
		return draw.Mutant(d.Drawn.Graph)
	}
	return d.Drawn.Graph
}

// DiagramMarks say where the stepper stands, what is pointed at, and what the cursor's line has.
func (s *State) DiagramMarks() draw.Marks {
	d := &s.Diagram
	m := draw.Marks{Lit: d.Picked}
	if d.Drawn == nil || d.Of != s.Work.Text {
		return m
	}
	if d.Caret > 0 {
		m.Near = d.onLine(d.Caret)
	}
	w := s.Walk.Walk
	if w == nil || d.With == "" || s.Walk.For != d.With || s.Walk.Step >= len(w.Steps) {
		return m
	}
	now := w.Steps[s.Walk.Step]
	m.Spec, m.Impl, m.Number = now.Spec.At, now.Impl.At, w.Number(s.Walk.Step)
	m.Step = slices.Concat(now.Spec.Took, now.Impl.Took)
	for _, step := range w.Steps[:s.Walk.Step] {
		m.Past = append(m.Past, step.Spec.Took...)
		m.Past = append(m.Past, step.Impl.Took...)
	}
	if len(m.Spec) == 0 { // it refuses the step: it is where it was
		m.Spec = s.lastAt(func(x report.WalkStep) []string { return x.Spec.At })
	}
	if len(m.Impl) == 0 {
		m.Impl = s.lastAt(func(x report.WalkStep) []string { return x.Impl.At })
	}
	return m
}

func (s *State) lastAt(at func(report.WalkStep) []string) []string {
	for i := s.Walk.Step; i >= 0; i-- {
		if ids := at(s.Walk.Walk.Steps[i]); len(ids) > 0 {
			return ids
		}
	}
	return nil
}

// onLine lists what a line of the text is about: those whose place there is the smallest.
func (d *Diagram) onLine(line int) []string {
	var ids []string
	least := 1 << 30
	see := func(id string, span *report.Span) {
		if span == nil || line < span.Line || line > span.EndLine {
			return
		}
		size := span.EndLine - span.Line
		if size < least {
			ids, least = nil, size
		}
		if size == least {
			ids = append(ids, id)
		}
	}
	for _, e := range d.Drawn.Graph.Edges {
		see(e.ID, e.Span)
	}
	for _, n := range d.Drawn.Graph.Nodes {
		if n.Span != nil && n.Span.Line == n.Span.EndLine {
			see(n.ID, n.Span)
		}
	}
	return ids
}

func (s *State) nodeOf(id string) *report.GraphNode {
	if s.Diagram.Drawn == nil {
		return nil
	}
	return named(s.Diagram.Drawn.Graph.Nodes, func(n *report.GraphNode) bool { return n.ID == id })
}

func (s *State) edgeOf(id string) *report.GraphEdge {
	if s.Diagram.Drawn == nil {
		return nil
	}
	return named(s.Diagram.Drawn.Graph.Edges, func(e *report.GraphEdge) bool { return e.ID == id })
}

// named finds the first of some things that is the one meant, nil if there is none.
func named[T any](all []T, is func(*T) bool) *T {
	for i := range all {
		if is(&all[i]) {
			return &all[i]
		}
	}
	return nil
}

// diagramSpan is where a node or an edge is in the text. What only the mutant has is where its original was.
func (s *State) diagramSpan(id string) *report.Span {
	if e := s.edgeOf(id); e != nil {
		if e.Side == report.Added {
			if o := s.edgeOf(strings.TrimPrefix(id, report.Only)); o != nil {
				return o.Span
			}
		}
		return e.Span
	}
	if n := s.nodeOf(id); n != nil {
		return n.Span
	}
	return nil
}

// goPicked puts the editor's cursor where the picked thing is in the text.
func (s *Store) goPicked() {
	if span := s.diagramSpan(s.Diagram.Picked); span != nil && s.Diagram.Of == s.Work.Text {
		s.Layout.Big = false
		s.do(Focus{Line: span.Line, Column: span.Column})
	}
}

// DiagramSays describes the picked thing, or what the cursor's line has, in words.
func (s *State) DiagramSays() string {
	ids := []string{s.Diagram.Picked}
	if s.Diagram.Picked == "" {
		ids = s.DiagramMarks().Near
	}
	for _, id := range ids {
		if e := s.edgeOf(id); e != nil {
			return s.EdgeSays(e)
		}
		if n := s.nodeOf(id); n != nil {
			return NodeSays(n)
		}
	}
	return ""
}

// NodeSays describes a node.
func NodeSays(n *report.GraphNode) string {
	text := inLine(n.Label)
	if n.Initial {
		text = words.T("{node}, initial", text)
	}
	return text + sideSays(n.Side, n.Was)
}

// EdgeSays describes an edge.
func (s *State) EdgeSays(e *report.GraphEdge) string {
	name := func(id string) string {
		if n := s.nodeOf(id); n != nil {
			return inLine(n.Label)
		}
		return id
	}
	text := words.T("From {node} to {other}", name(e.From), name(e.To))
	if e.Label != "" {
		text += ": " + inLine(e.Label)
	}
	return text + sideSays(e.Side, e.Was)
}

var sides = map[string]words.Key{
	report.Added: "(added by the mutant)", report.Changed: "(changed by the mutant)",
	report.Removed: "(removed by the mutant)",
}

func sideSays(side, was string) string {
	says, ok := sides[side]
	switch {
	case side == report.Changed && was != "":
		return " " + words.T("(changed by the mutant, was {before})", inLine(was))
	case !ok:
		return ""
	}
	return " " + words.T(says)
}

func inLine(label string) string { return strings.ReplaceAll(label, "\n", ", ") }

// diagramKey moves along the picture: to the next thing in the direction of an arrow, to the first node, to the
// text of what is picked.
func (s *Store) diagramKey(key string) {
	d := &s.Diagram
	g := s.DiagramGraph()
	if g == nil || d.Places == nil {
		return
	}
	if key == "Enter" {
		s.goPicked()
		return
	}
	scene := draw.NewScene(g)
	where := scene.Spots(d.Places.Keep(scene, true))
	from, known := where[d.Picked]
	if !known || key == "Home" {
		for _, n := range g.Nodes {
			if n.Initial {
				d.Picked = n.ID
			}
		}
		return
	}
	way := map[string]draw.Point{"ArrowLeft": {X: -1}, "ArrowRight": {X: 1}, "ArrowUp": {Y: -1}, "ArrowDown": {Y: 1}}[key]
	if to := draw.Toward(where, from, way); to != "" {
		d.Picked = to
	}
}

// DiagramFile is the picture as a file.
func (s *State) DiagramFile() string {
	g := s.DiagramGraph()
	if g == nil || s.Diagram.Places == nil {
		return ""
	}
	scene := draw.NewScene(g)
	return draw.File(scene.Picture(s.Diagram.Places.Keep(scene, true), s.DiagramMarks()))
}

// deliverDiagram hands over the picture.
func (s *Store) deliverDiagram(kind, base string) {
	svg := s.DiagramFile()
	switch {
	case svg == "":
		s.say("warn", "There is no diagram to save yet.")
	case kind == "png":
		s.do(DeliverPNG{Name: base + ".png", SVG: svg})
	default:
		s.do(Deliver{Name: base + ".svg", Text: svg, Type: "image/svg+xml"})
	}
}
