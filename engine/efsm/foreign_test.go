package efsm

import (
	"os"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/source"
)

func openFile(t *testing.T, path string) *model.Machine {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f := source.NewFile(path, string(text))
	if !model.Recognises(f.Text) {
		t.Errorf("%s is not recognised", path)
	}
	m, diags := model.Parse(f)
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
		if _, diags := model.Parse(source.NewFile("", m.Print())); diags.HasErrors() {
			t.Errorf("%s prints as a text with errors:\n%s%v", path, m.Print(), diags)
		}
		for _, ch := range Changes(m) {
			if !Expressible(m, &ch) {
				continue
			}
			want := Mutant(m, ch)
			e := EditOf(m, &ch)
			f := source.NewFile("", source.Apply(m.File.Text, []source.Edit{{Span: e.Span, Text: e.Text}}))
			got, diags := model.Parse(f)
			if got == nil {
				t.Errorf("%s: %s: %q: %s", path, ch.ID(m), e.Text, diags.Text(f))
				continue
			}
			if unspaced(got.Print()) != unspaced(want.Print()) &&
				ch.kind != model.DropEmit { // a send that is gone declares nothing
				t.Errorf("%s: %s gives\n%s\nwant\n%s", path, ch.ID(m), got.Print(), want.Print())
			}
		}
	}
}

// What tells nothing of behaviour is passed over, assignments run in order, and variables get the
// type of what they are set to.
func TestForeignReadings(t *testing.T) {
	for text, want := range map[string]string{
		`{"startElementId": "e", "vertices": [{"id": "a", "requirements": ["R"], "properties": {"x": -6.25e1}}, {"id": "b", "properties": {"blocked": true}}],
		  "edges": [{"id": "e", "targetVertexId": "a", "actions": ["n = 1; m = n + 1; seen = !seen;"], "weight": 0.5},
		            {"id": "f", "name": "go", "sourceVertexId": "a", "targetVertexId": "b"},
		            {"id": "g", "name": "go", "guard": "m == 2 && seen", "sourceVertexId": "a", "targetVertexId": "a"}]}`: "a | a",
		`{"models": [{"startElementId": "e", "vertices": [{"id": "a", "sharedState": "S"}], "edges": [{"id": "e", "name": "go", "targetVertexId": "a"}]}]}`: " | a",
		`<scxml datamodel="ecmascript"><datamodel><data id="x"> 3 </data></datamodel><state id="a"><transition event="go" target="b">
		  <log expr="'x'"/><assign location="x" expr="x + 1"/><assign location="x" expr="x * 2"/><send event="out.v"><param name="v" location="x"/></send>
		  </transition></state><final id="b"/></scxml>`: " | out.v(8)",
	} {
		f := source.NewFile("", text)
		m, diags := model.Parse(f)
		if m == nil {
			t.Errorf("%s: %s", text, diags.Text(f))
			continue
		}
		run := m.Run([]model.Letter{{Input: 0}})
		if got := strings.Join(run.Shown[0], ", ") + " | " + strings.Join(run.Shown[1], ", "); got != want {
			t.Errorf("%s shows %s, want %s", text, got, want)
		}
		if again, diags := model.Parse(source.NewFile("", m.Print())); again == nil {
			t.Errorf("%s prints as\n%s%v", text, m.Print(), diags)
		}
	}
}

func unspaced(s string) string { return strings.ReplaceAll(s, " ", "") }

func TestForeignRefusals(t *testing.T) {
	for text, want := range map[string]string{
		`<scxml><parallel id="p"/></scxml>`: "<parallel> is " +
			"not supported",
		`<scxml><state id="a"><state id="b"/></state></scxml>`:                                       "states within states",
		`<scxml><state id="a"><onentry/></state></scxml>`:                                            "<onentry>",
		`<scxml><state id="a"><transition event="*" target="a"/></state></scxml>`:                    "several",
		`<scxml><state id="a"><transition event="e" cond="In('b')" target="a"/></state></scxml>`:     "beyond this import",
		`<scxml><state id="a"><transition event="e"><raise event="x"/></transition></state></scxml>`: "<raise>",
		`<scxml datamodel="ecmascript"><datamodel><data id="x" expr="1"/></datamodel><state id="a"><transition event="e"><assign location="x" expr="x / 2"/></transition></state></scxml>`: "the division in 'x / 2' is not supported (1 / 2 is 0.5 in JavaScript",
		`{"models": [{"startElementId":"a","vertices": [{"id":"a"}], "edges": [{"id":"e","name":"go","sourceVertexId":"a","targetVertexId":"a","actions":["x = 1; x = x / 2;"]}]}]}`:       "the division in ' x / 2' is not supported",
		`<scxml`: "not XML",
		`{"models": [{"vertices": [{"id":"a"}], "edges": [{"id":"e","targetVertexId":"a","actions":["global.x = 1;"]}]}]}`: "'global.x' is no variable",
		`<scxml datamodel="lua"><state id="a"/></scxml>`:                                                                   ":1:1: error: the datamodel 'lua' is not supported",
		"<scxml>\n <state id=\"a\">\n  <history/></state></scxml>":                                                         ":3:3: error: the element <history> in a state is not supported",
		`<scxml><state id="a"/><final id="b"><donedata/></final></scxml>`:                                                  "<donedata>",
		`<scxml><datamodel><data id="x"/></datamodel><state id="a"/></scxml>`:                                              "'x' has no first value",
		`<scxml><state id="a"><transition event="e" target="a b"/></state></scxml>`:                                        "the targets 'a b'",
		`<scxml><state id="a"><transition event="e"/><transition event="e.x"/></state></scxml>`:                            "stands for 'e.x' too",
		`<scxml><state id="a"><transition event="e"><if cond="true"/></transition></state></scxml>`:                        "<if>",
		`<scxml><state id="a"><transition event="e"><send event="o" delay="1s"/></transition></state></scxml>`:             "'delay' of <send>",
		`<scxml><datamodel><data id="x">0</data></datamodel><state id="a"><transition event="e"><send event="o"><param name="v" location="x"/></send><assign location="x" expr="1"/></transition></state></scxml>`: "behind a <send>",
		"<scxml>\n<state>\n</scxml>": ":3:9: error: this is not XML",
		`{"models": [{"vertices": [{"id": "a", "actions": ["x = 1;"]}], "edges": []}]}`:                                    "actions of a vertex",
		`{"models": [{"vertices": [{"id":"a"}], "edges": [{"id":"e","targetVertexId":"a","dependency":0.5}]}]}`:            "'dependency'",
		`{"models": [{"vertices": [], "edges": []}, {}]}`:                                                                  "several models",
		`{"models": [{"vertices": [{"id":"a"}], "edges": [{"id":"e","sourceVertexId":"b"}]}]}`:                             "no vertex 'b'",
		`{"models": [{"vertices": [{"id":"a"}], "edges": [{"id":"e","targetVertexId":"a","actions":["f();"]}]}]}`:          "is no assignment",
		`{"models": [{"vertices": [{"id":"a"}], "edges": [{"id":"e","targetVertexId":"a","guard":"Math.random() > 1"}]}]}`: "beyond this import",
	} {
		f := source.NewFile("", text)
		m, diags := model.Parse(f)
		if m != nil || !strings.Contains(diags.Text(f), want) {
			t.Errorf("%s: got %s, want %q", text, diags.Text(f), want)
		}
	}
}
