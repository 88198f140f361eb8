package tfsm

import (
	"context"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// The tool that gives a machine without states that behave alike, and without those that are not reached:
// what one wants of an imported machine.
//
// Idea: Moore's refinement. States are told apart by outputs, timeouts, and then by the classes of their targets. Two
// states with different timeouts may still behave alike for every test, where the target does what the
// state did; those are kept apart, so the result of a machine with timeouts need not be the smallest.

var minimiseTool = report.Tool{
	Name: "minimise", Title: "Minimise", Summary: "The specification without states that behave alike or are never " +
		"reached, as a model of its own",
}

// minimise gives the machine of the classes of a specification's reached states. Of numbers its new states by the
// old ones, -1 for those that are not reached; the first state of a class gives it the name.
func minimise(m *model.Model) (min *model.Model, of []int) {
	spec := m.SpecificationOnly()
	class := refine(spec.Specification())
	reached := spec.Reached(false)
	out := *spec
	out.States, out.Extra, out.Transitions = nil, nil, nil
	number := map[int]int{}
	leader := make([]bool, len(spec.States))
	of = make([]int, len(spec.States))
	for s, c := range class {
		of[s] = -1
		if !reached[s] {
			continue
		}
		if _, known := number[c]; !known {
			number[c], leader[s] = len(out.States), true
			out.States, out.Extra = append(out.States, spec.States[s]), append(out.Extra, false)
		}
		of[s] = number[c]
	}
	for _, t := range spec.Transitions {
		if leader[t.From] {
			if t.Delay == model.Inf {
				t.To = t.From // its target may not be reached
			}
			t.From, t.To = of[t.From], of[t.To]
			out.Transitions = append(out.Transitions, t)
		}
	}
	out.Initial = of[spec.Initial]
	return &out, of
}

// refine gives the coarsest classes of states that agree on outputs, delays and the classes of targets.
func refine(a *model.Automaton) []int {
	class := make([]int, len(a.Delay))
	for classes := 1; ; {
		index := map[string]int{}
		next := make([]int, len(class))
		for s := range class {
			key := binary.AppendVarint(nil, int64(class[s]))
			key = binary.AppendVarint(key, int64(a.Delay[s]))
			if a.Delay[s] != model.Inf {
				key = binary.AppendVarint(key, int64(class[a.After[s]]))
			}
			for i := range a.Inputs {
				output, to := a.Step(s, i)
				key = binary.AppendVarint(key, int64(output))
				key = binary.AppendVarint(key, int64(class[to]))
			}
			c, known := index[string(key)]
			if !known {
				c = len(index)
				index[string(key)] = c
			}
			next[s] = c
		}
		if class = next; len(index) == classes {
			return class
		}
		classes = len(index)
	}
}

func minimiseRun(_ context.Context, m *model.Model, _ ToolRequest) ([]report.Section, error) {
	spec := m.SpecificationOnly()
	min, of := minimise(m)
	members := make([][]string, len(min.States))
	var unreached []string
	for s, c := range of {
		if c < 0 {
			unreached = append(unreached, spec.States[s])
			continue
		}
		members[c] = append(members[c], spec.States[s])
	}
	t := &report.Table{
		Caption: "States that behave alike",
		Columns: []string{"kept", "stands for"},
		Numeric: []bool{false, false},
		Rows:    [][]string{},
	}
	for c, names := range members {
		if len(names) > 1 {
			t.Rows = append(t.Rows, []string{min.States[c], strings.Join(names[1:], " ")})
		}
	}
	text := "The machine is minimal: all its states are reached, and no two of them behave alike."
	if len(min.States) < len(spec.States) {
		text = fmt.Sprintf("%d states instead of %d.", len(min.States), len(spec.States))
	}
	if unreached != nil {
		text += " Never reached: " + strings.Join(unreached, " ") + "."
	}
	if m.Mutated() > 0 {
		text += " Mutated transitions are left out."
	}
	blocks := []report.Block{{Text: text}, {Facts: []report.Fact{
		{Label: "states", Value: strconv.Itoa(len(spec.States))},
		{Label: "states of the minimal machine", Value: strconv.Itoa(len(min.States))},
	}}}
	if len(t.Rows) > 0 {
		blocks = append(blocks, report.Block{Table: t})
	}
	sections := []report.Section{
		{Title: "Minimal machine", Blocks: blocks},
		{Title: "To take away", Blocks: []report.Block{codeBlock("minimal.tfsm", "", min.PrintFlat())}},
	}
	if text, ok := min.AUT(); ok {
		sections[1].Blocks = append(sections[1].Blocks, codeBlock("minimal.aut", "", text))
	}
	return sections, nil
}
