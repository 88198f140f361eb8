package sat

import "context"

// An Unrolling is a run of a transition system: the vectors of its variables after 0, 1, 2, …
// steps, each made when it is first asked for.
//
// A step is a function from the state before to the state after; what it chooses freely
// (inputs, branches, parameters) and what it demands are literals of its own. Selectors of mutants
// are such literals too: a step that reads IteVec(selected, mutated, original) unrolls them all.
type Unrolling struct {
	s      *Solver
	step   func(k int, pre []Vec) []Vec
	states [][]Vec
}

// Unroll starts a run. Its step k, 0-based, leads from state k to state k+1.
func (s *Solver) Unroll(init []Vec, step func(k int, pre []Vec) []Vec) *Unrolling {
	return &Unrolling{s, step, [][]Vec{init}}
}

// State gives all variables after k steps.
func (u *Unrolling) State(k int) []Vec {
	for len(u.states) <= k {
		n := len(u.states) - 1
		u.states = append(u.states, u.step(n, u.states[n]))
	}
	return u.states[k]
}

// At gives variable v after k steps.
func (u *Unrolling) At(v, k int) Vec { return u.State(k)[v] }

// EqAll holds when two states are the same.
func (s *Solver) EqAll(a, b []Vec) Lit {
	same := s.True()
	for i := range a {
		same = s.And(same, s.Eq(a[i], b[i]))
	}
	return same
}

// IteAll is the state a where the condition holds and b where it does not.
func (s *Solver) IteAll(cond Lit, a, b []Vec) []Vec {
	out := make([]Vec, len(a))
	for i := range a {
		out[i] = s.IteVec(cond, a[i], b[i])
	}
	return out
}

// Least gives the lexicographically least values of some vectors, the first the most significant,
// among the models of the clauses under the assumptions. The second result is Sat when it did,
// and otherwise what the call that did not find a model answered.
//
// Bits are fixed one by one from the signs down. A bit that the last model has right costs no call.
func (s *Solver) Least(ctx context.Context, vecs []Vec, assumptions ...Lit) ([]int64, Result) {
	fixed := append([]Lit{}, assumptions...)
	if r := s.Solve(ctx, fixed...); r != Sat {
		return nil, r
	}
	bits := wanted(vecs)
	model := s.values(bits)
	for i, l := range bits {
		if model[i] {
			fixed = append(fixed, l)
			continue
		}
		switch s.Solve(ctx, append(fixed, l)...) {
		case Sat:
			fixed, model = append(fixed, l), s.values(bits)
		case Unsat:
			fixed = append(fixed, l.Not())
		default:
			return nil, Unknown
		}
	}
	return read(vecs, model), Sat
}

// wanted lists the bits of vectors in order of weight, each as the literal that makes the vector less.
func wanted(vecs []Vec) (bits []Lit) {
	for _, v := range vecs {
		top := len(v.Bits) - 1
		bits = append(bits, v.Bits[top])
		for i := top - 1; i >= 0; i-- {
			bits = append(bits, v.Bits[i].Not())
		}
	}
	return bits
}

func (s *Solver) values(lits []Lit) []bool {
	values := make([]bool, len(lits))
	for i, l := range lits {
		values[i] = s.Value(l)
	}
	return values
}

// read decodes vectors from the values of their wanted bits.
func read(vecs []Vec, model []bool) []int64 {
	out := make([]int64, len(vecs))
	for i, v := range vecs {
		n := int64(0)
		if model[0] { // the sign
			n = -1
		}
		for j := 1; j < len(v.Bits); j++ {
			n <<= 1
			if !model[j] {
				n |= 1
			}
		}
		out[i], model = n, model[len(v.Bits):]
	}
	return out
}
