package model

// Two machines over one vocabulary, so that they can be run side by side.

// Align gives another model's specification over the states, inputs and outputs of this one, by
// name, so that the two can be compared: a state or output that only the other has gets a number
// behind. Missing says which inputs the two do not share.
func (m *Model) Align(other *Model) (both *Model, impl *Automaton, missing []string) {
	joint := *m
	states, outputs := vocabularyOf("state", m.States), vocabularyOf("output", m.Outputs)
	for _, o := range other.Outputs {
		outputs.add(o)
	}
	for s, name := range other.States {
		if !other.Extra[s] {
			states.add(name)
		}
	}
	missing = append(absent(m.Inputs, other.Inputs), absent(other.Inputs, m.Inputs)...)
	joint.States, joint.Outputs = states.names, outputs.names
	joint.Extra = append([]bool(nil), m.Extra...)
	for len(joint.Extra) < len(joint.States) {
		joint.Extra = append(joint.Extra, true)
	}
	if missing != nil {
		return &joint, nil, missing
	}
	impl = NewAutomaton(&joint)
	impl.Initial = states.index[other.States[other.Initial]]
	for _, t := range other.Transitions {
		if t.Mutated {
			continue
		}
		t.From, t.To = states.index[other.States[t.From]], states.index[other.States[t.To]]
		if !t.IsTimeout() {
			t.Input, t.Output = index(m.Inputs, other.Inputs[t.Input]), outputs.index[other.Outputs[t.Output]]
		}
		impl.take(t)
	}
	return &joint, impl, nil
}

func vocabularyOf(what string, names []string) *vocabulary {
	v := newVocabulary(what)
	for _, n := range names {
		v.add(n)
	}
	v.names = v.names[:len(v.names):len(v.names)]
	return v
}

func absent(names, from []string) (missing []string) {
	for _, n := range names {
		if !contains(from, n) {
			missing = append(missing, n)
		}
	}
	return missing
}
