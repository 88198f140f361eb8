package tioa

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/query"
)

// shape writes what matters of a model, whatever its notation and the names of its locations.
func shapeOf(m *model.Model) string {
	var b strings.Builder
	text := func(e *expr.Expr) string {
		if e == nil {
			return "-"
		}
		return expr.Uppaal.Print(e)
	}
	for _, a := range m.Automata {
		fmt.Fprintf(&b, "automaton init %d\n", a.Initial)
		for _, c := range a.Clocks {
			fmt.Fprintf(&b, "clock %s\n", c.Name)
		}
		for _, v := range a.Vars {
			fmt.Fprintf(&b, "var %s %v %d %d %d\n", v.Name, v.Bool, v.Min, v.Max, v.Init)
		}
		for i, l := range a.Locations {
			fmt.Fprintf(&b, "location %d %d %d %s\n", i, l.Kind, l.Urgency, text(l.Invariant))
		}
		for _, e := range a.Edges {
			fmt.Fprintf(&b, "edge %d %d %s %s %s\n", e.Source, e.Target, e.Sync(), text(e.Guard), e.Assignments())
		}
		if a.IO != nil {
			fmt.Fprintf(&b, "io %v %v\n", a.IO.Inputs, a.IO.Outputs)
		}
	}
	return b.String()
}

// A model written in another notation and read again is the model that it was.
func TestConversionsKeepTheModel(t *testing.T) {
	onModels(t, func(t *testing.T, corpus []corpusModel) {
		for _, c := range corpus {
			checkConversions(t, c.m)
		}
	}, "ecdar", "timed")
	for _, text := range sampleModels {
		checkConversions(t, parse(t, text))
	}
}

func checkConversions(t *testing.T, m *model.Model) {
	t.Helper()
	want := shapeOf(m)
	xta := source.NewFile("out.xta", m.PrintXTA())
	again, d := model.ParseXTA(xta)
	if again == nil {
		t.Fatalf("%s\n%s", d.Text(xta), xta.Text)
	}
	if got := shapeOf(again); got != want {
		t.Errorf("xta: got\n%s\nwant\n%s\n%s", got, want, xta.Text)
	}
	if again.PrintXTA() != xta.Text {
		t.Errorf("printing twice differs: %s", firstDifference(again.PrintXTA(), xta.Text))
	}
	project, all := model.ParseProject(m.Project())
	if project == nil {
		t.Fatalf("%v", all)
	}
	if len(m.Automata) == len(project.Automata) && len(m.Types)+len(m.Consts) == 0 && sortedByName(m) && shapeOf(project) != want {
		t.Errorf("project: got\n%s\nwant\n%s", shapeOf(project), want)
	}
	if hasUniversal(m) {
		return // XML has no universal location: its loops are written out
	}
	x := source.NewFile("out.xml", m.PrintXML())
	again, d = model.ParseXML(x)
	if again == nil {
		t.Fatalf("%s\n%s", d.Text(x), x.Text)
	}
	if got := shapeOf(again); got != want {
		t.Errorf("xml: got\n%s\nwant\n%s", got, want)
	}
}

func sortedByName(m *model.Model) bool {
	for i := 1; i < len(m.Automata); i++ {
		if model.Identifier(m.Automata[i-1].Name) > model.Identifier(m.Automata[i].Name) {
			return false
		}
	}
	return true
}

func hasUniversal(m *model.Model) bool {
	for _, a := range m.Automata {
		for _, l := range a.Locations {
			if l.Kind == model.Universal {
				return true
			}
		}
	}
	return false
}

var sampleModels = []string{`
const int N = 3;
typedef int[0,N] small;
broadcast chan a, b, c;
process P {
  const int K = N * 2;
  clock x, y;
  small n = 1;
  bool seen;
  state A { x <= K }, B { x - y < 4 && (y <= 2 || x > 7) }, C, U, E;
  urgent C;
  universal U;
  inconsistent E;
  init A;
  trans
    A -> B { guard x >= 1 && !seen && n < 3; sync a?; assign x := 0, n = n + 1, seen = true; },
    -u-> C { guard n == 2 imply x > 3; sync b!; },
    C -u-> A { sync c!; assign x = 5; },
    B -> U { guard 3 < x; sync a?; },
    B -> E { sync a?; };
}
system P;
IO P { a?, b!, c! }
`}

func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("line %d: %q and %q", i+1, x[i], y[i])
		}
	}
	return fmt.Sprintf("%d and %d lines", len(x), len(y))
}

// Every query of the engines' suite gets its answer in all three notations.
func TestConversionsAnswerAlike(t *testing.T) {
	onQueries(t, func(t *testing.T, queries []corpusQuery) {
		forms := map[*model.Model][]*model.Model{}
		for _, q := range queries {
			if q.asWritten {
				continue
			}
			if forms[q.of.m] == nil {
				forms[q.of.m] = inThreeNotations(t, q.of.m)
			}
			for _, m := range forms[q.of.m] {
				if a := ask(t, m, query.Reading{}, q.text); a.Holds != q.want {
					t.Errorf("%s as %s: %s: got %v %v", q.of.path, m.Format, q.text, a.Holds, a.Reasons)
				}
			}
		}
		if len(forms) < 15 {
			t.Errorf("got %d models, want 15 or more", len(forms))
		}
	})
}

func inThreeNotations(t *testing.T, m *model.Model) []*model.Model {
	t.Helper()
	project, all := model.ParseProject(m.Project())
	if project == nil {
		t.Fatalf("as a project: %v", all)
	}
	return []*model.Model{parse(t, m.PrintXTA()), parse(t, m.PrintXML()), project}
}
