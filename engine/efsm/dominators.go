package efsm

// Regions of control. KPW section 3 calls a location affected by a mutant when the mutant changes
// the decision that leads there and the location lies inside the branches of the decision. On a
// graph of locations that is: reachable from a successor of the decision without passing its
// immediate post-dominator. A decision without a post-dominator, the rule in reactive machines,
// affects everything it can reach.

// joins gives the immediate post-dominator of each location, -1 for none: the region of a decision
// taken there ends at it. Ends are the locations without transitions.
func (m *Machine) joins() []int {
	next := make([][]int, len(m.Locations))
	for i := range m.Transitions {
		t := &m.Transitions[i]
		next[t.From] = append(next[t.From], t.To)
	}
	return immediatePostDominators(next)
}

// reachFrom lists the locations that paths from l meet before the join, l included.
func (m *Machine) reachFrom(l, join int) []bool {
	seen := make([]bool, len(m.Locations))
	if l == join {
		return seen
	}
	seen[l] = true
	todo := []int{l}
	for len(todo) > 0 {
		at := todo[0]
		todo = todo[1:]
		for i := range m.Transitions {
			if t := &m.Transitions[i]; t.From == at && t.To != join && !seen[t.To] {
				seen[t.To] = true
				todo = append(todo, t.To)
			}
		}
	}
	return seen
}

// immediatePostDominators gives for each node the nearest node that every path from it to an end
// must pass, -1 when there is none. It iterates the data-flow equations on sets, which is enough
// for graphs of locations: pdom(n) = {n} ∪ ⋂ pdom(successors).
func immediatePostDominators(next [][]int) []int {
	n := len(next)
	ends := endsReachable(next)
	sets := make([][]bool, n) // nil: all nodes
	for changed := true; changed; {
		changed = false
		for v := n - 1; v >= 0; v-- {
			if !ends[v] {
				continue
			}
			if s := meet(v, next, sets, ends); s != nil && (sets[v] == nil || !sameSet(s, sets[v])) {
				sets[v], changed = s, true
			}
		}
	}
	joins := make([]int, n)
	for v := range joins {
		joins[v] = nearest(v, sets)
	}
	return joins
}

// endsReachable marks the nodes from which some end can be reached.
func endsReachable(next [][]int) []bool {
	reach := make([]bool, len(next))
	for changed := true; changed; {
		changed = false
		for v := range next {
			ok := len(next[v]) == 0
			for _, w := range next[v] {
				ok = ok || reach[w]
			}
			if ok && !reach[v] {
				reach[v], changed = true, true
			}
		}
	}
	return reach
}

// meet computes one equation; nil while nothing is known of any successor, as in the first round
// through a cycle. Successors that never end say nothing about paths to an end.
func meet(v int, next [][]int, sets [][]bool, ends []bool) []bool {
	var out []bool
	for _, w := range next[v] {
		if !ends[w] || sets[w] == nil {
			continue
		}
		if out == nil {
			out = append([]bool(nil), sets[w]...)
			continue
		}
		for i := range out {
			out[i] = out[i] && sets[w][i]
		}
	}
	if out == nil && len(next[v]) > 0 {
		return nil
	}
	if out == nil {
		out = make([]bool, len(next))
	}
	out[v] = true
	return out
}

func sameSet(a, b []bool) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// nearest finds the strict post-dominator of v that all others post-dominate: it has the most.
func nearest(v int, sets [][]bool) int {
	best, size := -1, 0
	if sets[v] == nil {
		return -1
	}
	for w, in := range sets[v] {
		if !in || w == v {
			continue
		}
		n := 0
		for _, x := range sets[w] {
			if x {
				n++
			}
		}
		if n > size {
			best, size = w, n
		}
	}
	return best
}
