package tfsm

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/mutation"
	"github.com/mutarium/mutarium/engine/sat"
	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// symmetricDomains are small domains in which states are interchangeable: chaos machines with and without
// timeouts, one with a state that is not like the others, one with extra states.
func symmetricDomains(t *testing.T) map[string]*Domain {
	random := mutation.Random(5)
	domains := map[string]*Domain{}
	add := func(name, text string) { domains[name] = NewDomain(parse(t, text)) }
	for n := 3; n <= 5; n++ {
		for k := range 4 {
			var b strings.Builder
			b.WriteString("inputs a\noutputs x y\n")
			for s := 1; s <= n; s++ {
				fmt.Fprintf(&b, "s%d -a/%s-> s%d\n", s, []string{"x", "y"}[random.Below(2)], 1+random.Below(n))
			}
			name := fmt.Sprintf("%d states, %d", n, k)
			add(name, b.String()+"* ~*/*~> *")
			if n == 3 {
				add(name+", timeouts", b.String()+"s1 -2-> s2\n* ~*/*~> *\n* ~1..2|inf~>\n* ~1..2~> *")
				add(name+", weights", b.String()+"* ~*/*~> *\n* ~inf~> *\ns1 ~1~> *")
			}
			if n == 3 {
				continue
			}
			add(name+", one apart", b.String()+fmt.Sprintf("* ~*/*~> *\ns%d ~1~> s1", n))
		}
	}
	add("extra states", "s1 -a/x-> s2\ns2 -a/y-> s1\ns1|s2 ~a/x~> e1|e2|e3\ne1|e2|e3 ~a/x|y~> *")
	return domains
}

// The solver's loop, which sees one of the mutants that differ by names of states, agrees with an enumeration of all
// machines: on which suites are complete, and how many mutants conform.
func TestSymmetryAgreesWithEnumeration(t *testing.T) {
	ctx := context.Background()
	broken, conforming := 0, 0
	for name, d := range symmetricDomains(t) {
		if d.symmetry() == nil {
			t.Errorf("%s: no interchangeable states are found", name)
			continue
		}
		broken++
		s := Generate(ctx, d, GenerateOptions{})
		if !s.Finished {
			t.Fatalf("%s: not finished: %s", name, s.Reason)
		}
		tests := s.Steps()
		r := d.Brute(ctx, tests)
		n, known := s.Conforming()
		if !r.Holds || !known || n != r.Conform.String() {
			t.Errorf("%s: complete %v; %s conform, by enumeration %s", name, r.Holds, n, r.Conform)
		}
		if n != "0" {
			conforming++
		}
		for i := range tests {
			rest := append(append([][]model.Step(nil), tests[:i]...), tests[i+1:]...)
			if d.Brute(ctx, rest).Holds || d.Score(ctx, rest, Budget{}).Status != "incomplete" {
				t.Errorf("%s: test %d of the reduced suite could be left out", name, i+1)
			}
		}
	}
	if broken < 20 || conforming < 10 {
		t.Errorf("too easy: %d domains, conforming mutants in %d", broken, conforming)
	}
}

// The solver proposes each behaviour once: its models are one of each class of selections that are the same up to
// names and to what unreachable states do.
func TestSymmetryLeavesOneOfEachClass(t *testing.T) {
	for _, text := range []string{
		"inputs a\noutputs x y\ns1 -a/x-> s2\ns2 -a/y-> s3\ns3 -a/x-> s1\n* ~*/*~> *",
		"inputs a\noutputs x\ns1 -a/x-> s2\ns2 -a/x-> s3\ns3 -a/x-> s1\n* ~*/*~> *\n* ~1|inf~> *",
		"inputs a b\noutputs x\ns1 -a|b/x-> s2\ns2 -a|b/x-> s3\ns3 -a|b/x-> s1\n* ~*/*~> *",
		"inputs a\noutputs x\ns1 -a/x-> s2\ns2 -a/x-> s3\ns3 -a/x-> s4\ns4 -a/x-> s1\n* ~*/*~> *",
	} {
		d := NewDomain(parse(t, text))
		want := map[string]bool{}
		eachSelection(d, func(sel Selection) { want[d.form(sel)] = true })
		e := newEncoder(d)
		got := map[string]bool{}
		for e.solver.Solve(context.Background()) == sat.Sat {
			sel := e.selection()
			if f := d.form(sel); got[f] || !want[f] {
				t.Fatalf("%s\na second model of one class, or one of none: %s", text, f)
			} else {
				got[f] = true
			}
			var clause []sat.Lit
			for g, c := range sel {
				clause = append(clause, e.not(g, c)...)
			}
			e.clause(clause...)
		}
		if len(got) != len(want) {
			t.Errorf("%s\n%d classes are proposed, there are %d", text, len(got), len(want))
		}
	}
}

func eachSelection(d *Domain, f func(Selection)) {
	sel := make(Selection, len(d.Groups))
	for {
		f(sel)
		g := 0
		for ; g < len(sel); g++ {
			if sel[g]++; sel[g] < len(d.Groups[g].Choices) {
				break
			}
			sel[g] = 0
		}
		if g == len(sel) {
			return
		}
	}
}

// form writes the connected part of a selection's machine with its states numbered in the order of first visit.
func (d *Domain) form(sel Selection) string {
	number := map[int]int{d.Model.Initial: 0}
	queue := []int{d.Model.Initial}
	var b strings.Builder
	for ; len(queue) > 0; queue = queue[1:] {
		for g := queue[0] * d.stride; g < (queue[0]+1)*d.stride; g++ {
			c := d.Groups[g].Choices[sel[g]]
			if c.Delay == model.Inf {
				b.WriteString("never ")
				continue
			}
			if _, met := number[c.To]; !met {
				number[c.To] = len(number)
				queue = append(queue, c.To)
			}
			fmt.Fprintf(&b, "%d/%d>%d ", c.Output, c.Delay, number[c.To])
		}
	}
	return b.String()
}

// Counted up to renaming, all selections are as many as they are.
func TestSymmetryCountsAll(t *testing.T) {
	for name, d := range symmetricDomains(t) {
		if got := d.countRenamed(d.symmetry(), []Cube{make(Cube, len(d.Groups))}); got.Cmp(d.Selections()) != 0 {
			t.Errorf("%s: %s selections, want %s", name, got, d.Selections())
		}
	}
	d := NewDomain(load(t, "gallery/tftp3-chaos.tfsm"))
	if got := d.countRenamed(d.symmetry(), []Cube{make(Cube, len(d.Groups))}); got.Cmp(d.Selections()) != 0 {
		t.Errorf("TFTP chaos: %s selections, want %s", got, d.Selections())
	}
}

// Full chaos of eight states, 1.4e32 mutants: without symmetry breaking there was no end in 100 s and thousands of calls.
// Each conforming mutant comes in 7! forms, the specification's one among them.
func TestChaosOfEightStates(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute as WASM")
	}
	d, err := DomainOf(load(t, "gallery/rand-n8-e18.tfsm"), Request{Operators: []string{"chaos"}})
	if err != nil {
		t.Fatal(err)
	}
	s := Generate(context.Background(), d, GenerateOptions{})
	n, known := s.Conforming()
	count, ok := new(big.Int).SetString(n, 10)
	if !s.Finished || !s.Reduced || !known || !ok || s.Found > 150 || s.Calls > 300 {
		t.Fatalf("finished %v, reduced %v, %s conform, %d tests found, %d calls", s.Finished, s.Reduced, n, s.Found, s.Calls)
	}
	if count.Add(count, big.NewInt(1)); new(big.Int).Mod(count, big.NewInt(5040)).Sign() != 0 || count.Cmp(big.NewInt(5040)) < 0 {
		t.Errorf("%s selections conform, want a multiple of 7!", count)
	}
	if r := d.Verify(context.Background(), s.Steps(), Budget{}); !r.Holds {
		t.Errorf("%s says %v", r.Method, r.Holds)
	}
	t.Logf("%d tests found, %d kept, %d calls, %s selections conform", s.Found, len(s.Tests), s.Calls, count)
}

// A handful of tests of up to twenty inputs are proved complete for the chaos machine of TFTP, and again by
// unrolling, where lazy enumeration meets its bound and a sample proved nothing; of each it is decided that it is needed.
func TestLongTestsAreProvedComplete(t *testing.T) {
	ctx := context.Background()
	d := NewDomain(load(t, "gallery/tftp3-chaos.tfsm"))
	s := Generate(ctx, d, GenerateOptions{MaxLength: 20})
	if _, longest := s.Inputs(); len(s.Tests) > 6 || longest != 20 {
		t.Fatalf("%d tests, the longest of %d inputs", len(s.Tests), longest)
	}
	score := d.Score(ctx, s.Steps(), Budget{})
	if score.Status != "complete" || score.Calls > 100 {
		t.Errorf("the suite is %s, after %d calls", score.Status, score.Calls)
	}
	for i, needed := range score.Needed {
		if needed != "yes" {
			t.Errorf("test %d is needed: %q", i+1, needed)
		}
	}
	if r := d.Verify(ctx, s.Steps(), Budget{}); !r.Holds || r.Method != Unrolling {
		t.Errorf("%s says %v", r.Method, r.Holds)
	}
}
