package main

import (
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine"
	"github.com/spf13/cobra"
)

func (a *app) walkCommand() *cobra.Command {
	f := &settingFlags{}
	var out outputFlags
	c := &cobra.Command{
		Use:   "walk MODEL MUTANT",
		Short: "Step through one mutant, side by side with the original",
		Long: "Check the mutant with this id and print original and mutant side by side, step by step: up to\n" +
			"the first step that the original does not allow, or along a run that both allow.",
		Example: "  mutarium examples car-alarm -o car.as\n  mutarium walk car.as neq_to_eq@52:66",
		RunE: func(c *cobra.Command, args []string) error {
			return a.walk(c, f, out, args[0], args[1])
		},
	}
	f.mutantFlags(c)
	f.checkFlags(c)
	out.add(c, "the walk")
	c.Flags().Lookup("operators").DefValue = "all"
	f.operators = []string{"all"}
	c.ValidArgsFunction = func(c *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) != 1 {
			return nil, cobra.ShellCompDirectiveDefault
		}
		return completeMutants(c, args), cobra.ShellCompDirectiveNoFileComp
	}
	return c
}

func (a *app) walk(c *cobra.Command, f *settingFlags, out outputFlags, path, id string) error {
	job, _, err := a.job(f, path)
	if err != nil {
		return err
	}
	if job.Settings.Operators, err = makers(job, id); err != nil {
		return err
	}
	job.Only = []string{id}
	r, err := engine.Run(c.Context(), job, engine.Observer{})
	if err != nil {
		return err
	}
	if len(r.Mutants) == 0 {
		return exhausted("stopped")
	}
	m := r.Mutants[0]
	checker, err := job.Model.Checker(c.Context(), r.Settings)
	if err != nil {
		return err
	}
	w, err := engine.Walk(c.Context(), checker, m)
	if err != nil {
		return err
	}
	if out.json {
		return a.writeJSON(out.file, w)
	}
	text := m.ID + "  " + change(job.File, m) + "\n" + m.Verdict
	d := formalismOf(r)
	if o := outcome(&d, m); o != "" {
		text += ": " + o
	}
	return a.writeText(out.file, text+"\n"+facts("  ", d.Facts(&m))+"\n"+walkText(w))
}

// makers returns the operators that a checker has to know to judge the mutant of an id: its own,
// where they are known. Others may cost more than the mutant is worth.
func makers(job engine.Job, id string) ([]string, error) {
	job.Only = []string{id}
	all, err := engine.List(job)
	if err != nil {
		return nil, err
	}
	if len(all.Mutants) == 0 {
		return nil, badInput("the operators make no mutant %q (see mutarium mutants)", id)
	}
	var own []string
	for _, name := range strings.Split(all.Mutants[0].Operator, "+") { // a pair has two
		if !slices.Contains(all.Settings.Operators, name) {
			return job.Settings.Operators, nil
		}
		if !slices.Contains(own, name) {
			own = append(own, name)
		}
	}
	return own, nil
}
