package tioa

import (
	"context"
	"runtime"
	"testing"
	"time"

	"github.com/mutarium/mutarium/engine/tioa/family"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/mutants"
	"github.com/mutarium/mutarium/engine/tioa/referee"
)

// BenchmarkFirstOrder judges all first-order mutants of the six studies under the three readings,
// models read and prepared each time.
func BenchmarkFirstOrder(b *testing.B) {
	made := 0
	for b.Loop() {
		made = 0
		for _, name := range studies {
			j := judgeOf(b, name)
			j.Quiet()
			f := mutants.NewFamily(j.Origin, paperOperators(), 1, 0, 0)
			for i := range f.Len() {
				m := f.At(i)
				j.All(&m)
			}
			made += f.Len()
		}
	}
	b.ReportMetric(float64(made), "mutants")
	b.ReportMetric(300, "aim-ms")
	b.ReportMetric(1500, "aim-wasm-ms")
}

// BenchmarkSecondOrderAccel judges all 202,957 pairs of ACCEL under one reading, counting included.
func BenchmarkSecondOrderAccel(b *testing.B) {
	for b.Loop() {
		pairs(b, "accel", 202957, 71)
	}
	b.ReportMetric(3000, "aim-ms")
	b.ReportMetric(15000, "aim-wasm-ms")
}

// BenchmarkSecondOrderCAS judges all 519,014 pairs of CAS; in WASM it takes minutes and is left out.
func BenchmarkSecondOrderCAS(b *testing.B) {
	if runtime.GOARCH == "wasm" {
		b.Skip("measured natively alone")
	}
	for b.Loop() {
		pairs(b, "cas", 519014, 0)
	}
	b.ReportMetric(60000, "aim-ms")
}

// pairs judges all pairs of a study and compares the share of useless pairs that the guidelines find
// with the published one, in per cent, if there is one.
func pairs(b testing.TB, name string, want int, share int) {
	j := judgeOf(b, name)
	j.Quiet()
	f := mutants.NewFamily(j.Origin, paperOperators(), 2, 0, 0)
	tallies, names, err := Tables(context.Background(), j, f, []referee.Semantics{referee.ToolAlphabet}, nil)
	if err != nil {
		b.Fatal(err)
	}
	all := tallies[referee.ToolAlphabet][len(names)-1]
	if all.Mutants != want || all.Unknown > 0 || len(all.Unsound) > 0 {
		b.Fatalf("%d pairs, %d undecided, %d break rules and are non-subsumed", all.Mutants, all.Unknown, len(all.Unsound))
	}
	useless := all.Subsumed + all.Inconsistent
	if got := (200*all.Violating + useless) / (2 * useless); share > 0 && got != share {
		b.Fatalf("the guidelines find %d %% of the useless pairs, the paper %d %%", got, share)
	}
}

// TestSecondOrderAccel judges every pair of ACCEL: 71 % of the useless ones break the guidelines, as
// published, and none that breaks them is useful.
func TestSecondOrderAccel(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	pairs(t, "accel", 202957, 71)
}

// BenchmarkFamily runs a suite of 200 tests on all first-order mutants of a study at once, and says
// how many times longer running every mutant by itself takes.
func BenchmarkFamily(b *testing.B) {
	for _, name := range studies {
		b.Run(name, func(b *testing.B) {
			fam := mutants.NewFamily(study(b, name), paperOperators(), 1, 0, 0)
			suite := randomSuite(7, fam, 200)
			r, err := family.NewRunner(context.Background(), mutants.FeaturedMutants(fam, model.Alternative))
			if err != nil {
				b.Fatal(err)
			}
			var alone []*referee.Runner
			for i := range fam.Len() {
				m := fam.At(i)
				alone = append(alone, referee.NewRunner(model.Subject(m.Result)))
			}
			began := time.Now()
			for _, run := range alone {
				for _, test := range suite {
					run.Kills(test)
				}
			}
			each := time.Since(began)
			rounds := 0
			began = time.Now()
			for b.Loop() {
				for _, test := range suite {
					r.Run(test)
				}
				rounds++
			}
			family := time.Since(began) / time.Duration(max(rounds, 1))
			b.ReportMetric(float64(fam.Len()), "mutants")
			b.ReportMetric(float64(each)/float64(family), "times-faster")
		})
	}
}
