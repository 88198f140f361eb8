package model

import (
	"sort"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/expr"
)

// The plain evaluator: the semantics written down as simply as they can be, without packing,
// tables or shared work. It replays every kill before it leaves the engine and checks reports.

// A Config is a state of a machine as the plain evaluator has it.
type Config struct {
	Location int // -1: dead
	Values   []int64
}

// Key names a state: "2 [0 7]". It is asked for at each step of each run.
func (c Config) Key() string {
	key := append(strconv.AppendInt(make([]byte, 0, 64), int64(c.Location), 10), " ["...)
	for i, v := range c.Values {
		if i > 0 {
			key = append(key, ' ')
		}
		key = strconv.AppendInt(key, v, 10)
	}
	return string(append(key, ']'))
}

// An observer is told of each guard that is evaluated, with the values it reads, and whether its
// transition is fired.
type Observer func(t int, env []int64, taken bool)

// A Letter is an input with values for its parameters.
type Letter struct {
	Input  int
	Params []int64
}

// Start gives the state in which a machine waits for its first input, and what it shows before.
func (m *Machine) Start(see Observer) (Config, []string) {
	c := Config{Location: m.Initial}
	for _, v := range m.Vars {
		c.Values = append(c.Values, v.Init)
	}
	return m.rest(c, nil, see)
}

// Step gives the state after an input and what was shown.
func (m *Machine) Step(c Config, in Letter, see Observer) (Config, []string) {
	if c.Location < 0 {
		return c, nil
	}
	t, failed := m.Enabled(c, in.Input, in.Params, see)
	if failed {
		return m.death(), []string{"!error"}
	}
	if t == nil {
		if m.Semantics.Reject {
			return c, []string{"!reject"}
		}
		return c, nil
	}
	next, shown, ok := m.Fired(c, t, in.Params)
	if !ok {
		return m.death(), []string{"!error"}
	}
	return m.rest(next, shown, see)
}

func (m *Machine) death() Config { return Config{Location: -1, Values: make([]int64, len(m.Vars))} }

// MaxChain is how many internal transitions a step may fire. A machine that goes on counts as one that never stops:
// nobody can wait for a counter that runs up to a billion.
const MaxChain = 10_000

// rest fires internal transitions until none is enabled.
func (m *Machine) rest(c Config, shown []string, see Observer) (Config, []string) {
	seen := map[string]bool{}
	for !seen[c.Key()] {
		seen[c.Key()] = true
		t, failed := m.Enabled(c, Internal, nil, see)
		if failed {
			return m.death(), append(shown, "!error")
		}
		if t == nil {
			return c, shown
		}
		if len(seen) > MaxChain {
			break
		}
		next, more, ok := m.Fired(c, t, nil)
		if !ok {
			return m.death(), append(shown, "!error")
		}
		c, shown = next, append(shown, more...)
	}
	return m.death(), append(shown, "!diverge")
}

// Enabled finds the transition that is fired: the first by priority, then by the order of the text.
func (m *Machine) Enabled(c Config, event int, params []int64, see Observer) (found *Transition, failed bool) {
	var candidates []int
	for i := range m.Transitions {
		if m.Transitions[i].From == c.Location && m.Transitions[i].Event == event {
			candidates = append(candidates, i)
		}
	}
	sort.SliceStable(candidates, func(a, b int) bool {
		return m.Transitions[candidates[a]].Priority < m.Transitions[candidates[b]].Priority
	})
	env := append(append([]int64(nil), c.Values...), params...)
	for _, i := range candidates {
		t := &m.Transitions[i]
		value, fault := int64(1), expr.NoFault
		if t.Guard != nil {
			value, fault = expr.Eval(t.Guard, env, Limit)
		}
		taken := fault == expr.NoFault && value == 1
		if see != nil {
			see(i, env, taken)
		}
		if fault != expr.NoFault {
			return nil, true
		}
		if taken {
			return t, false
		}
	}
	return nil, false
}

// Fired gives the state after a transition and what it shows; ok is false for an error.
func (m *Machine) Fired(c Config, t *Transition, params []int64) (next Config, shown []string, ok bool) {
	old := append(append([]int64(nil), c.Values...), params...)
	now := append([]int64(nil), old...)
	for _, u := range t.Updates {
		from := old
		if m.Semantics.Sequential {
			from = now
		}
		x, fault := expr.Eval(u.Value, from, Limit)
		if fault != expr.NoFault {
			return c, nil, false
		}
		if now[u.Var], ok = m.Vars[u.Var].Hold(x, m.Semantics.Overflow); !ok {
			return c, nil, false
		}
	}
	for _, e := range t.Emits {
		var args []string
		for _, a := range e.Args {
			x, fault := expr.Eval(a, now, Limit)
			if fault != expr.NoFault {
				return c, nil, false
			}
			args = append(args, Type{Bool: a.Type == expr.Bool}.Show(x))
		}
		shown = append(shown, m.Outputs[e.Output].Name+Brackets(args))
	}
	return Config{t.To, now[:len(m.Vars)]}, shown, true
}

// Hold gives what remains of a value in a variable of a type.
func (t Type) Hold(x int64, o Overflow) (int64, bool) {
	if t.Min <= x && x <= t.Max {
		return x, true
	}
	switch o {
	case OverflowWrap:
		off := (x - t.Min) % t.Size() // the distance from the lower bound, with the sign of x - t.Min
		if off < 0 {
			off += t.Size()
		}
		return t.Min + off, true
	case OverflowSaturate:
		if x < t.Min {
			return t.Min, true
		}
		return t.Max, true
	}
	return 0, false
}

// A Run is what a machine does on a word: the state and the outputs before it and after each letter.
type Run struct {
	States []Config
	Shown  [][]string
}

// Run plays a word.
func (m *Machine) Run(word []Letter) Run {
	c, shown := m.Start(nil)
	r := Run{[]Config{c}, [][]string{shown}}
	for _, l := range word {
		c, shown = m.Step(c, l, nil)
		r.States = append(r.States, c)
		r.Shown = append(r.Shown, shown)
	}
	return r
}

func SameShown(a, b []string) bool { return strings.Join(a, "\x00") == strings.Join(b, "\x00") }

// FirstDifference gives the number of letters after which two runs first show something different;
// -1: never.
func FirstDifference(a, b Run) int {
	for i := range a.Shown {
		if !SameShown(a.Shown[i], b.Shown[i]) {
			return i
		}
	}
	return -1
}
