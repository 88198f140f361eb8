package action

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/sat"
)

// An invariant of the original, shared by the proofs about all mutants.
//
// Idea: it is guessed and then weakened until it is inductive. Of all candidates, clauses of at most two
// comparisons with constants that the model mentions, those are kept that hold initially and that no
// step from a state where all kept ones hold can break. That is the greatest such set, so it does not
// depend on the solver.
//
// Source: C. Flanagan and K. R. M. Leino, "Houdini, an annotation assistant for ESC/Java", FME 2001.
//
// Deviation: random walks drop most candidates before the solver is asked, short clauses go before long
// ones, and what follows from the others is left out.

// An invariant is a conjunction of clauses.
type invariant []clause

// A clause is a disjunction of atoms.
type clause []atom

// An atom is v op w + c, or v op c where w is negative. Its op is Eq, Ne, Le or Ge.
type atom struct {
	v, w int
	op   expr.Op
	c    int64
}

// atom is the circuit of an atom; a sum beyond 64 bits makes it false.
func (e encoder) atom(a atom, state []sat.Vec) sat.Lit {
	right, fault := e.s.Num(a.c), e.s.False()
	if a.w >= 0 {
		right, fault = e.s.Add(state[a.w], right, expr.Wide)
	}
	var holds sat.Lit
	switch a.op {
	case expr.Eq:
		holds = e.s.Eq(state[a.v], right)
	case expr.Ne:
		holds = e.s.Eq(state[a.v], right).Not()
	case expr.Le:
		holds = e.s.LessEq(state[a.v], right)
	default:
		holds = e.s.LessEq(right, state[a.v])
	}
	return e.s.And(holds, fault.Not())
}

func (e encoder) clause(c clause, state []sat.Vec) sat.Lit {
	some := e.s.False()
	for _, a := range c {
		some = e.s.Or(some, e.atom(a, state))
	}
	return some
}

// holds is the invariant over a state.
func (inv invariant) holds(e encoder, state []sat.Vec) sat.Lit {
	all := e.s.True()
	for _, c := range inv {
		all = e.s.And(all, e.clause(c, state))
	}
	return all
}

// in evaluates a clause in a state.
func (c clause) in(vals []int64) bool {
	return slices.ContainsFunc(c, func(a atom) bool { return a.in(vals) })
}

func (a atom) in(vals []int64) bool {
	right := a.c
	if a.w >= 0 {
		var fault expr.Fault
		if right, fault = expr.Apply(expr.Add, right, vals[a.w], expr.Wide); fault != expr.NoFault {
			return false
		}
	}
	v, _ := expr.Apply(a.op, vals[a.v], right, expr.Wide)
	return v == 1
}

// findInvariant weakens the candidates until they are inductive. The short ones go first: what
// follows from those that remain need not be proved again, and little is left to do for the long
// ones. It is nothing when the context ends.
func findInvariant(ctx context.Context, m *model.Model) (inv invariant) {
	if beyondSAT(m) != "" {
		return nil
	}
	all := candidates(m)
	wander(m, func(state []int64) {
		all = slices.DeleteFunc(all, func(c clause) bool { return !c.in(state) })
	})
	for length := 1; length <= 2; length++ {
		now := slices.DeleteFunc(slices.Clone(all), func(c clause) bool { return len(c) > length })
		h := newHoudini(ctx, m, append(inv, inv.misses(ctx, m, now)...))
		for h.weaken() {
		}
		inv = h.rest()
	}
	if ctx.Err() != nil {
		return nil
	}
	return inv.irredundant(ctx, m)
}

// misses gives the clauses that do not follow from the invariant.
func (inv invariant) misses(ctx context.Context, m *model.Model, clauses invariant) (missed invariant) {
	e := encoder{sat.New(), m}
	state := e.anywhere()
	e.s.AddClause(inv.holds(e, state))
	for _, c := range clauses {
		if e.s.Solve(ctx, e.clause(c, state).Not()) != sat.Unsat {
			missed = append(missed, c)
		}
	}
	return missed
}

// irredundant leaves out, from the last on, the clauses that follow from the others.
func (inv invariant) irredundant(ctx context.Context, m *model.Model) invariant {
	e := encoder{sat.New(), m}
	state := e.anywhere()
	var lits []sat.Lit
	for _, c := range inv {
		lits = append(lits, e.clause(c, state))
	}
	inv = slices.Clone(inv)
	for i := len(inv) - 1; i >= 0; i-- {
		others := append(slices.Delete(slices.Clone(lits), i, i+1), lits[i].Not())
		if e.s.Solve(ctx, others...) == sat.Unsat {
			inv, lits = slices.Delete(inv, i, i+1), slices.Delete(lits, i, i+1)
		}
	}
	return inv
}

// Reachable states that a model is asked for before any candidate is put to the solver: what one
// of them breaks is no invariant, and is found out here for less.
const (
	walks     = 40
	walkSteps = 50
	tries     = 3 // arguments, for each entry in each state
)

// wander visits states on walks from the initial state, at random but the same each time.
func wander(m *model.Model, visit func(state []int64)) {
	r := rand.New(rand.NewPCG(1, 2))
	for range walks {
		state := m.Init
		for range walkSteps {
			visit(state)
			posts := somePosts(m, r, state)
			if len(posts) == 0 {
				break
			}
			state = posts[r.IntN(len(posts))]
		}
	}
}

// somePosts lists states after a step, with arguments that are the least, the largest, or any.
func somePosts(m *model.Model, r *rand.Rand, state []int64) (posts [][]int64) {
	for _, x := range m.Entries {
		ranges := x.Ranges()
		for try := range tries {
			args := make([]int64, len(ranges))
			for i, rg := range ranges {
				switch args[i] = rg.Lo; {
				case try == 1:
					args[i] = rg.Hi
				case try > 1:
					args[i] += int64(r.Uint64N(uint64(rg.Hi) - uint64(rg.Lo) + 1))
				}
			}
			posts = append(posts, m.Posts(x, state, args)...)
		}
	}
	return posts
}

// houdini holds the candidates over the state before and the state after a step, for each entry of
// the do-od block in a solver of its own: most candidates speak of nothing that an entry changes.
type houdini struct {
	ctx   context.Context
	all   invariant
	out   []bool // by candidate: it was dropped
	steps []inductive
}

type inductive struct {
	s         *sat.Solver
	pre, post []sat.Lit // by candidate: it holds before, and after
}

func newHoudini(ctx context.Context, m *model.Model, all invariant) *houdini {
	h := &houdini{ctx: ctx, all: all, out: make([]bool, len(all))}
	for _, x := range m.Entries {
		e := encoder{sat.New(), m}
		pre := e.anywhere()
		r := e.chooseEntry(x, e.freshArgs(x), run{e.s.True(), pre})
		e.s.AddClause(r.ok)
		step := inductive{s: e.s}
		for _, c := range all {
			step.pre = append(step.pre, e.clause(c, pre))
			step.post = append(step.post, e.clause(c, r.state))
		}
		h.steps = append(h.steps, step)
	}
	return h
}

// together is how many candidates are asked about at once: a question about many is hard where
// there is arithmetic, and many questions cost more than they say where there is none.
const together = 8

// weaken drops the candidates that some step breaks, and tells whether there were any.
func (h *houdini) weaken() (weaker bool) {
	for _, step := range h.steps {
		for i := 0; i < len(h.all); {
			var breaks []sat.Lit
			for ; i < len(h.all) && len(breaks) < together; i++ {
				if !h.out[i] && step.pre[i] != step.post[i] {
					breaks = append(breaks, step.post[i].Not())
				}
			}
			for len(breaks) > 0 && h.broken(step, breaks) {
				weaker = true
			}
		}
	}
	return weaker
}

// broken asks for a step that breaks some of these candidates, and drops all that it breaks.
func (h *houdini) broken(step inductive, breaks []sat.Lit) bool {
	var given, some []sat.Lit
	for i, out := range h.out {
		if !out {
			given = append(given, step.pre[i])
		}
		if !out && slices.Contains(breaks, step.post[i].Not()) {
			some = append(some, step.post[i].Not())
		}
	}
	if step.s.Solve(h.ctx, append(given, step.s.Or(some...))...) != sat.Sat {
		return false
	}
	for i := range h.all {
		h.out[i] = h.out[i] || !step.s.Value(step.post[i])
	}
	return true
}

// rest gives what was not dropped.
func (h *houdini) rest() (inv invariant) {
	for i, c := range h.all {
		if !h.out[i] {
			inv = append(inv, c)
		}
	}
	return inv
}
