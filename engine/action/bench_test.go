package action

import (
	"context"
	"fmt"
	"testing"

	"github.com/mutarium/mutarium/engine/action/model"
	"github.com/mutarium/mutarium/engine/action/referee"
	"github.com/mutarium/mutarium/engine/report"
)

// BenchmarkRun does what a run does for CAS_k (the paper, Table 1: 106, 101, 106 and 100 s for 195
// of the mutants): text to model, 206 mutants, exploration, verdicts with evidence.
func BenchmarkRun(b *testing.B) {
	for _, cas := range []struct {
		k     int
		paper float64
	}{{1, 106}, {10, 101}, {100, 106}, {1000, 100}} {
		b.Run(fmt.Sprintf("CAS_%d", cas.k), func(b *testing.B) {
			f := newFile(scaledCAS(cas.k))
			b.ReportAllocs()
			for range b.N {
				runAll(b, f.Text, 206)
			}
			b.ReportMetric(cas.paper, "paper-s")
			b.ReportMetric(10, "aim-ms")
			b.ReportMetric(30, "aim-wasm-ms")
		})
	}
}

func runAll(b *testing.B, text string, want int) {
	m, _ := model.Parse(newFile(text))
	mutants, err := Mutants(m, Selection{Operators: paperOperators})
	if err != nil || len(mutants) != want {
		b.Fatalf("got %d mutants, want %d", len(mutants), want)
	}
	c, err := NewChecker(context.Background(), m, report.Settings{Engine: "explicit"}, referee.New(m, report.Settings{Engine: "explicit"}))
	if err != nil {
		b.Fatal(err)
	}
	killed := 0
	for _, mu := range mutants {
		if c.Check(context.Background(), mu).Verdict == report.Killed {
			killed++
		}
	}
	if c.Evidence(); killed != 175 {
		b.Fatalf("got %d killed, want 175", killed)
	}
}

// BenchmarkParse reads CAS_1.
func BenchmarkParse(b *testing.B) {
	for range b.N {
		model.Parse(newFile(carAlarm))
	}
}

// BenchmarkGrid judges a model with thousands of states and products of parameters.
func BenchmarkGrid(b *testing.B) {
	text := mustRead(b, "testdata/grid.as")
	for range b.N {
		m := mustParse(b, text)
		c, err := NewChecker(context.Background(), m, report.Settings{Engine: "explicit"}, referee.New(m, report.Settings{Engine: "explicit"}))
		if err != nil {
			b.Fatal(err)
		}
		mutants, _ := Mutants(m, Selection{Operators: paperOperators})
		for _, mu := range mutants {
			c.Check(context.Background(), mu)
		}
	}
}

// BenchmarkSAT judges by the SAT engine: the paper's mutants of CAS_1 and CAS_1000, and a model of
// six 16-bit counters that enumeration cannot finish, the search for its invariant included.
func BenchmarkSAT(b *testing.B) {
	for _, c := range []struct {
		name, text string
		mutants    int
	}{{"CAS_1", carAlarm, 206}, {"CAS_1000", carAlarm1000, 206}, {"flow", flowControl, 8}} {
		b.Run(c.name, func(b *testing.B) {
			for range b.N {
				m := mustParse(b, c.text)
				mutants := mustMutants(b, m, Selection{Operators: paperOperators})
				checker := mustChecker(b, m, report.Settings{Engine: "sat"})
				for _, mu := range mutants {
					if r := checker.Check(context.Background(), mu); r.Strength != report.Proved {
						b.Fatalf("%s: %s, %s", mu.ID, outline(r), r.Strength)
					}
				}
				if len(mutants) != c.mutants {
					b.Fatalf("got %d mutants, want %d", len(mutants), c.mutants)
				}
			}
		})
	}
}
