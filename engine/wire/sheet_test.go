package wire

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
)

// What a sheet's rows say is what the mutants have, and the pages hold the mutants themselves.
func TestSheetHoldsTheMutants(t *testing.T) {
	mutants := []report.Mutant{
		{ID: "a@1:1#1", Operator: "a", Verdict: report.Killed, Reason: "post-state", Length: report.Int(3), Original: "Guard < 1",
			Effort: &report.Effort{States: 1 << 20, Steps: 7}, Span: report.Span{Line: 300, Column: 2, EndLine: 301, EndColumn: 1}},
		{ID: "a@2:1#1", Operator: "a", Verdict: report.Killed, Length: report.Int(0), Counterexample: json.RawMessage(`{"x":"<é>"}`)},
		{ID: "b@2:1#1", Operator: "b", Verdict: report.Unkillable, Reason: report.Equivalent, Words: []string{"B: off → on"},
			Original: ",\n  x", Span: report.Span{Line: 2, Column: 4, EndLine: 3, EndColumn: 4}},
		{},
	}
	var d Draft
	for i := range mutants {
		d.Add(1000*i, &mutants[i])
	}
	sheet := d.Sheet()
	pages := sheet.Pages.([Pages][]byte)
	var from [Pages]int
	words := []string{
		"a@1:1#1\x00a@1:1#1\x00a\x00guard < 1\x00\x00post-state", "a@2:1#1\x00a@2:1#1\x00a\x00\x00\x00",
		"b@2:1#1\x00b@2:1#1\x00b\x00,\n  x\x00\x00equivalent\x00b: off → on", "\x00\x00\x00\x00\x00",
	}
	i := 0
	for row := new(Row); sheet.Next(row); i++ {
		m := &mutants[i]
		var page [Pages]string
		for p, n := range row.Sizes {
			page[p] = string(pages[p][from[p] : from[p]+n])
			from[p] += n
		}
		if want := string(must(json.Marshal(m))); page[Texts] != want {
			t.Errorf("mutant %d is %s, want %s", i, page[Texts], want)
		}
		if page[Words] != words[i] {
			t.Errorf("the words of mutant %d are %q, want %q", i, page[Words], words[i])
		}
		want := Row{Place: 1000 * i, EndLine: m.Span.EndLine, Length: -1, Sizes: row.Sizes, ID: []byte(m.ID),
			Operator: m.Operator, Verdict: m.Verdict, Reason: m.Reason}
		want.Line, want.Column = m.Place()
		if m.Length != nil {
			want.Length = *m.Length
		}
		if m.Effort != nil {
			want.States, want.Steps = m.Effort.States, m.Effort.Steps
		}
		if !reflect.DeepEqual(*row, want) {
			t.Errorf("row %d is %+v, want %+v", i, *row, want)
		}
	}
	if i != len(mutants) || d.Len != i {
		t.Errorf("%d rows of %d mutants, %d were added", i, len(mutants), d.Len)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
