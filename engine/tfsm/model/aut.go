package model

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/source"
)

// Aldebaran's format .aut, which CADP and mCRL2 read and write: a first line "des (initial, transitions,
// states)", then a line "(from, label, to)" for each transition. States are numbers below the third of the first
// line, labels are bare or in quotes. A label is read as input and output when it has a slash; others, such
// as the internal step i, have no place in a machine that answers each input. Two lines are ours, as in
// KISS2: ".timeout from delay to" and ".complete output", with a state behind it where an error state is wanted.

// An autHead is what the first line says.
type autHead struct {
	initial, transitions, states int
	span                         source.Span
}

func looksLikeAUT(text string) bool {
	rest, is := strings.CutPrefix(text, "des")
	return is && strings.HasPrefix(strings.TrimLeft(rest, " \t"), "(")
}

// maxBadLabels bounds how many labels without input and output are shown.
const maxBadLabels = 5

type autReader struct {
	*importer
	head      autHead
	read      bool // the first line, which may be wrong
	counts    bool // it is right
	rows      int
	badLabels int
	last      source.Span // of the last label that is not shown
}

func readAUT(f *source.File, p *problems) *Model {
	r := &autReader{importer: newImporter(f, p, formAUT)}
	lines(f.Text, r.line)
	if more := r.badLabels - maxBadLabels; more > 0 {
		r.bad(r.last, "%d more labels are no 'input / output', of which this is the last", more)
	}
	r.m.head = r.head
	if !r.counts {
		return r.finish()
	}
	if r.rows != r.head.transitions {
		r.bad(r.head.span, "got %d transitions, want %d as the first line says", r.rows, r.head.transitions)
	}
	initial := strconv.Itoa(r.head.initial)
	if _, known := r.states.index[initial]; !known && len(r.m.Transitions) > 0 {
		r.bad(r.head.span, "got the initial state %s, which no transition leaves or enters", initial)
	}
	if missing := r.head.states - len(r.states.names); missing > 0 && r.rows > 0 {
		r.p.Warn(r.head.span, "import", "%s: %d of the %d states of the first line are in no transition, and are left out",
			formAUT, missing, r.head.states)
	}
	at := r.states.add(initial)
	m := r.finish()
	m.Initial = at
	return m
}

func (r *autReader) line(line string, at source.Span) {
	switch {
	case line == "", strings.HasPrefix(line, "\ufeff") && len(line) == len("\ufeff"):
	case !r.read:
		r.read = true
		r.first(strings.TrimPrefix(line, "\ufeff"), at)
	case strings.HasPrefix(line, "."):
		r.directive(strings.Fields(line), at)
	default:
		r.rows++
		r.row(line, at)
	}
}

// first reads des (initial, transitions, states).
func (r *autReader) first(line string, at source.Span) {
	inner, opened := strings.CutPrefix(strings.TrimSpace(strings.TrimPrefix(line, "des")), "(")
	inner, closed := strings.CutSuffix(inner, ")")
	parts := strings.Split(inner, ",")
	numbers := make([]int, len(parts))
	for i, part := range parts {
		n, ok := readCount(strings.TrimSpace(part))
		if !opened || !closed || len(parts) != 3 || !ok {
			r.bad(at, "got the first line '%s', want des (initial, transitions, states), three whole numbers", line)
			return
		}
		numbers[i] = n
	}
	r.head = autHead{numbers[0], numbers[1], numbers[2], at}
	if r.counts = r.head.initial < r.head.states; !r.counts {
		r.bad(at, "got the initial state %d, want one below %d, the number of states", r.head.initial, r.head.states)
	}
}

// readCount reads a whole number from 0.
func readCount(text string) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 0 && strings.Trim(text, "0123456789") == ""
}

// row reads (from, label, to). A label may hold commas.
func (r *autReader) row(line string, at source.Span) {
	a, b := strings.IndexByte(line, ','), strings.LastIndexByte(line, ',')
	if line[0] != '(' || line[len(line)-1] != ')' || a == b {
		r.bad(at, "got '%s', want (from, label, to)", line)
		return
	}
	part := func(from, to int) (string, source.Span) {
		text := strings.TrimSpace(line[from:to])
		start := at.Start + source.Pos(from+strings.Index(line[from:to], text))
		return text, source.Span{Start: start, End: start + source.Pos(len(text))}
	}
	from, fromAt := part(1, a)
	label, labelAt := part(a+1, b)
	to, toAt := part(b+1, len(line)-1)
	f, okFrom := r.state(from, fromAt)
	t, okTo := r.state(to, toAt)
	input, output, okLabel := r.label(label, labelAt)
	if okFrom && okTo && okLabel {
		r.step(at, f, input, output, t)
	}
}

// state reads a number of a state.
func (r *autReader) state(text string, at source.Span) (name string, ok bool) {
	n, ok := readCount(text)
	switch {
	case !ok:
		r.bad(at, "got the state '%s', want a whole number", text)
	case r.counts && n >= r.head.states:
		r.bad(at, "got the state %d, want one below %d as the first line says", n, r.head.states)
		return "", false
	}
	return strconv.Itoa(n), ok
}

// label cuts a label into input and output.
func (r *autReader) label(text string, at source.Span) (input, output string, ok bool) {
	if bare, quoted := strings.CutPrefix(text, `"`); quoted {
		bare, ok = strings.CutSuffix(bare, `"`)
		if !ok {
			r.bad(at, "got the label %s, whose quote is not closed", text)
			return "", "", false
		}
		text = bare
	}
	if input, output, ok = splitLabel(strings.TrimSpace(text)); ok {
		return input, output, true
	}
	if r.badLabels++; r.badLabels > maxBadLabels {
		r.last = at
		return "", "", false
	}
	what := ""
	if text == "i" || text == "tau" {
		what = ", an internal step"
	}
	r.bad(at, "got the label '%s'%s, want 'input / output'", text, what)
	return "", "", false
}

// directive reads what is ours.
func (r *autReader) directive(fields []string, at source.Span) {
	switch {
	case fields[0] == ".complete" && len(fields) == 2:
		r.complete = fields[1]
	case fields[0] == ".complete" && len(fields) == 3:
		if sink, ok := r.state(fields[2], at); ok {
			r.complete, r.sink = fields[1], sink
		}
	case fields[0] == ".timeout" && len(fields) == 4:
		from, okFrom := r.state(fields[1], at)
		to, okTo := r.state(fields[3], at)
		if okFrom && okTo {
			r.timeout(at, from, fields[2], to)
		}
	default:
		r.bad(at, "got '%s', want (from, label, to), .timeout from delay to, or .complete output [state]",
			strings.Join(fields, " "))
	}
}

// FreshState names a state that the model has not: the k-th, from 1, that an operator adds.
func (m *Model) FreshState(k int) string {
	if m.Form == formAUT {
		return strconv.Itoa(m.head.states + k - 1)
	}
	return "extra" + strconv.Itoa(k)
}

// autLine writes a transition of a model that was read from this format.
func (m *Model) autLine(t Transition) string {
	from, to := m.States[t.From], m.States[t.To]
	if t.IsTimeout() {
		return ".timeout " + from + " " + t.Delay.String() + " " + to
	}
	return fmt.Sprintf(`(%s, "%s / %s", %s)`, from, m.Inputs[t.Input], m.Outputs[t.Output], to)
}

// String writes the first line.
func (h autHead) String() string {
	return fmt.Sprintf("des (%d, %d, %d)", h.initial, h.transitions, h.states)
}

// headAfter is the first line once the editor's lines have come to the text.
func (w *Editor) headAfter() []source.Edit {
	h := w.m.head
	for _, t := range w.loose {
		if !t.IsTimeout() {
			h.transitions++
		}
	}
	for s := range w.settled {
		if n, ok := readCount(w.m.States[s]); ok {
			h.states = max(h.states, n+1)
		}
	}
	if h == w.m.head {
		return nil
	}
	return []source.Edit{{Span: h.span, Text: h.String()}}
}

// AUT writes the specification in Aldebaran's format. Its states are numbered in the order of the model, unless they
// have such numbers for names already; a machine with timeouts, or with a name that fits on no line, has no
// such text.
func (m *Model) AUT() (text string, ok bool) {
	spec := m.SpecificationOnly()
	for _, list := range [][]string{spec.Inputs, spec.Outputs} {
		if slices.ContainsFunc(list, func(name string) bool { return strings.ContainsAny(name, "\r\n") }) {
			return "", false
		}
	}
	named := true
	for _, name := range spec.States {
		n, number := readCount(name)
		named = named && number && n < len(spec.States) && strconv.Itoa(n) == name
	}
	numbered := *spec
	if !named {
		numbered.States = make([]string, len(spec.States))
		for s := range spec.States {
			numbered.States[s] = strconv.Itoa(s)
		}
	}
	initial, _ := readCount(numbered.States[numbered.Initial])
	h := autHead{initial: initial, states: len(spec.States)}
	var b strings.Builder
	for _, t := range numbered.Transitions {
		switch {
		case t.IsTimeout() && t.Delay != Inf:
			return "", false
		case !t.IsTimeout():
			h.transitions++
			b.WriteString(numbered.autLine(t) + "\n")
		}
	}
	return h.String() + "\n" + b.String(), true
}
