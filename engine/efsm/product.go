package efsm

// The search through the product of original and mutant: on the diagonal by the table of the
// original, off it by steps of both; conform.go says what is looked for.

// deviations runs the mutant on the infected edges of a state and marks those on which it ends in
// another state or shows something else.
func (c *Checker) deviations(s int32, v *Verdict) {
	n := int32(len(c.x.letters))
	for i := range v.hits {
		h := &v.hits[i]
		for at := h.from(s * n); at < len(h.all) && h.all[at].edge < (s+1)*n; at++ {
			if h.hit[h.class[at]] {
				c.deviation(h.all[at].edge, v)
			}
		}
	}
}

// firstDeviation skips to the first state, in the order of the original's exploration, with a step
// that the mutant makes otherwise: up to there the search would go as that exploration went, so
// its queue is taken over. It gives the place in the queue, -1 when no step differs.
func (c *Checker) firstDeviation(v *Verdict) int32 {
	at := int32(c.x.states.n)
	for i := range v.hits {
		h := &v.hits[i]
		for k := h.from(0); k < len(h.all) && c.x.from(h.all[k].edge) < at; k++ {
			if e := h.all[k].edge; h.hit[h.class[k]] {
				if c.deviation(e, v); c.mark[e] == c.epoch {
					at = c.x.from(e)
				}
			}
		}
	}
	if at == int32(c.x.states.n) {
		return -1
	}
	for s := range c.x.known[at] {
		c.onDiag[s] = c.epoch
		if e := c.x.parent[s]; e >= 0 {
			c.queue = append(c.queue, node{pair{s, s}, c.x.from(e), c.x.letter(e)})
		} else {
			c.queue = append(c.queue, node{pair{s, s}, -1, 0})
		}
	}
	return at
}

func (c *Checker) deviation(e int32, v *Verdict) {
	if c.mark[e] == c.epoch || c.mark[e] == -c.epoch {
		return
	}
	v.Steps++
	c.x.states.get(c.x.from(e), &c.s)
	to, shown := c.step(&c.s, c.x.letter(e))
	c.mark[e] = -c.epoch // looked at
	switch {
	case !equalValues(shown, c.x.outs.all[c.x.shown[e]]):
		c.mark[e], c.devTo[e] = c.epoch, -1
	case to != c.x.succ[e]:
		c.mark[e], c.devTo[e] = c.epoch, to
	}
}

// step makes a step of the mutant; the output is valid until the next one.
func (c *Checker) step(s *state, letter int32) (int32, []int64) {
	c.r.load(s)
	c.r.step(&c.x.letters[letter])
	id, _ := c.impl.id(c.r.state())
	return id, c.r.out
}

// product explores pairs breadth first from the start, on the diagonal by the original's table.
func (c *Checker) product(v *Verdict) {
	c.queue = c.queue[:0]
	c.pairs.reset()
	first := pair{0, 0}
	c.r.start()
	if id, _ := c.impl.id(c.r.state()); id != 0 {
		first.b = id
	}
	if !equalValues(c.r.out, c.x.outs.all[c.x.first]) {
		v.StateLength, v.Strong, v.Killed = 0, []int32{}, true
		return
	}
	if first.b != 0 {
		v.StateLength = 0
	}
	n := int32(len(c.x.letters))
	at := int32(0)
	if first.b != 0 {
		c.visit(first, -1, 0)
	} else if at = c.firstDeviation(v); at < 0 {
		return
	}
	for ; at < int32(len(c.queue)); at++ {
		p := c.queue[at].pair
		if p.a == p.b {
			c.deviations(p.a, v)
			if c.diagonal(p.a*n, at, v) {
				return
			}
			continue
		}
		v.Pairs++
		if c.off(p, at, v) {
			return
		}
		if v.Pairs > c.budget {
			v.Exhausted = true
			return
		}
	}
}

func (c *Checker) visit(p pair, up, letter int32) {
	if p.a == p.b {
		if c.onDiag[p.a] == c.epoch {
			return
		}
		c.onDiag[p.a] = c.epoch
	} else if !c.pairs.add(p) {
		return
	}
	c.queue = append(c.queue, node{p, up, letter})
}

// diagonal follows the steps of a state in which both machines are; edges are numbered from base.
func (c *Checker) diagonal(base, at int32, v *Verdict) bool {
	for i := range int32(len(c.x.letters)) {
		e := base + i
		a := c.x.succ[e]
		if c.mark[e] != c.epoch {
			if c.onDiag[a] != c.epoch {
				c.onDiag[a] = c.epoch
				c.queue = append(c.queue, node{pair{a, a}, at, i})
			}
			continue
		}
		if v.StateLength < 0 {
			v.StateLength = len(c.path(at)) + 1
		}
		if c.devTo[e] < 0 {
			c.found(at, i, v)
			return true
		}
		c.visit(pair{a, c.devTo[e]}, at, i)
	}
	return false
}

// off follows the steps of a pair of different states.
func (c *Checker) off(p pair, at int32, v *Verdict) bool {
	n := int32(len(c.x.letters))
	for i := range n {
		e := p.a*n + i
		c.impl.get(p.b, &c.s)
		v.Steps++
		b, shown := c.step(&c.s, i)
		if !equalValues(shown, c.x.outs.all[c.x.shown[e]]) {
			c.found(at, i, v)
			return true
		}
		c.visit(pair{c.x.succ[e], b}, at, i)
	}
	return false
}

func (c *Checker) path(at int32) []int32 {
	n := 0
	for i := at; c.queue[i].up >= 0; i = c.queue[i].up {
		n++
	}
	w := make([]int32, n)
	for i := at; c.queue[i].up >= 0; i = c.queue[i].up {
		n--
		w[n] = c.queue[i].letter
	}
	return w
}

func (c *Checker) found(at, letter int32, v *Verdict) {
	v.Strong, v.Killed = append(c.path(at), letter), true
}

// A pairSet is a hash set of pairs that is emptied in constant time.
type pairSet struct {
	keys  []uint64
	epoch []int32
	now   int32
	n     int
}

func (s *pairSet) reset() {
	if s.keys == nil {
		s.keys, s.epoch = make([]uint64, 256), make([]int32, 256)
	}
	s.now++
	s.n = 0
}

func (s *pairSet) add(p pair) bool {
	if 2*(s.n+1) > len(s.keys) {
		s.grow()
	}
	if !s.put(uint64(uint32(p.a))<<32 | uint64(uint32(p.b))) {
		return false
	}
	s.n++
	return true
}

func (s *pairSet) put(k uint64) bool {
	mask := uint64(len(s.keys) - 1)
	h := k * 0xff51afd7ed558ccd
	for at := (h ^ h>>32) & mask; ; at = (at + 1) & mask {
		if s.epoch[at] != s.now {
			s.keys[at], s.epoch[at] = k, s.now
			return true
		}
		if s.keys[at] == k {
			return false
		}
	}
}

func (s *pairSet) grow() {
	old, marks := s.keys, s.epoch
	s.keys, s.epoch = make([]uint64, 2*len(old)), make([]int32, 2*len(old))
	for i, k := range old {
		if marks[i] == s.now {
			s.put(k)
		}
	}
}
