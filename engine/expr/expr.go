// Package expr is the one expression language of the formalisms: integers and Booleans, names,
// arithmetic, comparisons, connectives. A Dialect says how it is spelled; tree, types, values and
// mutations are the same for all.
//
// Trees never change after they were checked; a mutant shares what it does not replace.
//
// expr.go is the tree; dialect.go lists the three spellings, which scan.go cuts into tokens, parse.go
// makes trees of and print.go writes; check.go resolves names and types, eval.go computes values.
package expr

import "github.com/mutarium/mutarium/engine/source"

// Op is the kind of a node.
type Op uint8

const (
	Const Op = iota // Value; for Bool 0 or 1
	Name            // Name, and Ref once resolved
	Neg             // -a
	Not
	Add
	Sub
	Mul
	Div // truncates towards zero
	Mod // has the dividend's sign
	Exp // a to the power of b, b >= 0
	Eq
	Ne
	Lt
	Gt
	Le
	Ge
	And // second operand only evaluated when needed
	Or
	Imply
	numOps
)

// Type is what a node stands for.
type Type uint8

const (
	Unchecked Type = iota
	Int
	Bool
)

func (t Type) String() string { return [...]string{"unchecked", "integer", "Boolean"}[t] }

// An Expr is a node. Which fields matter follows from Op.
type Expr struct {
	Op    Op
	Type  Type // set by Check
	Ref   int  // Name: index of the value in the valuation, set by Check
	Value int64
	Name  string
	Args  []*Expr
	// Span covers the node as written, its own brackets excluded; Outer includes them.
	Span, Outer source.Span
	Sign        source.Span // of an operation: its operator
}

// Relational tells the six comparisons.
func (op Op) Relational() bool { return op >= Eq && op <= Ge }

// Arithmetic tells the binary operations on integers.
func (op Op) Arithmetic() bool { return op >= Add && op <= Exp }

// Logical tells the binary connectives.
func (op Op) Logical() bool { return op == And || op == Or || op == Imply }

// Num makes an integer constant.
func Num(v int64) *Expr { return &Expr{Op: Const, Type: Int, Value: v} }

// Truth makes a Boolean constant.
func Truth(b bool) *Expr {
	e := &Expr{Op: Const, Type: Bool}
	if b {
		e.Value = 1
	}
	return e
}

// Make makes a node of checked operands; its type follows from op.
func Make(op Op, args ...*Expr) *Expr {
	t := Bool
	if op == Neg || op.Arithmetic() {
		t = Int
	}
	return &Expr{Op: op, Type: t, Args: args}
}

// IsTrue tells the constant true.
func (e *Expr) IsTrue() bool { return e.Op == Const && e.Type == Bool && e.Value == 1 }

// Walk visits e and its operands in pre-order; visit returns whether to enter a node.
func Walk(e *Expr, visit func(*Expr) bool) {
	if !visit(e) {
		return
	}
	for _, a := range e.Args {
		Walk(a, visit)
	}
}

// Replace gives e with the node old (by identity) replaced, sharing all subtrees without it. It
// gives e itself when old does not occur.
func Replace(e, old, by *Expr) *Expr {
	if e == old {
		return by
	}
	for i, a := range e.Args {
		if b := Replace(a, old, by); b != a {
			copied := *e
			copied.Args = append([]*Expr(nil), e.Args...)
			copied.Args[i] = b
			return &copied
		}
	}
	return e
}

// Equal compares structure and names, not places.
func Equal(a, b *Expr) bool {
	if a.Op != b.Op || a.Value != b.Value || a.Name != b.Name || len(a.Args) != len(b.Args) {
		return false
	}
	if a.Op == Const && a.Type != b.Type {
		return false
	}
	for i := range a.Args {
		if !Equal(a.Args[i], b.Args[i]) {
			return false
		}
	}
	return true
}

// Refs calls f with the Ref of each name, in order of occurrence, repetitions included.
func Refs(e *Expr, f func(ref int)) {
	Walk(e, func(n *Expr) bool {
		if n.Op == Name {
			f(n.Ref)
		}
		return true
	})
}
