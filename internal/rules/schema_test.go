package rules

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

var schemaFile = filepath.Join(root, "docs", "report.schema.json")

// A node is the part of a schema that the tests look at.
type node struct {
	Ref                  string          `json:"$ref"`
	AdditionalProperties json.RawMessage `json:"additionalProperties"`
	Defs                 map[string]node `json:"$defs"`
	Description          string          `json:"description"`
	Items                json.RawMessage `json:"items"`
	Properties           map[string]node `json:"properties"`
	Required             []string        `json:"required"`
	Type                 any             `json:"type"` // a name, or several
}

// TestSchemaIsInStep compares the schema with the Go types: the same properties, the same ones
// required, the same types, each described.
func TestSchemaIsInStep(t *testing.T) {
	data, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	var schema node
	if err := json.Unmarshal(data, &schema); err != nil {
		t.Fatal(err)
	}
	s := steps{t, schema.Defs, map[string]bool{}}
	s.object("report", schema, reflect.TypeFor[report.Report]())
	for name := range schema.Defs {
		if !s.seen[name] && !strings.Contains(string(data), `"#/$defs/`+name+`"`) {
			t.Errorf("$defs/%s is not used", name)
		}
	}
}

type steps struct {
	t    *testing.T
	defs map[string]node
	seen map[string]bool
}

func (s *steps) object(at string, n node, typ reflect.Type) {
	if string(n.AdditionalProperties) != "false" {
		s.t.Errorf("%s allows other properties", at)
	}
	var names, required []string
	for i := range typ.NumField() {
		f := typ.Field(i)
		name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" {
			continue // not written
		}
		names = append(names, name)
		if !strings.Contains(rest, "omitempty") {
			required = append(required, name)
		}
		p, ok := n.Properties[name]
		if !ok {
			s.t.Errorf("%s.%s is not in the schema", at, name)
			continue
		}
		s.value(at+"."+name, p, f.Type)
	}
	if !slices.Equal(required, n.Required) {
		s.t.Errorf("%s requires %v, want %v", at, n.Required, required)
	}
	for name := range n.Properties {
		if !slices.Contains(names, name) {
			s.t.Errorf("%s.%s is in the schema alone", at, name)
		}
	}
}

func (s *steps) value(at string, n node, typ reflect.Type) {
	if typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	if typ == reflect.TypeFor[json.RawMessage]() {
		if n.Description == "" { // its shape is the formalism's; reports of all of them are validated
			s.t.Errorf("%s is not described", at)
		}
		return
	}
	if name, ok := strings.CutPrefix(n.Ref, "#/$defs/"); ok {
		if n = s.defs[name]; !s.seen[name] {
			s.seen[name] = true
			defer func() { s.object(name, n, typ) }()
		}
		if typ.Kind() != reflect.Struct {
			s.t.Errorf("%s is a %s, not an object", at, typ)
		}
		return
	}
	kinds := map[reflect.Kind]string{
		reflect.Bool: "boolean", reflect.Float64: "number", reflect.Int: "integer", reflect.Map: "object",
		reflect.Slice: "array", reflect.String: "string", reflect.Uint64: "integer",
	}
	if n.Type != kinds[typ.Kind()] {
		s.t.Errorf("%s has type %v, want %q", at, n.Type, kinds[typ.Kind()])
	}
	if n.Description == "" && !strings.HasSuffix(at, "[]") {
		s.t.Errorf("%s is not described", at)
	}
	switch typ.Kind() {
	case reflect.Slice:
		var of node
		if err := json.Unmarshal(n.Items, &of); err != nil {
			s.t.Errorf("%s: %v", at, err)
		}
		s.value(at+"[]", of, typ.Elem())
	case reflect.Map:
		if typ.Elem() == reflect.TypeFor[json.RawMessage]() {
			s.details(at, n)
			return
		}
		var of node
		if err := json.Unmarshal(n.AdditionalProperties, &of); err != nil {
			s.t.Errorf("%s: %v", at, err)
		}
		s.value(at+"[]", of, typ.Elem())
	}
}

// details wants the properties to be those that the formalisms describe.
func (s *steps) details(at string, n node) {
	described := map[string]bool{}
	for _, f := range engine.Formalisms() {
		for _, d := range f.Details {
			described[d.Name] = true
			if p, ok := n.Properties[d.Name]; !ok || p.Description == "" {
				s.t.Errorf("%s.%s is not in the schema, or not described", at, d.Name)
			}
		}
	}
	for name := range n.Properties {
		if !described[name] {
			s.t.Errorf("%s.%s is in the schema alone", at, name)
		}
	}
	if string(n.AdditionalProperties) != "false" {
		s.t.Errorf("%s allows other properties", at)
	}
}

// TestReportsFollowTheSchema judges some mutants of every model of the gallery and some pairs, lists
// those of all operators, compares the model with itself, and validates what comes out.
func TestReportsFollowTheSchema(t *testing.T) {
	schema := compileSchema(t)
	reports := 0
	all := report.Settings{Operators: []string{"all"}, Sample: 8, Seed: 1}
	pairs := report.Settings{Order: 2, Sample: 4, Seed: 1}
	for _, d := range engine.Formalisms() {
		f, err := engine.Find(d.Name)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range d.Examples {
			file := source.NewFile(e.Name+d.Extensions[0], e.Text)
			m, diags := engine.Open(f, file)
			if m == nil {
				t.Errorf("example %s: %s", e.Name, diags.Text(file))
				continue
			}
			job := engine.Job{File: file, Formalism: f, Model: m, Settings: report.Settings{Sample: 8, Seed: 1}}
			for _, result := range []func() (*report.Report, error){
				func() (*report.Report, error) { return engine.Run(t.Context(), job, engine.Observer{}) },
				func() (*report.Report, error) { return engine.List(with(job, all)) },
				func() (*report.Report, error) { return engine.Run(t.Context(), with(job, pairs), engine.Observer{}) },
				func() (*report.Report, error) { return engine.Compare(t.Context(), job, m, e.Text) },
			} {
				r, err := result()
				if err != nil {
					t.Errorf("example %s: %v", e.Name, err)
					continue
				}
				validate(t, schema, e.Name, r)
				reports++
			}
		}
	}
	if reports == 0 {
		t.Error("no report was made: the gallery is empty")
	}
}

// Every reason of the schema is one that reports have, and the other way round.
func TestSchemaListsTheReasons(t *testing.T) {
	data, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Defs struct {
			Mutant struct {
				Properties struct{ Reason, Verdict struct{ Enum []string } }
			}
		} `json:"$defs"`
	}
	if err := json.Unmarshal(data, &schema); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string][2][]string{
		"reasons":  {schema.Defs.Mutant.Properties.Reason.Enum, append(report.OpenReasons(), report.Reasons...)},
		"verdicts": {schema.Defs.Mutant.Properties.Verdict.Enum, slices.Clone(report.Verdicts)},
	} {
		slices.Sort(c[0])
		slices.Sort(c[1])
		if !slices.Equal(c[0], c[1]) {
			t.Errorf("the schema lists the %s %v, want %v", name, c[0], c[1])
		}
	}
}

func with(job engine.Job, s report.Settings) engine.Job {
	job.Settings = s
	return job
}

func compileSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	schema, err := jsonschema.NewCompiler().Compile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func validate(t *testing.T, schema *jsonschema.Schema, name string, r *report.Report) {
	t.Helper()
	data, err := report.Encode(r)
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(value); err != nil {
		t.Errorf("report of %s: %v", name, err)
	}
}

// The schema refuses what is no report, and evidence in no formalism's shape.
func TestSchemaRefuses(t *testing.T) {
	schema := compileSchema(t)
	document := func(mutant, rest string) string {
		return `{"engine": "1", "format": 2, "model": {"formalism": "efsm", "name": "", "text": ""}, "mutants": [{"id": "m", "operator": "o",
			"original": "", "replacement": "", "span": {"column": 1, "endColumn": 1, "endLine": 1, "line": 1}` + mutant + `}],
			"settings": {"budget": {}, "engine": "auto", "operators": [], "order": 1},
			"summary": {"duplicates": 0, "invalid": 0, "killed": 0, "mutants": 1, "operators": {}, "unkillable": 0, "unknown": 0}` + rest + `}`
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(document(`, "details": {"weak": [["coin", 2]], "strong": null, "dataflow": true}`, "")))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(value); err != nil {
		t.Errorf("the report from which the others are made: %v", err)
	}
	for _, text := range []string{document(`, "details": {"weak": ["coin"]}`, ""), document(`, "details": {"dataflow": "yes"}`, ""), document(`, "details": {"other": 1}`, ""), document(`, "weak": null`, ""), document(`, "counterexample": {"trace": []}`, ""),
		document(`, "counterexample": {"expected": [], "got": [], "test": [["a", 7]]}`, ""), document(`, "verdict": "dead"`, ""),
		document(`, "details": {"semantics": {"pruned": "killed"}}`, ""), document("", `, "domain": {"complete": true}`), `{}`, `{"format": 2}`, `[]`, document(`, "verdict": "survived"`, ""), document(`, "reason": "loses-behaviour"`, ""), `{"format": 1, "engine": "1", "model": {}, "mutants": [], "settings": {}, "summary": {}}`} {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if schema.Validate(value) == nil {
			t.Errorf("the schema accepts %s", text)
		}
	}
}
