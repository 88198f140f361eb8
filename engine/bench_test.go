package engine

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// example gives the text of a model of the gallery.
func example(t testing.TB, formalism, name string) string {
	t.Helper()
	f, err := Find(formalism)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range f.Describe().Examples {
		if e.Name == name {
			return e.Text
		}
	}
	t.Fatalf("%s has no example %s", formalism, name)
	return ""
}

// judgeAll reads a model and judges all mutants of the paper's operators, on one thread, as a user
// waits for it.
func judgeAll(t testing.TB, formalism, text string, s report.Settings) *report.Report {
	t.Helper()
	f, err := Find(formalism)
	if err != nil {
		t.Fatal(err)
	}
	file := source.NewFile("bench", text)
	m, d := Open(f, file)
	if m == nil {
		t.Fatal(d.Text(file))
	}
	r, err := Run(context.Background(), Job{File: file, Formalism: f, Model: m, Settings: s}, Observer{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// scaled gives CAS_n: the car alarm with waiting times n times as long.
func scaled(t testing.TB, n int) string {
	text := example(t, "action-system", "car-alarm")
	for _, wait := range []int{20, 30, 270} {
		text = strings.ReplaceAll(text, "Wait_time #= "+strconv.Itoa(wait)+" ", "Wait_time #= "+strconv.Itoa(wait*n)+" ")
	}
	return strings.ReplaceAll(text, "X in 0..270.", "X in 0.."+strconv.Itoa(270*n)+".")
}

// BenchmarkCarAlarm is the paper's experiment (Aichernig and Jöbstl, Section 5, Table 1): all 206
// mutants of the car alarm, whose waiting times grow a thousandfold. The paper's times are those of
// its refinement checker with reachability.
func BenchmarkCarAlarm(b *testing.B) {
	for _, c := range []struct {
		n     int
		paper float64 // seconds
	}{{1, 106}, {10, 101}, {100, 106}, {1000, 100}} {
		b.Run("CAS_"+strconv.Itoa(c.n), func(b *testing.B) {
			text := scaled(b, c.n)
			for b.Loop() {
				if r := judgeAll(b, "action-system", text, report.Settings{}); r.Summary.Killed != 175 || r.Summary.Unkillable != 31 {
					b.Fatalf("killed %d, unkillable %d; want 175, 31", r.Summary.Killed, r.Summary.Unkillable)
				}
			}
			b.ReportMetric(c.paper, "paper-s")
			b.ReportMetric(10, "aim-ms")
			b.ReportMetric(30, "aim-wasm-ms")
			b.ReportMetric(206, "mutants")
		})
	}
}

// BenchmarkGallery judges the mutants of every other model of the gallery by the paper's operators.
func BenchmarkGallery(b *testing.B) {
	for _, f := range Formalisms() {
		if f.Name == "action-system" {
			continue // BenchmarkCarAlarm
		}
		for _, e := range f.Examples {
			b.Run(f.Name+"/"+e.Name, func(b *testing.B) {
				var r *report.Report
				for b.Loop() {
					r = judgeAll(b, f.Name, e.Text, report.Settings{})
				}
				b.ReportMetric(float64(r.Summary.Mutants), "mutants")
			})
		}
	}
}

// The verdicts on the car alarm do not depend on how long it waits.
func TestCarAlarmScaled(t *testing.T) {
	if scaled(t, 1000) == scaled(t, 1) {
		t.Fatal("the waiting times are not where they were")
	}
	for _, n := range []int{1, 10, 100, 1000} {
		s := judgeAll(t, "action-system", scaled(t, n), report.Settings{}).Summary
		if s.Mutants != 206 || s.Killed != 175 || s.Unkillable != 31 || s.Reasons["equivalent"] != 1 || s.Reasons["refines"] != 30 {
			t.Errorf("CAS_%d: %+v", n, s)
		}
	}
}

// editsTried is how many edits of each model BenchmarkEdit times.
const editsTried = 200

// BenchmarkEdit is how long a user waits for all verdicts after an edit of one character, with the
// example's operators: the text is read, its facts and advice are worked out, its mutants are judged as
// far as the edit touches them. Each edit leaves a valid model and is undone before the next one. The
// time is the 95th percentile; the aim is one frame of a screen.
func BenchmarkEdit(b *testing.B) {
	for _, f := range formalisms {
		for _, e := range f.Describe().Examples {
			b.Run(f.Describe().Name+"/"+e.Name, func(b *testing.B) {
				y := &typist{formalism: f, name: e.Name}
				settings := report.Settings{Operators: e.Operators}
				y.judge(b, e.Text, settings, false)
				before := y.kept.Verdicts
				var took []time.Duration
				judged := 0
				for range b.N {
					took, judged = nil, 0
					r := rand.New(rand.NewPCG(1, 2))
					for len(took) < editsTried {
						text := oneCharacter(r, e.Text)
						began := time.Now()
						if !y.judge(b, text, settings, true) {
							continue
						}
						took = append(took, time.Since(began))
						if y.kept.Verdicts.Judged > before.Judged {
							judged++
						}
						y.judge(b, e.Text, settings, false) // as it was
						before = y.kept.Verdicts
					}
				}
				slices.Sort(took)
				b.ReportMetric(float64(took[len(took)*95/100]), "ns/op")
				b.ReportMetric(float64(took[len(took)/2])/1e6, "median-ms")
				b.ReportMetric(16, "aim-ms")
				b.ReportMetric(16, "aim-wasm-ms")
				b.ReportMetric(100*float64(judged)/editsTried, "%-judged-again")
			})
		}
	}
}

// judge does what the page waits for after an edit, and tells whether the text is a model that can be
// judged. What comes behind the last verdict, the search for duplicates, may be left out.
func (y *typist) judge(b *testing.B, text string, s report.Settings, verdicts bool) bool {
	file, m, diags := y.kept.Open(y.formalism, y.name, text)
	if m == nil {
		return false
	}
	m.Facts()
	Advise(b.Context(), m, diags)
	if _, err := m.Mutants(Selection{Operators: s.Operators, Order: 1}); err != nil {
		return false
	}
	ctx, stop := context.WithCancel(b.Context())
	defer stop()
	left := -1
	_, err := Run(ctx, Job{Keeper: &y.kept, Formalism: y.formalism, File: file, Model: m, Settings: s}, Observer{
		Keeps: true,
		Head:  func(_ report.Report, total int) { left = total },
		Mutant: func(int, report.Mutant) {
			if left--; left == 0 && verdicts {
				stop()
			}
		},
	})
	if err != nil {
		return false
	}
	if verdicts {
		y.kept.Stopped()
	}
	return true
}
