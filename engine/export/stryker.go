package export

import (
	"encoding/json"

	"github.com/mutarium/mutarium/engine/report"
)

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
