package model

import (
	"errors"
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine/expr"
)

// The semantics of Figure 3, by plain evaluation of the tree. It is written to be believed, not to
// be fast: what the search finds is checked by it before it is shown, and the referee goes by it. It
// shares nothing with the compiled form of the search but the tree.

// Posts lists the states after a step of an entry with these arguments, in order of production and
// without repetition.
func (m *Model) Posts(e *Entry, state, args []int64) [][]int64 {
	for i, r := range e.Ranges() {
		if !r.Has(args[i]) {
			return nil
		}
	}
	return m.posts(e.Items, state, args)
}

// EachPosts visits the tuples of lists, arguments of an entry, with the states after a step, until
// visit says to stop; it tells whether all were visited. Whether other entries have a step, which an
// entry behind // asks first, does not depend on its arguments and is asked once.
func (m *Model) EachPosts(e *Entry, state []int64, lists [][]int64,
	visit func(args []int64, posts [][]int64) bool) bool {
	items := e.Items
	for len(items) > 0 && items[0].Call == nil {
		if m.anyStep(items[0].Unless, state) {
			return true
		}
		items = items[1:]
	}
	return Tuples(lists, func(args []int64) bool { return visit(args, m.posts(items, state, args)) })
}

func (m *Model) posts(items []Item, state, args []int64) [][]int64 {
	states := [][]int64{state}
	for _, it := range items {
		var after [][]int64
		for _, s := range states {
			switch {
			case it.Call != nil:
				after = Merge(after, m.Run(m.Actions[it.Call.Index].Run, s, args[:len(it.Call.Params)]))
			case !m.anyStep(it.Unless, s):
				after = Merge(after, [][]int64{s})
			}
		}
		if it.Call != nil {
			args = args[len(it.Call.Params):]
		}
		states = after
	}
	return states
}

// Run gives the states after a statement.
func (m *Model) Run(b *Body, state, params []int64) [][]int64 {
	switch b.Op {
	case Assign:
		v, ok := m.Eval(b.Expr, state, params)
		if !ok || !m.Vars[b.Ref].Has(v) {
			return nil // no value of the type, no solution
		}
		after := slices.Clone(state)
		after[b.Ref] = v
		return [][]int64{after}
	case Guarded: // g ∧ B
		if v, ok := m.Eval(b.Expr, state, params); !ok || v == 0 {
			return nil
		}
		return m.Run(b.Parts[0], state, params)
	case Seq: // ∃ v0: B(v, v0) ∧ B(v0, v')
		states := [][]int64{state}
		for _, p := range b.Parts {
			var after [][]int64
			for _, s := range states {
				after = Merge(after, m.Run(p, s, params))
			}
			states = after
		}
		return states
	case Choice: // B ∨ B
		var after [][]int64
		for _, p := range b.Parts {
			after = Merge(after, m.Run(p, state, params))
		}
		return after
	}
	return [][]int64{state}
}

func (m *Model) Eval(e *expr.Expr, state, params []int64) (int64, bool) {
	v, fault := expr.Eval(e, append(state[:len(state):len(state)], params...), expr.Wide)
	return v, fault == expr.NoFault
}

// Merge adds those states that are not yet in the list.
func Merge(states, more [][]int64) [][]int64 {
	for _, s := range more {
		if !HasState(states, s) {
			states = append(states, s)
		}
	}
	return states
}

func HasState(states [][]int64, s []int64) bool {
	return slices.ContainsFunc(states, func(t []int64) bool { return slices.Equal(s, t) })
}

// anyStep tells whether one of the entries has a step.
func (m *Model) anyStep(entries []*Entry, state []int64) bool {
	for _, e := range entries {
		none := func(_ []int64, posts [][]int64) bool { return len(posts) == 0 }
		if !m.EachPosts(e, state, Representatives(e, m), none) {
			return true
		}
	}
	return false
}

// ErrTooMany is given when plain evaluation would have to try too many arguments.
var ErrTooMany = errors.New("too many argument values to try one by one")

// MaxTuples bounds the argument tuples that plain evaluation tries for one entry in one state.
const MaxTuples = 1 << 20

// Probes counts the arguments that plain evaluation tries in one state to find out whether the entries before //
// have a step.
func (m *Model) Probes(e *Entry) (n int) {
	for _, it := range e.Items {
		for _, u := range it.Unless {
			n += CountTuples(Representatives(u, m)) + m.Probes(u)
		}
	}
	return n
}

// Evaluable tells that plain evaluation tries all that it has to: no entry before // has more than MaxTuples
// arguments to try. In other models it may take one for stuck that has a step.
func (m *Model) Evaluable() bool {
	return !slices.ContainsFunc(m.Entries, func(e *Entry) bool { return m.Probes(e) > MaxTuples })
}

// Representatives lists for each argument of an entry the values that plain evaluation has to try.
// Where an argument is only compared with constants in all the models, it is enough to try the
// least value of each region between them; where it is used in any other way all values are tried.
// The ranges of entries with the same events also end regions. The lists are ascending.
func Representatives(e *Entry, models ...*Model) [][]int64 {
	ranges := e.Ranges()
	lists := make([][]int64, len(ranges))
	for i, r := range ranges {
		cuts, plain := []int64{r.Lo}, true
		for _, m := range models {
			more, ok := m.cuts(e, i)
			cuts, plain = append(cuts, more...), plain && ok
		}
		if !plain {
			lists[i] = Values(r)
			continue
		}
		slices.Sort(cuts)
		for _, c := range slices.Compact(cuts) {
			if r.Has(c) {
				lists[i] = append(lists[i], c)
			}
		}
	}
	return lists
}

// Values lists a range, or so much of it that tuples will refuse.
func Values(r Range) []int64 {
	var vs []int64
	for v := r.Lo; ; v++ {
		vs = append(vs, v)
		if v == r.Hi || len(vs) > MaxTuples {
			return vs
		}
	}
}

// cuts lists where regions of an argument begin in the entries of m with the same events; it is
// not ok when the argument is used otherwise than in comparisons with constants.
func (m *Model) cuts(e *Entry, arg int) (cuts []int64, ok bool) {
	name, ok := EventsName(e), true
	for _, other := range append([]*Entry{e}, m.Entries...) {
		if EventsName(other) != name {
			continue
		}
		r := other.Ranges()[arg]
		cuts = append(cuts, r.Lo, r.Hi+1)
		call, param := other.callOf(arg)
		i := ActionIndex(m, call.Action.Name)
		if i < 0 {
			continue
		}
		WalkBody(m.Actions[i].Run, func(b *Body) bool {
			if b.Expr != nil {
				more, plain := cutsIn(b.Expr, len(m.Vars)+param)
				cuts, ok = append(cuts, more...), ok && plain
			}
			return true
		})
	}
	return cuts, ok
}

// callOf finds the call, and its parameter, that an argument belongs to.
func (e *Entry) callOf(arg int) (*Do, int) {
	for _, c := range e.Calls() {
		if arg < len(c.Params) {
			return c, arg
		}
		arg -= len(c.Params)
	}
	return nil, 0
}

func cutsIn(e *expr.Expr, ref int) (cuts []int64, ok bool) {
	if e.Op == expr.Name {
		return nil, e.Ref != ref
	}
	if e.Op.Relational() {
		a, b := e.Args[0], e.Args[1]
		if b.Op == expr.Name {
			a, b = b, a
		}
		if a.Op == expr.Name && a.Ref == ref && b.Op == expr.Const {
			return []int64{b.Value, b.Value + 1}, true
		}
	}
	ok = true
	for _, a := range e.Args {
		more, plain := cutsIn(a, ref)
		cuts, ok = append(cuts, more...), ok && plain
	}
	return cuts, ok
}

// Tuples visits the tuples of lists in ascending order, the last fastest, until visit says to stop;
// it tells whether all were visited.
func Tuples(lists [][]int64, visit func(args []int64) bool) bool {
	at := make([]int, len(lists))
	args := make([]int64, len(lists))
	for {
		for i, l := range lists {
			if len(l) == 0 {
				return true
			}
			args[i] = l[at[i]]
		}
		if !visit(args) {
			return false
		}
		i := len(lists) - 1
		for ; i >= 0; i-- {
			if at[i]++; at[i] < len(lists[i]) {
				break
			}
			at[i] = 0
		}
		if i < 0 {
			return true
		}
	}
}

// CountTuples gives the number of tuples, at most maxTuples+1.
func CountTuples(lists [][]int64) int {
	n := 1
	for _, l := range lists {
		if n *= len(l); n > MaxTuples {
			return MaxTuples + 1
		}
	}
	return n
}

// EventsName gives entries the same name whose steps may be the same.
func EventsName(e *Entry) string {
	var b strings.Builder
	for _, c := range e.Calls() {
		b.WriteString(c.Action.Name)
		b.WriteByte(0)
		b.WriteByte(byte(len(c.Params)))
	}
	return b.String()
}
