package model

import (
	"slices"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
)

// oddNames is a machine whose inputs need quotes in a suite.
const oddNames = `s1 -"ACK(V,V,0)"|"a, b"|"\"q\""|"x\\y"|plain|"two words"/x, 3-> s2
s2 -"ACK(V,V,0)"|"a, b"|"\"q\""|"x\\y"|plain|"two words"/y-> s1
s1 ~plain/y~> s1`

// Suites as text take quoted names, as JSON does, and tests are written so that they are read back.
func TestSuitesWithQuotedNames(t *testing.T) {
	m := parse(t, oddNames)
	for text, want := range map[string]string{
		`("ACK(V,V,0)", 0)("ACK(V,V,0)", 1.5)`: `("ACK(V,V,0)", 0)("ACK(V,V,0)", 1.5)`,
		`( "a, b" , 1/2 ) (“a, b”, 1)`:         `("a, b", 0.5)("a, b", 1)`,
		`("\"q\"", 1)("x\\y", 2)`:              `("\"q\"", 1)("x\\y", 2)`,
		`("plain", 1)(plain, 2)`:               `(plain, 1)(plain, 2)`,
		`(two words, 1)("two words", 2)`:       `(two words, 1)(two words, 2)`,
		`[[["ACK(V,V,0)", 3]]]`:                `("ACK(V,V,0)", 3)`,
	} {
		tests, err := m.ReadSuite(text)
		if err != nil || len(tests) != 1 || m.Show(tests[0], false) != want {
			t.Errorf("%s: %v, %d tests", text, err, len(tests))
			continue
		}
		again, err := m.ReadSuite(want)
		if err != nil || !slices.Equal(again[0].Steps, tests[0].Steps) {
			t.Errorf("%s is not read back: %v", want, err)
		}
	}
	for _, bad := range []string{`("ACK(V,V,0), 0)`, `("plain" 1)`, `("plain", 1`, `(plain)`, `plain, 1`, `(plain, 1)(`, `("", 1)`} {
		if _, err := m.ReadSuite(bad); err == nil {
			t.Errorf("%s is read", bad)
		}
	}
}

// What is read as a suite is written so that it is read again, with the same instants.
func FuzzReadSuite(f *testing.F) {
	for _, seed := range []string{
		`("ACK(V,V,0)", 0)(plain, 1.5)`, "// comment\n(plain, 1)(plain, 1/3)\n\n# another\n(two words, 7)", `("\"q\"", 1)("x\\y", 2)`,
		`{"tests": [[["plain","1/2"],["a, b","1"]]], "expected": [["x","y"]]}`, `[[["plain","1/2"],["plain",1]]]`, `{"tests": []}`,
		`{"tests": [[["plain", "1"]]`, `(plain, 99999999999999999)`, `[[["plain"]]]`, `(plain, 2)(plain, 1)`,
	} {
		f.Add(seed)
	}
	m := parse(f, oddNames)
	f.Fuzz(func(t *testing.T, text string) {
		tests, err := m.ReadSuite(text)
		if err != nil {
			return
		}
		for _, one := range tests {
			if len(one.Steps) == 0 {
				continue
			}
			shown := m.Show(one, false)
			again, err := m.ReadSuite(shown)
			if err != nil || len(again) != 1 || m.Show(again[0], false) != shown {
				t.Fatalf("%s is not read back: %v", shown, err)
			}
		}
	})
}

// machineRoundTrip reads a text, and what it prints of it, as text and as DOT.
func machineRoundTrip(t *testing.T, text string, form format) {
	if guess(text) != form {
		return
	}
	m, diags := Parse(source.NewFile("fuzz", text))
	for _, d := range diags {
		if d.Span.Start < 0 || int(d.Span.End) > len(text) || d.Span.Start > d.Span.End {
			t.Fatalf("a place outside the text: %+v", d)
		}
	}
	if m == nil {
		return
	}
	for what, printed := range map[string]string{"text": m.Print(), "DOT": m.DOT()} {
		again, diags := Parse(source.NewFile("again", printed))
		if again == nil {
			t.Fatalf("printed as %s, it is not read: %v\n%s", what, diags, printed)
		}
		if arrows(again) != arrows(m) {
			t.Fatalf("printed as %s, it is another:\n%s", what, printed)
		}
	}
}

func FuzzReadKISS(f *testing.F) {
	for _, seed := range []string{
		".i 1\n- s t 1\n.timeout s 3 t\n- t s 0\n.complete 0", ".i 2\n.o 1\n.r B\n-0 A B 1 # c\n-1 A A 0\n-- B A 1\n.timeout A 3 B\n.e",
		".model m\n.inputs a\n.start_kiss\n.i\t1\n.o 1\n.ilb a\n.r A\n0 * A 0\n1 A B 1\n1 B B 0\n.end_kiss\n.latch_order q\n.end\n",
		".i 2\n.o 1\n-0 s s 0\n1- s s 0\n01 s s 1\n11 s s 0\n", ".i 1\n.latch\n- s s 1", ".i 20\n-------------------- s s 1",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) { machineRoundTrip(t, text, formKISS) })
}

func FuzzReadDOT(f *testing.F) {
	for _, seed := range []string{
		"digraph { s -> t [label=\"a/x\"]; t -> s [label=\"4\", style=dashed]; t -> s [label=\"a/y\"]; }",
		"digraph {\n l [timers=\"t=2,u=3\"]; d -> l [label=\"a / x\"]; l -> d [label=\"to[u] / y\"]; l -> l [label=\"to[t] / z\"]; \"l+1\" -> d [label=\"a / y\"]; __start0 -> d }",
		"digraph {\n l [timers=\"t=3\"]; d -> l [label=\"a / x\"]; l -> d [label=\"to[t] / void\"]; l -> l [label=\"a / y\" resets=t]; \"l+0\" -> d [label=4]; }",
		"digraph g {\n__start0 [label=\"\"];\n s0 -> s0 [label=\"a / x\"]; s0 -> s1 [label=\"b/y\", style=bold];\n s1 -> s0 [label=\"a / x\"]; s1->s1[label=\"b / y\"];\n __start0 -> s1;\n}",
		"digraph g {\n i [shape=point];\n i -> \"s one\";\n \"s one\" -> t [label=\"a / x\\nb/y\\l\"];\n t -> \"s one\" [label=<<table><tr><td>c</td><td>/</td><td>&lt;x&gt;</td></tr></table>>];\n complete=y }",
		"strict digraph {\n subgraph cluster_main { graph [pad=\".75\"]; __start0 -> t [penwidth=2]; }\n s:n -> t:s:w [label=\"a / x\"]\n t -> s [color=red, label=\"a / y\"]\n}\n",
		"digraph { a -> b -> c [label=\"i/o\"]; c -> a [label=\"i/o\"]", "digraph { s -> s [label=<a / x",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) { machineRoundTrip(t, text, formDOT) })
}

// A plain machine is written as .aut, too, and read back with the same numbers of everything.
func FuzzReadAUT(f *testing.F) {
	for _, seed := range []string{
		"des (0, 4, 2)\n(0, \"a / x\", 1)\n(0, b/y, 0)\n(1, \"a, b / x, y\", 1)\n(1,\"b/y\",0)\n.complete x\n",
		"des(1,2,2)\r\n(1,a/x,0)\r\n(0,a/x,1)\r\n", "des (0, 1, 1)\n(0, i, 0)\n", "des (0, 2, 3)\n(0, a/x, 0)\n(2, \"a/x, 0)\n",
		"des (0, 1, 1)\n.timeout 0 3 0\n(0, a / x, 0)\n", "des (0, 0, 0)\n", "des (0, 99999999999999999999, 1)\n(,,)\n()", "des (3, 1, 4)\n(3, // / /, 3)",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		machineRoundTrip(t, text, formAUT)
		m, _ := Parse(source.NewFile("fuzz", text))
		if m == nil || guess(text) != formAUT {
			return
		}
		written, ok := m.AUT()
		if !ok {
			return
		}
		again, diags := Parse(source.NewFile("again", written))
		if again == nil {
			t.Fatalf("%v\n%s", diags, written)
		}
		if twice, _ := again.AUT(); len(again.Transitions) != len(m.Transitions) || twice != written {
			t.Fatalf("written as .aut, it is another:\n%s\n%s", written, twice)
		}
	})
}

func FuzzReadJSON(f *testing.F) {
	for _, seed := range []string{
		`{"spec":{"states":["s"],"initial":"s","inputs":["a"],"outputs":["x"],"transitions":[{"from":"s","input":"a","output":"x","to":"s"}]},"mutation":{"timeouts":[{"from":"s","delay":2,"to":"s"}]}}`,
		`{"states":["s"],"initial":"s","inputs":["a"],"outputs":["x"],"transitions":[{"from":"s","input":"a","output":"x","to":"s"}],"timeouts":[{"from":"s","delay":"inf","to":"s"}]}`,
		`{"complete": "x", "transitions":[{"from":"s","input":"a","output":"x","to":"t"},{"from":"t","input":"b","output":"x","to":"s"}], "timeouts": []}`,
		`{"transitions": [`, `{"states": 3, "timeouts": []}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) { machineRoundTrip(t, text, formJSON) })
}
