package main

import (
	"path/filepath"
	"strings"
	"testing"
)

const events = `{"Action":"run","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Test":"TestA","Output":"fine\n"}
{"Action":"pass","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Test":"TestB","Output":"=== RUN   TestB\n"}
{"Action":"output","Package":"p","Test":"TestB","Output":"    b_test.go:3: wrong\n"}
{"Action":"fail","Package":"p","Test":"TestB"}
{"Action":"output","Package":"p","Test":"TestC","Output":"    c_test.go:3: no browser\n"}
{"Action":"skip","Package":"p","Test":"TestC"}
{"Action":"output","Package":"p","Test":"TestD","Output":"    d_test.go:3: absent: ../shared/models\n"}
{"Action":"pass","Package":"p","Test":"TestD"}
{"Action":"fail","Package":"p","Elapsed":1.25}
{"Action":"build-output","ImportPath":"q","Output":"q.go:1: syntax\n"}
{"Action":"skip","Package":"r"}
not an event
{"Action":"pass","Package":"s","Elapsed":0.5}
`

func TestEvents(t *testing.T) {
	var out strings.Builder
	c := &tally{out: &out, title: "native"}
	c.read(strings.NewReader(events))
	if c.passed != 2 || c.failed != 1 || c.skipped != 1 {
		t.Errorf("counts: %d passed, %d failed, %d skipped", c.passed, c.failed, c.skipped)
	}
	for _, want := range []string{"b_test.go:3: wrong", "skip  native p.TestC: c_test.go:3: no browser", "note  native TestD: d_test.go:3: absent: ../shared/models",
		"FAIL  native p  1.2s", "q.go:1: syntax", "not an event", "ok    native s  0.5s"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "fine") {
		t.Errorf("the output of a passing test is shown:\n%s", out.String())
	}
}

// A package that does not build fails the run though no test of it failed.
func TestBuildFailure(t *testing.T) {
	c := &tally{out: &strings.Builder{}}
	c.read(strings.NewReader(events + `{"Action":"fail","Package":"t"}`))
	if c.failed != 2 {
		t.Errorf("got %d failures, want 2", c.failed)
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
	if err := d.record(file); err != nil {
		t.Fatal(err)
	}
	if err := closing(&out, file); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"ok    good", "broken\nFAIL  bad: exit status 3", "FAIL  gone: ", "1 passed, 2 failed\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	if closing(&out, file) == nil {
		t.Error("the counts are still there")
	}
}
