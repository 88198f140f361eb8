package export

import (
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
)

// three is a report of three mutants with different verdicts, whose texts try to leave their cells.
func three() *report.Report {
	return &report.Report{
		Model: report.Model{Name: "m.as", Formalism: "action-system", Text: "a, \"b\"\nc"},
		Mutants: []report.Mutant{
			{ID: "op@1:1", Operator: "op", Original: "a, \"b\"", Replacement: "=1+1", Verdict: report.Killed, Length: report.Int(2),
				Span: report.Span{Line: 1, Column: 1, EndLine: 1, EndColumn: 7}},
			{ID: "op@2:1", Operator: "op", Original: "c", Replacement: "d", Verdict: report.Unkillable, Reason: report.Equivalent, Strength: report.Proved,
				Span: report.Span{Line: 2, Column: 1, EndLine: 2, EndColumn: 2}},
			{ID: "op@2:1#1", Operator: "op", Original: "c", Replacement: "e", Verdict: report.Unknown, Reason: report.BudgetStates, DuplicateOf: "op@2:1",
				Span: report.Span{Line: 2, Column: 1, EndLine: 2, EndColumn: 2}},
		},
	}
}

// A reader of CSV finds what was written.
func TestMutantsCSV(t *testing.T) {
	text := MutantsCSV(three())
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"id", "operator", "line", "column", "original", "replacement", "verdict", "reason", "strength", "length", "duplicateOf"},
		{"op@1:1", "op", "1", "1", "a, \"b\"", "=1+1", "killed", "", "", "2", ""},
		{"op@2:1", "op", "2", "1", "c", "d", "unkillable", "equivalent", "proved", "", ""},
		{"op@2:1#1", "op", "2", "1", "c", "e", "unknown", "states", "", "", "op@2:1"},
	}
	if len(rows) != len(want) || strings.Count(text, "\r\n") != len(want) {
		t.Fatalf("got %d rows and %q", len(rows), text)
	}
	for i := range want {
		if strings.Join(rows[i], "|") != strings.Join(want[i], "|") {
			t.Errorf("row %d: got %q, want %q", i, rows[i], want[i])
		}
	}
}

// A kill matrix as CSV has its tests as rows and its mutants as columns.
func TestMatrixCSV(t *testing.T) {
	m := &report.Matrix{Mutants: []string{"a", "b", "c"}, Rows: []report.MatrixRow{{Test: "x, y"}, {Test: "z"}}, States: "kku"}
	m.Rows[0].Add(1)
	m.Rows[1].Add(0)
	m.Rows[1].Add(1)
	if got, want := MatrixCSV(m), "test,a,b,c\r\n\"x, y\",0,1,0\r\nz,1,1,0\r\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The words are those of Stryker's schema: what no test can kill is ignored, and what is not decided
// is pending, for a timeout would count as detected.
func TestStryker(t *testing.T) {
	var got struct {
		SchemaVersion string
		Files         map[string]struct {
			Language, Source string
			Mutants          []struct {
				ID, Status string
				Location   struct{ Start, End struct{ Line, Column int } }
			}
		}
	}
	if err := json.Unmarshal([]byte(Stryker(three())), &got); err != nil {
		t.Fatal(err)
	}
	f := got.Files["m.as"]
	if got.SchemaVersion != "2" || f.Language != "action-system" || f.Source != "a, \"b\"\nc" || len(f.Mutants) != 3 {
		t.Fatalf("got %+v", got)
	}
	for i, want := range []string{"Killed", "Ignored", "Pending"} {
		if f.Mutants[i].Status != want {
			t.Errorf("%s is %s, want %s", f.Mutants[i].ID, f.Mutants[i].Status, want)
		}
	}
	if at := f.Mutants[0].Location; at.Start.Line != 1 || at.End.Column != 7 {
		t.Errorf("the first is at %+v", at)
	}
}

func TestDOT(t *testing.T) {
	got := DOT(&report.Graph{
		Caption: "The \"machine\"",
		Nodes:   []report.GraphNode{{ID: "a", Label: "A\\B\nC", Initial: true}, {ID: "b", Tone: "bad"}},
		Edges:   []report.GraphEdge{{From: "a", To: "b", Label: "x; ]", Dashed: true, Tone: "good"}, {From: "a", To: "nowhere"}},
	})
	want := `digraph {
  rankdir=LR;
  node [shape=box, style=rounded];
  label="The \"machine\"";
  n0 [label="A\\B\nC"];
  start0 [shape=point];
  start0 -> n0;
  n1 [label="b", color="#c0362c"];
  n0 -> n1 [label="x; ]", color="#1f7a4d", style=dashed];
}
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
