package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/spf13/cobra"
)

// toolFlags are the flags of tool in addition to the settings.
type toolFlags struct {
	settingFlags
	outputFlags
	inputs []string
	save   string
}

func (a *app) toolCommand() *cobra.Command {
	f := &toolFlags{}
	c := &cobra.Command{
		Use:   "tool [MODEL [NAME]]",
		Short: "Run one of a formalism's tools on a model",
		Long: "Run a tool, such as one that makes a test suite or a table, and print its result. Without\n" +
			"arguments the tools are listed, with MODEL alone those for that model.",
		Example: "  mutarium tool\n  mutarium examples inres -o inres.efsm\n  mutarium tool inres.efsm\n" +
			"  mutarium tool inres.efsm suite --input minimise=optimal\n  mutarium tool inres.efsm dataflow --json\n" +
			"  mutarium tool inres.efsm export --save exports/",
		ValidArgsFunction: completeTools,
		RunE: func(c *cobra.Command, args []string) error {
			switch len(args) {
			case 0:
				return a.writeText(f.file, toolsText(engine.Formalisms()))
			case 1:
				return a.toolsFor(f, args[0])
			}
			path, name := modelFirst(args[0], args[1])
			return a.tool(c.Context(), f, path, name)
		},
	}
	f.mutantFlags(c)
	f.checkFlags(c)
	f.inputFlag(c)
	f.outputFlags.add(c, "the sections")
	c.Flags().StringVar(&f.save, "save", "",
		"also save each code, table and drawing of the result to a file in this `folder`")
	return c
}

// inputFlag adds --input.
func (f *toolFlags) inputFlag(c *cobra.Command) {
	c.Flags().StringArrayVar(&f.inputs, "input", nil,
		"an input of the tool, as `name=value`; repeatable; the value of a file input is a path")
	c.RegisterFlagCompletionFunc("input", complete(completeInputs))
}

// modelFirst puts the two arguments of tool in order. Up to version 0.1 the tool came first: so it
// still may, where the second word is not a tool and the first is one.
func modelFirst(first, second string) (path, name string) {
	if isTool(first) && !isTool(second) || isTool(first) && !isFile(first) && isFile(second) {
		return second, first
	}
	if !isTool(second) && isFile(second) && !isFile(first) && first != "-" {
		return second, first // a tool that does not exist, which will be said
	}
	return first, second
}

func isFile(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func isTool(name string) bool {
	return slices.ContainsFunc(engine.Formalisms(), func(f report.Formalism) bool {
		return slices.ContainsFunc(f.Tools, func(t report.Tool) bool { return t.Name == name })
	})
}

// toolsFor lists the tools for a model.
func (a *app) toolsFor(f *toolFlags, path string) error {
	if isTool(path) && !isFile(path) {
		return badInput("tool %s: which model? (mutarium tool MODEL %s)", path, path)
	}
	o, err := a.open(path, f.formalism)
	if err != nil {
		return err
	}
	return a.writeText(f.file, toolsText([]report.Formalism{o.describe()}))
}

func (a *app) tool(ctx context.Context, f *toolFlags, path, name string) error {
	o, err := a.open(path, f.formalism)
	if err != nil {
		return err
	}
	sections, err := a.runTool(ctx, f, o, name)
	if err != nil {
		return err
	}
	if f.save != "" {
		if err := a.saveParts(f.save, name, sections); err != nil {
			return err
		}
	}
	if f.json {
		return a.writeJSON(f.file, sections)
	}
	return a.writeText(f.file, sectionsText(sections))
}

// runTool runs a tool on an opened model as the flags say.
func (a *app) runTool(ctx context.Context, f *toolFlags, o *opened, name string) ([]report.Section, error) {
	t, err := findTool(o.describe(), name)
	if err != nil {
		return nil, err
	}
	s, err := a.settings(&f.settingFlags, o)
	if err != nil {
		return nil, err
	}
	if s.Operators, err = engine.Resolve(o.describe(), s.Operators); err != nil {
		return nil, err
	}
	inputs, err := a.values(t.Inputs, f.inputs)
	if err != nil {
		return nil, err
	}
	show, end := a.progress(name)
	defer end()
	return o.model.RunTool(ctx, engine.ToolCall{Tool: name, Inputs: withDefaults(t.Inputs, inputs), Settings: s,
		Progress: show})
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
		return report.Tool{}, badInput("%s has no tools", f.Title)
	}
	return report.Tool{}, badInput("%s: no tool %q%s, want one of %s", f.Title, name, didYouMean(name, known),
		strings.Join(known, ", "))
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
