package tioa

import (
	"os"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/query"
)

// The page's grammar is the one beside the parser, its models parse, and its queries are answered as
// it says.
func TestDocs(t *testing.T) {
	b, err := os.ReadFile("../../docs/timed.md")
	if err != nil {
		t.Fatal(err)
	}
	grammar, err := os.ReadFile("model/grammar.ebnf")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(b), string(grammar)) {
		t.Error("docs/timed.md does not hold grammar.ebnf")
	}
	var m *model.Model
	models, queries := 0, 0
	parts := strings.Split(string(b), "```")
	for i := 1; i < len(parts); i += 2 {
		kind, text, _ := strings.Cut(parts[i], "\n")
		switch kind {
		case "xta":
			m = parse(t, text)
			models++
		case "queries":
			queries += docQueries(t, m, text)
		}
	}
	if models != 2 || queries != 7 {
		t.Errorf("got %d models and %d queries", models, queries)
	}
}

func docQueries(t *testing.T, m *model.Model, text string) int {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for _, line := range lines {
		head, asked, _ := strings.Cut(line, ": ")
		a := ask(t, m, query.Reading{PruneFirst: strings.HasPrefix(head, "pruned ")}, asked)
		if a.Holds != strings.HasSuffix(head, "holds") || a.Unknown {
			t.Errorf("%s: %v", line, a.Reasons)
		}
	}
	return len(lines)
}

// docsModels are the models of a page, in order.
func docsModels(t *testing.T, page string) []string {
	t.Helper()
	b, err := os.ReadFile("../../docs/" + page)
	if err != nil {
		t.Fatal(err)
	}
	var models []string
	parts := strings.Split(string(b), "```")
	for i := 1; i < len(parts); i += 2 {
		if kind, text, _ := strings.Cut(parts[i], "\n"); strings.HasPrefix(kind, "xta") {
			models = append(models, text)
		}
	}
	return models
}
