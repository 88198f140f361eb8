package sat

// How many of some literals hold.
//
// Idea: for few literals all pairs are excluded; for many a chain of "one of those so far" grows by a
// literal a step, so that clauses stay linear. A bound that is tightened again and again is a literal
// of a circuit instead, of which each new bound uses the gates of the one before.
// Source: C. Sinz, "Towards an optimal CNF encoding of Boolean cardinality constraints", CP 2005,
// section 2, the sequential counter.
// Deviation: clauses only for k = 1; the general counter is made of gates, in both directions, and its
// answer is a literal that may be negated or assumed, where the paper has clauses that hold throughout.

// pairwiseLimit is the size up to which all pairs cost fewer clauses than a ladder.
const pairwiseLimit = 5

// AtMostOne demands that at most one of the literals holds, by pairs or by a ladder, whichever is
// smaller.
func (s *Solver) AtMostOne(lits ...Lit) {
	if len(lits) <= pairwiseLimit {
		s.AtMostOnePairwise(lits...)
		return
	}
	s.AtMostOneLadder(lits...)
}

// AtMostOnePairwise writes n(n-1)/2 clauses of two literals and no variable.
func (s *Solver) AtMostOnePairwise(lits ...Lit) {
	for i, a := range lits {
		for _, b := range lits[i+1:] {
			s.AddClause(a.Not(), b.Not())
		}
	}
}

// AtMostOneLadder writes about 3n clauses of two literals over n-1 fresh variables: step i holds
// when one of the first i+1 literals does. (C. Sinz, Towards an Optimal CNF Encoding of Boolean
// Cardinality Constraints, CP 2005, the sequential counter for one.)
func (s *Solver) AtMostOneLadder(lits ...Lit) {
	if len(lits) < 2 {
		return
	}
	step := s.NewLits(len(lits) - 1)
	for i, l := range lits {
		if i < len(step) {
			s.AddClause(l.Not(), step[i])
		}
		if i > 0 {
			s.AddClause(l.Not(), step[i-1].Not())
		}
		if 0 < i && i < len(step) {
			s.AddClause(step[i-1].Not(), step[i])
		}
	}
}

// ExactlyOne demands that exactly one of the literals holds.
func (s *Solver) ExactlyOne(lits ...Lit) {
	s.AddClause(lits...)
	s.AtMostOne(lits...)
}

// AtMost is the literal "at most k of them hold", a sequential counter of gates: after each literal,
// more[i] holds when more than i of those so far do. Counters over the same literals share their
// gates, so a bound can be tightened step by step at no cost.
func (s *Solver) AtMost(k int, lits ...Lit) Lit {
	if k < 0 {
		return s.False()
	}
	if k >= len(lits) {
		return s.True()
	}
	more := make([]Lit, k+1)
	for i := range more {
		more[i] = s.False()
	}
	for _, l := range lits {
		for i := k; i > 0; i-- {
			more[i] = s.Or(more[i], s.And(more[i-1], l))
		}
		more[0] = s.Or(more[0], l)
	}
	return more[k].Not()
}
