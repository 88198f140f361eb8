package game

import (
	"errors"
	"fmt"

	"github.com/mutarium/mutarium/engine/dbm"
	"github.com/mutarium/mutarium/engine/report"
)

// Budgets. A search stores zones and compares pairs of zones; both are bounded, each search by
// itself. The second follows from the first, so that one setting raises both. All systems of one
// session share a meter, through which whatever is under way can be stopped.

// DefaultZones bounds how many zones a search may store.
const DefaultZones = 200_000

// pairsPerZone is how many pairs of zones a search may compare for each zone that it may store.
const pairsPerZone = 50

// ZonesOr is a limit of zones, 0 meaning the default.
func ZonesOr(limit int) int {
	if limit == 0 {
		return DefaultZones
	}
	return limit
}

// An Unfinished error says which budget ended a computation.
type Unfinished struct {
	Budget string // report.BudgetZones or report.BudgetPairs
	What   string
}

func (e *Unfinished) Error() string { return e.What }

// tooManyZones is the error of a search that stored as many zones as it may.
func tooManyZones(limit int) error {
	return &Unfinished{report.BudgetZones, fmt.Sprintf("the budget of %d zones ran out", limit)}
}

// RanOut tells an error that a budget caused.
func RanOut(err error) bool {
	var u *Unfinished
	return errors.As(err, &u)
}

// within runs a search and ends it when it compares more pairs of zones than go with the limit of
// zones.
func (s *System) within(limit int, search func() error) error {
	pairs := pairsPerZone * ZonesOr(limit)
	if s.meter == nil {
		s.meter = &dbm.Meter{}
	}
	err := s.meter.Within(pairs, search)
	if errors.Is(err, dbm.ErrSpent) {
		return &Unfinished{report.BudgetPairs, fmt.Sprintf("the budget of %d pairs of zones ran out", pairs)}
	}
	return err
}

// Slab makes a slab for the system's own zones.
func (s *System) Slab() *dbm.Slab { return dbm.NewMeteredSlab(s.Dim(), s.meter) }

// pairSlab makes a slab for zones over the clocks of both systems.
func pairSlab(impl, spec *System) *dbm.Slab {
	return dbm.NewMeteredSlab(impl.Dim()+len(spec.Clocks), impl.meter)
}
