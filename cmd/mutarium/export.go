package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/draw"
	"github.com/mutarium/mutarium/engine/export"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/spf13/cobra"
)

// A format is one of the forms in which the page hands out a run, by the name that it has here.
type format struct {
	name  string
	write func(r *report.Report) string
}

var formats = []format{
	{"csv", export.MutantsCSV},
	{"stryker", export.Stryker},
	{"model", func(r *report.Report) string { return r.Model.Text }},
}

func (a *app) exportCommand() *cobra.Command {
	var known []string
	for _, f := range formats {
		known = append(known, f.name)
	}
	var name, file string
	c := &cobra.Command{
		Use:   "export REPORT",
		Short: "Write a report for other programs",
		Long: "Write a report in another format: csv has one row per mutant, for a spreadsheet; stryker is for\n" +
			"viewers of Stryker's mutation reports; model is the text that was mutated. REPORT is a file, or -\n" +
			"for stdin. The tables and drawings of tools are saved by: mutarium tool MODEL NAME --save FOLDER",
		Example: "  mutarium examples car-alarm -o car.as\n  mutarium run car.as --json -o report.json\n" +
			"  mutarium export report.json -o mutants.csv\n  mutarium run car.as --json | mutarium export - --format " +
			"stryker -o mutation.json",
		RunE: func(c *cobra.Command, args []string) error {
			i := slices.IndexFunc(formats, func(f format) bool { return f.name == name })
			if i < 0 {
				return badInput("--format: got %q%s, want one of %s", name, didYouMean(name, known), strings.Join(known, ", "))
			}
			data, err := a.readReport(args[0])
			if err != nil {
				return err
			}
			r, err := engine.Read(data)
			if err != nil {
				return err
			}
			return a.writeModel(file, formats[i].write(r))
		},
	}
	c.Flags().StringVar(&name, "format", known[0], "`name` of the format: "+strings.Join(known, ", "))
	c.Flags().StringVarP(&file, "output", "o", "", "write to this `file` instead of stdout")
	c.RegisterFlagCompletionFunc("format", words(known))
	return c
}

// saveParts saves what the page lets one save of a tool's result: code under its own name, tables as
// CSV, drawings as SVG, and graphs as DOT as well, for those who want another layout.
func (a *app) saveParts(dir, tool string, sections []report.Section) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	n := 0
	save := func(name, text string) error {
		n++
		return writeFile(filepath.Join(dir, name), []byte(text))
	}
	for i, s := range sections {
		for j, b := range s.Blocks {
			for _, part := range partsOf(b, fmt.Sprintf("%s-%d-%d", fileName(tool), i+1, j+1)) {
				if err := save(part.name, part.text); err != nil {
					return err
				}
			}
		}
	}
	a.errorf("%s saved in %s\n", count(n, "file"), dir)
	return nil
}

// A part is what becomes a file.
type part struct{ name, text string }

func partsOf(b report.Block, base string) []part {
	var all []part
	if b.Code != nil {
		name := base + ".txt"
		if b.Code.File != "" {
			name = fileName(b.Code.File)
		}
		all = append(all, part{name, b.Code.Text})
	}
	if b.Graph != nil {
		all = append(all, part{base + ".dot", export.DOT(b.Graph)},
			part{base + ".svg", draw.File(draw.Graph(b.Graph, draw.Place(b.Graph)))})
	}
	if b.Matrix != nil {
		all = append(all, part{base + "-matrix.csv", export.MatrixCSV(b.Matrix)})
	}
	if b.Table != nil {
		all = append(all, part{base + ".csv", export.TableCSV(b.Table)})
	}
	if b.Timeline != nil {
		if svg := draw.Timeline(b.Timeline); svg != "" {
			all = append(all, part{base + ".svg", draw.File(svg)})
		}
	}
	return all
}
