package tfsm

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tfsm/mealy"
	"github.com/mutarium/mutarium/internal/testkit"
)

// The paper's machines, and the 19 cells of its Table 1 that exist: a suite generated (one test for
// each survivor, as in the paper), irredundance included. What a machine of 4 states cannot have,
// 1e18 mutants, the paper marks N/A.

// paperMachines gives the paper's times in seconds.
var paperMachines = []struct {
	name  string
	paper float64
}{{"s1-m1", 0}, {"tftp3", 0.31}, {"tftp3-chaos", 1970}, {"tftp15", 555.14}, {"rand-n8-e18", 864.06}}

func BenchmarkSuite(b *testing.B) {
	for _, x := range paperMachines {
		b.Run(x.name, func(b *testing.B) {
			d := NewDomain(load(b, "gallery/"+x.name+".tfsm"))
			benchmarkGenerate(b, d, GenerateOptions{}, x.paper)
			b.ReportMetric(100, "aim-ms")
			b.ReportMetric(300, "aim-wasm-ms")
		})
		b.Run(x.name+"/long", func(b *testing.B) {
			d := NewDomain(load(b, "gallery/"+x.name+".tfsm"))
			benchmarkGenerate(b, d, GenerateOptions{MaxLength: 5}, x.paper)
			b.ReportMetric(100, "aim-ms")
			b.ReportMetric(300, "aim-wasm-ms")
		})
	}
}

func benchmarkGenerate(b *testing.B, d *Domain, o GenerateOptions, paper float64) {
	var s *Suite
	for b.Loop() {
		s = Generate(context.Background(), d, o)
	}
	if !s.Finished {
		b.Fatalf("not finished: %s", s.Reason)
	}
	b.ReportMetric(float64(s.Found), "found")
	b.ReportMetric(float64(len(s.Tests)), "tests")
	if paper > 0 {
		b.ReportMetric(paper, "paper-s")
	}
}

// Suites as the command makes them, for domains with which the solver may not finish: with the limit of conflicts, and
// what came of it.
func BenchmarkLimited(b *testing.B) {
	for _, x := range []struct {
		name      string
		operators []string
	}{
		{"s1-m1", []string{"chaos"}}, {"s1-m1", OperatorNames()},
		{"rand-n8-e18", []string{"chaos"}}, {"rand-n8-e18", OperatorNames()}, {"mealy", []string{"output", "transfer"}},
	} {
		m := load(b, "gallery/"+x.name+cmp.Or(map[string]string{"mealy": ".dot"}[x.name], ".tfsm"))
		d, err := DomainOf(m, Request{Operators: x.operators})
		if err != nil {
			b.Fatal(err)
		}
		name := strings.Join(x.operators, ",")
		if len(x.operators) == len(Operators) {
			name = "all"
		}
		b.Run(x.name+"/"+name, func(b *testing.B) {
			o := GenerateOptions{MaxLength: DefaultLength, Budget: Budget{Conflicts: report.DefaultConflicts}}
			var s *Suite
			for b.Loop() {
				if s, err = Best(context.Background(), d, o); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(s.Tests)), "tests")
			b.ReportMetric(float64(s.Calls), "calls")
			finished := 0.0
			if s.Finished {
				finished = 1
			}
			b.ReportMetric(finished, "finished")
		})
	}
}

// Verification of the suites (Algorithm 1), and the second check.
func BenchmarkVerify(b *testing.B) {
	for _, x := range paperMachines {
		d := NewDomain(load(b, "gallery/"+x.name+".tfsm"))
		tests := Generate(context.Background(), d, GenerateOptions{MaxLength: 5}).Steps()
		b.Run(x.name, func(b *testing.B) {
			for b.Loop() {
				s := newSurveyor(context.Background(), d, Budget{})
				if answer, _, _ := s.next(s.addAll(tests)...); answer != complete {
					b.Fatal("the suite is not complete")
				}
			}
		})
		b.Run(x.name+"/again", func(b *testing.B) {
			var r Recheck
			for b.Loop() {
				if r = d.Verify(context.Background(), tests, Budget{}); !r.Holds {
					b.Fatal("the second check disagrees")
				}
			}
			b.ReportMetric(float64(r.Examined), "examined")
		})
	}
}

// table1 holds the paper's seconds by states and power of ten.
var table1 = []struct {
	states int
	power  int64
	paper  float64
}{
	{4, 4, 0.04}, {4, 8, 9.17}, {4, 12, 319.19},
	{8, 4, 0.5}, {8, 8, 0.65}, {8, 12, 5.31}, {8, 18, 864.06},
	{10, 4, 4.73}, {10, 8, 21.44}, {10, 12, 682.97}, {10, 18, 250.72},
	{12, 4, 56.36}, {12, 8, 1.32}, {12, 12, 66.1}, {12, 18, 593.07},
	{15, 4, 168.24}, {15, 8, 227.56}, {15, 12, 418.72}, {15, 18, 64.55},
}

// table1Seed is the seed of a cell.
func table1Seed(states int, power int64) uint64 { return uint64(states)*1000 + uint64(power) }

func BenchmarkTable1(b *testing.B) {
	for _, cell := range table1 {
		seed := table1Seed(cell.states, cell.power)
		b.Run(fmt.Sprintf("states=%d/mutants=1e%d/seed=%d", cell.states, cell.power, seed), func(b *testing.B) {
			m, err := Random(Table1(cell.states, cell.power, seed))
			if err != nil {
				b.Fatal(err)
			}
			benchmarkGenerate(b, NewDomain(m), GenerateOptions{}, cell.paper)
		})
	}
}

// Suites for all machines with as many states, or with one more, of the machines beside the project; the
// figures of the peer are those of its list (hybrid-ads).
func BenchmarkExtraStates(b *testing.B) {
	dir := testkit.Suite(b, "mealy")
	list := learnt(b, dir)
	for _, name := range slices.Sorted(maps.Keys(list)) {
		if list[name].Partial {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			b.Fatal(err)
		}
		f, err := flatten(parseText(b, name, string(text)), -1)
		if err != nil {
			b.Fatal(err)
		}
		for k, peer := range []map[string]struct{ Tests, Steps int }{list[name].K0, list[name].K1} {
			b.Run(fmt.Sprintf("%s/k=%d", name, k), func(b *testing.B) {
				var s *mealy.Suite
				for b.Loop() {
					if s, err = mealy.Generate(f.m, mealy.Options{Extra: k}); err != nil {
						b.Fatal(err)
					}
				}
				start := time.Now()
				if mealy.Certify(f.m, s.Tests, k) == nil {
					b.Fatal("the suite is not certified")
				}
				b.ReportMetric(time.Since(start).Seconds()*1000, "certificate-ms")
				b.ReportMetric(float64(f.m.States), "states")
				b.ReportMetric(float64(f.m.Inputs), "inputs")
				b.ReportMetric(float64(len(s.Tests)), "tests")
				b.ReportMetric(float64(mealy.Steps(s.Tests)), "steps")
				b.ReportMetric(float64(peer["peer_hads"].Tests), "peer-tests")
				b.ReportMetric(float64(peer["peer_hads"].Steps), "peer-steps")
			})
		}
	}
}
