package tfsm

import (
	"os"
	"sort"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tfsm/model"
)

func parse(t testing.TB, text string) *model.Model {
	t.Helper()
	f := source.NewFile("m.tfsm", text)
	m, diags := model.Parse(f)
	if m == nil {
		t.Fatalf("not parsed:\n%s", diags.Text(f))
	}
	return m
}

// arrows lists a model's transitions, sorted, without names.
func arrows(m *model.Model) string {
	var list []string
	for _, t := range m.Transitions {
		list = append(list, m.ArrowOf(t))
	}
	sort.Strings(list)
	return strings.Join(list, "\n")
}

func textOf(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func readTest(t testing.TB, m *model.Model, text string) model.Test {
	t.Helper()
	tests, err := m.ReadSuite(text)
	if err != nil || len(tests) != 1 {
		t.Fatalf("%v, %d tests", err, len(tests))
	}
	return tests[0]
}
