package tfsm

import "github.com/mutarium/mutarium/engine/tfsm/model"

// Which waits are enough.
//
// Idea: behind an input both clocks are 0, and from then on each machine goes through a chain of timeouts that
// ends in a state or in a cycle. Specification and mutant are together in a pair of states, and the pairs come
// round again after both have entered their cycles and the cycles have met. A mutant of m states with timeouts
// up to T has gone once round after m times T. So every pair that waiting leads to is met by a wait up to the
// horizon, whatever the mutant, and two machines that differ do so on a test of such waits.
//
// Source: ours; the floor lemma of the package model makes whole waits enough.

// A lasso is the chain of timeouts of a state.
type lasso struct {
	enter  int64 // when the last state, or the first of the cycle, is entered
	period int64 // of the cycle; 1 where there is none
}

// lassoOf follows the timeouts of a state.
func lassoOf(a *model.Automaton, s int) lasso {
	entered := map[int]int64{}
	at := int64(0)
	for {
		if first, again := entered[s]; again {
			return lasso{first, at - first}
		}
		entered[s] = at
		if a.Delay[s] == model.Inf {
			return lasso{at, 1}
		}
		at += int64(a.Delay[s])
		s = int(a.After[s])
	}
}

// maxWaits bounds waits, and the cycles that are looked at.
const maxWaits = 100_000

// horizon is the longest wait that is needed to tell a specification from all machines with so many states and
// timeouts up to top; false where it is longer than maxWaits.
func horizon(spec *model.Automaton, states int, top int64) (int64, bool) {
	if top > maxWaits/int64(states) {
		return 0, false
	}
	longest, once := int64(0), int64(states)*top
	for s := range spec.Delay {
		l := lassoOf(spec, s)
		if l.enter > maxWaits || l.period > maxWaits {
			return 0, false
		}
		for period := int64(1); period <= once; period++ {
			together := l.period / model.GCD(l.period, period) * period
			longest = max(longest, max(l.enter, once-period)+together-1)
		}
	}
	return longest, longest <= maxWaits
}
