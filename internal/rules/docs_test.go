package rules

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

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

// fileOf takes the name of a file off the words behind a fence: "xta vending.xta". The commands that
// follow in the document may read that file.
func fileOf(info string) (rest, file string) {
	kind, last, ok := strings.Cut(info, " ")
	if ok && strings.Contains(last, ".") && !strings.ContainsAny(last, " /") {
		return kind, last
	}
	return info, ""
}

// documents lists the Markdown files that users read.
func documents(t *testing.T) []string {
	t.Helper()
	docs, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"} {
		docs = append(docs, filepath.Join(root, name))
	}
	return docs
}

func readBlocks(t *testing.T, path string) []block {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return blocks(string(text))
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
	for info, want := range map[string][2]string{"sh": {"sh", ""}, "xta a.xta": {"xta", "a.xta"}, "as fragment": {"as fragment", ""}, "xta ../a.xta": {"xta ../a.xta", ""}} {
		if rest, file := fileOf(info); rest != want[0] || file != want[1] {
			t.Errorf("%q: got %q and %q", info, rest, file)
		}
	}
}
