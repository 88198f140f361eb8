package efsm

import (
	"fmt"
	"strings"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/report"
)

// exportTool writes the model in another format.
func exportTool(m *model.Machine, format string) ([]report.Section, error) {
	name := m.Name
	if name == "" {
		name = "machine"
	}
	formats := map[string]report.Code{
		"dot":     {File: name + ".dot", Language: "dot", Text: DOT(m)},
		"mermaid": {File: name + ".mmd", Language: "mermaid", Text: Mermaid(m)},
		"json":    {File: name + ".json", Language: "json", Text: m.JSON()},
		"text":    {File: name + ".efsm", Language: "efsm", Text: m.Print()},
	}
	code, ok := formats[format]
	if !ok {
		return nil, fmt.Errorf("format: got %q, want dot, mermaid, json or text", format)
	}
	return []report.Section{{Title: "Export", Blocks: []report.Block{{Code: &code}, {Graph: Graph(m)}}}}, nil
}

// label shows what a transition does, without its name.
func label(m *model.Machine, t *model.Transition) string {
	var parts []string
	if t.Event != model.Internal {
		var params []string
		for _, p := range m.Params(t) {
			params = append(params, p.Name)
		}
		parts = append(parts, m.Inputs[t.Event].Name+model.Brackets(params))
	}
	if t.Guard != nil {
		parts = append(parts, "["+expr.Plain.Print(t.Guard)+"]")
	}
	if a := m.PrintActions(t); a != "" {
		parts = append(parts, "/ "+a)
	}
	return strings.Join(parts, " ")
}

// DOT draws the machine for Graphviz.
func DOT(m *model.Machine) string {
	var b strings.Builder
	fmt.Fprintf(&b, "digraph %s {\n  rankdir=LR;\n  node [shape=box, style=rounded];\n  start [shape=point];\n",
		dotQuote(m.Name))
	for i, l := range m.Locations {
		fmt.Fprintf(&b, "  n%d [label=%s];\n", i, dotQuote(l.Name))
	}
	fmt.Fprintf(&b, "  start -> n%d;\n", m.Initial)
	for i := range m.Transitions {
		t := &m.Transitions[i]
		style := ""
		if t.Event == model.Internal {
			style = ", style=dashed"
		}
		fmt.Fprintf(&b, "  n%d -> n%d [label=%s%s];\n", t.From, t.To, dotQuote(t.ID+": "+label(m, t)), style)
	}
	b.WriteString("}\n")
	return b.String()
}

func dotQuote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}

// Mermaid draws the machine as a state diagram. Mermaid ends labels at semicolons and reads colons
// and brackets of its own, so these are written as entities.
func Mermaid(m *model.Machine) string {
	var b strings.Builder
	b.WriteString("stateDiagram-v2\n")
	for i, l := range m.Locations {
		fmt.Fprintf(&b, "  state \"%s\" as n%d\n", mermaidText.Replace(l.Name), i)
	}
	fmt.Fprintf(&b, "  [*] --> n%d\n", m.Initial)
	for i := range m.Transitions {
		t := &m.Transitions[i]
		fmt.Fprintf(&b, "  n%d --> n%d: %s\n", t.From, t.To, mermaidText.Replace(t.ID+" : "+label(m, t)))
	}
	return b.String()
}

var mermaidText = strings.NewReplacer("#", "#35;", ";", "#59;", ":", "#58;", "<", "#lt;", ">", "#gt;", `"`,
	"#quot;", "\n", " ")
