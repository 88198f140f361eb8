package tioa

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/mutarium/mutarium/engine/tioa/model"
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
		a := ask(t, m, Reading{Limit: 3000, PruneFirst: flag(), AllActions: flag(), AsWritten: flag(), StrictConjunction: flag(), Strategy: flag()}, q)
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

// A union of zones over many clocks can grow without end where few locations are looked at.
func TestConsistencyBudget(t *testing.T) {
	r := rand.New(rand.NewSource(1081))
	text := ""
	for _, name := range []string{"L", "R", "T", "U"} {
		text += randomProcess(r, name)
	}
	a := ask(t, parse(t, text), Reading{}, `prune: (prune(R) && T) || (R \\ L)`)
	if !a.Unknown || a.Reasons[0].Text != "the budget of the consistency check ran out" {
		t.Errorf("got %v, %v", a.Unknown, a.Reasons)
	}
}
