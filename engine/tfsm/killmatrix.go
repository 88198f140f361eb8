package tfsm

import (
	"context"
	"fmt"
	"slices"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tfsm/model"
)

// Which test of a suite kills which single mutant. A suite is complete for a whole domain, which may
// have 10^86 mutants; those that differ in one place from the specification are few enough to look at.

// Bounds of a kill matrix.
const (
	mostColumns = 2000    // mutants
	mostRuns    = 400_000 // of a test on a mutant
)

// killMatrix runs tests on the single mutants of a domain; nothing where it has none.
func killMatrix(ctx context.Context, d *Domain, tests []model.Test, half bool) []report.Section {
	family := d.List(Choosing{Order: 1})
	n := min(family.Len(), mostColumns, mostRuns/max(len(tests), 1))
	if n == 0 {
		return nil
	}
	m := &report.Matrix{Mutants: make([]string, n), Rows: make([]report.MatrixRow, len(tests))}
	expected := make([][]int, len(tests))
	for i, t := range tests {
		m.Rows[i].Test, expected[i] = d.Model.Show(t, half), model.Outputs(d.Spec.SimulateTest(t, half))
	}
	states := make([]byte, n)
	for j := range n {
		if ctx.Err() != nil {
			return nil
		}
		mutant := family.At(j)
		impl := mutant.domain.Automaton(mutant.domain.Select(mutant.Transitions))
		m.Mutants[j], states[j] = mutant.ID(), stateOf(mutant.domain, impl)
		for i, t := range tests {
			if !slices.Equal(model.Outputs(impl.SimulateTest(t, half)), expected[i]) {
				m.Rows[i].Add(j)
			}
		}
	}
	m.States = string(states)
	text := "Mutants with one change; a complete suite kills those with several, too."
	if n < family.Len() {
		text += fmt.Sprintf(" The first %d of %d are shown.", n, family.Len())
	}
	return []report.Section{{Title: "Kill matrix", Blocks: []report.Block{{Matrix: m, Text: text}}}}
}

// stateOf is what a kill matrix says of a mutant apart from its tests.
func stateOf(d *Domain, impl *model.Automaton) byte {
	switch v := judgePair(d.Model, d.Spec, impl); {
	case v.Test != nil:
		return report.MatrixKillable
	case v.Conforms:
		return report.MatrixUnkillable
	}
	return report.MatrixUndecided
}
