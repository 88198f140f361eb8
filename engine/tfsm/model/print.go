package model

import (
	"strconv"
	"strings"
)

// ArrowOf writes a transition as a line of the language, without its name.
func (m *Model) ArrowOf(t Transition) string { return m.arrow(t, t.Mutated) }

// Named writes a transition with its name: s1 -a/x-> s2 [t1].
func (m *Model) Named(t Transition) string { return m.ArrowOf(t) + " [" + quoteName(t.ID) + "]" }

func (m *Model) arrow(t Transition, dashed bool) string {
	mark := "-"
	if dashed {
		mark = "~"
	}
	return quoteName(m.States[t.From]) + " " + mark + m.LabelOf(t) + mark + "> " + quoteName(m.States[t.To])
}

// ChangeInWords says what taking a transition in place of the specification's changes: "s3 on a: x → y",
// "s1: timeout 4 to s2 → 3 to s4". Targets are said where they differ. An extra state's transition, which is in
// place of none, has no own.
func (m *Model) ChangeInWords(own *Transition, t Transition) string {
	place, what := m.States[t.From], "timeout "
	if !t.IsTimeout() {
		place, what = place+" on "+m.Inputs[t.Input], ""
	}
	if own == nil {
		return place + ": " + what + m.shows(t) + " to " + m.States[t.To]
	}
	from, to := m.shows(*own), m.shows(t)
	switch {
	case own.Delay == Inf:
		to += " to " + m.States[t.To]
	case own.To == t.To:
	case from == to:
		from, to = "to "+m.States[own.To], "to "+m.States[t.To]
	default:
		from, to = from+" to "+m.States[own.To], to+" to "+m.States[t.To]
	}
	return place + ": " + what + from + " → " + to
}

// shows is a transition's output or delay.
func (m *Model) shows(t Transition) string {
	switch {
	case !t.IsTimeout():
		return m.Outputs[t.Output]
	case t.Delay == Inf:
		return "never"
	}
	return t.Delay.String()
}

// LabelOf writes a transition's label: a/x, or a delay.
func (m *Model) LabelOf(t Transition) string {
	if t.IsTimeout() {
		return t.Delay.String()
	}
	return quoteName(m.Inputs[t.Input]) + "/" + quoteName(m.Outputs[t.Output])
}

func (d Delay) String() string {
	if d == Inf {
		return "inf"
	}
	return strconv.FormatInt(int64(d), 10)
}

// Print writes the model in the language. A text of the language keeps its comments, its order
// and its abbreviations; a model from elsewhere is written one transition a line.
func (m *Model) Print() string {
	if m.stmts != nil {
		return printStatements(m.stmts)
	}
	return m.PrintFlat()
}

// PrintAutomaton writes one machine over the model's states, inputs and outputs.
func (m *Model) PrintAutomaton(a *Automaton) string {
	n := *m
	n.Initial, n.Tests, n.Transitions, n.Extra = a.Initial, nil, nil, make([]bool, len(m.States))
	for s := range m.States {
		if n.Extra[s] = a.Out[s*a.Inputs] < 0; n.Extra[s] {
			continue
		}
		for i := range a.Inputs {
			at := s*a.Inputs + i
			n.Transitions = append(n.Transitions, Transition{From: s, Input: i, Output: int(a.Out[at]), To: int(a.Next[at])})
		}
		if a.Delay[s] != Inf {
			n.Transitions = append(n.Transitions, Transition{From: s, Input: -1, Output: -1, Delay: a.Delay[s],
				To: int(a.After[s])})
		}
	}
	NameRest(n.Transitions)
	return n.SpecificationOnly().PrintFlat()
}

func (m *Model) PrintFlat() string {
	var b strings.Builder
	if m.Title != "" {
		b.WriteString("machine " + quoteName(m.Title) + "\n")
	}
	header(&b, "inputs", m.Inputs)
	header(&b, "outputs", m.Outputs)
	var spec, extra []string
	for s, name := range m.States {
		if m.Extra[s] {
			extra = append(extra, name)
		} else {
			spec = append(spec, name)
		}
	}
	header(&b, "states", spec)
	header(&b, "extra", extra)
	header(&b, "initial", []string{m.States[m.Initial]})
	for _, t := range m.Tests {
		header(&b, "test", []string{m.Show(t, true)})
	}
	b.WriteByte('\n')
	for _, t := range m.Transitions {
		b.WriteString(m.Named(t) + "\n")
	}
	return b.String()
}

func header(b *strings.Builder, word string, names []string) {
	if len(names) == 0 {
		return
	}
	b.WriteString(word)
	for _, n := range names {
		b.WriteString(" " + quoteName(n))
	}
	b.WriteByte('\n')
}

// printStatements writes statements with one space where spaces are free.
func printStatements(stmts []statement) string {
	var b strings.Builder
	for i, st := range stmts {
		text := st.print()
		if st.joined && st.kind != stmtEmpty {
			b.WriteString("; ")
		} else if i > 0 && !st.joined {
			b.WriteByte('\n')
		}
		b.WriteString(text)
		if st.comment != "" {
			if b.Len() > 0 && !strings.HasSuffix(b.String(), "\n") {
				b.WriteString("  ")
			}
			b.WriteString(st.comment)
		}
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

func (st statement) print() string {
	switch st.kind {
	case stmtHeader:
		text := st.head.text
		for _, it := range st.names {
			text += " " + it.print()
		}
		return text
	case stmtArrow:
		return st.printArrow()
	}
	return ""
}

func (st statement) printArrow() string {
	mark := "-"
	if st.dash {
		mark = "~"
	}
	labels := make([]string, len(st.label))
	for i, l := range st.label {
		labels[i] = l.print()
	}
	text := st.from.print() + " " + mark + strings.Join(labels, ", ") + mark + ">"
	if st.to != nil {
		text += " " + st.to.print()
	}
	if st.ids != nil {
		names := make([]string, len(st.ids))
		for i, id := range st.ids {
			names[i] = quoteName(id.text)
		}
		text += " [" + strings.Join(names, ", ") + "]"
	}
	return text
}

func (l label) print() string {
	if l.delays == nil {
		return l.input.print() + "/" + l.output.print()
	}
	parts := make([]string, len(l.delays))
	for i, r := range l.delays {
		parts[i] = r.lo.String()
		if r.hi != r.lo {
			parts[i] += ".." + r.hi.String()
		}
	}
	return strings.Join(parts, "|")
}

func (s set) print() string {
	if s.star {
		return "*"
	}
	parts := make([]string, len(s.items))
	for i, it := range s.items {
		parts[i] = it.print()
	}
	return strings.Join(parts, "|")
}

func (it item) print() string {
	if it.hi == "" {
		return quoteName(it.lo)
	}
	return quoteName(it.lo) + ".." + quoteName(it.hi)
}
