package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/spf13/cobra"
)

// mutantsFlags are the flags of mutants in addition to the selection.
type mutantsFlags struct {
	settingFlags
	outputFlags
	print string
	write string
}

func (a *app) mutantsCommand() *cobra.Command {
	f := &mutantsFlags{}
	c := &cobra.Command{
		Use:   "mutants MODEL",
		Short: "List the mutants of a model without checking them",
		Long: "List the mutants that the operators make: ids, places and changes. With --write each mutant\n" +
			"becomes a model file of its own, for other tools.",
		Example: "  mutarium examples car-alarm -o car.as\n  mutarium mutants car.as --operators all\n" +
			"  mutarium mutants car.as --print guard_true@31:8\n" +
			"  mutarium mutants car.as --write mutants/",
		RunE: func(c *cobra.Command, args []string) error { return a.mutants(f, args[0]) },
	}
	f.mutantFlags(c)
	f.outputFlags.add(c, "a report without verdicts")
	c.Flags().StringVar(&f.print, "print", "", "print the text of the mutant of this `id`")
	c.Flags().StringVar(&f.write, "write", "", "write every mutant to a file in this `folder`")
	c.RegisterFlagCompletionFunc("print", complete(completeMutants))
	return c
}

func (a *app) mutants(f *mutantsFlags, path string) error {
	job, o, err := a.job(&f.settingFlags, path)
	if err != nil {
		return err
	}
	r, err := engine.List(job)
	if err != nil {
		return err
	}
	switch {
	case f.print != "":
		return a.printMutant(f, r)
	case f.write != "":
		return a.writeMutants(f.write, o, r)
	}
	return a.writeReport(f.outputFlags, false, r, mutantsText)
}

func mutantsText(r *report.Report) string {
	var rows [][]string
	f := formalismOf(r)
	file := source.NewFile("", r.Model.Text)
	for _, m := range r.Mutants {
		rows = append(rows, mutantRow(file, &f, m))
	}
	return grid("", rows, nil) + fmt.Sprintf("%s: %s\n", r.Model.Name, count(len(r.Mutants), "mutant"))
}

func (a *app) printMutant(f *mutantsFlags, r *report.Report) error {
	for _, m := range r.Mutants {
		if m.ID == f.print {
			return a.writeModel(f.file, engine.MutantText(r.Model.Text, m))
		}
	}
	return badInput("--print: the operators make no mutant %q", f.print)
}

// writeMutants names each file after the mutant's id, as far as file systems allow, behind its
// number, which keeps names apart.
func (a *app) writeMutants(dir string, o *opened, r *report.Report) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	ext := filepath.Ext(o.file.Name)
	if ext == "" {
		ext = o.describe().Extensions[0]
	}
	for i, m := range r.Mutants {
		name := fmt.Sprintf("%04d-%s%s", i+1, fileName(m.ID), ext)
		if err := writeMany(filepath.Join(dir, name), []byte(engine.MutantText(r.Model.Text, m))); err != nil {
			return err
		}
	}
	a.printf("%s written to %s\n", count(len(r.Mutants), "mutant"), dir)
	return nil
}

func fileName(id string) string {
	name := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-' || r == '.' {
			return r
		}
		return '-'
	}, id)
	return name[:min(len(name), 80)]
}
