package action

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/action/referee"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// Situations that a model may hold, each with the verdicts of a hand-written mutant.

type comparisonCase struct {
	name       string
	spec       string
	from, to   string // the hand-written mutant: one replacement in spec
	want       string // outline
	event      string // of the wrong step
	conclusion string // part of the walk's conclusion
}

func vars(decls, init, actions, dood string) string {
	return `type(t, X) :- X in 0..3.
type(n, X) :- X in -3..3.
type(p, X) :- X in 0..100.
` + decls + "\ninit([" + init + "]).\nas :- actions (\n" + actions + "\n), dood (" + dood + ").\n"
}

const xy = "var([x, y], t). state_def([x, y])."

var situations = []comparisonCase{
	{"the model itself", vars(xy, "0, 0", "'a'::true => x := 1", "'a'"), "x := 1", "(x := 1)", "unkillable equivalent safe", "", "behave the same"},
	{"a value outside its type has no solution",
		vars(xy, "3, 0", "'a'::true => (x := x + 1; y := 1 [] y := 2)", "'a'"), "x + 1", "x + 2", "unkillable equivalent fault", "", ""},
	{"not even between two assignments",
		vars(xy, "3, 0", "'a'::true => (x := x + 1; x := x - 1 [] y := 2)", "'a'"), "x + 1; x := x - 1", "x - 1; x := x + 1", `killed 0`, "a", "In the initial state the mutant can do a, which changes nothing; in the original a ends with y = 2."},
	{"negative bounds",
		vars("var([x, y], n). state_def([x, y]).", "-3, 0", "'a'::(x #=< -2) => (x := x + 1; y := -x)", "'a'"), "#=< -2", "#=< -1", "killed 2", "a", "After 2 events"},
	{"an event in other words", vars(xy, "0, 0", "'a'::true => x := 1, 'b'::true => x := 1", "'a' [] 'b'"), "'a' [] 'b'", "'a' [] 'b' [] 'a'", "unkillable equivalent safe", "", ""},
	{"observation holds against any entry",
		vars(xy, "0, 0", "'a'(P)::(P #= 1) => x := 1", "[P:t]:'a'(P) [] [P:n]:'a'(P)"), "[P:t]:'a'(P) [] ", "", "unkillable equivalent safe", "", ""},
	{"one label with two types, both needed",
		vars(xy, "0, 0", "'a'(P)::true => skip", "[P:t]:'a'(P) [] [P:n]:'a'(P)"), "[P:t]:'a'(P) [] ", "[P:p]:'a'(P) [] ", "killed 0", "a(4)", "a(4) is not possible"},
	{"a parameter in two boxes that cover it together",
		vars(xy, "0, 0", "'a'(P)::(P #< 50 #\\/ P #>= 50) => x := 1", "[P:p]:'a'(P)"), `P #< 50 #\/ P #>= 50`, "true", "unkillable equivalent safe", "", ""},
	{"and with a gap between them",
		vars(xy, "0, 0", "'a'(P)::(P #< 50 #\\/ P #> 50) => x := 1", "[P:p]:'a'(P)"), `P #< 50 #\/ P #> 50`, "true", "killed 0", "a(50)", ""},
	{"a parameter that meets arithmetic",
		vars(xy, "0, 0", "'a'(P)::(2 * P - x #= 7 - P) => (x := 1)", "[P:p]:'a'(P)"), "7", "6", "killed 0", "a(2)", "a(2) is not possible in this state: 2 * P - x #= 7 - P does not hold"},
	{"a product of parameters",
		vars(xy, "0, 0", "'a'(P, Q)::(P * Q #= 91 #/\\ P #< Q) => x := 1", "[P:p, Q:p]:'a'(P, Q)"), "91", "92", "killed 0", "a(1, 92)", ""},
	{"termination is not an error", vars(xy, "0, 0", "'a'::(x #= 0) => x := 1", "'a'"), "x #= 0", "x #=< 1", "killed 1", "a", "After one event the mutant can do a, which changes nothing; in the original a is not possible in this state: x #= 0 does not hold."},
	{"dead code", vars(xy, "0, 0", "'a'::(x #= 0) => (x := 1), 'b'::(x #= 3) => y := 1", "'a' [] 'b'"), "y := 1", "y := 2", "unkillable equivalent fault", "", "An unsafe state exists, and cannot be reached"},
	{"overlapping branches", vars(xy, "0, 0", "'a'::true => ((x #=< 2 => x := 1) [] (x #>= 1 => x := 1))", "'a'"), "x #=< 2 => x := 1) [] ", "x #=< 1 => x := 1) [] ", "unkillable equivalent safe", "", ""},
	{"less of a non-deterministic choice", vars(xy, "0, 0", "'a'::true => (x := 1 [] x := 2)", "'a'"), " [] x := 2", "", "unkillable refines safe", "", "does less"},
	{"an event that the original never shows", vars(xy, "0, 0", "'a'::true => skip, 'b'::false => skip", "'a' [] 'b'"), "false", "(x #= 0)", "killed 0", "b", "b is not possible"},
	{"an action that the original does not have", vars(xy, "0, 0", "'a'::true => skip", "'a'"), "'a'::true => skip\n), dood ('a'", "'c'::true => skip\n), dood ('c'", "killed 0", "c", "there is no event c"},
	{"the initial state", vars(xy, "0, 0", "'a'::true => skip", "'a'"), "init([0, 0", "init([0, 2", "killed 0", "", "starts with y = 2"},

	// ; and // in the do-od block
	{"a sequence shows both events in one step",
		vars(xy, "0, 0", "'a'::(x #= 0) => x := 1, 'b'::(x #= 1) => (x := 2)", "'a' ; 'b'"), "(x := 2)", "(x := 3)", "killed 0", "a; b", "a; b ends with x = 2"},
	{"and has a step only where both have", vars(xy, "0, 0", "'a'::true => x := 1, 'b'::(x #= 2) => (x := 2)", "'a' ; 'b'"), "x := 1", "x := 3", "unkillable equivalent safe", "", ""},
	{"its parts are no steps of their own", vars(xy, "0, 0", "'a'::true => x := 1, 'b'::true => x := 2", "'a' ; 'b'"), "'a' ; 'b'", "'a' [] 'b'", "killed 0", "a", "there is no event a"},
	{"arguments of both parts", vars(xy, "0, 0", "'a'(P)::true => x := P, 'b'(P)::(P #= x) => y := P", "[P:t]:'a'(P) ; [P:t]:'b'(P)"), "P #= x", "P #>= x", "killed 0", "a(0); b(1)", ""},
	{"what comes second is possible only where the first is not",
		vars(xy, "0, 0", "'a'::(x #= 0) => x := 1, 'b'::true => y := 1", "'a' // 'b'"), "x #= 0", "x #= 1", "killed 0", "b", "b is not possible"},
	{"so that less of the first is more of the second",
		vars(xy, "0, 0", "'a'::(x #=< 1) => x := x + 1, 'b'::true => y := 1", "'a' // 'b'"), "x #=< 1", "x #= 0", "killed 1", "b", ""},
	{"priority asks for a step, not for a guard",
		vars(xy, "3, 0", "'a'::true => x := x + 1, 'b'::true => y := 1", "'a' // 'b'"), "x + 1", "x + 2", "unkillable equivalent fault", "", ""},
	{"three in a row", vars(xy, "0, 0", "'a'::(x #= 1) => skip, 'b'::(x #= 2) => skip, 'c'::true => x := x + 1", "'a' // 'b' // 'c'"), "x #= 2", "x #= 3", "unkillable equivalent fault", "", ""},
	{"priority over a parameter's step",
		vars(xy, "0, 0", "'a'(P)::(P #> 99 #/\\ x #= 0) => skip, 'b'::true => y := 1", "[P:p]:'a'(P) // 'b'"), "99", "100", "killed 0", "b", ""},
}

func TestSituations(t *testing.T) {
	for _, c := range situations {
		t.Run(c.name, func(t *testing.T) {
			if !strings.Contains(c.spec, c.from) {
				t.Fatalf("no %q in the model", c.from)
			}
			spec, impl := mustParse(t, c.spec), mustParse(t, strings.Replace(c.spec, c.from, c.to, 1))
			r, err := byHand(spec, impl, report.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			if outline(r) != c.want {
				t.Fatalf("got %s, want %s", outline(r), c.want)
			}
			checker := mustChecker(t, spec, report.Settings{})
			if err := verify(checker, r, checker.Evidence()); err != nil {
				t.Errorf("verification: %v", err)
			}
			walk, err := checker.Walk(r)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(walk.Conclusion, c.conclusion) {
				t.Errorf("got the conclusion %q, want %q in it", walk.Conclusion, c.conclusion)
			}
			if last := walk.Steps[len(walk.Steps)-1]; c.event != "" && last.Label != c.event {
				t.Errorf("got the step %q, want %q", last.Label, c.event)
			}
		})
	}
}

// counter runs to a number and resets; the mutant's fault shows at its end.
func counter(to int) string {
	return fmt.Sprintf(`type(t, X) :- X in 0..%d.
var([n], t).
state_def([n]).
init([0]).
as :- actions (
  'tick'::(n #< %d) => (n := n + 1),
  'reset'::(n #= %d) => (n := 0)
), dood ('tick' [] 'reset').
`, to, to, to)
}

func TestLongShortestTrace(t *testing.T) {
	spec := mustParse(t, counter(61))
	impl := mustParse(t, strings.Replace(counter(61), "n := 0)", "n := 1)", 1))
	r, err := byHand(spec, impl, report.Settings{})
	if err != nil || outline(r) != "killed 61" {
		t.Fatalf("got %s (%v), want killed 61", outline(r), err)
	}
	c := mustChecker(t, spec, report.Settings{})
	if err := verify(c, r, nil); err != nil {
		t.Error(err)
	}
}

// What was only looked at up to some depth, because of a bound or of a budget, is unknown up to there.
func TestBoundsAndBudgets(t *testing.T) {
	spec := mustParse(t, counter(1000))
	late := mustParse(t, strings.Replace(counter(1000), "n := 0)", "n := 1)", 1))
	for _, c := range []struct {
		name     string
		settings report.Settings
		want     string
		strength string
		k        int
	}{
		{"all states", report.Settings{}, "killed 1000", report.Proved, 0},
		{"depth before the fault", report.Settings{Depth: 999}, "unknown depth safe", report.Bounded, 999},
		{"depth at the fault", report.Settings{Depth: 1000}, "killed 1000", report.Proved, 0},
		{"states before the fault", report.Settings{Budget: report.Budget{States: 900}, Engine: "explicit"}, "unknown states safe", report.Bounded, 898},
		{"states that suffice", report.Settings{Budget: report.Budget{States: 1001}}, "killed 1000", report.Proved, 0},
	} {
		r, err := byHand(spec, late, c.settings)
		if err != nil {
			t.Fatal(err)
		}
		if outline(r) != c.want || r.Strength != c.strength || r.K != c.k {
			t.Errorf("%s: got %s, %s %d, want %s, %s %d", c.name, outline(r), r.Strength, r.K, c.want, c.strength, c.k)
		}
		checker := mustChecker(t, spec, c.settings)
		if err := verify(checker, r, checker.Evidence()); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// A state space that does not end, for all purposes: 96 bits. Each mutant gets an honest answer.
func TestEndlessSpace(t *testing.T) {
	m := mustParse(t, mustRead(t, "testdata/counters.as"))
	c := mustChecker(t, m, report.Settings{Engine: "explicit", Budget: report.Budget{States: 2000}})
	if c.Evidence() != nil {
		t.Error("a space that was not explored to its end is no evidence")
	}
	verdicts := map[string]int{}
	for _, mu := range mustMutants(t, m, Selection{Operators: paperOperators}) {
		r := c.Check(context.Background(), mu)
		verdicts[r.Verdict]++
		if r.Verdict == report.Unkillable || r.Verdict == report.Unknown && r.Reason != budgetStates && r.Reason != budgetSteps {
			t.Errorf("%s: %s, %s", r.ID, r.Verdict, r.Reason)
		}
		if r.Verdict == report.Killed {
			if err := verify(c, r, nil); err != nil {
				t.Errorf("%s: %v", r.ID, err)
			}
		}
	}
	if verdicts[report.Killed] == 0 || verdicts[report.Unknown] == 0 {
		t.Errorf("got %v, want killed and unknown", verdicts)
	}
}

// A single step with more outcomes than any budget holds.
func TestEndlessStep(t *testing.T) {
	m := mustParse(t, `type(huge, X) :- X in 0..1000000000000.
var([x], huge).
state_def([x]).
init([0]).
as :- actions ('set'(P)::(true) => (x := P)), dood ([P:huge]:'set'(P)).
`)
	c := mustChecker(t, m, report.Settings{Engine: "explicit", Budget: report.Budget{States: 1000}})
	for _, mu := range mustMutants(t, m, Selection{Operators: allOperators}) {
		if r := c.Check(context.Background(), mu); r.Verdict != report.Unknown {
			t.Errorf("%s: %s, %s", r.ID, r.Verdict, r.Reason)
		}
	}
}

// A sequence of thirty choices has 2^30 paths, and few states where they meet.
func TestManyPaths(t *testing.T) {
	text := small("("+strings.TrimSuffix(strings.Repeat("(x := 1 [] (y #= 0 => x := 2) [] y := 1); ", 30), "; ")+")", "'a' [] 'b'")
	m := mustParse(t, text)
	c := mustChecker(t, m, report.Settings{Engine: "explicit"})
	all := enumerate(m)
	if c.space.expanded != len(all.states) {
		t.Errorf("got %d states, want %d", c.space.expanded, len(all.states))
	}
	for i, path := range all.paths {
		if got := plainPath(c.space.moves(i)); got != plainPath(path) {
			t.Errorf("got the trace %s, want %s", got, plainPath(path))
		}
	}
	for _, mu := range mustMutants(t, m, Selection{Operators: paperOperators, Sample: 20}) {
		if r := c.Check(context.Background(), mu); r.Verdict == report.Unknown {
			t.Errorf("%s: %s", r.ID, r.Reason)
		}
	}
}

// Two changes in different actions, without priorities: what either shows, the pair shows.
func TestPairsOfCAS(t *testing.T) {
	m := mustParse(t, carAlarm)
	c := mustChecker(t, m, report.Settings{})
	single := map[string]report.Mutant{}
	for _, mu := range mustMutants(t, m, Selection{Operators: paperOperators}) {
		single[mu.ID] = c.Check(context.Background(), mu)
	}
	beyond := 0
	for _, mu := range mustMutants(t, m, Selection{Operators: paperOperators, Order: 2, Sample: 3000, Seed: 5}) {
		if mu.Parts[0].changes[0].action == mu.Parts[1].changes[0].action {
			continue
		}
		first, second := single[mu.Parts[0].ID], single[mu.Parts[1].ID]
		want := -1
		for _, r := range []report.Mutant{first, second} {
			if r.Length != nil && (want < 0 || *r.Length < want) {
				want = *r.Length
			}
		}
		got := c.Check(context.Background(), mu)
		if (got.Verdict == report.Killed) != (want >= 0) || want >= 0 && *got.Length != want {
			t.Errorf("%s: got %s, want length %d", mu.ID, outline(got), want)
		}
		if len(first.Detail(model.DetailFault)) > 0 && want >= 0 {
			beyond++ // Algorithm 1 would stop at the first action
		}
	}
	if beyond == 0 {
		t.Error("the sample holds no pair for which the paper's Algorithm 1 stops too early")
	}
}

func TestWorkersShareAChecker(t *testing.T) {
	m := mustParse(t, carAlarm)
	c := mustChecker(t, m, report.Settings{})
	mutants := mustMutants(t, m, Selection{Operators: paperOperators})
	results := make([]report.Mutant, len(mutants))
	var group sync.WaitGroup
	for worker := range 4 {
		group.Go(func() {
			for i := worker; i < len(mutants); i += 4 {
				results[i] = c.Check(context.Background(), mutants[i])
			}
		})
	}
	group.Wait()
	for i, mu := range mutants {
		if want := c.Check(context.Background(), mu); string(report.Raw(want)) != string(report.Raw(results[i])) {
			t.Errorf("%s: workers give another answer", mu.ID)
		}
	}
}

func TestCompareRefusesOtherVariables(t *testing.T) {
	spec := mustParse(t, small("", ""))
	other := mustParse(t, strings.ReplaceAll(strings.ReplaceAll(small("", ""), "y", "z"), "tzpe", "type"))
	if _, err := byHand(spec, other, report.Settings{}); err == nil || !strings.Contains(err.Error(), "variables") {
		t.Errorf("got %v", err)
	}
}

// Types may differ: a state outside the original's types is one it cannot be in.
func TestCompareOtherTypes(t *testing.T) {
	spec := mustParse(t, counter(3))
	impl := mustParse(t, strings.ReplaceAll(counter(3), "3", "5"))
	r, err := byHand(spec, impl, report.Settings{})
	if err != nil || outline(r) != "killed 3" {
		t.Fatalf("got %s (%v), want killed 3", outline(r), err)
	}
	c := mustChecker(t, spec, report.Settings{})
	if err := verify(c, r, c.Evidence()); err != nil {
		t.Error(err)
	}
}

// byHand judges a hand-written model, and completes the verdict by an edit of the whole text.
func byHand(spec, impl *model.Model, s report.Settings) (report.Mutant, error) {
	r, err := Compare(context.Background(), spec, impl, s, referee.New(spec, s))
	f := spec.File
	r.ID, r.Operator, r.Original, r.Replacement = "hand-written", "hand-written", f.Text, impl.File.Text
	r.Span = f.Shown(source.Span{End: source.Pos(len(f.Text))})
	return r, err
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	m := mustParse(t, carAlarm)
	c := mustChecker(t, m, report.Settings{})
	cancel()
	if r := c.Check(ctx, mustMutants(t, m, Selection{Operators: paperOperators})[0]); r.Verdict != "" {
		t.Errorf("got the verdict %s after the end", r.Verdict)
	}
	if _, err := NewChecker(ctx, m, report.Settings{}, referee.New(m, report.Settings{})); err == nil {
		t.Error("exploration goes on after the end")
	}
}
