package model

import (
	"slices"
	"sort"
	"strings"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
)

// Warnings that need the whole machine but no run of it.

func (c *checker) structure() {
	c.order()
	c.reached()
	c.endless()
	for i := range c.m.Transitions {
		c.constantOutputs(&c.m.Transitions[i])
	}
}

// Alternatives groups the transitions that compete: same source, same event, in the order in which
// they are tried. The groups come in the order of their first transition.
func (m *Machine) Alternatives() [][]int {
	type key struct{ from, event int }
	at := map[key]int{}
	var groups [][]int
	for i := range m.Transitions {
		k := key{m.Transitions[i].From, m.Transitions[i].Event}
		g, seen := at[k]
		if !seen {
			g = len(groups)
			at[k] = g
			groups = append(groups, nil)
		}
		groups[g] = append(groups[g], i)
	}
	for _, g := range groups {
		sort.SliceStable(g, func(a, b int) bool {
			return m.Transitions[g[a]].Priority < m.Transitions[g[b]].Priority
		})
	}
	return groups
}

// Bounds of the search for overlapping guards: what is beyond them is counted and said in one line.
const (
	maxOverlapNotes  = 50
	maxOverlapTrials = 1 << 21 // valuations tried, all pairs together
	perPair          = 16      // what a pair costs beside, in valuations
)

// order warns of transitions that are never taken, and tells where two guards hold together: the
// order of the text decides there, which may not be what was meant. An alternative without a guard
// that stands last is an else and needs no word.
func (c *checker) order() {
	notes, more, unseen, trials := 0, 0, 0, 0
	at := source.Span{}
	for _, group := range c.m.Alternatives() {
		group = c.shadows(group)
		for i, later := range group {
			t := &c.m.Transitions[later]
			if t.Guard == nil || t.Guard.IsTrue() {
				break // an else
			}
			for n, earlier := range group[:i] {
				if trials > maxOverlapTrials {
					unseen += i - n
					at = t.Span
					break
				}
				e := &c.m.Transitions[earlier]
				where, tried := c.m.overlap(e, t)
				switch trials += tried + perPair; {
				case where == "":
				case notes == maxOverlapNotes:
					more, at = more+1, t.Span
				default:
					notes++
					c.messages.overlap(t.Span, t.ID, e.ID, where, e.Span)
				}
			}
		}
	}
	if more+unseen > 0 {
		c.moreOverlaps(at, more, unseen)
	}
}

// shadows warns of the alternatives behind the first without a guard, and gives those up to it.
func (c *checker) shadows(group []int) []int {
	for n, i := range group {
		first := &c.m.Transitions[i]
		if first.Guard != nil && !first.Guard.IsTrue() {
			continue
		}
		for _, later := range group[n+1:] {
			t := &c.m.Transitions[later]
			c.shadowed(t.Span, t.ID, first.ID, first.Span)
		}
		return group[:n+1]
	}
	return group
}

// maxOverlapSearch bounds the valuations tried for one pair of guards.
const maxOverlapSearch = 4096

// overlap looks for values for which both guards hold and gives them as text, "" when there are
// none, and how many it tried. Where there are too many values it tries those that the guards mention, their neighbours
// and the ends of the ranges.
func (m *Machine) overlap(a, b *Transition) (where string, tried int) {
	read := map[int]bool{}
	for _, g := range []*expr.Expr{a.Guard, b.Guard} {
		expr.Refs(g, func(ref int) {
			if ref >= 0 {
				read[ref] = true
			}
		})
	}
	var refs []int
	size := int64(1)
	for ref := range read {
		refs = append(refs, ref)
		size = min(size*m.refType(a, ref).Size(), maxOverlapSearch+1)
	}
	sort.Ints(refs)
	var values [][]int64
	trials := 1
	for _, ref := range refs {
		values = append(values, m.refType(a, ref).trials(size <= maxOverlapSearch, a.Guard, b.Guard))
		if trials *= len(values[len(values)-1]); trials > maxOverlapSearch {
			return "", 1
		}
	}
	env := make([]int64, len(m.Vars)+len(m.Params(a)))
	if !anyValuation(refs, values, env, func() bool {
		tried++
		return truthOf(a.Guard, env) && truthOf(b.Guard, env)
	}) {
		return "", tried
	}
	var shown []string
	for _, ref := range refs {
		t := m.refType(a, ref)
		shown = append(shown, m.refName(a, ref)+" = "+t.Show(env[ref]))
	}
	if len(shown) == 0 {
		return "all values", tried
	}
	return strings.Join(shown, ", "), tried
}

// trials lists values of a type, ascending: all, or the ends and what is near the guards' numbers.
func (t Type) trials(all bool, guards ...*expr.Expr) []int64 {
	var values []int64
	for v := t.Min; all && v <= t.Max; v++ {
		values = append(values, v)
	}
	if all {
		return values
	}
	values = []int64{t.Min, t.Max}
	for _, g := range guards {
		expr.Walk(g, func(e *expr.Expr) bool {
			for v := e.Value - 1; e.Op == expr.Const && e.Type == expr.Int && v <= e.Value+1; v++ {
				if t.Min <= v && v <= t.Max {
					values = append(values, v)
				}
			}
			return true
		})
	}
	slices.Sort(values)
	return slices.Compact(values)
}

// anyValuation tries the values of refs upwards until holds does.
func anyValuation(refs []int, values [][]int64, env []int64, holds func() bool) bool {
	if len(refs) == 0 {
		return holds()
	}
	for _, v := range values[0] {
		env[refs[0]] = v
		if anyValuation(refs[1:], values[1:], env, holds) {
			return true
		}
	}
	return false
}

func (m *Machine) refType(t *Transition, ref int) Type {
	if ref < len(m.Vars) {
		return m.Vars[ref].Type
	}
	return m.Params(t)[ref-len(m.Vars)].Type
}

func (m *Machine) refName(t *Transition, ref int) string {
	if ref < len(m.Vars) {
		return m.Vars[ref].Name
	}
	return m.Params(t)[ref-len(m.Vars)].Name
}

func truthOf(guard *expr.Expr, env []int64) bool {
	v, fault := expr.Eval(guard, env, Limit)
	return fault == expr.NoFault && v == 1
}

// Successors lists the targets of each location's transitions, in the order of the text.
func (m *Machine) Successors() [][]int {
	next := make([][]int, len(m.Locations))
	for i := range m.Transitions {
		t := &m.Transitions[i]
		next[t.From] = append(next[t.From], t.To)
	}
	return next
}

// reached warns of locations to which no path of transitions leads, whatever their guards.
func (c *checker) reached() {
	m := c.m
	next := m.Successors()
	seen := make([]bool, len(m.Locations))
	seen[m.Initial] = true
	todo := []int{m.Initial}
	for len(todo) > 0 {
		l := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, to := range next[l] {
			if !seen[to] {
				seen[to] = true
				todo = append(todo, to)
			}
		}
	}
	for l, ok := range seen {
		if !ok {
			c.unreached(m.Locations[l].Span, m.Locations[l].Name)
		}
	}
}

// endless warns of cycles of internal transitions that nothing can leave: the first alternative of
// each location on it has no guard.
func (c *checker) endless() {
	m := c.m
	first := make([]int, len(m.Locations))
	for l := range first {
		first[l] = -1
	}
	for _, g := range m.Alternatives() {
		t := &m.Transitions[g[0]]
		if t.Event == Internal && (t.Guard == nil || t.Guard.IsTrue()) {
			first[t.From] = g[0]
		}
	}
	colour := make([]int, len(m.Locations)) // 0 new, otherwise the round that met it
	for start := range first {
		l := start
		for first[l] >= 0 && colour[l] == 0 {
			colour[l] = start + 1
			l = m.Transitions[first[l]].To
		}
		if first[l] >= 0 && colour[l] == start+1 {
			c.reportLoop(l, first)
		}
	}
}

func (c *checker) reportLoop(from int, first []int) {
	var ids []string
	var at source.Span
	for l := from; ; {
		t := &c.m.Transitions[first[l]]
		if ids == nil {
			at = t.Span
		}
		ids = append(ids, t.ID)
		if l = t.To; l == from {
			break
		}
	}
	c.endlessLoop(at, ids)
}

// constantOutputs warns of arguments that name a variable and can still only show one value, because
// the transition has just assigned it a constant: outputs read the values after the updates.
func (c *checker) constantOutputs(t *Transition) {
	known := constants{} // after the updates
	for _, u := range t.Updates {
		before := known
		if !c.m.Semantics.Sequential {
			before = nil
		}
		v, ok := c.m.constant(u.Value, t, before)
		if ok {
			v, ok = c.m.fit(u.Var, v)
		}
		if known[u.Var] = v; !ok {
			delete(known, u.Var)
		}
	}
	for _, x := range t.Emits {
		for _, a := range x.Args {
			named := false
			expr.Refs(a, func(ref int) { named = named || ref >= 0 })
			if v, ok := c.m.constant(a, t, known); named && ok {
				c.constantOutput(a.Outer, Type{Bool: a.Type == expr.Bool}.Show(v))
			}
		}
	}
}

// constants are variables whose values are known.
type constants map[int]int64

// constant evaluates an expression of a transition that names nothing but what is known.
func (m *Machine) constant(e *expr.Expr, t *Transition, known constants) (int64, bool) {
	env, ok := make([]int64, len(m.Vars)+len(m.Params(t))), true
	expr.Refs(e, func(ref int) {
		if ref < 0 {
			return
		}
		v, is := known[ref]
		env[ref], ok = v, ok && is
	})
	if !ok {
		return 0, false
	}
	v, fault := expr.Eval(e, env, Limit)
	return v, fault == expr.NoFault
}
