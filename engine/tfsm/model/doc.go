// Package model holds the language of timed finite state machines with timeouts (TFSM-T) and what one machine
// does, after Nguena Timo, Prestat, Avellaneda, "Fault Detection for Timed FSM with Timeouts by Constraint
// Solving" ("the paper" in this package). The entry is open.go: Parse and Recognises.
//
// # Which file holds what
//
//	open.go                       Parse, Recognises, and which format a text is in
//	ast.go                        the specification and its mutation machine in one: Model, Transition
//	lex.go parse.go expand.go     the language of the project: text, statements, transitions
//	check.go diagnostics.go       what is asked of a model, and every message
//	json.go kiss.go dot.go dialects.go aut.go import.go   other formats
//	timers.go                     DOT: Mealy machines with local timers
//	print.go rewrite.go           the way back: whole texts, and changes of a text
//	protect.go                    parts of a text that are not mutated
//	semantics.go simulate.go      one deterministic machine: whole waits, and runs in exact time
//	align.go                      two machines over one vocabulary
//	test.go suitefile.go trial.go timed input sequences, suites as text and JSON, tests as lines
package model
