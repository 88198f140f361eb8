package mealy

import "slices"

// A Certificate proves that a suite is complete for all machines with at most States + k states. It
// says how to fold the tree of the tests; package referee checks it without searching.
type Certificate struct {
	States int    // of the minimal specification
	K      int    // extra states
	Basis  []Word // by state: a word of the tree; pairwise told apart by the tree
	Merge  []Word // words of nodes that converge with the basis node of their state, in this order
}

// Certify looks for a certificate of a suite; nil where the condition fails, which does not yet mean
// that the suite is incomplete.
func Certify(m *Machine, tests []Word, k int) *Certificate {
	return CertifyTree(TreeOf(m, tests), k)
}

// CertifyTree is Certify for the tests of a tree.
func CertifyTree(t *Tree, k int) *Certificate {
	return newCertifier(t.m, k).certify(t)
}

// A certifier looks for certificates of suites for one machine, one after the other in the same memory.
type certifier struct {
	k    int
	f    *fold
	t    *Tree
	work int
}

func newCertifier(m *Machine, k int) *certifier {
	return &certifier{k: k, f: newFold(m, k), t: NewTree(m)}
}

// certify tries some ways to pick a basis.
func (c *certifier) certify(t *Tree) *Certificate {
	basis, merged := c.fold(t, len(picks))
	if basis == nil {
		return nil
	}
	proof := &Certificate{States: t.m.States, K: c.k, Basis: make([]Word, len(basis)), Merge: []Word{}}
	for s, u := range basis {
		proof.Basis[s] = t.Word(u)
	}
	for _, u := range merged {
		proof.Merge = append(proof.Merge, t.Word(u))
	}
	return proof
}

// holds tells whether tests have a certificate, by the way to pick a basis that mostly does.
func (c *certifier) holds(tests []Word) bool {
	c.t.reset()
	for _, w := range tests {
		c.t.Add(0, w)
	}
	basis, _ := c.fold(c.t, 1)
	return basis != nil
}

// fold folds a tree with a basis that certifies it, and returns that basis, nil if there is none, and
// the nodes that were merged with it, in order.
func (c *certifier) fold(t *Tree, ways int) (basis, merged []int32) {
	c.work += t.Nodes()
	if !coversAll(t) {
		return nil, nil
	}
	var first []int32
	for _, pick := range picks[:ways] {
		c.f.load(t)
		basis := exchange(c.f, t, pick(t))
		if basis != nil && !slices.Equal(first, basis) {
			first = basis
			for _, u := range basis {
				c.f.setBasis(u)
			}
			if merged, ok := saturate(c.f, t.m); ok {
				c.work += c.f.work + t.Nodes()
				return basis, merged
			}
		}
		c.work += c.f.work + t.Nodes()
	}
	return nil, nil
}

// coversAll tells whether the tree has every transition of the specification.
func coversAll(t *Tree) bool {
	seen := make([]bool, len(t.m.Next))
	left := 0
	for i, to := range t.m.Next {
		if seen[i] = to < 0; !seen[i] {
			left++
		}
	}
	for u := 1; u < t.Nodes(); u++ {
		i := int(t.State[t.Parent[u]])*t.m.Inputs + int(t.Input[u])
		if !seen[i] {
			seen[i] = true
			left--
		}
	}
	return left == 0
}

// load makes a class of every node of a tree, with the node's number, and forgets all else.
func (f *fold) load(t *Tree) {
	n := t.Nodes()
	f.state, f.child, f.has = append(f.state[:0], t.State...), append(f.child[:0], t.Child...), append(f.has[:0], t.has...)
	f.up, f.base, f.size = resized(f.up, n), resized(f.base, n), resized(f.size, n)
	f.known, f.watch = resized(f.known, n), resized(f.watch, n)
	clear(f.known)
	clear(f.watch)
	for u := range int32(n) {
		f.up[u], f.base[u], f.size[u] = u, -1, 1
	}
	for s := range f.basis {
		f.basis[s] = -1
	}
	f.merged, f.work = 0, 0
}

// resized is a list of a length, in the same place where there is room.
func resized[T any](list []T, n int) []T {
	if cap(list) < n {
		return make([]T, n, n+n/4)
	}
	return list[:n]
}

// saturate merges what converges until nothing does, and tells whether the fold is done. It returns
// the nodes that were merged, in order.
func saturate(f *fold, m *Machine) (merged []int32, ok bool) {
	open := make([]int32, 0, len(f.up))
	for c := range int32(len(f.up)) {
		open = append(open, c)
	}
	for again := true; again; {
		again = false
		left := open[:0]
		for _, c := range open {
			r := f.find(c)
			if f.base[r] >= 0 || r != c {
				continue
			}
			if f.converges(r) {
				q := f.basis[f.state[r]]
				merged = append(merged, c)
				f.merge(q, r)
				again = true
				continue
			}
			left = append(left, c)
		}
		open = left
	}
	return merged, f.done()
}

// picks are ways to pick a basis, the one that mostly does first: in breadth-first order the first
// nodes, and those with the largest subtrees. Where exchanging a few makes them pairwise apart, they do.
var picks = []func(*Tree) []int32{firstNodes, widestNodes}

// firstNodes takes a shortest node of each state.
func firstNodes(t *Tree) []int32 {
	best := make([]int32, t.m.States)
	for s := range best {
		best[s] = -1
	}
	for u := range int32(t.Nodes()) {
		if s := t.State[u]; best[s] < 0 || t.Depth[u] < t.Depth[best[s]] {
			best[s] = u
		}
	}
	return best
}

// widestNodes takes for each state a node with the most inputs behind it, then with the most nodes.
func widestNodes(t *Tree) []int32 {
	below := subtrees(t)
	best := make([]int32, t.m.States)
	for s := range best {
		best[s] = -1
	}
	for u := range int32(t.Nodes()) {
		s := t.State[u]
		if b := best[s]; b < 0 || t.kids[u] > t.kids[b] || t.kids[u] == t.kids[b] && below[u] > below[b] {
			best[s] = u
		}
	}
	return best
}

// subtrees counts the nodes below each one; children have larger numbers than their parents.
func subtrees(t *Tree) []int32 {
	below := make([]int32, t.Nodes())
	for u := t.Nodes() - 1; u > 0; u-- {
		below[t.Parent[u]] += below[u] + 1
	}
	return below
}

// exchange replaces nodes of the tree that f has just loaded until all are pairwise apart; nil where a
// few rounds do not do it. The nodes tried are those with the largest subtrees.
func exchange(f *fold, t *Tree, basis []int32) []int32 {
	if slices.Contains(basis, -1) {
		return nil
	}
	var rivals [][]int32
	for range 4 {
		bad := clashes(f, basis)
		if len(bad) == 0 {
			return basis
		}
		if rivals == nil {
			rivals = candidates(t, 24)
		}
		for _, s := range bad {
			least := conflicts(f, basis, s, basis[s])
			for _, u := range rivals[s] {
				if least == 0 {
					break
				}
				if c := conflicts(f, basis, s, u); c < least {
					least, basis[s] = c, u
				}
			}
		}
	}
	if len(clashes(f, basis)) == 0 {
		return basis
	}
	return nil
}

// candidates lists for each state the nodes with the largest subtrees, at most so many.
func candidates(t *Tree, most int) [][]int32 {
	below := subtrees(t)
	list := make([][]int32, t.m.States)
	for u := range int32(t.Nodes()) {
		list[t.State[u]] = append(list[t.State[u]], u)
	}
	for s := range list {
		slices.SortStableFunc(list[s], func(a, b int32) int { return int(below[b] - below[a]) })
		list[s] = list[s][:min(most, len(list[s]))]
	}
	return list
}

// clashes lists the states whose basis node is not apart from another one.
func clashes(f *fold, basis []int32) []int {
	var bad []int
	for s := range basis {
		if conflicts(f, basis, s, basis[s]) > 0 {
			bad = append(bad, s)
		}
	}
	return bad
}

// conflicts counts the basis nodes of other states from which u would not be apart.
func conflicts(f *fold, basis []int32, s int, u int32) int {
	n := 0
	for r, v := range basis {
		if r != s && !f.apart(u, v) {
			n++
		}
	}
	return n
}
