package tfsm

import (
	"context"
	"math/big"
	"testing"

	"github.com/mutarium/mutarium/engine/mutation"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tfsm/model"
	"github.com/mutarium/mutarium/engine/tfsm/referee"
)

// Laws on small random problems, a third of which have extra states. The seed of a failure is in
// its message.

const problems300 = 300

// smallProblem draws a problem that brute force can decide.
func smallProblem(t testing.TB, seed uint64) *Domain {
	t.Helper()
	r := Recipe{Seed: seed, States: 2 + int(seed%3), Inputs: 1 + int(seed%2), Outputs: 2, MaxSpec: 3, MaxMut: 4,
		InfSpec: seed%4 == 0, Mutants: big.NewInt(int64(20 + seed%13*40))}
	if seed%3 == 0 {
		r.Extra = 1
	}
	m, err := Random(r)
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	return NewDomain(m)
}

// A generated suite is complete by brute force; the conforming mutants that the cubes count are
// those that brute force counts; no test of the reduced suite can be dropped.
func TestCompletenessAgreesWithBruteForce(t *testing.T) {
	ctx := context.Background()
	extra, conforming, dropped := 0, 0, 0
	for seed := uint64(1); seed <= problems300; seed++ {
		d := smallProblem(t, seed)
		extra += d.Model.ExtraStates()
		s := Generate(ctx, d, GenerateOptions{MaxLength: int(seed % 2 * 6)})
		if !s.Finished {
			t.Fatalf("seed %d: not finished: %s", seed, s.Reason)
		}
		tests := s.Steps()
		r := d.Brute(ctx, tests)
		if !r.Holds {
			t.Fatalf("seed %d: brute force finds a survivor: %v", seed, d.Taken(r.Witness))
		}
		n, known := s.Conforming()
		if !known || n != r.Conform.String() {
			t.Fatalf("seed %d: %s mutants conform by cubes, %s by brute force", seed, n, r.Conform)
		}
		if n != "0" {
			conforming++
		}
		if lazy, done := d.lazily(ctx, tests, Budget{}); !done || !lazy.Holds {
			t.Fatalf("seed %d: lazy enumeration says %v, %v", seed, lazy.Holds, done)
		}
		if u, done := d.unrolled(ctx, tests, Budget{}); !done || !u.Holds {
			t.Fatalf("seed %d: unrolling says %v, %v", seed, u.Holds, done)
		}
		for i := range tests {
			rest := append(append([][]model.Step(nil), tests[:i]...), tests[i+1:]...)
			score := d.Score(ctx, rest, Budget{})
			brute := d.Brute(ctx, rest)
			if score.Status != "incomplete" || brute.Holds {
				t.Fatalf("seed %d: without test %d the suite is %s, by brute force %v", seed, i, score.Status, brute.Holds)
			}
			if d.Automaton(score.Survivor).Detects(score.Test, d.Spec.Run(score.Test)) < 0 {
				t.Fatalf("seed %d: the test does not kill the survivor", seed)
			}
			if lazy, done := d.lazily(ctx, rest, Budget{}); !done || lazy.Holds {
				t.Fatalf("seed %d: lazy enumeration misses the survivor of the suite without test %d", seed, i)
			}
			if u, done := d.unrolled(ctx, rest, Budget{}); !done || u.Holds {
				t.Fatalf("seed %d: unrolling misses the survivor of the suite without test %d", seed, i)
			}
			dropped++
		}
	}
	if extra < problems300/4 || conforming < 20 || dropped < problems300 {
		t.Errorf("too easy: %d extra states, %d problems with conforming mutants, %d tests dropped", extra, conforming, dropped)
	}
	t.Logf("%d extra states, %d problems with conforming mutants, %d tests dropped", extra, conforming, dropped)
}

// Floor lemma: outputs depend on the whole parts of the waits alone, for every machine of the
// domain; so Run agrees with exact simulation, whatever the fractions.
func TestFloorLemma(t *testing.T) {
	random := mutation.Random(7)
	for seed := uint64(1); seed <= problems300; seed++ {
		d := smallProblem(t, seed)
		sel := make(Selection, len(d.Groups))
		for g := range sel {
			sel[g] = random.Below(len(d.Groups[g].Choices))
		}
		a := d.Automaton(sel)
		test := model.Test{}
		now := new(big.Rat)
		for k := 0; k < 6; k++ {
			whole, part := int64(random.Below(30)), big.NewRat(int64(random.Below(12)), 12)
			now = new(big.Rat).Add(now, new(big.Rat).Add(big.NewRat(whole, 1), part))
			test.Steps = append(test.Steps, model.Step{Wait: whole, Input: random.Below(len(d.Model.Inputs))})
			test.At = append(test.At, now)
		}
		exact, floored := model.Outputs(a.SimulateTest(test, false)), a.Run(test.Steps)
		half := model.Outputs(a.SimulateTest(model.Test{Steps: test.Steps}, true))
		for k := range exact {
			if exact[k] != floored[k] || exact[k] != half[k] {
				t.Fatalf("seed %d, %s: exact %v, floored %v, half units %v", seed, d.Model.Show(test, false), exact, floored, half)
			}
		}
		if back := readTest(t, d.Model, d.Model.Show(model.Test{Steps: test.Steps}, true)); len(back.Steps) != len(test.Steps) || compareSteps(back.Steps, test.Steps) != 0 {
			t.Fatalf("seed %d: a test is not read back", seed)
		}
	}
}

// The product agrees with simulation: its test kills, no shorter one does, and a conforming
// mutant passes a walk tick by tick from the pairs that it gives as evidence.
func TestProductAgreesWithSimulation(t *testing.T) {
	random := mutation.Random(11)
	killed, conforming := 0, 0
	for seed := uint64(1); seed <= problems300; seed++ {
		d := smallProblem(t, seed)
		for range 10 {
			sel := make(Selection, len(d.Groups))
			for g := range sel {
				sel[g] = random.Below(len(d.Groups[g].Choices))
			}
			a := d.Automaton(sel)
			v := d.Judge(a)
			if v.Conforms {
				conforming++
				if !referee.Confirm(d.Spec, a, v.Pairs) {
					t.Fatalf("seed %d: the pairs do not prove conformance", seed)
				}
				if len(v.Pairs) > 1 && referee.Confirm(d.Spec, a, v.Pairs[1:]) {
					t.Fatalf("seed %d: a proof without the initial pair is accepted", seed)
				}
				continue
			}
			killed++
			if at := a.Detects(v.Test, d.Spec.Run(v.Test)); at != len(v.Test)-1 {
				t.Fatalf("seed %d: the test kills at %d of %d", seed, at, len(v.Test))
			}
			if len(v.Test) == 2 && shorterKills(d, a) {
				t.Fatalf("seed %d: one input is enough", seed)
			}
		}
	}
	t.Logf("%d killed, %d conforming", killed, conforming)
}

// shorterKills tries every test of one input with a wait up to 40.
func shorterKills(d *Domain, a *model.Automaton) bool {
	for wait := int64(0); wait < 40; wait++ {
		for i := range d.Model.Inputs {
			test := []model.Step{{Wait: wait, Input: i}}
			if a.Detects(test, d.Spec.Run(test)) >= 0 {
				return true
			}
		}
	}
	return false
}

// The paper's combs say the same as simulation: a mutant is detected by a test if and only if it
// contains all transitions of some comb (Lemma 2, read for some comb).
func TestCombsAgreeWithSimulation(t *testing.T) {
	random := mutation.Random(13)
	for seed := uint64(1); seed <= 60; seed++ {
		d := smallProblem(t, seed)
		var test []model.Step
		for range 3 {
			test = append(test, model.Step{Wait: int64(random.Below(5)), Input: random.Below(len(d.Model.Inputs))})
		}
		c := d.Combs(test)
		if !c.Whole {
			continue
		}
		expected := d.Spec.Run(test)
		for range 50 {
			sel := make(Selection, len(d.Groups))
			taken := map[int]bool{}
			for g := range sel {
				sel[g] = random.Below(len(d.Groups[g].Choices))
				taken[d.Groups[g].Choices[sel[g]].Members[0]] = true
			}
			detected := d.Automaton(sel).Detects(test, expected) >= 0
			if got := containsComb(c, taken); got != detected {
				t.Fatalf("seed %d: combs say %v, simulation %v", seed, got, detected)
			}
		}
	}
}

func containsComb(c Combs, taken map[int]bool) bool {
	for _, comb := range c.Combs {
		all := true
		for _, n := range comb.Transitions {
			all = all && taken[n]
		}
		if all {
			return true
		}
	}
	return false
}

// Print, parse, print is the identity, for texts and for models from elsewhere; DOT is read back.
func TestPrintParse(t *testing.T) {
	check := func(name string, m *model.Model, text string) {
		f := source.NewFile(name, text)
		again, diags := model.Parse(f)
		if again == nil {
			t.Fatalf("%s: not parsed:\n%s\n%s", name, diags.Text(f), text)
		}
		if arrows(again) != arrows(m) || again.States[again.Initial] != m.States[m.Initial] {
			t.Errorf("%s: the printed machine is another:\n%s", name, text)
		}
		if _, impl, missing := m.Align(again); missing != nil || NewDomain(m).Judge(impl).Test != nil {
			t.Errorf("%s: the printed specification is another", name)
		}
	}
	for _, x := range Gallery() {
		m := parse(t, x.Text)
		text := m.Print()
		check(x.Name, m, text)
		if again := parse(t, text).Print(); again != text {
			t.Errorf("%s: printed twice it differs:\n%s\n%s", x.Name, text, again)
		}
		check(x.Name+" as DOT", m, m.DOT())
	}
	for seed := uint64(1); seed <= 60; seed++ {
		d := smallProblem(t, seed)
		check("random", d.Model, d.Model.PrintFlat())
		check("random as DOT", d.Model, d.Model.DOT())
	}
}
