// Package mutants makes the mutants of a timed game: it enumerates what the operators do to one
// automaton, names each mutant, shows it as edits of the model's text, and says which mutants a
// guideline calls useless. It looks at the text alone: no zones, no searches.
//
// The operators and guidelines are those of D. Basile, M. H. ter Beek, S. Lazreg, M. Cordy and A. Legay,
// "Static detection of equivalent mutants in real-time model-based mutation testing", Empirical
// Software Engineering 27, 2022, and others that docs/timed-mutants.md names.
//
//	mutation.go    a change of an automaton and its name
//	operators*.go  the operators
//	mutants.go     mutants of first and second order, by index
//	edits*.go      a change of structure as a change of xta, XML or JSON
//	protect.go     what is not to be mutated
//	guidelines.go  useless mutants, told from the text
//	superpose.go   all mutants as one featured timed game
package mutants
