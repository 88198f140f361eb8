package tioa

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/game"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/mutants"
)

// shop is a family with what makes its text hard to edit: edges of some products between those of
// others, edges without a source of their own, lists that a product does not need, invariants of
// several parts, and a location that only some products have edges to.
const shop = `/*@ features a, b, c */
chan in, out, more, go; // /*@ not a feature */
process Shop {
  clock x, y;
  state s { x <= 5 /*@ a */ && x <= 7 /*@ b */ && y <= 9 }, t { (x <= 4 || y <= 3) /*@ a */ && x <= 8 /*@ !a && b */ }, /* , */
    u { x <= 6 && y <= 6 /*@ c */ && x - y <= 2 /*@ b || c */ }, v;
  urgent v;
  init s;
  trans
    s -> t { /*@ a */ guard x >= 1; sync in?; assign x = 0; },
      -> u { guard x <= 3; sync in?; /*@ !a */ },
    t -u-> s { sync out!; /*@ a */ },
      -u-> u { guard y >= 2; sync more!; },
    u -> v { /*@ c */ sync go?; assign y = 0; };
  trans v -u-> s { /*@ c */ sync out!; };
  trans u -u-> s { /*@ b */ guard x >= 2; sync out!; }, u -u-> t { /*@ !b */ guard x >= 2; sync out!; };
}
system Shop;`

// A mutant of a product is shown as a change of the family's text. Read again, and for the same
// product, that text is the mutant.
func TestEditsOfProducts(t *testing.T) {
	for _, text := range []string{shop, vending, docsFamily(t)} {
		m := parse(t, text)
		products, err := m.Features.Products(context.Background(), 100)
		if err != nil || len(products) < 8 {
			t.Fatalf("%d products, %v", len(products), err)
		}
		for _, p := range products {
			of := m.Product(p)
			s := mutants.Subject{Model: of, Automaton: of.Automata[0]}
			f := mutants.NewFamily(s, mutants.Operators, 1, 0, 0)
			if f.Len() < 10 {
				t.Fatalf("%v has %d mutants", p, f.Len())
			}
			for i := range f.Len() {
				checkProductEdits(t, f, i, p)
			}
			pairs := mutants.NewFamily(s, mutants.Operators, 2, 60, 1)
			for i := range pairs.Len() {
				checkProductEdits(t, pairs, i, p)
			}
		}
	}
}

func checkProductEdits(t *testing.T, f *mutants.Family, i int, p model.Product) {
	t.Helper()
	m := f.At(i)
	text := source.Apply(f.Origin.Model.File.Text, f.Origin.Edits(m.Result.Automaton))
	file := source.NewFile("mutant.xta", text)
	again, d := model.Parse(file)
	if again == nil {
		t.Fatalf("%v %s: %s\n%s", p, m.ID(), d.Text(file), text)
	}
	got, want := outline(again.Product(p).Automata[0]), outline(m.Result.Automaton)
	if !slices.Equal(got, want) {
		t.Fatalf("%v %s: got\n%s\nwant\n%s\nin\n%s", p, m.ID(), strings.Join(got, "\n"), strings.Join(want, "\n"), text)
	}
}

// docsFamily is the featured timed game of docs/timed-mutants.md.
func docsFamily(t *testing.T) string {
	t.Helper()
	for _, text := range docsModels(t, "timed-mutants.md") {
		if strings.Contains(text, "/*@ features") {
			return text
		}
	}
	t.Fatal("the page holds no featured timed game")
	return ""
}

// The example of the documentation is read with its features, and each of its products is the timed
// game that one would write down by hand.
func TestDocsFamily(t *testing.T) {
	m := parse(t, docsFamily(t))
	products, err := m.Features.Products(context.Background(), 100)
	if err != nil || len(products) != 9 { // soda, tea or both; no size, small or large
		t.Fatalf("got %d products, want 9 (%v)", len(products), err)
	}
	for _, soda := range []bool{true, false} {
		for _, tea := range []bool{true, false} {
			for _, size := range []string{"", "small", "large"} {
				if soda || tea {
					checkVending(t, m, soda, tea, size)
				}
			}
		}
	}
}

func checkVending(t *testing.T, m *model.Model, soda, tea bool, size string) {
	t.Helper()
	var names, edges []string
	if soda {
		names, edges = append(names, "soda"), append(edges, ", s1 -u-> s0 { guard x <= 2; sync soda!; }")
	}
	if tea {
		names, edges = append(names, "tea"), append(edges, ", s1 -u-> s0 { guard x >= 2; sync tea!; }")
	}
	bound := map[string]string{"": "", "small": " { x <= 5 }", "large": " { x <= 7 }"}[size]
	if size != "" {
		names = append(names, size)
	}
	plain := parse(t, fmt.Sprintf(`process Vending { clock x; state s0, s1%s; init s0;
		trans s0 -> s1 { sync euro?; assign x = 0; }%s; } system Vending;`, bound, strings.Join(edges, "")))
	of, err := m.Choose(context.Background(), strings.Join(names, ", "))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := outline(of.Automata[0]), outline(plain.Automata[0]); !slices.Equal(got, want) {
		t.Errorf("%v: got %s, want %s", names, got, want)
	}
	same := verdicts(t, mutants.Subject{Model: of, Automaton: of.Automata[0]})
	if want := verdicts(t, mutants.Subject{Model: plain, Automaton: plain.Automata[0]}); !slices.Equal(same, want) {
		t.Errorf("%v: got %v, want %v", names, same, want)
	}
}

// verdicts lists the verdicts of all first-order mutants, by operator.
func verdicts(t *testing.T, s mutants.Subject) []string {
	t.Helper()
	j, err := NewJudge(s, 0)
	if err != nil {
		t.Fatal(err)
	}
	f := mutants.NewFamily(s, mutants.Operators, 1, 0, 0)
	var all []string
	for i := range f.Len() {
		m := f.At(i)
		for _, v := range j.All(&m) {
			all = append(all, m.Operator()+" "+v.Verdict.String())
		}
	}
	return all
}

// A model with features is not searched before a product is chosen.
func TestFamiliesAreNotCompiled(t *testing.T) {
	m := parse(t, vending)
	if _, err := game.Compile(m, m.Automata[0], game.NewSymbols(), game.Options{}); err == nil {
		t.Error("a model with features is compiled as if it had none")
	}
	if _, err := NewJudge(mutants.Subject{Model: m, Automaton: m.Automata[0]}, 0); err == nil {
		t.Error("a model with features is judged as if it had none")
	}
}

// Two processes share the features of a model.
func TestFeaturesOfTwoProcesses(t *testing.T) {
	m := parse(t, `/*@ features fast */
process A { clock x; state s { x <= 9 }; init s; trans s -u-> s { guard x <= 2 ; sync o!; /*@ fast */ }, s -u-> s { sync o!; assign x = 0; /*@ !fast */ }; }
process B { clock y; state s { y <= 5 /*@ fast */ && y <= 9 }; init s; trans s -u-> s { sync o!; assign y = 0; }; }
system A, B;`)
	for product, want := range map[string]string{"fast": "s y <= 5 && y <= 9 00", "A": "s y <= 9 00"} {
		of, err := m.Choose(context.Background(), product)
		if err != nil {
			t.Fatal(err)
		}
		if got := outline(of.Automata[1])[1]; got != want || len(of.Automata[0].Edges) != 1 {
			t.Errorf("%s: got %s", product, got)
		}
	}
}
