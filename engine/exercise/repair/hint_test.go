package repair

import (
	"context"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/source"
)

// example gives the text of a model of the gallery.
func example(t testing.TB, f engine.Formalism, name string) string {
	t.Helper()
	for _, e := range f.Describe().Examples {
		if e.Name == name {
			return e.Text
		}
	}
	t.Fatalf("there is no example %s", name)
	return ""
}

// mend makes a change of a gallery model, and looks for what takes it back.
func mend(t testing.TB, formalism, name, was, now string, equal bool) ([]Repair, string) {
	t.Helper()
	f, err := engine.Find(formalism)
	if err != nil {
		t.Fatal(err)
	}
	text := example(t, f, name)
	if !strings.Contains(text, was) {
		t.Fatalf("%s does not hold %q", name, was)
	}
	own, theirs := source.NewFile("", text), source.NewFile("", strings.Replace(text, was, now, 1))
	reference, _ := engine.Open(f, own)
	student, diags := engine.Open(f, theirs)
	if student == nil {
		t.Fatal(diags.Text(theirs))
	}
	best, why, err := Find(context.Background(), Request{Formalism: f, Reference: reference, ReferenceFile: own,
		Student: student, StudentFile: theirs, Equal: equal})
	if err != nil {
		t.Fatal(err)
	}
	return best, why
}

// A hint says where, what kind of thing, and the change, which the engine has confirmed.
func TestHints(t *testing.T) {
	for _, c := range []struct {
		formalism, model, was, now string
		equal                      bool
		hints                      [Levels]string
	}{
		{"efsm", "tea", "paid >= 2", "paid > 2", true, [Levels]string{"Look at line 15, column 33.",
			"In line 15, look at the comparison. It is too strict.", "In line 15, in the place of >, write: >="}},
		{"efsm", "tea", "paid := 0; ", "", true, [Levels]string{"Look at line 17, column 30.",
			"In line 17, an assignment is missing.", "In line 17, put in: paid := 0;"}},
		{"action-system", "lamp", "lamp := 0)", "lamp := 1)", true, [Levels]string{"Look at line 13, column 36.",
			"In line 13, look at the number. It is too large.", "In line 13, in the place of 1, write: 0"}},
		{"tfsm", "stairs", "lit -3-> dark", "lit -4-> dark", true, [Levels]string{"Look at line 8, column 6.",
			"In line 8, look at the delay. It is too large.", "In line 8, in the place of 4, write: 3"}},
		{"timed", "kettle", "x <= 5", "x <= 6", false, [Levels]string{"Look at line 9, column 20.",
			"In line 9, look at the number. It is too large.", "In line 9, in the place of 6, write: 5"}},
	} {
		best, why := mend(t, c.formalism, c.model, c.was, c.now, c.equal)
		if len(best) == 0 {
			t.Errorf("%s, %q: %s", c.model, c.now, why)
			continue
		}
		for level := 1; level <= Levels; level++ {
			if h := best[0].Hint(level); h.Text != c.hints[level-1] || h.Level != level {
				t.Errorf("%s, %q: got %q, want %q", c.model, c.now, h.Text, c.hints[level-1])
			}
		}
		if e := best[0].Hint(Levels).Edit; e == nil || best[0].Hint(2).Edit != nil {
			t.Errorf("%s, %q: the change belongs to the last level", c.model, c.now)
		}
	}
}

// What passes needs no repair; two faults are repaired together; a budget is kept.
func TestWhyThereIsNone(t *testing.T) {
	if best, why := mend(t, "efsm", "tea", "paid >= 2", "paid > 1", true); len(best) > 0 || why != "The model passes as it is." {
		t.Errorf("got %v, %q", best, why)
	}
	if best, why := mend(t, "efsm", "tea", "paid - 2; !cup", "paid - 1; !more", true); len(best) == 0 || !best[0].Equal {
		t.Errorf("two faults: %q", why)
	}
	f, err := engine.Find("efsm")
	if err != nil {
		t.Fatal(err)
	}
	own, theirs := source.NewFile("", example(t, f, "tea")), source.NewFile("", example(t, f, "vending"))
	reference, _ := engine.Open(f, own)
	student, _ := engine.Open(f, theirs)
	_, _, err = Find(context.Background(), Request{Formalism: f, Reference: reference, Student: student, StudentFile: theirs})
	if err == nil {
		t.Error("a model with other inputs was compared")
	}
	theirs = source.NewFile("", strings.Replace(own.Text, "!more", "!cup", 1))
	student, _ = engine.Open(f, theirs)
	best, why, err := Find(context.Background(), Request{Formalism: f, Reference: reference, Student: student,
		StudentFile: theirs, Replays: 1})
	if len(best) > 0 || err != nil || why != "No change was found within the budget; first wrong at step 1." {
		t.Errorf("got %v, %q, %v", best, why, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := Find(ctx, Request{Formalism: f, Reference: reference, Student: student, StudentFile: theirs}); err == nil {
		t.Error("a cancelled search has an answer")
	}
}

// BenchmarkHint looks for the repair of single faults, as a student waits for a hint; slowest and 95 % are of 100
// faults drawn from the gallery of each formalism.
func BenchmarkHint(b *testing.B) {
	for _, info := range engine.Formalisms() {
		b.Run(info.Name, func(b *testing.B) {
			f, err := engine.Find(info.Name)
			if err != nil {
				b.Fatal(err)
			}
			drawn := faults(b, f, 100, false, "")
			got := mendAll(b, f, drawn, false)
			for i := 0; b.Loop(); i++ {
				mendAll(b, f, drawn[i%len(drawn):][:1], false)
			}
			ms := func(at int) float64 { return float64(got.took[at].Microseconds()) / 1000 }
			b.ReportMetric(ms(got.drawn/2), "median-ms")
			b.ReportMetric(ms(got.drawn*95/100), "p95-ms")
			b.ReportMetric(ms(got.drawn-1), "slowest-ms")
			b.ReportMetric(100, "aim-ms")
			b.ReportMetric(float64(100*got.repaired/got.drawn), "repaired-%")
			b.ReportMetric(float64(100*got.placed/got.drawn), "placed-%")
		})
	}
}
