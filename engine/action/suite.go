package action

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/suite"
)

// Test suites.
//
// Idea: a test is a trace of the original: events, in order. Whoever runs it compares, in
// each state on the way and in the last one, what the system under test can do with what the
// original can do there. So a test kills a mutant when every run of the original along the trace
// passes an unsafe state of the mutant (Definition 3.2); "every", because where one event has
// several outcomes nobody can choose.
//
// Source: the paper, Definition 3.2; of subsumption B. Kurtz, P. Ammann, M. E. Delamaro, J. Offutt and
// L. Deng, "Mutant subsumption graphs", ICSTW 2014.
//
// Deviation: the paper stops at the trace to the first unsafe state. Subsumption is exact here, computed
// from states instead of from the tests at hand.

// A Test is a trace. A step that shows several events counts as so many.
type Test []model.Event

func (t Test) String() string {
	events := make([]string, len(t))
	for i, ev := range t {
		events[i] = ev.String()
	}
	return strings.Join(events, " ")
}

// A Judged mutant is one with its line of the report.
type Judged struct {
	Line    report.Mutant
	Sure    Certainty // set by Assure
	variant *model.Variant
	trace   Test // killed: leads to the unsafe state found; definitely killed: a shortest one that is sure to kill
}

func (j *Judged) killed() bool { return j.Line.Verdict == report.Killed }

// Judge checks mutants. Progress may be nil.
func (c *Checker) Judge(ctx context.Context, mutants []*Mutant, progress func(done, total int)) ([]Judged, error) {
	all := make([]Judged, 0, len(mutants))
	for i, mu := range mutants {
		j := Judged{variant: mu.Build()}
		var out *Outcome
		j.Line, out = c.check(ctx, mu, j.variant)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if j.killed() {
			for _, mv := range out.Witness.Path {
				j.trace = append(j.trace, mv.Events()...)
			}
		}
		all = append(all, j)
		if progress != nil {
			progress(i+1, len(mutants))
		}
	}
	return all, nil
}

// Assure finds for each mutant that is killed a shortest trace that is sure to kill it, or says that
// there is none. The canonical trace of the report is taken where all its runs kill and each of its
// steps shows one event: fewest steps are fewest events then.
func (c *Checker) Assure(ctx context.Context, mutants []Judged) error {
	r := c.runner()
	for i := range mutants {
		j := &mutants[i]
		if !j.killed() {
			continue
		}
		h := c.hazard(j.variant)
		runs, _ := c.model.RunsAlong(j.trace)
		canonical := runs != nil && runs.Meet(h.unsafe) >= 0
		if canonical && len(j.trace) == *j.Line.Length {
			j.Sure = Definitely
			continue
		}
		t, sure := r.definite(ctx, c.model.Init, h.unsafe)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case sure == Definitely:
			j.Sure, j.trace = sure, t
		case canonical:
			j.Sure = Definitely // the search was given up: a shorter one may exist
		case h.over:
			j.Sure = Open
		default:
			j.Sure = sure
		}
	}
	return nil
}

// Traces are the shortest ones that are sure to kill, without those that others begin with.
func Traces(mutants []Judged) []Test {
	var all [][]model.Event
	for i := range mutants {
		if mutants[i].Sure == Definitely {
			all = append(all, mutants[i].trace)
		}
	}
	kept := suite.Condense(all, sameEvent)
	tests := make([]Test, len(kept))
	for i, t := range kept {
		tests[i] = t
	}
	return tests
}

func sameEvent(a, b model.Event) bool { return a.Name == b.Name && slices.Equal(a.Args, b.Args) }

// A hazard tells in which states a mutant can do what the original cannot.
type hazard struct {
	v          *model.Variant
	impl, spec []*way // changed entries, and those of the original that may show the same events
	x, y       *machine
	known      map[string]bool
	over       bool // a limit of work was met: the answer "safe" is not certain
}

func (c *Checker) hazard(v *model.Variant) *hazard {
	r := &refinement{sp: c.space, v: v, x: newMachine(c.space.sys.layout, hazardWork)}
	for _, i := range v.Changed {
		r.ways = append(r.ways, c.space.sys.way(v.Impl, v.Impl.Entries[i], i))
	}
	return &hazard{v: v, impl: r.ways, spec: r.counterparts(), x: r.x,
		y: newMachine(c.space.sys.layout, hazardWork), known: map[string]bool{}}
}

// hazardWork bounds the instructions for one mutant in one state.
const hazardWork = 1_000_000

// unsafe tells whether the mutant can make a step from a state that the original cannot. A changed
// initial state shows at once.
func (h *hazard) unsafe(state []int64) bool {
	if !slices.Equal(h.v.Spec.Init, h.v.Impl.Init) {
		return true
	}
	key := fmt.Sprint(state)
	bad, seen := h.known[key]
	if !seen {
		h.x.work, h.x.over, h.y.work, h.y.over = 0, false, 0, false
		s, _, ok := stepsBeyond(h.x, h.y, state, h.impl, h.spec)
		bad = s != nil
		h.over = h.over || !ok
		h.known[key] = bad
	}
	return bad
}

// Kills runs tests on mutants. Its error names a test that is none.
func (c *Checker) Kills(ctx context.Context, tests []Test, mutants []Judged) (suite.Matrix, error) {
	x := make(suite.Matrix, len(tests))
	along := make([]*model.Runs, len(tests))
	for i, t := range tests {
		x[i] = make([]bool, len(mutants))
		r, at := c.model.RunsAlong(t)
		if r == nil {
			return nil, c.stuck(i, t, at)
		}
		along[i] = r
	}
	for j := range mutants {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if !mutants[j].killed() {
			continue // no reachable state is unsafe
		}
		h := c.hazard(mutants[j].variant)
		for i, r := range along {
			x[i][j] = r.Meet(h.unsafe) >= 0
		}
	}
	return x, nil
}

func (c *Checker) stuck(i int, t Test, at int) error {
	err := c.model.Declares(t[at])
	if err == nil {
		err = fmt.Errorf("the original cannot make %s after %s", t[at], cmp.Or(t[:at].String(), "the start"))
	}
	return fmt.Errorf("test %d: %w", i+1, err)
}

// MaxSubsumption bounds mutants × states, all of which are looked at.
const MaxSubsumption = 1 << 24

// Subsumption computes the classes of the killed mutants, in order of their first members, exactly
// for runs: a mutant subsumes another when every run of the original that passes an unsafe state
// of the first passes one of the second. Of a mutant's unsafe states only those count that can be
// reached before any other; mutants of which these are the same are killed by the same runs.
//
// A test kills when all its runs do, so what holds for runs holds for tests. Its error says what is
// too large.
func (c *Checker) Subsumption(ctx context.Context, mutants []Judged,
	progress func(done, total int)) ([]suite.Class, error) {
	sp := c.space
	switch {
	case c.symbolic != nil || sp.budget != "":
		return nil, errors.New("subsumption needs all states one by one, and this model has too many")
	case sp.cut:
		return nil, errors.New("subsumption needs all states: leave out the depth")
	case len(mutants)*sp.expanded > MaxSubsumption:
		return nil, fmt.Errorf("subsumption looks at %d mutants × %d states: more than the limit of %d; "+
			"take fewer operators", len(mutants), sp.expanded, MaxSubsumption)
	}
	at := map[string]int{}
	var classes []suite.Class
	var first [][]bool // by class and state: unsafe, and reached before any other such state
	for i := range mutants {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if progress != nil {
			progress(i, len(mutants))
		}
		if !mutants[i].killed() {
			continue
		}
		h := c.hazard(mutants[i].variant)
		set := make([]bool, sp.expanded)
		for s := range set {
			set[s] = h.unsafe(sp.vals(s))
		}
		reached := sp.without(set)
		for s := range set {
			set[s] = set[s] && reached[s]
		}
		key := fmt.Sprint(set)
		n, seen := at[key]
		if !seen {
			n = len(classes)
			at[key] = n
			classes = append(classes, suite.Class{})
			first = append(first, set)
		}
		classes[n].Mutants = append(classes[n].Mutants, i)
	}
	below := make([][]bool, len(classes))
	for a := range below {
		below[a] = make([]bool, len(classes))
	}
	for b := range classes {
		around := sp.without(first[b])
		for a := range classes {
			below[a][b] = a != b && !meetsOutside(first[a], around, first[b])
		}
	}
	suite.Order(classes, below)
	return classes, nil
}

// without marks the states that can be reached without passing one of the set; those of the set
// itself where they come first.
func (sp *space) without(set []bool) []bool {
	seen := make([]bool, sp.expanded)
	seen[0] = true
	todo := []int{0}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if set[s] {
			continue
		}
		for _, st := range sp.stepsOf(s) {
			if to := int(st.post); !seen[to] {
				seen[to] = true
				todo = append(todo, to)
			}
		}
	}
	return seen
}

// meetsOutside tells whether a run that passes no state of b passes one of a.
func meetsOutside(a, around, b []bool) bool {
	for s := range a {
		if a[s] && around[s] && !b[s] {
			return true
		}
	}
	return false
}

// ReadTests reads a suite: JSON lists of tests, or one test a line.
func ReadTests(m *model.Model, text string) ([]Test, error) {
	read, err := suite.ReadTests(text, "Lock Close after(20)")
	if err != nil {
		return nil, err
	}
	tests := make([]Test, len(read))
	for i, events := range read {
		for _, items := range events {
			ev, err := model.ReadEvent(items)
			if err != nil {
				return nil, fmt.Errorf("test %d: %w", i+1, err)
			}
			tests[i] = append(tests[i], ev)
		}
	}
	return tests, nil
}

// maxAllowed bounds the steps that are listed behind a test.
const maxAllowed = 8

// allowed lists what the original can do after a test, wherever it may have led.
func (c *Checker) allowed(t Test) string {
	r, _ := c.model.RunsAlong(t)
	if r == nil {
		return ""
	}
	return NewOutlook(c.model).Allowed(r.Ends())
}

// An Outlook tells what a model can do next.
type Outlook struct{ *stepper }

// NewOutlook prepares a model.
func NewOutlook(m *model.Model) *Outlook { return &Outlook{newStepper(m)} }

// Allowed lists the events that are possible in some of the states.
func (o *Outlook) Allowed(states [][]int64) string {
	var shown []string
	for _, state := range states {
		for _, e := range o.enabled(state) {
			if len(shown) == maxAllowed {
				return strings.Join(append(shown, "…"), ", ")
			}
			if !slices.Contains(shown, e) {
				shown = append(shown, e)
			}
		}
	}
	if len(shown) == 0 {
		return "nothing"
	}
	return strings.Join(shown, ", ")
}

// Next lists the events of steps that are possible in some of the states, with the least and the greatest of
// arguments that lead to one state.
func (o *Outlook) Next(states [][]int64) (steps [][]model.Event) {
	seen := map[string]bool{}
	for _, state := range states {
		for _, w := range o.sys.ways {
			o.run(w, state)
			for _, st := range o.x.steps {
				box := o.x.box(st)
				for _, args := range [][]int64{box[:len(box)/2], box[len(box)/2:]} {
					events := model.Move{Entry: w.entry, Args: slices.Clone(args)}.Events()
					if text := eventsText(events); !seen[text] {
						seen[text] = true
						steps = append(steps, events)
					}
				}
			}
		}
	}
	return steps
}
