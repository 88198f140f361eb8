// Package query answers Ecdar's queries on timed I/O automata.
//
//	query.go  sessions, operands, refinement   checks.go  what is asked of components
//	reach.go  reachability                     view.go    answers as people see them
package query

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine/dbm"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/game"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/model/trace"
	"github.com/mutarium/mutarium/engine/tioa/replay"
)

// Queries answered. Preconditions are collected all, not only the first that fails.

// A Reading says how queries are read where the theory and the engines differ.
type Reading struct {
	// PruneFirst cuts inconsistent states off both sides before they are compared, as the theory
	// has it; the engines compare what is written.
	PruneFirst bool
	// AllActions takes the alphabet from the IO lists too; the engines use that of the edges.
	AllActions bool
	// AsWritten leaves inputs that are not mentioned out; the engines' loader has them ignored.
	AsWritten bool
	// StrictConjunction refuses a conjunction in which an action is an input of one and an output
	// of the other side; one of the engines drops the action instead.
	StrictConjunction bool
	// Strategy asks for the spoiler's strategy beside a counterexample.
	Strategy bool
	Limit    int // zones for each search; 0: DefaultZones
}

func (r Reading) options() game.Options {
	return game.Options{Complete: !r.AsWritten, EdgesOnly: !r.AllActions}
}

// A Reason is one cause of a negative answer, in a sentence.
type Reason struct {
	Code   string // stable: "not-deterministic", "inconsistent", "inputs", "outputs", "delay", ...
	Text   string
	System string // the component it speaks of, or ""
}

// An Answer is the answer to one query.
type Answer struct {
	Query     *model.Query
	Holds     bool
	Unknown   bool // a budget ran out; Reasons says which
	Reasons   []Reason
	Notes     []string     // what to know beside the answer
	Trace     *trace.Trace // refinement: the counterexample; reachability: the run
	Strategy  *game.Strategy
	Component string // get-component: the text of the system as one process
	Cut       []Cut  // prune and consistency: what is cut off
	Zones     int    // stored by the search
	Game      bool   // the backward game decided
}

// A Cut is a part of a location that pruning cuts off.
type Cut struct {
	Good     string `json:"good"`
	Location string `json:"location"`
	Lost     string `json:"lost"`
}

// A Session answers queries on one model. It keeps what was compiled, so it is for one goroutine.
type Session struct {
	Model   *model.Model
	Reading Reading
	syms    *game.Symbols
	meter   *dbm.Meter
	leaves  map[reading]*leaf
	written bool // components are wanted as they are written, as below prune
	// The conjunctions of the query at hand: their parts being consistent does not make them so.
	conjunctions []*game.System
}

// A reading is a component and whether it is read as it is written.
type reading struct {
	of      *model.Automaton
	written bool
}

// A leaf is an operand that preconditions are checked on: a component, or a pruned system.
type leaf struct {
	sys   *game.System
	good  *game.Goodness
	clash *game.Clash
	done  bool
	err   error
}

// NewSession starts a session.
func NewSession(m *model.Model, r Reading) *Session {
	return &Session{Model: m, Reading: r, syms: game.NewSymbols(), meter: &dbm.Meter{}, leaves: map[reading]*leaf{}}
}

// Ask reads and answers queries. The diagnostics speak of the query text. When the context ends, the
// query at hand and those behind it are left undecided.
func (s *Session) Ask(ctx context.Context, f *source.File) ([]*Answer, source.Diagnostics) {
	queries, d := model.ParseQueries(f)
	if d.HasErrors() {
		return nil, d
	}
	saved := map[string]bool{}
	for _, q := range queries {
		s.names(q.Left, saved, &d)
		s.names(q.Right, saved, &d)
		if q.Name == "" {
			continue
		}
		if saved[q.Name] || s.Model.Automaton(q.Name) != nil {
			d.Add(q.Span, "duplicate-component", "there is a component '%s' already: save as another name", q.Name)
		}
		saved[q.Name] = true
	}
	if d.HasErrors() {
		return nil, d.Sort()
	}
	for _, q := range queries {
		s.states(q, &d)
	}
	if d.HasErrors() {
		return nil, d.Sort()
	}
	s.meter.Done = ctx.Done()
	var answers []*Answer
	for _, q := range queries {
		a := s.Answer(q)
		s.save(a)
		answers = append(answers, a)
	}
	return answers, d
}

// save keeps a component under its name for the queries that follow.
func (s *Session) save(a *Answer) {
	if a.Query.Name == "" || a.Component == "" {
		return
	}
	made, d := model.Parse(source.NewFile(a.Query.Name, a.Component))
	if made == nil {
		text := d.Text(source.NewFile(a.Query.Name, a.Component))
		a.Notes = append(a.Notes, "it cannot be asked about: "+strings.TrimSpace(text))
		return
	}
	with := *s.Model
	with.Automata = append(slices.Clone(s.Model.Automata), made.Automata...)
	s.Model = &with
}

// names checks that components exist.
func (s *Session) names(o *model.Operand, saved map[string]bool, d *source.Diagnostics) {
	if o == nil {
		return
	}
	if o.Kind == model.Component && !saved[o.Name] && s.Model.Automaton(o.Name) == nil {
		x := d.Add(o.Span, "undefined-component", "component '%s' is not in the model", o.Name)
		x.Hint = source.DidYouMean(o.Name, s.Model.Names())
		for _, b := range s.Model.Broken {
			if b.Name == o.Name {
				x.Message, x.Hint = fmt.Sprintf("component '%s' has errors", o.Name), ""
			}
		}
	}
	for _, a := range o.Args {
		s.names(a, saved, d)
	}
}

// Answer answers a query whose components exist.
func (s *Session) Answer(q *model.Query) *Answer {
	a := &Answer{Query: q}
	s.conjunctions = nil
	a.settle(s.meter.Within(noLimit, func() error { return s.answer(q, a) }))
	return a
}

// noLimit is for what is bounded search by search.
const noLimit = 1 << 60

func (s *Session) answer(q *model.Query, a *Answer) (err error) {
	switch q.Kind {
	case model.Refinement:
		err = s.refinement(q, a)
	case model.Consistency:
		if err = s.each(q.Left, a, s.consistent); err == nil {
			s.conjoined(a)
			a.Holds = len(a.Reasons) == 0
		}
	case model.Determinism:
		err = s.each(q.Left, a, s.deterministic)
	case model.Implementation:
		err = s.each(q.Left, a, s.implementation)
	case model.Specification:
		err = s.each(q.Left, a, s.specification)
	case model.Pruning:
		err = s.pruning(q, a)
	case model.Reachability:
		err = s.reachability(q, a)
	case model.Flattening:
		err = s.flatten(q, a)
	}
	return err
}

// settle turns an error into the answer it means.
func (a *Answer) settle(err error) {
	var compose *game.ComposeError
	var limit *model.LimitError
	var unfinished *game.Unfinished
	switch {
	case err == nil:
	case errors.As(err, &compose):
		a.Holds = false
		a.Reasons = append(a.Reasons, Reason{Code: "not-composable", Text: compose.What})
	case errors.As(err, &limit):
		a.Holds, a.Unknown = false, true
		a.Reasons = append(a.Reasons, Reason{Code: "budget", Text: limit.What})
	case errors.As(err, &unfinished):
		a.Holds, a.Unknown = false, true
		a.Reasons = append(a.Reasons, Reason{Code: "budget", Text: unfinished.What})
	case errors.Is(err, dbm.ErrStopped):
		a.Holds, a.Unknown = false, true
		a.Reasons = append(a.Reasons, Reason{Code: "cancelled", Text: "stopped before an answer was found"})
	default:
		a.Holds, a.Unknown = false, true
		a.Reasons = append(a.Reasons, Reason{Code: "internal", Text: err.Error()})
	}
}

// component compiles a component once for each way to read it.
func (s *Session) component(name string) (*leaf, error) {
	a := s.Model.Automaton(name)
	if a == nil {
		return nil, &game.ComposeError{What: fmt.Sprintf("component '%s' is not in the model, or could not be made", name)}
	}
	how := reading{a, s.written || s.Reading.AsWritten}
	if l, ok := s.leaves[how]; ok {
		return l, l.err
	}
	o := s.Reading.options()
	o.Complete, o.Limit, o.Meter = !how.written, s.Reading.Limit, s.meter
	l := &leaf{}
	l.sys, l.err = game.Compile(s.Model, a, s.syms, o)
	s.leaves[how] = l
	return l, l.err
}

// judge finds clashes and good states of a leaf once.
func (s *Session) judge(l *leaf) error {
	if l.done {
		return l.err
	}
	l.done = true
	if l.clash, l.err = l.sys.Clash(s.Reading.Limit); l.err != nil {
		return l.err
	}
	l.good, l.err = l.sys.Good(s.Reading.Limit)
	return l.err
}

// System makes the system of an operand.
func (s *Session) System(o *model.Operand) (*game.System, error) { return s.build(o, &[]*leaf{}) }

// build makes the system of an operand and collects its leaves in order.
func (s *Session) build(o *model.Operand, leaves *[]*leaf) (*game.System, error) {
	switch o.Kind {
	case model.Component:
		l, err := s.component(o.Name)
		if err != nil {
			return nil, err
		}
		*leaves = append(*leaves, l)
		return l.sys, nil
	case model.Pruned:
		l, err := s.prune(o.Args[0])
		if err != nil {
			return nil, err
		}
		*leaves = append(*leaves, l)
		return l.sys, nil
	}
	if err := s.committed(o); err != nil {
		return nil, err
	}
	left, err := s.build(o.Args[0], leaves)
	if err != nil {
		return nil, err
	}
	right, err := s.build(o.Args[1], leaves)
	if err != nil {
		return nil, err
	}
	switch o.Kind {
	case model.Composition:
		return game.Compose(left, right)
	case model.Conjunction:
		sys, err := game.Conjoin(left, right, s.Reading.StrictConjunction)
		if err == nil {
			s.conjunctions = append(s.conjunctions, sys)
		}
		return sys, err
	}
	return game.Quotient(left, right)
}

// committed refuses committed locations in systems of several components. Such a location gives its
// process the next step before all others; read as urgent, which is right for a component alone, it
// would let the others step first, and reach what cannot be reached.
func (s *Session) committed(o *model.Operand) error {
	for _, c := range componentsOperand(o, nil) {
		a := s.Model.Automaton(c.Name)
		if a == nil {
			continue
		}
		for _, l := range a.Locations {
			if l.Urgency != model.Committed {
				continue
			}
			where := ""
			if a.File != nil {
				place := a.File.Place(l.Span.Start)
				where = fmt.Sprintf(" (%s:%d:%d)", a.File.Name, place.Line, place.Column)
			}
			return &game.ComposeError{What: fmt.Sprintf("location '%s' of %s%s is committed, which gives %s the next step "+
				"before all others: not supported in a system of several components; make it urgent, or ask %s alone",
				l.Title(), a.Name, where, a.Name, a.Name)}
		}
	}
	return nil
}

// prune makes the leaf prune(X). A component is pruned as it is written, and completed after that: as
// the engines' pruning has it, an input whose edges are all cut off is no input any more, which the
// loops of a completion before it would hide. Products need their operands completed.
func (s *Session) prune(o *model.Operand) (*leaf, error) {
	outer := s.written
	s.written = o.Kind == model.Component
	defer func() { s.written = outer }()
	var inner []*leaf
	sys, err := s.build(o, &inner)
	if err != nil {
		return nil, err
	}
	g, err := sys.Good(s.Reading.Limit)
	if err != nil {
		return nil, err
	}
	return &leaf{sys: g.Operand()}, nil
}

// refinement checks preconditions and plays the game.
func (s *Session) refinement(q *model.Query, a *Answer) error {
	var left, right []*leaf
	impl, err := s.build(q.Left, &left)
	if err != nil {
		return err
	}
	spec, err := s.build(q.Right, &right)
	if err != nil {
		return err
	}
	for _, l := range distinct(append(append([]*leaf(nil), left...), right...)) {
		if err := s.consistent(l, a); err != nil {
			return err
		}
	}
	a.Cut = nil
	a.alphabets(impl, spec)
	if len(a.Reasons) > 0 {
		return nil
	}
	if s.Reading.PruneFirst {
		if impl, spec, err = s.pruneBoth(impl, spec, a); err != nil || len(a.Reasons) > 0 {
			return err
		}
	}
	return s.compare(impl, spec, a)
}

// pruneBoth prunes both sides; a side of which nothing remains is a reason.
func (s *Session) pruneBoth(impl, spec *game.System, a *Answer) (*game.System, *game.System, error) {
	pair := [2]*game.System{impl, spec}
	for i, sys := range pair {
		g, err := sys.Good(s.Reading.Limit)
		if err != nil {
			return nil, nil, err
		}
		if !g.Start() {
			a.Reasons = append(a.Reasons, reason(g))
			continue
		}
		pair[i] = g.Prune()
	}
	return pair[0], pair[1], nil
}

// compare plays the game and takes the counterexample from it.
func (s *Session) compare(impl, spec *game.System, a *Answer) error {
	g := game.Game{SpecIgnores: true, ImplIgnores: true, Limit: s.Reading.Limit}
	r, err := game.RefineExact(impl, spec, g)
	if err != nil {
		return err
	}
	a.Holds, a.Zones, a.Game = r.Holds, r.Zones, r.Game
	if r.Holds {
		return nil
	}
	t, err := replay.TraceOf(impl, spec, r.Failure, g)
	if err != nil {
		return err
	}
	a.Trace = t
	if s.Reading.Strategy {
		if a.Strategy, err = game.StrategyOf(impl, spec, g); err != nil {
			a.Notes = append(a.Notes, "the strategy was not computed: "+err.Error())
		}
	}
	a.Reasons = append(a.Reasons, Reason{Code: r.Failure.Fault.String(), Text: t.Conclusion})
	return nil
}

// alphabets checks what both sides must know, and reports all that is wrong.
func (a *Answer) alphabets(impl, spec *game.System) {
	add := func(code, format string, x, y game.ActionSet, holds bool) {
		var bad []string
		for _, act := range x.List() {
			if y.Has(act) != holds {
				bad = model.Insert(bad, impl.Syms.Name(act))
			}
		}
		if len(bad) > 0 {
			a.Reasons = append(a.Reasons, Reason{Code: code, Text: fmt.Sprintf(format, strings.Join(bad, "', '"))})
		}
	}
	add("directions", "'%s' is an input of the left and an output of the right side", impl.In, spec.Out, false)
	add("directions", "'%s' is an output of the left and an input of the right side", impl.Out, spec.In, false)
	add("inputs", "the left side has the input '%s', which the right side lacks", impl.In, spec.In, true)
	add("outputs", "the right side has the output '%s', which the left side lacks", spec.Out, impl.Out, true)
}

// flatten answers "get-component": the system as one process.
func (s *Session) flatten(q *model.Query, a *Answer) error {
	var leaves []*leaf
	sys, err := s.build(q.Left, &leaves)
	if err != nil {
		return err
	}
	name := q.Name
	if name == "" {
		name = "Component"
	}
	a.Component, err = sys.Flatten(name)
	a.Holds = err == nil
	return err
}
