package action

import (
	"context"
	"math/bits"
	"slices"
	"sync"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/sat"
)

// Refinement by a solver, for models whose states cannot be enumerated.
//
// Idea: states are bit-vectors, steps circuits (sat_circuit.go), and the search for an unsafe state is a
// question for each number of steps, with proofs between that end it (sat_search.go).
//
// Source: the paper, Section 4, by a constraint solver and explicit states.
//
// Deviation: nothing is enumerated. The witnesses are those of the explicit engine all the same: a shortest
// trace, and among the shortest the first in the order of the do-od block, arguments, and
// production (sat_witness.go).

// Budgets of the symbolic engine when none is asked for.
const (
	DefaultCalls = 2_000  // questions for each mutant
	MaxHorizon   = 128    // unrolled steps
	minHorizon   = 8      // of a model with the largest steps
	unrolledSize = 60_000 // gates of all unrolled steps: how deep a model is unrolled unless told
	inducedSize  = 20_000 // gates of all steps of an induction, which is a harder question
	narrow       = 24     // bits of states that are told apart in inductions over many steps
	leastFull    = 4_000  // gates of mutants that any room may hold

	budgetCalls = report.BudgetSATCalls
)

// satLimits are what one mutant may cost.
type satLimits struct {
	calls   int
	horizon int  // unrolled steps
	bounded bool // the horizon is a depth that was asked for: no proof by induction is tried

	inductions []int // the numbers of steps over which an induction is tried
}

// symbolic is the engine that asks the solver.
type symbolic struct {
	mu    sync.Mutex // a solver serves one question at a time
	m     *model.Model
	sys   *system // to run concrete steps of witnesses
	lim   satLimits
	hall  *room // the probe lies anywhere
	start *room // the chain begins in the initial state
	tail  *room // the chain begins anywhere inside the invariant
	inv   invariant
	found bool // inv was looked for to the end

	stopped bool // a context ended: what is missing is not looked for any more
}

// newSymbolic prepares the engine for a model. A zero budget or depth is none.
func newSymbolic(m *model.Model, l *layout, b report.Budget, depth int) *symbolic {
	return &symbolic{m: m, sys: compile(m, l), lim: newSATLimits(m, b, depth)}
}

// newSATLimits sets budgets. A model is unrolled the less the larger its steps are, since each question
// costs at least the size of what was unrolled, and there is one for each step of each mutant; hundreds
// of actions make steps large as much as wide states do. The solver itself cannot be stopped by
// anything that can be counted.
func newSATLimits(m *model.Model, b report.Budget, depth int) satLimits {
	gates := stepGates(m)
	lim := satLimits{calls: b.SATCalls, horizon: b.Depth, inductions: inductions(m, gates)}
	if lim.calls <= 0 {
		lim.calls = DefaultCalls
	}
	if lim.horizon <= 0 {
		lim.horizon = min(MaxHorizon, max(minHorizon, unrolledSize/gates))
	}
	if depth > 0 && (depth <= lim.horizon || b.Depth <= 0) {
		lim.horizon, lim.bounded = depth, true
	}
	return lim
}

// stepGates is the size of one unrolled step.
func stepGates(m *model.Model) int {
	e := encoder{sat.New(), m}
	e.move(e.anywhere())
	return max(1, e.s.Gates())
}

// stateBits is how many bits a state has.
func stateBits(m *model.Model) (n int) {
	for _, v := range m.Vars {
		n += bits.Len64(uint64(v.Hi) - uint64(v.Lo))
	}
	return n
}

// judge decides refinement for one mutant.
func (g *symbolic) judge(ctx context.Context, v *model.Variant) (*Outcome, error) {
	if !slices.Equal(v.Spec.Init, v.Impl.Init) {
		return initOutcome(v), nil
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, m := range []*model.Model{v.Spec, v.Impl} {
		if why := beyondSAT(m); why != "" {
			return &Outcome{Verdict: report.Unknown, Reason: why, Strength: report.None, by: g}, nil
		}
	}
	g.renew()
	q := &query{symbolic: g, ctx: ctx}
	out := q.judge(v)
	if ctx.Err() != nil {
		g.stopped, g.hall, g.start, g.tail = true, nil, nil, nil
		return nil, ctx.Err()
	}
	out.Effort = report.Effort{Depth: out.Effort.Depth, SATCalls: q.calls}
	return out, nil
}

// renew opens new rooms in place of those that are full of mutants.
func (g *symbolic) renew() {
	if g.hall == nil || g.hall.full() {
		g.hall = newRoom(g.m, nil)
	}
	if g.start == nil || g.start.full() {
		g.start = newRoom(g.m, encoder.initial)
	}
	if g.tail == nil || g.tail.full() {
		g.tail = newRoom(g.m, encoder.anywhere)
	}
}

// invariant gives the model's invariant, looked for when first needed.
func (g *symbolic) invariant(ctx context.Context) invariant {
	if !g.found {
		g.inv = findInvariant(ctx, g.m)
		g.found = ctx.Err() == nil
	}
	return g.inv
}

func (q *query) judge(v *model.Variant) *Outcome {
	wrong := wrongSteps(v)
	f := q.nearest(wrong)
	out := &Outcome{by: q.symbolic, Effort: report.Effort{Depth: max(f.depth, f.none.steps, 0)}}
	if f.depth >= 0 {
		out.Verdict, out.Strength = report.Killed, report.Proved
		out.Witness = q.witness(wrong, f.depth)
		return out
	}
	out.NoWrong = f.none.String()
	lost := q.lost(v, f, out)
	switch {
	case f.budget != "":
		out.undecided(f.budget, f.none.steps)
	case lost.budget != "":
		out.undecided(lost.budget, lost.none.steps)
		out.Refines = true
	default:
		out.Verdict, out.Reason, out.Strength = report.Unkillable, ReasonEquivalent, report.Proved
		if out.Lost != nil {
			out.Reason = ReasonRefines
		}
		if out.NoFault = f.none.how == nowhere; !out.NoFault {
			out.Fault = q.fault(wrong)
		}
	}
	return out
}

// lost asks whether a mutant of which no wrong step was found loses any step; not when the solver was
// asked as often as it may be.
func (q *query) lost(v *model.Variant, wrong finding, out *Outcome) finding {
	if wrong.budget == budgetCalls {
		return wrong
	}
	lost := lostSteps(v)
	f := q.nearest(lost)
	out.Effort.Depth = max(out.Effort.Depth, f.depth, f.none.steps)
	if f.depth >= 0 {
		out.Lost = q.witness(lost, f.depth)
	} else if f.none.proved() || f.none.steps > 0 {
		out.NoLost = f.none.String()
	}
	return f
}
