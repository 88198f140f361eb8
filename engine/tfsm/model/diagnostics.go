package model

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine/source"
)

// One method for each message. The codes stand, each with a text that triggers it, in
// testdata/bad.txt; a test holds the two lists together.

// problems collects diagnostics.
type problems struct{ source.Diagnostics }

func shownToken(t token) string {
	switch t.kind {
	case tokEOF:
		return "the end of the text"
	case tokLine, tokComment:
		return "the end of the line"
	case tokBad:
		if strings.HasPrefix(t.text, `"`) || strings.HasPrefix(t.text, "“") {
			return "a quote that is not closed on its line"
		}
	}
	return "'" + t.text + "'"
}

func (p *problems) gotWant(t token, want string) {
	p.Add(t.span, "syntax", "got %s, want %s", shownToken(t), want)
}

func (p *problems) unknownHeader(t token) {
	d := p.Add(t.span, "syntax", "got '%s', want an arrow such as s1 -a/x-> s2, or one of %s",
		t.text, strings.Join(headers, ", "))
	d.Hint = source.DidYouMean(t.text, headers)
}

func (p *problems) emptyHeader(st statement) {
	p.Add(st.span, "syntax", "got no name, want at least one after '%s'", st.head.text)
}

func (p *problems) oneName(st statement) {
	p.Add(st.span, "syntax", "got %d names, want exactly one after '%s'", len(st.names), st.head.text)
}

func (p *problems) badDelay(at source.Span, got string) {
	d := p.Add(at, "delay", "got the delay '%s', want a whole number from 1 to %d, or inf", got, MaxDelay)
	switch {
	case got == "0":
		d.Hint = "a timeout of 0 would leave no time for an input"
	case strings.HasPrefix(got, "-"):
		d.Hint = "time does not run backwards"
	case strings.Contains(got, "."):
		d.Hint = "choose a smaller unit of time, so that all delays are whole"
	case strings.Trim(got, "0123456789") != "":
		d.Hint = "an input needs its output: -" + got + "/output->"
	}
}

func (p *problems) badRange(at source.Span, got string) {
	p.Add(at, "range", "got the range '%s', want two names that differ in their last number alone, the smaller "+
		"first", got).
		Hint = "for example ACK1..ACK15 or 1..5"
}

func (p *problems) declaredTwice(at source.Span, what, name string) {
	p.Add(at, "declared-twice", "%s '%s' is declared twice", what, name)
}

func (p *problems) unknownName(at source.Span, what, name string, known []string) {
	p.Add(at, "unknown-"+what, "%s '%s' is not declared", what, name).Hint = source.DidYouMean(name, known)
}

func (p *problems) solidStar(at source.Span, what string) {
	p.Add(at, "nondeterministic", "got '*' as the %s of a solid arrow, want one: the specification is "+
		"deterministic", what).
		Hint = "write a dashed arrow, ~a/*~>, for mutated transitions"
}

func (p *problems) duplicate(m *Model, t, first Transition) {
	p.Add(t.Span, "duplicate", "the transition %s is there already", m.ArrowOf(t)).
		Notes = []source.Note{{Span: first.Span, Message: "the first one"}}
}

func (p *problems) tooMany(at source.Span) {
	p.Add(at, "too-many", "the text stands for more than %d transitions", MaxTransitions)
}

func (p *problems) idCount(ids []token, want int) {
	p.Add(ids[0].span, "names", "got %d names in brackets for %d transitions", len(ids), want).
		Hint = "name each of them, or none: then they are called t1, t2, …"
}

func (p *problems) idTwice(id token, first source.Span) {
	p.Add(id.span, "names", "two transitions are called '%s'", id.text).
		Notes = []source.Note{{Span: first, Message: "the first one"}}
}

func (p *problems) nothing(what, example string) {
	p.Add(source.Span{}, "no-"+what, "the machine has no %s", what).Hint = example
}

func (p *problems) twoChoices(m *Model, first, t Transition) {
	what := "timeouts"
	if !t.IsTimeout() {
		what = "transitions on input '" + m.Inputs[t.Input] + "'"
	}
	a, b := m.Shown(first.Span).Line, m.Shown(t.Span).Line
	lines := fmt.Sprintf("lines %d and %d", a, b)
	if a == b {
		lines = fmt.Sprintf("line %d", a)
	}
	d := p.Add(t.Span, "nondeterministic", "state '%s' has two %s in the specification, %s: %s and %s",
		m.States[t.From], what, lines, m.ArrowOf(first), m.ArrowOf(t))
	switch m.Form {
	case formKISS, formAUT:
		d.Hint = "a nondeterministic machine has no test suite of this kind: keep one of them"
	case formDOT:
		d.Hint = "keep one of them, or mark the one that is a fault as mutated, with style=dashed"
	case formJSON:
		d.Hint = "move the one that is a fault to the mutation machine"
	default:
		d.Hint = "mark the one that is a fault as mutated, with ~ for -"
	}
	d.Notes = []source.Note{{Span: first.Span, Message: "the first one"}}
}

func (p *problems) incomplete(m *Model, at source.Span, state int, missing []string, mutationMachine bool) {
	where := "the specification"
	if mutationMachine {
		where = "the mutation machine"
	}
	d := p.Add(at, "incomplete", "state '%s' has no transition on %s in %s", m.States[state], quotedList(missing), where)
	switch {
	case mutationMachine:
		d.Hint = fmt.Sprintf("add %s ~*/*~> * to allow everything", quoteName(m.States[state]))
	case len(m.Outputs) > 0:
		d.Hint = m.offerToComplete(m.silentOutput())
	}
}

func (p *problems) moreIncomplete(states int) {
	p.Add(source.Span{}, "incomplete", "%d more states have no transition on some input", states)
}

// silentOutput is the output by which completing a machine is offered: one whose name says that nothing is shown,
// else the first.
func (m *Model) silentOutput() string {
	for _, o := range m.Outputs {
		if slices.Contains([]string{"-", "null", "void", "none", "nothing", "silent", "quiet", "empty"}, strings.ToLower(o)) {
			return o
		}
	}
	return m.Outputs[0]
}

// offerToComplete says how a partial machine is completed in the format of its text.
func (m *Model) offerToComplete(output string) string {
	how, sink := "the line * -*/"+quoteName(output)+"->", "* -*/error-> sink"
	switch m.Form {
	case formJSON:
		how, sink = `"complete": `+jsonString(output)+" beside the states", `"complete": "error", "completeTo": "sink"`
	case formKISS, formAUT:
		how, sink = "the line .complete "+output, ".complete error sink"
	case formDOT:
		how, sink = "complete = "+dotQuote(output)+"; in the graph", "complete = error; completeTo = sink;"
	}
	if m.Form == formAUT {
		sink = fmt.Sprintf(".complete error %d, and a state more in the first line,", m.head.states)
	}
	return how + " completes the machine by self-loops with output " + output + "; " + sink + " by an error state"
}

func quotedList(names []string) string {
	const most = 5
	shown := names
	if len(names) > most {
		shown = names[:most]
	}
	text := "'" + strings.Join(shown, "', '") + "'"
	if len(names) > most {
		text += fmt.Sprintf(" and %d more inputs", len(names)-most)
	}
	return text
}

func (p *problems) unreachable(m *Model, at source.Span, state int) {
	if m.Extra[state] {
		p.Warn(at, "unreachable", "no mutant reaches the extra state '%s'", m.States[state])
		return
	}
	p.Warn(at, "unreachable", "the specification never reaches state '%s'", m.States[state]).
		Hint = "the paper asks for initially connected machines; mutants that differ there alone conform"
}

func (p *problems) onlyDashed(m *Model, t Transition) {
	p.Warn(t.Span, "implied-timeout", "state '%s' has only mutated timeouts: the specification waits there for "+
		"ever", m.States[t.From]).
		Hint = "give it a solid one, such as " + quoteName(
		m.States[t.From],
	) + " -3-> " + quoteName(
		m.States[t.To],
	)
}

func (p *problems) manyInfinite(m *Model, at source.Span, state, n int) {
	p.Warn(
		at,
		"infinite-targets",
		"state '%s' has %d infinite timeouts, which all mean the same: they count as %d selections",
		m.States[state],
		n,
		n,
	)
}

func (p *problems) noMutation(m *Model) {
	*p.Add(source.Span{}, "no-mutation", "no transition is marked as mutated (~a/y~>): choose operators to build the "+
		"mutation machine") =
		source.Diagnostic{
			Severity: source.Info,
			Code:     "no-mutation",
			Message:  "no transition is marked as mutated, as in s1 ~a/y~> s2: choose operators to build the mutation machine",
		}
}

func (p *problems) badTest(at source.Span, err error) { p.Add(at, "test", "%v", err) }

// Imports.

func (p *problems) badImport(at source.Span, form format, problem string, args ...any) {
	p.Add(at, "import", "%s: "+problem, append([]any{form}, args...)...)
}

// lostOutput tells what a Moore machine shows that a Mealy machine cannot.
func (p *problems) lostOutput(at source.Span, state, output string) {
	d := p.Add(at, "moore", "")
	*d = source.Diagnostic{Span: at, Severity: source.Info, Code: "moore",
		Message: fmt.Sprintf(
			"read as a Moore machine: each input shows the output of the state that it enters; that '%s' shows '%s' at the "+
				"start is lost",
			state,
			output,
		)}
}

// readAsTimers tells how a machine with local timers was read.
func (p *problems) readAsTimers(locations, states int, waits bool) {
	how := "its timeouts show nothing, and are timeouts here"
	if waits {
		how = "the input '" + waitInput + "' is a unit of time, and shows what runs out at its end"
	}
	d := p.Add(source.Span{}, "timers", "")
	*d = source.Diagnostic{Severity: source.Info, Code: "timers",
		Message: fmt.Sprintf("read as a Mealy machine with local timers, %d locations in %d states: %s", locations,
			states, how)}
}

func (p *problems) tooManyTimed(l *location) {
	p.Add(l.at, "too-many", "the timers make more than %d states, counted up to '%s'", maxTimed, l.name).
		Hint = "choose a larger unit of time, if all values of timers are multiples of it"
}

func (p *problems) notSubmachine(m *Model, at source.Span, t Transition) {
	p.Add(at, "not-submachine", "the mutation machine does not contain %s of the specification", m.ArrowOf(t)).
		Hint = "a specification is a submachine of its mutation machine (Definition 3)"
}
