package model

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/mutarium/mutarium/engine/source"
)

// What is observed of steps.

// A Move is a step: an entry, the arguments of its events, and the state after it.
type Move struct {
	Entry *Entry
	Args  []int64
	Post  []int64
}

// An Event is what is seen of one call.
type Event struct {
	Name string
	Args []int64
}

// String spells an event as people do: after(20).
func (ev Event) String() string {
	if len(ev.Args) == 0 {
		return ev.Name
	}
	b := append([]byte(ev.Name), '(')
	for i, a := range ev.Args {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = strconv.AppendInt(b, a, 10)
	}
	return string(append(b, ')'))
}

// ReadEvent reads an event of a test: its name and its arguments.
func ReadEvent(items []any) (ev Event, err error) {
	if len(items) == 0 {
		return ev, errors.New("an event is an empty list, want a name and arguments")
	}
	name, ok := items[0].(string)
	if !ok {
		return ev, fmt.Errorf("got %v as an event, want its name in quotes first", items[0])
	}
	ev.Name = name
	for _, a := range items[1:] {
		v, ok := a.(float64)
		if !ok || v != float64(int64(v)) {
			return ev, fmt.Errorf("got %v as an argument of %s, want a whole number", a, name)
		}
		ev.Args = append(ev.Args, int64(v))
	}
	return ev, nil
}

// Declares says why an event is none of the model's; nil if it is one.
func (m *Model) Declares(ev Event) error {
	i := slices.IndexFunc(m.Actions, func(a *Action) bool { return a.Name.Name == ev.Name })
	if i < 0 {
		var known []string
		for _, a := range m.Actions {
			known = append(known, a.Name.Name)
		}
		hint := source.DidYouMean(ev.Name, known)
		if hint != "" {
			hint = " (" + hint + ")"
		}
		return fmt.Errorf("the model has no action %q%s", ev.Name, hint)
	}
	if want := len(m.Actions[i].Params); want != len(ev.Args) {
		return fmt.Errorf("%s has %d arguments, want %d", ev.Name, len(ev.Args), want)
	}
	return nil
}

// Events lists the events of a step; none for the change of an initial state.
func (mv Move) Events() []Event {
	if mv.Entry == nil {
		return nil
	}
	var events []Event
	args := mv.Args
	for _, c := range mv.Entry.Calls() {
		events = append(events, Event{c.Action.Name, args[:len(c.Params)]})
		args = args[len(c.Params):]
	}
	return events
}

// InTypes tells whether a state has values of its types only.
func (m *Model) InTypes(state []int64) bool {
	for i, v := range m.Vars {
		if !v.Has(state[i]) {
			return false
		}
	}
	return true
}

// Allows tells whether a step with these events leads from a state to another.
func (m *Model) Allows(state []int64, events []Event, post []int64) bool {
	args := AllArgs(events)
	for _, e := range m.Entries {
		if SameEvents(e, events) && HasState(m.Posts(e, state, args), post) {
			return true
		}
	}
	return false
}

func AllArgs(events []Event) []int64 {
	var args []int64
	for _, ev := range events {
		args = append(args, ev.Args...)
	}
	return args
}

func SameEvents(e *Entry, events []Event) bool {
	n := 0
	for _, it := range e.Items {
		if it.Call == nil {
			continue
		}
		if n >= len(events) || it.Call.Action.Name != events[n].Name || len(it.Call.Params) != len(events[n].Args) {
			return false
		}
		n++
	}
	return n == len(events)
}
