package tioa

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/mutarium/mutarium/engine/tioa/family"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/mutants"
	"github.com/mutarium/mutarium/engine/tioa/referee"
)

// randomTest walks at random through an automaton and asks, at the end, for an action by chance:
// one that it has, one that it lacks, or none.
func randomTest(r *rand.Rand, s mutants.Subject) *referee.TimedTest {
	run := referee.NewRunner(model.Subject(s))
	t := &referee.TimedTest{}
	now := []referee.RunState{referee.StartState(model.Subject(s))}
	for range 1 + r.IntN(7) {
		delay := model.Frac(int64(r.IntN(12)), int64(1+r.IntN(2)))
		if r.IntN(3) == 0 {
			delay = model.Int(int64(r.IntN(30)))
		}
		waited := run.Wait(now, delay.Num*(4/delay.Den), 4)
		if len(waited) == 0 {
			delay, waited = model.Int(0), now
		}
		step := referee.TestStep{Delay: delay, Silent: true}
		if out := run.Edges[waited[0].Loc]; len(out) > 0 {
			e := out[r.IntN(len(out))]
			step = referee.TestStep{Delay: delay, Action: e.Action, Output: e.Output}
		}
		t.Steps = append(t.Steps, step)
		next := waited
		if !step.Silent {
			next = run.Act(waited, step, 4)
		}
		if len(next) == 0 {
			break
		}
		now = next
	}
	last := t.Steps[len(t.Steps)-1]
	t.Demand = !last.Silent && !last.Output && r.IntN(2) == 0
	return t
}

// randomSuite takes tests from walks through the model and through mutants of it.
func randomSuite(seed uint64, fam *mutants.Family, n int) []*referee.TimedTest {
	r := rand.New(rand.NewPCG(seed, 1))
	var suite []*referee.TimedTest
	for range n {
		s := fam.Origin
		if r.IntN(3) > 0 {
			m := fam.At(r.IntN(fam.Len()))
			s = m.Result
		}
		suite = append(suite, randomTest(r, s))
	}
	return suite
}

// TestFamilyEqualsOneByOne runs suites both ways, on the mutants of all operators.
func TestFamilyEqualsOneByOne(t *testing.T) {
	for _, name := range studies {
		fam := mutants.NewFamily(study(t, name), mutants.Operators, 1, 500, 1)
		total, once, alone := bothWays(t, name, fam, 120)
		if total == 0 {
			t.Errorf("%s: the suite kills nothing", name)
		}
		t.Logf("%s: %d mutants, %d kills; looks %d and %d", name, fam.Len(), total, alone, once)
	}
}

// TestFamilyOfComponents does the same with all components: disjunctions, variables, universal and
// urgent locations, differences of clocks.
func TestFamilyOfComponents(t *testing.T) {
	onModels(t, func(t *testing.T, corpus []corpusModel) {
		kills := 0
		for _, c := range corpus {
			for _, a := range c.m.Automata {
				fam := mutants.NewFamily(mutants.Subject{Model: c.m, Automaton: a}, mutants.Operators, 1, 40, 1)
				if fam.Len() > 0 {
					total, _, _ := bothWays(t, c.path+" "+a.Name, fam, 15)
					kills += total
				}
			}
		}
		if kills < 1000 {
			t.Errorf("got %d kills, want 1000 or more", kills)
		}
	}, "ecdar")
}

// bothWays runs a random suite on a family and on each of its mutants, compares, and counts kills and
// how many conditions each way looked at.
func bothWays(t *testing.T, name string, fam *mutants.Family, tests int) (total, once, alone int) {
	t.Helper()
	r, err := family.NewRunner(context.Background(), mutants.FeaturedMutants(fam, model.Alternative))
	if err != nil {
		t.Fatal(err)
	}
	suite := randomSuite(7, fam, tests)
	kills := make([]family.ProductSet, len(suite))
	for k, test := range suite {
		kills[k] = r.Run(test)
		total += kills[k].Count()
	}
	original := referee.NewRunner(model.Subject(fam.Origin))
	for k, test := range suite {
		if got := original.Kills(test); got != kills[k].Has(0) {
			t.Errorf("%s: %s: the model: alone %v, in the family %v", name, test.Text(), got, !got)
		}
	}
	for i := range fam.Len() {
		m := fam.At(i)
		run := referee.NewRunner(model.Subject(m.Result))
		for k, test := range suite {
			if got := run.Kills(test); got != kills[k].Has(i+1) {
				t.Fatalf("%s %s: %s: alone %v, in the family %v", name, m.ID(), test.Text(), got, !got)
			}
		}
		alone += run.Work
	}
	return total, r.Work, alone
}

// TestFamilyOfProducts runs tests on all products of a family that is not one of mutants.
func TestFamilyOfProducts(t *testing.T) {
	f := parseFeatured(t, vending)
	r, err := family.NewRunner(context.Background(), f)
	if err != nil {
		t.Fatal(err)
	}
	late := &referee.TimedTest{Steps: []referee.TestStep{{Delay: model.Int(0), Action: "euro"}, {Delay: model.Frac(9, 2), Action: "tea", Output: true}}}
	if got, want := r.Expression(r.Run(late)), "(!soda && tea && !tmi && !cxl && !cxs) || (!soda && tea && !tmi && cxl && !cxs)"; got[:len(want)] != want {
		t.Errorf("got %s", got)
	}
	var suite []*referee.TimedTest
	rng := rand.New(rand.NewPCG(3, 3))
	for _, p := range r.Products {
		for range 10 {
			suite = append(suite, randomTest(rng, mutants.SubjectOf(f).With(f.Project(p))))
		}
	}
	for _, test := range suite {
		kills := r.Run(test)
		for i, p := range r.Products {
			if got := referee.NewRunner(model.Subject(mutants.SubjectOf(f).With(f.Project(p)))).Kills(test); got != kills.Has(i) {
				t.Errorf("%v: %s: alone %v, in the family %v", p, test.Text(), got, !got)
			}
		}
	}
}
