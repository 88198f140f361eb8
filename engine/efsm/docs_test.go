package efsm

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/source"
)

func readFile(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// The models in the documentation are models without a warning.
func TestDocsModels(t *testing.T) {
	parts := strings.Split(readFile(t, "../../docs/efsm.md"), "```efsm\n")
	if len(parts) < 2 {
		t.Fatal("the page shows no model")
	}
	for _, part := range parts[1:] {
		text, _, _ := strings.Cut(part, "```")
		f := source.NewFile("docs", text)
		m, diags := model.Parse(f)
		if m == nil || len(diags) > 0 {
			t.Errorf("%s", diags.Text(f))
			continue
		}
		agree(t, m, Changes(m))
	}
}

// Each example of the operators' table, and of the list that the page shows, is what the operator
// makes of it.
func TestOperatorExamples(t *testing.T) {
	for n, op := range Operators {
		frame := func(guard, actions string) *model.Machine {
			f := source.NewFile("", `var x : 0..9 = 0
var a, b, c : bool = false
input go(n : 0..3)
output ack(n)
location IDLE, BUSY
t: IDLE -> IDLE on go [`+guard+`] / `+actions)
			m, diags := model.Parse(f)
			if m == nil {
				t.Fatalf("%s: %s", op.Name, diags.Text(f))
			}
			return m
		}
		var m *model.Machine
		switch {
		case strings.HasPrefix(op.Before, "["):
			m = frame(strings.Trim(op.Before, "[]"), "x := x")
		case strings.HasPrefix(op.Before, "!") || strings.Contains(op.Before, ":="):
			m = frame("true", op.Before)
		case strings.HasPrefix(op.Before, "->"):
			m = frame("true", "x := x")
		case strings.ContainsAny(op.Before, "<abc"):
			m = frame(op.Before, "x := x")
		default:
			m = frame("true", "x := "+op.Before)
		}
		found := false
		for _, ch := range Changes(m) {
			if ch.Operator != n {
				continue
			}
			e := EditOf(m, &ch)
			text := source.Apply(m.File.Text, []source.Edit{{Span: e.Span, Text: e.Text}})
			found = found || op.After == "" && !strings.Contains(text, op.Before) || op.After != "" &&
				strings.Contains(text, op.After)
		}
		if !found {
			t.Errorf("%s does not make %q of %q", op.Name, op.After, op.Before)
		}
	}
}

// Every operator has its row in the page, and every test that the page names exists.
func TestDocsNames(t *testing.T) {
	page := readFile(t, "../../docs/efsm.md")
	for _, op := range Operators {
		if !strings.Contains(page, "| `"+op.Name+"` |") {
			t.Errorf("docs/efsm.md does not describe %s", op.Name)
		}
	}
	var tests strings.Builder
	files, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		tests.WriteString(readFile(t, f))
	}
	for _, word := range strings.FieldsFunc(page, func(r rune) bool { return strings.ContainsRune("`[] |,/()", r) }) {
		if strings.HasPrefix(word, "Test") && word != "Test" && !strings.Contains(tests.String(), "func "+word+"(") {
			t.Errorf("docs/efsm.md names %s, which does not exist", word)
		}
	}
}
