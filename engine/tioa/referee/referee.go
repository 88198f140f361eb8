// Package referee checks what is claimed of mutants of timed automata. It imports the language and the
// algebra of zones, and nothing that searches: whoever doubts a verdict reads this package alone.
//
//	verify.go     what a report says of a mutant, held against what the referee finds
//	referee.go    a verdict decided again    verdict.go    the readings of refinement
//	regions.go    on regions, if small       zones.go      on zones, if not
//	replay.go     traces told again          machine.go    the plain machines that do it
//	pruned.go     a plain machine that keeps to its good states
//	timedtest.go  timed tests, and one automaton running them
//	trial.go      timed tests under a reading
package referee

import (
	"errors"
	"fmt"

	"github.com/mutarium/mutarium/engine/dbm"
	"github.com/mutarium/mutarium/engine/tioa/model"
)

// A Referee decides mutants of one model again. It is for one goroutine.
type Referee struct {
	spec  model.Subject
	meter *dbm.Meter
	good  *goodZones // of the model; nil: not asked for yet
	last  mutant
}

// A mutant is the one that was looked at last.
type mutant struct {
	of   *model.Automaton
	good *goodZones
}

// New makes a referee for mutants of a model.
func New(spec model.Subject) *Referee { return &Referee{spec: spec, meter: &dbm.Meter{}} }

// Watch has what the referee does end when the channel is closed.
func (r *Referee) Watch(done <-chan struct{}) { r.meter.Done = done }

// fewRegions bounds a decision on regions: beyond that zones are faster.
const fewRegions = 200

// Decide finds the verdict on a mutant under a reading: on regions where they are few, else on zones.
// The error says that it is too large for both, or that the referee was stopped.
func (r *Referee) Decide(impl model.Subject, s Semantics) (MutantVerdict, error) {
	if s == ToolAlphabet && !r.strange(impl) {
		s = PrunedStates
	}
	if v, ok := RegionVerdict(impl, r.spec, s, fewRegions); ok {
		return v, nil
	}
	return r.OnZones(impl, s)
}

// strange tells whether a mutant has an output that the model does not declare.
func (r *Referee) strange(impl model.Subject) bool {
	spec, _ := newSide(r.spec)
	for _, e := range impl.Automaton.Edges {
		if e.Output && !spec.out[e.Action] {
			return true
		}
	}
	return false
}

// OnZones finds the verdict on a mutant under a reading on zones alone.
func (r *Referee) OnZones(impl model.Subject, s Semantics) (v MutantVerdict, err error) {
	err = r.within(func() error {
		v, err = r.onZones(impl, s)
		return err
	})
	return v, err
}

func (r *Referee) onZones(impl model.Subject, s Semantics) (MutantVerdict, error) {
	a, _ := newSide(impl)
	b, _ := newSide(r.spec)
	var implGood, specGood *goodZones
	if s != Definition7 {
		if err := r.prune(impl); err != nil {
			return Undecided, err
		}
		if implGood, specGood = r.last.good, r.good; !implGood.start {
			return NoModel, nil
		}
	}
	refines, err := refinesOnZones(a, b, implGood, specGood, s == ToolAlphabet, r.meter)
	switch {
	case err != nil:
		return Undecided, err
	case refines:
		return Subsumed, nil
	}
	return NonSubsumed, nil
}

// prune computes the good states of the model and of a mutant, once.
func (r *Referee) prune(impl model.Subject) (err error) {
	if r.good == nil {
		side, _ := newSide(r.spec)
		if r.good, err = goodOf(side, r.meter); err != nil {
			return err
		}
	}
	if impl.Automaton == r.spec.Automaton {
		r.last = mutant{impl.Automaton, r.good}
	}
	if r.last.of != impl.Automaton {
		side, _ := newSide(impl)
		r.last = mutant{}
		if r.last.good, err = goodOf(side, r.meter); err == nil {
			r.last.of = impl.Automaton
		}
	}
	return err
}

// within keeps a decision to the budget.
func (r *Referee) within(decide func() error) error {
	err := r.meter.Within(zonePairs, decide)
	switch {
	case errors.Is(err, dbm.ErrSpent):
		return fmt.Errorf("the budget of %d pairs of zones ran out: %w", zonePairs, errLarge)
	case errors.Is(err, errLarge):
		return fmt.Errorf("the budget of %d zones ran out: %w", zoneNodes, errLarge)
	}
	return err
}
