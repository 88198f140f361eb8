//go:build !js

package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/mutarium/mutarium/engine"
)

// Each signal that asks a program to stop leaves the report of what was decided so far.
func TestSignalsLeaveAReport(t *testing.T) {
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	model := filepath.Join(t.TempDir(), "car.as")
	must(t, "examples", "car-alarm", "-o", model)
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(sig.String(), func(t *testing.T) {
			if sig == syscall.SIGHUP && signal.Ignored(sig) {
				t.Skip("these tests run under nohup, which the program respects")
			}
			ctx, end := stoppable(t.Context())
			defer end()
			errs := &stopper{stop: func() {
				if ctx.Err() == nil {
					if err := self.Signal(sig); err != nil {
						t.Error(err)
						end()
					}
					<-ctx.Done()
				}
			}}
			file := filepath.Join(t.TempDir(), "report.json")
			a := &app{in: strings.NewReader(""), out: &strings.Builder{}, err: errs, terminal: true}
			code := a.execute(ctx, []string{"run", model, "--operators", "all", "--order", "2", "--sample", "20000", "--json", "-o", file})
			if code != exitExhausted {
				t.Errorf("exit %d\n%s", code, errs.shown)
			}
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if r, err := engine.Read(data); err != nil || !r.Cancelled || len(r.Mutants) == 0 {
				t.Errorf("no report of a stopped run: %v", err)
			}
		})
	}
}

// The second Ctrl+C ends even a command that does not react to the first.
func TestSecondSignalEnds(t *testing.T) {
	c := exec.CommandContext(t.Context(), "stuck")
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for _, want := range []string{"ready", "asked to stop"} {
		if !lines.Scan() || lines.Text() != want {
			t.Fatalf("got %q, want %q", lines.Text(), want)
		}
		c.Process.Signal(os.Interrupt)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	for { // the handler is removed soon after the first signal, not in the same instant
		select {
		case err := <-ended:
			if err == nil || c.ProcessState.Success() {
				t.Error("it ended by itself")
			}
			return
		case <-time.After(time.Millisecond):
			c.Process.Signal(os.Interrupt)
		}
	}
}

// five is a system whose refinement takes minutes: the product of five components with two clocks.
func five() string {
	var b strings.Builder
	b.WriteString("broadcast chan a")
	for i := range 5 {
		fmt.Fprintf(&b, ", i%d, o%d", i, i)
	}
	b.WriteString(";\n")
	for i := range 5 {
		for _, side := range []string{"P", "Q"} {
			fmt.Fprintf(&b, `process %s%d { clock x, y; state A, B { x <= %d }; init A;
  trans A -> B { guard y < %d; sync i%d?; assign x = 0; }, A -> A { guard y >= %d; sync i%d?; assign y = 0; },
    B -u-> A { guard x >= %d; sync o%d!; }, B -> B { guard y <= %d; sync i%d?; assign y = 0; }; }
`, side, i, 7+i, 3+i, i, 3+i, i, 2+i, i, 5+i, i)
		}
	}
	b.WriteString("system P0, P1, P2, P3, P4, Q0, Q1, Q2, Q3, Q4;\n")
	return b.String()
}

// A query that would take minutes ends when it is asked to.
func TestQueryStops(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	var out, errs strings.Builder
	a := &app{in: strings.NewReader(five()), out: &out, err: &errs}
	code := a.execute(ctx, []string{"query", "-", "refinement: P0 || P1 || P2 || P3 || P4 <= Q0 || Q1 || Q2 || Q3 || Q4"})
	if code != exitExhausted || !strings.Contains(errs.String(), "stopped") || strings.Contains(out.String(), "holds") {
		t.Errorf("exit %d\n%s%s", code, out.String(), errs.String())
	}
}
