package main

import (
	"context"
	"strings"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/spf13/cobra"
)

// A linted file is what `lint --json` prints for each.
type linted struct {
	Diagnostics []report.Diagnostic `json:"diagnostics"`
	File        string              `json:"file"`
}

func (a *app) lintCommand() *cobra.Command {
	var formalism, failOn string
	var out outputFlags
	c := &cobra.Command{
		Use:   "lint MODEL...",
		Short: "Report what is wrong with models",
		Long: `Read models and print all their diagnostics as file:line:column. Errors exit with 2. Warnings
of what never happens, always holds or can never be left are about all runs of a model; they are left out
where a model has too many states to look at them all.`,
		Example: "  mutarium examples car-alarm -o car.as\n  mutarium lint car.as\n" +
			"  mutarium lint --fail-on warning *.as\n  mutarium lint --json - < car.as",
		RunE: func(c *cobra.Command, args []string) error {
			if failOn != "" && failOn != "warning" && failOn != "info" {
				return badInput("--fail-on: got %q, want warning or info", failOn)
			}
			return a.lint(args, formalism, failOn, out)
		},
	}
	formalismFlag(c, &formalism)
	c.Flags().StringVar(&failOn, "fail-on", "",
		"exit with 1 on diagnostics of this `severity`: warning, or info, which includes warnings")
	out.add(c, "the diagnostics")
	return c
}

func (a *app) lint(paths []string, formalism, failOn string, out outputFlags) error {
	var text strings.Builder
	all := []linted{}
	errors, worth := 0, 0
	for _, path := range paths {
		f, file, err := a.load(path, formalism)
		if err != nil { // the others are read all the same
			a.errorf("mutarium: %v\n", err)
			errors++
			continue
		}
		m, d := engine.Open(f, file)
		if m != nil {
			d = append(d, engine.Advise(context.Background(), m, d)...).Sort()
		}
		for _, x := range d {
			switch {
			case x.Severity == source.Error:
				errors++
			case failOn == "info" || failOn == x.Severity.String():
				worth++
			}
		}
		text.WriteString(d.Text(file))
		all = append(all, linted{engine.Diagnostics(file, d), file.Name})
	}
	if err := a.writeLint(out, all, text.String()); err != nil {
		return err
	}
	switch {
	case errors > 0:
		return badInput("%s", count(errors, "error"))
	case worth > 0:
		return findings("%s of severity %s (--fail-on)", count(worth, "diagnostic"), failOn)
	}
	return nil
}

func (a *app) writeLint(out outputFlags, all []linted, text string) error {
	if out.json {
		return a.writeJSON(out.file, all)
	}
	return a.writeText(out.file, text)
}

func (a *app) fmtCommand() *cobra.Command {
	var formalism string
	var write, check bool
	c := &cobra.Command{
		Use:   "fmt MODEL...",
		Short: "Print models in their language's usual form",
		Long: `Print models in their language's usual form. What was read from another format, such as DOT or
JSON, is printed for conversion; it is never written back to its file, nor named by --check.`,
		Example: "  mutarium examples car-alarm -o car.as\n  mutarium fmt car.as\n  mutarium fmt -w *.as\n" +
			"  mutarium fmt --check *.as\n  mutarium examples mealy -o machine.dot\n  mutarium fmt machine.dot > machine.tfsm",
		RunE: func(c *cobra.Command, args []string) error {
			differ := 0
			for _, path := range args {
				same, err := a.format(path, formalism, write, check)
				if err != nil {
					return err
				}
				if !same {
					differ++
				}
			}
			if check && differ > 0 {
				return findings("%s would change", count(differ, "file"))
			}
			return nil
		},
	}
	formalismFlag(c, &formalism)
	c.Flags().BoolVarP(&write, "write", "w", false,
		"write the result back to the file; what came from stdin goes to stdout")
	c.Flags().BoolVar(&check, "check", false, "only name the files that would change, and exit with 1 if there are any")
	return c
}

// format formats one file and tells whether it already was.
func (a *app) format(path, formalism string, write, check bool) (same bool, err error) {
	o, err := a.open(path, formalism)
	if err != nil {
		return false, err
	}
	text := o.model.Format()
	same = text == o.file.Text
	if from := engine.ReadFrom(o.model); from != "" && path != "-" {
		if write && !check {
			return false, badInput("%s is written in %s, and writing it back would make another format of it: print it to "+
				"a file of its own, as in mutarium fmt %s > FILE", path, from, path)
		}
		same = same || check
	}
	switch {
	case check && !same:
		a.printf("%s\n", o.file.Name)
	case check || write && same && path != "-":
	case write && path != "-":
		return same, writeFile(path, []byte(text))
	default:
		return same, a.writeModel("", text)
	}
	return same, nil
}
