// Package mutation holds what the mutants of all formalisms share: their ids, the enumeration of
// pairs, the seeded sample, and the operators on expressions.
//
//	mutation      ids, samples, pairs in a list
//	pairing       pairs made one by one
//	alternatives  what may stand in the place of a node, shared by action systems and EFSMs
//	expressions   the same as edits of a text, in any dialect
//
// A mutant is a set of textual edits of the model. Its id is operator@line:column of the first
// edit, with #2, #3, … behind it where an operator makes several mutants at one place, so that a
// new operator renames no mutant that existed before. A mutant of second order is named by its two
// parts, joined by "+".
//
// mutation.go makes ids and samples, pairing.go counts pairs without making them, expressions.go has
// the operators that every language of expressions shares, and alternatives.go what they put in place
// of a node.
package mutation

import (
	"fmt"
	"sort"

	"github.com/mutarium/mutarium/engine/source"
)

// IDs gives out the ids of one model's mutants. The zero value is not ready; use NewIDs.
type IDs struct {
	file *source.File
	made map[string]int
}

// NewIDs starts the ids of a text.
func NewIDs(f *source.File) *IDs { return &IDs{f, map[string]int{}} }

// Next names the operator's next mutant at a place.
func (ids *IDs) Next(operator string, at source.Pos) string {
	p := ids.file.Place(at)
	id := fmt.Sprintf("%s@%d:%d", operator, p.Line, p.Column)
	ids.made[id]++
	if n := ids.made[id]; n > 1 {
		return fmt.Sprintf("%s#%d", id, n)
	}
	return id
}

// PairID names the mutant of second order that has both changes.
func PairID(first, second string) string { return first + "+" + second }

// A Pair holds the indices of two mutants of first order, First < Second.
type Pair struct{ First, Second int }

// Pairs lists the pairs of n mutants that fit together, in lexicographic order. With sample > 0
// and more pairs than that it draws so many, each with equal chance, in the same order; every pair
// asked for is tried at most once, so that a sample costs what it holds and not n².
func Pairs(n int, fit func(first, second int) bool, sample int, seed uint64) []Pair {
	total := n * (n - 1) / 2
	if sample <= 0 || total <= 4*sample {
		return thinPairs(allPairs(n, fit), sample, seed)
	}
	var pairs []Pair
	tried := map[int]bool{}
	rng := Random(seed)
	for len(pairs) < sample && len(tried) < total {
		rank := rng.Below(total)
		if tried[rank] {
			continue
		}
		tried[rank] = true
		if p := unrank(n, rank); fit(p.First, p.Second) {
			pairs = append(pairs, p)
		}
	}
	sort.Slice(pairs, func(i, j int) bool {
		a, b := pairs[i], pairs[j]
		return a.First < b.First || a.First == b.First && a.Second < b.Second
	})
	return pairs
}

func allPairs(n int, fit func(first, second int) bool) []Pair {
	var pairs []Pair
	for i := range n {
		for j := i + 1; j < n; j++ {
			if fit(i, j) {
				pairs = append(pairs, Pair{i, j})
			}
		}
	}
	return pairs
}

func thinPairs(pairs []Pair, sample int, seed uint64) []Pair {
	kept := make([]Pair, 0, len(pairs))
	for _, i := range Sample(len(pairs), sample, seed) {
		kept = append(kept, pairs[i])
	}
	return kept
}

// unrank gives the pair of a rank in the lexicographic order of all pairs of n.
func unrank(n, rank int) Pair {
	first := sort.Search(n, func(i int) bool { return before(n, i+1) > rank })
	return Pair{first, first + 1 + rank - before(n, first)}
}

// before counts the pairs whose first member is less than i.
func before(n, i int) int { return i*n - i*(i+1)/2 }

// Sample draws k of the indices 0..n-1, each with equal chance, in ascending order. It gives all
// of them when k is 0 or at least n.
func Sample(n, k int, seed uint64) []int {
	if k <= 0 || k >= n {
		k = n
	}
	kept := make([]int, 0, k)
	rng := Random(seed)
	for i := range n {
		if k-len(kept) == n-i || rng.Below(n-i) < k-len(kept) {
			kept = append(kept, i)
		}
	}
	return kept
}

// Random is a stream of numbers that depends on its seed alone, whatever the version of Go
// (Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014: SplitMix64).
type Random uint64

// Next gives 64 random bits.
func (r *Random) Next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Below gives a number in 0..n-1, each with equal chance.
func (r *Random) Below(n int) int {
	limit := ^uint64(0) - ^uint64(0)%uint64(n)
	for {
		if v := r.Next(); v < limit {
			return int(v % uint64(n))
		}
	}
}
