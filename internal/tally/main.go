// Tally runs the checks and tests of the project and counts them, so that a run over several tools
// and two targets ends with one line: "N passed, N failed, N skipped".
//
//	tally -counts FILE -check NAME COMMAND...   a command that passes or fails as a whole
//	tally -counts FILE -tests NAME COMMAND...   a command that prints test events (go test -json)
//	tally -counts FILE -sum                     the closing line; forgets the counts
//
// Reading and counting test events is gotestsum's work. What passes is one line for each package.
// What fails is shown whole, and so is each skipped test with its reason: no test is skipped silently.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"gotest.tools/gotestsum/testjson"
)

func main() {
	counts := flag.String("counts", "", "file that collects the counts")
	check := flag.String("check", "", "name of a command that passes or fails as a whole")
	tests := flag.String("tests", "", "name of a command that prints test events")
	sum := flag.Bool("sum", false, "print the closing line")
	flag.Parse()
	t := &tally{out: os.Stdout, title: *tests}
	var err error
	switch {
	case *sum:
		err = closing(os.Stdout, *counts)
	case *check != "":
		t.check(*check, flag.Args())
	default:
		t.tests(flag.Args())
	}
	if err == nil && !*sum {
		err = t.record(*counts)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "tally:", err)
		os.Exit(1)
	}
	if t.failed > 0 {
		os.Exit(1)
	}
}

// A tally counts and prints.
type tally struct {
	out                     io.Writer
	title                   string
	passed, failed, skipped int
}

// check runs a command that passes or fails as a whole.
func (t *tally) check(name string, command []string) {
	output, err := exec.Command(command[0], command[1:]...).CombinedOutput()
	if err == nil {
		t.passed++
		fmt.Fprintf(t.out, "ok    %s\n", name)
		return
	}
	fmt.Fprintf(t.out, "%s", output)
	t.fail("FAIL  %s: %v", name, err)
}

// tests runs a command that prints test events. One that ends badly although no test failed (it
// did not build, it was killed) counts as a failure.
func (t *tally) tests(command []string) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stderr = os.Stderr
	events, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.fail("FAIL  %s: %v", t.title, err)
		return
	}
	t.read(events)
	if err := cmd.Wait(); err != nil && t.failed == 0 {
		t.fail("FAIL  %s: %v", t.title, err)
	}
}

// read follows the events to their end, then shows what was skipped and what failed.
func (t *tally) read(events io.Reader) {
	fmt.Fprintf(t.out, "%s:\n", t.title)
	lines := testjson.NewEventFormatter(t.out, "pkgname", testjson.FormatOptions{HideEmptyPackages: true})
	run, err := testjson.ScanTestOutput(testjson.ScanConfig{
		Stdout: events, Handler: handler{lines, t.out}, IgnoreNonJSONOutputLines: true,
	})
	if err != nil {
		t.fail("FAIL  %s: %v", t.title, err)
		return
	}
	for _, name := range run.Packages() {
		t.count(run.Package(name))
	}
	t.failed += len(run.Failed()) // with packages that failed outside their tests
	testjson.PrintSummary(t.out, run, testjson.SummarizeAll)
}

// count adds up the tests of a package. A test that only groups others has passed nothing itself when
// all of those were skipped.
func (t *tally) count(p *testjson.Package) {
	t.skipped += len(p.Skipped)
	for _, test := range p.Passed {
		if below(p.Skipped, test.Test.Name()) && !below(p.Passed, test.Test.Name()) {
			t.skipped++
			continue
		}
		t.passed++
	}
}

// below tells whether some of the tests are subtests of the named one.
func below(tests []testjson.TestCase, name string) bool {
	for _, x := range tests {
		if strings.HasPrefix(x.Test.Name(), name+"/") {
			return true
		}
	}
	return false
}

// A handler shows packages as they end, and whatever is not an event.
type handler struct {
	testjson.EventFormatter
	out io.Writer
}

func (h handler) Event(event testjson.TestEvent, run *testjson.Execution) error {
	if event.Action == testjson.ActionBuild {
		fmt.Fprint(h.out, event.Output)
	}
	return h.Format(event, run)
}

func (h handler) Err(text string) error {
	fmt.Fprintln(h.out, text)
	return nil
}

func (t *tally) fail(format string, args ...any) {
	t.failed++
	fmt.Fprintf(t.out, format+"\n", args...)
}

// record appends the counts to the file.
func (t *tally) record(path string) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	fmt.Fprintln(f, t.passed, t.failed, t.skipped)
	return f.Close()
}

// closing adds up what was recorded.
func closing(out io.Writer, path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var passed, failed, skipped int
	for line := range strings.Lines(string(data)) {
		var p, f, s int
		if _, err := fmt.Sscan(line, &p, &f, &s); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		passed, failed, skipped = passed+p, failed+f, skipped+s
	}
	fmt.Fprintf(out, "%d passed, %d failed, %d skipped\n", passed, failed, skipped)
	return os.Remove(path)
}
