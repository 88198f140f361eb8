package efsm

import (
	"os"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
)

func openFile(t *testing.T, path string) *Machine {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f := source.NewFile(path, string(text))
	if !Recognises(f.Text) {
		t.Errorf("%s is not recognised", path)
	}
	m, diags := Open(f)
	if m == nil {
		t.Fatal(diags.Text(f))
	}
	return m
}

// Models of other tools are read; every mutant's edit gives a text that reads as the mutant.
func TestForeignModels(t *testing.T) {
	for path, want := range map[string][2]int{"testdata/graphwalker.json": {4, 6}, "testdata/door.scxml": {3, 5}} {
		m := openFile(t, path)
		if got := [2]int{len(m.Locations), len(m.Transitions)}; got != want {
			t.Errorf("%s: got %v locations and transitions, want %v", path, got, want)
		}
		if _, diags := Parse(source.NewFile("", m.Print())); diags.HasErrors() {
			t.Errorf("%s prints as a text with errors:\n%s%v", path, m.Print(), diags)
		}
		for _, ch := range m.Changes() {
			if !m.Expressible(&ch) {
				continue
			}
			want := m.Mutant(ch)
			e := m.Edit(&ch)
			f := source.NewFile("", source.Apply(m.File.Text, []source.Edit{{Span: e.Span, Text: e.Text}}))
			got, diags := Open(f)
			if got == nil {
				t.Errorf("%s: %s: %q: %s", path, ch.ID(m), e.Text, diags.Text(f))
				continue
			}
			if unspaced(got.Print()) != unspaced(want.Print()) && ch.kind != dropEmit { // a send that is gone declares nothing
				t.Errorf("%s: %s gives\n%s\nwant\n%s", path, ch.ID(m), got.Print(), want.Print())
			}
		}
	}
}

func unspaced(s string) string { return strings.ReplaceAll(s, " ", "") }

func TestForeignRefusals(t *testing.T) {
	for text, want := range map[string]string{
		`<scxml><parallel id="p"/></scxml>`:                                                          "<parallel> is not supported",
		`<scxml><state id="a"><state id="b"/></state></scxml>`:                                       "states within states",
		`<scxml><state id="a"><onentry/></state></scxml>`:                                            "<onentry>",
		`<scxml><state id="a"><transition event="*" target="a"/></state></scxml>`:                    "several",
		`<scxml><state id="a"><transition event="e" cond="In('b')" target="a"/></state></scxml>`:     "beyond this import",
		`<scxml><state id="a"><transition event="e"><raise event="x"/></transition></state></scxml>`: "<raise>",
		`<scxml`: "not XML",
		`{"models": [{"vertices": [{"id": "a", "sharedState": "S"}], "edges": []}]}`:                                       "shared states",
		`{"models": [{"vertices": [], "edges": []}, {}]}`:                                                                  "several models",
		`{"models": [{"vertices": [{"id":"a"}], "edges": [{"id":"e","sourceVertexId":"b"}]}]}`:                             "no vertex 'b'",
		`{"models": [{"vertices": [{"id":"a"}], "edges": [{"id":"e","targetVertexId":"a","actions":["f();"]}]}]}`:          "is no assignment",
		`{"models": [{"vertices": [{"id":"a"}], "edges": [{"id":"e","targetVertexId":"a","guard":"Math.random() > 1"}]}]}`: "beyond this import",
	} {
		f := source.NewFile("", text)
		m, diags := Open(f)
		if m != nil || !strings.Contains(diags.Text(f), want) {
			t.Errorf("%s: got %s, want %q", text, diags.Text(f), want)
		}
	}
}
