package mutation

import "sort"

// A Pairing is the list of all pairs of n mutants that fit together, in lexicographic order, or a
// sample of it. It holds how many pairs each mutant is the first of, and none of them: there may be
// millions, of which a run makes one after the other. Any goroutine may ask.
type Pairing struct {
	n      int
	fit    func(first, second int) bool
	starts []int  // rank of the first pair that each mutant is the first of; one more at the end
	drawn  []Pair // with a sample: the pairs drawn
}

// NewPairing counts the pairs. With sample > 0 it draws at most so many, as Pairs does.
func NewPairing(n int, fit func(first, second int) bool, sample int, seed uint64) *Pairing {
	p := &Pairing{n: n, fit: fit}
	if sample > 0 {
		p.drawn = append([]Pair{}, Pairs(n, fit, sample, seed)...)
		return p
	}
	p.starts = make([]int, n+1)
	for i := range n {
		p.starts[i+1] = p.starts[i]
		for j := i + 1; j < n; j++ {
			if fit(i, j) {
				p.starts[i+1]++
			}
		}
	}
	return p
}

// Len is the number of pairs.
func (p *Pairing) Len() int {
	if p.drawn != nil {
		return len(p.drawn)
	}
	return p.starts[p.n]
}

// At finds the pair of a rank.
func (p *Pairing) At(rank int) Pair {
	if p.drawn != nil {
		return p.drawn[rank]
	}
	first := sort.Search(p.n, func(i int) bool { return p.starts[i+1] > rank })
	left := rank - p.starts[first]
	for second := first + 1; ; second++ {
		if p.fit(first, second) {
			if left == 0 {
				return Pair{first, second}
			}
			left--
		}
	}
}
