// Package export writes results for other programs.
//
//	csv.go      mutants and tables, for spreadsheets
//	stryker.go  a report in the mutation testing report schema, for its viewers
//	dot.go      a graph, for Graphviz
package export
