package model

import (
	"strings"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// DOT, as the automata wiki of Radboud University publishes Mealy machines: an edge
// s0 -> s1 [label="a / x"] for each transition, an edge without a label to the initial state. As other
// tools write it, a label may hold several transitions, one a line, or be a table of HTML. Our export
// adds to that edges labelled by a delay, which are timeouts, and style=dashed for mutated
// transitions and extra states; what it writes can be read back.

func looksLikeDOT(text string) bool {
	return strings.HasPrefix(text, "digraph") || strings.HasPrefix(text, "strict")
}

// dotToken is an identifier, a quoted text, or a mark.
type dotToken struct {
	text   string
	mark   bool
	quoted bool
	open   bool // a quote or a label that is not closed
	span   source.Span
}

// lexDOT splits a text; comments fall away.
func lexDOT(text string) []dotToken {
	var toks []dotToken
	for at := 0; at < len(text); {
		t, end := dotOne(text, at)
		if t.text != "" || t.quoted {
			t.span = source.Span{Start: source.Pos(at), End: source.Pos(end)}
			toks = append(toks, t)
		}
		at = end
	}
	return toks
}

func dotOne(text string, at int) (dotToken, int) {
	rest := text[at:]
	upTo := func(end string) int {
		if i := strings.Index(rest, end); i >= 0 {
			return at + i + len(end)
		}
		return len(text)
	}
	switch c := rest[0]; {
	case strings.HasPrefix(rest, "//") || c == '#':
		return dotToken{}, upTo("\n")
	case strings.HasPrefix(rest, "/*"):
		return dotToken{}, upTo("*/")
	case strings.HasPrefix(rest, "->"):
		return dotToken{text: "->", mark: true}, at + 2
	case c == '"':
		return dotQuoted(text, at)
	case c == '<':
		return dotHTML(text, at)
	case strings.IndexByte(" \t\r\n", c) >= 0:
		return dotToken{}, at + 1
	case strings.IndexByte("{}[]=;,:", c) >= 0:
		return dotToken{text: string(c), mark: true}, at + 1
	}
	n := strings.IndexAny(rest, " \t\r\n{}[]=;,:\"")
	if i := strings.Index(rest, "->"); i >= 0 && (n < 0 || i < n) {
		n = i
	}
	if n <= 0 {
		n = len(rest)
	}
	return dotToken{text: rest[:n]}, at + n
}

func dotQuoted(text string, at int) (dotToken, int) {
	var b strings.Builder
	for i := at + 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' && i+1 < len(text):
			i++
			if strings.IndexByte("nlr", text[i]) >= 0 {
				b.WriteByte('\n')
			} else {
				b.WriteByte(text[i])
			}
		case text[i] == '"':
			return dotToken{text: b.String(), quoted: true}, i + 1
		default:
			b.WriteByte(text[i])
		}
	}
	return dotToken{text: b.String(), quoted: true, open: true}, len(text)
}

// dotHTML reads a label in angle brackets, which may nest.
func dotHTML(text string, at int) (dotToken, int) {
	depth := 0
	for i := at; i < len(text); i++ {
		switch text[i] {
		case '<':
			depth++
		case '>':
			if depth--; depth == 0 {
				return dotToken{text: withoutTags(text[at+1 : i]), quoted: true}, i + 1
			}
		}
	}
	return dotToken{quoted: true, open: true}, len(text)
}

// withoutTags gives the words of a label in HTML, a row of a table on a line of its own.
func withoutTags(html string) string {
	var b strings.Builder
	for html != "" {
		words, rest, _ := strings.Cut(html, "<")
		tag, after, _ := strings.Cut(rest, ">")
		b.WriteString(words)
		switch tag = strings.ToLower(tag); {
		case tag == "/td":
			b.WriteByte(' ')
		case tag == "/tr", strings.HasPrefix(tag, "br"):
			b.WriteByte('\n')
		}
		html = after
	}
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&nbsp;", " ", "&#160;", " ", "&amp;", "&").
		Replace(b.String())
}

type dotReader struct {
	*importer
	toks   []dotToken
	at     int
	depth  int // of braces
	starts []dotStart
	dashed map[string]bool // nodes: extra states
	nodes  map[string]map[string]string
	places map[string]source.Span // of the statements that draw the nodes
	edges  []dotEdge
}

// A dotEdge is an edge with its attributes, before its label is read.
type dotEdge struct {
	from, to string
	at       source.Span
	stmt     int
	attrs    map[string]string
}

// A dotStart is an edge without a label.
type dotStart struct {
	from, to string
	at       source.Span
}

func readDOT(f *source.File, p *problems) *Model {
	r := &dotReader{
		importer: newImporter(f, p, formDOT),
		toks:     lexDOT(f.Text),
		dashed:   map[string]bool{},
		nodes:    map[string]map[string]string{},
		places:   map[string]source.Span{},
	}
	for r.at < len(r.toks) && !r.isMark("{") {
		r.at++
	}
	r.depth = 1
	for r.at++; r.at < len(r.toks) && r.depth > 0; {
		r.statement()
	}
	r.closed(f)
	r.readEdges()
	for _, name := range r.states.names {
		r.m.Extra = append(r.m.Extra, r.dashed[name])
	}
	initial := r.initial()
	m := r.finish()
	m.Initial = initial
	return m
}

// closed reports what is still open at the end of the text.
func (r *dotReader) closed(f *source.File) {
	for _, t := range r.toks {
		if t.open {
			r.bad(t.span, "got the end of the text in a label or name, want its closing mark")
			return
		}
	}
	if end := source.Pos(len(f.Text)); r.depth > 0 {
		r.bad(source.Span{Start: end, End: end}, "got the end of the text, want '}'")
	}
}

// initial finds the state that the edges without a label point to: they come from a node that is no
// state. Without one, the first state is initial.
func (r *dotReader) initial() int {
	var first *dotStart
	for i, e := range r.starts {
		_, fromState := r.states.index[e.from]
		_, toState := r.states.index[e.to]
		switch {
		case fromState:
			r.bad(e.at, "got an edge without a label from the state '%s', want one such as [label=\"input / output\"]", e.from)
		case !toState && len(r.m.Transitions) > 0:
			r.p.unknownName(e.at, "state", e.to, r.states.names)
		case first != nil && first.to != e.to:
			r.bad(e.at, "got a second initial state '%s' beside '%s'", e.to, first.to)
		case first == nil:
			first = &r.starts[i]
		}
	}
	if first == nil {
		return 0
	}
	return r.states.index[first.to]
}

func (r *dotReader) isMark(text string) bool {
	return r.at < len(r.toks) && r.toks[r.at].mark && r.toks[r.at].text == text
}

func (r *dotReader) accept(text string) bool {
	if r.isMark(text) {
		r.at++
		return true
	}
	return false
}

// statement reads a node, a chain of edges, an attribute of the graph, or the brace of a subgraph.
func (r *dotReader) statement() {
	first := r.toks[r.at]
	r.at++
	switch {
	case first.mark && first.text == ";":
	case first.mark && first.text == "{":
		r.depth++
	case first.mark && first.text == "}":
		r.depth--
	case first.mark:
		r.bad(first.span, "got '%s', want a node or an edge", first.text)
	case r.accept("="):
		switch value := r.value(); first.text {
		case "complete":
			r.complete = value
		case "completeTo":
			r.sink = value
		}
	case first.text == "subgraph" && !first.quoted:
		r.value()
	default:
		r.port()
		r.chain(first)
	}
}

// chain reads what follows the first node of a statement.
func (r *dotReader) chain(first dotToken) {
	nodes := []string{first.text}
	for r.accept("->") {
		nodes = append(nodes, r.value())
		r.port()
	}
	attrs := r.attributes()
	span := first.span
	span.End = r.toks[r.at-1].span.End
	if len(nodes) == 1 {
		r.dashed[first.text] = attrs["style"] == "dashed"
		r.nodes[first.text] = attrs
		r.places[first.text] = span
	}
	stmt := r.stmts
	r.stmts++
	for i, to := range nodes[1:] {
		r.edges = append(r.edges, dotEdge{nodes[i], to, span, stmt, attrs})
	}
}

// port passes over the place at which an edge meets a node.
func (r *dotReader) port() {
	for r.accept(":") {
		r.value()
	}
}

// value reads one word; a missing one is "".
func (r *dotReader) value() string {
	if r.at < len(r.toks) && !r.toks[r.at].mark {
		r.at++
		return r.toks[r.at-1].text
	}
	return ""
}

// attributes reads [ name = value, … ].
func (r *dotReader) attributes() map[string]string {
	attrs := map[string]string{}
	if !r.accept("[") {
		return attrs
	}
	for r.at < len(r.toks) && !r.accept("]") {
		if r.accept(",") || r.accept(";") {
			continue
		}
		if r.toks[r.at].mark {
			r.at++ // a mark that has no place here
			continue
		}
		name := r.value()
		if r.accept("=") {
			attrs[name] = r.value()
		}
	}
	return attrs
}

// readEdges adds the transitions of all edges, in the dialect that the labels are written in.
func (r *dotReader) readEdges() {
	if r.hasTimers() {
		r.readTimers()
		return
	}
	read := r.edge
	if r.isMoore() {
		read = r.mooreEdge
	}
	for _, e := range r.edges {
		if e.to == "" {
			r.bad(e.at, "got an edge without a target")
			continue
		}
		if r.isStart(e.from) { // some tools label this edge, too
			read(e, nil)
			continue
		}
		read(e, labelLines(e.attrs["label"]))
	}
}

// isStart tells whether a node is none of the machine's but the one that points to the initial state.
func (r *dotReader) isStart(node string) bool {
	a, drawn := r.nodes[node]
	hidden := a["shape"] == "none" || a["shape"] == "point" || a["shape"] == "plaintext"
	return strings.HasPrefix(node, "__start") || drawn && hidden && a["label"] == ""
}

// labelLines cuts a label into its lines, white space folded, without empty ones.
func labelLines(label string) []string {
	var list []string
	for _, line := range strings.FieldsFunc(label, func(c rune) bool { return c == '\n' || c == '\r' }) {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			list = append(list, line)
		}
	}
	return list
}

// edge adds the transitions of an edge, one for each line of its label.
func (r *dotReader) edge(e dotEdge, labels []string) {
	if len(labels) == 0 {
		r.starts = append(r.starts, dotStart{e.from, e.to, e.at})
		return
	}
	if inputs, output, ok := stateLearner(labels); ok {
		for _, input := range inputs {
			r.mark(r.step(e.at, e.from, input, output, e.to), e, len(inputs) == 1)
		}
		return
	}
	for _, label := range labels {
		var t *Transition
		if input, output, ok := splitLabel(label); ok {
			t = r.step(e.at, e.from, input, output, e.to)
		} else if _, isDelay := readDelay(label); isDelay {
			t = r.timeout(e.at, e.from, label, e.to)
		} else {
			r.bad(e.at, "got the label '%s', want 'input / output' or a delay", label)
			continue
		}
		r.mark(t, e, len(labels) == 1)
	}
}

// mark gives a transition what its edge says beside the label.
func (r *dotReader) mark(t *Transition, e dotEdge, alone bool) {
	t.Stmt, t.Mutated = e.stmt, e.attrs["style"] == "dashed"
	if alone {
		t.ID, t.Named = e.attrs["id"], e.attrs["id"] != ""
	}
}

// DOT writes the machine as a graph, mutated transitions dashed.
func (m *Model) DOT() string {
	var b strings.Builder
	b.WriteString("digraph " + dotQuote(m.Title) + " {\n")
	b.WriteString("\t__start0 [label=\"\" shape=\"none\"];\n")
	for s, name := range m.States {
		style := ""
		if m.Extra[s] {
			style = " style=\"dashed\""
		}
		b.WriteString("\t" + dotQuote(name) + " [shape=\"circle\" label=" + dotQuote(name) + style + "];\n")
	}
	for _, t := range m.Transitions {
		b.WriteString("\t" + m.dotLine(t) + "\n")
	}
	b.WriteString("\t__start0 -> " + dotQuote(m.States[m.Initial]) + ";\n}\n")
	return b.String()
}

// dotLine writes a transition as an edge.
func (m *Model) dotLine(t Transition) string {
	label := t.Delay.String()
	if !t.IsTimeout() {
		label = m.Inputs[t.Input] + " / " + m.Outputs[t.Output]
	}
	line := dotQuote(m.States[t.From]) + " -> " + dotQuote(m.States[t.To]) + " [label=" + dotQuote(label)
	if t.Mutated {
		line += " style=\"dashed\""
	}
	if t.Named {
		line += " id=" + dotQuote(t.ID)
	}
	return line + "];"
}

func dotQuote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// Graph draws the machine: one edge for all the transitions between two states that are of one kind.
func (m *Model) Graph() *report.Graph {
	g := &report.Graph{
		Caption: "Dashed edges are mutated transitions.",
		Edges:   []report.GraphEdge{},
		Nodes:   []report.GraphNode{},
	}
	for s, name := range m.States {
		n := report.GraphNode{ID: name, Label: name, Initial: s == m.Initial}
		if m.Extra[s] {
			n.Tone = "warn"
		}
		g.Nodes = append(g.Nodes, n)
	}
	type kind struct {
		from, to int
		mutated  bool
	}
	place := map[kind]int{}
	for _, t := range m.Transitions {
		k := kind{t.From, t.To, t.Mutated}
		at, ok := place[k]
		if !ok {
			at = len(g.Edges)
			place[k] = at
			g.Edges = append(g.Edges, report.GraphEdge{From: m.States[t.From], To: m.States[t.To], Dashed: t.Mutated})
		}
		if g.Edges[at].Label != "" {
			g.Edges[at].Label += ", "
		}
		g.Edges[at].Label += m.LabelOf(t)
	}
	return g
}
