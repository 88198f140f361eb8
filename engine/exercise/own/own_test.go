package own

import (
	"strings"
	"testing"

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
	doc, d := Read(source.NewFile("x.yaml", lamp))
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
		doc, d := Read(f)
		if doc != nil || !strings.Contains(d.Text(f), x.want) {
			t.Errorf("%s:\n%swant %s", x.to, d.Text(f), x.want)
		}
	}
	f := source.NewFile("x", strings.NewReplacer("revision: 1", "revision: 0", "full: 10", "full: -1").Replace(lamp))
	if _, d := Read(f); len(d) < 2 {
		t.Errorf("only the first mistake is told:\n%s", d.Text(f))
	}
}
