package main

import (
	"fmt"
	"strings"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/spf13/cobra"
)

func (a *app) diffCommand() *cobra.Command {
	var out outputFlags
	c := &cobra.Command{
		Use:   "diff BEFORE AFTER",
		Short: "Compare two reports: new and gone mutants, other verdicts",
		Long: "Compare two reports of a model, before and after an edit or with other operators or settings:\n" +
			"which mutants are new, which are gone, and which have another verdict. Mutants are the same when\n" +
			"an operator makes the same change in both; first those are paired whose lines read alike, then\n" +
			"those whose lines were edited. Line numbers and ids do not count. BEFORE and AFTER are files; one\n" +
			"may be - for stdin.",
		Example: "  mutarium examples tea -o tea.efsm\n  mutarium run tea.efsm --json -o before.json\n" +
			"  mutarium run tea.efsm --operators all --json -o after.json\n  mutarium diff before.json after.json",
		RunE: func(_ *cobra.Command, args []string) error {
			if args[0] == "-" && args[1] == "-" {
				return badInput("only one of the reports can come from stdin")
			}
			var both [2]*report.Report
			for i, path := range args {
				data, err := a.readReport(path)
				if err != nil {
					return err
				}
				if both[i], err = engine.Read(data); err != nil {
					return fmt.Errorf("%s: %w", path, err)
				}
			}
			d := report.Differ(both[0], both[1])
			if out.json {
				return a.writeJSON(out.file, d)
			}
			return a.writeText(out.file, differenceText(both[0], both[1], d))
		},
	}
	out.add(c, "the difference")
	return c
}

// differenceText says in one line what each run counts, then lists what is not the same.
func differenceText(before, after *report.Report, d *report.Difference) string {
	was, is := source.NewFile("", before.Model.Text), source.NewFile("", after.Model.Text)
	row := func(f *source.File, m report.Mutant, verdict string) []string {
		line, column := m.Place()
		return []string{m.ID, fmt.Sprintf("%d:%d", line, column), change(f, m), verdict}
	}
	var changed, added, gone [][]string
	for _, c := range d.Changed {
		changed = append(changed, row(is, c.After, verdictWords(c.Before)+" → "+verdictWords(c.After)))
	}
	for _, m := range d.New {
		added = append(added, row(is, m, verdictWords(m)))
	}
	for _, m := range d.Gone {
		gone = append(gone, row(was, m, verdictWords(m)))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "before: %s\nafter:  %s\n%s in both runs with the same verdict\n", countsText(d.Before),
		countsText(d.After), count(d.Same, "mutant"))
	for _, part := range []struct {
		title string
		rows  [][]string
	}{{"other verdicts", changed}, {"new", added}, {"gone", gone}} {
		if len(part.rows) > 0 {
			fmt.Fprintf(&b, "\n%s: %d\n%s", part.title, len(part.rows), grid("  ", part.rows, nil))
		}
	}
	return b.String()
}

func verdictWords(m report.Mutant) string {
	if m.Reason == "" || m.Verdict == report.Killed {
		return m.Verdict
	}
	return m.Verdict + ", " + m.Reason
}

func countsText(c report.Counts) string {
	text := fmt.Sprintf("%s, %d killed, %d unkillable", count(c.Mutants, "mutant"), c.Killed, c.Unkillable)
	if c.Unknown > 0 {
		text += fmt.Sprintf(", %d unknown", c.Unknown)
	}
	if c.Invalid > 0 {
		text += fmt.Sprintf(", %d invalid", c.Invalid)
	}
	return text
}
