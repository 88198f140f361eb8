package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestPackageDir(t *testing.T) {
	for input, want := range map[string]string{
		"node_modules/dagre/lib/index.js":             "node_modules/dagre",
		"node_modules/@codemirror/view/dist/index.js": "node_modules/@codemirror/view",
		"../node_modules/a/node_modules/b/index.js":   "../node_modules/a/node_modules/b",
		"editor.js": "",
		"web/bundle/node_modules/@lezer/common/dist/common.js": "web/bundle/node_modules/@lezer/common",
	} {
		if got := packageDir(input); got != want {
			t.Errorf("packageDir(%q) = %q, want %q", input, got, want)
		}
	}
}

// A package without a licence stops the build; one with a licence is quoted whole.
func TestRender(t *testing.T) {
	dir := t.TempDir()
	if _, err := render([]component{{"x", "1", dir}}); err == nil || !strings.Contains(err.Error(), "x 1 has no licence file") {
		t.Errorf("without a licence: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "LICENSE.md"), []byte("Do as you like.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	text, err := render([]component{{"x", "1", dir}})
	if err != nil || !strings.Contains(string(text), "x 1\n\nDo as you like.\n") {
		t.Errorf("render: %v\n%s", err, text)
	}
}
