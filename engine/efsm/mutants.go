package efsm

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
)

// ID is the change's stable name: the transition and its number there.
func (c *Change) ID(m *Machine) string {
	return m.Transitions[c.Transition].ID + "#" + strconv.Itoa(c.Number)
}

// Apply gives the transition after the change, made on t, which may have been changed at other
// places before.
func (c *Change) Apply(t *Transition) *Transition {
	switch c.kind {
	case dropUpdate:
		n := *t
		n.Updates = append(append([]Update(nil), t.Updates[:c.site.index]...), t.Updates[c.site.index+1:]...)
		return &n
	case dropEmit:
		n := *t
		n.Emits = append(append([]Emit(nil), t.Emits[:c.site.index]...), t.Emits[c.site.index+1:]...)
		return &n
	case changeTarget:
		n := *t
		n.To = c.target
		return &n
	}
	return t.with(c.site, expr.Replace(t.at(c.site), c.old, c.new))
}

// Mutant gives the machine with changes made. Drops are made last, from the back, so that the
// sites of the other changes keep their numbers.
func (m *Machine) Mutant(changes ...Change) *Machine {
	changed := map[int]*Transition{}
	for _, drop := range []bool{false, true} {
		for i := len(changes) - 1; i >= 0; i-- {
			c := &changes[i]
			if drop != (c.kind == dropUpdate || c.kind == dropEmit) {
				continue
			}
			t := changed[c.Transition]
			if t == nil {
				t = &m.Transitions[c.Transition]
			}
			changed[c.Transition] = c.Apply(t)
		}
	}
	return m.With(changed)
}

// Faults lists the places that changes alter, in the order of their first change.
func (m *Machine) Faults(changes []Change) []fault {
	all := make([]fault, 0, len(changes))
next:
	for i := range changes {
		c := &changes[i]
		if c.kind == changeExpr {
			for n := range all {
				if f := &all[n]; f.kind == changeExpr && f.transition == c.Transition && f.site == c.site {
					f.now = expr.Replace(f.now, c.old, c.new)
					continue next
				}
			}
		}
		f := fault{transition: c.Transition, site: c.site, kind: c.kind, target: c.target}
		if c.kind == changeExpr {
			f.now = expr.Replace(m.Transitions[c.Transition].at(c.site), c.old, c.new)
		}
		all = append(all, f)
	}
	return all
}

// Unreadable says why a mutant is no model, "" when it is one: a constant next to the limit of
// arithmetic is beyond it when it is made greater by 1.
func (m *Machine) Unreadable(changes ...Change) string {
	why := ""
	for i := range changes {
		if changes[i].kind != changeExpr {
			continue
		}
		expr.Walk(changes[i].new, func(n *expr.Expr) bool {
			if n.Op == expr.Const && n.Type == expr.Int && (n.Value > Limit || n.Value < -Limit) {
				why = fmt.Sprintf("the number %d is beyond the limit of arithmetic, %d", n.Value, int64(Limit))
			}
			return true
		})
	}
	return why
}

// Readable drops the changes that make no model.
func (m *Machine) Readable(changes []Change) []Change {
	return slices.DeleteFunc(slices.Clone(changes), func(c Change) bool { return m.Unreadable(c) != "" })
}

// Expressible tells whether the format in which the model was written can say what the mutant is.
// Other tools' formats have no power operator, and their division is not ours; the outputs of a GraphWalker model are its
// vertices, so none can be missing from an edge, and with another target the edge would show
// another one.
func (m *Machine) Expressible(c *Change) bool {
	switch {
	case m.rewrite == nil:
		return true
	case c.kind == changeExpr:
		known := true
		expr.Walk(c.new, func(n *expr.Expr) bool {
			known = known && n.Op != expr.Exp && n.Op != expr.Div
			return true
		})
		return known
	}
	return !m.vertexOutputs || c.kind != dropEmit && c.kind != changeTarget
}

// An Edit replaces a part of the model's text.
type Edit struct {
	Span source.Span
	Text string
}

// EditOf gives the change as an edit of the text in which the model was written.
func (m *Machine) EditOf(c *Change) Edit {
	t := &m.Transitions[c.Transition]
	if m.rewrite != nil {
		return Edit{t.Span, m.rewrite(m, c.Transition, c.Apply(t))}
	}
	switch c.kind {
	case dropUpdate:
		return Edit{t.Updates[c.site.index].Cut, ""}
	case dropEmit:
		return Edit{t.Emits[c.site.index].Cut, ""}
	case changeTarget:
		name := m.Locations[c.target].Name
		switch {
		case m.Format == JSONFormat:
			name = strconv.Quote(name)
		default:
			name = quote(name)
		}
		return Edit{t.ToSpan, name}
	}
	if m.Format == JSONFormat {
		return m.jsonEdit(t, c)
	}
	return m.textEdit(t, c)
}

// jsonEdit replaces the outermost node that has the place of the changed one: an array with more
// than two operands stands for several nodes.
func (m *Machine) jsonEdit(t *Transition, c *Change) Edit {
	outer, by := c.old, c.new
	for _, n := range pathTo(t.at(c.site), c.old) {
		if n.Span == c.old.Span {
			outer, by = n, expr.Replace(n, c.old, c.new)
			break
		}
	}
	return Edit{outer.Span, printJSON(by)}
}

// pathTo lists the nodes from root to n, both included.
func pathTo(root, n *expr.Expr) []*expr.Expr {
	if root == n {
		return []*expr.Expr{n}
	}
	for _, a := range root.Args {
		if p := pathTo(a, n); p != nil {
			return append([]*expr.Expr{root}, p...)
		}
	}
	return nil
}

// textEdit replaces the node as written, with its brackets where the whole expression then still
// reads as the mutant, and puts brackets around the new text where it does not.
func (m *Machine) textEdit(t *Transition, c *Change) Edit {
	root := t.at(c.site)
	text := expr.Plain.Print(c.new)
	if c.old == root {
		return Edit{c.old.Span, text}
	}
	want := expr.Replace(root, c.old, c.new)
	written := m.File.Slice(root.Span)
	from, to := c.old.Outer.Start-root.Span.Start, c.old.Outer.End-root.Span.Start
	if got := m.reread(t, written[:from]+text+written[to:]); got != nil && expr.Equal(got, want) {
		return Edit{c.old.Outer, text}
	}
	if c.old.Outer != c.old.Span {
		return Edit{c.old.Span, text}
	}
	return Edit{c.old.Span, "(" + text + ")"}
}

// Before and After show a change at the level of its site, as "counter := counter + 1".
func (m *Machine) Before(c *Change) string { return m.siteText(&m.Transitions[c.Transition], c, false) }

// After is the same for the mutant; a dropped action is "(removed)".
func (m *Machine) After(c *Change) string { return m.siteText(&m.Transitions[c.Transition], c, true) }

func (m *Machine) siteText(t *Transition, c *Change, after bool) string {
	switch {
	case c.kind == changeTarget && after:
		return m.Locations[c.target].Name
	case c.kind == changeTarget:
		return m.Locations[t.To].Name
	case c.kind == dropEmit && !after:
		return m.printEmit(t.Emits[c.site.index])
	case c.kind != changeExpr && after:
		return "(removed)"
	}
	e := t.at(c.site)
	if after {
		e = expr.Replace(e, c.old, c.new)
	}
	text, _ := printFormula(e)
	switch c.site.kind {
	case argSite:
		return m.Outputs[t.Emits[c.site.index].Output].Name + "[" + strconv.Itoa(c.site.arg) + "] " + text
	case updateSite:
		return m.Vars[t.Updates[c.site.index].Var].Name + " := " + text
	}
	return text
}

// Protected lists the parts of a text between the marks "mutarium: off" and "mutarium: on", each
// standing in a comment. An off without an on reaches to the end.
func Protected(text string) []source.Span {
	var parts []source.Span
	at := 0
	open := -1
	for _, line := range strings.SplitAfter(text, "\n") {
		_, comment, found := strings.Cut(line, "//")
		if !found {
			_, comment, found = strings.Cut(line, "#")
		}
		switch mark := strings.TrimSpace(comment); {
		case !found:
		case strings.HasPrefix(mark, "mutarium: off") && open < 0:
			open = at
		case strings.HasPrefix(mark, "mutarium: on") && open >= 0:
			parts = append(parts, source.Span{Start: source.Pos(open), End: source.Pos(at + len(line))})
			open = -1
		}
		at += len(line)
	}
	if open >= 0 {
		parts = append(parts, source.Span{Start: source.Pos(open), End: source.Pos(len(text))})
	}
	return parts
}
