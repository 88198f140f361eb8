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
		r := c.Check(context.Background(), c.domain.List(Choosing{Order: 1}).At(100))
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

// Pairs are made when they are asked for: the 43 million of TFTP with fifteen packets cost what the single mutants cost.
func TestPairsAreMadeLazily(t *testing.T) {
	d, err := DomainOf(load(t, "gallery/tftp15.tfsm"), Request{Operators: []string{"marked"}})
	if err != nil {
		t.Fatal(err)
	}
	single, pairs := d.List(Choosing{Order: 1}), d.List(Choosing{Order: 2})
	want := 0 // pairs of mutants of different groups
	for i := range d.Groups {
		for j := range i {
			want += (len(d.Groups[i].Choices) - 1) * (len(d.Groups[j].Choices) - 1)
		}
	}
	if pairs.Len() != want {
		t.Errorf("%d pairs of %d mutants, want %d", pairs.Len(), single.Len(), want)
	}
	last := pairs.At(pairs.Len() - 1)
	if parts := last.Describe().Parts; last.ID() != parts[0]+"+"+parts[1] || parts[1] != single.At(single.Len()-1).ID() {
		t.Errorf("the last pair is %s", last.ID())
	}
}
