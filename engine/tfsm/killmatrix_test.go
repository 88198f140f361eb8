package tfsm

import (
	"slices"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tfsm/model"
	"github.com/mutarium/mutarium/engine/tfsm/referee"
)

// The kill matrix says of each test and mutant what the referee finds when it reads the mutant's text and
// runs the test; what is unkillable passes all tests of the domain.
func TestKillMatrixAgreesWithTheReferee(t *testing.T) {
	for _, c := range []struct {
		name      string
		operators []string
	}{{"s1-m1", []string{"marked"}}, {"tftp3", []string{"output", "timeout-inc"}}, {"coffee", []string{"output", "transfer"}}} {
		m := load(t, "gallery/"+c.name+".tfsm")
		d, err := DomainOf(m, Request{Operators: c.operators})
		if err != nil {
			t.Fatal(err)
		}
		var tests []model.Test
		for a := range m.Inputs {
			for b := range m.Inputs {
				tests = append(tests, model.Test{Steps: []model.Step{{Input: a}, {Wait: 3, Input: b}, {Wait: 1, Input: a}}})
			}
		}
		sections := killMatrix(t.Context(), d, tests, true)
		if len(sections) != 1 {
			t.Fatalf("%s: no matrix", c.name)
		}
		got, family := sections[0].Blocks[0].Matrix, d.List(Choosing{Order: 1})
		kills := 0
		for j := range got.Mutants {
			line := family.At(j).Describe()
			other, err := referee.Read(m, line)
			if err != nil {
				t.Fatal(err)
			}
			joint, impl, missing := m.Align(other)
			if missing != nil {
				t.Fatal(missing)
			}
			for i, test := range tests {
				k := referee.KillOf(joint, joint.Specification(), impl, test.Steps)
				want := !slices.Equal(k.Expected, k.Got)
				if got.Rows[i].Has(j) != want {
					t.Errorf("%s: test %d kills %s: %v, want %v", c.name, i, line.ID, !want, want)
				}
				if want {
					kills++
					if got.State(j) != report.MatrixKillable {
						t.Errorf("%s: %s is killed and %c", c.name, line.ID, got.State(j))
					}
				}
			}
			if got.Mutants[j] != line.ID {
				t.Errorf("%s: column %d is %s, want %s", c.name, j, got.Mutants[j], line.ID)
			}
		}
		if kills == 0 || kills == len(tests)*len(got.Mutants) {
			t.Errorf("%s: %d kills compare nothing", c.name, kills)
		}
	}
}
