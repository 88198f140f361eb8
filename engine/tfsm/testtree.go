package tfsm

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tfsm/mealy"
)

// The tests of a certified suite drawn as a tree, with what each of them is for.
//
// Idea: the certificate names the nodes that must be in the state of the specification: those of the basis, and
// those that are merged with them. The end of a test, from the last such node on, is what tells that node's state from
// others: from all of which the specification shows something else on these inputs.

// maxTree bounds the nodes of a tree that is drawn.
const maxTree = 300

// treeSection draws a suite.
func (f *flatSpec) treeSection(s *report.ExtraSuite) (report.Section, error) {
	section := report.Section{Title: "The tests as a tree"}
	tests, err := f.readWords(string(s.Tests))
	if err != nil {
		return section, err
	}
	t := mealy.TreeOf(f.m, tests)
	if t.Nodes() > maxTree {
		text := fmt.Sprintf("The tree of the tests has %d nodes, too many to draw.", t.Nodes())
		section.Blocks = []report.Block{{Text: text}}
		return section, nil
	}
	basis, placed := f.placed(t, s.Certificate)
	g := &report.Graph{
		Caption: "Each node shows the state that the machine is in there; green ones stand for their states, and so does " +
			"every node that the certificate merges with one. The end of a test says what its last inputs tell apart.",
		Edges: []report.GraphEdge{},
		Nodes: []report.GraphNode{},
	}
	for u := range int32(t.Nodes()) {
		n := report.GraphNode{ID: "n" + strconv.Itoa(int(u)), Label: f.names[t.State[u]], Initial: u == 0}
		if basis[u] {
			n.Tone = "good"
		}
		if told := f.told(t, u, placed); t.Leaf(u) && told != "" {
			n.Label += ": " + told
		}
		g.Nodes = append(g.Nodes, n)
		if u > 0 {
			word := mealy.Word{t.Input[u]}
			from := t.Parent[u]
			g.Edges = append(g.Edges, report.GraphEdge{From: "n" + strconv.Itoa(int(from)), To: n.ID,
				Label: f.symbols(word)[0] + "/" + f.model.Outputs[f.m.Shows(t.State[from], t.Input[u])]})
		}
	}
	section.Blocks = []report.Block{{Graph: g}}
	return section, nil
}

// placed marks the nodes of the basis, and those and all that are merged with them.
func (f *flatSpec) placed(t *mealy.Tree, c *report.FoldCertificate) (basis, placed map[int32]bool) {
	basis, placed = map[int32]bool{}, map[int32]bool{}
	nodes := map[string]int32{}
	for u := range int32(t.Nodes()) {
		nodes[strings.Join(f.symbols(t.Word(u)), "\n")] = u
	}
	for _, word := range c.Basis {
		u := nodes[strings.Join(word, "\n")]
		basis[u], placed[u] = true, true
	}
	for _, word := range c.Merge {
		placed[nodes[strings.Join(word, "\n")]] = true
	}
	return basis, placed
}

// tells says whether a word shows different outputs in two states. Where one of them does not define an input, it ends.
func (f *flatSpec) tells(s, t int32, w mealy.Word) bool {
	for _, x := range w {
		if f.m.To(s, x) < 0 || f.m.To(t, x) < 0 {
			return false
		}
		if f.m.Shows(s, x) != f.m.Shows(t, x) {
			return true
		}
		s, t = f.m.To(s, x), f.m.To(t, x)
	}
	return false
}

// maxTold bounds how many states a leaf names.
const maxTold = 4

// told says which states the end of a test tells apart, "" if none.
func (f *flatSpec) told(t *mealy.Tree, leaf int32, placed map[int32]bool) string {
	var tail mealy.Word
	u := leaf
	for u > 0 && (len(tail) == 0 || !placed[u]) {
		tail = append(tail, t.Input[u])
		u = t.Parent[u]
	}
	slices.Reverse(tail)
	var others []string
	for s := range int32(f.m.States) {
		if s != t.State[u] && f.tells(t.State[u], s, tail) {
			others = append(others, f.names[s])
		}
	}
	if len(others) == 0 {
		return ""
	}
	more := ""
	if n := len(others) - maxTold; n > 0 {
		others, more = others[:maxTold], fmt.Sprintf(" and %d more", n)
	}
	return f.names[t.State[u]] + ", not " + strings.Join(others, ", ") + more
}
