// Mutarium is the command line of the playground: the same engine, natively.
//
// Each command is a file with one function that builds it and, where it has more to do than to
// call the engine, the text it prints. commands.go lists them: check.go, diff.go, draw.go, exercise.go,
// export.go, grade.go, link.go, lint.go (fmt too), lists.go (operators, examples), man.go, mutants.go,
// query.go, run.go, serve.go (site.go answers its requests), suite*.go (score too), tool.go, verify.go,
// version.go, walk.go.
//
// What they share: input.go opens models, settings.go reads the flags that decide a verdict,
// complete.go tells a shell what fits, usage.go says what is wrong with a command line, output.go,
// text.go and sections.go write results, replace*.go replaces files, signals.go and hangup*.go say
// what stops a command, exit.go holds the exit codes, and main.go starts it all.
package main

import (
	"context"
	"io"
	"os"

	"golang.org/x/term"
)

// An app is the world as the commands see it, so that tests can give them another.
type app struct {
	in       io.Reader
	out      io.Writer
	err      io.Writer
	terminal bool // err is a terminal: progress may be shown
	screen   bool // out is one: what it would obey must not reach it
}

func main() {
	ctx, stop := stoppable(context.Background())
	a := &app{in: os.Stdin, out: os.Stdout, err: os.Stderr,
		terminal: term.IsTerminal(int(os.Stderr.Fd())), screen: term.IsTerminal(int(os.Stdout.Fd()))}
	code := a.execute(ctx, os.Args[1:])
	stop()
	os.Exit(code)
}
