package rules

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/source"
)

// A block is a fenced piece of a document.
type block struct {
	info string // what stands behind the fence: "sh", "as", "as fragment"
	line int    // of the first line inside
	text string
}

// blocks cuts the fenced blocks out of a document.
func blocks(text string) []block {
	var all []block
	var in *block
	n := 0
	for line := range strings.Lines(text) {
		n++
		fence, isFence := strings.CutPrefix(strings.TrimSpace(line), "```")
		switch {
		case isFence && in == nil:
			in = &block{info: strings.TrimSpace(fence), line: n + 1}
		case isFence:
			all = append(all, *in)
			in = nil
		case in != nil:
			in.text += line
		}
	}
	return all
}

// documents lists the Markdown files that users read.
func documents(t *testing.T) []string {
	t.Helper()
	docs, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	return append([]string{filepath.Join(root, "README.md")}, docs...)
}

func readBlocks(t *testing.T, path string) []block {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return blocks(string(text))
}

// TestCommandsInDocuments runs every line of the sh blocks of the documents, but for those that build
// or serve the site. The lines of one document share an empty folder. A line that ends with
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
		if got, out := shell(dir, line); got != want {
			t.Errorf("line %d: %s\nexits with %d, want %d\n%s", b.line+i, line, got, want, out)
		}
	}
	return ran
}

// shell runs a line and gives its exit code and what it printed.
func shell(dir, line string) (code int, output string) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, "sh", "-c", line)
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

// TestModelsInDocuments parses the blocks that are marked as models, by the name of a formalism or
// by one of its extensions. A part of a model is marked "fragment" and is not parsed.
func TestModelsInDocuments(t *testing.T) {
	languages := map[string]string{}
	for _, f := range engine.Formalisms() {
		languages[f.Name] = f.Name
		for _, ext := range f.Extensions {
			languages[ext[1:]] = f.Name
		}
	}
	for _, several := range []string{"json", "xml", "dot"} { // may be anything
		delete(languages, several)
	}
	for _, doc := range documents(t) {
		for _, b := range readBlocks(t, doc) {
			words := strings.Fields(b.info)
			if len(words) == 0 || languages[words[0]] == "" || slices.Contains(words, "fragment") {
				continue
			}
			file := source.NewFile(fmt.Sprintf("%s from line %d", filepath.Base(doc), b.line), b.text)
			f, err := engine.Choose("", "model."+words[0], b.text)
			if err != nil {
				t.Errorf("%s: %v", file.Name, err)
				continue
			}
			if m, d := engine.Open(f, file); m == nil {
				t.Error(d.Text(file))
			}
		}
	}
}

// TestLinksInDocuments follows the relative links.
func TestLinksInDocuments(t *testing.T) {
	link := regexp.MustCompile(`\]\(([\w./-]+)(#[^)]*)?\)`)
	for _, doc := range documents(t) {
		text, err := os.ReadFile(doc)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(doc), m[1])); err != nil {
				t.Errorf("%s links to %s, which is not there", filepath.Base(doc), m[1])
			}
		}
	}
}

func TestBlocks(t *testing.T) {
	got := blocks("a\n```sh\nx\ny\n```\nb\n```as fragment\nz\n```\n")
	want := []block{{"sh", 3, "x\ny\n"}, {"as fragment", 8, "z\n"}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
