package own

import (
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/mutarium/mutarium/engine/exercise/seal"
	"github.com/mutarium/mutarium/engine/source"
)

const lamp = `format: mutarium-exercise
version: 1
id: tea
revision: 1
title: Tea
kind: refine
formalism: efsm
name: tea.efsm
task: |
  Mend it.
model: |
  machine tea
  location A
points: {full: 10, steps: [[2, 5]]}
hints: {levels: 3}
settings: {operators: [all]}
secret:
  reference: |
    machine tea
`

func TestYAML(t *testing.T) {
	doc, d := Read(source.NewFile("x.yaml", lamp), nil)
	if doc == nil || doc.Exercise == nil {
		t.Fatal(d.Text(source.NewFile("x.yaml", lamp)))
	}
	e := doc.Exercise
	if e.Model != "machine tea\nlocation A\n" || e.Points.Steps[0] != [2]float64{2, 5} || e.Hints.Levels != 3 ||
		e.Secret.Reference != "machine tea\n" {
		t.Errorf("%+v", e)
	}
}

// Several mistakes are told at once, each at its place.
func TestMistakesOfYAML(t *testing.T) {
	for _, x := range []struct{ from, to, want string }{
		{"kind: refine", "kind: refin", `6:7: error: kind: got "refin", want one of kill, refine, find, bets, guess`},
		{"revision: 1", "revision: one", `4:11: error: revision: got the string "one", want a whole number`},
		{"title: Tea", "titel: Tea", `5:8: error: titel: there is no such member (did you mean 'title'?)`},
		{"full: 10", "full: -1", "14:16: error: points.full: got -1, want a number from 0 to 10000"},
		{"[[2, 5]]", "[[2, 50]]", "14:28: error: points.steps.0: got 50 points at 2, want from 0 to the full 10"},
		{"levels: 3", "levels: 9", "15:17: error: hints.levels: got 9, want a number from 0 to 3"},
		{"  reference: |\n    machine tea\n", "  box: x\n", "18:3: error: secret.reference: the reference is missing"},
		{"format: mutarium-exercise", "format: [", "error: this is not YAML"},
		{"version: 1", "version: 7", "2:10: error: version: this file is of version 7, and this program reads up to " +
			"version 1"},
	} {
		f := source.NewFile("x", strings.Replace(lamp, x.from, x.to, 1))
		doc, d := Read(f, nil)
		if doc != nil || !strings.Contains(d.Text(f), x.want) {
			t.Errorf("%s:\n%swant %s", x.to, d.Text(f), x.want)
		}
	}
	f := source.NewFile("x", strings.NewReplacer("revision: 1", "revision: 0", "full: 10", "full: -1").Replace(lamp))
	if _, d := Read(f, nil); len(d) < 2 {
		t.Errorf("only the first mistake is told:\n%s", d.Text(f))
	}
}

// A file may leave a text to the gallery or to a file, and change it.
func TestParts(t *testing.T) {
	dir := fstest.MapFS{"mine.efsm": {Data: []byte("machine mine")}}
	text := func(model string) *source.File {
		return source.NewFile("x.yaml", "id: tea\ntitle: Tea\nkind: kill\nmodel: "+model+"\npoints: {full: 1}\n")
	}
	read := func(model string) (*seal.Document, string) {
		f := text(model)
		doc, d := Read(f, dir)
		return doc, d.Text(f)
	}
	doc, why := read(`{gallery: tea, change: [[">= 2", "> 2"], ["machine tea", "machine chai"]]}`)
	if doc == nil {
		t.Fatal(why)
	}
	e := doc.Exercise
	if !strings.Contains(e.Model, "machine chai\n") || !strings.Contains(e.Model, "[paid > 2]") || e.Name != "tea.efsm" ||
		e.Formalism != "efsm" || e.Version != 1 || e.Revision != 1 || e.Format != "mutarium-exercise" {
		t.Errorf("%+v", e)
	}
	if doc, why := read("{file: mine.efsm}"); doc == nil || doc.Exercise.Model != "machine mine" ||
		doc.Exercise.Name != "mine.efsm" {
		t.Errorf("%v %s", doc, why)
	}
	if doc, why := read("{gallery: coffee, formalism: timed}"); doc == nil || doc.Exercise.Name != "coffee.xta" {
		t.Errorf("%v %s", doc, why)
	}
	for model, want := range map[string]string{
		"{gallery: coffe}":                      `4:8: error: the gallery has no example "coffe"`,
		"{file: ../secret}":                     "4:15: error: open ../secret: ",
		"{file: a, gallery: tea}":               "4:8: error: got a file and an example",
		"{gallery: tea, changes: []}":           `4:32: error: got "changes" in a reference to a text`,
		"{gallery: 3}":                          "4:18: error: got the number 3, want a name",
		"{gallery: tea, change: [[a]]}":         "4:32: error: want a pair",
		"{gallery: tea, change: x}":             "4:31: error: got the string \"x\", want a list of pairs",
		`{gallery: tea, change: [["on", "x"]]}`: `4:33: error: "on" is there`,
	} {
		if doc, why := read(model); doc != nil || !strings.Contains(why, want) {
			t.Errorf("%s:\n%swant %s", model, why, want)
		}
	}
	if doc, d := Read(text("{file: mine.efsm}"), nil); doc != nil || !strings.Contains(d.Text(text("")), "from a folder") {
		t.Errorf("%v", d)
	}
}

func TestTranslate(t *testing.T) {
	f := source.NewFile("x.yaml", lamp)
	words := func(text string) *source.File { return source.NewFile("x.de.yaml", text) }
	doc, d := Translate(f, words("title: Tee\nsecret: {reference: anders}\n"), nil)
	if doc == nil || doc.Exercise.Title != "Tee" || doc.Exercise.Secret.Reference != "anders" {
		t.Errorf("%+v %v", doc, d)
	}
	for text, want := range map[string]string{
		"titel: Tee\n":             "1:8: error: titel is not in the other file",
		"title: [Tee]\n":           "1:8: error: got a list, where the other file has the string \"Tea\"",
		"points: {steps: []}\n":    "1:17: error: got a list of 0, where the other file has one of 1",
		"points: {full: eleven}\n": "1:16: error: got the string \"eleven\", where the other file has the number 10",
	} {
		if doc, d := Translate(f, words(text), nil); doc != nil || !strings.Contains(d.Text(words(text)), want) {
			t.Errorf("%s: %swant %s", text, d.Text(words(text)), want)
		}
	}
}

// What is written can be read, and means the same; a text of several lines stays one.
func TestWrite(t *testing.T) {
	doc, d := Read(source.NewFile("x.yaml", lamp), nil)
	if doc == nil {
		t.Fatal(d)
	}
	text := string(Write(doc.Exercise))
	again, d := Read(source.NewFile("y.yaml", text), nil)
	if again == nil {
		t.Fatalf("%s%s", d.Text(source.NewFile("y.yaml", text)), text)
	}
	if !reflect.DeepEqual(again, doc) || !strings.Contains(text, "model: |\n  machine tea\n  location A\n") {
		t.Error(text)
	}
}
