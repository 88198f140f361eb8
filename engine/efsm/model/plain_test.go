package model

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
)

// parse reads a machine; transitions from A and B are named by their lines.
func parse(t *testing.T, text string) *Machine {
	t.Helper()
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "A ->") || strings.HasPrefix(line, "B ->") {
			lines[i] = fmt.Sprintf("t%d: %s", i, line)
		}
	}
	f := source.NewFile("", strings.Join(lines, "\n"))
	m, diags := Parse(f)
	if m == nil {
		t.Fatal(diags.Text(f))
	}
	return m
}

// word reads letters as they are shown, without blanks in them: "set(4) say(true,1)".
func word(t *testing.T, m *Machine, text string) []Letter {
	t.Helper()
	all, names := m.Letters(1000), []string(nil)
	for _, l := range all {
		names = append(names, strings.ReplaceAll(m.LetterText(l), " ", ""))
	}
	var w []Letter
	for _, name := range strings.Fields(text) {
		i := slices.Index(names, name)
		if i < 0 {
			t.Fatalf("no letter %s among %v", name, names)
		}
		w = append(w, all[i])
	}
	return w
}

// runText shows the state before a word and after each letter, with what was shown: "A0: p | A1".
func runText(m *Machine, r Run) string {
	var parts []string
	for i, c := range r.States {
		part := "dead"
		if c.Location >= 0 {
			part = m.Locations[c.Location].Name
			for _, v := range c.Values {
				part += fmt.Sprint(v)
			}
		}
		if len(r.Shown[i]) > 0 {
			part += ": " + strings.ReplaceAll(strings.ReplaceAll(strings.Join(r.Shown[i], ";"), " ", ""), ";", ", ")
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, " | ")
}

// Each line of the table in docs/efsm.md, "Semantics": x, y and b follow the location.
func TestPlainSteps(t *testing.T) {
	const head = "var x, y : 0..3 = 0\nvar b : bool = false\ninput go, set(n : -9..9), other, say(c : bool, d : 1..2)\n" +
		"output o(v), p, q(v, w)\nlocation A, B\n"
	for _, c := range []struct{ name, text, word, want string }{
		{"the first in the text", "A -> A on go / !o(1)\nA -> B on go / !o(2)",
			"go go", "A000 | A000: o(1) | A000: o(1)"},
		{"the smallest priority", "A -> A on go priority 2 / !o(2)\nA -> B on go priority 1 / !o(1)\nA -> A on go / !o(0)",
			"go", "A000 | A000: o(0)"},
		{"a guard that does not hold", "A -> A on go [x = 1] / !o(1)\nA -> B on go [x = 0] / !o(2)",
			"go", "A000 | B000: o(2)"},
		{"an else", "A -> A on go [x = 1] / !o(1)\nA -> B on go / !o(2)", "go", "A000 | B000: o(2)"},
		{"only of this location and this input", "B -> A on go / !o(1)\nA -> A on other / !o(2)\nA -> B on go", "go",
			"A000 | B000"},
		{"ignored", "A -> B on go / !p", "other go go", "A000 | A000 | B000: p | B000"},
		{"the parameters of the letter", "A -> A on set / y := n; !o(n)\nA -> A on say [c] / b := c; !q(d, b)",
			"set(3) say(true,2) say(false,1)", "A000 | A030: o(3) | A031: q(2,true) | A031"},
		{"updates read the old values", "A -> A on go / x := y + 1; y := x; !o(x)", "go go go",
			"A000 | A100: o(1) | A110: o(1) | A210: o(2)"},
		{"the last of two assignments counts", "A -> A on go / x := x + 1; x := x + 2", "go", "A000 | A200"},
		{"outputs read the new values, in order", "A -> B on go / x := 2; !o(x); !p; !o(x + 1)",
			"go", "A000 | B200: o(2), p, o(3)"},
		{"out of the range above", "A -> B on set / x := 1; y := n; !p",
			"set(3) set(4) set(1)", "A000 | B130: p | B130 | B130"},
		{"out of the range", "A -> A on set / x := 1; y := n; !p",
			"set(0) set(4) set(1)", "A000 | A100: p | dead: !error | dead"},
		{"out of the range below", "A -> A on set / y := n; !p",
			"set(0) set(-1) set(1)", "A000 | A000: p | dead: !error | dead"},
		{"a guard without a value", "A -> A on set [1 / n = 1] / !p\nA -> A on set / !o(0)", "set(2) set(1) set(0) set(1)",
			"A000 | A000: o(0) | A000: p | dead: !error | dead"},
		{"nothing after the guard that takes", "A -> A on set [n = 0] / !p\nA -> A on set [1 / n = 1] / !o(0)", "set(0)",
			"A000 | A000: p"},
		{"an update without a value", "A -> A on set / x := 6 / n; !p",
			"set(2) set(0) set(2)", "A000 | A300: p | dead: !error | dead"},
		{"an output without a value", "A -> B on set / x := 1; !p; !q(1, 1 / n)",
			"set(0) set(1)", "A000 | dead: !error | dead"},
		{"internal transitions until none is enabled", "A -> B on go / x := 3; !p\nB -> B [x > 0] / x := x - 1; !o(x)\nB -> A / !p",
			"go go", "A000 | A000: p, o(2), o(1), o(0), p | A000: p, o(2), o(1), o(0), p"},
		{"before the first input", "A -> B / x := 1; !p\nB -> B on go / !o(x)", "go", "B100: p | B100: o(1)"},
		{"a state repeats", "A -> B on go / !p\nB -> B / !o(x)", "go go", "A000 | dead: p, o(0), !diverge | dead"},
		{"a state repeats before the first input", "A -> A / !p", "other", "dead: p, !diverge | dead"},
		{"another state each time", "A -> B on go / x := 0\nB -> B [x < 3] / x := x + 1; y := 3 - x", "go go",
			"A000 | B310 | B310"},
		{"an error on an internal transition", "A -> B on go / !p\nB -> A / !o(1); !o(1 / x)", "go go",
			"A000 | dead: p, !error | dead"},
		{"an error in an internal guard", "A -> B on go / !p\nB -> A [1 / x = 1] / !o(1)",
			"go go", "A000 | dead: p, !error | dead"},
		{"an internal transition reads no parameter of the input", "A -> B on set / x := 1; !o(n)\nB -> A [x = 1] / x := 2; !o(x)",
			"set(3)", "A000 | A200: o(3), o(2)"},
		{"Boolean arguments", "A -> A on say / b := not c; !q(b, c)", "say(true,1) say(false,1)",
			"A000 | A000: q(false,true) | A001: q(true,false)"},
		{"sequential", "semantics updates = sequential\nA -> A on go / x := x + 1; y := x + 1; x := x + 1; !q(x, y)", "go",
			"A000 | A220: q(2,2)"},
		{"rejected", "semantics unspecified = reject\nA -> B on go / !p\nA -> B on set [n > 3] / !o(0)", "other set(3) set(4) go",
			"A000 | A000: !reject | A000: !reject | B000: o(0) | B000: !reject"},
		{"a dead machine rejects nothing", "semantics unspecified = reject\nA -> B on set / x := n", "set(4) go",
			"A000 | dead: !error | dead"},
		{"wrap", "semantics overflow = wrap\nA -> A on set / x := n", "set(4) set(-1) set(-4) set(-5) set(7) set(8) set(3)",
			"A000 | A000 | A300 | A000 | A300 | A300 | A000 | A300"},
		{"saturate", "semantics overflow = saturate\nA -> A on set / x := n", "set(4) set(-1) set(2) set(9)",
			"A000 | A300 | A000 | A200 | A300"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := parse(t, head+c.text)
			if got := runText(m, m.Run(word(t, m, c.word))); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// Guards are told in the order in which they are tried, up to the one that holds or has no value, also
// those of internal transitions, with the values that they read.
func TestPlainStepTellsOfGuards(t *testing.T) {
	m := parse(t, "var x : 0..3 = 2\ninput set(n : 0..3)\nlocation A, B\nA -> A on set priority 1\n"+
		"A -> A on set [n = 3]\nA -> B on set [6 / n = x] / x := n\nB -> A [x = 0]\nB -> B [x = 3] / x := 1")
	for text, want := range map[string]string{
		"set(3)": "1 [2 3] true; end",
		"set(1)": "1 [2 1] false; 2 [2 1] false; 0 [2 1] true; end",
		"set(0)": "1 [2 0] false; 2 [2 0] false; end",
	} {
		var got []string
		m.Step(Config{0, []int64{2}}, word(t, m, text)[0], func(i int, env []int64, taken bool) {
			got = append(got, fmt.Sprint(i, env, taken))
		})
		if got := strings.Join(append(got, "end"), "; "); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
	var got []string
	note := func(i int, env []int64, taken bool) { got = append(got, fmt.Sprint(i, env, taken)) }
	next, _ := m.Step(Config{0, []int64{3}}, word(t, m, "set(2)")[0], note)
	want := "1 [3 2] false; 2 [3 2] true; 3 [2] false; 4 [2] false"
	if text := strings.Join(got, "; "); next.Key() != "1 [2]" || text != want {
		t.Errorf("went to %s, and tried %s", next.Key(), text)
	}
	got = nil
	first := parse(t, "var x : 0..3 = 2\ninput go\nlocation A\nA -> A [x > 1] / x := x - 1")
	if c, _ := first.Start(note); c.Key() != "0 [1]" || strings.Join(got, "; ") != "0 [2] true; 0 [1] false" {
		t.Errorf("started in %s, and tried %s", c.Key(), strings.Join(got, "; "))
	}
}

// What remains of a value, by search: the value of the range that differs by a multiple of its size, or
// that is nearest.
func TestOverflow(t *testing.T) {
	for _, typ := range []Type{{Min: 0, Max: 3}, {Min: -2, Max: 2}, {Min: 5, Max: 5}, {Min: -7, Max: -3}} {
		for x := int64(-20); x <= 20; x++ {
			var wrapped, nearest, inside []int64
			best := int64(100)
			for v := typ.Min; v <= typ.Max; v++ {
				away := max(x-v, v-x)
				if away%(typ.Max-typ.Min+1) == 0 {
					wrapped = append(wrapped, v)
				}
				if away < best {
					best, nearest = away, []int64{v}
				}
				if x == v {
					inside = append(inside, v)
				}
			}
			for o, want := range map[Overflow][]int64{OverflowError: inside, OverflowWrap: wrapped, OverflowSaturate: nearest} {
				m := &Machine{Semantics: Semantics{Overflow: o}, Vars: []Variable{{}, {Type: typ}}}
				held, ok1 := typ.Hold(x, o)
				stored, ok2 := m.Stored(1, expr.Num(x), nil)
				if ok := len(want) > 0; ok1 != ok || ok2 != ok || ok && (held != want[0] || stored != want[0]) {
					t.Errorf("%d in %d..%d with %v: got %d %v and %d %v, want %v",
						x, typ.Min, typ.Max, overflowNames[o], held, ok1, stored, ok2, want)
				}
			}
		}
	}
	m := parse(t, "var x : 0..3\ninput set(n : 0..2)\nlocation A\nA -> A on set / x := 2 / n")
	update := m.Transitions[0].Updates[0]
	if v, ok := m.Stored(0, update.Value, []int64{0, 0}); ok || v != 0 {
		t.Errorf("2 / 0 is stored as %d", v)
	}
	if v, ok := m.Stored(0, update.Value, []int64{0, 2}); !ok || v != 1 {
		t.Errorf("2 / 2 is stored as %d, %v", v, ok)
	}
}

// Inputs are ordered as declared, parameters lexicographically, false before true.
func TestLetters(t *testing.T) {
	m := parse(t, "input b(x : 1..2, y : bool), a, c(z : -1..1)\nlocation A\nA -> A on a")
	want := "b(1, false) b(1, true) b(2, false) b(2, true) a c(-1) c(0) c(1)"
	for most, want := range map[int]string{1000: want, 8: want, 7: "", 4: "", 3: "", 2: ""} {
		if got := m.WordText(m.Letters(most)); got != want {
			t.Errorf("at most %d: got %s, want %s", most, got, want)
		}
	}
	wide := parse(t, "input a(x : 1..2, y : 1..1000, z : 1..2)\nlocation A\nA -> A on a")
	if got := len(wide.Letters(4000)); got != 4000 || wide.Letters(3999) != nil || wide.Letters(1) != nil {
		t.Errorf("got %d letters, want 4000 or none", got)
	}
}

func TestFirstDifference(t *testing.T) {
	run := func(shown ...[]string) Run { return Run{Shown: shown} }
	a := run(nil, []string{"p", "q"}, []string{"p"})
	for _, c := range []struct {
		b    Run
		want int
	}{
		{a, -1}, {run([]string{"p"}, []string{"q"}, []string{"q"}), 0}, {run(nil, []string{"q", "p"}, []string{"q"}), 1},
		{run(nil, []string{"pq"}, []string{"p"}), 1}, {run(nil, []string{"p", "q"}, nil), 2},
	} {
		if got := FirstDifference(a, c.b); got != c.want {
			t.Errorf("%v: got %d, want %d", c.b.Shown, got, c.want)
		}
	}
}

// A chain of internal transitions ends, whatever it counts to: 10,000 of them are fired, the next one is divergence.
func TestChainsEnd(t *testing.T) {
	for limit, want := range map[int]string{10_000: "cup", 10_001: "!diverge", 1_000_000_000: "!diverge"} {
		text := fmt.Sprintf("machine m\nvar x : 0..%d = 0\ninput go\noutput cup\nlocation A, B, C\n"+
			"t1: A -> B on go\nt2: B -> B [x < %d] / x := x + 1\nt3: C -> C on go\n", limit, limit-1)
		text += "t4: B -> C / !cup\n"
		m, d := Parse(source.NewFile("m", text))
		if m == nil {
			t.Fatal(d)
		}
		c, _ := m.Start(nil)
		if _, shown := m.Step(c, Letter{Input: 0}, nil); len(shown) != 1 || shown[0] != want {
			t.Errorf("a chain of %d: %v, want %s", limit, shown, want)
		}
	}
}

// A state's name has been the same since reports have it.
func TestKey(t *testing.T) {
	for _, c := range []Config{{}, {Location: -1, Values: []int64{0}}, {Location: 3, Values: []int64{-7, 0, 1 << 40}}} {
		if got, want := c.Key(), fmt.Sprint(c.Location, c.Values); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
