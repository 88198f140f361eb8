package tioa

import (
	"context"
	"fmt"
	"math/rand"
	"runtime"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/query"
)

// randomOperand makes a system of the processes L, R, T and U.
func randomOperand(r *rand.Rand, depth int) string {
	if depth == 0 || r.Intn(3) == 0 {
		name := []string{"L", "R", "T", "U"}[r.Intn(4)]
		if r.Intn(6) == 0 {
			return "prune(" + name + ")"
		}
		return name
	}
	sign := []string{" || ", " && ", " && ", ` \\ `, " || "}[r.Intn(5)]
	s := "(" + randomOperand(r, depth-1) + sign + randomOperand(r, depth-1) + ")"
	if r.Intn(8) == 0 {
		return "prune" + s
	}
	return s
}

func randomQuery(r *rand.Rand, m *model.Model) string {
	o := randomOperand(r, 2)
	switch k := r.Intn(10); {
	case k == 0:
		return "refinement: " + o + " <= " + o
	case k < 4:
		return "refinement: " + o + " <= " + randomOperand(r, 2)
	case k < 7:
		a := m.Automata[r.Intn(3)]
		sign := []string{" || ", " && ", ` \\ `}[r.Intn(3)]
		q := "reachability: " + a.Name + sign + "U -> " + a.Name + "." + a.Locations[r.Intn(len(a.Locations))].ID
		if len(a.Clocks) > 0 {
			q += fmt.Sprintf(" && %s.%s %s %d", a.Name, a.Clocks[r.Intn(len(a.Clocks))].Name, []string{"<", "<=", ">", ">=", "=="}[r.Intn(5)], r.Intn(6))
		}
		return q
	}
	return []string{"consistency", "determinism", "implementation", "specification", "prune", "get-component"}[r.Intn(6)] + ": " + o
}

// Whatever is asked gets an answer within the budgets: no query brings the engine down, and what is
// refuted by a game has a trace, which was replayed.
func TestRandomQueries(t *testing.T) {
	rounds := int64(400)
	if testing.Short() {
		rounds = 100
	}
	decided, undecided := 0, 0
	for seed := range rounds {
		r := rand.New(rand.NewSource(seed))
		text := ""
		for _, name := range []string{"L", "R", "T", "U"} {
			text += randomProcess(r, name)
		}
		m := parse(t, text)
		q := randomQuery(r, m)
		flag := func() bool { return r.Intn(3) == 0 }
		a := ask(t, m, query.Reading{Limit: 3000, PruneFirst: flag(), AllActions: flag(), AsWritten: flag(), StrictConjunction: flag(), Strategy: flag()}, q)
		if a.Unknown {
			undecided++
		} else {
			decided++
		}
		if !a.Holds && len(a.Reasons) == 0 {
			t.Errorf("seed %d: %s: no reason", seed, q)
		}
		for _, x := range a.Reasons {
			switch x.Code {
			case "internal":
				t.Errorf("seed %d: %s: %s\n%s", seed, q, x.Text, text)
			case "delay", "output", "input", "empty-start":
				if a.Trace == nil {
					t.Errorf("seed %d: %s: no trace", seed, q)
				}
			}
		}
	}
	t.Logf("%d decided, %d not", decided, undecided)
	if undecided > decided/50 {
		t.Errorf("%d decided, %d not", decided, undecided)
	}
}

// A union of zones over many clocks can grow without end where few locations are looked at: the budget
// of pairs ends that, and follows from that of zones.
func TestConsistencyBudget(t *testing.T) {
	r := rand.New(rand.NewSource(1081))
	text := ""
	for _, name := range []string{"L", "R", "T", "U"} {
		text += randomProcess(r, name)
	}
	a := ask(t, parse(t, text), query.Reading{Limit: 10_000}, `prune: (prune(R) && T) || (R \\ L)`)
	if !a.Unknown || a.Reasons[0].Text != "the budget of 500000 pairs of zones ran out" {
		t.Errorf("got %v, %v", a.Unknown, a.Reasons)
	}
}

// A context that ends leaves the query at hand, and those behind it, undecided.
func TestQueriesStop(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("one thread cannot be stopped from another")
	}
	m := parse(t, crowd(7))
	ctx, stop := context.WithCancel(context.Background())
	s := query.NewSession(m, query.Reading{Limit: 1 << 40})
	go stop() // before or in the middle of a search that would take hours
	answers, d := s.Ask(ctx, source.NewFile("query", "refinement: A || B || C || D || E || F || G <= A || B || C || D || E || F || G; consistency: A"))
	if d.HasErrors() || len(answers) != 2 {
		t.Fatal(d)
	}
	for _, a := range answers {
		if !a.Unknown || a.Reasons[0].Code != "cancelled" {
			t.Errorf("%s: got %v, %v", a.Query.Text, a.Unknown, a.Reasons)
		}
	}
}

// crowd is so many components of two clocks each, with actions of their own.
func crowd(n int) string {
	var b strings.Builder
	for i := range n {
		name := string(rune('A' + i))
		fmt.Fprintf(&b, `process %s { clock x, y; state P { x <= %d }, Q { y <= %d }; init P;
  trans P -u-> Q { guard x >= %d; sync o%d!; assign y = 0; }, Q -u-> P { guard y >= 1; sync p%d!; assign x = 0; },
    P -> P { sync i%d?; assign y = 0; }; }
`, name, 3+i, 4+i, 1+i%3, i, i, i)
	}
	return b.String()
}
