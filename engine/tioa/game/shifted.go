package game

// A shifted system is a system whose clocks are renumbered behind those of another, location by
// location as they are needed.
type shifted struct {
	*System
	by   int
	locs []*Loc
}

// behind renumbers a system's clocks.
func behind(s *System, by int) *shifted { return &shifted{System: s, by: by} }

// at gives a location with its edges, renumbered.
func (s *shifted) at(i int) *Loc {
	for i >= len(s.locs) {
		s.locs = append(s.locs, nil)
	}
	if s.locs[i] == nil {
		s.locs[i] = s.System.At(i).shifted(s.by)
	}
	return s.locs[i]
}

func (l *Loc) shifted(by int) *Loc {
	m := *l
	m.Inv = l.Inv.shifted(by)
	m.Diags = joinDiagonals(nil, l.Diags, by)
	m.Edges = make([]*Step, len(l.Edges))
	for k, e := range l.Edges {
		f := *e
		f.Guard = e.Guard.shifted(by)
		f.Resets = joinResets(nil, e.Resets, by)
		m.Edges[k] = &f
	}
	return &m
}
