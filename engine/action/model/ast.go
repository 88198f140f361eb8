// Package model is the language of action systems after Aichernig and Jöbstl, "Towards Symbolic
// Model-Based Mutation Testing: Combining Reachability and Refinement Checking", MBT 2012 (EPTCS 80),
// called "the paper" in this package: its syntax, its checks, and what one step means.
//
// # Which file holds what
//
//	open           Parse, Recognises: where to begin
//	ast            the syntax tree
//	parse, print   text to tree and back: Listing 1 and Figure 2, and what was added; grammar.txt
//	check          names, types, bounds
//	diagnostics    error messages
//	marks          comments that protect parts of a text from mutation
//	interval       bounds of expressions
//	semantics      Figure 3 by plain evaluation: slow, short, trusted
//	events         what is observed of a step
//	runs           all runs along a trace
//	evidence       witnesses of a report, read
//	variant        where two models differ
//	say            states in words
//
// # Semantics in short
//
// A state gives each variable a value of its type. A step of the system runs one entry of the
// do-od block; what is observed is the state before, the events with their arguments, and the
// state after. A value outside its type has no solution, also between the parts of a sequential
// composition: that branch cannot be taken. Arithmetic is that of the integers; a model whose
// expressions could leave 64 bits is refused.
package model

import (
	"math/big"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
)

// A Model is a parsed action system; after Check, Vars and Entries are filled. It never changes
// then, and its mutants share what they do not replace.
type Model struct {
	File  *source.File
	Decls []Decl // as written

	Vars    []*Var  // in the order of state_def, which is that of the values in states
	Init    []int64 // by variable
	Actions []*Action
	Do      *Do
	Inputs  []string // names of controllable events, as declared
	Entries []*Entry // Do with nested compositions multiplied out

	Protected source.Protected // parts of the text that are not mutated

	broken bool // a clause could not be read
}

// A Decl is one clause of the text; one of the fields is set.
type Decl struct {
	Type   *Type
	Var    *VarDecl
	State  *NameList
	Init   *InitDecl
	Inputs *NameList
	System *System
	Span   source.Span // up to and including the full stop
}

// An Ident is a name as written.
type Ident struct {
	Name string
	Span source.Span // with its quotes
}

// A Type is a named range: type(Name, X) :- X in Lo..Hi.
type Type struct {
	Name  Ident
	Range Range
}

// A Range holds the integers Lo to Hi, both included.
type Range struct {
	Lo, Hi int64
	Span   source.Span
}

// Has tells whether a value is in the range.
func (r Range) Has(v int64) bool { return r.Lo <= v && v <= r.Hi }

// A VarDecl gives some variables a type: var([Names], Type).
type VarDecl struct {
	Names []Ident
	Type  Ident
}

// A NameList is state_def([Names]) or inputs([Names]).
type NameList struct{ Names []Ident }

// An InitDecl is init([Values]).
type InitDecl struct {
	Values []int64
	Spans  []source.Span
}

// A Var is a state variable with its type's range.
type Var struct {
	Ident
	Range
	Type string
}

// A System is the clause as :- actions(…), dood(…).
type System struct {
	Actions []*Action
	Do      *Do
}

// An Action is Name(Params)::guard => body. Run is a node Guarded with that guard and body, so
// that the outermost guard is like any other. In its expressions a Ref less than the number of
// variables is a variable, and the others are the parameters in order.
type Action struct {
	Name   Ident
	Params []Ident
	Run    *Body
	Span   source.Span
}

// BodyOp is the kind of a Body.
type BodyOp uint8

const (
	Skip    BodyOp = iota
	Assign         // Var := Expr
	Guarded        // Expr => Parts[0]
	Seq            // Parts one after the other
	Choice         // one of Parts
)

// A Body is a statement. Which fields matter follows from Op.
type Body struct {
	Op    BodyOp
	Var   Ident // Assign
	Ref   int   // Assign: index of the variable, set by Check
	Expr  *expr.Expr
	Parts []*Body
	// Span covers the node as written, its own brackets excluded; Outer includes them.
	Span, Outer source.Span
}

// DoOp is the kind of a Do.
type DoOp uint8

const (
	Call     DoOp = iota // [Params]:Action(Args)
	DoChoice             // A [] B
	DoPrio               // A // B: B only where A has no step
	DoSeq                // A ; B: one step does both
)

// A Do is a node of the do-od block.
type Do struct {
	Op          DoOp
	Params      []Param // in the order of the action's parameters, whatever the order in the text
	Written     []int   // Call: Written[i] is the place in the binder of Params[i]
	Action      Ident
	Index       int // Call: index of the action, set by Check
	passed      int // Call: arguments as written
	Parts       []*Do
	Span, Outer source.Span
}

// A Param is a parameter of a do-od entry with its range.
type Param struct {
	Name Ident
	Type Ident // its Name is empty when the range is written out
	Range
}

// An Entry is one way to make a step: its items are run one after the other.
type Entry struct {
	Items []Item
	Text  source.Span // the top-level part of the do-od block that it belongs to
}

// An Item of an Entry either runs a call, or (Call nil) asks that none of the entries Unless can
// make a step in the state reached so far.
type Item struct {
	Call   *Do
	Unless []*Entry
}

// Calls lists the calls of an entry in order. Their names and arguments are the events of a step.
func (e *Entry) Calls() []*Do {
	var calls []*Do
	for _, it := range e.Items {
		if it.Call != nil {
			calls = append(calls, it.Call)
		}
	}
	return calls
}

// Arity is the number of arguments of all events of a step.
func (e *Entry) Arity() int {
	n := 0
	for _, c := range e.Calls() {
		n += len(c.Params)
	}
	return n
}

// Ranges lists the ranges of the arguments in the order of the events.
func (e *Entry) Ranges() []Range {
	var rs []Range
	for _, c := range e.Calls() {
		for _, p := range c.Params {
			rs = append(rs, p.Range)
		}
	}
	return rs
}

// WalkBody visits b and its parts in the order of the text; visit returns whether to enter a node.
func WalkBody(b *Body, visit func(*Body) bool) {
	if !visit(b) {
		return
	}
	for _, p := range b.Parts {
		WalkBody(p, visit)
	}
}

// WalkDo visits d and its parts in the order of the text.
func WalkDo(d *Do, visit func(*Do)) {
	visit(d)
	for _, p := range d.Parts {
		WalkDo(p, visit)
	}
}

// VarNames lists the variables in the order of states.
func (m *Model) VarNames() []string {
	names := make([]string, len(m.Vars))
	for i, v := range m.Vars {
		names[i] = v.Name
	}
	return names
}

// Multiply turns a do-od block into entries, alternatives in the order of the text. It gives up,
// with nil, beyond limit entries, so that a hostile text cannot multiply without end.
func Multiply(d *Do, limit int) []*Entry {
	tops := []*Do{d}
	if d.Op == DoChoice {
		tops = d.Parts
	}
	var entries []*Entry
	for _, top := range tops {
		ways := multiply(top, limit)
		if ways == nil || len(entries)+len(ways) > limit {
			return nil
		}
		for _, w := range ways {
			entries = append(entries, &Entry{Items: w, Text: top.Outer})
		}
	}
	return entries
}

// multiply gives the sequences of items of a node, or nil beyond the limit.
func multiply(d *Do, limit int) [][]Item {
	var ways [][]Item
	var before []*Entry // DoPrio: what must have no step
	switch d.Op {
	case Call:
		return [][]Item{{{Call: d}}}
	case DoSeq:
		ways = [][]Item{nil}
	}
	for _, p := range d.Parts {
		part := multiply(p, limit)
		if part == nil || len(ways)+len(part) > limit || len(ways)*len(part) > limit {
			return nil
		}
		switch d.Op {
		case DoSeq:
			ways = product(ways, part)
		case DoChoice:
			ways = append(ways, part...)
		case DoPrio:
			for _, w := range part {
				ways = append(ways, append(unless(before), w...))
			}
			for _, w := range part {
				before = append(before[:len(before):len(before)], &Entry{Items: w, Text: p.Outer})
			}
		}
	}
	return ways
}

func product(first, second [][]Item) [][]Item {
	var ways [][]Item
	for _, a := range first {
		for _, b := range second {
			ways = append(ways, append(a[:len(a):len(a)], b...))
		}
	}
	return ways
}

func unless(before []*Entry) []Item {
	if len(before) == 0 {
		return nil
	}
	return []Item{{Unless: before}}
}

// StateCount is the number of states by the types alone.
func (m *Model) StateCount() string {
	n := big.NewInt(1)
	for _, v := range m.Vars {
		width := new(big.Int).Sub(big.NewInt(v.Hi), big.NewInt(v.Lo))
		n.Mul(n, width.Add(width, big.NewInt(1)))
	}
	return n.String()
}
