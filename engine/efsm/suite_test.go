package efsm

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/mutarium/mutarium/engine/source"
)

type expectedSuite struct {
	Obligations, Feasible, Tests, Steps, Killed int
	WeakKilled                                  int   `json:"weak_killed"`
	GreedyTests                                 int   `json:"greedy_tests"`
	GreedySteps                                 int   `json:"greedy_steps"`
	GreedyOrder                                 []int `json:"greedy_order"`
	OptimalTests                                int   `json:"optimal_tests"`
	DistinctKillColumns                         int   `json:"distinct_kill_columns"`
	MinimalMutantsDynamic                       int   `json:"minimal_mutants_dynamic"`
	Mutants                                     int
}

type expectedModel struct {
	States, Mutants, Weak, State, Strong, Equivalent int
	SuiteShortestKills                               expectedSuite  `json:"suite_shortest_kills"`
	TransitionCover                                  expectedSuite  `json:"transition_cover"`
	MaskingMCDC                                      expectedSuite  `json:"masking_mcdc"`
	SuiteShortestWeakKills                           expectedSuite  `json:"suite_shortest_weak_kills"`
	SampleEvery10th                                  expectedSuite  `json:"sample_every_10th"`
	GeneratedSuite                                   [][][]any      `json:"generated_suite"`
	Dataflow                                         map[string]int `json:"dataflow"`
	DataflowWithPUse                                 map[string]int `json:"dataflow_with_puse"`
	DataflowFalsePositives                           []string       `json:"dataflow_false_positives"`
	DataflowFalseNegatives                           []string       `json:"dataflow_false_negatives"`
	ExactSubsumption                                 *struct {
		Classes, Minimal       int
		MinimalRepresentatives []string `json:"minimal_representatives"`
	} `json:"exact_subsumption"`
}

// eachExpected runs a test for every model of the shared suite's summary.
func eachExpected(t *testing.T, run func(t *testing.T, c *Checker, mutants []Judged, want expectedModel)) {
	text, err := os.ReadFile(filepath.Join(sharedModels, "expected.json"))
	if err != nil {
		t.Logf("not compared with %s: it is not there", sharedModels)
		return
	}
	var want struct{ Models map[string]expectedModel }
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	for _, name := range sortedKeys(want.Models) {
		t.Run(name, func(t *testing.T) {
			m := loadJSON(t, filepath.Join(sharedModels, name+".json"))
			c, err := NewChecker(m, 0)
			if err != nil {
				t.Fatal(err)
			}
			run(t, c, c.Judge(context.Background(), paperChanges(m), nil), want.Models[name])
		})
	}
}

func TestSuitesOfTheSharedModels(t *testing.T) {
	eachExpected(t, func(t *testing.T, c *Checker, mutants []Judged, want expectedModel) {
		equal := func(what string, got, want int) {
			t.Helper()
			if got != want {
				t.Errorf("%s: got %d, want %d", what, got, want)
			}
		}
		suite := StrongSuite(mutants)
		for i, test := range want.GeneratedSuite {
			if i < len(suite) && expectedWord(&test) != c.x.wordText(suite[i]) {
				t.Errorf("test %d: got%s, want%s", i, c.x.wordText(suite[i]), expectedWord(&test))
			}
		}
		x := c.Matrix(suite, mutants)
		w := want.SuiteShortestKills
		equal("tests", len(suite), w.Tests)
		equal("steps", suite.Steps(), w.Steps)
		equal("killed", x.Strong.Killed(), w.Killed)
		order := x.Strong.Greedy()
		equal("greedy tests", len(order), w.GreedyTests)
		var small Suite
		for i, n := range order {
			small = append(small, suite[n])
			if i < len(w.GreedyOrder) {
				equal("greedy order", n, w.GreedyOrder[i])
			}
		}
		equal("greedy steps", small.Steps(), w.GreedySteps)
		best, proved := x.Strong.Optimal(context.Background(), 1000)
		equal("optimal tests", len(best), w.OptimalTests)
		if !proved {
			t.Error("the smallest suite was not proved to be so")
		}
		columns := x.Strong.Columns()
		minimal := 0
		for _, col := range columns {
			if col.Minimal {
				minimal++
			}
		}
		equal("distinct columns", len(columns), w.DistinctKillColumns)
		equal("minimal mutants", minimal, w.MinimalMutantsDynamic)

		cover := func(what string, all []Obligation, w expectedSuite) {
			suite := Tests(all)
			x := c.Matrix(suite, mutants)
			equal(what+" obligations", len(all), w.Obligations)
			equal(what+" feasible", Feasible(all), w.Feasible)
			equal(what+" tests", len(suite), w.Tests)
			equal(what+" steps", suite.Steps(), w.Steps)
			equal(what+" killed", x.Strong.Killed(), w.Killed)
			equal(what+" weakly killed", x.Weak.Killed(), w.WeakKilled)
		}
		cover("transition cover", c.TransitionCover(), want.TransitionCover)
		cover("masking MC/DC", c.MaskingMCDC(), want.MaskingMCDC)

		weak := WeakSuite(mutants)
		equal("weak tests", len(weak), want.SuiteShortestWeakKills.Tests)
		equal("weak steps", weak.Steps(), want.SuiteShortestWeakKills.Steps)
		equal("killed by weak tests", c.Matrix(weak, mutants).Strong.Killed(), want.SuiteShortestWeakKills.Killed)

		some := EveryNth(mutants, 10)
		sample := StrongSuite(some)
		equal("sampled mutants", len(some), want.SampleEvery10th.Mutants)
		equal("sampled tests", len(sample), want.SampleEvery10th.Tests)
		equal("killed by the sample's tests", c.Matrix(sample, mutants).Strong.Killed(), want.SampleEvery10th.Killed)
	})
}

// The confusion matrices are the expected ones.
func TestConfusionOfTheSharedModels(t *testing.T) {
	eachExpected(t, func(t *testing.T, c *Checker, mutants []Judged, want expectedModel) {
		var plain, uses Confusion
		var fp, fn []string
		for i := range mutants {
			j := &mutants[i]
			p, u := c.Dataflow(&j.Change, &j.Verdict)
			plain.Add(p, j.Verdict.Killed)
			uses.Add(u, j.Verdict.Killed)
			if p && !j.Verdict.Killed {
				fp = append(fp, j.Change.ID(c.x.m))
			}
			if !p && j.Verdict.Killed {
				fn = append(fn, j.Change.ID(c.x.m))
			}
		}
		of := func(m map[string]int) Confusion { return Confusion{m["tp"], m["fp"], m["fn"], m["tn"]} }
		if plain != of(want.Dataflow) || uses != of(want.DataflowWithPUse) {
			t.Errorf("got %v and %v, want %v and %v", plain, uses, want.Dataflow, want.DataflowWithPUse)
		}
		for _, d := range []struct{ got, want []string }{{fp, want.DataflowFalsePositives}, {fn, want.DataflowFalseNegatives}} {
			if len(d.got) != len(d.want) {
				t.Errorf("got %v, want %v", d.got, d.want)
			}
			for i := range min(len(d.got), len(d.want)) {
				if d.got[i] != d.want[i] {
					t.Errorf("got %s, want %s", d.got[i], d.want[i])
				}
			}
		}
	})
}

// Exact subsumption has the expected classes and minimal mutants.
func TestSubsumptionOfTheSharedModels(t *testing.T) {
	eachExpected(t, func(t *testing.T, c *Checker, mutants []Judged, want expectedModel) {
		if want.ExactSubsumption == nil {
			return
		}
		classes, err := c.Subsumption(context.Background(), mutants, nil)
		if err != nil {
			t.Fatal(err)
		}
		var minimal []string
		for _, cl := range classes {
			if cl.Minimal {
				minimal = append(minimal, mutants[cl.Mutants[0]].Change.ID(c.x.m))
			}
		}
		slices.Sort(minimal)
		if len(classes) != want.ExactSubsumption.Classes || !slices.Equal(minimal, want.ExactSubsumption.MinimalRepresentatives) {
			t.Errorf("got %d classes, minimal %v, want %d, %v", len(classes), minimal,
				want.ExactSubsumption.Classes, want.ExactSubsumption.MinimalRepresentatives)
		}
	})
}

// Prolonged tests begin with the test they prolong, and a prolonged suite kills at least what the
// suite kills.
func TestProlongationLosesNothing(t *testing.T) {
	for _, e := range Gallery() {
		m, _ := Parse(source.NewFile(e.Name, e.Text))
		c, err := NewChecker(m, 0)
		if err != nil {
			t.Fatal(err)
		}
		mutants := c.Judge(context.Background(), paperChanges(m), nil)
		for _, k := range c.criteria() {
			if k.obligations == nil {
				continue
			}
			all := k.obligations()
			for i := range all {
				o := &all[i]
				if long := c.Prolonged(o); o.Met && !slices.Equal(long[:len(o.Test)], o.Test) {
					t.Errorf("%s %s: %v does not begin with %v", e.Name, o.Name, long, o.Test)
				}
			}
			short, long := Tests(all), c.ProlongedTests(all)
			a, b := c.Matrix(short, mutants).Strong.Killed(), c.Matrix(long, mutants).Strong.Killed()
			t.Logf("%-10s %-12s %d of %d, %d tests kill %d, prolonged %d tests kill %d", e.Name, k.name, Feasible(all), len(all), len(short), a, len(long), b)
			if b < a {
				t.Errorf("%s %s: prolonged tests kill %d, the others %d", e.Name, k.name, b, a)
			}
		}
	}
}
