// Package model holds the language of extended finite state machines: what a model is, how it is
// read and printed, and what one step of it does.
//
// The paper is A. Kolchin, S. Potiyenko, T. Weigert, "Efficient increasing of the mutation score
// during model-based test suite generation" (2020), cited as KPW. A machine ⟨C, c0, s0, E, V, T⟩
// (section 3) has locations, variables of finite domains, events, and transitions with guard and
// update; here events carry parameters, and outputs are events of their own.
//
//	open.go                                 entry: Parse and Recognises, for whatever format a text is in
//	ast.go, fault.go                        a checked machine, and what a mutant has at one place of it
//	parse.go, format.go, print.go           the project's language; its grammar is grammar.ebnf
//	json.go, exportjson.go                  the JSON format of EFSM models, read and written
//	foreign.go, graphwalker.go, scxml.go    formats of other tools
//	check.go, structure.go, diagnostics.go  what is wrong with a model, and warnings
//	letters.go, words.go                    inputs with values, and words of them
//	plain.go, replay.go                     steps and runs by the plain evaluator, kills as reports hold them
package model

import (
	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
)

// Limit bounds the results of arithmetic: |x| > Limit is an error of the machine.
const Limit = 1<<31 - 1

// A Machine is a checked model. It never changes; mutants are further values that share it.
type Machine struct {
	Name        string
	Semantics   Semantics
	Consts      []Const
	Types       []NamedType
	Vars        []Variable
	Inputs      []Input
	Outputs     []Output
	Locations   []Location
	Initial     int // index of a location
	Transitions []Transition
	File        *source.File
	Format      Format
	Protected   source.Protected // parts of the text that are not mutated

	Rewrite       func(m *Machine, i int, t *Transition) string // ForeignFormat: the element of a transition
	statements    []statement                                   // TextFormat: in order
	VertexOutputs bool                                          // outputs belong to locations in the format
}

// Format is how a model was written.
type Format int

const (
	TextFormat    Format = iota // the project's language
	JSONFormat                  // the JSON of EFSM models: mutants are edits of it
	ForeignFormat               // another tool's: mutants write the whole element of a transition
)

// Semantics are the switches that the literature leaves open. The zero value is the default.
type Semantics struct {
	Reject     bool     // an input that no transition takes shows !reject; otherwise it is ignored
	Overflow   Overflow // an assignment beyond a variable's range
	Sequential bool     // an update sees the updates before it; otherwise all read the old values
}

// Overflow is what an assignment beyond a variable's range does.
type Overflow int

const (
	OverflowError    Overflow = iota // !error, and the machine is dead
	OverflowWrap                     // modulo the size of the range
	OverflowSaturate                 // the nearest bound
)

var overflowNames = []string{"error", "wrap", "saturate"}

// A Const is a named number.
type Const struct {
	Name  string
	Value int64
}

// A NamedType is a range with a name.
type NamedType struct {
	Name string
	Type Type
}

// A Type is a finite domain, Min to Max inclusive; Bool is 0 to 1.
type Type struct {
	Bool     bool
	Min, Max int64
	Name     string // as declared, or ""
}

// A Variable has a type and a first value.
type Variable struct {
	Type
	Name string
	Init int64
	Span source.Span
}

// An Input is an event of the environment.
type Input struct {
	Name   string
	Params []Param
	Span   source.Span
}

// A Param ranges over a type. Input words enumerate it upwards, false before true.
type Param struct {
	Type
	Name string
}

// An Output is an event of the machine. An argument has one type in all transitions.
type Output struct {
	Name   string
	Params []string
	Types  []expr.Type // of the arguments; Unchecked where no transition shows the output
	Span   source.Span
}

// A Location is a control state.
type Location struct {
	Name string
	Span source.Span
}

// Internal is the event of transitions that need none.
const Internal = -1

// A Transition leads from one location to another. Names in its expressions refer to variables by
// index and to the event's parameters by len(Vars) + index.
type Transition struct {
	ID       string
	From, To int
	Event    int        // index of an input, or Internal
	Priority int        // lower goes first; equal ones in the order of the text
	Guard    *expr.Expr // nil: true
	Updates  []Update
	Emits    []Emit

	Span    source.Span // all of it
	ToSpan  source.Span // the target as written
	ToQuote bool        // the target is written in quotes
	Locked  bool        // every place of it is protected from mutation
}

// An Update assigns to a variable.
type Update struct {
	Var   int
	Value *expr.Expr
	Span  source.Span // the assignment
	Cut   source.Span // what to delete to be rid of it
}

// An Emit shows an output; its arguments read the values after the updates.
type Emit struct {
	Output int
	Args   []*expr.Expr
	Span   source.Span
	Cut    source.Span
}

// Site kinds, in the order in which operators meet them.
const (
	GuardSite = iota
	UpdateSite
	ArgSite
)

// A site is a place of a transition that holds an expression.
type Site struct {
	Kind  int
	Index int // of the update or the output
	Arg   int // of the output's argument
}

// Sites lists the places of a transition: the guard, the right-hand sides, the output arguments.
func (t *Transition) Sites() []Site {
	var all []Site
	if t.Guard != nil {
		all = append(all, Site{Kind: GuardSite})
	}
	for i := range t.Updates {
		all = append(all, Site{Kind: UpdateSite, Index: i})
	}
	for i := range t.Emits {
		for a := range t.Emits[i].Args {
			all = append(all, Site{Kind: ArgSite, Index: i, Arg: a})
		}
	}
	return all
}

// At gives the expression of a site.
func (t *Transition) At(s Site) *expr.Expr {
	switch s.Kind {
	case GuardSite:
		return t.Guard
	case UpdateSite:
		return t.Updates[s.Index].Value
	}
	return t.Emits[s.Index].Args[s.Arg]
}

// With gives a copy of the transition with another expression at a site.
func (t *Transition) With(s Site, e *expr.Expr) *Transition {
	c := *t
	switch s.Kind {
	case GuardSite:
		c.Guard = e
	case UpdateSite:
		c.Updates = append([]Update(nil), t.Updates...)
		c.Updates[s.Index].Value = e
	default:
		c.Emits = append([]Emit(nil), t.Emits...)
		c.Emits[s.Index].Args = append([]*expr.Expr(nil), t.Emits[s.Index].Args...)
		c.Emits[s.Index].Args[s.Arg] = e
	}
	return &c
}

// Params gives the parameters that a transition's expressions may read.
func (m *Machine) Params(t *Transition) []Param {
	if t.Event == Internal {
		return nil
	}
	return m.Inputs[t.Event].Params
}

// With gives the machine with some transitions replaced.
func (m *Machine) With(changed map[int]*Transition) *Machine {
	c := *m
	c.Transitions = append([]Transition(nil), m.Transitions...)
	for i, t := range changed {
		c.Transitions[i] = *t
	}
	return &c
}
