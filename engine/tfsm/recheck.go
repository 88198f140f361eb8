package tfsm

import (
	"context"
	"math/big"
	"math/rand/v2"

	"github.com/mutarium/mutarium/engine/sat"
	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// "This suite is complete" is checked a second time by simpler means than the dag encoding:
//
//	brute force       every selection is run on the suite; what survives must conform by its product.
//	                  Up to a million selections
//	lazy enumeration  a solver that knows nothing but the groups proposes mutants; each is run on the suite,
//	                  and the clause that excludes it is read off that run. Beyond, up to so many proposals
//	unrolling         the tests are written out for a solver tick by tick, see unroll.go. Beyond, up to a size
//	sampling          random selections, seeded: no proof, and labelled so
//
// All rest on the product and most on Automaton.Detects, none on dag.go.

// Methods of a second check.
const (
	BruteForce      = "brute force"
	LazyEnumeration = "lazy enumeration"
	Unrolling       = "unrolling"
	Sampling        = "sampling"
)

// Bounds of the second check.
const (
	MaxBrute = 1_000_000 // selections
	maxLazy  = 2_500     // proposals
	Samples  = 2_000
)

// A Recheck is the outcome of a second check.
type Recheck struct {
	Method   string
	Examined int64      // selections run, mutants proposed, samples drawn
	Holds    bool       // no nonconforming mutant survived; with Sampling: none of the samples
	Witness  Selection  // one that did
	Kills    []*big.Int // by test: mutants that it detects. Brute force; with Sampling: samples
	Alone    []*big.Int // by test: that it alone detects
	Detected *big.Int   // mutants that some test detects, counted as Kills are
	Conform  *big.Int   // mutants that conform; with Sampling: samples
	Exact    bool       // Conform counts all of the domain
	Spent    string     // what of the budget kept it from a stronger method: SATCalls, Conflicts
	Stopped  bool       // the context ended the check: it says nothing of what it had not examined by then
}

// Verify checks a suite by the strongest method that is within bounds.
func (d *Domain) Verify(ctx context.Context, tests [][]model.Step, b Budget) Recheck {
	if d.Selections().Cmp(big.NewInt(MaxBrute)) <= 0 {
		return d.Brute(ctx, tests)
	}
	r, done := d.lazily(ctx, tests, b)
	if done || r.Stopped {
		return r
	}
	if r.Spent == "" {
		if r, done = d.unrolled(ctx, tests, b.after(int(r.Examined))); done || r.Stopped {
			return r
		}
	}
	spent := r.Spent
	r = d.Sample(ctx, tests, Samples, 1)
	r.Spent = spent
	return r
}

// An examiner runs selections on a suite and keeps count.
type examiner struct {
	d        *Domain
	tests    [][]model.Step
	expected [][]int
	impl     *model.Automaton
	product  *product
	r        Recheck

	undecided bool // of some mutant it is not known whether it conforms
}

func newExaminer(d *Domain, tests [][]model.Step, method string) *examiner {
	x := &examiner{d: d, tests: tests, impl: model.NewAutomaton(d.Model), product: newProduct(d.Model, d.Spec)}
	x.r = Recheck{Method: method, Holds: true, Detected: new(big.Int), Conform: new(big.Int)}
	for _, t := range tests {
		x.expected = append(x.expected, d.Spec.Run(t))
		x.r.Kills = append(x.r.Kills, new(big.Int))
		x.r.Alone = append(x.r.Alone, new(big.Int))
	}
	return x
}

// examine runs the present machine, which stands for a number of selections.
func (x *examiner) examine(sel Selection, weight *big.Int) {
	x.r.Examined++
	killers, last := 0, 0
	for i, t := range x.tests {
		if x.impl.Detects(t, x.expected[i]) >= 0 {
			killers, last = killers+1, i
			x.r.Kills[i].Add(x.r.Kills[i], weight)
		}
	}
	switch {
	case killers == 1:
		x.r.Alone[last].Add(x.r.Alone[last], weight)
		fallthrough
	case killers > 1:
		x.r.Detected.Add(x.r.Detected, weight)
	case x.product.Distinguish(x.impl) == nil && !x.product.Beyond:
		x.r.Conform.Add(x.r.Conform, weight)
	default:
		x.undecided = x.undecided || x.product.Beyond
		if x.r.Holds {
			x.r.Holds, x.r.Witness = false, append(Selection(nil), sel...)
		}
	}
}

// Brute runs every selection; the specification, where it is one, is left out of the counts.
func (d *Domain) Brute(ctx context.Context, tests [][]model.Step) Recheck {
	x := newExaminer(d, tests, BruteForce)
	sel := make(Selection, len(d.Groups))
	d.fill(x.impl, sel)
	for x.r.Stopped = true; ctx.Err() == nil; {
		x.examine(sel, big.NewInt(d.weightOf(sel)))
		g := 0
		for ; g < len(sel); g++ {
			if sel[g]++; sel[g] < len(d.Groups[g].Choices) {
				d.set(x.impl, g, sel[g])
				break
			}
			sel[g] = 0
			d.set(x.impl, g, 0)
		}
		if g == len(sel) {
			x.r.Stopped = false
			break
		}
	}
	if d.Model.ExtraStates() == 0 {
		x.r.Conform.Sub(x.r.Conform, big.NewInt(1))
	}
	x.r.Exact = !x.r.Stopped && !x.undecided
	return x.r
}

// ended says why the solver gave no answer.
func (r *Recheck) ended(why string) {
	if r.Stopped = why == Cancelled; !r.Stopped {
		r.Spent = why
	}
}

func (d *Domain) weightOf(sel Selection) int64 {
	w := int64(1)
	for g, c := range sel {
		w *= int64(d.Groups[g].Choices[c].Weight())
	}
	return w
}

// Sample runs random selections.
func (d *Domain) Sample(ctx context.Context, tests [][]model.Step, n int, seed uint64) Recheck {
	x := newExaminer(d, tests, Sampling)
	random := rand.New(rand.NewPCG(seed, 1))
	sel := make(Selection, len(d.Groups))
	for range n {
		if x.r.Stopped = ctx.Err() != nil; x.r.Stopped {
			break
		}
		for g := range sel {
			sel[g] = random.IntN(len(d.Groups[g].Choices))
		}
		d.fill(x.impl, sel)
		x.examine(sel, big.NewInt(1))
	}
	return x.r
}

// lazily lets a solver propose mutants until none is left; false when a bound was met.
func (d *Domain) lazily(ctx context.Context, tests [][]model.Step, b Budget) (Recheck, bool) {
	x := newExaminer(d, tests, LazyEnumeration)
	e := newEncoder(d)
	b.bound(e.solver)
	w := newWidener(d)
	for x.r.Examined = 0; x.r.Examined < maxLazy; x.r.Examined++ {
		switch e.solver.Solve(ctx) {
		case sat.Unsat:
			x.r.Kills, x.r.Alone, x.r.Detected, x.r.Conform = nil, nil, nil, nil
			return x.r, true
		case sat.Unknown:
			x.r.ended(e.whyUnknown(ctx))
			return x.r, false
		}
		sel := e.selection()
		d.fill(x.impl, sel)
		cubes := x.detected(sel)
		if len(cubes) == 0 {
			if x.product.Distinguish(x.impl) != nil || x.product.Beyond {
				x.r.Holds, x.r.Witness = false, sel
				return x.r, !x.product.Beyond
			}
			cubes = []Cube{w.widen(sel, x.product.used)}
		}
		for _, c := range cubes {
			e.block(c)
		}
	}
	return x.r, false
}

// detected gives, for each test that detects a mutant, all the mutants that the test detects on the same way:
// timeouts that do not fire may be any that do not, and wherever an output is read, any wrong one is as
// good.
func (x *examiner) detected(sel Selection) (cubes []Cube) {
	seen := map[string]bool{} // the steps that decide
	for i, t := range x.tests {
		at := x.impl.Detects(t, x.expected[i])
		if at < 0 || seen[stepsKey(t[:at+1])] {
			continue
		}
		seen[stepsKey(t[:at+1])] = true
		cube := make(Cube, len(sel))
		s := x.impl.Initial
		for k := 0; k <= at; k++ {
			s = x.follow(cube, sel, s, t[k], x.expected[i][k])
		}
		cubes = append(cubes, cube)
	}
	return cubes
}

// follow narrows a cube to the mutants that do one step of a test like the present machine, or wrong.
func (x *examiner) follow(cube Cube, sel Selection, s int, step model.Step, expected int) int {
	left := step.Wait
	for fired := 0; ; fired++ {
		g := x.d.timeouts(s)
		delay := x.impl.Delay[s]
		if int64(delay) > left {
			x.narrow(cube, g, func(c int) bool { return int64(x.d.Groups[g].Choices[c].Delay) > left })
			break
		}
		x.narrow(cube, g, func(c int) bool { return c == sel[g] })
		if fired > len(x.impl.Delay) { // a cycle of timeouts: all of it has been narrowed
			s, _ = x.impl.Wait(s, left)
			break
		}
		left -= int64(delay)
		s = int(x.impl.After[s])
	}
	g := s*x.d.stride + step.Input
	x.narrow(cube, g, func(c int) bool { return c == sel[g] || x.d.Groups[g].Choices[c].Output != expected })
	_, to := x.impl.Step(s, step.Input)
	return to
}

// narrow intersects a group's set with the choices that pass.
func (x *examiner) narrow(cube Cube, g int, pass func(c int) bool) {
	if cube[g] == nil {
		cube[g] = make([]bool, len(x.d.Groups[g].Choices))
		for c := range cube[g] {
			cube[g][c] = true
		}
	}
	for c := range cube[g] {
		cube[g][c] = cube[g][c] && pass(c)
	}
}
