package efsm

import (
	"testing"

	"github.com/mutarium/mutarium/engine/source"
)

// paperChanges are the changes of the eleven operators.
func paperChanges(m *Machine) []Change {
	var paper []Change
	for _, c := range m.Changes() {
		if Operators[c.Operator].Paper {
			paper = append(paper, c)
		}
	}
	return paper
}

// The edits of every mutant, made on the text, give a text that reads as the mutant; so do those of
// pairs.
func TestEditsReadAsTheMutant(t *testing.T) {
	eachSmall(t, func(t *testing.T, m *Machine) {
		text, diags := Parse(source.NewFile("", m.Print()))
		if text == nil {
			t.Fatalf("%s", diags.Text(source.NewFile("printed", m.Print())))
		}
		if text.Print() != m.Print() {
			t.Errorf("printing, parsing, printing gives\n%s\nwant\n%s", text.Print(), m.Print())
		}
		for _, m := range []*Machine{m, text} {
			mutants := pairs(m, m.Changes(), 300)
			for _, c := range m.Changes() {
				mutants = append(mutants, []Change{c})
			}
			for _, changes := range mutants {
				readsAsMutant(t, m, changes)
			}
		}
	})
}

func readsAsMutant(t *testing.T, m *Machine, changes []Change) {
	t.Helper()
	var edits []source.Edit
	for i := range changes {
		e := m.EditOf(&changes[i])
		edits = append(edits, source.Edit{Span: e.Span, Text: e.Text})
	}
	f := source.NewFile("", source.Apply(m.File.Text, edits))
	got, diags := Open(f)
	if got == nil {
		t.Fatalf("%s: %v is not a model: %s", idOf(m, changes), edits, diags.Text(f))
	}
	if want := m.Mutant(changes...).Print(); got.Print() != want {
		t.Fatalf("%s: got\n%s\nwant\n%s", idOf(m, changes), got.Print(), want)
	}
}
