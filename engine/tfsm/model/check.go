package model

import "github.com/mutarium/mutarium/engine/source"

// What Section 2 of the paper asks of a specification and its mutation machine: the specification
// is deterministic and complete, the mutation machine complete, both initially connected. That the
// one is a submachine of the other holds by the language's shape; imports check it themselves.

// check reports all that is wrong with a model.
func (m *Model) check(p *problems) {
	if len(m.Transitions) == 0 || len(m.Inputs) == 0 {
		p.nothing("transitions", "write one, such as s1 -a/x-> s2")
		return
	}
	if len(m.Outputs) == 0 {
		p.nothing("outputs", "write one in a transition, s1 -a/x-> s2")
		return
	}
	m.checkDeterministic(p)
	m.checkComplete(p)
	if p.HasErrors() {
		return
	}
	m.checkReachable(p)
	m.checkTimeouts(p)
	if m.Mutated() == 0 {
		p.noMutation(m)
	}
}

func (m *Model) checkDeterministic(p *problems) {
	first := map[[2]int]Transition{}
	for _, t := range m.Transitions {
		if t.Mutated {
			continue
		}
		key := [2]int{t.From, t.Input}
		if f, two := first[key]; two {
			p.twoChoices(m, f, t)
			continue
		}
		first[key] = t
	}
}

// maxPartial bounds how many states that lack an input are shown.
const maxPartial = 8

// checkComplete asks each state of the specification for a solid transition by each input, each
// extra state for a mutated one.
func (m *Model) checkComplete(p *problems) {
	has := make([]bool, len(m.States)*len(m.Inputs))
	for _, t := range m.Transitions {
		if !t.IsTimeout() && t.Mutated == m.Extra[t.From] {
			has[t.From*len(m.Inputs)+t.Input] = true
		}
	}
	spans := m.StateSpans()
	partial := 0
	for s := range m.States {
		var missing []string
		for i, name := range m.Inputs {
			if !has[s*len(m.Inputs)+i] {
				missing = append(missing, name)
			}
		}
		if missing == nil {
			continue
		}
		if partial++; partial <= maxPartial {
			p.incomplete(m, spans[s], s, missing, m.Extra[s])
		}
	}
	if partial > maxPartial {
		p.moreIncomplete(partial - maxPartial)
	}
}

// StateSpans gives the place that a message about a state points to, by state: the first transition that leaves it,
// else the first that enters it.
func (m *Model) StateSpans() []source.Span {
	leaves, enters := make([]source.Span, len(m.States)), make([]source.Span, len(m.States))
	for i := len(m.Transitions) - 1; i >= 0; i-- {
		if t := m.Transitions[i]; t.Stmt >= 0 {
			leaves[t.From], enters[t.To] = t.Span, t.Span
		}
	}
	for s, span := range leaves {
		if span == (source.Span{}) {
			leaves[s] = enters[s]
		}
	}
	return leaves
}

func (m *Model) checkReachable(p *problems) {
	spec, all := m.Reached(false), m.Reached(true)
	spans := m.StateSpans()
	for s := range m.States {
		if !m.Extra[s] && !spec[s] || m.Extra[s] && !all[s] {
			p.unreachable(m, spans[s], s)
		}
	}
}

// Reached marks the states that the specification reaches, or the mutation machine. A timeout that
// never fires leads nowhere.
func (m *Model) Reached(mutated bool) []bool {
	next := make([][]int, len(m.States))
	for _, t := range m.Transitions {
		if t.Delay != Inf && (mutated || !t.Mutated) {
			next[t.From] = append(next[t.From], t.To)
		}
	}
	seen := make([]bool, len(m.States))
	seen[m.Initial] = true
	for queue := []int{m.Initial}; len(queue) > 0; queue = queue[1:] {
		for _, s := range next[queue[0]] {
			if !seen[s] {
				seen[s] = true
				queue = append(queue, s)
			}
		}
	}
	return seen
}

func (m *Model) checkTimeouts(p *problems) {
	infinite := make([]int, len(m.States))
	last := make([]source.Span, len(m.States))
	warned := make([]bool, len(m.States))
	implied := m.impliedInfinite()
	for _, t := range m.Transitions {
		if !t.IsTimeout() {
			continue
		}
		if t.Delay == Inf {
			infinite[t.From]++
			last[t.From] = t.Span
		}
		if t.Mutated && implied[t.From] && !m.Extra[t.From] && !warned[t.From] {
			warned[t.From] = true
			p.onlyDashed(m, t)
		}
	}
	reported := map[source.Span]bool{} // one arrow may give them to many states
	for s, n := range infinite {
		if n > 1 && !reported[last[s]] {
			reported[last[s]] = true
			p.manyInfinite(m, last[s], s, n)
		}
	}
}

// impliedInfinite marks the states whose timeout the text does not give.
func (m *Model) impliedInfinite() []bool {
	implied := make([]bool, len(m.States))
	for _, t := range m.Transitions {
		if t.IsTimeout() && t.Stmt < 0 {
			implied[t.From] = true
		}
	}
	return implied
}
