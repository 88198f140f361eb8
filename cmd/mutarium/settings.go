package main

import (
	"runtime"
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/spf13/cobra"
)

// settingFlags are the flags that decide verdicts. They are report.Settings as a user writes them.
type settingFlags struct {
	formalism string
	operators []string
	options   []string
	s         report.Settings
}

// mutantFlags adds the flags that decide which mutants there are.
func (f *settingFlags) mutantFlags(c *cobra.Command) {
	formalismFlag(c, &f.formalism)
	c.Flags().StringSliceVar(&f.operators, "operators", []string{"paper"}, "paper, all, or `names` separated by commas (see mutarium operators)")
	c.Flags().IntVar(&f.s.Order, "order", 1, "`n` = 1: single changes; 2: pairs of changes")
	c.Flags().IntVar(&f.s.Sample, "sample", 0, "draw at most `n` mutants; 0: all")
	c.Flags().Uint64Var(&f.s.Seed, "seed", 0, "`seed` of the sample")
	c.Flags().StringArrayVar(&f.options, "option", nil, "a setting of the formalism, as `name=value`; repeatable (see mutarium operators)")
	c.RegisterFlagCompletionFunc("operators", complete(completeOperators))
	c.RegisterFlagCompletionFunc("option", complete(completeOptions))
}

// checkFlags adds the flags that decide how mutants are judged.
func (f *settingFlags) checkFlags(c *cobra.Command) {
	c.Flags().StringVar(&f.s.Engine, "engine", "auto", "`name` is auto, explicit or sat")
	c.Flags().IntVar(&f.s.Depth, "depth", 0, "consider only `n` steps; 0: all")
	c.Flags().IntVar(&f.s.Budget.States, "budget-states", 0, "store `n` states before giving up; 0: the formalism's default")
	c.Flags().IntVar(&f.s.Budget.Depth, "budget-depth", 0, "unroll `n` steps before giving up; 0: the default")
	c.Flags().IntVar(&f.s.Budget.SATCalls, "budget-sat-calls", 0, "call the solver `n` times for each mutant before giving up; 0: the default")
	c.RegisterFlagCompletionFunc("engine", words(engines))
}

var engines = []string{"auto", "explicit", "sat"}

// settings gives what the flags say for a model.
func (a *app) settings(f *settingFlags, o *opened) (report.Settings, error) {
	s := f.s
	s.Operators = f.operators
	if f.operators != nil && len(f.operators) == 0 {
		return s, badInput("--operators: got none, want paper, all or names (see mutarium operators)")
	}
	if s.Order < 1 || s.Order > 2 {
		return s, badInput("--order: got %d, want 1 or 2", s.Order)
	}
	for _, n := range []struct {
		flag  string
		value int
	}{
		{"sample", s.Sample}, {"depth", s.Depth}, {"budget-states", s.Budget.States},
		{"budget-depth", s.Budget.Depth}, {"budget-sat-calls", s.Budget.SATCalls},
	} {
		if n.value < 0 {
			return s, badInput("--%s: got %d, want no negative number", n.flag, n.value)
		}
	}
	if s.Engine != "" && !slices.Contains(engines, s.Engine) {
		return s, badInput("--engine: got %q, want one of %s", s.Engine, strings.Join(engines, ", "))
	}
	if err := effective(o.describe(), s); err != nil {
		return s, err
	}
	var err error
	s.Options, err = a.values(o.describe().Options, f.options)
	return s, err
}

// effective refuses what would change nothing: a user who asks for a bound or an engine would
// believe that it was kept.
func effective(f report.Formalism, s report.Settings) error {
	for _, x := range []struct {
		name, flag string
		given      bool
	}{
		{"engine", "--engine", s.Engine != "" && s.Engine != "auto"}, {"depth", "--depth", s.Depth > 0},
		{"states", "--budget-states", s.Budget.States > 0}, {"satCalls", "--budget-sat-calls", s.Budget.SATCalls > 0},
		{"budgetDepth", "--budget-depth", s.Budget.Depth > 0},
	} {
		if x.given && !slices.Contains(f.Settings, x.name) {
			return badInput("%s has no effect on %s: leave it out", x.flag, f.Title)
		}
	}
	return nil
}

// job opens a model with the flags' settings.
func (a *app) job(f *settingFlags, path string) (engine.Job, *opened, error) {
	o, err := a.open(path, f.formalism)
	if err != nil {
		return engine.Job{}, nil, err
	}
	s, err := a.settings(f, o)
	return engine.Job{File: o.file, Formalism: o.formalism, Model: o.model, Settings: s}, o, err
}

// jobsFlag adds --jobs.
func jobsFlag(c *cobra.Command, to *int) {
	c.Flags().IntVar(to, "jobs", runtime.NumCPU(), "judge `n` mutants at the same time; the report does not depend on it")
}

func checkJobs(n int) error {
	if n < 1 {
		return badInput("--jobs: got %d, want at least 1", n)
	}
	return nil
}
