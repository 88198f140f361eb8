package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/source"
)

// Exit codes, as --help states them.
const (
	exitDone      = 0
	exitFindings  = 1 // only where asked for: --fail-on, verify, fmt --check; and files that grade refused
	exitBadInput  = 2
	exitExhausted = 3 // a budget ran out, or the run was stopped
)

const exitHelp = `Exit codes:
  0  done
  1  findings, if you asked for them (--fail-on, verify, fmt --check), and files that grade refused
  2  bad input: the model, the settings or the command line
  3  a limit was reached before everything was decided, or the run was stopped`

// A failure ends a command with a code and, unless it is empty, a message on stderr.
type failure struct {
	code    int
	message string
}

func (f *failure) Error() string { return f.message }

// findings ends a command that did its work and found what it was asked to fail on.
func findings(format string, args ...any) error {
	return &failure{exitFindings, fmt.Sprintf(format, args...)}
}

// badInput ends a command because of what the user gave it.
func badInput(format string, args ...any) error {
	return &failure{exitBadInput, fmt.Sprintf(format, args...)}
}

// exhausted ends a command that could not decide everything.
func exhausted(format string, args ...any) error {
	return &failure{exitExhausted, fmt.Sprintf(format, args...)}
}

// rejected prints the diagnostics of a text that cannot be analysed.
func (a *app) rejected(f *source.File, d source.Diagnostics) error {
	a.errorf("%s", d.Text(f))
	return &failure{code: exitBadInput}
}

// finish prints what ended a command and returns its exit code. Everything that is not a failure of
// ours is bad input: cobra's complaints about flags, the engine's about settings, files.
func (a *app) finish(err error) int {
	if err == nil {
		return exitDone
	}
	if errors.Is(err, context.Canceled) {
		a.errorf("mutarium: stopped\n")
		return exitExhausted
	}
	if err.Error() != "" {
		a.errorf("mutarium: %v\n", err)
	}
	if f, ok := errors.AsType[*failure](err); ok {
		return f.code
	}
	return exitBadInput
}

func (a *app) printf(format string, args ...any) {
	fmt.Fprint(a.out, source.Visible(fmt.Sprintf(format, args...)))
}

func (a *app) errorf(format string, args ...any) {
	fmt.Fprint(a.err, source.Visible(fmt.Sprintf(format, args...)))
}

// names lists the formalisms, for messages and flags.
func names() []string {
	var all []string
	for _, f := range engine.Formalisms() {
		all = append(all, f.Name)
	}
	return all
}
