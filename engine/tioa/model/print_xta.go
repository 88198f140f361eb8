package model

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/expr"
)

// Models written in the three notations. What is written parses to an equal model; names that are
// no identifiers in xta are changed.

// Print writes a model in its own notation; a project as xta.
func (m *Model) Print() string {
	switch m.Format {
	case XML:
		return m.PrintXML()
	case JSON:
		return m.PrintJSON(m.Automata[0])
	}
	return m.PrintXTA()
}

// PrintXTA writes a model in UPPAAL's text.
func (m *Model) PrintXTA() string {
	var b strings.Builder
	if m.Features != nil {
		m.Features.printFeatures(&b)
		if m.Default != "" {
			b.WriteString("/*@ product " + strings.ReplaceAll(m.Default, ",", ", ") + " */\n")
		}
	}
	b.WriteString(m.globals())
	names := m.identifiers()
	for i, a := range m.Automata {
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		var family *Featured
		if m.Features != nil {
			family = m.Families[i]
		}
		printProcess(&b, a, family, names[i])
	}
	b.WriteString(m.systemLines(names))
	for _, q := range m.Queries {
		fmt.Fprintf(&b, "%s %s\n", queryComment, strings.Join(strings.Fields(q.Text), " "))
	}
	return b.String()
}

// globals writes what is declared for all: constants, types and every action as a channel.
func (m *Model) globals() string {
	var b strings.Builder
	if acts := m.Actions(); len(acts) > 0 {
		fmt.Fprintf(&b, "broadcast chan %s;\n", strings.Join(acts, ", "))
	}
	for _, c := range m.Consts {
		b.WriteString(c.declaration() + "\n")
	}
	for _, t := range m.Types {
		fmt.Fprintf(&b, "typedef int[%d,%d] %s;\n", t.Min, t.Max, t.Name)
	}
	return b.String()
}

func (c *Const) declaration() string {
	if c.Bool {
		return fmt.Sprintf("const bool %s = %t;", c.Name, c.Value != 0)
	}
	return fmt.Sprintf("const int %s = %d;", c.Name, c.Value)
}

// Actions lists all actions, declared or used, sorted.
func (m *Model) Actions() []string {
	var all []string
	for _, c := range m.Channels {
		all = append(all, c.Name)
	}
	for _, a := range m.Automata {
		in, out := a.EdgeActions()
		all = append(append(all, in...), out...)
		if a.IO != nil {
			all = append(append(all, a.IO.Inputs...), a.IO.Outputs...)
		}
	}
	return slices.DeleteFunc(sorted(all), func(act string) bool { return act == "" })
}

// systemLines writes the system line and the IO lists.
func (m *Model) systemLines(names []string) string {
	var b strings.Builder
	b.WriteString("\nsystem ")
	var listed []string
	for i, a := range m.Automata {
		if !a.Template {
			listed = append(listed, names[i])
		}
	}
	b.WriteString(strings.Join(listed, ", ") + ";\n")
	for i, a := range m.Automata {
		if a.IO == nil {
			continue
		}
		var acts []string
		for _, act := range a.IO.Inputs {
			acts = append(acts, act+"?")
		}
		for _, act := range a.IO.Outputs {
			acts = append(acts, act+"!")
		}
		fmt.Fprintf(&b, "IO %s { %s }\n", names[i], strings.Join(acts, ", "))
	}
	return b.String()
}

// identifiers gives each automaton a name that xta accepts.
func (m *Model) identifiers() []string {
	return UniqueNames(len(m.Automata), func(i int) []string { return []string{m.Automata[i].Name} }, "P")
}

// locationNames gives each location a name that xta accepts: its name, else its id.
func (a *Automaton) locationNames() []string {
	return UniqueNames(len(a.Locations), func(i int) []string {
		return []string{a.Locations[i].Name,
			a.Locations[i].ID}
	}, "L")
}

// UniqueNames chooses for each of n things the first candidate that is an identifier and not taken,
// else a candidate with what is no letter replaced, with a number if need be.
func UniqueNames(n int, candidates func(i int) []string, prefix string) []string {
	names, taken := make([]string, n), map[string]bool{}
	count := map[string]int{}
	for i := range n {
		count[candidates(i)[0]]++
	}
	for i := range n {
		for k, c := range candidates(i) {
			if IsIdentifier(c) && !taken[c] && (k > 0 || count[c] == 1) {
				names[i] = c
				break
			}
		}
		if names[i] == "" {
			names[i] = freeName(candidates(i), prefix, i, taken)
		}
		taken[names[i]] = true
	}
	return names
}

func freeName(candidates []string, prefix string, i int, taken map[string]bool) string {
	base := prefix + strconv.Itoa(i)
	for _, c := range candidates {
		if c = Identifier(c); c != "" {
			base = c
			break
		}
	}
	name := base
	for k := 2; taken[name] || !IsIdentifier(name); k++ {
		name = base + "_" + strconv.Itoa(k)
	}
	return name
}

// Identifier replaces what may not stand in a name.
func Identifier(s string) string {
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		switch {
		case Lower(c) >= 'a' && Lower(c) <= 'z', c == '_', c >= '0' && c <= '9' && i > 0:
			b.WriteByte(c)
		case b.Len() > 0 && i+1 < len(s):
			b.WriteByte('_')
		}
	}
	return strings.Trim(b.String(), "_")
}

// printProcess writes an automaton, with the feature expressions of its family if it has one.
func printProcess(b *strings.Builder, a *Automaton, family *Featured, name string) {
	fmt.Fprintf(b, "process %s {\n", name)
	for _, line := range a.declarations() {
		fmt.Fprintf(b, "  %s\n", line)
	}
	names := a.locationNames()
	b.WriteString("  state")
	sep := "\n    "
	for i, l := range a.Locations {
		if l.Removed {
			continue
		}
		b.WriteString(sep + names[i])
		inv := ""
		if family != nil {
			inv = family.invariantText(i)
		} else if l.Invariant != nil {
			inv = expr.Uppaal.Print(l.Invariant)
		}
		if inv != "" {
			fmt.Fprintf(b, " { %s }", inv)
		}
		sep = ",\n    "
	}
	b.WriteString(";\n")
	for _, word := range []string{"urgent", "commit", "universal", "inconsistent"} {
		a.printSpecial(b, word, names)
	}
	fmt.Fprintf(b, "  init %s;\n", names[a.Initial])
	a.printEdges(b, family, names)
	b.WriteString("}\n")
}

// declarations are an automaton's own constants, clocks and variables, a line each.
func (a *Automaton) declarations() []string {
	var lines []string
	for _, c := range a.Consts {
		lines = append(lines, c.declaration())
	}
	if len(a.Clocks) > 0 {
		var names []string
		for _, c := range a.Clocks {
			names = append(names, c.Name)
		}
		lines = append(lines, "clock "+strings.Join(names, ", ")+";")
	}
	for _, v := range a.Vars {
		lines = append(lines, v.declaration())
	}
	return lines
}

// declaration writes a variable with its range and its initial value.
func (v *Var) declaration() string {
	kind := "bool"
	if !v.Bool {
		kind = fmt.Sprintf("int[%d,%d]", v.Min, v.Max)
	}
	return fmt.Sprintf("%s %s = %s;", kind, v.Name, v.Text(v.Init))
}

func (a *Automaton) printSpecial(b *strings.Builder, word string, names []string) {
	var list []string
	for i, l := range a.Locations {
		probe := Location{}
		if mark(&probe, word); !l.Removed && (probe.Urgency != NotUrgent && probe.Urgency == l.Urgency ||
			probe.Kind != Normal && probe.Kind == l.Kind) {
			list = append(list, names[i])
		}
	}
	if len(list) > 0 {
		fmt.Fprintf(b, "  %s %s;\n", word, strings.Join(list, ", "))
	}
}

func (a *Automaton) printEdges(b *strings.Builder, family *Featured, names []string) {
	if len(a.Edges) == 0 {
		return
	}
	b.WriteString("  trans")
	for i, e := range a.Edges {
		if i > 0 {
			b.WriteByte(',')
		}
		line := e.Line(names[e.Source], names[e.Target])
		if family != nil {
			line = annotated(line, family.Whens[i])
		}
		b.WriteString("\n    " + line)
	}
	b.WriteString(";\n")
}

// Line writes an edge between two locations of these names.
func (e *Edge) Line(from, to string) string {
	arrow := " -> "
	if e.Output {
		arrow = " -u-> "
	}
	return from + arrow + to + " { " + e.labels() + "}"
}

// labels writes guard, synchronisation and assignments as in xta.
func (e *Edge) labels() string {
	var b strings.Builder
	if e.Guard != nil {
		fmt.Fprintf(&b, "guard %s; ", expr.Uppaal.Print(e.Guard))
	}
	if e.Action != "" {
		fmt.Fprintf(&b, "sync %s; ", e.Sync())
	}
	if len(e.Updates) > 0 {
		fmt.Fprintf(&b, "assign %s; ", e.Assignments())
	}
	return b.String()
}

// Sync is the action with its suffix.
func (e *Edge) Sync() string {
	switch {
	case e.Action == "":
		return ""
	case e.Output:
		return e.Action + "!"
	}
	return e.Action + "?"
}

// Assignments are the updates as a list.
func (e *Edge) Assignments() string {
	parts := make([]string, len(e.Updates))
	for i, u := range e.Updates {
		parts[i] = u.Name + " = " + expr.Uppaal.Print(u.Value)
	}
	return strings.Join(parts, ", ")
}
