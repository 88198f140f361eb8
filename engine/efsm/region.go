package efsm

import (
	"cmp"
	"context"
	"slices"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/sat"
)

// Regions strengthen inductions: from any pair of states too much can happen, from those that can
// be reached often nothing. A region is made of boxes, one for each pair of locations with the
// truth of the original's Boolean variables and, for each variable, whether it is less, equal or
// greater in the mutant. A box holds an interval for each of a few terms: a variable, a sum or
// difference of two, the difference between a variable in the mutant and in the original (cf. Miné,
// The octagon abstract domain, HOSC 2006).
//
// The least region that holds the first states and that no step leaves is found from below, after
// Reps, Sagiv, Yorsh, Symbolic implementation of the best transformer, VMCAI 2004: some random
// walks fill it; then, as long as SAT finds a step that leaves it, it is made to hold where that step
// leads. Bounds of wide terms are only ever the numbers that the model mentions, so this ends soon,
// and with the same region whatever steps were found.

const (
	regionRounds  = 400 // steps out of a region that are taken in
	regionWalks   = 300
	regionStrides = 40 // steps of a walk
	narrow        = 64 // terms of so many values have bounds of any value
	mostPairs     = 7  // variables of which each two make terms
)

// A term is a variable, or a sum or difference of two. Variables of the mutant count behind those
// of the original.
type term struct {
	a, b int // b < 0: none
	sign int64
}

func (t term) of(vals []int64) int64 {
	if t.b < 0 {
		return vals[t.a]
	}
	return vals[t.a] + t.sign*vals[t.b]
}

// wideTerm is beyond every term.
const wideTerm = 1 << 40

func (t term) vec(s *sat.Solver, vals []sat.Vec) sat.Vec {
	if t.b < 0 {
		return vals[t.a]
	}
	add := s.Add
	if t.sign < 0 {
		add = s.Sub
	}
	v, _ := add(vals[t.a], vals[t.b], wideTerm)
	return v
}

// A region is a set of states of one machine, or of pairs of two.
type region struct {
	terms  []term
	marks  [][]int64 // of each term the bounds that it may have, ascending; nil: all
	boxes  []box
	splits []split
	places map[string]int // index in boxes, by the place
}

// A box bounds the terms at a place, inclusively. A place tells locations and splits.
type box struct {
	place  []byte
	lo, hi []int64
}

// A split tells states apart by a Boolean variable, or by how the two variables of a difference compare.
type split struct {
	term
	signs bool // by the sign of the term
}

// newRegion makes an empty region: of one machine, or of the pairs with a mutant.
func newRegion(m *model.Machine, pairs bool) *region {
	g := &region{places: map[string]int{}}
	n := len(m.Vars)
	for v := range n {
		if m.Vars[v].Bool && n <= mostPairs {
			g.splits = append(g.splits, split{term{v, -1, 0}, false})
		}
		if pairs {
			g.splits = append(g.splits, split{term{n + v, v, -1}, true})
		}
		if pairs {
			g.terms = append(g.terms, term{n + v, v, -1}, term{n + v, -1, 0})
		} else {
			g.terms = append(g.terms, term{v, -1, 0})
		}
	}
	for u := range n {
		for v := 0; v < u && n <= mostPairs && !pairs; v++ {
			g.terms = append(g.terms, term{u, v, -1}, term{u, v, 1})
		}
	}
	said := numbers(m)
	for _, t := range g.terms {
		g.marks = append(g.marks, t.marks(m.Vars, said))
	}
	return g
}

// marks are the bounds that a term may have: its own range, and what the model says of it.
func (t term) marks(vars []model.Variable, said []int64) []int64 {
	x := vars[t.a%len(vars)].Type
	lo, hi := x.Min, x.Max
	if t.b >= 0 {
		y := vars[t.b%len(vars)].Type
		if t.sign < 0 {
			y.Min, y.Max = -y.Max, -y.Min
		}
		lo, hi = lo+y.Min, hi+y.Max
	}
	if hi-lo < narrow {
		return nil
	}
	marks := []int64{lo, hi}
	for _, v := range said {
		if lo < v && v < hi {
			marks = append(marks, v)
		}
	}
	slices.Sort(marks)
	return slices.Compact(marks)
}

// numbers lists the numbers that a machine mentions, their neighbours and negatives.
func numbers(m *model.Machine) []int64 {
	said := []int64{-1, 0, 1}
	note := func(v int64) { said = append(said, v-1, v, v+1, -v-1, -v, -v+1) }
	for _, v := range m.Vars {
		note(v.Init)
	}
	for i := range m.Transitions {
		t := &m.Transitions[i]
		for _, s := range t.Sites() {
			expr.Walk(t.At(s), func(e *expr.Expr) bool {
				if e.Op == expr.Const {
					note(e.Value)
				}
				return true
			})
		}
	}
	return said
}

// place tells where a state belongs.
func (g *region) place(st *pairState) []byte {
	place := []byte{byte(st.loc[0]), byte(st.loc[0] >> 8), byte(st.loc[1]), byte(st.loc[1] >> 8)}
	for _, x := range g.splits {
		v := x.of(st.vals)
		if x.signs {
			v = int64(cmp.Compare(v, 0)) + 1
		}
		place = append(place, byte(v))
	}
	return place
}

// in tells that a state of a circuit belongs to a place.
func (g *region) in(s *sat.Solver, st *symPair, place []byte) sat.Lit {
	at := func(i int) sat.Vec { return s.Num(int64(place[i]) | int64(place[i+1])<<8) }
	in := s.And(s.Eq(st.loc[0], at(0)), s.Eq(st.loc[1], at(2)))
	for i, x := range g.splits {
		v, is := st.vals[x.a], place[4+i]
		switch {
		case !x.signs:
			in = s.And(in, s.Eq(v, s.Num(int64(is))))
		case is == 0:
			in = s.And(in, s.Less(v, st.vals[x.b]))
		case is == 1:
			in = s.And(in, s.Eq(v, st.vals[x.b]))
		default:
			in = s.And(in, s.Less(st.vals[x.b], v))
		}
	}
	return in
}

// add makes the region hold a state.
func (g *region) add(st *pairState) {
	place := g.place(st)
	i, known := g.places[string(place)]
	if !known {
		i = len(g.boxes)
		g.places[string(place)] = i
		g.boxes = append(g.boxes, box{place: place, lo: make([]int64, len(g.terms)), hi: make([]int64, len(g.terms))})
	}
	b := &g.boxes[i]
	for n, t := range g.terms {
		v := t.of(st.vals)
		if !known || v < b.lo[n] {
			b.lo[n] = g.below(n, v)
		}
		if !known || v > b.hi[n] {
			b.hi[n] = g.above(n, v)
		}
	}
}

func (g *region) below(term int, v int64) int64 {
	marks := g.marks[term]
	if marks == nil {
		return v
	}
	i, found := slices.BinarySearch(marks, v)
	if !found {
		i--
	}
	return marks[i]
}

func (g *region) above(term int, v int64) int64 {
	marks := g.marks[term]
	if marks == nil {
		return v
	}
	i, _ := slices.BinarySearch(marks, v)
	return marks[i]
}

// holds tells that the region holds a state of a circuit.
func (g *region) holds(s *sat.Solver, st *symPair) sat.Lit {
	vecs := make([]sat.Vec, len(g.terms))
	for n, t := range g.terms {
		vecs[n] = t.vec(s, st.vals)
	}
	any := s.False()
	for i := range g.boxes {
		b := &g.boxes[i]
		in := g.in(s, st, b.place)
		for n, v := range vecs {
			in = s.And(in, s.Between(v, b.lo[n], b.hi[n]))
		}
		any = s.Or(any, in)
	}
	return any
}

// A pairState is a state as regions see it: the variables of the mutant stand behind those of the
// original. Of one machine the second location is 0.
type pairState struct {
	loc  [2]int
	vals []int64
}

// A symPair is a pairState of a circuit.
type symPair struct {
	loc  [2]sat.Vec
	vals []sat.Vec
}

// pair gives the states after k steps, both machines' or the original's alone.
func (b *sideBySide) pair(k int, both bool) *symPair {
	x, y := &b.spec[k].next, &b.impl[k].next
	p := &symPair{loc: [2]sat.Vec{x.loc, b.num(0)}, vals: slices.Clone(x.vals)}
	if both {
		p.loc[1], p.vals = y.loc, append(p.vals, y.vals...)
	}
	return p
}

// value gives the state that the model at hand has.
func (p *symPair) value(s *sat.Solver) *pairState {
	st := &pairState{loc: [2]int{int(s.Int(p.loc[0])), int(s.Int(p.loc[1]))}}
	for _, v := range p.vals {
		st.vals = append(st.vals, s.Int(v))
	}
	return st
}

// walk fills a region from the first states: both machines go on the same random letters. It
// tells whether they show the same all the way.
func (g *region) walk(spec, impl *model.Machine) (same bool) {
	a, b := newRunner(spec), newRunner(impl)
	pairs := spec != impl
	note := func() {
		st := pairState{[2]int{a.loc, 0}, slices.Clone(a.state().vals)}
		if pairs {
			st.loc[1], st.vals = b.loc, append(st.vals, b.state().vals...)
		}
		g.add(&st)
	}
	random := dice(1)
	same = true
	for range regionWalks {
		a.start()
		b.start()
		note()
		for range regionStrides {
			if len(spec.Inputs) == 0 || a.dead() && b.dead() {
				break
			}
			in := random.letter(spec)
			a.step(&in)
			b.step(&in)
			if same = slices.Equal(a.out, b.out); !same {
				return false
			}
			note()
		}
	}
	return same
}

// dice are random numbers that are the same in every run (Knuth, MMIX).
type dice uint64

func (d *dice) below(n int64) int64 {
	*d = *d*6364136223846793005 + 1442695040888963407
	return int64(uint64(*d) >> 33 % uint64(n))
}

// letter draws an input; parameters are at the ends of their ranges half of the time.
func (d *dice) letter(m *model.Machine) model.Letter {
	l := model.Letter{Input: int(d.below(int64(len(m.Inputs))))}
	for _, p := range m.Inputs[l.Input].Params {
		v := p.Min + d.below(p.Size())
		switch d.below(4) {
		case 0:
			v = p.Min
		case 1:
			v = p.Max
		}
		l.Params = append(l.Params, v)
	}
	return l
}

// close grows a region until no step leaves it, by SAT on one free step. It gives up when a step
// from the region is bad: what the region holds by then, the one that is looked for holds too.
func (g *region) close(b *sideBySide, both bool, bad sat.Lit, ask func(...sat.Lit) sat.Result) bool {
	from, to := b.pair(0, both), b.pair(1, both)
	for range regionRounds {
		leaves := b.s.Or(bad, g.holds(b.s, to).Not())
		if r := ask(g.holds(b.s, from), leaves); r != sat.Sat || b.s.Value(bad) {
			return r == sat.Unsat
		}
		g.add(to.value(b.s))
	}
	return false
}

// reachable is a region that holds what the original reaches, nil where none was found.
func reachable(m *model.Machine, ctx context.Context, limit int) *region {
	b := newSideBySide(m, nil, true, limit)
	b.to(1)
	g := newRegion(m, false)
	g.walk(m, m)
	if g.close(b, false, b.spec[1].open, func(given ...sat.Lit) sat.Result { return b.s.Solve(ctx, given...) }) {
		return g
	}
	return nil
}
