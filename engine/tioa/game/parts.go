package game

// What systems are made of.

// A part is a leaf inside a composed system: where its clocks begin, and how to find its location.
type Part struct {
	Leaf  *System
	Shift int
	At    func(loc int) int // -1: the location is none of its
}

// Parts lists the leaves of a system with their clocks.
func (s *System) Parts() []Part {
	if len(s.Leaves) == 0 {
		return []Part{{Leaf: s, At: func(loc int) int { return loc }}}
	}
	if s.Shape == shapePruned {
		return s.Leaves[0].Parts()
	}
	var all []Part
	shift := 0
	for side, operand := range s.Leaves {
		for _, p := range operand.Parts() {
			inner := p.At
			at := func(loc int) int {
				if s.Locs[loc].Parts == nil {
					return -1
				}
				return inner(s.Locs[loc].Parts[side])
			}
			all = append(all, Part{p.Leaf, p.Shift + shift, at})
		}
		shift += len(operand.Clocks)
	}
	return all
}

// CompiledAt gives the first compiled location of a location of the automaton, or -1.
func (s *System) CompiledAt(loc int) int {
	for i, l := range s.Locs {
		if l.Parts[0] == loc {
			return i
		}
	}
	return -1
}

// Standing gives the location in which the leaves stand where pick says, leaf by leaf.
func (s *System) Standing(pick func() int) (int, bool) {
	switch {
	case len(s.Leaves) == 0:
		i := pick()
		return i, i >= 0
	case s.pair == nil:
		return s.Leaves[0].Standing(pick)
	}
	i, ok1 := s.Leaves[0].Standing(pick)
	j, ok2 := s.Leaves[1].Standing(pick)
	if !ok1 || !ok2 {
		return 0, false
	}
	return s.pair(i, j), true
}

// Called is the system under another name.
func (s *System) Called(name string) *System {
	c := *s
	c.Name = name
	return &c
}

// Reachable lists the locations that edges connect to the start.
func (s *System) Reachable() []int {
	seen := make([]bool, len(s.Locs))
	list := []int{s.Init}
	seen[s.Init] = true
	for i := 0; i < len(list); i++ {
		for _, e := range s.At(list[i]).Edges {
			if !seen[e.Target] {
				seen[e.Target] = true
				list = append(list, e.Target)
			}
		}
	}
	return list
}
