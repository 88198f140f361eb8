package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// reportText prints a report for people. The verdicts in list have their mutants listed.
func reportText(r *report.Report, list []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s by %s\n", r.Model.Name, count(r.Summary.Mutants, "mutant"),
		strings.Join(r.Settings.Operators, ", "))
	if len(r.Model.Facts) > 0 {
		b.WriteString(facts("  ", r.Model.Facts))
	}
	if r.Cancelled {
		b.WriteString("\nStopped: the mutants that were not reached are missing.\n")
	}
	f := formalismOf(r)
	for _, v := range report.Verdicts {
		b.WriteString(verdictText(r, &f, v, slices.Contains(list, v)))
	}
	b.WriteString("\n" + summaryText(r))
	if t := r.Timings; t != nil {
		fmt.Fprintf(&b, "\nparse %.1f ms, mutate %.1f ms, prepare %.1f ms, check %.1f ms\n", t.Parse, t.Mutate, t.Prepare,
			t.Check)
	}
	return b.String()
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// facts prints labelled figures, one a line.
func facts(indent string, all []report.Fact) string {
	var rows [][]string
	for _, f := range all {
		rows = append(rows, []string{f.Label, f.Value})
	}
	return grid(indent, rows, nil)
}

// formalismOf describes the formalism of a report.
func formalismOf(r *report.Report) report.Formalism {
	f, err := engine.Find(r.Model.Formalism)
	if err != nil {
		return report.Formalism{}
	}
	return f.Describe()
}

// verdictText prints the mutants of one verdict, or how to see them.
func verdictText(r *report.Report, f *report.Formalism, verdict string, listed bool) string {
	var rows [][]string
	file := source.NewFile("", r.Model.Text)
	for _, m := range r.Mutants {
		if m.Verdict == verdict {
			rows = append(rows, mutantRow(file, f, m))
		}
	}
	switch {
	case len(rows) == 0:
		return ""
	case !listed:
		return fmt.Sprintf("\n%s: %d (listed with --list %s)\n", verdict, len(rows), verdict)
	}
	return fmt.Sprintf("\n%s: %d\n%s", verdict, len(rows), grid("  ", rows, nil))
}

// mutantRow is a mutant's line: id, place, change, and what is known of it.
func mutantRow(file *source.File, f *report.Formalism, m report.Mutant) []string {
	line, column := m.Place()
	return []string{m.ID, fmt.Sprintf("%d:%d", line, column), change(file, m), outcome(f, m)}
}

// change shows what was replaced by what, at most a line of it. A single short change is shown in
// its context: aState [#= → #\=] 1.
func change(file *source.File, m report.Mutant) string {
	if m.Words != nil {
		return short(strings.Join(m.Words, "; "), 90)
	}
	if len(m.Edits) == 0 {
		before, after := "", ""
		if m.Original != "" && len(m.Original) <= 8 {
			before, after = around(file, m.Span)
		}
		text := replaced(m.Original, m.Replacement)
		if before+after == "" {
			return text
		}
		return before + "[" + text + "]" + after
	}
	var all []string
	for _, e := range m.Edits {
		all = append(all, replaced(e.Original, e.Replacement))
	}
	return short(strings.Join(all, "; "), 90)
}

func replaced(from, to string) string {
	from, to = short(from, 36), short(to, 36)
	switch {
	case from == "":
		return "+ " + to
	case to == "":
		return "- " + from
	}
	return from + " → " + to
}

// around returns the text before and after a span on its line, some runes of each.
func around(file *source.File, s report.Span) (before, after string) {
	const most = 16
	at := file.Read(s)
	if at.Start > at.End {
		return "", ""
	}
	before = file.Text[:at.Start]
	before = strings.TrimLeft(before[strings.LastIndexByte(before, '\n')+1:], " \t")
	after, _, _ = strings.Cut(file.Text[at.End:], "\n")
	if r := []rune(before); len(r) > most {
		before = "…" + string(r[len(r)-most:])
	}
	if r := []rune(after); len(r) > most {
		after = string(r[:most]) + "…"
	}
	return before, strings.TrimRight(after, " \t\r")
}

// outcome says what is known of a mutant in a few words: "refines", "at step 4",
// "not killed within 20 steps".
func outcome(f *report.Formalism, m report.Mutant) string {
	var words []string
	if m.Reason != "" {
		words = append(words, m.Reason)
	}
	switch {
	case m.Length == nil:
	case m.Reason != report.Init:
		words = append(words, "at step "+strconv.Itoa(report.Step(*m.Length)))
	}
	if m.Strength == report.Bounded {
		words = append(words, "not killed within "+count(m.K, "step"))
	}
	if m.DuplicateOf != "" {
		words = append(words, "same as "+m.DuplicateOf)
	}
	words = append(words, f.Marks(&m)...)
	return strings.Join(append([]string{strings.Join(words, ", ")}, m.Notes...), "; ")
}

// summaryText is the table of verdicts by operator.
func summaryText(r *report.Report) string {
	rows := [][]string{{"operator", "mutants", "killed", "unkillable", "unknown", "invalid", "duplicates"}}
	row := func(name string, n ...int) {
		cells := []string{name}
		for _, x := range n {
			cells = append(cells, strconv.Itoa(x))
		}
		rows = append(rows, cells)
	}
	s := r.Summary
	for _, name := range summaryOrder(r) {
		o := s.Operators[name]
		row(name, o.Mutants, o.Killed, o.Unkillable, o.Unknown, o.Invalid, o.Duplicates)
	}
	row("all", s.Mutants, s.Killed, s.Unkillable, s.Unknown, s.Invalid, s.Duplicates)
	text := grid("", rows, []bool{false, true, true, true, true, true, true})
	if s.DuplicatesNote != "" {
		text += "duplicates: " + s.DuplicatesNote + "\n"
	}
	return text
}

// summaryOrder lists the operators as the settings do, then pairs and other names by the alphabet.
func summaryOrder(r *report.Report) []string {
	order := slices.Clone(r.Settings.Operators)
	order = slices.DeleteFunc(order, func(name string) bool { return r.Summary.Operators[name].Mutants == 0 })
	var more []string
	for name := range r.Summary.Operators {
		if !slices.Contains(order, name) {
			more = append(more, name)
		}
	}
	slices.Sort(more)
	return append(order, more...)
}
