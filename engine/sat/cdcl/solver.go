package cdcl

// Idea: conflict-driven clause learning. The solver guesses until a clause fails, learns a clause that says
// why, goes back to where that clause decides something, and goes on. Time is never read and floating-point
// numbers are rounded step by step, so the same clauses and questions lead to the same answers, models and
// cores everywhere.
//
// Source: N. Eén and N. Sörensson, "An extensible SAT-solver", SAT 2003, for the frame, incremental calls
// under assumptions and the minimisation of learnt clauses; G. Audemard and L. Simon, "Predicting learnt
// clauses quality in modern SAT solvers", IJCAI 2009, for which clauses are kept, and "Refining restarts
// strategies for SAT and UNSAT", CP 2012, for when it restarts.
//
// Deviation: averages are integers, and a call can be bounded by conflicts.

// A Lit is 2v for a variable v ≥ 1, and 2v + 1 for its negation.
type Lit uint32

// Not is the negation.
func (l Lit) Not() Lit { return l ^ 1 }

// A Result is the answer of a call.
type Result int8

const (
	Unknown Result = iota // so many conflicts were met, or the call was stopped
	Sat                   // Value tells the model
	Unsat                 // Core tells which assumptions cannot hold together
)

// A ref is the place of a clause in the arena; none is no clause.
type ref uint32

const none ref = 1<<32 - 1

// A clause in the arena is its size, its quality, when it was last of use, and its literals, the watched ones
// first. Quality 0 marks those that were given.
const header = 3

// A watch is a clause to look at when a literal becomes true whose negation the clause watches; if other, one of its
// literals, holds, there is no need to. Of a clause of two literals other is the second one.
type watch struct {
	at    ref
	other Lit
	pair  bool
}

// A Solver holds clauses and answers questions about them. The zero value is not ready: see New.
type Solver struct {
	arena   []Lit
	given   []ref
	learnt  []ref
	watches [][]watch // by the literal that has become true

	value  []int8 // by literal: 1 true, -1 false, 0 open
	level  []int32
	reason []ref
	phase  []Lit // by variable: the literal that held last
	order  order

	trail  []Lit
	starts []int // by level: where its literals begin
	head   int   // of the trail: what was not propagated

	refuted   bool // the clauses alone cannot hold
	model     []bool
	core      []Lit
	conflicts int // of all calls
	seen      []int8
	clause    []Lit // being learnt
	clear     []Lit // whose seen is to be taken back
	stamp     []int // by level: the last clause whose quality counted it
	stamps    int
	quick     int // average quality of the last learnt clauses, in 1/2^16
	slow      int // of all
	since     int // conflicts since the last restart
	tidyAt    int // conflicts
	tidies    int

	// Course, set before there are variables, sends the search another way through the same clauses.
	Course int

	// Pause, if it is set, is called now and then; true stops the call.
	Pause func() bool
	work  int // literals propagated since the last pause
}

// New gives a solver without clauses.
func New() *Solver {
	s := &Solver{tidyAt: firstTidy}
	s.NewVar() // there is no variable 0
	s.order.drop()
	return s
}

// NewVar gives the positive literal of a fresh variable.
func (s *Solver) NewVar() Lit {
	v := len(s.level)
	s.value = append(s.value, 0, 0)
	s.watches = append(s.watches, nil, nil)
	s.level, s.reason = append(s.level, 0), append(s.reason, none)
	s.phase = append(s.phase, Lit(2*v+1)^s.favoured(v))
	s.seen = append(s.seen, 0)
	s.order.add(v)
	return Lit(2 * v)
}

// favoured is 1 for the variables that are guessed to hold at first: none on course 0, on others a quarter, which are
// spread by the multiplicative hash of D. Knuth, The Art of Computer Programming, volume 3, section 6.4.
func (s *Solver) favoured(v int) Lit {
	if s.Course != 0 && uint32(v+s.Course)*2654435769>>30 == 0 {
		return 1
	}
	return 0
}

// Vars counts the variables.
func (s *Solver) Vars() int { return len(s.level) - 1 }

// Conflicts counts those of all calls: the unit of work.
func (s *Solver) Conflicts() int { return s.conflicts }

// Add demands that one of some literals holds. It ends the validity of the last model and core.
func (s *Solver) Add(lits ...Lit) {
	if s.refuted {
		return
	}
	kept := s.clause[:0]
	for _, l := range lits {
		if s.value[l] > 0 || contains(kept, l.Not()) {
			return
		}
		if s.value[l] == 0 && !contains(kept, l) {
			kept = append(kept, l)
		}
	}
	s.clause = kept
	switch len(kept) {
	case 0:
		s.refuted = true
	case 1:
		s.assign(kept[0], none)
		s.refuted = s.propagate() != none
	default:
		s.given = append(s.given, s.store(kept, 0))
	}
}

func contains(lits []Lit, l Lit) bool {
	for _, x := range lits {
		if x == l {
			return true
		}
	}
	return false
}

// store keeps a clause of two literals or more and watches its first two.
func (s *Solver) store(lits []Lit, quality int) ref {
	c := ref(len(s.arena))
	s.arena = append(s.arena, Lit(len(lits)), Lit(quality), Lit(s.conflicts))
	s.arena = append(s.arena, lits...)
	s.attach(c)
	return c
}

func (s *Solver) attach(c ref) {
	lits := s.lits(c)
	pair := len(lits) == 2
	s.watches[lits[0].Not()] = append(s.watches[lits[0].Not()], watch{c, lits[1], pair})
	s.watches[lits[1].Not()] = append(s.watches[lits[1].Not()], watch{c, lits[0], pair})
}

func (s *Solver) lits(c ref) []Lit {
	from := int(c) + header
	return s.arena[from : from+int(s.arena[c])]
}

// Value tells whether a literal holds in the last model.
func (s *Solver) Value(l Lit) bool { return s.model[l>>1] == (l&1 == 0) }

// Core tells which assumptions of the last call cannot hold together with the clauses: none where the clauses
// alone cannot hold.
func (s *Solver) Core() []Lit { return s.core }
