package tfsm

import (
	"context"
	"fmt"

	"github.com/mutarium/mutarium/engine/tfsm/mealy"
	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// Certified suites for fault domains.
//
// Idea: all mutants of a domain have at most as many states as its mutation machine, so a suite for all machines
// with so many states kills every nonconforming one. It is made without a solver and has a certificate. Where no
// timeouts are possible it is often small as well, and the solver only leaves out what this domain does not need;
// where they are, the waits that machines may need make it large, and it is there for domains with which the
// solver does not finish.

// certifiedCells bounds the table of the plain machine, in states and symbols.
const certifiedCells = 4000

// Where a certified suite is at hand, the solver may spend so small a part of its conflicts on finding a smaller
// one, and on leaving tests out: one that needs much more rarely does, and its proof is worth less than the
// certificate.
const shareOfEither = 10

// topDelay is the longest finite timeout that a mutant may have, 0 if there is none.
func (d *Domain) topDelay() model.Delay {
	top := model.Delay(0)
	for s := range d.Model.States {
		for _, c := range d.Groups[d.timeouts(s)].Choices {
			if c.Delay != model.Inf {
				top = max(top, c.Delay)
			}
		}
	}
	return top
}

// certified makes a suite for all machines with as many states as the mutants have; nil where that would be too
// large. The error is a certificate that the referee refuses.
func (d *Domain) certified(ctx context.Context) ([][]model.Step, error) {
	top, states := int64(d.topDelay()), len(d.Model.States)
	waits := int64(0)
	if top > 0 {
		var ok bool
		if waits, ok = horizon(d.Spec, states, top); !ok || waits*int64(len(d.Model.Inputs)) > certifiedCells {
			return nil, nil
		}
	}
	f, err := flattened(d.Model, top > 0, waits)
	if err != nil {
		return nil, nil // too large
	}
	extra := states - f.m.States
	if extra > 1 || extra > 0 && top > 0 || len(f.m.Next) > certifiedCells {
		return nil, nil
	}
	s, err := mealy.Generate(f.m, mealy.Options{Extra: extra, Budget: mealy.DefaultBudget(f.m) / 4,
		Pause: func() bool { return ctx.Err() != nil }})
	if err != nil {
		return nil, nil // the budget, or states that cannot be told apart
	}
	if err := f.referee(s.Tests, s.Certificate); err != nil {
		return nil, fmt.Errorf("the referee refuses the certificate, please report this: %w", err)
	}
	tests := make([][]model.Step, len(s.Tests))
	for i, w := range s.Tests {
		tests[i] = f.test(w).Steps
	}
	return tests, nil
}

// full tells whether a domain without timeouts is all machines over its states, some of them wrong.
func (d *Domain) full() bool {
	if len(d.Model.Outputs) < 2 {
		return false
	}
	for g := range d.Groups {
		group := &d.Groups[g]
		if group.Input >= 0 && len(group.Choices) < len(d.Model.Outputs)*len(d.Model.States) {
			return false
		}
	}
	return true
}

// Best builds a complete suite in the way that suits a domain, and where there are two it keeps the smaller
// suite: fewer tests, then fewer inputs.
func Best(ctx context.Context, d *Domain, o GenerateOptions) (*Suite, error) {
	if d.topDelay() > 0 || o.MaxLength == 0 {
		s := several(ctx, d, o)
		if s.Finished || ctx.Err() != nil {
			return s, nil
		}
		tests, err := d.certified(ctx)
		if tests == nil {
			return s, err
		}
		o.Budget = o.Budget.after(s.Calls)
		c := withCertified(ctx, d, o, tests)
		c.Calls += s.Calls
		return c, nil
	}
	tests, err := d.certified(ctx)
	if err != nil {
		return nil, err
	}
	if tests == nil {
		return Generate(ctx, d, o), nil
	}
	if d.full() {
		o.NoReduce = true
		return withCertified(ctx, d, o, tests), nil
	}
	o.Budget.Conflicts = (o.Budget.Conflicts + shareOfEither - 1) / shareOfEither
	s := Generate(ctx, d, o)
	o.Budget = o.Budget.after(s.Calls)
	c := withCertified(ctx, d, o, tests)
	c.Calls += s.Calls
	if s.Finished && s.smaller(c) {
		s.Calls = c.Calls
		return s, nil
	}
	if s.Finished {
		c.Cubes, c.Counted = s.Cubes, true
	}
	return c, nil
}

// How many tests a suite has depends on the mutants that the solver happens to propose. Where that is quick, other
// courses are tried, those with small suites for the paper's machines, until the work is no longer small.
const quickWork = 300_000

var courses = []int{3, 4, 5}

// several keeps the smallest of a few suites.
func several(ctx context.Context, d *Domain, o GenerateOptions) *Suite {
	best := Generate(ctx, d, o)
	calls, work := best.Calls, best.Work
	for _, o.Course = range courses {
		if !best.Reduced || work > quickWork {
			break
		}
		o.Budget = o.Budget.after(calls)
		s := Generate(ctx, d, o)
		calls, work = calls+s.Calls, work+s.Work
		if s.Reduced && s.smaller(best) {
			best = s
		}
	}
	best.Calls = calls
	return best
}

// withCertified is the suite of tests that have a certificate, without those that this domain does not need.
func withCertified(ctx context.Context, d *Domain, o GenerateOptions, tests [][]model.Step) *Suite {
	suite := &Suite{Domain: d, Finished: true, Certified: true, Found: len(tests) + len(o.Initial), Budget: o.Budget}
	tests = withoutPrefixes(tests, o.Initial)
	if !o.NoReduce {
		s := newSurveyor(ctx, d, o.Budget)
		if o.Progress != nil {
			o.Progress(len(tests), 0, "leaving out what others do")
		}
		whole := len(tests)
		tests, suite.Reduced = s.reduce(o.Initial, tests)
		suite.Certified = len(tests) == whole
		suite.Cubes, suite.Counted, suite.Calls = s.cubes, s.proved, s.e.solver.Calls()
		if !suite.Reduced {
			suite.Reason = s.reason
		}
	}
	suite.take(o.Initial, tests)
	return suite
}

// smaller compares suites.
func (suite *Suite) smaller(than *Suite) bool {
	a, _ := suite.Inputs()
	b, _ := than.Inputs()
	return len(suite.Tests) < len(than.Tests) || len(suite.Tests) == len(than.Tests) && a < b
}
