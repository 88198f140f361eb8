package game

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/model/trace"
)

// A composed system written as one component: locations for its locations, clocks under names of
// their own. Guards hold what the targets' invariants ask, so nothing is lost.

// flattenLimit bounds the locations of a component that is written out.
const flattenLimit = 2000

// Flatten gives the text of a system as a process of a name.
func (s *System) Flatten(name string) (string, error) {
	if _, err := s.Whole(flattenLimit); err != nil {
		return "", err
	}
	clocks := model.UniqueNames(len(s.Clocks), func(i int) []string { return []string{s.Clocks[i]} }, "x")
	f := &flattener{s: s, clocks: append([]string{""}, clocks...)}
	f.locs = model.UniqueNames(len(s.Locs), func(i int) []string {
		return []string{squeezed(s.Locs[i].Title), "L" + strconv.Itoa(i)}
	}, "L")
	var b strings.Builder
	if acts := insertAll(s.actions(s.In), s.actions(s.Out)); len(acts) > 0 {
		fmt.Fprintf(&b, "broadcast chan %s;\n\n", strings.Join(acts, ", "))
	}
	f.process(&b, name)
	fmt.Fprintf(&b, "\nsystem %s;\nIO %s { %s }\n", name, name, f.alphabet())
	return b.String(), nil
}

// squeezed makes "a | b" a name that reads well: "a_b".
func squeezed(title string) string {
	title = model.Identifier(strings.NewReplacer(" | ", "_", ` \\ `, "_by_", " ", "_", "=", "_").Replace(title))
	for strings.Contains(title, "__") {
		title = strings.ReplaceAll(title, "__", "_")
	}
	return title
}

// actions lists the names of a set, sorted.
func (s *System) actions(set ActionSet) []string {
	var names []string
	for _, act := range set.List() {
		names = model.Insert(names, s.Syms.Name(act))
	}
	return names
}

func insertAll(a, b []string) []string {
	for _, x := range b {
		a = model.Insert(a, x)
	}
	var named []string
	for _, x := range a {
		if x != trace.NoName {
			named = append(named, x)
		}
	}
	return named
}

type flattener struct {
	s      *System
	clocks []string // by their row in zones
	locs   []string
}

func (f *flattener) alphabet() string {
	var all []string
	for _, act := range f.s.actions(f.s.In) {
		all = append(all, act+"?")
	}
	for _, act := range f.s.actions(f.s.Out) {
		if act != trace.NoName {
			all = append(all, act+"!")
		}
	}
	return strings.Join(all, ", ")
}

func (f *flattener) process(b *strings.Builder, name string) {
	fmt.Fprintf(b, "process %s {\n", name)
	if len(f.clocks) > 1 {
		fmt.Fprintf(b, "  clock %s;\n", strings.Join(f.clocks[1:], ", "))
	}
	b.WriteString("  state")
	sep := "\n    "
	marked := map[string][]string{}
	for i, l := range f.s.Locs {
		b.WriteString(sep + f.locs[i])
		if !l.Inv.isTrue() {
			fmt.Fprintf(b, " { %s }", f.cond(l.Inv))
		}
		switch {
		case l.Kind == model.Universal:
			marked["universal"] = append(marked["universal"], f.locs[i])
		case l.Kind == model.Inconsistent:
			marked["inconsistent"] = append(marked["inconsistent"], f.locs[i])
		case l.Urgent:
			marked["urgent"] = append(marked["urgent"], f.locs[i])
		}
		sep = ",\n    "
	}
	b.WriteString(";\n")
	for _, word := range []string{"urgent", "universal", "inconsistent"} {
		if len(marked[word]) > 0 {
			fmt.Fprintf(b, "  %s %s;\n", word, strings.Join(marked[word], ", "))
		}
	}
	fmt.Fprintf(b, "  init %s;\n", f.locs[f.s.Init])
	f.edges(b)
	b.WriteString("}\n")
}

func (f *flattener) edges(b *strings.Builder) {
	sep := "  trans\n    "
	for i, l := range f.s.Locs {
		if l.Kind != model.Normal {
			continue // its loops are implied
		}
		for _, e := range l.Edges {
			b.WriteString(sep + f.locs[i])
			f.edge(b, e)
			sep = ",\n    "
		}
	}
	if sep[0] == ',' {
		b.WriteString(";\n")
	}
}

func (f *flattener) edge(b *strings.Builder, e *Step) {
	arrow, suffix := " -> ", "?"
	if e.Output {
		arrow, suffix = " -u-> ", "!"
	}
	b.WriteString(arrow + f.locs[e.Target] + " { ")
	if !e.Guard.isTrue() {
		fmt.Fprintf(b, "guard %s; ", f.cond(e.Guard))
	}
	if act := f.s.Syms.Names[e.Act]; act != "" {
		fmt.Fprintf(b, "sync %s%s; ", act, suffix)
	}
	for i, r := range e.Resets {
		word := ", "
		if i == 0 {
			word = "assign "
		}
		fmt.Fprintf(b, "%s%s = %d", word, f.clocks[r.Clock], r.Value)
	}
	if len(e.Resets) > 0 {
		b.WriteString("; ")
	}
	b.WriteString("}")
}

// cond writes a condition, brackets around alternatives.
func (f *flattener) cond(c Cond) string {
	if len(c) == 0 {
		return "false"
	}
	parts := make([]string, len(c))
	for i, x := range c {
		atoms := make([]string, len(x))
		for k, b := range x {
			atoms[k] = b.Text(f.clocks)
		}
		if parts[i] = strings.Join(atoms, " && "); len(x) == 0 {
			parts[i] = "true"
		} else if len(c) > 1 && len(x) > 1 {
			parts[i] = "(" + parts[i] + ")"
		}
	}
	return strings.Join(parts, " || ")
}
