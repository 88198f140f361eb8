package tfsm

import (
	"context"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// Example 5 of the paper: six deterministic combs reveal (b,0.5)(a,1)(b,6.7)(a,7.2).
func TestExample5Combs(t *testing.T) {
	d := NewDomain(load(t, "gallery/s1-m1.tfsm"))
	want := `t3 t2 t6 t5 t17 t8 t12 t10
t3 t2 t6 t5 t17 t8 t12 t13
t3 t2 t6 t5 t17 t15 t17 t14
t16 t2 t6 t5 t17 t8 t12 t10
t16 t2 t6 t5 t17 t8 t12 t13
t16 t2 t6 t5 t17 t15 t17 t14`
	c := d.Combs(d.Model.Tests[0].Steps)
	if got := combNames(d, c); got != want || !c.Whole {
		t.Errorf("got combs\n%s\nwant\n%s", got, want)
	}
	// Example 6 names another test, (b,0)(a,0)(b,5)(a,5): it has the same combs, as the whole parts
	// of the waits are the same and a timeout fires before an input at its instant.
	other := readTest(t, d.Model, "(b, 0)(a, 0)(b, 5)(a, 5)")
	c = d.Combs(other.Steps)
	if got := combNames(d, c); got != want {
		t.Errorf("Example 6: got combs\n%s\nwant\n%s", got, want)
	}
	clauses := `(¬t3 ∨ ¬t17 ∨ ¬t8 ∨ ¬t10)
(¬t3 ∨ ¬t17 ∨ ¬t8 ∨ ¬t13)
(¬t3 ∨ ¬t17 ∨ ¬t15 ∨ ¬t14)
(¬t16 ∨ ¬t17 ∨ ¬t8 ∨ ¬t10)
(¬t16 ∨ ¬t17 ∨ ¬t8 ∨ ¬t13)
(¬t16 ∨ ¬t17 ∨ ¬t15 ∨ ¬t14)`
	var got []string
	for _, x := range c.Combs {
		got = append(got, d.Clause(x))
	}
	if strings.Join(got, "\n") != clauses {
		t.Errorf("Example 6: got clauses\n%s\nwant\n%s", strings.Join(got, "\n"), clauses)
	}
}

func combNames(d *Domain, c Combs) string {
	var names []string
	for _, x := range c.Combs {
		names = append(names, d.Names(x))
	}
	return strings.Join(names, "\n")
}

// Example 7: the paper's five tests detect all 31 mutants of M1, and each is needed. Their kills
// are those that the design note counted.
func TestExample7Suite(t *testing.T) {
	d := NewDomain(load(t, "gallery/s1-m1.tfsm"))
	var tests [][]model.Step
	for _, x := range d.Model.Tests {
		tests = append(tests, x.Steps)
	}
	if n := d.Mutants().String(); n != "31" {
		t.Errorf("%s mutants, want 31", n)
	}
	s := d.Score(context.Background(), tests, Budget{})
	if s.Status != "complete" || strings.Join(s.Needed, " ") != "yes yes yes yes yes" {
		t.Errorf("got %s, needed %v", s.Status, s.Needed)
	}
	if n, known := d.ConformingIn(s.Cubes); n != "0" || !known {
		t.Errorf("%s mutants conform, want 0", n)
	}
	if got := numbers(s.Kills.Kills); got != "12 16 16 8 16" {
		t.Errorf("kills %s", got)
	}
	if got := numbers(s.Kills.Alone); got != "1 1 1 2 2" {
		t.Errorf("alone %s", got)
	}
	s = d.Score(context.Background(), tests[:1], Budget{})
	if s.Status != "incomplete" {
		t.Errorf("one test: got %s, want incomplete (Example 7: Verify_completeness finds another test)", s.Status)
	}
}

func numbers[T interface{ String() string }](list []T) string {
	var parts []string
	for _, n := range list {
		parts = append(parts, n.String())
	}
	return strings.Join(parts, " ")
}
