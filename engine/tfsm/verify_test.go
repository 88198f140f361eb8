package tfsm

import (
	"context"
	"testing"
)

// Checking one verdict of a report costs what the specification costs, however many mutated transitions the model has:
// the 9438 of TFTP with fifteen packets once cost 60 ms for each mutant.
func TestVerifyCostsOneSpecification(t *testing.T) {
	allocations := func(operators ...string) float64 {
		m := load(t, "gallery/tftp15.tfsm")
		c, err := NewChecker(context.Background(), m, Request{Operators: operators})
		if err != nil {
			t.Fatal(err)
		}
		r := c.Check(context.Background(), c.domain.List(Choosing{Order: 1})[100])
		return testing.AllocsPerRun(5, func() {
			if err := c.Verify(r); err != nil {
				t.Fatal(err)
			}
		})
	}
	if n := allocations("marked"); n > 5000 {
		t.Errorf("%.0f allocations", n)
	} else {
		t.Logf("%.0f allocations", n)
	}
}
