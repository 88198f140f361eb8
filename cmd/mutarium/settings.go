package main

import (
	"runtime"

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
	c.Flags().StringSliceVar(&f.operators, "operators", []string{"paper"},
		"paper, all, or `names` separated by commas (see mutarium operators)")
	f.add(c, true)
	c.Flags().StringArrayVar(&f.options, "option", nil,
		"a setting of the formalism, as `name=value`; repeatable (see mutarium operators)")
	c.RegisterFlagCompletionFunc("operators", complete(completeOperators))
	c.RegisterFlagCompletionFunc("option", complete(completeOptions))
}

// checkFlags adds the flags that decide how mutants are checked.
func (f *settingFlags) checkFlags(c *cobra.Command) { f.add(c, false) }

// add adds the flags of the settings that say which mutants there are, or those of the others.
func (f *settingFlags) add(c *cobra.Command, chooses bool) {
	_ = f.s.Complete() // the defaults are allowed
	for _, x := range report.AllSettings {
		if x.Chooses != chooses {
			continue
		}
		c.Flags().Var(&settingValue{x, &f.s}, x.Flag, x.Help)
		if len(x.Choices) > 0 {
			c.RegisterFlagCompletionFunc(x.Flag, words(x.Words()))
		}
	}
}

// A settingValue is the value of a setting's flag.
type settingValue struct {
	report.Setting
	to *report.Settings
}

func (v *settingValue) String() string {
	if v.to == nil {
		return "" // of the zero value, by which pflag knows what not to show
	}
	return v.Value(*v.to)
}

func (v *settingValue) Set(text string) error { return v.Setting.Set(v.to, text) }

func (v *settingValue) Type() string { return v.Name }

// settings returns what the flags say for a model.
func (a *app) settings(f *settingFlags, o *opened) (report.Settings, error) {
	s := f.s
	s.Operators = f.operators
	if f.operators != nil && len(f.operators) == 0 {
		return s, badInput("--operators: got none, want paper, all or names (see mutarium operators)")
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
	for _, x := range report.AllSettings {
		if x.Given(s) && !f.Has(x) {
			return badInput("--%s has no effect on %s: leave it out", x.Flag, f.Title)
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
	c.Flags().IntVar(to, "jobs", runtime.NumCPU(), "check `n` mutants at the same time; the report does not depend on it")
}

func checkJobs(n int) error {
	if n < 1 {
		return badInput("--jobs: got %d, want at least 1", n)
	}
	return nil
}
