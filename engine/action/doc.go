// Package action makes mutants of action systems and decides refinement between them and the original,
// after Aichernig and Jöbstl, "Towards Symbolic Model-Based Mutation Testing: Combining Reachability
// and Refinement Checking", MBT 2012 (EPTCS 80), called "the paper" in this package. The language is in
// the package model below; the package referee beside it checks every verdict without the search in
// this one.
//
// # Which file holds what
//
//	compile, box, exec, space   the semantics of model, fast: one exploration for all mutants
//	conform, checker            Definition 4.1, mutant by mutant, and which engine decides it
//	sat_*                       the engine that asks the solver, and how it proves that there is no wrong step
//	evidence                    what a verdict carries
//	operators, mutants          the mutation operators and their enumeration
//	duplicates                  mutants that behave alike
//	suite, suite_definite       tests, what they kill, traces that are sure to kill
//	tools, walk, draw, gallery  what page and command line show
//	why                         why a mutant cannot be killed, with the check behind the sentence
//	advice                      what a reader would ask about
package action
