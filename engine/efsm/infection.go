package efsm

import (
	"fmt"

	"github.com/mutarium/mutarium/engine/expr"
)

// infectedBy tells whether a fault shows in the value it has when a guard was evaluated (and its
// transition fired, for faults behind the guard).
func (m *Machine) infectedBy(f *fault, env []int64, taken bool) bool {
	t := &m.Transitions[f.transition]
	value := func(e *expr.Expr, env []int64) string {
		x, fault := expr.Eval(e, env, Limit)
		return fmt.Sprint(x, fault != expr.NoFault)
	}
	if f.inGuard() {
		return value(t.Guard, env) != value(f.now, env)
	}
	if !taken {
		return false
	}
	if f.kind == dropEmit || f.kind == changeTarget {
		return true
	}
	before := *t
	before.Emits = nil
	if f.site.kind == updateSite {
		before.Updates = t.Updates[:f.site.index]
	}
	params := env[len(m.Vars):]
	next, _, ok := m.fired(Config{t.From, env[:len(m.Vars)]}, &before, params)
	if !ok {
		return false // the transition ends in an error before the place of the fault
	}
	if f.site.kind == argSite || m.Semantics.Sequential {
		env = append(append([]int64(nil), next.Values...), params...)
	}
	if f.site.kind == argSite {
		return value(t.at(f.site), env) != value(f.now, env)
	}
	u := t.Updates[f.site.index]
	now := fmt.Sprint(next.Values[u.Var]) // the assignment is missing: what those before it left
	if f.kind == changeExpr {
		now = m.assigned(Update{Var: u.Var, Value: f.now}, env)
	}
	return m.assigned(u, env) != now
}

// assigned shows what an update leaves, "error" for an error.
func (m *Machine) assigned(u Update, env []int64) string {
	if x, fault := expr.Eval(u.Value, env, Limit); fault == expr.NoFault {
		if kept, ok := m.Vars[u.Var].hold(x, m.Semantics.Overflow); ok {
			return fmt.Sprint(kept)
		}
	}
	return "error"
}
