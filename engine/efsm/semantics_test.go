package efsm

import (
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/suite"
)

func parse(t *testing.T, text string) *model.Machine {
	t.Helper()
	f := source.NewFile("", text)
	m, diags := model.Parse(f)
	if m == nil {
		t.Fatal(diags.Text(f))
	}
	return m
}

// play runs a word, written as one test a line is, and gives what each input showed.
func play(t *testing.T, m *model.Machine, word string) string {
	t.Helper()
	lines, err := suite.ReadTests(word, "")
	if err != nil {
		t.Fatal(err)
	}
	letters, err := m.ReadWord(lines[0])
	if err != nil {
		t.Fatal(err)
	}
	run := m.Run(letters)
	var shown []string
	for _, out := range run.Shown[1:] {
		shown = append(shown, showing(out))
	}
	return strings.Join(shown, " | ")
}

// Each choice of the semantics, one by one; both evaluators are asked.
func TestSemantics(t *testing.T) {
	const head = "var x, y : 0..3 = 0\nvar b : bool = false\ninput go, set(n : -4..4), other\noutput o(v), " +
		"p\nlocation A, B\n"
	for _, c := range []struct{ name, text, word, want string }{
		{"first in the text", head + "t1: A -> A on go [x = 0] / !o(1)\nt2: A -> A on go / !o(2)", "go", "o(1)"},
		{"priority", head + "t1: A -> A on go priority 2 / !o(1)\nt2: A -> A on go priority 1 / !o(2)", "go", "o(2)"},
		{"ignored", head + "t1: A -> B on go / !p", "other go go", "nothing | p | nothing"},
		{"rejected", "semantics unspecified = reject\n" + head + "t1: A -> B on go / !p", "other go go",
			"!reject | p | !reject"},
		{"simultaneous", head + "t1: A -> A on go / x := x + 1; y := x; !o(y); !o(x)", "go go", "o(0), o(1) | o(1), o(2)"},
		{"sequential", "semantics updates = sequential\n" + head + "t1: A -> A on go / x := x + 1; y := x; !o(y)",
			"go go", "o(1) | o(2)"},
		{"overflow is an error", head + "t1: A -> A on set / x := n; !o(x)", "set(4) set(1)", "!error | nothing"},
		{"overflow wraps", "semantics overflow = wrap\n" + head + "t1: A -> A on set / x := n; !o(x)",
			"set(4) set(-1) set(-4)", "o(0) | o(3) | o(0)"},
		{"overflow saturates", "semantics overflow = saturate\n" + head + "t1: A -> A on set / x := n; !o(x)",
			"set(4) set(-1)", "o(3) | o(0)"},
		{"division by zero in a guard", head + "t1: A -> A on set [3 / n > 0] / !p\nt2: A -> A on set / !o(0)",
			"set(1) set(-1) set(0) set(1)", "p | o(0) | !error | nothing"},
		{"short circuit", head + "t1: A -> A on set [n != 0 and 3 / n > 0] / !p\nt2: A -> A on set / !o(0)",
			"set(0) set(1)", "o(0) | p"},
		{"division cuts off, mod has the dividend's sign", head + "t1: A -> A on set / !o(n / 3); !o(n mod 3)",
			"set(-4) set(4)", "o(-1), o(-1) | o(1), o(1)"},
		{"negative exponent", head + "t1: A -> A on set / !o(2 exp n)", "set(3) set(-1)", "o(8) | !error"},
		{"limit of arithmetic", head + "t1: A -> A on set / !o(2147483647 + n)", "set(0) set(-1) set(1)",
			"o(2147483647) | o(2147483646) | !error"},
		{"quiescence", head + "t1: A -> B on go / x := 3\nt2: B -> B [x > 0] / x := x - 1; !o(x)\nt3: B -> A / !p",
			"go go", "o(2), o(1), o(0), p | o(2), o(1), o(0), p"},
		{"divergence", head + "t1: A -> B on go / !p\nt2: B -> A / !o(1)\nt3: A -> B / !o(2)", "go", "nothing"},
		{"divergence shows what came before", head + "t0: A -> B on go / !p\nt1: B -> B / !o(x)", "go go",
			"p, o(0), !diverge | nothing"},
		{"an error drops the transition's own outputs", head + "t1: A -> B on go / !p\nt2: B -> A / !o(1); !o(1 / x)",
			"go", "p, !error"},
		{"Boolean values", head + "t1: A -> A on go / b := not b; !o(b)", "go go", "o(true) | o(false)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := parse(t, c.text)
			if got := play(t, m, c.word); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			agree(t, m, Changes(m))
		})
	}
}

// Internal transitions settle before the first input, and what they show is compared too.
func TestMutantOfTheStart(t *testing.T) {
	m := parse(t, "var x : 0..3 = 0\ninput go\noutput o(v)\nlocation A, B\nt1: A -> B / x := 1; !o(x)\nt2: B -> B "+
		"on go / !o(x)")
	c, err := NewChecker(m, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, ch := range Changes(m) {
		v := c.Check(ch)
		if ch.ID(m) == "t1#0" && (v.Weak == nil || len(v.Weak) != 0 || v.StateLength != 0 || v.Strong == nil ||
			len(v.Strong) != 0) {
			t.Errorf("x := 2 at the start: got %+v, want kills by the empty word", v)
		}
	}
	agree(t, m, Changes(m))
}

// A guard is infected when it holds and should not, too: here the else is written out, so the
// mutant opens a hole in one direction and an overlap in the other.
func TestWeakKillHasTwoDirections(t *testing.T) {
	m := parse(t, "var x : 0..3 = 0\ninput set(n : 0..3)\noutput o(v)\nlocation A\nt1: A -> A on set [n < 1] / "+
		"!o(1)\nt2: A -> A on set [n >= 1] / !o(2)")
	c, _ := NewChecker(m, 0)
	for id, want := range map[string]string{"t1#2": "set(0)", "t1#3": "set(1)"} {
		for _, ch := range Changes(m) {
			if ch.ID(m) == id {
				v := c.Check(ch)
				if got := m.WordText(c.Word(v.Weak)); got != want {
					t.Errorf("%s %s: weakly killed by %s, want %s", id, After(m, &ch), got, want)
				}
			}
		}
	}
}

// Both branches do the same: the guard's mutants are weakly killed, and no oracle sees it.
func TestWeakIsNotState(t *testing.T) {
	m := parse(t, "input set(c : bool)\noutput o(v)\nlocation A\nt1: A -> A on set [c] / !o(0)\nt2: A -> A on set / !o(0)")
	c, _ := NewChecker(m, 0)
	for _, ch := range Changes(m) {
		if v := c.Check(ch); ch.site.Kind == model.GuardSite && ch.kind == model.ChangeExpr && (!v.WeakKilled ||
			v.StateLength >= 0 || v.Killed) {
			t.Errorf("%s: got %+v, want a weak kill alone", After(m, &ch), v)
		}
	}
}
