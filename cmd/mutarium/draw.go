package main

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/draw"
	"github.com/mutarium/mutarium/engine/export"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/spf13/cobra"
)

func (a *app) drawCommand() *cobra.Command {
	f := &settingFlags{}
	var out outputFlags
	var view, mutant string
	c := &cobra.Command{
		Use:   "draw MODEL",
		Short: "Draw a model, or a mutant laid over it",
		Long: "Draw a model as a diagram: automata as they are, one component at a time; of an action system the\n" +
			"states that it reaches, these by the value of a variable, or which event may follow which. With a\n" +
			"mutant, what it changes, removes and adds is marked. The output is a list of edges; a file that ends\n" +
			"in .svg gets a picture, one that ends in .dot what Graphviz reads.",
		Example: "  mutarium examples inres -o inres.efsm\n  mutarium draw inres.efsm -o inres.svg\n" +
			"  mutarium draw inres.efsm --mutant t5#6\n  mutarium examples car-alarm -o car.as\n" +
			"  mutarium draw car.as --view events",
		RunE: func(c *cobra.Command, args []string) error {
			return a.draw(c, f, out, args[0], view, mutant)
		},
	}
	f.mutantFlags(c)
	c.Flags().StringVar(&mutant, "mutant", "", "lay the mutant of this `id` over the model (see mutarium mutants)")
	c.Flags().StringVar(&view, "view", "", "`name` of a component, or of a way to draw the model")
	out.add(c, "the diagram")
	c.Flags().Lookup("operators").DefValue = "all"
	f.operators = []string{"all"}
	return c
}

func (a *app) draw(c *cobra.Command, f *settingFlags, out outputFlags, path, view, id string) error {
	job, _, err := a.job(f, path)
	if err != nil {
		return err
	}
	var mutant *report.Mutant
	if id != "" {
		job.Only = []string{id}
		list, err := engine.List(job)
		if err != nil {
			return err
		}
		if len(list.Mutants) == 0 {
			return badInput("the operators make no mutant %q (see mutarium mutants)", id)
		}
		mutant = &list.Mutants[0]
	}
	d, err := engine.Draw(c.Context(), job.Model, engine.DrawCall{View: view, Options: job.Settings.Options}, mutant)
	if err != nil {
		return err
	}
	var known []string
	for _, v := range d.Views {
		known = append(known, v.Name)
	}
	if view != "" && !slices.Contains(known, view) {
		return badInput("--view: got %q%s, want one of %s", view, didYouMean(view, known), strings.Join(known, ", "))
	}
	switch kind := filepath.Ext(out.file); {
	case out.json:
		return a.writeJSON(out.file, d)
	case kind == ".svg":
		return a.put(out.file, []byte(pictureOf(d.Graph)+"\n"))
	case kind == ".dot" || kind == ".gv":
		return a.put(out.file, []byte(export.DOT(d.Graph)))
	}
	text := graphText(d.Graph)
	if d.Note != "" {
		text += d.Note + "\n"
	}
	return a.writeText(out.file, text)
}

// pictureOf lays a diagram out as the original is, with the mutant's own nodes and edges put in.
func pictureOf(g *report.Graph) string {
	original := draw.NewScene(draw.Original(g))
	places := draw.Own(original)
	if places == nil {
		places = original.Place()
	}
	whole := draw.NewScene(g)
	return draw.File(whole.Picture(places.Keep(whole, true), draw.Marks{}))
}
