package tfsm

import (
	"fmt"
	"slices"

	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// What changed from one machine to another: two versions of one protocol, learnt or written, whose states may have
// other names.
//
// Idea: states correspond where they behave most alike. Likeness is counted in rounds: two states are as alike as
// their outputs agree and their targets were alike a round before. From the two initial states on, targets of one
// input are taken to correspond, first where each is the other's most alike. Then a difference is an input that two
// corresponding states answer differently, or that leads to states that do not correspond and can be told apart, or
// a timeout of which the same holds. The trace for it is the shortest that shows it, among those that agree before;
// what is only reached behind another difference says so. Inputs that only one machine reads are left out.

// Differences is the comparison of two machines.
type Differences struct {
	Here, There         *model.Model // both without states that behave alike
	Inputs              []string     // that both read
	OnlyHere, OnlyThere []string     // inputs of one alone
	Unlike              [2][]string  // reached states without a corresponding one
	Test                []model.Step // shortest that tells the machines apart; nil: none does
	Unknown             bool         // delays too large to decide that
	Pairs, Stays        int          // compared to decide it
	Matched             int          // corresponding states
	List                []Difference

	outputs []string
	a, b    *model.Automaton
}

// A Difference is one transition that changed.
type Difference struct {
	State, Other int // corresponding states
	Input        int // -1: their timeouts
	Trace        []model.Step
	Behind       bool // the trace shows another difference before
}

// maxPairs bounds the pairs of states that are compared.
const maxPairs = 1 << 20

// DifferencesOf compares the specifications of two models.
func DifferencesOf(here, there *model.Model) (*Differences, error) {
	d := &Differences{}
	d.Here, _ = minimise(here)
	d.There, _ = minimise(there)
	if n := len(d.Here.States) * len(d.There.States); n > maxPairs {
		return nil, fmt.Errorf("the machines have %d pairs of states, want at most %d", n, maxPairs)
	}
	for _, i := range d.Here.Inputs {
		if slices.Contains(d.There.Inputs, i) {
			d.Inputs = append(d.Inputs, i)
		} else {
			d.OnlyHere = append(d.OnlyHere, i)
		}
	}
	for _, i := range d.There.Inputs {
		if !slices.Contains(d.Here.Inputs, i) {
			d.OnlyThere = append(d.OnlyThere, i)
		}
	}
	d.a, d.b = d.over(d.Here), d.over(d.There)
	if len(d.Inputs) == 0 {
		return d, nil
	}
	x := d.product()
	d.Test = x.Distinguish(d.b)
	d.Unknown, d.Stays, d.Pairs = x.Beyond, x.Met, len(x.queue)
	if x.Beyond {
		return d, nil
	}
	m := &matching{Differences: d, x: d.product(), of: map[int]int{}, back: map[int]int{}}
	m.compare()
	return d, nil
}

// over is a machine over the inputs of both and all outputs.
func (d *Differences) over(m *model.Model) *model.Automaton {
	spec, n := m.Specification(), len(m.States)
	a := &model.Automaton{Initial: m.Initial, Inputs: len(d.Inputs), Delay: spec.Delay, After: spec.After,
		Out: make([]int32, n*len(d.Inputs)), Next: make([]int32, n*len(d.Inputs))}
	for s := range n {
		for i, name := range d.Inputs {
			output, to := spec.Step(s, slices.Index(m.Inputs, name))
			o := slices.Index(d.outputs, m.Outputs[output])
			if o < 0 {
				o = len(d.outputs)
				d.outputs = append(d.outputs, m.Outputs[output])
			}
			a.Out[s*len(d.Inputs)+i], a.Next[s*len(d.Inputs)+i] = int32(o), int32(to)
		}
	}
	return a
}

func (d *Differences) product() *product {
	x := newProduct(&model.Model{States: make([]string, max(len(d.Here.States), len(d.There.States)))}, d.a)
	x.impl = d.b
	return x
}

// matching finds corresponding states and what differs between them.
type matching struct {
	*Differences
	x     *product
	like  [][]int64
	list  []matched
	of    map[int]int // by state of a: its place in the list
	back  map[int]int // by state of b
	met   map[pair]*way
	cache map[pair][]model.Step
}

// A matched pair with the way to it: steps, and time that passes behind them.
type matched struct {
	pair
	steps  []model.Step
	wait   int64
	behind bool
}

// A way is how a pair is first met by steps on which both machines agree.
type way struct {
	steps []model.Step
	wait  int64
}

func (m *matching) compare() {
	m.alike()
	m.match(pair{int32(m.a.Initial), int32(m.b.Initial)}, matched{})
	for strict := 0; strict < 3; {
		if m.grow(strict == 2, strict == 0) {
			strict = 0
		} else {
			strict++
		}
	}
	m.ways()
	m.cache = map[pair][]model.Step{}
	for _, c := range m.list {
		for i := range m.Inputs {
			m.answer(c, i)
		}
		m.timeouts(c)
	}
	m.Matched = len(m.list)
	for s, name := range m.Here.States {
		if _, ok := m.of[s]; !ok {
			m.Unlike[0] = append(m.Unlike[0], name)
		}
	}
	for s, name := range m.There.States {
		if _, ok := m.back[s]; !ok {
			m.Unlike[1] = append(m.Unlike[1], name)
		}
	}
}

// one is the likeness of states that behave alike; whole numbers, so that every machine counts the same.
const (
	one    = int64(1) << 30
	rounds = 12
)

func (m *matching) alike() {
	rows := func(start int64) [][]int64 {
		t := make([][]int64, len(m.Here.States))
		for s := range t {
			t[s] = slices.Repeat([]int64{start}, len(m.There.States))
		}
		return t
	}
	m.like = rows(one)
	for range rounds {
		next := rows(0)
		for s := range next {
			for p := range next[s] {
				next[s][p] = m.likeness(s, p)
			}
		}
		m.like = next
	}
}

func (m *matching) likeness(s, p int) int64 {
	sum := int64(0)
	for i := range m.Inputs {
		o, t := m.a.Step(s, i)
		q, u := m.b.Step(p, i)
		sum += weigh(o == q, m.like[t][u])
	}
	switch ds, dp := m.a.Delay[s], m.b.Delay[p]; {
	case ds == model.Inf && dp == model.Inf:
		sum += one
	case ds != model.Inf && dp != model.Inf:
		sum += weigh(ds == dp, m.like[m.a.After[s]][m.b.After[p]])
	}
	return sum / int64(len(m.Inputs)+1)
}

func weigh(same bool, target int64) int64 {
	if same {
		return (one + target) / 2
	}
	return target / 4
}

// best tells whether each of two states is the most alike of all to the other.
func (m *matching) best(q pair) bool {
	own := m.like[q.s][q.p]
	for s := range m.like {
		if m.like[s][q.p] > own {
			return false
		}
	}
	return slices.Max(m.like[q.s]) == own
}

func (m *matching) match(q pair, c matched) {
	c.pair = q
	m.of[int(q.s)], m.back[int(q.p)] = len(m.list), len(m.list)
	m.list = append(m.list, c)
}

// corresponds tells whether two states were matched with each other.
func (m *matching) corresponds(q pair) bool {
	a, ok := m.of[int(q.s)]
	return ok && m.list[a].p == q.p
}

// grow matches targets of matched states, breadth first: any that are free, or only those that are each other's
// best; behind outputs that agree, or behind all.
func (m *matching) grow(any, agreeing bool) bool {
	before := len(m.list)
	try := func(q pair, c matched) {
		_, usedS := m.of[int(q.s)]
		_, usedP := m.back[int(q.p)]
		if !usedS && !usedP && (any || m.best(q)) {
			m.match(q, c)
		}
	}
	for at := 0; at < len(m.list); at++ {
		c := m.list[at]
		for i := range m.Inputs {
			o, t := m.a.Step(int(c.s), i)
			q, u := m.b.Step(int(c.p), i)
			if o == q && !c.behind || !agreeing {
				steps := append(slices.Clone(c.steps), model.Step{Wait: c.wait, Input: i})
				try(pair{int32(t), int32(u)}, matched{steps: steps, behind: c.behind || o != q})
			}
		}
		if d := m.a.Delay[c.s]; d != model.Inf && d == m.b.Delay[c.p] {
			try(pair{m.a.After[c.s], m.b.After[c.p]}, matched{steps: c.steps, wait: c.wait + int64(d), behind: c.behind})
		}
	}
	return len(m.list) > before
}

// ways finds the pairs that are met by steps on which both agree, with the fewest inputs.
func (m *matching) ways() {
	m.met = map[pair]*way{}
	start := pair{int32(m.a.Initial), int32(m.b.Initial)}
	entered := map[pair]bool{start: true}
	type node struct {
		pair
		steps []model.Step
	}
	for queue := []node{{pair: start}}; len(queue) > 0; queue = queue[1:] {
		v := queue[0]
		m.x.stays(v.pair, func(lo int64, now pair) bool {
			if m.met[now] == nil {
				m.met[now] = &way{v.steps, lo}
			}
			for i := range m.Inputs {
				o, t := m.a.Step(int(now.s), i)
				q, u := m.b.Step(int(now.p), i)
				if to := (pair{int32(t), int32(u)}); o == q && !entered[to] {
					entered[to] = true
					queue = append(queue, node{to, append(slices.Clone(v.steps), model.Step{Wait: lo, Input: i})})
				}
			}
			return true
		})
	}
}

// apart is a shortest test that tells two states apart from when they are entered.
func (m *matching) apart(q pair) []model.Step {
	test, known := m.cache[q]
	if !known {
		test = m.product().from(m.b, q)
		m.cache[q] = test
	}
	return test
}

// answer adds the difference of two corresponding states on an input.
func (m *matching) answer(c matched, i int) {
	o, t := m.a.Step(int(c.s), i)
	q, u := m.b.Step(int(c.p), i)
	to := pair{int32(t), int32(u)}
	var tail []model.Step
	if o == q {
		if m.corresponds(to) {
			return
		}
		if tail = m.apart(to); tail == nil {
			return
		}
	}
	steps, wait, behind := c.steps, c.wait, c.behind
	if w := m.met[c.pair]; w != nil {
		steps, wait, behind = w.steps, w.wait, false
	}
	trace := append(slices.Clone(steps), model.Step{Wait: wait, Input: i})
	m.add(c, i, append(trace, tail...), behind)
}

// timeouts adds the difference of two corresponding states that lies in their timeouts.
func (m *matching) timeouts(c matched) {
	ds, dp := m.a.Delay[c.s], m.b.Delay[c.p]
	after := pair{m.a.After[c.s], m.b.After[c.p]}
	if ds == dp && (ds == model.Inf || m.corresponds(after)) {
		return
	}
	var best []model.Step
	m.x.stays(c.pair, func(lo int64, now pair) bool {
		if lo < int64(min(ds, dp)) {
			return true
		}
		for i := range m.Inputs {
			o, t := m.a.Step(int(now.s), i)
			q, u := m.b.Step(int(now.p), i)
			tail := []model.Step{{Wait: lo + c.wait, Input: i}}
			if o == q {
				more := m.apart(pair{int32(t), int32(u)})
				if more == nil {
					continue
				}
				tail = append(tail, more...)
			}
			if best == nil || len(tail) < len(best) {
				best = tail
			}
		}
		return best == nil || len(best) > 1
	})
	if best != nil {
		m.add(c, -1, append(slices.Clone(c.steps), best...), c.behind)
	}
}

// add keeps a difference that its trace shows on both machines.
func (m *matching) add(c matched, input int, trace []model.Step, behind bool) {
	if m.a.Detects(trace, m.b.Run(trace)) >= 0 {
		m.List = append(m.List, Difference{int(c.s), int(c.p), input, trace, behind})
	}
}
