// Package engine is the pipeline of Mutarium: text → model → mutants → verdicts with evidence →
// report. It knows the list of formalisms and nothing of their languages.
//
// # Which package holds what
//
//	source    texts, positions, diagnostics
//	report    the report and the values the page draws
//	wire      messages between page and worker, the link
//	expr      the one expression language
//	mutation  ids, sampling, pairs; the operators on expressions
//	sat       bit-vectors and unrollings over the solver
//	dbm       zones
//	action    action systems (paper 000)
//	tfsm      timed FSMs with timeouts (paper 001)
//	efsm      extended finite state machines (paper 002)
//	tioa      timed games and timed I/O automata (paper 003)
//
// # Short names
//
//	m model or mutant    s, t states       l location    e edge
//	x, y clocks          z zone            k depth       f file
//	spec the original    impl the mutant
package engine
