package tfsm

import (
	"context"
	"math/big"

	"github.com/mutarium/mutarium/engine/sat"
)

// A Score says what a suite is worth (Algorithm 1, and more).
type Score struct {
	Status   string // "complete", "incomplete", "unknown"
	Reason   string // of unknown
	Survivor Selection
	Test     []Step // that kills the survivor
	Cubes    []Cube // conforming selections; all of them when complete
	Needed   []string
	Kills    Recheck // by brute force, or of a sample
}

// Score judges a suite. Needed says of each test whether the others would do without it: "yes",
// "no", or "" where that was not decided.
func (d *Domain) Score(ctx context.Context, tests [][]Step, calls int) *Score {
	s := newSurveyor(ctx, d, calls)
	on := s.addAll(tests)
	r := &Score{Needed: make([]string, len(tests))}
	answer, sel, test := s.next(on...)
	r.Cubes = s.cubes
	switch answer {
	case complete:
		r.Status = "complete"
		s.necessity(r, on)
	case survives:
		r.Status, r.Survivor, r.Test = "incomplete", sel, test
	default:
		r.Status, r.Reason = "unknown", s.reason
	}
	if d.Selections().Cmp(big.NewInt(MaxBrute)) <= 0 {
		r.Kills = d.Brute(ctx, tests)
		for i := range tests {
			if r.Needed[i] == "" && r.Kills.Alone[i].Sign() > 0 {
				r.Needed[i] = "yes"
			} else if r.Needed[i] == "" {
				r.Needed[i] = "no"
			}
		}
	} else {
		r.Kills = d.Sample(ctx, tests, Samples, 1)
	}
	return r
}

// necessity asks of each test of a complete suite whether it could be left out. Two equal tests
// share one literal: each could go, if the other stays.
func (s *surveyor) necessity(r *Score, on []sat.Lit) {
	for i := range on {
		rest := append(append([]sat.Lit(nil), on[:i]...), on[i+1:]...)
		switch answer, _, _ := s.next(rest...); answer {
		case complete:
			r.Needed[i] = "no"
		case survives:
			r.Needed[i] = "yes"
		}
	}
}
