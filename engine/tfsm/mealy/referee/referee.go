// Package referee checks certificates of complete test suites. It shares no code with the programs that
// make them: it knows a table of transitions and lists of inputs, builds the tree of the tests itself,
// and folds it as the certificate says.
//
//	referee.go   the check
//
// What is proved, and why folding proves it, is explained in docs/tfsm.md.
package referee

import "fmt"

// A Claim is what a certificate says of a suite: it is complete for all machines with at most States +
// Extra states, whatever their outputs.
type Claim struct {
	States, Inputs int
	Next, Out      []int32   // of the specification: [state*Inputs + input]; -1: undefined
	Tests          [][]int32 // words of inputs
	Extra          int
	Basis          [][]int32 // by state: a word of the tree
	Merge          [][]int32 // words of nodes to be merged with the basis node of their state, in order
}

// Check tells what is wrong with a claim; nil: it is proved.
func Check(c *Claim) error {
	if err := c.tables(); err != nil {
		return err
	}
	t, err := grow(c)
	if err != nil {
		return err
	}
	if err := t.setBasis(); err != nil {
		return err
	}
	for i, w := range c.Merge {
		u, ok := t.node(w)
		if !ok {
			return fmt.Errorf("merge %d: no test begins with this word", i+1)
		}
		if err := t.converge(t.find(u)); err != nil {
			return fmt.Errorf("merge %d: %v", i+1, err)
		}
	}
	return t.closed()
}

// tables refuses what is no machine, and extra states that could not be meant.
func (c *Claim) tables() error {
	n := c.States * c.Inputs
	if c.States < 1 || c.Inputs < 1 || len(c.Next) != n || len(c.Out) != n || c.Extra < 0 || len(c.Basis) != c.States {
		return fmt.Errorf("the claim is not about a machine")
	}
	for i := range n {
		if int(c.Next[i]) >= c.States || c.Next[i] < -1 || (c.Next[i] < 0) != (c.Out[i] < 0) {
			return fmt.Errorf("cell %d of the tables is no transition", i)
		}
	}
	return nil
}

// A tree of tests whose nodes are folded into classes.
type tree struct {
	*Claim
	state []int
	next  []map[int]int // by class: input to node
	class []int         // by node: another node of its class, or itself
	owner []int         // by class: the state whose basis node is in it; -1
	basis []int         // by state: its node
	seen  map[[2]int]bool
}

// grow puts the tests into a tree.
func grow(c *Claim) (*tree, error) {
	t := &tree{Claim: c}
	t.add(0)
	for i, w := range c.Tests {
		u := 0
		for _, x := range w {
			if x < 0 || int(x) >= c.Inputs || c.Next[t.state[u]*c.Inputs+int(x)] < 0 {
				return nil, fmt.Errorf("test %d has an input that the specification does not define", i+1)
			}
			v, ok := t.next[u][int(x)]
			if !ok {
				v = t.add(int(c.Next[t.state[u]*c.Inputs+int(x)]))
				t.next[u][int(x)] = v
			}
			u = v
		}
	}
	return t, nil
}

func (t *tree) add(state int) int {
	u := len(t.state)
	t.state = append(t.state, state)
	t.next = append(t.next, map[int]int{})
	t.class = append(t.class, u)
	t.owner = append(t.owner, -1)
	return u
}

// node is the node of a word, before anything is folded or after: words lead through classes.
func (t *tree) node(w []int32) (int, bool) {
	u := 0
	for _, x := range w {
		v, ok := t.next[t.find(u)][int(x)]
		if !ok {
			return 0, false
		}
		u = v
	}
	return u, true
}

func (t *tree) find(u int) int {
	for t.class[u] != u {
		t.class[u] = t.class[t.class[u]]
		u = t.class[u]
	}
	return u
}

// setBasis checks rule R0: nodes of all states, told apart by outputs alone.
func (t *tree) setBasis() error {
	for s, w := range t.Basis {
		u, ok := t.node(w)
		if !ok || t.state[u] != s {
			return fmt.Errorf("the basis word of state %d does not lead to it", s)
		}
		for r, v := range t.basis {
			if !t.apart(u, v) {
				return fmt.Errorf("the tests do not tell state %d from state %d", s, r)
			}
		}
		t.basis = append(t.basis, u)
	}
	for s, u := range t.basis {
		t.owner[u] = s
	}
	return nil
}

// apart is rule R2: what N does behind u and v differs, for every N that passes.
func (t *tree) apart(u, v int) bool {
	t.seen = map[[2]int]bool{}
	return t.differ(t.find(u), t.find(v))
}

func (t *tree) differ(u, v int) bool {
	s, r := t.state[u], t.state[v]
	if s == r || t.seen[[2]int{u, v}] {
		return false
	}
	if t.owner[u] >= 0 && t.owner[v] >= 0 {
		return true
	}
	t.seen[[2]int{u, v}] = true
	for x := range t.Inputs {
		a, ok := t.next[u][x]
		b, both := t.next[v][x]
		if !ok || !both {
			continue
		}
		if t.Out[s*t.Inputs+x] != t.Out[r*t.Inputs+x] || t.differ(t.find(a), t.find(b)) {
			return true
		}
	}
	return false
}

// converge is rule R3: the class u is one state of N with the basis class of its state.
func (t *tree) converge(u int) error {
	q := t.find(t.basis[t.state[u]])
	if u == q {
		return nil
	}
	if err := t.told(u); err != nil {
		return err
	}
	if err := t.paths([]int{u, q}, t.Extra); err != nil {
		return err
	}
	t.merge(q, u)
	return nil
}

// told checks that a class is apart from the basis classes of all other states.
func (t *tree) told(u int) error {
	if t.owner[u] >= 0 {
		return nil
	}
	for s, b := range t.basis {
		if s != t.state[u] && !t.apart(u, b) {
			return fmt.Errorf("a node of state %d is not told from state %d", t.state[u], s)
		}
	}
	return nil
}

// paths goes on from the last two classes by every word of a length.
func (t *tree) paths(path []int, length int) error {
	if length == 0 {
		return nil
	}
	u, v := path[len(path)-2], path[len(path)-1]
	for x := range t.Inputs {
		if t.Next[t.state[u]*t.Inputs+x] < 0 {
			continue
		}
		a, ok := t.next[u][x]
		b, both := t.next[v][x]
		if !ok || !both {
			return fmt.Errorf("no test goes on by input %d behind a node of state %d", x, t.state[u])
		}
		if a, b = t.find(a), t.find(b); a == b {
			continue
		}
		for _, c := range []int{a, b} {
			if err := t.told(c); err != nil {
				return err
			}
			for _, d := range path {
				if t.state[d] != t.state[c] && !t.apart(c, d) {
					return fmt.Errorf("nodes of states %d and %d on one path are not told apart", t.state[c], t.state[d])
				}
			}
		}
		if err := t.paths(append(path[:len(path):len(path)], a, b), length-1); err != nil {
			return err
		}
	}
	return nil
}

// merge joins two classes of one state and, by rule R1, those behind them.
func (t *tree) merge(u, v int) {
	if u, v = t.find(u), t.find(v); u == v {
		return
	}
	if t.owner[v] >= 0 || t.owner[u] < 0 && len(t.next[v]) > len(t.next[u]) {
		u, v = v, u
	}
	t.class[v] = u
	for x := range t.Inputs {
		b, ok := t.next[v][x]
		if !ok {
			continue
		}
		root := t.find(u)
		if a, both := t.next[root][x]; both {
			t.merge(a, b)
		} else {
			t.next[root][x] = b
		}
	}
}

// closed checks that the basis classes answer as the specification does: each has all its successors,
// in the basis classes of their states, and the root is in one.
func (t *tree) closed() error {
	if t.owner[t.find(0)] < 0 {
		return fmt.Errorf("the initial node is in no basis class")
	}
	for s, b := range t.basis {
		u := t.find(b)
		for x := range t.Inputs {
			to := t.Next[s*t.Inputs+x]
			if to < 0 {
				continue
			}
			if v, ok := t.next[u][x]; !ok || t.owner[t.find(v)] != int(to) {
				return fmt.Errorf("state %d, input %d: where this leads is not confirmed", s, x)
			}
		}
	}
	return nil
}
