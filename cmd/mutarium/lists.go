package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/spf13/cobra"
)

// described returns the formalism of a name, or all of them.
func described(name string) ([]report.Formalism, error) {
	if name == "" {
		return engine.Formalisms(), nil
	}
	f, err := engine.Find(name)
	if err != nil {
		return nil, err
	}
	return []report.Formalism{f.Describe()}, nil
}

func (a *app) operatorsCommand() *cobra.Command {
	var out outputFlags
	c := &cobra.Command{
		Use:       "operators [FORMALISM]",
		Short:     "List the mutation operators, the options and the tools of each formalism",
		Example:   "  mutarium operators\n  mutarium operators action-system",
		ValidArgs: names(),
		RunE: func(c *cobra.Command, args []string) error {
			all, err := described(strings.Join(args, ""))
			if err != nil {
				return err
			}
			if out.json {
				return a.writeJSON(out.file, all)
			}
			var b strings.Builder
			for i, f := range all {
				if i > 0 {
					b.WriteString("\n")
				}
				b.WriteString(formalismText(f))
			}
			return a.writeText(out.file, b.String())
		},
	}
	out.add(c, "the descriptions")
	return c
}

// formalismText prints what a user may name on the command line.
func formalismText(f report.Formalism) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s)\n", f.Name, strings.Join(f.Extensions, ", "))
	fmt.Fprintf(&b, "  operators, * in --operators paper\n")
	var rows [][]string
	for _, op := range f.Operators {
		star := " "
		if op.Paper {
			star = "*"
		}
		rows = append(rows, []string{star + " " + op.Name, op.Summary, short(op.Before, 40) + " → " + short(op.After, 40)})
	}
	b.WriteString(grid("    ", rows, nil))
	b.WriteString(optionsText("  options, as --option name=value", f.Options))
	if len(f.Tools) > 0 {
		b.WriteString("  tools, as mutarium tool MODEL NAME\n")
		rows = nil
		for _, t := range f.Tools {
			rows = append(rows, []string{t.Name, t.Summary})
		}
		b.WriteString(grid("    ", rows, nil))
	}
	return b.String()
}

func optionsText(title string, options []report.Option) string {
	if len(options) == 0 {
		return ""
	}
	var rows [][]string
	for _, o := range options {
		kind := o.Kind
		if kind == "choice" {
			kind = strings.Join(o.Choices, "|")
		}
		rows = append(rows, []string{o.Name + "=" + kind, o.Summary, "default " + quoteEmpty(o.Default)})
	}
	return title + "\n" + grid("    ", rows, nil)
}

func quoteEmpty(s string) string {
	if s == "" {
		return `""`
	}
	return s
}

func (a *app) examplesCommand() *cobra.Command {
	var formalism string
	var out outputFlags
	c := &cobra.Command{
		Use:               "examples [NAME]",
		Short:             "List the models of the gallery, or print one",
		Example:           "  mutarium examples\n  mutarium examples car-alarm -o car.as",
		ValidArgsFunction: complete(completeExamples),
		RunE: func(c *cobra.Command, args []string) error {
			all, err := described(formalism)
			if err != nil {
				return err
			}
			if len(args) == 1 {
				return a.printExample(all, args[0], out)
			}
			if out.json {
				return a.writeJSON(out.file, examplesOf(all))
			}
			return a.writeText(out.file, examplesText(all))
		},
	}
	formalismFlag(c, &formalism)
	out.add(c, "the example or all of them")
	return c
}

func examplesOf(all []report.Formalism) []report.Example {
	list := []report.Example{}
	for _, f := range all {
		list = append(list, f.Examples...)
	}
	return list
}

func exampleNames(all []report.Formalism) []string {
	var list []string
	for _, e := range examplesOf(all) {
		if !slices.Contains(list, e.Name) { // two formalisms may have a lift
			list = append(list, e.Name)
		}
	}
	return list
}

func examplesText(all []report.Formalism) string {
	var b strings.Builder
	for i, f := range all {
		if i > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "%s\n", f.Title)
		var rows [][]string
		for _, e := range f.Examples {
			rows = append(rows, []string{e.Name, e.Title, e.Source})
		}
		b.WriteString(grid("  ", rows, nil))
	}
	return b.String()
}

// examplesNamed finds the examples of a name, with their formalisms.
func examplesNamed(all []report.Formalism, name string) (found []report.Example, in []string) {
	for _, f := range all {
		for _, e := range f.Examples {
			if e.Name == name {
				found, in = append(found, e), append(in, f.Name)
			}
		}
	}
	return found, in
}

func (a *app) printExample(all []report.Formalism, name string, out outputFlags) error {
	found, in := examplesNamed(all, name)
	if len(found) > 1 { // coffee.xta can only be one of them
		ext := filepath.Ext(out.file)
		if fit, _ := examplesNamed(slices.DeleteFunc(slices.Clone(all),
			func(f report.Formalism) bool { return !slices.Contains(f.Extensions, ext) }), name); len(fit) == 1 {
			found = fit
		}
	}
	switch {
	case len(found) == 0:
		known := exampleNames(all)
		return badInput("no example %q%s, want one of %s", name, didYouMean(name, known), strings.Join(known, ", "))
	case len(found) > 1:
		return badInput("there are %d examples %q: choose one with --formalism %s", len(found), name,
			strings.Join(in, " or --formalism "))
	case out.json:
		return a.writeJSON(out.file, found[0])
	}
	return a.writeModel(out.file, found[0].Text)
}
