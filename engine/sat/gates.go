package sat

// From gates to clauses.
//
// Idea: a gate becomes a variable, defined by clauses that say "the variable holds if and only if the
// gate does", the first time that a clause or an assumption needs it, together with what is below it.
// Source: G. S. Tseitin, "On the complexity of derivation in propositional calculus", 1968. The two
// further clauses of a choice, which follow from the others but let it propagate when both branches
// agree, are those of N. Eén and N. Sörensson, "Translating pseudo-Boolean constraints into SAT",
// JSAT 2 (2006).
// Deviation: gini's circuits know and-gates only, so choices and exclusive ors are recognised among
// them, and nested conjunctions become one gate of up to widest operands.

import "github.com/go-air/gini/z"

// True is the literal that holds always.
func (s *Solver) True() Lit { return s.gates.T }

// False is the literal that never holds.
func (s *Solver) False() Lit { return s.gates.F }

// Const is True or False.
func (s *Solver) Const(b bool) Lit {
	if b {
		return s.gates.T
	}
	return s.gates.F
}

// And holds when all literals hold; without any it is True.
func (s *Solver) And(lits ...Lit) Lit { return s.gates.Ands(lits...) }

// Or holds when some literal holds; without any it is False.
func (s *Solver) Or(lits ...Lit) Lit { return s.gates.Ors(lits...) }

// Implies holds when b holds or a does not.
func (s *Solver) Implies(a, b Lit) Lit { return s.gates.Implies(a, b) }

// Xor holds when exactly one of the two holds.
func (s *Solver) Xor(a, b Lit) Lit {
	switch {
	case a == s.True():
		return b.Not()
	case b == s.True():
		return a.Not()
	}
	return s.gates.Xor(a, b)
}

// Iff holds when both hold or neither does.
func (s *Solver) Iff(a, b Lit) Lit { return s.Xor(a, b).Not() }

// Ite is a where the condition holds and b where it does not.
func (s *Solver) Ite(cond, a, b Lit) Lit {
	if a == b {
		return a
	}
	return s.gates.Choice(cond, a, b)
}

// emit tells the search of a literal: a fresh variable for it and for each gate below it, with the
// clauses that define them. And-gates that form a choice, exclusive or among them, are defined as one gate:
//
//	¬(i ∧ ¬t) ∧ ¬(¬i ∧ ¬e)   is   if i then t else e
func (s *Solver) emit(l Lit) {
	v := l.Var()
	for len(s.inside) <= int(v) {
		s.inside = append(s.inside, z.LitNull)
	}
	if s.inside[v] != z.LitNull {
		return
	}
	a, b := s.gates.Ins(l)
	if a == z.LitNull {
		s.inside[v] = s.search.Lit()
		if v == s.True().Var() {
			s.clause(s.True())
		}
		return
	}
	if i, t, e, ok := s.choice(a, b); ok {
		s.emitChoice(v.Pos(), i, t, e)
		return
	}
	s.emitAnd(v.Pos(), a, b)
}

// widest is how many operands of nested and-gates become one gate.
const widest = 16

// emitAnd defines a conjunction. Conjunctions among its operands that the search has not seen are taken
// apart: chains, as And makes them, cost one variable and not one for each link.
func (s *Solver) emitAnd(g, a, b Lit) {
	operands := s.conjuncts([]Lit{a, b})
	for _, l := range operands {
		s.emit(l)
	}
	s.inside[g.Var()] = s.search.Lit()
	all := []Lit{g}
	for _, l := range operands {
		s.clause(g.Not(), l)
		all = append(all, l.Not())
	}
	s.clause(all...)
}

// conjuncts takes apart, from the front, those of some conjuncts that are conjunctions.
func (s *Solver) conjuncts(lits []Lit) []Lit {
	for i := 0; i < len(lits); {
		l := lits[i]
		if !l.IsPos() || int(l.Var()) < len(s.inside) && s.inside[l.Var()] != z.LitNull || len(lits) >= widest {
			i++
			continue
		}
		a, b := s.gates.Ins(l)
		if a == z.LitNull {
			i++
			continue
		}
		if _, _, _, ok := s.choice(a, b); ok {
			i++
			continue
		}
		lits[i] = a
		lits = append(lits, b)
	}
	return lits
}

func (s *Solver) emitChoice(g, i, t, e Lit) {
	s.emit(i)
	s.emit(t)
	s.emit(e)
	s.inside[g.Var()] = s.search.Lit()
	s.clause(i.Not(), t.Not(), g)
	s.clause(i.Not(), t, g.Not())
	s.clause(i, e.Not(), g)
	s.clause(i, e, g.Not())
	if t != e.Not() { // implied, but found by propagation only so
		s.clause(t, e, g.Not())
		s.clause(t.Not(), e.Not(), g)
	}
}

// choice recognises the operands of an and-gate that is a choice.
func (s *Solver) choice(a, b Lit) (i, t, e Lit, ok bool) {
	if a.IsPos() || b.IsPos() {
		return
	}
	x, y := s.gates.Ins(a)
	u, w := s.gates.Ins(b)
	if x == z.LitNull || u == z.LitNull {
		return
	}
	switch {
	case x == u.Not():
		return x, y.Not(), w.Not(), true
	case x == w.Not():
		return x, y.Not(), u.Not(), true
	case y == u.Not():
		return y, x.Not(), w.Not(), true
	case y == w.Not():
		return y, x.Not(), u.Not(), true
	}
	return
}

// clause adds a clause over emitted literals to the search.
func (s *Solver) clause(lits ...Lit) {
	for _, l := range lits {
		s.search.Add(s.inner(l))
	}
	s.search.Add(z.LitNull)
}

// inner is the search's literal for an emitted one.
func (s *Solver) inner(l Lit) z.Lit {
	in := s.inside[l.Var()]
	if !l.IsPos() {
		in = in.Not()
	}
	return in
}
