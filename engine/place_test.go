package engine

import (
	"testing"

	"github.com/mutarium/mutarium/engine/source"
)

// One change has one line: in the list, in the editor's margin, and where its own text begins.
func TestOneLineForOneChange(t *testing.T) {
	for _, f := range formalisms {
		d := f.Describe()
		names, err := Resolve(d, []string{"all"})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range d.Examples {
			model, diags := Open(f, source.NewFile(e.Name, e.Text))
			if model == nil {
				t.Fatalf("%s: %v", e.Name, diags)
			}
			mutants, err := model.Mutants(Selection{Operators: names, Order: 1, Sample: 200, Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range mutants {
				r := m.Describe()
				line, _ := r.Place()
				if _, margin := PlaceOf(m); margin != line {
					t.Errorf("%s: %s is listed in line %d and marked in line %d", e.Name, r.ID, line, margin)
				}
			}
		}
	}
}
