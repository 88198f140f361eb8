package rules

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/web/words"
)

// german is the catalogue of the page.
func german(t *testing.T) string {
	t.Helper()
	file := read(t, filepath.Join(root, "static", "words", "de.txt"))
	words.Use(file)
	t.Cleanup(func() { words.Use("") })
	return file
}

// TestGermanDescriptions looks whether what the formalisms say of themselves is there in German.
func TestGermanDescriptions(t *testing.T) {
	german(t)
	seen := 0
	check := func(what string, texts ...string) {
		for _, s := range texts {
			seen++
			if _, ok := words.Told(s); !ok {
				t.Errorf("static/words/de.txt lacks, of %s: %s", what, s)
			}
		}
	}
	options := func(what string, all []report.Option) {
		for _, o := range all {
			check(what+", "+o.Name, o.Title, o.Summary)
		}
	}
	for _, f := range engine.Formalisms() {
		check(f.Name, f.Title, f.Summary)
		for _, o := range f.Operators {
			check(f.Name+", "+o.Name, o.Title, o.Summary)
		}
		for _, e := range f.Examples {
			check(f.Name+", "+e.Name, e.Title, e.Watch)
		}
		for _, x := range f.Templates {
			check(f.Name+", "+x.Name, x.Title)
		}
		options(f.Name, f.Options)
		for _, x := range f.Tools {
			check(f.Name+", "+x.Name, x.Title, x.Summary)
			options(f.Name+", "+x.Name, x.Inputs)
		}
	}
	for _, x := range report.AllSettings {
		check(x.Name, x.Title, x.Summary)
		for _, c := range x.Choices {
			check(x.Name, c.Title)
		}
	}
	for _, b := range report.Budgets {
		check(b.Name, b.Unit)
	}
	if seen < 400 {
		t.Errorf("only %d descriptions were seen", seen)
	}
}

// verb is a place in a format that a value fills; hole is one in the catalogue.
var verb, hole = regexp.MustCompile(`%\.?\d*[sdvq]`), regexp.MustCompile(`\{[^}]*\}`)

// TestGermanOfTheEngineIsUsed looks for the English of each translated sentence in the programs.
func TestGermanOfTheEngineIsUsed(t *testing.T) {
	said := map[string]bool{}
	for _, dir := range []string{"engine", "web", "wasm"} {
		if err := filepath.WalkDir(filepath.Join(root, dir), func(path string, _ os.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
				addLiterals(t, path, said)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	worker := read(t, filepath.Join(root, "static", "worker.js"))
	_, engineSays, _ := strings.Cut(german(t), "\n[engine]\n")
	for _, line := range strings.Split(engineSays, "\n") {
		if line == "" || line[0] == '\t' || says(said, hole.ReplaceAllString(line, "{}")) || strings.Contains(worker, line) {
			continue
		}
		t.Errorf("static/words/de.txt has %q, which no program says", line)
	}
}

// says tells whether a sentence is among those of the programs, or has an end of them: the rest is a hole.
func says(said map[string]bool, sentence string) bool {
	const end = 20
	if said[sentence] {
		return true
	}
	for i := range sentence {
		if i >= end && said[sentence[:i]+"{}"] || len(sentence)-i >= end && said["{}"+sentence[i:]] {
			return true
		}
	}
	return false
}

// addLiterals notes the strings of a file, of "a" + "b" the whole; every verb is a hole.
func addLiterals(t *testing.T, path string, said map[string]bool) {
	t.Helper()
	tree, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok {
			if s, ok := literal(e); ok {
				said[verb.ReplaceAllString(s, "{}")] = true
			}
		}
		return true
	})
}

// literal gives a string that is written out; what is no literal in a sum is a hole.
func literal(e ast.Expr) (s string, ok bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			s, err := strconv.Unquote(e.Value)
			return s, err == nil
		}
	case *ast.BinaryExpr:
		a, okA := literal(e.X)
		b, okB := literal(e.Y)
		if e.Op == token.ADD && (okA || okB) {
			if !okA {
				a = "{}"
			}
			if !okB {
				b = "{}"
			}
			return a + b, true
		}
	}
	return "", false
}
