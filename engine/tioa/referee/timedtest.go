package referee

import (
	"slices"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/model/trace"
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

// Text prints a test: "1/2 press?  3 coffee!  is forbidden".
func (t *TimedTest) Text() string {
	if t.Demand {
		return t.Body() + "  must be accepted"
	}
	return t.Body() + "  is forbidden"
}

// Body prints its steps.
func (t *TimedTest) Body() string {
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
	return out
}

// TestOf makes a test of a counterexample; nil where nothing can be run, because a side has no start.
func TestOf(t *trace.Trace, name string) *TimedTest {
	if t.Fault == trace.EmptyStart || len(t.Steps) == 0 {
		return nil
	}
	test := &TimedTest{Name: name, Demand: t.Fault == trace.LostInput}
	for i := range t.Steps {
		x := &t.Steps[i]
		test.Steps = append(test.Steps, TestStep{Delay: x.Delay, Action: x.Action, Output: x.Output, Silent: x.Wait})
	}
	return test
}

// Ticks is the unit of a test's clock values: every delay is a whole even number of them, so that
// the middle between two moments of interest is whole.
func (t *TimedTest) Ticks() int64 {
	unit := int64(1)
	for _, s := range t.Steps {
		unit = unit / model.Gcd(unit, s.Delay.Den) * s.Delay.Den
	}
	return 2 * unit
}

// A RunCond is a condition with its names resolved. Comparisons of clocks are one node.
type RunCond struct {
	op    expr.Op
	clock bool // clocks[x] − clocks[y] op bound; x or y −1: zero
	x, y  int
	bound int64
	name  int // Name: index of a variable
	value int64
	args  []*RunCond
}

// RunEdge is an edge made ready to run.
type RunEdge struct {
	Action         string
	Output         bool
	source, target int
	Guard          *RunCond
	clocks         []setting // clock numbers from 0
	vars           []runUpdate
}

// A setting sets a clock, by its number from 0, to a constant.
type setting struct {
	clock int
	value int64
}

type runUpdate struct {
	variable int
	value    *RunCond
}

// A Runner executes tests on one automaton.
type Runner struct {
	s      model.Subject
	Edges  [][]RunEdge // by source
	invs   []*RunCond
	urgent []bool
	Work   int // guards and invariants that were looked at
}

// Resolve prepares a condition; nil stays nil, which is true.
func Resolve(s model.Subject, e *expr.Expr) *RunCond {
	if e == nil {
		return nil
	}
	if e.Op.Relational() && e.Op != expr.Ne {
		if c, ok := s.Model.Bound(s.Automaton, e); ok {
			return &RunCond{clock: true, op: c.Op, x: s.Automaton.Clock(c.X), y: s.Automaton.Clock(c.Y), bound: c.Bound}
		}
	}
	r := &RunCond{op: e.Op, value: e.Value}
	if e.Op == expr.Name {
		if r.name = s.Automaton.Variable(e.Name); r.name < 0 {
			r.op = expr.Const
			r.value, _ = s.Model.Constant(s.Automaton, e.Name)
		}
	}
	for _, a := range e.Args {
		r.args = append(r.args, Resolve(s, a))
	}
	return r
}

// eval gives the value of a condition or an integer expression; ok is false where it has none.
func (r *RunCond) eval(clocks, vars []int64, unit int64) (v int64, ok bool) {
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

// Holds tells whether a condition is true.
func (r *RunCond) Holds(clocks, vars []int64, unit int64) bool {
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

// NewRunner prepares an automaton.
func NewRunner(s model.Subject) *Runner {
	a := s.Automaton
	r := &Runner{s: s, Edges: make([][]RunEdge, len(a.Locations))}
	for _, l := range a.Locations {
		r.invs = append(r.invs, Resolve(s, l.Invariant))
		r.urgent = append(r.urgent, l.Urgency != model.NotUrgent || l.Kind == model.Inconsistent)
	}
	for _, e := range a.Edges {
		r.Edges[e.Source] = append(r.Edges[e.Source], NewRunEdge(s, e))
	}
	return r
}

// NewRunEdge prepares an edge.
func NewRunEdge(s model.Subject, e *model.Edge) RunEdge {
	out := RunEdge{Action: e.Action, Output: e.Output, source: e.Source, target: e.Target, Guard: Resolve(s, e.Guard)}
	for _, u := range e.Updates {
		if x := s.Automaton.Clock(u.Name); x >= 0 {
			v, _ := s.Model.Fold(s.Automaton, u.Value)
			out.clocks = append(out.clocks, setting{x, v})
			continue
		}
		out.vars = append(out.vars, runUpdate{s.Automaton.Variable(u.Name), Resolve(s, u.Value)})
	}
	return out
}

// A RunState is a state of an automaton under test. It never changes.
type RunState struct {
	Loc    int
	Clocks []int64 // in ticks
	Vars   []int64
}

// Same compares two states.
func (s *RunState) Same(o *RunState) bool {
	return s.Loc == o.Loc && slices.Equal(s.Clocks, o.Clocks) && slices.Equal(s.Vars, o.Vars)
}

// StartState is the start: all clocks zero.
func StartState(s model.Subject) RunState {
	st := RunState{Loc: s.Automaton.Initial, Clocks: make([]int64, len(s.Automaton.Clocks))}
	for _, v := range s.Automaton.Vars {
		st.Vars = append(st.Vars, v.Init)
	}
	return st
}

// After takes an edge whose guard holds; ok is false where a variable would leave its range.
func (e *RunEdge) After(s *RunState, unit int64, vars []model.Var) (RunState, bool) {
	next := RunState{Loc: e.target, Clocks: s.Clocks, Vars: s.Vars}
	if len(e.clocks) > 0 {
		next.Clocks = slices.Clone(s.Clocks)
	}
	for _, r := range e.clocks {
		next.Clocks[r.clock] = r.value * unit
	}
	if len(e.vars) > 0 {
		next.Vars = slices.Clone(s.Vars)
	}
	for _, u := range e.vars {
		v, ok := u.value.eval(next.Clocks, next.Vars, unit)
		if !ok || v < vars[u.variable].Min || v > vars[u.variable].Max {
			return next, false
		}
		next.Vars[u.variable] = v
	}
	return next, true
}

// Later is a state after a delay.
func (s *RunState) Later(ticks int64) RunState {
	next := RunState{Loc: s.Loc, Clocks: slices.Clone(s.Clocks), Vars: s.Vars}
	for x := range next.Clocks {
		next.Clocks[x] += ticks
	}
	return next
}

// moments lists when, in a delay, conditions may change: where a clock or a difference meets a
// constant, the middles between, and the end.
func (r *RunCond) moments(s *RunState, unit, delay int64) []int64 {
	at := []int64{0, delay}
	var walk func(c *RunCond)
	walk = func(c *RunCond) {
		if c == nil {
			return
		}
		if c.clock && c.y < 0 {
			if d := c.bound*unit - s.Clocks[c.x]; d > 0 && d < delay {
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
func (r *RunCond) convex() bool {
	if r == nil || r.clock || r.op == expr.Const || r.op == expr.Name {
		return true
	}
	return r.op == expr.And && r.args[0].convex() && r.args[1].convex()
}

// Throughout tells whether a condition that holds now holds during a delay too.
func (r *RunCond) Throughout(s *RunState, unit, delay int64) bool {
	end := s.Later(delay)
	if r.convex() {
		return r.Holds(end.Clocks, s.Vars, unit)
	}
	for _, d := range r.moments(s, unit, delay) {
		now := s.Later(d)
		if !r.Holds(now.Clocks, s.Vars, unit) {
			return false
		}
	}
	return true
}

// Kills runs a test on the automaton and tells whether it fails.
func (r *Runner) Kills(t *TimedTest) bool {
	unit := t.Ticks()
	now := []RunState{StartState(r.s)}
	r.Work++
	if !r.invs[now[0].Loc].Holds(now[0].Clocks, now[0].Vars, unit) {
		return false
	}
	for i, step := range t.Steps {
		now = r.Wait(now, step.Delay.Num*(unit/step.Delay.Den), unit)
		last := i == len(t.Steps)-1
		if step.Silent {
			continue
		}
		if last && t.Demand {
			for k := range now {
				if len(r.Act(now[k:k+1], step, unit)) == 0 {
					return true
				}
			}
			return false
		}
		now = r.Act(now, step, unit)
	}
	return len(now) > 0
}

// Wait lists the states behind a delay that the invariants allow.
func (r *Runner) Wait(now []RunState, delay, unit int64) []RunState {
	if delay == 0 {
		return now
	}
	var next []RunState
	for i := range now {
		s := &now[i]
		r.Work++
		if !r.urgent[s.Loc] && r.invs[s.Loc].Throughout(s, unit, delay) {
			next = append(next, s.Later(delay))
		}
	}
	return next
}

// Act lists the states behind a step's action, each once.
func (r *Runner) Act(now []RunState, step TestStep, unit int64) []RunState {
	var next []RunState
	for i := range now {
		s := &now[i]
		if r.s.Automaton.Locations[s.Loc].Everything(step.Output) {
			next = append(next, *s)
			continue
		}
		for k := range r.Edges[s.Loc] {
			e := &r.Edges[s.Loc][k]
			r.Work++
			if e.Action != step.Action || e.Output != step.Output || !e.Guard.Holds(s.Clocks, s.Vars, unit) {
				continue
			}
			to, ok := e.After(s, unit, r.s.Automaton.Vars)
			if !ok || !r.invs[to.Loc].Holds(to.Clocks, to.Vars, unit) {
				continue
			}
			if !slices.ContainsFunc(next, func(o RunState) bool { return o.Same(&to) }) {
				next = append(next, to)
			}
		}
	}
	return next
}
