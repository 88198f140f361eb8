package judge

import (
	"bytes"
	"context"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/exercise/seal"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/internal/testkit"
)

// A lesson is an exercise of kind refine in a formalism, whose submissions are mutants of the reference.
type lesson struct{ formalism, name, path string }

var lessons = []lesson{
	{"efsm", "tea.efsm", "efsm/gallery/tea.efsm"},
	{"tfsm", "stairs.tfsm", "tfsm/gallery/stairs.tfsm"},
	{"action-system", "lamp.as", "action/gallery/lamp.as"},
	{"timed", "kettle.xta", "tioa/gallery/kettle.xta"},
}

// variants lists the texts of all mutants of a model, and the model's own.
func variants(t testing.TB, l lesson) []string {
	t.Helper()
	f, err := engine.Find(l.formalism)
	if err != nil {
		t.Fatal(err)
	}
	file := source.NewFile(l.name, model(t, l.path))
	m, d := engine.Open(f, file)
	if m == nil {
		t.Fatal(d.Text(file))
	}
	names, err := engine.Resolve(f.Describe(), []string{"all"})
	if err != nil {
		t.Fatal(err)
	}
	mutants, err := m.Mutants(engine.Selection{Operators: names, Order: 1})
	if err != nil {
		t.Fatal(err)
	}
	all := []string{file.Text}
	for _, x := range mutants {
		all = append(all, engine.MutantText(file.Text, x.Describe()))
	}
	return all
}

// handedIn is a signed hand-in as a file.
func handedIn(e *exercise.Exercise, name string, a exercise.Answer, seed []byte) []byte {
	h := &exercise.HandIn{Format: exercise.HandInFormat, Version: 1, ID: e.ID, Revision: e.Revision, Exercise: e.Digest,
		Engine: engine.Version, Name: name, Answer: a}
	seal.Sign(h, seed)
	return seal.Encode(h)
}

// broken files, each with a word of the reason that has to be told.
func brokenFiles(good []byte) map[string][]byte {
	return map[string][]byte{
		"end of the text":   good[:len(good)/2],
		"this is not JSON":  {0x89, 'P', 'N', 'G', 0},
		"2097153 bytes":     bytes.Repeat([]byte("x"), exercise.MaxFile+1),
		"of version 9":      []byte(`{"format": "mutarium-handin", "version": 9}`),
		"got the format":    []byte(`{"format": "mutarium-report"}`),
		"no such member":    bytes.Replace(good, []byte(`"claimed"`), []byte(`"clamed"`), 1),
		"to the exercise":   bytes.Replace(good, []byte(`"id": "lesson"`), []byte(`"id": "other"`), 1),
		"want at most 6553": bytes.Replace(good, []byte(`"model": "`), []byte(`"model": "`+strings.Repeat(" ", 70_000)), 1),
		"want a list":       bytes.Replace(good, []byte(`"attempts": null`), []byte(`"attempts": 7`), 1),
		"digest":            bytes.Replace(good, []byte(`"name": "s`), []byte(`"name": "S`), 1),
	}
}

// 300 files, 30 of them broken in ten ways, come out as 300 rows: the good ones graded as the engine compares them
// one by one, and in clusters of those that behave alike, no matter which pair one compares.
func TestGradeThreeHundred(t *testing.T) {
	for _, l := range testkit.Some(lessons, 2) {
		t.Run(l.formalism, func(t *testing.T) { gradeThreeHundred(t, l) })
	}
}

// A schoolClass is 300 files, and what is known of them.
type schoolClass struct {
	exercise *exercise.Exercise
	hidden   *exercise.Hidden
	files    []seal.File
	of       map[string]string // file → text
	broken   map[string]string // file → a word of the reason
}

func newClass(t testing.TB, l lesson) *schoolClass {
	e := &exercise.Exercise{Format: exercise.Format, Version: 1, ID: "lesson", Revision: 1, Title: "Lesson",
		Kind: exercise.Refine, Equal: true, Formalism: l.formalism, Name: l.name, Model: model(t, l.path),
		Points: exercise.Points{Full: 4}, Settings: report.Settings{Operators: []string{"all"}}}
	e.Digest = seal.Digest(e)
	c := &schoolClass{exercise: e, hidden: &exercise.Hidden{Reference: e.Model}, of: map[string]string{},
		broken: map[string]string{}}
	texts := variants(t, l)
	rng := rand.New(rand.NewSource(1))
	rng.Shuffle(len(texts)-1, func(i, j int) { texts[i+1], texts[j+1] = texts[j+1], texts[i+1] })
	texts = texts[:min(len(texts), 30)]
	for i := range 270 {
		name := fmt.Sprintf("s%03d.hand", i)
		c.of[name] = texts[rng.Intn(len(texts))]
		c.files = append(c.files, seal.File{Name: name,
			Data: handedIn(e, fmt.Sprintf("s%03d", i), exercise.Answer{Model: c.of[name]}, nil)})
	}
	for why, data := range brokenFiles(c.files[0].Data) {
		for i := range 3 {
			name := fmt.Sprintf("broken %s %d", why, i)
			c.broken[name] = why
			c.files = append(c.files, seal.File{Name: name, Data: data})
		}
	}
	return c
}

func gradeThreeHundred(t *testing.T, l lesson) {
	c := newClass(t, l)
	e, hidden, files, of, wanted := c.exercise, c.hidden, c.files, c.of, c.broken
	task := opened(t, e, hidden)
	class := task.Grade(context.Background(), seal.Submissions(files), nil)
	if len(class.Rows) != 300 {
		t.Fatalf("%d rows", len(class.Rows))
	}
	cluster := map[string]string{} // text → cluster
	for _, r := range class.Rows {
		if why := wanted[r.File]; why != "" {
			if r.Status != exercise.Refused && r.Status != exercise.Changed || !strings.Contains(r.Remark, why) {
				t.Errorf("%s: %s, %s", r.File, r.Status, r.Remark)
			}
			continue
		}
		text := of[r.File]
		if r.Status != exercise.Graded {
			t.Fatalf("%s: %s: %s", r.File, r.Status, r.Remark)
		}
		if was := cluster[text]; was != "" && was != r.Cluster {
			t.Errorf("one text is in the clusters %s and %s", was, r.Cluster)
		}
		cluster[text] = r.Cluster
		alike := alikeBothWays(t, task, e.Model, text)
		if r.Passed != alike || alike != (r.Points == 4) {
			t.Errorf("%s: passed %v with %v points, alike %v", r.File, r.Passed, r.Points, alike)
		}
	}
	pairs := 0
	for a, in := range cluster {
		for b, also := range cluster {
			if a < b && in != "" && also != "" {
				pairs++
				if alike := alikeBothWays(t, task, a, b); alike != (in == also) {
					t.Errorf("clusters %s and %s, alike %v:\n%s\n%s", in, also, alike, a, b)
				}
			}
		}
	}
	t.Logf("%d clusters of %d texts; %d pairs compared", len(class.Clusters), len(cluster), pairs)
	if len(class.Clusters) < 2 || pairs == 0 {
		t.Error("nothing was compared")
	}
}

// alikeBothWays compares two texts by the engine, with nothing that grading keeps.
func alikeBothWays(t *testing.T, task *Task, a, b string) bool {
	t.Helper()
	open := func(text string) engine.Model {
		m, _ := engine.Open(task.formalism, source.NewFile(task.exercise.Name, text))
		return m
	}
	one, other := open(a), open(b)
	if one == nil || other == nil {
		return false
	}
	for _, pair := range [][2]engine.Model{{one, other}, {other, one}} {
		m, err := pair[0].Compare(context.Background(), pair[1], task.settings)
		if err != nil || m.Verdict != report.Unkillable {
			return false
		}
	}
	return true
}

// A class that wrote tests: who kills what, the hardest mutant first, copies told, formulas kept from spreadsheets.
func TestGradeTests(t *testing.T) {
	e := tea(t, exercise.Kill)
	e.Mutants = []exercise.Subject{{ID: "t3#1"}, {ID: "t3#3"}, {ID: "t1#8"}}
	e.Digest = seal.Digest(e)
	task := opened(t, e, nil)
	var files []seal.File
	for i, tests := range []string{"coin coin tea", "coin tea", "coin coin tea", ""} {
		files = append(files, seal.File{Name: fmt.Sprintf("%d.hand", i),
			Data: handedIn(e, "=1+1", exercise.Answer{Tests: tests}, bytes.Repeat([]byte{byte(i)}, 32))})
	}
	class := task.Grade(context.Background(), seal.Submissions(files), nil)
	kills := func(test string) (n int) {
		r := task.Judge(context.Background(), exercise.Answer{Tests: test}, 0)
		return r.Share
	}
	if class.Rows[0].Share != kills("coin coin tea") || class.Rows[1].Share != kills("coin tea") ||
		class.Rows[3].Share != 0 {
		t.Errorf("%+v", class.Rows)
	}
	if len(class.Copies) != 1 || len(class.Copies[0]) != 2 || class.Copies[0][0] != 0 || class.Copies[0][1] != 2 {
		t.Errorf("copies: %v", class.Copies)
	}
	for i := 1; i < len(class.Mutants); i++ {
		if class.Mutants[i-1].Killed > class.Mutants[i].Killed {
			t.Errorf("the hardest is not first: %+v", class.Mutants)
		}
	}
	if csv := class.CSV(); !strings.Contains(csv, ",'=1+1,") || strings.Count(csv, "\r\n") != 5 {
		t.Error(csv)
	}
	if class.Rows[0].Browser == class.Rows[2].Browser {
		t.Error("two keys look the same")
	}
}

// BenchmarkGrade grades 300 files, 30 of them broken, from the bytes to the clusters.
func BenchmarkGrade(b *testing.B) {
	for _, l := range append(lessons, lesson{"efsm", "inres.efsm", "efsm/gallery/inres.efsm"}) {
		b.Run(strings.TrimSuffix(l.name, ".xta"), func(b *testing.B) {
			c := newClass(b, l)
			for b.Loop() {
				task, problems, err := Open(context.Background(), c.exercise, c.hidden, nil)
				if err != nil || problems != nil {
					b.Fatal(err, problems)
				}
				if class := task.Grade(context.Background(), seal.Submissions(c.files), nil); len(class.Rows) != 300 {
					b.Fatal(len(class.Rows))
				}
			}
			b.ReportMetric(5000, "aim-ms")
			b.ReportMetric(20000, "aim-wasm-ms")
			b.ReportMetric(300, "files")
		})
	}
}
