package sat

import "context"

// Idea: fix choices one after the other, each the way that is preferred if a model is left, and keep the
// last model, which often answers without a call. The result depends on the formula alone.
// Source: the lexicographic optimisation by assumptions that J. Marques-Silva et al. describe in
// "Boolean lexicographic optimization", Ann. Math. Artif. Intell. 62 (2011).
// Deviation: integers are minimised bit by bit from the sign down, without an objective function.

// A Witness is a model that is narrowed down, choice by choice, to a canonical one: the solver's
// own choice among models depends on what it learned before, a witness must not. It starts from some
// model under some assumptions and keeps one at hand, so that a choice that the model has made
// rightly costs no call.
type Witness struct {
	s     *Solver
	ctx   context.Context
	fixed []Lit
	watch []Vec
	bits  []bool // of the watched vectors, in the model at hand
	live  bool   // the solver still has that model
	lost  bool   // a call was not answered: nothing further is known
}

// Witness looks for a model under the assumptions. Vectors that will be asked about are given in
// advance. The result is nil unless it is Sat.
func (s *Solver) Witness(ctx context.Context, watch []Vec, assumptions ...Lit) (*Witness, Result) {
	w := &Witness{s: s, ctx: ctx, fixed: append([]Lit{}, assumptions...), watch: watch}
	r := s.Solve(ctx, w.fixed...)
	if r != Sat {
		return nil, r
	}
	w.note()
	return w, Sat
}

func (w *Witness) note() {
	w.bits, w.live = w.bits[:0], true
	for _, v := range w.watch {
		for _, l := range v.Bits {
			w.bits = append(w.bits, w.s.Value(l))
		}
	}
}

// Lost tells that a call was not answered, for lack of budget or because of the context.
func (w *Witness) Lost() bool { return w.lost }

// Prefer demands a literal if that leaves a model, and its negation if not, and tells which.
func (w *Witness) Prefer(l Lit) bool {
	if w.lost {
		return false
	}
	if w.live && w.s.Value(l) {
		w.fixed = append(w.fixed, l)
		return true
	}
	switch w.s.Solve(w.ctx, append(w.fixed, l)...) {
	case Sat:
		w.fixed = append(w.fixed, l)
		w.note()
		return true
	case Unsat:
		w.fixed, w.live = append(w.fixed, l.Not()), false
	default:
		w.lost = true
	}
	return false
}

// Least demands the least value that the i-th watched vector can have, and gives it. Bits are
// fixed from the sign down.
func (w *Witness) Least(i int) int64 {
	v, at := w.watch[i], w.offset(i)
	for j := len(v.Bits) - 1; j >= 0 && !w.lost; j-- {
		l, right := v.Bits[j].Not(), !w.bits[at+j]
		if j == len(v.Bits)-1 { // the sign
			l, right = l.Not(), !right
		}
		if right {
			w.fixed = append(w.fixed, l)
			continue
		}
		w.Prefer(l)
	}
	return w.Value(i)
}

// Value gives the value of the i-th watched vector in the model at hand.
func (w *Witness) Value(i int) int64 {
	at := w.offset(i)
	bits := w.bits[at : at+len(w.watch[i].Bits)]
	var n int64
	for j := range 64 {
		if bits[min(j, len(bits)-1)] {
			n |= 1 << j
		}
	}
	return n
}

func (w *Witness) offset(i int) (at int) {
	for _, v := range w.watch[:i] {
		at += len(v.Bits)
	}
	return at
}

// Least gives the lexicographically least values of some vectors, the first the most significant,
// among the models of the clauses under the assumptions. The result is Sat when it did, and
// otherwise what the call that found no model answered.
func (s *Solver) Least(ctx context.Context, vecs []Vec, assumptions ...Lit) ([]int64, Result) {
	w, r := s.Witness(ctx, vecs, assumptions...)
	if r != Sat {
		return nil, r
	}
	values := make([]int64, len(vecs))
	for i := range vecs {
		values[i] = w.Least(i)
	}
	if w.Lost() {
		return nil, Unknown
	}
	return values, Sat
}
