package mealy

// The fold generator: a suite for all machines with at most States + k states, built together with the
// fold that certifies it.
//
// Idea: transitions are confirmed one after another, those first that need little. A test goes on from
// where an earlier one ended, over transitions that are confirmed already, as long as it stays below
// the length asked for; all that was seen of a transition counts, wherever in the tree that was, and
// what other states answer is looked up in the folded tree, where it costs nothing.
//
// Source: ours; SPYH (M. Soucha, K. Bogdanov, "SPYH-method: an improvement in testing of finite-state
// machines", ICSTW 2018) likewise chooses separating words on the fly and distributes them over
// convergent nodes. For k > 0 what R3 of fold.go still lacks is applied, in the order in which R3 asks.
type generator struct {
	m         *Machine
	sep       *Separations
	splitters []splitter // words for the basis; nil: to be found
	t         *Tree
	f         *fold
	class     []int32           // by node of the tree
	cover     []int32           // by state: its node in the cover
	leaves    []int32           // nodes where a test could go on; some are no leaves any more
	open      []int32           // classes that are not merged with a basis class
	left      map[int32][]int32 // by transition: the states from which its class is not apart
	parting   map[[2]int32]Word // what separator has found
	reach     [][]int32         // by state: what distances has found
	into      [][]int32         // by state: cells of the transitions that lead there
	sure      []bool            // by cell: confirmed
	reachAt   int               // when it was: count of merges
	arena     []int32
	queue     []searched
	how       Tuning
	steps     int // left of the budget
}

// Tuning are the choices that change a suite's shape but not whether it is complete.
type Tuning struct {
	Longest int     // inputs of a test at most; tests that need more get it
	Words   int     // nodes of each search for a separating word
	Reset   int     // what a new test costs, in inputs
	Order   []int32 // of the inputs, by which ties are broken; nil: as they are
}

// Fold returns the tree of a suite that is complete for all machines with at most States + k states,
// or ok = false where the budget ran out, which counts nodes of the tree and of the searches for words,
// and comparisons. Every two states of m must be separable.
func Fold(m *Machine, sep *Separations, k int, how Tuning, budget int) (t *Tree, ok bool) {
	t, _, ok = foldSuite(m, sep, k, how, nil, nil, budget)
	return t, ok
}

// foldSuite goes on from tests that are there, and also returns what is left of the budget.
func foldSuite(
	m *Machine,
	sep *Separations,
	k int,
	how Tuning,
	words []splitter,
	tests []Word,
	budget int,
) (t *Tree, left int, ok bool) {
	g := &generator{
		m:         m,
		sep:       sep,
		splitters: words,
		t:         NewTree(m),
		f:         newFold(m, k),
		how:       how,
		steps:     budget,
		left:      map[int32][]int32{},
		parting:   map[[2]int32]Word{},
	}
	g.class = []int32{g.f.class(0)}
	g.leaves = []int32{0}
	if g.how.Order == nil {
		for x := range g.f.p {
			g.how.Order = append(g.how.Order, x)
		}
	}
	g.sure, g.into = make([]bool, len(m.Next)), make([][]int32, m.States)
	for cell, t := range m.Next {
		if t >= 0 {
			g.into[t] = append(g.into[t], int32(cell))
		}
	}
	for _, w := range m.Cover() {
		g.cover = append(g.cover, g.walk(0, w))
	}
	for _, w := range tests {
		g.walk(0, w)
	}
	g.separateBasis()
	for _, u := range g.cover {
		g.f.setBasis(g.class[u])
	}
	for g.steps > g.f.work {
		g.saturate()
		s, x, left := g.cheapest()
		if !left {
			return g.t, g.steps - g.f.work, true
		}
		g.confirm(s, x)
	}
	return g.t, 0, false
}

// walk applies a word behind a node of the tree, and folds what is new.
func (g *generator) walk(u int32, w Word) int32 {
	for _, x := range w {
		u = g.step(u, x)
	}
	return u
}

func (g *generator) step(u, x int32) int32 {
	if c := g.t.At(u, x); c >= 0 {
		return c
	}
	g.steps--
	v := g.t.Step(u, x)
	before := len(g.f.up)
	d := g.f.step(g.f.find(g.class[u]), x)
	if len(g.f.up) > before {
		g.open = append(g.open, d)
	}
	g.class = append(g.class, d)
	g.leaves = append(g.leaves, v)
	return v
}

// saturate merges every class that converges (R3), until nothing does.
func (g *generator) saturate() {
	for again := true; again; {
		again = false
		left := g.open[:0]
		for _, c := range g.open {
			r := g.f.find(c)
			switch {
			case r != c || g.f.base[r] >= 0:
			case g.f.converges(r):
				g.f.merge(g.f.basis[g.f.state[r]], r)
				again = true
			default:
				left = append(left, c)
			}
		}
		g.open = left
	}
}
