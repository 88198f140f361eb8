package model

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
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
// Edges of other products are remembered as hidden, because the text still holds them.
func (f *Featured) Project(p Product) *Automaton {
	c := *f.Automaton
	c.Edges, c.Hidden, c.Featured = nil, nil, true
	for i, e := range f.Automaton.Edges {
		if Holds(f.Whens[i], p) {
			c.Edges = append(c.Edges, e)
		} else {
			c.Hidden = append(c.Hidden, e)
		}
	}
	c.Locations = slices.Clone(f.Automaton.Locations)
	for i, l := range f.Automaton.Locations {
		if inv := f.invariant(i, p); inv != l.Invariant {
			moved := *l
			moved.Invariant = inv
			c.Locations[i] = &moved
		}
	}
	return &c
}

// invariant is the conjunction of the parts that a product has. It spans its parts in the text.
func (f *Featured) invariant(location int, p Product) *expr.Expr {
	var inv *expr.Expr
	for _, part := range f.Invs[location] {
		if !Holds(part.When, p) || part.Cond == nil {
			continue
		}
		both := Conjoin(inv, part.Cond)
		if inv != nil {
			both.Span = inv.Outer.Join(part.Cond.Outer)
			both.Outer = both.Span
		}
		inv = both
	}
	return inv
}

// Product gives the model of a product: each automaton without what the product does not have.
func (m *Model) Product(p Product) *Model {
	c := *m
	c.Features, c.Families, c.Default = nil, nil, ""
	c.Automata = make([]*Automaton, len(m.Families))
	for i, f := range m.Families {
		c.Automata[i] = f.Project(p)
	}
	return &c
}

// productNames splits a list of features.
func productNames(choice string) []string {
	return strings.FieldsFunc(choice, func(c rune) bool { return c == ',' || c == ' ' || c == '\n' || c == '\t' })
}

// manyProducts bounds how many products are counted for a message.
const manyProducts = 256

// Choose gives the model of the product that a list of features names, separated by commas or
// blanks. A model without features is its own only product. Without a choice the model's own choice
// counts; a model with features and without one is refused, unless it has a single product.
func (m *Model) Choose(ctx context.Context, choice string) (*Model, error) {
	if strings.TrimSpace(choice) == "" {
		choice = m.Default
	}
	names := productNames(choice)
	switch {
	case m.Features == nil && len(names) > 0:
		return nil, fmt.Errorf("product %q: the model has no features", choice)
	case m.Features == nil:
		return m, nil
	case len(names) > 0:
		p, faults := m.Features.Configure(names)
		if len(faults) > 0 {
			return nil, fmt.Errorf("%q is not a product: %s", choice, strings.Join(faults, "; "))
		}
		return m.Product(p), nil
	}
	products, err := m.Features.Products(ctx, manyProducts)
	count := strconv.Itoa(len(products))
	if limit := (*LimitError)(nil); errors.As(err, &limit) {
		count = "more than " + count
	} else if err != nil {
		return nil, err
	}
	if len(products) == 1 {
		return m.Product(products[0]), nil
	}
	return nil, fmt.Errorf("the model has features and %s products: choose one, for example with the option product=%s",
		count, m.Features.Brief(products[0]))
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
	id = strings.NewReplacer("?", "_in", "!", "_out", "->", "_to_", "<=", "_le", ">=", "_ge", "==", "_eq", "!=", "_ne",
		"<", "_lt", ">", "_gt").Replace(id)
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
