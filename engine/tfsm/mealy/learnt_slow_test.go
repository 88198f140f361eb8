//go:build slow

package mealy_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tfsm/mealy"
	"github.com/mutarium/mutarium/engine/tfsm/model"
	"github.com/mutarium/mutarium/internal/testkit"
)

// learntMachines reads the complete machines of the suite beside the project, minimal.
func learntMachines(t *testing.T) map[string]*mealy.Machine {
	t.Helper()
	dir := testkit.Suite(t, "mealy")
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]*mealy.Machine{}
	for _, file := range files {
		if !strings.HasSuffix(file.Name(), ".dot") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, file.Name()))
		if err != nil {
			t.Fatal(err)
		}
		read, _ := model.Parse(source.NewFile(file.Name(), string(text)))
		if read == nil {
			continue // partial: TestLearntMachines knows which
		}
		spec := read.Specification()
		number := func(s int) int { // the initial state first
			switch s {
			case 0:
				return spec.Initial
			case spec.Initial:
				return 0
			}
			return s
		}
		m := mealy.New(len(read.States), len(read.Inputs))
		for s := range read.States {
			for x := range read.Inputs {
				out, to := spec.Step(s, x)
				m.Set(number(s), x, out, number(to))
			}
		}
		all[file.Name()], _ = m.Minimal()
	}
	if len(all) < 12 {
		t.Fatalf("only %d machines were read", len(all))
	}
	return all
}

// TestScoreDecidesLearntMachines judges the suites of other methods for machines that people have learnt: with no extra
// state and with one they are certified, and without a test they are so still, or a machine passes, which is run.
func TestScoreDecidesLearntMachines(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 12))
	judged, incomplete := 0, 0
	for name, m := range learntMachines(t) {
		for _, method := range methods {
			for k := range 2 {
				tests, cuts := method.suite(m, k), []int(nil)
				for range 20 * (1 - k) {
					cuts = append(cuts, rng.IntN(len(tests)))
				}
				_, less := decides(t, m, tests, k, cuts)
				judged, incomplete = judged+1+len(cuts), incomplete+less
				t.Logf("%s, %s, k = %d: %d tests, %d of %d incomplete without one", name, method.name, k, len(tests), less, len(cuts))
			}
		}
	}
	if t.Logf("%d suites judged, %d incomplete", judged, incomplete); judged < 12*2*22 || incomplete < 50 {
		t.Errorf("judged %d suites, %d of them incomplete: want more", judged, incomplete)
	}
}

// TestEveryCutIsDecided cuts each test of the suites of tiny machines, and tries all machines of the domain where one is
// still called complete.
func TestEveryCutIsDecided(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 23))
	complete := 0
	for round := range 40 * len(tiny) {
		shape := tiny[round%len(tiny)]
		m := randomMachine(rng, shape.states, shape.inputs, 2)
		all := suites(t, rng, m, shape.k)
		for _, method := range methods {
			all[method.name] = method.suite(m, shape.k)
		}
		for kind, tests := range all {
			for at := range tests {
				less := append(append([]mealy.Word(nil), tests[:at]...), tests[at+1:]...)
				v := mealy.Score(m, less, shape.k, 20_000)
				if v.Survivor != nil {
					confirmSurvivor(t, m, less, v, shape.states+shape.k)
					continue
				}
				if v.Certificate == nil && !v.Enumerated {
					t.Fatalf("%v, %s: not decided without test %d", shape, kind, at)
				}
				if complete++; survivors(m, less, shape.states+shape.k, 2) > 0 {
					t.Fatalf("%v, %s: a machine passes without test %d", shape, kind, at)
				}
			}
		}
	}
	if complete < 60 {
		t.Errorf("only %d cut suites were complete", complete)
	}
}

// TestNoneOfManyMutantsPasses runs 100,000 random machines of the domain for each size.
func TestNoneOfManyMutantsPasses(t *testing.T) { noMutantPasses(t, 100_000) }
