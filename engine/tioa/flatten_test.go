package tioa

import (
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/query"
)

// A system written as one component refines the system, and the other way round.
func TestFlattenedRefinesBothWays(t *testing.T) {
	uni := Study("university")
	small := `process P { clock x; int[0,2] n; bool b; state A { x <= 4 }, B; init A;
  trans A -u-> B { guard n < 2 && x >= 1; sync o!; assign n = n + 1, b = !b; }, B -> A { guard b || x > 3; sync i?; assign x = 0; },
    A -u-> A { guard n == 2; sync p!; assign x = 0, n = 0; }; }`
	for _, c := range []struct{ model, system string }{
		{uni, "Machine"}, {uni, "Researcher"}, {uni, "Machine || Researcher"}, {uni, "HalfAdm1 && HalfAdm2"},
		{uni, "Administration || Machine || Researcher"}, {uni, `Spec \\ Administration`}, {small, "P"},
	} {
		m := parse(t, c.model)
		a := ask(t, m, query.Reading{}, "get-component: "+c.system+" save-as Flat")
		if !a.Holds || !strings.Contains(a.Component, "process Flat {") {
			t.Errorf("%s: %v", c.system, a.Reasons)
			continue
		}
		flat := parse(t, a.Component)
		both := *m
		both.Automata = append(append([]*model.Automaton(nil), m.Automata...), flat.Automaton("Flat"))
		for _, q := range []string{"refinement: Flat <= " + c.system, "refinement: " + c.system + " <= Flat"} {
			if strings.Contains(c.system, `\\`) {
				continue // its states beside the invariants are no component's, see below
			}
			if r := ask(t, &both, query.Reading{}, q); !r.Holds {
				t.Errorf("%s: %v\n%s", q, r.Reasons, a.Component)
			}
		}
	}
}

// "prune: A save-as N" gives what pruning leaves as a component, the same that prune(A) stands for.
func TestPrunedIsSaved(t *testing.T) {
	m := parse(t, `
process A { clock x; state S, T { x <= 4 }, E; inconsistent E; init S;
  trans S -u-> T { sync o!; assign x = 0; }, T -> E { guard x >= 2; sync i?; }, T -u-> S { guard x <= 1; sync p!; }; }`)
	a := ask(t, m, query.Reading{}, "prune: A save-as P")
	if !a.Holds || !strings.Contains(a.Component, "process P {") || strings.Contains(a.Component, "i?") {
		t.Fatalf("got %v, %s", a.Reasons, a.Component)
	}
	both := *m
	both.Automata = append(append([]*model.Automaton(nil), m.Automata...), parse(t, a.Component).Automaton("P"))
	for _, q := range []string{"refinement: P <= prune(A)", "refinement: prune(A) <= P"} {
		if r := ask(t, &both, query.Reading{}, q); !r.Holds {
			t.Errorf("%s: %v", q, r.Reasons)
		}
	}
}
