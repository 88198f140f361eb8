package efsm

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/efsm/referee"
	"github.com/mutarium/mutarium/engine/source"
)

// The paper's search, corrected, finds an observation exactly where the closure does, breadth
// first and depth first, with the static bound and without.
func TestFindObservationAgreesWithTheClosure(t *testing.T) {
	for _, e := range Gallery() {
		if e.Name == "transport" || e.Name == "tcp" || e.Name == "inflight" {
			continue // the search without its bound takes long there
		}
		m, _ := model.Parse(source.NewFile(e.Name, e.Text))
		c, err := NewChecker(m, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, ch := range Changes(m) {
			v := c.Check(ch)
			want, _ := c.Dataflow(&ch, &v)
			for _, dfs := range []bool{false, true} {
				for _, prune := range []bool{false, true} {
					got := c.onTheFly(&ch, &v, dfs, prune)
					if got.Found != want {
						t.Errorf("%s %s dfs %t prune %t: the search says %t, the closure %t", e.Name, ch.ID(m), dfs, prune,
							got.Found, want)
					}
				}
			}
		}
	}
}

// Example 5 of the paper: a mutant of cond in Fig. 6 is not observable. The search expands 2n+1
// states, paths ended and resumed grow with the square of n.
func TestExample5(t *testing.T) {
	for n, want := range map[int][3]int{5: {11, 9, 4}, 10: {21, 30, 20}, 20: {41, 110, 90}} {
		m, d := model.Parse(source.NewFile("", fig6(n)))
		if m == nil {
			t.Fatal(d)
		}
		c, err := NewChecker(m, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, ch := range Changes(m) {
			if ch.ID(m) != "if2#1" {
				continue
			}
			v := c.Check(ch)
			for k := range v.hits[0].hit { // cond is false: the original goes on at line 4
				v.hits[0].hit[k] = v.hits[0].hit[k] && !v.hits[0].all[v.hits[0].first[k]].taken
			}
			o := c.onTheFly(&ch, &v, false, false)
			if got := [3]int{o.Visited, o.Ended, o.Resumed}; o.Found || got != want {
				t.Errorf("n %d: found %t, visited, ended, resumed %v, want %v", n, o.Found, got, want)
			}
			if o = c.onTheFly(&ch, &v, false, true); o.Found || o.Visited != 0 {
				t.Errorf("n %d: with the static bound %d states are visited, want none", n, o.Visited)
			}
		}
	}
}

// fig6 writes Fig. 6 of the paper for any n.
func fig6(n int) string {
	var b strings.Builder
	b.WriteString("var A : 0..1 = 0\ninput start, cond(c : bool)\noutput OUTPUT(x)\nlocation P0, P1, P2, P3")
	for l := 4; l <= 2*n+4; l++ {
		fmt.Fprintf(&b, ", P%d", l)
	}
	b.WriteString("\nstart: P0 -> P1 on start\ns1: P1 -> P2 / A := 0\nif2: P2 -> P3 on cond [c]\nelse2: P2 -> P4 " +
		"on cond\ns3: P3 -> P4 / A := 1\n")
	for k := 1; k <= n; k++ {
		l := 2*k + 2
		fmt.Fprintf(&b, "var X%d : 0..1 = 0\ninput k%d(c : bool)\n", k, k)
		fmt.Fprintf(&b, "if%d: P%d -> P%d on k%d [c]\nelse%d: P%d -> P%d on k%d\ns%d: P%d -> P%d / !OUTPUT(X%d)\n",
			l, l, l+1, k, l, l, l+2, k, l+1, l+1, l+2, k)
	}
	return b.String()
}

// The closure, backwards over all states for all mutants, answers as the definition followed forwards
// for each mutant.
func TestDataflowAgreesWithTheDefinition(t *testing.T) {
	for _, e := range Gallery() {
		t.Run(e.Name, func(t *testing.T) {
			sameFlow(t, galleryMachine(t, e.Name))
		})
	}
}

func sameFlow(t *testing.T, m *model.Machine) {
	t.Helper()
	c, err := NewChecker(m, 0)
	if err != nil {
		t.Fatal(err)
	}
	r, err := referee.New(m, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, ch := range Changes(m) {
		v := c.Check(ch)
		plain, uses := c.Dataflow(&ch, &v)
		p, u, ok := r.Dataflow(&Faults(m, []Change{ch})[0])
		if !ok || plain != p || uses != u {
			t.Errorf("%s %s -> %s: the closure says %t and %t, the definition %t and %t", ch.ID(m), Before(m, &ch), After(m,
				&ch), plain, uses, p, u)
		}
	}
}

// Where both sides of a decision lead to the same location, nothing behind it depends on it.
func TestRegionOfOneTargetIsEmpty(t *testing.T) {
	flowOf(t, "var x : 0..1 = 0\ninput a, b\noutput o\nlocation A\nt: A -> A on a [x = 0] / x := 1\nu: A -> A on b "+
		"/ !o", "t#0", false)
	flowOf(t, "var x : 0..1 = 0\ninput a, b\noutput o\nlocation A, B\nt: A -> B on a [x = 0] / x := 1\nu: A -> B "+
		"on a\nv: B -> B on b / !o", "t#0", false)
	flowOf(t, "var x : 0..1 = 0\ninput a, b\noutput o\nlocation A, B\nt: A -> B on a [x = 0] / x := 1\nu: A -> A "+
		"on a\nv: B -> B on b / !o", "t#0", true)
	flowOf(t, "var x : 0..1 = 0\ninput a, b\noutput o\nlocation A\nt: A -> A on a [x = 0] / !o\nu: A -> A on b",
		"t#0", true)
}

// A rejected input is an output.
func TestRejectIsAnOutput(t *testing.T) {
	const text = "var x : 0..1 = 0\ninput a\nlocation A\nt: A -> A on a [x = 0]"
	flowOf(t, text, "t#0", false)
	flowOf(t, "semantics unspecified = reject\n"+text, "t#0", true)
	const other = "var x : 0..1 = 0\ninput a, b\nlocation A, B\nt: A -> B on a [x = 0]\nu: A -> A on a\nv: A -> A " +
		"on b\nw: B -> A on a"
	flowOf(t, other, "t#0", false)
	flowOf(t, "semantics unspecified = reject\n"+other, "t#0", true) // B rejects b
}

// A mutant that ignores the input stays where it is, and shows what is shown there.
func TestIgnoringMutantStaysInTheRegion(t *testing.T) {
	flowOf(t, "input a, b\noutput o\nlocation A, E\nvar c : bool = true\nt: A -> A on a / !o\nu: A -> E on b [c]",
		"u#0", true)
}

// Guards of internal transitions that do not hold are evaluated at rest: what they read is used.
func TestGuardsAtRestAreUses(t *testing.T) {
	for _, head := range []string{"", "semantics unspecified = reject\n", "semantics updates = sequential\n"} {
		m := parse(t, head+"var x : 0..1 = 0\ninput a\noutput o\nlocation A, B\nt: A -> A on a / x := 0\ni: A -> B [x "+
			"= 1] / !o")
		sameFlow(t, m)
		c, _ := NewChecker(m, 0)
		for _, ch := range Changes(m) {
			if v := c.Check(ch); ch.ID(m) == "t#0" {
				if plain, uses := c.Dataflow(&ch, &v); plain || !uses || !v.Killed {
					t.Errorf("%sgot %t and %t, want a predicate use", head, plain, uses)
				}
			}
		}
	}
}

// flowOf checks the data-flow answer for one mutant, of both implementations.
func flowOf(t *testing.T, text, id string, want bool) {
	t.Helper()
	m := parse(t, text)
	sameFlow(t, m)
	c, _ := NewChecker(m, 0)
	for _, ch := range Changes(m) {
		if ch.ID(m) == id {
			v := c.Check(ch)
			if got, _ := c.Dataflow(&ch, &v); got != want {
				t.Errorf("%s: got %t, want %t, in\n%s", id, got, want, text)
			}
		}
	}
}
