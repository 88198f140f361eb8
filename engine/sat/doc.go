// Package sat decides propositional formulas, and what can be made of them: circuits, bit-vectors,
// unrollings of transition systems. It is the only importer of the solver, gini.
//
// # Use
//
//	s := sat.New()
//	a, b := s.NewLit(), s.NewLit()
//	s.AddClause(a, b)
//	if s.Solve(ctx, a.Not()) == sat.Sat { … s.Value(b) … }
//
// A Lit is a variable or its negation, or a gate of the solver's circuit: And, Or, Xor, Ite and
// the rest give literals that mean what they say wherever they are used, in clauses and as
// assumptions. Gates are shared (equal gates are one literal) and cost nothing in the solver until
// a clause or an assumption reaches them. So formulas are built as circuits, and clauses are
// written where the encoding is clausal by nature.
//
// # What is kept from gini, and what is kept away
//
// Of gini v1.0.4 only Add, Assume, Try, Value and Why are called. Test and Untest end the process
// with an internal error, Activate and its kin panic on literals that are fixed at top level,
// GoSolve cannot be stopped where there is one thread, and Solve after an expired Try answers
// unknown for ever; so none of them is used. Groups of clauses are switched by variables of one's own:
// AddClause(on.Not(), …), assume on, retire it with AddClause(on.Not()).
//
// # Time
//
// A call runs in slices, between which it looks at its context, so that a single-threaded worker can hear
// a stop. Time never decides a verdict: budgets count calls, see Budget.
package sat
