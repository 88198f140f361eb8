package referee

import (
	"context"
	"errors"
	"slices"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/sat"
)

// Steps as circuits.
//
// Idea: choices are multiplied out first, so that an entry of the do-od block is a list of paths,
// and a path a list of guards and assignments. Along a path each state is a circuit over the one
// before, and the path can be taken where all its guards hold and all values are in their types. So
// "a step leads from here to there" is a disjunction over paths, and "no step does" its
// negation, without a quantifier but for the arguments of events, which are vectors of their own.
//
// Source: the normal form of the paper, Section 4.2.
//
// Deviation: the paper asks modellers for that normal form; here the referee makes it. That entries have no
// step, as // asks, is said by trying the arguments that plain evaluation tries.

// Limits of a question; beyond them nothing is confirmed.
const (
	maxPaths = 20_000    // of an entry, or tried to show that entries have no step
	maxGates = 4_000_000 // of a solver
)

// circuits are those of a model, and of others with the same variables, over one solver.
type circuits struct {
	s    *sat.Solver
	m    *model.Model
	over bool // a limit was met: nothing can be said
}

func newCircuits(m *model.Model) *circuits { return &circuits{s: sat.New(), m: m} }

// anyState is a state with any values of the types.
func (c *circuits) anyState() (state []sat.Vec) {
	for _, v := range c.m.Vars {
		state = append(state, c.s.NewVec(v.Lo, v.Hi))
	}
	return state
}

func (c *circuits) numbers(vals []int64) (vecs []sat.Vec) {
	for _, v := range vals {
		vecs = append(vecs, c.s.Num(v))
	}
	return vecs
}

// refute checks that a literal cannot hold.
func (c *circuits) refute(ctx context.Context, otherwise string, l sat.Lit) error {
	if c.over || c.s.Gates() > maxGates {
		return model.ErrTooMany
	}
	switch c.s.Solve(ctx, l) {
	case sat.Unsat:
		return nil
	case sat.Sat:
		return errors.New(otherwise)
	}
	return errNoAnswer
}

// An act is a part of a path: a guard, an assignment, or that none of some entries has a step.
type act struct {
	guard  *expr.Expr
	assign *model.Body
	unless []*model.Entry
	from   int // where the arguments of its call begin
	params []model.Param
}

// paths multiplies out the choices of the items of an entry. It is nil beyond the limit.
func paths(m *model.Model, items []model.Item) [][]act {
	all := [][]act{nil}
	from := 0
	for _, it := range items {
		next := [][]act{{{unless: it.Unless}}}
		if it.Call != nil {
			next = through(m.Actions[it.Call.Index].Run, act{from: from, params: it.Call.Params})
			from += len(it.Call.Params)
		}
		all = joined(all, next)
	}
	return all
}

// through multiplies out the choices of a statement; each act is like the one given.
func through(b *model.Body, like act) [][]act {
	switch b.Op {
	case model.Assign:
		like.assign = b
		return [][]act{{like}}
	case model.Guarded:
		rest := through(b.Parts[0], like)
		like.guard = b.Expr
		return joined([][]act{{like}}, rest)
	case model.Seq:
		all := [][]act{nil}
		for _, p := range b.Parts {
			all = joined(all, through(p, like))
		}
		return all
	case model.Choice:
		var all [][]act
		for _, p := range b.Parts {
			ways := through(p, like)
			if ways == nil || len(all)+len(ways) > maxPaths {
				return nil
			}
			all = append(all, ways...)
		}
		return all
	}
	return [][]act{nil}
}

// joined are all paths of the first list with all of the second behind them.
func joined(first, second [][]act) (all [][]act) {
	if len(first)*len(second) > maxPaths {
		return nil
	}
	for _, a := range first {
		for _, b := range second {
			all = append(all, slices.Concat(a, b))
		}
	}
	return all
}

// A walked path can be taken where its literal holds, and leads to a state.
type walked struct {
	ok   sat.Lit
	post []sat.Vec
}

// steps are the paths of an entry of a model from a state, with arguments for its events.
func (c *circuits) steps(m *model.Model, e *model.Entry, args, pre []sat.Vec) (all []walked) {
	ways := paths(m, e.Items)
	if ways == nil || c.s.Gates() > maxGates {
		c.over = true
		return nil
	}
	may := c.s.True()
	own := slices.Clone(args)
	for i, r := range e.Ranges() {
		may = c.s.And(may, c.s.Between(args[i], r.Lo, r.Hi))
		own[i] = c.s.Within(args[i], r.Lo, r.Hi)
	}
	for _, way := range ways {
		if w := c.walk(m, way, own, walked{may, pre}); w.ok != c.s.False() {
			all = append(all, w)
		}
	}
	return all
}

// walk follows a path.
func (c *circuits) walk(m *model.Model, way []act, args []sat.Vec, w walked) walked {
	for _, a := range way {
		if w.ok == c.s.False() {
			return w
		}
		if a.unless != nil {
			w.ok = c.s.And(w.ok, c.able(m, a.unless, w.post).Not())
			continue
		}
		names := slices.Concat(w.post, args[a.from:a.from+len(a.params)])
		if a.assign == nil {
			v, fault := c.s.Compile(a.guard, names, expr.Wide)
			w.ok = c.s.And(w.ok, v.Truth(), fault.Not())
			continue
		}
		to := m.Vars[a.assign.Ref].Range
		v, fault := c.s.Compile(a.assign.Expr, names, expr.Wide)
		w.ok = c.s.And(w.ok, c.s.Between(v, to.Lo, to.Hi), fault.Not())
		w.post = slices.Clone(w.post)
		w.post[a.assign.Ref] = c.s.Within(v, to.Lo, to.Hi)
	}
	return w
}

// able holds where one of the entries has a step.
func (c *circuits) able(m *model.Model, entries []*model.Entry, state []sat.Vec) sat.Lit {
	some := c.s.False()
	for _, e := range entries {
		lists := model.Representatives(e, m)
		if model.CountTuples(lists)*len(paths(m, e.Items)) > maxPaths {
			c.over = true
			return some
		}
		model.Tuples(lists, func(args []int64) bool {
			for _, w := range c.steps(m, e, c.numbers(args), state) {
				some = c.s.Or(some, w.ok)
			}
			return !c.over
		})
	}
	return some
}

// arguments are any for the events of an entry.
func (c *circuits) arguments(e *model.Entry) (args []sat.Vec) {
	for _, r := range e.Ranges() {
		args = append(args, c.s.NewVec(r.Lo, r.Hi))
	}
	return args
}

// extend gives a state to which some step of the model leads.
func (c *circuits) extend(pre []sat.Vec) []sat.Vec {
	post := c.anyState()
	some := c.s.False()
	for _, e := range c.m.Entries {
		for _, w := range c.steps(c.m, e, c.arguments(e), pre) {
			some = c.s.Or(some, c.s.And(w.ok, c.s.EqAll(w.post, post)))
		}
	}
	c.s.AddClause(some)
	return post
}

// deviates holds where one model makes a step from a state that the other makes by no entry with the
// same events and arguments.
func (c *circuits) deviates(d direction, pre []sat.Vec) sat.Lit {
	some := c.s.False()
	for _, i := range d.entries {
		e := d.has.Entries[i]
		args := c.arguments(e)
		made := c.steps(d.has, e, args, pre)
		for _, other := range d.lacks.Entries {
			if model.EventsName(other) != model.EventsName(e) {
				continue
			}
			for _, o := range c.steps(d.lacks, other, args, pre) {
				for k, w := range made {
					made[k].ok = c.s.And(w.ok, c.s.And(o.ok, c.s.EqAll(o.post, w.post)).Not())
				}
			}
		}
		for _, w := range made {
			some = c.s.Or(some, w.ok)
		}
	}
	return some
}
