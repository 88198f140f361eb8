package cdcl

// What a conflict teaches: the clause of the first point through which all its causes on the present level go,
// without literals that the others imply.

// learn makes a clause of one that fails, and goes back to where it decides something.
func (s *Solver) learn(c ref) {
	s.conflicts++
	s.since++
	if len(s.starts) == 0 {
		s.refuted = true
		return
	}
	s.collect(c)
	s.minimise()
	quality := s.quality()
	s.quick += (quality<<16 - s.quick) >> quickly
	s.slow += (quality<<16 - s.slow) >> slowly
	if s.conflicts < 1<<slowly { // the first clauses make the average
		s.slow += (quality<<16 - s.slow) / (s.conflicts + 1)
	}
	lits, to := s.clause, 0
	if len(lits) > 1 {
		high := 1
		for i := 2; i < len(lits); i++ {
			if s.level[lits[i]>>1] > s.level[lits[high]>>1] {
				high = i
			}
		}
		lits[1], lits[high] = lits[high], lits[1]
		to = int(s.level[lits[1]>>1])
	}
	s.back(to)
	why := none
	if len(lits) > 1 {
		why = s.store(lits, quality)
		s.learnt = append(s.learnt, why)
	}
	s.assign(lits[0], why)
	s.order.age()
}

// collect goes back along the trail from a clause that fails, until one literal of the present level is left:
// the first of the clause.
func (s *Solver) collect(c ref) {
	s.clause = append(s.clause[:0], 0)
	open, at, now := 0, len(s.trail)-1, int32(len(s.starts))
	for p := Lit(0); ; {
		s.arena[c+2] = Lit(s.conflicts)
		for _, l := range s.lits(c) {
			v := l >> 1
			if l == p || s.seen[v] != 0 || s.level[v] == 0 {
				continue
			}
			s.mark(l, 1)
			s.order.met(int32(v))
			if s.level[v] == now {
				open++
			} else {
				s.clause = append(s.clause, l)
			}
		}
		for s.seen[s.trail[at]>>1] == 0 {
			at--
		}
		p = s.trail[at]
		s.seen[p>>1] = 0
		at--
		if open--; open == 0 {
			s.clause[0] = p.Not()
			return
		}
		c = s.reason[p>>1]
	}
}

// Marks of a variable: in the clause, implied by the rest of it, or not.
const (
	inside  = 1
	implied = 2
	needed  = 3
)

func (s *Solver) mark(l Lit, how int8) {
	if s.seen[l>>1] == 0 {
		s.clear = append(s.clear, l)
	}
	s.seen[l>>1] = how
}

func (s *Solver) unmark() {
	for _, l := range s.clear {
		s.seen[l>>1] = 0
	}
	s.clear = s.clear[:0]
}

// minimise drops the literals of the clause that follow from the others.
func (s *Solver) minimise() {
	s.stamps++
	for _, l := range s.clause {
		s.stamp[s.level[l>>1]] = s.stamps
	}
	s.seen[s.clause[0]>>1] = inside
	kept := s.clause[:1]
	for _, l := range s.clause[1:] {
		if s.reason[l>>1] == none || !s.follows(l, 0) {
			kept = append(kept, l)
		}
	}
	s.clause = kept
	s.unmark()
}

// deepest bounds how far follows looks.
const deepest = 500

// follows tells whether a false literal is so because of others that are in the clause.
func (s *Solver) follows(l Lit, depth int) bool {
	if depth == deepest {
		return false
	}
	for _, q := range s.lits(s.reason[l>>1]) {
		v := q >> 1
		if v == l>>1 || s.level[v] == 0 || s.seen[v] == inside || s.seen[v] == implied {
			continue
		}
		if s.reason[v] == none || s.seen[v] == needed || s.stamp[s.level[v]] != s.stamps || !s.follows(q, depth+1) {
			if depth > 0 && s.seen[l>>1] == 0 {
				s.mark(l, needed)
			}
			return false
		}
	}
	if s.seen[l>>1] == 0 {
		s.mark(l, implied)
	}
	return true
}

// quality counts the levels of the clause: the fewer, the better.
func (s *Solver) quality() int {
	s.stamps++
	n := 0
	for _, l := range s.clause {
		if level := s.level[l>>1]; s.stamp[level] != s.stamps {
			s.stamp[level] = s.stamps
			n++
		}
	}
	return n
}

// fail finds the assumptions because of which one of them is false.
func (s *Solver) fail(l Lit) {
	s.core = []Lit{l}
	if s.level[l>>1] == 0 {
		return
	}
	s.mark(l, inside)
	for i := len(s.trail) - 1; i >= s.starts[0]; i-- {
		p := s.trail[i]
		if s.seen[p>>1] == 0 {
			continue
		}
		if why := s.reason[p>>1]; why == none {
			if p != l {
				s.core = append(s.core, p)
			}
		} else {
			for _, q := range s.lits(why) {
				if s.level[q>>1] > 0 {
					s.mark(q, inside)
				}
			}
		}
	}
	s.unmark()
}
