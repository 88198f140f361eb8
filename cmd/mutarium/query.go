package main

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/query"
	"github.com/spf13/cobra"
)

// query asks timed I/O automata in Ecdar's language.

type queryFlags struct {
	outputFlags
	reading query.Reading
	product string
	failOn  string
}

func (a *app) queryCommand() *cobra.Command {
	f := &queryFlags{}
	c := &cobra.Command{
		Use:   "query MODEL [QUERY]",
		Short: "Ask about timed I/O automata: refinement, consistency, reachability ...",
		Long: "Answer queries in Ecdar's language, with the reason and a timed counterexample for what does\n" +
			"not hold. MODEL is an .xta, UPPAAL .xml or Ecdar .json file, or the folder or zip of an Ecdar\n" +
			"project. Separate several queries with ';'. Without any, those in the model are asked.\n\n" +
			"  refinement: A || B <= C && D      consistency: A      determinism: A\n" +
			"  refinement: A <= C \\\\ B            implementation: A   specification: A\n" +
			"  refinement: prune(A) <= B         prune: A            reachability: A || B -> A.L1 && B.x > 3\n" +
			"  get-component: A || B save-as C",
		Example: "  mutarium examples university -o university.xta\n" +
			"  mutarium query university.xta \"refinement: Administration || Machine || Researcher <= Spec\"\n" +
			"  mutarium query university.xta \"consistency: Machine; refinement: Spec <= Machine\" --json\n" +
			"  mutarium query university.xta \"refinement: Spec <= Machine\" --fail-on fails",
		RunE: func(c *cobra.Command, args []string) error { return a.query(c.Context(), f, args) },
	}
	c.Flags().BoolVar(&f.reading.PruneFirst, "prune-first", false,
		"remove inconsistent states from both sides of a refinement first, as in the theory; the Ecdar engines do not")
	c.Flags().BoolVar(&f.reading.AllActions, "all-actions", false,
		"take alphabets from the IO lists too; the Ecdar engines look only at the edges")
	c.Flags().BoolVar(&f.reading.AsWritten, "as-written", false,
		"do not let components ignore inputs that they do not mention")
	c.Flags().BoolVar(&f.reading.StrictConjunction, "strict-conjunction", false,
		"refuse a conjunction whose sides use an action in opposite directions")
	c.Flags().BoolVar(&f.reading.Strategy, "strategy", false, "print the spoiler's strategy with a counterexample")
	c.Flags().IntVar(&f.reading.Limit, "zones", 0, "`number` of zones that one search may store (default 200000)")
	c.Flags().StringVar(&f.product, "product", "",
		"of a model with features: the `features` of the product that is asked, as in soda,small")
	c.Flags().StringVar(&f.failOn, "fail-on", "", "exit with 1 on this `answer`: fails (a query does not hold)")
	f.outputFlags.add(c, "the answers")
	return c
}

func (a *app) query(ctx context.Context, f *queryFlags, args []string) error {
	if f.failOn != "" && f.failOn != "fails" {
		return badInput("--fail-on: got %q, want fails", f.failOn)
	}
	m, err := a.timed(args[0])
	if err != nil {
		return err
	}
	if m, err = m.Choose(ctx, f.product); err != nil {
		return badInput("%v", err)
	}
	answers, err := a.ask(ctx, m, f.reading, args)
	if err != nil {
		return err
	}
	if err := a.writeAnswers(f, m, answers); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return verdictOf(f, answers)
}

// ask answers the query of the command line, or those of the model.
func (a *app) ask(ctx context.Context, m *model.Model, r query.Reading, args []string) ([]*query.Answer, error) {
	text := ""
	if len(args) == 2 {
		text = args[1]
	} else {
		var skipped []string
		text, skipped = m.OwnQueries()
		for _, q := range skipped {
			a.errorf("skipped: %s\n", q)
		}
	}
	if strings.TrimSpace(text) == "" {
		return nil, badInput("which query? The model has none; write one as the second argument")
	}
	f := source.NewFile("query", text)
	answers, d := query.NewSession(m, r).Ask(ctx, f)
	if d.HasErrors() {
		return nil, a.rejected(f, d)
	}
	a.errorf("%s", d.Text(f))
	return answers, nil
}

// writeAnswers prints one answer as an object, several as an array.
func (a *app) writeAnswers(f *queryFlags, m *model.Model, answers []*query.Answer) error {
	if f.json && len(answers) == 1 {
		return a.writeJSON(f.file, answers[0].JSON())
	}
	if f.json {
		var all []query.AnswerJSON
		for _, x := range answers {
			all = append(all, x.JSON())
		}
		return a.writeJSON(f.file, all)
	}
	var all []report.Section
	for _, x := range answers {
		all = append(all, x.Section(m))
	}
	return a.writeText(f.file, sectionsText(all))
}

func verdictOf(f *queryFlags, answers []*query.Answer) error {
	failed, open := 0, 0
	for _, x := range answers {
		switch {
		case x.Unknown:
			open++
		case !x.Holds:
			failed++
		}
	}
	switch {
	case f.failOn != "" && failed > 0:
		return findings("%d of %d queries do not hold (--fail-on)", failed, len(answers))
	case open > 0:
		return exhausted("a budget ran out for %d of %d queries", open, len(answers))
	}
	return nil
}

// timed opens a model of timed automata.
func (a *app) timed(path string) (*model.Model, error) {
	f, file, err := a.load(path, "timed")
	if err != nil {
		return a.timedProject(path, err)
	}
	if other, err := engine.Choose("", file.Name, file.Text); err == nil && other.Describe().Name != "timed" {
		return nil, badInput("%s: queries are for timed automata, and this is %s", path, other.Describe().Title)
	}
	if _, d := engine.Open(f, file); d.HasErrors() && engine.Unreadable(file) == nil {
		m, _ := model.Partly(file)
		if m == nil {
			return nil, a.rejected(file, d)
		}
		a.setAside(file, m.Broken)
		return m, nil
	}
	o, err := a.parse(f, file, "")
	if err != nil {
		return nil, err
	}
	m, _ := engine.Timed(o.model)
	return m, nil
}

// timedProject opens a project without the components that have errors; without such a project the
// error stays what it is.
func (a *app) timedProject(path string, was error) (*model.Model, error) {
	files, err := a.filesOf(path)
	if err != nil || !model.IsProject(files) {
		return nil, was
	}
	text, broken, err := model.PackPartly(files)
	if err != nil || len(broken) == 0 {
		return nil, was
	}
	file := source.NewFile(filepath.Clean(path), text)
	m, d := model.Parse(file)
	if m == nil {
		return nil, a.rejected(file, d)
	}
	for _, b := range broken {
		name := strings.TrimSuffix(filepath.Base(b.File.Name), filepath.Ext(b.File.Name))
		m.Broken = append(m.Broken, model.Broken{Name: name})
		a.setAside(b.File, []model.Broken{{Name: name, Diags: b.Diags}})
	}
	return m, nil
}

// setAside says what queries are not answered about.
func (a *app) setAside(file *source.File, broken []model.Broken) {
	for _, b := range broken {
		a.errorf("%scomponent %s has errors: no query about it is answered\n", b.Diags.Text(file), b.Name)
	}
}
