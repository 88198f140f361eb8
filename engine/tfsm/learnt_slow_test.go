//go:build slow

package tfsm

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/mutarium/mutarium/engine/tfsm/mealy"
	"github.com/mutarium/mutarium/internal/testkit"
)

// TestSuitesOfLearntMachines makes suites for the machines of the suite beside the project: certified,
// with at most the tests and steps of its list, and none of 100,000 random machines of the domain passes
// (1,000 for the largest).
func TestSuitesOfLearntMachines(t *testing.T) {
	dir := testkit.Suite(t, "mealy")
	for name, want := range learnt(t, dir) {
		if want.Partial {
			continue
		}
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			f, err := flatten(parseText(t, name, string(text)), -1)
			if err != nil {
				t.Fatal(err)
			}
			s, err := mealy.Generate(f.m, mealy.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if err := f.referee(s.Tests, s.Certificate); err != nil {
				t.Fatal(err)
			}
			best := want.K0["fold_shrunk"]
			t.Logf("%d tests, %d steps, longest %d (list: %d, %d)", len(s.Tests), mealy.Steps(s.Tests), mealy.Longest(s.Tests), best.Tests, best.Steps)
			if len(s.Tests) > best.Tests || mealy.Steps(s.Tests) > best.Steps {
				t.Errorf("got %d tests and %d steps, want at most %d and %d", len(s.Tests), mealy.Steps(s.Tests), best.Tests, best.Steps)
			}
			falsify(t, f.m, s.Tests)
		})
	}
}

func falsify(t *testing.T, m *mealy.Machine, tests []mealy.Word) {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 9))
	machines := 100_000
	if m.States > 30 {
		machines = 1000
	}
	for range machines {
		n := m.Clone()
		for range 1 + rng.IntN(3) {
			n.Next[rng.IntN(len(n.Next))] = int32(rng.IntN(n.States))
		}
		passes := true
		for _, w := range tests {
			if _, differs := m.Differs(n, w); differs {
				passes = false
				break
			}
		}
		if w := mealy.Distinguish(m, n); passes && w != nil {
			t.Fatalf("a faulty machine passes; %v kills it", w)
		}
	}
}
