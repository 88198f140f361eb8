package mealy

import "slices"

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

// pending is the class behind the basis class of s by x, -1 where there is none.
func (g *generator) pending(s, x int32) int32 { return g.f.at(g.f.find(g.f.basis[s]), x) }

// undecided lists the states from which a class is not apart yet, its own not counted.
func (g *generator) undecided(c int32, target int32) []int32 {
	var list []int32
	for t := range int32(g.m.States) {
		if t != target && (c < 0 || !g.f.apart(c, g.f.find(g.f.basis[t]))) {
			list = append(list, t)
		}
	}
	return list
}

// cheapest picks the unconfirmed transition that needs least: to get there, and to be identified.
func (g *generator) cheapest() (s, x int32, ok bool) {
	best := 1 << 30
	n := int32(g.m.States)
	for r := range n {
		access := -1
		for _, y := range g.how.Order {
			to := g.m.To(r, y)
			if to < 0 || g.confirmed(r*g.f.p+y) {
				continue
			}
			c := g.pending(r, y)
			if access < 0 {
				_, access = g.access(r, 1)
			}
			if 200*access >= best {
				break
			}
			if cost := 200*access + 100*g.missing(r, y, c, to)/int(n); cost < best {
				best, s, x, ok = cost, r, y, true
			}
		}
	}
	return s, x, ok
}

// missing counts the undecided states of a transition whose class is c.
func (g *generator) missing(s, x, c, target int32) int {
	if c < 0 {
		return g.m.States - 1
	}
	list, ok := g.left[s*g.f.p+x]
	if !ok {
		list = g.undecided(c, target)
	} else {
		list = slices.DeleteFunc(list, func(t int32) bool { return g.f.apart(c, g.f.find(g.f.basis[t])) })
	}
	g.left[s*g.f.p+x] = list
	return len(list)
}

// access finds the cheapest way to a node in the basis class of s, from which more inputs fit: the node
// to start from, the way to go being over confirmed transitions, and its cost.
func (g *generator) access(s int32, more int) (from int32, cost int) {
	dist := g.distances(s)
	from, cost = g.cover[s], int(g.t.Depth[g.cover[s]])+g.how.Reset
	if g.t.Leaf(from) {
		return from, 0
	}
	left := g.leaves[:0]
	g.steps -= len(g.leaves)
	for _, u := range g.leaves {
		if !g.t.Leaf(u) {
			continue
		}
		left = append(left, u)
		b := g.f.base[g.f.find(g.class[u])]
		if b < 0 || dist[b] < 0 {
			continue
		}
		d := int(dist[b])
		if d < cost && int(g.t.Depth[u])+d+more <= g.how.Longest {
			from, cost = u, d
		}
	}
	g.leaves = left
	return from, cost
}

// distances counts for every state the confirmed transitions on a shortest way to s; -1: no way. It is
// kept until a class is merged.
func (g *generator) distances(s int32) []int32 {
	if g.reach == nil || g.reachAt != g.f.merged {
		g.reach, g.reachAt = make([][]int32, g.m.States), g.f.merged
	}
	if g.reach[s] != nil {
		return g.reach[s]
	}
	dist := make([]int32, g.m.States)
	for i := range dist {
		dist[i] = -1
	}
	dist[s] = 0
	queue := []int32{s}
	for i := 0; i < len(queue); i++ {
		t := queue[i]
		g.steps -= len(g.into[t])
		for _, cell := range g.into[t] {
			if r := cell / g.f.p; dist[r] < 0 && g.confirmed(cell) {
				dist[r] = dist[t] + 1
				queue = append(queue, r)
			}
		}
	}
	g.reach[s] = dist
	return dist
}

// confirmed tells whether the successor of a basis class, by cell of the tables, is a basis class.
func (g *generator) confirmed(cell int32) bool {
	if !g.sure[cell] {
		c := g.pending(cell/g.f.p, cell%g.f.p)
		g.sure[cell] = c >= 0 && g.f.base[c] >= 0
	}
	return g.sure[cell]
}

// toward is an input by which a confirmed transition leads from r to a state at distance d.
func (g *generator) toward(r int32, dist []int32, d int32) int32 {
	for _, x := range g.how.Order {
		if to := g.m.To(r, x); to >= 0 && dist[to] == d && g.confirmed(r*g.f.p+x) {
			return x
		}
	}
	return -1
}

// way is the word over confirmed transitions from one state to another.
func (g *generator) way(from, to int32) Word {
	dist := g.distances(to)
	var w Word
	for s := from; s != to; {
		x := g.toward(s, dist, dist[s]-1)
		w = append(w, x)
		s = g.m.To(s, x)
	}
	return w
}

// confirm applies words behind a transition until its class converges with the basis class of the
// target.
func (g *generator) confirm(s, x int32) {
	target := g.m.To(s, x)
	for g.steps > g.f.work {
		c := g.pending(s, x)
		if c < 0 {
			g.identify(s, Word{x}, c, target)
			continue
		}
		if g.f.base[c] >= 0 {
			return
		}
		l, lacks := g.lacks(c, g.f.find(g.f.basis[target]))
		if !lacks {
			return
		}
		g.supply(l, s, x, target)
	}
}

// A lack is what R3 misses: the class behind a word on one of the two paths is not there or not
// identified, or two classes on the paths are not apart.
type lack struct {
	one, two place
	pair     bool
}

// A place is a class behind a word, on the side of the pending class or on that of the basis class.
type place struct {
	class int32 // -1: not there
	state int32
	basis bool
	word  Word
}

// lacks looks for the first lack of R3 for the root c and the basis class q.
func (g *generator) lacks(c, q int32) (lack, bool) {
	state := g.f.state[c]
	u, v := place{class: c, state: state}, place{class: q, state: state, basis: true}
	if !g.f.identified(c) {
		return lack{one: u}, true
	}
	return g.lacksBehind([]place{u, v}, g.f.k)
}

// lacksBehind goes on from the last two places of a path, as fold.paths does.
func (g *generator) lacksBehind(path []place, length int) (lack, bool) {
	if length == 0 {
		return lack{}, false
	}
	u, v := path[len(path)-2], path[len(path)-1]
	for x := range g.f.p {
		to := g.m.To(u.state, x)
		if to < 0 {
			continue
		}
		a, b := g.behind(u, x, to), g.behind(v, x, to)
		if a.class >= 0 && a.class == b.class {
			continue
		}
		for _, p := range []place{a, b} {
			if p.class < 0 || !g.f.identified(p.class) {
				return lack{one: p}, true
			}
			for _, r := range path {
				if r.state != p.state && !g.f.apart(r.class, p.class) {
					return lack{one: r, two: p, pair: true}, true
				}
			}
		}
		if l, ok := g.lacksBehind(append(path[:len(path):len(path)], a, b), length-1); ok {
			return l, true
		}
	}
	return lack{}, false
}

func (g *generator) behind(p place, x, to int32) place {
	return place{class: g.f.at(p.class, x), state: to, basis: p.basis, word: append(p.word[:len(p.word):len(p.word)], x)}
}

// supply applies what is lacking for the transition from s by x.
func (g *generator) supply(l lack, s, x, target int32) {
	from := func(p place) (int32, Word) {
		if p.basis {
			return target, p.word
		}
		return s, append(Word{x}, p.word...)
	}
	if !l.pair {
		r, w := from(l.one)
		g.identify(r, w, l.one.class, l.one.state)
		return
	}
	w := g.sep.Word(l.one.state, l.two.state)
	for _, p := range []place{l.one, l.two} {
		r, v := from(p)
		g.place(r, append(v, w...))
	}
}

// identify applies a word behind the class c of a state, which is reached from the basis class of s by
// a word: one that tells it from states that it is not apart from.
func (g *generator) identify(s int32, reach Word, c, state int32) {
	open := g.undecided(c, state)
	if len(open) == 0 {
		g.place(s, reach)
		return
	}
	_, access := g.access(s, len(reach)+1)
	w := g.choose(state, open, access)
	if w == nil {
		w = g.separator(state, open[0])
	}
	if w == nil { // the folded tree has no word at hand: both sides get one
		w = g.sep.Word(state, open[0])
		g.place(open[0], w)
	}
	g.place(s, append(reach[:len(reach):len(reach)], w...))
}

// place applies a word in the basis class of s: behind a test that ends on the way, if there is one, else
// where access says.
func (g *generator) place(s int32, w Word) {
	classes := []int32{g.f.find(g.f.basis[s])}
	last := 0 // the last basis class on the way
	for i, x := range w {
		d := g.f.at(classes[i], x)
		if d < 0 {
			break
		}
		classes = append(classes, d)
		if g.f.base[d] >= 0 {
			last = i + 1
		}
	}
	s, w, classes = g.f.base[classes[last]], w[last:], classes[last:]
	if u, rest, ok := g.inside(classes, w); ok {
		g.walk(u, rest)
		return
	}
	from, _ := g.access(s, len(w))
	if b := g.f.base[g.f.find(g.class[from])]; b != s {
		from = g.walk(from, g.way(b, s))
	}
	g.walk(from, w)
}

// inside looks for a test that ends in one of the classes that a word leads through, the later the
// better: there it can go on. The first class is a basis class and does not count.
func (g *generator) inside(classes []int32, w Word) (u int32, rest Word, ok bool) {
	best := 0
	g.steps -= len(g.leaves)
	for _, v := range g.leaves {
		if !g.t.Leaf(v) {
			continue
		}
		r := g.f.find(g.class[v])
		if g.f.base[r] >= 0 {
			continue
		}
		for i := len(classes) - 1; i > best; i-- {
			if classes[i] == r && int(g.t.Depth[v])+len(w)-i <= g.how.Longest {
				best, u = i, v
			}
		}
	}
	return u, w[best:], best > 0
}

// A search node of choose: a word, behind the target's side and behind those of the states left.
type searched struct {
	parent    int32
	input     int32
	at        int32 // state on the target's side
	length    int32
	out       int32 // states separated so far
	from, end int32 // of the arena: classes of the states that are not separated yet
}

// choose finds the word that separates most undecided states from the target for its length, by
// breadth-first search in the folded tree. Words that could not become better are left out.
func (g *generator) choose(target int32, open []int32, access int) Word {
	arena := g.arena[:0]
	for _, t := range open {
		arena = append(arena, g.f.find(g.f.basis[t]))
	}
	queue := append(g.queue[:0], searched{parent: -1, input: -1, at: target, end: int32(len(arena))})
	best, bestGain, bestCost := int32(-1), 0, 1
	for i := 0; i < len(queue) && len(queue) < g.how.Words; i++ {
		it := queue[i]
		cost := int(it.length) + 2 + access
		if (int(it.out)+int(it.end-it.from))*bestCost <= bestGain*cost && best >= 0 {
			continue
		}
		for _, y := range g.how.Order {
			to := g.m.To(it.at, y)
			if to < 0 {
				continue
			}
			next := searched{parent: int32(i), input: y, at: to, length: it.length + 1, out: it.out, from: int32(len(arena))}
			shown := g.m.Shows(it.at, y)
			for _, c := range arena[it.from:it.end] {
				if g.f.child[c*g.f.p+y] < 0 {
					continue
				}
				if g.m.Out[g.f.state[c]*g.f.p+y] != shown {
					next.out++
				} else if d := g.f.at(c, y); g.f.state[d] != to {
					arena = append(arena, d)
				}
			}
			next.end = int32(len(arena))
			better := int(next.out)*bestCost > bestGain*cost
			if better {
				best, bestGain, bestCost = int32(len(queue)), int(next.out), cost
			}
			g.steps--
			if better || next.end > next.from && (int(next.out)+int(next.end-next.from))*bestCost > bestGain*(cost+1) {
				queue = append(queue, next)
			} else {
				arena = arena[:next.from]
			}
		}
	}
	g.arena, g.queue = arena, queue
	var w Word
	for ; best > 0; best = queue[best].parent {
		w = append(w, queue[best].input)
	}
	slices.Reverse(w)
	return w
}

// separator is a shortest word by which the folded tree tells two basis classes apart, nil where that
// search gets too long. What was found once stays true.
func (g *generator) separator(s, r int32) Word {
	key := [2]int32{s, r}
	if w, ok := g.parting[key]; ok {
		return w
	}
	type item struct{ a, b, parent, input int32 }
	queue := []item{{g.f.find(g.f.basis[s]), g.f.find(g.f.basis[r]), -1, -1}}
	seen := map[[2]int32]bool{}
	for i := 0; i < len(queue) && len(queue) < 20000; i++ {
		it := queue[i]
		for y := range g.f.p {
			c, d := g.f.at(it.a, y), g.f.at(it.b, y)
			if c < 0 || d < 0 {
				continue
			}
			if g.m.Shows(g.f.state[it.a], y) != g.m.Shows(g.f.state[it.b], y) {
				w := Word{y}
				for j := int32(i); j > 0; j = queue[j].parent {
					w = append(w, queue[j].input)
				}
				slices.Reverse(w)
				g.parting[key] = w
				return w
			}
			if g.f.state[c] != g.f.state[d] && !seen[[2]int32{c, d}] {
				seen[[2]int32{c, d}] = true
				queue = append(queue, item{c, d, int32(i), y})
			}
		}
	}
	return nil
}
