package main

import (
	"io"
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/spf13/cobra"
)

// What a shell completes: what fits the model that the command line names, or everything as long as
// it names no model.

// complete adapts a list to cobra.
func complete(list func(c *cobra.Command, args []string) []string) cobra.CompletionFunc {
	return func(c *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		return list(c, args), cobra.ShellCompDirectiveNoFileComp
	}
}

// atHand returns the formalism of the model at hand, or all of them.
func atHand(c *cobra.Command, args []string) []report.Formalism {
	if f := modelAtHand(c, args); f != nil {
		return []report.Formalism{f.formalism.Describe()}
	}
	if name, err := c.Flags().GetString("formalism"); err == nil && name != "" {
		if f, err := engine.Find(name); err == nil {
			return []report.Formalism{f.Describe()}
		}
	}
	return engine.Formalisms()
}

// modelAtHand reads the model that is the first argument, without a word on what is wrong with it.
// Nothing is read from stdin, where the shell is.
func modelAtHand(c *cobra.Command, args []string) *opened {
	if len(args) == 0 || args[0] == "-" {
		return nil
	}
	quiet := &app{in: strings.NewReader(""), out: io.Discard, err: io.Discard}
	name, _ := c.Flags().GetString("formalism")
	f, file, err := quiet.load(args[0], name)
	if err != nil {
		return nil
	}
	m, _ := engine.Open(f, file)
	return &opened{file: file, formalism: f, model: m}
}

func completeOperators(c *cobra.Command, args []string) []string {
	all := []string{"paper\tthose of the formalism's paper", "all\tall of them"}
	for _, f := range atHand(c, args) {
		for _, op := range f.Operators {
			all = append(all, op.Name+"\t"+f.Title+": "+op.Summary)
		}
	}
	return all
}

func completeOptions(c *cobra.Command, args []string) []string {
	var all []string
	for _, f := range atHand(c, args) {
		all = append(all, pairs(f.Options)...)
	}
	return all
}

// completeInputs offers the inputs of the tool at hand, which is the second argument or the command.
func completeInputs(c *cobra.Command, args []string) []string {
	name := c.Name()
	if len(args) == 2 {
		name = args[1]
	}
	var all []string
	for _, f := range atHand(c, args) {
		for _, t := range f.Tools {
			if t.Name == name {
				all = append(all, pairs(t.Inputs)...)
			}
		}
	}
	return all
}

// pairs offers name=value for each value that is known, else name= to be gone on with.
func pairs(options []report.Option) []string {
	var all []string
	for _, o := range options {
		values := o.Choices
		switch {
		case o.Kind == "flag":
			values = []string{"true", "false"}
		case len(values) == 0:
			values = []string{""}
		}
		for _, v := range values {
			all = append(all, o.Name+"="+v+"\t"+o.Summary)
		}
	}
	return all
}

// completeMutants offers the ids of the mutants of the model at hand. What they change goes to the
// terminal by way of the shell.
func completeMutants(c *cobra.Command, args []string) []string {
	o := modelAtHand(c, args)
	if o == nil || o.model == nil {
		return nil
	}
	r, err := engine.List(engine.Job{File: o.file, Formalism: o.formalism, Model: o.model,
		Settings: report.Settings{Operators: []string{"all"}, Order: 1}})
	if err != nil {
		return nil
	}
	file := source.NewFile("", r.Model.Text)
	var all []string
	for _, m := range r.Mutants {
		all = append(all, source.Visible(m.ID+"\t"+change(file, m)))
	}
	return all
}

func completeExamples(c *cobra.Command, args []string) []string {
	if len(args) > 0 {
		return nil
	}
	return exampleNames(atHand(c, nil))
}

// completeTools offers a model, then one of its tools.
func completeTools(c *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) != 1 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return toolNames(c, args), cobra.ShellCompDirectiveNoFileComp
}

func toolNames(c *cobra.Command, args []string) []string {
	var all []string
	for _, f := range atHand(c, args) {
		for _, t := range f.Tools {
			if word := t.Name + "\t" + f.Title + ": " + t.Summary; !slices.Contains(all, word) {
				all = append(all, word)
			}
		}
	}
	return all
}

// words completes from a fixed list.
func words(list []string) cobra.CompletionFunc {
	return cobra.FixedCompletions(list, cobra.ShellCompDirectiveNoFileComp)
}
