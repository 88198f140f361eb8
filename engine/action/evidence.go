package action

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/report"
)

// What a verdict carries, as package model reads it.

// A writer spells the parts of evidence. It knows the order of the variables' names once and for
// all, as there may be thousands of states to spell.
type writer struct {
	names []string
	order []int    // variables by name
	keys  []string // by variable: "name":
}

func newWriter(m *model.Model) *writer {
	w := &writer{names: m.VarNames()}
	for i, v := range m.Vars {
		w.order = append(w.order, i)
		w.keys = append(w.keys, string(appendString(nil, v.Name))+":")
	}
	slices.SortFunc(w.order, func(i, j int) int {
		if m.Vars[i].Name < m.Vars[j].Name {
			return -1
		}
		return 1
	})
	return w
}

// witness spells a counterexample; the states where it ends are under the key given.
func (w *writer) witness(x *Witness, stateKey string, trace bool) json.RawMessage {
	b := append([]byte(nil), `{"event":`...)
	b = appendStep(b, x.Step)
	b = append(b, `,"postState":`...)
	b = w.state(b, x.Step.Post)
	if stateKey < "trace" {
		b = w.keyedState(b, stateKey, x.State)
	}
	if trace {
		b = append(b, `,"trace":`...)
		b = appendTrace(b, x.Path)
	}
	if stateKey > "trace" {
		b = w.keyedState(b, stateKey, x.State)
	}
	return append(b, '}')
}

// unkilled spells what a mutant carries of which no wrong step was found: the behaviour that it lost,
// and from the SAT engine why there is none, or no wrong step, with the invariant that its proofs use
// unless the report has it for all. It is nil without any of them.
func (w *writer) unkilled(out *Outcome, own invariant) json.RawMessage {
	var b []byte
	field := func(key string, value []byte) {
		b = append(append(append(b, ','), key...), value...)
	}
	if own != nil {
		field(`"invariant":`, own.append(nil, w.names))
	}
	if out.Lost != nil {
		field(`"lost":`, w.witness(out.Lost, "state", true))
	}
	if out.NoLost != "" {
		field(`"noLost":`, appendString(nil, out.NoLost))
	}
	if out.NoWrong != "" {
		field(`"noWrong":`, appendString(nil, out.NoWrong))
	}
	if b == nil {
		return nil
	}
	b[0] = '{'
	return append(b, '}')
}

func (w *writer) keyedState(b []byte, key string, vals []int64) []byte {
	b = append(b, ',', '"')
	b = append(b, key...)
	b = append(b, '"', ':')
	return w.state(b, vals)
}

func (w *writer) state(b []byte, vals []int64) []byte {
	b = append(b, '{')
	for n, i := range w.order {
		if n > 0 {
			b = append(b, ',')
		}
		b = append(b, w.keys[i]...)
		b = strconv.AppendInt(b, vals[i], 10)
	}
	return append(b, '}')
}

func appendTrace(b []byte, path []model.Move) []byte {
	b = append(b, '[')
	first := true
	for _, mv := range path {
		for _, ev := range mv.Events() {
			if !first {
				b = append(b, ',')
			}
			first = false
			b = appendEvent(b, ev)
		}
	}
	return append(b, ']')
}

// appendStep spells the events of one step.
func appendStep(b []byte, mv model.Move) []byte {
	events := mv.Events()
	if len(events) == 1 {
		return appendEvent(b, events[0])
	}
	b = append(b, '[')
	for i, ev := range events {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendEvent(b, ev)
	}
	return append(b, ']')
}

func appendEvent(b []byte, ev model.Event) []byte {
	b = append(b, '[')
	b = appendString(b, ev.Name)
	for _, a := range ev.Args {
		b = append(b, ',')
		b = strconv.AppendInt(b, a, 10)
	}
	return append(b, ']')
}

// appendString spells a JSON string.
func appendString(b []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return append(b, report.Raw(s)...)
		}
	}
	b = append(b, '"')
	b = append(b, s...)
	return append(b, '"')
}

// replay checks a witness by plain evaluation before it leaves the engine: the original makes the
// trace, one side makes the step from where it ends, and the other does not.
func replay(spec *model.Model, x *Witness, makes, refuses *model.Model) error {
	at := spec.Init
	for _, mv := range x.Path {
		if !model.HasState(spec.Posts(mv.Entry, at, mv.Args), mv.Post) {
			return fmt.Errorf("the original cannot make the step %v of the trace", mv.Events())
		}
		at = mv.Post
	}
	if !slices.Equal(at, x.State) {
		return fmt.Errorf("the trace does not lead to the state shown")
	}
	return replayStep(x, makes, refuses)
}

func replayStep(x *Witness, makes, refuses *model.Model) error {
	events := x.Step.Events()
	if !makes.Allows(x.State, events, x.Step.Post) {
		return fmt.Errorf("the step %v cannot be made", events)
	}
	if refuses.InTypes(x.State) && refuses.Allows(x.State, events, x.Step.Post) {
		return fmt.Errorf("the step %v is allowed", events)
	}
	return nil
}
