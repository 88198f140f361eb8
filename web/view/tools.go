package view

import (
	"maps"
	"slices"

	"github.com/hexops/vecty"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/web/store"
	"github.com/mutarium/mutarium/web/ui"
	"github.com/mutarium/mutarium/web/words"
)

type toolsView struct {
	First   []string // the tools that the model wants first
	Formal  *report.Formalism
	IDs     map[string]bool // of mutants of the list
	Inputs  map[string]string
	Mutants []choice
	Ready   bool
	Tool    *report.Tool
	Tools   store.Tools
	Steps   map[string]int
	Sorts   map[string]store.Sorting
	Drawn   int // layouts that have come in
	Cells   map[string]store.MatrixView
}

func toolsOf(s *store.State) toolsView {
	if s.Layout.Detail != "tools" {
		return toolsView{}
	}
	v := toolsView{
		Formal: s.Formalism(),
		Tool:   s.Tool(),
		Inputs: s.ToolInputs(),
		Tools:  s.Tools,
		Drawn:  len(s.Tools.Layouts),
		Ready:  s.Engine.Phase == store.Ready,
	}
	if s.Analysis != nil {
		v.First = s.Analysis.Tools
	}
	// Copies: the store changes its maps in place, and a Memo compares with what was drawn.
	v.Steps, v.Sorts = map[string]int{}, map[string]store.Sorting{}
	for i, sec := range s.Tools.Sections {
		for j, b := range sec.Blocks {
			if b.Walk != nil {
				_, v.Steps[store.Place(i, j)] = s.StepOf(store.Place(i, j))
			}
		}
	}
	for k, n := range s.Tools.Sorts {
		v.Sorts[k] = n
	}
	v.Cells = maps.Clone(s.Tools.Matrices)
	v.Tools.Inputs, v.Tools.Matrices, v.Tools.IDs = nil, nil, nil
	if !s.Stale() {
		v.IDs = s.Tools.IDs
	}
	if v.Tool != nil && wantsMutant(v.Tool) {
		for _, i := range s.Order() {
			m := s.Run.Rows.At(i)
			v.Mutants = append(v.Mutants, choice{m.ID, m.ID + " · " + outcome(m)})
			if len(v.Mutants) >= 300 {
				break
			}
		}
	}
	return v
}

func wantsMutant(t *report.Tool) bool {
	for _, o := range t.Inputs {
		if o.Kind == "mutant" {
			return true
		}
	}
	return false
}

func drawTools(v toolsView) *vecty.HTML {
	if v.Formal == nil || len(v.Formal.Tools) == 0 {
		return el("div.padded", el("p.empty", ui.Say("This formalism has no further tools.")))
	}
	return el(
		"div.padded",
		el("label.field", el("span.title", ui.Say("Tool")),
			selectTool(v)),
		ui.When(v.Tool != nil, func() *vecty.HTML { return drawTool(v) }),
		el(
			"div.results",
			testid("sections"),
			ui.List(sectionsOf(v.Tools), func(i int, s report.Section) *vecty.HTML { return drawSection(v, i, s) }),
		),
	)
}

// sectionsOf gives what the open tool computed.
func sectionsOf(t store.Tools) []report.Section {
	if t.Ran != t.Open {
		return nil
	}
	return t.Sections
}

func selectTool(v toolsView) *vecty.HTML {
	var choices []choice
	first := 0
	for _, t := range v.Formal.Tools {
		at := len(choices)
		if slices.Contains(v.First, t.Name) { // the formalism lists them in this order
			at, first = first, first+1
		}
		choices = slices.Insert(choices, at, choice{t.Name, words.Engine(t.Title)})
	}
	return selectOf(choices, v.Tools.Open, put("tool", ""), testid("tool"))
}

func drawTool(v toolsView) *vecty.HTML {
	t := v.Tools
	return el("div.tool", at("data-tool", stateOf(t)), testid("tool-state"),
		el("p.hint", termed(v.Tool.Summary)),
		el("div.inputs", ui.List(v.Tool.Inputs, func(i int, o report.Option) *vecty.HTML {
			drawn := drawOption(o, v.Inputs[o.Name], "input", o.Name, v.Mutants)
			if o.Kind == "file" && i > 0 { // most do without
				return el("details.whole", el("summary", ui.Told(o.Title)), drawn)
			}
			return drawn
		})),
		el("div.row",
			ui.When(!t.Busy, func() *vecty.HTML {
				return button(".primary.small", "Compute", "run-tool", "", testid("run-tool"), prop("disabled", !v.Ready))
			}),
			ui.When(t.Busy, func() *vecty.HTML { return button(".small", "Stop", "stop-tool", "", testid("stop-tool")) }),
			el("span.hint", at("role", "status"), ui.Text(toolSays(t)))),
		ui.When(t.Trouble != "", func() *vecty.HTML {
			return el("p.remark.bad", testid("tool-trouble"), glyph("error"), el("span", ui.Told(t.Trouble)))
		}),
		ui.When(t.Stale && t.Ran == t.Open && len(t.Sections) > 0, func() *vecty.HTML {
			return el("p.remark.warn", glyph("info"), el("span", ui.Say("The model changed since this was computed.")))
		}),
	)
}

func stateOf(t store.Tools) string {
	switch {
	case t.Busy:
		return "busy"
	case t.Trouble != "":
		return "failed"
	case len(t.Sections) > 0 && t.Ran == t.Open:
		return "done"
	}
	return "idle"
}

func toolSays(t store.Tools) string {
	switch {
	case !t.Busy:
		return t.Message
	case t.Total > 0 && t.Message != "":
		return words.T("{what}: {done} of {total}", words.Engine(t.Message), words.Int(t.Done), words.Int(t.Total))
	case t.Total > 0:
		return words.T("{done} of {total}", words.Int(t.Done), words.Int(t.Total))
	case t.Message != "":
		return words.Engine(t.Message)
	}
	return words.T("Computing…")
}

func drawSection(v toolsView, i int, s report.Section) *vecty.HTML {
	return el("section.block-section",
		ui.When(s.Title != "", func() *vecty.HTML { return el("h3", linked(s.Title, v.IDs)) }),
		ui.List(s.Blocks, func(j int, b report.Block) *vecty.HTML { return drawBlock(v, store.Place(i, j), b) }))
}
