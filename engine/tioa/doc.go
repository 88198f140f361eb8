// Package tioa judges mutants of timed games and timed I/O automata, and holds the tools that go with
// them. Search and referee import nothing of each other: here they meet.
//
// The theory is that of A. David, K. G. Larsen, A. Legay, U. Nyman and A. Wąsowski, "Timed I/O
// automata: a complete specification theory for real-time systems", HSCC 2010, and of its later
// versions; where the Ecdar engines read it in their own way both readings are offered, see
// docs/timed.md.
//
// Packages below, each knowing only those before it:
//
//	model     the language                  mutants  operators and guidelines
//	referee   verdicts without any search   game     systems, zone graphs, games
//	replay    what a game has found, run on plain machines
//	query     Ecdar's queries               family   tests on all mutants at once
//
// Mutants, judged:
//
//	judge.go     the three verdicts         checker.go   verdicts as reports have them
//	useful.go    surely useful              describe.go  mutants as reports have them
//	alike.go     mutants that behave alike  chosen.go    mutants that are worth a run
//	tables.go    the tables of the paper    why.go       why a mutant cannot be killed
//
// Tools of the page and the command line:
//
//	tools.go        their list              tools_query.go  queries, conversions
//	familytool.go   families, suites        scoretool.go    a suite of the user, scored
//	draw.go         automata drawn          gallery.go      the models that come along
//	advice.go       what a reader would ask about
package tioa
