package dbm

import "math"

// Extrapolations: they enlarge a zone so that only finitely many zones remain, without changing
// which locations a timed automaton without diagonal constraints can reach. Behrmann, Bouyer,
// Larsen and Pelánek, "Lower and upper bounds in zone-based abstractions of timed automata" (STTT
// 8(3), 2006), define the four operations here and prove each correct. Zones that differences of
// clocks are compared in need ExtraSplit.

// NoBound is the bound of a clock that no later constraint compares before it is set again: such a
// clock is dead, and extrapolation frees it.
const NoBound int64 = -1

// ExtraMPlus is Extra⁺_M: max[x] is the largest constant that x is compared with later, or NoBound;
// max[0] is ignored. Its correctness is that of Extra⁺_LU with both bounds equal.
func (z Zone) ExtraMPlus(max []int64) { z.ExtraLUPlus(max, max) }

// ExtraM is Extra_M, the classical maximal bounds abstraction.
func (z Zone) ExtraM(max []int64) { z.ExtraLU(max, max) }

// ExtraLU is Extra_LU: lower[x] is the largest constant c in a later guard x > c or x ≥ c, upper[x]
// in x < c or x ≤ c, and NoBound where there is none.
func (z Zone) ExtraLU(lower, upper []int64) {
	if z.Empty() {
		return
	}
	n, changed := z.dim, false
	for i := range n {
		for j := range n {
			b := z.m[i*n+j]
			if i == j || b == Infinity {
				continue
			}
			switch {
			case i > 0 && b.Value() > limit(lower, i):
				b = Infinity
			case j > 0 && -b.Value() > limit(upper, j):
				b = beyond(i, upper[j])
			}
			changed = changed || b != z.m[i*n+j]
			z.m[i*n+j] = b
		}
	}
	if changed {
		z.close()
	}
}

// ExtraLUPlus is Extra⁺_LU, the coarsest of the four: a clock whose lower bound is beyond the
// constants loses its relation to the others too. Dead clocks are freed first, which keeps the zone
// tight; only what else changes asks for a closure.
func (z Zone) ExtraLUPlus(lower, upper []int64) {
	if z.Empty() {
		return
	}
	n, changed := z.dim, false
	var room [32]int64
	low := append(room[:0], make([]int64, n)...)
	for x := 1; x < n; x++ {
		if lower[x] < 0 && upper[x] < 0 {
			z.Free(x)
		}
	}
	for x := range n {
		low[x] = -z.m[x].Value() // row 0 changes under way
	}
	for i := range n {
		if i > 0 && lower[i] < 0 && upper[i] < 0 {
			continue
		}
		changed = z.loosenRow(i, lower, upper, low) || changed
	}
	if changed {
		z.close()
	}
}

// loosenRow is ExtraLUPlus for the bounds on x_i − x_j of one i.
func (z Zone) loosenRow(i int, lower, upper, low []int64) bool {
	changed := false
	row, most := z.m[i*z.dim:(i+1)*z.dim], limit(lower, i)
	for j, b := range row {
		if i == j || b == Infinity {
			continue
		}
		switch {
		case i > 0 && (b.Value() > most || low[i] > most):
			b = Infinity
		case j > 0 && low[j] > limit(upper, j):
			b = Infinity
			if i == 0 {
				b = beyond(0, upper[j])
			}
		}
		changed = changed || b != row[j]
		row[j] = b
	}
	return changed
}

// limit reads a bound of a clock, with dead clocks below everything and the zero clock at 0.
func limit(bounds []int64, x int) int64 {
	switch {
	case x == 0:
		return 0
	case bounds[x] < 0:
		return math.MinInt64
	}
	return bounds[x]
}

// beyond is what remains of a bound on x_i − x_j when x_j is known to be above its constant u:
// that it is above, and nothing if no constant counts.
func beyond(i int, u int64) Bound {
	switch {
	case u >= 0:
		return LT(-u)
	case i == 0:
		return leZero
	}
	return Infinity
}

// A Constraint says that x_I − x_J is bounded by B.
type Constraint struct {
	I, J int
	B    Bound
}

// Diagonal tells a constraint on a difference from one on a single clock.
func (c Constraint) Diagonal() bool { return c.I != 0 && c.J != 0 }

// ExtraSplit extrapolates a zone of a system whose constraints compare differences of clocks, for
// which the operations above alone are unsound (Bouyer, "Forward analysis of updatable timed
// automata", FMSD 24, 2004): it splits z by every diagonal constraint, extrapolates the parts, and
// intersects each with its side again (Bengtsson and Yi, "On clock difference constraints and
// termination in reachability analysis of timed automata", ICFEM 2003). It consumes z.
func ExtraSplit(z Zone, diagonals []Constraint, extra func(Zone), s *Slab) Federation {
	if z.Empty() {
		s.Put(z)
		return nil
	}
	if len(diagonals) == 0 {
		extra(z)
		return Federation{z}
	}
	c := diagonals[0]
	other := s.Copy(z)
	z.Constrain(c.I, c.J, c.B)
	other.Constrain(c.J, c.I, c.B.Not())
	in := ExtraSplit(z, diagonals[1:], extra, s)
	out := ExtraSplit(other, diagonals[1:], extra, s)
	for _, y := range in {
		y.Constrain(c.I, c.J, c.B)
	}
	for _, y := range out {
		y.Constrain(c.J, c.I, c.B.Not())
	}
	return append(in, out...)
}
