package efsm

import (
	"fmt"
	"slices"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/report"
)

// The place of a fault, with the values that get there.

// A spot is where a fault is, with the values that get there on reachable steps.
type spot struct {
	m       *model.Machine
	f       *model.Fault
	index   int
	t       *model.Transition
	reads   []int     // indices of what the original's and the mutant's expression read there
	reached [][]int64 // for each different reading one valuation
}

// spotAt gives the place of a fault without the values that get there.
func (q *inquiry) spotAt(f *model.Fault) *spot {
	return &spot{m: q.m, f: f, index: f.Transition, t: &q.m.Transitions[f.Transition]}
}

func (q *inquiry) spotOf(f *model.Fault) *spot {
	p := q.spotAt(f)
	read := make([]bool, len(q.r.env))
	switch f.Kind {
	case model.ChangeExpr:
		markRefs(p.old(), read)
		markRefs(f.Now, read)
	case model.DropUpdate:
		markRefs(p.t.Updates[f.Site.Index].Value, read)
		read[p.t.Updates[f.Site.Index].Var] = true
	}
	for i, in := range read {
		if in {
			p.reads = append(p.reads, i)
		}
	}
	seen := newOutputTable()
	for _, e := range q.x.ctxs[f.Transition] {
		if !f.InGuard() && !e.taken || !q.arrive(e, f) {
			continue
		}
		values := []int64{0} // the empty list is known already
		for _, r := range p.reads {
			values = append(values, q.r.env[r])
		}
		if n := seen.id(values); int(n) > len(p.reached) {
			p.reached = append(p.reached, slices.Clone(q.r.env))
		}
	}
	return p
}

// arrive puts the runner where a fault's expression is evaluated; false: the transition fails before.
func (q *inquiry) arrive(e evaluation, f *model.Fault) bool {
	q.x.enter(q.r, e, &q.s)
	return q.proceed(f)
}

// proceed goes from a transition's guard, in the runner, to a fault's expression.
func (q *inquiry) proceed(f *model.Fault) bool {
	t := &q.m.Transitions[f.Transition]
	switch {
	case f.Kind == model.ChangeTarget || f.Kind == model.DropEmit || f.Site.Kind == model.GuardSite:
		return true
	case f.Site.Kind == model.ArgSite:
		return q.r.update(t)
	}
	return q.r.before(t.Updates[:f.Site.Index])
}

// old is the original's expression; a guard may be missing.
func (p *spot) old() *expr.Expr {
	if p.f.InGuard() && p.t.Guard == nil {
		return expr.Truth(true)
	}
	return p.t.At(p.f.Site)
}

// agree tells whether original and mutant have the same value on a valuation.
func (p *spot) agree(env []int64) bool {
	switch {
	case p.f.Kind == model.DropUpdate:
		u := &p.t.Updates[p.f.Site.Index]
		a, ok := p.m.Stored(u.Var, u.Value, env)
		return ok && a == env[u.Var]
	case p.f.Kind == model.ChangeExpr && p.f.Site.Kind == model.UpdateSite:
		v := p.assigned()
		a, ok := p.m.Stored(v, p.old(), env)
		b, ok2 := p.m.Stored(v, p.f.Now, env)
		return ok == ok2 && (!ok || a == b)
	case p.f.Kind == model.ChangeExpr:
		a, f := expr.Eval(p.old(), env, model.Limit)
		b, g := expr.Eval(p.f.Now, env, model.Limit)
		return a == b && (f == expr.NoFault) == (g == expr.NoFault)
	}
	return false
}

func (p *spot) assigned() int { return p.t.Updates[p.f.Site.Index].Var }

// spelled gives the two expressions; the mutant's is empty where it is missing.
func (p *spot) spelled() (old, now string) {
	if p.f.Kind == model.DropUpdate {
		u := &p.t.Updates[p.f.Site.Index]
		return p.m.Vars[u.Var].Name + " := " + expr.Plain.Print(u.Value), ""
	}
	return expr.Plain.Print(p.old()), expr.Plain.Print(p.f.Now)
}

func (p *spot) happens() string  { return model.Pick(p.f.InGuard(), "is tried", "runs") }
func (p *spot) happened() string { return model.Pick(p.f.InGuard(), "tried", "run") }

// outcome says in words what original and mutant have in common where a guard is tried.
func (p *spot) outcome() string {
	if !p.f.InGuard() {
		return "both agree"
	}
	yes, no := 0, 0
	for _, env := range p.reached {
		if holds(p.old(), env) {
			yes++
		} else {
			no++
		}
	}
	switch {
	case no == 0:
		return "both guards hold"
	case yes == 0:
		return "neither guard holds"
	}
	return "both guards agree"
}

func (p *spot) name(ref int) string {
	if ref < len(p.m.Vars) {
		return p.m.Vars[ref].Name
	}
	return p.m.Params(p.t)[ref-len(p.m.Vars)].Name
}

func (p *spot) typ(ref int) model.Type {
	if ref < len(p.m.Vars) {
		return p.m.Vars[ref].Type
	}
	return p.m.Params(p.t)[ref-len(p.m.Vars)].Type
}

// apart finds a valuation of the declared types on which the two differ; nil: there is none. Names that are listed
// in only take the values there. It gives how many were tried, 0 where there are too many.
func (p *spot) apart(only map[int][]int64) (env []int64, tried int) {
	lists := make([][]int64, len(p.reads))
	total := 1
	for i, r := range p.reads {
		t := p.typ(r)
		if lists[i] = only[r]; lists[i] == nil {
			if t.Size() > maxTabled {
				return nil, 0
			}
			for v := t.Min; v <= t.Max; v++ {
				lists[i] = append(lists[i], v)
			}
		}
		if total *= len(lists[i]); total > maxTabled {
			return nil, 0
		}
	}
	env = make([]int64, len(p.m.Vars)+len(p.m.Params(p.t)))
	for n := range total {
		for i, r := range p.reads {
			env[r] = lists[i][n%len(lists[i])]
			n /= len(lists[i])
		}
		if !p.agree(env) {
			return env, total
		}
	}
	return nil, total
}

// bound names bounds of types outside of which the two would differ, of one name if that is enough; "": none.
func (p *spot) bound() string {
	for _, r := range p.reads {
		t := p.typ(r)
		for _, side := range []struct {
			at   int64
			text string
		}{{t.Min - 1, fmt.Sprintf("`%s` is never below %d", p.name(r), t.Min)},
			{t.Max + 1, fmt.Sprintf("`%s` is never above %d", p.name(r), t.Max)}} {
			if apart, _ := p.apart(map[int][]int64{r: {side.at}}); apart != nil && !t.Bool {
				return side.text
			}
		}
	}
	return ""
}

// single finds one name whose reached values alone make the two agree, the one with the fewest; -1: none.
func (p *spot) single() (ref int, values []int64) {
	ref = -1
	for _, r := range p.reads {
		var here []int64
		for _, env := range p.reached {
			here = append(here, env[r])
		}
		slices.Sort(here)
		here = slices.Compact(here)
		if apart, tried := p.apart(map[int][]int64{r: here}); apart == nil && tried > 0 &&
			(ref < 0 || len(here) < len(values)) {
			ref, values = r, here
		}
	}
	return ref, values
}

func (p *spot) valuation(env []int64) string {
	var parts []string
	for _, r := range p.reads {
		parts = append(parts, p.name(r)+" = "+p.typ(r).Show(env[r]))
	}
	return report.Listing(parts, "and")
}
