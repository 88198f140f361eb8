package mealy

import "slices"

// Words of the fold generator that tell states apart, and where they are applied: behind a test that ends
// on the way, if there is one.

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
