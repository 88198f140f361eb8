package tioa

import "github.com/mutarium/mutarium/engine/tioa/mutants"

// NewChosenFamily enumerates only the mutants that break no guideline or, for first order, only those
// that a lemma shows to be useful. The error is a budget that ran out.
func NewChosenFamily(s mutants.Subject, ops []*mutants.Operator, order, sample int, seed uint64,
	useful bool) (*mutants.Family, error) {
	f := mutants.NewFamily(s, ops, order, 0, 0)
	if useful {
		r, err := NewReach(s, 0)
		if err != nil {
			return nil, err
		}
		f.Keep(func(m *mutants.Mutant) bool { return r.Useful(m.First) != nil })
	} else {
		f.LeaveOut()
	}
	f.Draw(sample, seed)
	return f, nil
}
