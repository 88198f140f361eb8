// Package sat decides propositional formulas, and what can be made of them: circuits, bit-vectors,
// unrollings of transition systems. It is the only importer of the solver gini.
//
// solver.go adds clauses and asks, search.go has the two solvers behind that, gates.go turns circuits into
// clauses, cardinality.go counts literals.
// vec.go has integers as vectors of literals, arith.go computes with them, compile.go puts expressions
// into circuits. unroll.go follows a system step by step, least.go narrows models down. yield_*.go lets
// the browser speak between slices of a call.
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
// # How things are said
//
//	and, or              one gate of gini's circuit each; chains become one clause of many literals
//	exclusive or, choice recognised among and-gates and written as four to six clauses of three literals
//	at most one          pairs, or a ladder beyond five; at most k by a counter of gates
//	integer              two's complement; as many bits as the bounds need, the bounds by interval arithmetic
//	sum, difference      full adders from the lowest bit
//	product              shift and add; a constant factor adds only where it has ones, the sign's share is taken off
//	quotient, rest       long division of magnitudes, signs put back: towards zero, as the evaluator does
//	power                squares of the base, one for each of six bits of the exponent
//	comparison           from the lowest bit, the highest difference decides
//	fault                a literal beside each result: beyond the limit, division by zero, a negative exponent
//	run                  a list of states, each a function of the one before and of fresh literals
//
// # From a range to a vector
//
// A variable in 0..270 is ten bits, the sign a constant; one in -3..4 is four. NewVec adds the
// clauses that keep it there. What is computed has bounds too, Lo and Hi, and is as wide as they
// ask for, so x + y of two bytes has nine bits and a sign, and nothing ever wraps around. Only
// where bounds pass the limit of the evaluator does an operation compare its result with it.
//
// # Witnesses
//
// Which model a solver finds depends on what it was asked before. Witness and Least narrow one
// down to the least in an order of the caller's choice, so that what is shown does not.
//
// # What is kept from gini, and what is kept away
//
// Of gini v1.0.4 only Add, Assume, Try, Value and Why are called. Test and Untest end the process
// with an internal error, Activate and its kin panic on literals that are fixed at top level,
// GoSolve cannot be stopped where there is one thread, and Solve after an expired Try answers
// unknown for ever; so none of them is used. After an unsatisfiable call a tautology is added before
// the next one: gini otherwise analyses the old conflict first, and where that refutes the clauses
// themselves it ends the process. Groups of clauses are switched by variables of one's own:
// AddClause(on.Not(), …), assume on, retire it with AddClause(on.Not()).
//
// # Time
//
// A call runs in slices, between which it looks at its context, so that a single-threaded worker can hear
// a stop. Time never decides a verdict: budgets count calls, see Budget.
//
// A single call of gini can be bounded by time alone, and an interruption changes what it finds. NewCounted makes
// a solver of package cdcl instead, which counts conflicts: it ends at the same conflict everywhere, looking at its
// context does not change its course, and on the questions of test suites for timed FSMs it is as fast.
package sat
