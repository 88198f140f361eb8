package tioa

import (
	"os"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
)

// TestMutantDocs runs what docs/timed-mutants.md shows: its models parse, featured ones as such; it
// names every operator and every rule, and the tests that it appeals to exist.
func TestMutantDocs(t *testing.T) {
	b, err := os.ReadFile("../../docs/timed-mutants.md")
	if err != nil {
		t.Fatal(err)
	}
	text := string(b)
	models := 0
	for i, part := range strings.Split(text, "```") {
		model, isXTA := strings.CutPrefix(part, "xta\n")
		if i%2 == 0 || !isXTA {
			continue
		}
		models++
		f := source.NewFile("docs.xta", model)
		if strings.Contains(model, "/*@") {
			if ft, d := ParseFeatured(f); ft == nil {
				t.Error(d.Text(f))
			}
			continue
		}
		m, d := ParseXTA(f)
		if m == nil || len(d) > 0 {
			t.Errorf("%s", d.Text(f))
		}
	}
	if models != 2 {
		t.Errorf("%d models, want 2", models)
	}
	for _, op := range Operators {
		if !strings.Contains(text, "| "+op.Name+" |") {
			t.Errorf("operator %s is not described", op.Name)
		}
	}
	for _, r := range Rules {
		if !strings.Contains(text, "| "+r.Number+" |") {
			t.Errorf("rule %s is not described", r.Number)
		}
	}
	tests := ""
	for _, name := range []string{"mutants_test.go", "judge_test.go", "guidelines_test.go", "featured_test.go"} {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		tests += string(b)
	}
	for _, word := range strings.Fields(text) {
		if name := strings.Trim(word, "`().,;:"); strings.HasPrefix(name, "Test") && !strings.Contains(tests, "func "+name+"(") {
			t.Errorf("the page appeals to %s, which is not there", name)
		}
	}
}
