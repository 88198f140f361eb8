package efsm

import "github.com/mutarium/mutarium/engine/efsm/model"

// The paper's search for an observation (KPW section 4, Figs. 3 and 4), corrected. It prolongs a
// path from the moment after the divergence until an affected definition reaches an output, and
// ends a path early at a state it has seen when nothing that is affected there is known to become
// observable; when that is learned later, the path is resumed.
//
// Departures from the figures, each an error there or something left open:
//
//	Fig. 2 line 16     the search starts after the mutated transition, not before it
//	Fig. 2             outputs affected at once are tested first
//	Fig. 3 line 7      states are compared exactly, by location and values
//	Fig. 3 lines 16-17 a new definition removes the older ones of its variable, also those added on the way
//	Fig. 3 line 18     uses are those of the variable defined: var(d) in c-uses(s, t, v)
//	Fig. 3 lines 22-25 a node is complete before anything is propagated to it
//	Fig. 4 lines 30-40 every node back to the definition is marked, and its ended paths are resumed
//	Fig. 4 lines 37-38 observability goes to the variables read by an assignment, not to the one assigned
//
// Of the implementation notes, 1 is static below, 4 the table of suffixes that outlives a search,
// 5 the order dfs; 2 holds because mutants come one by one, 3 is flowGraph.predicateUses.
//
// A flowGraph's closure answers the same question for all mutants at once; a test compares both.

// An Observation is what the search found for one mutant.
type Observation struct {
	Found   bool
	AtOnce  bool    // an output is affected by the divergence itself
	Prefix  []int32 // letters up to and including the infected step
	Suffix  []int32 // letters after it
	Path    []PathStep
	Visited int // states expanded
	Ended   int // paths ended early
	Resumed int // paths taken up again
}

// A PathStep is a transition on the path behind the infection.
type PathStep struct {
	Transition int
	Links      [][2]int // variables used and defined, along the chain
	Shows      int      // variable that an output shows; -1: none
}

// staticFlow computes the over-approximation of note 1: the variables that, at a location, can flow
// into an output on some path of transitions, whatever their guards. Location × variable.
func staticFlow(m *model.Machine, flow [][][]int32, shows [][]bool) []bool {
	nv := len(m.Vars)
	can := make([]bool, (len(m.Locations)+1)*nv)
	for changed := true; changed; {
		changed = false
		for i := range m.Transitions {
			t := &m.Transitions[i]
			for v := range nv {
				if can[t.From*nv+v] {
					continue
				}
				for _, w := range flow[i][v] {
					if shows[i][w] || can[t.To*nv+int(w)] {
						can[t.From*nv+v], changed = true, true
						break
					}
				}
			}
		}
	}
	return can
}

// A place is what the search compares: a state, and whether it still lies in the region of the
// mutated decision, where every definition is affected.
type place struct {
	node   int32
	inside bool
}

// A searchNode is one path to a place.
type searchNode struct {
	place
	affected []bool
	prev     int32 // -1: the start
	firing   *firing
}

// A visitedPlace is what is known of a place.
type visitedPlace struct {
	observable []*suffix // by variable; nil: not known to be observable
	ended      []int32   // paths that ended here
}

// A suffix tells how an observable variable reaches an output: by a firing, then from another
// place and variable; next is nil where the firing shows it.
type suffix struct {
	firing *firing
	next   *suffix
}

// An observation is one search.
type observation struct {
	g       *flowGraph
	dfs     bool
	static  []bool // nil: note 1 is off
	within  []bool // locations of the region
	nodes   []searchNode
	wait    []int32
	visited map[place]*visitedPlace
	found   Observation
}

// OnTheFly searches behind each infected step in turn, until one can be observed.
func (c *Checker) OnTheFly(ch *Change, v *Verdict, dfs bool) Observation {
	return c.onTheFly(ch, v, dfs, true)
}

func (c *Checker) onTheFly(ch *Change, v *Verdict, dfs, prune bool) Observation {
	g := c.flowGraph()
	var static []bool
	if prune {
		if g.static == nil {
			g.static = staticFlow(g.m, g.flow, g.shows)
		}
		static = g.static
	}
	var total Observation
	failed := map[place]bool{} // with the same change, the same start fails again
	v.each(func(ctx evaluation) bool {
		o := &observation{g: g, dfs: dfs, static: static, visited: map[place]*visitedPlace{}}
		start, atOnce := o.begin(c, ch, ctx)
		if atOnce {
			total.Found, total.AtOnce, total.Prefix = true, true, c.wordOf(ctx.edge)
			return false
		}
		if start.affected == nil || failed[start.place] {
			return true
		}
		o.run(start)
		o.found.Visited += total.Visited
		o.found.Ended += total.Ended
		o.found.Resumed += total.Resumed
		total = o.found
		if total.Found {
			total.Prefix = c.wordOf(ctx.edge)
			return false
		}
		failed[start.place] = true
		return true
	})
	return total
}

// begin gives the moment after the divergence with its affected definitions; atOnce tells that
// an output shows already. No affected set means that nothing diverges here.
func (o *observation) begin(c *Checker, ch *Change, ctx evaluation) (n searchNode, atOnce bool) {
	g := o.g
	t := &g.m.Transitions[ch.Transition]
	n.prev = -1
	g.x.enter(c.r, ctx, &c.s)
	switch {
	case ch.kind == model.ChangeTarget || ch.kind == model.DropEmit || ch.kind == model.ChangeExpr &&
		ch.site.Kind == model.ArgSite:
		p, _ := g.observed(c, ch, ctx)
		return n, p
	case ch.kind == model.ChangeExpr && ch.site.Kind == model.GuardSite:
		d, failed := g.decide(c.r, ch, ctx)
		if failed {
			return n, true
		}
		a, b := g.sides(d)
		if a.shows || b.shows {
			return n, true
		}
		n.affected = append([]bool(nil), b.defs...)
		for _, v := range g.defs(int32(d.orig)) {
			n.affected[v] = true
		}
		o.within = a.within
		n.place = o.at(d.to, true)
		return n, false
	}
	after, fails := g.definition(c.r, t, ch)
	if fails || !c.r.fire(int32(ch.Transition)) {
		return n, true
	}
	for v, in := range after {
		if in && g.shows[ch.Transition][v] {
			return n, true
		}
	}
	n.affected = after
	n.node, _ = g.nodes.id(c.r.state())
	return n, false
}

// at gives the place of a node; a path that has left the region stays outside.
func (o *observation) at(node int32, inside bool) place {
	if !inside || int(node) >= len(o.g.loc) {
		return place{node, false}
	}
	l := int(o.g.loc[node])
	return place{node, l < len(o.within) && o.within[l]}
}

// run is the loop of Fig. 3, lines 4 to 27.
func (o *observation) run(start searchNode) {
	o.add(start)
	for len(o.wait) > 0 && !o.found.Found {
		n := o.take()
		if int(o.nodes[n].node) >= len(o.g.fire) {
			continue
		}
		seen := o.visited[o.nodes[n].place]
		if seen != nil {
			o.revisit(n, seen)
			continue
		}
		o.visited[o.nodes[n].place] = &visitedPlace{observable: make([]*suffix, len(o.g.m.Vars))}
		o.found.Visited++
		o.expand(n)
	}
}

func (o *observation) add(n searchNode) {
	if o.hopeless(&n) {
		return
	}
	o.nodes = append(o.nodes, n)
	o.wait = append(o.wait, int32(len(o.nodes)-1))
}

// hopeless tells that no affected variable can reach an output on any path (note 1). Inside the
// region new ones may still come.
func (o *observation) hopeless(n *searchNode) bool {
	if o.static == nil || n.inside || int(n.node) >= len(o.g.loc) {
		return false
	}
	for v, in := range n.affected {
		if in && o.static[int(o.g.loc[n.node])*len(n.affected)+v] {
			return false
		}
	}
	return true
}

func (o *observation) take() int32 {
	at := 0
	if o.dfs {
		at = len(o.wait) - 1
	}
	n := o.wait[at]
	o.wait = append(o.wait[:at], o.wait[at+1:]...)
	return n
}

// revisit is lines 7 to 12: what is known of the place holds for this path too.
func (o *observation) revisit(n int32, seen *visitedPlace) {
	for v, s := range seen.observable {
		if s != nil {
			o.propagate(v, n, s)
		}
	}
	for v, s := range seen.observable {
		if s != nil && o.nodes[n].affected[v] {
			o.succeed(n, s)
			return
		}
	}
	seen.ended = append(seen.ended, n)
	o.found.Ended++
}

// expand is lines 14 to 26.
func (o *observation) expand(n int32) {
	for i := range o.g.fire[o.nodes[n].node] {
		f := &o.g.fire[o.nodes[n].node][i]
		if f.to < 0 || f.t < 0 {
			continue
		}
		next := searchNode{place: o.at(f.to, o.nodes[n].inside), affected: o.after(n, f), prev: n, firing: f}
		if o.showsAffected(f, next.affected) {
			o.succeed(n, &suffix{firing: f})
			return
		}
		for v, shown := range o.g.shows[f.t] {
			if shown {
				for _, r := range o.before(f.t, int32(v)) {
					o.propagate(int(r), n, &suffix{firing: f})
				}
			}
		}
		o.add(next)
	}
}

// after is lines 15 to 21: definitions replace older ones, and are affected when they use an
// affected variable, or lie in the region.
func (o *observation) after(n int32, f *firing) []bool {
	now := make([]bool, len(o.g.m.Vars))
	for v, in := range o.nodes[n].affected {
		if in {
			for _, w := range o.g.flow[f.t][v] {
				now[w] = true
			}
		}
	}
	if o.nodes[n].inside {
		for _, v := range o.g.defs(f.t) {
			now[v] = true
		}
	}
	return now
}

func (o *observation) showsAffected(f *firing, affected []bool) bool {
	for v, shown := range o.g.shows[f.t] {
		if shown && affected[v] {
			return true
		}
	}
	return false
}

// before gives the variables that flow into v by a transition.
func (o *observation) before(t, v int32) []int32 {
	var list []int32
	for u, to := range o.g.flow[t] {
		if contains(to, int(v)) {
			list = append(list, int32(u))
		}
	}
	return list
}

// propagate is Fig. 4: v is observable at node n, by s, and so is what flows into it on the way back.
func (o *observation) propagate(v int, n int32, s *suffix) {
	seen := o.visited[o.nodes[n].place]
	if seen != nil {
		if seen.observable[v] == nil {
			seen.observable[v] = s
			o.wait = append(o.wait, seen.ended...)
			o.found.Resumed += len(seen.ended)
			seen.ended = nil
		} else if seen.observable[v] != s {
			return // marked before, and all nodes before this one too
		}
	}
	f := o.nodes[n].firing
	if f == nil {
		return
	}
	for _, r := range o.before(f.t, int32(v)) {
		up := o.nodes[n].prev
		if known := o.visited[o.nodes[up].place]; known == nil || known.observable[r] == nil {
			o.propagate(int(r), up, &suffix{firing: f, next: s})
		}
	}
}

// succeed puts the path to n and a suffix together.
func (o *observation) succeed(n int32, s *suffix) {
	var firings []*firing
	for at := n; o.nodes[at].firing != nil; at = o.nodes[at].prev {
		firings = append([]*firing{o.nodes[at].firing}, firings...)
	}
	for ; s != nil; s = s.next {
		firings = append(firings, s.firing)
	}
	o.found.Found = true
	for _, f := range firings {
		if f.letter >= 0 {
			o.found.Suffix = append(o.found.Suffix, f.letter)
		}
	}
	o.found.Path = o.links(firings)
}

// links marks the chain on a path: backwards from an output, each variable to one that it was
// computed from and that was affected there.
func (o *observation) links(firings []*firing) []PathStep {
	steps := make([]PathStep, len(firings))
	sets := [][]bool{o.nodes[0].affected}
	p := o.nodes[0].place
	for i, f := range firings {
		o.nodes = append(o.nodes, searchNode{place: p, affected: sets[i]})
		sets = append(sets, o.after(int32(len(o.nodes)-1), f))
		p = o.at(f.to, p.inside)
		steps[i] = PathStep{Transition: int(f.t), Shows: -1}
	}
	last := len(firings) - 1
	v := -1
	for w, shown := range o.g.shows[firings[last].t] {
		if shown && sets[last+1][w] && v < 0 {
			v = w
		}
	}
	steps[last].Shows = v
	for i := last; i >= 0 && v >= 0; i-- {
		u := -1
		for _, r := range o.before(firings[i].t, int32(v)) {
			if sets[i][r] {
				u = int(r)
			}
		}
		if u >= 0 && contains(o.g.defs(firings[i].t), v) {
			steps[i].Links = append(steps[i].Links, [2]int{u, v})
		}
		v = u
	}
	return steps
}
