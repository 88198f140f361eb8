// Package tfsm finds complete test suites for timed finite state machines with timeouts (TFSM-T), after Nguena
// Timo, Prestat, Avellaneda, "Fault Detection for Timed FSM with Timeouts by Constraint Solving" ("the
// paper" in this package). The fault domain is a mutation machine; a suite that kills every nonconforming mutant
// of it is complete. Package model holds the language and the semantics, package referee checks verdicts,
// package mealy makes m-complete suites for machines without timeouts.
//
// # Which file holds what
//
//	domain.go                          the fault domain: groups of choices, exact counts (Definition 3)
//	operators.go settings.go           mutation machines from a specification, and what restricts them
//	mutants.go edit.go checker.go      single mutants, as changes of the text, and their verdicts
//	conform.go pairs.go                the product of specification and mutant: a shortest test
//	duplicates.go                      mutants that behave exactly alike
//	encode.go dag.go symmetry.go       mutants and tests as a formula, one of those that differ by names alone
//	suite.go reduce.go score.go        Algorithms 1 and 2, irredundant suites, the worth of a given one
//	budget.go certified.go             what the solver may spend on them, suites that need none
//	cube.go                            conforming mutants widened, and how many there are
//	recheck.go unroll.go               "complete", checked a second way
//	killmatrix.go                      which test kills which single mutant
//	combs.go                           the paper's own encoding: combs, automaton of Definition 8, clauses
//	why.go                             why a mutant conforms, with the check behind the sentence
//	extra.go horizon.go testtree.go    suites for all machines with so many states, by package mealy, the waits that
//	                                   they need, and as a tree
//	compare.go                         what changed from one machine to another
//	random.go                          random machines as in Section 5.2
//	suitereport.go tools.go tools_*.go walk.go draw.go   what page and command line show
//	gallery.go                         examples
//	advice.go                          what a reader would ask about
//
// # Short names
//
//	s state of the specification   p state of a mutant       m state of the mutation machine
//	i input   o output   d delay   w wait, floored   k wait as the test says   g group   c choice
package tfsm
