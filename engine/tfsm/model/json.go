package model

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/source"
)

// JSON: {"spec": machine, "mutation": machine}, or a machine alone, where a machine is
//
//	{"states": […], "initial": "s1", "inputs": […], "outputs": […],
//	 "transitions": [{"id": "t1", "from": "s1", "input": "a", "output": "x", "to": "s2"}, …],
//	 "timeouts": [{"id": "t3", "from": "s1", "delay": 4, "to": "s4"}, …]}
//
// with a delay of "inf" for one that never ends. "tests" may hold a test suite, "complete" an
// output that completes the specification, and "completeTo" the error state that it leads to.

type jsonModel struct {
	Spec     *jsonMachine  `json:"spec"`
	Mutation *jsonMachine  `json:"mutation"`
	Complete string        `json:"complete"`
	Sink     string        `json:"completeTo"`
	Tests    [][]suiteStep `json:"tests"`
	jsonMachine
}

type jsonMachine struct {
	States      []string   `json:"states"`
	Initial     string     `json:"initial"`
	Inputs      []string   `json:"inputs"`
	Outputs     []string   `json:"outputs"`
	Transitions []jsonStep `json:"transitions"`
	Timeouts    []jsonStep `json:"timeouts"`
}

type jsonStep struct {
	ID     string `json:"id"`
	From   string `json:"from"`
	Input  string `json:"input"`
	Output string `json:"output"`
	Delay  any    `json:"delay"`
	To     string `json:"to"`
}

func readJSON(f *source.File, p *problems) *Model {
	r := &jsonReader{importer: newImporter(f, p, formJSON), spans: map[string]source.Span{}}
	var j jsonModel
	if err := json.Unmarshal([]byte(f.Text), &j); err != nil {
		r.malformed(err)
		return nil
	}
	r.locate()
	spec, mutation, at := &j.jsonMachine, j.Mutation, ""
	if j.Spec != nil {
		spec, at = j.Spec, "spec."
	}
	r.complete, r.sink = j.Complete, j.Sink
	r.declare(spec, mutation)
	r.machine(spec, at, false)
	if mutation != nil {
		r.merge(mutation, spec)
	}
	m := r.finish()
	m.spans = r.spans
	if spec.Initial != "" {
		i, known := r.states.index[spec.Initial]
		if !known {
			p.unknownName(source.Span{}, "state", spec.Initial, m.States)
		}
		m.Initial = i
	}
	m.Tests = r.tests(j.Tests)
	return m
}

type jsonReader struct {
	*importer
	spans map[string]source.Span // of objects and lists: "spec.transitions.3"
}

func (r *jsonReader) malformed(err error) {
	at, why := source.JSONMistake(r.m.File.Text, err)
	r.bad(source.Span{Start: at, End: at}, "%s", why)
}

// declare fixes the order of names: the mutation machine's, where there is one.
func (r *jsonReader) declare(spec, mutation *jsonMachine) {
	inSpec := map[string]bool{}
	for _, s := range spec.States {
		inSpec[s] = true
	}
	first := spec
	if mutation != nil {
		first = mutation
	}
	for _, j := range []*jsonMachine{first, spec} {
		for _, s := range j.States {
			if r.states.add(s) == len(r.m.Extra) {
				r.m.Extra = append(r.m.Extra, len(inSpec) > 0 && !inSpec[s])
			}
		}
		for _, i := range j.Inputs {
			r.inputs.add(i)
		}
		for _, o := range j.Outputs {
			r.outputs.add(o)
		}
	}
	r.states.closed = len(first.States) > 0
	r.inputs.closed, r.outputs.closed = len(first.Inputs) > 0, len(first.Outputs) > 0
}

// machine adds the transitions of one machine and gives their places in the model.
func (r *jsonReader) machine(j *jsonMachine, at string, mutated bool) {
	for i, s := range j.Transitions {
		span := r.spans[at+"transitions."+strconv.Itoa(i)]
		if r.known(span, r.states, s.From) && r.known(span, r.states, s.To) &&
			r.known(span, r.inputs, s.Input) && r.known(span, r.outputs, s.Output) {
			t := r.step(span, s.From, s.Input, s.Output, s.To)
			t.ID, t.Named, t.Mutated = s.ID, s.ID != "", mutated
		}
	}
	for i, s := range j.Timeouts {
		span := r.spans[at+"timeouts."+strconv.Itoa(i)]
		if r.known(span, r.states, s.From) && r.known(span, r.states, s.To) {
			t := r.timeout(span, s.From, delayText(s.Delay), s.To)
			t.ID, t.Named, t.Mutated = s.ID, s.ID != "", mutated
		}
	}
}

func (r *jsonReader) known(at source.Span, v *vocabulary, name string) bool {
	if name == "" {
		r.bad(at, "got no %s in a transition", v.what)
		return false
	}
	if _, ok := v.index[name]; !ok && v.closed {
		r.p.unknownName(at, v.what, name, v.names)
		return false
	}
	return true
}

func delayText(d any) string {
	switch d := d.(type) {
	case string:
		return d
	case float64:
		return strconv.FormatFloat(d, 'f', -1, 64)
	}
	return "nothing"
}

// merge reads the mutation machine: what the specification has too is dropped, the rest is
// mutated; what the specification alone has is an error.
func (r *jsonReader) merge(mutation, spec *jsonMachine) {
	n := len(r.m.Transitions)
	r.machine(mutation, "mutation.", true)
	own := map[Transition]int{}
	for i, t := range r.m.Transitions[:n] {
		own[t.Bare()] = i
	}
	seen := map[Transition]bool{}
	kept := r.m.Transitions[:n]
	for _, t := range r.m.Transitions[n:] {
		if _, ok := own[t.Bare()]; ok && !seen[t.Bare()] {
			seen[t.Bare()] = true
			continue
		}
		kept = append(kept, t)
	}
	r.m.Transitions = kept
	r.m.States, r.m.Inputs, r.m.Outputs = r.states.names, r.inputs.names, r.outputs.names
	for _, t := range r.m.Transitions[:n] {
		if !seen[t.Bare()] {
			r.p.notSubmachine(r.m, t.Span, t)
		}
	}
	if mutation.Initial != spec.Initial {
		r.bad(
			source.Span{},
			"got the initial state '%s' in the mutation machine and '%s' in the specification, want the same",
			mutation.Initial,
			spec.Initial,
		)
	}
}

func (r *jsonReader) tests(raw [][]suiteStep) []Test {
	var tests []Test
	for i, steps := range raw {
		t, err := r.m.readJSONTest(steps)
		if err != nil {
			r.bad(source.Span{}, "test %d: %v", i+1, err)
		}
		tests = append(tests, t)
	}
	return tests
}

// locate finds where the elements of the lists of transitions and timeouts stand.
func (r *jsonReader) locate() {
	d := json.NewDecoder(strings.NewReader(r.m.File.Text))
	d.UseNumber()
	r.locateValue(d, "")
}

func (r *jsonReader) locateValue(d *json.Decoder, path string) {
	start := int(d.InputOffset())
	text := r.m.File.Text
	for start < len(text) && strings.IndexByte(" \t\r\n:,", text[start]) >= 0 {
		start++
	}
	tok, err := d.Token()
	if err != nil {
		return
	}
	switch tok {
	case json.Delim('{'):
		for d.More() {
			key, err := d.Token()
			if err != nil {
				return
			}
			name, _ := key.(string)
			r.locateValue(d, join(path, name))
		}
		d.Token()
	case json.Delim('['):
		for i := 0; d.More(); i++ {
			r.locateValue(d, join(path, strconv.Itoa(i)))
		}
		d.Token()
	}
	if tok == json.Delim('{') || tok == json.Delim('[') {
		r.spans[path] = source.Span{Start: source.Pos(start), End: source.Pos(d.InputOffset())}
	}
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// jsonObject writes a transition as an element of its list.
func (m *Model) jsonObject(t Transition) string {
	str := jsonString
	head := `{`
	if t.Named {
		head += `"id":` + str(t.ID) + `,`
	}
	head += `"from":` + str(m.States[t.From])
	tail := `,"to":` + str(m.States[t.To]) + `}`
	switch {
	case !t.IsTimeout():
		return head + `,"input":` + str(m.Inputs[t.Input]) + `,"output":` + str(m.Outputs[t.Output]) + tail
	case t.Delay == Inf:
		return head + `,"delay":"inf"` + tail
	}
	return head + `,"delay":` + t.Delay.String() + tail
}

func jsonString(s string) string {
	b, _ := json.Marshal(s) // a string always can be
	return string(b)
}
