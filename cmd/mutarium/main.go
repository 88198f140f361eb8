// Mutarium is the command line of the playground: the same engine, natively.
//
// Each command is a file with one function that builds it and, where it has more to do than to
// call the engine, the text it prints. commands.go lists them. What they share: input.go opens
// models, settings.go reads the flags that decide a verdict, output.go writes results, replace*.go
// replaces files, signals.go says what stops a command, exit.go holds the exit codes.
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
