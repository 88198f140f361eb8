package main

import (
	"fmt"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/spf13/cobra"
)

// compareFlags are the flags of check in addition to the settings.
type compareFlags struct {
	settingFlags
	outputFlags
	failOn  []string
	timings bool
}

func (a *app) checkCommand() *cobra.Command {
	f := &compareFlags{}
	c := &cobra.Command{
		Use:   "check SPEC IMPL",
		Short: "Check a model you changed by hand against the original",
		Long: "Check whether IMPL does only what SPEC allows. The answer is that of a mutant: killed,\n" +
			"with a shortest counterexample, or unkillable, because it is equivalent or refines the model.",
		Example: "  mutarium examples car-alarm -o car.as\n  mutarium mutants car.as --print guard_true@31:8 -o broken.as\n" +
			"  mutarium check car.as broken.as\n  mutarium check car.as broken.as --fail-on killed",
		RunE: func(c *cobra.Command, args []string) error { return a.check(c, f, args[0], args[1]) },
	}
	formalismFlag(c, &f.formalism)
	c.Flags().StringArrayVar(&f.options, "option", nil, "a setting of the formalism, as `name=value`; repeatable")
	f.checkFlags(c)
	f.outputFlags.add(c, "a report with this one mutant")
	failOnFlag(c, &f.failOn)
	c.Flags().BoolVar(&f.timings, "timings", false, "add times, which differ from run to run")
	return c
}

func (a *app) check(c *cobra.Command, f *compareFlags, specPath, implPath string) error {
	if err := checkFailOn(f.failOn); err != nil {
		return err
	}
	job, spec, err := a.job(&f.settingFlags, specPath)
	if err != nil {
		return err
	}
	impl, err := a.open(implPath, spec.describe().Name)
	if err != nil {
		return err
	}
	r, err := engine.Compare(c.Context(), job, impl.model, impl.file.Text)
	if err != nil {
		return err
	}
	r.Timings.Parse = spec.parse + impl.parse
	text := func(r *report.Report) string { return compareText(c, job, r) }
	if err := a.writeReport(f.outputFlags, f.timings, r, text); err != nil {
		return err
	}
	return verdict(r, f.failOn)
}

// compareText prints the verdict on a hand-written mutant and, where there is one, the walk to the
// first difference.
func compareText(c *cobra.Command, job engine.Job, r *report.Report) string {
	if len(r.Mutants) == 0 {
		return "stopped\n"
	}
	m := r.Mutants[0]
	text := m.Verdict
	f := formalismOf(r)
	if o := outcome(&f, m); o != "" {
		text += ": " + o
	}
	text += "\n" + facts("  ", f.Facts(&m))
	if m.Verdict != report.Killed {
		return text
	}
	checker, err := job.Model.Checker(c.Context(), r.Settings)
	if err != nil {
		return text
	}
	walk, err := engine.Walk(c.Context(), checker, m)
	if err != nil {
		return text + fmt.Sprintf("(no steps to show: %v)\n", err)
	}
	return text + "\n" + walkText(walk)
}
