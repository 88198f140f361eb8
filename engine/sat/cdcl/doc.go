// Package cdcl is a small solver of propositional clauses whose work is counted: a call ends after so many
// conflicts at most, at the same place on every machine, and can be looked in on without a change of its course.
//
// solver.go holds clauses and variables, search.go decides, propagates and restarts, learn.go makes a clause of
// a conflict, order.go says which variable comes next, tidy.go forgets clauses that do not pay.
package cdcl
