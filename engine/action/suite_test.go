package action

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/action/referee"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/suite"
)

// judged checks mutants of a text.
func judged(t failer, text string, sel Selection) (*Checker, []Judged) {
	t.Helper()
	f := newFile(text)
	m, diags := model.Parse(f)
	if m == nil {
		t.Fatalf("%s", diags.Text(f))
	}
	c, err := NewChecker(context.Background(), m, report.Settings{}, referee.New(m, report.Settings{}))
	if err != nil {
		t.Fatalf("%v", err)
	}
	mutants, err := Mutants(m, sel)
	if err != nil {
		t.Fatalf("%v", err)
	}
	all, err := c.Judge(context.Background(), mutants, nil)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return c, all
}

func assured(t failer, c *Checker, all []Judged) []Test {
	t.Helper()
	if err := c.Assure(context.Background(), all); err != nil {
		t.Fatalf("%v", err)
	}
	return Traces(all)
}

type failer interface {
	Helper()
	Fatalf(string, ...any)
}

// passes tries all runs along a trace: whether one of them has all events and no state of the set.
func (n *naive) passes(state []int64, trace Test, set func([]int64) bool) bool {
	if set(state) || len(trace) == 0 {
		return !set(state)
	}
	found := false
	n.each(n.m, state, func(mv model.Move) bool {
		events := mv.Events()
		if len(events) <= len(trace) && slices.EqualFunc(events, trace[:len(events)], sameEvent) {
			found = n.passes(mv.Post, trace[len(events):], set)
		}
		return !found
	})
	return found
}

// reaches tells whether a run that passes no state of one set passes one of another.
func (n *naive) reaches(goal, avoid map[string]bool) bool {
	seen := map[string]bool{}
	var visit func(s []int64) bool
	visit = func(s []int64) bool {
		key := fmt.Sprint(s)
		if seen[key] || avoid[key] {
			return false
		}
		seen[key] = true
		return goal[key] || !n.each(n.m, s, func(mv model.Move) bool { return !visit(mv.Post) })
	}
	return visit(n.m.Init)
}

// Kills and subsumption are those of the definitions, tried out on random models.
func TestSuitesAgreeWithEnumeration(t *testing.T) {
	pairs, kills, others := 0, 0, 0
	sure := map[Certainty]int{}
	rapid.Check(t, func(t *rapid.T) {
		text := genModel(t)
		c, all := judged(t, text, Selection{Operators: allOperators, Order: 1, Sample: 60, Seed: rapid.Uint64().Draw(t, "seed")})
		n := enumerate(c.model)
		canonical := make([]Test, len(all))
		for j := range all {
			canonical[j] = all[j].trace
		}
		if err := c.Assure(context.Background(), all); err != nil {
			t.Fatal(err)
		}
		tests := Traces(all)
		x, err := c.Kills(context.Background(), tests, all)
		if err != nil {
			t.Fatal(err)
		}
		unsafe := make([]map[string]bool, len(all))
		for j := range all {
			if !all[j].killed() {
				continue
			}
			unsafe[j] = map[string]bool{}
			for _, s := range n.states {
				unsafe[j][fmt.Sprint(s)] = n.beyond(all[j].variant.Impl, all[j].variant.Spec, s) != nil
			}
			for i, test := range tests {
				want := !n.passes(n.m.Init, test, func(s []int64) bool { return unsafe[j][fmt.Sprint(s)] })
				if x[i][j] != want {
					t.Fatalf("%s\n%s by %q: kills is %v", text, all[j].Line.ID, test, x[i][j])
				}
				if want {
					kills++
				}
			}
			n.compareSure(t, text, &all[j], func(s []int64) bool { return unsafe[j][fmt.Sprint(s)] })
			if killed := slices.ContainsFunc(x, func(row []bool) bool { return row[j] }); killed != (all[j].Sure == Definitely) {
				t.Fatalf("%s\n%s: killed by the suite: %v", text, all[j].Line.ID, killed)
			}
			sure[all[j].Sure]++
			if !sameTest(all[j].trace, canonical[j]) {
				others++
			}
		}
		classes, err := c.Subsumption(context.Background(), all, nil)
		if err != nil {
			t.Fatal(err)
		}
		of := map[int]int{}
		for k, cl := range classes {
			for _, j := range cl.Mutants {
				of[j] = k
			}
		}
		below := closure(classes)
		for a := range all {
			for b := range all {
				if a == b || unsafe[a] == nil || unsafe[b] == nil {
					continue
				}
				want := !n.reaches(unsafe[a], unsafe[b])
				if got := of[a] == of[b] || below[of[a]][of[b]]; got != want {
					t.Fatalf("%s\n%s subsumes %s: %v, want %v", text, all[a].Line.ID, all[b].Line.ID, got, want)
				}
				pairs++
			}
		}
	})
	if pairs < 100 || kills < 100 {
		t.Errorf("only %d pairs and %d kills were compared", pairs, kills)
	}
	t.Logf("%d kills, %d pairs, %d mutants that no trace is sure to kill, %d for which it is not the canonical one", kills, pairs, sure[Potentially], others)
}

func sameTest(a, b Test) bool { return slices.EqualFunc(a, b, sameEvent) }

// A thread is a run as the definition has it: where it is, what it has still to show, whether it passed.
type thread struct {
	state  []int64
	rest   []model.Event
	passed bool
}

// compareSure compares the trace that is sure to kill with what the powerset of all threads says,
// tried event by event with every argument.
func (n *naive) compareSure(t failer, text string, j *Judged, unsafe func([]int64) bool) {
	t.Helper()
	length := n.surest(unsafe)
	switch {
	case j.Sure == Open:
		t.Fatalf("%s\n%s: open", text, j.Line.ID)
	case (length >= 0) != (j.Sure == Definitely) || length >= 0 && length != len(j.trace):
		t.Fatalf("%s\n%s: got %d by %s (%d), want %d events", text, j.Line.ID, len(j.trace), j.trace, j.Sure, length)
	case j.Sure == Definitely && n.passes(n.m.Init, j.trace, unsafe):
		t.Fatalf("%s\n%s: %s is not sure to kill", text, j.Line.ID, j.trace)
	}
}

// surest gives the length of a shortest trace that is sure to kill, or -1.
func (n *naive) surest(unsafe func([]int64) bool) int {
	type set map[string]thread
	now := []set{{"": {n.m.Init, nil, unsafe(n.m.Init)}}}
	seen := map[string]bool{}
	for length := 0; len(now) > 0; length++ {
		var then []set
		for _, here := range now {
			complete, sure := false, true
			next := map[string]set{}
			for _, th := range here {
				if len(th.rest) == 0 {
					complete, sure = true, sure && th.passed
				}
				step := func(to thread, ev model.Event) {
					if len(to.rest) == 0 {
						to.passed = to.passed || unsafe(to.state)
					}
					by := ev.String()
					if next[by] == nil {
						next[by] = set{}
					}
					next[by][fmt.Sprint(to.state, to.rest, to.passed)] = to
				}
				if len(th.rest) > 0 {
					step(thread{th.state, th.rest[1:], th.passed}, th.rest[0])
					continue
				}
				n.each(n.m, th.state, func(mv model.Move) bool {
					events := mv.Events()
					step(thread{mv.Post, events[1:], th.passed}, events[0])
					return true
				})
			}
			if complete && sure {
				return length
			}
			for _, s := range next {
				key := fmt.Sprint(slices.Sorted(maps.Keys(s)))
				if !seen[key] {
					seen[key] = true
					then = append(then, s)
				}
			}
		}
		now = then
	}
	return -1
}

// A mutant that the canonical trace kills only on some runs has a test that kills it on all: the
// trace a(0) may lead to another state than a(1) does.
func TestSuiteIsSure(t *testing.T) {
	text := vars("var([v], t). state_def([v]).", "0", "'a'(P)::(v #= 0) => ((v := 1) [] ((P #= 0) => (v := 2)))", "[P:t]:'a'(P)")
	m := mustParse(t, text)
	mutants := mustMutants(t, m, Selection{Operators: allOperators, Order: 1})
	sections, err := RunTool(m, context.Background(), Request{Tool: "suite", Mutants: mutants, Referee: referee.New(m, report.Settings{})})
	if err != nil {
		t.Fatal(err)
	}
	facts := map[string]string{}
	for _, b := range sections[0].Blocks {
		for _, f := range b.Facts {
			facts[f.Label] = f.Value
		}
		if strings.Contains(b.Text, "otentially") {
			t.Errorf("the suite says %q", b.Text)
		}
	}
	c, all := judged(t, text, Selection{Operators: allOperators, Order: 1})
	killable := 0
	for i := range all {
		if all[i].killed() {
			killable++
		}
	}
	x, err := c.Kills(context.Background(), []Test{{model.Event{Name: "a", Args: []int64{1}}}}, all)
	if err != nil || x.Killed() != killable {
		t.Errorf("a(1) kills %d of %d (%v)", x.Killed(), killable, err)
	}
	if want := fmt.Sprintf("%d of %d", killable, killable); !strings.HasPrefix(facts["definitely killed"], want) {
		t.Errorf("the suite kills %s, want %s", facts["definitely killed"], want)
	}
}

// Models whose events have many outcomes: there the canonical trace is often not sure to kill.
func TestSureTracesOfRandomChoices(t *testing.T) {
	sure, others := map[Certainty]int{}, 0
	for seed := range uint64(40) {
		text := choosy(rand.New(rand.NewPCG(seed, 1)))
		c, all := judged(t, text, Selection{Operators: allOperators, Order: 1, Sample: 30, Seed: seed})
		n := enumerate(c.model)
		var canonical []Test
		for j := range all {
			canonical = append(canonical, all[j].trace)
		}
		assured(t, c, all)
		for j := range all {
			if !all[j].killed() {
				continue
			}
			n.compareSure(t, text, &all[j], func(s []int64) bool {
				return n.beyond(all[j].variant.Impl, all[j].variant.Spec, s) != nil
			})
			sure[all[j].Sure]++
			if !sameTest(all[j].trace, canonical[j]) {
				others++
			}
		}
	}
	if sure[Definitely] < 300 || sure[Potentially] < 30 || others < 20 {
		t.Errorf("got %v, %d by another trace than the canonical one", sure, others)
	}
	t.Logf("definitely killed %d, %d of them not by the canonical trace; potentially killed %d", sure[Definitely], others, sure[Potentially])
}

// choosy draws a model in which arguments, and chance, decide between states.
func choosy(r *rand.Rand) string {
	branch := func() string {
		guard := []string{"true", fmt.Sprintf("P #= %d", r.IntN(4)), fmt.Sprintf("P #> %d", r.IntN(3)), fmt.Sprintf("v #=< %d", r.IntN(3))}[r.IntN(4)]
		return fmt.Sprintf("((%s) => (v := %d))", guard, r.IntN(4))
	}
	action := func(name string) string {
		return fmt.Sprintf("'%s'(P)::(v #\\= %d) => (%s [] %s [] %s)", name, r.IntN(4), branch(), branch(), branch())
	}
	do := []string{"[P:t]:'a'(P) [] [P:t]:'b'(P)", "[P:t]:'a'(P) [] ([P:t]:'a'(P) ; [P:t]:'b'(P))", "[P:t]:'a'(P) // [P:t]:'b'(P)"}[r.IntN(3)]
	return vars("var([v], t). state_def([v]).", "0", action("a")+",\n"+action("b"), do)
}

// Where an event has two outcomes that nobody can choose, and one of them never meets the fault, the
// mutant is potentially killed only, and listed as such.
func TestPotentiallyKilled(t *testing.T) {
	text := vars("var([v], t). state_def([v]).", "0", `'a'::(v #= 0) => (v := 1 [] v := 2),
'b'::(v #\= 0) => ((v #= 1 => v := 0) [] (v #= 2 => (v := 0)))`, "'a' [] 'b'")
	m := mustParse(t, text)
	mutants := mustMutants(t, m, Selection{Operators: []string{"delete_assignment"}, Order: 1})
	sections, err := RunTool(m, context.Background(), Request{Tool: "suite", Mutants: mutants, Referee: referee.New(m, report.Settings{})})
	if err != nil {
		t.Fatal(err)
	}
	// Of b one branch is wrong where v = 1, the other where v = 2: no trace makes sure of either. A
	// deleted v := 1 or v := 2 shows at once.
	for _, b := range sections[0].Blocks {
		if b.Table == nil || !strings.HasPrefix(b.Text, "Potentially killed only") {
			continue
		}
		if len(b.Table.Rows) != 2 || b.Table.Rows[0][2] != "a" || b.Table.Rows[1][2] != "a" {
			t.Errorf("got %v", b.Table.Rows)
		}
		return
	}
	t.Errorf("nothing is potentially killed: %v", sections)
}

// closure follows the direct relation.
func closure(classes []suite.Class) [][]bool {
	below := make([][]bool, len(classes))
	for a := range classes {
		below[a] = make([]bool, len(classes))
		todo := slices.Clone(classes[a].Subsumes)
		for len(todo) > 0 {
			b := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if !below[a][b] {
				below[a][b] = true
				todo = append(todo, classes[b].Subsumes...)
			}
		}
	}
	return below
}

// The car alarm: seven traces kill all 175 mutants, none of them is superfluous, and they hit every
// minimal class.
func TestSuiteOfCAS(t *testing.T) {
	c, all := judged(t, carAlarm, Selection{Operators: []string{"guard_true", "eq_to_neq", "neq_to_eq", "inc_const"}, Order: 1})
	tests := assured(t, c, all)
	x, err := c.Kills(context.Background(), tests, all)
	if err != nil {
		t.Fatal(err)
	}
	best, proved := x.Optimal(context.Background(), 1000)
	if len(tests) != 7 || x.Killed() != 175 || len(best) != 7 || !proved {
		t.Errorf("%d tests kill %d, the fewest are %d (proved %v)", len(tests), x.Killed(), len(best), proved)
	}
	classes, err := c.Subsumption(context.Background(), all, nil)
	if err != nil {
		t.Fatal(err)
	}
	minimal, hit := 0, x.Union()
	for _, cl := range classes {
		if cl.Minimal {
			minimal++
			if !hit[cl.Mutants[0]] {
				t.Errorf("%s is not killed", all[cl.Mutants[0]].Line.ID)
			}
		}
	}
	if len(classes) != 27 || minimal != 10 {
		t.Errorf("%d classes, %d of them minimal", len(classes), minimal)
	}
}

// A suite is read as it is written; what is no test of the model is refused with its number.
func TestReadSuite(t *testing.T) {
	c, all := judged(t, carAlarm, Selection{Operators: []string{"inc_const"}, Order: 1})
	tests := assured(t, c, all)
	again, err := ReadTests(c.model, suiteJSON(tests))
	if err != nil || fmt.Sprint(again) != fmt.Sprint(tests) {
		t.Errorf("read %v, %v; want %v", again, err, tests)
	}
	for text, want := range map[string]string{
		"":                     "the suite is empty",
		"Lock\nUnlock":         "test 2: the original cannot make Unlock after the start",
		"Lock Close Close":     "test 1: the original cannot make Close after Lock Close",
		"Lock(1)":              "test 1: Lock has 1 arguments, want 0",
		"Knock":                `test 1: the model has no action "Knock"`,
		`[[["after",1.5]]]`:    "test 1: got 1.5 as an argument of after, want a whole number",
		`[[[7]]]`:              "test 1: got 7 as an event",
		`{"tests": [[["x"]]]}`: `test 1: the model has no action "x"`,
	} {
		tests, err := ReadTests(c.model, text)
		if err == nil {
			_, err = c.Kills(context.Background(), tests, all)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// Every tool answers for every example.
func TestTools(t *testing.T) {
	for _, e := range Gallery {
		f := newFile(e.Text)
		m, _ := model.Parse(f)
		operators := e.Operators
		if operators == nil {
			operators = []string{"guard_true"}
		}
		mutants, err := Mutants(m, Selection{Operators: operators, Order: 1, Sample: 20, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		for _, tool := range Tools {
			if e.Name == "flow-control" && tool.Name == "score" {
				continue // takes as long as the suite, and is the same
			}
			q := Request{Tool: tool.Name, Mutants: mutants, Inputs: map[string]string{"suite": "[[]]"},
				Referee: referee.New(m, report.Settings{})}
			got, err := RunTool(m, context.Background(), q)
			wide := e.Name == "flow-control" && tool.Name == "subsumption"
			if wide != (err != nil) || err == nil && len(got) == 0 {
				t.Errorf("%s, %s: %v, %v", e.Name, tool.Name, got, err)
			}
		}
	}
}
