package main

import (
	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/spf13/cobra"
)

// suiteFlags are the flags of suite and score beside the settings that choose the fault domain.
type suiteFlags struct {
	settingFlags
	outputFlags
	initial   string
	maxLength int
	whole     bool
	keep      bool
	unchecked bool
	failOn    string
}

const suiteFormat = "A suite is JSON: {\"tests\": [[[\"b\",\"1/2\"],[\"a\",\"1\"]]], \"expected\": [[\"x\",\"x\"]], …}. Each step is an\n" +
	"input and the instant at which it comes, counted from the start of the test, as an exact decimal\n" +
	"or fraction. Lines such as (b, 0.5)(a, 1) are read too."

func (a *app) suiteCommand() *cobra.Command {
	f := &suiteFlags{}
	c := &cobra.Command{
		Use:   "suite MODEL",
		Short: "Make a test suite that kills every mutant of a fault domain",
		Long: "Make a test suite that kills every nonconforming mutant: not only single changes, but all\n" +
			"combinations of the mutated transitions that the model marks or that operators add.\n\n" + suiteFormat,
		Example: "  mutarium examples s1-m1 -o machine.tfsm\n  mutarium suite machine.tfsm\n" +
			"  mutarium suite machine.tfsm --json -o suite.json\n" +
			"  mutarium suite machine.tfsm --operators output,transfer --initial suite.json",
		RunE: func(c *cobra.Command, args []string) error { return a.suite(c, f, args[0]) },
	}
	f.domainFlags(c)
	c.Flags().StringVar(&f.initial, "initial", "", "begin with the tests of this `file` and keep them")
	c.Flags().IntVar(&f.maxLength, "max-length", 5, "prolong tests up to `n` inputs; 0: each as short as can be")
	c.Flags().BoolVar(&f.whole, "whole", false, "inputs at whole instants instead of half a unit behind")
	c.Flags().BoolVar(&f.keep, "no-reduce", false, "keep tests that others make superfluous")
	f.outputFlags.add(c, "the suite")
	return c
}

// domainFlags adds the flags that choose the fault domain and bound the work.
func (f *suiteFlags) domainFlags(c *cobra.Command) {
	formalismFlag(c, &f.formalism)
	f.s.Order = 1
	c.Flags().StringSliceVar(&f.operators, "operators", []string{"paper"}, "what builds the fault domain: paper (what the model marks), all, or `names` separated by commas")
	c.Flags().StringArrayVar(&f.options, "option", nil, "a setting of the formalism, as `name=value`; repeatable (see mutarium operators)")
	c.Flags().IntVar(&f.s.Budget.SATCalls, "budget-sat-calls", 0, "call the solver `n` times before giving up; 0: no limit")
	c.Flags().BoolVar(&f.unchecked, "no-check", false, "leave out the second check of completeness")
	c.RegisterFlagCompletionFunc("operators", completeOperators)
}

// suiteCall opens a model and makes the request that the flags describe.
func (a *app) suiteCall(f *suiteFlags, path, suite string) (engine.SuiteModel, engine.SuiteCall, error) {
	var call engine.SuiteCall
	job, o, err := a.job(&f.settingFlags, path)
	if err != nil {
		return nil, call, err
	}
	m, ok := o.model.(engine.SuiteModel)
	if !ok {
		return nil, call, badInput("%s: suites for whole fault domains are made for timed FSMs alone; tests that kill single mutants: mutarium tool suite %s", path, path)
	}
	if f.maxLength < 0 || f.s.Budget.SATCalls < 0 {
		return nil, call, badInput("--max-length and --budget-sat-calls: want no negative number")
	}
	call = engine.SuiteCall{Name: baseName(o.file.Name), MaxLength: f.maxLength, Whole: f.whole, Keep: f.keep,
		Unchecked: f.unchecked, Settings: job.Settings}
	if suite != "" {
		if call.Suite, err = a.readTests(suite); err != nil {
			return nil, call, err
		}
	}
	return m, call, nil
}

func (a *app) suite(c *cobra.Command, f *suiteFlags, path string) error {
	m, call, err := a.suiteCall(f, path, f.initial)
	if err != nil {
		return err
	}
	show, end := a.progress("tests")
	call.Progress = show
	s, err := m.Suite(c.Context(), call)
	end()
	if err != nil {
		return err
	}
	if err := writeAs(a, f.outputFlags, s, report.EncodeSuite, suiteText); err != nil {
		return err
	}
	switch {
	case !s.Complete:
		return exhausted("the suite is not complete: %s", s.Reason)
	case s.Reason != "":
		return exhausted("the suite is complete, but the work on it was not finished: %s", s.Reason)
	}
	return nil
}

func (a *app) scoreCommand() *cobra.Command {
	f := &suiteFlags{}
	c := &cobra.Command{
		Use:   "score MODEL [SUITE]",
		Short: "Judge a test suite: is it complete, and which tests does it need",
		Long: "Tell whether a suite kills every nonconforming mutant of the fault domain; if not, show a mutant\n" +
			"that passes it and the test that kills it. Without SUITE the tests in the model are judged.\n\n" + suiteFormat,
		Example: "  mutarium examples s1-m1 -o machine.tfsm\n  mutarium suite machine.tfsm --json -o suite.json\n" +
			"  mutarium score machine.tfsm suite.json\n  mutarium score machine.tfsm suite.json --fail-on incomplete",
		RunE: func(c *cobra.Command, args []string) error {
			suite := ""
			if len(args) == 2 {
				suite = args[1]
			}
			return a.score(c, f, args[0], suite)
		},
	}
	f.domainFlags(c)
	c.Flags().StringVar(&f.failOn, "fail-on", "", "exit with 1 when the suite is `incomplete`; superfluous: also when a test could be left out")
	f.outputFlags.add(c, "the score")
	return c
}

func (a *app) score(c *cobra.Command, f *suiteFlags, path, suite string) error {
	if f.failOn != "" && f.failOn != "incomplete" && f.failOn != "superfluous" {
		return badInput("--fail-on: got %q, want incomplete or superfluous", f.failOn)
	}
	m, call, err := a.suiteCall(f, path, suite)
	if err != nil {
		return err
	}
	s, err := m.Score(c.Context(), call)
	if err != nil {
		return err
	}
	if err := writeAs(a, f.outputFlags, s, report.EncodeScore, scoreText); err != nil {
		return err
	}
	switch {
	case s.Reason != "" && s.Complete:
		return exhausted("the suite is complete, but not everything about it was decided: %s", s.Reason)
	case s.Reason != "":
		return exhausted("not decided: %s", s.Reason)
	case f.failOn != "" && !s.Complete:
		return findings("the suite is incomplete (--fail-on)")
	case f.failOn == "superfluous" && superfluous(s) > 0:
		return findings("%s superfluous (--fail-on)", count(superfluous(s), "test"))
	}
	return nil
}
