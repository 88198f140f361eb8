package action

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/action/referee"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// relation spells by complete enumeration what a mutant does in the states of the original and in
// those that it reaches itself: the definition of what makes a duplicate.
func relation(original *naive, impl *model.Model) string {
	own := enumerate(impl)
	states := slices.Clone(own.states)
	var lines []string
	for _, s := range model.Merge(states, original.states) {
		own.each(impl, s, func(mv model.Move) bool {
			lines = append(lines, fmt.Sprint(s, mv.Events(), mv.Post))
			return true
		})
	}
	slices.Sort(lines)
	return fmt.Sprint(impl.Init, slices.Compact(lines))
}

// compareDuplicates compares all pairs of mutants with the definition, and counts those that are alike.
func compareDuplicates(t failer, c *Checker, mutants []*Mutant) (alike int) {
	t.Helper()
	n := enumerate(c.model)
	var built []*Mutant
	var relations, prints []string
	for _, mu := range mutants {
		v := mu.Build()
		if v == nil {
			continue
		}
		print, ok := c.Fingerprint(mu)
		if !ok {
			t.Fatalf("%s has no fingerprint", mu.ID)
		}
		built, relations, prints = append(built, mu), append(relations, relation(n, v.Impl)), append(prints, print)
	}
	for j := range built {
		for i := range j {
			want := relations[i] == relations[j]
			got, decided := c.Same(context.Background(), built[i], built[j])
			if !decided || got != want {
				t.Fatalf("%s\n%s and %s: alike %v (decided %v), want %v", c.model.File.Text, built[i].ID, built[j].ID, got, decided, want)
			}
			if want && prints[i] != prints[j] {
				t.Fatalf("%s\n%s and %s are alike, with other fingerprints", c.model.File.Text, built[i].ID, built[j].ID)
			}
			if want {
				alike++
				a, b := c.Check(context.Background(), built[i]), c.Check(context.Background(), built[j])
				if a.Verdict != b.Verdict || a.Reason != b.Reason || string(a.Counterexample) != string(b.Counterexample) {
					t.Fatalf("%s is %s, its duplicate %s is %s", a.ID, outline(a), b.ID, outline(b))
				}
			}
		}
	}
	return alike
}

func TestDuplicatesOfRandomModels(t *testing.T) {
	alike := 0
	rapid.Check(t, func(t *rapid.T) {
		f := newFile(genModel(t))
		m, _ := model.Parse(f)
		c, err := NewChecker(context.Background(), m, report.Settings{}, referee.New(m, report.Settings{}))
		if err != nil {
			t.Fatal(err)
		}
		mutants, err := Mutants(m, Selection{Operators: allOperators, Order: 1, Sample: 10, Seed: rapid.Uint64().Draw(t, "seed")})
		if err != nil {
			t.Fatal(err)
		}
		alike += compareDuplicates(t, c, mutants)
	})
	for seed := range uint64(12) {
		m := mustParse(t, choosy(rand.New(rand.NewPCG(seed, 2))))
		mutants := mustMutants(t, m, Selection{Operators: allOperators, Sample: 40, Seed: seed})
		alike += compareDuplicates(t, mustChecker(t, m, report.Settings{}), mutants)
	}
	if alike < 100 {
		t.Errorf("only %d pairs of mutants are alike", alike)
	}
	t.Logf("%d pairs of mutants are alike", alike)
}

func TestDuplicatesOfExamples(t *testing.T) {
	for _, text := range []string{lift, barrier, mustRead(t, "testdata/nested_choice.as"), mustRead(t, "testdata/seq_guards.as")} {
		m := mustParse(t, text)
		mutants := mustMutants(t, m, Selection{Operators: allOperators, Sample: 50, Seed: 7})
		if alike := compareDuplicates(t, mustChecker(t, m, report.Settings{}), mutants); alike == 0 {
			t.Errorf("no mutants are alike of\n%s", text)
		}
	}
}

// The same change, written in two ways, in a model of 2^96 states: the solver tells.
func TestDuplicatesOfWideModels(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute as WASM")
	}
	m := mustParse(t, flowControl)
	c := mustChecker(t, m, report.Settings{})
	mutants := mustMutants(t, m, Selection{Operators: []string{"relational"}})
	same, other := 0, 0
	mutants = slices.DeleteFunc(mutants, func(mu *Mutant) bool { return mu.Describe().Span.Line > 13 })
	for j, b := range mutants {
		for _, a := range mutants[:j] {
			pa, _ := c.Fingerprint(a)
			pb, _ := c.Fingerprint(b)
			if pa != pb {
				continue
			}
			if alike, decided := c.Same(context.Background(), a, b); alike && decided {
				same++
				t.Logf("%s, %s: %q and %q", a.ID, b.ID, a.Describe().Replacement, b.Describe().Replacement)
			} else {
				other++
			}
		}
	}
	if same == 0 {
		t.Errorf("no duplicate, of %d pairs with the same fingerprint", other)
	}
}

// Mutants that are alike as far as the original goes, and not beyond a wrong step, are no duplicates.
func TestNoDuplicatesBeyond(t *testing.T) {
	text := vars("var([x], t). state_def([x]).", "0", "'a'::(x #= 0) => (x := 0), 'b'::(x #= 1) => (x := 2)", "'a' [] 'b'")
	spec := mustParse(t, text)
	c := mustChecker(t, spec, report.Settings{})
	hand := func(from, to string) *Mutant {
		at := source.Pos(strings.Index(text, from))
		reparsed := change{body: spec.Actions[0].Run}
		return &Mutant{ID: to, model: spec, changes: []change{reparsed, reparsed},
			Edits: []source.Edit{{Span: source.Span{Start: at, End: at + source.Pos(len(from))}, Text: to}}}
	}
	a, b := hand("(x := 0), 'b'::(x #= 1)", "(x := 1), 'b'::(x #= 1)"), hand("(x := 0), 'b'::(x #= 1)", "(x := 1), 'b'::(x #= 2)")
	if same, decided := c.Same(context.Background(), a, b); same || !decided {
		t.Errorf("got %v (decided %v)", same, decided)
	}
	if same, decided := c.Same(context.Background(), a, a); !same || !decided {
		t.Errorf("a mutant is unlike itself: %v (decided %v)", same, decided)
	}
}

// Of the 206 mutants of the car alarm 24 behave as an earlier one does, which enumeration of every
// waiting time in every state says too. Those equivalent to the original are none.
func TestDuplicatesOfCAS(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute as WASM")
	}
	m := mustParse(t, carAlarm)
	c := mustChecker(t, m, report.Settings{})
	n := enumerate(m)
	first := map[string]*Mutant{relation(n, m): nil}
	prints, duplicates := map[string][]*Mutant{}, 0
	for _, mu := range mustMutants(t, m, Selection{Operators: paperOperators}) {
		r := relation(n, mu.Build().Impl)
		earlier, known := first[r]
		if !known {
			first[r] = mu
		}
		print, _ := c.Fingerprint(mu)
		var found *Mutant
		for _, other := range prints[print] {
			if same, decided := c.Same(context.Background(), other, mu); same || !decided {
				found = other
				break
			}
		}
		prints[print] = append(prints[print], mu)
		if known && earlier == nil {
			continue // equivalent
		}
		if found != earlier {
			t.Errorf("%s: got another mutant that it is like than enumeration does", mu.ID)
		}
		if found != nil {
			duplicates++
		}
	}
	if duplicates != 24 {
		t.Errorf("got %d duplicates, want 24", duplicates)
	}
}
