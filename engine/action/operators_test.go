package action

import (
	"context"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/mutation"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

var allOperators = func() (names []string) {
	for _, op := range Operators {
		names = append(names, op.Name)
	}
	return names
}()

// small wraps a statement, or a do-od block, into a model.
func small(statement, dood string) string {
	if statement == "" {
		statement = "skip"
	}
	if dood == "" {
		dood = "'a'"
	}
	return `type(t, X) :- X in 0..3.
var([x, y], t).
state_def([x, y]).
init([0, 0]).
as :- actions (
  'a'::true => (` + statement + `),
  'b'::(y #= 0) => (y := 1),
  'c'(P)::(P #= x) => (x := 0)
), dood (` + dood + `).
`
}

// Each operator's example is what it says: the operator makes the mutant shown from the model shown.
func TestOperatorExamples(t *testing.T) {
	for _, op := range Operators {
		text := small(op.Before, "")
		if op.inDo {
			text = small("", op.Before)
		}
		var made []string
		for _, mu := range mustMutants(t, mustParse(t, text), Selection{Operators: []string{op.Name}}) {
			made = append(made, mu.Text())
		}
		want := strings.Replace(text, op.Before, op.After, 1)
		found := false
		for _, m := range made {
			found = found || m == want
		}
		if !found {
			t.Errorf("%s does not make %q from %q, but:\n%s", op.Name, op.After, op.Before, strings.Join(made, "\n"))
		}
		if op.Title == "" || op.Summary == "" || op.Source == "" {
			t.Errorf("%s is not described", op.Name)
		}
	}
}

// tricky holds what operators and printer could stumble over.
const tricky = `% before
type(t, X) :- X in -4..5.   /* a block
  comment */
type('odd type', X) :- X in 0..1.
var([x, y], t). % behind

var([z], 'odd type').
state_def([z, x, y]).
init([0, -4, 5]).
inputs(['a', b]).

as :-
  actions (
    % first
    'a'(P, Q)::(P * x - y * 2 #>= Q #/\ #\ (x #= -1 #\/ y #< -(x + 1))) =>
    (
      (x := -P; % why
       y := y - (x - 1))
      []
      (x #= - y => (z := 1 [] skip [] (z #= 0 => y := -x * 3)))
    ),
    b::true => x := 0; y := 1; x := x + y - 1,
    'an event'::(x #= 0 #/\ y #= 0 #\/ z #\= 1 #/\ x #=< y) => ((x := 1 [] x := 2); (y := x; z := 0))
  ),
  dood ( [Q: -1..2, P:t]:'a'(P, Q) [] (b ; 'an event' [] 'an event') // b [] ('an event' // b) ; b ).
`

// checkMutant tests that the text of a mutant is the mutant, prints back, and differs.
func checkMutant(t *testing.T, m *model.Model, mu *Mutant) {
	t.Helper()
	f := source.NewFile("mutant", mu.Text())
	parsed, diags := model.Parse(f)
	v := mu.Build()
	if (v == nil) != (parsed == nil) {
		t.Fatalf("%s: the tree is a model: %v, the text: %v\n%s", mu.ID, v != nil, parsed != nil, diags.Text(f))
	}
	if v == nil {
		return
	}
	if len(v.Changed) == 0 && len(v.Gone) == 0 {
		t.Errorf("%s: nothing differs", mu.ID)
	}
	if d, err := model.NewVariant(parsed, v.Impl); err != nil || len(d.Changed)+len(d.Gone) > 0 {
		t.Errorf("%s: tree and text are different models (%v)\n%s", mu.ID, err, mu.Text())
	}
	same, err := model.NewVariant(m, parsed)
	if err != nil || len(same.Changed) == 0 && len(same.Gone) == 0 {
		t.Errorf("%s: the text is the original (%v)\n%s", mu.ID, err, mu.Text())
	}
	back, diags := model.Parse(source.NewFile("printed", parsed.Format()))
	if back == nil {
		t.Fatalf("%s: printed text does not parse: %v\n%s", mu.ID, diags, parsed.Format())
	}
	if d, _ := model.NewVariant(parsed, back); len(d.Changed)+len(d.Gone) > 0 {
		t.Errorf("%s: printing changes the model\n%s", mu.ID, parsed.Format())
	}
}

func TestMutantsAreTheirTexts(t *testing.T) {
	for _, text := range []string{tricky, carAlarm, mustRead(t, "testdata/nested_choice.as"), mustRead(t, "testdata/seq_guards.as")} {
		m := mustParse(t, text)
		ids, texts := map[string]bool{}, map[string]string{}
		for i, mu := range mustMutants(t, m, Selection{Operators: allOperators}) {
			if len(m.Actions) < 10 || i%4 == 0 { // of a long text every fourth
				checkMutant(t, m, mu)
			}
			if ids[mu.ID] {
				t.Errorf("the id %s is given twice", mu.ID)
			}
			ids[mu.ID] = true
			if other := texts[mu.Text()]; other != "" {
				t.Errorf("%s and %s have the same text", mu.ID, other)
			}
			texts[mu.Text()] = mu.ID
		}
		for _, mu := range mustMutants(t, m, Selection{Operators: allOperators, Order: 2, Sample: 150, Seed: 1}) {
			checkMutant(t, m, mu)
			if len(mu.Parts) != 2 || mu.ID != mu.Parts[0].ID+"+"+mu.Parts[1].ID {
				t.Errorf("%s: parts %v", mu.ID, mu.Parts)
			}
		}
	}
}

// A mutant keeps its id when other operators are selected too.
func TestIDsAreStable(t *testing.T) {
	m := mustParse(t, tricky)
	all := map[string]string{}
	for _, mu := range mustMutants(t, m, Selection{Operators: allOperators}) {
		all[mu.ID] = mu.Text()
	}
	for _, op := range allOperators {
		for _, mu := range mustMutants(t, m, Selection{Operators: []string{op}}) {
			if text, ok := all[mu.ID]; ok && text != mu.Text() {
				t.Errorf("%s names two mutants", mu.ID)
			}
		}
	}
}

func TestLocks(t *testing.T) {
	text := strings.Replace(small("x #= 0 => y := 1", "'a' [] 'b'"), "  'b'::", "  % mutarium: off\n  'b'::", 1)
	text = strings.Replace(text, "  'c'(P)", "  % mutarium: on\n  'c'(P)", 1)
	m := mustParse(t, text)
	for _, mu := range mustMutants(t, m, Selection{Operators: allOperators}) {
		r := mu.Describe()
		if line := strings.Split(text, "\n")[r.Span.Line-1]; strings.Contains(line, "'b'::") {
			t.Errorf("%s changes a locked line", r.ID)
		}
	}
	with, without := len(mustMutants(t, m, Selection{Operators: allOperators})), len(mustMutants(t, mustParse(t, small("x #= 0 => y := 1", "'a' [] 'b'")), Selection{Operators: allOperators}))
	if with >= without || with == 0 {
		t.Errorf("%d mutants with a lock, %d without", with, without)
	}
	open := mustParse(t, "% mutarium: off\n"+small("x #= 0 => y := 1", ""))
	if n := len(mustMutants(t, open, Selection{Operators: allOperators})); n != 0 {
		t.Errorf("a lock that is not closed locks the rest, got %d mutants", n)
	}
}

// The incremented constant at the top of its type is the lowest value, whatever side it stands on;
// in larger expressions it has no type.
func TestIncrementDomains(t *testing.T) {
	for _, c := range []struct{ statement, want string }{
		{"x := 3", "x := 0"},
		{"x #= 3 => y := 1", "x #= 0 => y := 1"},
		{"3 #>= x => y := 1", "0 #>= x => y := 1"},
		{"x + 3 #= 3 => y := 1", "x + 4 #= 3 => y := 1"},
		{"x + y #= 3 => y := 1", "x + y #= 4 => y := 1"},
		{"x := -1", "x := 0"},
		{"x := -3 + y", "x := -2 + y"},
		{"3 #= 3 => y := 1", "4 #= 3 => y := 1"},
	} {
		mu := mustMutants(t, mustParse(t, small(c.statement, "")), Selection{Operators: []string{"inc_const"}})[0]
		if want := small(c.want, ""); mu.Text() != want {
			t.Errorf("%s: got %s, want %s", c.statement, mu.Describe().Replacement, c.want)
		}
	}
	if got := next(5, []model.Range{{Lo: 0, Hi: 5}, {Lo: 0, Hi: 9}}); got != 6 {
		t.Errorf("a parameter of two types: got %d, want 6, a value of the second", got)
	}
	if got := next(5, []model.Range{{Lo: 2, Hi: 4}, {Lo: 1, Hi: 5}, {Lo: 0, Hi: 5}}); got != 1 {
		t.Errorf("a parameter of three types: got %d, want 1, the lowest of the first that ends at 5", got)
	}
}

// Algorithm 1 of the paper stops at the first action with an unsafe state, reachable or not. Here
// the first changed action has unsafe states that cannot be reached, and the second kills.
func TestSecondOrderBeyondAlgorithm1(t *testing.T) {
	m := mustParse(t, `type(t, X) :- X in 0..3.
var([x], t).
state_def([x]).
init([0]).
as :- actions (
  'never'::(x #= 3) => (x := 2),
  'go'::(x #= 0) => (x := 1)
), dood ('never' [] 'go').
`)
	c := mustChecker(t, m, report.Settings{})
	found := false
	for _, mu := range mustMutants(t, m, Selection{Operators: []string{"inc_const"}, Order: 2}) {
		first, second := c.Check(context.Background(), mu.Parts[0]), c.Check(context.Background(), mu.Parts[1])
		both := c.Check(context.Background(), mu)
		if len(first.Detail(model.DetailFault)) > 0 && second.Verdict == report.Killed {
			found = true
			if both.Verdict != report.Killed || *both.Length != *second.Length {
				t.Errorf("%s: got %s, want %s", both.ID, outline(both), outline(second))
			}
		}
		if err := verify(c, both, c.Evidence()); err != nil {
			t.Errorf("%s: %v", both.ID, err)
		}
	}
	if !found {
		t.Error("no pair of this kind was made")
	}
}

// No operator makes a mutant that is the original: neither its text nor what the text means. A type
// with one value has no other constant, two equal assignments cannot be swapped.
func TestNoMutantIsTheOriginal(t *testing.T) {
	for _, c := range []struct {
		statement string
		operator  string
	}{
		{"o := 3", "inc_const"}, {"o := 03", "inc_const"}, {"o #= 3 => skip", "inc_const"},
		{"x := 1; x := 1", "swap_assignments"}, {"x := 1; x := (1)", "swap_assignments"},
	} {
		text := strings.Replace(small(c.statement, "'a' [] 'b' [] [P:t]:'c'(P)"), "var([x, y], t).\nstate_def([x, y]).\ninit([0, 0]).",
			"type(one, X) :- X in 3..3.\nvar([x, y], t).\nvar([o], one).\nstate_def([x, y, o]).\ninit([0, 0, 3]).", 1)
		m := mustParse(t, text)
		for _, mu := range mustMutants(t, m, Selection{Operators: []string{c.operator}}) {
			if mu.Edits[0].Span.Start < m.Actions[0].Span.End {
				t.Errorf("%s: %s makes %s", c.statement, c.operator, mu.ID)
			}
		}
		checker := mustChecker(t, m, report.Settings{})
		for _, mu := range mustMutants(t, m, Selection{Operators: allOperators}) {
			if v := mu.Build(); mu.Text() == text || v != nil && v.Same() {
				t.Errorf("%s: %s is the original", c.statement, mu.ID)
			}
			r := checker.Check(context.Background(), mu)
			if err := verify(checker, r, checker.Evidence()); err != nil {
				t.Errorf("%s: %s %s: %v", c.statement, mu.ID, outline(r), err)
			}
		}
	}
}

// All pairs of a model with hundreds of mutants are there, and made one by one.
func TestPairsAreMadeOnDemand(t *testing.T) {
	m := mustParse(t, carAlarm)
	first := mustMutants(t, m, Selection{Operators: allOperators})
	f, err := NewFamily(m, Selection{Operators: allOperators, Order: 2})
	if err != nil {
		t.Fatal(err)
	}
	rank := 0
	for i, a := range first {
		for j := i + 1; j < len(first); j++ {
			b := first[j]
			if overlap(a.Edits, b.Edits) {
				continue
			}
			if rank%997 == 0 {
				mu := f.At(rank)
				if want := mutation.PairID(a.ID, b.ID); mu.ID != want || f.ID(rank) != want || len(mu.Edits) != len(a.Edits)+len(b.Edits) {
					t.Errorf("pair %d is %s, want %s", rank, mu.ID, want)
				}
			}
			rank++
		}
	}
	if rank != f.Len() || rank <= 50_000 {
		t.Errorf("got %d pairs, want %d", f.Len(), rank)
	}
}
