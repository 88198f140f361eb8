package tfsm

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tfsm/model"
)

const docs = "../../docs/tfsm.md"

// The page about timed FSMs: its grammar is the one beside the parser, its models parse without a word and are laid out as fmt does it but for
// aligned comments, its table of operators is the list in operators.go, the tests that it names exist.
func TestDocs(t *testing.T) {
	text := textOf(t, docs)
	if !strings.Contains(text, textOf(t, "model/grammar.ebnf")) {
		t.Error("the page does not hold model/grammar.ebnf")
	}
	blocks := strings.Split(text, "```tfsm\n")[1:]
	if len(blocks) < 3 {
		t.Fatalf("got %d models", len(blocks))
	}
	for _, b := range blocks {
		code, _, _ := strings.Cut(b, "```")
		f := source.NewFile("docs", code)
		m, diags := model.Parse(f)
		if m == nil || diags.HasErrors() {
			t.Errorf("%s\n%s", diags.Text(f), code)
			continue
		}
		if flat(m.Print()) != flat(code) {
			t.Errorf("fmt prints\n%s\nfor\n%s", m.Print(), code)
		}
	}
	if rows := operatorRows(); !strings.Contains(text, rows) {
		t.Errorf("the table of operators is not\n%s", rows)
	}
	tests := allTests(t)
	for _, part := range strings.Split(text, "`Test")[1:] {
		name, _, _ := strings.Cut(part, "`")
		if !strings.Contains(tests, "func Test"+name+"(") {
			t.Errorf("there is no test Test%s", name)
		}
	}
}

// flat makes runs of blanks one.
func flat(text string) string { return strings.Join(strings.Fields(text), " ") }

func operatorRows() string {
	var b strings.Builder
	cell := func(text string) string {
		return "`" + strings.ReplaceAll(strings.ReplaceAll(text, "\n", "; "), "|", `\|`) + "`"
	}
	for _, op := range Operators {
		b.WriteString("| `" + op.Name + "`: " + op.Summary + " | " + cell(op.Before) + " | " + cell(op.After) + " |\n")
	}
	return b.String()
}

func allTests(t *testing.T) string {
	t.Helper()
	var files []string
	for _, pattern := range []string{"*_test.go", "*/*_test.go", "*/*/*_test.go"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	var all strings.Builder
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}
