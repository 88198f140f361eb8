package tfsm

import (
	"fmt"

	"github.com/mutarium/mutarium/engine/sat"
)

// A Budget bounds what the solver does for a domain, in counts: the same bound ends the same work everywhere.
// The zero value is no bound.
type Budget struct {
	Calls     int // of all phases together; 0: any number, below 0: none
	Conflicts int // in each phase: search, reduction or which tests are needed, second check; 0: any number
}

// One question of a phase with many may take so small a part of its conflicts.
const shareOfOne = 5

// bound gives a solver the budget.
func (b Budget) bound(s *sat.Solver) {
	switch {
	case b.Calls > 0:
		s.Budget(b.Calls)
	case b.Calls < 0:
		s.Budget(0)
	}
	b.again(s)
}

// again gives it the conflicts of a further phase.
func (b Budget) again(s *sat.Solver) {
	s.Conflicts(-1)
	if b.Conflicts > 0 {
		s.Conflicts(b.Conflicts)
	}
}

// after is what remains when so many calls were made.
func (b Budget) after(calls int) Budget {
	if b.Calls > 0 {
		if b.Calls -= calls; b.Calls <= 0 {
			b.Calls = -1
		}
	}
	return b
}

// trial bounds one question of a phase, and gives what takes that bound back.
func (b Budget) trial(s *sat.Solver) (end func()) {
	left := s.ConflictsLeft()
	if left < 0 {
		return func() {}
	}
	now := min(left, max(b.Conflicts/shareOfOne, 1))
	s.Conflicts(now)
	return func() { s.Conflicts(left - now + s.ConflictsLeft()) }
}

// why says why something has no answer.
func (b Budget) why(reason string) string {
	if reason == Conflicts && b.Conflicts > 0 {
		return fmt.Sprintf("the limit of %d conflicts was reached", b.Conflicts)
	}
	return Reasons[reason]
}

// whyTests says why it is not known of all tests whether they are needed.
func (b Budget) whyTests(reason string) string {
	if reason == Conflicts && b.Conflicts > 0 {
		one := max(b.Conflicts/shareOfOne, 1)
		return fmt.Sprintf("the limit of %d conflicts, %d for one test, was reached", b.Conflicts, one)
	}
	return Reasons[reason]
}
