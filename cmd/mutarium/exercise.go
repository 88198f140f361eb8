package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/exercise/judge"
	"github.com/mutarium/mutarium/engine/exercise/own"
	"github.com/mutarium/mutarium/engine/exercise/ready"
	"github.com/mutarium/mutarium/engine/exercise/seal"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/spf13/cobra"
)

// exerciseFlags are what the commands about exercises share.
type exerciseFlags struct {
	outputFlags
	base   string
	link   bool
	phrase string // name of a file
}

func (a *app) exerciseCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "exercise",
		Short: "Make, check, copy and open exercises",
		Long: "An exercise is a file or a link. A lecturer writes it in YAML or JSON, with the solution and what is\n" +
			"hidden in the open; `make` hides it and writes what students get.",
		Example: "  mutarium exercise list\n  mutarium exercise copy tea-kill -o tea.yaml\n" +
			"  mutarium exercise check tea.yaml\n  mutarium exercise make tea.yaml -o tea.mtx\n" +
			"  mutarium exercise make tea.yaml --link -o link.txt\n  mutarium exercise open - < link.txt",
	}
	c.AddCommand(a.exerciseMake(), a.exerciseCheck(), a.exerciseOpen(), a.exerciseList(), a.exerciseCopy())
	return c
}

func (a *app) exerciseMake() *cobra.Command {
	f := &exerciseFlags{}
	c := &cobra.Command{
		Use:   "make OWN",
		Short: "Make what students get of your own exercise or sheet",
		Long: "Check OWN, your own exercise or sheet, veil what is hidden in it, and write what students get: a file, or\n" +
			"with --link a link. Veiled parts are kept from a glance, no more. With --phrase-file the secret's mutants\n" +
			"of kind kill, or the whole secret of the kinds refine and guess, are locked for grading: nobody reads\n" +
			"them without the phrase, and a phrase that is lost cannot be recovered.",
		Example: "  mutarium exercise make tea.yaml -o tea.mtx\n  mutarium exercise make tea.yaml --link",
		Args:    cobra.ExactArgs(1),
		RunE:    func(c *cobra.Command, args []string) error { return a.makeExercise(c.Context(), f, args[0]) },
	}
	f.outputFlags.file = ""
	c.Flags().StringVarP(&f.file, "output", "o", "", "write to this `file` instead of stdout")
	c.Flags().BoolVar(&f.link, "link", false, "write a link")
	c.Flags().StringVar(&f.base, "base", "http://localhost:8080/", "`address` of the page that a link leads to")
	f.addPhrase(c, "what is locked is locked with")
	return c
}

func (f *exerciseFlags) addPhrase(c *cobra.Command, what string) {
	c.Flags().StringVar(&f.phrase, "phrase-file", "", "`file` whose first line is the phrase that "+what)
}

// phraseOf reads the phrase; "" without a file.
func (a *app) phraseOf(f *exerciseFlags) (string, error) {
	if f.phrase == "" {
		return "", nil
	}
	text, err := a.readText(f.phrase)
	if err != nil {
		return "", err
	}
	phrase, _, _ := strings.Cut(text, "\n")
	if phrase = strings.TrimRight(phrase, "\r"); phrase == "" {
		return "", badInput("%s: the first line is empty, want the phrase", f.phrase)
	}
	return phrase, nil
}

func (a *app) makeExercise(ctx context.Context, f *exerciseFlags, path string) error {
	doc, err := a.readOwn(path)
	if err != nil {
		return err
	}
	phrase, err := a.phraseOf(f)
	if err != nil {
		return err
	}
	var made any
	switch {
	case doc.Exercise != nil && doc.Exercise.Secret == nil && doc.Exercise.Digest != "":
		return badInput("%s: this is what students get already, want your own exercise", path)
	case doc.Exercise != nil:
		if _, err := a.checkOwn(ctx, path, doc.Exercise); err != nil {
			return err
		}
		made, err = seal.Make(doc.Exercise, phrase, engine.Version)
	case doc.Sheet != nil && phrase != "":
		return badInput("a sheet has no locked parts: lock its exercises one by one")
	case doc.Sheet != nil:
		for i := range doc.Sheet.Steps {
			if e := doc.Sheet.Steps[i].Exercise; e != nil {
				if _, err := a.checkOwn(ctx, path, e); err != nil {
					return err
				}
			}
		}
		made, err = seal.MakeSheet(doc.Sheet, engine.Version)
	default:
		return badInput("%s: this is a hand-in, want an exercise or a sheet", path)
	}
	if err != nil {
		return err
	}
	if f.link {
		return a.writeText(f.file, f.base+"exercise.html#"+seal.Link(made)+"\n")
	}
	return a.put(f.file, seal.Encode(made))
}

// readOwn reads a lecturer's own file, or what was made of it.
func (a *app) readOwn(path string) (*seal.Document, error) {
	file, err := a.readUpTo(path, exercise.MaxFile)
	if err != nil {
		return nil, err
	}
	doc, d := own.Read(file, os.DirFS(filepath.Dir(path)))
	if doc == nil {
		return nil, a.rejected(file, d)
	}
	return doc, nil
}

// checkOwn opens an exercise with its secret, and tries what the secret holds.
func (a *app) checkOwn(ctx context.Context, path string, e *exercise.Exercise) (string, error) {
	hidden, err := seal.Unveil(e)
	if err != nil {
		return "", err
	}
	if e.Secret != nil {
		hidden = e.Secret
	}
	var final *exercise.Hidden
	if hidden != nil && len(hidden.Mutants) > 0 {
		final = &exercise.Hidden{Mutants: hidden.Mutants}
	}
	task, problems, err := judge.Open(ctx, e, hidden, final)
	if err != nil {
		return "", err
	}
	if problems != nil {
		for _, p := range problems {
			a.errorf("%s: %s: %s: %s\n", path, e.ID, p.Path, p.Message)
		}
		return "", &failure{code: exitBadInput}
	}
	empty := task.Judge(ctx, exercise.Answer{}, 0)
	text := fmt.Sprintf("%s: %s, %s: the goal is %d\n", e.ID, e.Kind, e.Formalism, task.Goal())
	if empty.Passed {
		return "", badInput("%s: %s: an empty answer passes: there is nothing to do", path, e.ID)
	}
	if hidden == nil || hidden.Answer == nil {
		return text + "  no solution is known\n", nil
	}
	r := task.Judge(ctx, *hidden.Answer, 0)
	switch {
	case r.Unknown:
		return "", exhausted("%s: %s: the solution was not decided: %s", path, e.ID, r.Remark)
	case !r.Passed:
		why := ""
		if len(r.Problems) > 0 {
			why = ": " + r.Problems[0].Message
		}
		return "", badInput("%s: %s: the solution does not pass: it reaches %d of %d%s", path, e.ID, r.Share, r.Of, why)
	}
	return text + fmt.Sprintf("  the solution passes, with %v of %v points\n", r.Points, r.Max), nil
}

func (a *app) exerciseCheck() *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE...",
		Short: "Check exercises: their models, mutants and solutions",
		Long: "Check exercises and sheets, your own and those that students get: that the models can be read, that\n" +
			"the mutants exist and can be killed, that the solution passes and an empty answer does not.",
		Example: "  mutarium exercise check tea.yaml",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			for _, path := range args {
				if err := a.checkExercises(c.Context(), path); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

func (a *app) checkExercises(ctx context.Context, path string) error {
	doc, err := a.readOwn(path)
	if err != nil {
		return err
	}
	var all []*exercise.Exercise
	switch {
	case doc.Exercise != nil:
		all = append(all, doc.Exercise)
	case doc.Sheet != nil:
		for i := range doc.Sheet.Steps {
			if e := doc.Sheet.Steps[i].Exercise; e != nil {
				all = append(all, e)
			}
		}
	default:
		return badInput("%s: this is a hand-in: see mutarium grade", path)
	}
	for _, e := range all {
		text, err := a.checkOwn(ctx, path, e)
		if err != nil {
			return err
		}
		if err := a.writeText("", text); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) exerciseList() *cobra.Command {
	return &cobra.Command{
		Use:     "list",
		Short:   "List the ready-made exercises and sheets",
		Example: "  mutarium exercise list",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			rows := [][]string{{"id", "kind", "formalism", "title"}}
			for _, e := range ready.All() {
				rows = append(rows, []string{e.ID, e.Kind, e.Formalism, e.Title})
			}
			for _, s := range ready.Sheets() {
				rows = append(rows, []string{s.ID, "sheet", "", s.Title})
			}
			return a.writeText("", grid("", rows, nil))
		},
	}
}

func (a *app) exerciseCopy() *cobra.Command {
	f := &exerciseFlags{}
	language := "en"
	c := &cobra.Command{
		Use:   "copy ID",
		Short: "Copy a ready-made exercise or sheet, to change it",
		Long: "Write the lecturer's own file of a ready-made exercise or sheet, with its solution: change it, check it,\n" +
			"and make what students get.",
		Example: "  mutarium exercise copy tea-kill -o tea.yaml",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			doc, err := findReady(args[0], language)
			switch {
			case err != nil:
				return err
			case f.json:
				return a.put(f.file, seal.Encode(doc))
			}
			return a.put(f.file, own.Write(doc))
		},
	}
	f.outputFlags.add(c, "the file")
	c.Flags().StringVar(&language, "language", language, "`language` of its texts: "+strings.Join(ready.Languages(), ", "))
	return c
}

// findReady finds a ready-made exercise or sheet in a language.
func findReady(id, language string) (any, error) {
	if !slices.Contains(ready.Languages(), language) {
		return nil, badInput("--language: got %q, want one of %s", language, strings.Join(ready.Languages(), ", "))
	}
	var known []string
	for _, e := range ready.In(language) {
		if e.ID == id {
			return e, nil
		}
		known = append(known, e.ID)
	}
	for _, s := range ready.SheetsIn(language) {
		if s.ID == id {
			return s, nil
		}
		known = append(known, s.ID)
	}
	message := fmt.Sprintf("there is no ready-made exercise %q in %q", id, language)
	if hint := source.DidYouMean(id, known); hint != "" {
		message += " (" + hint + ")"
	}
	return nil, badInput("%s (see mutarium exercise list)", message)
}

func (a *app) exerciseOpen() *cobra.Command {
	f := &exerciseFlags{}
	c := &cobra.Command{
		Use:   "open LINK|FILE",
		Short: "Open an exercise, a sheet or a hand-in, from a link or a file",
		Long: "Print what an exercise, a sheet or a hand-in holds. LINK may be - for one on stdin. With --json print\n" +
			"the document itself, which is the file that the link was made from.",
		Example: "  mutarium exercise make tea.yaml --link -o link.txt\n" +
			"  mutarium exercise open \"$(cat link.txt)\" --json -o tea.mtx",
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return a.openExercise(f, args[0]) },
	}
	f.outputFlags.add(c, "the document")
	return c
}

func (a *app) openExercise(f *exerciseFlags, what string) error {
	file, err := a.exerciseFile(what)
	if err != nil {
		return err
	}
	doc, d := seal.Read(file, false)
	if doc == nil {
		return a.rejected(file, d)
	}
	switch {
	case f.json && doc.Exercise != nil:
		return a.put(f.file, seal.Encode(doc.Exercise))
	case f.json && doc.Sheet != nil:
		return a.put(f.file, seal.Encode(doc.Sheet))
	case f.json:
		return a.put(f.file, seal.Encode(doc.HandIn))
	}
	return a.writeText(f.file, documentText(doc))
}

// exerciseFile reads a file, or the document in a link.
func (a *app) exerciseFile(what string) (*source.File, error) {
	isLink := strings.Contains(what, "#") || strings.HasPrefix(what, "x1:")
	if what == "-" {
		file, err := a.readUpTo("-", maxLink)
		if err != nil {
			return nil, err
		}
		what, isLink = file.Text, true
	}
	if _, err := os.Stat(what); err == nil || !isLink {
		return a.readUpTo(what, exercise.MaxFile)
	}
	text, err := seal.Unlink(what)
	if err != nil {
		return nil, badInput("%v", err)
	}
	return source.NewFile("link", text), nil
}

// documentText prints a document for people.
func documentText(doc *seal.Document) string {
	var b strings.Builder
	switch {
	case doc.Exercise != nil:
		exerciseText(&b, doc.Exercise)
	case doc.Sheet != nil:
		s := doc.Sheet
		fmt.Fprintf(&b, "%s (sheet %s, revision %d)\n\n%s\n", s.Title, s.ID, s.Revision, s.Text)
		for i := range s.Steps {
			x := &s.Steps[i]
			fmt.Fprintf(&b, "\n%d. %s\n\n%s\n", i+1, x.Title, x.Text)
			if x.Exercise != nil {
				b.WriteString("\n")
				exerciseText(&b, x.Exercise)
			}
		}
	default:
		h := doc.HandIn
		fmt.Fprintf(&b, "hand-in to %s, revision %d, by %q\n", h.ID, h.Revision, h.Name)
		if remark := seal.Genuine(h); remark != "" {
			fmt.Fprintf(&b, "  %s\n", remark)
		}
		fmt.Fprintf(&b, "  %s, claims %d of %d\n", count(len(h.Attempts), "attempt"), h.Claimed.Share, h.Claimed.Of)
		x := &h.Answer
		for _, text := range []string{x.Tests, x.Model, strings.Join(x.Experiments, "\n"), x.Suspect} {
			if text != "" {
				fmt.Fprintf(&b, "\n%s\n", strings.TrimRight(text, "\n"))
			}
		}
		for _, bet := range x.Bets {
			fmt.Fprintf(&b, "  %s: %s\n", bet.Mutant, bet.Claim)
		}
	}
	return b.String()
}

func exerciseText(b *strings.Builder, e *exercise.Exercise) {
	fmt.Fprintf(b, "%s (%s, %s, %s, revision %d)\n\n%s\n", e.Title, e.ID, e.Kind, e.Formalism, e.Revision,
		strings.TrimSpace(e.Task))
	fmt.Fprintf(b, "\n%v points", e.Points.Full)
	if e.Hidden != nil {
		b.WriteString("; a veiled part")
	}
	if e.Final != nil {
		b.WriteString("; a locked part, which only grading opens")
	}
	if e.Due != "" {
		fmt.Fprintf(b, "; due %s", e.Due)
	}
	fmt.Fprintf(b, "\n\n%s\n", strings.TrimRight(e.Model, "\n"))
}
