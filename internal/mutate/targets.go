package main

// A target is a package of which some files are mutated.
type target struct {
	pkg   string   // "engine/expr"
	files []string // their names; all of the package when empty
	tests []string // packages whose tests may kill; the package itself when empty
	only  string   // pattern of those tests, where the others take long; all of them when empty
}

// targets are the packages whose mistakes no other part of the project would notice: what formalisms
// share, and the meaning of a single step in each of them. That is the file that the plain evaluator
// or simulator of the formalism is in, which replays every kill and which the referee goes by, and the
// one by which the search makes its steps, where that is another.
var targets = []target{
	{pkg: "engine/expr"},
	{pkg: "engine/suite"},
	{pkg: "engine/report"},
	{pkg: "engine/dbm"},
	{pkg: "engine/efsm/model", files: []string{"plain.go", "letters.go"}},
	{
		pkg: "engine/efsm", files: []string{"semantics.go"},
		only: "^Test(Runner|Semantics$|MutantOfTheStart$)",
	},
	{pkg: "engine/tfsm/model", files: []string{"semantics.go", "simulate.go"}},
	{pkg: "engine/action/model", files: []string{"semantics.go", "events.go", "interval.go"}},
	{pkg: "engine/action", files: []string{"exec.go", "box.go"}, only: "^Test(Machine|Box)"},
	{pkg: "engine/tioa/model", files: []string{"semantics.go", "constraint.go", "rat.go"}},
	{pkg: "engine/tioa/referee", files: []string{"machine.go"}},
	{pkg: "engine/tioa/game", files: []string{"compile.go", "cond.go"}, only: "^Test(Cond|Steps)"},
}
