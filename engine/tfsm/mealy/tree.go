package mealy

import "slices"

// A Tree holds the tests of a suite as a prefix tree. Node 0 is the root; a test is a path from it to
// a leaf.
type Tree struct {
	m      *Machine
	Child  []int32 // [node*Inputs + input]; -1: none
	Parent []int32
	Input  []int32 // the input that leads to the node; -1 at the root
	State  []int32 // of the specification, after the node's word
	Depth  []int32
	kids   []int32  // how many children
	has    []uint64 // by which inputs, as bits; see bit
}

// NewTree returns a tree with a root alone.
func NewTree(m *Machine) *Tree {
	t := &Tree{m: m}
	t.node(-1, -1, 0, 0)
	return t
}

// reset takes all nodes away but the root.
func (t *Tree) reset() {
	t.Child, t.Parent, t.Input = t.Child[:0], t.Parent[:0], t.Input[:0]
	t.State, t.Depth, t.kids, t.has = t.State[:0], t.Depth[:0], t.kids[:0], t.has[:0]
	t.node(-1, -1, 0, 0)
}

func (t *Tree) node(parent, input, state, depth int32) int32 {
	n := int32(len(t.Parent))
	t.Parent = append(t.Parent, parent)
	t.Input = append(t.Input, input)
	t.State = append(t.State, state)
	t.Depth = append(t.Depth, depth)
	t.kids = append(t.kids, 0)
	t.has = append(t.has, 0)
	for range t.m.Inputs {
		t.Child = append(t.Child, -1)
	}
	return n
}

// Nodes is their number; Nodes - 1 is the number of edges.
func (t *Tree) Nodes() int { return len(t.Parent) }

// At is the child of u by x, -1 if there is none.
func (t *Tree) At(u, x int32) int32 { return t.Child[int(u)*t.m.Inputs+int(x)] }

// Leaf tells whether a test ends in u.
func (t *Tree) Leaf(u int32) bool { return t.kids[u] == 0 }

// Step is the child of u by x, made where it was not there; -1 where the specification does not
// define x.
func (t *Tree) Step(u, x int32) int32 {
	if c := t.At(u, x); c >= 0 {
		return c
	}
	to := t.m.To(t.State[u], x)
	if to < 0 {
		return -1
	}
	c := t.node(u, x, to, t.Depth[u]+1)
	t.Child[int(u)*t.m.Inputs+int(x)] = c
	t.kids[u]++
	t.has[u] |= bit(x)
	return c
}

// Add puts a word behind a node and returns its last node. It stops where the specification does not
// define an input.
func (t *Tree) Add(u int32, w Word) int32 {
	for _, x := range w {
		c := t.Step(u, x)
		if c < 0 {
			return u
		}
		u = c
	}
	return u
}

// Word is the path from the root to a node.
func (t *Tree) Word(u int32) Word {
	w := make(Word, t.Depth[u])
	for ; t.Parent[u] >= 0; u = t.Parent[u] {
		w[t.Depth[u]-1] = t.Input[u]
	}
	return w
}

// Suite returns the paths to the leaves, in lexical order: no test is a prefix of another.
func (t *Tree) Suite() []Word {
	var tests []Word
	for u := range int32(t.Nodes()) {
		if t.Leaf(u) && t.Depth[u] > 0 {
			tests = append(tests, t.Word(u))
		}
	}
	slices.SortFunc(tests, func(a, b Word) int { return slices.Compare(a, b) })
	return tests
}

// TreeOf puts tests into a new tree.
func TreeOf(m *Machine, tests []Word) *Tree {
	t := NewTree(m)
	for _, w := range tests {
		t.Add(0, w)
	}
	return t
}

// Steps counts the inputs of a suite.
func Steps(tests []Word) int {
	n := 0
	for _, w := range tests {
		n += len(w)
	}
	return n
}

// Longest is the length of its longest test.
func Longest(tests []Word) int {
	n := 0
	for _, w := range tests {
		n = max(n, len(w))
	}
	return n
}
