package efsm

import "testing"

// The optimistic answer is that of the expected lists.
func TestDataflow(t *testing.T) {
	eachModel(t, func(t *testing.T, m *Machine, want []expectedMutant) {
		c, err := NewChecker(m, 0)
		if err != nil {
			t.Fatal(err)
		}
		var use [4]int
		for i, ch := range paperChanges(m) {
			v := c.Check(ch)
			got, with := c.Dataflow(&ch, &v)
			if got != want[i].Dataflow {
				t.Errorf("%s (%s -> %s): got %t, want %t", want[i].ID, want[i].Before, want[i].After, got, want[i].Dataflow)
			}
			k := 0
			if with {
				k = 2
			}
			if with == v.Killed {
				k++
			}
			use[k]++
		}
		t.Logf("p-use: tp %d fp %d fn %d tn %d", use[3], use[2], use[0], use[1])
	})
}
