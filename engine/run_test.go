package engine

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// job opens a text of the formalism sums.
func job(t *testing.T, text string, s report.Settings) Job {
	t.Helper()
	f := source.NewFile("test.sum", text)
	m, d := Open(sums{}, f)
	if m == nil {
		t.Fatal(d.Text(f))
	}
	return Job{File: f, Formalism: sums{}, Model: m, Settings: s}
}

// long is a model of n numbers.
func long(n int) string { return strings.Repeat("7\n", n) }

func bytesOf(t *testing.T, r *report.Report) string {
	t.Helper()
	r.Timings = nil
	b, err := report.Encode(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestRun(t *testing.T) {
	r, err := Run(context.Background(), job(t, "1\n0\n5\n", report.Settings{Operators: []string{"all"}, Budget: report.Budget{States: 6}}), Observer{})
	if err != nil {
		t.Fatal(err)
	}
	s := r.Summary
	if s.Mutants != 9 || s.Unknown != 3 || s.Unkillable != 6 || s.Reasons["equivalent"] != 1 {
		t.Errorf("summary: %+v", s)
	}
	if got := strings.Join(r.Settings.Operators, " "); got != "inc dec drop" {
		t.Errorf("operators: %s", got)
	}
}

// An observer that keeps the mutants gets the same report without them.
func TestObserverKeeps(t *testing.T) {
	j := job(t, long(50), report.Settings{Operators: []string{"all"}})
	want, err := Run(context.Background(), j, Observer{})
	if err != nil {
		t.Fatal(err)
	}
	var kept []report.Mutant
	r, err := Run(context.Background(), j, Observer{Keeps: true, Mutant: func(_ int, m report.Mutant) { kept = append(kept, m) }})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Mutants) != 0 || r.Cancelled {
		t.Errorf("the report holds %d mutants, cancelled %t", len(r.Mutants), r.Cancelled)
	}
	for i := range want.Mutants {
		want.Mutants[i].DuplicateOf = "" // for who keeps them to determine
	}
	want.Summary = report.Summarise(want.Mutants)
	if r.Mutants = kept; bytesOf(t, r) != bytesOf(t, want) {
		t.Error("other bytes than without Keeps")
	}
}

// The bytes of a report do not depend on how many goroutines made it.
func TestRunAllIsRun(t *testing.T) {
	j := job(t, long(300), report.Settings{Operators: []string{"all"}})
	one, err := Run(context.Background(), j, Observer{})
	if err != nil {
		t.Fatal(err)
	}
	want := bytesOf(t, one)
	for _, jobs := range []int{0, 1, 2, 3, 8, 2000} {
		heard := map[int]bool{}
		r, err := RunAll(context.Background(), j, jobs, Observer{Mutant: func(i int, m report.Mutant) { heard[i] = true }})
		if err != nil {
			t.Fatal(err)
		}
		if got := bytesOf(t, r); got != want {
			t.Errorf("%d jobs: other bytes than one job", jobs)
		}
		if len(heard) != 900 {
			t.Errorf("%d jobs: the observer heard of %d mutants, want 900", jobs, len(heard))
		}
	}
}

// A run that is cancelled keeps what was decided, in order, and says so.
func TestRunAllCancelled(t *testing.T) {
	for _, jobs := range []int{1, 4} {
		ctx, cancel := context.WithCancel(context.Background())
		n := 0
		r, err := RunAll(ctx, job(t, long(300), report.Settings{}), jobs, Observer{Mutant: func(int, report.Mutant) {
			if n++; n == 50 {
				cancel()
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		if !r.Cancelled || len(r.Mutants) < 50 || len(r.Mutants) >= 600 || r.Summary.Mutants != len(r.Mutants) {
			t.Errorf("%d jobs: cancelled %t with %d mutants", jobs, r.Cancelled, len(r.Mutants))
		}
		last := -1
		for _, m := range r.Mutants {
			place := m.Span.Line
			if m.Operator == "dec" {
				place += 300
			}
			if place <= last {
				t.Fatalf("%d jobs: mutants out of order at %s", jobs, m.ID)
			}
			last = place
		}
	}
}

func TestRunErrors(t *testing.T) {
	for want, s := range map[string]report.Settings{
		`unknown operator "incc" (did you mean 'inc'?)`: {Operators: []string{"incc"}},
		"no mutants of second order":                    {Order: 2},
		`engine: got "none", want one of auto`:          {Engine: "none"},
	} {
		for _, jobs := range []int{1, 4} {
			_, err := RunAll(context.Background(), job(t, "1\n2\n", s), jobs, Observer{})
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%d jobs: got error %v, want %q", jobs, err, want)
			}
		}
	}
}

// Shards share out the mutants: together they judge each of them once.
func TestShards(t *testing.T) {
	seen := map[string]int{}
	for shard := range 3 {
		j := job(t, long(10), report.Settings{})
		j.Shard, j.Shards = shard, 3
		r, err := Run(context.Background(), j, Observer{})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range r.Mutants {
			seen[m.ID]++
		}
	}
	if len(seen) != 20 {
		t.Errorf("three shards judged %d mutants, want 20", len(seen))
	}
	for id, n := range seen {
		if n != 1 {
			t.Errorf("%s was judged %d times", id, n)
		}
	}
}

func TestOnly(t *testing.T) {
	j := job(t, long(10), report.Settings{})
	j.Only = []string{"dec@3:1", "inc@2:1"}
	r, err := Run(context.Background(), j, Observer{})
	if err != nil || len(r.Mutants) != 2 || r.Mutants[0].ID != "inc@2:1" || r.Mutants[1].ID != "dec@3:1" {
		t.Errorf("only: %+v, %v", r, err)
	}
}

// What no parser should be asked to read.
func TestUnreadable(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 "the model is empty",
		" \n\t":                            "the model is empty",
		"1\x002":                           "t.sum:1:2: error: this is not a text: it has a zero byte",
		"1\n\xff":                          "t.sum:2:1: error: this is not a UTF-8 text",
		strings.Repeat("1\n", 1<<19) + "1": "more than the limit of 1048576",
	} {
		f := source.NewFile("t.sum", text)
		m, d := Open(sums{}, f)
		if m != nil || !strings.Contains(d.Text(f), want) {
			t.Errorf("%.10q: got %q, want %q", text, d.Text(f), want)
		}
	}
}

// A report tells the model's file without its folder, and no name where there is none.
func TestNameOfTheModel(t *testing.T) {
	for name, want := range map[string]string{"": "", "a.sum": "a.sum", "models/a.sum": "a.sum", "/models/a/": "a"} {
		j := job(t, "1\n", report.Settings{})
		j.File.Name = name
		if r, err := Head(j); err != nil || r.Model.Name != want {
			t.Errorf("%q: got %q, want %q (%v)", name, r.Model.Name, want, err)
		}
	}
}

// A slow model makes its first checker at once and each further one only when the run is stopped,
// as a model does whose states take long to explore.
type slow struct {
	Model
	checkers atomic.Int32
}

func (m *slow) Checker(ctx context.Context, s report.Settings) (Checker, error) {
	if m.checkers.Add(1) > 1 {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return m.Model.Checker(ctx, s)
}

// What one goroutine decided is kept when the run is stopped while others still prepare.
func TestRunAllCancelledWhilePreparing(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	j, n := job(t, long(300), report.Settings{}), 0
	j.Model = &slow{Model: j.Model}
	r, err := RunAll(ctx, j, 4, Observer{Mutant: func(int, report.Mutant) {
		if n++; n == 50 {
			cancel()
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if !r.Cancelled || len(r.Mutants) != 50 {
		t.Errorf("cancelled %t with %d mutants, want 50", r.Cancelled, len(r.Mutants))
	}
}

// A stopping model is stopped while its domain is computed, when every mutant is decided.
type stopping struct {
	Model
	stop context.CancelFunc
}

type stoppingChecker struct {
	Checker
	stop context.CancelFunc
}

func (m stopping) Checker(ctx context.Context, s report.Settings) (Checker, error) {
	c, err := m.Model.Checker(ctx, s)
	return stoppingChecker{c, m.stop}, err
}

func (c stoppingChecker) Domain() []byte {
	c.stop()
	return []byte(`{"checked":"not finished"}`)
}

func TestCancelledInTheDomain(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	j := job(t, long(3), report.Settings{})
	j.Model = stopping{j.Model, stop}
	if r, err := Run(ctx, j, Observer{}); err != nil || !r.Cancelled || len(r.Mutants) != 6 {
		t.Errorf("a run that was stopped in its domain does not say so: %+v, %v", r, err)
	}
}
