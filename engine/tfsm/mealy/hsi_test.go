package mealy_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mutarium/mutarium/engine/tfsm/mealy"
)

// hsi makes a suite by harmonised state identifiers: behind the cover and up to k + 1 further inputs, the
// words that tell the state reached from each other state. Two states share the word of their pair.
func hsi(m *mealy.Machine, k int) []mealy.Word {
	sep, t := mealy.Separate(m), mealy.NewTree(m)
	var grow func(u int32, length int)
	grow = func(u int32, length int) {
		for s := range int32(m.States) {
			t.Add(u, sep.Word(t.State[u], s))
		}
		for x := range int32(m.Inputs) {
			if length > 0 {
				grow(t.Step(u, x), length-1)
			}
		}
	}
	for _, w := range m.Cover() {
		grow(t.Add(0, w), k+1)
	}
	return t.Suite()
}

// TestScoreDecidesHSI judges suites of another method, which are complete, and each without one of its tests:
// that is still certified, or a machine of the domain passes.
func TestScoreDecidesHSI(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 19))
	incomplete := 0
	for _, shape := range []struct{ states, inputs, k int }{{6, 3, 0}, {12, 5, 0}, {5, 3, 1}} {
		m := quietMachine(rng, shape.states, shape.inputs)
		tests := hsi(m, shape.k)
		v := mealy.Score(m, tests, shape.k, 1000)
		if v.Certificate == nil {
			t.Fatalf("%v: the suite of HSI is not certified", shape)
		}
		if err := check(m, tests, v.Certificate); err != nil {
			t.Fatal(err)
		}
		for range 10 {
			at := rng.IntN(len(tests))
			less := slices.Delete(slices.Clone(tests), at, at+1)
			switch v := mealy.Score(m, less, shape.k, 1000); {
			case v.Survivor != nil:
				incomplete++
				confirmSurvivor(t, m, less, v, shape.states+shape.k)
			case v.Certificate != nil:
				if err := check(m, less, v.Certificate); err != nil {
					t.Fatal(err)
				}
			default:
				t.Errorf("%v: without test %d the suite is not decided", shape, at)
			}
		}
	}
	if incomplete == 0 {
		t.Error("no suite was called incomplete")
	}
}
