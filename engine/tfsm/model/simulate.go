package model

import "math/big"

// Plain simulation in exact time, event by event. It is what expected outputs and the pictures come
// from, and what the rest of the package is tested against; it shares no code with Wait and Run.

// An Event is a step of a run that changes the state, or an input that is read.
type Event struct {
	At     *big.Rat // since the start
	Input  int      // -1: a timeout
	Output int
	From   int
	To     int
	Skips  bool // a timeout that stands for the many of a long wait, of which only the first are listed
}

// maxListed bounds how many timeouts of one wait a run lists.
const maxListed = 48

// Simulate runs a machine on inputs at exact instants.
func (a *Automaton) Simulate(inputs []int, at []*big.Rat) []Event {
	var events []Event
	s, entered := a.Initial, new(big.Rat)
	for k, input := range inputs {
		s, _, events = a.elapse(s, entered, at[k], events)
		output, to := a.Step(s, input)
		events = append(events, Event{At: at[k], Input: input, Output: output, From: s, To: to})
		s, entered = to, at[k]
	}
	return events
}

// elapse lets time pass until an instant, at which timeouts due fire before anything else.
func (a *Automaton) elapse(s int, entered, until *big.Rat, events []Event) (int, *big.Rat, []Event) {
	for listed := 0; a.Delay[s] != Inf; listed++ {
		due := new(big.Rat).Add(entered, big.NewRat(int64(a.Delay[s]), 1))
		if due.Cmp(until) > 0 {
			break
		}
		if listed == maxListed {
			return a.leap(s, entered, until, events)
		}
		to := int(a.After[s])
		events = append(events, Event{At: due, Input: -1, From: s, To: to})
		s, entered = to, due
	}
	return s, entered, events
}

// leap takes the rest of a long wait at once.
func (a *Automaton) leap(s int, entered, until *big.Rat, events []Event) (int, *big.Rat, []Event) {
	wait := new(big.Rat).Sub(until, entered)
	whole := new(big.Int).Quo(wait.Num(), wait.Denom())
	to, clock := a.Wait(s, whole.Int64())
	wait.SetInt(whole).Sub(wait, big.NewRat(clock, 1))
	reached := new(big.Rat).Add(entered, wait)
	return to, reached, append(events, Event{At: reached, Input: -1, From: s, To: to, Skips: true})
}

// Outputs gives what a run showed.
func Outputs(events []Event) []int {
	var outputs []int
	for _, e := range events {
		if e.Input >= 0 {
			outputs = append(outputs, e.Output)
		}
	}
	return outputs
}

// SimulateTest runs a test at its exact instants.
func (a *Automaton) SimulateTest(t Test, half bool) []Event {
	inputs := make([]int, len(t.Steps))
	for k, s := range t.Steps {
		inputs[k] = s.Input
	}
	return a.Simulate(inputs, t.Times(half))
}
