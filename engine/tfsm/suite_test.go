package tfsm

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// The paper's machines: sizes as the paper gives them (or as the docs correct them), all suites
// complete, and complete again by the second check. Counts of tests are those of this solver and are not
// pinned; that no test can be dropped is.
func TestPaperMachines(t *testing.T) {
	ctx := context.Background()
	for _, x := range []struct {
		name, mutants, conforming string
		mutated, suspicious       int
	}{
		{"s1-m1", "31", "0", 5, 10},
		{"tftp3", "863547424767", "0", 198, 208},
		{"tftp3-chaos", "29107546081962796329270418316722175", "53", 632, 656},
		{"tftp15", "99995616386413456832149979354132077818757795105197698731071901083330930750948005380095", "0", 9438, 9484},
		{"rand-n8-e18", "700263224740799999", "0", 117, 141},
	} {
		d := NewDomain(load(t, "gallery/"+x.name+".tfsm"))
		suspicious, _ := d.Suspicious()
		if n := d.Mutants().String(); n != x.mutants || d.Model.Mutated() != x.mutated || suspicious != x.suspicious {
			t.Errorf("%s: %s mutants by %d mutated transitions, %d suspicious", x.name, n, d.Model.Mutated(), suspicious)
		}
		s := Generate(ctx, d, GenerateOptions{})
		if n, known := s.Conforming(); !s.Finished || !known || n != x.conforming {
			t.Errorf("%s: finished %v, %s mutants conform, want %s", x.name, s.Finished, n, x.conforming)
		}
		if r := d.Verify(ctx, s.Steps(), Budget{}); !r.Holds || r.Method == Sampling {
			t.Errorf("%s: %s says %v", x.name, r.Method, r.Holds)
		}
		score := d.Score(ctx, s.Steps(), Budget{})
		for i, needed := range score.Needed {
			if needed != "yes" {
				t.Errorf("%s: test %d could be left out", x.name, i+1)
			}
		}
		long := Generate(ctx, d, GenerateOptions{MaxLength: 5})
		if !long.Finished || len(long.Tests) > len(s.Tests) {
			t.Errorf("%s: %d tests of up to 5 inputs, %d of the shortest", x.name, len(long.Tests), len(s.Tests))
		}
		few := d.Score(ctx, s.Steps()[1:], Budget{})
		if few.Status != "incomplete" || d.Automaton(few.Survivor).Detects(few.Test, d.Spec.Run(few.Test)) < 0 {
			t.Errorf("%s: without its first test the suite is %s", x.name, few.Status)
		}
	}
}

// An initial suite is kept and the rest found around it; a budget that runs out keeps what it has.
func TestInitialSuiteAndBudget(t *testing.T) {
	d := NewDomain(load(t, "gallery/tftp3.tfsm"))
	given := readTest(t, d.Model, "(RRQ, 0)(ACK1, 0)(RRQ, 3)(RRQ, 1000000000)")
	s := Generate(context.Background(), d, GenerateOptions{Initial: []model.Test{given}, MaxLength: 5})
	if !s.Finished || !s.Tests[0].Initial || len(s.Tests[0].Steps) != 4 {
		t.Errorf("the initial test is not kept: %v", s.Tests[0])
	}
	if r := d.Verify(context.Background(), s.Steps(), Budget{}); !r.Holds {
		t.Errorf("with a wait of 10^9 in the suite it is not complete")
	}
	s = Generate(context.Background(), d, GenerateOptions{Budget: Budget{Calls: 4}})
	if s.Finished || s.Reason != SATCalls || len(s.Tests) == 0 {
		t.Errorf("got finished %v, reason %q, %d tests", s.Finished, s.Reason, len(s.Tests))
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if s = Generate(ctx, d, GenerateOptions{}); s.Finished || s.Reason != "cancelled" {
		t.Errorf("cancelled: got finished %v, reason %q", s.Finished, s.Reason)
	}
}

// A wait of 10^9 with self-loops of one unit costs no time, in simulation, product and verification.
func TestLongWaits(t *testing.T) {
	m := parse(t, "s1 -a/x-> s2; s1 -1-> s1; s2 -a/y-> s1; s2 -1-> s2; s2 ~a/x~> s1; s1 ~2~> s2; s2 ~7~> s1")
	d := NewDomain(m)
	test := readTest(t, m, "(a, 1000000000)(a, 2000000000.5)")
	if got := d.Spec.Run(test.Steps); got[0] != 0 || got[1] != 1 {
		t.Errorf("got outputs %v", got)
	}
	if events := d.Spec.SimulateTest(test, false); len(events) > 200 {
		t.Errorf("a wait of 10^9 lists %d events", len(events))
	}
	score := d.Score(context.Background(), [][]model.Step{test.Steps}, Budget{})
	if score.Status != "incomplete" {
		t.Errorf("got %s", score.Status)
	}
	s := Generate(context.Background(), d, GenerateOptions{Initial: []model.Test{test}})
	if r := d.Brute(context.Background(), s.Steps()); !s.Finished || !r.Holds {
		t.Errorf("finished %v, by brute force complete %v", s.Finished, r.Holds)
	}
}

// Large delays without a common divisor meet too many combinations of clocks: said, not guessed.
func TestCoprimeDelays(t *testing.T) {
	d := NewDomain(parse(t, "s1 -a/x-> s1; s1 -1000003-> s2; s2 -a/x-> s2; s2 -1000003-> s1; s1 ~1000033~> s2; s2 ~1000033~> s1"))
	if v := d.Judge(d.Automaton(d.Select([]int{4}))); !v.Conforms && !v.Unknown {
		t.Errorf("got %+v", v)
	}
	s := Generate(context.Background(), d, GenerateOptions{})
	if s.Finished == (s.Reason == "delays") {
		t.Errorf("finished %v, reason %q", s.Finished, s.Reason)
	}
}

// The machine of 4 states and 1e18 mutants that Table 1 calls N/A does not exist.
func TestTable1(t *testing.T) {
	if m, err := Random(Table1(4, 18, 4018)); err == nil {
		t.Errorf("a machine of 4 states has %s mutants", NewDomain(m).Mutants())
	}
	for _, cell := range table1 {
		m, err := Random(Table1(cell.states, cell.power, table1Seed(cell.states, cell.power)))
		if err != nil {
			t.Fatal(err)
		}
		if n := len(NewDomain(m).Mutants().String()); n < int(cell.power) || n > int(cell.power)+1 {
			t.Errorf("%d states, 1e%d: %s mutants", cell.states, cell.power, NewDomain(m).Mutants())
		}
	}
}

// Thousands of states cost what their transitions cost: no table over pairs of states is made.
func TestManyStates(t *testing.T) {
	const states = 6000
	var b strings.Builder
	for s := range states {
		fmt.Fprintf(&b, "s%d -a/x-> s%d\n", s, (s+1)%states)
	}
	b.WriteString("s2 ~a/y~> s3\ns1 ~a/x~> s1\n")
	d := NewDomain(parse(t, b.String()))
	s := Generate(context.Background(), d, GenerateOptions{MaxLength: 5})
	if n, _ := s.Conforming(); !s.Finished || n != "2" { // those with the loop in s1, which shows nothing and never reaches s2
		t.Errorf("finished %v (%s), %s conform", s.Finished, s.Reason, n)
	}
	if r := d.Verify(context.Background(), s.Steps(), Budget{}); !r.Holds || r.Method != BruteForce {
		t.Errorf("%s says %v", r.Method, r.Holds)
	}
}
