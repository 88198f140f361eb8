package mealy

import "slices"

// All machines that pass a suite, one after the other.
//
// Idea: what the fold merged is one state of every machine N with at most States + k states that passes, so N is found
// by giving each class of the fold a state of N. The basis classes have different states, and may be called by their
// own numbers. The child of a class by x has the state to which N leads by x, and shows what the tests expect there; so
// a transition of N that a class has settled settles others. Where none is settled, the states are tried one after the
// other, of those that no class has yet only the first. A transition that no class needs is wrong in some N.
//
// Where the fold ends a few merges before its certificate does, that is quick; else the budget ends it.

// An enumerator gives classes to states. Changes are undone in reverse order.
type enumerator struct {
	f      *fold
	judge  *judge
	left   int     // classes that may still be given a state
	value  []int32 // by root: its state in N; -1: none yet
	n      *Machine
	used   int       // states of N that have a class
	wait   [][]int32 // by transition of N: classes that it leads to, as soon as it is settled
	trail  []undo
	found  *Verdict
	broken bool // the budget has ended
}

// An undo takes back one change.
type undo struct {
	value, cell int32 // a class, or a transition; -1
	waited      bool  // the transition lost its last waiting class, else all that it says
}

// enumerate looks for a machine that passes and is faulty. Without one, all is true where every machine was tried: then
// the suite is complete.
func (j *judge) enumerate(f *fold, root int32, budget int) (found *Verdict, all bool) {
	e := &enumerator{f: f, judge: j, left: budget, value: make([]int32, len(f.up)), n: New(j.m.States+j.k, j.m.Inputs)}
	for c := range e.value {
		e.value[c] = -1
	}
	for i := range e.n.Next {
		e.n.Next[i], e.n.Out[i] = -1, -1
	}
	e.wait = make([][]int32, len(e.n.Next))
	if f.basis[0] < 0 { // no basis: the tree as it is
		e.used = 1
		if !e.give(f.find(root), 0) {
			return nil, false
		}
	} else {
		e.used = j.m.States
		for s, q := range f.basis {
			if !e.give(f.find(q), int32(s)) {
				return nil, false
			}
		}
	}
	e.start(f.find(root))
	return e.found, e.found == nil && !e.broken
}

// start tries the states of the root of the tree.
func (e *enumerator) start(root int32) {
	if e.value[root] >= 0 {
		e.search(root)
		return
	}
	e.each(func(s int32) bool { return e.give(root, s) }, func() { e.search(root) })
}

// each tries the states in use and one more, until a machine is found.
func (e *enumerator) each(try func(s int32) bool, then func()) {
	for s := int32(0); s <= int32(e.used) && int(s) < e.n.States && e.found == nil && !e.broken; s++ {
		mark, used := len(e.trail), e.used
		if int(s) == e.used {
			e.used++
		}
		if try(s) {
			then()
		}
		e.takeBack(mark)
		e.used = used
	}
}

// search settles the first transition that classes wait for, in every way.
func (e *enumerator) search(root int32) {
	for cell := range e.used * e.n.Inputs {
		if e.n.Next[cell] < 0 && len(e.wait[cell]) > 0 {
			e.each(func(s int32) bool { return e.settle(int32(cell), s) }, func() { e.search(root) })
			return
		}
	}
	e.machine(root)
}

// settle says where a transition leads, and gives that state to the classes that wait for it.
func (e *enumerator) settle(cell, to int32) bool {
	e.n.Next[cell] = to
	e.trail = append(e.trail, undo{value: -1, cell: cell})
	for _, c := range e.wait[cell] {
		if !e.give(e.f.find(c), to) {
			return false
		}
	}
	return true
}

// give gives a class a state, and what follows; false where that cannot be.
func (e *enumerator) give(c, s int32) bool {
	if e.value[c] >= 0 {
		return e.value[c] == s
	}
	if e.left--; e.left < 0 {
		e.broken = true
		return false
	}
	e.value[c] = s
	e.trail = append(e.trail, undo{value: c, cell: -1})
	for x := range e.f.p {
		d := e.f.at(c, x)
		if d < 0 {
			continue
		}
		cell, shown := s*e.f.p+x, e.judge.m.Shows(e.f.state[c], x)
		switch {
		case e.n.Out[cell] < 0:
			e.n.Out[cell] = shown
			e.wait[cell] = append(e.wait[cell], d)
			e.trail = append(e.trail, undo{value: -1, cell: cell, waited: true})
		case e.n.Out[cell] != shown:
			return false
		case e.n.Next[cell] < 0:
			e.wait[cell] = append(e.wait[cell], d)
			e.trail = append(e.trail, undo{value: -1, cell: cell, waited: true})
		}
		switch to := e.n.Next[cell]; {
		case to >= 0:
			if !e.give(d, to) {
				return false
			}
		case e.value[d] >= 0:
			if !e.settle(cell, e.value[d]) {
				return false
			}
		}
	}
	return true
}

// takeBack undoes what came after a mark.
func (e *enumerator) takeBack(mark int) {
	for len(e.trail) > mark {
		u := e.trail[len(e.trail)-1]
		e.trail = e.trail[:len(e.trail)-1]
		switch {
		case u.value >= 0:
			e.value[u.value] = -1
		case !u.waited:
			e.n.Next[u.cell] = -1
		default:
			e.wait[u.cell] = e.wait[u.cell][:len(e.wait[u.cell])-1]
			if len(e.wait[u.cell]) == 0 {
				e.n.Out[u.cell] = -1
			}
		}
	}
}

// machine judges a machine that passes: what no test needs is wrong in it.
func (e *enumerator) machine(root int32) {
	n := e.n.Clone()
	if s := int(e.value[root]); s > 0 { // machines start in 0
		swap(n, s)
	}
	free := firstFree(e.judge.m, n)
	for i := range n.Next {
		n.Next[i] = max(n.Next[i], 0)
		n.Out[i] = max(n.Out[i], 0)
	}
	if free != nil {
		n.Out[free.cell] = otherOutput(e.judge.m, e.judge.m.Shows(free.spec, free.cell%e.f.p))
	}
	e.found = e.judge.survivor(n)
}

// swap exchanges the names of state 0 and another one.
func swap(n *Machine, s int) {
	for x := range n.Inputs {
		a, b := x, s*n.Inputs+x
		n.Next[a], n.Next[b] = n.Next[b], n.Next[a]
		n.Out[a], n.Out[b] = n.Out[b], n.Out[a]
	}
	for i, to := range n.Next {
		switch to {
		case 0:
			n.Next[i] = int32(s)
		case int32(s):
			n.Next[i] = 0
		}
	}
}

// A freeCell is a transition that is not settled, and the state of the specification in which it is met.
type freeCell struct{ cell, spec int32 }

// firstFree walks both machines to the first transition of n that the specification defines and n does not; nil if
// there is none.
func firstFree(m, n *Machine) *freeCell {
	queue := [][2]int32{{0, 0}}
	seen := map[[2]int32]bool{{0, 0}: true}
	for i := 0; i < len(queue); i++ {
		s, t := queue[i][0], queue[i][1]
		for x := range int32(m.Inputs) {
			to, cell := m.To(s, x), int(t)*n.Inputs+int(x)
			if to < 0 {
				continue
			}
			if n.Next[cell] < 0 {
				return &freeCell{int32(cell), s}
			}
			if next := [2]int32{to, n.Next[cell]}; !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	return nil
}

// foldOf folds a suite as far as it goes, with a basis if there is one.
func foldOf(t *Tree, k int) (f *fold, based bool) {
	f = newFold(t.m, k)
	var basis []int32
	for _, pick := range picks {
		if f.load(t); basis == nil {
			basis = exchange(f, t, slices.Clone(pick(t)))
		}
	}
	for _, u := range basis {
		f.setBasis(u)
	}
	if basis != nil {
		saturate(f, t.m)
	}
	return f, basis != nil
}
