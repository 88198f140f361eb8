package main

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/spf13/cobra"
)

// Suites for all machines with at most so many states, whatever their faults: suite and score with
// --extra-states.

type extraFlags struct {
	states  int
	waits   int64
	delays  int64
	budget  int
	aim     string
	longest int
}

// faultDomain are the flags that choose another fault domain.
var faultDomain = []string{"operators", "option", "initial", "max-length", "no-reduce", "no-check", "input", "order",
	"sample", "seed"}

func (f *extraFlags) add(c *cobra.Command) {
	c.Flags().IntVar(&f.states, "extra-states", 0,
		"FSMs: for all machines with at most `k` states more than the specification, whatever their faults")
	c.Flags().Int64Var(&f.waits, "waits", -1,
		"with --extra-states and timeouts: wait at most `n` units before an input; -1: as long as the longest timeout")
	c.Flags().Int64Var(&f.delays, "timeouts", 0,
		"with --extra-states: faulty machines have timeouts up to `n`, and waits are as long as that needs; 0: any timeouts")
	c.Flags().IntVar(&f.budget, "budget-nodes", 0,
		"with --extra-states: look at `n` nodes, or when scoring at n machines; 0: the default")
}

func (f *extraFlags) asked(c *cobra.Command) bool { return c.Flags().Changed("extra-states") }

// extraCall makes the request that the flags describe.
func (a *app) extraCall(c *cobra.Command, f *suiteFlags, o *opened, suite string) (engine.ExtraSuiteModel,
	engine.ExtraCall, error) {
	call := engine.ExtraCall{Name: baseName(o.file.Name), Extra: f.extra.states, Aim: f.extra.aim,
		Longest: f.extra.longest,
		Waits:   f.extra.waits, Delays: f.extra.delays, Whole: f.whole, Budget: f.extra.budget}
	m, ok := o.model.(engine.ExtraSuiteModel)
	if !ok {
		return nil, call, badInput("--extra-states: %s have no such suites, only FSMs do", o.describe().Title)
	}
	for _, name := range faultDomain {
		if flag := c.Flags().Lookup(name); flag != nil && flag.Changed {
			return nil, call, badInput("--%s has no effect with --extra-states: leave one of them out", name)
		}
	}
	if f.extra.longest < 0 || f.extra.budget < 0 {
		return nil, call, badInput("--longest and --budget-nodes: want no negative number")
	}
	var err error
	if suite != "" {
		call.Suite, err = a.readTests(suite)
	}
	return m, call, err
}

func (a *app) extraSuite(c *cobra.Command, f *suiteFlags, o *opened) error {
	m, call, err := a.extraCall(c, f, o, "")
	if err != nil {
		return err
	}
	s, err := m.ExtraSuite(c.Context(), call)
	if err != nil {
		return badInput("%s: %v", o.file.Name, err)
	}
	if err := writeAs(a, f.outputFlags, s, report.EncodeExtraSuite, extraSuiteText); err != nil {
		return err
	}
	if !s.Certified {
		return exhausted("no complete suite was found: the limit on %s was reached", report.BudgetUnit(s.Reason))
	}
	return nil
}

func (a *app) extraScore(c *cobra.Command, f *suiteFlags, o *opened, suite string) error {
	m, call, err := a.extraCall(c, f, o, suite)
	if err != nil {
		return err
	}
	if f.failOn == "superfluous" {
		return badInput("--fail-on superfluous: not with --extra-states, where only tests that are surely needed are known")
	}
	s, err := m.ExtraScore(c.Context(), call)
	if err != nil {
		return badInput("%s: %v", o.file.Name, err)
	}
	if err := writeAs(a, f.outputFlags, s, report.EncodeExtraScore, extraScoreText); err != nil {
		return err
	}
	switch {
	case !s.Decided:
		return exhausted("not decided: %s", s.Reason)
	case !s.Complete && f.failOn != "":
		return findings("the suite is incomplete (--fail-on)")
	}
	return nil
}

// domainSays names the machines for which a suite is complete.
func domainSays(states, extra int, delays int64, waits *int64) string {
	s := fmt.Sprintf("all machines with at most %s", count(states, "state"))
	if extra > 0 {
		s = fmt.Sprintf("all machines with at most %d + %s", states, count(extra, "state"))
	}
	switch {
	case delays > 0:
		s += fmt.Sprintf(" and timeouts up to %d", delays)
	case waits != nil:
		s += fmt.Sprintf(" and any timeouts, for waits up to %d", *waits)
	}
	return s
}

func extraSuiteText(s *report.ExtraSuite) string {
	if !s.Certified {
		return "no complete suite was found\n"
	}
	var tests []json.RawMessage
	if json.Unmarshal(s.Tests, &tests) != nil {
		return ""
	}
	var rows [][]string
	for i, t := range tests {
		rows = append(rows, []string{strconv.Itoa(i + 1), extraTestText(t), strings.Join(s.Expected[i], " ")})
	}
	return fmt.Sprintf("complete, certified: for %s\n%s, %s, the longest %d; method: %s\n%s",
		domainSays(s.States, s.ExtraStates, s.TimeoutsUpTo, s.WaitsUpTo), count(len(tests), "test"), count(s.Steps,
			"input"), s.Longest, s.Method,
		grid("  ", rows, []bool{true}))
}

// extraTestText writes a test of inputs alone, or of inputs at instants.
func extraTestText(t json.RawMessage) string {
	var timed [][2]string
	if json.Unmarshal(t, &timed) == nil {
		return testText(timed)
	}
	var names []string
	if json.Unmarshal(t, &names) != nil {
		return ""
	}
	for i, name := range names {
		if strings.ContainsAny(name, " \t\"") || name == "" {
			names[i] = strconv.Quote(name)
		}
	}
	return strings.Join(names, " ")
}

func extraScoreText(s *report.ExtraScore) string {
	domain := domainSays(s.States, s.ExtraStates, s.TimeoutsUpTo, s.WaitsUpTo)
	size := count(s.Tests, "test") + ", " + count(s.Steps, "input")
	switch {
	case s.Complete && !s.Certified:
		return fmt.Sprintf("complete, every machine that passes was tried: for %s\n%s\n", domain, size)
	case s.Complete:
		return fmt.Sprintf("complete, certified: for %s\n%s; %d are surely needed\n", domain, size, len(s.Needed))
	case s.Survivor == nil:
		return fmt.Sprintf("not decided for %s: %s\n%s\n", domain, s.Reason, size)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "incomplete for %s\n%s\n\nA machine with %s passes. It differs in\n", domain, size,
		count(s.Survivor.States, "state"))
	for _, d := range s.Survivor.Differs {
		b.WriteString("  " + d + "\n")
	}
	fmt.Fprintf(&b, "\nThis test kills it:  %s\n  expected  %s\n  got       %s\n", extraTestText(s.Survivor.Test),
		strings.Join(s.Survivor.Expected, " "), strings.Join(s.Survivor.Got, " "))
	return b.String()
}
