package main

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/spf13/cobra"
)

// suiteFlags are the flags of suite and score.
type suiteFlags struct {
	toolFlags
	initial   string
	maxLength int
	whole     bool
	keep      bool
	unchecked bool
	failOn    string
	extra     extraFlags
}

// domainOnly are the flags that only a fault domain of timed FSMs can heed, notDomain those that it
// cannot: it holds all combinations of changes, and is decided as a whole.
var (
	domainOnly = []string{"initial", "max-length", "whole", "no-reduce", "no-check"}
	notDomain  = []string{"input", "order", "sample", "seed"}
)

const suiteFormat = "Timed FSMs: the suite kills every nonconforming mutant, with any combination of the mutated\n" +
	"transitions that the model marks or that operators add. It is JSON: {\"tests\":\n" +
	"[[[\"b\",\"1/2\"],[\"a\",\"1\"]]], \"expected\": [[\"x\",\"x\"]], …}, where each step is an input\n" +
	"and the instant at which it comes, counted from the start of the test. Lines such as\n" +
	"(b, 0.5)(a, 1) are read too.\n\n" +
	"Other formalisms: the same as the tool of this name. Tests are JSON lists, or one test a line, such\n" +
	"as coin(1) tea_b, or for timed games 0 press?  5/2 cup!  is forbidden."

func (a *app) suiteCommand() *cobra.Command {
	f := &suiteFlags{}
	c := &cobra.Command{
		Use:   "suite MODEL",
		Short: "Make a test suite",
		Long:  "Make a test suite for the mutants of a model. With --json it is what score reads.\n\n" + suiteFormat,
		Example: "  mutarium examples s1-m1 -o machine.tfsm\n  mutarium suite machine.tfsm\n" +
			"  mutarium suite machine.tfsm --json -o suite.json\n" +
			"  mutarium suite machine.tfsm --operators output,transfer --initial suite.json\n" +
			"  mutarium suite machine.tfsm --extra-states 1       # for all machines with one more state\n" +
			"  mutarium examples inres -o inres.efsm\n  mutarium suite inres.efsm --input minimise=optimal",
		RunE: func(c *cobra.Command, args []string) error { return a.suite(c, f, args[0]) },
	}
	f.domainFlags(c)
	c.Flags().StringVar(&f.initial, "initial", "", "timed FSMs: begin with the tests of this `file` and keep them")
	c.Flags().IntVar(&f.maxLength, "max-length", 5,
		"timed FSMs: prolong tests up to `n` inputs; 0: each as short as can be")
	c.Flags().BoolVar(&f.whole, "whole", false,
		"timed FSMs: inputs on whole instants, where they may meet a timeout, instead of halfway")
	c.Flags().BoolVar(&f.keep, "no-reduce", false, "timed FSMs: keep tests that others make superfluous")
	f.extra.add(c)
	c.Flags().StringVar(&f.extra.aim, "aim", "balanced",
		"with --extra-states: have few `tests` or steps; balanced: a new test costs as much as two steps")
	c.Flags().IntVar(&f.extra.longest, "longest", 0,
		"with --extra-states: keep tests to `n` inputs where that can be; 0: twice what the H method needs")
	c.RegisterFlagCompletionFunc("aim", words([]string{"balanced", "tests", "steps"}))
	f.outputFlags.add(c, "the suite")
	return c
}

// domainFlags adds the flags that choose the mutants and bound the work.
func (f *suiteFlags) domainFlags(c *cobra.Command) {
	f.mutantFlags(c)
	f.checkFlags(c)
	f.inputFlag(c)
	c.Flags().BoolVar(&f.unchecked, "no-check", false, "timed FSMs: leave out the second check of completeness")
}

// ignored refuses the flags of a list that were given all the same.
func ignored(c *cobra.Command, flags []string, o *opened) error {
	for _, name := range flags {
		if flag := c.Flags().Lookup(name); flag != nil && flag.Changed {
			return badInput("--%s has no effect on a suite for %s: leave it out", name, o.describe().Title)
		}
	}
	return nil
}

// suiteCall makes the request that the flags describe of a model with fault domains.
func (a *app) suiteCall(c *cobra.Command, f *suiteFlags, o *opened, suite string) (engine.SuiteCall, error) {
	var call engine.SuiteCall
	if err := ignored(c, notDomain, o); err != nil {
		return call, err
	}
	s, err := a.settings(&f.settingFlags, o)
	if err != nil {
		return call, err
	}
	if f.maxLength < 0 {
		return call, badInput("--max-length: got %d, want no negative number", f.maxLength)
	}
	call = engine.SuiteCall{Name: baseName(o.file.Name), MaxLength: f.maxLength, Whole: f.whole, Keep: f.keep,
		Unchecked: f.unchecked, Settings: s}
	if suite != "" {
		call.Suite, err = a.readTests(suite)
	}
	return call, err
}

// openFor opens the model of a suite. Faults need not be marked where any fault is meant.
func (a *app) openFor(c *cobra.Command, f *suiteFlags, path string) (*opened, error) {
	if f.extra.asked(c) {
		return a.openQuietly(path, f.formalism, noMutation)
	}
	return a.open(path, f.formalism)
}

func (a *app) suite(c *cobra.Command, f *suiteFlags, path string) error {
	o, err := a.openFor(c, f, path)
	if err != nil {
		return err
	}
	if f.extra.asked(c) {
		return a.extraSuite(c, f, o)
	}
	m, ok := o.model.(engine.SuiteModel)
	if !ok {
		return a.suiteByTool(c, f, o)
	}
	call, err := a.suiteCall(c, f, o, f.initial)
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
	if !s.Complete {
		return exhausted("the suite is not complete: %s", becauseOf(s.Reason, call.Settings.Budget))
	}
	return nil
}

// becauseOf says why a suite or score has no answer.
func becauseOf(reason string, b report.Budget) string {
	if reason == report.BudgetConflicts {
		return fmt.Sprintf("the limit of %d conflicts was reached", cmp.Or(b.Conflicts, report.DefaultConflicts))
	}
	return reason
}

// suiteByTool makes a suite with the formalism's tool of that name.
func (a *app) suiteByTool(c *cobra.Command, f *suiteFlags, o *opened) error {
	if err := ignored(c, domainOnly, o); err != nil {
		return err
	}
	sections, err := a.runTool(c.Context(), &f.toolFlags, o, "suite")
	if err != nil {
		return err
	}
	if !f.json {
		return a.writeText(f.file, sectionsText(sections))
	}
	code := suiteOf(sections)
	if code == nil {
		return badInput("%s: there is no suite to write: no mutant is killed", o.file.Name)
	}
	if code.Language != "json" { // one test a line
		return a.writeJSON(f.file, strings.Split(strings.TrimSpace(code.Text), "\n"))
	}
	return a.put(f.file, []byte(strings.TrimSpace(code.Text)+"\n"))
}

// suiteOf finds the suite in the result of a tool: the part that the page saves as suite.json or so.
func suiteOf(sections []report.Section) *report.Code {
	for _, s := range sections {
		for _, b := range s.Blocks {
			if b.Code != nil && strings.HasPrefix(b.Code.File, "suite.") {
				return b.Code
			}
		}
	}
	return nil
}

func (a *app) scoreCommand() *cobra.Command {
	f := &suiteFlags{}
	c := &cobra.Command{
		Use:   "score MODEL [SUITE]",
		Short: "Score a test suite, and list the mutants that it misses",
		Long: "Score a suite: which mutants does it kill, which ones does it miss, and what would kill those?\n" +
			"For timed FSMs also: which tests could it do without? There, without SUITE, the tests in the\n" +
			"model are scored.\n\n" + suiteFormat,
		Example: "  mutarium examples s1-m1 -o machine.tfsm\n  mutarium suite machine.tfsm --json -o suite.json\n" +
			"  mutarium score machine.tfsm suite.json\n  mutarium score machine.tfsm suite.json --fail-on incomplete\n" +
			"  mutarium examples inres -o inres.efsm\n  mutarium suite inres.efsm --json -o tests.json\n" +
			"  mutarium score inres.efsm tests.json --fail-on incomplete",
		RunE: func(c *cobra.Command, args []string) error {
			suite := ""
			if len(args) == 2 {
				suite = args[1]
			}
			return a.score(c, f, args[0], suite)
		},
	}
	f.domainFlags(c)
	c.Flags().StringVar(&f.failOn, "fail-on", "",
		"exit with 1 when the suite is `incomplete`; superfluous: for timed FSMs, also when a test could be left out")
	c.RegisterFlagCompletionFunc("fail-on", words([]string{"incomplete", "superfluous"}))
	f.extra.add(c)
	f.outputFlags.add(c, "the score")
	return c
}

func (a *app) score(c *cobra.Command, f *suiteFlags, path, suite string) error {
	if f.failOn != "" && f.failOn != "incomplete" && f.failOn != "superfluous" {
		return badInput("--fail-on: got %q, want incomplete or superfluous", f.failOn)
	}
	o, err := a.openFor(c, f, path)
	if err != nil {
		return err
	}
	if f.extra.asked(c) {
		return a.extraScore(c, f, o, suite)
	}
	m, ok := o.model.(engine.SuiteModel)
	if !ok {
		return a.scoreByTool(c, f, o, suite)
	}
	call, err := a.suiteCall(c, f, o, suite)
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
		return exhausted("the suite is complete, but not everything about it was decided: %s",
			becauseOf(s.Reason, call.Settings.Budget))
	case s.Reason != "":
		return exhausted("not decided: %s", becauseOf(s.Reason, call.Settings.Budget))
	case f.failOn != "" && !s.Complete:
		return findings("the suite is incomplete (--fail-on)")
	case f.failOn == "superfluous" && superfluous(s) > 0:
		return findings("%s superfluous (--fail-on)", count(superfluous(s), "test"))
	}
	return nil
}

// scoreByTool scores a suite with the formalism's tool of that name.
func (a *app) scoreByTool(c *cobra.Command, f *suiteFlags, o *opened, suite string) error {
	if err := ignored(c, domainOnly, o); err != nil {
		return err
	}
	if _, err := findTool(o.describe(), "score"); err != nil {
		return err
	}
	switch {
	case suite == "":
		return badInput("score: which suite? (mutarium score MODEL SUITE)")
	case f.failOn == "superfluous":
		return badInput("--fail-on superfluous: only the tests of timed FSMs are checked for that")
	}
	f.inputs = append(f.inputs, "suite="+suite)
	sections, err := a.runTool(c.Context(), &f.toolFlags, o, "score")
	if err != nil {
		return err
	}
	write := func() error { return a.writeText(f.file, sectionsText(sections)) }
	if f.json {
		write = func() error { return a.writeJSON(f.file, sections) }
	}
	if err := write(); err != nil {
		return err
	}
	killed, of, err := scoreOf(sections)
	if err == nil && f.failOn != "" && killed < of {
		err = findings("the suite is incomplete: it kills %d of %s (--fail-on)", killed, count(of, "mutant"))
	}
	return err
}

// scoreOf reads how many of the mutants that can be killed a suite kills.
func scoreOf(sections []report.Section) (killed, of int, err error) {
	for _, s := range sections {
		for _, b := range s.Blocks {
			for _, x := range b.Facts {
				if n, _ := fmt.Sscanf(x.Value, "%d of %d mutants", &killed, &of); x.Label == "score" && n == 2 {
					return killed, of, nil
				}
			}
		}
	}
	return 0, 0, errors.New("the tool does not say how many mutants the suite kills")
}
