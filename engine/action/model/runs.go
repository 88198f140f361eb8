package model

import "fmt"

// Runs are all runs of a model along a trace, as a graph whose node 0 is the initial state.
type Runs struct {
	states [][]int64
	behind []int // by node: the events before it
	next   map[int][]int
	order  []int // of nodes: each comes after those that lead to it
	ends   map[int]bool
}

// RunsAlong follows a trace by plain evaluation. When no run has all its events, at is the event at
// which the last one stops.
func (m *Model) RunsAlong(t []Event) (r *Runs, at int) {
	r = &Runs{next: map[int][]int{}, ends: map[int]bool{}}
	number := map[string]int{}
	byPlace := make([][]int, len(t)+1) // nodes by how many events lie behind them
	visit := func(place int, state []int64) int {
		key := fmt.Sprint(place, state)
		i, seen := number[key]
		if !seen {
			i = len(r.states)
			number[key] = i
			r.states, r.behind = append(r.states, state), append(r.behind, place)
			byPlace[place] = append(byPlace[place], i)
		}
		return i
	}
	visit(0, m.Init)
	for p := range t {
		for _, i := range byPlace[p] { // each step has an event, so none is added here
			for _, e := range m.Entries {
				n := len(e.Calls())
				if n == 0 || p+n > len(t) || !SameEvents(e, t[p:p+n]) {
					continue
				}
				for _, post := range m.Posts(e, r.states[i], AllArgs(t[p:p+n])) {
					at = max(at, p+n)
					r.next[i] = append(r.next[i], visit(p+n, post))
				}
			}
		}
	}
	if len(byPlace[len(t)]) == 0 {
		return nil, at
	}
	for _, nodes := range byPlace {
		r.order = append(r.order, nodes...)
	}
	for _, i := range byPlace[len(t)] {
		r.ends[i] = true
	}
	return r, len(t)
}

// Ends are the states in which the runs end.
func (r *Runs) Ends() (states [][]int64) {
	for _, i := range r.order {
		if r.ends[i] {
			states = append(states, r.states[i])
		}
	}
	return states
}

// Meet gives the number of events by which each complete run has passed a state of the set; -1 if some run
// passes none.
func (r *Runs) Meet(set func(state []int64) bool) int {
	complete := make([]bool, len(r.states)) // leads to an end
	for k := len(r.order) - 1; k >= 0; k-- {
		i := r.order[k]
		complete[i] = r.ends[i]
		for _, to := range r.next[i] {
			complete[i] = complete[i] || complete[to]
		}
	}
	alive := make([]bool, len(r.states)) // reached without the set
	alive[0] = true
	last := -1
	for _, i := range r.order {
		switch {
		case !alive[i] || !complete[i]:
		case set(r.states[i]):
			last = max(last, r.behind[i])
		case r.ends[i]:
			return -1
		default:
			for _, to := range r.next[i] {
				alive[to] = true
			}
		}
	}
	return last
}
