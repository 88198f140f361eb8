package tioa

import (
	"math/rand"
	"testing"

	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/mutants"
	"github.com/mutarium/mutarium/engine/tioa/referee"
)

// TestGuidelinesAreSound wants no mutant that breaks a rule to be non-subsumed, under any reading,
// on all six studies. The rule of our own is proved under Definition 7 alone, and tested there.
func TestGuidelinesAreSound(t *testing.T) {
	for _, name := range studies {
		j := judgeOf(t, name)
		f := mutants.NewFamily(j.Origin, paperOperators(), 1, 0, 0)
		broken, extended := 0, 0
		for i := range f.Len() {
			m := f.At(i)
			if m.Broken(true) == nil {
				continue
			}
			if m.Broken(false) == nil {
				extended++
				if v := j.Judge(&m, referee.Definition7); v.Verdict != referee.Subsumed {
					t.Errorf("%s %s breaks rule %s and is %s", name, m.ID(), m.Broken(true)[0].Number, v.Verdict)
				}
				continue
			}
			broken++
			for _, s := range referee.AllSemantics {
				if v := j.Judge(&m, s); v.Verdict == referee.NonSubsumed || v.Verdict == referee.Undecided {
					t.Errorf("%s %s breaks rule %s and is %s under %s", name, m.ID(), m.Broken(false)[0].Number, v.Verdict, s)
				}
			}
		}
		t.Logf("%s: %d break a rule of the paper, %d more our own", name, broken, extended)
	}
}

// TestGuidelinesAreSoundForPairs takes all pairs of the small studies and samples of the large ones,
// and pins what the paper publishes of COFFEE.
func TestGuidelinesAreSoundForPairs(t *testing.T) {
	for _, c := range []struct {
		name   string
		sample int
		want   counts
		broken int
	}{
		{"coffee", 0, counts{1429, 1519, 24}, 942},
		{"mutex", 0, counts{}, 0},
		{"hotel", 0, counts{}, 0},
		{"wfas", 4000, counts{}, 0},
		{"accel", 3000, counts{}, 0},
		{"cas", 1500, counts{}, 0},
	} {
		j := judgeOf(t, c.name)
		f := mutants.NewFamily(j.Origin, paperOperators(), 2, c.sample, 1)
		var got counts
		broken := 0
		for i := range f.Len() {
			m := f.At(i)
			v := j.Judge(&m, referee.ToolAlphabet)
			got[v.Verdict]++
			if m.Broken(false) == nil {
				continue
			}
			broken++
			if v.Verdict == referee.NonSubsumed {
				t.Errorf("%s %s breaks two rules and is not subsumed", c.name, m.ID())
			}
		}
		t.Logf("%s: %d pairs, %v, %d break rules: %.1f %%", c.name, f.Len(), got, broken, 100*float64(broken)/float64(got[referee.Subsumed]+got[referee.NoModel]))
		if c.broken > 0 && (got != c.want || broken != c.broken) {
			t.Errorf("%s: got %v and %d, want %v and %d", c.name, got, broken, c.want, c.broken)
		}
	}
}

// TestUsefulIsSound wants every mutant that a lemma calls useful to be non-subsumed under
// Definition 7, and counts how many of those the lemmas find.
func TestUsefulIsSound(t *testing.T) {
	marked, there := 0, 0
	for _, name := range studies {
		j := judgeOf(t, name)
		r, err := NewReach(j.Origin, 0)
		if err != nil {
			t.Fatal(err)
		}
		f := mutants.NewFamily(j.Origin, paperOperators(), 1, 0, 0)
		useful, all := 0, 0
		for i := range f.Len() {
			m := f.At(i)
			v := j.Judge(&m, referee.Definition7)
			if v.Verdict == referee.NonSubsumed {
				all++
			}
			l := r.Useful(m.First)
			if l == nil {
				continue
			}
			useful++
			if v.Verdict != referee.NonSubsumed {
				t.Errorf("%s %s is useful by %s and %s", name, m.ID(), l.Number, v.Verdict)
			}
			if m.Broken(true) != nil {
				t.Errorf("%s %s is useful and breaks a rule", name, m.ID())
			}
		}
		t.Logf("%s: the lemmas find %d of %d non-subsumed mutants", name, useful, all)
		marked, there = marked+useful, there+all
	}
	if marked != 649 || there != 663 {
		t.Errorf("%d of %d are marked", marked, there)
	}
}

// TestExample12 pins the doubt about the paper's last example: the invariant that Lemma 13(ii) is
// applied to is entered with x reset, so that no input is lost, and the mutant is subsumed.
func TestExample12(t *testing.T) {
	f := parseFeatured(t, vending)
	m := f.Model.Product(model.Product{"tea"})
	s := mutants.Subject{Model: m, Automaton: m.Automata[0]}
	j, err := NewJudge(s, 0)
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewReach(s, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range s.Mutations(mutants.OperatorNamed("CXS")) {
		if m.Edge >= 0 {
			continue
		}
		mu := mutants.Mutant{Origin: s, First: m, Result: s.Apply(m)}
		if v := j.Judge(&mu, referee.Definition7); v.Verdict != referee.Subsumed || r.Useful(m) != nil {
			t.Errorf("got %s, useful %v", v.Verdict, r.Useful(m))
		}
		if rules := mu.Broken(true); rules == nil || !rules[0].Extension {
			t.Errorf("got %v, want the extension of rule 9", rules)
		}
	}
}

func TestStuckLocations(t *testing.T) {
	want := map[string][]string{"hotel": {"qH1"}, "accel": {"s_end"}}
	for _, name := range studies {
		s := study(t, name)
		var got []string
		for _, i := range stuckLocations(s) {
			got = append(got, s.Automaton.Locations[i].ID)
		}
		if len(got) != len(want[name]) || len(got) > 0 && got[0] != want[name][0] {
			t.Errorf("%s: got %v, want %v", name, got, want[name])
		}
	}
}

// TestFigures20And21 pins what the paper shows with them.
func TestFigures20And21(t *testing.T) {
	for _, c := range []struct {
		name    string
		parts   []string
		verdict referee.MutantVerdict
		broken  bool
	}{
		{"fig20", []string{"TAD@s0->s1?"}, referee.Subsumed, true},
		{"fig20", []string{"CXS@inv:s1"}, referee.Subsumed, true},
		{"fig20", []string{"TAD@s0->s1?", "CXS@inv:s1"}, referee.Subsumed, false},
		{"fig21", []string{"CXS@e1"}, referee.Subsumed, false},
		{"fig21", []string{"CXL@inv:s0"}, referee.Subsumed, false},
		{"fig21", []string{"CXS@e1", "CXL@inv:s0"}, referee.NonSubsumed, false},
		{"fig21", []string{"CXL@inv:s0", "CXS@e1"}, referee.NonSubsumed, false},
	} {
		j := judgeOf(t, c.name)
		m, ok := mutants.FindMutant(j.Origin, c.parts)
		if !ok {
			t.Fatalf("%s has no mutant %v", c.name, c.parts)
		}
		for _, s := range []referee.Semantics{referee.PrunedStates, referee.ToolAlphabet} {
			if v := j.Judge(&m, s); v.Verdict != c.verdict {
				t.Errorf("%s %v: got %s under %s, want %s", c.name, c.parts, v.Verdict, s, c.verdict)
			}
		}
		if got := m.Broken(true) != nil; got != c.broken {
			t.Errorf("%s %v: breaks guidelines %v, want %v", c.name, c.parts, got, c.broken)
		}
	}
}

// TestUsefulOfRandomMutants wants no mutant that a lemma calls useful to refine its model, as decided
// on zones and, where that is possible, on regions.
func TestUsefulOfRandomMutants(t *testing.T) {
	found, all := map[string]int{}, 0
	for seed := range int64(1500) {
		r := rand.New(rand.NewSource(seed))
		text := randomProcess(r, "D")
		if seed%2 > 0 {
			text = denseProcess(r, 2+r.Intn(3), 3+r.Intn(5), 1+r.Intn(2))
		}
		m := parse(t, text)
		s := mutants.Subject{Model: m, Automaton: m.Automata[0]}
		j, err := NewJudge(s, 0)
		if err != nil {
			continue
		}
		reach, err := NewReach(s, 0)
		if err != nil || reach.Clash != nil {
			continue
		}
		f := mutants.NewFamily(s, paperOperators(), 1, 25, uint64(seed))
		for i := range f.Len() {
			mu := f.At(i)
			v := j.Judge(&mu, referee.Definition7)
			if v.Verdict == referee.NonSubsumed {
				all++
			}
			l := reach.Useful(mu.First)
			if l == nil {
				continue
			}
			found[l.Number]++
			byRegions, ok := referee.RegionVerdict(model.Subject(mu.Result), model.Subject(s), referee.Definition7, 2000)
			if v.Verdict != referee.NonSubsumed || ok && byRegions != referee.NonSubsumed {
				t.Errorf("seed %d: %s is useful by %s, and %s (on regions %s)\n%s", seed, mu.ID(), l.Number, v.Verdict, byRegions, m.PrintXTA())
			}
		}
	}
	t.Logf("%v of %d non-subsumed", found, all)
	for _, l := range []*Lemma{lemma8, lemma8s, lemma9, lemma10i, lemma10j, lemma11i, lemma11j, lemma12i, lemma12j, lemma13i, lemma13j, lemma14} {
		if found[l.Number] == 0 && l != lemma11i && l != lemma13i { // the models have no lower bounds as invariants
			t.Errorf("%s was never applied", l.Number)
		}
	}
}

// TestUsefulWhereTheDifferenceDoesNotShow holds the smallest models in which a lemma taken by the text,
// or with what the model reaches, calls a mutant useful that refines.
func TestUsefulWhereTheDifferenceDoesNotShow(t *testing.T) {
	for _, c := range []struct{ what, model, mutant string }{
		{"Lemma 8: the removed edge has a duplicate", `
process P { clock x; state A; init A; trans A -> A { sync a?; }, A -> A { sync a?; }; }`, "TMI@e0"},
		{"Lemma 13(ii): the lowered invariant cuts the way to the input", `
process P { clock x; state L0 { x <= 2 }, L1; init L0;
  trans L0 -u-> L1 { guard x > 1; sync d!; }, L1 -> L0 { sync a?; assign x = 2; }; }`, "CXS@inv:L0"},
		{"Lemma 14: the changed guard is never enabled in the mutant", `
process P { clock x, y; state A { y <= 1 }, B; init A;
  trans A -u-> A { guard x <= 1; sync o!; assign x = 2, y = 0; }, A -u-> B { sync p!; }; }`, "CCN@e0"},
	} {
		m := parse(t, c.model)
		s := mutants.Subject{Model: m, Automaton: m.Automata[0]}
		j, err := NewJudge(s, 0)
		if err != nil {
			t.Fatal(err)
		}
		r, err := NewReach(s, 0)
		if err != nil {
			t.Fatal(err)
		}
		mu, ok := mutants.FindMutant(s, []string{c.mutant})
		if !ok {
			t.Fatalf("%s: there is no %s: %v", c.what, c.mutant, mutants.NewFamily(s, paperOperators(), 1, 0, 0).ID(0))
		}
		if v := j.Judge(&mu, referee.Definition7); v.Verdict != referee.Subsumed {
			t.Errorf("%s: %s is %s, want subsumed", c.what, c.mutant, v.Verdict)
		}
		if l := r.Useful(mu.First); l != nil {
			t.Errorf("%s: %s is called useful by %s", c.what, c.mutant, l.Number)
		}
	}
}
