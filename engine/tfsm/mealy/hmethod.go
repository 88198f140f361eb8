package mealy

// The H method: a suite that is complete for all machines with at most States + k states.
//
// Source: R. Dorofeeva, K. El-Fakih, N. Yevtushenko, "An improved conformance testing method", FORTE
// 2005. The condition is that of the mechanised proof in the Archive of Formal Proofs
// (FSM_Tests, Pair_Framework): the cover P and P.X^(<=k+1) are in the tree, and nodes with different
// states are told apart (a) in P x P, (b) in P x P.X^(<=k+1), (c) along each traversal.
// Deviation: which word tells two nodes apart is chosen when they are looked at, the one that adds
// least to the tree as it is then; every common word of both subtrees may be the beginning.

// H returns the tree of the suite. Every two states of m must be separable; budget bounds the nodes
// of the tree, and ok is false where it ran out.
func H(m *Machine, sep *Separations, k, budget int) (t *Tree, ok bool) {
	h := &hMethod{m: m, sep: sep, t: NewTree(m), budget: budget}
	var cover []int32
	for _, w := range m.Cover() {
		cover = append(cover, h.t.Add(0, w))
	}
	for _, u := range cover { // P.X^(<=k+1) first, so that what it shares is known
		if !h.grow(u, k+1) {
			return h.t, false
		}
	}
	for i, u := range cover {
		for _, v := range cover[:i] {
			h.separate(u, v)
		}
	}
	for _, u := range cover {
		h.traverse(cover, []int32{u}, k+1)
	}
	return h.t, h.t.Nodes() <= budget
}

type hMethod struct {
	m      *Machine
	sep    *Separations
	t      *Tree
	budget int
}

// grow puts every word of a length behind u.
func (h *hMethod) grow(u int32, length int) bool {
	if length == 0 {
		return true
	}
	for x := range int32(h.m.Inputs) {
		v := h.t.Step(u, x)
		if v >= 0 && (h.t.Nodes() > h.budget || !h.grow(v, length-1)) {
			return false
		}
	}
	return true
}

// traverse goes on from the last node of a path by every input, at most depth times, and separates
// each node reached from the cover and from the nodes before it on the path.
func (h *hMethod) traverse(cover, path []int32, depth int) {
	if depth == 0 || h.t.Nodes() > h.budget {
		return
	}
	for x := range int32(h.m.Inputs) {
		v := h.t.At(path[len(path)-1], x)
		if v < 0 {
			continue
		}
		for _, u := range cover {
			h.separate(u, v)
		}
		for _, u := range path {
			h.separate(u, v)
		}
		h.traverse(cover, append(path[:len(path):len(path)], v), depth-1)
	}
}

// separate sees to it that a common word of the tree tells u from v.
func (h *hMethod) separate(u, v int32) {
	if h.t.State[u] == h.t.State[v] {
		return
	}
	c := hChoice{cost: 1 << 30}
	if h.apart(u, v, &c) {
		return
	}
	w := h.sep.Word(h.t.State[c.u], h.t.State[c.v])
	h.t.Add(c.u, w)
	h.t.Add(c.v, w)
}

// hChoice is the pair of nodes behind which a separating word adds least.
type hChoice struct {
	u, v int32
	cost int
}

// apart walks the common part of the subtrees of u and v and tells whether it separates them; if
// not, it leaves the cheapest place for a word in best.
func (h *hMethod) apart(u, v int32, best *hChoice) bool {
	s, r := h.t.State[u], h.t.State[v]
	if s == r {
		return false
	}
	if c := h.cost(u, v); c < best.cost {
		*best = hChoice{u, v, c}
	}
	for x := range int32(h.m.Inputs) {
		a, b := h.t.At(u, x), h.t.At(v, x)
		if a < 0 || b < 0 {
			continue
		}
		if h.m.Shows(s, x) != h.m.Shows(r, x) || h.apart(a, b, best) {
			return true
		}
	}
	return false
}

// cost counts the edges that a shortest separating word adds behind u and v, and for a side on which
// it branches off a test the prefix that is repeated.
func (h *hMethod) cost(u, v int32) int {
	s, r := h.t.State[u], h.t.State[v]
	n := int32(h.m.States)
	if h.sep.dist[s*n+r] == 0 {
		return 1 << 29
	}
	cost := 0
	for left := h.sep.dist[s*n+r]; ; left-- {
		if left == 0 {
			return cost
		}
		x := h.sep.first[s*n+r]
		a, b := h.t.At(u, x), h.t.At(v, x)
		if a < 0 {
			cost += h.branch(u, left)
		}
		if b < 0 {
			cost += h.branch(v, left)
		}
		switch {
		case a < 0 && b < 0:
			return cost
		case a < 0:
			return cost + h.missing(b, s, r, x)
		case b < 0:
			return cost + h.missing(a, s, r, x)
		}
		u, v, s, r = a, b, h.m.To(s, x), h.m.To(r, x)
	}
}

func (h *hMethod) branch(u int32, left int32) int {
	if h.t.Leaf(u) {
		return int(left)
	}
	return int(left + h.t.Depth[u] + 1)
}

// missing is the cost on the side of u, behind the first input x of the word for s and r, where the
// other side has left the tree.
func (h *hMethod) missing(u, s, r, x int32) int {
	n := int32(h.m.States)
	for left := h.sep.dist[s*n+r] - 1; left > 0; left-- {
		s, r = h.m.To(s, x), h.m.To(r, x)
		x = h.sep.first[s*n+r]
		c := h.t.At(u, x)
		if c < 0 {
			return h.branch(u, left)
		}
		u = c
	}
	return 0
}
