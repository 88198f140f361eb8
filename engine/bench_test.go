package engine

import (
	"context"
	"strconv"
	"strings"
	"testing"

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
