package tfsm

import (
	"strings"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// DOT, as the automata wiki of Radboud University publishes Mealy machines: an edge
// s0 -> s1 [label="a / x"] for each transition, an edge without a label to the initial state. Our
// export adds to that edges labelled by a delay, which are timeouts, and style=dashed for mutated
// transitions and extra states; what it writes can be read back.

func looksLikeDOT(text string) bool {
	for _, word := range []string{"digraph", "strict"} {
		if strings.HasPrefix(text, word) {
			return true
		}
	}
	return false
}

// dotToken is an identifier, a quoted text, or a mark.
type dotToken struct {
	text   string
	mark   bool
	quoted bool
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
	case strings.IndexByte(" \t\r\n", c) >= 0:
		return dotToken{}, at + 1
	case strings.IndexByte("{}[]=;,", c) >= 0:
		return dotToken{text: string(c), mark: true}, at + 1
	}
	n := strings.IndexAny(rest, " \t\r\n{}[]=;,\"")
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
			if text[i] == 'n' || text[i] == 'l' {
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
	return dotToken{text: b.String(), quoted: true}, len(text)
}

type dotReader struct {
	*importer
	toks    []dotToken
	at      int
	initial string
	dashed  map[string]bool // nodes: extra states
}

func readDOT(f *source.File, p *problems) *Model {
	r := &dotReader{importer: newImporter(f, p, formDOT), toks: lexDOT(f.Text), dashed: map[string]bool{}}
	for r.at < len(r.toks) && !r.isMark("{") {
		r.at++
	}
	r.at++
	for r.at < len(r.toks) && !r.isMark("}") {
		r.statement()
	}
	if r.at >= len(r.toks) {
		end := source.Pos(len(f.Text))
		r.bad(source.Span{Start: end, End: end}, "got the end of the text, want '}'")
	}
	for _, name := range r.states.names {
		r.m.Extra = append(r.m.Extra, r.dashed[name])
	}
	m := r.finish()
	if i, known := r.states.index[r.initial]; known {
		m.Initial = i
	}
	return m
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

// statement reads a node, an edge, or an attribute of the graph.
func (r *dotReader) statement() {
	if r.accept(";") {
		return
	}
	first := r.toks[r.at]
	if first.mark {
		r.bad(first.span, "got '%s', want a node or an edge", first.text)
		r.at++
		return
	}
	r.at++
	switch {
	case r.accept("="):
		if value := r.value(); first.text == "complete" {
			r.complete = value
		}
	case r.accept("->"):
		to := r.value()
		attrs := r.attributes()
		span := first.span
		span.End = r.toks[r.at-1].span.End
		r.edge(span, first.text, to, attrs)
	default:
		r.dashed[first.text] = r.attributes()["style"] == "dashed"
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

func (r *dotReader) edge(at source.Span, from, to string, attrs map[string]string) {
	if to == "" {
		r.bad(at, "got an edge without a target")
		return
	}
	label := strings.TrimSpace(attrs["label"])
	if label == "" {
		if r.initial == "" {
			r.initial = to
		}
		return
	}
	var t *Transition
	if input, output, ok := splitLabel(label); ok {
		t = r.step(at, from, input, output, to)
	} else if _, isDelay := readDelay(label); isDelay {
		t = r.timeout(at, from, label, to)
	} else {
		r.bad(at, "got the label '%s', want 'input / output' or a delay", label)
		return
	}
	t.Mutated = attrs["style"] == "dashed"
	t.ID, t.Named = attrs["id"], attrs["id"] != ""
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
	g := &report.Graph{Caption: "Dashed edges are mutated transitions.", Edges: []report.GraphEdge{}, Nodes: []report.GraphNode{}}
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
