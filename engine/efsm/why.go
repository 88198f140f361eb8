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
	if len(t.parted) > 0 {
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
			w.Facts = append(w.Facts, report.Fact{Label: "pairs of different states", Value: fmt.Sprint(len(t.parted))})
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
			if !t.partedIn(from, v) || t.partedIn(to, v) {
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
	read := false
	for _, v := range vars {
		names = append(names, "`"+q.m.Vars[v].Name+"`")
		read = read || isRead(q.m, v)
	}
	var where []string
	for _, p := range places[:min(3, len(places))] {
		where = append(where, fmt.Sprintf("in %s where the original is in %s", p[1], p[0]))
	}
	what := report.Listing(names, "and")
	since := "From the start"
	if n := len(t.path(t.parted[0])); n > 0 {
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
	w.Facts = []report.Fact{{Label: "pairs of different states", Value: fmt.Sprint(len(t.parted))}}
	return w
}

// isRead tells whether anything but an assignment to the variable itself reads it.
func isRead(m *model.Machine, v int) bool {
	read := make([]bool, len(m.Vars))
	for i := range m.Transitions {
		t := &m.Transitions[i]
		for _, s := range t.Sites() {
			if s.Kind != model.UpdateSite || t.Updates[s.Index].Var != v {
				markRefs(t.At(s), read)
			}
		}
	}
	return read[v]
}

// Killed tells how a word kills a mutant: where the change is reached, where it infects, where it shows.
func (c *Checker) Killed(impl *model.Machine, faults []model.Fault, word []model.Letter) *report.Why {
	q := &inquiry{c, c.x.m, impl}
	a, b := q.m.Run(word), impl.Run(word)
	shown := model.FirstDifference(a, b)
	if shown < 0 {
		return nil
	}
	if faults == nil && alikeInShape(q.m, impl) {
		faults = faultsBetween(q.m, impl)
	}
	reached, infected := -1, -1
	for i := 0; i <= shown && infected < 0; i++ {
		see := func(t int, env []int64, taken bool) {
			for n := range faults {
				f := &faults[n]
				if f.Transition != t || !f.InGuard() && !taken {
					continue
				}
				if reached < 0 {
					reached = i
				}
				copy(q.r.env, env)
				if infected < 0 && q.proceed(f) && !q.spotAt(f).agree(q.r.env) {
					infected = i
				}
			}
		}
		if i == 0 {
			q.m.Start(see)
		} else {
			q.m.Step(a.States[i-1], word[i-1], see)
		}
	}
	at := func(i int) string {
		if i == 0 {
			return "before the first input"
		}
		return fmt.Sprintf("at step %d (%s)", i, q.m.LetterText(word[i-1]))
	}
	outputs := fmt.Sprintf("%s instead of %s", showing(b.Shown[shown]), showing(a.Shown[shown]))
	w := &report.Why{Code: report.WhyKilled, Check: report.Check{Text: "The word was run on both by the plain evaluator."}}
	if infected < 0 {
		w.Text = fmt.Sprintf("Shown %s: %s.", at(shown), outputs)
		w.Facts = []report.Fact{{Label: "propagate", Value: at(shown)}}
		return w
	}
	q.mention(w, &q.m.Transitions[faults[0].Transition])
	w.Facts = []report.Fact{{Label: "reach", Value: at(reached)}, {Label: "infect", Value: at(infected)},
		{Label: "propagate", Value: at(shown)}}
	w.Text = "Reached " + at(reached) + ", infected " + at(infected)
	if reached == infected {
		w.Text = "Reached and infected " + at(infected)
	}
	if infected == shown {
		w.Text += ", which shows it at once: " + outputs + "."
		return w
	}
	w.Text += q.wrong(a.States[infected], b.States[infected]) + "; shown " + at(shown) + ": " + outputs + "."
	return w
}

// wrong says how the mutant's state differs.
func (q *inquiry) wrong(a, b model.Config) string {
	var parts []string
	name := func(l int) string {
		if l < 0 {
			return "no location"
		}
		return q.m.Locations[l].Name
	}
	if a.Location != b.Location {
		parts = append(parts, name(b.Location)+" instead of "+name(a.Location))
	}
	for v := range a.Values {
		if a.Location >= 0 && b.Location >= 0 && a.Values[v] != b.Values[v] {
			d := &q.m.Vars[v]
			parts = append(parts, fmt.Sprintf("%s = %s instead of %s", d.Name, d.Show(b.Values[v]), d.Show(a.Values[v])))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return ": " + report.Listing(parts, "and")
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

// Nearest gives the word that comes nearest to a kill, for a mutant whose state differs on some run and whose
// outputs never do: a shortest word on which the difference ends, or else begins. Notes are said
// after so many letters. Without such a run the word is nil.
func (c *Checker) Nearest(impl *model.Machine) (word []model.Letter, notes map[int]string) {
	if !alikeInShape(c.x.m, impl) || len(c.x.succ) > maxWhy {
		return nil, nil
	}
	t := newTwins(c.x.m, impl, c.x.letters, c.budget)
	if t.explore(); t.killed || t.exhausted || len(t.parted) == 0 {
		return nil, nil
	}
	word, parted, healed := t.nearest()
	notes = map[int]string{parted: "from here on the states differ, and no output shows it"}
	if healed >= 0 {
		notes[healed] = "here the difference is gone"
	}
	return word, notes
}
