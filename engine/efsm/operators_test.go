package efsm

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
)

const sharedModels = "../../../shared/models/efsm"

type expectedMutant struct {
	ID          string
	Op          string
	Site        string
	Before      string
	After       string
	Weak        *[][]any
	StateLength *int `json:"state_length"`
	Strong      *[][]any
	Dataflow    bool
}

func loadJSON(t *testing.T, path string) *Machine {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m, diags := ParseJSON(source.NewFile(filepath.Base(path), string(text)))
	if m == nil {
		t.Fatalf("%s", diags.Text(source.NewFile(path, string(text))))
	}
	return m
}

// eachListed runs a test for every model of the shared suite, with the list of its mutants. Where the
// suite is not beside the project, the golden files say what is expected of the same models.
func eachListed(t *testing.T, run func(t *testing.T, m *Machine, want []expectedMutant)) {
	lists, _ := filepath.Glob(filepath.Join(sharedModels, "mutants", "*.json"))
	if len(lists) == 0 {
		t.Logf("not compared with %s: it is not there", sharedModels)
	}
	for _, list := range lists {
		t.Run(filepath.Base(list), func(t *testing.T) {
			m := loadJSON(t, filepath.Join(sharedModels, filepath.Base(list)))
			text, err := os.ReadFile(list)
			if err != nil {
				t.Fatal(err)
			}
			var want []expectedMutant
			if err := json.Unmarshal(text, &want); err != nil {
				t.Fatal(err)
			}
			run(t, m, want)
		})
	}
}

// eachSmall runs a test for the small models of the gallery, and as JSON for those of the shared
// suite.
func eachSmall(t *testing.T, run func(t *testing.T, m *Machine)) {
	for _, name := range []string{"fig1a", "fig1b", "fig1c", "fig5", "fig6", "fig6-step", "inres", "vending"} {
		t.Run(name, func(t *testing.T) { run(t, galleryMachine(t, name)) })
	}
	eachListed(t, func(t *testing.T, m *Machine, _ []expectedMutant) { run(t, m) })
}

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

// Ids, operators, order and texts are those of the expected lists.
func TestMutantsOfTheElevenOperators(t *testing.T) {
	eachListed(t, func(t *testing.T, m *Machine, want []expectedMutant) {
		got := paperChanges(m)
		if len(got) != len(want) {
			t.Errorf("got %d mutants, want %d", len(got), len(want))
		}
		for i := range min(len(got), len(want)) {
			c, w := &got[i], &want[i]
			after := strings.ReplaceAll(m.After(c), "not (", "!(")
			if strings.HasPrefix(w.After, "!") && !strings.HasPrefix(w.After, "!(") {
				after = strings.ReplaceAll(after, "not ", "!")
			}
			if c.ID(m) != w.ID || Operators[c.Operator].Name != w.Op || m.Before(c) != w.Before || plain(after) != plain(w.After) {
				t.Fatalf("mutant %d: got %s %s %q -> %q, want %s %s %q -> %q", i,
					c.ID(m), Operators[c.Operator].Name, m.Before(c), after, w.ID, w.Op, w.Before, w.After)
			}
		}
	})
}

// plain drops what the two printers spell differently: signs of negation and brackets around
// comparisons.
func plain(s string) string {
	return strings.NewReplacer("!", "", "not ", "", "(", "", ")", "").Replace(s)
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
		e := m.Edit(&changes[i])
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
