package engine

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
)

// framed puts the example of an operator of timed automata into a process around it.
func framed(before string) string {
	head := "broadcast chan go, back, stop;\nprocess P {\n  clock x, y;\n  int[0,1] n, on;\n"
	states, edges := "state a, b, c; init a;", before
	label := regexp.MustCompile(`^(guard|sync|assign) `).FindString(before)
	switch {
	case strings.Contains(before, "trans"):
		return head + before + "\n}\nsystem P;\n"
	case strings.HasPrefix(before, "state"):
		states, edges = strings.TrimSuffix(before, ";")+", b; init a;", "a -> b { sync go!; }"
	case label == "sync ":
		edges = "a -> b { " + before + " }, b -> a { sync stop!; }"
	case label == "guard ":
		edges = "a -> b { " + before + " sync go!; }"
	case label == "assign ":
		edges = "a -> b { sync go!; " + before + " }"
	}
	return head + states + " trans " + edges + ";\n}\nsystem P;\n"
}

// Each example of an operator of timed automata is what the operator makes of it. The other
// formalisms test theirs beside their operators.
func TestOperatorExamplesOfTimed(t *testing.T) {
	if !Holds("timed") {
		t.Skip("another part of the engine holds timed automata")
	}
	squeeze := func(text string) string { return strings.Join(strings.Fields(text), "") }
	for _, op := range (timedGames{}).Describe().Operators {
		text := framed(op.Before)
		f := source.NewFile("example.xta", text)
		m, d := Open(timedGames{}, f)
		if m == nil {
			t.Errorf("%s: %s\n%s", op.Name, d.Text(f), text)
			continue
		}
		all, err := m.Mutants(Selection{Operators: []string{op.Name}, Order: 1})
		if err != nil {
			t.Errorf("%s: %v", op.Name, err)
		}
		found := false
		for _, x := range all {
			found = found || strings.Contains(squeeze(MutantText(text, x.Describe())), strings.TrimSuffix(squeeze(op.After), ";"))
		}
		if !found {
			t.Errorf("%s does not make %q of %q", op.Name, op.After, op.Before)
			for _, x := range all {
				t.Log(MutantText(text, x.Describe()))
			}
		}
	}
}

// figure1 is S1 of the paper on timed FSMs, from which the examples of its operators are.
const figure1 = `s1 -a/x-> s1
s1 -b/x-> s2
s1 -4-> s4
s2 -b/x-> s2
s2 -a/x-> s3
s3 -a/x-> s3
s3 -b/x-> s4
s3 -5-> s2
s4 -a/y-> s1
s4 -b/x-> s4
`

// Each example of an operator of timed FSMs: the specification's arrow stands in Figure 1, and some
// mutant has the other in its place. Of chaos the example is what it adds, not a mutant.
func TestOperatorExamplesOfTFSM(t *testing.T) {
	if !Holds("tfsm") {
		t.Skip("another part of the engine holds timed FSMs")
	}
	for _, op := range (tfsmFormalism{}).Describe().Operators {
		arrow, marked, _ := strings.Cut(op.Before, "\n")
		text := strings.Replace(figure1, arrow+"\n", op.Before+"\n", 1)
		if text == figure1 && marked != "" || !strings.Contains(text, arrow+"\n") {
			t.Errorf("%s: %q is not in Figure 1", op.Name, op.Before)
		}
		if op.Name == "chaos" {
			continue
		}
		m, d := Open(tfsmFormalism{}, source.NewFile("example.tfsm", text))
		if m == nil {
			t.Fatalf("%s: %v", op.Name, d)
		}
		all, err := m.Mutants(Selection{Operators: []string{op.Name}, Order: 1})
		if err != nil {
			t.Fatalf("%s: %v", op.Name, err)
		}
		want, _, _ := strings.Cut(op.After, "\n")
		if !slices.ContainsFunc(all, func(x Mutant) bool { return strings.Contains(MutantText(text, x.Describe()), want+"\n") }) {
			t.Errorf("%s does not make %q of %q", op.Name, want, op.Before)
		}
	}
}
