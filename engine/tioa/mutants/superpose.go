package mutants

import (
	"slices"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/model"
)

// FeaturedMutants superimposes the first-order mutants of a family (section 3.3, the FMM approach).
// group is Alternative for first order, where a product has at most one mutation, or OrGroup for
// higher orders, where it has any.
//
// An edge that a mutation removes or replaces is in the products without it, what it adds or
// replaces in the products with it. Two mutations of one edge that a product has both leave both
// replacements, and one that removes the edge removes its replacements too: in that, products of
// several features differ from pairs, whose second step mutates what the first one made.
func FeaturedMutants(fam *Family, group model.GroupKind) *model.Featured {
	s := fam.Origin
	b := newSuperposition(s)
	root := &model.FeatureNode{Name: model.FeatureName(s.Automaton.Name), Group: model.Optional,
		Title: "the model as it is"}
	mutations := &model.FeatureNode{Name: b.free("mutation"), Group: group, Title: "some mutation"}
	root.Children = []*model.FeatureNode{mutations}
	for i := range fam.Len() {
		m := fam.At(i)
		name := b.free(model.FeatureName(m.ID()))
		b.f.IDs[name] = m.ID()
		mutations.Children = append(mutations.Children, &model.FeatureNode{Name: name, Title: m.ID()})
		b.add(name, m.Result.Automaton)
	}
	b.f.Features = &model.FeatureModel{Root: root}
	return b.finish()
}

// superposition collects what mutations change of an automaton.
type superposition struct {
	f       *model.Featured
	base    *model.Automaton
	removed [][]string  // for each edge: features that remove it
	changed [][]variant // and those that replace it
	invs    [][]invVariant
	added   []variant
	sinks   []*model.Location
	taken   map[string]bool
}

type variant struct {
	feature string
	edge    *model.Edge
}

type invVariant struct {
	feature string
	inv     *expr.Expr
}

func newSuperposition(s Subject) *superposition {
	n, l := len(s.Automaton.Edges), len(s.Automaton.Locations)
	return &superposition{
		f:       &model.Featured{Model: s.Model, Automaton: s.Automaton, IDs: map[string]string{}},
		base:    s.Automaton,
		removed: make([][]string, n), changed: make([][]variant, n), invs: make([][]invVariant, l),
		taken: map[string]bool{},
	}
}

// free makes a name that no other feature has.
func (b *superposition) free(name string) string {
	for b.taken[name] {
		name += "_"
	}
	b.taken[name] = true
	return name
}

// add notes what a mutant changes.
func (b *superposition) add(feature string, mutant *model.Automaton) {
	kept := map[*model.Edge]bool{}
	moved := map[source.Pos]*model.Edge{}
	for _, e := range mutant.Edges {
		kept[e] = true
		if e.Span != (source.Span{}) {
			moved[e.Span.Start] = e
		}
	}
	known := map[*model.Edge]bool{}
	for i, e := range b.base.Edges {
		known[e] = true
		by := moved[e.Span.Start]
		switch {
		case kept[e]:
		case by == nil:
			b.removed[i] = append(b.removed[i], feature)
		default:
			known[by] = true
			b.changed[i] = append(b.changed[i], variant{feature, b.home(by, mutant)})
		}
	}
	for _, e := range mutant.Edges {
		if !known[e] {
			b.added = append(b.added, variant{feature, b.home(e, mutant)})
		}
	}
	for i, l := range b.base.Locations {
		if now := mutant.Locations[i]; now.Invariant != l.Invariant && !now.Removed {
			b.invs[i] = append(b.invs[i], invVariant{feature, now.Invariant})
		}
	}
}

// home gives an edge to a location that the mutant added the number of that location in the family.
func (b *superposition) home(e *model.Edge, mutant *model.Automaton) *model.Edge {
	n := len(b.base.Locations)
	if e.Target < n {
		return e
	}
	if len(b.sinks) == 0 {
		b.sinks = append(b.sinks, mutant.Locations[e.Target])
	}
	c := *e
	c.Target = n // all mutants may share the one sink
	return &c
}

func (b *superposition) finish() *model.Featured {
	a := *b.base
	a.Edges, a.Locations = nil, append(slices.Clone(b.base.Locations), b.sinks...)
	put := func(e *model.Edge, when *expr.Expr) {
		a.Edges = append(a.Edges, e)
		b.f.Whens = append(b.f.Whens, when)
	}
	for i, e := range b.base.Edges {
		without := noneOf(nil, b.removed[i])
		when := without
		for _, v := range b.changed[i] {
			when = noneOf(when, []string{v.feature})
		}
		put(e, when)
		for _, v := range b.changed[i] {
			put(v.edge, model.Conjoin(without, Feature(v.feature)))
		}
	}
	for _, v := range b.added {
		put(v.edge, Feature(v.feature))
	}
	b.f.Invs = make([][]model.FeaturedClause, len(a.Locations))
	for i, l := range a.Locations {
		bare := *l
		bare.Invariant = nil
		a.Locations[i] = &bare
		b.f.Invs[i] = b.clauses(i, l)
	}
	b.f.Automaton = &a
	return b.f
}

// clauses are the invariants of a location in the family.
func (b *superposition) clauses(i int, l *model.Location) []model.FeaturedClause {
	if l.Invariant == nil && (i >= len(b.invs) || len(b.invs[i]) == 0) {
		return nil
	}
	own := model.FeaturedClause{Cond: l.Invariant}
	var all []model.FeaturedClause
	if i < len(b.invs) {
		for _, v := range b.invs[i] {
			own.When = noneOf(own.When, []string{v.feature})
			all = append(all, model.FeaturedClause{Cond: v.inv, When: Feature(v.feature)})
		}
	}
	return append([]model.FeaturedClause{own}, all...)
}

// Feature is the feature expression of one feature.
func Feature(name string) *expr.Expr { return &expr.Expr{Op: expr.Name, Type: expr.Bool, Name: name} }

// noneOf conjoins the negations of features.
func noneOf(when *expr.Expr, names []string) *expr.Expr {
	for _, n := range names {
		when = model.Conjoin(when, expr.Make(expr.Not, Feature(n)))
	}
	return when
}

// SubjectOf is the family as one automaton, with the edges of all products and without invariants.
func SubjectOf(f *model.Featured) Subject { return Subject{f.Model, f.Automaton} }
