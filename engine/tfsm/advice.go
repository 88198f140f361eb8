package tfsm

import (
	"fmt"
	"strings"

	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// What somebody who reads a machine would ask about: it is no error, and each warning is true of all
// runs of the specification.

// Advise gives the warnings on a machine.
func Advise(m *model.Model) source.Diagnostics {
	var d source.Diagnostics
	a := m.Specification()
	run := shortestRuns(m, a)
	if len(run) < 2 {
		return d // one state alone stays where it is
	}
	spans := m.StateSpans()
	for s := range m.States {
		if how, reached := run[s]; reached && stays(a, s) {
			d.Warn(spans[s], "stuck", "nothing leads out of %s%s: every input stays there, and no timeout leaves it",
				m.States[s], how)
		}
	}
	for i, name := range m.Inputs {
		if out, same := unread(a, run, i); same {
			d.Warn(inputSpan(m, i), "unread-input", "the input %s changes nothing: every state answers it by %s and stays", name,
				m.Outputs[out])
		}
	}
	return d
}

// inputSpan is the place of the first transition by an input.
func inputSpan(m *model.Model, input int) source.Span {
	for _, t := range m.Transitions {
		if t.Input == input && t.Stmt >= 0 {
			return t.Span
		}
	}
	return source.Span{}
}

// stays tells whether a state is left by nothing.
func stays(a *model.Automaton, s int) bool {
	for i := range a.Inputs {
		if int(a.Next[s*a.Inputs+i]) != s {
			return false
		}
	}
	return a.Delay[s] == model.Inf || int(a.After[s]) == s
}

// unread tells whether all states answer an input alike and stay where they are.
func unread(a *model.Automaton, states map[int]string, input int) (output int, same bool) {
	output = -1
	for s := range states {
		k := s*a.Inputs + input
		if int(a.Next[k]) != s || output >= 0 && int(a.Out[k]) != output {
			return 0, false
		}
		output = int(a.Out[k])
	}
	return output, output >= 0
}

// shortestRuns gives the states that are reached, each with the shortest way there in words.
func shortestRuns(m *model.Model, a *model.Automaton) map[int]string {
	type way struct {
		state int
		steps []string
	}
	run := map[int]string{a.Initial: ""}
	for todo := []way{{state: a.Initial}}; len(todo) > 0; todo = todo[1:] {
		at := todo[0]
		visit := func(to int, step string) {
			if _, seen := run[to]; !seen {
				steps := append(append([]string{}, at.steps...), step)
				run[to] = ", reached by " + strings.Join(steps, ", ")
				todo = append(todo, way{to, steps})
			}
		}
		for i, name := range m.Inputs {
			visit(int(a.Next[at.state*a.Inputs+i]), name)
		}
		if d := a.Delay[at.state]; d != model.Inf {
			visit(int(a.After[at.state]), fmt.Sprintf("a wait of %v", d))
		}
	}
	return run
}
