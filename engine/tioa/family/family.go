// Package family runs timed tests on families of timed games: on all mutants of a model at once, or on
// all products of a model with features.
//
//	family.go    a test on all products at once   suite.go   suites and their kill matrix
//	features.go  feature models of mutants, and how they are drawn
package family

import (
	"context"
	"math/bits"
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/mutants"
	"github.com/mutarium/mutarium/engine/tioa/referee"
)

// Family-based execution: a test runs once on a featured timed game, each state carrying the set of
// products that can be in it, and the kill matrix falls out (X. Devroey, G. Perrouin, M. Papadakis,
// A. Legay, P.-Y. Schobbens, P. Heymans, "Featured model-based mutation analysis", ICSE 2016, there
// for transition systems without time). Products that behave alike so far share one state; they
// part where an edge or an invariant of some of them differs.

// A ProductSet is a set of products by their numbers.
type ProductSet []uint64

func (p ProductSet) empty() bool {
	for _, w := range p {
		if w != 0 {
			return false
		}
	}
	return true
}

// Has tells whether a product is in the set.
func (p ProductSet) Has(i int) bool { return p[i/64]>>(i%64)&1 != 0 }

// Add puts a product in.
func (p ProductSet) Add(i int) { p[i/64] |= 1 << (i % 64) }

// Count counts the products.
func (p ProductSet) Count() int {
	n := 0
	for _, w := range p {
		n += bits.OnesCount64(w)
	}
	return n
}

// combine makes a set word by word.
func (p ProductSet) combine(o ProductSet, op func(a, b uint64) uint64) ProductSet {
	out := make(ProductSet, len(p))
	for i := range p {
		out[i] = op(p[i], o[i])
	}
	return out
}

func (p ProductSet) and(o ProductSet) ProductSet {
	return p.combine(o, func(a, b uint64) uint64 { return a & b })
}

// Or is the union.
func (p ProductSet) Or(o ProductSet) ProductSet {
	return p.combine(o, func(a, b uint64) uint64 { return a | b })
}

func (p ProductSet) minus(o ProductSet) ProductSet {
	return p.combine(o, func(a, b uint64) uint64 { return a &^ b })
}

func (p ProductSet) xor(o ProductSet) ProductSet {
	return p.combine(o, func(a, b uint64) uint64 { return a ^ b })
}

// A Runner runs tests on all products of a featured timed game at once.
type Runner struct {
	f        *model.Featured
	Products []model.Product
	All      ProductSet
	features map[string]ProductSet
	edges    [][]familyEdge
	invs     [][]familyClause
	urgent   []bool
	Work     int // guards and invariants that were looked at
}

type familyEdge struct {
	referee.RunEdge
	when ProductSet
	some bool // when is not everything
}

type familyClause struct {
	cond *referee.RunCond
	when ProductSet
}

// MaxProducts bounds how many products a family may have to be run.
const MaxProducts = 20_000

// NewRunner prepares a family. The products of a featured mutant model of first order are the
// model and its mutants, in order; those of others are enumerated by the solver.
func NewRunner(ctx context.Context, f *model.Featured) (*Runner, error) {
	r := &Runner{f: f, Products: mutantProducts(f)}
	if r.Products == nil {
		var err error
		if r.Products, err = f.Features.Products(ctx, MaxProducts); err != nil {
			return nil, err
		}
	}
	r.index()
	a := f.Automaton
	r.edges = make([][]familyEdge, len(a.Locations))
	for i, e := range a.Edges {
		when := r.set(f.Whens[i])
		edge := referee.NewRunEdge(model.Subject(mutants.SubjectOf(f)), e)
		r.edges[e.Source] = append(r.edges[e.Source], familyEdge{edge, when, f.Whens[i] != nil})
	}
	for i, l := range a.Locations {
		var clauses []familyClause
		for _, c := range f.Invs[i] {
			if c.Cond != nil {
				clauses = append(clauses, familyClause{referee.Resolve(model.Subject(mutants.SubjectOf(f)), c.Cond), r.set(c.When)})
			}
		}
		r.invs = append(r.invs, clauses)
		r.urgent = append(r.urgent, l.Urgency != model.NotUrgent || l.Kind == model.Inconsistent)
	}
	return r, nil
}

// mutantProducts lists the products of a featured mutant model of first order without constraints:
// none of the mutations, then each by itself.
func mutantProducts(f *model.Featured) []model.Product {
	root := f.Features.Root
	if len(f.IDs) == 0 || len(f.Features.Constraints) > 0 || len(root.Children) != 1 ||
		root.Children[0].Group != model.Alternative {
		return nil
	}
	products := []model.Product{{root.Name}}
	for _, c := range root.Children[0].Children {
		p := model.Product{root.Name, root.Children[0].Name, c.Name}
		slices.Sort(p)
		products = append(products, p)
	}
	return products
}

func (r *Runner) index() {
	words := (len(r.Products) + 63) / 64
	r.All = make(ProductSet, words)
	r.features = map[string]ProductSet{}
	for _, n := range r.f.Features.Names() {
		r.features[n] = make(ProductSet, words)
	}
	for i, p := range r.Products {
		r.All[i/64] |= 1 << (i % 64)
		for _, n := range p {
			r.features[n][i/64] |= 1 << (i % 64)
		}
	}
}

// set is the products that satisfy a feature expression.
func (r *Runner) set(when *expr.Expr) ProductSet {
	if when == nil {
		return r.All
	}
	switch when.Op {
	case expr.Const:
		if when.Value != 0 {
			return r.All
		}
		return make(ProductSet, len(r.All))
	case expr.Name:
		return r.features[when.Name]
	case expr.Not:
		return r.All.minus(r.set(when.Args[0]))
	}
	a, b := r.set(when.Args[0]), r.set(when.Args[1])
	switch when.Op {
	case expr.And:
		return a.and(b)
	case expr.Or:
		return a.Or(b)
	case expr.Imply:
		return r.All.minus(a).Or(b)
	case expr.Ne:
		return a.xor(b)
	}
	return r.All.minus(a.xor(b))
}

// familyState is a state with the products that can be in it.
type familyState struct {
	referee.RunState
	in ProductSet
}

// Run gives the products that a test kills.
func (r *Runner) Run(t *referee.TimedTest) ProductSet {
	unit := t.Ticks()
	start := referee.StartState(model.Subject(mutants.SubjectOf(r.f)))
	now := r.put(nil, start, r.admitted(&start, r.All, unit))
	for i, step := range t.Steps {
		now = r.wait(now, step.Delay.Num*(unit/step.Delay.Den), unit)
		if step.Silent {
			continue
		}
		if i == len(t.Steps)-1 && t.Demand {
			return r.refusing(now, step, unit)
		}
		now = r.act(now, step, unit)
	}
	killed := make(ProductSet, len(r.All))
	for i := range now {
		killed = killed.Or(now[i].in)
	}
	return killed
}

// admitted drops the products whose invariant a state does not satisfy.
func (r *Runner) admitted(s *referee.RunState, in ProductSet, unit int64) ProductSet {
	for _, c := range r.invs[s.Loc] {
		r.Work++
		if !c.cond.Holds(s.Clocks, s.Vars, unit) {
			in = in.minus(c.when)
		}
	}
	return in
}

// put adds a state; products that are in the same one are joined.
func (r *Runner) put(list []familyState, s referee.RunState, in ProductSet) []familyState {
	if in.empty() {
		return list
	}
	for i := range list {
		if list[i].Same(&s) {
			list[i].in = list[i].in.Or(in)
			return list
		}
	}
	return append(list, familyState{s, in})
}

func (r *Runner) wait(now []familyState, delay, unit int64) []familyState {
	if delay == 0 {
		return now
	}
	var next []familyState
	for i := range now {
		s := &now[i]
		r.Work++
		if r.urgent[s.Loc] {
			continue
		}
		in := s.in
		for _, c := range r.invs[s.Loc] {
			r.Work++
			if !c.cond.Throughout(&s.RunState, unit, delay) {
				in = in.minus(c.when)
			}
		}
		next = r.put(next, s.Later(delay), in)
	}
	return next
}

func (r *Runner) act(now []familyState, step referee.TestStep, unit int64) []familyState {
	var next []familyState
	for i := range now {
		next = r.actFrom(&now[i], step, unit, next)
	}
	return next
}

func (r *Runner) actFrom(s *familyState, step referee.TestStep, unit int64, next []familyState) []familyState {
	if r.f.Automaton.Locations[s.Loc].Everything(step.Output) {
		return r.put(next, s.RunState, s.in)
	}
	for k := range r.edges[s.Loc] {
		e := &r.edges[s.Loc][k]
		r.Work++
		if e.Action != step.Action || e.Output != step.Output {
			continue
		}
		in := s.in
		if e.some {
			if in = in.and(e.when); in.empty() {
				continue
			}
		}
		if !e.Guard.Holds(s.Clocks, s.Vars, unit) {
			continue
		}
		if to, ok := e.After(&s.RunState, unit, r.f.Automaton.Vars); ok {
			next = r.put(next, to, r.admitted(&to, in, unit))
		}
	}
	return next
}

// refusing gives the products that are in a state in which they refuse the step.
func (r *Runner) refusing(now []familyState, step referee.TestStep, unit int64) ProductSet {
	killed := make(ProductSet, len(r.All))
	for i := range now {
		able := make(ProductSet, len(r.All))
		for _, n := range r.actFrom(&now[i], step, unit, nil) {
			able = able.Or(n.in)
		}
		killed = killed.Or(now[i].in.minus(able))
	}
	return killed
}

// Expression writes a set of products as a feature expression: the mutations of a featured mutant
// model, whole products of others.
func (r *Runner) Expression(p ProductSet) string {
	var parts []string
	for i, product := range r.Products {
		if p.Has(i) {
			parts = append(parts, r.productText(product))
		}
	}
	switch {
	case len(parts) == 0:
		return "false"
	case len(parts) == len(r.Products):
		return "true"
	}
	return strings.Join(parts, " || ")
}

func (r *Runner) productText(p model.Product) string {
	if len(r.f.IDs) > 0 {
		for _, n := range p {
			if r.f.IDs[n] != "" {
				return n
			}
		}
		return "!" + r.f.Features.Root.Children[0].Name
	}
	var parts []string
	for _, n := range r.f.Features.Names()[1:] {
		if p.Has(n) {
			parts = append(parts, n)
		} else {
			parts = append(parts, "!"+n)
		}
	}
	return "(" + strings.Join(parts, " && ") + ")"
}
