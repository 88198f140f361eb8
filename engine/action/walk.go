package action

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/suite"
)

// The twin stepper: original and mutant side by side. For a killed mutant both are placed on the
// trace to the unsafe state, which is a run of the original, and then the mutant makes the step
// that the original does not allow. For an unkillable one it is the behaviour that the mutant lost, or a
// run through the changed place that both allow.

// maxEnabled bounds the steps that are listed as possible in one state.
const maxEnabled = 24

// Walk shows a judged mutant.
func (c *Checker) Walk(r report.Mutant) (*report.Walk, error) {
	impl, diags := c.mutantOf(r)
	if impl == nil {
		return nil, fmt.Errorf("the mutant's text is no model: %s", diags[0].Message)
	}
	v, err := model.NewVariant(c.model, impl)
	if err != nil {
		return nil, err
	}
	w := &walker{v: v, spec: newStepper(v.Spec), impl: newStepper(impl), where: r.Span}
	switch {
	case r.Reason == ReasonInit:
		w.start(v.Spec.Init, v.Impl.Init)
		w.last().Tone = "bad"
		w.walk.Conclusion = fmt.Sprintf("The mutant starts with %s, the original with %s.",
			w.differing(v.Impl.Init, v.Spec.Init), w.differing(v.Spec.Init, v.Impl.Init))
		return w.done(), nil
	case len(r.Counterexample) > 0:
		err = w.killed(r.Counterexample)
	case r.Reason == ReasonRefines:
		err = w.lost(r)
	default:
		w.together(c.space, r)
	}
	return w.done(), err
}

type walker struct {
	v          *model.Variant
	spec, impl *stepper
	where      report.Span
	walk       report.Walk
}

// newStepper prepares to list what a model can do in a state.
func newStepper(m *model.Model) *stepper {
	l := newLayout(varRanges(m))
	return &stepper{m, compile(m, l), newMachine(l, 1_000_000)}
}

type stepper struct {
	model *model.Model
	sys   *system
	x     *machine
}

// run finds the steps of a way from a state.
func (s *stepper) run(w *way, state []int64) {
	s.x.clear()
	s.x.work, s.x.over = 0, false
	copy(s.x.vals, state)
	s.x.runWay(w)
}

// enabled lists the events that a state allows, ranges of arguments as after(0..19).
func (s *stepper) enabled(state []int64) []string {
	if !s.model.InTypes(state) {
		return nil
	}
	var shown []string
	for _, w := range s.sys.ways {
		s.run(w, state)
		for _, st := range s.x.steps {
			text := boxText(w.entry, s.x.box(st))
			if slices.Contains(shown, text) {
				continue
			}
			if len(shown) == maxEnabled {
				return append(shown, "…")
			}
			shown = append(shown, text)
		}
	}
	return shown
}

// boxText spells the events of a step with a range for each argument.
func boxText(e *model.Entry, box []int64) string {
	var events []string
	d := len(box) / 2
	at := 0
	for _, c := range e.Calls() {
		var args []string
		for range c.Params {
			arg := strconv.FormatInt(box[at], 10)
			if box[at] != box[d+at] {
				arg += ".." + strconv.FormatInt(box[d+at], 10)
			}
			args = append(args, arg)
			at++
		}
		text := c.Action.Name
		if len(args) > 0 {
			text += "(" + strings.Join(args, ", ") + ")"
		}
		events = append(events, text)
	}
	return strings.Join(events, "; ")
}

func eventsText(events []model.Event) string {
	texts := make([]string, len(events))
	for i, ev := range events {
		texts[i] = ev.String()
	}
	return strings.Join(texts, "; ")
}

func (w *walker) done() *report.Walk {
	w.walk.Spec, w.walk.Impl = "Original", "Mutant"
	placed(&w.walk)
	return &w.walk
}

func (w *walker) last() *report.WalkStep { return &w.walk.Steps[len(w.walk.Steps)-1] }

// side shows a state; before, the state it came from, marks what changed. State nil: there is none.
func (w *walker) side(s *stepper, state, before, other []int64) report.Side {
	side := report.Side{}
	for i, v := range w.v.Spec.Vars {
		if state == nil {
			break
		}
		side.Vars = append(side.Vars, report.Var{
			Name: v.Name, Value: strconv.FormatInt(state[i], 10),
			Changed: before != nil && before[i] != state[i],
			Differs: other != nil && other[i] != state[i],
		})
	}
	if state != nil {
		side.Enabled = s.enabled(state)
	}
	return side
}

func (w *walker) start(spec, impl []int64) {
	w.walk.Steps = []report.WalkStep{{Label: "start", Spec: w.side(w.spec, spec, nil, impl),
		Impl: w.side(w.impl, impl, nil, spec)}}
}

// both adds a step that the original makes, and the mutant too unless it refuses.
func (w *walker) both(events []model.Event, before, after []int64) {
	step := report.WalkStep{
		Label: eventsText(events), Where: w.places(w.v.Spec, events),
		Spec: w.side(w.spec, after, before, nil), Impl: w.side(w.impl, after, before, nil),
	}
	if !w.v.Impl.Allows(before, events, after) {
		step.Impl.Refuses = "this step is lost; the mutant is placed where the original gets"
		step.Note = "The mutant cannot make this step. It is put into the original's state, because refinement " +
			"compares the two in every state that the original reaches."
	}
	w.walk.Steps = append(w.walk.Steps, step)
}

// places lists the actions that make events.
func (w *walker) places(m *model.Model, events []model.Event) []report.Span {
	var spans []report.Span
	for _, ev := range events {
		if i := model.ActionIndex(m, ev.Name); i >= 0 {
			spans = append(spans, m.File.Shown(m.Actions[i].Span))
		}
	}
	return spans
}

// follow plays the events of a trace on the original, ending in a state; it gives the steps as
// (events, post-state) pairs of some run that does.
func (w *walker) follow(trace []model.Event, state []int64) error {
	run := runTo(w.v.Spec, w.v.Spec.Init, trace, state, map[string]bool{})
	if run == nil {
		return errors.New("the original cannot make the trace")
	}
	w.start(w.v.Spec.Init, w.v.Spec.Init)
	at := w.v.Spec.Init
	for _, mv := range run[:len(run)-1] {
		w.both(mv.Events(), at, mv.Post)
		at = mv.Post
	}
	return nil
}

// runTo finds moves that show events and end in a state; the last element is a mark without entry.
// Without such a run it gives nil. failed remembers where there is none.
func runTo(m *model.Model, at []int64, events []model.Event, state []int64, failed map[string]bool) []model.Move {
	if len(events) == 0 {
		if slices.Equal(at, state) {
			return []model.Move{{}}
		}
		return nil
	}
	key := stateKey(at) + strconv.Itoa(len(events))
	if failed[key] {
		return nil
	}
	for _, e := range m.Entries {
		n := len(e.Calls())
		if n > len(events) || !model.SameEvents(e, events[:n]) {
			continue
		}
		args := model.AllArgs(events[:n])
		for _, post := range m.Posts(e, at, args) {
			if rest := runTo(m, post, events[n:], state, failed); rest != nil {
				return append([]model.Move{{Entry: e, Args: args, Post: post}}, rest...)
			}
		}
	}
	failed[key] = true
	return nil
}

func stateKey(s []int64) string { return string(appendInts(nil, s)) }

func (w *walker) killed(raw json.RawMessage) error {
	x, err := w.v.Spec.ReadWitness(raw)
	if err != nil {
		return err
	}
	if err := w.follow(x.Trace, x.State); err != nil {
		return err
	}
	var way struct{ Trace json.RawMessage }
	if json.Unmarshal(raw, &way) == nil { // as ReadWitness found
		w.walk.Test = suite.OneLine(way.Trace)
	}
	state, post, events := x.State, x.Post, x.Events
	unsafe := w.last()
	unsafe.Tone = "warn"
	unsafe.Note = strings.TrimSpace(unsafe.Note + " Here the mutant can make a step that the original forbids.")
	why := w.refusal(state, events, post)
	step := report.WalkStep{
		Label: eventsText(events), Tone: "bad", Where: append([]report.Span{w.where}, w.places(w.v.Spec, events)...),
		Impl: w.side(w.impl, post, state, nil), Spec: w.side(w.spec, nil, nil, nil),
		Note: "The first step that the original does not allow.",
	}
	step.Spec.Refuses = why
	step.Spec.Enabled = w.spec.enabled(state)
	w.walk.Steps = append(w.walk.Steps, step)
	w.walk.Conclusion = fmt.Sprintf("%s the mutant can do %s, %s; in the original %s.",
		after(x.Trace), eventsText(events), w.becomes(state, post), why)
	return nil
}

func after(trace []model.Event) string {
	switch len(trace) {
	case 0:
		return "In the initial state"
	case 1:
		return "After one event"
	}
	return fmt.Sprintf("After %d events", len(trace))
}

// becomes says what a step changes.
func (w *walker) becomes(before, after []int64) string {
	if slices.Equal(before, after) {
		return "which changes nothing"
	}
	return "after which " + w.differing(after, before)
}

// differing spells the variables of a state that differ from another.
func (w *walker) differing(state, other []int64) string {
	var parts []string
	for i, v := range w.v.Spec.Vars {
		if state[i] != other[i] {
			parts = append(parts, fmt.Sprintf("%s = %d", v.Name, state[i]))
		}
	}
	switch n := len(parts); n {
	case 0:
		return "the same values"
	case 1:
		return parts[0]
	default:
		return strings.Join(parts[:n-1], ", ") + " and " + parts[n-1]
	}
}

// refusal says why the original does not allow a step.
func (w *walker) refusal(state []int64, events []model.Event, post []int64) string {
	text := eventsText(events)
	var posts [][]int64
	known := false
	for _, e := range w.v.Spec.Entries {
		if model.SameEvents(e, events) {
			known = true
			posts = model.Merge(posts, w.v.Spec.Posts(e, state, model.AllArgs(events)))
		}
	}
	switch {
	case !known:
		return fmt.Sprintf("there is no event %s", text)
	case len(posts) == 0:
		return fmt.Sprintf("%s is not possible in this state%s", text, w.obstacle(state, events))
	case len(posts) == 1:
		if slices.Equal(posts[0], state) {
			return fmt.Sprintf("%s changes nothing", text)
		}
		return fmt.Sprintf("%s ends with %s", text, w.differing(posts[0], post))
	}
	return fmt.Sprintf("%s has %d outcomes, and this is none of them", text, len(posts))
}

// lost shows the behaviour that a mutant does not have any more.
func (w *walker) lost(r report.Mutant) error {
	x, err := w.v.Spec.ReadLost(r.Evidence)
	if err != nil {
		return err
	}
	if err := w.follow(x.Trace, x.State); err != nil {
		return err
	}
	state, post, events := x.State, x.Post, x.Events
	step := report.WalkStep{
		Label: eventsText(events), Tone: "warn", Where: append([]report.Span{w.where}, w.places(w.v.Spec, events)...),
		Spec: w.side(w.spec, post, state, nil), Impl: w.side(w.impl, nil, nil, nil),
		Note: "Behaviour that the mutant has lost. Refinement allows to do less.",
	}
	step.Impl.Refuses = eventsText(events) + " with this outcome is not possible any more"
	step.Impl.Enabled = w.impl.enabled(state)
	w.walk.Steps = append(w.walk.Steps, step)
	w.walk.Conclusion = fmt.Sprintf("The mutant does less: %s the original can do %s, %s, "+
		"and the mutant cannot.%s", lower(after(x.Trace)), eventsText(events), w.becomes(state, post), w.faultText(r))
	return nil
}

func lower(s string) string { return strings.ToLower(s[:1]) + s[1:] }

// faultText mentions the unreachable fault.
func (w *walker) faultText(r report.Mutant) string {
	if len(r.Detail(model.DetailFault)) == 0 {
		return ""
	}
	x, err := w.v.Spec.ReadWitness(r.Detail(model.DetailFault))
	if err != nil {
		return ""
	}
	return fmt.Sprintf(" An unsafe state exists, and cannot be reached: with %s the mutant could do %s.",
		w.differing(x.State, w.v.Spec.Init), eventsText(x.Events))
}

// together shows a run that both allow: the shortest that takes a changed entry, or else the
// longest of the shortest traces.
func (w *walker) together(sp *space, r report.Mutant) {
	at, via := sp.expanded-1, int32(-1)
	for i := 0; i < sp.expanded && via < 0; i++ {
		for j := sp.from[i]; j < sp.from[i+1]; j++ {
			if slices.Contains(w.v.Gone, int(sp.steps[j].way)) {
				at, via = i, j
				break
			}
		}
	}
	w.start(w.v.Spec.Init, w.v.Spec.Init)
	before := w.v.Spec.Init
	var run []model.Move
	if at >= 0 {
		run = sp.moves(at)
	}
	if via >= 0 {
		s := sp.steps[via]
		run = append(run, sp.move(s, sp.box(s)[:s.args]))
	}
	for _, mv := range run {
		w.both(mv.Events(), before, mv.Post)
		before = mv.Post
	}
	switch r.Verdict {
	case report.Unkillable:
		w.walk.Conclusion = "Original and mutant behave the same in every state that can be reached."
		if r.Strength == report.Bounded {
			w.walk.Conclusion = fmt.Sprintf("Original and mutant behave the same in every state that can be reached "+
				"in %d steps.", r.K)
		}
		if via < 0 && len(w.v.Gone) > 0 {
			w.walk.Conclusion += " The changed action is never taken."
		}
		w.walk.Conclusion += w.faultText(r)
	default:
		w.walk.Conclusion = "No verdict was reached: " + r.Reason + ". The run shown is one that the original allows."
	}
}

// obstacle names the condition that keeps the original from showing events: the one at the place
// that the mutant changed, or the only one.
func (w *walker) obstacle(state []int64, events []model.Event) string {
	var found []obstacle
	for _, e := range w.v.Spec.Entries {
		if model.SameEvents(e, events) && len(e.Items) == 1 {
			c := e.Items[0].Call
			found = append(found, obstacles(w.v.Spec, w.v.Spec.Actions[c.Index].Run, state, events[0].Args)...)
		}
	}
	edit := w.v.Spec.File.Read(w.where)
	for _, o := range found {
		if len(found) == 1 || o.at.Start <= edit.Start && edit.End <= o.at.End {
			return ": " + o.text
		}
	}
	return ""
}

// An obstacle is why a branch cannot be taken.
type obstacle struct {
	text string
	at   source.Span
}

// obstacles lists why a statement has no outcome, for each of its branches that has none.
func obstacles(m *model.Model, b *model.Body, state, params []int64) (found []obstacle) {
	switch b.Op {
	case model.Assign:
		if v, ok := m.Eval(b.Expr, state, params); ok && !m.Vars[b.Ref].Has(v) {
			r := m.Vars[b.Ref].Range
			return []obstacle{{fmt.Sprintf("%s would become %d, outside %d..%d", b.Var.Name, v, r.Lo, r.Hi), b.Span}}
		}
	case model.Guarded:
		if v, ok := m.Eval(b.Expr, state, params); ok && v == 0 {
			return []obstacle{{model.Spell(falsePart(m, b.Expr, state, params)) + " does not hold", b.Expr.Outer}}
		}
		return obstacles(m, b.Parts[0], state, params)
	case model.Seq:
		states := [][]int64{state}
		for _, p := range b.Parts {
			var after [][]int64
			for _, s := range states {
				found = append(found, obstacles(m, p, s, params)...)
				after = model.Merge(after, m.Run(p, s, params))
			}
			states = after
		}
	case model.Choice:
		for _, p := range b.Parts {
			found = append(found, obstacles(m, p, state, params)...)
		}
	}
	return found
}

// falsePart gives the first conjunct of a false condition that is false.
func falsePart(m *model.Model, e *expr.Expr, state, params []int64) *expr.Expr {
	for e.Op == expr.And {
		first := e.Args[0]
		if v, _ := m.Eval(first, state, params); v == 0 {
			e = first
		} else {
			e = e.Args[1]
		}
	}
	return e
}
