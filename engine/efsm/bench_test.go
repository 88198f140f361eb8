package efsm

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/efsm/model"
	"github.com/mutarium/mutarium/engine/source"
)

// class2 is the benchmark's model: sequence numbers 0 to m.
func class2(t testing.TB, m int) *model.Machine {
	text, err := os.ReadFile("testdata/class2.efsm")
	if err != nil {
		t.Fatal(err)
	}
	f := source.NewFile("class2.efsm", strings.Replace(string(text), "const M = 2", fmt.Sprintf("const M = %d", m), 1))
	machine, diags := model.Parse(f)
	if machine == nil {
		t.Fatal(diags.Text(f))
	}
	return machine
}

// BenchmarkClass2 judges all mutants of the eleven operators exactly: parse, explore, mutate, judge.
// What a mutant costs as the model grows is its time divided by the mutants, which stay the same.
func BenchmarkClass2(b *testing.B) {
	for _, size := range []struct {
		name string
		m    int
	}{{"x1", 2}, {"x10", 8}, {"x100", 29}} {
		b.Run(size.name, func(b *testing.B) {
			var states, mutants, killed int
			for range b.N {
				m := class2(b, size.m)
				c, err := NewChecker(m, 0)
				if err != nil {
					b.Fatal(err)
				}
				states, mutants, killed = c.States(), 0, 0
				for _, ch := range paperChanges(m) {
					mutants++
					if c.Check(ch).Killed {
						killed++
					}
				}
			}
			if size.m == 2 {
				b.ReportMetric(50, "aim-ms")
				b.ReportMetric(150, "aim-wasm-ms")
			}
			b.ReportMetric(float64(states), "states")
			b.ReportMetric(float64(mutants), "mutants")
			b.ReportMetric(float64(killed), "killed")
		})
	}
}
