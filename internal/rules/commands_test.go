//go:build slow

package rules

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestCommandsInDocuments runs every line of the sh blocks of the documents, but for those that build
// or serve the site. The lines of one document share a folder, which holds the models of blocks whose
// fences name a file. A line that ends with
// "# exits with N" must do so; any other must succeed.
func TestCommandsInDocuments(t *testing.T) {
	bin := t.TempDir()
	build(t, filepath.Join(bin, "mutarium"))
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	ran := 0
	for _, doc := range documents(t) {
		t.Run(filepath.Base(doc), func(t *testing.T) {
			dir := t.TempDir()
			for _, b := range readBlocks(t, doc) {
				if _, file := fileOf(b.info); file != "" {
					if err := os.WriteFile(filepath.Join(dir, file), []byte(b.text), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				if b.info == "sh" {
					ran += runBlock(t, dir, b)
				}
			}
		})
	}
	if ran == 0 {
		t.Error("no document shows a command")
	}
}

var exitsWith = regexp.MustCompile(`# exits with (\d)`)

func runBlock(t *testing.T, dir string, b block) (ran int) {
	text := strings.ReplaceAll(b.text, "\\\n", " ") // continued lines are one
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimPrefix(strings.TrimSpace(line), "$ ")
		if line == "" || strings.HasPrefix(line, "make ") || strings.HasPrefix(line, "mutarium serve") {
			continue // TestMakeTargets knows the targets; serve does not end and has a test of its own
		}
		ran++
		want := 0
		if m := exitsWith.FindStringSubmatch(line); m != nil {
			want, _ = strconv.Atoi(m[1])
		}
		if got, out := shell(t, dir, line); got != want {
			t.Errorf("line %d: %s\nexits with %d, want %d\n%s", b.line+i, line, got, want, out)
		}
	}
	return ran
}

// shell runs a line and gives its exit code and what it printed.
func shell(t *testing.T, dir, line string) (code int, output string) {
	c := exec.CommandContext(t.Context(), "sh", "-c", line)
	c.Dir = dir
	out, err := c.CombinedOutput()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return exit.ExitCode(), string(out)
	}
	if err != nil {
		return -1, fmt.Sprint(err)
	}
	return 0, string(bytes.TrimSpace(out))
}
