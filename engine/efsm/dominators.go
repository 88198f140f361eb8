package efsm

import "github.com/mutarium/mutarium/engine/efsm/model"

// Regions of control. KPW section 3 calls a location affected by a mutant when the mutant changes
// the decision that leads there and the location lies inside the branches of the decision. On a
// graph of locations that is: reachable from a successor of the decision without passing its
// immediate post-dominator. A decision without a post-dominator, the rule in reactive machines,
// affects everything it can reach.

// joinsOf gives the immediate post-dominator of each location, -1 for none: the region of a decision
// taken there ends at it. Ends are the locations without transitions.
func joinsOf(m *model.Machine) []int { return immediatePostDominators(m.Successors()) }

// reachFrom lists the locations that paths from l meet before the join, l included.
func reachFrom(next [][]int, l, join int) []bool {
	seen := make([]bool, len(next))
	if l == join {
		return seen
	}
	seen[l] = true
	todo := []int{l}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, to := range next[at] {
			if to != join && !seen[to] {
				seen[to] = true
				todo = append(todo, to)
			}
		}
	}
	return seen
}

// immediatePostDominators gives for each node the nearest node that every path from it to an end
// must pass, -1 when there is none.
//
// Idea: dominators of the reversed graph, whose root is an exit behind all ends; nodes from which no
// end can be reached are left out. Source: Cooper, Harvey, Kennedy, A simple, fast dominance
// algorithm, Rice University 2001, Figs. 2 and 3: intersect walks two fingers up the tree by
// post-order numbers, rounds in reverse post-order repeat until nothing changes.
func immediatePostDominators(next [][]int) []int {
	exit := len(next)
	before := make([][]int, exit+1) // the reversed graph
	for v, to := range next {
		for _, w := range to {
			before[w] = append(before[w], v)
		}
		if len(to) == 0 {
			before[exit] = append(before[exit], v)
		}
	}
	order, number := postOrder(before, exit)
	up := make([]int, exit+1) // immediate dominator in the reversed graph
	for v := range up {
		up[v] = -1
	}
	up[exit] = exit
	intersect := func(a, b int) int {
		for a != b {
			for number[a] < number[b] {
				a = up[a]
			}
			for number[b] < number[a] {
				b = up[b]
			}
		}
		return a
	}
	for changed := true; changed; {
		changed = false
		for i := len(order) - 2; i >= 0; i-- { // the exit is last
			v, best := order[i], -1
			if len(next[v]) == 0 {
				best = exit
			}
			for _, w := range next[v] {
				switch {
				case up[w] < 0: // not met yet, or it never ends
				case best < 0:
					best = w
				default:
					best = intersect(w, best)
				}
			}
			if up[v] != best {
				up[v], changed = best, true
			}
		}
	}
	for v := range up {
		if up[v] == exit {
			up[v] = -1
		}
	}
	return up[:exit]
}

// postOrder lists the nodes that a root reaches in post-order, and numbers them so; -1: not reached.
func postOrder(next [][]int, root int) (order, number []int) {
	number = make([]int, len(next))
	for v := range number {
		number[v] = -1
	}
	at := make([]int, len(next)) // the next successor to visit
	entered := make([]bool, len(next))
	entered[root] = true
	stack := []int{root}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		if at[v] == len(next[v]) {
			number[v] = len(order)
			order = append(order, v)
			stack = stack[:len(stack)-1]
			continue
		}
		w := next[v][at[v]]
		if at[v]++; !entered[w] {
			entered[w] = true
			stack = append(stack, w)
		}
	}
	return order, number
}
