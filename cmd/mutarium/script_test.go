package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"testing"

	"github.com/mutarium/mutarium/internal/testkit"
	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets the scripts below call this very program as mutarium, and a test one that hangs.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"mutarium": main, "stuck": stuck})
}

// stuck is a program that hears the first signal and never ends by itself.
func stuck() {
	ctx, _ := stoppable(context.Background())
	fmt.Println("ready")
	<-ctx.Done()
	fmt.Println("asked to stop")
	select {}
}

// TestScripts runs testdata/*.txtar: command lines with what they print, one file for each thing
// a user does. `make golden` rewrites the expected outputs that `cmp` names. Besides testscript's
// own commands there is `exits CODE mutarium …`, which wants this very exit code.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		UpdateScripts:       testkit.Updating(),
		RequireExplicitExec: true,
		Cmds:                map[string]func(ts *testscript.TestScript, neg bool, args []string){"exits": exits},
	})
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM ARGUMENTS")
	}
	got := "0"
	err := ts.Exec(args[1], args[2:]...)
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		got = string(rune('0' + exit.ExitCode()))
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if got != args[0] {
		ts.Fatalf("exits with %s, want %s", got, args[0])
	}
}
