package efsm

import (
	"testing"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/internal/testkit"
)

// paperChanges are the changes of the eleven operators.
func paperChanges(m *model.Machine) []Change {
	var paper []Change
	for _, c := range Changes(m) {
		if Operators[c.Operator].Paper {
			paper = append(paper, c)
		}
	}
	return paper
}

// The edits of every mutant, made on the text, give a text that reads as the mutant; so do those of
// pairs.
func TestEditsReadAsTheMutant(t *testing.T) {
	eachSmall(t, func(t *testing.T, m *model.Machine) {
		text, diags := model.Parse(source.NewFile("", m.Print()))
		if text == nil {
			t.Fatalf("%s", diags.Text(source.NewFile("printed", m.Print())))
		}
		if text.Print() != m.Print() {
			t.Errorf("printing, parsing, printing gives\n%s\nwant\n%s", text.Print(), m.Print())
		}
		for _, m := range []*model.Machine{m, text} {
			mutants := pairs(m, Changes(m), 300)
			for _, c := range Changes(m) {
				mutants = append(mutants, []Change{c})
			}
			for _, changes := range testkit.Some(mutants, 4) {
				readsAsMutant(t, m, changes)
			}
		}
	})
}

func readsAsMutant(t *testing.T, m *model.Machine, changes []Change) {
	t.Helper()
	var edits []source.Edit
	for i := range changes {
		e := EditOf(m, &changes[i])
		edits = append(edits, source.Edit{Span: e.Span, Text: e.Text})
	}
	f := source.NewFile("", source.Apply(m.File.Text, edits))
	got, diags := model.Parse(f)
	if got == nil {
		t.Fatalf("%s: %v is not a model: %s", idOf(m, changes), edits, diags.Text(f))
	}
	if want := Mutant(m, changes...).Print(); got.Print() != want {
		t.Fatalf("%s: got\n%s\nwant\n%s", idOf(m, changes), got.Print(), want)
	}
}
