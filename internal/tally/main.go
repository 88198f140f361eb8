// Tally runs the checks and tests of the project and counts them, so that a run over several tools
// and two targets ends with one line: "N passed, N failed".
//
//	tally -counts FILE -check NAME COMMAND...   a command that passes or fails as a whole
//	tally -counts FILE -tests NAME COMMAND...   a command that prints test events (go test -json)
//	tally -counts FILE -sum                     the closing line; forgets the counts
//
// What passes is one line for each package. What fails is shown whole, and so is each skipped
// test with its reason: no test is skipped silently.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
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
	kept                    map[string][]string // output of tests that are still running
	broken                  map[string]bool     // packages of which a test failed
}

// check runs a command that passes or fails as a whole.
func (t *tally) check(name string, command []string) {
	output, err := exec.Command(command[0], command[1:]...).CombinedOutput()
	if err == nil {
		t.passed++
		fmt.Fprintf(t.out, "ok    %s\n", name)
		return
	}
	t.failed++
	fmt.Fprintf(t.out, "%sFAIL  %s: %v\n", output, name, err)
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
		t.failed++
		fmt.Fprintf(t.out, "FAIL  %s: %v\n", t.title, err)
		return
	}
	t.read(events)
	if err := cmd.Wait(); err != nil && t.failed == 0 {
		t.failed++
		fmt.Fprintf(t.out, "FAIL  %s: %v\n", t.title, err)
	}
}

// An event is a line of go test -json; see go doc test2json.
type event struct {
	Action, Package, Test, Output, ImportPath string
	Elapsed                                   float64
}

func (t *tally) read(events io.Reader) {
	t.kept, t.broken = map[string][]string{}, map[string]bool{}
	lines := bufio.NewScanner(events)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			fmt.Fprintf(t.out, "%s\n", lines.Text())
			continue
		}
		t.event(e)
	}
	if err := lines.Err(); err != nil {
		t.failed++
		fmt.Fprintf(t.out, "FAIL  %s: %v\n", t.title, err)
	}
}

func (t *tally) event(e event) {
	key := e.Package + " " + e.Test
	switch e.Action {
	case "output":
		t.kept[key] = append(t.kept[key], e.Output)
		return
	case "build-output":
		fmt.Fprint(t.out, e.Output)
		return
	case "pass":
		t.pass(e)
	case "skip":
		t.skip(e, t.kept[key])
	case "fail":
		t.fail(e, t.kept[key])
	default:
		return
	}
	delete(t.kept, key)
}

// absent finds the lines by which tests say that a reference suite is not there.
var absent = regexp.MustCompile(`shared/models.*(absent|not here|not there|missing)|(absent|not here|not there|missing).*shared/models`)

func (t *tally) pass(e event) {
	if e.Test == "" {
		fmt.Fprintf(t.out, "ok    %s %s  %.1fs\n", t.title, e.Package, e.Elapsed)
		return
	}
	t.passed++
	for _, line := range t.kept[e.Package+" "+e.Test] {
		if absent.MatchString(line) { // a reference suite that is not there
			fmt.Fprintf(t.out, "note  %s %s: %s", t.title, e.Test, strings.TrimLeft(line, " "))
		}
	}
}

// skip shows the reason. A package without tests is no skip.
func (t *tally) skip(e event, output []string) {
	if e.Test == "" {
		return
	}
	t.skipped++
	for _, line := range output {
		if !strings.HasPrefix(strings.TrimSpace(line), "=== ") && !strings.HasPrefix(strings.TrimSpace(line), "--- ") {
			fmt.Fprintf(t.out, "skip  %s %s.%s: %s", t.title, e.Package, e.Test, strings.TrimLeft(line, " "))
		}
	}
}

func (t *tally) fail(e event, output []string) {
	fmt.Fprint(t.out, strings.Join(output, ""))
	if e.Test != "" {
		t.failed++
		t.broken[e.Package] = true
		return
	}
	if !t.broken[e.Package] { // it did not build, or died outside a test
		t.failed++
	}
	fmt.Fprintf(t.out, "FAIL  %s %s  %.1fs\n", t.title, e.Package, e.Elapsed)
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
	if skipped > 0 {
		fmt.Fprintf(out, "%d skipped, for the reasons above\n", skipped)
	}
	fmt.Fprintf(out, "%d passed, %d failed\n", passed, failed)
	return os.Remove(path)
}
