package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/spf13/cobra"
)

// runFlags are the flags of run in addition to the settings.
type runFlags struct {
	settingFlags
	outputFlags
	failOn  []string
	jobs    int
	list    []string
	only    []string
	timings bool
}

func (a *app) runCommand() *cobra.Command {
	f := &runFlags{}
	c := &cobra.Command{
		Use:   "run MODEL",
		Short: "Check every mutant of a model",
		Long: "Make mutants with the operators and check each: killed, with a shortest run that shows it;\n" +
			"unkillable, and why; or unknown, and which limit was reached. MODEL is a file, a project folder,\n" +
			"or - for stdin.",
		Example: "  mutarium examples car-alarm -o car.as\n  mutarium run car.as\n" +
			"  mutarium run car.as --operators all --json -o report.json\n" +
			"  mutarium run car.as --operators guard_true,inc_const --list killed,unkillable\n" +
			"  mutarium run car.as --order 2 --sample 1000 --seed 7 --fail-on unkillable",
		RunE: func(c *cobra.Command, args []string) error { return a.run(c, f, args[0]) },
	}
	f.mutantFlags(c)
	f.checkFlags(c)
	f.outputFlags.add(c, "the report")
	failOnFlag(c, &f.failOn)
	jobsFlag(c, &f.jobs)
	c.Flags().StringSliceVar(&f.list, "list", report.Verdicts[:3], "`verdicts` whose mutants the text lists")
	c.Flags().StringArrayVar(&f.only, "only", nil, "check only the mutant with this `id`; repeatable")
	c.Flags().BoolVar(&f.timings, "timings", false, "add times, which differ from run to run")
	c.RegisterFlagCompletionFunc("list", words(report.Verdicts))
	c.RegisterFlagCompletionFunc("only", complete(completeMutants))
	return c
}

func (a *app) run(c *cobra.Command, f *runFlags, path string) error {
	if err := errors.Join(checkWords("--list", f.list, report.Verdicts), checkFailOn(f.failOn),
		checkJobs(f.jobs)); err != nil {
		return err
	}
	job, o, err := a.job(&f.settingFlags, path)
	if err != nil {
		return err
	}
	job.Only = f.only
	show, end := a.progress("checking")
	done, total := 0, 0
	r, err := engine.RunAll(c.Context(), job, f.jobs, engine.Observer{
		Head:   func(_ report.Report, n int) { total = n },
		Mutant: func(int, report.Mutant) { done++; show(done, total, "") },
	})
	end()
	if err != nil {
		return err
	}
	if err := found(r, f.only); err != nil {
		return err
	}
	r.Timings.Parse = o.parse
	text := func(r *report.Report) string { return reportText(r, f.list) }
	if err := a.writeReport(f.outputFlags, f.timings, r, text); err != nil {
		return err
	}
	return verdict(r, f.failOn)
}

// found refuses ids that are not those of mutants.
func found(r *report.Report, only []string) error {
	for _, id := range only {
		if !r.Cancelled && !slices.ContainsFunc(r.Mutants, func(m report.Mutant) bool { return m.ID == id }) {
			return badInput("--only: the operators make no mutant %q (see `mutarium mutants`)", id)
		}
	}
	return nil
}

// failOnFlag adds --fail-on.
func failOnFlag(c *cobra.Command, to *[]string) {
	c.Flags().StringSliceVar(to, "fail-on", nil,
		"exit with 1 when a mutant has one of these `verdicts` or reasons, such as killed or refines")
	c.RegisterFlagCompletionFunc("fail-on", words(failWords()))
}

// checkFailOn refuses words that no verdict can meet: a build that should fail would pass.
func checkFailOn(given []string) error {
	return checkWords("--fail-on", given, failWords())
}

// failWords are the verdicts, reasons and strengths of verdicts that a build may fail on.
func failWords() []string {
	return slices.Concat(report.Verdicts, report.Reasons, report.OpenReasons(), []string{report.Bounded, duplicate})
}

// duplicate is the word for mutants that behave exactly as an earlier one does.
const duplicate = "duplicate"

// failsOn tells whether a mutant has one of the words.
func failsOn(m report.Mutant, words []string) bool {
	has := func(word string) bool { return word != "" && slices.Contains(words, word) }
	return has(m.Verdict) || has(m.Reason) ||
		m.Strength == report.Bounded && has(m.Strength) || m.DuplicateOf != "" && has(duplicate)
}

// newWords are the present words for verdicts and reasons of format 1, which scripts may still use.
var newWords = map[string]string{
	"survived": report.Unkillable, "loses-behaviour": report.Refines, "subsumed": report.Refines,
}

// checkWords refuses words that are not known, and puts present ones in the place of old ones.
func checkWords(flag string, given, known []string) error {
	for i, v := range given {
		if word, old := newWords[v]; old && !slices.Contains(known, v) {
			given[i], v = word, word
		}
		if !slices.Contains(known, v) {
			return badInput("%s: got %q%s, want some of %s", flag, v, didYouMean(v, known), strings.Join(known, ", "))
		}
	}
	return nil
}

// verdict turns a report into the end of a command: what the user wanted to fail on first, then
// what stayed open.
func verdict(r *report.Report, failOn []string) error {
	n := 0
	for _, m := range r.Mutants {
		if failsOn(m, failOn) {
			n++
		}
	}
	switch {
	case n > 0:
		return findings("%s with %s (--fail-on)", count(n, "mutant"), strings.Join(failOn, " or "))
	case r.Cancelled:
		return exhausted("stopped after %s", count(len(r.Mutants), "mutant"))
	case r.Summary.Unknown > 0:
		return exhausted("not decided: %s", count(r.Summary.Unknown, "mutant"))
	}
	return nil
}
