package main

import (
	"errors"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/source"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// How a command line is complained about: by what was got and what is wanted, with the nearest
// name, and never by printing pages of help.

// arguments wants what the command's usage line names: MODEL is one argument, [SUITE] one that may
// be missing, MODEL... at least one.
func arguments(c *cobra.Command, args []string) error {
	_, wanted, _ := strings.Cut(c.Use, " ")
	least, most := 0, 0
	for _, w := range strings.Fields(wanted) {
		if !strings.HasPrefix(w, "[") {
			least++
		}
		if most++; strings.HasSuffix(w, "...") {
			most = len(args) + 1
		}
	}
	if least <= len(args) && len(args) <= most {
		return nil
	}
	if wanted == "" {
		wanted = "none"
	}
	return badInput("%s: got %s, want %s (see mutarium %s --help)", c.Name(), count(len(args), "argument"), wanted,
		c.Name())
}

// misusedFlag says what a flag wants, or which one was probably meant.
func misusedFlag(c *cobra.Command, err error) error {
	if bad, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		f := bad.GetFlag()
		return badInput("--%s: got %q, want %s", f.Name, bad.GetValue(), wanted(f))
	}
	name, unknown := strings.CutPrefix(err.Error(), "unknown flag: --")
	if !unknown {
		return badInput("%s: %v", c.Name(), err)
	}
	var known []string
	c.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, "--"+f.Name) })
	return badInput("%s: unknown flag --%s%s (see mutarium %s --help)", c.Name(), name, didYouMean("--"+name, known),
		c.Name())
}

// unknownCommand says which command was probably meant, in the words of other complaints.
func unknownCommand(err error) error {
	if err == nil {
		return nil
	}
	rest, unknown := strings.CutPrefix(err.Error(), "unknown command ")
	quoted, bad := strconv.QuotedPrefix(rest)
	if !unknown || bad != nil {
		return err
	}
	name, _ := strconv.Unquote(quoted)
	if isTool(name) {
		return badInput("there is no command %q, but a tool: mutarium tool MODEL %s", name, name)
	}
	known := []string{"help", "completion"}
	for _, c := range (&app{}).commands() {
		known = append(known, c.Name())
	}
	return badInput("there is no command %q%s (see mutarium --help)", name, didYouMean(name, known))
}

// wanted says in words what a flag takes.
func wanted(f *pflag.Flag) string {
	if v, ok := f.Value.(*settingValue); ok {
		return v.Wants()
	}
	switch f.Value.Type() {
	case "int", "uint64":
		return "a whole number, 0 or more"
	case "bool":
		return "true or false"
	case "stringSlice":
		return "words separated by commas"
	}
	return "a " + f.Value.Type()
}

// didYouMean is a hint to the known name that is most like the one given, "" where none is.
func didYouMean(name string, known []string) string {
	if hint := source.DidYouMean(name, known); hint != "" {
		return " (" + hint + ")"
	}
	return ""
}

// helpCommand is cobra's, but a topic that does not exist is bad input.
func (a *app) helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "Explain a command",
		Example: "  mutarium help run",
		RunE: func(c *cobra.Command, args []string) error {
			topic, rest, err := c.Root().Find(args)
			if err != nil || len(rest) > 0 {
				var known []string
				for _, x := range c.Root().Commands() {
					known = append(known, x.Name())
				}
				return badInput("help: there is no command %q%s", args[0], didYouMean(args[0], known))
			}
			topic.InitDefaultHelpFlag()
			return topic.Help()
		},
	}
}

// completionCommand is cobra's, but a shell that it does not know is bad input.
func completionCommand(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	c, _, err := root.Find([]string{"completion"})
	if err != nil || c == root {
		return
	}
	c.Use = "completion [SHELL]"
	c.Short = "Print a script that completes commands in bash, fish, powershell or zsh"
	c.Example = "  mutarium completion bash\n  mutarium completion zsh --help"
	c.Args = cobra.ArbitraryArgs
	c.RunE = func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return c.Help()
		}
		var known []string
		for _, x := range c.Commands() {
			known = append(known, x.Name())
		}
		return badInput("completion: got %q, want one of %s", args[0], strings.Join(known, ", "))
	}
}
