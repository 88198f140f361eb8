package store

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
)

// download hands over a file.
func (s *Store) download(what string) {
	kind, at, _ := strings.Cut(what, ":")
	if kind == "code" || kind == "table" || kind == "graph" {
		s.deliverPart(kind, at)
		return
	}
	base := strings.TrimSuffix(s.Work.Name, extension(s.Work.Name))
	if base == "" {
		base = "model"
	}
	if what == "model" {
		s.do(Deliver{Name: base + s.extension(), Text: s.Work.Text, Type: "text/plain"})
		return
	}
	r := s.Report()
	if r == nil {
		s.say("warn", "Nothing to save yet: run first.")
		return
	}
	if s.Run.Mixed && what == "report" {
		s.say("warn", "Some mutants were judged again with other settings. A report holds one run: run again, then save it.")
		return
	}
	switch what {
	case "report":
		data, err := report.Encode(r)
		if err != nil {
			s.say("bad", "The report cannot be written: "+err.Error())
			return
		}
		s.do(Deliver{Name: base + ".report.json", Text: string(data), Type: "application/json"})
	case "csv":
		s.do(Deliver{Name: base + ".mutants.csv", Text: MutantsCSV(r), Type: "text/csv"})
	case "stryker":
		s.do(Deliver{Name: base + ".mutation.json", Text: Stryker(r), Type: "application/json"})
	}
}

func extension(name string) string {
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		return name[i:]
	}
	return ""
}

func (s *State) extension() string {
	if e := extension(s.Work.Name); e != "" {
		return e
	}
	if f := s.Formalism(); f != nil {
		return first(f.Extensions)
	}
	return ".txt"
}

// MutantsCSV is the list of mutants as a table for spreadsheets.
func MutantsCSV(r *report.Report) string {
	rows := [][]string{{
		"id", "operator", "line", "column", "original", "replacement", "verdict", "reason", "strength", "length",
	}}
	for i := range r.Mutants {
		m := &r.Mutants[i]
		steps := ""
		if m.Length != nil {
			steps = strconv.Itoa(*m.Length)
		}
		rows = append(rows, []string{
			m.ID, m.Operator, strconv.Itoa(m.Span.Line), strconv.Itoa(m.Span.Column), m.Original, m.Replacement,
			m.Verdict, m.Reason, m.Strength, steps,
		})
	}
	return CSV(rows)
}

// strykerStatus translates verdicts to the words of the mutation testing report schema of Stryker.
// An unknown is no timeout: that schema counts timeouts as detected, so it is Pending there.
var strykerStatus = map[string]string{
	report.Killed: "Killed", report.Unkillable: "Ignored", report.Unknown: "Pending", report.Invalid: "CompileError",
}

type (
	strykerReport struct {
		Files         map[string]strykerFile `json:"files"`
		SchemaVersion string                 `json:"schemaVersion"`
		Thresholds    map[string]int         `json:"thresholds"`
	}
	strykerFile struct {
		Language string          `json:"language"`
		Mutants  []strykerMutant `json:"mutants"`
		Source   string          `json:"source"`
	}
	strykerMutant struct {
		ID           string                  `json:"id"`
		Location     map[string]strykerPlace `json:"location"`
		MutatorName  string                  `json:"mutatorName"`
		Replacement  string                  `json:"replacement"`
		Status       string                  `json:"status"`
		StatusReason string                  `json:"statusReason,omitempty"`
	}
	strykerPlace struct {
		Column int `json:"column"`
		Line   int `json:"line"`
	}
)

// Stryker writes a report in the mutation testing report schema, so that its viewers open it.
func Stryker(r *report.Report) string {
	name := r.Model.Name
	if name == "" || name == "." {
		name = "model"
	}
	f := strykerFile{Language: r.Model.Formalism, Source: r.Model.Text, Mutants: []strykerMutant{}}
	for i := range r.Mutants {
		m := &r.Mutants[i]
		f.Mutants = append(f.Mutants, strykerMutant{
			ID: m.ID, MutatorName: m.Operator, Replacement: m.Replacement,
			Status: strykerStatus[m.Verdict], StatusReason: m.Reason,
			Location: map[string]strykerPlace{
				"start": {Line: m.Span.Line, Column: m.Span.Column},
				"end":   {Line: m.Span.EndLine, Column: m.Span.EndColumn},
			},
		})
	}
	data, err := json.MarshalIndent(strykerReport{
		Files: map[string]strykerFile{name: f}, SchemaVersion: "2", Thresholds: map[string]int{"high": 80, "low": 60},
	}, "", "  ")
	if err != nil {
		return ""
	}
	return string(data) + "\n"
}
