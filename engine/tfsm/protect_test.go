package tfsm

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tfsm/model"
)

var everyOperator = []string{"marked", "output", "transfer", "timeout-dec", "timeout-inc", "timeout-inf", "timeout-transfer", "extra-states", "chaos", "any"}

// mutantsOf lists the ids of a text's mutants with the lines on which the text is changed.
func mutantsOf(t *testing.T, text string, operators ...string) (ids []string, lines map[string]bool) {
	t.Helper()
	d, err := DomainOf(parse(t, text), Request{Operators: operators})
	if err != nil {
		t.Fatal(err)
	}
	lines = map[string]bool{}
	for _, m := range d.List(Choosing{Order: 1}).All() {
		ids = append(ids, m.ID())
		r := m.Describe()
		for _, e := range r.Changes() {
			lines[fmt.Sprint(e.Span.Line)] = true
		}
	}
	return ids, lines
}

// A protected part makes no mutants, by whatever operator, and renames none; a text that is protected as a whole has
// an empty fault domain.
func TestProtectionMarks(t *testing.T) {
	for name, x := range map[string]struct{ open, on, off, rest string }{
		"text":            {"s1 -a/x, 4-> s2\n", "// mutarium: off\n", "// mutarium: on\n", "s2 -a/y, 2-> s1\ns1 ~a/y~> s2\ns1 ~3~> s2\ns2 ~a/x~> s1\n"},
		"text, hash":      {"s1 -a/x, 4-> s2\n", "# mutarium: off\n", "% mutarium: on\n", "s2 -a/y, 2-> s1\ns1 ~a/y~> s2\ns1 ~3~> s2\ns2 ~a/x~> s1\n"},
		"text, end":       {"s1 -a/x, 4-> s2 // mutarium: on\n", "// mutarium: off\n", "", "s2 -a/y, 2-> s1\ns1 ~a/y~> s2\n"},
		"KISS2":           {".i 1\n0 s1 s2 1\n.timeout s1 4 s2\n", "# mutarium: off\n", "# mutarium: on\n", "0 s2 s1 0\n.timeout s2 2 s1\n"},
		"DOT":             {"digraph {\ns1 -> s2 [label=\"a/x\"];\ns1 -> s2 [label=\"4\"];\n", "// mutarium: off\n", "/* mutarium: on */\n", "s2 -> s1 [label=\"a/y\"];\ns2 -> s1 [label=\"2\"];\n"},
		"dashed and star": {"s1 -a/x, 4-> s2\n", "// mutarium: off\n", "// mutarium: on\n", "s2 -a/y, 2-> s1\n* ~*/*~> *\n* ~1..5|inf~> *\n"},
	} {
		end := ""
		if name == "DOT" {
			end = "}\n"
		}
		marked := x.open + x.on + x.rest + x.off + end
		blank := func(s string) string { return strings.Repeat("\n", strings.Count(s, "\n")) }
		plain := x.open + blank(x.on) + x.rest + blank(x.off) + end
		all, _ := mutantsOf(t, plain, everyOperator...)
		some, lines := mutantsOf(t, marked, everyOperator...)
		if len(some) == 0 || len(some) >= len(all) {
			t.Errorf("%s: %d of %d mutants", name, len(some), len(all))
		}
		for _, id := range some {
			if !slices.Contains(all, id) {
				t.Errorf("%s: without marks there is no mutant %s", name, id)
			}
		}
		first := strings.Count(x.open+x.on, "\n") + 1
		for n := range strings.Count(x.rest, "\n") {
			if lines[fmt.Sprint(first+n)] && !strings.Contains(x.rest, "~") {
				t.Errorf("%s: line %d is changed", name, first+n)
			}
		}
		if whole, _ := mutantsOf(t, x.on+plain, everyOperator...); name != "DOT" && name != "KISS2" && name != "text, end" && len(whole) != 0 {
			t.Errorf("%s: protected as a whole, it has the mutants %v", name, whole)
		}
	}
}

// The fault domain, its suites and the tools know nothing of protected transitions.
func TestProtectionBoundsTheDomain(t *testing.T) {
	text := "s1 -a/x, 4-> s2\n// mutarium: off\ns2 -a/y, 2-> s1\n// mutarium: on\n* ~*/*~> *\n* ~1..5|inf~> *\n"
	m := parse(t, text)
	d, err := DomainOf(m, Request{Operators: []string{"marked"}})
	if err != nil || d.Selections().String() != "48" { // of s1 alone: 2·2 by a, 5·2 + 2 timeouts
		t.Fatalf("%v, %s selections", err, d.Selections())
	}
	if n := m.Mutated(); n != 14 { // 4 - 1 by a, 12 - 1 timeouts
		t.Errorf("%d mutated transitions", n)
	}
	s := Generate(context.Background(), d, GenerateOptions{})
	if r := d.Brute(context.Background(), s.Steps()); !s.Finished || !r.Holds {
		t.Errorf("finished %v, complete %v", s.Finished, r.Holds)
	}
	for _, one := range m.Transitions {
		if _, err := d.ByNames([]string{one.ID}); (err != nil) != one.Protected {
			t.Errorf("%s: %v", m.ArrowOf(one), err)
		}
	}
}

func TestUnknownMarkIsWarned(t *testing.T) {
	m, diags := model.Parse(source.NewFile("m", "s1 -a/x-> s1 // mutarium: of\ns1 ~2~> s1"))
	if m == nil || !strings.Contains(fmt.Sprint(diags), "got 'mutarium: of', want 'mutarium: off' or 'mutarium: on'") {
		t.Errorf("got %v", diags)
	}
}
