package referee

import (
	"fmt"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/expr"
)

// infectedBy tells whether a fault shows in the value it has when a guard was evaluated (and its
// transition fired, for faults behind the guard).
func infectedBy(m *model.Machine, f *model.Fault, env []int64, taken bool) bool {
	t := &m.Transitions[f.Transition]
	value := func(e *expr.Expr, env []int64) string {
		x, fault := expr.Eval(e, env, model.Limit)
		return fmt.Sprint(x, fault != expr.NoFault)
	}
	if f.InGuard() {
		return value(t.Guard, env) != value(f.Now, env)
	}
	if !taken {
		return false
	}
	if f.Kind == model.DropEmit || f.Kind == model.ChangeTarget {
		return true
	}
	before := *t
	before.Emits = nil
	if f.Site.Kind == model.UpdateSite {
		before.Updates = t.Updates[:f.Site.Index]
	}
	params := env[len(m.Vars):]
	next, _, ok := m.Fired(model.Config{Location: t.From, Values: env[:len(m.Vars)]}, &before, params)
	if !ok {
		return false // the transition ends in an error before the place of the fault
	}
	if f.Site.Kind == model.ArgSite || m.Semantics.Sequential {
		env = append(append([]int64(nil), next.Values...), params...)
	}
	if f.Site.Kind == model.ArgSite {
		return value(t.At(f.Site), env) != value(f.Now, env)
	}
	u := t.Updates[f.Site.Index]
	now := fmt.Sprint(next.Values[u.Var]) // the assignment is missing: what those before it left
	if f.Kind == model.ChangeExpr {
		now = assigned(m, model.Update{Var: u.Var, Value: f.Now}, env)
	}
	return assigned(m, u, env) != now
}

// assigned shows what an update leaves, "error" for an error.
func assigned(m *model.Machine, u model.Update, env []int64) string {
	if x, fault := expr.Eval(u.Value, env, model.Limit); fault == expr.NoFault {
		if kept, ok := m.Vars[u.Var].Hold(x, m.Semantics.Overflow); ok {
			return fmt.Sprint(kept)
		}
	}
	return "error"
}
