package report

import (
	"fmt"
	"strings"
	"testing"
)

// made gives a report of a text: each "x" in it is a mutant "x → y" of an operator, killed in lines that
// begin with "!".
func made(operator, text string) *Report {
	r := &Report{Model: Model{Text: text}}
	for i, line := range strings.Split(text, "\n") {
		for at, c := range line {
			if c != 'x' {
				continue
			}
			m := Mutant{ID: fmt.Sprintf("%s@%d:%d", operator, i+1, at+1), Operator: operator, Original: "x", Replacement: "y",
				Span: Span{Line: i + 1, Column: at + 1, EndLine: i + 1, EndColumn: at + 2}, Verdict: Unkillable, Reason: Equivalent}
			if strings.HasPrefix(line, "!") {
				m.Verdict, m.Reason = Killed, ""
			}
			r.Mutants = append(r.Mutants, m)
		}
	}
	return r
}

func TestDiffer(t *testing.T) {
	for _, c := range []struct {
		name          string
		before, after *Report
		want          string
	}{
		{"nothing changed", made("A", "x 1\n! x 2"), made("A", "x 1\n! x 2"), "2 same"},
		{"lines moved and laid out", made("A", "x 1\n! x 2"), made("A", "\n\n  x   1\n\n! x 2"), "2 same"},
		{"a line came before its like", made("A", "x 1\nx 2"), made("A", "x 0\nx 1\nx 2"), "2 same, new A@1:1"},
		{"a line went", made("A", "x 0\nx 1\nx 2"), made("A", "x 0\nx 2"), "2 same, gone A@2:1"},
		{"a line was edited", made("A", "x 1\nx 2"), made("A", "x 1\n! x 3"), "1 same, A@2:1 → A@2:3"},
		{"another operator", made("A", "x 1"), made("B", "x 1"), "0 same, gone A@1:1, new B@1:1"},
		{"another verdict", made("A", "x 1"), made("A", "! x 1"), "0 same, A@1:1 → A@1:3"},
		{"nothing before", made("A", ""), made("A", "x"), "0 same, new A@1:1"},
	} {
		d := Differ(c.before, c.after)
		got := fmt.Sprintf("%d same", d.Same)
		for _, m := range d.Changed {
			got += ", " + m.Before.ID + " → " + m.After.ID
		}
		for _, m := range d.Gone {
			got += ", gone " + m.ID
		}
		for _, m := range d.New {
			got += ", new " + m.ID
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
		if d.Nothing() != strings.HasSuffix(c.want, "same") {
			t.Errorf("%s: nothing changed: %t", c.name, d.Nothing())
		}
		if all := d.Same + len(d.Changed) + len(d.New); all != len(c.after.Mutants) || d.After.Mutants != all ||
			d.Before.Mutants != d.Same+len(d.Changed)+len(d.Gone) {
			t.Errorf("%s: %+v does not count all", c.name, d)
		}
	}
}
