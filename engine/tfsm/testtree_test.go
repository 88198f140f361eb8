package tfsm

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
)

// treeOf draws the suite of a text.
func treeOf(t *testing.T, text string, inputs map[string]string) report.Block {
	t.Helper()
	sections, err := RunTool(context.Background(), parseText(t, "m", text), ToolRequest{Tool: "any-fault", Inputs: inputs})
	if err != nil || len(sections) < 3 || sections[1].Title != "The tests as a tree" {
		t.Fatalf("%v, %d sections", err, len(sections))
	}
	return sections[1].Blocks[0]
}

// The turnstile's tree: its tests are its paths, it stands in the states that the machine is in, and each leaf
// that tells something apart says the truth about it.
func TestTreeOfTests(t *testing.T) {
	g := treeOf(t, turnstile, nil).Graph
	if g == nil || g.Nodes[0].Label != "locked" || !g.Nodes[0].Initial || len(g.Edges) != len(g.Nodes)-1 {
		t.Fatalf("got %+v", g)
	}
	step := map[string]map[string]string{
		"locked": {"coin/unlocks": "open", "push/stays": "locked"},
		"open":   {"coin/returns": "open", "push/turns": "locked"},
	}
	state := func(label string) string { s, _, _ := strings.Cut(label, ":"); return s }
	label, kids, basis, told := map[string]string{}, map[string]int{}, 0, 0
	for _, n := range g.Nodes {
		if label[n.ID] = n.Label; n.Tone == "good" {
			basis++
		}
	}
	for _, e := range g.Edges {
		kids[e.From]++
		if step[state(label[e.From])][e.Label] != state(label[e.To]) {
			t.Errorf("%s -%s-> %s", label[e.From], e.Label, label[e.To])
		}
	}
	for id, text := range label {
		_, says, is := strings.Cut(text, ": ")
		if is && (kids[id] > 0 || says != "locked, not open" && says != "open, not locked") {
			t.Errorf("%s with %d children says %s", id, kids[id], text)
		}
		if is {
			told++
		}
	}
	if basis != 2 || told < 2 {
		t.Errorf("got %d nodes for states and %d leaves that tell states apart", basis, told)
	}
	if timed := treeOf(t, turnstile+"\nopen -2-> locked", map[string]string{"waits": "2"}).Graph; timed == nil ||
		!strings.Contains(timed.Edges[0].Label, ":") {
		t.Errorf("the edges of a timed tree show no waits: %+v", timed)
	}
	large := treeOf(t, turnstile+"\n* -a1..a9/x->", map[string]string{"extra-states": "2"})
	if large.Graph != nil || !strings.HasSuffix(large.Text, "nodes, too many to draw.") {
		t.Errorf("a large tree: got %s", large.Text)
	}
}

// TestGraphOfManyFaults draws the specification where operators have added more transitions than can be drawn.
func TestGraphOfManyFaults(t *testing.T) {
	var text strings.Builder
	for s := range 57 {
		fmt.Fprintf(&text, "q%d -next/ok-> q%d; q%d -back/%d-> q0\n", s, (s+1)%57, s, s%3)
	}
	for operators, says := range map[string]string{"transfer": "too many to draw. This is the specification:", "marked": ""} {
		sections, err := graphTool(context.Background(), parse(t, text.String()), ToolRequest{Request: Request{Operators: []string{operators}}})
		if err != nil {
			t.Fatal(err)
		}
		blocks := sections[0].Blocks
		if g := blocks[len(blocks)-1].Graph; g == nil || len(g.Nodes) != 57 || !strings.HasSuffix(blocks[0].Text, says) {
			t.Errorf("%s: got %d blocks, %q", operators, len(blocks), blocks[0].Text)
		}
	}
}
