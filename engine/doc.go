// Package engine is the pipeline of Mutarium: text → model → mutants → verdicts with evidence →
// report. It knows the list of formalisms and nothing of their languages.
//
// # A run
//
//	open.go        finds a text's formalism and reads it: a Model, or diagnostics
//	run.go         a Job: mutants are enumerated, a Checker judges each, a report is completed
//	keeper.go      the last models and their checkers, for who asks again
//	memory.go      verdicts, kept for texts that mean the same
//	crew.go        pieces of work on several threads, with the same bytes
//	duplicates.go  which mutants behave exactly alike
//	advise.go      warnings that need a look at how a model runs
//	runall.go      lists; hand-written mutants
//	verify.go      a report is checked again, from itself alone
//	suite.go       test suites for whole fault domains
//	pack.go        several files become one text
//	options.go     settings of a formalism
//	formalism.go   the interface that an adapter fits a formalism to: adapt_*.go
//	handwritten.go mutants that a person wrote
//	trial.go       tests that a person wrote, run one by one
//	walk.go        original and mutant, step by step
//	drawing.go     original and mutant, drawn
//	why.go         why a mutant has its verdict, in a sentence that was checked
//	formalisms.go  their list, and which part of the engine holds which: part_*.go
//
// A mutant is killed when some behaviour of it is forbidden by the original, and unkillable when it
// is proved that none is; each formalism's page in docs says what behaviour and forbidden mean there.
//
// # Which package holds what
//
//	source    texts, positions, diagnostics
//	report    the report and the values the page draws
//	wire      messages between page and worker, the link
//	export    results for other programs: CSV, DOT, mutation testing reports
//	draw      pictures and differences: graphs, time lines, diffs
//	markup    JSON and XML as trees with places
//	expr      the one expression language
//	mutation  ids, sampling, pairs; the operators on expressions
//	sat       bit-vectors and unrollings over the solver
//	sat/cdcl  a small solver whose work is counted
//	exercise  documents of teaching: exercises, sheets, answers, hand-ins
//	exercise/judge  decides about answers, finds hints, grades a class
//	exercise/own    reads the lecturer's own files
//	exercise/ready  the exercises and the course that come with Mutarium
//	exercise/repair  finds changes of a student's model after which it passes
//	exercise/seal   packs, hides, signs and reads these documents
//	suite     kill matrices, the choice of tests, subsumption
//	dbm       zones
//	action    action systems (Aichernig and Jöbstl, MBT 2012)
//	action/model  their language: syntax tree, parser, checks, printer, the meaning of one step
//	action/referee  checks verdicts of action systems without any search of the engine
//	tfsm      timed FSMs with timeouts (Nguena Timo, Prestat and Avellaneda)
//	tfsm/model    their language: syntax tree, readers, printers, checks, one deterministic machine
//	tfsm/referee  checks verdicts of timed FSMs without any search of the engine
//	tfsm/mealy  complete suites for machines with extra states, with certificates
//	tfsm/mealy/referee  checks these certificates
//	efsm      extended finite state machines (Kolchin, Potiyenko and Weigert, 2020)
//	efsm/model    their language: syntax tree, readers, printers, checks, a step by plain evaluation
//	efsm/referee  checks verdicts of EFSMs without any search of the engine
//	tioa      timed games and timed I/O automata (Basile, ter Beek, Lazreg, Cordy and Legay, 2022)
//	tioa/model  their language: syntax tree, readers, printers, checks, features
//	tioa/model/trace  runs of one or two automata as data, and as people see them
//	tioa/referee  checks verdicts of timed games without any search of the engine
//	tioa/game   compiled systems over zones, zone graphs, games, counterexamples
//	tioa/replay  what a game has found, run on plain machines
//	tioa/query  Ecdar's queries
//	tioa/family  timed tests on all mutants at once
//	tioa/mutants  their operators, mutants and guidelines
//
// # Short names
//
//	m model or mutant    s, t states       l location    e edge
//	x, y clocks          z zone            k depth       f file
//	spec the original    impl the mutant
package engine
