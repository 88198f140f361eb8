// Package efsm holds what is done with extended finite state machines: their mutants, what kills
// them, and test suites made of that.
//
// The paper is A. Kolchin, S. Potiyenko, T. Weigert, "Efficient increasing of the mutation score
// during model-based test suite generation" (2020), cited as KPW. The language and a plain evaluator
// are in efsm/model; efsm/referee checks every verdict without the search in this package.
//
//	operators.go, mutants.go             what is changed, and the edits of the text that change it
//	semantics.go, states.go, explore.go  steps compiled, packed states, the reachable part of the original
//	conform.go, product.go               weak, state and strong kill; equivalence by the closed product
//	alike.go                             duplicates: mutants that show the same on every word
//	symbolic.go, bmc.go                  machines as circuits, and the same questions put to a SAT solver
//	induction.go, region.go              proofs of equivalence by SAT
//	dataflow.go, dominators.go           the paper's optimistic answer by one closure for all mutants
//	observe.go, confusion.go             the paper's own search, corrected; the optimistic answer against the exact one
//	suite.go, cover.go, prolong.go       test suites, coverage criteria, tests led on to an output
//	subsume.go                           exact subsumption between mutants
//	walk.go, draw.go, export.go          runs side by side, the model drawn and in other formats
//	why.go, why_state.go, why_killed.go  why a mutant cannot be killed, or how it is
//	why_spot.go, why_twins.go            what these rest on: values at a place, the product of two machines
//	why_edits.go                         machines changed in the one thing that a cause blames
//	tools.go, flowtool.go                what page and command line offer besides the list of mutants
//	gallery.go                           examples
//	advice.go                            what a reader would ask about
package efsm
