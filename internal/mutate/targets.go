package main

// A target is a package of which some files are mutated.
type target struct {
	pkg   string   // "engine/expr"
	files []string // their names; all of the package when empty
	tests []string // packages whose tests may kill; the package itself when empty
}

// targets are the packages whose mistakes no other part of the project would notice: what formalisms
// share, and the meaning of a single step in each of them.
var targets = []target{
	{pkg: "engine/expr"},
	{pkg: "engine/suite"},
	{pkg: "engine/report"},
	{pkg: "engine/dbm"},
	{pkg: "engine/efsm", files: []string{"semantics.go"}},
	{pkg: "engine/efsm/model", files: []string{"plain.go"}, tests: []string{"engine/efsm"}},
	{pkg: "engine/tfsm/model", files: []string{"semantics.go", "simulate.go"}},
}
