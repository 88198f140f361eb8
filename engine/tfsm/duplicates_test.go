package tfsm

import (
	"context"
	"fmt"
	"testing"

	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// configurationClasses is Moore's refinement of machines written out tick by tick: nodes are states with a clock, letters
// the inputs and the tick. It shares nothing with product and minimal form, and tells for each machine the class of
// its initial node.
func configurationClasses(machines []*model.Automaton) []int {
	type node struct {
		a     int
		s     int
		clock model.Delay
	}
	var nodes []node
	index := map[node]int{}
	add := func(n node) int {
		if i, ok := index[n]; ok {
			return i
		}
		index[n] = len(nodes)
		nodes = append(nodes, n)
		return len(nodes) - 1
	}
	for a, m := range machines {
		add(node{a, m.Initial, 0})
	}
	var next [][]int
	var shown []string
	for at := 0; at < len(nodes); at++ {
		n, m := nodes[at], machines[nodes[at].a]
		var to []int
		text := ""
		for i := range m.Inputs {
			output, s := m.Step(n.s, i)
			text += fmt.Sprint(output, " ")
			to = append(to, add(node{n.a, s, 0}))
		}
		tick := node{n.a, n.s, n.clock + 1}
		switch {
		case m.Delay[n.s] == model.Inf:
			tick.clock = 0
		case m.Delay[n.s] == n.clock+1:
			tick = node{n.a, int(m.After[n.s]), 0}
		}
		next, shown = append(next, append(to, add(tick))), append(shown, text)
	}
	class, classes := make([]int, len(nodes)), 1
	for {
		known, refined := map[string]int{}, make([]int, len(nodes))
		for i := range nodes {
			key := fmt.Sprint(class[i], shown[i])
			for _, to := range next[i] {
				key += fmt.Sprint(class[to], ",")
			}
			n, ok := known[key]
			if !ok {
				n = len(known)
				known[key] = n
			}
			refined[i] = n
		}
		class = refined
		if len(known) == classes {
			return class[:len(machines)]
		}
		classes = len(known)
	}
}

// Same says of two mutants what refinement tick by tick says, and mutants that are alike have one fingerprint.
func TestDuplicatesAgreeWithRefinement(t *testing.T) {
	alike, unlike, telling := 0, 0, 0
	compare := func(name string, m *model.Model, operators ...string) {
		c, err := NewChecker(context.Background(), m, Request{Operators: operators})
		if err != nil {
			t.Fatal(err)
		}
		list := c.domain.List(Choosing{Order: 1}).All()
		var machines []*model.Automaton
		var prints []string
		for _, one := range list {
			machines = append(machines, c.domain.Automaton(c.domain.Select(one.Transitions)))
			prints = append(prints, c.Fingerprint(one))
		}
		class := configurationClasses(machines)
		for i := range list {
			for j := range i {
				same, decided := c.Same(context.Background(), list[j], list[i])
				if !decided || same != (class[i] == class[j]) {
					t.Fatalf("%s: %s and %s: same %v, decided %v, by refinement %v", name, list[j].ID(), list[i].ID(), same, decided, !same)
				}
				if same && prints[i] != prints[j] {
					t.Fatalf("%s: %s and %s are alike, their fingerprints are not", name, list[j].ID(), list[i].ID())
				}
				switch {
				case same:
					alike++
				case prints[i] != prints[j]:
					telling++
					fallthrough
				default:
					unlike++
				}
			}
		}
	}
	for seed := uint64(1); seed <= 40; seed++ {
		compare(fmt.Sprint("seed ", seed), parse(t, smallProblem(t, seed).Model.PrintFlat()), "marked")
	}
	for _, name := range []string{"s1-m1", "tftp3"} {
		compare(name, load(t, "gallery/"+name+".tfsm"), "output", "transfer", "timeout-dec", "timeout-inc", "timeout-inf", "timeout-transfer", "extra-states")
	}
	if alike < 100 || unlike < 1000 || telling < unlike*9/10 {
		t.Errorf("too easy: %d pairs alike, %d unlike, of which %d by their fingerprints", alike, unlike, telling)
	}
	t.Logf("%d pairs alike, %d unlike, of which %d by their fingerprints", alike, unlike, telling)
}

// What differs only beyond the horizon of fingerprints is told apart all the same.
func TestDuplicatesBeyondTheHorizon(t *testing.T) {
	m := parse(t, "s -a/x, 100000-> t; t -a/y-> s; s ~99999|100001~> t")
	c, err := NewChecker(context.Background(), m, Request{Operators: []string{"marked"}})
	if err != nil {
		t.Fatal(err)
	}
	list := c.domain.List(Choosing{Order: 1}).All()
	if c.Fingerprint(list[0]) != c.Fingerprint(list[1]) {
		t.Errorf("the horizon is longer than it says")
	}
	if same, decided := c.Same(context.Background(), list[0], list[1]); same || !decided {
		t.Errorf("same %v, decided %v", same, decided)
	}
}
