package model

import (
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine/expr"
)

// Featured timed games (Definition 4): timed games of which edges and parts of invariants carry
// feature expressions, so that one model holds a family. The featured mutant model (section 3.3,
// after Devroey et al., ICSE 2016) is one whose features are mutations.

// A Featured is a featured timed game. Its automaton has the edges of all products; its locations have no
// invariants, which stand in Invs with their feature expressions.
type Featured struct {
	Model     *Model
	Automaton *Automaton
	Features  *FeatureModel
	Whens     []*expr.Expr       // of the edges, by number; nil: in every product
	Invs      [][]FeaturedClause // of the locations
	IDs       map[string]string  // featured mutant models: the mutation that a feature stands for
}

// A FeaturedClause is a condition that holds for the products of its feature expression.
type FeaturedClause struct {
	Cond *expr.Expr
	When *expr.Expr // nil: every product
}

// Holds evaluates a feature expression for a product; nil is true.
func Holds(when *expr.Expr, p Product) bool {
	if when == nil {
		return true
	}
	switch when.Op {
	case expr.Const:
		return when.Value != 0
	case expr.Name:
		return p.Has(when.Name)
	case expr.Not:
		return !Holds(when.Args[0], p)
	case expr.And:
		return Holds(when.Args[0], p) && Holds(when.Args[1], p)
	case expr.Or:
		return Holds(when.Args[0], p) || Holds(when.Args[1], p)
	case expr.Imply:
		return !Holds(when.Args[0], p) || Holds(when.Args[1], p)
	}
	same := Holds(when.Args[0], p) == Holds(when.Args[1], p)
	return same == (when.Op == expr.Eq)
}

// Project gives the timed game of a product (Definition 5): what its features do not say is gone.
func (f *Featured) Project(p Product) *Automaton {
	a := f.Automaton
	c := *a
	c.Edges = nil
	for i, e := range a.Edges {
		if Holds(f.Whens[i], p) {
			c.Edges = append(c.Edges, e)
		}
	}
	c.Locations = slices.Clone(a.Locations)
	for i, l := range a.Locations {
		var inv *expr.Expr
		for _, part := range f.Invs[i] {
			if Holds(part.When, p) {
				inv = Conjoin(inv, part.Cond)
			}
		}
		if inv != l.Invariant {
			moved := *l
			moved.Invariant = inv
			c.Locations[i] = &moved
		}
	}
	return &c
}

// Conjoin is the conjunction, nil standing for true.
func Conjoin(a, b *expr.Expr) *expr.Expr {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	return expr.Make(expr.And, a, b)
}

// FeatureName makes an identifier of a mutant's id.
func FeatureName(id string) string {
	id = strings.NewReplacer("?", "_in", "!", "_out", "->", "_to_", "<=", "_le", ">=", "_ge", "==", "_eq", "!=", "_ne", "<", "_lt", ">", "_gt").Replace(id)
	var b strings.Builder
	for i := range len(id) {
		c := id[i]
		if letter := Lower(c) >= 'a' && Lower(c) <= 'z' || c == '_'; letter || i > 0 && c >= '0' && c <= '9' {
			b.WriteByte(c)
		} else {
			b.WriteByte('_')
		}
	}
	if keyword(b.String()) {
		return b.String() + "_"
	}
	return b.String()
}
