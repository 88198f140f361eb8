package action

import (
	"context"
	"slices"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/report"
)

// Refinement, mutant by mutant.
//
// Idea: a mutant refines the original when in every state that the original can reach each step of
// the mutant (events with arguments, and the state after) is a step of the original. A reachable state
// where that fails is unsafe. So the states of the original are looked at in the order in which
// they were found, and only the entries that were changed are run in them.
//
// Source: the paper, Definitions 3.2 and 4.1, Algorithms 1 and 2.
//
// Deviation:
//
//   - All changed entries are looked at in every state. Algorithm 1 stops at the first action that
//     has an unsafe state, reachable or not, which is wrong for mutants of higher order.
//   - The search goes on until no new state is found, not to a depth max (Algorithm 2, line 9).
//   - A mutant that refines is told apart: equivalent when it has all steps of the original in all
//     reachable states, refines when it has fewer.
//   - A changed initial state, which the definition cannot see, kills by itself.

// Details are what action systems say of mutants beside the verdict.
var Details = []report.Detail{{
	Kind: report.DetailWitness, Name: model.DetailFault, Title: "Unreachable fault",
	Summary: "It would misbehave, but only in a state that the original never reaches.",
}}

// Reasons beside a verdict.
const (
	ReasonInit       = report.Init       // killed: the initial states differ
	ReasonEquivalent = report.Equivalent // unkillable: same reachable behaviour
	ReasonRefines    = report.Refines    // unkillable: it does less
	budgetStates     = report.BudgetStates
	budgetSteps      = report.BudgetSteps
	budgetDepth      = report.BudgetDepth // the depth that was asked for, or that of the unrolling
)

// An Outcome is what an engine found out about a mutant.
type Outcome struct {
	Verdict, Reason, Strength string
	K                         int      // with strength bounded: no step after at most K steps is wrong
	Witness                   *Witness // killed: a shortest trace to an unsafe state, and the wrong step there
	Fault                     *Witness // unkillable: an unsafe state that cannot be reached, Path nil
	NoFault                   bool     // unkillable: it is certain that there is no unsafe state at all
	Lost                      *Witness // refines: a step that the original has and the mutant has not
	NoWrong, NoLost           string   // by the SAT engine: why no reachable state has a wrong step, or loses one
	Refines                   bool     // unknown: no step is wrong; whether some are lost is open
	Effort                    report.Effort
	by                        engine
}

// decided tells an outcome that no other engine could better.
func (o *Outcome) decided() bool { return o.Verdict != report.Unknown }

// undecided turns an outcome into one that names what ran out, and how many steps deep nothing wrong
// was found by then; a negative depth claims nothing.
func (o *Outcome) undecided(budget string, within int) {
	o.Verdict, o.Reason, o.Strength, o.K = report.Unknown, budget, report.None, 0
	if within > 0 {
		o.Strength, o.K = report.Bounded, within
	} else {
		o.Lost, o.NoWrong, o.NoLost = nil, "", ""
	}
}

// A Witness is a run of the original from its initial state, and one more step from where it ends.
type Witness struct {
	Path  []model.Move
	State []int64
	Step  model.Move // of the mutant, or of the original where behaviour is lost
}

// An engine decides refinement for one mutant after the other. Its answers depend neither on which
// mutants it was asked before nor on what other workers do. The error is the context's.
type engine interface {
	judge(ctx context.Context, v *model.Variant) (*Outcome, error)
}

// explicit is the engine that enumerates states.
type explicit struct {
	sp  *space
	lim limits
}

// judge decides refinement in the states of the space, in breadth-first order.
func (c *explicit) judge(ctx context.Context, v *model.Variant) (*Outcome, error) {
	if !slices.Equal(v.Spec.Init, v.Impl.Init) {
		return initOutcome(v), nil
	}
	if v.Same() {
		return &Outcome{Verdict: report.Unkillable, Reason: ReasonEquivalent, Strength: report.Proved, NoFault: true}, nil
	}
	r := &refinement{sp: c.sp, v: v, x: newMachine(c.sp.sys.layout, c.mutantWork()), out: &Outcome{by: c}}
	r.prepare()
	for i := range c.sp.expanded {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if r.at(i) {
			return r.out, nil
		}
	}
	r.unkilled(c.lim)
	return r.out, nil
}

// mutantWork is the limit of instructions for one mutant: many times what the original took.
func (c *explicit) mutantWork() int { return 1_000_000 + 16*c.sp.work }

func initOutcome(v *model.Variant) *Outcome {
	return &Outcome{Verdict: report.Killed, Reason: ReasonInit, Strength: report.Proved,
		Witness: &Witness{State: v.Spec.Init, Step: model.Move{Post: v.Impl.Init}}}
}

// refinement is the judgement of one mutant in progress.
type refinement struct {
	sp   *space
	v    *model.Variant
	x    *machine
	ways []*way // the mutant's changed entries
	gone []bool // by way of the original: not in the mutant
	out  *Outcome

	spec *reached // the original's steps in the state that is looked at
	lost []step   // those of them that the mutant may have lost
}

func (r *refinement) prepare() {
	for _, i := range r.v.Changed {
		r.ways = append(r.ways, r.sp.sys.way(r.v.Impl, r.v.Impl.Entries[i], i))
	}
	r.spec = &reached{sp: r.sp}
	r.gone = make([]bool, len(r.sp.sys.ways))
	for _, i := range r.v.Gone {
		r.gone[i] = true
	}
}

// at judges one reachable state and tells whether the verdict stands.
func (r *refinement) at(i int) (done bool) {
	x := r.x
	x.clear()
	x.at(r.sp.state(i))
	r.out.Effort.States++
	for _, w := range r.ways {
		if !x.runWay(w) {
			r.out.undecided(budgetSteps, int(r.sp.depth[i])-1)
			return true
		}
	}
	r.out.Effort.Steps += len(x.steps)
	r.spec.state = i
	if s, args := firstUncovered(x.steps, found{x}, r.spec, nil); s != nil {
		r.out.Verdict, r.out.Strength, r.out.Lost = report.Killed, report.Proved, nil
		r.out.Witness = &Witness{Path: r.sp.moves(i), State: r.sp.vals(i), Step: r.implMove(*s, args)}
		return true
	}
	if r.out.Lost == nil {
		r.loses(i)
	}
	return false
}

// loses looks for a step of the original that the mutant does not have in this state.
func (r *refinement) loses(i int) {
	r.lost = r.lost[:0]
	for _, s := range r.spec.steps() {
		if r.gone[s.way] {
			r.lost = append(r.lost, s)
		}
	}
	if s, args := firstUncovered(r.lost, r.spec, found{r.x}, &kept{r.spec, r.gone}); s != nil {
		r.out.Lost = &Witness{Path: r.sp.moves(i), State: r.sp.vals(i), Step: r.sp.move(*s, args)}
	}
}

// unkilled completes the outcome of a mutant that is wrong in no state of the space.
func (r *refinement) unkilled(lim limits) {
	out := r.out
	switch {
	case r.sp.budget != "":
		out.undecided(r.sp.budget, int(r.sp.depth[r.sp.expanded])-1)
		return
	case r.sp.cut:
		out.undecided(budgetDepth, lim.depth)
		return
	}
	out.Verdict, out.Strength, out.Reason = report.Unkillable, report.Proved, ReasonEquivalent
	if out.Lost != nil {
		out.Reason = ReasonRefines
	}
	r.fault(lim)
}

// A stepSet is where steps are looked up.
type stepSet interface {
	steps() []step
	box(step) []int64
	words(step) []uint64
}

// found are the steps in a machine.
type found struct{ x *machine }

func (f found) steps() []step         { return f.x.steps }
func (f found) box(s step) []int64    { return f.x.box(s) }
func (f found) words(s step) []uint64 { return f.x.words(s) }

// reached are the steps of a state of a space.
type reached struct {
	sp    *space
	state int
}

func (r *reached) steps() []step         { return r.sp.stepsOf(r.state) }
func (r *reached) box(s step) []int64    { return r.sp.box(s) }
func (r *reached) words(s step) []uint64 { return r.sp.state(int(s.post)) }

// kept are those steps of the original that the mutant has too.
type kept struct {
	*reached
	gone []bool
}

func (k *kept) steps() []step {
	var at []step
	for _, s := range k.reached.steps() {
		if !k.gone[s.way] {
			at = append(at, s)
		}
	}
	return at
}

// firstUncovered gives the canonical first step, and its arguments, that is in none of the other
// sets: the one of the first entry, with the least arguments, produced first. also may be nil.
func firstUncovered(steps []step, in, by stepSet, also *kept) (*step, []int64) {
	var first *step
	var args []int64
	hint := 0
	others := by.steps()
	for i := range steps {
		s := &steps[i]
		if first != nil && (s.way != first.way || slices.Compare(in.box(*s)[:s.args], args) > 0) {
			break // what follows is of a later entry, or has greater arguments
		}
		box, words := in.box(*s), in.words(*s)
		if at := coveredNear(others, by, hint, *s, box, words); at >= 0 {
			hint = at + 1
			continue
		}
		boxes := same(nil, by, others, *s, words)
		if also != nil {
			boxes = same(boxes, also, also.steps(), *s, words)
		}
		t := uncovered(box, boxes)
		if t == nil {
			continue
		}
		if c := slices.Compare(t, args); first == nil || c < 0 || c == 0 && s.nth < first.nth {
			first, args = s, slices.Clone(t)
		}
	}
	return first, args
}

// near is how far ahead a step is looked for before all are: mutant and original mostly produce
// the same steps in the same order.
const near = 4

func coveredNear(others []step, by stepSet, hint int, s step, box []int64, words []uint64) int {
	for at := hint; at < len(others) && at < hint+near; at++ {
		o := others[at]
		if o.event == s.event && slices.Equal(by.words(o), words) && contains(by.box(o), box) {
			return at
		}
	}
	return -1
}

// same collects the boxes of the steps with the events and the post-state of s.
func same(boxes [][]int64, set stepSet, steps []step, s step, words []uint64) [][]int64 {
	for _, o := range steps {
		if o.event == s.event && slices.Equal(set.words(o), words) {
			boxes = append(boxes, set.box(o))
		}
	}
	return boxes
}

// vals gives a state's values.
func (sp *space) vals(i int) []int64 { return sp.unpacked(sp.state(i)) }

func (sp *space) unpacked(words []uint64) []int64 {
	vals := make([]int64, len(sp.sys.layout.ranges))
	sp.sys.layout.unpack(vals, words)
	return vals
}

// moves gives the canonical shortest trace to a state.
func (sp *space) moves(i int) []model.Move {
	path := make([]model.Move, 0, sp.depth[i])
	for _, via := range sp.path(i) {
		s := sp.steps[via]
		path = append(path, sp.move(s, sp.box(s)[:s.args]))
	}
	return path
}

func (sp *space) move(s step, args []int64) model.Move {
	return model.Move{Entry: sp.sys.ways[s.way].entry, Args: slices.Clone(args), Post: sp.vals(int(s.post))}
}

func (r *refinement) implMove(s step, args []int64) model.Move {
	return model.Move{Entry: r.v.Impl.Entries[s.way], Args: args, Post: r.sp.unpacked(r.x.words(s))}
}

// fault looks for an unsafe state among those that cannot be reached, and takes the
// lexicographically least. Only variables that take part in the entries to be compared matter; the
// others stay at their least values. Too many states to try leave the question open.
func (r *refinement) fault(lim limits) {
	spec := r.counterparts()
	vars := r.support(spec)
	x, y := newMachine(r.x.layout, r.x.limit), newMachine(r.x.layout, r.x.limit)
	vals := make([]int64, len(x.vals))
	tries := 1
	ranges := varRanges(r.v.Spec)
	for i, rg := range ranges {
		vals[i] = rg.Lo
		if vars[i] {
			width := uint64(rg.Hi) - uint64(rg.Lo)
			if width >= uint64(lim.states) || tries > lim.states/int(width+1) {
				return
			}
			tries *= int(width + 1)
		}
	}
	for {
		s, args, ok := stepsBeyond(x, y, vals, r.ways, spec)
		if !ok {
			return
		}
		if s != nil {
			post := r.sp.unpacked(x.words(*s))
			r.out.Fault = &Witness{State: vals, Step: model.Move{Entry: r.v.Impl.Entries[s.way], Args: args, Post: post}}
			return
		}
		if !nextState(vals, ranges, vars) {
			r.out.NoFault = true
			return
		}
	}
}

// stepsBeyond gives the first step of the ways impl from a state that the ways spec do not have; it
// is not ok when a limit of work was met.
func stepsBeyond(x, y *machine, vals []int64, impl, spec []*way) (s *step, args []int64, ok bool) {
	x.clear()
	copy(x.vals, vals)
	for _, w := range impl {
		if !x.runWay(w) {
			return nil, nil, false
		}
	}
	if len(x.steps) == 0 {
		return nil, nil, true
	}
	y.clear()
	copy(y.vals, vals)
	for _, w := range spec {
		if !y.runWay(w) {
			return nil, nil, false
		}
	}
	s, args = firstUncovered(x.steps, found{x}, found{y}, nil)
	return s, args, true
}

// counterparts are the ways of the original that may show the events of a changed one.
func (r *refinement) counterparts() []*way {
	var ways []*way
	for _, w := range r.sp.sys.ways {
		if slices.ContainsFunc(r.ways, func(c *way) bool { return c.events == w.events }) {
			ways = append(ways, w)
		}
	}
	return ways
}

// support marks the variables that take part in the changed entries and their counterparts.
func (r *refinement) support(spec []*way) []bool {
	vars := make([]bool, len(r.x.vals))
	for _, ways := range [][]*way{r.ways, spec} {
		for _, w := range ways {
			for i, reads := range w.reads {
				vars[i] = vars[i] || reads
			}
		}
	}
	return vars
}

// nextState steps the marked variables through their ranges, the last one fastest.
func nextState(vals []int64, ranges []model.Range, vars []bool) bool {
	for i := len(vals) - 1; i >= 0; i-- {
		if !vars[i] {
			continue
		}
		if vals[i] < ranges[i].Hi {
			vals[i]++
			return true
		}
		vals[i] = ranges[i].Lo
	}
	return false
}
