package model

import "github.com/mutarium/mutarium/engine/source"

// Protection marks are comments that keep the text between them from being mutated: "// mutarium: off" and
// "// mutarium: on", "#" and "%" in place of "//" where the format has such comments. JSON and .aut have none. An
// off without an on reaches to the end of the text.
//
// A mutated transition is protected when its own statement is, or that of the specification's transition that it would
// replace; what the text only implies, a timeout that never fires, is protected with all that is written of its
// state. Protected transitions stay in the model, and no mutant takes them.

// protect finds the protected parts of a text and warns of marks that mean nothing.
func (m *Model) protect(p *problems) {
	if m.File.Marked() && m.Form != formJSON && m.Form != formAUT {
		m.protected = m.File.Protect(m.comments(), "/*#%", &p.Diagnostics)
	}
}

// comments lists the comments of the text that may be marks.
func (m *Model) comments() (all []source.Span) {
	if m.Form != FormText {
		return m.File.MarkComments("/#*")
	}
	for _, t := range lex(m.File.Text) {
		if t.kind == tokComment {
			all = append(all, t.span)
		}
	}
	return all
}

// MarkProtected gives the model with its protected mutated transitions marked.
func (m *Model) MarkProtected() *Model {
	if len(m.protected) == 0 {
		return m
	}
	n := *m
	n.Transitions = append([]Transition(nil), m.Transitions...)
	places := m.specificationPlaces()
	for i := range n.Transitions {
		t := &n.Transitions[i]
		t.Protected = t.Mutated && (t.Stmt >= 0 && m.protected.Covers(t.Span) || places[[2]int{t.From, t.Input}])
	}
	return &n
}

// specificationPlaces tells by state and input, -1 for timeouts, whether the specification's transition is protected.
func (m *Model) specificationPlaces() map[[2]int]bool {
	protected := map[[2]int]bool{}
	open := make([]bool, len(m.States)) // something that is written of the state is not protected
	for _, t := range m.Transitions {
		if t.Mutated || t.Stmt < 0 && !t.Derived {
			continue
		}
		if m.protected.Covers(t.Span) {
			protected[[2]int{t.From, t.Input}] = true
		} else {
			open[t.From] = true
		}
	}
	for _, t := range m.Transitions {
		if !t.Mutated && t.Stmt < 0 && !t.Derived && !open[t.From] {
			protected[[2]int{t.From, t.Input}] = true
		}
	}
	return protected
}
