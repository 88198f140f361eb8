package action

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// Why a mutant cannot be killed.
//
// Idea: a mutant that refines the original has lost steps, and one of them is shown. An equivalent one has the same
// steps in all states that can be reached; where the two part in some other state, that state is named, else one
// beyond the ranges of the types. Each sentence is checked by comparing the two models again after a change of
// both: exchanged, started in that state, or with wider types.

// Why gives the cause for a judged mutant; nil where none was found that stands up to its check.
func (c *Checker) Why(ctx context.Context, r report.Mutant) *report.Why {
	impl, _ := c.mutantOf(r)
	if impl == nil {
		return nil
	}
	v, err := model.NewVariant(c.model, impl)
	if err != nil || !slices.Equal(varRanges(impl), varRanges(c.model)) {
		return nil
	}
	q := &inquiry{c, ctx, impl, r.Span}
	switch {
	case r.Verdict == report.Killed:
		return q.killed(r)
	case r.Verdict != report.Unkillable:
		return nil
	case r.Reason == ReasonRefines:
		return q.onlyLess(r)
	}
	if w := q.moreArguments(v); w != nil || q.space.expanded > checkStates {
		return w
	}
	return q.elsewhere(r)
}

// An inquiry asks why one mutant has its verdict.
type inquiry struct {
	*Checker
	ctx  context.Context
	impl *model.Model
	span report.Span
}

func (q *inquiry) why(code, text string) *report.Why {
	return &report.Why{Code: code, Text: text, Spans: []report.Span{q.span}}
}

// compare judges one text against another; "" where one is no model.
func (q *inquiry) compare(spec, impl string) (report.Mutant, *model.Model) {
	a, _ := model.Parse(source.NewFile("", spec))
	b, _ := model.Parse(source.NewFile("", impl))
	if a == nil || b == nil {
		return report.Mutant{}, nil
	}
	s := q.settings // enumeration alone: the referee knows only the model itself
	s.Engine, s.Depth, s.Budget.States = "explicit", 0, checkStates
	m, err := Compare(q.ctx, a, b, s, q.referee)
	if err != nil || q.ctx.Err() != nil {
		return report.Mutant{}, nil
	}
	return m, a
}

// killed tells how a counterexample kills: what infects a state shows at once, for states are seen.
func (q *inquiry) killed(r report.Mutant) *report.Why {
	if r.Reason == ReasonInit {
		return nil
	}
	x, err := q.model.ReadWitness(r.Counterexample)
	if err != nil {
		return nil
	}
	reach := "at the start"
	if n := len(x.Trace); n > 0 {
		reach = fmt.Sprintf("after step %d (%s)", n, x.Trace[n-1].String())
	}
	infect := fmt.Sprintf("at step %d (%s)", len(x.Trace)+1, eventsText(x.Events))
	w := q.why(report.WhyKilled, fmt.Sprintf("Reached %s, infected %s, and seen at once: the original has no such step "+
		"to this state.", reach, infect))
	w.Facts = []report.Fact{{Label: "reach", Value: reach}, {Label: "infect", Value: infect},
		{Label: "propagate", Value: "at once"}}
	w.Check.Text = "The run was made by plain evaluation of both."
	return w
}

// onlyLess shows a step that the mutant has lost; with the two exchanged, the original is killed.
func (q *inquiry) onlyLess(r report.Mutant) *report.Why {
	x, err := q.model.ReadLost(r.Evidence)
	if err != nil {
		return nil
	}
	text := fmt.Sprintf("The mutant only does less: it has lost `%s`", eventsText(x.Events))
	if at := q.model.SayState(x.State, q.relevant(x.Events)); at != "" {
		text += " with " + at
	}
	w := q.why(report.WhyOnlyLess, text+". A refinement may do less, so no test can demand it.")
	if q.space.expanded <= checkStates && q.space.budget == "" {
		if m, _ := q.compare(q.impl.File.Text, q.model.File.Text); m.Verdict != report.Killed {
			return nil
		}
		w.Check = report.Check{Spec: q.impl.File.Text, Impl: q.model.File.Text, Verdict: report.Killed,
			Text: "With the two exchanged, the original does what the mutant does not."}
		return w
	}
	if runTo(q.model, q.model.Init, x.Trace, x.State, map[string]bool{}) == nil ||
		!q.model.Allows(x.State, x.Events, x.Post) || q.impl.Allows(x.State, x.Events, x.Post) {
		return nil
	}
	w.Check.Text = "The run to that state was made again by plain evaluation: the original has the step there, the " +
		"mutant has not."
	return w
}

// relevant lists the variables that the actions of some events read or set.
func (q *inquiry) relevant(events []model.Event) []int {
	var vars []int
	for _, ev := range events {
		if i := model.ActionIndex(q.model, ev.Name); i >= 0 {
			vars = append(vars, model.BodyVars(q.model, q.model.Actions[i].Run)...)
		}
	}
	slices.Sort(vars)
	return slices.Compact(vars)
}

// moreArguments explains another range of an argument: no state takes the values that only one of the ranges has.
func (q *inquiry) moreArguments(v *model.Variant) *report.Why {
	if len(v.Changed) != 1 || len(v.Gone) != 1 || q.space.budget != "" || q.space.cut {
		return nil
	}
	a, b := v.Spec.Entries[v.Gone[0]], v.Impl.Entries[v.Changed[0]]
	if model.EventsName(a) != model.EventsName(b) || !sameRuns(v, a, b) {
		return nil
	}
	others := func(e *model.Entry) bool { return model.EventsName(e) == model.EventsName(a) }
	if i := slices.IndexFunc(v.Spec.Entries, others); slices.ContainsFunc(v.Spec.Entries[i+1:], others) {
		return nil // another entry may take what this one does not
	}
	more, fewer := valuesBeyond(b.Ranges(), a.Ranges()), valuesBeyond(a.Ranges(), b.Ranges())
	if len(more)+len(fewer) == 0 {
		return nil
	}
	var parts []string
	name := a.Names()
	if len(more) > 0 {
		parts = append(parts, fmt.Sprintf("the mutant may try `%s` with %s too", name, report.Listing(more, "or")))
	}
	if len(fewer) > 0 {
		parts = append(parts, fmt.Sprintf("the mutant does not try `%s` with %s", name, report.Listing(fewer, "or")))
	}
	text := report.Listing(parts, "and")
	w := q.why(report.WhyNeverRuns, strings.ToUpper(text[:1])+text[1:]+", which no state that can be reached allows.")
	w.Check.Text = fmt.Sprintf("They were tried in all %d reachable states.", q.space.expanded)
	return w
}

// valuesBeyond spells the values that some ranges have beyond others.
func valuesBeyond(of, than []model.Range) (parts []string) {
	for i, r := range of {
		for _, cut := range [][2]int64{{r.Lo, min(r.Hi, than[i].Lo-1)}, {max(r.Lo, than[i].Hi+1), r.Hi}} {
			switch {
			case cut[0] == cut[1]:
				parts = append(parts, fmt.Sprint(cut[0]))
			case cut[0] < cut[1]:
				parts = append(parts, fmt.Sprintf("%d to %d", cut[0], cut[1]))
			}
		}
	}
	return parts
}

// sameRuns tells that two entries run the same actions.
func sameRuns(v *model.Variant, a, b *model.Entry) bool {
	x, y := a.Calls(), b.Calls()
	if len(x) != len(y) || len(a.Items) != len(x) || len(b.Items) != len(y) {
		return false
	}
	for i := range x {
		if !model.EqualBody(v.Spec.Actions[x[i].Index].Run, v.Impl.Actions[y[i].Index].Run) {
			return false
		}
	}
	return true
}

// elsewhere names a state in which the two part: one that is not reached, or beyond the types.
func (q *inquiry) elsewhere(r report.Mutant) *report.Why {
	spec, impl := q.model.File.Text, q.impl.File.Text
	if w := q.partsIn(q.model, r, spec, impl, false); w != nil {
		return w
	}
	if back, _ := q.compare(impl, spec); !slices.Contains(r.Notes, noFault) || !slices.Contains(back.Notes, noFault) {
		return nil // somewhere within the types they may part
	}
	wide, wider := widened(q.model), widened(q.impl)
	m, of := q.compare(wide, wider)
	switch m.Verdict {
	case report.Killed:
		w := q.why(report.WhyBlocked, "Only the ranges of the types keep the two alike: the step that the mutant adds "+
			"would leave them, so it cannot be made.")
		if x, err := of.ReadWitness(m.Counterexample); err == nil {
			if out := q.model.SayOutside(x.Post); out != "" {
				w.Text = fmt.Sprintf("With `%s` the mutant would have %s, so it cannot do that either.", eventsText(x.Events), out)
			}
		}
		w.Check = report.Check{Spec: wide, Impl: wider, Verdict: report.Killed,
			Text: "With types that reach one further the mutant is killed."}
		return w
	case report.Unkillable:
		if w := q.partsIn(of, m, wide, wider, true); w != nil {
			return w
		}
		if back, _ := q.compare(wider, wide); m.Reason == ReasonEquivalent && back.Reason == ReasonEquivalent &&
			slices.Contains(m.Notes, noFault) && slices.Contains(back.Notes, noFault) {
			w := q.why(report.WhyNoEffect, "Original and mutant have the same steps in every state, whether it can be "+
				"reached or not.")
			w.Check = report.Check{Spec: wide, Impl: wider, Verdict: report.Unkillable,
				Text: "All states of the types were tried, and those one beyond."}
			return w
		}
	}
	return nil
}

// partsIn finds a state in which one of two models has a step that the other has not, and checks that the one is
// killed there. Beyond the types, the bounds are what is named.
func (q *inquiry) partsIn(m *model.Model, r report.Mutant, spec, impl string, beyond bool) *report.Why {
	raw := r.Detail(model.DetailFault)
	if len(raw) == 0 { // the mutant does nothing wrong anywhere: perhaps it does less somewhere
		spec, impl = impl, spec
		back, _ := q.compare(spec, impl)
		if raw = back.Detail(model.DetailFault); len(raw) == 0 {
			return nil
		}
	}
	x, err := m.ReadWitness(raw)
	if err != nil {
		return nil
	}
	there, thereToo := startedIn(spec, x.State), startedIn(impl, x.State)
	if got, _ := q.compare(there, thereToo); got.Verdict != report.Killed {
		return nil
	}
	check := report.Check{Spec: there, Impl: thereToo, Verdict: report.Killed,
		Text: "Started in such a state, one does what the other does not."}
	if beyond {
		q.clamp(x.State, spec, impl, &check)
		out := q.model.SayBeyond(x.State)
		if out == "" {
			return nil
		}
		w := q.why(report.WhyRange, fmt.Sprintf("%s, and within these bounds the two have the same steps.", out))
		w.Check = check
		return w
	}
	vars := q.neverTogether(x.State)
	if vars == nil {
		return nil
	}
	w := q.why(report.WhyInvariant, fmt.Sprintf("The two part only in states that no run gets to, such as those with %s.",
		q.model.SayState(x.State, vars)))
	w.Check = check
	return w
}

// clamp takes what is not needed beyond the types out of a state in which two texts part.
func (q *inquiry) clamp(state []int64, spec, impl string, check *report.Check) {
	for i, v := range q.model.Vars {
		was := state[i]
		if state[i] = min(max(was, v.Lo), v.Hi); state[i] == was {
			continue
		}
		a, b := startedIn(spec, state), startedIn(impl, state)
		if m, _ := q.compare(a, b); m.Verdict == report.Killed {
			check.Spec, check.Impl = a, b
			continue
		}
		state[i] = was
	}
}

// neverTogether gives a smallest set of variables whose values in a state no reachable state has together; nil where
// the reachable states are not listed.
func (q *inquiry) neverTogether(state []int64) []int {
	sp := q.space
	if sp.budget != "" || sp.cut || sp.expanded > maxTabled {
		return nil
	}
	reached := make([][]int64, sp.expanded)
	for i := range reached {
		reached[i] = sp.vals(i)
	}
	vars := make([]int, len(state))
	for i := range vars {
		vars[i] = i
	}
	meets := func(vars []int) bool {
		return slices.ContainsFunc(reached, func(s []int64) bool {
			return !slices.ContainsFunc(vars, func(i int) bool { return s[i] != state[i] })
		})
	}
	if meets(vars) {
		return nil
	}
	for i := len(vars) - 1; i >= 0; i-- { // drop what is not needed
		if fewer := slices.Delete(slices.Clone(vars), i, i+1); !meets(fewer) {
			vars = fewer
		}
	}
	return vars
}

// checkStates bounds the states that a check may store.
const checkStates = 20_000

// maxTabled bounds the reachable states that are looked through for a state's values.
const maxTabled = 1 << 16

// widened makes each type of a text one value wider at both ends.
func widened(m *model.Model) string {
	var edits []source.Edit
	for _, d := range m.Decls {
		if d.Type != nil {
			r := d.Type.Range
			edits = append(edits, source.Edit{Span: r.Span, Text: fmt.Sprintf(" %d..%d", r.Lo-1, r.Hi+1)})
		}
	}
	return source.Apply(m.File.Text, edits)
}

// startedIn puts another initial state into a text.
func startedIn(text string, state []int64) string {
	m, _ := model.Parse(source.NewFile("", text))
	if m == nil {
		return ""
	}
	var edits []source.Edit
	for _, d := range m.Decls {
		if d.Init == nil {
			continue
		}
		for i, span := range d.Init.Spans {
			edits = append(edits, source.Edit{Span: span, Text: strings.TrimSpace(fmt.Sprint(" ", state[i]))})
		}
	}
	return source.Apply(m.File.Text, edits)
}
