package tioa

import (
	"context"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/tioa/family"
	"github.com/mutarium/mutarium/engine/tioa/mutants"
	"github.com/mutarium/mutarium/engine/tioa/referee"
)

func runTool(t *testing.T, name, tool string, inputs map[string]string) []report.Section {
	t.Helper()
	sections, err := RunTool(context.Background(), Request{Tool: tool, Subject: study(t, name), Operators: paperOperators(),
		Inputs: inputs, Reading: referee.ToolAlphabet})
	if err != nil {
		t.Fatal(err)
	}
	return sections
}

// cell finds a cell of a table by the first cell of its row and the name of its column.
func cell(t *testing.T, table *report.Table, row, column string) string {
	t.Helper()
	for k, c := range table.Columns {
		if c != column {
			continue
		}
		for _, r := range table.Rows {
			if r[0] == row {
				return r[k]
			}
		}
	}
	t.Fatalf("no cell %s, %s in %v", row, column, table)
	return ""
}

// TestTablesOfThePaper compares totals, ratios and likelihoods with the published ones: ratios as
// text and Fig. 22 have them, in whole per cent.
func TestTablesOfThePaper(t *testing.T) {
	for _, c := range []struct{ name, mutants, non, sub, inc, violating, ratio string }{
		{"coffee", "55", "20", "35", "0", "32", "91.4 %"},
		{"accel", "451", "165", "285", "1", "247", "86.4 %"},
		{"hotel", "39", "4", "34", "1", "18", "51.4 %"},
		{"wfas", "121", "55", "52", "14", "49", "74.2 %"},
		{"mutex", "47", "10", "25", "12", "27", "73.0 %"},
		{"cas", "721", "295", "399", "27", "326", "76.5 %"},
	} {
		sections := runTool(t, c.name, "tables", nil)
		table := sections[0].Blocks[0].Table
		for column, want := range map[string]string{
			"mutants": c.mutants, "non-subsumed": c.non, "subsumed": c.sub, "inconsistent": c.inc, "violating": c.violating, "ratio": c.ratio,
		} {
			if got := cell(t, table, "all", column); got != want {
				t.Errorf("%s, %s: got %s, want %s", c.name, column, got, want)
			}
		}
		if b := sections[0].Blocks[1]; b.Tone != "good" {
			t.Errorf("%s: %s", c.name, b.Text)
		}
	}
	// per operator, as the text of section 5.4 has them
	wfas := runTool(t, "wfas", "tables", nil)[0].Blocks[0].Table
	for _, c := range [][3]string{{"TMI", "inconsistent", "4"}, {"TAD", "subsumed", "46"}, {"SMI", "non-subsumed", "3"}, {"CXS", "non-subsumed", "8"}, {"CXL", "non-subsumed", "2"}, {"CCN", "non-subsumed", "6"}} {
		if got := cell(t, wfas, c[0], c[1]); got != c[2] {
			t.Errorf("WFAS %s %s: got %s, want %s", c[0], c[1], got, c[2])
		}
	}
}

func TestSecondOrderTable(t *testing.T) {
	sections := runTool(t, "coffee", "tables", map[string]string{"order": "2"})
	if got := cell(t, sections[0].Blocks[0].Table, "all", "ratio"); got != "64.8 %" {
		t.Errorf("got %s, want 64.8 %%", got)
	}
}

func TestGuidelinesTool(t *testing.T) {
	sections := runTool(t, "hotel", "guidelines", nil)
	if got := sections[1].Blocks[0].Text; !strings.Contains(got, "qH1 lacks independent progress") {
		t.Errorf("got %s", got)
	}
	if got := len(sections[2].Blocks[0].Table.Rows); got != 18 {
		t.Errorf("%d mutants break a guideline, want 18", got)
	}
	if got := len(sections[3].Blocks[0].Table.Rows); got != 21 {
		t.Errorf("%d mutants are surely useful, want 21", got)
	}
}

// TestSuiteKillsWhatItClaims makes suites of all studies under all readings: they kill what the
// refinement check calls killed, no more and no less. NewSuite compares the family with running every
// mutant alone.
func TestSuiteKillsWhatItClaims(t *testing.T) {
	for _, name := range studies {
		j := judgeOf(t, name)
		fam := mutants.NewFamily(j.Origin, paperOperators(), 1, 300, 1)
		for _, sem := range referee.AllSemantics {
			s, err := NewSuite(context.Background(), j, fam, sem, func(int, int) {})
			if err != nil {
				t.Fatal(err)
			}
			killed, all := make(family.ProductSet, len(s.Runner.All)), make(family.ProductSet, len(s.Runner.All))
			for _, k := range s.Reduce() {
				killed = killed.Or(s.Kills[k])
			}
			for _, k := range s.Kills {
				all = all.Or(k)
			}
			if killed.Count() != all.Count() {
				t.Errorf("%s: the reduced suite kills %d, all tests %d", name, killed.Count(), all.Count())
			}
			want := 0
			for i := range fam.Len() {
				m := fam.At(i)
				if v := j.Judge(&m, sem); v.Verdict == referee.NonSubsumed && !v.Game {
					want++
					if !all.Has(i + 1) {
						t.Errorf("%s, %v: no test kills %s", name, sem, m.ID())
					}
				} else if all.Has(i + 1) {
					t.Errorf("%s, %v: %s is not killed by the run and killed by a test", name, sem, m.ID())
				}
			}
			if s.Unfit != 0 || want != all.Count() {
				t.Errorf("%s, %v: %d tests do not fit the model; %d kills of %d", name, sem, s.Unfit, all.Count(), want)
			}
			t.Logf("%s: %d tests kept of %d, %d kills; looks %d and %d", name, len(s.Reduce()), len(s.Tests), all.Count(), s.Alone, s.Runner.Work)
		}
	}
}

func TestFamilyTool(t *testing.T) {
	for _, c := range []struct{ constraints, group, dead, products string }{
		{"none", "alternative", "0", "56"}, {"guidelines", "alternative", "32", "24"}, {"only-useful", "alternative", "35", "21"}, {"guidelines", "or", "0", ""},
	} {
		sections := runTool(t, "coffee", "family", map[string]string{"group": c.group, "constraints": c.constraints})
		facts := map[string]string{}
		for _, f := range sections[0].Blocks[0].Facts {
			facts[f.Label] = f.Value
		}
		if facts["dead features"] != c.dead || facts["products"] != c.products {
			t.Errorf("%+v: got %v", c, facts)
		}
		parseFeatured(t, sections[1].Blocks[3].Code.Text)
		if !strings.HasPrefix(sections[1].Blocks[1].Code.Text, "features\n\tCoffee\n\t\toptional\n\t\t\tmutation\n\t\t\t\t"+c.group+"\n") {
			t.Errorf("%s", sections[1].Blocks[1].Code.Text[:80])
		}
	}
}
