package report

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSpread(t *testing.T) {
	raw := `{"k": 3, "ok": true, "path": ["a", "b"], "none": [], "grid": [[1, 2], [3]], "at": {"x": "1/2", "in": {"y": null}},
		"steps": [{"input": "coin", "spec": {"at": "READY"}}, {"input": "tea", "shows": ["cup"]}, "end"]}`
	want := []Block{
		{Facts: []Fact{
			{Label: "at.in.y", Value: "none"}, {Label: "at.x", Value: "1/2"}, {Label: "grid", Value: "(1, 2), (3)"},
			{Label: "k", Value: "3"}, {Label: "none", Value: "none"}, {Label: "ok", Value: "yes"},
			{Label: "path", Value: "a, b"},
		}},
		{Table: &Table{
			Caption: "steps", Columns: []string{"", "input", "spec.at", "shows", "value"},
			Numeric: []bool{true, false, false, false, false},
			Rows:    [][]string{{"1", "coin", "READY", "", ""}, {"2", "tea", "", "cup", ""}, {"3", "", "", "", "end"}},
		}},
	}
	if diff := cmp.Diff(want, Spread([]byte(raw))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for _, s := range []string{"", "null", "[1]", "{}", "{", `"text"`} {
		if got := Spread([]byte(s)); got != nil {
			t.Errorf("%q: %v", s, got)
		}
	}
}
