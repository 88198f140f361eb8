package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	"github.com/mutarium/mutarium/engine"
	"github.com/spf13/cobra"
)

// maxReport bounds what is read as a report, in bytes.
const maxReport = 1 << 30

func (a *app) verifyCommand() *cobra.Command {
	var how engine.VerifyOptions
	var out outputFlags
	c := &cobra.Command{
		Use:   "verify REPORT",
		Short: "Check every verdict of a report",
		Long: "Check a report without trusting it: the facts about the model, the list of mutants, the summary,\n" +
			"and each verdict from its evidence, by a simpler second program. Everything that is wrong is\n" +
			"printed, and the exit code is 1. REPORT is a file, or - for stdin.",
		Example: "  mutarium examples car-alarm -o car.as\n  mutarium run car.as --json -o report.json\n" +
			"  mutarium verify report.json",
		RunE: func(c *cobra.Command, args []string) error {
			if err := checkJobs(how.Jobs); err != nil {
				return err
			}
			data, err := a.readReport(args[0])
			if err != nil {
				return err
			}
			show, end := a.progress("verifying")
			how.Progress = func(done, total int) { show(done, total, "") }
			v, err := engine.Verify(c.Context(), data, how)
			end()
			if err != nil {
				return err
			}
			return a.verified(v, out)
		},
	}
	c.Flags().BoolVar(&how.Partial, "partial", false, "the report may hold only some of the mutants, as after run --only")
	c.Flags().IntVar(&how.Jobs, "jobs", runtime.NumCPU(), "check `n` mutants at the same time")
	out.add(c, "the result")
	return c
}

func (a *app) readReport(path string) ([]byte, error) {
	in := a.in
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, maxReport+1))
	if err == nil && len(data) > maxReport {
		err = fmt.Errorf("%s is larger than %d MB", path, maxReport>>20)
	}
	return data, err
}

func (a *app) verified(v *engine.Verification, out outputFlags) error {
	var text strings.Builder
	for _, r := range v.Refusals {
		id := r.Mutant
		if id == "" {
			id = "report"
		}
		fmt.Fprintf(&text, "refused: %s: %s\n", id, r.Why)
	}
	if len(v.Refusals) == 0 {
		fmt.Fprintf(&text, "every verdict holds: %s\n", count(v.Mutants, "mutant"))
	}
	write := func() error { return a.writeText(out.file, text.String()) }
	if out.json {
		write = func() error { return a.writeJSON(out.file, v) }
	}
	if err := write(); err != nil {
		return err
	}
	if n := len(v.Refusals); n > 0 {
		return findings("%s", count(n, "refusal"))
	}
	return nil
}
