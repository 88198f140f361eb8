package mealy

// What a transition still lacks to converge (R3 of fold.go), and what supplies it.

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
