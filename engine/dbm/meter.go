package dbm

import "errors"

// A Meter bounds what operations on zones may cost, and lets them be stopped. Unions of zones can
// double with every step, so that one call can take longer than anybody waits: a budget that is only
// looked at between calls is none. The zones that a slab hands out and the pairs of zones that
// federations compare are counted, each as one; in the middle of whatever operation the count runs
// out, that operation is left for good. It is for one goroutine.
type Meter struct {
	Done  <-chan struct{} // closed: stop; nil: never
	left  int
	check int // how much more to count until Done is looked at
	on    bool
}

// The errors of Within.
var (
	ErrSpent   = errors.New("the budget of pairs of zones ran out")
	ErrStopped = errors.New("stopped")
)

// checkEvery is how often Done is looked at.
const checkEvery = 4096

// leave is what unwinds the stack to Within.
type leave struct {
	of  *Meter
	err error
}

// Within calls f and leaves it when more than limit is counted, with ErrSpent, or when the meter is
// stopped, with ErrStopped. Inside another call of the same meter the limit is f's own. Zones that f
// had under way are lost, and slabs stay usable.
func (m *Meter) Within(limit int, f func() error) (err error) {
	outer, was := m.left, m.on
	m.left, m.on, m.check = limit, true, 0
	defer func() {
		m.left, m.on = outer, was
		if r := recover(); r != nil {
			l, ok := r.(leave)
			if !ok || l.of != m {
				panic(r)
			}
			err = l.err
		}
	}()
	m.count(0)
	return f()
}

// count takes n from what is left.
func (m *Meter) count(n int) {
	if m == nil || !m.on {
		return
	}
	if m.left -= n; m.left < 0 {
		panic(leave{m, ErrSpent})
	}
	if m.check -= n; m.check > 0 {
		return
	}
	m.check = checkEvery
	select {
	case <-m.Done:
		panic(leave{m, ErrStopped})
	default:
	}
}

// Spend counts work that is done outside this package.
func (s *Slab) Spend(n int) {
	if s != nil {
		s.meter.count(n)
	}
}
