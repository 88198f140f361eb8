package efsm

// Prolongation (KPW section 4): a test that reaches its goal is led on until what the goal affects
// flows into an output, along a chain of definitions and uses. Coverage criteria alone end at the
// goal, where nothing may be seen yet.

// A flowStep is a node of the search for a suffix.
type flowStep struct {
	node, v int32
	up      int32 // -1: a start
	firing  *firing
}

// Prolonged gives the obligation's test with a shortest suffix that makes its goal observable; the
// test itself when it is so already or can not be made so.
func (c *Checker) Prolonged(o *Obligation) []int32 {
	if !o.Met {
		return nil
	}
	g := c.flowGraph()
	shows, starts := c.goalAffects(g, o)
	if shows {
		return o.Test
	}
	suffix, _ := g.chain(starts)
	return append(append([]int32(nil), o.Test...), suffix...)
}

// ProlongedTests does so for all.
func (c *Checker) ProlongedTests(all []Obligation) Suite {
	var s Suite
	for i := range all {
		if all[i].Met {
			s = append(s, c.Prolonged(&all[i]))
		}
	}
	return Condense(s)
}

// goalAffects gives the nodes of the closure that a goal affects, or that it shows at once.
func (c *Checker) goalAffects(g *flowGraph, o *Obligation) (shows bool, starts []int32) {
	nv := int32(len(g.m.Vars))
	add := func(node int32) {
		if node < 0 {
			return
		}
		for _, v := range g.defs(int32(o.at)) {
			starts = append(starts, node*nv+v)
		}
	}
	shows = len(g.m.Transitions[o.at].Emits) > 0
	if o.kind == definitionUse {
		add(o.node)
		return shows, starts
	}
	g.x.enter(c.r, o.goal, &c.s)
	if o.kind == guardValue {
		d, failed := g.flip(c.r, o.at, o.goal.taken)
		if failed {
			return true, nil
		}
		return g.affected(d)
	}
	if !c.r.fire(int32(o.at)) {
		return true, nil
	}
	node, _ := g.nodes.id(c.r.state())
	add(node)
	return shows, starts
}

// chain finds the path with the fewest letters on which an affected variable flows from a start
// into an output, and the firings on it. Internal firings cost nothing.
func (g *flowGraph) chain(starts []int32) (letters []int32, path []flowStep) {
	nv := int32(len(g.m.Vars))
	var now, later, steps []flowStep
	done := map[int32]bool{}
	for _, s := range starts {
		now = append(now, flowStep{node: s / nv, v: s % nv, up: -1})
	}
	for len(now) > 0 {
		n := now[0]
		now = now[1:]
		if int(n.node) < len(g.fire) && !done[n.node*nv+n.v] {
			done[n.node*nv+n.v] = true
			steps = append(steps, n)
			at := int32(len(steps) - 1)
			for i := range g.fire[n.node] {
				f := &g.fire[n.node][i]
				if f.to < 0 || f.t < 0 {
					continue
				}
				for _, w := range g.flow[f.t][n.v] {
					next := flowStep{node: f.to, v: w, up: at, firing: f}
					switch {
					case g.shows[f.t][w]:
						return g.unwind(append(steps, next))
					case f.letter < 0:
						now = append([]flowStep{next}, now...)
					default:
						later = append(later, next)
					}
				}
			}
		}
		if len(now) == 0 {
			now, later = later, nil
		}
	}
	return nil, nil
}

func (g *flowGraph) unwind(steps []flowStep) (letters []int32, path []flowStep) {
	for at := int32(len(steps) - 1); at >= 0; at = steps[at].up {
		path = append([]flowStep{steps[at]}, path...)
		if f := steps[at].firing; f != nil && f.letter >= 0 {
			letters = append([]int32{f.letter}, letters...)
		}
	}
	return letters, path
}
