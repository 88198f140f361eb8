package tioa

import (
	"context"
	"sort"
	"testing"
	"time"

	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/query"
)

// BenchmarkUniversity is the composition of the university example against its specification: the
// whole query, with a session of its own.
func BenchmarkUniversity(b *testing.B) {
	m := parse(b, Study("university"))
	q := source.NewFile("query", "refinement: Administration || Machine || Researcher <= Spec")
	b.ReportAllocs()
	for b.Loop() {
		answers, d := query.NewSession(m, query.Reading{}).Ask(context.Background(), q)
		if d.HasErrors() || !answers[0].Holds {
			b.Fatal(d)
		}
	}
}

// BenchmarkUniversityQuotient is the same with a part moved to the other side.
func BenchmarkUniversityQuotient(b *testing.B) {
	m := parse(b, Study("university"))
	q := source.NewFile("query", `refinement: Machine || Researcher <= Spec \\ Administration`)
	for b.Loop() {
		answers, d := query.NewSession(m, query.Reading{}).Ask(context.Background(), q)
		if d.HasErrors() || !answers[0].Holds {
			b.Fatal(d, answers[0].Reasons)
		}
	}
}

// BenchmarkEcdarSuite asks the suite of queries beside the checkout, each in a session of its own,
// and reports the median and the longest.
func BenchmarkEcdarSuite(b *testing.B) {
	queries := suiteQueries(b)
	var times []time.Duration
	for b.Loop() {
		for _, q := range queries {
			f := source.NewFile("query", q.text)
			began := time.Now()
			query.NewSession(q.of.m, query.Reading{AsWritten: q.asWritten}).Ask(context.Background(), f)
			times = append(times, time.Since(began))
		}
	}
	sort.Slice(times, func(i, j int) bool { return times[i] < times[j] })
	b.ReportMetric(float64(times[len(times)/2].Nanoseconds())/1e6, "median-ms")
	b.ReportMetric(float64(times[len(times)*9/10].Nanoseconds())/1e6, "p90-ms")
	b.ReportMetric(float64(times[len(times)-1].Nanoseconds())/1e6, "max-ms")
}
