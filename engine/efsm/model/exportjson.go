package model

import (
	"bytes"
	"encoding/json"

	"github.com/mutarium/mutarium/engine/expr"
	"github.com/mutarium/mutarium/engine/report"
)

// The shapes of the JSON format, for writing.

type jsonMachine struct {
	Name        string           `json:"name"`
	Semantics   jsonSemantics    `json:"semantics"`
	Variables   []jsonVariable   `json:"variables"`
	Locations   []string         `json:"locations"`
	Initial     string           `json:"initial"`
	Inputs      []jsonInput      `json:"inputs"`
	Outputs     []jsonOutput     `json:"outputs"`
	Transitions []jsonTransition `json:"transitions"`
}

type jsonSemantics struct {
	Overflow    string `json:"overflow"`
	Unspecified string `json:"unspecified"`
	Updates     string `json:"updates"`
}

type jsonType struct {
	Type string `json:"type,omitempty"`
	Min  *int64 `json:"min,omitempty"`
	Max  *int64 `json:"max,omitempty"`
}

type jsonVariable struct {
	Name string `json:"name"`
	jsonType
	Init any `json:"init,omitempty"`
}

type jsonInput struct {
	Name   string         `json:"name"`
	Params []jsonVariable `json:"params"`
}

type jsonOutput struct {
	Name   string `json:"name"`
	Params int    `json:"params"`
}

type jsonTransition struct {
	ID       string          `json:"id"`
	From     string          `json:"from"`
	Event    *string         `json:"event"`
	Priority int             `json:"priority,omitempty"`
	Guard    json.RawMessage `json:"guard,omitempty"`
	Updates  [][]any         `json:"updates,omitempty"`
	Outputs  [][]any         `json:"outputs,omitempty"`
	To       string          `json:"to"`
}

func (t Type) json() jsonType {
	if t.Bool {
		return jsonType{Type: "bool"}
	}
	return jsonType{Min: &t.Min, Max: &t.Max}
}

func (t Type) jsonValue(v int64) any {
	if t.Bool {
		return v != 0
	}
	return v
}

func (m *Machine) jsonTransition(t *Transition) jsonTransition {
	out := jsonTransition{ID: t.ID, From: m.Locations[t.From].Name, To: m.Locations[t.To].Name, Priority: t.Priority}
	if t.Event != Internal {
		out.Event = &m.Inputs[t.Event].Name
	}
	if t.Guard != nil {
		out.Guard = json.RawMessage(PrintJSON(folded(t.Guard)))
	}
	for _, u := range t.Updates {
		out.Updates = append(out.Updates, []any{m.Vars[u.Var].Name, json.RawMessage(PrintJSON(folded(u.Value)))})
	}
	for _, e := range t.Emits {
		args := []any{}
		for _, a := range e.Args {
			args = append(args, json.RawMessage(PrintJSON(folded(a))))
		}
		out.Outputs = append(out.Outputs, []any{m.Outputs[e.Output].Name, args})
	}
	return out
}

// folded replaces named constants by their values.
func folded(e *expr.Expr) *expr.Expr {
	if e.Op == expr.Name && e.Ref < 0 {
		return expr.Num(e.Value)
	}
	c := *e
	c.Args = nil
	for _, a := range e.Args {
		c.Args = append(c.Args, folded(a))
	}
	return &c
}

// indent writes the machine with one declaration or transition a line.
func indent(v jsonMachine) string {
	var b bytes.Buffer
	line := func(name string, value any, last bool) {
		b.WriteString("  \"" + name + "\": ")
		b.Write(report.Raw(value))
		if !last {
			b.WriteByte(',')
		}
		b.WriteByte('\n')
	}
	b.WriteString("{\n")
	line("name", v.Name, false)
	line("semantics", v.Semantics, false)
	writeList(&b, "variables", v.Variables)
	line("locations", v.Locations, false)
	line("initial", v.Initial, false)
	writeList(&b, "inputs", v.Inputs)
	writeList(&b, "outputs", v.Outputs)
	writeList(&b, "transitions", v.Transitions)
	text := bytes.TrimSuffix(b.Bytes(), []byte(",\n"))
	return string(text) + "\n}\n"
}

func writeList[T any](b *bytes.Buffer, name string, list []T) {
	b.WriteString("  \"" + name + "\": [\n")
	for i, x := range list {
		b.WriteString("    ")
		b.Write(report.Raw(x))
		if i < len(list)-1 {
			b.WriteByte(',')
		}
		b.WriteByte('\n')
	}
	b.WriteString("  ],\n")
}

// JSON writes the machine in the JSON format. Named constants become numbers and named types
// ranges, which the format does not have.
func (m *Machine) JSON() string {
	s := m.Semantics
	v := jsonMachine{
		Name: m.Name,
		Semantics: jsonSemantics{overflowNames[s.Overflow], Pick(s.Reject, "reject", "ignore"), Pick(s.Sequential,
			"sequential", "simultaneous")},
		Initial: m.Locations[m.Initial].Name,
		Inputs:  []jsonInput{}, Outputs: []jsonOutput{}, Transitions: []jsonTransition{}, Variables: []jsonVariable{},
	}
	for _, x := range m.Vars {
		v.Variables = append(v.Variables, jsonVariable{jsonType: x.Type.json(), Init: x.Type.jsonValue(x.Init), Name: x.Name})
	}
	for _, l := range m.Locations {
		v.Locations = append(v.Locations, l.Name)
	}
	for _, in := range m.Inputs {
		params := []jsonVariable{}
		for _, p := range in.Params {
			params = append(params, jsonVariable{jsonType: p.Type.json(), Name: p.Name})
		}
		v.Inputs = append(v.Inputs, jsonInput{in.Name, params})
	}
	for _, o := range m.Outputs {
		v.Outputs = append(v.Outputs, jsonOutput{o.Name, len(o.Params)})
	}
	for i := range m.Transitions {
		v.Transitions = append(v.Transitions, m.jsonTransition(&m.Transitions[i]))
	}
	return indent(v)
}

func Pick(yes bool, a, b string) string {
	if yes {
		return a
	}
	return b
}
