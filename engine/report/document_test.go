package report

import (
	"encoding/json"
	"reflect"
	"testing"
)

var counted = []Mutant{
	{Operator: "x", Verdict: Killed, Reason: Output},
	{Operator: "x", Verdict: Killed, DuplicateOf: "1"},
	{Operator: "x", Verdict: Unkillable, Reason: Equivalent},
	{Operator: "y", Verdict: Unknown, Reason: BudgetStates, DuplicateOf: "2"},
	{Operator: "y", Verdict: Unknown, Reason: BudgetStates},
	{Operator: "y", Verdict: Invalid, Reason: Overflow},
	{Operator: "y"},
}

func TestSummary(t *testing.T) {
	s := Summarise(counted)
	want := Summary{
		Duplicates: 2, Invalid: 1, Killed: 2, Mutants: 7, Unkillable: 1, Unknown: 2,
		Operators: map[string]OperatorSummary{
			"x": {Duplicates: 1, Killed: 2, Mutants: 3, Unkillable: 1},
			"y": {Duplicates: 1, Invalid: 1, Mutants: 4, Unknown: 2},
		},
		Reasons: map[string]int{Equivalent: 1, BudgetStates: 2, Overflow: 1},
	}
	if !reflect.DeepEqual(s, want) {
		t.Errorf("got %+v, want %+v", s, want)
	}
	s.Remove(&counted[3])
	s.Remove(&counted[5])
	want = Summary{
		Duplicates: 1, Killed: 2, Mutants: 5, Unkillable: 1, Unknown: 1,
		Operators: map[string]OperatorSummary{
			"x": {Duplicates: 1, Killed: 2, Mutants: 3, Unkillable: 1}, "y": {Mutants: 2, Unknown: 1},
		},
		Reasons: map[string]int{Equivalent: 1, BudgetStates: 1},
	}
	if !reflect.DeepEqual(s, want) {
		t.Errorf("after two are taken back: got %+v, want %+v", s, want)
	}
	var none Summary
	if none.Add(&counted[0]); none.Mutants != 1 || none.Operators["x"].Killed != 1 || none.Reasons != nil {
		t.Errorf("one mutant, counted from nothing: %+v", none)
	}
}

func TestChanges(t *testing.T) {
	span := Span{Line: 1, Column: 2, EndLine: 1, EndColumn: 3}
	one := Edit{Original: "a", Replacement: "b", Span: span}
	m := Mutant{Original: "a", Replacement: "b", Span: span}
	if got := m.Changes(); !reflect.DeepEqual(got, []Edit{one}) {
		t.Errorf("got %v", got)
	}
	for _, edits := range [][]Edit{{{Original: "c"}}, {{Original: "c"}, one}} {
		m.Edits = edits
		if got := m.Changes(); !reflect.DeepEqual(got, edits) {
			t.Errorf("got %v, want %v", got, edits)
		}
	}
}

func TestEncode(t *testing.T) {
	data, err := Encode(&Report{Model: Model{Text: "a < b & c > d"}, Format: FormatVersion})
	want := `{
  "engine": "",
  "format": 2,
  "model": {
    "formalism": "",
    "name": "",
    "text": "a < b & c > d"
  },
  "mutants": null,
  "settings": {
    "budget": {},
    "engine": "",
    "operators": null,
    "order": 0
  },
  "summary": {
    "duplicates": 0,
    "invalid": 0,
    "killed": 0,
    "mutants": 0,
    "operators": null,
    "unkillable": 0,
    "unknown": 0
  }
}
`
	if err != nil || string(data) != want {
		t.Errorf("got %s, %v", data, err)
	}
	if data, err := Encode(&Report{Domain: json.RawMessage("{")}); err == nil || data != nil {
		t.Errorf("half a domain: got %s, %v", data, err)
	}
}

func TestRaw(t *testing.T) {
	if got := Raw([]string{"<a>", "b&c"}); string(got) != `["<a>","b&c"]` {
		t.Errorf("got %s", got)
	}
	defer func() {
		if recover() == nil {
			t.Error("a function was marshalled")
		}
	}()
	Raw(func() {})
}

func TestEncodeSuite(t *testing.T) {
	data, err := EncodeSuite(&Suite{
		Complete: true, Domain: json.RawMessage(`{"a":1}`), Engine: "e", Formalism: "tfsm", Model: "m",
		Expected: [][]string{{"x", "<y>"}, {}}, Tests: [][][2]string{{{"a", "1/2"}, {"b", "7"}}, {}},
	})
	want := `{
  "complete": true,
  "domain": {
    "a": 1
  },
  "engine": "e",
  "expected": [
    ["x","<y>"],
    []
  ],
  "formalism": "tfsm",
  "model": "m",
  "tests": [
    [["a","1/2"],["b","7"]],
    []
  ]
}
`
	if err != nil || string(data) != want {
		t.Errorf("got %s, %v, want %s", data, err, want)
	}
	if data, err := EncodeSuite(&Suite{Domain: json.RawMessage("{")}); err == nil || data != nil {
		t.Errorf("half a domain: got %s, %v", data, err)
	}
}

// Lists of no elements and of one, and the first of two lists of one name.
func TestReplaceList(t *testing.T) {
	const text = `{"a": [], "b": [], "a": []}`
	for _, c := range []struct {
		list []int
		want string
	}{
		{nil, text},
		{[]int{5}, "{\"a\": [\n    5\n  ], \"b\": [], \"a\": []}"},
		{[]int{5, 6, 7}, "{\"a\": [\n    5,\n    6,\n    7\n  ], \"b\": [], \"a\": []}"},
	} {
		if got := replaceList([]byte(text), "a", c.list); string(got) != c.want {
			t.Errorf("%v: got %s, want %s", c.list, got, c.want)
		}
	}
}

func TestEncodeExtraSuite(t *testing.T) {
	s := ExtraSuite{
		Engine: "e", Expected: [][]string{{"0", "1"}}, ExtraStates: 1, Formalism: "tfsm", Longest: 2, Method: "H", Model: "m",
		States: 3, Steps: 2, Tests: json.RawMessage(`[["a", "b"], ["c"]]`),
	}
	const tail = `
  "engine": "e",
  "expected": [
    ["0","1"]
  ],
  "extraStates": 1,
  "formalism": "tfsm",
  "longest": 2,
  "method": "H",
  "model": "m",
  "states": 3,
  "steps": 2,
  "tests": [
    ["a","b"],
    ["c"]
  ]
}
`
	data, err := EncodeExtraSuite(&s)
	if want := "{\n  \"certified\": false," + tail; err != nil || string(data) != want {
		t.Errorf("got %s, %v, want %s", data, err, want)
	}
	s.Certified = true
	s.Certificate = &FoldCertificate{Basis: [][]string{{}, {"a"}}, Merge: [][]string{{"b", "a"}}, Extra: 1, States: []string{"p"}}
	data, err = EncodeExtraSuite(&s)
	want := `{
  "certificate": {
    "basis": [
    [],
    ["a"]
  ],
    "extra": 1,
    "merge": [
    ["b","a"]
  ],
    "states": [
      "p"
    ]
  },
  "certified": true,` + tail
	if err != nil || string(data) != want {
		t.Errorf("got %s, %v, want %s", data, err, want)
	}
	if len(s.Certificate.Basis) != 2 || len(s.Certificate.Merge) != 1 || len(s.Expected) != 1 {
		t.Errorf("the suite changed: %+v", s)
	}
	s.Tests = json.RawMessage(`{}`)
	if data, err := EncodeExtraSuite(&s); err == nil || data != nil {
		t.Errorf("tests that are no list: got %s, %v", data, err)
	}
}

func TestBudgetsInWords(t *testing.T) {
	for name, want := range map[string]string{
		"states": "stored states", "steps": "evaluated steps", "zones": "zones", "delays": "delays without a common divisor",
		"": "", "replay": "", "Zones": "",
	} {
		if got := BudgetUnit(name); got != want {
			t.Errorf("%q counts %q, want %q", name, got, want)
		}
	}
	want := []string{
		"replay", "states", "steps", "depth", "satCalls", "conflicts", "zones", "pairs", "arguments", "choices", "delays",
	}
	if got := OpenReasons(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
