package engine

import (
	"context"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
)

// sumReport is a report of all mutants of four numbers.
func sumReport(t *testing.T) *report.Report {
	t.Helper()
	r, err := Run(context.Background(), job(t, "1\n2\n0\n4\n", report.Settings{Operators: []string{"all"}}), Observer{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func verifyText(t *testing.T, text string, partial bool) string {
	t.Helper()
	v, err := Verify(context.Background(), []byte(text), VerifyOptions{Jobs: 3, Partial: partial})
	if err != nil {
		return "error: " + err.Error()
	}
	var lines []string
	for _, x := range v.Refusals {
		lines = append(lines, x.Mutant+": "+x.Why)
	}
	return strings.Join(lines, "\n")
}

func TestVerifyAccepts(t *testing.T) {
	with(t, sums{})
	if got := verifyText(t, bytesOf(t, sumReport(t)), false); got != "" {
		t.Errorf("a true report is refused: %s", got)
	}
}

// Each way to tamper with a report is refused, with the mutant where there is one.
func TestVerifyRefuses(t *testing.T) {
	with(t, sums{})
	for _, c := range []struct {
		what   string
		tamper func(r *report.Report)
		want   string
	}{
		{"another verdict", func(r *report.Report) {
			r.Mutants[0].Verdict = report.Unkillable
			r.Summary = report.Summarise(r.Mutants)
		}, "inc@1:1: the sum is 8, which does not make it unkillable"},
		{"no verdict", func(r *report.Report) { r.Mutants[0].Verdict = "fine"; r.Summary = report.Summarise(r.Mutants) }, `inc@1:1: "fine" is no verdict`},
		{"a wrong count", func(r *report.Report) { r.Summary.Killed++ }, ": the summary does not count the mutants"},
		{"another text", func(r *report.Report) { r.Model.Text = "1\n2\n1\n4\n" }, "inc@3:1: the change is not the one that the operator makes here"},
		{"another fact", func(r *report.Report) { r.Model.Facts[0].Value = "5" }, ": the facts are not"},
		{"a missing survivor", func(r *report.Report) { r.Mutants = r.Mutants[:11]; r.Summary = report.Summarise(r.Mutants) }, ": the report holds 11 mutants, the operators make 12"},
		{"a repeated mutant", func(r *report.Report) { r.Mutants[1] = r.Mutants[0] }, "inc@1:1: the mutant is listed twice"},
		{"another order", func(r *report.Report) { r.Mutants[1], r.Mutants[0] = r.Mutants[0], r.Mutants[1] }, "inc@1:1: the mutant is out of order"},
		{"an invented mutant", func(r *report.Report) { r.Mutants[0].ID = "inc@9:9" }, "inc@9:9: the operators make no such mutant"},
		{"another change", func(r *report.Report) { r.Mutants[0].Replacement = "9" }, "inc@1:1: the change is not the one that the operator makes here"},
		{"another place", func(r *report.Report) { r.Mutants[0].Span.Line = 2 }, "inc@1:1: the change is not"},
		{"other settings", func(r *report.Report) { r.Settings.Operators = []string{"inc"} }, ": the report holds 12 mutants, the operators make 4"},
		{"unordered operators", func(r *report.Report) { r.Settings.Operators = []string{"dec", "inc", "drop"} }, ": the settings are not as a run writes them"},
		{"an unknown operator", func(r *report.Report) { r.Settings.Operators = []string{"none"} }, `: the settings cannot be met: unknown operator "none"`},
		{"an unknown formalism", func(r *report.Report) { r.Model.Formalism = "petri" }, `: unknown formalism "petri"`},
		{"a later format", func(r *report.Report) { r.Format = 99 }, "error: the report has format 99, this version reads up to 2"},
		{"a negative format", func(r *report.Report) { r.Format = -1 }, "error: the report has format -1"},
		{"no format", func(r *report.Report) { r.Format = 0 }, "error: this is not a report of Mutarium"},
	} {
		r := sumReport(t)
		c.tamper(r)
		if got := verifyText(t, bytesOf(t, r), false); !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.what, got, c.want)
		}
	}
}

// A hand-written mutant must at least be a change of this very text.
func TestVerifyHandWritten(t *testing.T) {
	with(t, sums{})
	for _, c := range []struct {
		what   string
		tamper func(m *report.Mutant)
		want   string
	}{
		{"as it was", func(m *report.Mutant) {}, ""},
		{"beside the text", func(m *report.Mutant) { m.Span.Line = 77 }, "is not in the text"},
		{"backwards", func(m *report.Mutant) { m.Span.Line, m.Span.EndLine = 2, 1 }, "is not in the text"},
		{"another original", func(m *report.Mutant) { m.Original = "3" }, "is not the original"},
		{"overlapping", func(m *report.Mutant) {
			e := report.Edit{Original: m.Original, Replacement: m.Replacement, Span: m.Span}
			m.Edits = []report.Edit{e, e}
		}, "overlaps"},
	} {
		r := sumReport(t)
		r.Mutants = r.Mutants[:1]
		m := &r.Mutants[0]
		m.Operator, m.ID = "hand-written", "hand-written"
		c.tamper(m)
		r.Summary = report.Summarise(r.Mutants)
		if got := verifyText(t, bytesOf(t, r), false); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.what, got, c.want)
		}
	}
}

// A report of some of the mutants is accepted only when it says so or the user does.
func TestVerifyPartial(t *testing.T) {
	with(t, sums{})
	r := sumReport(t)
	r.Mutants = []report.Mutant{r.Mutants[0], r.Mutants[4], r.Mutants[9]} // their sums are 8, 6 and 5
	r.Summary = report.Summarise(r.Mutants)
	if got := verifyText(t, bytesOf(t, r), false); !strings.Contains(got, "--partial") {
		t.Errorf("a part passes for the whole: %q", got)
	}
	if got := verifyText(t, bytesOf(t, r), true); got != "" {
		t.Errorf("a part is refused: %q", got)
	}
	r.Cancelled = true
	if got := verifyText(t, bytesOf(t, r), false); got != "" {
		t.Errorf("a cancelled report is refused: %q", got)
	}
}

func TestVerifyNoReport(t *testing.T) {
	for _, text := range []string{"", "{", "[]", "null", `{"format": "one"}`, `{"format": 1}`} {
		if got := verifyText(t, text, false); !strings.HasPrefix(got, "error: this is not a report") {
			t.Errorf("%q: got %q", text, got)
		}
	}
}
