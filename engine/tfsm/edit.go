package tfsm

import (
	"sort"
	"strings"

	"github.com/mutarium/mutarium/engine/source"
)

// A mutant as a change of the text: a text whose specification is the mutant. The transition that
// is taken instead becomes solid, the specification's, where it is written out, dashed in
// exchange, so that the fault domain stays what it was.

// Edits gives the changes of the model's text that make a selection its specification. The
// domain's model may have transitions that no text holds, which operators have added.
func (d *Domain) Edits(sel Selection) []source.Edit {
	m := d.Model
	w := editor{m: m, lost: map[int][]int{}, own: map[int][]string{}}
	reached := d.reached(sel)
	for g, c := range sel {
		group := &d.Groups[g]
		if c == group.Spec || !reached[group.State] {
			continue
		}
		chosen := group.Choices[c].Members[0]
		w.take(chosen, d.specMember(g))
		if m.Extra[group.State] && w.extra != group.State {
			w.extra = group.State
			w.settle = append(w.settle, group.State)
		}
	}
	return w.edits()
}

// specMember is the index of the specification's transition in a group, -1 in an extra state.
func (d *Domain) specMember(g int) int {
	if d.Groups[g].Spec < 0 {
		return -1
	}
	for _, n := range d.Groups[g].Choices[d.Groups[g].Spec].Members {
		if !d.Model.Transitions[n].Mutated {
			return n
		}
	}
	return -1
}

// An editor collects, by statement, which transitions leave it and which lines come to it.
type editor struct {
	m      *Model
	lost   map[int][]int    // statement → transitions that it no longer stands for
	own    map[int][]string // statement → arrows that it now stands for instead
	loose  []string         // lines for the end of the text
	extra  int
	settle []int // extra states that become the specification's
}

// take makes one transition solid in place of another.
func (w *editor) take(chosen, instead int) {
	c := w.m.Transitions[chosen]
	solid := w.m.line(c, false)
	from := -1
	if instead >= 0 {
		from = w.m.Transitions[instead].stmt
	}
	switch {
	case from < 0:
		w.loose = append(w.loose, solid)
	case w.m.isStar(from): // an arrow with a star yields to what is written out
		w.own[from] = append(w.own[from], solid)
	default:
		w.lost[from] = append(w.lost[from], instead)
		w.own[from] = append(w.own[from], solid)
	}
	if c.stmt < 0 || w.m.isStar(c.stmt) {
		return
	}
	w.lost[c.stmt] = append(w.lost[c.stmt], chosen)
	if from >= 0 && !w.m.isStar(from) {
		w.own[c.stmt] = append(w.own[c.stmt], w.m.line(w.m.Transitions[instead], true))
	}
}

// isStar tells whether a statement stands for what others leave over.
func (m *Model) isStar(stmt int) bool {
	return m.form == formText && stmt >= 0 && m.stmts[stmt].hasStar()
}

// line writes a transition in the format of the model's text.
func (m *Model) line(t Transition, dashed bool) string {
	t.Mutated = dashed
	switch m.form {
	case formJSON:
		return m.jsonObject(t)
	case formKISS:
		return m.kissLine(t)
	case formDOT:
		return m.dotLine(t)
	}
	return m.Named(t)
}

// edits writes out the statements that changed.
func (w *editor) edits() []source.Edit {
	stmts := make([]int, 0, len(w.own))
	for s := range w.own {
		stmts = append(stmts, s)
	}
	for s := range w.lost {
		if _, both := w.own[s]; !both {
			stmts = append(stmts, s)
		}
	}
	sort.Ints(stmts) // map order must not reach the report
	var edits []source.Edit
	for _, s := range stmts {
		edits = append(edits, w.rewrite(s))
	}
	if end, ok := w.ending(); ok {
		edits = append(edits, end)
	}
	return edits
}

// rewrite gives a statement's new text: what it still stands for, then what came to it.
func (w *editor) rewrite(stmt int) source.Edit {
	var parts []string
	var span source.Span
	star := w.m.isStar(stmt)
	for n, t := range w.m.Transitions {
		if t.stmt != stmt {
			continue
		}
		span = t.Span
		if !star && !containsInt(w.lost[stmt], n) {
			parts = append(parts, w.m.line(t, t.Mutated))
		}
	}
	if star {
		parts = append(parts, w.m.file.Slice(span))
	}
	return source.Edit{Span: span, Text: strings.Join(append(parts, w.own[stmt]...), w.m.separator())}
}

// separator stands between transitions on one line.
func (m *Model) separator() string {
	switch m.form {
	case formJSON:
		return ", "
	case formKISS:
		return "\n"
	case formDOT:
		return " "
	}
	return "; "
}

// ending appends lines that belong to no statement, and declares extra states that became the
// specification's.
func (w *editor) ending() (source.Edit, bool) {
	var b strings.Builder
	if w.m.form == formText && len(w.settle) > 0 {
		b.WriteString("\nstates")
		for _, s := range w.settle {
			b.WriteString(" " + quoteName(w.m.States[s]))
		}
	}
	for _, l := range w.loose {
		b.WriteString("\n" + l)
	}
	end := source.Pos(len(strings.TrimRight(w.m.file.Text, " \t\r\n")))
	return source.Edit{Span: source.Span{Start: end, End: end}, Text: b.String()}, b.Len() > 0
}

func containsInt(list []int, n int) bool {
	for _, x := range list {
		if x == n {
			return true
		}
	}
	return false
}
