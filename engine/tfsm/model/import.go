package model

import (
	"strings"

	"github.com/mutarium/mutarium/engine/source"
)

// An importer collects what a text of another format says. Each format may name an output by
// which a partial machine is completed, and an error state to go to: "complete" and "completeTo" in JSON and DOT,
// ".complete output state" in KISS2 and .aut.
type importer struct {
	m                       *Model
	p                       *problems
	states, inputs, outputs *vocabulary
	complete                string // output of what is left out; "": nothing may be
	sink                    string // where it leads; "": it stays
	stmts                   int
}

func newImporter(f *source.File, p *problems, form format) *importer {
	return &importer{m: &Model{File: f, Form: form}, p: p,
		states: newVocabulary("state"), inputs: newVocabulary("input"), outputs: newVocabulary("output")}
}

// bad reports a problem of the format.
func (im *importer) bad(at source.Span, problem string, args ...any) {
	im.p.badImport(at, im.m.Form, problem, args...)
}

// step adds an input/output transition.
func (im *importer) step(at source.Span, from, input, output, to string) *Transition {
	return im.add(Transition{From: im.states.add(from), Input: im.inputs.add(input),
		Output: im.outputs.add(output), To: im.states.add(to), Span: at})
}

// timeout adds a timeout whose delay is given as a text.
func (im *importer) timeout(at source.Span, from, delay, to string) *Transition {
	d, ok := readDelay(delay)
	if !ok {
		im.p.badDelay(at, delay)
		d = 1
	}
	return im.add(Transition{From: im.states.add(from), Input: -1, Output: -1, Delay: d,
		To: im.states.add(to), Span: at})
}

func (im *importer) add(t Transition) *Transition {
	t.Stmt = im.stmts
	im.stmts++
	if len(im.m.Transitions) == MaxTransitions {
		im.p.tooMany(t.Span)
	}
	if len(im.m.Transitions) < MaxTransitions {
		im.m.Transitions = append(im.m.Transitions, t)
	}
	return &im.m.Transitions[len(im.m.Transitions)-1]
}

// finish completes names and the machine. Duplicates are reported here.
func (im *importer) finish() *Model {
	m := im.m
	m.States, m.Inputs, m.Outputs = im.states.names, im.inputs.names, im.outputs.names
	if m.Extra == nil {
		m.Extra = make([]bool, len(m.States))
	}
	for len(m.Extra) < len(m.States) {
		m.Extra = append(m.Extra, false)
	}
	seen := map[Transition]Transition{}
	for _, t := range m.Transitions {
		if first, twice := seen[t.Bare()]; twice {
			im.p.duplicate(m, t, first)
		}
		seen[t.Bare()] = t
	}
	if im.complete != "" {
		im.completeWith(im.complete)
	} else if im.sink != "" {
		im.bad(source.Span{}, "got the error state '%s' without the output that leads to it", im.sink)
	}
	m.addImplied()
	im.checkIDs()
	NameRest(m.Transitions)
	return m
}

// completeWith adds a self-loop with the output for each input that a state does not read, or a transition to
// the error state, which stays there.
func (im *importer) completeWith(output string) {
	m := im.m
	o := im.outputs.add(output)
	m.Outputs = im.outputs.names
	sink := -1
	if im.sink != "" {
		sink = im.states.add(im.sink)
		m.States = im.states.names
		for len(m.Extra) < len(m.States) {
			m.Extra = append(m.Extra, false)
		}
	}
	has := map[[2]int]bool{}
	for _, t := range m.Transitions {
		if !t.Mutated {
			has[[2]int{t.From, t.Input}] = true
		}
	}
	for s := range m.States {
		for i := range m.Inputs {
			if m.Extra[s] || has[[2]int{s, i}] {
				continue
			}
			to := s
			if sink >= 0 {
				to = sink
			}
			m.Transitions = append(m.Transitions, Transition{From: s, To: to, Input: i, Output: o, Stmt: -1})
		}
	}
}

func (im *importer) checkIDs() {
	taken := map[string]source.Span{}
	for _, t := range im.m.Transitions {
		if t.ID == "" {
			continue
		}
		if first, twice := taken[t.ID]; twice {
			im.p.idTwice(token{text: t.ID, span: t.Span}, first)
		}
		taken[t.ID] = t.Span
	}
}

// splitLabel cuts "a / x" into input and output, at the first slash with blanks around it if there is
// one, else at the first slash: outputs may be several messages with slashes between them.
func splitLabel(label string) (input, output string, ok bool) {
	input, output, ok = strings.Cut(label, " / ")
	if !ok {
		input, output, ok = strings.Cut(label, "/")
	}
	input, output = strings.TrimSpace(input), strings.TrimSpace(output)
	return input, output, ok && input != "" && output != ""
}

// lines calls f with each line of a text, trimmed, and its span.
func lines(text string, f func(line string, at source.Span)) {
	for start := 0; start < len(text); {
		end := strings.IndexByte(text[start:], '\n')
		if end < 0 {
			end = len(text) - start
		}
		line := text[start : start+end]
		trimmed := strings.TrimSpace(line)
		at := start + strings.Index(line, trimmed)
		f(trimmed, source.Span{Start: source.Pos(at), End: source.Pos(at + len(trimmed))})
		start += end + 1
	}
}
