package game

import (
	"fmt"

	"github.com/mutarium/mutarium/engine/dbm"
	"github.com/mutarium/mutarium/engine/tioa/model"
)

// The quotient T \\ S: the weakest component that, composed with S, refines T (David et al., HSCC
// 2010, section 6; the rules are numbered as in the later papers). Locations are pairs with
// invariant true, a universal and an inconsistent one; there is a fresh clock and a fresh input.
// "Enabled" means on each side: guard, source invariant, and target invariant through the resets.

// NewInput is the name of the fresh input.
const NewInput = "i_new"

// Quotient makes t \\ s.
func Quotient(t, s *System) (*System, error) {
	if act := common(s.Out, t.In); act >= 0 {
		return nil, &ComposeError{fmt.Sprintf("'%s' is an output of %s and an input of %s: their quotient is not defined",
			t.Syms.Name(act), s.Name, t.Name)}
	}
	q := newQuotient(t, s)
	return q.build()
}

type quotient struct {
	t, s         *System
	sys          *System
	shift        int // of the clocks of s
	fresh        int // the new clock, numbered as in zones
	new          int // the new input
	univ, inc    int // the special locations, -1 while not needed
	index        map[[2]int]int
	slab         *dbm.Slab
	inputs, outs []int
}

func newQuotient(t, s *System) *quotient {
	q := &quotient{t: t, s: s, shift: len(t.Clocks), univ: -1, inc: -1, index: map[[2]int]int{}}
	q.sys = &System{Name: bracket(t, " \\\\ ") + " \\\\ " + bracket(s, " \\\\ "), Syms: t.Syms, Shape: shapeQuotient,
		meter: t.meter, Leaves: []*System{t, s}, Model: t.Model}
	q.sys.Clocks = append(append(qualified(t), qualified(s)...), "x_new")
	q.fresh = len(q.sys.Clocks)
	q.slab = q.sys.Slab()
	q.new = t.Syms.Of(NewInput)
	for act := range t.Syms.Names {
		switch {
		case act == q.new:
		case t.In.Has(act), s.Out.Has(act):
			q.sys.In.add(act)
		case t.Out.Has(act), s.In.Has(act):
			q.sys.Out.add(act)
		}
	}
	// A quotient of a quotient shares the fresh input of the inner one: both mean "an error".
	q.sys.In.add(q.new)
	q.inputs, q.outs = q.sys.In.List(), q.sys.Out.List()
	return q
}

func (q *quotient) build() (*System, error) {
	q.sys.Init = q.locate(q.t.Init, q.s.Init)
	q.sys.pair = q.locate
	q.sys.expand = func(l *Loc, i int) {
		if l.Parts == nil {
			return
		}
		q.pair(l, i)
		for _, e := range l.Edges {
			e.Guard = e.Guard.and(q.sys.Locs[e.Target].Inv.before(e.Resets))
		}
	}
	return q.sys, nil
}

// locate gives the number of a pair of locations. Bounds are those of the operands; the new clock
// matters in the inconsistent location alone.
func (q *quotient) locate(i, j int) int {
	key := [2]int{i, j}
	if n, ok := q.index[key]; ok {
		return n
	}
	n := len(q.sys.Locs)
	q.index[key] = n
	t, s := q.t.Locs[i], q.s.Locs[j]
	l := &Loc{Title: t.Title + " \\ " + s.Title, Inv: always, Parts: []int{i, j}}
	l.Max = append(append(append(make([]int64, 0, q.sys.Dim()), t.Max...), s.Max[1:]...), dbm.NoBound)
	l.Diags = joinDiagonals(t.Diags, s.Diags, q.shift)
	q.sys.Locs = append(q.sys.Locs, l)
	return n
}

// dead are the bounds of a location that compares no clock.
func (q *quotient) dead() []int64 {
	m := make([]int64, q.sys.Dim())
	for i := range m {
		m[i] = dbm.NoBound
	}
	return m
}

// universal gives the universal location (rule 9: a loop for every action).
func (q *quotient) universal() int {
	if q.univ >= 0 {
		return q.univ
	}
	q.univ = len(q.sys.Locs)
	l := &Loc{Title: "universal", Inv: always, Kind: model.Universal, Max: q.dead()}
	for _, act := range q.inputs {
		l.Edges = append(l.Edges, &Step{Act: act, Guard: always, Target: q.univ})
	}
	for _, act := range q.outs {
		l.Edges = append(l.Edges, &Step{Act: act, Output: true, Guard: always, Target: q.univ})
	}
	q.sys.Locs = append(q.sys.Locs, l)
	return q.univ
}

// inconsistent gives the inconsistent location (rule 10: no time, no outputs, every input).
func (q *quotient) inconsistent() int {
	if q.inc >= 0 {
		return q.inc
	}
	q.inc = len(q.sys.Locs)
	l := &Loc{Title: "inconsistent", Inv: Cond{Conj{{I: q.fresh, J: 0, B: dbm.LE(0)}}}, Kind: model.Inconsistent,
		Max: q.dead()}
	l.Max[q.fresh] = 0
	for _, act := range q.inputs {
		l.Edges = append(l.Edges, &Step{Act: act, Guard: always, Target: q.inc})
	}
	q.sys.Locs = append(q.sys.Locs, l)
	return q.inc
}

// pair makes the edges of a pair of locations by rules 1 to 8.
func (q *quotient) pair(l *Loc, self int) {
	t, s := q.t.At(l.Parts[0]), q.s.At(l.Parts[1])
	invT, invS := t.Inv, s.Inv.shifted(q.shift)
	both := invT.and(invS)
	for _, act := range append(append([]int(nil), q.inputs...), q.outs...) {
		if act == q.new && !q.t.In.Has(act) && !q.t.Out.Has(act) {
			continue
		}
		q.action(l, act, t, s, both)
	}
	notS := q.not(invS)
	for _, act := range append(append([]int(nil), q.inputs...), q.outs...) {
		q.add(l, act, notS, nil, q.universal) // rule 4
	}
	reset := []reset{{q.fresh, 0}}
	q.add(l, q.new, q.not(invT).and(invS), reset, q.inconsistent) // rule 6
	q.add(l, q.new, both, nil, func() int { return self })        // rule 7
}

// action makes the edges of an action that the operands know.
func (q *quotient) action(l *Loc, act int, t, s *Loc, both Cond) {
	knownT := q.t.In.Has(act) || q.t.Out.Has(act)
	knownS := q.s.In.Has(act) || q.s.Out.Has(act)
	if knownT && knownS {
		q.together(l, act, t, s, both) // rule 1
	} else if knownS {
		for _, f := range s.Edges { // rule 2
			if f.Act == act {
				q.add(l, act, f.Guard.shifted(q.shift).and(both), joinResets(nil, f.Resets, q.shift),
					func() int { return q.locate(l.Parts[0], f.Target) })
			}
		}
	} else if knownT {
		for _, e := range t.Edges { // rule 8
			if e.Act == act {
				q.add(l, act, e.Guard.and(both), e.Resets, func() int { return q.locate(e.Target, l.Parts[1]) })
			}
		}
	}
	if !q.s.Out.Has(act) {
		return
	}
	can := s.guards(act).shifted(q.shift)
	q.add(l, act, q.not(can).and(s.Inv.shifted(q.shift)), nil, q.universal) // rule 3
	if q.t.Out.Has(act) {                                                   // rule 5
		canT := t.guards(act).and(t.Inv)
		q.add(l, act, can.and(s.Inv.shifted(q.shift)).and(q.not(canT)), []reset{{q.fresh, 0}}, q.inconsistent)
	}
}

func (q *quotient) together(l *Loc, act int, t, s *Loc, both Cond) {
	for _, e := range t.Edges {
		if e.Act != act {
			continue
		}
		for _, f := range s.Edges {
			if f.Act != act {
				continue
			}
			g := e.Guard.and(f.Guard.shifted(q.shift)).and(both)
			q.add(l, act, g, joinResets(e.Resets, f.Resets, q.shift), func() int { return q.locate(e.Target, f.Target) })
		}
	}
}

// guards is where some edge of the action is enabled, the source invariant aside.
func (l *Loc) guards(act int) Cond {
	var c Cond
	for _, e := range l.Edges {
		if e.Act == act {
			c = c.Or(e.Guard)
		}
	}
	return c
}

// not is the complement of a condition, cleaned of what is empty or spurious.
func (q *quotient) not(c Cond) Cond {
	switch {
	case c.isTrue():
		return nil
	case len(c) == 0:
		return always
	case len(c) == 1: // what violates one of the bounds
		out := make(Cond, len(c[0]))
		for i, b := range c[0] {
			out[i] = Conj{negated(b)}
		}
		return out
	}
	f := c.Zones(q.sys.Dim(), q.slab)
	return asCond(f.Complement(q.sys.Dim(), q.slab).Merge(q.slab))
}

// add makes an edge unless its guard is false; the target is made only when needed.
func (q *quotient) add(l *Loc, act int, guard Cond, rs []reset, target func() int) {
	if guard = q.tidy(guard); len(guard) == 0 {
		return
	}
	l.Edges = append(l.Edges, &Step{Act: act, Output: q.sys.Out.Has(act), Guard: guard, Resets: rs, Target: target()})
}

// tidy drops the empty parts of a guard and, where there are many, joins those whose hull is covered.
func (q *quotient) tidy(guard Cond) Cond {
	if len(guard) == 0 || guard.isTrue() {
		return guard
	}
	kept := guard[:0:0]
	z := q.slab.Get()
	for _, x := range guard {
		if z.SetUniverse(); x.Apply(z) {
			kept = append(kept, x)
		}
	}
	q.slab.Put(z)
	if len(kept) <= manyParts {
		return kept
	}
	f := kept.Zones(q.sys.Dim(), q.slab).Merge(q.slab)
	defer q.slab.PutAll(f)
	return asCond(f)
}

// manyParts is from how many parts on it pays to join those of a guard.
const manyParts = 12
