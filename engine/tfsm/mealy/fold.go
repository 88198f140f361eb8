package mealy

import "math/bits"

// Folding the observation tree: which nodes must be the same state in every machine that passes.
//
// Idea: let N be any machine of the fault domain (at most States + k states, any outputs) that passes
// the tests. A union-find over the nodes keeps the invariant "merged nodes are one state of N":
//
//	R0 basis       one node for each state of the specification, pairwise apart
//	R1 congruence  merged nodes that both have a child by x: the children are merged
//	R2 apart       nodes with different specification states are apart where a common input shows two
//	               outputs or leads to apart children, or where they belong to two basis classes
//	R3 converge    a node u of state s is merged with the basis node of s where, for every word w of
//	               length k that s defines, u.w and q.w are in the folded tree, and all nodes on the
//	               two paths and of the basis that have different states are apart. A branch ends
//	               where both paths are in one class.
//
// When every basis class has a child by every defined input, in the basis class of the target, N
// answers as the specification does, for ever: the suite is complete.
//
// Source: the convergence of the SPY method (A. Simao, A. Petrenko, N. Yevtushenko, "On reducing test
// length for FSMs with extra states", STVR 2012), used on a suite that is given; R2's last case
// is ours. docs/tfsm.md has the proof of R3. For k = 0 it reads: u is apart from all basis classes
// but that of s.
type fold struct {
	m     *Machine
	k     int
	p     int32   // inputs
	up    []int32 // by class: union-find
	child []int32 // [class*p + x]: a class, to be looked up by find; -1: none
	state []int32
	base  []int32  // by root: the state whose basis class it is; -1
	size  []int32  // by root: classes that were merged into it
	has   []uint64 // by root: the inputs by which it has children, as bits; see bit
	tells []uint64 // [state*States + state]: the inputs that show two outputs, as bits; nil: no table
	basis []int32  // by state: its class; -1 while it has none
	known []bool   // by root: apart from the basis classes of all other states
	watch []int32  // by root: a state whose basis class was not apart when last asked

	merged int        // joins so far
	work   int        // visits of apart, for budgets
	limit  int        // of the depth of a walk, as the folded graph has cycles
	stack  [][2]int32 // pairs to be merged
}

func newFold(m *Machine, k int) *fold {
	f := &fold{m: m, k: k, p: int32(m.Inputs), limit: 2*m.States + 16, tells: tells(m)}
	f.basis = make([]int32, m.States)
	for s := range f.basis {
		f.basis[s] = -1
	}
	return f
}

// bit stands for an input in a set of inputs. Where there are more than 64 inputs, several share one.
func bit(x int32) uint64 { return 1 << (x & 63) }

// maxTold bounds the states for which there is a table of the inputs that tell two of them apart.
const maxTold = 1024

// tells computes fold.tells.
func tells(m *Machine) []uint64 {
	n := int32(m.States)
	if n > maxTold {
		return nil
	}
	table := make([]uint64, n*n)
	for s := range n {
		for t := range s {
			for x := range int32(m.Inputs) {
				if m.Shows(s, x) != m.Shows(t, x) {
					table[s*n+t] |= bit(x)
				}
			}
			table[t*n+s] = table[s*n+t]
		}
	}
	return table
}

// class makes a new class for a node of a state.
func (f *fold) class(state int32) int32 {
	c := int32(len(f.up))
	f.up = append(f.up, c)
	f.state = append(f.state, state)
	f.base = append(f.base, -1)
	f.size = append(f.size, 1)
	f.has = append(f.has, 0)
	f.known = append(f.known, false)
	f.watch = append(f.watch, 0)
	for range f.p {
		f.child = append(f.child, -1)
	}
	return c
}

func (f *fold) find(c int32) int32 {
	for f.up[c] != c {
		f.up[c] = f.up[f.up[c]]
		c = f.up[c]
	}
	return c
}

// at is the class behind c by x, -1 where there is none. c must be a root.
func (f *fold) at(c, x int32) int32 {
	d := f.child[c*f.p+x]
	if d < 0 {
		return -1
	}
	if f.up[d] != d {
		d = f.find(d)
		f.child[c*f.p+x] = d
	}
	return d
}

// step is the class behind the root c by a defined x, made where there was none.
func (f *fold) step(c, x int32) int32 {
	if d := f.at(c, x); d >= 0 {
		return d
	}
	d := f.class(f.m.To(f.state[c], x))
	f.child[c*f.p+x] = d
	f.has[c] |= bit(x)
	return d
}

// setBasis makes the class of c the basis class of its state.
func (f *fold) setBasis(c int32) {
	c = f.find(c)
	s := f.state[c]
	f.base[c], f.basis[s], f.known[c] = s, c, true
}

// merge joins two classes of one state, and then those behind them (R1).
func (f *fold) merge(a, b int32) {
	f.stack = append(f.stack[:0], [2]int32{a, b})
	for len(f.stack) > 0 {
		pair := f.stack[len(f.stack)-1]
		f.stack = f.stack[:len(f.stack)-1]
		a, b := f.find(pair[0]), f.find(pair[1])
		if a == b {
			continue
		}
		if f.base[a] < 0 && (f.base[b] >= 0 || f.size[b] > f.size[a]) {
			a, b = b, a
		}
		f.join(a, b)
	}
}

// join puts the root b under the root a.
func (f *fold) join(a, b int32) {
	f.merged++
	f.up[b] = a
	f.size[a] += f.size[b]
	f.known[a] = f.known[a] || f.known[b]
	for x := range f.p {
		cb := f.child[b*f.p+x]
		if cb < 0 {
			continue
		}
		if ca := f.child[a*f.p+x]; ca >= 0 {
			f.stack = append(f.stack, [2]int32{ca, cb})
		} else {
			f.child[a*f.p+x] = cb
			f.has[a] |= bit(x)
		}
	}
}

// apart is R2 for two roots.
func (f *fold) apart(a, b int32) bool { return f.apartWithin(a, b, f.limit) }

func (f *fold) apartWithin(a, b int32, depth int) bool {
	f.work++
	s, t := f.state[a], f.state[b]
	if s == t || depth == 0 {
		return false
	}
	if f.base[a] >= 0 && f.base[b] >= 0 {
		return true
	}
	common := f.has[a] & f.has[b]
	if f.shows(a, b, common) {
		return true
	}
	for ; common != 0; common &= common - 1 {
		for x := int32(bits.TrailingZeros64(common)); x < f.p; x += 64 {
			if f.child[a*f.p+x] < 0 || f.child[b*f.p+x] < 0 {
				continue
			}
			if f.apartWithin(f.at(a, x), f.at(b, x), depth-1) {
				return true
			}
		}
	}
	return false
}

// shows tells whether an input of a set, by which both roots have children, shows two outputs.
func (f *fold) shows(a, b int32, set uint64) bool {
	s, t := f.state[a], f.state[b]
	if f.tells != nil {
		if set &= f.tells[s*int32(f.m.States)+t]; set == 0 || f.p <= 64 {
			return set != 0
		}
	}
	for ; set != 0; set &= set - 1 {
		for x := int32(bits.TrailingZeros64(set)); x < f.p; x += 64 {
			if f.child[a*f.p+x] >= 0 && f.child[b*f.p+x] >= 0 && f.m.Shows(s, x) != f.m.Shows(t, x) {
				return true
			}
		}
	}
	return false
}

// identified tells whether the root c is apart from every basis class of another state. What is once
// true stays true: merging takes no evidence away.
func (f *fold) identified(c int32) bool {
	if f.known[c] || f.base[c] >= 0 {
		return true
	}
	n := int32(f.m.States)
	t := f.watch[c]
	for range n {
		if t != f.state[c] && (f.basis[t] < 0 || !f.apart(c, f.find(f.basis[t]))) {
			f.watch[c] = t
			return false
		}
		if t++; t == n {
			t = 0
		}
	}
	f.known[c] = true
	return true
}

// converges is R3 for a root and the basis class of its state.
func (f *fold) converges(c int32) bool {
	q := f.basis[f.state[c]]
	if q < 0 {
		return false
	}
	q = f.find(q)
	if !f.identified(c) {
		return false
	}
	if f.k == 0 {
		return true
	}
	return f.paths([]int32{c, q}, f.k)
}

// paths goes on from the last two nodes of a path by all words of a length, and tells whether the
// nodes met are told apart as R3 asks.
func (f *fold) paths(path []int32, length int) bool {
	if length == 0 {
		return true
	}
	u, q := path[len(path)-2], path[len(path)-1]
	for x := range f.p {
		if f.m.To(f.state[u], x) < 0 {
			continue
		}
		a, b := f.at(u, x), f.at(q, x)
		if a < 0 || b < 0 {
			return false
		}
		if a == b {
			continue
		}
		if !f.identified(a) || !f.identified(b) || !f.apartFromAll(a, path) || !f.apartFromAll(b, path) {
			return false
		}
		if !f.paths(append(path[:len(path):len(path)], a, b), length-1) {
			return false
		}
	}
	return true
}

// apartFromAll tells whether c is apart from the classes of other states on a path.
func (f *fold) apartFromAll(c int32, path []int32) bool {
	for _, d := range path {
		if f.state[d] != f.state[c] && !f.apart(c, d) {
			return false
		}
	}
	return true
}

// done tells whether the root is in a basis class and every basis class has its successors in the basis
// classes of their states.
func (f *fold) done() bool {
	if f.base[f.find(0)] < 0 { // the root, which the machines start in
		return false
	}
	for s := range int32(f.m.States) {
		q := f.find(f.basis[s])
		for x := range f.p {
			t := f.m.To(s, x)
			if t < 0 {
				continue
			}
			if d := f.at(q, x); d < 0 || f.base[d] != t {
				return false
			}
		}
	}
	return true
}
