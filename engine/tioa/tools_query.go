package tioa

import (
	"context"
	"fmt"
	"strings"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/tioa/model"
	"github.com/mutarium/mutarium/engine/tioa/query"
)

// The tools of this part: queries and conversions.

// QueryTool answers queries in Ecdar's language.
var QueryTool = report.Tool{
	Name: "query", Title: "Queries",
	Summary: "Refinement, consistency, determinism, implementation, pruning and reachability of components and their " +
		"compositions, with timed counterexamples",
	Inputs: []report.Option{
		{Name: "query", Kind: "text", Title: "Query",
			Summary: "For example 'refinement: A || B <= C'; separate several with ';'; empty: those that came with the " +
				"model, or the consistency of every component"},
		{Name: "reading", Kind: "choice", Title: "Refinement", Default: "ecdar", Choices: []string{"ecdar", "pruned"},
			Summary: "As the Ecdar engines have it, or with inconsistent states cut off both sides first, as the theory has it"},
		{Name: "strategy", Kind: "flag", Title: "Strategy", Default: "false",
			Summary: "Show the spoiler's strategy with a counterexample"},
		{Name: "as-written", Kind: "flag", Title: "As written", Default: "false",
			Summary: "Components refuse inputs that they do not mention; the engines let them be ignored"},
	},
}

// ConvertTool writes the model in other notations.
var ConvertTool = report.Tool{
	Name: "convert", Title: "Convert", Summary: "The model as UPPAAL text, UPPAAL XML and Ecdar components, to take away",
}

// RunQueryTool runs QueryTool; zones is the budget of each search, 0 the default. Its error is bad input.
func RunQueryTool(ctx context.Context, m *model.Model, zones int, inputs map[string]string) ([]report.Section, error) {
	r := query.Reading{Limit: zones, PruneFirst: inputs["reading"] == "pruned", Strategy: inputs["strategy"] == "true",
		AsWritten: inputs["as-written"] == "true"}
	text := inputs["query"]
	if strings.TrimSpace(text) == "" {
		text, _ = m.OwnQueries()
		if text == "" {
			text = m.Consistencies()
		}
	}
	f := source.NewFile("query", text)
	sections, d := query.QuerySections(ctx, m, r, f)
	if d.HasErrors() {
		return nil, fmt.Errorf("%s", strings.TrimSpace(d.Text(f)))
	}
	return sections, nil
}

// RunConvertTool runs ConvertTool.
func RunConvertTool(m *model.Model) []report.Section {
	code := func(title, file, language, text string) report.Section {
		return report.Section{Title: title, Blocks: []report.Block{{Code: &report.Code{File: file, Language: language,
			Text: text}}}}
	}
	all := []report.Section{code("UPPAAL text", "model.xta", "timed", m.PrintXTA()), code("UPPAAL XML", "model.xml",
		"xml", m.PrintXML())}
	for _, f := range m.Project() {
		all = append(all, code("Ecdar: "+f.Name, f.Name, "json", f.Text))
	}
	return all
}
