package efsm

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/report"
)

// Why a mutant that was proved equivalent cannot be killed.
//
// Idea: a kill reaches the change, infects the state and propagates to an output (Offutt and Untch, Mutation
// 2000, after Morell), and a mutant that cannot be killed fails at one of the three. Where no
// evaluation on a reachable step is infected, the values that reach the place say why. Where one is,
// the product of original and mutant says what becomes of the difference. Each sentence has a check,
// most often the same comparison of two machines that were changed in the one thing that the sentence
// blames: a sentence whose check fails is not shown.

// maxWhy bounds the steps of a machine whose mutants are explained: a cause takes some comparisons, and nobody waits
// long for a sentence.
const maxWhy = 1 << 20

// maxTabled bounds the valuations over which two expressions are tabulated.
const maxTabled = 1 << 14

// An inquiry asks why one mutant has its verdict.
type inquiry struct {
	*Checker
	m, impl *model.Machine
}

// Why gives the cause for a mutant that no word kills; nil where none is found. Without faults they are
// looked for in the machines.
func (c *Checker) Why(impl *model.Machine, faults []model.Fault) *report.Why {
	q := &inquiry{c, c.x.m, impl}
	if !alikeInShape(q.m, impl) || len(c.x.succ) > maxWhy {
		return nil
	}
	if faults == nil {
		faults = faultsBetween(q.m, impl)
	}
	t := newTwins(q.m, impl, c.x.letters, c.budget)
	t.explore()
	if t.killed || t.exhausted {
		return nil
	}
	if len(t.unequal) > 0 {
		return q.after(t)
	}
	if len(faults) > 0 && !slices.ContainsFunc(faults, q.infectedBy) {
		if w := q.uninfected(faults); w != nil {
			return w
		}
	}
	return q.within()
}

// infectedBy tells whether a fault shows in some evaluation on a reachable step.
func (q *inquiry) infectedBy(f model.Fault) bool {
	if f.Kind == model.DropEmit || f.Kind == model.ChangeTarget {
		return slices.ContainsFunc(q.x.ctxs[f.Transition], func(e evaluation) bool { return e.taken })
	}
	p := q.spotOf(&f)
	return slices.ContainsFunc(p.reached, func(env []int64) bool { return !p.agree(env) })
}

// uninfected explains faults none of which shows anywhere, one after the other.
func (q *inquiry) uninfected(faults []model.Fault) *report.Why {
	var all *report.Why
	for i := range faults {
		w := q.untouched(&faults[i])
		if w == nil {
			return nil
		}
		all = all.And(w)
	}
	return all
}

// untouched explains a fault that shows nowhere: no run gets there, or all that get there agree.
func (q *inquiry) untouched(f *model.Fault) *report.Why {
	p := q.spotOf(f)
	if len(p.reached) == 0 {
		return q.neverRuns(p)
	}
	if f.Kind == model.DropEmit || f.Kind == model.ChangeTarget {
		return nil
	}
	old, now := p.spelled()
	pair := fmt.Sprintf("`%s` and `%s`", old, now)
	w := q.why(p.t, report.Fact{Label: "different values that get here", Value: fmt.Sprint(len(p.reached))})
	if apart, tried := p.apart(nil); apart == nil && tried > 0 {
		w.Check.Text = fmt.Sprintf("All %d values of the declared types were tried.", tried)
		w.Code, w.Text = report.WhyNoEffect, pair+" agree on all values."
		if f.Kind == model.DropUpdate {
			w.Text = fmt.Sprintf("`%s` leaves every value as it is.", old)
		} else if bound := p.bound(); bound != "" {
			w.Code, w.Text = report.WhyRange, bound+", so "+pair+" agree."
		}
		return w
	}
	if m := q.masked(p); m != nil {
		return m
	}
	w.Check.Text = "Both were evaluated on all values that get here."
	if v, values := p.single(); v >= 0 {
		w.Code = report.WhyNoEffect
		if len(values) == 1 {
			w.Code = report.WhyInvariant
		}
		w.Text = fmt.Sprintf("`%s` is %s when %s %s, and then %s agree.", p.name(v), report.Values(values,
			p.typ(v).Show), p.t.ID, p.happens(), pair)
		if f.Kind == model.DropUpdate {
			w.Text = fmt.Sprintf("`%s` is %s when %s runs, and then `%s` leaves it as it is.", p.name(v),
				report.Values(values, p.typ(v).Show), p.t.ID, old)
		}
		return w
	}
	w.Code = report.WhyInvariant
	apart, tried := p.apart(nil)
	switch {
	case f.Kind == model.DropUpdate:
		w.Text = fmt.Sprintf("Whenever %s runs, `%s` leaves `%s` as it is.", p.t.ID, old, q.m.Vars[p.assigned()].Name)
	case tried > 0:
		w.Text = fmt.Sprintf("%s differ only on values that never meet when %s %s, such as %s.", pair, p.t.ID, p.happens(),
			p.valuation(apart))
	default:
		w.Text = fmt.Sprintf("%s agree on all %d values that get there when %s %s.", pair, len(p.reached), p.t.ID,
			p.happens())
	}
	return w
}

// why begins a cause that speaks of transitions.
func (q *inquiry) why(t *model.Transition, facts ...report.Fact) *report.Why {
	w := &report.Why{Facts: facts}
	q.mention(w, t)
	return w
}

func (q *inquiry) mention(w *report.Why, all ...*model.Transition) {
	for _, t := range all {
		if s := q.m.File.Shown(t.Span); !slices.Contains(w.Spans, s) {
			w.Spans = append(w.Spans, s)
		}
	}
}

// event names what a transition takes.
func (q *inquiry) event(t *model.Transition) string {
	if t.Event == model.Internal {
		return "the moment"
	}
	return "`" + q.m.Inputs[t.Event].Name + "`"
}

// group lists the transitions that compete with one, in the order in which they are tried.
func (q *inquiry) group(t *model.Transition) []int32 { return q.r.table[q.r.row(t.From, t.Event)] }

// neverRuns explains a place that no run gets to: with an output of its own there, the machine still
// shows the same.
func (q *inquiry) neverRuns(p *spot) *report.Why {
	if m := q.masked(p); m != nil {
		return m
	}
	w := q.why(p.t)
	w.Code = report.WhyNeverRuns
	at := q.m.Locations[p.t.From].Name
	group := q.group(p.t)
	switch {
	case len(q.x.ctxs[group[0]]) == 0:
		w.Text = fmt.Sprintf("No run gets to %s with %s to take, so %s never runs.", at, q.event(p.t), p.t.ID)
		if p.t.Event == model.Internal {
			w.Text = fmt.Sprintf("No run gets to %s, so %s never runs.", at, p.t.ID)
		}
	case len(q.x.ctxs[p.index]) == 0:
		w.Text = fmt.Sprintf("%s is never tried: in %s the transitions before it take every %s.", p.t.ID, at, q.event(p.t))
	default:
		w.Text = fmt.Sprintf("%s never runs: `%s` holds at no time when it is tried.", p.t.ID, expr.Plain.Print(p.t.Guard))
	}
	impl := marked(q.m, p.index)
	if q.judge(q.m, impl) != report.Unkillable {
		return nil
	}
	w.Check = report.Check{Impl: impl.Print(), Verdict: report.Unkillable,
		Text: "With an output of its own " + p.t.ID + " is still never seen."}
	return w
}

// masked explains a guard that would differ where an earlier transition takes the input. With the order turned
// round the mutant is killed.
func (q *inquiry) masked(p *spot) *report.Why {
	group := q.group(p.t)
	var before []int32
	for _, e := range q.x.ctxs[group[0]] {
		q.x.enter(q.r, e, &q.s)
		i := group[slices.IndexFunc(group, func(i int32) bool {
			g := q.m.Transitions[i].Guard
			return i == int32(p.index) || g == nil || holds(g, q.r.env)
		})]
		if i != int32(p.index) && !slices.Contains(before, i) && q.wouldMatter(p) {
			before = append(before, i)
		}
	}
	if len(before) == 0 {
		return nil
	}
	slices.SortFunc(before, func(a, b int32) int { return slices.Index(group, a) - slices.Index(group, b) })
	spec, impl := moved(q.m, p.index, int(before[0])), moved(applied(q.m, p.f), p.index, int(before[0]))
	if q.judge(spec, impl) != report.Killed {
		return nil
	}
	w := q.why(p.t)
	w.Code = report.WhyMasked
	var names []string
	for _, i := range before {
		names = append(names, q.m.Transitions[i].ID)
		q.mention(w, &q.m.Transitions[i])
	}
	first := &q.m.Transitions[before[0]]
	takes := "takes every " + q.event(p.t)
	switch {
	case len(names) > 1:
		takes = "one of them takes " + q.event(p.t) + " wherever the change would matter"
	case first.Guard != nil:
		takes = fmt.Sprintf("takes %s while `%s`", q.event(p.t), expr.Plain.Print(first.Guard))
	}
	w.Text = fmt.Sprintf("%s %s tried first, and %s; ", report.Listing(names, "and"), verb(len(names)), takes)
	switch v, values := p.single(); {
	case len(p.reached) == 0:
		w.Text += p.t.ID + " never runs."
	case v >= 0:
		w.Text += fmt.Sprintf("%s is only %s when `%s` is %s, where %s.", p.t.ID, p.happened(), p.name(v),
			strings.TrimPrefix(report.Values(values, p.typ(v).Show), "always "), p.outcome())
	default:
		w.Text += fmt.Sprintf("whenever %s %s, %s.", p.t.ID, p.happens(), p.outcome())
	}
	w.Check = report.Check{Impl: impl.Print(), Verdict: report.Killed,
		Text: fmt.Sprintf("With %s tried before %s the mutant is killed.", p.t.ID, first.ID)}
	if q.judge(q.m, spec) == report.Unkillable && q.judge(q.m, impl) == report.Killed {
		return w // turning the order round changes nothing in the model itself
	}
	w.Check.Spec = spec.Print()
	return w
}

// wouldMatter tells whether the change would show if its transition were tried as the runner is.
func (q *inquiry) wouldMatter(p *spot) bool {
	if !p.f.InGuard() && p.t.Guard != nil && !holds(p.t.Guard, q.r.env) {
		return false
	}
	return q.proceed(p.f) && !p.agree(q.r.env)
}

func verb(n int) string { return model.Pick(n == 1, "is", "are") }

func holds(guard *expr.Expr, env []int64) bool {
	v, fault := expr.Eval(guard, env, model.Limit)
	return fault == expr.NoFault && v != 0
}

// alikeInShape tells whether two machines differ in what transitions do only.
func alikeInShape(m, impl *model.Machine) bool {
	return slices.EqualFunc(m.Vars, impl.Vars, func(a, b model.Variable) bool {
		return a.Name == b.Name && a.Bool == b.Bool && a.Min == b.Min && a.Max == b.Max && a.Init == b.Init
	}) && slices.EqualFunc(m.Locations, impl.Locations, func(a, b model.Location) bool {
		return a.Name == b.Name
	}) && slices.EqualFunc(m.Outputs, impl.Outputs, func(a, b model.Output) bool {
		return a.Name == b.Name
	}) && slices.EqualFunc(m.Transitions, impl.Transitions, func(a, b model.Transition) bool {
		return a.From == b.From && a.Event == b.Event && a.Priority == b.Priority
	}) && m.Comparable(impl) == "" && m.Semantics == impl.Semantics && m.Initial == impl.Initial
}

// faultsBetween finds the places in which two machines alike in shape differ; nil where what differs is no
// single expression, assignment, output or target.
func faultsBetween(m, impl *model.Machine) (faults []model.Fault) {
	for i := range m.Transitions {
		a, b := &m.Transitions[i], &impl.Transitions[i]
		if a.To != b.To {
			faults = append(faults, model.Fault{Transition: i, Kind: model.ChangeTarget, Target: b.To})
		}
		old, now := a.Guard, b.Guard
		if old == nil {
			old = expr.Truth(true)
		}
		if now == nil {
			now = expr.Truth(true)
		}
		if !expr.Equal(old, now) {
			faults = append(faults, model.Fault{Transition: i, Site: model.Site{Kind: model.GuardSite}, Now: now})
		}
		sameVars := slices.EqualFunc(a.Updates, b.Updates, func(x, y model.Update) bool { return x.Var == y.Var })
		sameEmits := slices.EqualFunc(a.Emits, b.Emits, func(x, y model.Emit) bool {
			return x.Output == y.Output && len(x.Args) == len(y.Args)
		})
		if !sameVars || !sameEmits {
			return nil
		}
		for _, s := range a.Sites() {
			if s.Kind != model.GuardSite && !expr.Equal(a.At(s), b.At(s)) {
				faults = append(faults, model.Fault{Transition: i, Site: s, Now: b.At(s)})
			}
		}
	}
	return faults
}
