package mealy_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mutarium/mutarium/engine/tfsm/mealy"
)

// Suites of other methods, as other tools make them: behind the cover and up to k + 1 further inputs, words that identify
// the state that is reached.

// behind makes a suite from words that identify each state, every two states by a word that both have.
func behind(m *mealy.Machine, k int, identify func(s int32) []mealy.Word) []mealy.Word {
	t := mealy.NewTree(m)
	words := make([][]mealy.Word, m.States)
	for s := range words {
		words[s] = identify(int32(s))
	}
	var grow func(u int32, length int)
	grow = func(u int32, length int) {
		for _, w := range words[t.State[u]] {
			t.Add(u, w)
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

// hsi makes a suite by harmonised state identifiers: two states share the word of their pair.
func hsi(m *mealy.Machine, k int) []mealy.Word {
	sep := mealy.Separate(m)
	return behind(m, k, func(s int32) (words []mealy.Word) {
		for t := range int32(m.States) {
			if w := sep.Word(s, t); w != nil {
				words = append(words, w)
			}
		}
		return words
	})
}

// A run is a state and where it is after some inputs.
type run struct{ from, at int32 }

// hads makes a suite as hybrid-ads does (Lee and Yannakakis 1994; Smeenk and others, ICFEM 2015): by an adaptive
// distinguishing sequence as far as there is one, completed by the words of harmonised identifiers.
func hads(m *mealy.Machine, k int) []mealy.Word {
	sep := mealy.Separate(m)
	words := make([][]mealy.Word, m.States)
	var split func(block []run, before mealy.Word)
	split = func(block []run, before mealy.Word) {
		w := splitting(m, block)
		if w == nil {
			for _, a := range block {
				words[a.from] = append(words[a.from], before)
				for _, b := range block {
					if a.from != b.from {
						words[a.from] = append(words[a.from], sep.Word(a.from, b.from))
					}
				}
			}
			return
		}
		parts, order := map[string][]run{}, []string{}
		for _, r := range block {
			shown, to := answer(m, r.at, w)
			if parts[shown] == nil {
				order = append(order, shown)
			}
			parts[shown] = append(parts[shown], run{r.from, to})
		}
		for _, shown := range order {
			split(parts[shown], slices.Concat(before, w))
		}
	}
	var all []run
	for s := range int32(m.States) {
		all = append(all, run{s, s})
	}
	split(all, nil)
	return behind(m, k, func(s int32) []mealy.Word { return words[s] })
}

// splitting finds a short word that splits a block by outputs, and brings no two of its states together that answer alike.
func splitting(m *mealy.Machine, block []run) mealy.Word {
	if len(block) < 2 {
		return nil
	}
	var at []int32
	for _, r := range block {
		at = append(at, r.at)
	}
	type place struct {
		at []int32
		w  mealy.Word
	}
	seen := map[string]bool{}
	for queue := []place{{at, nil}}; len(queue) > 0 && len(seen) < 2000; queue = queue[1:] {
		for x := range int32(m.Inputs) {
			next := make([]int32, len(at))
			met, outputs := map[[2]int32]bool{}, map[int32]bool{}
			for i, s := range queue[0].at {
				next[i] = m.To(s, x)
				met[[2]int32{m.Shows(s, x), next[i]}], outputs[m.Shows(s, x)] = true, true
			}
			w := append(slices.Clone(queue[0].w), x)
			if len(met) < len(at) {
				continue
			}
			if len(outputs) > 1 {
				return w
			}
			key := ""
			for _, s := range next {
				key += string(rune(s))
			}
			if !seen[key] {
				seen[key] = true
				queue = append(queue, place{next, w})
			}
		}
	}
	return nil
}

func answer(m *mealy.Machine, s int32, w mealy.Word) (shown string, to int32) {
	for _, x := range w {
		shown += string(rune(m.Shows(s, x)))
		s = m.To(s, x)
	}
	return shown, s
}

// methods are those that a suite may be of.
var methods = []struct {
	name  string
	suite func(m *mealy.Machine, k int) []mealy.Word
}{{"HSI", hsi}, {"hybrid-ads", hads}}

// decides judges a complete suite of another method, which has to be certified, and the suite without each of some tests:
// that is still complete, or a machine of the domain passes, which is run. It returns how often.
func decides(t *testing.T, m *mealy.Machine, tests []mealy.Word, k int, cuts []int) (complete, incomplete int) {
	t.Helper()
	for _, at := range append([]int{-1}, cuts...) {
		some := tests
		if at >= 0 {
			some = slices.Delete(slices.Clone(tests), at, at+1)
		}
		switch v := mealy.Score(m, some, k, 20_000); {
		case v.Survivor != nil && at < 0:
			t.Fatal("a complete suite is called incomplete")
		case v.Survivor != nil:
			incomplete++
			confirmSurvivor(t, m, some, v, m.States+k)
		case v.Certificate != nil:
			complete++
			if err := check(m, some, v.Certificate); err != nil {
				t.Fatal(err)
			}
		case v.Enumerated && at >= 0:
			complete++
		default:
			t.Errorf("%d states, %d inputs, k = %d: without test %d the suite is not decided: %v", m.States, m.Inputs, k, at, v.Open)
		}
	}
	return complete, incomplete
}

// TestScoreDecidesOtherMethods judges suites of other methods, and each without one of its tests.
func TestScoreDecidesOtherMethods(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 19))
	for _, method := range methods {
		incomplete, still := 0, 0
		for _, shape := range []struct{ states, inputs, k int }{{6, 3, 0}, {12, 5, 0}, {5, 3, 1}, {3, 2, 2}} {
			m := quietMachine(rng, shape.states, shape.inputs)
			tests := method.suite(m, shape.k)
			var cuts []int
			for at := range tests {
				if len(tests) < 60 || rng.IntN(len(tests)) < 60 {
					cuts = append(cuts, at)
				}
			}
			complete, less := decides(t, m, tests, shape.k, cuts)
			incomplete, still = incomplete+less, still+complete-1
		}
		if t.Logf("%s: %d incomplete, %d still complete", method.name, incomplete, still); incomplete < 20 || still < 20 {
			t.Errorf("%s: %d suites were called incomplete, %d were still complete, want both kinds", method.name, incomplete, still)
		}
	}
}
