package rules

import (
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/report"
)

// pages are the documents that describe one formalism each.
var pages = map[string][]string{
	"action-system": {"docs/action-systems.md"},
	"tfsm":          {"docs/tfsm.md"},
	"efsm":          {"docs/efsm.md"},
	"timed":         {"docs/timed.md", "docs/timed-mutants.md"},
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestPagesAreWhole finds each operator, option and tool of a formalism on its page.
func TestPagesAreWhole(t *testing.T) {
	for _, f := range engine.Formalisms() {
		if len(pages[f.Name]) == 0 {
			t.Errorf("%s has no page", f.Name)
			continue
		}
		text := ""
		for _, p := range pages[f.Name] {
			text += read(t, filepath.Join(root, p))
		}
		has := func(kind, name string, forms ...string) {
			if !slices.ContainsFunc(forms, func(form string) bool { return strings.Contains(text, form) }) {
				t.Errorf("%v: no %s %s", pages[f.Name], kind, name)
			}
		}
		for _, op := range f.Operators {
			has("operator", op.Name, "| "+op.Name+" |", "| `"+op.Name+"`")
		}
		for _, o := range f.Options {
			has("option", o.Name, "--option "+o.Name+"=")
		}
		for _, tool := range f.Tools {
			if !regexp.MustCompile(`mutarium tool [\w.]+ ` + tool.Name + `\b`).MatchString(text) {
				t.Errorf("%v: no tool %s", pages[f.Name], tool.Name)
			}
		}
	}
}

// TestReportPage finds every key of a report and of a mutant on the report's page.
func TestReportPage(t *testing.T) {
	text := read(t, filepath.Join(root, "docs", "report.md"))
	for _, typ := range []reflect.Type{reflect.TypeFor[report.Report](), reflect.TypeFor[report.Mutant](), reflect.TypeFor[report.Suite](),
		reflect.TypeFor[report.Score]()} {
		for i := range typ.NumField() {
			name, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
			if name != "-" && !strings.Contains(text, "`"+name+"`") {
				t.Errorf("docs/report.md does not name %s of %s", name, typ.Name())
			}
		}
	}
}

// TestBlocksAreChecked lets no document hold a block that no test looks at: models and commands
// are run, grammars compared, queries asked, exercises and hand-ins read.
func TestBlocksAreChecked(t *testing.T) {
	known := []string{"sh", "as", "tfsm", "efsm", "xta", "ebnf", "queries", "json fragment", "text", "yaml", "json"}
	for _, doc := range documents(t) {
		for _, b := range readBlocks(t, doc) {
			if info, _ := fileOf(b.info); !slices.Contains(known, info) {
				t.Errorf("%s:%d: a block of kind %q, which no test reads", filepath.Base(doc), b.line, b.info)
			}
		}
		for n, line := range strings.Split(read(t, doc), "\n") {
			if strings.HasPrefix(line, "    mutarium ") || strings.HasPrefix(line, "    make ") {
				t.Errorf("%s:%d: a command that is indented and not in a block", filepath.Base(doc), n+1)
			}
		}
	}
}

// TestMakeTargets finds every target that a document names in the Makefile.
func TestMakeTargets(t *testing.T) {
	makefile := "\n" + read(t, filepath.Join(root, "Makefile"))
	named := regexp.MustCompile("(?m)(?:`|^)make ([a-z-]+)")
	for _, doc := range documents(t) {
		for _, m := range named.FindAllStringSubmatch(read(t, doc), -1) {
			if !strings.Contains(makefile, "\n"+m[1]+":") {
				t.Errorf("%s: the Makefile has no target %s", filepath.Base(doc), m[1])
			}
		}
	}
}

// TestTestsThatDocumentsName finds the tests and benchmarks that documents name.
func TestTestsThatDocumentsName(t *testing.T) {
	var all strings.Builder
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && (d.Name() == "node_modules" || d.Name() == "dist" || d.Name() == ".git") {
			return fs.SkipDir
		}
		if strings.HasSuffix(path, "_test.go") {
			all.WriteString(read(t, path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`((?:Test|Benchmark|Fuzz)[A-Z0-9]\\w*)")
	for _, doc := range documents(t) {
		for _, m := range named.FindAllStringSubmatch(read(t, doc), -1) {
			if !strings.Contains(all.String(), "func "+m[1]+"(") {
				t.Errorf("%s names %s, which does not exist", filepath.Base(doc), m[1])
			}
		}
	}
}
