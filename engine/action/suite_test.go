package action

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/suite"
)

// judged checks mutants of a text.
func judged(t failer, text string, sel Selection) (*Checker, []Judged) {
	t.Helper()
	f := newFile(text)
	m, diags := Parse(f)
	if m == nil {
		t.Fatalf("%s", diags.Text(f))
	}
	c, err := NewChecker(context.Background(), m, report.Settings{})
	if err != nil {
		t.Fatalf("%v", err)
	}
	mutants, err := m.Mutants(sel)
	if err != nil {
		t.Fatalf("%v", err)
	}
	all, err := c.Judge(context.Background(), mutants, nil)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return c, all
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
	n.each(n.m, state, func(mv Move) bool {
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
		return goal[key] || !n.each(n.m, s, func(mv Move) bool { return !visit(mv.Post) })
	}
	return visit(n.m.Init)
}

// Kills and subsumption are those of the definitions, tried out on random models.
func TestSuitesAgreeWithEnumeration(t *testing.T) {
	pairs, kills, unsure := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		text := genModel(t)
		c, all := judged(t, text, Selection{Operators: allOperators, Order: 1, Sample: 60, Seed: rapid.Uint64().Draw(t, "seed")})
		n := enumerate(c.model)
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
			if !slices.ContainsFunc(x, func(row []bool) bool { return row[j] }) {
				unsure++
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
	t.Logf("%d kills, %d pairs, %d mutants that no trace is sure to kill", kills, pairs, unsure)
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
	tests := Traces(all)
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
	tests := Traces(all)
	again, err := c.model.ReadTests(suiteJSON(tests))
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
		tests, err := c.model.ReadTests(text)
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
		m, _ := Parse(f)
		operators := e.Operators
		if operators == nil {
			operators = []string{"guard_true"}
		}
		mutants, err := m.Mutants(Selection{Operators: operators, Order: 1, Sample: 20, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		for _, tool := range Tools {
			if e.Name == "flow-control" && tool.Name == "score" {
				continue // takes as long as the suite, and is the same
			}
			q := Request{Tool: tool.Name, Mutants: mutants, Inputs: map[string]string{"suite": "[[]]"}}
			got, err := m.RunTool(context.Background(), q)
			wide := e.Name == "flow-control" && tool.Name == "subsumption"
			if wide != (err != nil) || err == nil && len(got) == 0 {
				t.Errorf("%s, %s: %v, %v", e.Name, tool.Name, got, err)
			}
		}
	}
}
