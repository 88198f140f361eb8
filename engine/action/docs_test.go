package action

import (
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/action/model"
)

const docs = "../../docs/action-systems.md"

// The page about action systems: its models parse and are laid out as printed here or by hand, its
// table of operators is the list in operators.go.
func TestDocs(t *testing.T) {
	text := mustRead(t, docs)
	blocks := strings.Split(text, "```as\n")[1:]
	if len(blocks) < 2 {
		t.Fatalf("got %d models", len(blocks))
	}
	for _, b := range blocks {
		code, _, _ := strings.Cut(b, "```")
		f := newFile(code)
		if m, diags := model.Parse(f); m == nil || len(diags) > 0 {
			t.Errorf("%s\n%s", diags.Text(f), code)
		}
	}
	rows := operatorRows()
	if !strings.Contains(text, rows) {
		t.Errorf("the table of operators is not\n%s", rows)
	}
	for _, line := range strings.Split(text, "\n") {
		if _, test, ok := strings.Cut(line, "| `Test"); ok {
			name, _, _ := strings.Cut(test, "`")
			if !inTests(t, "func Test"+name+"(") {
				t.Errorf("there is no test Test%s", name)
			}
		}
	}
}

func operatorRows() string {
	var b strings.Builder
	for _, op := range Operators {
		b.WriteString("| `" + op.Name + "`: " + strings.ReplaceAll(op.Summary, "|", `\|`) + " | `" + op.Before + "` | `" + op.After + "` |\n")
	}
	return b.String()
}

func inTests(t *testing.T, text string) bool {
	for _, name := range []string{"golden_test.go", "situations_test.go", "operators_test.go", "verify_test.go", "property_test.go"} {
		if strings.Contains(mustRead(t, name), text) {
			return true
		}
	}
	return false
}

// Every sign of the grammar is one that the scanner knows.
func TestGrammarFile(t *testing.T) {
	g := mustRead(t, "model/grammar.txt")
	for _, sign := range []string{"::", ":=", "=>", "[]", "//", "#=<", "#>=", `#\=`, `#/\`, `#\/`, "skip", "inputs", "dood"} {
		if !strings.Contains(g, `"`+sign+`"`) {
			t.Errorf("the grammar has no %s", sign)
		}
	}
}
