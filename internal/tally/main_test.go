package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// What go test -json prints: of p, TestA passes, TestB fails, TestC is skipped, all that TestD does is
// skipped, TestE skips one part of two; q does not build, r has no tests, s passes.
const events = `{"Action":"run","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Test":"TestA","Output":"fine\n"}
{"Action":"pass","Package":"p","Test":"TestA"}
{"Action":"run","Package":"p","Test":"TestB"}
{"Action":"output","Package":"p","Test":"TestB","Output":"=== RUN   TestB\n"}
{"Action":"output","Package":"p","Test":"TestB","Output":"    b_test.go:3: wrong\n"}
{"Action":"fail","Package":"p","Test":"TestB"}
{"Action":"run","Package":"p","Test":"TestC"}
{"Action":"output","Package":"p","Test":"TestC","Output":"    c_test.go:3: no browser\n"}
{"Action":"skip","Package":"p","Test":"TestC"}
{"Action":"run","Package":"p","Test":"TestD"}
{"Action":"run","Package":"p","Test":"TestD/x"}
{"Action":"output","Package":"p","Test":"TestD/x","Output":"    d_test.go:3: no suite\n"}
{"Action":"skip","Package":"p","Test":"TestD/x"}
{"Action":"pass","Package":"p","Test":"TestD"}
{"Action":"run","Package":"p","Test":"TestE"}
{"Action":"run","Package":"p","Test":"TestE/x"}
{"Action":"skip","Package":"p","Test":"TestE/x"}
{"Action":"run","Package":"p","Test":"TestE/y"}
{"Action":"pass","Package":"p","Test":"TestE/y"}
{"Action":"pass","Package":"p","Test":"TestE"}
{"Action":"fail","Package":"p","Elapsed":1.25}
{"Action":"build-output","ImportPath":"q","Output":"q.go:1: syntax\n"}
{"Action":"build-fail","ImportPath":"q"}
{"Action":"fail","Package":"q","FailedBuild":"q"}
{"Action":"skip","Package":"r"}
not an event
{"Action":"run","Package":"s","Test":"TestS"}
{"Action":"pass","Package":"s","Test":"TestS"}
{"Action":"pass","Package":"s","Elapsed":0.5}
`

func TestEvents(t *testing.T) {
	var out strings.Builder
	c := &tally{out: &out, title: "native"}
	c.read(strings.NewReader(events))
	if c.passed != 4 || c.failed != 2 || c.skipped != 4 {
		t.Errorf("counts: %d passed, %d failed, %d skipped\n%s", c.passed, c.failed, c.skipped, out.String())
	}
	for _, want := range []string{"native:", "b_test.go:3: wrong", "SKIP: p TestC", "c_test.go:3: no browser", "d_test.go:3: no suite",
		"q.go:1: syntax", "not an event"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "fine") {
		t.Errorf("the output of a passing test is shown:\n%s", out.String())
	}
}

func TestChecksAndSum(t *testing.T) {
	file := filepath.Join(t.TempDir(), "counts")
	var out strings.Builder
	c := &tally{out: &out}
	c.check("good", []string{"sh", "-c", "exit 0"})
	c.check("bad", []string{"sh", "-c", "echo broken; exit 3"})
	if err := c.record(file); err != nil {
		t.Fatal(err)
	}
	d := &tally{out: &out, title: "gone"}
	d.tests([]string{"/no/such/program"})
	d.tests([]string{"sh", "-c", `echo '{"Action":"run","Package":"p","Test":"T"}{"Action":"skip","Package":"p","Test":"T"}' | sed 's/}{/}\n{/'`})
	if err := d.record(file); err != nil {
		t.Fatal(err)
	}
	if err := closing(&out, file); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"ok    good", "broken\nFAIL  bad: exit status 3", "FAIL  gone: ", "1 passed, 2 failed, 1 skipped\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	if closing(&out, file) == nil {
		t.Error("the counts are still there")
	}
}

// A command that ends badly although its tests passed, such as one that was killed, has failed.
func TestDiedOutsideItsTests(t *testing.T) {
	d := &tally{out: &strings.Builder{}, title: "killed"}
	d.tests([]string{"sh", "-c", "exit 7"})
	if d.failed != 1 {
		t.Errorf("got %d failures, want 1", d.failed)
	}
}
