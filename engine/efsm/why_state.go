package efsm

import (
	"fmt"
	"slices"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/report"
)

// Infections that no output shows: gone before the step ends, set again later, or never read.

// within explains an infection that is gone before the step ends.
func (q *inquiry) within() *report.Why {
	var taken [2][]int32 // transitions that only one of the two fires
	var parts []string   // how the two steps differ, in words
	q.steps(q.impl, func(_ int32, a, b []int32) {
		if slices.Equal(a, b) {
			return
		}
		i := 0
		for i < len(a) && i < len(b) && a[i] == b[i] {
			i++
		}
		if part := q.instead(a[i:], b[i:]); !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
		for n, fired := range [][]int32{a[i:], b[i:]} {
			for _, t := range fired {
				if !slices.Contains(taken[n], t) {
					taken[n] = append(taken[n], t)
				}
			}
		}
	})
	if len(parts) == 0 {
		return q.overwrittenWithin()
	}
	marks := slices.Concat(taken[0], taken[1])
	slices.Sort(marks)
	marks = slices.Compact(marks)
	spec, impl := q.m, q.impl
	for _, t := range marks {
		spec, impl = marked(spec, int(t)), marked(impl, int(t))
	}
	if len(marks) == 0 || q.judge(spec, impl) != report.Killed {
		return nil
	}
	w := &report.Why{Code: report.WhySameAs, Text: "Where the change matters, " +
		report.Listing(parts[:min(3, len(parts))], "or") + "; the state after it is the same, and so is what is shown."}
	var names []string
	for _, t := range marks {
		q.mention(w, &q.m.Transitions[t])
		names = append(names, q.m.Transitions[t].ID)
	}
	w.Check = report.Check{Spec: spec.Print(), Impl: impl.Print(), Verdict: report.Killed,
		Text: fmt.Sprintf("With an output for %s the mutant is killed.", report.Listing(names, "and"))}
	return w
}

// instead says what a mutant does in a step instead of what the original does.
func (q *inquiry) instead(a, b []int32) string {
	names := func(fired []int32) string {
		if len(fired) == 0 {
			return ""
		}
		return q.m.Transitions[fired[0]].ID
	}
	switch x, y := names(a), names(b); {
	case x == "":
		return "the mutant takes " + y + " as well"
	case y == "":
		return "the mutant does not take " + x
	default:
		return "the mutant takes " + y + " instead of " + x
	}
}

// overwrittenWithin explains a value that is set again before the step ends: without the later
// assignments the mutant is killed.
func (q *inquiry) overwrittenWithin() *report.Why {
	var changed, at []int // variables whose assignments the mutant changed, and the transitions
	for i := range q.m.Transitions {
		a, b := &q.m.Transitions[i], &q.impl.Transitions[i]
		for _, u := range append(slices.Clone(a.Updates), b.Updates...) {
			same := func(v model.Update) bool { return v.Var == u.Var && expr.Equal(v.Value, u.Value) }
			if (!slices.ContainsFunc(a.Updates, same) || !slices.ContainsFunc(b.Updates, same)) &&
				!slices.Contains(changed, u.Var) {
				changed, at = append(changed, u.Var), append(at, i)
			}
		}
	}
	var later []setting
	q.steps(q.impl, func(_ int32, fired, _ []int32) {
		from := slices.IndexFunc(fired, func(t int32) bool { return slices.Contains(at, int(t)) })
		for _, t := range fired[from+1:] {
			if from < 0 {
				break
			}
			for _, u := range q.m.Transitions[t].Updates {
				if s := (setting{t, u.Var}); slices.Contains(changed, u.Var) && !slices.Contains(later, s) {
					later = append(later, s)
				}
			}
		}
	})
	return q.overwritten(later, changed, "before the step ends")
}

// after explains a state that differs and is never shown.
func (q *inquiry) after(t *twins) *report.Why {
	vars, places := t.differing()
	if t.heals() {
		if w := q.overwritten(q.healing(t, vars), vars, "and nothing shows it before"); w != nil {
			w.Facts = append(w.Facts, report.Fact{Label: "pairs of different states", Value: fmt.Sprint(len(t.unequal))})
			return w
		}
	}
	return q.unobserved(t, vars, places)
}

// healing lists the assignments, in either machine, by which variables that differ become equal; nil where
// one becomes so in another way.
func (q *inquiry) healing(t *twins, vars []int) []setting {
	var by []setting
	for _, e := range t.edges {
		from, to := t.queue[e.at].pair, e.to
		var fired []int32
		for _, v := range vars {
			if !t.differIn(from, v) || t.differIn(to, v) {
				continue
			}
			if fired == nil {
				fired = append(q.fired(q.m, from.a, e.letter, t.states), q.fired(q.impl, from.b, e.letter, t.states)...)
			}
			found := false
			for _, i := range fired {
				sets := func(u model.Update) bool { return u.Var == v }
				if slices.ContainsFunc(q.m.Transitions[i].Updates, sets) {
					found = true
					if s := (setting{i, v}); !slices.Contains(by, s) {
						by = append(by, s)
					}
				}
			}
			if !found {
				return nil
			}
		}
	}
	return by
}

// A setting is an assignment: a transition and the variable that it sets.
type setting struct {
	transition int32
	variable   int
}

// overwritten blames assignments: without them in both machines the mutant is killed.
func (q *inquiry) overwritten(by []setting, vars []int, when string) *report.Why {
	if len(by) == 0 {
		return nil
	}
	w := &report.Why{Code: report.WhyOverwritten}
	var names, what []string
	spec, impl := q.m, q.impl
	for _, s := range by {
		spec, impl = unset(spec, s), unset(impl, s)
		if n := q.m.Transitions[s.transition].ID; !slices.Contains(names, n) {
			names = append(names, n)
		}
		if n := "`" + q.m.Vars[s.variable].Name + "`"; !slices.Contains(what, n) {
			what = append(what, n)
		}
		q.mention(w, &q.m.Transitions[s.transition])
	}
	if q.judge(spec, impl) != report.Killed {
		return nil
	}
	who := report.Listing(names, "or")
	w.Text = fmt.Sprintf("The wrong %s lives only until %s sets it again, %s.", report.Listing(what, "or"), who, when)
	w.Check = report.Check{Spec: spec.Print(), Impl: impl.Print(), Verdict: report.Killed,
		Text: fmt.Sprintf("Without that assignment in %s the mutant is killed.", report.Listing(names, "and"))}
	return w
}

// unobserved says that a difference is never shown: with an input that shows it the mutant is killed.
func (q *inquiry) unobserved(t *twins, vars []int, places [][2]string) *report.Why {
	spec, impl := looking(q.m, vars, len(places) > 0), looking(q.impl, vars, len(places) > 0)
	if q.judge(spec, impl) != report.Killed {
		return nil
	}
	w := &report.Why{Code: report.WhyUnobserved}
	var names []string
	read, used := false, usedVars(q.m)
	for _, v := range vars {
		names = append(names, "`"+q.m.Vars[v].Name+"`")
		read = read || used[v]
	}
	var where []string
	for _, p := range places[:min(3, len(places))] {
		where = append(where, fmt.Sprintf("in %s where the original is in %s", p[1], p[0]))
	}
	what := report.Listing(names, "and")
	since := "From the start"
	if n := len(t.path(t.unequal[0])); n > 0 {
		since = fmt.Sprintf("From step %d on", n)
	}
	switch {
	case len(vars) == 0:
		w.Text = fmt.Sprintf("%s the mutant may be %s, and no input tells these apart.", since, report.Listing(where, "or"))
	case len(places) > 0:
		w.Text = fmt.Sprintf("%s the mutant may be %s, and %s may differ, but no output ever depends on that.", since,
			report.Listing(where, "or"), what)
	case !read:
		w.Text = fmt.Sprintf("%s %s may differ, but no guard and no output reads %s.", since, what, model.Pick(len(vars) == 1,
			"it", "them"))
	default:
		w.Text = fmt.Sprintf("%s %s may differ, but no output ever depends on that.", since, what)
	}
	if len(places) > 0 {
		names = append(names, "the location")
	}
	w.Check = report.Check{Spec: spec.Print(), Impl: impl.Print(), Verdict: report.Killed,
		Text: fmt.Sprintf("With an input that shows %s the mutant is killed.", report.Listing(names, "and"))}
	w.Facts = []report.Fact{{Label: "pairs of different states", Value: fmt.Sprint(len(t.unequal))}}
	return w
}
