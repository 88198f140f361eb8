package action

import (
	"slices"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/expr"
)

// Candidates for the invariant.
//
// Idea: what a modeller could write down who has seen the constants: bounds, excluded values, orders
// between variables, and pairs of these.
//
// Source: the templates of M. D. Ernst, J. Cockrell, W. G. Griswold and D. Notkin, "Dynamically discovering
// likely program invariants to support program evolution", IEEE TSE 27 (2001).
//
// Deviation: the constants are those of the text, not those of runs.

const (
	fewValues     = 8    // a variable of so many values is spoken of value by value
	manyAtoms     = 10   // about a variable of more, in clauses of several atoms
	maxCandidates = 6000 // in order: the short ones first
)

// candidates lists clauses: bounds and excluded values of each variable, order between two, then
// pairs of atoms about different variables, then order between two that one atom about a third decides.
func candidates(m *model.Model) (all []clause) {
	c := &constants{m: m, of: make([][]int64, len(m.Vars))}
	c.collect()
	atoms := make([][]atom, len(m.Vars))
	for v := range m.Vars {
		atoms[v] = c.atoms(v)
		for _, a := range atoms[v] {
			all = append(all, clause{a})
		}
	}
	orders := c.orders()
	for _, a := range orders {
		all = append(all, clause{a})
	}
	for v := range atoms {
		for w := range v {
			for _, a := range some(atoms[w]) {
				for _, b := range some(atoms[v]) {
					all = append(all, clause{a, b})
				}
			}
		}
	}
	for v := range atoms {
		for _, a := range some(atoms[v]) {
			for _, o := range orders {
				if o.v != v && o.w != v {
					all = append(all, clause{a, o})
				}
			}
		}
	}
	return all[:min(len(all), maxCandidates)]
}

func some(atoms []atom) []atom { return atoms[:min(len(atoms), manyAtoms)] }

// constants collects the constants that each variable meets.
type constants struct {
	m  *model.Model
	of [][]int64 // by variable, ascending
}

func (c *constants) collect() {
	for v, init := range c.m.Init {
		c.add(v, init)
	}
	for _, a := range c.m.Actions {
		model.WalkBody(a.Run, func(b *model.Body) bool {
			if b.Expr != nil {
				c.expr(b.Expr)
			}
			if k, ok := assigned(b); ok {
				c.add(b.Ref, k)
			}
			return true
		})
	}
	for v := range c.of {
		slices.Sort(c.of[v])
		c.of[v] = slices.Compact(c.of[v])
	}
}

func assigned(b *model.Body) (int64, bool) {
	if b.Op != model.Assign {
		return 0, false
	}
	return constant(b.Expr)
}

func (c *constants) add(v int, k int64) {
	if c.m.Vars[v].Has(k) {
		c.of[v] = append(c.of[v], k)
	}
}

// expr collects the constants that a variable is compared with.
func (c *constants) expr(e *expr.Expr) {
	expr.Walk(e, func(n *expr.Expr) bool {
		if !n.Op.Relational() {
			return true
		}
		for i, a := range n.Args {
			if k, ok := constant(n.Args[1-i]); ok && a.Op == expr.Name && a.Ref < len(c.m.Vars) {
				c.add(a.Ref, k)
			}
		}
		return true
	})
}

// atoms lists what may be said of one variable: each value of a small one is excluded; of a wide
// one those that it meets, which are bounds too, also one beside them.
func (c *constants) atoms(v int) (atoms []atom) {
	x := c.m.Vars[v]
	say := func(op expr.Op, k int64) {
		if x.Has(k) {
			atoms = append(atoms, atom{v, -1, op, k})
		}
	}
	if uint64(x.Hi)-uint64(x.Lo) < fewValues {
		for k := x.Lo; k <= x.Hi; k++ {
			say(expr.Ne, k)
		}
		return atoms
	}
	for _, k := range c.of[v] {
		say(expr.Le, k)
		say(expr.Ge, k)
		say(expr.Ne, k)
	}
	for _, k := range c.of[v] {
		say(expr.Le, k+1)
		say(expr.Ge, k-1)
	}
	return atoms
}

// orders lists v <= w + d for all pairs of variables.
func (c *constants) orders() (atoms []atom) {
	for _, d := range []int64{0, -1, 1} {
		for v := range c.of {
			for w := range c.of {
				if v != w {
					atoms = append(atoms, atom{v, w, expr.Le, d})
				}
			}
		}
	}
	return atoms
}

// constant evaluates an expression without names.
func constant(e *expr.Expr) (int64, bool) {
	named := false
	expr.Refs(e, func(int) { named = true })
	if named {
		return 0, false
	}
	v, fault := expr.Eval(e, nil, expr.Wide)
	return v, fault == expr.NoFault
}
