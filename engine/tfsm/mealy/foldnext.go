package mealy

import "slices"

// Which transition the fold generator confirms next, and how a test gets there: the cheapest one, over
// transitions that are confirmed already.

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
