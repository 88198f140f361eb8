package tioa

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/tioa/game"
	"github.com/mutarium/mutarium/engine/tioa/query"
)

// Consistency of conjunctions as products: both sides may be consistent and their conjunction not.
// The expected answers for the university are those of the tests of Reveaal (samples EcdarUniversity).
func TestConjunctionsOfTheUniversity(t *testing.T) {
	m := parse(t, Study("university"))
	names := []string{"Adm2", "Administration", "HalfAdm1", "HalfAdm2", "Machine", "Machine2", "Machine3", "Researcher", "Spec"}
	bad := map[string]bool{
		"Adm2 && Administration": true, "Adm2 && Spec": true, "Administration && HalfAdm1": true, "Administration && HalfAdm2": true,
		"Administration && Spec": true, "HalfAdm1 && Spec": true, "HalfAdm2 && Spec": true,
	}
	for i, x := range names {
		for _, y := range names[i:] {
			pair := x + " && " + y
			a := ask(t, m, query.Reading{}, "consistency: "+pair)
			if a.Holds == bad[pair] || a.Unknown {
				t.Errorf("%s: got %v, want %v: %v", pair, a.Holds, !bad[pair], a.Reasons)
			}
		}
	}
}

// A conjunction too large to be asked as a product is passed over, and the answer says so.
func TestLargeConjunction(t *testing.T) {
	m := parse(t, Study("university"))
	part := "((Adm2 && HalfAdm1 && HalfAdm2) || Machine || Researcher)"
	a := ask(t, m, query.Reading{Limit: 4000}, "consistency: ("+part+" && "+part+" && "+part+" && "+part+`) \\ Adm2`)
	if !a.Holds || a.Unknown || len(a.Notes) == 0 {
		t.Errorf("got %v %v %v", a.Holds, a.Reasons, a.Notes)
	}
}

// Reachability in the two notations of the engines, after the tests of Reveaal: a start that is
// given leaves clocks open.
func TestReachabilityNotations(t *testing.T) {
	m := parse(t, strings.NewReplacer("coined", "L4").Replace(Study("university")))
	for _, c := range []struct {
		query string
		want  bool
	}{
		{"Machine @ Machine.idle && Machine.y<6 -> Machine.L4 && Machine.y<=6", true},
		{"Machine @ Machine.idle -> Machine.L4 && Machine.y>7", false},
		{"Machine @ Machine.L4 && Machine.y<=6 -> Machine.idle && Machine.y>=4", true},
		{"Machine @ Machine.idle && Machine.y<1 -> Machine.idle && Machine.y<2", true},
		{"Machine @ Machine.idle -> Machine.idle", true},
		{"Machine @ Machine.idle -> true", true},
		{"Machine || Researcher @ Machine.idle && Researcher.idle -> Machine.L4 && Researcher.coffee_drunk", true},
		{"Machine || Researcher @ Machine.idle && Researcher.asleep -> Machine.idle && Researcher.tea_drunk", false},
		{"Researcher @ Researcher.asleep -> Researcher.tea_drunk", false},
		{"Machine || Researcher @ Machine.idle && Researcher.idle -> Machine.L4", true},
		{"Machine || Researcher @ Machine.idle && Researcher.asleep -> Machine.L4", true},
		{"Researcher[1] && Researcher[2] @ init -> Researcher[1].tea_drunk", true},
		{"Researcher[1] && Researcher[2] @ Researcher[1].asleep && Researcher[2].asleep -> Researcher[1].asleep && Researcher[2].asleep && Researcher[1].x>5", true},
		{"Researcher[1] && Researcher[2] @ Researcher[1].asleep && Researcher[2].asleep -> Researcher[1].idle && Researcher[2].asleep", false},
		{"Machine -> [idle](y<6); [L4](y<=6)", true},
		{"Machine -> [idle](); [L4](y>7)", false},
		{"Machine || Researcher -> [idle, idle](); [L4, _]()", true},
		{"Machine || Researcher -> [idle, asleep](); [_, tea_drunk]()", false},
		{"Researcher && Researcher -> [tea_drunk, _]()", true},
		{"E<> Researcher.asleep", true},
		{"E<> Machine.L4 && Administration.paper", true},
		{"E<> Machine.L4 && Machine.y > 6", false},
	} {
		asked := "reachability: " + c.query
		if strings.HasPrefix(c.query, "E") {
			asked = c.query
		}
		a := ask(t, m, query.Reading{}, asked)
		if a.Holds != c.want || a.Unknown {
			t.Errorf("%s: got %v, want %v: %v", c.query, a.Holds, c.want, a.Reasons)
		}
		if a.Holds && a.Trace == nil {
			t.Errorf("%s: no run", c.query)
		}
	}
}

// Constants may stand beside clocks: they are moved to the other side.
func TestLinearComparisons(t *testing.T) {
	for guard, at := range map[string]string{
		"( x-2>5 )": "x>7", "x + 1 <= 4": "x<=3", "3 + x == y + 1": "x-y==-2", "2 > x - y + 1": "x-y<1", "4 - x < 1": "x>3",
	} {
		m := parse(t, fmt.Sprintf("process P { clock x, y; state A; init A; trans A -u-> A { guard %s; sync o!; }; }", guard))
		sys := compiled(t, m, "P", game.NewSymbols())
		if got := sys.Locs[0].Edges[0].Guard.Text(sys.Names()); got != at {
			t.Errorf("%s: got %s, want %s", guard, got, at)
		}
	}
}
