package referee

import (
	"github.com/mutarium/mutarium/engine/dbm"
	"github.com/mutarium/mutarium/engine/tioa/model"
)

// A prunedMachine is one automaton that keeps to its good states.
type prunedMachine struct {
	leafMachine
	good *goodZones
}

// startPruned gives the initial state, or nil when it is not good.
func (l *Leaf) startPruned(good *goodZones) Machine {
	m, ok := l.Start().(leafMachine)
	if !ok || !good.start {
		return nil
	}
	return prunedMachine{m, good}
}

// set is the good clock values here.
func (m prunedMachine) set() dbm.Federation {
	return m.good.of[placeKey(&RunState{Loc: m.at.Loc, Vars: m.at.Vars})]
}

// isGood tells whether a state is good.
func (m prunedMachine) isGood() bool { return m.set().Contains(pointOf(m.at.Clocks)) }

// pointOf is a valuation over one denominator.
func pointOf(clocks []model.Rat) dbm.Point {
	p := dbm.Point{Num: make([]int64, len(clocks)+1), Den: 1}
	for _, c := range clocks {
		p.Den = p.Den / model.Gcd(p.Den, c.Den) * c.Den
	}
	for i, c := range clocks {
		p.Num[i+1] = c.Num * (p.Den / c.Den)
	}
	return p
}

// Delay lets time pass through good states.
func (m prunedMachine) Delay(d model.Rat) (Machine, bool) {
	next, ok := m.leafMachine.Delay(d)
	if !ok {
		return m, false
	}
	var turns []model.Rat
	for _, z := range m.set() {
		for i := 1; i < z.Dim(); i++ {
			if b := z.At(i, 0); b.Finite() {
				turns = append(turns, model.Int(b.Value()).Sub(m.at.Clocks[i-1]))
			}
			turns = append(turns, model.Int(-z.At(0, i).Value()).Sub(m.at.Clocks[i-1]))
		}
	}
	for _, at := range Instants(turns, d) {
		if !(prunedMachine{leafMachine{m.leaf, m.at.After(at)}, m.good}).isGood() {
			return m, false
		}
	}
	return prunedMachine{next.(leafMachine), m.good}, true
}

// Do lists the good states behind an action.
func (m prunedMachine) Do(act string, output bool) (next []Machine) {
	for _, to := range m.leafMachine.Do(act, output) {
		if p := (prunedMachine{to.(leafMachine), m.good}); p.isGood() {
			next = append(next, p)
		}
	}
	return next
}
