package mealy

import "slices"

// The first words of the fold generator: those that part the states of the cover, chosen greedily by how many
// pairs a word parts for each input that it costs.

// separateBasis puts words behind the cover until every two states of it are told apart: greedily the
// word that separates most pairs for the inputs it adds.
func (g *generator) separateBasis() {
	var left [][2]int32
	for s := range int32(g.m.States) {
		for r := range s {
			left = append(left, [2]int32{s, r})
		}
	}
	told := func(p [2]int32) bool { return g.f.apart(g.class[g.cover[p[0]]], g.class[g.cover[p[1]]]) }
	left = slices.DeleteFunc(left, told)
	words := g.splitters
	if words == nil {
		words = splitters(g.m, 4000)
	}
	need := make([]int, g.m.States)
	for len(left) > 0 {
		best, bestGain, bestCost := -1, 0, 1
		for i, w := range words {
			gain, cost := g.worth(w, left, need)
			if gain*bestCost > bestGain*cost {
				best, bestGain, bestCost = i, gain, cost
			}
		}
		if best < 0 {
			s, r := left[0][0], left[0][1]
			w := g.sep.Word(s, r)
			g.walk(g.cover[s], w)
			g.walk(g.cover[r], w)
		} else {
			g.worth(words[best], left, need)
			for s, length := range need {
				g.walk(g.cover[s], words[best].word[:length])
			}
		}
		left = slices.DeleteFunc(left, told)
	}
}

// A splitter is a word with the states' responses to it.
type splitter struct {
	word  Word
	block [][]int32 // by length of prefix, by state: number of the response to it; -1: undefined
}

// splitters lists words, shortest first, that tell more states apart than their prefixes do.
func splitters(m *Machine, most int) []splitter {
	n := m.States
	type item struct {
		splitter
		at     []int32
		blocks int
	}
	start := item{at: make([]int32, n), blocks: 1}
	start.block = [][]int32{make([]int32, n)}
	for s := range start.at {
		start.at[s] = int32(s)
	}
	queue, seen := []item{start}, 1
	var list []splitter
	for i := 0; i < len(queue) && seen < most; i++ {
		it := queue[i]
		for x := range int32(m.Inputs) {
			seen++
			next := item{at: make([]int32, n)}
			last := it.block[len(it.block)-1]
			block := make([]int32, n)
			index := map[[2]int32]int32{}
			ends := map[[2]int32]bool{}
			for s := range n {
				next.at[s], block[s] = -1, -1
				if last[s] < 0 || m.To(it.at[s], x) < 0 {
					continue
				}
				key := [2]int32{last[s], m.Shows(it.at[s], x)}
				b, ok := index[key]
				if !ok {
					b = int32(len(index))
					index[key] = b
				}
				next.at[s], block[s] = m.To(it.at[s], x), b
				ends[[2]int32{b, next.at[s]}] = true
			}
			next.word = append(append(Word(nil), it.word...), x)
			next.block = append(it.block[:len(it.block):len(it.block)], block)
			next.blocks = len(index)
			if next.blocks > it.blocks {
				list = append(list, next.splitter)
			}
			if len(ends) > len(index) && len(next.word) < n { // some states could still be told apart
				queue = append(queue, next)
			}
		}
	}
	return list
}

// worth counts the pairs left that a word separates, and the inputs that it adds: each state concerned
// needs the word up to its last separation.
func (g *generator) worth(w splitter, left [][2]int32, need []int) (gain, cost int) {
	clear(need)
	last := w.block[len(w.block)-1]
	for _, p := range left {
		if last[p[0]] == last[p[1]] && last[p[0]] >= 0 {
			continue
		}
		if d := w.parts(p[0], p[1]); d > 0 {
			gain++
			need[p[0]], need[p[1]] = max(need[p[0]], d), max(need[p[1]], d)
		}
	}
	for s, length := range need {
		if length > 0 {
			cost += g.price(g.cover[s], w.word[:length])
		}
	}
	return gain, max(cost, 1)
}

// parts is the length of the prefix by which a word separates two states, 0 if it does not.
func (w splitter) parts(s, r int32) int {
	for d := 1; d < len(w.block); d++ {
		b := w.block[d]
		if b[s] < 0 || b[r] < 0 {
			return 0
		}
		if b[s] != b[r] {
			return d
		}
	}
	return 0
}

// price counts the inputs that a word adds behind a node, and what a new test costs.
func (g *generator) price(u int32, w Word) int {
	for i, x := range w {
		c := g.t.At(u, x)
		if c < 0 {
			if g.t.Leaf(u) {
				return len(w) - i
			}
			return len(w) - i + int(g.t.Depth[u]) + g.how.Reset
		}
		u = c
	}
	return 0
}
