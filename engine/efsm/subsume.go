package efsm

import (
	"context"
	"encoding/binary"
	"fmt"

	"github.com/mutarium/mutarium/engine/suite"
)

// Exact subsumption. A mutant subsumes another when every test that kills it kills the other too
// (Kurtz, Ammann, Delamaro, Offutt, Deng: Mutant subsumption graphs, 2014). Kill matrices of a
// suite only approximate that. Here the tests that kill a mutant are the language of a finite
// automaton, the product of original and mutant with one absorbing state "killed"; a minimal
// automaton in canonical numbering makes mutants with the same killing tests literally equal, and
// subsumption between classes is inclusion of languages.
//
// A suite that kills one mutant of each minimal class kills all.

// A Class is a set of judged mutants that exactly the same tests kill.
type Class = suite.Class

// killing is the automaton of the tests that kill a mutant; state 0 is the first.
type killing struct {
	next []int32 // state × letter; -1: killed
	n    int
}

// MaxSubsumption bounds mutants × states × letters, which is what the automata take.
const MaxSubsumption = 1 << 28

// Subsumption computes the classes of the killed mutants, in order of their first members. Its
// error says what is too large.
func (c *Checker) Subsumption(ctx context.Context, mutants []Judged, progress func(done, total int)) ([]Class, error) {
	if size := len(mutants) * len(c.x.succ); size > MaxSubsumption {
		return nil, fmt.Errorf("subsumption needs %d mutants × %d steps of the model: more than the limit of %d; take "+
			"fewer operators",
			len(mutants), len(c.x.succ), MaxSubsumption)
	}
	at := map[string]int{}
	var classes []Class
	var automata []*killing
	for i := range mutants {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if progress != nil {
			progress(i, len(mutants))
		}
		if !mutants[i].Verdict.Killed {
			continue
		}
		a := c.killing(&mutants[i]).minimise(len(c.x.letters))
		key := a.key()
		n, seen := at[key]
		if !seen {
			n = len(classes)
			at[key] = n
			classes = append(classes, Class{})
			automata = append(automata, a)
		}
		classes[n].Mutants = append(classes[n].Mutants, i)
	}
	c.order(ctx, classes, automata, mutants)
	return classes, ctx.Err()
}

// killing explores the product of the original and a mutant beyond the first kill.
func (c *Checker) killing(j *Judged) *killing {
	c.install([]Change{j.Change})
	defer func() {
		c.uninstall([]Change{j.Change})
		c.impl.truncate(c.base)
	}()
	scratch := Verdict{hits: j.Verdict.hits}
	c.epoch++
	n := int32(len(c.x.letters))
	a := &killing{}
	number := map[pair]int32{}
	var queue []pair
	visit := func(p pair) int32 {
		id, seen := number[p]
		if !seen {
			id = int32(len(queue))
			number[p] = id
			queue = append(queue, p)
		}
		return id
	}
	c.r.start()
	if !equalValues(c.r.out, c.x.outs.all[c.x.first]) {
		return &killing{n: 0} // the empty test kills
	}
	first, _ := c.impl.id(c.r.state())
	visit(pair{0, first})
	for at := 0; at < len(queue); at++ {
		p := queue[at]
		if p.a == p.b {
			c.deviations(p.a, &scratch)
		}
		for i := range n {
			e := p.a*n + i
			b, same := c.x.succ[e], true
			switch {
			case p.a != p.b:
				c.impl.get(p.b, &c.s)
				var shown []int64
				b, shown = c.step(&c.s, i)
				same = equalValues(shown, c.x.outs.all[c.x.shown[e]])
			case c.mark[e] == c.epoch:
				b, same = c.devTo[e], c.devTo[e] >= 0
			}
			if !same {
				a.next = append(a.next, -1)
				continue
			}
			a.next = append(a.next, visit(pair{c.x.succ[e], b}))
		}
	}
	a.n = len(queue)
	return a
}

// minimise merges states with the same killing tests (Moore's refinement) and numbers the rest in
// the order in which letters reach them.
func (a *killing) minimise(letters int) *killing {
	if a.n == 0 {
		return a
	}
	block := make([]int32, a.n)
	for blocks := 1; ; {
		next := make([]int32, a.n)
		at := map[string]int32{}
		key := make([]byte, 0, 4*(letters+1))
		for s := range a.n {
			key = binary.LittleEndian.AppendUint32(key[:0], uint32(block[s]))
			for i := range letters {
				to := a.next[s*letters+i]
				if to >= 0 {
					to = block[to]
				}
				key = binary.LittleEndian.AppendUint32(key, uint32(to))
			}
			b, seen := at[string(key)]
			if !seen {
				b = int32(len(at))
				at[string(key)] = b
			}
			next[s] = b
		}
		block = next
		if len(at) == blocks {
			break
		}
		blocks = len(at)
	}
	return a.quotient(block, letters)
}

func (a *killing) quotient(block []int32, letters int) *killing {
	member := map[int32]int{}
	for s := a.n - 1; s >= 0; s-- {
		member[block[s]] = s
	}
	number := map[int32]int32{block[0]: 0}
	queue := []int32{block[0]}
	q := &killing{}
	for at := 0; at < len(queue); at++ {
		s := member[queue[at]]
		for i := range letters {
			to := a.next[s*letters+i]
			if to >= 0 {
				b := block[to]
				id, seen := number[b]
				if !seen {
					id = int32(len(queue))
					number[b] = id
					queue = append(queue, b)
				}
				to = id
			}
			q.next = append(q.next, to)
		}
	}
	q.n = len(queue)
	return q
}

func (a *killing) key() string {
	key := make([]byte, 0, 4*len(a.next))
	for _, to := range a.next {
		key = binary.LittleEndian.AppendUint32(key, uint32(to))
	}
	return string(key)
}

// within tells whether every test that kills by a kills by b.
func (a *killing) within(b *killing, letters int) bool {
	if b.n == 0 || a.n == 0 {
		return b.n == 0 // the empty test kills by the one without states, and so does every other
	}
	seen := map[pair]bool{{0, 0}: true}
	todo := []pair{{0, 0}}
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for i := range letters {
			x, y := a.next[int(p.a)*letters+i], b.next[int(p.b)*letters+i]
			switch {
			case y < 0: // killed by b: whatever follows is too
			case x < 0:
				return false
			case !seen[pair{x, y}]:
				seen[pair{x, y}] = true
				todo = append(todo, pair{x, y})
			}
		}
	}
	return true
}

// order fills Minimal and Subsumes. The shortest kills refute most inclusions without a search.
func (c *Checker) order(ctx context.Context, classes []Class, automata []*killing, mutants []Judged) {
	var reps []Judged
	var words Suite
	for _, cl := range classes {
		reps = append(reps, mutants[cl.Mutants[0]])
		words = append(words, mutants[cl.Mutants[0]].Verdict.Strong)
	}
	x := c.Matrix(words, reps)
	n := len(classes)
	below := make([][]bool, n) // below[a][b]: a subsumes b
	for a := range classes {
		below[a] = make([]bool, n)
		for b := range classes {
			if a == b || ctx.Err() != nil || !compatible(x.Strong, a, b) {
				continue
			}
			below[a][b] = automata[a].within(automata[b], len(c.x.letters))
		}
	}
	suite.Order(classes, below)
}

// compatible tells whether no test at hand kills a and not b.
func compatible(rows [][]bool, a, b int) bool {
	for _, row := range rows {
		if row[a] && !row[b] {
			return false
		}
	}
	return true
}
