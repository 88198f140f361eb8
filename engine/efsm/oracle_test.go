package efsm

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/internal/testkit"
)

// What the engine says of the gallery is compared with answers that are found otherwise: by enumerating
// words, by playing tests on the plain evaluator, by pairs of pairs. What has facts of its own
// (facts_test.go) is compared with them too.

// All mutants of the gallery have the words and lengths that the plain product finds.
func TestVerdictsOfTheGallery(t *testing.T) {
	for _, e := range Gallery() {
		t.Run(e.Name, func(t *testing.T) {
			m := galleryMachine(t, e.Name)
			agree(t, m, testkit.Some(Changes(m), 5))
		})
	}
}

// No word before the strong word kills, in the order of length and then of the inputs: all of them
// are played.
func TestShortestWordsByEnumeration(t *testing.T) {
	const most = 5000 // words for one mutant
	for _, e := range Gallery() {
		m := galleryMachine(t, e.Name)
		c, err := NewChecker(m, 0)
		if err != nil {
			t.Fatal(err)
		}
		played := 0
		for i, ch := range Changes(m) {
			v := c.Check(ch)
			words := 1
			for range len(v.Strong) {
				words *= len(c.x.letters)
			}
			if !v.Killed || words > most || i%3 != 0 {
				continue
			}
			played++
			impl := Mutant(m, ch)
			want := c.Word(v.Strong)
			if first := firstKill(c, impl, len(want)); fmt.Sprint(first) != fmt.Sprint(want) {
				t.Errorf("%s %s: got the word %v, enumeration finds %v first", e.Name, ch.ID(m), want, first)
			}
		}
		if played == 0 {
			t.Errorf("%s: no word was short enough", e.Name)
		}
	}
}

// firstKill plays all words of at most n letters in order.
func firstKill(c *Checker, impl *model.Machine, n int) []model.Letter {
	all := [][]model.Letter{{}}
	for range n + 1 {
		var longer [][]model.Letter
		for _, w := range all {
			if model.FirstDifference(c.x.m.Run(w), impl.Run(w)) >= 0 {
				return w
			}
			for _, l := range c.x.letters {
				longer = append(longer, append(slices.Clone(w), l))
			}
		}
		all = longer
	}
	return nil
}

// A cell of the kill matrix is what the plain evaluator shows when it plays the test.
func TestMatrixByPlaying(t *testing.T) {
	for _, e := range Gallery() {
		m := galleryMachine(t, e.Name)
		c, err := NewChecker(m, 0)
		if err != nil {
			t.Fatal(err)
		}
		mutants := c.Judge(context.Background(), paperChanges(m), nil)
		tests := append(StrongSuite(mutants), Tests(c.MaskingMCDC())...)
		x := c.Matrix(tests, mutants)
		every := max(1, len(tests)*len(mutants)/1500)
		for n := 0; n < len(tests)*len(mutants); n += every {
			i, j := n/len(mutants), n%len(mutants)
			word := c.Word(tests[i])
			kills := model.FirstDifference(m.Run(word), Mutant(m, mutants[j].Change).Run(word)) >= 0
			if x.Strong[i][j] != kills {
				t.Errorf("%s: test %s on %s: got %t, want %t", e.Name, c.spell(tests[i]), mutants[j].Change.ID(m),
					x.Strong[i][j], kills)
			}
		}
	}
}

// A played moment is a guard evaluation with the canonical word to it.
type playedMoment struct {
	t     int
	env   []int64
	taken bool
	word  []model.Letter
}

// moments lists all evaluations of the original in the order of their words, by the plain evaluator.
func moments(m *model.Machine) (all []playedMoment) {
	type place struct {
		model.Config
		word []model.Letter
	}
	note := func(word []model.Letter) model.Observer {
		return func(t int, env []int64, taken bool) {
			all = append(all, playedMoment{t, slices.Clone(env), taken, word})
		}
	}
	first, _ := m.Start(note([]model.Letter{}))
	seen := map[string]bool{first.Key(): true}
	queue := []place{{first, nil}}
	for at := 0; at < len(queue); at++ {
		for _, l := range m.Letters(model.MaxLetters) {
			word := append(slices.Clone(queue[at].word), l)
			next, _ := m.Step(queue[at].Config, word[len(word)-1], note(word))
			if !seen[next.Key()] {
				seen[next.Key()] = true
				queue = append(queue, place{next, word})
			}
		}
	}
	return all
}

// Tests of coverage criteria are the first words on whose last input the goal is met, and what is
// called infeasible never happens.
func TestCoverageByPlaying(t *testing.T) {
	for _, e := range Gallery() {
		t.Run(e.Name, func(t *testing.T) {
			m := galleryMachine(t, e.Name)
			c, err := NewChecker(m, 0)
			if err != nil {
				t.Fatal(err)
			}
			all := moments(m)
			holds := func(e *expr.Expr, env []int64) bool {
				v, fault := expr.Eval(e, env, model.Limit)
				return v == 1 && fault == expr.NoFault
			}
			i := 0
			check := func(list []Obligation, name string, meets func(playedMoment) bool) {
				t.Helper()
				o := &list[i]
				i++
				n := slices.IndexFunc(all, meets)
				switch {
				case o.Name != name:
					t.Errorf("got the obligation %s, want %s", o.Name, name)
				case o.Met != (n >= 0):
					t.Errorf("%s: met %t, want %t", name, o.Met, n >= 0)
				case o.Met && fmt.Sprint(c.Word(o.Test)) != fmt.Sprint(all[n].word):
					t.Errorf("%s: got the test %s, want %s", name, c.spell(o.Test), m.WordText(all[n].word))
				}
			}
			transitions, branches, conditions := c.TransitionCover(), c.BranchCover(), c.MaskingMCDC()
			for n := range m.Transitions {
				check(transitions, m.Transitions[n].ID, func(p playedMoment) bool { return p.t == n && p.taken })
			}
			i = 0
			for n := range m.Transitions {
				for _, want := range []bool{true, false} {
					if m.Transitions[n].Guard != nil {
						check(branches, fmt.Sprint(m.Transitions[n].ID, " ", want), func(p playedMoment) bool {
							return p.t == n &&
								p.taken == want
						})
					}
				}
			}
			i = 0
			for n := range m.Transitions {
				g := m.Transitions[n].Guard
				if g == nil {
					continue
				}
				for k, atom := range conditionsOf(g) {
					for _, want := range []bool{true, false} {
						flipped := expr.Replace(g, atom, expr.Truth(!want))
						check(conditions, fmt.Sprintf("%s condition %d %t", m.Transitions[n].ID, k+1, want), func(p playedMoment) bool {
							return p.t == n && holds(atom, p.env) == want && holds(g, p.env) != holds(flipped, p.env)
						})
					}
				}
			}
		})
	}
}

// namesAny tells that an expression reads one of some variables.
func namesAny(e *expr.Expr, vars map[int]bool) (found bool) {
	expr.Refs(e, func(ref int) { found = found || vars[ref] })
	return found
}

// conditionsOf lists the occurrences of Boolean names and comparisons in a guard.
func conditionsOf(e *expr.Expr) (all []*expr.Expr) {
	if e.Op == expr.Not || e.Op.Logical() {
		for _, a := range e.Args {
			all = append(all, conditionsOf(a)...)
		}
		return all
	}
	if e.Op == expr.Const {
		return nil
	}
	return []*expr.Expr{e}
}

// The tests of all uses lead from the definition to the use with no other definition between.
func TestUsesByPlaying(t *testing.T) {
	for _, e := range Gallery() {
		m := galleryMachine(t, e.Name)
		c, err := NewChecker(m, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range c.AllUses() {
			if !o.Met {
				continue
			}
			names := strings.Fields(o.Name) // definition, variable, use
			if !reachesUse(m, c.Word(o.Test), names[0], names[1], names[2]) {
				t.Errorf("%s: %s does not lead from a definition to its use: %s", e.Name, c.spell(o.Test), o.Name)
			}
		}
	}
}

// reachesUse plays a word and tells whether its last input reads a definition.
func reachesUse(m *model.Machine, word []model.Letter, definition, variable, use string) (met bool) {
	v := slices.IndexFunc(m.Vars, func(x model.Variable) bool { return x.Name == variable })
	holds := false
	step := 0
	see := func(t int, _ []int64, taken bool) {
		tr := &m.Transitions[t]
		self := map[int]bool{v: true}
		read := holds && tr.Guard != nil && namesAny(tr.Guard, self)
		if taken {
			for _, u := range tr.Updates {
				read = read || holds && namesAny(u.Value, self)
			}
			for _, u := range tr.Updates {
				if u.Var == v {
					holds = tr.ID == definition
				}
			}
			for _, x := range tr.Emits {
				for _, a := range x.Args {
					read = read || holds && namesAny(a, self)
				}
			}
		}
		met = met || read && tr.ID == use && step == len(word)
	}
	c, _ := m.Start(see)
	for _, l := range word {
		step++
		c, _ = m.Step(c, l, see)
	}
	return met
}

// Inclusions of killing tests are decided once more by stepping the original and two mutants side by
// side (the triple product): no word may kill the one and leave the other alive.
func TestSubsumptionByTripleProduct(t *testing.T) {
	for _, name := range []string{"fig1a", "fig1b", "fig1c", "fig5", "fig6", "fig6-step", "vending", "lift", "cruise"} {
		t.Run(name, func(t *testing.T) {
			m := galleryMachine(t, name)
			c, err := NewChecker(m, 0)
			if err != nil {
				t.Fatal(err)
			}
			mutants := c.Judge(context.Background(), paperChanges(m), nil)
			classes, err := c.Subsumption(context.Background(), mutants, nil)
			if err != nil {
				t.Fatal(err)
			}
			class := map[int]int{}
			for n, cl := range classes {
				for _, j := range cl.Mutants {
					class[j] = n
				}
			}
			var killed []int
			for j := range mutants {
				if _, in := class[j]; in != mutants[j].Verdict.Killed {
					t.Fatalf("%s: killed, or in a class, but not both", mutants[j].Change.ID(m))
				} else if in {
					killed = append(killed, j)
				}
			}
			every := max(1, len(killed)*len(killed)/400)
			for n := 0; n < len(killed)*len(killed); n += every {
				a, b := killed[n/len(killed)], killed[n%len(killed)]
				want := killsToo(m, Mutant(m, mutants[a].Change), Mutant(m, mutants[b].Change))
				got := class[a] == class[b] || slices.Contains(allSubsumed(classes, class[a]), class[b])
				if got != want {
					t.Errorf("%s subsumes %s: got %t, want %t", mutants[a].Change.ID(m), mutants[b].Change.ID(m), got, want)
				}
			}
		})
	}
}

// allSubsumed follows the edges of a class to all that it subsumes.
func allSubsumed(classes []Class, from int) (all []int) {
	for at := []int{from}; len(at) > 0; at = at[1:] {
		for _, to := range classes[at[0]].Subsumes {
			if !slices.Contains(all, to) {
				all, at = append(all, to), append(at, to)
			}
		}
	}
	return all
}

// killsToo tells whether every word that kills the first mutant kills the second.
func killsToo(m, first, second *model.Machine) bool {
	type triple struct{ m, a, b model.Config }
	s, shown := m.Start(nil)
	a, shownA := first.Start(nil)
	b, shownB := second.Start(nil)
	if !model.SameShown(shown, shownB) {
		return true
	}
	if !model.SameShown(shown, shownA) {
		return false
	}
	seen := map[string]bool{}
	todo := []triple{{s, a, b}}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if key := at.m.Key() + at.a.Key() + at.b.Key(); seen[key] {
			continue
		} else {
			seen[key] = true
		}
		for _, l := range m.Letters(model.MaxLetters) {
			in := l
			s, shown := m.Step(at.m, in, nil)
			a, shownA := first.Step(at.a, in, nil)
			b, shownB := second.Step(at.b, in, nil)
			switch {
			case !model.SameShown(shown, shownB): // the second is killed, whatever follows
			case !model.SameShown(shown, shownA):
				return false
			default:
				todo = append(todo, triple{s, a, b})
			}
		}
	}
	return true
}

// Prolonged tests begin with the test they prolong, and a prolonged suite kills at least what the
// suite kills.
func TestProlongationLosesNothing(t *testing.T) {
	for _, e := range Gallery() {
		m := galleryMachine(t, e.Name)
		c, err := NewChecker(m, 0)
		if err != nil {
			t.Fatal(err)
		}
		mutants := c.Judge(context.Background(), paperChanges(m), nil)
		for _, k := range c.criteria() {
			if k.obligations == nil {
				continue
			}
			all := k.obligations()
			for i := range all {
				o := &all[i]
				if long := c.Prolonged(o); o.Met && !slices.Equal(long[:len(o.Test)], o.Test) {
					t.Errorf("%s %s: %v does not begin with %v", e.Name, o.Name, long, o.Test)
				}
			}
			a, b := c.Matrix(Tests(all), mutants).Strong.Killed(), c.Matrix(c.ProlongedTests(all), mutants).Strong.Killed()
			if b < a {
				t.Errorf("%s %s: prolonged tests kill %d, the others %d", e.Name, k.name, b, a)
			}
		}
	}
}

// A suite made mutant by mutant kills all that can be killed with fewer searches, and one that begins
// with an existing suite keeps its tests and searches for less.
func TestIterativeSuites(t *testing.T) {
	for _, e := range Gallery() {
		m := galleryMachine(t, e.Name)
		c, err := NewChecker(m, 0)
		if err != nil {
			t.Fatal(err)
		}
		changes := paperChanges(m)
		mutants := c.Judge(context.Background(), changes, nil)
		killable := 0
		for _, j := range mutants {
			killable += count(j.Verdict.Killed)
		}
		tests, searched := c.Iterative(nil, changes)
		if got := c.Matrix(tests, mutants).Strong.Killed(); got != killable || searched != len(tests)+len(mutants)-killable {
			t.Errorf("%s: %d tests kill %d of %d, %d searches", e.Name, len(tests), got, killable, searched)
		}
		for i, test := range tests { // each was made for a mutant that none before kills
			if i > 0 && c.Matrix(tests[:i], mutants).Strong.Killed() == c.Matrix(tests[:i+1], mutants).Strong.Killed() {
				t.Errorf("%s: %s kills nothing new", e.Name, c.spell(test))
			}
		}
		start := Tests(c.TransitionCover())
		more, less := c.Iterative(start, changes)
		if got := c.Matrix(more, mutants).Strong.Killed(); got != killable || less > searched ||
			fmt.Sprint(more[:len(start)]) != fmt.Sprint(start) {
			t.Errorf("%s: with a start %d of %d are killed, %d searches against %d", e.Name, got, killable, less, searched)
		}
	}
}
