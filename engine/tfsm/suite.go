package tfsm

import (
	"context"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/sat"
	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// Algorithms 1 and 2 of the paper. A solver looks for a mutant that survives all tests; the product
// of the specification and that mutant gives either the test that kills it or the proof that it conforms;
// then the test is encoded, or the mutant blocked together with the cube around it; and so on
// until no mutant is left. Deviations: the dag encoding for combs, cubes for single conforming
// mutants, and tests that grow (GenerateOptions.MaxLength).

// maxTried bounds the tests, from the last one on, that are tried to be prolonged.
const maxTried = 64

// GenerateOptions steer generation.
type GenerateOptions struct {
	Initial   []model.Test // kept, and tests are added to them
	MaxLength int          // a new test may prolong the last one up to so many inputs; 0: never
	Budget    Budget
	Course    int  // which of the solver's ways through the same questions
	NoReduce  bool // keep tests that others make superfluous
	Progress  func(tests, calls int, what string)
}

// A Suite is what generation ends with.
type Suite struct {
	Tests    []SuiteTest
	Domain   *Domain
	Cubes    []Cube // conforming selections
	Finished bool   // the suite detects every nonconforming mutant
	Reduced  bool   // every generated test is needed; false too where that was not asked for
	Reason   string // why it is not finished, or not reduced though asked for: SATCalls, Conflicts, Cancelled, Delays
	Found    int    // tests before reduction
	Singles  int    // not finished: nonconforming mutants that take one mutated transition, all killed; 0: not known
	Budget   Budget // under which it was made
	Work     int    // of the solver, about a nanosecond each
	Counted  bool   // Cubes hold all conforming selections

	Certified bool // the tests have a certificate for all machines with as many states as the mutants have
	Calls     int  // of the solver
}

// A SuiteTest is a test with its expected outputs.
type SuiteTest struct {
	model.Test
	Expected []int // outputs of the specification, by plain simulation
	Initial  bool  // given, not generated
}

// Why a question has no answer.
const (
	SATCalls  = report.BudgetSATCalls  // the budget of solver calls is spent
	Conflicts = report.BudgetConflicts // the bound of the solver's conflicts was met
	Cancelled = "cancelled"            // the context is done
	Delays    = report.BudgetDelays    // two machines meet more combinations of clocks than are walked
)

// A surveyor answers "which mutant survives", the loop of Algorithm 1.
type surveyor struct {
	ctx     context.Context
	d       *Domain
	e       *encoder
	tests   *dag
	loose   []looseTest // not encoded, see maxDag
	product *product
	widener *widener
	impl    *model.Automaton
	cubes   []Cube
	met     []Selection // nonconforming mutants, in the order in which they were found
	budget  Budget
	proved  bool   // some question had the answer complete: cubes hold all that conform
	reason  string // why the last question has no answer
}

// A looseTest is checked by running it, and refutes one mutant after the other.
type looseTest struct {
	steps    []model.Step
	expected []int
	on       sat.Lit
}

func newSurveyor(ctx context.Context, d *Domain, b Budget) *surveyor {
	return surveyorOn(ctx, d, b, sat.NewCounted())
}

func surveyorOn(ctx context.Context, d *Domain, b Budget, solver *sat.Solver) *surveyor {
	e := encoderOn(d, solver)
	s := &surveyor{ctx: ctx, d: d, e: e, tests: newDag(e), budget: b,
		product: newProduct(d.Model, d.Spec), widener: newWidener(d), impl: model.NewAutomaton(d.Model)}
	b.bound(e.solver)
	base := d.Base()
	d.fill(s.impl, base)
	if s.product.Distinguish(s.impl) == nil && !s.product.Beyond {
		s.conforming(base) // φ_M excludes the specification; its cube goes with it
	}
	return s
}

// add encodes a test and gives the literal that turns it on: assumed in next, it makes mutants
// that the test detects unacceptable.
func (s *surveyor) add(steps []model.Step) sat.Lit {
	if s.tests.add(steps) {
		return s.tests.find(steps).on
	}
	on := s.e.solver.NewLit()
	s.loose = append(s.loose, looseTest{steps: steps, expected: s.d.Spec.Run(steps), on: on})
	return on
}

// addAll encodes tests.
func (s *surveyor) addAll(tests [][]model.Step) []sat.Lit {
	on := make([]sat.Lit, len(tests))
	for i, t := range tests {
		on[i] = s.add(t)
	}
	return on
}

// A status is the answer to "does a nonconforming mutant survive".
type status int

const (
	complete status = iota // none does
	survives               // one does
	unknown                // the reason says why
)

// next finds a nonconforming mutant that no test detects, and a shortest test that does. Conforming
// mutants that it meets are widened and blocked.
func (s *surveyor) next(assumed ...sat.Lit) (status, Selection, []model.Step) {
	for {
		switch s.e.solver.Solve(s.ctx, assumed...) {
		case sat.Unsat:
			s.proved = true
			return complete, nil, nil
		case sat.Unknown:
			s.reason = s.e.whyUnknown(s.ctx)
			return unknown, nil, nil
		}
		sel := s.e.selection()
		if s.refute(sel, assumed) {
			continue
		}
		d := s.d
		d.fill(s.impl, sel)
		if test := s.product.Distinguish(s.impl); test != nil {
			return survives, sel, test
		}
		if s.product.Beyond {
			s.reason = Delays
			return unknown, nil, nil
		}
		s.conforming(sel)
	}
}

// whyUnknown says why the solver gave no answer.
func (e *encoder) whyUnknown(ctx context.Context) string {
	switch {
	case ctx.Err() != nil:
		return Cancelled
	case e.solver.Spent():
		return SATCalls
	}
	return Conflicts
}

// conforming blocks the cube around a conforming mutant, with whom the product was just searched.
func (s *surveyor) conforming(sel Selection) {
	cube := s.widener.widen(sel, s.product.used)
	s.cubes = append(s.cubes, cube)
	s.e.block(cube)
}

// refute blocks a mutant that a loose test detects: the choices that it took until then.
func (s *surveyor) refute(sel Selection, assumed []sat.Lit) bool {
	if len(s.loose) == 0 {
		return false
	}
	s.d.fill(s.impl, sel)
	for _, l := range s.loose {
		if !holds(assumed, l.on) {
			continue
		}
		at := s.impl.Detects(l.steps, l.expected)
		if at < 0 {
			continue
		}
		s.e.blockPath(s.d.path(sel, s.impl, l.steps[:at+1]), sel, l.on)
		return true
	}
	return false
}

func holds(lits []sat.Lit, l sat.Lit) bool {
	for _, x := range lits {
		if x == l {
			return true
		}
	}
	return false
}

// path lists the groups whose choices decide what a machine does on a test.
func (d *Domain) path(sel Selection, a *model.Automaton, test []model.Step) []int {
	var groups []int
	met := map[int]bool{}
	add := func(g int) {
		if !met[g] {
			met[g] = true
			groups = append(groups, g)
		}
	}
	s := a.Initial
	for _, step := range test {
		left := step.Wait
		for rounds := 0; ; rounds++ {
			add(d.timeouts(s))
			if int64(a.Delay[s]) > left || rounds > len(a.Delay) {
				break
			}
			left -= int64(a.Delay[s])
			s = int(a.After[s])
		}
		s, _ = a.Wait(s, left)
		add(s*d.stride + step.Input)
		_, s = a.Step(s, step.Input)
	}
	return groups
}

// blockPath excludes the mutants that make the same choices in some groups.
func (e *encoder) blockPath(groups []int, sel Selection, on sat.Lit) {
	clause := []sat.Lit{on.Not()}
	for _, g := range groups {
		clause = append(clause, e.not(g, sel[g])...)
	}
	e.clause(clause...)
}

// Generate builds a complete test suite for a domain (Algorithm 2).
func Generate(ctx context.Context, d *Domain, o GenerateOptions) *Suite {
	s := surveyorOn(ctx, d, o.Budget, sat.NewCourse(o.Course))
	suite := &Suite{Domain: d, Budget: o.Budget}
	tests, finished := s.generate(o)
	suite.Finished, suite.Counted, suite.Cubes = finished, finished, s.cubes
	if !finished && ctx.Err() == nil {
		tests, suite.Singles = s.killSingles(stepsOf(o.Initial), tests)
	}
	suite.Found = len(tests) + len(o.Initial)
	tests = withoutPrefixes(tests, o.Initial)
	if finished && !o.NoReduce {
		if o.Progress != nil {
			o.Progress(len(tests), s.e.solver.Calls(), "leaving out what others do")
		}
		s.budget.again(s.e.solver)
		tests, suite.Reduced = s.reduce(o.Initial, tests)
	}
	if !finished || !o.NoReduce && !suite.Reduced {
		suite.Reason = s.reason
	}
	suite.Calls = s.e.solver.Calls()
	suite.Work = suite.Calls*s.e.solver.Size() + 100*s.e.solver.ConflictsMet()
	suite.take(o.Initial, tests)
	return suite
}

// generate finds tests until none is missing.
func (s *surveyor) generate(o GenerateOptions) (tests [][]model.Step, finished bool) {
	on := s.addAll(stepsOf(o.Initial))
	for {
		if o.Progress != nil {
			o.Progress(len(tests), s.e.solver.Calls(), "looking for a surviving mutant")
		}
		answer, sel, test := s.next(on...)
		if answer != survives {
			return tests, answer == complete
		}
		s.met = append(s.met, sel)
		if at, longer := s.prolongOne(tests, o.MaxLength); longer != nil {
			tests[at], on[len(o.Initial)+at] = longer, s.add(longer)
			continue
		}
		tests, on = append(tests, test), append(on, s.add(test))
	}
}

// killSingles adds tests until they kill all nonconforming mutants that make one choice other than the specification's,
// and counts these; 0 where there are too many to be run.
func (s *surveyor) killSingles(given, tests [][]model.Step) ([][]model.Step, int) {
	all := append(given, tests...)
	expected := make([][]int, len(all))
	for i, t := range all {
		expected[i] = s.d.Spec.Run(t)
	}
	runs, killed := 0, 0
	sel := s.d.Base()
	for g, own := range sel {
		for c := range s.d.Groups[g].Choices {
			if c == own {
				continue
			}
			if runs += len(all); runs > maxSingle {
				return tests, 0
			}
			sel[g] = c
			s.d.fill(s.impl, sel)
			hit := false
			for i := 0; i < len(all) && !hit; i++ {
				hit = s.impl.Detects(all[i], expected[i]) >= 0
			}
			if !hit {
				test := s.product.Distinguish(s.impl)
				if s.product.Beyond {
					return tests, 0
				}
				if hit = test != nil; hit {
					tests, all, expected = append(tests, test), append(all, test), append(expected, s.d.Spec.Run(test))
				}
			}
			if hit {
				killed++
			}
		}
		sel[g] = own
	}
	return tests, killed
}

func stepsOf(tests []model.Test) [][]model.Step {
	steps := make([][]model.Step, len(tests))
	for i, t := range tests {
		steps[i] = t.Steps
	}
	return steps
}

// prolongOne looks for the test that needs the fewest further inputs to kill the present survivor. Where tests may
// grow long it looks at the last one alone: filling one after the other then makes fewer.
func (s *surveyor) prolongOne(tests [][]model.Step, limit int) (at int, longer []model.Step) {
	tried := maxTried
	if limit > DefaultLength+3 {
		tried = 1
	}
	for i := len(tests) - 1; i >= max(0, len(tests)-tried); i-- {
		if p := s.prolong(tests[i], limit); p != nil && (longer == nil || len(p)-len(tests[i]) < len(longer)-len(tests[at])) {
			at, longer = i, p
		}
	}
	return at, longer
}

// prolong continues a test by the fewest inputs that show the present survivor's difference from
// where the test leaves off; nil when that is impossible or too long.
func (s *surveyor) prolong(test []model.Step, limit int) []model.Step {
	if len(test) >= limit {
		return nil
	}
	at := pair{int32(s.d.Spec.Initial), int32(s.impl.Initial)}
	for _, step := range test {
		a, _ := s.d.Spec.Wait(int(at.s), step.Wait)
		b, _ := s.impl.Wait(int(at.p), step.Wait)
		_, a = s.d.Spec.Step(a, step.Input)
		_, b = s.impl.Step(b, step.Input)
		at = pair{int32(a), int32(b)}
	}
	more := s.product.from(s.impl, at)
	if more == nil || len(test)+len(more) > limit {
		return nil
	}
	return append(test[:len(test):len(test)], more...)
}

// take fills a suite, expected outputs by exact simulation.
func (suite *Suite) take(initial []model.Test, tests [][]model.Step) {
	for _, t := range initial {
		suite.Tests = append(suite.Tests, SuiteTest{Test: t, Initial: true})
	}
	for _, steps := range tests {
		suite.Tests = append(suite.Tests, SuiteTest{Test: model.Test{Steps: steps}})
	}
	for i := range suite.Tests {
		t := &suite.Tests[i]
		t.Expected = model.Outputs(suite.Domain.Spec.SimulateTest(t.Test, true))
	}
}

// Steps lists the tests' steps.
func (suite *Suite) Steps() [][]model.Step {
	steps := make([][]model.Step, len(suite.Tests))
	for i, t := range suite.Tests {
		steps[i] = t.Steps
	}
	return steps
}

// Inputs counts the inputs of all tests; Longest is the length of the longest one.
func (suite *Suite) Inputs() (total, longest int) {
	for _, t := range suite.Tests {
		total += len(t.Steps)
		longest = max(longest, len(t.Steps))
	}
	return total, longest
}

// Conforming is the exact number of mutants that conform; false when it is not known.
func (suite *Suite) Conforming() (n string, known bool) {
	if !suite.Counted {
		return "", false
	}
	return suite.Domain.ConformingIn(suite.Cubes)
}

// ConformingIn is the exact number of mutants in a union of cubes; false when it is too hard to count.
func (d *Domain) ConformingIn(cubes []Cube) (string, bool) {
	total, ok := d.count(cubes)
	if !ok {
		return "", false
	}
	// The specification is in the union when it is a selection; it is no mutant.
	total.Sub(total, d.Selections()).Add(total, d.Mutants())
	return total.String(), true
}
