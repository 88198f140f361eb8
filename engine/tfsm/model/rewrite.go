package model

import (
	"slices"
	"sort"
	"strings"

	"github.com/mutarium/mutarium/engine/source"
)

// A mutant as a change of the text: a text whose specification is the mutant. The transition that
// is taken instead becomes solid, and the specification's, where it is written out, dashed in
// exchange, so that the fault domain stays what it was.

// An Editor collects, by statement, which transitions leave it and which lines come to it.
type Editor struct {
	m       *Model
	written map[int][]int
	lost    map[int][]int    // statement → transitions that it no longer stands for
	own     map[int][]string // statement → arrows that it now stands for instead
	loose   []Transition     // for the end of the text
	settled map[int]bool     // extra states that become the specification's
}

// Editor begins to change a model's text. Written lists the transitions by statement, repeats among them.
func (m *Model) Editor(written map[int][]int) *Editor {
	return &Editor{m: m, written: written, lost: map[int][]int{}, own: map[int][]string{}, settled: map[int]bool{}}
}

// Take makes a transition solid in place of another; -1: in place of none.
func (w *Editor) Take(chosen, instead int) {
	c := w.m.Transitions[chosen]
	if w.m.Extra[c.From] {
		w.settled[c.From] = true
	}
	from := -1
	if instead >= 0 {
		from = w.m.Transitions[instead].Stmt
	}
	switch {
	case from < 0:
		w.loose = append(w.loose, c.with(false))
	case w.m.isStar(from): // an arrow with a star yields to what is written out
		w.own[from] = append(w.own[from], w.m.line(c, false))
	default:
		w.lost[from] = append(w.lost[from], instead)
		w.own[from] = append(w.own[from], w.m.line(c, false))
		for _, r := range w.m.Again {
			if r.Transition == instead {
				w.lost[r.Stmt] = append(w.lost[r.Stmt], instead)
			}
		}
	}
	if w.m.Form == formJSON {
		if c.Stmt < 0 && w.m.hasList("mutation") {
			w.loose = append(w.loose, c.with(true))
		}
		return // the mutation machine holds both already
	}
	if c.Stmt < 0 || w.m.isStar(c.Stmt) {
		return
	}
	w.lost[c.Stmt] = append(w.lost[c.Stmt], chosen)
	if from >= 0 && !w.m.isStar(from) {
		w.own[c.Stmt] = append(w.own[c.Stmt], w.m.line(w.m.Transitions[instead], true))
	}
}

func (t Transition) with(mutated bool) Transition {
	t.Mutated = mutated
	return t
}

// isStar tells whether a statement stands for what others leave over.
func (m *Model) isStar(stmt int) bool {
	return m.Form == FormText && stmt >= 0 && m.stmts[stmt].hasStar()
}

// line writes a transition in the format of the model's text.
func (m *Model) line(t Transition, dashed bool) string {
	t.Mutated = dashed
	switch m.Form {
	case formJSON:
		return m.jsonObject(t)
	case formKISS:
		return m.kissLine(t)
	case formDOT:
		return m.dotLine(t)
	case formAUT:
		return m.autLine(t)
	}
	if t.Named {
		return m.Named(t)
	}
	return m.ArrowOf(t)
}

// Edits writes out the statements that changed.
func (w *Editor) Edits() []source.Edit {
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
	if w.m.Form == formJSON {
		edits = append(edits, w.insertions()...)
	} else {
		edits = append(edits, w.headers()...)
		edits = append(edits, w.ending()...)
	}
	sort.SliceStable(edits, func(i, j int) bool { // an insertion before what begins behind it
		a, b := edits[i].Span, edits[j].Span
		return a.Start < b.Start || a.Start == b.Start && a.End < b.End
	})
	return edits
}

// rewrite gives a statement's new text: what it still stands for, then what came to it.
func (w *Editor) rewrite(stmt int) source.Edit {
	var parts []string
	span := w.spanOf(stmt)
	star := w.m.isStar(stmt)
	for _, n := range w.written[stmt] {
		t := w.m.Transitions[n]
		if !star && !slices.Contains(w.lost[stmt], n) {
			parts = append(parts, w.m.line(t, t.Mutated))
		}
	}
	if star {
		parts = append(parts, w.m.File.Slice(span))
	}
	parts = append(parts, w.own[stmt]...)
	text := strings.Join(parts, w.separator())
	if w.m.Form == formDOT {
		text = strings.TrimSuffix(text, ";") // the old one stays
	}
	return source.Edit{Span: span, Text: text}
}

// spanOf is a statement's place.
func (w *Editor) spanOf(stmt int) source.Span {
	for _, r := range w.m.Again {
		if r.Stmt == stmt {
			return r.span
		}
	}
	return w.m.Transitions[w.written[stmt][0]].Span
}

// separator stands between transitions that took one's place.
func (w *Editor) separator() string {
	switch w.m.Form {
	case FormText:
		return "; "
	case formDOT:
		return " "
	}
	return "\n"
}

// headers lets extra states that became the specification's leave "extra" and enter "states"; counts in a first
// line follow.
func (w *Editor) headers() (edits []source.Edit) {
	if w.m.Form == formAUT {
		return w.headAfter()
	}
	if w.m.Form != FormText || len(w.settled) == 0 {
		return nil
	}
	var settled, remain string
	for s, name := range w.m.States {
		switch {
		case w.settled[s]:
			settled += " " + quoteName(name)
		case w.m.Extra[s] && w.m.inText(s):
			remain += " " + quoteName(name)
		}
	}
	closed := false
	for _, st := range w.m.stmts {
		if st.kind != stmtHeader {
			continue
		}
		closed = closed || st.head.text == "states"
		if st.head.text == "extra" {
			text := ""
			if remain != "" {
				text = "extra" + remain
			}
			edits = append(edits, source.Edit{Span: st.span, Text: text})
			remain = ""
		}
	}
	if closed {
		at := w.end()
		edits = append(edits, source.Edit{Span: source.Span{Start: at, End: at}, Text: "\nstates" + settled})
	}
	return edits
}

// inText tells whether the text, not an operator, brought an extra state.
func (m *Model) inText(state int) bool {
	for _, t := range m.Transitions {
		if t.Stmt >= 0 && (t.From == state || t.To == state) {
			return true
		}
	}
	return false
}

// end is the place behind the last character that is no blank; in DOT, before the closing brace.
func (w *Editor) end() source.Pos {
	text := strings.TrimRight(w.m.File.Text, " \t\r\n")
	if w.m.Form == formDOT {
		text = strings.TrimRight(text[:strings.LastIndexByte(text, '}')], " \t\r\n")
	}
	return source.Pos(len(text))
}

// ending appends lines that belong to no statement.
func (w *Editor) ending() []source.Edit {
	var b strings.Builder
	for _, t := range w.loose {
		b.WriteString("\n" + w.m.line(t, false))
	}
	if b.Len() == 0 {
		return nil
	}
	return []source.Edit{{Span: source.Span{Start: w.end(), End: w.end()}, Text: b.String()}}
}

// hasList tells whether a JSON text has an object of this name.
func (m *Model) hasList(name string) bool {
	_, ok := m.spans[name]
	return ok
}

// insertions puts transitions that no object holds into the lists of a JSON text, and settled
// states into the specification's.
func (w *Editor) insertions() (edits []source.Edit) {
	spec := ""
	if w.m.hasList("spec") {
		spec = "spec"
	}
	into := map[string][]string{}
	var order []string
	put := func(owner, list, text string) {
		path := join(owner, list)
		if into[path] == nil {
			order = append(order, path)
		}
		into[path] = append(into[path], text)
	}
	for _, t := range w.loose {
		owner, list := spec, "transitions"
		if t.Mutated {
			owner = "mutation"
		}
		if t.IsTimeout() {
			list = "timeouts"
		}
		put(owner, list, w.m.jsonObject(t))
	}
	for s := range w.m.States {
		if w.settled[s] {
			put(spec, "states", jsonString(w.m.States[s]))
		}
	}
	for _, path := range order {
		edits = append(edits, w.insert(path, into[path]))
	}
	return edits
}

// insert adds elements at the head of a list, or the list to its object.
func (w *Editor) insert(path string, elements []string) source.Edit {
	text := strings.Join(elements, ", ")
	if span, ok := w.m.spans[path]; ok {
		inside := w.m.File.Text[span.Start+1 : span.End-1]
		if strings.TrimSpace(inside) != "" {
			text += ", "
		}
		at := span.Start + 1
		return source.Edit{Span: source.Span{Start: at, End: at}, Text: text}
	}
	owner, list := "", path
	if i := strings.LastIndexByte(path, '.'); i >= 0 {
		owner, list = path[:i], path[i+1:]
	}
	at := w.m.spans[owner].Start + 1
	return source.Edit{Span: source.Span{Start: at, End: at}, Text: `"` + list + `":[` + text + `],`}
}
