package tioa

import (
	"slices"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/mutants"
)

// Timed tests and their execution on one automaton, from the text of guards and invariants alone:
// no zones, nothing compiled by the checks.

// A TestStep waits and then does an action. The action of the last step may be missing: then the
// wait itself is the point.
type TestStep struct {
	Delay  model.Rat
	Action string
	Output bool
	Silent bool // no action
}

// A TimedTest is a timed trace with a verdict on its last step. All steps before it are allowed by
// the model. Tests are run open loop: a system that leaves the trace earlier passes.
type TimedTest struct {
	Name  string
	Steps []TestStep
	// Demand: the model accepts the last step, an input, and a system that refuses it fails.
	// Otherwise the model forbids the last step, and a system that can do it fails.
	Demand bool
}

// Text prints a test: "1/2 press? 3 coffee! : fail".
func (t *TimedTest) Text() string {
	out := ""
	for i, s := range t.Steps {
		if i > 0 {
			out += "  "
		}
		out += s.Delay.String()
		if !s.Silent {
			out += " " + (&model.Edge{Action: s.Action, Output: s.Output}).Sync()
		}
	}
	if t.Demand {
		return out + "  must be accepted"
	}
	return out + "  is forbidden"
}

// ticks is the unit of a test's clock values: every delay is a whole even number of them, so that
// the middle between two moments of interest is whole.
func (t *TimedTest) ticks() int64 {
	unit := int64(1)
	for _, s := range t.Steps {
		unit = unit / model.Gcd(unit, s.Delay.Den) * s.Delay.Den
	}
	return 2 * unit
}

// A runCond is a condition with its names resolved. Comparisons of clocks are one node.
type runCond struct {
	op    expr.Op
	clock bool // clocks[x] − clocks[y] op bound; x or y −1: zero
	x, y  int
	bound int64
	name  int // Name: index of a variable
	value int64
	args  []*runCond
}

// runEdge is an edge made ready to run.
type runEdge struct {
	action         string
	output         bool
	source, target int
	guard          *runCond
	clocks         []reset // clock numbers from 0
	vars           []runUpdate
}

type runUpdate struct {
	variable int
	value    *runCond
}

// A runner executes tests on one automaton.
type runner struct {
	s      mutants.Subject
	edges  [][]runEdge // by source
	invs   []*runCond
	urgent []bool
	work   int // guards and invariants that were looked at
}

// resolve prepares a condition; nil stays nil, which is true.
func resolve(s mutants.Subject, e *expr.Expr) *runCond {
	if e == nil {
		return nil
	}
	if e.Op.Relational() && e.Op != expr.Ne {
		if c, ok := s.Model.Bound(s.Automaton, e); ok {
			return &runCond{clock: true, op: c.Op, x: s.Automaton.Clock(c.X), y: s.Automaton.Clock(c.Y), bound: c.Bound}
		}
	}
	r := &runCond{op: e.Op, value: e.Value}
	if e.Op == expr.Name {
		if r.name = s.Automaton.Variable(e.Name); r.name < 0 {
			r.op = expr.Const
			r.value, _ = s.Model.Constant(s.Automaton, e.Name)
		}
	}
	for _, a := range e.Args {
		r.args = append(r.args, resolve(s, a))
	}
	return r
}

// eval gives the value of a condition or an integer expression; ok is false where it has none.
func (r *runCond) eval(clocks, vars []int64, unit int64) (v int64, ok bool) {
	switch {
	case r == nil:
		return 1, true
	case r.clock:
		return truthInt(model.Related(r.op, sign(at(clocks, r.x)-at(clocks, r.y)-r.bound*unit))), true
	case r.op == expr.Const:
		return r.value, true
	case r.op == expr.Name:
		return vars[r.name], true
	}
	x, ok := r.args[0].eval(clocks, vars, unit)
	if !ok {
		return 0, false
	}
	switch {
	case r.op == expr.Not:
		return truthInt(x == 0), true
	case r.op == expr.Neg:
		return -x, true
	case r.op == expr.And && x == 0, r.op == expr.Or && x != 0:
		return x, true
	case r.op == expr.Imply && x == 0:
		return 1, true
	}
	y, ok := r.args[1].eval(clocks, vars, unit)
	switch {
	case !ok:
		return 0, false
	case r.op.Logical():
		return truthInt(y != 0), true
	case r.op.Relational():
		return truthInt(model.Related(r.op, sign(x-y))), true
	}
	v, fault := expr.Apply(r.op, x, y, model.MaxValue)
	return v, fault == expr.NoFault
}

func (r *runCond) holds(clocks, vars []int64, unit int64) bool {
	v, ok := r.eval(clocks, vars, unit)
	return ok && v != 0
}

func at(clocks []int64, x int) int64 {
	if x < 0 {
		return 0
	}
	return clocks[x]
}

func sign(v int64) int {
	switch {
	case v < 0:
		return -1
	case v > 0:
		return 1
	}
	return 0
}

func truthInt(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// newRunner prepares an automaton.
func newRunner(s mutants.Subject) *runner {
	a := s.Automaton
	r := &runner{s: s, edges: make([][]runEdge, len(a.Locations))}
	for _, l := range a.Locations {
		r.invs = append(r.invs, resolve(s, l.Invariant))
		r.urgent = append(r.urgent, l.Urgency != model.NotUrgent || l.Kind == model.Inconsistent)
	}
	for _, e := range a.Edges {
		r.edges[e.Source] = append(r.edges[e.Source], newRunEdge(s, e))
	}
	return r
}

func newRunEdge(s mutants.Subject, e *model.Edge) runEdge {
	out := runEdge{action: e.Action, output: e.Output, source: e.Source, target: e.Target, guard: resolve(s, e.Guard)}
	for _, u := range e.Updates {
		if x := s.Automaton.Clock(u.Name); x >= 0 {
			v, _ := s.Model.Fold(s.Automaton, u.Value)
			out.clocks = append(out.clocks, reset{x, v})
			continue
		}
		out.vars = append(out.vars, runUpdate{s.Automaton.Variable(u.Name), resolve(s, u.Value)})
	}
	return out
}

// A runState is a state of an automaton under test. It never changes.
type runState struct {
	loc    int
	clocks []int64 // in ticks
	vars   []int64
}

func (s *runState) same(o *runState) bool {
	return s.loc == o.loc && slices.Equal(s.clocks, o.clocks) && slices.Equal(s.vars, o.vars)
}

func startState(s mutants.Subject) runState {
	st := runState{loc: s.Automaton.Initial, clocks: make([]int64, len(s.Automaton.Clocks))}
	for _, v := range s.Automaton.Vars {
		st.vars = append(st.vars, v.Init)
	}
	return st
}

// after takes an edge whose guard holds; ok is false where a variable would leave its range.
func (e *runEdge) after(s *runState, unit int64, vars []model.Var) (runState, bool) {
	next := runState{loc: e.target, clocks: s.clocks, vars: s.vars}
	if len(e.clocks) > 0 {
		next.clocks = slices.Clone(s.clocks)
	}
	for _, r := range e.clocks {
		next.clocks[r.clock] = r.value * unit
	}
	if len(e.vars) > 0 {
		next.vars = slices.Clone(s.vars)
	}
	for _, u := range e.vars {
		v, ok := u.value.eval(next.clocks, next.vars, unit)
		if !ok || v < vars[u.variable].Min || v > vars[u.variable].Max {
			return next, false
		}
		next.vars[u.variable] = v
	}
	return next, true
}

// later is a state after a delay.
func (s *runState) later(ticks int64) runState {
	next := runState{loc: s.loc, clocks: slices.Clone(s.clocks), vars: s.vars}
	for x := range next.clocks {
		next.clocks[x] += ticks
	}
	return next
}

// moments lists when, in a delay, conditions may change: where a clock or a difference meets a
// constant, the middles between, and the end.
func (r *runCond) moments(s *runState, unit, delay int64) []int64 {
	at := []int64{0, delay}
	var walk func(c *runCond)
	walk = func(c *runCond) {
		if c == nil {
			return
		}
		if c.clock && c.y < 0 {
			if d := c.bound*unit - s.clocks[c.x]; d > 0 && d < delay {
				at = append(at, d)
			}
		}
		for _, a := range c.args {
			walk(a)
		}
	}
	walk(r)
	slices.Sort(at)
	at = slices.Compact(at)
	var all []int64
	for i, d := range at {
		if i > 0 {
			all = append(all, (at[i-1]+d)/2)
		}
		all = append(all, d)
	}
	return all
}

// convex tells a conjunction of comparisons: it holds during a delay if it does at both ends.
func (r *runCond) convex() bool {
	if r == nil || r.clock || r.op == expr.Const || r.op == expr.Name {
		return true
	}
	return r.op == expr.And && r.args[0].convex() && r.args[1].convex()
}

// throughout tells whether a condition that holds now holds during a delay too.
func (r *runCond) throughout(s *runState, unit, delay int64) bool {
	end := s.later(delay)
	if r.convex() {
		return r.holds(end.clocks, s.vars, unit)
	}
	for _, d := range r.moments(s, unit, delay) {
		now := s.later(d)
		if !r.holds(now.clocks, s.vars, unit) {
			return false
		}
	}
	return true
}

// Kills runs a test on the automaton and tells whether it fails.
func (r *runner) Kills(t *TimedTest) bool {
	unit := t.ticks()
	now := []runState{startState(r.s)}
	r.work++
	if !r.invs[now[0].loc].holds(now[0].clocks, now[0].vars, unit) {
		return false
	}
	for i, step := range t.Steps {
		now = r.wait(now, step.Delay.Num*(unit/step.Delay.Den), unit)
		last := i == len(t.Steps)-1
		if step.Silent {
			continue
		}
		if last && t.Demand {
			for k := range now {
				if len(r.act(now[k:k+1], step, unit)) == 0 {
					return true
				}
			}
			return false
		}
		now = r.act(now, step, unit)
	}
	return len(now) > 0
}

func (r *runner) wait(now []runState, delay, unit int64) []runState {
	if delay == 0 {
		return now
	}
	var next []runState
	for i := range now {
		s := &now[i]
		r.work++
		if !r.urgent[s.loc] && r.invs[s.loc].throughout(s, unit, delay) {
			next = append(next, s.later(delay))
		}
	}
	return next
}

func (r *runner) act(now []runState, step TestStep, unit int64) []runState {
	var next []runState
	for i := range now {
		s := &now[i]
		if r.s.Automaton.Locations[s.loc].Everything(step.Output) {
			next = append(next, *s)
			continue
		}
		for k := range r.edges[s.loc] {
			e := &r.edges[s.loc][k]
			r.work++
			if e.action != step.Action || e.output != step.Output || !e.guard.holds(s.clocks, s.vars, unit) {
				continue
			}
			to, ok := e.after(s, unit, r.s.Automaton.Vars)
			if !ok || !r.invs[to.loc].holds(to.clocks, to.vars, unit) {
				continue
			}
			if !slices.ContainsFunc(next, func(o runState) bool { return o.same(&to) }) {
				next = append(next, to)
			}
		}
	}
	return next
}
