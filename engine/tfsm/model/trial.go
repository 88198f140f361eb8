package model

import (
	"math/big"
	"slices"
	"strings"
	"unicode"
)

// Single tests, as a person writes them.

// Line writes a test so that ReadLine reads it: inputs alone where instants mean nothing and the names allow
// it, else pairs.
func (m *Model) Line(t Test) string {
	if m.MaxTimeout() > 0 || slices.ContainsFunc(t.Times(false), func(at *big.Rat) bool { return at.Sign() > 0 }) {
		return m.Show(t, false)
	}
	var names []string
	for _, s := range t.Steps {
		name := m.Inputs[s.Input]
		if name == "" || strings.ContainsAny(name, "\"()[]{}#/") || strings.ContainsFunc(name, unicode.IsSpace) {
			return m.Show(t, false)
		}
		names = append(names, name)
	}
	return strings.Join(names, " ")
}

// Longer lists tests with one more input, at most so many: at once, and half a unit before and behind the next
// timeouts that may fire; where none may, behind the longest of the machine. Without timeouts all is at once.
func (m *Model) Longer(spec *Automaton, t Test, most int) []Test {
	var all []Test
	before := m.Pairs(t, true)
	now := new(big.Rat)
	if times := t.Times(true); len(times) > 0 {
		now = times[len(times)-1]
	}
	for _, wait := range m.waitsIn(spec, stateAfter(spec, t)) {
		at := new(big.Rat).Add(now, wait)
		for _, input := range m.Inputs {
			if len(all) == most {
				return all
			}
			if next, err := m.ReadTest(append(before[:len(before):len(before)], [2]string{input, ShowTime(at)})); err == nil {
				all = append(all, next)
			}
		}
	}
	return all
}

// stateAfter is the state in which a test ends.
func stateAfter(a *Automaton, t Test) int {
	if events := a.SimulateTest(t, true); len(events) > 0 {
		return events[len(events)-1].To
	}
	return a.Initial
}

// timeoutsAhead is how many timeouts in a row a wait of Longer may meet.
const timeoutsAhead = 2

// waitsIn lists waits in a state that was just entered.
func (m *Model) waitsIn(a *Automaton, s int) []*big.Rat {
	half := big.NewRat(1, 2)
	waits := []*big.Rat{new(big.Rat)}
	top := m.MaxTimeout()
	if top == 0 {
		return waits
	}
	waits[0] = half
	add := func(whole Delay) {
		w := new(big.Rat).Add(big.NewRat(int64(whole), 1), half)
		if w.Cmp(waits[len(waits)-1]) > 0 {
			waits = append(waits, w)
		}
	}
	sum := Delay(0)
	for range timeoutsAhead {
		if a.Delay[s] == Inf {
			break
		}
		sum += a.Delay[s]
		add(sum - 1)
		add(sum)
		s = int(a.After[s])
	}
	if sum == 0 {
		add(top)
	}
	return waits
}
