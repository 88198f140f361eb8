package tfsm

import (
	"math/big"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// What docs/tfsm.md calls errors and gaps of the paper, each by the machine that shows it.

func figure1(t *testing.T) *Domain { return NewDomain(load(t, "gallery/s1-m1.tfsm")) }

// p1 is the mutant of Figure 1c: t16 and t13 for t3 and t10.
func p1(t *testing.T, d *Domain) *model.Automaton {
	t.Helper()
	sel, err := d.ByNames([]string{"t16", "t13"})
	if err != nil {
		t.Fatal(err)
	}
	return d.Automaton(sel)
}

func outputsOf(d *Domain, a *model.Automaton, test model.Test) string {
	return strings.Join(d.Model.OutputNames(model.Outputs(a.SimulateTest(test, false))), " ")
}

// Example 2: on (b,3.5)(a,4.5)(a,17) the specification does not perform execution 3, which needs t17. It
// shows x, x, x, not x, x, y; P1 shows x, y, x as the paper says, and is nonconforming.
func TestErrataExample2(t *testing.T) {
	d := figure1(t)
	test := readTest(t, d.Model, "(b, 3.5)(a, 4.5)(a, 17)")
	if got := outputsOf(d, d.Spec, test); got != "x x x" {
		t.Errorf("the specification shows %s", got)
	}
	if got := outputsOf(d, p1(t, d), test); got != "x y x" {
		t.Errorf("P1 shows %s", got)
	}
	for _, e := range d.Spec.SimulateTest(test, false) {
		if e.Input < 0 && d.Model.States[e.To] == "s1" {
			t.Errorf("the specification returns to s1 by a timeout, as execution 3 does")
		}
	}
}

// Example 2 says that some of the 31 mutants conform: none does, whatever the targets that cannot be
// read in the figure (t1, t7, t14).
func TestErrataNoneConforms(t *testing.T) {
	text := textOf(t, "gallery/s1-m1.tfsm")
	states := []string{"s1", "s2", "s3", "s4"}
	for _, t1 := range states {
		for _, t7 := range states {
			for _, t14 := range states {
				one := strings.Replace(text, "s1 -a/x-> s1 [t1]", "s1 -a/x-> "+t1+" [t1]", 1)
				one = strings.Replace(one, "s3 -a/x-> s3 [t7]", "s3 -a/x-> "+t7+" [t7]", 1)
				one = strings.Replace(one, "s3 ~a/y~> s1 [t14]", "s3 ~a/y~> "+t14+" [t14]", 1)
				d := NewDomain(parse(t, one))
				r := d.Brute(t.Context(), stepsOf(d.Model.Tests))
				if !r.Holds || r.Conform.Sign() != 0 || numbers(r.Kills) != "12 16 16 8 16" {
					t.Fatalf("t1 to %s, t7 to %s, t14 to %s: %s conform, kills %s, complete %v", t1, t7, t14, r.Conform, numbers(r.Kills), r.Holds)
				}
			}
		}
	}
}

// Example 4: the comb of the fourth execution ends in t5, not t4 (the last input is a), and it is no
// revealing comb in the strict sense of Definition 7, because its prefix up to t13 reveals.
func TestErrataExample4(t *testing.T) {
	d := figure1(t)
	test := readTest(t, d.Model, "(b, 3.5)(a, 4.5)(a, 17)")
	found := false
	for _, c := range d.Combs(test.Steps).Combs {
		found = found || d.Names(c) == "t16 t12 t11 t12 t13" && c.Input == 1
		if strings.HasPrefix(d.Names(c), "t16 t12 t11 t12 t13 ") {
			t.Errorf("%s goes on behind the unexpected output", d.Names(c))
		}
	}
	if !found {
		t.Errorf("the comb t16 t12 t11 t12 t13 is missing")
	}
	var last model.Event
	for _, e := range p1(t, d).SimulateTest(test, false) {
		last = e
	}
	for _, tr := range d.Model.Transitions {
		if tr.ID == "t5" && (tr.From != last.From || tr.Input != last.Input || tr.To != last.To) {
			t.Errorf("the execution does not end in t5")
		}
	}
}

// Definition 7 demands that no prefix reveals. Then P1 has no revealing comb for the whole of
// (b,3.5)(a,4.5)(a,17), satisfies not-phi, and yet the test detects it: Theorem 3.1 needs the combs of all prefixes.
func TestErrataDefinition7(t *testing.T) {
	d := figure1(t)
	test := readTest(t, d.Model, "(b, 3.5)(a, 4.5)(a, 17)")
	taken := map[int]bool{}
	sel, _ := d.ByNames([]string{"t16", "t13"})
	for g, c := range sel {
		taken[d.Groups[g].Choices[c].Members[0]] = true
	}
	combs := d.Combs(test.Steps)
	var strict Combs
	for _, c := range combs.Combs {
		if c.Input == len(test.Steps)-1 {
			strict.Combs = append(strict.Combs, c)
		}
	}
	if containsComb(strict, taken) || !containsComb(combs, taken) {
		t.Errorf("strict %v, all prefixes %v", containsComb(strict, taken), containsComb(combs, taken))
	}
	if d.Automaton(sel).Detects(test.Steps, d.Spec.Run(test.Steps)) < 0 {
		t.Errorf("the test does not detect P1")
	}
}

// Definition 6 must say "with the same input": t15 and t14 both leave s3 and are in a comb that
// Example 5 counts among the deterministic ones. Figure 3 has a [t6] where t7 is meant.
func TestErrataDefinition6AndFigure3(t *testing.T) {
	d := figure1(t)
	c := d.Combs(d.Model.Tests[0].Steps)
	if !strings.Contains(combNames(d, c), "t15 t17 t14") {
		t.Errorf("no comb with t15 and t14:\n%s", combNames(d, c))
	}
	found := false
	for _, e := range c.Graph.Edges {
		found = found || e.From == "s2,s3,0,0" && e.To == "s3,s3,0,0" && e.Label == "a [t7] (R1)"
	}
	if !found {
		t.Errorf("the automaton has no arc a [t7] (R1): %v", c.Graph.Edges)
	}
}

// Definition 8, R3 with two infinite timeouts, has an arc of infinite delay to the targets. If it were
// followed, mutants whose infinite timeout has another target would not conform; they do.
func TestErrataRule3(t *testing.T) {
	d := NewDomain(load(t, "gallery/tftp3-chaos.tfsm"))
	n := 0
	for i, tr := range d.Model.Transitions {
		if tr.Mutated && tr.Delay == model.Inf && d.Model.States[tr.From] == "Init" {
			n++
			if v := d.Judge(d.Automaton(d.Select([]int{i}))); !v.Conforms {
				t.Errorf("%s does not conform", d.Model.Named(tr))
			}
		}
	}
	if n != 3 {
		t.Errorf("%d infinite timeouts to other states, want 3", n)
	}
}

// Section 5.1 counts transitions of 2N+1 pairs and mutants of N: 198 mutated transitions for three
// packets make 28^7·4^3 selections, not 1,404,928 = 28^3·4^3; 9438 for fifteen make 304^31·4^15, not
// 304^15·4^15 = 1.9e46. The chaos machine has 632 mutated transitions, not 626.
func TestErrataSizes(t *testing.T) {
	power := func(base, exponent int64) *big.Int {
		return new(big.Int).Exp(big.NewInt(base), big.NewInt(exponent), nil)
	}
	times := func(a, b *big.Int) string { return new(big.Int).Mul(a, b).String() }
	for _, x := range []struct{ name, selections, paper, printed string }{
		{"tftp3", times(power(28, 7), power(4, 3)), times(power(28, 3), power(4, 3)), "1404928"},
		{"tftp15", times(power(304, 31), power(4, 15)), times(power(304, 15), power(4, 15))[:2], "18"}, // 1.88e46
		{"tftp3-chaos", times(power(28, 20), power(24, 4)), times(power(28, 20), power(24, 4))[:2], "29"},
	} {
		d := NewDomain(load(t, "gallery/"+x.name+".tfsm"))
		if got := d.Selections().String(); got != x.selections {
			t.Errorf("%s: %s selections, want %s", x.name, got, x.selections)
		}
		if x.paper != x.printed {
			t.Errorf("%s: the paper's figure is %s…, the formula gives %s", x.name, x.printed, x.paper)
		}
	}
	if n := load(t, "gallery/tftp3-chaos.tfsm").Mutated(); n != 20*27+4*23 {
		t.Errorf("the chaos machine has %d mutated transitions", n)
	}
}

// The groups range over the states of the mutation machine, extra states among them; with extra
// states no selection is the specification, and one that never goes there conforms.
func TestErrataExtraStates(t *testing.T) {
	d := NewDomain(parse(t, "s1 -a/x-> s1; s1 ~a/x~> e; e ~a/x|y~> e; e ~a/x~> s1"))
	if s, m := d.Selections().String(), d.Mutants().String(); s != "6" || m != "6" {
		t.Errorf("%s selections, %s mutants, want 6 and 6", s, m)
	}
	r := d.Brute(t.Context(), nil)
	if r.Conform.String() != "5" {
		t.Errorf("%s mutants conform, want the 3 that stay in s1 and the 2 that show x in e", r.Conform)
	}
}
