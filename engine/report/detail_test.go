package report

import (
	"encoding/json"
	"reflect"
	"testing"
)

// What reports hold for programs is written as people write it.
func TestDetailsInWords(t *testing.T) {
	f := Formalism{Details: []Detail{
		{Kind: DetailWord, Name: "weak", Title: "Weak kill"},
		{Kind: DetailInputs, Name: "state", Title: "State kill"},
		{Kind: DetailAnswer, Name: "flow", Title: "Flow"},
		{Kind: DetailVerdicts, Name: "read", Title: "Verdict"},
		{Kind: DetailWitness, Name: "fault", Title: "Unreachable fault", Summary: "There is one."},
	}}
	for _, c := range []struct {
		name, raw string
		want      []Fact
	}{
		{"weak", `[["coin",1],["tea"],["set",1000000,true]]`, []Fact{{"Weak kill", "coin(1) tea set(1000000, true)"}}},
		{"weak", `[]`, []Fact{{"Weak kill", "before the first input"}}},
		{"weak", `null`, []Fact{{"Weak kill", "none"}}},
		{"state", `1`, []Fact{{"State kill", "after 1 input"}}},
		{"state", `12`, []Fact{{"State kill", "after 12 inputs"}}},
		{"state", `"x"`, nil},
		{"flow", `true`, []Fact{{"Flow", "yes"}}},
		{"flow", `false`, []Fact{{"Flow", "no"}}},
		{"read", `{"pruned":"killed","alphabet":"refines"}`, []Fact{{"Verdict, alphabet", "refines"}, {"Verdict, pruned", "killed"}}},
		{"read", `{"a":1}`, nil},
		{"fault", `{"event":["a"]}`, []Fact{{"Unreachable fault", "There is one."}}},
		{"fault", `1`, []Fact{{"Unreachable fault", "There is one."}}},
		{"weak", `[[],["a"]]`, []Fact{{"Weak kill", " a"}}},
		{"other", `1`, nil},
	} {
		m := Mutant{Details: map[string]json.RawMessage{c.name: json.RawMessage(c.raw)}}
		if got := f.Facts(&m); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s %s: got %v, want %v", c.name, c.raw, got, c.want)
		}
		if got := f.Marks(&m); (len(got) == 1 && got[0] == "unreachable fault") != (c.name == "fault") {
			t.Errorf("%s: marks %v", c.name, got)
		}
	}
}

// A copy's details are its own.
func TestSetDetail(t *testing.T) {
	var a Mutant
	a.SetDetail("x", json.RawMessage("1"))
	b := a
	b.SetDetail("x", json.RawMessage("2"))
	b.SetDetail("y", json.RawMessage("3"))
	if string(a.Detail("x")) != "1" || a.Detail("y") != nil || string(b.Detail("x")) != "2" {
		t.Errorf("got %s and %s", a.Details, b.Details)
	}
	b.SetDetail("x", nil)
	b.SetDetail("y", nil)
	if b.Details != nil {
		t.Errorf("got %v, want none", b.Details)
	}
}
