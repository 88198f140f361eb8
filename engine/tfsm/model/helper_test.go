package model

import (
	"os"
	"sort"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
)

func parse(t testing.TB, text string) *Model {
	t.Helper()
	f := source.NewFile("m.tfsm", text)
	m, diags := Parse(f)
	if m == nil {
		t.Fatalf("not parsed:\n%s", diags.Text(f))
	}
	return m
}

// arrows lists a model's transitions, sorted, without names.
func arrows(m *Model) string {
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

func readTest(t testing.TB, m *Model, text string) Test {
	t.Helper()
	pairs, _, err := readPairs(text)
	if err != nil {
		t.Fatal(err)
	}
	test, err := m.ReadTest(pairs)
	if err != nil {
		t.Fatal(err)
	}
	return test
}
