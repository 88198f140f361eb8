package repair

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// A fault is a mutant of a gallery model, written as a student's model.
type fault struct {
	model     string
	reference engine.Model
	text      string
	file      *source.File
	mutant    report.Mutant
	student   *source.File
}

// faults draws as many mutants of the gallery of a formalism that do not pass.
func faults(t testing.TB, f engine.Formalism, n int, equal bool, only string) []fault {
	t.Helper()
	info := f.Describe()
	all, err := engine.Resolve(info, []string{"all"})
	if err != nil {
		t.Fatal(err)
	}
	var models []engine.Model
	var files []*source.File
	var lists [][]engine.Mutant
	for _, ex := range info.Examples {
		file := source.NewFile(ex.Name, ex.Text)
		m, _ := engine.Open(f, file)
		models, files = append(models, m), append(files, file)
		var list []engine.Mutant
		if (only == "" || only == ex.Name) && m != nil {
			list, err = m.Mutants(engine.Selection{Operators: all, Order: 1})
			if err != nil {
				t.Fatal(err)
			}
		}
		lists = append(lists, list)
	}
	r := rand.New(rand.NewPCG(1, 2))
	var drawn []fault
	for tries := 0; len(drawn) < n && tries < 40*n; tries++ {
		k := r.IntN(len(models))
		if len(lists[k]) == 0 {
			continue
		}
		ex := info.Examples[k]
		m := lists[k][r.IntN(len(lists[k]))].Describe()
		text := engine.MutantText(ex.Text, m)
		file := source.NewFile(ex.Name, text)
		impl, _ := engine.Open(f, file)
		if impl == nil || leftOut(ex.Name, m.Operator) && only == "" {
			continue
		}
		passes, err := passing(models[k], impl, equal && twoWays(f))
		if err != nil || passes {
			continue
		}
		drawn = append(drawn, fault{ex.Name, models[k], ex.Text, files[k], m, file})
	}
	return drawn
}

// leftOut tells whether a mutant is not drawn: one that lacks a state with all its edges is no single fault, and a
// single comparison of flow-control takes up to a second.
func leftOut(model, operator string) bool { return operator == "SMI" || model == "flow-control" }

// passing tells whether a model passes, by comparing it anew.
func passing(reference, impl engine.Model, both bool) (bool, error) {
	m, err := reference.Compare(context.Background(), impl, report.Settings{})
	if err != nil || m.Verdict != report.Unkillable || !both {
		return m.Verdict == report.Unkillable, err
	}
	m, err = impl.Compare(context.Background(), reference, report.Settings{})
	return m.Verdict == report.Unkillable, err
}

// lines are those that a change touches in the text that it makes.
func lines(text string, m report.Mutant) []int {
	f := source.NewFile("", text)
	var edits []source.Edit
	for _, e := range m.Changes() {
		edits = append(edits, source.Edit{Span: f.Read(e.Span), Text: e.Replacement})
	}
	slices.SortStableFunc(edits, func(a, b source.Edit) int { return int(a.Span.Start - b.Span.Start) })
	after := source.NewFile("", source.Apply(text, edits))
	var all []int
	shift := 0
	for _, e := range edits {
		start := int(e.Span.Start) + shift
		shift += len(e.Text) - int(e.Span.End-e.Span.Start)
		first := after.Place(source.Pos(start)).Line
		last := after.Place(source.Pos(start + len(e.Text))).Line
		for l := first; l <= last; l++ {
			all = append(all, l)
		}
	}
	return all
}

func touches(seeded []int, m report.Mutant) bool {
	for _, e := range m.Changes() {
		for _, l := range seeded {
			if e.Span.Line <= l && l <= e.Span.EndLine {
				return true
			}
		}
	}
	return false
}

var begun = time.Now()

// now is the time that is measured.
var now = func() time.Duration { return time.Since(begun) }

// A measure is what came of some faults.
type measure struct {
	drawn, repaired, equal, placed int
	took                           []time.Duration
	worst                          map[string]time.Duration
}

// mendAll looks for repairs of faults, and compares each that is suggested once more.
func mendAll(t testing.TB, f engine.Formalism, drawn []fault, equal bool) measure {
	t.Helper()
	both := equal && twoWays(f)
	got := measure{drawn: len(drawn), worst: map[string]time.Duration{}}
	for _, x := range drawn {
		m, _ := engine.Open(f, x.student)
		start := now()
		best, why, err := Find(context.Background(), Request{Formalism: f, Reference: x.reference, Student: m,
			StudentFile: x.student, ReferenceFile: x.file, Equal: equal})
		d := now() - start
		got.took = append(got.took, d)
		got.worst[x.model] = max(got.worst[x.model], d)
		if err != nil {
			t.Error(err)
			continue
		}
		at, seeded := false, lines(x.text, x.mutant)
		for _, b := range best {
			at = at || touches(seeded, b.Mutant)
			impl, diags := engine.Open(f, source.NewFile("", engine.MutantText(x.student.Text, b.Mutant)))
			if impl == nil {
				t.Fatalf("%s %s: the repair cannot be read: %v", x.model, x.mutant.ID, diags)
			}
			if ok, err := passing(x.reference, impl, both); !ok || err != nil {
				t.Errorf("%s %s: %q in the place of %q does not pass: %v", x.model, x.mutant.ID, b.Mutant.Replacement,
					b.Mutant.Original, err)
			}
		}
		if len(best) > 0 {
			got.repaired++
			if best[0].Equal {
				got.equal++
			}
		}
		if at {
			got.placed++
		}
		if !at || len(best) == 0 || os.Getenv("SLOWEST") != "" && d > 100*time.Millisecond {
			t.Logf("%s %s, line %d: %q -> %q: %v %s", x.model, x.mutant.ID, x.mutant.Span.Line, x.mutant.Original,
				x.mutant.Replacement, d.Round(time.Millisecond), why)
			for _, b := range best {
				t.Logf("      line %d: %q -> %q, %s", b.Mutant.Span.Line, b.Mutant.Original, b.Mutant.Replacement, b.kind)
			}
		}
	}
	slices.Sort(got.took)
	return got
}

func twoWays(f engine.Formalism) bool {
	name := f.Describe().Name
	return name == "action-system" || name == "timed"
}

// TestSeededFaults: of mutants of the gallery each can be repaired, and nearly always where the change was made. With
// the tag slow there are 200 for each formalism.
func TestSeededFaults(t *testing.T) {
	n := seeded
	if testing.Short() {
		n = 5
	}
	if k, err := strconv.Atoi(os.Getenv("FAULTS")); err == nil {
		n = k
	}
	for _, info := range engine.Formalisms() {
		t.Run(info.Name, func(t *testing.T) {
			f, err := engine.Find(info.Name)
			if err != nil {
				t.Fatal(err)
			}
			equal := os.Getenv("EQUAL") != ""
			got := mendAll(t, f, faults(t, f, n, equal, os.Getenv("ONLY")), equal)
			t.Logf("%d faults: %d repaired, %d to an equal model, %d in their place; median %v, 95 %% in %v, worst %v",
				got.drawn, got.repaired, got.equal, got.placed, got.took[got.drawn/2], got.took[got.drawn*95/100], got.worst)
			if got.drawn < n || got.repaired < n-n/200 || 100*got.placed < 95*n {
				t.Errorf("of %d faults %d are repaired, %d in their place", n, got.repaired, got.placed)
			}
		})
	}
}
