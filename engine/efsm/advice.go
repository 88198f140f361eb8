package efsm

import (
	"strings"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/source"
)

// What somebody who reads a machine would ask about: it is no error, and each warning is true of all
// runs, because they were all looked at. Where that takes more than adviceStates only what the text
// shows is said.

// adviceStates is how many states are looked at while a text is being edited.
const adviceStates = 2000

// Advise gives the warnings on a machine.
func Advise(m *model.Machine) source.Diagnostics {
	var d source.Diagnostics
	neverRead(m, &d)
	x, err := explore(m, adviceStates)
	if err != nil {
		return d
	}
	x.neverTaken(&d)
	x.alwaysTrue(&d)
	x.silent(&d)
	return d
}

// neverRead warns of inputs that no transition takes, and of variables that nothing but their own updates
// reads.
func neverRead(m *model.Machine, d *source.Diagnostics) {
	taken := make([]bool, len(m.Inputs))
	for i := range m.Transitions {
		if e := m.Transitions[i].Event; e != model.Internal {
			taken[e] = true
		}
	}
	for i, ok := range taken {
		if !ok {
			d.Warn(m.Inputs[i].Span, "unread-input", "no transition takes the input '%s': it is always ignored",
				m.Inputs[i].Name)
		}
	}
	for i, ok := range usedVars(m) {
		if !ok {
			d.Warn(m.Vars[i].Span, "unused-variable", "nothing reads the variable '%s'", m.Vars[i].Name).Hint =
				"use it in a guard or an output, or leave it out"
		}
	}
}

// neverTaken warns of transitions that no run takes.
func (x *exploration) neverTaken(d *source.Diagnostics) {
	for i := range x.m.Transitions {
		t := &x.m.Transitions[i]
		tried, taken := false, false
		for _, c := range x.ctxs[i] {
			tried, taken = true, taken || c.taken
		}
		switch {
		case taken:
		case tried:
			d.Warn(t.Span, "never-taken", "no run takes '%s': wherever it is tried its guard is false", t.ID)
		default:
			d.Warn(t.Span, "never-taken", "no run takes '%s': none comes to %s, or another transition goes first", t.ID,
				x.m.Locations[t.From].Name)
		}
	}
}

// alwaysTrue warns of guards that hold in every state in which the machine can be in their location,
// for every value that the input may bring, whichever transition goes first.
func (x *exploration) alwaysTrue(d *source.Diagnostics) {
	s := state{vals: make([]int64, len(x.m.Vars))}
	for i := range x.m.Transitions {
		t := &x.m.Transitions[i]
		if t.Guard == nil || t.Guard.IsTrue() || t.Event == model.Internal {
			continue
		}
		met, holds := false, true
		for n := int32(0); holds && n < int32(x.states.n); n++ {
			if x.states.get(n, &s); int(s.loc) != t.From {
				continue
			}
			for _, l := range x.letters {
				if l.Input == t.Event {
					v, fault := expr.Eval(t.Guard, append(append([]int64{}, s.vals...), l.Params...), model.Limit)
					met, holds = true, holds && fault == expr.NoFault && v == 1
				}
			}
		}
		if met && holds {
			d.Warn(t.Guard.Outer, "always-true", "the guard of '%s' is true whenever the machine is in %s", t.ID,
				x.m.Locations[t.From].Name).Hint = "leave it out, or ask for something that may fail"
		}
	}
}

// silent warns of a state after which nothing is shown any more, by the shortest run to one.
func (x *exploration) silent(d *source.Diagnostics) {
	n, letters := x.states.n, len(x.letters)
	before := make([][]int32, n)
	speaks, todo := make([]bool, n), []int32{}
	for e, to := range x.succ {
		from := x.from(int32(e))
		if x.outs.all[x.shown[e]] != nil && !speaks[from] {
			speaks[from], todo = true, append(todo, from)
		}
		before[to] = append(before[to], from)
	}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, b := range before[s] {
			if !speaks[b] {
				speaks[b], todo = true, append(todo, b)
			}
		}
	}
	for i := range int32(n) {
		if speaks[i] || letters == 0 {
			continue
		}
		var word []model.Letter
		for _, l := range x.word(i) {
			word = append(word, x.letters[l])
		}
		s := state{vals: make([]int64, len(x.m.Vars))}
		x.states.get(i, &s)
		run := "from the start on"
		if len(word) > 0 {
			run = "after " + x.m.WordText(word)
		}
		span, place := source.Span{}, "the machine is dead"
		if int(s.loc) < len(x.m.Locations) {
			span = x.m.Locations[s.loc].Span
			place = "the machine is in " + x.m.Locations[s.loc].Name
		}
		d.Warn(span, "stuck", "%s no input shows anything any more: %s", strings.TrimSpace(run), place).Hint =
			"add a transition that shows an output"
		return
	}
}
