package model

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/sat"
	"github.com/mutarium/mutarium/engine/source"
)

// Feature models: which combinations of features are products. They are trees of features with
// groups, as feature diagrams draw them (Kang et al., FODA, 1990), and constraints across the tree;
// their meaning is a formula, which the solver answers questions about.

// A GroupKind says how many children of a feature a product has when it has the feature.
type GroupKind uint8

const (
	Optional    GroupKind = iota // any
	Mandatory                    // all
	Alternative                  // exactly one
	OrGroup                      // at least one
)

// String is the word that declares a group.
func (g GroupKind) String() string {
	return [...]string{"optional", "mandatory", "alternative", "or"}[g]
}

// A FeatureNode is a feature and the group of its children.
type FeatureNode struct {
	Name     string
	Title    string // what people read beside the name; may be empty
	Group    GroupKind
	Children []*FeatureNode
}

// A FeatureModel is a tree of features with constraints. Every product has the root.
type FeatureModel struct {
	Root        *FeatureNode
	Constraints []*expr.Expr // over names of features
}

// A Product is the set of its features, sorted.
type Product []string

// Has tells whether a product has a feature.
func (p Product) Has(feature string) bool {
	_, found := slices.BinarySearch(p, feature)
	return found
}

// Names lists all features in the order of the diagram.
func (fm *FeatureModel) Names() []string {
	var names []string
	var walk func(n *FeatureNode)
	walk = func(n *FeatureNode) {
		names = append(names, n.Name)
		for _, c := range n.Children {
			walk(c)
		}
	}
	walk(fm.Root)
	return names
}

// featureSolver holds the model's formula.
type featureSolver struct {
	s     *sat.Solver
	names []string
	lit   map[string]sat.Lit
}

func (fm *FeatureModel) solver() *featureSolver {
	f := &featureSolver{s: sat.New(), names: fm.Names(), lit: map[string]sat.Lit{}}
	for _, n := range f.names {
		f.lit[n] = f.s.NewLit()
	}
	f.s.AddClause(f.lit[fm.Root.Name])
	f.group(fm.Root)
	for _, c := range fm.Constraints {
		f.s.AddClause(f.formula(c))
	}
	return f
}

// group says what a feature demands of its children, and they of it.
func (f *featureSolver) group(n *FeatureNode) {
	parent := f.lit[n.Name]
	any := []sat.Lit{parent.Not()}
	var children []sat.Lit
	for _, c := range n.Children {
		child := f.lit[c.Name]
		f.s.AddClause(child.Not(), parent)
		if n.Group == Mandatory {
			f.s.AddClause(parent.Not(), child)
		}
		any, children = append(any, child), append(children, child)
		f.group(c)
	}
	if len(children) > 0 && (n.Group == Alternative || n.Group == OrGroup) {
		f.s.AddClause(any...)
	}
	if n.Group == Alternative {
		f.s.AtMostOne(children...)
	}
}

// formula is the circuit of a constraint.
func (f *featureSolver) formula(e *expr.Expr) sat.Lit {
	switch e.Op {
	case expr.Const:
		return f.s.Const(e.Value != 0)
	case expr.Name:
		return f.lit[e.Name]
	case expr.Not:
		return f.formula(e.Args[0]).Not()
	}
	a, b := f.formula(e.Args[0]), f.formula(e.Args[1])
	switch e.Op {
	case expr.And:
		return f.s.And(a, b)
	case expr.Or:
		return f.s.Or(a, b)
	case expr.Imply:
		return f.s.Implies(a, b)
	case expr.Ne:
		return f.s.Xor(a, b)
	}
	return f.s.Iff(a, b) // Eq: nothing else passes checkFeatures
}

// Configure completes a choice of features by the features above them and says what is wrong with
// it, one message for each rule that it breaks. It asks no solver: a whole product decides every
// group and every constraint.
func (fm *FeatureModel) Configure(choice []string) (Product, []string) {
	var faults []string
	known := fm.Names()
	for _, n := range choice {
		if !slices.Contains(known, n) {
			fault := "'" + n + "' is not a feature"
			if hint := source.DidYouMean(n, known); hint != "" {
				fault += " (" + hint + ")"
			}
			faults = append(faults, fault)
		}
	}
	p := Product(slices.Sorted(slices.Values(choice)))
	up := fm.ancestors(p)
	for _, n := range known {
		if up[n] && !p.Has(n) {
			p = append(p, n)
			slices.Sort(p)
		}
	}
	p = slices.Compact(p)
	faults = append(faults, fm.Root.faults(p)...)
	for _, c := range fm.Constraints {
		if !Holds(c, p) {
			faults = append(faults, "'"+expr.Uppaal.Print(c)+"' does not hold")
		}
	}
	return p, faults
}

// faults says which groups at and below a feature a product breaks.
func (n *FeatureNode) faults(p Product) []string {
	var faults []string
	var chosen []string
	for _, c := range n.Children {
		switch {
		case p.Has(c.Name):
			chosen = append(chosen, c.Name)
		case n.Group == Mandatory && p.Has(n.Name):
			faults = append(faults, "'"+n.Name+"' needs '"+c.Name+"'")
		}
		faults = append(faults, c.faults(p)...)
	}
	if !p.Has(n.Name) || len(n.Children) == 0 {
		return faults
	}
	switch {
	case len(chosen) == 0 && (n.Group == Alternative || n.Group == OrGroup):
		faults = append(faults, "'"+n.Name+"' needs one of "+childNames(n))
	case len(chosen) > 1 && n.Group == Alternative:
		faults = append(faults, "'"+n.Name+"' allows only one of "+strings.Join(chosen, ", "))
	}
	return faults
}

// Brief names a product by the features that need to be named: those with no other of the product
// below them.
func (fm *FeatureModel) Brief(p Product) string {
	var names []string
	var walk func(n *FeatureNode) bool
	walk = func(n *FeatureNode) bool {
		below := false
		for _, c := range n.Children {
			below = walk(c) || below
		}
		if p.Has(n.Name) && !below {
			names = append(names, n.Name)
		}
		return p.Has(n.Name)
	}
	walk(fm.Root)
	return strings.Join(names, ",")
}

// Valid tells whether a set of features is a product. The root and parents may be left out.
func (fm *FeatureModel) Valid(ctx context.Context, p Product) (bool, error) {
	f := fm.solver()
	parents := fm.ancestors(p)
	var given []sat.Lit
	for _, n := range f.names {
		l := f.lit[n]
		if !parents[n] && !p.Has(n) {
			l = l.Not()
		}
		given = append(given, l)
	}
	return f.ask(ctx, given...)
}

// ancestors is the set of features that those of p stand below, the root among them.
func (fm *FeatureModel) ancestors(p Product) map[string]bool {
	up := map[string]bool{fm.Root.Name: true}
	var walk func(n *FeatureNode) bool
	walk = func(n *FeatureNode) bool {
		below := false
		for _, c := range n.Children {
			if walk(c) {
				below = true
			}
		}
		if below {
			up[n.Name] = true
		}
		return below || p.Has(n.Name)
	}
	walk(fm.Root)
	return up
}

func (f *featureSolver) ask(ctx context.Context, given ...sat.Lit) (bool, error) {
	switch f.s.Solve(ctx, given...) {
	case sat.Sat:
		return true, nil
	case sat.Unsat:
		return false, nil
	}
	return false, ctx.Err()
}

// FeatureFacts are what the solver finds about a feature model.
type FeatureFacts struct {
	Void bool     // there is no product
	Dead []string // features of no product
	Core []string // features of every product, besides the root
}

// Analyse asks the solver for what is possible: two questions a feature.
func (fm *FeatureModel) Analyse(ctx context.Context) (FeatureFacts, error) {
	f := fm.solver()
	var facts FeatureFacts
	some, err := f.ask(ctx)
	if err != nil || !some {
		facts.Void = !some
		return facts, err
	}
	for _, n := range f.names[1:] {
		with, err := f.ask(ctx, f.lit[n])
		if err != nil {
			return facts, err
		}
		if !with {
			facts.Dead = append(facts.Dead, n)
			continue
		}
		without, err := f.ask(ctx, f.lit[n].Not())
		if err != nil {
			return facts, err
		}
		if !without {
			facts.Core = append(facts.Core, n)
		}
	}
	return facts, nil
}

// Count gives the numbers of features and of products as facts about a model.
func (fm *FeatureModel) Count(ctx context.Context) []report.Fact {
	products, err := fm.Products(ctx, manyProducts)
	count := strconv.Itoa(len(products))
	if err != nil {
		count = "more than " + count
	}
	return []report.Fact{{Label: "features", Value: strconv.Itoa(len(fm.Names()) - 1)}, {Label: "products", Value: count}}
}

// Possible tells which feature expressions some product satisfies; nil is true.
func (fm *FeatureModel) Possible(ctx context.Context, whens []*expr.Expr) ([]bool, error) {
	f := fm.solver()
	out := make([]bool, len(whens))
	for i, when := range whens {
		if when == nil {
			out[i] = true
			continue
		}
		var err error
		if out[i], err = f.ask(ctx, f.formula(when)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Products lists all products in a fixed order, but not more than limit of them; then a
// LimitError comes with those found. The product without any optional feature comes first where there is one.
func (fm *FeatureModel) Products(ctx context.Context, limit int) ([]Product, error) {
	f := fm.solver()
	var all []Product
	var over error
	for {
		some, err := f.ask(ctx)
		if err != nil {
			return nil, err
		}
		if !some {
			break
		}
		if len(all) == limit {
			over = &LimitError{fmt.Sprintf("the feature model has more than %d products", limit)}
			break
		}
		p, block := f.model()
		all = append(all, p)
		f.s.AddClause(block...)
	}
	slices.SortFunc(all, func(a, b Product) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return slices.Compare(a, b)
	})
	return all, over
}

// model reads the product that the solver found, and the clause that forbids it.
func (f *featureSolver) model() (p Product, block []sat.Lit) {
	for _, n := range f.names {
		if l := f.lit[n]; f.s.Value(l) {
			p, block = append(p, n), append(block, l.Not())
		} else {
			block = append(block, l)
		}
	}
	slices.Sort(p)
	return p, block
}

// UVL writes the model in the Universal Variability Language, which feature-modelling tools read.
func (fm *FeatureModel) UVL() string {
	var b strings.Builder
	b.WriteString("features\n")
	var walk func(n *FeatureNode, depth int)
	walk = func(n *FeatureNode, depth int) {
		b.WriteString(strings.Repeat("\t", depth) + n.Name + "\n")
		if len(n.Children) > 0 {
			b.WriteString(strings.Repeat("\t", depth+1) + n.Group.String() + "\n")
		}
		for _, c := range n.Children {
			walk(c, depth+2)
		}
	}
	walk(fm.Root, 1)
	if len(fm.Constraints) > 0 {
		b.WriteString("constraints\n")
	}
	for _, c := range fm.Constraints {
		b.WriteString("\t" + uvl.Print(c) + "\n")
	}
	return b.String()
}

// uvl spells constraints as the language does.
var uvl = uvlDialect()

func uvlDialect() *expr.Dialect {
	d := *expr.Uppaal
	d.Levels = slices.Clone(expr.Uppaal.Levels)
	for i, l := range d.Levels {
		d.Levels[i].Ops = slices.Clone(l.Ops)
		for k, op := range l.Ops {
			switch op.Op {
			case expr.Imply:
				d.Levels[i].Ops[k].Texts = []string{"=>"}
			case expr.And:
				d.Levels[i].Ops[k].Texts = []string{"&"}
			case expr.Or:
				d.Levels[i].Ops[k].Texts = []string{"|"}
			case expr.Eq:
				d.Levels[i].Ops[k].Texts = []string{"<=>"}
			}
		}
	}
	return &d
}
