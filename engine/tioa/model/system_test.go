package model

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
)

func read(t *testing.T, text string) (*Model, string) {
	t.Helper()
	f := source.NewFile("model", text)
	m, d := Parse(f)
	if m == nil {
		t.Fatal(d.Text(f))
	}
	return m, strings.Join(messages(f, d), "\n")
}

// Only what the system line lists is a process. A template of which there is an instance takes no
// part in sharing; a query may still name it.
func TestTemplateBesideItsInstance(t *testing.T) {
	m, said := read(t, "clock x; process P() { state a { x <= 5 }; init a; trans a -u-> a { sync o!; assign x = 0; }; }\np = P(); system p;")
	if said != "" || len(m.Processes()) != 1 || m.Automata[0].Name != "p" || len(m.Automata[0].Clocks) != 1 {
		t.Errorf("got %v %q", m.Names(), said)
	}
	if a := m.Automaton("P"); a == nil || !a.Template || len(a.Clocks) != 1 {
		t.Errorf("the template is lost: %v", a)
	}
	again, said := read(t, m.Print())
	if len(again.Processes()) != 1 || again.Automata[0].Name != "p" || !strings.Contains(said, "unused-template: 'P'") {
		t.Errorf("printed: %v %q", again.Names(), said)
	}
}

// Two instances share what is declared for all; two templates that are not on the system line do not.
func TestSharingAmongProcesses(t *testing.T) {
	const template = "process %s() { state a { x <= 5 }; init a; trans a -u-> a { sync o!; }; }\n"
	const unused = "3:9 warning unused-template: 'Q' is not on the system line: it is no process, and only queries that name it see it"
	for system, want := range map[string]string{
		"p = P(); q = P(); system p, q;": "1:7 error unsupported: clock 'x' is shared by p and q: shared clocks and variables are not supported\n" + unused,
		"p = P(); system p;":             unused,
		"system P, Q;":                   "1:7 error unsupported: clock 'x' is shared by P and Q: shared clocks and variables are not supported",
		"system nothing;":                "1:7 error unsupported: clock 'x' is shared by P and Q: shared clocks and variables are not supported\n4:8 warning undefined-process: 'nothing' is not declared: it is passed over",
	} {
		f := source.NewFile("", "clock x;\n"+fmt.Sprintf(template, "P")+fmt.Sprintf(template, "Q")+system)
		_, d := Parse(f)
		if got := strings.Join(messages(f, d), "\n"); got != want {
			t.Errorf("%s: got %q, want %q", system, got, want)
		}
	}
}

// Instances of a template have one text; a change of it changes all of them.
func TestSiblings(t *testing.T) {
	m, _ := read(t, "process P() { state a; init a; } process Q { state a; init a; } p = P(); q = P(); system p, q, Q;")
	if got := m.Siblings(m.Automaton("p")); !slices.Equal(got, []string{"q"}) {
		t.Errorf("got %v", got)
	}
	if got := m.Siblings(m.Automaton("Q")); got != nil {
		t.Errorf("got %v", got)
	}
}

// Old files join conditions by commas, which bind weaker than any operator.
func TestCommasAreConjunctions(t *testing.T) {
	m, said := read(t, `process P { clock x, y; int[0,3] n; state a { x <= 5, y <= 6 }; init a;
trans a -u-> a { guard x >= 1, n == 0 || y > 2, y <= 4; sync o!; assign x = 0, n = 1; }; } system P;`)
	a := m.Automata[0]
	if got := expr.Uppaal.Print(a.Locations[0].Invariant); got != "x <= 5 && y <= 6" || said != "" {
		t.Errorf("got %s %q", got, said)
	}
	if got := expr.Uppaal.Print(a.Edges[0].Guard); got != "x >= 1 && (n == 0 || y > 2) && y <= 4" || len(a.Edges[0].Updates) != 2 {
		t.Errorf("got %s", got)
	}
	m, _ = read(t, `<nta><template><name>P</name><declaration>clock x;</declaration><location id="a"/><init ref="a"/><transition><source ref="a"/><target ref="a"/>
<label kind="guard">x &gt;= 1, x &lt; 5</label><label kind="synchronisation">o!</label></transition></template><system>system P;</system></nta>`)
	if got := expr.Uppaal.Print(m.Automata[0].Edges[0].Guard); got != "x >= 1 && x < 5" {
		t.Errorf("got %s", got)
	}
}

// Branch points are refused by name, once, and the edges to and from them are not called wrong.
func TestBranchPointsAreNamed(t *testing.T) {
	for text, want := range map[string]string{
		`process P { state a; branchpoint b, c; init a; trans a -> b { }, b -> a { }, c -> a { }; } system P;`: "1:22 error unsupported: branch points are not supported",
		`<nta><template><name>P</name><location id="a"/><branchpoint id="b"/><branchpoint id="c"/><init ref="a"/><transition><source ref="a"/><target ref="b"/></transition>
<transition><source ref="c"/><target ref="a"/></transition></template><system>system P;</system></nta>`: "1:48 error unsupported: branch points are not supported",
	} {
		f := source.NewFile("", text)
		m, d := Parse(f)
		var errors []string
		for i, x := range d {
			if x.Severity == source.Error {
				errors = append(errors, messages(f, d)[i])
			}
		}
		if got := strings.Join(errors, "\n"); m != nil || got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// Large texts are read in time that grows with their length: each of these took half a minute or
// more where reading was quadratic.
func TestLargeTexts(t *testing.T) {
	list := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	const process = "process P { %s state a; init a; trans a -u-> a { guard %s; sync o!; }; } system P;"
	m, _ := read(t, "process P { state "+list(100_000, "s%d")+"; init s0; trans "+list(10_000, "s%d -u-> s1 { sync o!; }")+"; } system P;")
	if got := m.Automata[0]; len(got.Locations) != 100_000 || len(got.Edges) != 10_000 {
		t.Errorf("got %d locations and %d edges", len(got.Locations), len(got.Edges))
	}
	if m, _ := read(t, fmt.Sprintf(process, "clock "+list(100_000, "x%d")+";", "x7 > 1")); len(m.Automata[0].Clocks) != 100_000 {
		t.Error("clocks are lost")
	}
	if m, _ := read(t, fmt.Sprintf(process, "bool b;", "b"+strings.Repeat(" && b", 100_000))); m.Automata[0].Edges[0].Guard.Op != expr.And {
		t.Error("a part of the guard is lost")
	}
	if m, _ := read(t, "process P() { state a; init a; } "+strings.ReplaceAll(list(20_000, "p%d = P();"), ",", " ")+" system "+list(20_000, "p%d")+";"); len(m.Processes()) != 20_000 {
		t.Error("instances are lost")
	}
	if m, _ := read(t, "/*@ features f */ process P { state a; init a; trans "+list(20_000, "a -> a { /*@ f */ sync a%d?; }")+"; } system P;"); len(m.Families[0].Whens) != 20_000 {
		t.Error("feature expressions are lost")
	}
	for _, nested := range []string{strings.Repeat("not ", 200_000) + "b", strings.Repeat("b imply ", 100_000) + "b"} {
		f := source.NewFile("", fmt.Sprintf(process, "bool b;", nested))
		if _, d := Parse(f); !d.HasErrors() || d[0].Code != "too-deep" {
			t.Errorf("got %v", d)
		}
	}
}
