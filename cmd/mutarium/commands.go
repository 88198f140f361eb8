package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"
)

// commands builds every command, in the order of --help. A new one is a file of its own with one
// function like these, and one line here.
func (a *app) commands() []*cobra.Command {
	return []*cobra.Command{
		a.runCommand(),
		a.checkCommand(),
		a.walkCommand(),
		a.drawCommand(),
		a.mutantsCommand(),
		a.suiteCommand(),
		a.scoreCommand(),
		a.toolCommand(),
		a.queryCommand(),
		a.verifyCommand(),
		a.diffCommand(),
		a.exportCommand(),
		a.lintCommand(),
		a.fmtCommand(),
		a.operatorsCommand(),
		a.examplesCommand(),
		a.linkCommand(),
		a.exerciseCommand(),
		a.gradeCommand(),
		a.serveCommand(),
		a.manCommand(),
		a.versionCommand(),
	}
}

// execute runs one command line and returns the exit code.
func (a *app) execute(ctx context.Context, args []string) int {
	return a.finish(unknownCommand(a.root(args).ExecuteContext(ctx)))
}

// root builds the program with all its commands.
func (a *app) root(args []string) *cobra.Command {
	root := &cobra.Command{
		Use:     "mutarium",
		Version: versionText(),
		Short:   "Model-based mutation testing: mutants, verdicts with evidence, tests",
		Long: "Mutarium mutates models and says for each mutant whether a test could tell it from the\noriginal. The " +
			"same engine runs in the browser: see `mutarium serve`.\n\n" + exitHelp,
		Example: "  mutarium examples car-alarm -o car.as\n  mutarium run car.as\n" +
			"  mutarium run car.as --operators all --json -o report.json\n  mutarium verify report.json",
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	root.SetArgs(args)
	root.SetFlagErrorFunc(misusedFlag)
	root.SetHelpCommand(a.helpCommand())
	cobra.EnableCommandSorting = false
	for _, c := range a.commands() {
		if c.Args == nil {
			c.Args = arguments
		}
		root.AddCommand(c)
	}
	completionCommand(root)
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), "Available Commands", "Commands"))
	return root
}
