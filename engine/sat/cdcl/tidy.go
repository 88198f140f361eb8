package cdcl

import "slices"

// Learnt clauses cost time wherever they are watched. From time to time the worse half of them goes, and all
// clauses that hold for good.

const (
	firstTidy = 2000 // conflicts until the first time
	laterTidy = 300  // more conflicts each time
	glue      = 2    // clauses of this quality are kept
)

func (s *Solver) tidy() {
	s.tidies++
	s.tidyAt = s.conflicts + firstTidy + laterTidy*s.tidies
	s.learnt = slices.DeleteFunc(s.learnt, s.holds)
	s.given = slices.DeleteFunc(s.given, s.holds)
	worst := slices.Clone(s.learnt)
	slices.SortStableFunc(worst, func(a, b ref) int {
		if s.arena[a+1] != s.arena[b+1] {
			return int(s.arena[b+1]) - int(s.arena[a+1])
		}
		return int(s.arena[a+2]) - int(s.arena[b+2])
	})
	out := map[ref]bool{}
	for _, c := range worst[:len(worst)/2] {
		if s.arena[c+1] > glue && s.arena[c] > 2 && !s.locked(c) {
			out[c] = true
		}
	}
	s.learnt = slices.DeleteFunc(s.learnt, func(c ref) bool { return out[c] })
	s.compact()
}

// holds tells whether a clause holds for good.
func (s *Solver) holds(c ref) bool {
	for _, l := range s.lits(c) {
		if s.value[l] > 0 && s.level[l>>1] == 0 {
			return true
		}
	}
	return false
}

// locked tells whether a clause is why one of its literals holds.
func (s *Solver) locked(c ref) bool {
	for _, l := range s.lits(c)[:2] {
		if s.value[l] > 0 && s.reason[l>>1] == c {
			return true
		}
	}
	return false
}

// compact moves the clauses that are left together, and all that refers to them.
func (s *Solver) compact() {
	old := s.arena
	s.arena = make([]Lit, 0, len(old))
	moved := func(c ref) ref {
		to := ref(len(s.arena))
		s.arena = append(s.arena, old[c:int(c)+header+int(old[c])]...)
		old[c], old[c+1] = 0, Lit(to) // where it is now
		return to
	}
	for i, c := range s.given {
		s.given[i] = moved(c)
	}
	for i, c := range s.learnt {
		s.learnt[i] = moved(c)
	}
	for _, l := range s.trail {
		c := s.reason[l>>1]
		switch {
		case c == none:
		case old[c] == 0:
			s.reason[l>>1] = ref(old[c+1])
		default: // it held for good
			s.reason[l>>1] = none
		}
	}
	for p := range s.watches {
		kept := s.watches[p][:0]
		for _, w := range s.watches[p] {
			if old[w.at] == 0 {
				w.at = ref(old[w.at+1])
				kept = append(kept, w)
			}
		}
		s.watches[p] = kept
	}
}
