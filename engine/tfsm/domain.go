package tfsm

import (
	"math/big"

	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// The fault domain Mut(M) of a model. A mutant takes one transition of each group: one group for each
// state of the mutation machine and input, one for each state's timeouts. (The paper's formulas
// range over the states of S; where M has extra states that misses their groups.)

// A Choice is what a group can do. Infinite timeouts of one state are one choice, whatever their
// targets, but count as many selections as there are of them.
type Choice struct {
	Output  int         // of an input group
	Delay   model.Delay // of a timeout group
	To      int
	Members []int // the transitions that mean this, as indices
}

// A Group is the set of alternatives of which each mutant takes exactly one.
type Group struct {
	State   int
	Input   int // -1: the state's timeouts
	Choices []Choice
	Spec    int // the specification's choice; -1 in an extra state
}

// A Domain is a model's fault domain.
type Domain struct {
	Model  *model.Model
	Spec   *model.Automaton
	Groups []Group // at state·(inputs+1)+input; a state's timeouts come last
	Added  []Added // by operator: the mutated transitions it made; nil where the model was not mutated
	stride int     // inputs+1

	written map[int][]int // by statement of the text: the transitions it stands for, repeats among them
}

// A Selection is a choice for each group: a mutant, or the specification.
type Selection []int

// NewDomain groups a model's transitions.
func NewDomain(m *model.Model) *Domain {
	d := &Domain{Model: m, Spec: m.Specification(), stride: len(m.Inputs) + 1, written: map[int][]int{}}
	d.Groups = make([]Group, len(m.States)*d.stride)
	for s := range m.States {
		for i := 0; i < d.stride; i++ {
			input := i
			if i == d.stride-1 {
				input = -1
			}
			d.Groups[s*d.stride+i] = Group{State: s, Input: input, Spec: -1}
		}
	}
	for n, t := range m.Transitions {
		d.written[t.Stmt] = append(d.written[t.Stmt], n)
		if t.Protected {
			continue
		}
		g := &d.Groups[d.groupOf(t)]
		c := g.place(t)
		g.Choices[c].Members = append(g.Choices[c].Members, n)
		if !t.Mutated {
			g.Spec = c
		}
	}
	for _, r := range m.Again {
		d.written[r.Stmt] = append(d.written[r.Stmt], r.Transition)
	}
	return d
}

// groupOf is the index of a transition's group.
func (d *Domain) groupOf(t model.Transition) int {
	if t.IsTimeout() {
		return d.timeouts(t.From)
	}
	return t.From*d.stride + t.Input
}

func (d *Domain) timeouts(state int) int { return state*d.stride + d.stride - 1 }

// place finds the choice that a transition belongs to, or makes it.
func (g *Group) place(t model.Transition) int {
	for c, have := range g.Choices {
		if t.IsTimeout() && t.Delay == model.Inf && have.Delay == model.Inf {
			return c
		}
		if have.Output == t.Output && have.Delay == t.Delay && have.To == t.To {
			return c
		}
	}
	g.Choices = append(g.Choices, Choice{Output: t.Output, Delay: t.Delay, To: t.To})
	return len(g.Choices) - 1
}

// Weight is the number of transitions behind a choice.
func (c Choice) Weight() int { return len(c.Members) }

// weight is the number of transitions in a group.
func (g *Group) weight() int64 {
	n := 0
	for _, c := range g.Choices {
		n += c.Weight()
	}
	return int64(n)
}

// Selections is the exact number of ways to take one transition of each group.
func (d *Domain) Selections() *big.Int {
	n := big.NewInt(1)
	for i := range d.Groups {
		n.Mul(n, big.NewInt(d.Groups[i].weight()))
	}
	return n
}

// Mutants is |Mut(M)|: the selections, without the specification where it is one of them. With
// extra states it is none, because a selection chooses for those states too.
func (d *Domain) Mutants() *big.Int {
	n := d.Selections()
	if d.Model.ExtraStates() == 0 {
		n.Sub(n, big.NewInt(1))
	}
	return n
}

// Suspicious counts the transitions that have an alternative, Mutated those that are not the
// specification's, Untrusted the specification's among the suspicious (Section 2.2).
func (d *Domain) Suspicious() (suspicious, untrusted int) {
	for i := range d.Groups {
		g := &d.Groups[i]
		if g.weight() < 2 {
			continue
		}
		suspicious += int(g.weight())
		if g.Spec >= 0 {
			untrusted++
		}
	}
	return suspicious, untrusted
}

// IsSuspicious tells whether a transition has an alternative.
func (d *Domain) IsSuspicious(t model.Transition) bool { return d.Groups[d.groupOf(t)].weight() > 1 }

// Base is the selection of the specification; extra states, for which it has no choice, take the
// first of their alternatives.
func (d *Domain) Base() Selection {
	sel := make(Selection, len(d.Groups))
	for g := range sel {
		sel[g] = max(d.Groups[g].Spec, 0)
	}
	return sel
}

// Automaton is the machine that a selection makes.
func (d *Domain) Automaton(sel Selection) *model.Automaton {
	a := model.NewAutomaton(d.Model)
	d.fill(a, sel)
	return a
}

// fill makes an automaton the machine of a selection.
func (d *Domain) fill(a *model.Automaton, sel Selection) {
	for g, c := range sel {
		d.set(a, g, c)
	}
}

// set lets an automaton take one choice.
func (d *Domain) set(a *model.Automaton, g, c int) {
	group := &d.Groups[g]
	choice := &group.Choices[c]
	if group.Input < 0 {
		a.Delay[group.State], a.After[group.State] = choice.Delay, int32(choice.To)
		return
	}
	at := group.State*a.Inputs + group.Input
	a.Out[at], a.Next[at] = int32(choice.Output), int32(choice.To)
}

// reached marks the states that a selection's machine can reach.
func (d *Domain) reached(sel Selection) []bool {
	return d.reachedFrom([]int{d.Model.Initial}, sel)
}

func (d *Domain) reachedFrom(queue []int, sel Selection) []bool {
	seen := make([]bool, len(d.Model.States))
	for _, s := range queue {
		seen[s] = true
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for g := queue[0] * d.stride; g < (queue[0]+1)*d.stride; g++ {
			c := &d.Groups[g].Choices[sel[g]]
			if c.Delay != model.Inf && !seen[c.To] {
				seen[c.To] = true
				queue = append(queue, c.To)
			}
		}
	}
	return seen
}
