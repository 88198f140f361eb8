package efsm

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
)

// ID is the change's stable name: the transition and its number there.
func (c *Change) ID(m *model.Machine) string {
	return m.Transitions[c.Transition].ID + "#" + strconv.Itoa(c.Number)
}

// Apply gives the transition after the change, made on t, which may have been changed at other
// places before.
func (c *Change) Apply(t *model.Transition) *model.Transition {
	switch c.kind {
	case model.DropUpdate:
		n := *t
		n.Updates = append(append([]model.Update(nil), t.Updates[:c.site.Index]...), t.Updates[c.site.Index+1:]...)
		return &n
	case model.DropEmit:
		n := *t
		n.Emits = append(append([]model.Emit(nil), t.Emits[:c.site.Index]...), t.Emits[c.site.Index+1:]...)
		return &n
	case model.ChangeTarget:
		n := *t
		n.To = c.target
		return &n
	}
	return t.With(c.site, expr.Replace(t.At(c.site), c.old, c.new))
}

// Mutant gives the machine with changes made. Drops are made last, from the back, so that the
// sites of the other changes keep their numbers.
func Mutant(m *model.Machine, changes ...Change) *model.Machine {
	changed := map[int]*model.Transition{}
	for _, drop := range []bool{false, true} {
		for i := len(changes) - 1; i >= 0; i-- {
			c := &changes[i]
			if drop != (c.kind == model.DropUpdate || c.kind == model.DropEmit) {
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
func Faults(m *model.Machine, changes []Change) []model.Fault {
	all := make([]model.Fault, 0, len(changes))
next:
	for i := range changes {
		c := &changes[i]
		if c.kind == model.ChangeExpr {
			for n := range all {
				if f := &all[n]; f.Kind == model.ChangeExpr && f.Transition == c.Transition && f.Site == c.site {
					f.Now = expr.Replace(f.Now, c.old, c.new)
					continue next
				}
			}
		}
		f := model.Fault{Transition: c.Transition, Site: c.site, Kind: c.kind, Target: c.target}
		if c.kind == model.ChangeExpr {
			f.Now = expr.Replace(m.Transitions[c.Transition].At(c.site), c.old, c.new)
		}
		all = append(all, f)
	}
	return all
}

// Unreadable says why a mutant is no model, "" when it is one: a constant next to the limit of
// arithmetic is beyond it when it is made greater by 1.
func Unreadable(m *model.Machine, changes ...Change) string {
	why := ""
	for i := range changes {
		if changes[i].kind != model.ChangeExpr {
			continue
		}
		expr.Walk(changes[i].new, func(n *expr.Expr) bool {
			if n.Op == expr.Const && n.Type == expr.Int && (n.Value > model.Limit || n.Value < -model.Limit) {
				why = fmt.Sprintf("the number %d is beyond the limit of arithmetic, %d", n.Value, int64(model.Limit))
			}
			return true
		})
	}
	return why
}

// Readable drops the changes that make no model.
func Readable(m *model.Machine, changes []Change) []Change {
	return slices.DeleteFunc(slices.Clone(changes), func(c Change) bool { return Unreadable(m, c) != "" })
}

// Expressible tells whether the format in which the model was written can say what the mutant is.
// Other tools' formats have no power operator, and their division is not ours; the outputs of a
// GraphWalker model are its
// vertices, so none can be missing from an edge, and with another target the edge would show
// another one.
func Expressible(m *model.Machine, c *Change) bool {
	switch {
	case m.Rewrite == nil:
		return true
	case c.kind == model.ChangeExpr:
		known := true
		expr.Walk(c.new, func(n *expr.Expr) bool {
			known = known && n.Op != expr.Exp && n.Op != expr.Div
			return true
		})
		return known
	}
	return !m.VertexOutputs || c.kind != model.DropEmit && c.kind != model.ChangeTarget
}

// An Edit replaces a part of the model's text.
type Edit struct {
	Span source.Span
	Text string
}

// EditOf gives the change as an edit of the text in which the model was written.
func EditOf(m *model.Machine, c *Change) Edit {
	t := &m.Transitions[c.Transition]
	if m.Rewrite != nil {
		return Edit{t.Span, m.Rewrite(m, c.Transition, c.Apply(t))}
	}
	switch c.kind {
	case model.DropUpdate:
		return Edit{t.Updates[c.site.Index].Cut, ""}
	case model.DropEmit:
		return Edit{t.Emits[c.site.Index].Cut, ""}
	case model.ChangeTarget:
		name := m.Locations[c.target].Name
		switch {
		case m.Format == model.JSONFormat:
			name = strconv.Quote(name)
		default:
			name = model.Quote(name)
		}
		return Edit{t.ToSpan, name}
	}
	if m.Format == model.JSONFormat {
		return jsonEdit(m, t, c)
	}
	return textEdit(m, t, c)
}

// jsonEdit replaces the outermost node that has the place of the changed one: an array with more
// than two operands stands for several nodes.
func jsonEdit(m *model.Machine, t *model.Transition, c *Change) Edit {
	outer, by := c.old, c.new
	for _, n := range pathTo(t.At(c.site), c.old) {
		if n.Span == c.old.Span {
			outer, by = n, expr.Replace(n, c.old, c.new)
			break
		}
	}
	return Edit{outer.Span, model.PrintJSON(by)}
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
func textEdit(m *model.Machine, t *model.Transition, c *Change) Edit {
	root := t.At(c.site)
	text := expr.Plain.Print(c.new)
	if c.old == root {
		return Edit{c.old.Span, text}
	}
	want := expr.Replace(root, c.old, c.new)
	written := m.File.Slice(root.Span)
	from, to := c.old.Outer.Start-root.Span.Start, c.old.Outer.End-root.Span.Start
	if got := reread(m, t, written[:from]+text+written[to:]); got != nil && expr.Equal(got, want) {
		return Edit{c.old.Outer, text}
	}
	if c.old.Outer != c.old.Span {
		return Edit{c.old.Span, text}
	}
	return Edit{c.old.Span, "(" + text + ")"}
}

// Before and After show a change at the level of its site, as "counter := counter + 1".
func Before(m *model.Machine, c *Change) string {
	return siteText(m, &m.Transitions[c.Transition], c, false)
}

// After is the same for the mutant; a dropped action is "(removed)".
func After(m *model.Machine, c *Change) string {
	return siteText(m, &m.Transitions[c.Transition], c, true)
}

func siteText(m *model.Machine, t *model.Transition, c *Change, after bool) string {
	switch {
	case c.kind == model.ChangeTarget && after:
		return m.Locations[c.target].Name
	case c.kind == model.ChangeTarget:
		return m.Locations[t.To].Name
	case c.kind == model.DropEmit && !after:
		return m.PrintEmit(t.Emits[c.site.Index])
	case c.kind != model.ChangeExpr && after:
		return "(removed)"
	}
	e := t.At(c.site)
	if after {
		e = expr.Replace(e, c.old, c.new)
	}
	text, _ := printFormula(e)
	switch c.site.Kind {
	case model.ArgSite:
		return m.Outputs[t.Emits[c.site.Index].Output].Name + "[" + strconv.Itoa(c.site.Arg) + "] " + text
	case model.UpdateSite:
		return m.Vars[t.Updates[c.site.Index].Var].Name + " := " + text
	}
	return text
}
