package tioa

import (
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine/dbm"
	"github.com/mutarium/mutarium/engine/tioa/game"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/model/trace"
	"github.com/mutarium/mutarium/engine/tioa/mutants"
	"github.com/mutarium/mutarium/engine/tioa/referee"
	"github.com/mutarium/mutarium/engine/tioa/replay"
)

// Mutants that behave alike. Two mutants are duplicates when each refines the other as the reading of
// the run has it: pruned or as written, and with the alphabets that they have (the tool's convention,
// by which a specification ignores outputs that it does not declare, would call an output that only
// one of them has no difference). For deterministic mutants that is equality of timed traces.
//
// To compare few of them a mutant has a signature: what can be seen of it within a few steps from the
// start, and behind each of the shortest runs to the model's locations as far as the mutant has them. It
// is written so that it depends on the mutant's behaviour alone and not on how its text brings that
// about. From a state one sees when which actions are possible and when waiting ends; it goes on
// behind each action, in the first moment of each stretch of time in which the action is possible.

// Bounds of a signature: states that are looked at behind each run, steps to the last of them.
const (
	signatureStates = 24
	signatureDepth  = 4
)

// behaviour is what of a mutant counts under a reading.
func (j *Judge) behaviour(m *mutants.Mutant, s referee.Semantics) (*game.System, error) {
	c, err := j.candidate(m)
	if err != nil || s == referee.Definition7 {
		return c.sys, err
	}
	if err := j.prune(c); err != nil {
		return nil, err
	}
	if !c.good.Start() {
		return nil, game.ErrTrace
	}
	return c.pruned, nil
}

// Signature is equal for mutants that behave alike under a reading. There is none for mutants that are
// inconsistent or not deterministic, and where a budget runs out.
func (j *Judge) Signature(m *mutants.Mutant, s referee.Semantics) (string, bool) {
	sys, err := j.behaviour(m, s)
	if err != nil {
		return "", false
	}
	if clash, err := sys.Clash(j.Limit); clash != nil || err != nil {
		return "", false
	}
	probes, err := j.probes(s)
	if err != nil {
		return "", false
	}
	var b strings.Builder
	for _, run := range probes {
		if at, ok := behind(sys, run); ok {
			signature(at, &b)
		}
		b.WriteByte('\n')
	}
	return b.String(), true
}

// probes are shortest runs of the model to each location that it reaches, the empty one first.
func (j *Judge) probes(s referee.Semantics) (runs [][]trace.Step, err error) {
	sys := j.plain.Spec
	if s != referee.Definition7 {
		sys = j.pruned.Spec
	}
	if known, ok := j.runs[sys]; ok {
		return known, nil
	}
	seen := map[int]bool{}
	x := sys.Explorer(j.Limit)
	err = x.Run(func(i int) bool {
		if n := &x.Nodes[i]; !seen[n.Loc] {
			seen[n.Loc] = true
			t, err := x.RunTo(i, nil, dbm.Zero(sys.Dim()))
			if err == nil {
				err = referee.ReplayRun(t, replay.Machine(sys))
			}
			if err == nil {
				runs = append(runs, t.Steps)
			}
		}
		return true
	})
	if err == nil {
		if j.runs == nil {
			j.runs = map[*game.System][][]trace.Step{}
		}
		j.runs[sys] = runs
	}
	return runs, err
}

// behind is the state behind a run, which a deterministic system has once if at all.
func behind(s *game.System, run []trace.Step) (replay.Compiled, bool) {
	m, ok := replay.Start(s)
	if !ok {
		return m, false
	}
	for i := range run {
		step := &run[i]
		later, ok := m.Delay(step.Delay)
		if !ok {
			return m, false
		}
		if step.Wait {
			m = later.(replay.Compiled)
			continue
		}
		act := step.Action
		if act == trace.NoName {
			act = ""
		}
		next := later.Do(act, step.Output)
		if len(next) == 0 {
			return m, false
		}
		m = next[0].(replay.Compiled)
	}
	return m, true
}

// Alike decides whether two mutants behave alike under a reading; decided is false where a budget ran
// out.
func (j *Judge) Alike(a, b *mutants.Mutant, s referee.Semantics) (same, decided bool) {
	x, err := j.behaviour(a, s)
	if err != nil {
		return false, false
	}
	y, err := j.behaviour(b, s)
	if err != nil {
		return false, false
	}
	return equalSystems(x, y, j.Limit)
}

// LikeModel decides whether a mutant behaves as the model does.
func (j *Judge) LikeModel(m *mutants.Mutant, s referee.Semantics) (same, decided bool) {
	x, err := j.behaviour(m, s)
	if err != nil {
		return false, false
	}
	with := j.plain.Spec
	if s != referee.Definition7 {
		with = j.pruned.Spec
	}
	if with == nil { // the budget ran out before the model was pruned
		return false, false
	}
	return equalSystems(x, with, j.Limit)
}

// equalSystems decides whether two systems refine each other.
func equalSystems(x, y *game.System, limit int) (same, decided bool) {
	for _, pair := range [][2]*game.System{{x, y}, {y, x}} {
		r, err := game.RefineExact(pair[0], pair[1], game.Game{Limit: limit})
		if err != nil {
			return false, false
		}
		if !r.Holds {
			return false, true
		}
	}
	return true, true
}

// A stretch is a longest part of a delay in which the same actions are possible.
type stretch struct {
	from    model.Rat
	open    bool // from is not part of it
	actions string
	steps   []*game.Step // one for each action, at one of its moments
}

// signature writes down what can be seen from a state, breadth first.
func signature(m replay.Compiled, b *strings.Builder) {
	type place struct {
		state replay.Compiled
		depth int
	}
	queue := []place{{m, 0}}
	for i := 0; i < len(queue) && i < signatureStates; i++ {
		here := queue[i]
		stretches := stretchesOf(here.state)
		for k, x := range stretches {
			b.WriteString(x.from.String())
			if x.open {
				b.WriteByte('+')
			}
			b.WriteByte('{')
			b.WriteString(x.actions)
			b.WriteByte('}')
			if x.actions == "end" || here.depth == signatureDepth || len(queue) >= signatureStates {
				continue
			}
			d := x.moment(stretches[k+1:])
			at, _ := seen(here.state, d)
			for _, e := range at.steps {
				queue = append(queue, place{after(here.state, e, d), here.depth + 1})
			}
		}
		b.WriteByte(';')
	}
}

// moment is a delay in a stretch that depends on its ends alone.
func (x *stretch) moment(later []stretch) model.Rat {
	switch {
	case !x.open:
		return x.from
	case len(later) == 0:
		return x.from.Add(model.Frac(1, 2))
	}
	return halfway(x.from, later[0].from)
}

// halfway is the middle of two delays.
func halfway(a, b model.Rat) model.Rat {
	sum := a.Add(b)
	return model.Frac(sum.Num, 2*sum.Den)
}

// stretches cuts the delays from a state where what is possible changes. The last one ends where the
// invariant does, which an empty stretch of the word "end" marks.
func stretchesOf(m replay.Compiled) []stretch {
	l := m.Sys.At(m.Loc)
	points := []model.Rat{model.Int(0)}
	add := func(c game.Cond) {
		for _, x := range c {
			for _, b := range x {
				if !b.B.Finite() || b.Diagonal() {
					continue
				}
				d := model.Int(b.B.Value()).Sub(m.Values[b.I])
				if b.I == 0 {
					d = model.Int(-b.B.Value()).Sub(m.Values[b.J])
				}
				if d.Sign() > 0 {
					points = append(points, d)
				}
			}
		}
	}
	add(l.Inv)
	for _, e := range l.Edges {
		add(e.Guard)
	}
	slices.SortFunc(points, model.Rat.Cmp)
	points = slices.CompactFunc(points, func(a, b model.Rat) bool { return a.Cmp(b) == 0 })
	var out []stretch
	for i, p := range points {
		inside := p.Add(model.Frac(1, 2))
		if i+1 < len(points) {
			inside = halfway(p, points[i+1])
		}
		for k, d := range []model.Rat{p, inside} {
			x, ok := seen(m, d)
			if x.from, x.open = p, k == 1; !ok || l.Urgent && d.Sign() > 0 {
				return append(out, stretch{from: p, open: k == 1, actions: "end"})
			}
			if n := len(out); n == 0 || out[n-1].actions != x.actions {
				out = append(out, x)
			}
		}
	}
	return out
}

// seen is what is possible after a delay; ok is false where the invariant does not hold then.
func seen(m replay.Compiled, d model.Rat) (x stretch, ok bool) {
	l, v := m.Sys.At(m.Loc), game.Delayed(m.Values, d)
	if !game.Holds(l.Inv, v) {
		return x, false
	}
	var names []string
	for _, e := range l.Edges {
		name := suffixed(m.Sys.Syms.Name(e.Act), e.Output)
		at, known := slices.BinarySearch(names, name)
		if known || !game.Holds(e.Guard, v) {
			continue
		}
		names = slices.Insert(names, at, name)
		x.steps = slices.Insert(x.steps, at, e)
	}
	x.actions = strings.Join(names, " ")
	return x, true
}

// after is the state behind a delay and a step.
func after(m replay.Compiled, e *game.Step, d model.Rat) replay.Compiled {
	v := game.Delayed(m.Values, d)
	for _, r := range e.Resets {
		v[r.Clock] = model.Int(r.Value)
	}
	return replay.Compiled{Sys: m.Sys, Loc: e.Target, Values: v}
}

// suffixed is an action as it is written.
func suffixed(act string, output bool) string {
	if output {
		return act + "!"
	}
	return act + "?"
}
