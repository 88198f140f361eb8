package sat

// Idea: a run of k steps is k+1 copies of the variables, each a function of the copy before.
// Source: A. Biere, A. Cimatti, E. M. Clarke and Y. Zhu, "Symbolic model checking without BDDs", TACAS
// 1999.
// Deviation: copies are circuits over the copy before, not fresh variables under a relation, so that
// constants and shared parts fold as the run grows.

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

// Link demands that two states are the same where a literal holds. It says so in clauses, without
// the gates of EqAll, and nothing follows when the literal does not hold.
func (s *Solver) Link(on Lit, a, b []Vec) {
	for i := range a {
		for j := range max(len(a[i].Bits), len(b[i].Bits)) {
			x, y := a[i].bit(j), b[i].bit(j)
			if x != y {
				s.AddClause(on.Not(), x.Not(), y)
				s.AddClause(on.Not(), x, y.Not())
			}
		}
	}
}

// IteAll is the state a where the condition holds and b where it does not.
func (s *Solver) IteAll(cond Lit, a, b []Vec) []Vec {
	out := make([]Vec, len(a))
	for i := range a {
		out[i] = s.IteVec(cond, a[i], b[i])
	}
	return out
}
