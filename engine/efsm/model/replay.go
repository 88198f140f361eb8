package model

import (
	"fmt"
	"slices"
)

// A Trace is a kill as reports hold it: what both machines show for each letter of a word.
type Trace struct {
	Start *TraceStep  `json:"start,omitempty"` // what they show before the first letter, if anything
	Steps []TraceStep `json:"steps"`
}

// A TraceStep is one letter and what the machines show for it.
type TraceStep struct {
	Impl  []string `json:"impl"`
	Input []any    `json:"input,omitempty"`
	Spec  []string `json:"spec"`
}

// Replay plays a word on original and mutant by the plain evaluator; ok tells that they differ
// after its last letter and not before.
func (m *Machine) Replay(impl *Machine, word []Letter) (t Trace, ok bool) {
	a, b := m.Run(word), impl.Run(word)
	shown := func(out []string) []string { return append([]string{}, out...) }
	if len(a.Shown[0])+len(b.Shown[0]) > 0 {
		t.Start = &TraceStep{Impl: shown(b.Shown[0]), Spec: shown(a.Shown[0])}
	}
	t.Steps = []TraceStep{}
	for i, l := range m.WordJSON(word) {
		t.Steps = append(t.Steps, TraceStep{Impl: shown(b.Shown[i+1]), Input: l, Spec: shown(a.Shown[i+1])})
	}
	return t, FirstDifference(a, b) == len(word)
}

// InputsOf finds the inputs of m in another machine, by their names: the input i of m is number at[i] there.
// The error is an input that the other lacks, or that takes other values there.
func (m *Machine) InputsOf(other *Machine) (at []int, err error) {
	for _, in := range m.Inputs {
		k := slices.IndexFunc(other.Inputs, func(o Input) bool { return o.Name == in.Name })
		if k < 0 {
			return nil, fmt.Errorf("the model has no input '%s'", in.Name)
		}
		o := other.Inputs[k]
		if len(in.Params) != len(o.Params) {
			return nil, fmt.Errorf("the input '%s' has %d parameters here, want %d", in.Name, len(o.Params), len(in.Params))
		}
		for p, a := range in.Params {
			if b := o.Params[p]; a.Bool != b.Bool || a.Min < b.Min || a.Max > b.Max {
				return nil, fmt.Errorf("the parameter '%s' of '%s' ranges over %s here, want %s", b.Name, in.Name, b.text(),
					a.text())
			}
		}
		at = append(at, k)
	}
	return at, nil
}

// Comparable says why a hand-written machine can not be compared with m: its inputs must be the
// same, in the same order.
func (m *Machine) Comparable(other *Machine) string {
	if len(m.Inputs) != len(other.Inputs) {
		return fmt.Sprintf("the models have %d and %d inputs: both must have the same", len(m.Inputs), len(other.Inputs))
	}
	for i, in := range m.Inputs {
		o := other.Inputs[i]
		if in.Name != o.Name || len(in.Params) != len(o.Params) {
			return fmt.Sprintf("input number %d is '%s' with %d parameters here and '%s' with %d there: both must "+
				"declare the same inputs in the same order",
				i+1, in.Name, len(in.Params), o.Name, len(o.Params))
		}
		for p := range in.Params {
			a, b := in.Params[p], o.Params[p]
			if a.Bool != b.Bool || a.Min != b.Min || a.Max != b.Max {
				return fmt.Sprintf("the parameter '%s' of '%s' ranges over %s here and %s there", a.Name, in.Name, a.text(),
					b.text())
			}
		}
	}
	return ""
}
