package mutants

import "github.com/mutarium/mutarium/engine/tioa/model"

// What stands between protection marks is not mutated. Whether a mutation touches it is seen from
// what the mutation makes, so that no operator has to know of marks, and pairs obey them too.

// mayApply tells whether a mutation leaves everything that is protected as it is.
func (s Subject) mayApply(m Mutation) bool {
	if len(s.Model.Protected) == 0 {
		return true
	}
	now := m.Op.apply(s, m)
	return !s.locationsTouched(now) && !s.edgesTouched(now)
}

func (s Subject) locationsTouched(now *model.Automaton) bool {
	for i, l := range s.Automaton.Locations {
		n := now.Locations[i]
		if n.Removed != l.Removed && s.Model.IsProtected(l.Span) || n.Invariant != l.Invariant &&
			s.Model.IsProtected(l.InvSpan) {
			return true
		}
	}
	return false
}

// edgesTouched compares edges by identity, those that a mutation replaced by their place in the text.
// A new edge touches the location that it leaves.
func (s Subject) edgesTouched(now *model.Automaton) bool {
	old := map[*model.Edge]bool{}
	for _, e := range s.Automaton.Edges {
		old[e] = true
	}
	kept, changed := map[*model.Edge]bool{}, map[int]*model.Edge{}
	for _, e := range now.Edges {
		switch {
		case old[e]:
			kept[e] = true
		case e.Span.End > e.Span.Start:
			changed[int(e.Span.Start)] = e
		case e.Source < len(s.Automaton.Locations) && s.Model.IsProtected(s.Automaton.Locations[e.Source].Span):
			return true
		}
	}
	for _, e := range s.Automaton.Edges {
		if !kept[e] && s.edgeTouched(e, changed[int(e.Span.Start)]) {
			return true
		}
	}
	return false
}

// edgeTouched tells whether what differs between an edge and its replacement is protected; nil stands
// for a removed edge.
func (s Subject) edgeTouched(e, by *model.Edge) bool {
	m := s.Model
	if by == nil {
		return m.IsProtected(e.Span)
	}
	return e.Source != by.Source && m.IsProtected(e.SourceSpan) ||
		e.Target != by.Target && m.IsProtected(e.TargetSpan) ||
		e.Sync() != by.Sync() && m.IsProtected(e.ActionSpan) ||
		e.Guard != by.Guard && m.IsProtected(e.GuardSpan) ||
		e.Assignments() != by.Assignments() && m.IsProtected(e.UpdateSpan)
}
