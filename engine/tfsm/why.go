package tfsm

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tfsm/model"
	"github.com/mutarium/mutarium/engine/tfsm/referee"
)

// Why a mutant conforms: the changed state is never reached, a timeout leads from a state to itself or never
// fires, or the states in which the two machines part answer every input alike. Each is checked by another
// comparison: with an output of the state's own, with the timeout led elsewhere, with an input that shows the state.

// Why gives the cause for a judged mutant; nil where none was found that stands up to its check.
func (c *Checker) Why(r report.Mutant) *report.Why {
	other, err := referee.Read(c.model, r)
	if err != nil {
		return nil
	}
	joint, impl, missing := c.model.Align(other)
	if missing != nil {
		return nil
	}
	q := &inquiry{joint, joint.Specification(), impl, r.Span}
	switch r.Verdict {
	case report.Killed:
		return q.killed(r)
	case report.Unkillable:
		return q.conforms()
	}
	return nil
}

// An inquiry asks why one mutant has its verdict.
type inquiry struct {
	m          *model.Model
	spec, impl *model.Automaton
	span       report.Span
}

func (q *inquiry) why(code, format string, args ...any) *report.Why {
	return &report.Why{Code: code, Text: fmt.Sprintf(format, args...), Spans: []report.Span{q.span}}
}

// killed tells at which input of the counterexample the states part, and at which the output shows it.
func (q *inquiry) killed(r report.Mutant) *report.Why {
	walk, err := (&Checker{model: q.m}).Walk(r)
	if err != nil {
		return nil
	}
	var infect, shown string
	for i := range walk.Steps {
		s := &walk.Steps[i]
		at := fmt.Sprintf("at step %d (%s at %s)", i, s.Label, s.Time)
		if infect == "" && (s.Spec.Location != s.Impl.Location || s.Tone == "bad") {
			infect = at
			if s.Tone != "bad" {
				infect += ": " + s.Impl.Location + " instead of " + s.Spec.Location
			}
		}
		if s.Tone == "bad" {
			shown = fmt.Sprintf("%s: %s instead of %s", at, s.Impl.Output, s.Spec.Output)
			break
		}
	}
	if infect == "" || shown == "" {
		return nil
	}
	w := q.why(report.WhyKilled, "Reached and infected %s; shown %s.", infect, shown)
	if strings.HasPrefix(shown, infect) {
		w.Text = fmt.Sprintf("Reached, infected and shown at once %s.", shown)
	}
	w.Facts = []report.Fact{{Label: "infect", Value: infect}, {Label: "propagate", Value: shown}}
	w.Check.Text = "The test was run on both by the plain evaluator."
	return w
}

// conforms explains the first difference of the machines that has an explanation, for all must.
func (q *inquiry) conforms() *report.Why {
	met := q.met()
	var all *report.Why
	for s := range q.m.States {
		if q.spec.Out[s*q.spec.Inputs] < 0 && q.impl.Out[s*q.impl.Inputs] < 0 {
			continue
		}
		for _, w := range q.changed(s, met) {
			if w == nil {
				return nil
			}
			all = all.And(w)
		}
	}
	if all == nil {
		return q.neverFires()
	}
	return all
}

// met lists the pairs of states in which the machines are at some time, by the first.
func (q *inquiry) met() map[pair]bool {
	x := newProduct(q.m, q.spec)
	x.Distinguish(q.impl)
	met := map[pair]bool{}
	for _, v := range x.queue {
		x.stays(v.pair, func(_ int64, now pair) bool {
			met[now] = true
			return true
		})
	}
	return met
}

// changed explains what differs in the transitions of a state; nil stands for what has no explanation.
func (q *inquiry) changed(s int, met map[pair]bool) (causes []*report.Why) {
	name := q.m.States[s]
	reached := false
	for p := range met {
		reached = reached || int(p.s) == s || int(p.p) == s
	}
	k := q.spec.Inputs
	sameInputs := slices.Equal(q.spec.Out[s*k:s*k+k], q.impl.Out[s*k:s*k+k]) &&
		slices.Equal(q.spec.Next[s*k:s*k+k], q.impl.Next[s*k:s*k+k])
	sameTimeout := q.spec.Delay[s] == q.impl.Delay[s] &&
		(q.spec.Delay[s] == model.Inf || q.spec.After[s] == q.impl.After[s])
	if sameInputs && sameTimeout {
		return nil
	}
	if !reached {
		return []*report.Why{q.neverReached(s)}
	}
	if !sameTimeout {
		causes = append(causes, q.timeout(s))
	}
	for i := range k {
		at := s*k + i
		if q.spec.Out[at] == q.impl.Out[at] && q.spec.Next[at] == q.impl.Next[at] {
			continue
		}
		a, b := int(q.spec.Next[at]), int(q.impl.Next[at])
		if q.spec.Out[at] != q.impl.Out[at] {
			return append(causes, nil)
		}
		causes = append(causes, q.alike(a, b, fmt.Sprintf("After %s in %s the mutant is in %s instead of %s", q.m.Inputs[i],
			name, q.m.States[b], q.m.States[a])))
	}
	return causes
}

// neverReached explains a change in a state that no run gets to: with outputs of its own there nothing is seen.
func (q *inquiry) neverReached(s int) *report.Why {
	m, impl := *q.m, q.copy(q.impl)
	m.Outputs = append(slices.Clone(m.Outputs), unused(m.Outputs, "seen"))
	for i := range impl.Inputs {
		impl.Out[s*impl.Inputs+i] = int32(len(m.Outputs) - 1)
	}
	return q.checked(q.why(report.WhyNeverRuns, "No run gets to %s.", q.m.States[s]), &m, q.spec, impl, report.Unkillable,
		"With an output of its own that state is still never seen.")
}

// timeout explains another timeout of a state.
func (q *inquiry) timeout(s int) *report.Why {
	name := q.m.States[s]
	idle := func(a *model.Automaton) bool { return a.Delay[s] == model.Inf || int(a.After[s]) == s }
	leaves := func(a *model.Automaton) string {
		switch {
		case a.Delay[s] == model.Inf:
			return "stays in " + name
		case int(a.After[s]) == s:
			return fmt.Sprintf("goes from %s to %s again after %s", name, name, a.Delay[s].Shown())
		}
		return fmt.Sprintf("goes from %s to %s after %s", name, q.m.States[a.After[s]], a.Delay[s].Shown())
	}
	if !idle(q.spec) || !idle(q.impl) {
		a, b := int(q.spec.After[s]), int(q.impl.After[s])
		if idle(q.spec) {
			a = s
		}
		if idle(q.impl) {
			b = s
		}
		if a == b { // the delays differ
			b = s
		}
		return q.alike(a, b, fmt.Sprintf("The original %s, the mutant %s", leaves(q.spec), leaves(q.impl)))
	}
	w := q.why(report.WhyIdle, "The original %s, the mutant %s: every input is answered as before.", leaves(q.spec),
		leaves(q.impl))
	for to := range q.m.States {
		spec, impl := q.copy(q.spec), q.copy(q.impl)
		changed, whose := impl, "mutant"
		if impl.Delay[s] == model.Inf {
			changed, whose = spec, "original"
		}
		if changed.Out[to*changed.Inputs] < 0 {
			continue
		}
		changed.After[s] = int32(to)
		if c := q.checked(w, q.m, spec, impl, report.Killed, fmt.Sprintf("Led to %s instead of %s, the timeout of the %s "+
			"would be noticed.", q.m.States[to], name, whose)); c != nil {
			return c
		}
	}
	return nil
}

// neverFires explains a change of nothing but the target of an infinite timeout.
func (q *inquiry) neverFires() *report.Why {
	for s := range q.m.States {
		if q.impl.Delay[s] != model.Inf || int(q.impl.After[s]) == s {
			continue
		}
		impl := q.copy(q.impl)
		impl.Delay[s] = 1
		w := q.why(report.WhyIdle, "An infinite timeout never fires, so that it leads from %s to %s means nothing.",
			q.m.States[s], q.m.States[q.impl.After[s]])
		return q.checked(w, q.m, q.spec, impl, report.Killed, "If it fired after 1, it would be noticed.")
	}
	return nil
}

// alike says that two states answer all inputs alike, now and later: with an input that shows the state the
// mutant is killed.
func (q *inquiry) alike(a, b int, how string) *report.Why {
	if a != b {
		how += fmt.Sprintf("; no input ever tells %s from %s", q.m.States[a], q.m.States[b])
		if x := newProduct(q.m, q.spec); x.from(q.impl, pair{int32(a), int32(b)}) != nil || x.Beyond {
			if x.from(q.impl, pair{int32(b), int32(a)}) != nil || x.Beyond {
				return nil
			}
		}
	}
	m, spec, impl := q.looking()
	return q.checked(q.why(report.WhyUnobserved, "%s.", how), m, spec, impl, report.Killed,
		"With an input that shows the state the mutant is killed.")
}

// checked adds the check to a cause, if it comes out as it must; else it gives nil.
func (q *inquiry) checked(w *report.Why, m *model.Model, spec, impl *model.Automaton, verdict,
	text string) *report.Why {
	x := newProduct(m, spec)
	test := x.Distinguish(impl)
	if x.Beyond || (test != nil) != (verdict == report.Killed) {
		return nil
	}
	w.Check = report.Check{Spec: m.PrintAutomaton(spec), Impl: m.PrintAutomaton(impl), Text: text, Verdict: verdict}
	return w
}

func (q *inquiry) copy(a *model.Automaton) *model.Automaton {
	c := *a
	c.Out, c.Next = slices.Clone(a.Out), slices.Clone(a.Next)
	c.Delay, c.After = slices.Clone(a.Delay), slices.Clone(a.After)
	return &c
}

// looking adds an input to both machines that shows the state, and leaves it as it is.
func (q *inquiry) looking() (m *model.Model, spec, impl *model.Automaton) {
	n := *q.m
	n.Inputs = append(slices.Clone(n.Inputs), unused(n.Inputs, "look"))
	n.Outputs = slices.Clone(n.Outputs)
	first := len(n.Outputs)
	for _, s := range n.States {
		n.Outputs = append(n.Outputs, unused(n.Outputs, "in_"+s))
	}
	with := func(a *model.Automaton) *model.Automaton {
		c := model.NewAutomaton(&n)
		c.Initial = a.Initial
		copy(c.Delay, a.Delay)
		copy(c.After, a.After)
		for s := range n.States {
			if a.Out[s*a.Inputs] < 0 {
				continue
			}
			copy(c.Out[s*c.Inputs:], a.Out[s*a.Inputs:(s+1)*a.Inputs])
			copy(c.Next[s*c.Inputs:], a.Next[s*a.Inputs:(s+1)*a.Inputs])
			c.Out[s*c.Inputs+a.Inputs], c.Next[s*c.Inputs+a.Inputs] = int32(first+s), int32(s)
		}
		return c
	}
	return &n, with(q.spec), with(q.impl)
}

func unused(names []string, name string) string {
	for slices.Contains(names, name) {
		name += "_"
	}
	return name
}
