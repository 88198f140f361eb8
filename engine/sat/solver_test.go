package sat

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

var background = context.Background()

// A formula is a random set of clauses and gates over a few variables, with an evaluation of its
// own.
type formula struct {
	vars    int
	lits    []Lit             // all literals made so far, positive
	eval    []func(uint) bool // of each, under an assignment of the variables
	clauses [][]int           // 1-based indices into lits, negative for negation
}

func (f *formula) holds(l int, bits uint) bool {
	if l < 0 {
		return !f.eval[-l-1](bits)
	}
	return f.eval[l-1](bits)
}

func (f *formula) lit(l int) Lit {
	if l < 0 {
		return f.lits[-l-1].Not()
	}
	return f.lits[l-1]
}

func (f *formula) pick(r *rand.Rand) int {
	l := r.IntN(len(f.lits)) + 1
	if r.IntN(2) == 0 {
		return -l
	}
	return l
}

func (f *formula) grow(r *rand.Rand, s *Solver) {
	a, b, c := f.pick(r), f.pick(r), f.pick(r)
	x, y, w := f.lit(a), f.lit(b), f.lit(c)
	var l Lit
	var e func(uint) bool
	switch r.IntN(7) {
	case 0:
		l, e = s.And(x, y, w), func(v uint) bool { return f.holds(a, v) && f.holds(b, v) && f.holds(c, v) }
	case 1:
		l, e = s.Or(x, y, w), func(v uint) bool { return f.holds(a, v) || f.holds(b, v) || f.holds(c, v) }
	case 2:
		l, e = s.Xor(x, y), func(v uint) bool { return f.holds(a, v) != f.holds(b, v) }
	case 3:
		l, e = s.Iff(x, y), func(v uint) bool { return f.holds(a, v) == f.holds(b, v) }
	case 4:
		l, e = s.Implies(x, y), func(v uint) bool { return !f.holds(a, v) || f.holds(b, v) }
	case 5:
		l, e = s.Const(a > 0), func(uint) bool { return a > 0 }
	default:
		l, e = s.Ite(x, y, w), func(v uint) bool {
			if f.holds(a, v) {
				return f.holds(b, v)
			}
			return f.holds(c, v)
		}
	}
	f.lits, f.eval = append(f.lits, l), append(f.eval, e)
}

// models lists the assignments that satisfy the clauses and the given literals.
func (f *formula) models(given []int) (all []uint) {
	for v := uint(0); v < 1<<f.vars; v++ {
		ok := true
		for _, l := range given {
			ok = ok && f.holds(l, v)
		}
		for _, c := range f.clauses {
			some := false
			for _, l := range c {
				some = some || f.holds(l, v)
			}
			ok = ok && some
		}
		if ok {
			all = append(all, v)
		}
	}
	return all
}

// TestAgainstBruteForce grows a formula, clauses and gates and questions in turn, and asks the
// truth table for every answer, model and core.
func TestAgainstBruteForce(t *testing.T) {
	for seed := range uint64(400) {
		bruteForce(t, seed)
	}
}

func FuzzAgainstBruteForce(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(bruteForce)
}

func bruteForce(t *testing.T, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 1))
	s := []func() *Solver{New, NewCounted}[seed%2]()
	f := &formula{vars: 3 + r.IntN(5)}
	for i := range f.vars {
		f.lits = append(f.lits, s.NewLit())
		f.eval = append(f.eval, func(v uint) bool { return v>>i&1 == 1 })
	}
	for range 40 {
		switch r.IntN(3) {
		case 0:
			f.grow(r, s)
		case 1:
			f.demand(r, s)
		default:
			ask(t, r, s, f)
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// demand adds a random clause.
func (f *formula) demand(r *rand.Rand, s *Solver) {
	var clause []int
	var lits []Lit
	for range 1 + r.IntN(4) {
		l := f.pick(r)
		clause, lits = append(clause, l), append(lits, f.lit(l))
	}
	f.clauses = append(f.clauses, clause)
	s.AddClause(lits...)
}

func ask(t *testing.T, r *rand.Rand, s *Solver, f *formula) {
	t.Helper()
	var given []int
	var lits []Lit
	for range r.IntN(5) {
		given = append(given, f.pick(r))
		lits = append(lits, f.lit(given[len(given)-1]))
	}
	models := f.models(given)
	switch s.Solve(background, lits...) {
	case Sat:
		checkModel(t, s, f, models)
	case Unsat:
		if len(models) > 0 {
			t.Error("unsat, but there is a model")
		}
		checkCore(t, s, f, given, lits)
	default:
		t.Error("unknown without a budget")
	}
}

func checkModel(t *testing.T, s *Solver, f *formula, models []uint) {
	t.Helper()
	var v uint
	for i, l := range f.lits[:f.vars] {
		if s.Value(l) {
			v |= 1 << i
		}
	}
	found := false
	for _, m := range models {
		found = found || m == v
	}
	if !found {
		t.Errorf("%b is no model", v)
	}
	for i, l := range f.lits {
		if s.Value(l) != f.eval[i](v) || s.Value(l.Not()) == f.eval[i](v) {
			t.Errorf("literal %d has a wrong value", i)
		}
	}
}

func checkCore(t *testing.T, s *Solver, f *formula, given []int, lits []Lit) {
	t.Helper()
	core := indices(t, s.Core(), given, lits)
	if len(f.models(core)) > 0 {
		t.Error("the core can hold")
	}
	minimal := indices(t, s.MinimalCore(background), given, lits)
	if len(f.models(minimal)) > 0 {
		t.Error("the minimal core can hold")
	}
	for i := range minimal {
		rest := append(append([]int{}, minimal[:i]...), minimal[i+1:]...)
		if len(f.models(rest)) == 0 {
			t.Error("the minimal core is not minimal")
		}
	}
}

// indices says which of the given literals a core holds. Equal gates are one literal, so any of
// them will do.
func indices(t *testing.T, core []Lit, given []int, lits []Lit) (found []int) {
	t.Helper()
	for _, l := range core {
		at := slices.Index(lits, l)
		if at < 0 {
			t.Error("the core holds what was not assumed")
			continue
		}
		found = append(found, given[at])
	}
	return found
}

// TestBudget counts calls: a spent budget answers unknown and calls nothing.
func TestBudget(t *testing.T) {
	s := New()
	a := s.NewLit()
	s.Budget(2)
	for i, want := range []Result{Sat, Sat, Unknown, Unknown} {
		if got := s.Solve(background, a); got != want {
			t.Errorf("call %d: got %v, want %v", i, got, want)
		}
	}
	if s.Calls() != 2 || !s.Spent() {
		t.Errorf("got %d calls, spent %v", s.Calls(), s.Spent())
	}
	s.Budget(-1)
	if s.Solve(background, a) != Sat || s.Spent() {
		t.Error("a lifted budget still holds")
	}
}

// TestCancelled hears the context before a call and between the slices of one.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(background)
	s := New()
	pigeons(s, 11)
	cancel()
	if got := s.Solve(ctx); got != Unknown || s.Calls() != 0 {
		t.Errorf("cancelled before: got %v after %d calls", got, s.Calls())
	}
	if got := s.Solve(&expiring{Context: background, after: 3}); got != Unknown || s.Calls() != 1 {
		t.Errorf("cancelled within: got %v after %d calls", got, s.Calls())
	}
	a := s.NewLit()
	s.AddClause(a.Not())
	if got := s.Solve(background, a); got != Unsat {
		t.Errorf("after a cancelled call: got %v", got)
	}
}

// An expiring context is done when it was asked often enough: a clock that counts.
type expiring struct {
	context.Context
	after int
}

func (e *expiring) Err() error {
	e.after--
	if e.after < 0 {
		return context.Canceled
	}
	return nil
}

// pigeons demands that n pigeons sit in n-1 holes, one in each.
func pigeons(s *Solver, n int) {
	in := make([][]Lit, n-1)
	for range n {
		holes := s.NewLits(n - 1)
		s.AddClause(holes...)
		for h, l := range holes {
			in[h] = append(in[h], l)
		}
	}
	for _, sitting := range in {
		s.AtMostOnePairwise(sitting...)
	}
}

func TestPigeons(t *testing.T) {
	s := New()
	pigeons(s, 7)
	if got := s.Solve(background); got != Unsat {
		t.Errorf("got %v", got)
	}
	if core := s.Core(); len(core) != 0 {
		t.Errorf("a core of %d without assumptions", len(core))
	}
}

// TestCardinality compares every way to say "at most" with counting, on all assignments.
func TestCardinality(t *testing.T) {
	for n := range 9 {
		one := map[string]func(*Solver, ...Lit){
			"pairwise": (*Solver).AtMostOnePairwise, "ladder": (*Solver).AtMostOneLadder,
			"either": (*Solver).AtMostOne,
		}
		for name, demand := range one {
			s := New()
			lits := s.NewLits(n)
			demand(s, lits...)
			each(n, lits, func(ones int, given []Lit) {
				expect(t, s, ones <= 1, given, "%s: %d of %d", name, ones, n)
			})
		}
		s := New()
		lits := s.NewLits(n)
		each(n, lits, func(ones int, given []Lit) {
			for k := -1; k <= n; k++ {
				expect(t, s, ones <= k, append(given, s.AtMost(k, lits...)), "%d of %d, at most %d", ones, n, k)
			}
		})
	}
	s := New()
	lits := s.NewLits(7)
	s.ExactlyOne(lits...)
	each(7, lits, func(ones int, given []Lit) { expect(t, s, ones == 1, given, "exactly one: %d", ones) })
}

// each calls with every assignment of n literals and the number of ones in it.
func each(n int, lits []Lit, call func(ones int, given []Lit)) {
	for v := range uint(1) << n {
		given := slices.Clone(lits)
		for i := range given {
			if v>>i&1 == 0 {
				given[i] = given[i].Not()
			}
		}
		call(bits.OnesCount(v), given)
	}
}

func expect(t *testing.T, s *Solver, sat bool, given []Lit, format string, args ...any) {
	t.Helper()
	if got := s.Solve(background, given...); (got == Sat) != sat || got == Unknown {
		t.Errorf(format+": got %v", append(args, got)...)
	}
}

// TestConflictsAreCounted: a bound ends a call at the same place in each run, and what is left of it is known.
func TestConflictsAreCounted(t *testing.T) {
	whole := NewCounted()
	pigeons(whole, 8)
	whole.Conflicts(1_000_000)
	if r := whole.Solve(background); r != Unsat {
		t.Fatalf("got %v", r)
	}
	needed := 1_000_000 - whole.ConflictsLeft()
	for bound := 100; bound < needed; bound *= 2 {
		s := NewCounted()
		pigeons(s, 8)
		if s.Conflicts(bound); s.Solve(background) != Unknown || s.ConflictsLeft() != 0 || s.Solve(background) != Unknown {
			t.Errorf("%d conflicts are enough, of %d", bound, needed)
		}
		if s.Conflicts(-1); s.Solve(background) != Unsat {
			t.Errorf("without a bound there is no answer after %d conflicts", bound)
		}
	}
}
