package tioa

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/family"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/mutants"
	"github.com/mutarium/mutarium/engine/tioa/referee"
	"github.com/mutarium/mutarium/internal/testkit"
)

// TestStudiesInAllNotations wants the verdicts of the published tables from the six studies in each
// notation: written as XML and JSON from the gallery, and as the suite beside the project has them.
func TestStudiesInAllNotations(t *testing.T) {
	t.Run("own", func(t *testing.T) {
		for _, name := range studies {
			m := study(t, name).Model
			checkStudy(t, name, parse(t, m.PrintXML()))
			checkStudy(t, name, parse(t, m.PrintJSON(m.Automata[0])))
		}
	})
	t.Run("suite", func(t *testing.T) {
		for _, c := range suiteModels(t, "timed") {
			checkStudy(t, strings.ToLower(strings.TrimSuffix(filepath.Base(c.path), ".xml")), c.m)
		}
	})
}

func checkStudy(t *testing.T, name string, m *model.Model) {
	t.Helper()
	j, err := NewJudge(mutants.Subject{Model: m, Automaton: m.Automata[0]}, 0)
	if err != nil {
		t.Fatal(err)
	}
	f := mutants.NewFamily(j.Origin, paperOperators(), 1, 0, 0)
	var got counts
	for i := range f.Len() {
		mu := f.At(i)
		got[j.Judge(&mu, referee.ToolAlphabet).Verdict]++
	}
	for _, c := range firstOrder {
		if c.name == name {
			if got != c.want[referee.ToolAlphabet] {
				t.Errorf("%s as %s: got %v, want %v", name, m.Format, got, c.want[referee.ToolAlphabet])
			}
			return
		}
	}
	t.Errorf("%s is not in the published tables", name)
}

// TestComponents samples mutants by all operators of every component: the search and the
// referee agree under the three readings, every trace replays, and guidelines and lemmas hold
// under Definition 7.
func TestComponents(t *testing.T) {
	onModels(t, func(t *testing.T, corpus []corpusModel) {
		verdicts := 0
		for _, c := range corpus {
			for _, a := range c.m.Automata {
				verdicts += checkComponent(t, c.path, mutants.Subject{Model: c.m, Automaton: a})
			}
		}
		if verdicts < 5000 {
			t.Errorf("got %d verdicts, want 5000 or more", verdicts)
		}
	}, "ecdar")
}

// checkComponent counts the verdicts that were compared.
func checkComponent(t *testing.T, path string, s mutants.Subject) int {
	t.Helper()
	j, err := NewJudge(s, 5000)
	if err != nil {
		return 0 // inconsistent, which other tests look at
	}
	reach, err := NewReach(j.Origin, 5000)
	if err != nil {
		t.Errorf("%s %s: %v", path, s.Automaton.Name, err)
		return 0
	}
	f, r := mutants.NewFamily(j.Origin, mutants.Operators, 1, 40, 1), referee.New(model.Subject(j.Origin))
	for i := range f.Len() {
		mu := f.At(i)
		if _, ok := mutants.FindMutant(j.Origin, mu.Parts()); !ok {
			t.Errorf("%s %s: %s is not found again", path, s.Automaton.Name, mu.ID())
		}
		for _, v := range j.All(&mu) {
			if v.Semantics == referee.Definition7 && (mu.Broken(true) != nil && v.Verdict != referee.Subsumed || reach.Useful(mu.First) != nil && v.Verdict != referee.NonSubsumed) {
				t.Errorf("%s %s %s is %s: breaks %v", path, s.Automaton.Name, mu.ID(), v.Verdict, mu.Broken(true))
			}
			if err := secondOpinion(r, &mu, &v); err != "" {
				t.Errorf("%s %s %s under %s: %s", path, s.Automaton.Name, mu.ID(), v.Semantics, err)
			}
		}
	}
	return 3 * f.Len()
}

// secondOpinion says what of a verdict does not hold.
func secondOpinion(r *referee.Referee, mu *mutants.Mutant, v *Judgement) string {
	if v.Verdict == referee.Undecided {
		return "undecided: " + v.Reason
	}
	got, err := r.OnZones(model.Subject(mu.Result), v.Semantics)
	if err != nil {
		return err.Error()
	}
	if got != v.Verdict {
		return "the search finds " + v.Verdict.String() + ", the referee " + got.String()
	}
	if v.Verdict != referee.NonSubsumed {
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

// TestEditsOfModels makes mutants' texts of models and reads them.
func TestEditsOfModels(t *testing.T) {
	onModels(t, func(t *testing.T, corpus []corpusModel) {
		made := 0
		for _, c := range testkit.Some(corpus, 4) {
			if c.m.Format == model.Project {
				continue
			}
			for _, a := range c.m.Automata {
				s := mutants.Subject{Model: c.m, Automaton: a}
				for _, f := range []*mutants.Family{mutants.NewFamily(s, mutants.Operators, 1, 6, 1), mutants.NewFamily(s, mutants.Operators, 2, 2, 1)} {
					for i := range f.Len() {
						checkText(t, c.path, s, f.At(i))
						made++
					}
				}
			}
		}
		if made < 100 {
			t.Errorf("got %d texts, want 100 or more", made)
		}
	}, "timed", "ecdar")
}

func checkText(t *testing.T, path string, s mutants.Subject, mu mutants.Mutant) {
	t.Helper()
	file := source.NewFile(path, source.Apply(s.Model.File.Text, s.Edits(mu.Result.Automaton)))
	again, d := model.Parse(file)
	if again == nil {
		t.Fatalf("%s %s: %s", path, mu.ID(), d.Text(file))
	}
	k := slices.Index(s.Model.Automata, s.Automaton)
	if got, want := strings.Join(outline(again.Automata[k]), "\n"), strings.Join(outline(mu.Result.Automaton), "\n"); got != want {
		t.Fatalf("%s %s: got\n%s\nwant\n%s", path, mu.ID(), got, want)
	}
}

// TestSuitesOfComponents makes a suite for each component under Definition 7: its tests kill exactly
// the mutants that do not refine.
func TestSuitesOfComponents(t *testing.T) {
	onModels(t, func(t *testing.T, corpus []corpusModel) {
		tests := 0
		for _, c := range corpus {
			for _, a := range c.m.Automata {
				tests += checkSuite(t, c.path, mutants.Subject{Model: c.m, Automaton: a})
			}
		}
		if tests < 100 {
			t.Errorf("got %d tests, want 100 or more", tests)
		}
	}, "ecdar")
}

// checkSuite counts the tests of a component's suite.
func checkSuite(t *testing.T, path string, subject mutants.Subject) int {
	t.Helper()
	j, err := NewJudge(subject, 5000)
	if err != nil {
		return 0
	}
	fam := mutants.NewFamily(j.Origin, paperOperators(), 1, 40, 1)
	s, err := NewSuite(context.Background(), j, fam, referee.Definition7, func(int, int) {})
	if err != nil {
		t.Errorf("%s %s: %v", path, subject.Automaton.Name, err)
		return 0
	}
	killed := make(family.ProductSet, len(s.Runner.All))
	for _, k := range s.Kills {
		killed = killed.Or(k)
	}
	for i := range fam.Len() {
		mu := fam.At(i)
		if v := j.Judge(&mu, referee.Definition7); !v.Game && (v.Verdict == referee.NonSubsumed) != killed.Has(i+1) {
			t.Errorf("%s %s %s is %s, killed by a test: %v", path, subject.Automaton.Name, mu.ID(), v.Verdict, killed.Has(i+1))
		}
	}
	return len(s.Tests)
}
