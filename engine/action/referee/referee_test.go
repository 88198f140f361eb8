package referee

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/sat"
	"github.com/mutarium/mutarium/engine/source"
)

func parse(t *testing.T, text string) *model.Model {
	t.Helper()
	f := source.NewFile("model.as", text)
	m, diags := model.Parse(f)
	if m == nil {
		t.Fatal(diags.Text(f))
	}
	return m
}

// tour are models with everything that the language has: nested choice, guards in sequences, ; and //,
// arguments that meet arithmetic, values outside their types.
func tour(t *testing.T) map[string]*model.Model {
	t.Helper()
	all := map[string]*model.Model{"orders": parse(t, `type(n, X) :- X in -2..4.
type(p, X) :- X in 0..9.
var([x, y], n).
state_def([x, y]).
init([0, 0]).
as :- actions (
  'a'(P)::(P * P #= x + 4) => (x := x + P [] (y #> 0 => x := -2) [] (y := y - 1; x := x + 1)),
  'b'::(x #< 3) => ((x := x + 3; x := x - 2) [] skip),
  'c'(P, Q)::(P #< Q #/\ Q #=< y + 2) => (y := Q - P)
), dood (([P:p]:'a'(P) // 'b') [] [P:p, Q:p]:'c'(P, Q) [] ('b' ; [P:p]:'a'(P))).
`)}
	for _, pattern := range []string{"../gallery/*.as", "../testdata/*.as"} {
		paths, _ := filepath.Glob(pattern)
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if name := filepath.Base(path); name != "errors.as" {
				all[name] = parse(t, string(text))
			}
		}
	}
	if len(all) < 8 {
		t.Fatalf("only %d models were found", len(all))
	}
	return all
}

// Circuits mean what plain evaluation does: from the first states of each model, for each entry, the steps
// whose literal holds lead to the states that plain evaluation finds.
func TestCircuitsMeanPlainEvaluation(t *testing.T) {
	steps := 0
	for name, m := range tour(t) {
		r := newReach(m)
		for len(r.states) < 40 && r.done < len(r.states) && r.cost < 10_000 {
			r.expand()
		}
		c := newCircuits(m)
		for _, state := range r.states[:min(len(r.states), 40)] {
			for i, e := range m.Entries {
				if model.CountTuples(r.lists[i]) > 200 {
					continue
				}
				model.Tuples(r.lists[i], func(args []int64) bool {
					var got [][]int64
					for _, w := range c.steps(m, e, c.numbers(args), c.numbers(state)) {
						if w.ok != c.s.True() {
							t.Fatalf("%s: a step with known values is open", name)
						}
						var post []int64
						for _, v := range w.post {
							post = append(post, v.Lo)
						}
						got = model.Merge(got, [][]int64{post})
					}
					want := m.Posts(e, state, args)
					slices.SortFunc(got, slices.Compare[[]int64])
					slices.SortFunc(want, slices.Compare[[]int64])
					if !slices.EqualFunc(got, want, slices.Equal[[]int64]) {
						t.Fatalf("%s: entry %d from %v with %v leads to %v, want %v", name, i, state, args, got, want)
					}
					steps += len(want)
					return true
				})
			}
		}
	}
	if steps < 1000 {
		t.Errorf("only %d steps were compared", steps)
	}
}

// A free state is related to those that plain evaluation reaches from it, and to no other.
func TestRelationIsThatOfPlainEvaluation(t *testing.T) {
	m := tour(t)["orders"]
	c := newCircuits(m)
	pre := c.anyState()
	post := c.extend(pre)
	for _, state := range [][]int64{{0, 0}, {3, 1}, {-2, 4}, {4, 2}} {
		want := map[string]bool{}
		for _, e := range m.Entries {
			m.EachPosts(e, state, model.Representatives(e, m), func(_ []int64, posts [][]int64) bool {
				for _, p := range posts {
					want[key(p)] = true
				}
				return true
			})
		}
		for x := m.Vars[0].Lo; x <= m.Vars[0].Hi; x++ {
			for y := m.Vars[1].Lo; y <= m.Vars[1].Hi; y++ {
				to := []int64{x, y}
				got := c.s.Solve(context.Background(), c.s.EqAll(pre, c.numbers(state)), c.s.EqAll(post, c.numbers(to)))
				if (got == sat.Sat) != want[key(to)] {
					t.Errorf("from %v to %v: the solver says %s", state, to, got)
				}
			}
		}
	}
}

// counter runs to a number and resets.
const counter = `type(t, X) :- X in 0..9.
var([n], t).
state_def([n]).
init([0]).
as :- actions (
  'tick'::(n #< 9) => (n := n + 1),
  'reset'::(n #= 9) => (n := 0)
), dood ('tick' [] 'reset').
`

// edited is a mutant that replaces one text by another.
func edited(t *testing.T, text, id, from, to string) report.Mutant {
	t.Helper()
	at := strings.Index(text, from)
	if at < 0 {
		t.Fatalf("no %q in the model", from)
	}
	f := source.NewFile("model.as", text)
	span := source.Span{Start: source.Pos(at), End: source.Pos(at + len(from))}
	return report.Mutant{ID: id, Operator: "x", Span: f.Shown(span), Original: from, Replacement: to}
}

// Duplicates are played against each other in all states, also those that only a mutant reaches.
func TestDuplicates(t *testing.T) {
	r := New(parse(t, counter), report.Settings{})
	all := []report.Mutant{
		edited(t, counter, "one", "n := 0)", "n := 1)"),
		edited(t, counter, "same", "n := 0)", "n := 0 + 1)"),
		edited(t, counter, "two", "n := 0)", "n := 2)"),
		edited(t, counter, "start", "init([0])", "init([1])"),
	}
	for _, c := range []struct{ mutant, of, why string }{
		{"same", "one", ""}, {"one", "same", ""}, {"two", "", ""},
		{"two", "one", "[reset] tells it apart from one"}, {"start", "one", "the initial state tells it apart"},
		{"one", "none", "there is no none"},
	} {
		i := slices.IndexFunc(all, func(m report.Mutant) bool { return m.ID == c.mutant })
		m := all[i]
		m.DuplicateOf = c.of
		err := r.VerifyDuplicate(m, all)
		if (err == nil) != (c.why == "") || err != nil && !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s as a duplicate of %q: %v", c.mutant, c.of, err)
		}
	}
	// Two mutants that only differ in states that the original does not reach.
	far := strings.Replace(counter, "(n #= 9) => (n := 0)", "(n #= 3) => (n := 0)", 1)
	far = strings.Replace(far, "n #< 9", "n #< 3", 1)
	a := edited(t, far, "a", "n := 0)\n), dood ('tick' [] 'reset')", "n := 7)\n), dood ('tick' [] 'reset')")
	b := edited(t, far, "b", "(n #= 3) => (n := 0)\n", "(n #= 3 #\\/ n #= 7) => (n := 7)\n")
	b.DuplicateOf = "a"
	if err := New(parse(t, far), report.Settings{}).VerifyDuplicate(b, []report.Mutant{a, b}); err == nil {
		t.Error("mutants that differ where the first alone gets pass for duplicates")
	}
}

// Beyond its budget the referee says so, and confirms nothing.
func TestBudgets(t *testing.T) {
	wide := parse(t, `type(w, X) :- X in 0..1000000000.
var([x], w).
state_def([x]).
init([0]).
as :- actions ('a'(P)::(P * P #= x) => (x := P + 1)), dood ([P:w]:'a'(P)).
`)
	if _, err := newReach(wide).within(1, many); !errors.Is(err, model.ErrTooMany) {
		t.Errorf("a thousand million arguments are tried: %v", err)
	}
	p := newReach(parse(t, counter))
	if states, err := p.within(4, few); err != nil || len(states) != 5 || p.done != 4 {
		t.Errorf("within 4 steps: %v, %v, %d states expanded", states, err, p.done)
	}
	if _, err := p.within(9, budget{states: 6, tried: 1000}); !errors.Is(err, model.ErrTooMany) {
		t.Errorf("six states are ten: %v", err)
	}
	if states, err := p.within(toTheEnd, few); err != nil || len(states) != 10 {
		t.Errorf("to the end: %v, %v", states, err)
	}
	choices := strings.Replace(counter, "n := 0)", strings.Repeat("(n := 1 [] n := 2); ", 16)+"n := 0)", 1)
	m := parse(t, choices)
	c := newCircuits(m)
	c.extend(c.anyState())
	if err := c.refute(context.Background(), "", c.s.False()); !errors.Is(err, model.ErrTooMany) {
		t.Errorf("65536 paths are multiplied out: %v", err)
	}
}

// A claim is refused where it does not hold, whoever makes it.
func TestClaims(t *testing.T) {
	r := New(parse(t, counter), report.Settings{})
	late, err := model.NewVariant(r.m, parse(t, strings.Replace(counter, "n := 0)", "n := 1)", 1)))
	if err != nil {
		t.Fatal(err)
	}
	never, err := model.NewVariant(r.m, parse(t, strings.Replace(counter, "(n #< 9)", "(n #< 9 #/\\ n #\\= 20)", 1)))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		v               *model.Variant
		claim, evidence string
		why             string
	}{
		{late, "unrolled 8", "", ""},
		{late, "unrolled 9", "", "after 9 steps there is one"},
		{late, "nowhere", "", "the proof does not hold"},
		{late, "invariant", `{"invariant":[[["n","<=",8]]]}`, "a step breaks the invariant"},
		{late, "invariant", `{"invariant":[[["n","=",3]]]}`, "does not hold initially"},
		{late, "invariant", `{"invariant":[[["n","<=",9]]]}`, "the proof does not hold"},
		{late, "induction 4", "", "the proof does not hold"},
		{late, "induction 10", "", "after 9 steps there is one"}, // runs through ten states are all that there are
		{late, "induction 17", "", "no more than 16 steps"},
		{late, "unrolled 129", "", "no more than 128 steps"},
		{never, "nowhere", "", ""},
		{never, "invariant", `{"invariant":[]}`, ""},
		{never, "invariant", `{"invariant":[[["n","<=","n",0]]]}`, ""},
		{never, "invariant", `{"invariant":[[["n","<=","n",9223372036854775807]]]}`, "a step breaks the invariant"},
		{never, "invariant", `{"invariant":7}`, "no list of clauses"},
		{never, "nowhere 3", "", `claims "nowhere 3"`},
		{never, "induction x", "", `claims "induction x"`},
	} {
		own := report.Raw(map[string]string{"noWrong": c.claim})
		err := r.Confirm(context.Background(), c.v, own, []byte(c.evidence))
		if (err == nil) != (c.why == "") || err != nil && !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s by %s: %v, want %q", c.claim, c.evidence, err, c.why)
		}
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if err := r.Confirm(ended, never, []byte(`{"noWrong":"nowhere"}`), nil); !errors.Is(err, errNoAnswer) {
		t.Errorf("after the end: %v", err)
	}
}
