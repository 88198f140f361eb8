package rules

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine"
)

// TestParts compares the places that name the browser's programs: the build tags of engine/part_*.go,
// the Makefile, and the page of the architecture. Beside the first one a program is named after the
// formalism that it holds, as the worker asks for it by that name.
func TestParts(t *testing.T) {
	parts := parts(t)
	makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`(?m)^PARTS\s*[:?]?=\s*(.*)$`).FindSubmatch(makefile)
	if m == nil {
		t.Fatal("the Makefile has no PARTS")
	}
	made := strings.Fields(string(m[1]))
	slices.Sort(made)
	if !slices.Equal(parts, made) {
		t.Errorf("engine/part_*.go names %v, the Makefile makes %v", parts, made)
	}
	page := read(t, filepath.Join(root, "docs", "architecture.md"))
	for _, p := range parts {
		if _, err := engine.Find(p); err != nil {
			t.Errorf("the part %s is no formalism's", p)
		}
		if !strings.Contains(page, "`engine-"+p+".wasm`") {
			t.Errorf("docs/architecture.md does not name engine-%s.wasm", p)
		}
	}
	for _, f := range engine.Formalisms() {
		if !engine.Holds(f.Name) {
			t.Errorf("the whole engine does not hold %s", f.Name)
		}
	}
}

// parts are the programs of the engine beside the first one, by name.
func parts(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "engine", "part_*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var parts []string
	for _, f := range files {
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(f), "part_"), ".go")
		if name != "core" && name != "whole" {
			parts = append(parts, name)
		}
	}
	slices.Sort(parts)
	return parts
}
