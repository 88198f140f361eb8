package export

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
)

// DOT writes a graph in the language of Graphviz. An edge whose ends are unknown is left out.
func DOT(g *report.Graph) string {
	var b strings.Builder
	b.WriteString("digraph {\n  rankdir=LR;\n  node [shape=box, style=rounded];\n")
	if g.Caption != "" {
		fmt.Fprintf(&b, "  label=%s;\n", quote(g.Caption))
	}
	number := map[string]int{}
	for i, n := range g.Nodes {
		number[n.ID] = i
		label := n.Label
		if label == "" {
			label = n.ID
		}
		fmt.Fprintf(&b, "  n%d [%s];\n", i, attributes(label, n.Tone, "", n.Side))
		if n.Initial {
			fmt.Fprintf(&b, "  start%d [shape=point];\n  start%d -> n%d;\n", i, i, i)
		}
	}
	for _, e := range g.Edges {
		from, known := number[e.From]
		to, both := number[e.To]
		if !known || !both {
			continue
		}
		style := ""
		if e.Dashed {
			style = "dashed"
		}
		fmt.Fprintf(&b, "  n%d -> n%d [%s];\n", from, to, attributes(e.Label, e.Tone, style, e.Side))
	}
	b.WriteString("}\n")
	return b.String()
}

// colours of tones, as on a white page.
var colours = map[string]string{"good": "#1f7a4d", "bad": "#c0362c", "warn": "#9a6700"}

// sides tell original and mutant apart where both are drawn.
var sides = map[string]struct{ sign, look string }{
	report.Added:   {"+ ", `color="#1f7a4d", style=dotted, penwidth=2`},
	report.Changed: {"changed: ", `color="#6b3fa0:#6b3fa0"`},
	report.Removed: {"- ", `color="#c0362c", style=dotted, penwidth=2`},
}

func attributes(label, tone, style, side string) string {
	if s, ok := sides[side]; ok {
		return "label=" + quote(s.sign+label) + ", " + s.look
	}
	all := []string{"label=" + quote(label)}
	if c := colours[tone]; c != "" {
		all = append(all, "color="+strconv.Quote(c))
	}
	if style != "" {
		all = append(all, "style="+style)
	}
	return strings.Join(all, ", ")
}

// quote writes a string of DOT, in which a backslash would begin an escape.
func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}
