// Package tioa decides timed games and timed I/O automata: compiled systems over zones, Ecdar's
// operators and queries, refinement with timed counterexamples, and the mutants of a component. The
// language is in the package model below, the operators are in the package mutants. What is said of
// mutants is checked by the package referee, which imports nothing of this one.
//
// The theory is that of A. David, K. G. Larsen, A. Legay, U. Nyman and A. Wąsowski, "Timed I/O
// automata: a complete specification theory for real-time systems", HSCC 2010, and of its later
// versions; where the Ecdar engines read it in their own way both readings are offered, see
// docs/timed.md.
//
// Compiled systems:
//
//	compile.go     locations, guards as zones   cond.go      unions of conjunctions of bounds
//	recompile.go   a mutant by what it changes  shifted.go   edges of products
//	complete.go    inputs that are ignored      bounds.go    what each location compares later
//	product.go     composition, conjunction     quotient.go  the quotient
//	flatten.go     a system as one process
//
// Searches:
//
//	explore.go     the zone graph of a system   passed.go    what a search has seen
//	refine.go      the forward game             game.go      the backward game
//	good.go        good states, pruning         goodzones.go the same inside what is reached
//	budget.go      limits, stopping             determ.go    determinism, urgency of outputs
//	reach.go       reachability                 strategy.go  the spoiler's strategy
//	tracer.go      timed counterexamples        gametrace.go runs of the backward game
//	machine.go     plain machines, for replay
//
// Questions and answers:
//
//	query.go       Ecdar's queries              checks.go    what is asked of components
//	view.go        answers as people see them   tools*.go    the tools of page and command line
//	gallery.go     the models that come along
//
// Mutants, which the package mutants below makes:
//
//	judge.go       the three verdicts           evidence.go   runs that both sides have
//	checker.go     verdicts as reports have them
//	describe.go    mutants as reports have them
//	useful.go      surely useful                chosen.go     mutants that are worth a run
//	alike.go       mutants that behave alike
//	tables.go      the tables of the paper
//
// Families:
//
//	family.go      running a test on all        familytool.go the tools that show them
//	scoretool.go   a suite of the user, scored
package tioa
