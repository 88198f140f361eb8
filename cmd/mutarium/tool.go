package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/spf13/cobra"
)

// toolFlags are the flags of tool beside the settings.
type toolFlags struct {
	settingFlags
	outputFlags
	inputs []string
}

func (a *app) toolCommand() *cobra.Command {
	f := &toolFlags{}
	c := &cobra.Command{
		Use:   "tool [NAME MODEL]",
		Short: "Run one of a formalism's tools on a model",
		Long: "Run a tool, such as one that computes a test suite or a table, and print its result:\n" +
			"what the page draws, as text. Without arguments the tools are listed.",
		Example: "  mutarium tool\n  mutarium examples inres -o inres.efsm\n" +
			"  mutarium tool suite inres.efsm --input minimise=optimal\n  mutarium tool dataflow inres.efsm --json",
		Args: func(c *cobra.Command, args []string) error {
			switch len(args) {
			case 0:
				return nil
			case 1:
				return badInput("tool %s: which model?", args[0])
			}
			return arguments(c, args)
		},
		ValidArgsFunction: completeTools,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return a.writeText(f.file, toolsText(engine.Formalisms()))
			}
			return a.tool(c, f, args[0], args[1])
		},
	}
	f.mutantFlags(c)
	f.checkFlags(c)
	c.Flags().StringArrayVar(&f.inputs, "input", nil, "an input of the tool, as `name=value`; repeatable; the value of a file input is a path")
	f.outputFlags.add(c, "the sections")
	return c
}

func (a *app) tool(c *cobra.Command, f *toolFlags, name, path string) error {
	o, err := a.open(path, f.formalism)
	if err != nil {
		return err
	}
	t, err := findTool(o.describe(), name)
	if err != nil {
		return err
	}
	s, err := a.settings(&f.settingFlags, o)
	if err != nil {
		return err
	}
	if s.Operators, err = engine.Resolve(o.describe(), s.Operators); err != nil {
		return err
	}
	inputs, err := a.values(t.Inputs, f.inputs)
	if err != nil {
		return err
	}
	show, end := a.progress(name)
	call := engine.ToolCall{Tool: name, Inputs: withDefaults(t.Inputs, inputs), Settings: s,
		Progress: show}
	sections, err := o.model.RunTool(c.Context(), call)
	end()
	if err != nil {
		return err
	}
	if f.json {
		return a.writeJSON(f.file, sections)
	}
	return a.writeText(f.file, sectionsText(sections))
}

// withDefaults completes what the user gave.
func withDefaults(options []report.Option, given map[string]string) map[string]string {
	all := map[string]string{}
	for _, o := range options {
		all[o.Name] = o.Default
	}
	for name, value := range given {
		all[name] = value
	}
	return all
}

func findTool(f report.Formalism, name string) (report.Tool, error) {
	i := slices.IndexFunc(f.Tools, func(t report.Tool) bool { return t.Name == name })
	if i >= 0 {
		return f.Tools[i], nil
	}
	var known []string
	for _, t := range f.Tools {
		known = append(known, t.Name)
	}
	if len(known) == 0 {
		return report.Tool{}, badInput("%s: there are no tools", f.Title)
	}
	return report.Tool{}, badInput("%s: no tool %q%s, want one of %s", f.Title, name, didYouMean(name, known), strings.Join(known, ", "))
}

func toolsText(all []report.Formalism) string {
	var b strings.Builder
	for _, f := range all {
		for _, t := range f.Tools {
			fmt.Fprintf(&b, "%s (%s)\n  %s\n", t.Name, f.Name, t.Summary)
			b.WriteString(optionsText("  inputs, as --input name=value", t.Inputs))
		}
	}
	return b.String()
}

func completeTools(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	var all []string
	for _, f := range engine.Formalisms() {
		for _, t := range f.Tools {
			all = append(all, t.Name+"\t"+f.Title+": "+t.Summary)
		}
	}
	return all, cobra.ShellCompDirectiveNoFileComp
}
