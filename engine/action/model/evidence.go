package model

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// What a verdict carries, as a reader of a report finds it. A counterexample is
//
//	{"event":["after",20],"postState":{"aState":2},"trace":[["Close"],["Lock"]],"unsafeState":{"aState":3}}
//
// A step that shows several events, by ';' in the do-od block, appends all of them to the trace;
// as the wrong step its event is the list of them.

// DetailFault names what is said of an unsafe state that cannot be reached.
const DetailFault = "unreachableFault"

// A Shown witness is one of a report: a trace, the state it leads to, and one more step.
type Shown struct {
	Trace       []Event
	State, Post []int64
	Events      []Event // of the step; none for a changed initial state
}

// ReadWitness reads a counterexample or an unreachable fault.
func (m *Model) ReadWitness(raw json.RawMessage) (Shown, error) {
	return m.readWitness(raw, "unsafeState")
}

// ReadLost reads the behaviour that a mutant's evidence says it lost.
func (m *Model) ReadLost(evidence json.RawMessage) (x Shown, err error) {
	var shown struct {
		Lost json.RawMessage `json:"lost"`
	}
	if err := json.Unmarshal(evidence, &shown); err != nil {
		return x, fmt.Errorf("the evidence cannot be read: %v", err)
	}
	return m.readWitness(shown.Lost, "state")
}

// readWitness reads a witness whose state is under the key given.
func (m *Model) readWitness(raw json.RawMessage, stateKey string) (x Shown, err error) {
	var parts struct {
		Event     json.RawMessage   `json:"event"`
		PostState map[string]int64  `json:"postState"`
		Trace     []json.RawMessage `json:"trace"`
	}
	var members map[string]json.RawMessage
	var state map[string]int64
	if err = json.Unmarshal(raw, &parts); err == nil {
		if err = json.Unmarshal(raw, &members); err == nil {
			err = json.Unmarshal(members[stateKey], &state)
		}
	}
	if err != nil {
		return x, fmt.Errorf("the evidence cannot be read: %v", err)
	}
	if x.State, err = m.readState(state); err != nil {
		return x, err
	}
	if x.Post, err = m.readState(parts.PostState); err != nil {
		return x, err
	}
	for _, raw := range parts.Trace {
		ev, err := readEvent(raw)
		if err != nil {
			return x, err
		}
		x.Trace = append(x.Trace, ev)
	}
	x.Events, err = readEvents(parts.Event)
	return x, err
}

// readState reads a state that has all variables and nothing else.
func (m *Model) readState(shown map[string]int64) ([]int64, error) {
	if len(shown) != len(m.Vars) {
		return nil, fmt.Errorf("a state has %d variables, want %d", len(shown), len(m.Vars))
	}
	vals := make([]int64, len(m.Vars))
	for i, v := range m.Vars {
		val, ok := shown[v.Name]
		if !ok {
			return nil, fmt.Errorf("a state has no variable %q", v.Name)
		}
		vals[i] = val
	}
	return vals, nil
}

// readEvents reads the events of one step.
func readEvents(raw json.RawMessage) ([]Event, error) {
	var items []json.RawMessage
	if err := json.Unmarshal(raw, &items); err != nil {
		return nil, fmt.Errorf("the event %s is no list", raw)
	}
	if len(items) == 0 {
		return nil, nil
	}
	if len(items[0]) == 0 || items[0][0] != '[' {
		ev, err := readEvent(raw)
		return []Event{ev}, err
	}
	var events []Event
	for _, it := range items {
		ev, err := readEvent(it)
		if err != nil {
			return nil, err
		}
		events = append(events, ev)
	}
	return events, nil
}

func readEvent(raw json.RawMessage) (ev Event, err error) {
	var items []json.RawMessage
	if err := json.Unmarshal(raw, &items); err != nil || len(items) == 0 {
		return ev, fmt.Errorf("the event %s is no list with a name", raw)
	}
	if err := json.Unmarshal(items[0], &ev.Name); err != nil {
		return ev, fmt.Errorf("the event %s has no name", raw)
	}
	for _, it := range items[1:] {
		v, err := strconv.ParseInt(string(it), 10, 64)
		if err != nil {
			return ev, fmt.Errorf("the argument %s is no integer", it)
		}
		ev.Args = append(ev.Args, v)
	}
	return ev, nil
}
