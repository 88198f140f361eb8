package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/internal/testkit"
)

// Laws that hold for every formalism of the list, on every model of its gallery. A new formalism
// is tested by standing in the list.

// spread gives the distance between the mutants of one example that the slower laws look at, of so many.
func spread(mutants int) int {
	if testing.Short() {
		return max(1, mutants/10)
	}
	return max(1, mutants/40)
}

type subject struct {
	formalism Formalism
	report.Example
	file  *source.File
	model Model
}

func forExamples(t *testing.T, f func(t *testing.T, x subject)) {
	t.Helper()
	if len(formalisms) == 0 {
		t.Fatal("no formalism is in the list")
	}
	for _, fm := range formalisms {
		d := fm.Describe()
		if len(d.Examples) == 0 {
			t.Errorf("%s has no examples", d.Name)
		}
		for _, ex := range testkit.Some(d.Examples, 3) {
			forExample(t, fm, ex, f)
		}
	}
}

func forExample(t *testing.T, fm Formalism, ex report.Example, f func(t *testing.T, x subject)) {
	d := fm.Describe()
	t.Run(d.Name+"/"+ex.Name, func(t *testing.T) {
		file := source.NewFile(ex.Name+d.Extensions[0], ex.Text)
		m, diags := Open(fm, file)
		if m == nil {
			t.Fatal(diags.Text(file))
		}
		f(t, subject{fm, ex, file, m})
	})
}

func (x subject) settings(t *testing.T, operators ...string) report.Settings {
	t.Helper()
	if len(operators) == 0 {
		operators = x.Operators
	}
	names, err := Resolve(x.formalism.Describe(), operators)
	if err != nil {
		t.Fatal(err)
	}
	return report.Settings{Operators: names, Order: 1, Engine: "auto"}
}

func (x subject) job(t *testing.T) Job {
	return Job{File: x.file, Formalism: x.formalism, Model: x.model, Settings: x.settings(t)}
}

func (x subject) run(t *testing.T, job Job) *report.Report {
	t.Helper()
	r, err := Run(context.Background(), job, Observer{})
	if err != nil {
		t.Fatal(err)
	}
	r.Timings = nil
	return r
}

// usual is the first example of a formalism that the paper's operators mutate.
func usual(d report.Formalism) report.Example {
	return d.Examples[slices.IndexFunc(d.Examples, func(e report.Example) bool { return e.Operators == nil })]
}

func TestExamplesAreRecognised(t *testing.T) {
	forExamples(t, func(t *testing.T, x subject) {
		got, err := Choose("", "", x.Text)
		if err != nil || got.Describe().Name != x.formalism.Describe().Name {
			t.Errorf("recognised as %v, %v", got, err)
		}
		if x.Title == "" || x.Source == "" || x.Watch == "" {
			t.Error("the example lacks a title, a source or what to watch")
		}
	})
}

func TestFormatIsStable(t *testing.T) {
	forExamples(t, func(t *testing.T, x subject) {
		text := x.model.Format()
		file := source.NewFile(x.file.Name, text)
		m, diags := Open(x.formalism, file)
		if m == nil {
			t.Fatalf("%s\n%s", diags.Text(file), text)
		}
		if again := m.Format(); again != text {
			t.Errorf("formatting again gives another text:\n%s\nfirst:\n%s", again, text)
		}
	})
}

func TestMutantsAreDistinctEdits(t *testing.T) {
	forExamples(t, func(t *testing.T, x subject) {
		mutants, err := x.model.Mutants(selection(x.settings(t, "all")))
		if err != nil {
			t.Fatal(err)
		}
		ids := map[string]bool{}
		operators := map[string]bool{}
		for _, op := range x.formalism.Describe().Operators {
			operators[op.Name] = true
		}
		for i, m := range mutants {
			d := m.Describe()
			if d.ID == "" || ids[d.ID] {
				t.Fatalf("mutant %d: id %q is empty or taken", i, d.ID)
			}
			ids[d.ID] = true
			if !operators[d.Operator] {
				t.Errorf("%s: operator %q is not in the list", d.ID, d.Operator)
			}
			if d.Span.Line < 1 || d.Span.Column < 1 || d.Span.Line > x.file.Lines() {
				t.Errorf("%s: no place in the text: %+v", d.ID, d.Span)
			}
			if d.Verdict != "" {
				t.Errorf("%s: judged before it was checked", d.ID)
			}
		}
	})
}

// A run's bytes depend neither on the sharding nor on being the first.
func TestReportsAreDeterministic(t *testing.T) {
	forExamples(t, func(t *testing.T, x subject) {
		job := x.job(t)
		whole := encoded(t, x.run(t, job))
		if again := encoded(t, x.run(t, job)); !bytes.Equal(whole, again) {
			t.Fatal("a second run gives other bytes")
		}
		merged := x.run(t, sharded(job, 0, 3))
		all, prints := map[int]report.Mutant{}, map[int]string{}
		for s := range 3 {
			_, err := Run(context.Background(), sharded(job, s, 3), Observer{
				Print:  func(i int, print string) { prints[i] = print },
				Mutant: func(i int, m report.Mutant) { all[i] = m },
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		list := make([]string, len(all))
		for i, print := range prints {
			list[i] = print
		}
		of, note, err := MatchAll(context.Background(), job, list, nil)
		if err != nil {
			t.Fatal(err)
		}
		merged.Mutants = merged.Mutants[:0]
		for i := range len(all) {
			m := all[i]
			if of != nil && of[i] >= 0 {
				m.DuplicateOf = all[of[i]].ID
			}
			merged.Mutants = append(merged.Mutants, m)
		}
		merged.Summary = report.Summarise(merged.Mutants)
		merged.Summary.DuplicatesNote = note
		if got := encoded(t, merged); !bytes.Equal(whole, got) {
			t.Errorf("three shards give other bytes than one")
		}
	})
}

func sharded(j Job, shard, shards int) Job {
	j.Shard, j.Shards = shard, shards
	return j
}

func encoded(t *testing.T, r *report.Report) []byte {
	t.Helper()
	b, err := report.Encode(r)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Every verdict of the vocabulary, verified from the report alone; every mutant can be walked.
func TestVerdictsHoldAndWalk(t *testing.T) {
	forExamples(t, func(t *testing.T, x subject) {
		ctx := context.Background()
		r := x.run(t, x.job(t))
		// From the bytes, as a reader of the report has it.
		var back report.Report
		if err := json.Unmarshal(encoded(t, r), &back); err != nil {
			t.Fatal(err)
		}
		c, err := x.model.Checker(ctx, back.Settings)
		if err != nil {
			t.Fatal(err)
		}
		step := spread(len(back.Mutants))
		for i := 0; i < len(back.Mutants); i += step {
			m := back.Mutants[i]
			if err := vocabulary(m); err != nil {
				t.Errorf("%s: %v", m.ID, err)
			}
			if err := c.Verify(ctx, m, &back); err != nil {
				t.Errorf("%s: %s is refused: %v", m.ID, m.Verdict, err)
			}
			if m.Verdict == report.Invalid {
				continue
			}
			w, err := Walk(ctx, c, m)
			if err != nil {
				t.Errorf("%s: %v", m.ID, err)
				continue
			}
			if (w.Conclusion == undecided) != (m.Verdict == report.Unknown) {
				t.Errorf("%s is %s, and its walk concludes %q", m.ID, m.Verdict, w.Conclusion)
			}
			if len(w.Steps) == 0 || w.Conclusion == "" || w.Spec == "" || w.Impl == "" {
				t.Errorf("%s: the walk has no steps, no titles or no conclusion: %+v", m.ID, w)
			}
		}
	})
}

func vocabulary(m report.Mutant) error {
	if !slices.Contains([]string{report.Killed, report.Unkillable, report.Unknown, report.Invalid}, m.Verdict) {
		return fmt.Errorf("verdict %q", m.Verdict)
	}
	if !slices.Contains([]string{report.Proved, report.Bounded, report.None}, m.Strength) {
		return fmt.Errorf("strength %q", m.Strength)
	}
	if (m.Verdict == report.Killed) != (m.Counterexample != nil) {
		return fmt.Errorf("%s with counterexample %s", m.Verdict, m.Counterexample)
	}
	if m.Verdict == report.Killed && m.Length == nil {
		return fmt.Errorf("killed without a length")
	}
	if m.Verdict != report.Killed && m.Reason == "" {
		return fmt.Errorf("%s without a reason", m.Verdict)
	}
	return nil
}

// A cancelled run gives what it has and says so.
func TestCancelledRun(t *testing.T) {
	forExamples(t, func(t *testing.T, x subject) {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		seen := 0
		r, err := Run(ctx, x.job(t), Observer{Mutant: func(int, report.Mutant) {
			if seen++; seen == 2 {
				cancel()
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		mutants, _ := x.model.Mutants(selection(x.settings(t)))
		if len(mutants) > 2 && (!r.Cancelled || len(r.Mutants) != 2) {
			t.Errorf("cancelled %t with %d mutants, want 2", r.Cancelled, len(r.Mutants))
		}
	})
}

// The model compared with itself survives.
func TestCompareWithItself(t *testing.T) {
	forExamples(t, func(t *testing.T, x subject) {
		m, err := x.model.Compare(context.Background(), x.model, x.settings(t))
		if err != nil {
			t.Fatal(err)
		}
		if m.Verdict != report.Unkillable {
			t.Errorf("got %s (%s)", m.Verdict, m.Reason)
		}
	})
}

func TestResolve(t *testing.T) {
	f := report.Formalism{Operators: []report.Operator{{Name: "a", Paper: true}, {Name: "beta"}, {Name: "c", Paper: true}}}
	for _, c := range []struct{ asked, want string }{
		{"", "a c"}, {"paper", "a c"}, {"all", "a beta c"}, {"c a", "a c"}, {"beta paper", "a beta c"},
	} {
		got, err := Resolve(f, strings.Fields(c.asked))
		if err != nil || strings.Join(got, " ") != c.want {
			t.Errorf("%q: got %v, %v, want %s", c.asked, got, err, c.want)
		}
	}
	if _, err := Resolve(f, []string{"betta"}); err == nil || !strings.Contains(err.Error(), "did you mean 'beta'") {
		t.Errorf("got %v", err)
	}
}

func TestUnreadableTexts(t *testing.T) {
	for text, code := range map[string]string{
		"": "empty", " \n\t": "empty", "a\x00b": "binary", "a\xffb": "binary", strings.Repeat("x", MaxText+1): "too-large",
	} {
		for _, f := range formalisms {
			m, d := Open(f, source.NewFile("m", text))
			if m != nil || len(d) != 1 || d[0].Code != code {
				t.Errorf("%s: %.10q: got %v, want %s", f.Describe().Name, text, d, code)
			}
		}
	}
}

// Each setting of the table has an effect on some formalism, and formalisms name none but those.
func TestSettingsAreUsed(t *testing.T) {
	used := map[string]bool{}
	for _, d := range Formalisms() {
		for _, name := range d.Settings {
			x, ok := report.FindSetting(name)
			if !ok || x.Shared {
				t.Errorf("%s names the setting %q, which is none or is shared by all", d.Name, name)
			}
			used[name] = true
		}
	}
	for _, x := range report.AllSettings {
		if !x.Shared && !used[x.Name] {
			t.Errorf("no formalism has the setting %s", x.Name)
		}
	}
}
