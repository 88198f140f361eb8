package tfsm

import (
	"context"
	"fmt"

	"github.com/mutarium/mutarium/engine/source"
)

// Single mutants. A mutant of first order takes one mutated transition instead of the
// specification's in its group and all others from the specification. Where it leads to an extra
// state, that state takes the first of its alternatives in each group, in the order of the model.

// A Mutant is a mutant by the mutated transitions that it takes.
type Mutant struct {
	Operator    string // whose transition it is
	Transitions []int  // indices in the domain's model, of different groups
}

// Mutants lists the first-order mutants of a domain whose mutated transitions operators added,
// operator by operator.
func (d *Domain) FirstOrder(added []Added) []Mutant {
	place := map[string]int{}
	for n, t := range d.Model.Transitions {
		if t.Mutated && !d.Model.Extra[t.From] {
			place[t.ID] = n
		}
	}
	var list []Mutant
	for _, a := range added {
		for _, t := range a.Transitions {
			if n, ok := place[t.ID]; ok {
				list = append(list, Mutant{Operator: a.Operator, Transitions: []int{n}})
			}
		}
	}
	return list
}

// Select gives the selection that takes these transitions.
func (d *Domain) Select(transitions []int) Selection {
	sel := d.Base()
	for _, n := range transitions {
		g := d.groupOf(d.Model.Transitions[n])
		for c, choice := range d.Groups[g].Choices {
			if containsInt(choice.Members, n) {
				sel[g] = c
			}
		}
	}
	return sel
}

// Whole completes the transitions of a mutant by those that the extra states behind them take.
func (d *Domain) Whole(transitions []int) []int {
	whole := append([]int(nil), transitions...)
	sel := d.Select(transitions)
	var own []int
	for s, extra := range d.Model.Extra {
		if !extra {
			own = append(own, s)
		}
	}
	reached := d.reachedFrom(own, sel)
	for g, c := range sel {
		if d.Groups[g].Spec < 0 && reached[d.Groups[g].State] {
			whole = append(whole, d.Groups[g].Choices[c].Members[0])
		}
	}
	return whole
}

// Different tells whether two mutants of first order can be made at once: they change different groups.
func (d *Domain) Different(a, b Mutant) bool {
	return d.groupOf(d.Model.Transitions[a.Transitions[0]]) != d.groupOf(d.Model.Transitions[b.Transitions[0]])
}

// A Verdict says whether a mutant conforms.
type Verdict struct {
	Conforms bool
	Unknown  bool       // delays too large to meet every combination of clocks
	Test     []Step     // when it does not: a shortest test
	Pairs    [][2]int32 // when it does: the pairs of states in which an input may find both
	Stays    int        // stays that were compared
}

// Judge decides whether a machine over the same names conforms to the specification.
func (d *Domain) Judge(impl *Automaton) Verdict {
	x := newProduct(d.Model, d.Spec)
	v := Verdict{Test: x.Distinguish(impl), Stays: x.Met}
	switch {
	case v.Test != nil:
	case x.Beyond:
		v.Unknown = true
	default:
		v.Conforms = true
		for _, q := range x.queue {
			v.Pairs = append(v.Pairs, [2]int32{q.s, q.p})
		}
	}
	return v
}

// maxTicks bounds what Confirm walks from one pair.
const maxTicks = 1 << 22

// Confirm checks by the plainest means that pairs prove conformance: they hold the initial pair, and
// from each, tick by tick, whichever input comes, both machines show the same output and go to
// one of them. A walk of ticks ends when both states and both clocks recur.
func (d *Domain) Confirm(impl *Automaton, pairs [][2]int32) bool {
	in := map[[2]int32]bool{}
	for _, p := range pairs {
		in[p] = true
	}
	if !in[[2]int32{int32(d.Spec.Initial), int32(impl.Initial)}] {
		return false
	}
	for _, p := range pairs {
		if !d.confirmPair(impl, in, int(p[0]), int(p[1])) {
			return false
		}
	}
	return true
}

func (d *Domain) confirmPair(impl *Automaton, in map[[2]int32]bool, s, p int) bool {
	type instant struct {
		s, p   int
		xs, xp Delay
	}
	now, met := instant{s: s, p: p}, map[instant]bool{}
	for !met[now] {
		if len(met) == maxTicks {
			return false
		}
		met[now] = true
		for i := 0; i < d.Spec.inputs; i++ {
			want, t := d.Spec.Step(now.s, i)
			got, q := impl.Step(now.p, i)
			if want != got || !in[[2]int32{int32(t), int32(q)}] {
				return false
			}
		}
		now.s, now.xs = d.Spec.tick(now.s, now.xs)
		now.p, now.xp = impl.tick(now.p, now.xp)
	}
	return true
}

// tick lets one unit of time pass.
func (a *Automaton) tick(s int, clock Delay) (int, Delay) {
	switch {
	case a.delay[s] == Inf:
		return s, 0
	case clock+1 == a.delay[s]:
		return int(a.after[s]), 0
	}
	return s, clock + 1
}

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
	impl = newAutomaton(&joint)
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

// Tour gives a run on which a conforming machine and the specification go together through as much of
// what is new as one way to the last pair of the product shows.
func (d *Domain) Tour(impl *Automaton) []Step {
	x := newProduct(d.Model, d.Spec)
	if x.Distinguish(impl) != nil || len(x.queue) == 0 {
		return nil
	}
	path := x.path(len(x.queue) - 1)
	if len(path) == 0 {
		return []Step{{Input: 0}}
	}
	return path
}

// ByNames gives the selection that takes the named transitions.
func (d *Domain) ByNames(names []string) (Selection, error) {
	var taken []int
	groups := map[int]string{}
	for _, name := range names {
		found := -1
		var known []string
		for n, t := range d.Model.Transitions {
			known = append(known, t.ID)
			if t.ID == name {
				found = n
			}
		}
		if found < 0 {
			hint := source.DidYouMean(name, known)
			if hint != "" {
				hint = " (" + hint + ")"
			}
			return nil, fmt.Errorf("there is no transition '%s'%s", name, hint)
		}
		g := d.groupOf(d.Model.Transitions[found])
		if other, twice := groups[g]; twice {
			return nil, fmt.Errorf("'%s' and '%s' are alternatives: a mutant takes one of them", other, name)
		}
		groups[g] = name
		taken = append(taken, found)
	}
	return d.Select(taken), nil
}

// Survivor finds a nonconforming mutant that passes tests; nil when there is none. The reason is set
// when there is no answer.
func (d *Domain) Survivor(ctx context.Context, tests [][]Step, calls int) (sel Selection, reason string) {
	s := newSurveyor(ctx, d, calls)
	on := s.addAll(tests)
	switch answer, found, _ := s.next(on...); answer {
	case complete:
		return nil, ""
	case survives:
		return found, ""
	}
	return nil, s.reason
}
