package model

import "github.com/mutarium/mutarium/engine/expr"

// Limits of what is enumerated.
const (
	DefaultStates = 1 << 20 // states of the original, and pairs of one mutant
	MaxLetters    = 1 << 14
)

// A BudgetError says which budget ended an analysis.
type BudgetError struct {
	Budget string // a name of report.Budgets
	Text   string
}

func (e *BudgetError) Error() string { return e.Text }

// Letters enumerates the inputs in declared order, parameters lexicographically. It gives nil when
// there are more than most.
func (m *Machine) Letters(most int) []Letter {
	var all []Letter
	for e := range m.Inputs {
		size := int64(1)
		for _, p := range m.Inputs[e].Params {
			if size *= p.Size(); size > int64(most) {
				return nil
			}
		}
		if int64(len(all))+size > int64(most) {
			return nil
		}
		all = m.Enumerate(all, e, nil)
	}
	return all
}

// SomeLetters lists at most so many of the inputs in the order of Letters; where there are too many to
// enumerate, only those whose parameters are least or greatest.
func (m *Machine) SomeLetters(most int) []Letter {
	all := m.Letters(MaxLetters)
	if all == nil {
		for e, in := range m.Inputs {
			for bits := 0; bits < 1<<len(in.Params) && len(all) < most; bits++ {
				l := Letter{Input: e}
				for i, p := range in.Params {
					v := p.Min
					if bits>>i&1 == 1 {
						v = p.Max
					}
					l.Params = append(l.Params, v)
				}
				all = append(all, l)
			}
		}
	}
	return all[:min(len(all), most)]
}

func (m *Machine) Enumerate(all []Letter, event int, params []int64) []Letter {
	declared := m.Inputs[event].Params
	if len(params) == len(declared) {
		return append(all, Letter{event, append([]int64(nil), params...)})
	}
	p := declared[len(params)]
	for v := p.Min; v <= p.Max; v++ {
		all = m.Enumerate(all, event, append(params, v))
	}
	return all
}

// Stored gives what an assignment to v leaves in it, by the machine's treatment of overflow.
func (m *Machine) Stored(v int, e *expr.Expr, env []int64) (int64, bool) {
	x, fault := expr.Eval(e, env, Limit)
	if fault != expr.NoFault {
		return 0, false
	}
	return m.fit(v, x)
}

func (m *Machine) fit(v int, x int64) (int64, bool) {
	t := &m.Vars[v].Type
	if x >= t.Min && x <= t.Max {
		return x, true
	}
	switch m.Semantics.Overflow {
	case OverflowWrap:
		return t.Min + ((x-t.Min)%t.Size()+t.Size())%t.Size(), true
	case OverflowSaturate:
		return min(max(x, t.Min), t.Max), true
	}
	return 0, false
}
