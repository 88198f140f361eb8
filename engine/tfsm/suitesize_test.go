package tfsm

import (
	"context"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
)

// TestSizesOfSuites: the suites for the paper's machines are no larger than they ever were, by the length to which
// tests may grow, and the exact counts are those of the paper's domains.
func TestSizesOfSuites(t *testing.T) {
	for _, x := range []struct {
		name       string
		operators  string
		tests      map[int]int // by MaxLength
		mutants    string
		conforming string
	}{
		{"s1-m1", "marked", map[int]int{0: 5, 5: 2, 8: 1}, "31", "0"},
		{"s1-m1", "chaos", map[int]int{0: 18, 5: 12, 8: 7}, "11866206109695", "383"},
		{"tftp3", "marked", map[int]int{0: 10, 5: 6, 8: 4}, "863547424767", "0"},
		{"tftp3-chaos", "marked", map[int]int{0: 25, 5: 16, 8: 9}, "", "53"},
		{"tftp15", "marked", map[int]int{0: 46, 5: 43, 8: 38}, "", "0"},
		{"rand-n8-e18", "marked", map[int]int{0: 28, 5: 14, 8: 8}, "", ""},
	} {
		d, err := DomainOf(load(t, "gallery/"+x.name+".tfsm"), Request{Operators: []string{x.operators}})
		if err != nil {
			t.Fatal(err)
		}
		if n := d.Mutants().String(); x.mutants != "" && n != x.mutants {
			t.Errorf("%s, %s: %s mutants, want %s", x.name, x.operators, n, x.mutants)
		}
		for length, most := range x.tests {
			o := GenerateOptions{MaxLength: length, Budget: Budget{Conflicts: report.DefaultConflicts}}
			s, err := Best(context.Background(), d, o)
			if err != nil || !s.Finished || !s.Reduced || len(s.Tests) > most {
				t.Errorf("%s, %s, up to %d inputs: %v, %d tests, want %d", x.name, x.operators, length, err, len(s.Tests), most)
				continue
			}
			if n, known := s.Conforming(); x.conforming != "" && (!known || n != x.conforming) {
				t.Errorf("%s, %s, up to %d inputs: %s conform, want %s", x.name, x.operators, length, n, x.conforming)
			}
		}
	}
}
