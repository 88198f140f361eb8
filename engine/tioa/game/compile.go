// Package game decides timed games: compiled systems over zones, their products, and the searches that
// compare them.
//
// Compiled systems:
//
//	compile.go     locations, guards as zones   cond.go      unions of conjunctions of bounds
//	recompile.go   a mutant by what it changes  shifted.go   clocks behind those of another system
//	complete.go    inputs that are ignored      bounds.go    what each location compares later
//	product.go     composition, conjunction     quotient.go  the quotient
//	parts.go       what a system is made of     flatten.go   a system as one process
//
// Searches:
//
//	explore.go     the zone graph of a system   passed.go    what a search has seen
//	refine.go      the forward game             game.go      the backward game
//	compare.go     many implementations, one specification
//	good.go        good states                  goodzones.go the same inside what is reached
//	prune.go       only good states are left    stuck.go     where there are none
//	budget.go      limits, stopping             determ.go    determinism, urgency of outputs
//	strategy.go    the spoiler's strategy       way.go       how a state is reached
//	tracer.go      timed counterexamples        gametrace.go runs of the backward game
//	commonrun.go   runs that both sides have
package game

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/dbm"
	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/model/trace"
)

// A System is what the checks work on: locations with invariants over clocks alone, edges with
// guards over clocks alone. Variables are part of the location. A leaf is compiled from an
// automaton; products, quotients and pruned systems are made of systems. Systems never change.
type System struct {
	Name              string
	Syms              *Symbols
	Clocks            []string // clock i stands in row i+1 of zones
	In                ActionSet
	Out               ActionSet
	Locs              []*Loc
	Init              int
	Leaves            []*System // the automata it is made of; nil for a leaf
	Source            *model.Automaton
	Model             *model.Model
	Shape             shape              // how it was made, for the simulator that checks traces
	Completed, WithIO bool               // a leaf: how it was read, see Options
	pair              func(i, j int) int // of a product or quotient: the number of a pair of locations
	expand            func(*Loc, int)    // makes the edges of a location when they are first needed; nil: all are made
	meter             *dbm.Meter         // of the session: counts, and stops, what is done with zones
}

// A Loc is a compiled location.
type Loc struct {
	Title  string
	Inv    Cond
	Urgent bool
	Kind   model.LocationKind
	Edges  []*Step
	Max    []int64          // for each clock, from 1: the largest constant it is compared with later; dbm.NoBound: dead
	Diags  []dbm.Constraint // differences compared later
	Parts  []int            // the locations of the operands; a leaf's location
	made   bool             // of a system with expand: the edges are there
	Vars   []int64          // leaf: the values of the variables
}

// A Step is a compiled edge. Its guard holds only where the target's invariant holds after the
// resets, so that an edge into a forbidden state is no edge.
type Step struct {
	Act     int
	Output  bool
	Guard   Cond
	Resets  []reset
	Target  int
	Origin  []*model.Edge // of the automata that take part; none for what the theory adds
	Ignored bool          // an input that a component ignores, added by completion
}

// Symbols number the actions of all systems of a query.
type Symbols struct {
	Names []string
	Index map[string]int
}

// NewSymbols makes an empty table.
func NewSymbols() *Symbols { return &Symbols{Index: map[string]int{}} }

// Of gives the number of an action.
func (s *Symbols) Of(name string) int {
	if i, ok := s.Index[name]; ok {
		return i
	}
	s.Index[name] = len(s.Names)
	s.Names = append(s.Names, name)
	return len(s.Names) - 1
}

// Name is the action as people read it.
func (s *Symbols) Name(act int) string {
	if s.Names[act] == "" {
		return trace.NoName
	}
	return s.Names[act]
}

// An actionSet holds numbers of actions.
type ActionSet []bool

// Has tells whether an action is in the set.
func (a ActionSet) Has(act int) bool { return act < len(a) && a[act] }

func (a *ActionSet) add(act int) {
	for act >= len(*a) {
		*a = append(*a, false)
	}
	(*a)[act] = true
}

// List gives the members in order of their numbers.
func (a ActionSet) List() []int {
	var out []int
	for i, in := range a {
		if in {
			out = append(out, i)
		}
	}
	return out
}

// At gives a location with its edges. Products and quotients make them only now: a game often sees a
// small part of what the edges alone connect.
func (s *System) At(i int) *Loc {
	l := s.Locs[i]
	if s.expand == nil || l.made {
		return l
	}
	before := l.Edges
	defer func() {
		if !l.made { // the budget ended it
			l.Edges = before
		}
	}()
	s.expand(l, i)
	l.made = true
	return l
}

// Whole makes the edges of all locations that edges connect to the start.
func (s *System) Whole(limit int) (*System, error) {
	for i := 0; i < len(s.Locs) && s.expand != nil; i++ {
		if i >= limit {
			return nil, &model.LimitError{What: fmt.Sprintf("%s has more than %d locations", s.Name, limit)}
		}
		s.At(i)
	}
	return s, nil
}

// Dim is the dimension of the system's own zones.
func (s *System) Dim() int { return len(s.Clocks) + 1 }

// Names lists clock names as zones print them.
func (s *System) Names() []string { return append([]string{""}, s.Clocks...) }

// An Options value says how components are read.
type Options struct {
	Complete  bool       // ignore inputs that are not mentioned, as the engines' loader does
	EdgesOnly bool       // the alphabet is that of the edges; IO lists are passed over
	MaxLocs   int        // how many locations a system may have; 0: DefaultMaxLocs
	Limit     int        // zones, for the search where inputs are ignored; 0: DefaultZones
	Meter     *dbm.Meter // of the session; nil: one of its own
}

// DefaultMaxLocs bounds compiled systems.
const DefaultMaxLocs = 200_000

func (o Options) maxLocs() int {
	if o.MaxLocs > 0 {
		return o.MaxLocs
	}
	return DefaultMaxLocs
}

// Compile compiles one automaton of a checked model.
func Compile(m *model.Model, a *model.Automaton, syms *Symbols, o Options) (*System, error) {
	if m.Features != nil {
		return nil, errors.New("the model has features: choose a product")
	}
	c := &leafCompiler{m: m, a: a, syms: syms, o: o, state: m.ZeroState(a), index: map[string]int{}}
	return c.compile()
}

type leafCompiler struct {
	m     *model.Model
	a     *model.Automaton
	syms  *Symbols
	o     Options
	sys   *System
	state *model.State // only its variables are used
	index map[string]int
	wide  bool // some condition unfolds to too many parts
}

func (c *leafCompiler) compile() (*System, error) {
	c.sys = &System{Name: c.a.Name, Syms: c.syms, Source: c.a, Model: c.m, Shape: ShapeLeaf, meter: c.o.Meter}
	if c.sys.meter == nil {
		c.sys.meter = &dbm.Meter{}
	}
	for _, x := range c.a.Clocks {
		c.sys.Clocks = append(c.sys.Clocks, x.Name)
	}
	c.alphabet()
	if len(c.a.Vars) == 0 {
		for l := range c.a.Locations { // the numbers stay those of the automaton
			c.locate(l, nil)
		}
		c.sys.Init = c.a.Initial
	} else {
		c.sys.Init = c.locate(c.a.Initial, c.state.Vars)
	}
	for i := 0; i < len(c.sys.Locs); i++ {
		if i >= c.o.maxLocs() {
			return nil, &model.LimitError{What: fmt.Sprintf("%s has more than %d locations once its variables are unfolded",
				c.a.Name, c.o.maxLocs())}
		}
		c.steps(c.sys.Locs[i])
	}
	if c.wide {
		return nil, &model.LimitError{What: fmt.Sprintf("a condition of %s unfolds to more than %d alternatives", c.a.Name,
			maxDisjuncts)}
	}
	c.sys.guardTargets()
	c.sys.Completed, c.sys.WithIO = c.o.Complete, !c.o.EdgesOnly
	if c.o.Complete {
		if err := c.sys.within(c.o.Limit, c.sys.complete); err != nil {
			return nil, err
		}
	}
	c.sys.bound()
	return c.sys, nil
}

func (c *leafCompiler) alphabet() {
	for _, e := range c.a.Edges {
		if e.Output {
			c.sys.Out.add(c.syms.Of(e.Action))
		} else {
			c.sys.In.add(c.syms.Of(e.Action))
		}
	}
	if c.a.IO == nil || c.o.EdgesOnly {
		return
	}
	for _, act := range c.a.IO.Inputs {
		c.sys.In.add(c.syms.Of(act))
	}
	for _, act := range c.a.IO.Outputs {
		c.sys.Out.add(c.syms.Of(act))
	}
}

// locate gives the number of a location with values of the variables.
func (c *leafCompiler) locate(loc int, vars []int64) int {
	key := strconv.Itoa(loc) + valuation(vars)
	if i, ok := c.index[key]; ok {
		return i
	}
	i := len(c.sys.Locs)
	c.index[key] = i
	src := c.a.Locations[loc]
	c.state.Vars = vars
	l := &Loc{Title: src.Title(), Urgent: src.Urgency != model.NotUrgent, Kind: src.Kind, Parts: []int{loc}, Vars: vars}
	if src.Kind == model.Inconsistent {
		l.Urgent = true
	}
	l.Inv = c.cond(src.Invariant, false)
	for k, v := range vars {
		l.Title += " " + c.a.Vars[k].Name + "=" + c.a.Vars[k].Text(v)
	}
	c.sys.Locs = append(c.sys.Locs, l)
	return i
}

func valuation(vars []int64) string {
	var b strings.Builder
	for _, v := range vars {
		b.WriteByte(',')
		b.WriteString(strconv.FormatInt(v, 10))
	}
	return b.String()
}

// steps compiles the edges out of a location.
func (c *leafCompiler) steps(l *Loc) {
	if l.Kind != model.Normal {
		c.loops(l)
		return
	}
	for _, e := range c.a.Edges {
		if e.Source != l.Parts[0] || c.a.Locations[e.Target].Removed {
			continue
		}
		c.state.Vars = l.Vars
		guard := c.cond(e.Guard, false)
		if len(guard) == 0 {
			continue
		}
		resets, vars, ok := c.updates(e)
		if !ok {
			continue
		}
		target := e.Target
		if len(vars) > 0 {
			target = c.locate(e.Target, vars)
		}
		l.Edges = append(l.Edges, &Step{Act: c.syms.Of(e.Action), Output: e.Output, Guard: guard, Resets: resets,
			Target: target, Origin: []*model.Edge{e}})
	}
}

// loops gives a universal location a loop for every action, an inconsistent one for every input.
func (c *leafCompiler) loops(l *Loc) {
	self := c.index[strconv.Itoa(l.Parts[0])+valuation(l.Vars)]
	for _, act := range c.sys.In.List() {
		l.Edges = append(l.Edges, &Step{Act: act, Guard: always, Target: self, Ignored: true})
	}
	if l.Kind != model.Universal {
		return
	}
	for _, act := range c.sys.Out.List() {
		l.Edges = append(l.Edges, &Step{Act: act, Output: true, Guard: always, Target: self})
	}
}

// updates splits the assignments of an edge. It tells whether the values stay in range: an edge
// that would leave it cannot be taken.
func (c *leafCompiler) updates(e *model.Edge) (rs []reset, vars []int64, ok bool) {
	vars = append(vars, c.state.Vars...)
	c.state.Vars = vars
	for _, u := range e.Updates {
		if x := c.a.Clock(u.Name); x >= 0 {
			v, _ := c.m.Fold(c.a, u.Value)
			rs = setReset(rs, reset{x + 1, v})
			continue
		}
		i := c.a.Variable(u.Name)
		v, err := c.state.Eval(u.Value)
		if err != nil || v.Num < c.a.Vars[i].Min || v.Num > c.a.Vars[i].Max {
			return nil, nil, false
		}
		vars[i] = v.Num
	}
	return rs, vars, true
}

// setReset adds a reset; the last one of a clock counts.
func setReset(rs []reset, r reset) []reset {
	for i := range rs {
		if rs[i].Clock == r.Clock {
			rs[i] = r
			return rs
		}
	}
	return append(rs, r)
}

// cond compiles a condition, or its negation, under the present values of the variables.
func (c *leafCompiler) cond(e *expr.Expr, negate bool) Cond {
	switch {
	case e == nil:
		return always
	case e.Op == expr.Not:
		return c.cond(e.Args[0], !negate)
	case e.Op == expr.Imply:
		return c.pair(e, !negate, negate, negate)
	case e.Op == expr.And:
		return c.pair(e, negate, negate, !negate)
	case e.Op == expr.Or:
		return c.pair(e, negate, negate, negate)
	}
	if k, ok := c.m.Bound(c.a, e); ok {
		return c.bounds(k, negate)
	}
	holds, err := c.state.Truth(e)
	if err != nil || holds == negate {
		return nil
	}
	return always
}

// pair compiles both operands of a connective, each of them negated or not. Where the first may have no
// value, as 1 / n with n = 0, the second is only asked where the first does not decide.
func (c *leafCompiler) pair(e *expr.Expr, not1, not2, and bool) Cond {
	first, second := c.cond(e.Args[0], not1), c.cond(e.Args[1], not2)
	if !and && c.fails(e.Args[0]) {
		second = c.join(c.cond(e.Args[0], !not1), second, true)
	}
	return c.join(first, second, and)
}

// fails tells whether some comparison in a condition has no value under the present variables.
func (c *leafCompiler) fails(e *expr.Expr) bool {
	if e.Op == expr.Not || e.Op.Logical() {
		return slices.ContainsFunc(e.Args, c.fails)
	}
	if _, ok := c.m.Bound(c.a, e); ok {
		return false
	}
	_, err := c.state.Truth(e)
	return err != nil
}

func (c *leafCompiler) join(x, y Cond, and bool) Cond {
	if len(x)*len(y) > maxDisjuncts {
		c.wide = true
		return nil
	}
	if and {
		return x.and(y)
	}
	return x.Or(y)
}

// bounds compiles one comparison, or its negation.
func (c *leafCompiler) bounds(k model.Constraint, negate bool) Cond {
	x, y := c.a.Clock(k.X)+1, 0
	if k.Y != "" {
		y = c.a.Clock(k.Y) + 1
	}
	upper := dbm.Constraint{I: x, J: y, B: dbm.LE(k.Bound)}
	lower := dbm.Constraint{I: y, J: x, B: dbm.LE(-k.Bound)}
	var one, two Conj
	switch k.Op {
	case expr.Lt, expr.Le:
		if k.Op == expr.Lt {
			upper.B = dbm.LT(k.Bound)
		}
		one = Conj{upper}
	case expr.Gt, expr.Ge:
		if k.Op == expr.Gt {
			lower.B = dbm.LT(-k.Bound)
		}
		one = Conj{lower}
	default:
		one = Conj{upper, lower}
	}
	if !negate {
		return Cond{one}
	}
	two = Conj{negated(one[0])}
	if len(one) == 1 {
		return Cond{two}
	}
	return Cond{two, Conj{negated(one[1])}}
}
