// Package efsm holds what is done with extended finite state machines: their mutants, what kills
// them, and test suites made of that.
//
// The paper is A. Kolchin, S. Potiyenko, T. Weigert, "Efficient increasing of the mutation score
// during model-based test suite generation" (2020), cited as KPW. The language and a plain evaluator
// are in efsm/model; efsm/referee checks every verdict without the search in this package.
//
//	operators, mutants            what is changed, and the edits of the text that change it
//	semantics, states, explore    steps compiled, packed states, the reachable part of the original
//	conform, product              weak, state and strong kill; equivalence by the closed product
//	alike                         duplicates: mutants that show the same on every word
//	symbolic, bmc                 machines as circuits, and the same questions put to a SAT solver
//	induction, region             proofs of equivalence by SAT
//	dataflow, dominators          the paper's optimistic answer by one closure for all mutants
//	observe, confusion            the paper's own search, corrected; the optimistic answer beside the exact
//	suite, cover, prolong         test suites, coverage criteria, tests led on to an output
//	subsume                       exact subsumption between mutants
//	walk, tools, flowtool, export what page and command line show
//	gallery                       examples
package efsm
