package tioa

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/model"
)

// sharedModels lists the models of a folder beside the checkout: files of XML and JSON, and projects.
func sharedModels(t *testing.T, name string) map[string]*model.Model {
	dir := shared(t, name)
	if dir == "" {
		return nil
	}
	models := map[string]*model.Model{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && exists(filepath.Join(path, "Components")):
			models[path] = open(t, path)
			return filepath.SkipDir
		case strings.HasSuffix(path, ".xml"):
			models[path] = open(t, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return models
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// TestSharedStudiesCount reads the six studies as XML: the same mutants and verdicts as the gallery.
func TestSharedStudiesCount(t *testing.T) {
	models := sharedModels(t, "timed")
	for path, m := range models {
		name := strings.ToLower(strings.TrimSuffix(filepath.Base(path), ".xml"))
		j, err := NewJudge(Subject{m, m.Automata[0]}, 0)
		if err != nil {
			t.Fatal(err)
		}
		f := NewFamily(j.Origin, paperOperators(), 1, 0, 0)
		var got counts
		for i := range f.Len() {
			mu := f.At(i)
			got[j.Judge(&mu, ToolAlphabet).Verdict]++
		}
		for _, c := range firstOrder {
			if c.name == name && got != c.want[ToolAlphabet] {
				t.Errorf("%s: got %v, want %v", name, got, c.want[ToolAlphabet])
			}
		}
	}
}

// TestSharedComponents samples mutants by all operators of every component: the forward search and
// the backward game agree under the three readings, every trace replays, and guidelines and lemmas
// hold under Definition 7.
func TestSharedComponents(t *testing.T) {
	verdicts, components := 0, 0
	for path, m := range sharedModels(t, "ecdar") {
		for _, a := range m.Automata {
			j, err := NewJudge(Subject{m, a}, 5000)
			if err != nil {
				continue // inconsistent, which other tests look at
			}
			components++
			reach, err := NewReach(j.Origin, 5000)
			if err != nil {
				t.Errorf("%s %s: %v", path, a.Name, err)
				continue
			}
			f := NewFamily(j.Origin, Operators, 1, 40, 1)
			for i := range f.Len() {
				mu := f.At(i)
				if _, ok := FindMutant(j.Origin, mu.Parts()); !ok {
					t.Errorf("%s %s: %s is not found again", path, a.Name, mu.ID())
				}
				for _, v := range j.All(&mu) {
					verdicts++
					if v.Semantics == Definition7 && (mu.Broken(true) != nil && v.Verdict != Subsumed || reach.Useful(mu.First) != nil && v.Verdict != NonSubsumed) {
						t.Errorf("%s %s %s is %s: breaks %v, useful by %v", path, a.Name, mu.ID(), v.Verdict, mu.Broken(true), reach.Useful(mu.First))
					}
					if err := secondOpinion(j, &mu, &v); err != "" {
						t.Errorf("%s %s %s under %s: %s", path, a.Name, mu.ID(), v.Semantics, err)
					}
				}
			}
		}
	}
	t.Logf("%d verdicts on mutants of %d components", verdicts, components)
}

// secondOpinion says what of a verdict does not hold.
func secondOpinion(j *Judge, mu *Mutant, v *Judgement) string {
	if v.Verdict == Undecided {
		return "undecided: " + v.Reason
	}
	w, err := j.Second(mu, v.Semantics)
	if err != nil {
		return err.Error()
	}
	if w.Verdict != v.Verdict {
		return "forward " + v.Verdict.String() + ", backward " + w.Verdict.String()
	}
	if v.Verdict != NonSubsumed {
		return ""
	}
	tr, err := v.Trace()
	if err == nil {
		err = v.Replay(tr)
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// TestEditsOfSharedModels makes mutants' texts of XML and JSON models and reads them.
func TestEditsOfSharedModels(t *testing.T) {
	made := 0
	for _, name := range []string{"timed", "ecdar"} {
		for path, m := range sharedModels(t, name) {
			for k, a := range m.Automata {
				s := Subject{m, a}
				for _, f := range []*Family{NewFamily(s, Operators, 1, 6, 1), NewFamily(s, Operators, 2, 2, 1)} {
					for i := range f.Len() {
						mu := f.At(i)
						edits := s.Edits(mu.Result.Automaton)
						if m.Format == model.Project {
							continue
						}
						made++
						file := source.NewFile(path, source.Apply(m.File.Text, edits))
						again, d := model.Parse(file)
						if again == nil {
							t.Fatalf("%s %s: %s", path, mu.ID(), d.Text(file))
						}
						if got, want := strings.Join(outline(again.Automata[k]), "\n"), strings.Join(outline(mu.Result.Automaton), "\n"); got != want {
							t.Fatalf("%s %s: got\n%s\nwant\n%s", path, mu.ID(), got, want)
						}
					}
				}
			}
		}
	}
	t.Logf("%d texts of mutants", made)
}

// TestSuitesOfSharedComponents makes a suite for each component under Definition 7: its tests kill
// exactly the mutants that do not refine.
func TestSuitesOfSharedComponents(t *testing.T) {
	tests := 0
	for path, m := range sharedModels(t, "ecdar") {
		for _, a := range m.Automata {
			j, err := NewJudge(Subject{m, a}, 5000)
			if err != nil {
				continue
			}
			fam := NewFamily(j.Origin, paperOperators(), 1, 40, 1)
			s, err := NewSuite(context.Background(), j, fam, Definition7, func(int, int) {})
			if err != nil {
				t.Errorf("%s %s: %v", path, a.Name, err)
				continue
			}
			tests += len(s.Tests)
			killed := make(productSet, len(s.Runner.all))
			for _, k := range s.Kills {
				killed = killed.or(k)
			}
			for i := range fam.Len() {
				mu := fam.At(i)
				if v := j.Judge(&mu, Definition7); !v.Game && (v.Verdict == NonSubsumed) != killed.has(i+1) {
					t.Errorf("%s %s %s is %s, killed by a test: %v", path, a.Name, mu.ID(), v.Verdict, killed.has(i+1))
				}
			}
		}
	}
	t.Logf("%d tests", tests)
}
