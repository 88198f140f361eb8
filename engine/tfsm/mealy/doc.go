// Package mealy makes complete test suites for Mealy machines without searching for mutants: for all
// machines with at most n + k states, where n counts the states of the minimal specification. Each suite
// has a certificate, which engine/tfsm/mealy/referee checks.
//
//	machine.go    tables of transitions; minimal machines, covers
//	separate.go   shortest words that tell states apart
//	tree.go       tests as a prefix tree
//	hmethod.go    the H method
//	fold.go       folding the tree: what must be one state in every machine that passes
//	certify.go    a certificate for a suite that is given
//	foldsuite.go  the fold generator: tests and their fold at once
//	foldbasis.go  its first words   foldnext.go  what it confirms next   foldlack.go  what that lacks
//	foldwords.go  words that tell states apart, and where they are applied
//	shrink.go     leaving tests out while the certificate holds
//	generate.go   all of these, within a budget
//	enumerate.go  all machines that pass a suite, where the fold leaves little open
//	score.go      what a suite is worth: complete, or a machine that passes
//
// Short names: m specification, n another machine, s, r, t states, x, y inputs, w word, u, v nodes of
// a tree, c, d classes of nodes, q basis class, k extra states.
package mealy
