package cdcl

// pauseEvery is how many literals are propagated between two calls of Pause.
const pauseEvery = 20_000

// Restarts come where the last clauses are worse than all of them by a quarter, after so many conflicts.
const (
	leastRun = 50
	quickly  = 5  // 2^5 conflicts are "the last"
	slowly   = 13 // 2^13 are "all"
)

// Solve asks whether the clauses and some assumptions can hold together, and meets at most so many conflicts;
// below 0: as many as it takes.
func (s *Solver) Solve(limit int, assumptions ...Lit) Result {
	s.core = nil
	if s.refuted {
		return Unsat
	}
	defer s.back(0)
	for len(s.stamp) <= s.Vars()+len(assumptions) {
		s.stamp = append(s.stamp, 0)
	}
	if limit >= 0 {
		limit += s.conflicts
	}
	for s.since = 0; ; {
		if c := s.propagate(); c != none {
			if limit >= 0 && s.conflicts >= limit && len(s.starts) > 0 {
				return Unknown
			}
			if s.learn(c); s.refuted {
				return Unsat
			}
			continue
		}
		switch {
		case limit >= 0 && s.conflicts >= limit || s.paused():
			return Unknown
		case s.since >= leastRun && s.quick > s.slow+s.slow/4:
			s.since, s.quick = 0, s.slow
			s.back(len(assumptions))
		case s.conflicts >= s.tidyAt:
			s.tidy()
		}
		l, r := s.decide(assumptions)
		if r != Unknown {
			return r
		}
		s.starts = append(s.starts, len(s.trail))
		if l != 0 {
			s.assign(l, none)
		}
	}
}

// paused looks in on the caller.
func (s *Solver) paused() bool {
	if s.work < pauseEvery || s.Pause == nil {
		return false
	}
	s.work = 0
	return s.Pause()
}

// decide chooses what holds next: an assumption, then a guess. An assumption that holds already makes a level
// without a literal.
func (s *Solver) decide(assumptions []Lit) (Lit, Result) {
	if n := len(s.starts); n < len(assumptions) {
		switch l := assumptions[n]; s.value[l] {
		case 1:
			return 0, Unknown
		case -1:
			s.fail(l)
			return 0, Unsat
		default:
			return l, Unknown
		}
	}
	for {
		v := s.order.next()
		if v == 0 {
			s.model = s.model[:0]
			for i := range s.level {
				s.model = append(s.model, s.value[2*i] > 0)
			}
			return 0, Sat
		}
		if s.value[2*v] == 0 {
			return s.phase[v], Unknown
		}
	}
}

func (s *Solver) assign(l Lit, why ref) {
	v := l >> 1
	s.value[l], s.value[l.Not()] = 1, -1
	s.level[v], s.reason[v] = int32(len(s.starts)), why
	s.trail = append(s.trail, l)
}

// back takes back all levels above one.
func (s *Solver) back(level int) {
	if len(s.starts) <= level {
		return
	}
	from := s.starts[level]
	for i := len(s.trail) - 1; i >= from; i-- {
		l := s.trail[i]
		s.value[l], s.value[l.Not()] = 0, 0
		s.phase[l>>1] = l
		s.order.insert(int32(l >> 1))
	}
	s.trail, s.starts, s.head = s.trail[:from], s.starts[:level], from
}

// propagate draws the consequences of what holds, and gives a clause that fails, or none.
func (s *Solver) propagate() ref {
	for s.head < len(s.trail) {
		p := s.trail[s.head]
		s.head++
		s.work++
		if c := s.visit(p); c != none {
			s.head = len(s.trail)
			return c
		}
	}
	return none
}

// visit looks at the clauses that watch the negation of a literal which has become true.
func (s *Solver) visit(p Lit) ref {
	list := s.watches[p]
	kept := 0
	for i := 0; i < len(list); i++ {
		w := list[i]
		if s.value[w.other] > 0 {
			list[kept] = w
			kept++
			continue
		}
		first := w.other
		if !w.pair {
			lits := s.lits(w.at)
			if lits[0] == p.Not() {
				lits[0], lits[1] = lits[1], lits[0]
			}
			if first = lits[0]; s.value[first] <= 0 && s.move(w.at, lits) {
				continue
			}
		}
		list[kept] = watch{w.at, first, w.pair}
		kept++
		switch s.value[first] {
		case 0:
			s.assign(first, w.at)
		case -1:
			kept += copy(list[kept:], list[i+1:])
			s.watches[p] = list[:kept]
			return w.at
		}
	}
	s.watches[p] = list[:kept]
	return none
}

// move watches another literal of a clause than its second one, which is false.
func (s *Solver) move(c ref, lits []Lit) bool {
	for k := 2; k < len(lits); k++ {
		if l := lits[k]; s.value[l] >= 0 {
			lits[1], lits[k] = l, lits[1]
			s.watches[l.Not()] = append(s.watches[l.Not()], watch{c, lits[0], false})
			return true
		}
	}
	return false
}
