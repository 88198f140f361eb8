package model

import (
	"fmt"
	"strings"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
)

// One method for each message; the codes are explained in docs/efsm.md.

type messages struct {
	diags *source.Diagnostics
	hints int // names looked up for a hint
}

// maxHints bounds the undefined names that are compared with all known ones.
const maxHints = 20

func (m *messages) duplicate(what string, name ident, first source.Span) {
	d := m.diags.Add(name.span, "duplicate-name", "the %s '%s' is declared twice", what, name.text)
	if first != (source.Span{}) {
		d.Notes = append(d.Notes, source.Note{Span: first, Message: "declared here before"})
	}
}

func (m *messages) badName(what string, name ident, want string) {
	m.diags.Add(name.span, "bad-name", "the %s's name %q cannot be written in the language, want %s", what, name.text,
		want)
}

func (m *messages) undefined(what string, name ident, known []string) {
	hint := ""
	if m.hints++; m.hints <= maxHints {
		hint = source.DidYouMean(name.text, known)
	}
	if hint == "" && len(known) > 0 && len(known) <= 8 {
		hint = "declared: " + strings.Join(known, ", ")
	}
	m.diags.Add(name.span, "undefined-"+what, "the %s '%s' is not declared", what, name.text).Hint = hint
}

func (m *messages) choice(what string, got ident, want []string) {
	d := m.diags.Add(got.span, "bad-value", "got '%s' for %s, want %s", got.text, what, strings.Join(want, ", "))
	d.Hint = source.DidYouMean(got.text, want)
}

func (m *messages) emptyRange(at source.Span, low, high int64) {
	m.diags.Add(at, "empty-range", "the range %d..%d is empty", low, high).Hint = "write the smaller bound first"
}

func (m *messages) tooLarge(at source.Span, v int64) {
	m.diags.Add(at, "too-large", "the number %d is beyond the limit of arithmetic, want at most %d in size", v,
		int64(Limit))
}

func (m *messages) outOfRange(at source.Span, v int64, variable string, t Type) {
	m.diags.Add(at, "out-of-range", "the first value %d of '%s' is outside its range %s", v, variable, t.text())
}

func (m *messages) recursiveType(at ident, cycle []string) {
	m.diags.Add(at.span, "recursive-type", "the type '%s' is defined by itself: %s", at.text, strings.Join(cycle, " -> "))
}

func (m *messages) arity(at source.Span, output string, got, want int) {
	m.diags.Add(at, "argument-count", "got %d arguments for the output '%s', want %d", got, output, want)
}

func (m *messages) argumentType(at source.Span, output string, n int, got, want expr.Type, first source.Span) {
	d := m.diags.Add(at, "argument-type", "argument %d of the output '%s' is %s here and %s before", n+1, output,
		typeName(got), typeName(want))
	d.Hint = "give the two outputs names of their own"
	d.Notes = append(d.Notes, source.Note{Span: first, Message: "the first use"})
}

func typeName(t expr.Type) string {
	if t == expr.Bool {
		return "a Boolean"
	}
	return "an integer"
}

func (m *messages) constantOutput(at source.Span, value string) {
	d := m.diags.Warn(at, "constant-output", "this output can only ever show %s: outputs read the values after the "+
		"updates", value)
	d.Hint = "to show the value before, keep it in another variable"
}

func (m *messages) assignedTwice(at source.Span, variable string) {
	m.diags.Warn(at, "assigned-twice", "'%s' is assigned twice by one transition: the last assignment counts", variable)
}

func (m *messages) constantOutside(at source.Span, v int64, variable string, t Type, what string) {
	m.diags.Warn(at, "overflow", "%d is outside the range %s of '%s': %s", v, t.text(), variable, what)
}

func (m *messages) divisionByZero(at source.Span) {
	m.diags.Warn(at, "division-by-zero", "this divides by zero: the machine shows !error here and is dead")
}

func (m *messages) shadowed(at source.Span, id, by string, note source.Span) {
	d := m.diags.Warn(at, "shadowed", "the transition '%s' is never taken: '%s' stands before it and has no guard", id, by)
	d.Hint = "give the one before a guard, or this one a smaller priority number"
	d.Notes = append(d.Notes, source.Note{Span: note, Message: "this one always goes first"})
}

func (m *messages) overlap(at source.Span, id, by, where string, note source.Span) {
	d := m.diags.Warn(at, "overlapping-guards", "the guards of '%s' and '%s' overlap, as for %s: '%s' goes first", by,
		id, where, by)
	d.Severity = source.Info
	d.Notes = append(d.Notes, source.Note{Span: note, Message: "the one that goes first"})
}

func (m *messages) moreOverlaps(at source.Span, more, unseen int) {
	text := fmt.Sprintf("%d more pairs of guards overlap", more)
	if unseen > 0 {
		text = fmt.Sprintf("%d more pairs of guards overlap; %d pairs were not compared", more, unseen)
	}
	m.diags.Warn(at, "overlapping-guards", "%s", text).Severity = source.Info
}

func (m *messages) unreached(at source.Span, location string) {
	m.diags.Warn(at, "unreached-location", "no transitions lead from the initial location to '%s'", location)
}

func (m *messages) endlessLoop(at source.Span, cycle []string) {
	d := m.diags.Warn(at, "endless-loop", "these internal transitions never come to rest: %s", strings.Join(cycle, ", "))
	d.Hint = "the machine shows !diverge and is dead: give one of them a guard or an event"
}

func (m *messages) wide(at source.Span, name string, size int64) {
	d := m.diags.Warn(at, "wide-range", "'%s' ranges over %d values", name, size)
	d.Severity = source.Info
	d.Hint = "the explicit engine enumerates states and inputs: choose the engine 'sat' if it runs out of its budget"
}
