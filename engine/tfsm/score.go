package tfsm

import (
	"context"
	"math/big"

	"github.com/mutarium/mutarium/engine/sat"
	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// A Score says what a suite is worth (Algorithm 1, and more).
type Score struct {
	Status   string // "complete", "incomplete", "unknown"
	Reason   string // of unknown, or why it is not known of all tests of a complete suite whether they are needed
	Survivor Selection
	Test     []model.Step // that kills the survivor
	Cubes    []Cube       // conforming selections; all of them when complete
	Needed   []string
	Kills    Recheck // by brute force, or of a sample; Stopped when the counts are not those of all of it
	Calls    int     // of the solver
}

// Score judges a suite. Needed says of each test whether the others would do without it: "yes",
// "no", or "" where that was not decided.
func (d *Domain) Score(ctx context.Context, tests [][]model.Step, b Budget) *Score {
	s := newSurveyor(ctx, d, b)
	on := s.addAll(tests)
	r := &Score{Needed: make([]string, len(tests))}
	answer, sel, test := s.next(on...)
	switch answer {
	case complete:
		r.Status = "complete"
	case survives:
		r.Status, r.Survivor, r.Test = "incomplete", sel, test
	default:
		r.Status, r.Reason = "unknown", s.reason
	}
	if d.Selections().Cmp(big.NewInt(MaxBrute)) <= 0 {
		r.Kills = d.Brute(ctx, tests)
		r.neededByCounts()
	} else {
		r.Kills = d.Sample(ctx, tests, Samples, 1)
	}
	if answer == complete {
		b.again(s.e.solver)
		s.necessity(r, tests, on)
	}
	r.Cubes, r.Calls = s.cubes, s.e.solver.Calls()
	return r
}

// neededByCounts reads off counts of all mutants which tests are needed.
func (r *Score) neededByCounts() {
	if r.Kills.Stopped {
		return
	}
	for i := range r.Needed {
		if r.Needed[i] = "no"; r.Kills.Alone[i].Sign() > 0 {
			r.Needed[i] = "yes"
		}
	}
}

// necessity asks of each test of a complete suite whether it could be left out, unless some mutant is at
// hand that it alone kills. Two equal tests share one literal: each could go, if the other stays.
func (s *surveyor) necessity(r *Score, tests [][]model.Step, on []sat.Lit) {
	w := newWitnesses(s.d, tests)
	w.addSingle()
	for i := range on {
		if r.Needed[i] == "" && w.alone(i) {
			r.Needed[i] = "yes"
		}
		if r.Needed[i] != "" {
			continue
		}
		rest := append(append([]sat.Lit(nil), on[:i]...), on[i+1:]...)
		end := s.budget.trial(s.e.solver)
		answer, _, _ := s.next(rest...)
		end()
		switch answer {
		case complete:
			r.Needed[i] = "no"
		case survives:
			r.Needed[i] = "yes"
		default:
			r.Reason = s.reason
		}
	}
}
