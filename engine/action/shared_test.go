package action

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/internal/testkit"
)

// The expected results of the suite beside the project, mutant by mutant, found by operator, line and
// column. TestPaperModels compares the same results from testdata, wherever the project is.
func TestSharedModels(t *testing.T) {
	dir := testkit.Suite(t, "action-systems")
	raw, err := os.ReadFile(filepath.Join(dir, "expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	var suites map[string]struct {
		Mutants []struct {
			Operator, Verdict string
			Line, Column      int
			TraceLength       *int `json:"trace_length"`
			Loses             bool
		}
	}
	if err := json.Unmarshal(raw, &suites); err != nil {
		t.Fatal(err)
	}
	for name, suite := range suites {
		m := mustParse(t, mustRead(t, filepath.Join(dir, name+".as")))
		c := mustChecker(t, m, report.Settings{})
		got := map[string]report.Mutant{}
		for _, mu := range mustMutants(t, m, Selection{Operators: paperOperators}) {
			r := c.Check(context.Background(), mu)
			got[fmt.Sprintf("%s@%d:%d", r.Operator, r.Span.Line, r.Span.Column)] = r
		}
		if len(got) != len(suite.Mutants) {
			t.Errorf("%s: got %d mutants, want %d", name, len(got), len(suite.Mutants))
		}
		for _, w := range suite.Mutants {
			want := "unkillable equivalent"
			if w.Loses {
				want = "unkillable refines"
			}
			switch w.Verdict {
			case "killed":
				want = fmt.Sprintf("killed %d", *w.TraceLength)
			case "unreachable":
				want += " fault"
			default:
				want += " safe"
			}
			id := fmt.Sprintf("%s@%d:%d", w.Operator, w.Line, w.Column)
			if r, ok := got[id]; !ok || outline(r) != want {
				t.Errorf("%s %s: got %s, want %s", name, id, outline(r), want)
			}
		}
	}
}
