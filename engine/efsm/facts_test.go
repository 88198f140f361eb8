package efsm

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/internal/testkit"
)

// Facts of eight machines, the paper's figures and two protocols, found by another implementation in
// another language and written down under testdata/facts: ids, verdicts, canonical words, counts of
// suites, confusion matrices, subsumption. Words are written as the tool 'score' reads them.

// facts are those of one machine.
type facts struct {
	Source                                                   string
	States, Inputs, Mutants, Weak, State, Strong, Equivalent int
	Suites                                                   struct {
		Strong struct {
			Tests, Steps, Killed, GreedySteps, Optimal, Columns, Minimal int
			GreedyOrder                                                  []int
		}
		Weak              struct{ Tests, Steps, Killed int }
		Sample            struct{ Mutants, Tests, Killed int }
		Transitions, MCDC coverFacts
	}
	Tests               []string
	Dataflow, Uses      [4]int // true and false positives, false and true negatives
	FalseAlarms, Missed []string
	Subsumption         *struct {
		Classes int
		Minimal []string
	}
	List []listed
}

type coverFacts struct{ Obligations, Feasible, Tests, Steps, Killed, Weak int }

// A listed mutant: lengths are -1 and words "none" where there is nothing to be found.
type listed struct {
	id, operator, before, after, weak, strong string
	state                                     int
	dataflow                                  bool
}

func (l *listed) UnmarshalJSON(b []byte) error {
	var weak, strong *string
	var state *int
	if err := json.Unmarshal(b, &[]any{&l.id, &l.operator, &l.before, &l.after, &weak, &state, &strong,
		&l.dataflow}); err != nil {
		return err
	}
	l.weak, l.strong, l.state = "none", "none", -1
	if weak != nil {
		l.weak = *weak
	}
	if strong != nil {
		l.strong = *strong
	}
	if state != nil {
		l.state = *state
	}
	return nil
}

// factNames are the machines of the gallery that have facts.
var factNames = []string{"fig1a", "fig1b", "fig1c", "fig5", "fig6", "fig6-step", "inres", "vending"}

func factsOf(t *testing.T, name string) (f facts) {
	t.Helper()
	if err := json.Unmarshal([]byte(readFile(t, "testdata/facts/"+name+".json")), &f); err != nil {
		t.Fatal(err)
	}
	return f
}

// eachSmall runs a test for the machines that have facts, written in the language and in JSON.
func eachSmall(t *testing.T, run func(t *testing.T, m *model.Machine)) {
	eachFact(t, func(t *testing.T, m *model.Machine, _ facts) { run(t, m) })
}

func eachFact(t *testing.T, run func(t *testing.T, m *model.Machine, want facts)) {
	for _, name := range factNames {
		m := galleryMachine(t, name)
		f := source.NewFile(name+".json", m.JSON())
		inJSON, diags := model.ParseJSON(f)
		if inJSON == nil {
			t.Fatal(diags.Text(f))
		}
		if len(m.Consts) == 0 { // JSON has no named constants, and off-by-one mutants of a name are others
			t.Run(name, func(t *testing.T) { run(t, m, factsOf(t, name)) })
		}
		t.Run(name+".json", func(t *testing.T) { run(t, inJSON, factsOf(t, name)) })
	}
}

// eachJudged does so with the mutants of the eleven operators judged.
func eachJudged(t *testing.T, run func(t *testing.T, c *Checker, mutants []Judged, want facts)) {
	eachFact(t, func(t *testing.T, m *model.Machine, want facts) {
		c, err := NewChecker(m, 0)
		if err != nil {
			t.Fatal(err)
		}
		run(t, c, c.Judge(context.Background(), paperChanges(m), nil), want)
	})
}

// spell writes a word of the engine; nil is "none".
func (c *Checker) spell(w []int32) string {
	if w == nil {
		return "none"
	}
	return c.x.m.WordText(c.Word(w))
}

// Verdicts, lengths and words of all mutants are the listed ones.
func TestExactVerdicts(t *testing.T) {
	eachJudged(t, func(t *testing.T, c *Checker, mutants []Judged, want facts) {
		if len(mutants) != len(want.List) {
			t.Fatalf("got %d mutants, want %d", len(mutants), len(want.List))
		}
		var weak, state, strong int
		for i, j := range mutants {
			v, w := &j.Verdict, &want.List[i]
			if got := c.spell(v.Weak); got != w.weak || v.WeakKilled != (w.weak != "none") {
				t.Errorf("%s: got the weak word %s, want %s", w.id, got, w.weak)
			}
			if got := c.spell(v.Strong); got != w.strong || v.Killed != (w.strong != "none") {
				t.Errorf("%s: got the strong word %s, want %s", w.id, got, w.strong)
			}
			if v.StateLength != w.state {
				t.Errorf("%s: got the state length %d, want %d", w.id, v.StateLength, w.state)
			}
			weak, state, strong = weak+count(v.WeakKilled), state+count(v.StateLength >= 0), strong+count(v.Killed)
		}
		got := [...]int{c.States(), len(c.x.letters), len(mutants), weak, state, strong, len(mutants) - strong}
		if want := [...]int{want.States, want.Inputs, want.Mutants, want.Weak, want.State, want.Strong,
			want.Equivalent}; got != want {
			t.Errorf("got states, inputs, mutants, weak, state, strong, equivalent %v, want %v", got, want)
		}
	})
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Ids, operators, order and texts of the mutants are the listed ones.
func TestMutantsOfTheElevenOperators(t *testing.T) {
	eachFact(t, func(t *testing.T, m *model.Machine, want facts) {
		got := paperChanges(m)
		if len(got) != len(want.List) {
			t.Fatalf("got %d mutants, want %d", len(got), len(want.List))
		}
		for i := range got {
			c, w := &got[i], &want.List[i]
			after := strings.ReplaceAll(After(m, c), "not (", "!(")
			if strings.HasPrefix(w.after, "!") && !strings.HasPrefix(w.after, "!(") {
				after = strings.ReplaceAll(after, "not ", "!")
			}
			if c.ID(m) != w.id || Operators[c.Operator].Name != w.operator || Before(m, c) != w.before ||
				plain(after) != plain(w.after) {
				t.Fatalf("mutant %d: got %s %s %q -> %q, want %s %s %q -> %q", i,
					c.ID(m), Operators[c.Operator].Name, Before(m, c), after, w.id, w.operator, w.before, w.after)
			}
		}
	})
}

// plain drops what the two printers spell differently: signs of negation and brackets around
// comparisons.
func plain(s string) string {
	return strings.NewReplacer("!", "", "not ", "", "(", "", ")", "").Replace(s)
}

// The optimistic answer is the listed one, and its confusion matrices are the expected ones.
func TestDataflow(t *testing.T) {
	eachJudged(t, func(t *testing.T, c *Checker, mutants []Judged, want facts) {
		var plain, uses Confusion
		var alarms, missed []string
		for i := range mutants {
			j, w := &mutants[i], &want.List[i]
			p, u := c.Dataflow(&j.Change, &j.Verdict)
			plain.Add(p, j.Verdict.Killed)
			uses.Add(u, j.Verdict.Killed)
			if p != w.dataflow {
				t.Errorf("%s (%s -> %s): got %t, want %t", w.id, w.before, w.after, p, w.dataflow)
			}
			switch {
			case p && !j.Verdict.Killed:
				alarms = append(alarms, w.id)
			case !p && j.Verdict.Killed:
				missed = append(missed, w.id)
			}
		}
		of := func(x [4]int) Confusion { return Confusion{x[0], x[1], x[2], x[3]} }
		if plain != of(want.Dataflow) || uses != of(want.Uses) {
			t.Errorf("got %v and %v, want %v and %v", plain, uses, want.Dataflow, want.Uses)
		}
		if !slices.Equal(alarms, want.FalseAlarms) || !slices.Equal(missed, want.Missed) {
			t.Errorf("got false alarms %v, missed %v, want %v, %v", alarms, missed, want.FalseAlarms, want.Missed)
		}
	})
}

// Suites have the expected tests, and kill what they are expected to kill.
func TestSuites(t *testing.T) {
	eachJudged(t, func(t *testing.T, c *Checker, mutants []Judged, want facts) {
		s := StrongSuite(mutants)
		var tests []string
		for _, test := range s {
			tests = append(tests, c.spell(test))
		}
		if !slices.Equal(tests, want.Tests) {
			t.Errorf("got the tests %q, want %q", tests, want.Tests)
		}
		x := c.Matrix(s, mutants)
		order := x.Strong.Greedy()
		best, proved := x.Strong.Optimal(context.Background(), 1000)
		columns, minimal := x.Strong.Columns(), 0
		for _, col := range columns {
			minimal += count(col.Minimal)
		}
		w := want.Suites.Strong
		if got, want := []int{len(s), s.Steps(), x.Strong.Killed(), s.of(order).Steps(), len(best), len(columns), minimal},
			[]int{w.Tests, w.Steps, w.Killed, w.GreedySteps, w.Optimal, w.Columns, w.Minimal}; !slices.Equal(got, want) ||
			!proved {
			t.Errorf("strong: got tests, steps, killed, greedy steps, optimal tests, columns, minimal columns %v, want %v",
				got, want)
		}
		if !slices.Equal(order, w.GreedyOrder) {
			t.Errorf("got the greedy order %v, want %v", order, w.GreedyOrder)
		}
		weak := WeakSuite(mutants)
		if got, want := fmt.Sprint(len(weak), weak.Steps(), c.Matrix(weak, mutants).Strong.Killed()),
			fmt.Sprint(want.Suites.Weak.Tests, want.Suites.Weak.Steps, want.Suites.Weak.Killed); got != want {
			t.Errorf("weak: got tests, steps, killed %s, want %s", got, want)
		}
		some := EveryNth(mutants, 10)
		sample := StrongSuite(some)
		if got, want := fmt.Sprint(len(some), len(sample), c.Matrix(sample, mutants).Strong.Killed()),
			fmt.Sprint(want.Suites.Sample.Mutants, want.Suites.Sample.Tests, want.Suites.Sample.Killed); got != want {
			t.Errorf("every 10th mutant: got mutants, tests, killed %s, want %s", got, want)
		}
		for what, k := range map[string]struct {
			all  []Obligation
			want coverFacts
		}{"transition cover": {c.TransitionCover(), want.Suites.Transitions}, "masking MC/DC": {c.MaskingMCDC(),
			want.Suites.MCDC}} {
			s := Tests(k.all)
			x := c.Matrix(s, mutants)
			if got := (coverFacts{len(k.all), Feasible(k.all), len(s), s.Steps(), x.Strong.Killed(),
				x.Weak.Killed()}); got != k.want {
				t.Errorf("%s: got %+v, want %+v", what, got, k.want)
			}
		}
	})
}

// Exact subsumption has the expected classes and minimal mutants.
func TestSubsumption(t *testing.T) {
	compared := 0
	eachJudged(t, func(t *testing.T, c *Checker, mutants []Judged, want facts) {
		if want.Subsumption == nil {
			return // TestSubsumptionByTripleProduct has this one
		}
		compared++
		classes, err := c.Subsumption(context.Background(), mutants, nil)
		if err != nil {
			t.Fatal(err)
		}
		var minimal []string
		for _, cl := range classes {
			if cl.Minimal {
				minimal = append(minimal, mutants[cl.Mutants[0]].Change.ID(c.x.m))
			}
		}
		slices.Sort(minimal)
		if len(classes) != want.Subsumption.Classes || !slices.Equal(minimal, want.Subsumption.Minimal) {
			t.Errorf("got %d classes, minimal %v, want %d, %v", len(classes), minimal, want.Subsumption.Classes,
				want.Subsumption.Minimal)
		}
	})
	if compared == 0 {
		t.Error("no machine has facts of subsumption")
	}
}

// sharedNames maps the gallery's names to those of the suite beside the project.
var sharedNames = map[string]string{"fig6": "fig6_n5", "fig6-step": "fig6_n5_step", "inres": "inres_initiator"}

func sharedName(name string) string {
	if n := sharedNames[name]; n != "" {
		return n
	}
	return name
}

// The gallery's transcriptions of the models beside the project are the same machines, and the facts
// are those of the lists there.
func TestFactsAreTheSharedSuite(t *testing.T) {
	dir := testkit.Suite(t, "efsm")
	for _, ours := range factNames {
		f := source.NewFile("", readFile(t, filepath.Join(dir, sharedName(ours)+".json")))
		theirs, diags := model.ParseJSON(f)
		if theirs == nil {
			t.Fatal(diags.Text(f))
		}
		m, _ := model.ParseJSON(source.NewFile("", galleryMachine(t, ours).JSON()))
		m.Name = theirs.Name
		for i := range m.Outputs {
			m.Outputs[i].Params = theirs.Outputs[i].Params
		}
		if m.Print() != theirs.Print() {
			t.Errorf("%s is\n%s\nthe shared one is\n%s", ours, m.Print(), theirs.Print())
		}
		var list []struct {
			ID, Op, Before, After string
			Weak, Strong          *[][]any
			StateLength           *int `json:"state_length"`
			Dataflow              bool
		}
		if err := json.Unmarshal([]byte(readFile(t, filepath.Join(dir, "mutants", sharedName(ours)+".json"))),
			&list); err != nil {
			t.Fatal(err)
		}
		facts := factsOf(t, ours).List
		if len(list) != len(facts) {
			t.Fatalf("%s: %d mutants are listed, the shared list has %d", ours, len(facts), len(list))
		}
		word := func(w *[][]any) string {
			if w == nil {
				return "none"
			}
			letters, err := m.ReadWord(*w)
			if err != nil {
				t.Fatal(err)
			}
			return m.WordText(letters)
		}
		for i, x := range list {
			state := -1
			if x.StateLength != nil {
				state = *x.StateLength
			}
			if want := (listed{x.ID, x.Op, x.Before, x.After, word(x.Weak), word(x.Strong), state,
				x.Dataflow}); facts[i] != want {
				t.Errorf("%s: got %+v, want %+v", ours, facts[i], want)
			}
		}
	}
}
