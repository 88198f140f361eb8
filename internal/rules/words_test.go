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

// hole is a place in a sentence of the catalogue.
var hole = regexp.MustCompile(`\{[^}]*\}`)

// TestGermanOfTheEngineIsUsed looks for the English of each translated sentence, piece by piece, in the programs.
func TestGermanOfTheEngineIsUsed(t *testing.T) {
	var said strings.Builder
	for _, dir := range []string{"engine", "web", "wasm"} {
		if err := filepath.WalkDir(filepath.Join(root, dir), func(path string, _ os.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
				addLiterals(t, path, &said)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	said.WriteString(read(t, filepath.Join(root, "static", "worker.js")))
	programs := said.String()
	_, engineSays, _ := strings.Cut(german(t), "\n[engine]\n")
	for _, line := range strings.Split(engineSays, "\n") {
		if line == "" || line[0] == '\t' {
			continue
		}
		for _, piece := range hole.Split(line, -1) {
			if !made(programs, piece, 3) {
				t.Errorf("static/words/de.txt has %q: no program says %q", line, piece)
			}
		}
	}
}

// made tells whether a piece is in the programs, or so many pieces of it are, one after another.
func made(programs, piece string, parts int) bool {
	if strings.Contains(programs, piece) {
		return true
	}
	for i := 1; i < len(piece) && parts > 1; i++ {
		if strings.Contains(programs, piece[:i]) && made(programs, piece[i:], parts-1) {
			return true
		}
	}
	return false
}

// addLiterals adds the strings of a file, of "a" + "b" the whole.
func addLiterals(t *testing.T, path string, said *strings.Builder) {
	t.Helper()
	tree, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok {
			said.WriteString(literal(e))
			said.WriteByte('\n')
		}
		return true
	})
}

// literal gives a string that is written out, or a sum of such.
func literal(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if s, err := strconv.Unquote(e.Value); err == nil && e.Kind == token.STRING {
			return s
		}
	case *ast.BinaryExpr:
		return literal(e.X) + literal(e.Y)
	}
	return ""
}
