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
// with at most the tests and steps of its list, and none of 100,000 random machines of the domain passes.
// With an extra state there are at most as many tests as its H method needs; with two the suites of machines with up
// to 20 states are certified.
func TestSuitesOfLearntMachines(t *testing.T) {
	dir := testkit.Suite(t, "mealy")
	for name, want := range learnt(t, dir) {
		if want.Partial {
			continue
		}
		t.Run(name, func(t *testing.T) {
			f := learntModel(t, dir, name)
			s := certifiedSuite(t, f, 0)
			best, h, hads := want.K0["fold_shrunk"], want.K0["h"], want.K0["peer_hads"]
			tests, steps := len(s.Tests), mealy.Steps(s.Tests)
			if tests > best.Tests || steps > best.Steps {
				t.Errorf("got %d tests and %d steps, want at most %d and %d", tests, steps, best.Tests, best.Steps)
			}
			if f.m.States >= 15 && (10*tests > 7*h.Tests || 100*steps > 85*h.Steps) {
				t.Errorf("got %d tests and %d steps, want at most 0.7 and 0.85 of H's %d and %d", tests, steps, h.Tests, h.Steps)
			}
			if f.m.Inputs >= 9 && f.m.States >= 15 && (100*tests > 45*hads.Tests || 100*steps > 65*hads.Steps) {
				t.Errorf("got %d tests and %d steps, want at most 0.45 and 0.65 of the %d and %d of hybrid-ads",
					tests, steps, hads.Tests, hads.Steps)
			}
			falsify(t, f.m, s.Tests, 0)
			one := certifiedSuite(t, f, 1)
			if len(one.Tests) > want.K1["h"].Tests {
				t.Errorf("k = 1: got %d tests, want at most %d", len(one.Tests), want.K1["h"].Tests)
			}
			falsify(t, f.m, one.Tests, 1)
			if f.m.States <= 20 {
				certifiedSuite(t, f, 2)
			}
		})
	}
}

func learntModel(t *testing.T, dir, name string) *flatSpec {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	f, err := flatten(parseText(t, name, string(text)), -1)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// certifiedSuite makes a suite with the default budget, which the referee has to accept.
func certifiedSuite(t *testing.T, f *flatSpec, k int) *mealy.Suite {
	t.Helper()
	s, err := mealy.Generate(f.m, mealy.Options{Extra: k})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.referee(s.Tests, s.Certificate); err != nil {
		t.Fatalf("k = %d: %v", k, err)
	}
	t.Logf("k = %d: %s, %d tests, %d steps, longest %d",
		k, s.Method, len(s.Tests), mealy.Steps(s.Tests), mealy.Longest(s.Tests))
	return s
}

// TestSuitesOfLargeMachines makes suites for machines like the protocols that people learn, with 100 to 200
// states: the default budget is enough for the generator, which needs at most 0.3 times the tests of H.
func TestSuitesOfLargeMachines(t *testing.T) {
	for _, states := range []int{100, 150, 200} {
		f := &flatSpec{m: quiet(rand.New(rand.NewPCG(1, uint64(states))), states, 10)}
		h, ok := mealy.H(f.m, mealy.Separate(f.m), 0, 1<<20)
		if !ok {
			t.Fatal("H ran out of nodes")
		}
		most := len(h.Suite()) * 3 / 10
		if s := certifiedSuite(t, f, 0); len(s.Tests) > most {
			t.Errorf("%d states: got %d tests, want at most %d", states, len(s.Tests), most)
		}
	}
}

// quiet makes a minimal machine that ignores most inputs, and whose states input 0 leads through.
func quiet(rng *rand.Rand, states, inputs int) *mealy.Machine {
	for {
		m := mealy.New(states, inputs)
		for s := range states {
			for x := range inputs {
				m.Set(s, x, 0, s)
				if rng.IntN(10) < 3 {
					m.Set(s, x, 1+rng.IntN(3), rng.IntN(states))
				}
			}
			m.Set(s, 0, 0, (s+1)%states)
		}
		if min, _ := m.Minimal(); min.States == states {
			return min
		}
	}
}

// falsify runs random machines with up to k states more, with one to three wrong targets or outputs.
func falsify(t *testing.T, m *mealy.Machine, tests []mealy.Word, k int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 9))
	for range 100_000 {
		n := mealy.New(m.States+k, m.Inputs)
		copy(n.Next, m.Next)
		copy(n.Out, m.Out)
		for s := m.States; s < n.States; s++ { // copies of states, each with a way to it
			from := rng.IntN(m.States)
			copy(n.Next[s*m.Inputs:], m.Next[from*m.Inputs:(from+1)*m.Inputs])
			copy(n.Out[s*m.Inputs:], m.Out[from*m.Inputs:(from+1)*m.Inputs])
			for i, to := range n.Next {
				if int(to) == from && rng.IntN(2) == 0 {
					n.Next[i] = int32(s)
				}
			}
		}
		for range 1 + rng.IntN(3) {
			at := rng.IntN(len(n.Next))
			if n.Next[at] = int32(rng.IntN(n.States)); rng.IntN(4) == 0 {
				n.Out[at] = n.Out[rng.IntN(len(n.Out))]
			}
		}
		passes := true
		for _, w := range tests {
			if _, differs := m.Differs(n, w); differs {
				passes = false
				break
			}
		}
		if w := mealy.Distinguish(m, n); passes && w != nil {
			t.Fatalf("k = %d: a faulty machine passes; %v kills it", k, w)
		}
	}
}
