package cdcl

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// A problem is some clauses.
type problem struct {
	vars    int
	clauses [][]Lit
}

// random makes a problem of clauses of two and three literals.
func random(r *rand.Rand, vars, clauses int) problem {
	p := problem{vars: vars}
	for range clauses {
		var c []Lit
		for range 2 + r.IntN(2) {
			c = append(c, p.lit(r))
		}
		p.clauses = append(p.clauses, c)
	}
	return p
}

func (p *problem) lit(r *rand.Rand) Lit { return Lit(2 + r.IntN(2*p.vars)) }

func (p *problem) load() *Solver {
	s := New()
	for range p.vars {
		s.NewVar()
	}
	for _, c := range p.clauses {
		s.Add(c...)
	}
	return s
}

func satisfies(model uint, clauses [][]Lit) bool {
	for _, c := range clauses {
		if !slices.ContainsFunc(c, func(l Lit) bool { return model>>(l>>1-1)&1 == uint(l&1^1) }) {
			return false
		}
	}
	return true
}

// some tells by a table of all models whether clauses can hold.
func (p *problem) some(clauses [][]Lit) bool {
	for m := range uint(1) << p.vars {
		if satisfies(m, clauses) {
			return true
		}
	}
	return false
}

// TestAgainstTruthTables asks questions under assumptions while clauses are added, and checks every model and
// every core.
func TestAgainstTruthTables(t *testing.T) {
	answers := map[Result]int{}
	for seed := range uint64(600) {
		r := rand.New(rand.NewPCG(seed, 1))
		p := random(r, 3+r.IntN(9), 5+r.IntN(30))
		s := p.load()
		for range 12 {
			var assumed []Lit
			for range r.IntN(5) {
				assumed = append(assumed, p.lit(r))
			}
			answer := s.Solve(-1, assumed...)
			answers[answer]++
			check(t, &p, s, answer, assumed)
			if t.Failed() {
				t.Fatalf("seed %d", seed)
			}
			c := []Lit{p.lit(r), p.lit(r), p.lit(r)}
			p.clauses = append(p.clauses, c)
			s.Add(c...)
		}
	}
	if answers[Sat] < 1000 || answers[Unsat] < 1000 || answers[Unknown] > 0 {
		t.Errorf("got the answers %v: too few of a kind", answers)
	}
}

func check(t *testing.T, p *problem, s *Solver, answer Result, assumed []Lit) {
	t.Helper()
	all := slices.Clone(p.clauses)
	for _, l := range assumed {
		all = append(all, []Lit{l})
	}
	if want := p.some(all); want != (answer == Sat) {
		t.Errorf("got %v, satisfiable is %v", answer, want)
		return
	}
	if answer == Sat {
		model := uint(0)
		for v := range p.vars {
			if s.Value(Lit(2*v + 2)) {
				model |= 1 << v
			}
		}
		if !satisfies(model, all) {
			t.Error("the model is none")
		}
		return
	}
	with := slices.Clone(p.clauses)
	for _, l := range s.Core() {
		if with = append(with, []Lit{l}); !slices.Contains(assumed, l) {
			t.Error("the core holds what was not assumed")
		}
	}
	if p.some(with) {
		t.Errorf("the core %v can hold", s.Core())
	}
}

// pigeons says that so many pigeons sit in one hole fewer, one in each.
func pigeons(n int) problem {
	p := problem{vars: n * (n - 1)}
	at := func(pigeon, hole int) Lit { return Lit(2 * (pigeon*(n-1) + hole + 1)) }
	for i := range n {
		var c []Lit
		for h := range n - 1 {
			c = append(c, at(i, h))
			for j := range i {
				p.clauses = append(p.clauses, []Lit{at(i, h).Not(), at(j, h).Not()})
			}
		}
		p.clauses = append(p.clauses, c)
	}
	return p
}

// TestBudgetOfConflicts: a call that meets the bound says so at the same conflict each time, goes on when it
// is asked again, and in the end knows.
func TestBudgetOfConflicts(t *testing.T) {
	p := pigeons(8)
	s, again := p.load(), p.load()
	calls := 0
	for answer := Unknown; answer == Unknown; calls++ {
		answer = s.Solve(100)
		if other := again.Solve(100); other != answer || s.Conflicts() != again.Conflicts() {
			t.Fatalf("got %v after %d conflicts, then %v after %d", answer, s.Conflicts(), other, again.Conflicts())
		}
		if answer == Unknown && s.Conflicts() != 100*(calls+1) {
			t.Fatalf("got %d conflicts in %d calls", s.Conflicts(), calls+1)
		}
		if answer == Sat {
			t.Fatal("eight pigeons sit in seven holes")
		}
	}
	if calls < 3 {
		t.Errorf("it took %d calls: too easy to show anything", calls)
	}
}

// TestPausesChangeNothing: a caller that looks in sees the search it would not have disturbed, and can end it.
func TestPausesChangeNothing(t *testing.T) {
	p := pigeons(9)
	s, paused := p.load(), p.load()
	pauses := 0
	paused.Pause = func() bool { pauses++; return false }
	if a, b := s.Solve(-1), paused.Solve(-1); a != Unsat || b != Unsat || s.Conflicts() != paused.Conflicts() {
		t.Errorf("got %v after %d conflicts, with pauses %v after %d", a, s.Conflicts(), b, paused.Conflicts())
	}
	if pauses == 0 {
		t.Error("there was no pause")
	}
	stopped := p.load()
	stopped.Pause = func() bool { return true }
	if got := stopped.Solve(-1); got != Unknown || stopped.Conflicts() >= s.Conflicts() {
		t.Errorf("got %v after %d conflicts of %d", got, stopped.Conflicts(), s.Conflicts())
	}
}

// TestLearntClausesFollow: each clause that is learnt is refuted, when it is denied, by propagation in the clauses
// before it. Tidying takes place in these runs.
func TestLearntClausesFollow(t *testing.T) {
	tidied := false
	for seed := range uint64(4) {
		p := random(rand.New(rand.NewPCG(seed, 2)), 190, 0)
		r := rand.New(rand.NewPCG(seed, 3))
		for range 810 {
			p.clauses = append(p.clauses, []Lit{p.lit(r), p.lit(r), p.lit(r)})
		}
		s := p.load()
		checker := p.load()
		for answer := Unknown; answer == Unknown; {
			answer = s.Solve(1)
			if n := len(s.learnt); n > 0 {
				follow(t, checker, s.lits(s.learnt[n-1]))
			}
			for _, l := range s.trail { // at level 0
				follow(t, checker, []Lit{l})
			}
			if t.Failed() {
				t.Fatalf("seed %d", seed)
			}
		}
		tidied = tidied || s.tidies > 0
	}
	if !tidied {
		t.Error("no run tidied up")
	}
}

// follow demands that a clause follows by propagation, and adds it.
func follow(t *testing.T, s *Solver, lits []Lit) {
	if s.refuted {
		return
	}
	lits = slices.Clone(lits)
	s.starts = append(s.starts, len(s.trail))
	failed := false
	for _, l := range lits {
		if failed = failed || s.value[l] > 0; s.value[l] == 0 {
			s.assign(l.Not(), none)
		}
	}
	if !failed && s.propagate() == none {
		t.Errorf("%v does not follow", lits)
	}
	s.back(0)
	s.Add(lits...)
}

func BenchmarkPigeons(b *testing.B) {
	for b.Loop() {
		p := pigeons(9)
		if s := p.load(); s.Solve(-1) != Unsat {
			b.Fatal("they fit")
		}
	}
}
