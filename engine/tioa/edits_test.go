package tioa

import (
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/mutants"
)

// outline writes down what counts of an automaton, locations by name, so that a parsed text and a
// mutant that still numbers removed locations compare.
func outline(a *model.Automaton) []string {
	lines := []string{"init " + a.Locations[a.Initial].ID}
	cond := func(e *expr.Expr) string {
		if e == nil {
			return "true"
		}
		return expr.Uppaal.Print(e)
	}
	a.Present(func(_ int, l *model.Location) {
		lines = append(lines, l.ID+" "+cond(l.Invariant)+" "+string(rune('0'+l.Urgency))+string(rune('0'+l.Kind)))
	})
	for _, e := range a.Edges {
		lines = append(lines, a.Locations[e.Source].ID+"->"+a.Locations[e.Target].ID+" "+cond(e.Guard)+" "+e.Sync()+" "+e.Assignments())
	}
	return lines
}

// checkEdits makes a mutant's text and reads it.
func checkEdits(t *testing.T, f *mutants.Family, i int) {
	m := f.At(i)
	s := f.Origin
	text := source.Apply(s.Model.File.Text, s.Edits(m.Result.Automaton))
	file := source.NewFile("mutant.xta", text)
	again, d := model.Parse(file)
	if again == nil {
		t.Fatalf("%s: %s\n%s", m.ID(), d.Text(file), text)
	}
	if m.Second == nil && text == s.Model.File.Text { // the second step of a pair may undo the first
		t.Errorf("%s does not change the text", m.ID())
	}
	got, want := outline(again.Automata[0]), outline(m.Result.Automaton)
	if !slices.Equal(got, want) {
		t.Fatalf("%s: got\n%s\nwant\n%s\nin\n%s", m.ID(), strings.Join(got, "\n"), strings.Join(want, "\n"), text)
	}
}

// TestEditsMakeTheMutant applies the edits of mutants by all operators, all of first order but for
// the largest studies, and of a sample of pairs, and reads the mutant back.
func TestEditsMakeTheMutant(t *testing.T) {
	for _, name := range studies {
		s := study(t, name)
		for _, f := range []*mutants.Family{mutants.NewFamily(s, mutants.Operators, 1, 400, 1), mutants.NewFamily(s, mutants.Operators, 2, 150, 1)} {
			for i := range f.Len() {
				checkEdits(t, f, i)
			}
		}
	}
}

// odd is a text with comments in lists, several lists, edges without a source of their own.
const odd = `chan a, b, go;
process P {
  clock x, y; int[0,2] n; bool on = true;
  state s { x <= 3 && y - x <= 2 }, /* one, two */ t; // first, list
  state u, v { n == 0 };
  state lone;
  commit u; urgent v, /* , */ t;
  init s;
  trans
    s -> t { guard x >= 1 && x <= 3; sync a?; assign x = 0, n = 1; }, // , comment
      -> u { guard (on || y > 2) && n != 1; sync b?; },
      -> v { sync go!; },
    t -u-> s { assign y = 0; };
  trans u -> s { guard 3 <= x && (on == false || x - y == 1); sync go!; assign x = 0; };
}
system P;`

func TestEditsOfOddText(t *testing.T) {
	f := source.NewFile("odd.xta", odd)
	m, d := model.ParseXTA(f)
	if m == nil {
		t.Fatal(d.Text(f))
	}
	s := mutants.Subject{Model: m, Automaton: m.Automata[0]}
	for _, order := range []int{1, 2} {
		f := mutants.NewFamily(s, mutants.Operators, order, 4000, 1)
		for i := range f.Len() {
			checkEdits(t, f, i)
		}
	}
}

// TestEditsOfMarkup does the same with the studies written as XML and as JSON.
func TestEditsOfMarkup(t *testing.T) {
	for _, name := range studies {
		m := study(t, name).Model
		for _, text := range []string{m.PrintXML(), m.PrintJSON(m.Automata[0])} {
			f := source.NewFile("study", text)
			m, d := model.Parse(f)
			if m == nil {
				t.Fatal(d.Text(f))
			}
			s := mutants.Subject{Model: m, Automaton: m.Automata[0]}
			for _, f := range []*mutants.Family{mutants.NewFamily(s, mutants.Operators, 1, 120, 1), mutants.NewFamily(s, mutants.Operators, 2, 60, 1)} {
				for i := range f.Len() {
					checkEdits(t, f, i)
				}
			}
		}
	}
}
