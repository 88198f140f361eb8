package tfsm

import "github.com/mutarium/mutarium/engine/tfsm/model"

// Does a mutant conform (Definition 4)? The product of the specification and one mutant, both
// deterministic, answers, and gives a test with the fewest inputs when not. It is the distinguishing
// automaton of Definition 8 for a single mutant, read from input to input:
//
// After an input both clocks are 0, so what can follow depends on the pair of states alone. While no
// input comes, the pair changes when the smaller of the two remaining delays is over, both at
// once when they are equal; the pairs met are stays [lo, hi) with whole bounds. From each stay every
// input leads to a next pair, or shows the difference.
//
// Against the paper: C is a subset of S×M (not S×S); where both wait for ever there is no further
// step (R3 with two infinite timeouts would lead to the target of a timeout that never fires); the
// search counts inputs, not steps of the automaton.

// A pair is a state of the specification with one of the mutant.
type pair struct{ s, p int32 }

// A configuration is a pair with both clocks; the clock of a state without timeout stays 0.
type configuration struct {
	pair
	xs, xp model.Delay
}

// A product searches pairs; it can be used again for other mutants of one model.
type product struct {
	spec, impl *model.Automaton
	n          int // states of the model

	met    *pairSet // pairs of the present list of stays
	queue  []visit
	queued *pairSet // pairs of the present search
	used   []bool   // by state of the mutant: met in the last search
	Met    int      // stays met in the last search
	Beyond bool     // a walk of the last search was cut at maxEvents: "conforms" is not proved
}

// maxEvents bounds the timeouts that one walk over stays follows. Two self-loops with large delays that
// share no divisor meet every combination of clocks before a configuration recurs.
const maxEvents = 1 << 22

// A visit is a pair after an input and the way to it.
type visit struct {
	pair
	parent int // in the queue; -1 at the start
	step   model.Step
}

func newProduct(m *model.Model, spec *model.Automaton) *product {
	n := len(m.States)
	return &product{spec: spec, n: n, met: newPairSet(n * n), queued: newPairSet(n * n), used: make([]bool, n)}
}

// key is a pair's number.
func (x *product) key(p pair) int { return int(p.s)*x.n + int(p.p) }

// Distinguish gives the fewest inputs, earliest waits first, on which the mutant shows another
// output than the specification; nil when it conforms, or when Beyond is set.
func (x *product) Distinguish(impl *model.Automaton) []model.Step {
	return x.from(impl, pair{int32(x.spec.Initial), int32(impl.Initial)})
}

// from does so from a pair with both clocks 0.
func (x *product) from(impl *model.Automaton, start pair) []model.Step {
	x.impl, x.Met, x.Beyond = impl, 0, false
	x.queued.clear()
	clear(x.used)
	x.queue = append(x.queue[:0], visit{pair: start, parent: -1})
	x.queued.add(x.key(start))
	for at := 0; at < len(x.queue); at++ {
		if test := x.expand(at); test != nil {
			return test
		}
	}
	return nil
}

// expand follows all stays and inputs of a visit.
func (x *product) expand(at int) []model.Step {
	var test []model.Step
	x.stays(x.queue[at].pair, func(lo int64, now pair) bool {
		x.Met++
		x.used[now.p] = true
		for i := 0; i < x.spec.Inputs; i++ {
			want, s := x.spec.Step(int(now.s), i)
			got, p := x.impl.Step(int(now.p), i)
			step := model.Step{Wait: lo, Input: i}
			if want != got {
				test = append(x.path(at), step)
				return false
			}
			to := pair{int32(s), int32(p)}
			if x.queued.add(x.key(to)) {
				x.queue = append(x.queue, visit{pair: to, parent: at, step: step})
			}
		}
		return true
	})
	return test
}

// path gives the steps that led to a visit.
func (x *product) path(at int) []model.Step {
	var back []model.Step
	for ; x.queue[at].parent >= 0; at = x.queue[at].parent {
		back = append(back, x.queue[at].step)
	}
	for i, j := 0, len(back)-1; i < j; i, j = i+1, j-1 {
		back[i], back[j] = back[j], back[i]
	}
	return back
}

// stays calls f with each pair met while waiting from a pair with clocks 0, at the first instant
// at which it is met, until f says no. The walk ends when both wait for ever or a configuration
// recurs, which Brent's algorithm finds without memory (R. P. Brent, An improved Monte Carlo
// factorization algorithm, BIT 1980).
func (x *product) stays(start pair, f func(lo int64, now pair) bool) {
	x.met.clear()
	now := configuration{pair: start}
	saved, lap, power := now, 0, 1
	t := model.Delay(0)
	for events := 0; ; events++ {
		if x.met.add(x.key(now.pair)) && !f(int64(t), now.pair) {
			return
		}
		d := x.advance(&now)
		if d == model.Inf || now == saved {
			return
		}
		if events == maxEvents {
			x.Beyond = true
			return
		}
		t += d
		if lap++; lap == power {
			saved, lap, power = now, 0, 2*power
		}
	}
}

// advance lets the next timeout fire and gives the time until then; Inf when none ever does.
func (x *product) advance(c *configuration) model.Delay {
	ds, dp := x.spec.Delay[c.s], x.impl.Delay[c.p]
	rs, rp := remaining(ds, c.xs), remaining(dp, c.xp)
	d := min(rs, rp)
	if d == model.Inf {
		return model.Inf
	}
	c.xs, c.xp = c.xs+d, c.xp+d
	if rs == d {
		c.s, c.xs = x.spec.After[c.s], 0
	} else if ds == model.Inf {
		c.xs = 0
	}
	if rp == d {
		c.p, c.xp = x.impl.After[c.p], 0
	} else if dp == model.Inf {
		c.xp = 0
	}
	return d
}

func remaining(delay, clock model.Delay) model.Delay {
	if delay == model.Inf {
		return model.Inf
	}
	return delay - clock
}

// A Verdict says whether a mutant conforms.
type Verdict struct {
	Conforms bool
	Unknown  bool         // delays too large to meet every combination of clocks
	Test     []model.Step // when it does not: a shortest test
	Pairs    [][2]int32   // when it does: the pairs of states in which an input may find both
	Stays    int          // stays that were compared
}

// Judge decides whether a machine over the same names conforms to the specification.
func (d *Domain) Judge(impl *model.Automaton) Verdict { return judgePair(d.Model, d.Spec, impl) }

// judgePair decides whether one machine conforms to another over the states of a model.
func judgePair(m *model.Model, spec, impl *model.Automaton) Verdict {
	x := newProduct(m, spec)
	v := Verdict{Test: x.Distinguish(impl), Stays: x.Met}
	switch {
	case v.Test != nil:
	case x.Beyond:
		v.Unknown = true
	default:
		v.Conforms = true
		for _, q := range x.queue {
			v.Pairs = append(v.Pairs, [2]int32{q.s, q.p})
		}
	}
	return v
}

// tour gives a run on which two machines that conform go together through as much of what is new as one
// way to the last pair of the product shows.
func tour(m *model.Model, spec, impl *model.Automaton) []model.Step {
	x := newProduct(m, spec)
	if x.Distinguish(impl) != nil || len(x.queue) == 0 {
		return nil
	}
	path := x.path(len(x.queue) - 1)
	if len(path) == 0 {
		return []model.Step{{Input: 0}}
	}
	return path
}
