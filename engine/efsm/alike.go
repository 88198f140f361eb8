package efsm

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/expr"
)

// Duplicates: two mutants are alike when they show the same on every input word.
//
// Idea: both are deterministic, so their product decides it: alike exactly when no pair of states
// that the same word leads to shows something different on some input. As in conform.go the
// original's states keep their numbers and its table answers for the steps that neither mutant makes
// otherwise. First all states of the original are taken for common ones: then only the infected
// steps and what follows them are run, which settles nearly all true duplicates. That is more than
// can happen, so a difference found there proves nothing, and the product is explored from the start.
// Deviation from trivial compiler equivalence (Papadakis, Jia, Harman, Le Traon, ICSE 2015), which
// compares object code and misses some: this is exact.

// Fingerprint is equal for mutants that show the same on every word: the least word that kills, and
// what the mutant shows on it and on a few fixed walks. The mutant must be killed by the word.
func Fingerprint(m *model.Machine, strong []model.Letter, changes ...Change) string {
	r := newRunner(m)
	r.install(m, changes)
	var b strings.Builder
	fmt.Fprint(&b, m.WordText(strong))
	play := func(word []model.Letter) {
		r.start()
		fmt.Fprint(&b, "|", r.out)
		for i := range word {
			r.step(&word[i])
			fmt.Fprint(&b, r.out)
		}
	}
	play(strong)
	random := dice(7)
	for range printWalks {
		walk := slices.Clone(strong)
		for range printStrides {
			if len(m.Inputs) > 0 {
				walk = append(walk, random.letter(m))
			}
		}
		play(walk[len(strong)*int(random.below(2)):]) // after the kill, or from the start
	}
	return b.String()
}

const (
	printWalks   = 4
	printStrides = 24
)

// install puts the transitions of a mutant in place of the machine's.
func (r *runner) install(m *model.Machine, changes []Change) {
	mutant := Mutant(m, changes...)
	for _, ch := range changes {
		r.trans[ch.Transition] = &mutant.Transitions[ch.Transition]
	}
}

// SameText tells that two mutants have the same transitions: then they are alike.
func SameText(m *model.Machine, a, b []Change) bool {
	x, y := Mutant(m, a...), Mutant(m, b...)
	for _, ch := range slices.Concat(a, b) {
		if !equalTransitions(&x.Transitions[ch.Transition], &y.Transitions[ch.Transition]) {
			return false
		}
	}
	return true
}

func equalTransitions(a, b *model.Transition) bool {
	same := func(x, y *expr.Expr) bool { return x == y || x != nil && y != nil && expr.Equal(x, y) }
	return a.To == b.To && same(a.Guard, b.Guard) &&
		slices.EqualFunc(a.Updates, b.Updates, func(x, y model.Update) bool {
			return x.Var == y.Var && same(x.Value,
				y.Value)
		}) &&
		slices.EqualFunc(a.Emits, b.Emits, func(x, y model.Emit) bool {
			return x.Output == y.Output &&
				slices.EqualFunc(x.Args, y.Args, same)
		})
}

// Alike decides whether two mutants show the same on every word. It is undecided when the budget of
// pairs ran out, or the context was done.
func (c *Checker) Alike(ctx context.Context, a, b []Change) (alike, decided bool) {
	if SameText(c.x.m, a, b) {
		return true, true
	}
	defer c.impl.truncate(c.base)
	p := &likeness{c: c, ctx: ctx, r: [2]*runner{newRunner(c.x.m), newRunner(c.x.m)}, infected: map[int32]bool{}}
	for i, changes := range [][]Change{a, b} {
		p.r[i].install(c.x.m, changes)
		var v Verdict
		faults := Faults(c.x.m, changes)
		for n := range faults {
			c.infected(&faults[n], &v)
		}
		v.each(func(at evaluation) bool {
			p.infected[at.edge] = true
			return true
		})
	}
	if alike, decided = p.run(true); alike || !decided {
		return alike, decided
	}
	return p.run(false)
}

// A likeness is the product of two mutants.
type likeness struct {
	c        *Checker
	ctx      context.Context
	r        [2]*runner
	infected map[int32]bool // edges of the original on which one of them may go otherwise
	pairs    pairSet
	queue    []pair
	visited  int
}

// run explores pairs; alike is false where one shows something different. With everywhere set all states of
// the original count as reached by both.
func (p *likeness) run(everywhere bool) (alike, decided bool) {
	p.pairs.reset()
	p.queue, p.visited = p.queue[:0], 0
	p.r[0].start()
	p.r[1].start()
	if !equalValues(p.r[0].out, p.r[1].out) {
		return false, true
	}
	p.meet(everywhere)
	if everywhere {
		edges := make([]int32, 0, len(p.infected))
		for e := range p.infected {
			if e != startEdge {
				edges = append(edges, e)
			}
		}
		slices.Sort(edges)
		for _, e := range edges {
			if !p.step(pair{p.c.x.from(e), p.c.x.from(e)}, p.c.x.letter(e), everywhere) {
				return false, true
			}
		}
	}
	letters := int32(len(p.c.x.letters))
	for at := 0; at < len(p.queue); at++ {
		if p.visited++; p.visited > p.c.budget || p.ctx.Err() != nil {
			return false, false
		}
		q := p.queue[at]
		for l := range letters {
			if e := q.a*letters + l; q.a == q.b && int(q.a) < p.c.base && !p.infected[e] {
				p.add(pair{p.c.x.succ[e], p.c.x.succ[e]}, everywhere)
			} else if !p.step(q, l, everywhere) {
				return false, true
			}
		}
	}
	return true, true
}

// step makes a step of both; false means that they show something different.
func (p *likeness) step(q pair, letter int32, everywhere bool) bool {
	for i, s := range [2]int32{q.a, q.b} {
		p.c.impl.get(s, &p.c.s)
		p.r[i].load(&p.c.s)
		p.r[i].step(&p.c.x.letters[letter])
	}
	if !equalValues(p.r[0].out, p.r[1].out) {
		return false
	}
	p.meet(everywhere)
	return true
}

// meet adds the pair of states in which both are.
func (p *likeness) meet(everywhere bool) {
	a, _ := p.c.impl.id(p.r[0].state())
	b, _ := p.c.impl.id(p.r[1].state())
	p.add(pair{a, b}, everywhere)
}

func (p *likeness) add(q pair, everywhere bool) {
	known := q.a == q.b && int(q.a) < p.c.base && everywhere
	if !known && p.pairs.add(q) {
		p.queue = append(p.queue, q)
	}
}
