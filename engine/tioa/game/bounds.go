package game

import "github.com/mutarium/mutarium/engine/dbm"

// Bounds that depend on the location: a clock is remembered only up to the largest constant that it
// is compared with before it is set again, and not at all where there is none (Behrmann, Bouyer,
// Fleury and Larsen, "Static guard analysis in timed automata verification", TACAS 2003). Without
// them some of the studies do not finish.

// guardTargets strengthens each guard by the target's invariant after the resets.
func (s *System) guardTargets() {
	for _, l := range s.Locs {
		for _, e := range l.Edges {
			e.Guard = e.Guard.and(s.Locs[e.Target].Inv.before(e.Resets))
		}
		l.dropDead()
	}
}

// dropDead removes edges whose guard is plainly false.
func (l *Loc) dropDead() {
	kept := l.Edges[:0]
	for _, e := range l.Edges {
		if len(e.Guard) > 0 {
			kept = append(kept, e)
		}
	}
	l.Edges = kept
}

// bound computes Max and Diags of all locations, the least solution of: what the location compares
// itself, and what a target compares with clocks that the edge does not set.
func (s *System) bound() { s.boundIn(make([]int64, s.Dim()*len(s.Locs))) }

// boundIn is bound with the room for all bounds given.
func (s *System) boundIn(all []int64) {
	n := s.Dim()
	for i := range all {
		all[i] = dbm.NoBound
	}
	diagonal := false
	for i, l := range s.Locs {
		l.Max = all[i*n : (i+1)*n : (i+1)*n]
		l.Diags = nil
		diagonal = l.compare(l.Inv) || diagonal
		for _, e := range l.Edges {
			diagonal = l.compare(e.Guard) || diagonal
		}
	}
	for changed := true; changed; {
		changed = false
		for i := len(s.Locs) - 1; i >= 0; i-- {
			for _, e := range s.Locs[i].Edges {
				changed = s.Locs[i].inherit(s.Locs[e.Target], e.Resets, diagonal) || changed
			}
		}
	}
}

// compare takes in the constants of a condition and tells whether differences are among them.
func (l *Loc) compare(c Cond) bool {
	diagonal := false
	for _, x := range c {
		for _, b := range x {
			diagonal = l.compareOne(b) || diagonal
		}
	}
	return diagonal
}

func (l *Loc) compareOne(b dbm.Constraint) bool {
	if b.B == dbm.Infinity {
		return false
	}
	v := b.B.Value()
	if v < 0 {
		v = -v
	}
	if b.I > 0 {
		l.Max[b.I] = max(l.Max[b.I], v)
	}
	if b.J > 0 {
		l.Max[b.J] = max(l.Max[b.J], v)
	}
	if !b.Diagonal() {
		return false
	}
	l.addDiagonal(b)
	return true
}

// addDiagonal notes that a difference is compared; a bound and its negation are one comparison.
func (l *Loc) addDiagonal(b dbm.Constraint) bool {
	if b.I > b.J {
		b = negated(b)
	}
	for _, d := range l.Diags {
		if d == b {
			return false
		}
	}
	l.Diags = append(l.Diags, b)
	return true
}

// inherit takes in what the target of an edge compares, and tells whether that is news.
func (l *Loc) inherit(t *Loc, rs []reset, diagonal bool) bool {
	changed := false
	for x := 1; x < len(l.Max); x++ {
		if t.Max[x] > l.Max[x] && !isReset(rs, x) {
			l.Max[x] = t.Max[x]
			changed = true
		}
	}
	if !diagonal {
		return changed
	}
	for _, b := range t.Diags {
		pre, _ := Conj{b}.before(rs)
		for _, d := range pre {
			if d.Diagonal() {
				changed = l.addDiagonal(d) || changed
				continue
			}
			v := d.B.Value()
			if v < 0 {
				v = -v
			}
			if x := d.I + d.J; v > l.Max[x] {
				l.Max[x] = v
				changed = true
			}
		}
	}
	return changed
}

func isReset(rs []reset, x int) bool {
	for _, r := range rs {
		if r.Clock == x {
			return true
		}
	}
	return false
}
