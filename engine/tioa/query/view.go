package query

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/model/trace"
)

// What people see of answers and traces: sections with walks, timelines and tables; and the JSON of
// the command line.

// Section shows an answer.
func (a *Answer) Section(m *model.Model) report.Section {
	s := report.Section{Title: a.Query.Text}
	text, tone := "It holds.", "good"
	switch {
	case a.Component != "":
		code := &report.Code{File: "component.xta", Language: "timed", Text: a.Component}
		s.Blocks = append(s.Blocks, report.Block{Code: code})
		return s
	case a.Unknown:
		text, tone = "Not decided.", "warn"
	case !a.Holds:
		text, tone = "It does not hold.", "bad"
	}
	s.Blocks = append(s.Blocks, report.Block{Text: text, Tone: tone})
	for _, r := range a.Reasons {
		s.Blocks = append(s.Blocks, report.Block{Text: sentence(r.Text), Tone: tone})
	}
	for _, n := range a.Notes {
		s.Blocks = append(s.Blocks, report.Block{Text: sentence(n)})
	}
	if a.Trace != nil && len(a.Trace.Steps) > 0 {
		s.Blocks = append(s.Blocks, report.Block{Timeline: a.Trace.Timeline()}, report.Block{Walk: a.Trace.Walk(m.Span)})
	}
	if len(a.Cut) > 0 {
		s.Blocks = append(s.Blocks, report.Block{Table: cutTable(a.Cut)})
	}
	if a.Strategy != nil {
		s.Blocks = append(s.Blocks, report.Block{Table: a.Strategy.Table()})
	}
	if a.Zones > 0 {
		s.Blocks = append(s.Blocks, report.Block{Facts: []report.Fact{{Label: "zones", Value: fmt.Sprint(a.Zones)}}})
	}
	return s
}

// sentence begins with a capital letter unless it begins with a name, and ends with a full stop.
func sentence(s string) string {
	if s == "" || strings.HasSuffix(s, ".") {
		return s
	}
	return s + "."
}

func cutTable(cuts []Cut) *report.Table {
	t := &report.Table{Caption: "What pruning cuts off: from here the component gets stuck",
		Columns: []string{"location", "good states", "cut off"}}
	for _, c := range cuts {
		t.Rows = append(t.Rows, []string{c.Location, c.Good, c.Lost})
	}
	return t
}

// AnswerJSON is an answer as the command line prints it. Fields stand in the order of their names.
type AnswerJSON struct {
	Component      string          `json:"component,omitempty"`
	Counterexample *trace.JSON     `json:"counterexample,omitempty"`
	Holds          bool            `json:"holds"`
	Notes          []string        `json:"notes,omitempty"`
	Pruned         []Cut           `json:"pruned,omitempty"`
	Query          string          `json:"query"`
	Reason         string          `json:"reason,omitempty"`
	Reasons        []ReasonJSON    `json:"reasons,omitempty"`
	Strategy       json.RawMessage `json:"strategy,omitempty"`
	Unknown        bool            `json:"unknown,omitempty"`
	Witness        *trace.JSON     `json:"witness,omitempty"`
	Zones          int             `json:"zones,omitempty"`
}

// ReasonJSON is a reason.
type ReasonJSON struct {
	Code   string `json:"code"`
	System string `json:"system,omitempty"`
	Text   string `json:"text"`
}

// JSON gives the answer's JSON value.
func (a *Answer) JSON() AnswerJSON {
	j := AnswerJSON{Component: a.Component, Holds: a.Holds, Notes: a.Notes, Pruned: a.Cut,
		Query: a.Query.Text, Unknown: a.Unknown, Zones: a.Zones}
	for i, r := range a.Reasons {
		if i == 0 {
			j.Reason = r.Code
		}
		j.Reasons = append(j.Reasons, ReasonJSON{r.Code, r.System, r.Text})
	}
	if a.Strategy != nil {
		j.Strategy = report.Raw(a.Strategy.JSON())
	}
	if a.Trace == nil {
		return j
	}
	if a.Query.Kind == model.Reachability {
		j.Witness = a.Trace.JSON()
	} else {
		j.Counterexample = a.Trace.JSON()
	}
	return j
}

// QuerySections answers queries and shows the answers; the diagnostics speak of the query text.
func QuerySections(
	ctx context.Context, m *model.Model, r Reading, queries *source.File,
) ([]report.Section, source.Diagnostics) {
	answers, d := NewSession(m, r).Ask(ctx, queries)
	if d.HasErrors() {
		return nil, d
	}
	var all []report.Section
	for _, a := range answers {
		all = append(all, a.Section(m))
	}
	return all, d
}
