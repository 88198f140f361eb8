package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/wire"
	"github.com/spf13/cobra"
	"mvdan.cc/sh/v3/syntax"
)

// linkFlags are the flags of link in addition to the settings.
type linkFlags struct {
	settingFlags
	outputFlags
	base   string
	impl   string
	inputs []string
	mutant string
	open   string
	step   int
	tool   string
}

func (a *app) linkCommand() *cobra.Command {
	f := &linkFlags{}
	c := &cobra.Command{
		Use:   "link MODEL | link --open URL",
		Short: "Make a link that opens a model in the page, or open one",
		Long: "Print a URL that holds the model, the settings and what is selected; nothing is uploaded. With\n" +
			"--open print the model in such a URL, and on stderr the command that does the same.",
		Example: "  mutarium examples car-alarm -o car.as\n" +
			"  mutarium link car.as --operators all --base https://example.org/mutarium/\n" +
			"  mutarium link car.as --mutant guard_true@31:8 --step 1 -o link.txt\n" +
			"  mutarium link --open \"$(cat link.txt)\" -o opened.as\n" +
			"  mutarium link --open - -o opened.as < link.txt",
		Args: func(c *cobra.Command, args []string) error {
			if (f.open == "") == (len(args) == 1) && len(args) < 2 {
				return nil
			}
			return badInput("link: got %s, want one MODEL, or --open URL and no MODEL", count(len(args), "argument"))
		},
		RunE: func(c *cobra.Command, args []string) error {
			if f.open != "" {
				return a.openLink(f)
			}
			return a.makeLink(f, args[0])
		},
	}
	f.mutantFlags(c)
	f.checkFlags(c)
	f.outputFlags.add(c, "what the link holds")
	c.Flags().StringVar(&f.base, "base", "http://localhost:8080/", "`address` of the page")
	c.Flags().StringVar(&f.impl, "impl", "", "`file` with a model you changed by hand, to compare")
	c.Flags().StringArrayVar(&f.inputs, "input", nil, "an input of the tool, as `name=value`; repeatable")
	c.Flags().StringVar(&f.mutant, "mutant", "", "`id` of the mutant to select")
	c.Flags().StringVar(&f.open, "open", "",
		"unpack this `URL` or fragment; -: read it from stdin, where its length does not matter")
	c.Flags().IntVar(&f.step, "step", 0, "`n`th step of the selected mutant's counterexample")
	c.Flags().StringVar(&f.tool, "tool", "", "`name` of the tool to open")
	c.RegisterFlagCompletionFunc("mutant", complete(completeMutants))
	c.RegisterFlagCompletionFunc("tool", complete(toolNames))
	return c
}

func (a *app) makeLink(f *linkFlags, path string) error {
	job, o, err := a.job(&f.settingFlags, path)
	if err != nil {
		return err
	}
	l, err := a.linkTo(f, job, o)
	if err != nil {
		return err
	}
	if f.json {
		return a.writeJSON(f.file, l)
	}
	fragment, err := wire.FormatLink(l)
	if err != nil {
		return err
	}
	return a.writeText(f.file, f.base+"#"+fragment+"\n")
}

// linkTo gathers what a link holds, and refuses what the page would not find.
func (a *app) linkTo(f *linkFlags, job engine.Job, o *opened) (l wire.Link, err error) {
	head, err := engine.Head(job)
	if err != nil {
		return l, err
	}
	l = wire.Link{
		Engine: engine.Version, Formalism: o.describe().Name, Mutant: f.mutant, Name: head.Model.Name,
		Settings: head.Settings, Step: f.step, Text: o.file.Text, Tool: f.tool, Version: wire.LinkVersion,
	}
	if f.mutant != "" {
		if err := known(job, f.mutant); err != nil {
			return l, err
		}
	}
	if f.impl != "" {
		if l.Impl, err = a.readText(f.impl); err != nil {
			return l, err
		}
	}
	if f.tool == "" {
		if len(f.inputs) > 0 {
			return l, badInput("--input goes with --tool")
		}
		return l, nil
	}
	t, err := findTool(o.describe(), f.tool)
	if err != nil {
		return l, err
	}
	l.Inputs, err = a.values(t.Inputs, f.inputs)
	return l, err
}

// known tells whether the settings make the mutant that a link is to select.
func known(job engine.Job, id string) error {
	job.Only = []string{id}
	all, err := engine.List(job)
	if err != nil {
		return err
	}
	if len(all.Mutants) == 0 {
		return badInput("--mutant: the operators make no mutant %q (see mutarium mutants)", id)
	}
	return nil
}

// maxLink bounds what is read as a link, in bytes: more than any that ParseLink accepts.
const maxLink = 16 << 20

func (a *app) openLink(f *linkFlags) error {
	link := f.open
	if link == "-" {
		data, err := io.ReadAll(io.LimitReader(a.in, maxLink))
		if err != nil {
			return badInput("stdin: %v", err)
		}
		link = string(data)
	}
	l, err := wire.ParseLink(link)
	if err != nil {
		return err
	}
	if f.json {
		return a.writeJSON(f.file, l)
	}
	a.errorf("%s\n", linkText(l))
	return a.writeModel(f.file, l.Text)
}

// linkText says what a link asks for as the command line that does the same, quoted so that a shell
// reads it as it is meant, whatever the link holds.
func linkText(l wire.Link) string {
	name := l.Name
	switch {
	case name == "":
		name = "MODEL"
	case strings.HasPrefix(name, "-"):
		name = "./" + name // no flag
	}
	s := l.Settings
	words := []string{"mutarium", "run", name, "--formalism", l.Formalism}
	if len(s.Operators) > 0 {
		words = append(words, "--operators="+strings.Join(s.Operators, ","))
	}
	words = append(words, settingWords(s)...)
	text := fmt.Sprintf("# made by engine %s: %s", quoted(l.Engine), quoted(words...))
	for _, name := range longOptions(s) {
		text += fmt.Sprintf("\n# with the option %s, %s long (--json prints it)", quoted(name),
			count(len(s.Options[name]), "byte"))
	}
	if l.Mutant != "" {
		text += fmt.Sprintf("\n# mutant %s, step %d", quoted(l.Mutant), l.Step)
	}
	if l.Tool != "" {
		text += "\n# tool " + quoted(l.Tool)
	}
	if l.Impl != "" {
		text += "\n# with a model changed by hand (--json prints it)"
	}
	return text
}

// quoted writes words so that a shell reads them back.
func quoted(words ...string) string {
	var all []string
	for _, w := range words {
		q, err := syntax.Quote(w, syntax.LangBash)
		if err != nil { // a zero byte, which no command line can hold
			q, _ = syntax.Quote(source.Visible(strings.ToValidUTF8(w, "?")), syntax.LangBash)
		}
		all = append(all, q)
	}
	return strings.Join(all, " ")
}

// longOptions are those whose value does not fit on a command line, such as a suite.
func longOptions(s report.Settings) []string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(s.Options)) {
		if v := s.Options[name]; len(v) > 60 || strings.Contains(v, "\n") {
			all = append(all, name)
		}
	}
	return all
}

// settingWords writes settings that differ from the defaults as flags.
func settingWords(s report.Settings) []string {
	var words []string
	for _, x := range report.AllSettings {
		if x.Given(s) {
			words = append(words, "--"+x.Flag, x.Value(s))
		}
	}
	long := longOptions(s)
	for _, name := range slices.Sorted(maps.Keys(s.Options)) {
		if !slices.Contains(long, name) {
			words = append(words, "--option", name+"="+s.Options[name])
		}
	}
	return words
}
