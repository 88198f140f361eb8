package tfsm

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// plain draws a machine without timeouts.
func plain(t *testing.T, r *rand.Rand, states, inputs, outputs int) *model.Model {
	var b strings.Builder
	for s := range states {
		for i := range inputs {
			b.WriteString("s" + string(rune('0'+s)) + " -" + string(rune('a'+i)) + "/" + string(rune('x'+r.IntN(outputs))) +
				"-> s" + string(rune('0'+r.IntN(states))) + "\n")
		}
	}
	return parseText(t, "plain.tfsm", b.String())
}

// TestBestSuites: in domains without timeouts the suites that begin with certified ones kill every nonconforming
// mutant, by brute force, are no larger than those of the solver alone, and count the same mutants that conform.
func TestBestSuites(t *testing.T) {
	certified, shorter, counted := 0, 0, 0
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 8))
		m := plain(t, r, 2+r.IntN(2), 2, 2)
		for _, operators := range [][]string{{"output", "transfer"}, {"any"}} {
			d, err := DomainOf(m, Request{Operators: operators})
			if err != nil {
				t.Fatal(err)
			}
			o := GenerateOptions{MaxLength: DefaultLength, Budget: Budget{Conflicts: 10_000}}
			s, err := Best(context.Background(), d, o)
			if err != nil || !s.Finished {
				t.Fatalf("seed %d: %v, %+v", seed, err, s)
			}
			brute := d.Brute(context.Background(), s.Steps())
			if !brute.Holds {
				t.Fatalf("seed %d, %v: a mutant survives", seed, operators)
			}
			if n, known := s.Conforming(); known {
				if counted++; n != brute.Conform.String() {
					t.Fatalf("seed %d, %v: %s conform, by brute force %s", seed, operators, n, brute.Conform)
				}
			}
			if s.Certified {
				certified++
			}
			alone := Generate(context.Background(), d, o)
			if operators[0] != "any" && alone.smaller(s) {
				t.Errorf("seed %d, %v: %d tests, the solver alone finds %d", seed, operators, len(s.Tests), len(alone.Tests))
			}
			if s.smaller(alone) {
				shorter++
			}
		}
	}
	if certified < 20 || shorter < 10 || counted < 20 {
		t.Errorf("%d certified, %d smaller than the solver's, %d counted: too few to show anything", certified, shorter, counted)
	}
}

// TestCertifiedWhereTheSolverDoesNotFinish: with few conflicts the solver does not end on a chaos machine; the suite for
// all machines with as many states and timeouts as long is complete for it, which the solver says with more of them.
func TestCertifiedWhereTheSolverDoesNotFinish(t *testing.T) {
	m := load(t, "gallery/s1-m1.tfsm")
	q := SuiteRequest{Request: Request{Operators: []string{"chaos"}, Budget: Budget{Conflicts: 20}}, MaxLength: DefaultLength}
	run, err := generate(context.Background(), m, q)
	if err != nil || !run.Finished || !run.facts.Complete {
		t.Fatalf("%v, %+v", err, run)
	}
	if run.Certified != (run.facts.Checked == certificate) {
		t.Errorf("certified %v, checked by %s", run.Certified, run.facts.Checked)
	}
	if score := run.Domain.Score(context.Background(), run.Steps(), Budget{}); score.Status != "complete" {
		t.Errorf("the suite is %s", score.Status)
	}
}

// TestSinglesAreKilled: a suite that is not finished kills all mutants by one mutated transition, and says how many.
func TestSinglesAreKilled(t *testing.T) {
	m := load(t, "gallery/rand-n8-e18.tfsm")
	q := SuiteRequest{Request: Request{Operators: []string{"chaos"}, Budget: Budget{Calls: 3}}, MaxLength: DefaultLength}
	run, err := generate(context.Background(), m, q)
	if err != nil || run.Finished || run.Singles == 0 {
		t.Fatalf("%v, %+v", err, run)
	}
	d, nonconforming := run.Domain, 0
	for g, own := range d.Base() {
		for c := range d.Groups[g].Choices {
			sel := d.Base()
			sel[g] = c
			impl := d.Automaton(sel)
			if c == own || d.Judge(impl).Conforms {
				continue
			}
			nonconforming++
			killed := false
			for _, test := range run.Steps() {
				killed = killed || impl.Detects(test, d.Spec.Run(test)) >= 0
			}
			if !killed {
				t.Errorf("a mutant by one transition survives: %s", d.takes(sel))
			}
		}
	}
	if nonconforming != run.Singles {
		t.Errorf("%d are killed, said are %d", nonconforming, run.Singles)
	}
	if text := run.verdict().Text; !strings.Contains(text, "differ by one mutated transition") {
		t.Errorf("got %q", text)
	}
}
