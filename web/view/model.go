package view

import (
	"slices"

	"github.com/hexops/vecty"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/web/store"
	"github.com/mutarium/mutarium/web/ui"
	"github.com/mutarium/mutarium/web/words"
)

// drawModelPane draws the editor and the drawer under it.
func drawModelPane(s *store.State) *vecty.HTML {
	return el(
		"div.column",
		css("--editor", itoa(s.Layout.Editor)),
		class(s.Layout.Folded, "folded"),
		class(s.Layout.Big && s.Layout.Drawer == "diagram" && !s.Layout.Folded, "big"),
		el("div.pane-head", memo(modelHeadOf(s), drawModelHead)),
		el("div.editor", at("id", "editor-box"), &Host{Name: "model"}),
		el("div.splitter.flat", at("role", "separator"), at("tabindex", "0"), at("aria-orientation", "horizontal"),
			aria("Height of the editor"), at("aria-valuenow", itoa(s.Layout.Editor)),
			at("aria-valuemin", "20"), at("aria-valuemax", "85"), at("data-split", "editor")),
		el("div.drawer-tabs", memo(drawerTabsOf(s), drawDrawerTabs)),
		el(
			"div.drawer",
			at("role", "tabpanel"),
			at("id", "drawer"),
			at("tabindex", "0"),
			aria(drawerTitles[s.Layout.Drawer]),
			drawDrawer(s),
		),
	)
}

// --- head ---------------------------------------------------------------------------------------

type modelHeadView struct {
	Facts  []report.Fact
	Name   string
	Errors int
	Formal *report.Formalism
	Known  bool
}

func modelHeadOf(s *store.State) modelHeadView {
	v := modelHeadView{Name: s.Work.Name, Formal: s.Formalism()}
	if s.Analysis != nil {
		v.Known, v.Facts, v.Errors = true, s.Analysis.Facts, count(s.Analysis.Diagnostics, "error")
	}
	return v
}

func count(list []report.Diagnostic, severity string) int {
	n := 0
	for _, d := range list {
		if d.Severity == severity {
			n++
		}
	}
	return n
}

func drawModelHead(v modelHeadView) *vecty.HTML {
	name := v.Name
	if name == "" {
		name = words.T("untitled")
	}
	return el("div.row",
		el("h2", at("title", name), ui.Text(name)),
		drawModelState(v),
		el("span.space"),
		ui.When(v.Formal != nil, func() *vecty.HTML {
			return linkTo(docs+"language-"+v.Formal.Name+".html", ui.Say("Language"), testid("language"),
				tip("The language on one page: {formalism}", words.Engine(v.Formal.Title)))
		}),
		iconButton("format", "Format the model", "format", "", testid("format")),
		iconButton("open", "Open a file", "open-file", "", testid("open-file")),
		iconButton("save", "Save the model as a file", "download", "model"),
		iconButton("history", "History", "dialog", "history", testid("history")),
	)
}

func drawModelState(v modelHeadView) *vecty.HTML {
	switch {
	case !v.Known:
		return el("span.state")
	case v.Errors > 0:
		return el("button.state.bad", at("type", "button"), do("drawer", "problems"), testid("model-state"),
			glyph("error"), ui.Text(words.N(v.Errors, "1 error", "{n} errors")))
	}
	return el("span.state.good", testid("model-state"), at("title", facts(v.Facts)), glyph("killed"), ui.Say("valid"))
}

func facts(list []report.Fact) string {
	s := ""
	for i, f := range list {
		if i > 0 {
			s += " · "
		}
		s += words.Engine(f.Label) + ": " + words.Engine(f.Value)
	}
	return s
}

// --- drawer -------------------------------------------------------------------------------------

type drawerTabsView struct {
	Known    bool
	Expected int
	Folded   bool
	Open     string
	Problems int
	Selected int
}

func drawerTabsOf(s *store.State) drawerTabsView {
	v := drawerTabsView{
		Open:     s.Layout.Drawer,
		Folded:   s.Layout.Folded,
		Selected: len(s.SelectedOperators()),
		Expected: s.Expected(),
	}
	if s.Analysis != nil {
		v.Problems, v.Known = len(s.Analysis.Diagnostics), s.Analysis.Valid
	}
	return v
}

// says how many mutants a run would make, once the model is known.
func (v drawerTabsView) says() string {
	if !v.Known {
		return ""
	}
	return mutants(v.Expected)
}

// drawerTitles name the drawers.
var drawerTitles = map[string]words.Key{
	"diagram": "Diagram", "operators": "Operators", "settings": "Settings", "problems": "Problems",
}

func drawDrawerTabs(v drawerTabsView) *vecty.HTML {
	tab := func(name, badge string) *vecty.HTML {
		on := v.Open == name && !v.Folded
		return el(
			"button.tab",
			at("type", "button"),
			at("role", "tab"),
			at("aria-selected", flag(on)),
			at("aria-controls", "drawer"),
			do("drawer", name),
			testid("drawer-"+name),
			ui.Say(drawerTitles[name]),
			ui.When(badge != "", func() *vecty.HTML { return el("span.badge", ui.Text(badge)) }),
		)
	}
	problems := ""
	if v.Problems > 0 {
		problems = words.Int(v.Problems)
	}
	icon, label := "down", words.Key("Collapse")
	if v.Folded {
		icon, label = "up", "Unfold"
	}
	return el("div.row",
		el(
			"div.tabs",
			at("role", "tablist"),
			aria("Under the editor"),
			tab("diagram", ""),
			tab("operators", itoa(v.Selected)),
			tab("settings", ""),
			tab("problems", problems),
		),
		el("span.space"),
		el("span.hint", testid("expected"), ui.Text(v.says())),
		iconButton(icon, label, "fold", "", at("aria-expanded", flag(!v.Folded))),
	)
}

func drawDrawer(s *store.State) kid {
	if s.Layout.Folded {
		return el("div")
	}
	switch s.Layout.Drawer {
	case "settings":
		return el("div.s", memo(settingsOf(s), drawSettings))
	case "diagram":
		return el("div.g", memo(diagramOf(s), drawDiagram))
	case "problems":
		return el("div.p", memo(problemsOf(s), drawProblems))
	}
	return el("div.o", memo(operatorsOf(s), drawOperators))
}

// --- operators ----------------------------------------------------------------------------------

type operatorsView struct {
	Counts   map[string]int
	Formal   *report.Formalism
	Known    bool
	Selected []string
}

func operatorsOf(s *store.State) operatorsView {
	v := operatorsView{Formal: s.Formalism(), Selected: s.SelectedOperators()}
	if s.Analysis != nil {
		v.Counts, v.Known = s.Analysis.Counts, s.Analysis.Valid
	}
	return v
}

func drawOperators(v operatorsView) *vecty.HTML {
	if v.Formal == nil {
		return el("p.empty", ui.Say("The operators appear once the engine has loaded and the language is known."))
	}
	all := len(v.Formal.Operators)
	return el("div",
		el("div.row.presets",
			el("span.hint", ui.Say("{selected} of {all}", itoa(len(v.Selected)), itoa(all))),
			el("span.space"),
			button(".small", "Paper", "ops", "paper", testid("ops-paper"), tip("Only the operators of the paper")),
			button(".small", "All", "ops", "all", testid("ops-all")),
			button(".small", "None", "ops", "none", testid("ops-none")),
		),
		el("ul.operators", ui.List(v.Formal.Operators, func(_ int, op report.Operator) *vecty.HTML {
			return drawOperator(op, slices.Contains(v.Selected, op.Name), v.Known, v.Counts[op.Name])
		})),
	)
}

func drawOperator(op report.Operator, on, known bool, n int) *vecty.HTML {
	figure := "–"
	if known {
		figure = words.Int(n)
	}
	return el("li.operator", class(on, "on"),
		el("label",
			el("input", prop("type", "checkbox"), prop("checked", on), put("op", op.Name), testid("op-"+op.Name),
				at("aria-label", capital(words.Engine(op.Title))), at("aria-describedby", "about-"+op.Name)),
			el(
				"span.what",
				el(
					"span.title",
					toldAs(op.Title, capital),
					ui.When(op.Paper, func() *vecty.HTML { return el("span.tag", ui.Say("paper")) }),
				),
				el("span.summary", at("id", "about-"+op.Name), ui.Told(op.Summary)),
				el(
					"span.example",
					at("title", op.Source),
					el("del", ui.Text(op.Before)),
					el("span.arrow", ui.Text("→")),
					el("ins", ui.Text(op.After)),
				),
			),
			el("span.figure", at("title", mutants(n)), ui.Text(figure)),
		))
}

// --- problems -----------------------------------------------------------------------------------

func problemsOf(s *store.State) []report.Diagnostic {
	if s.Analysis == nil {
		return nil
	}
	return s.Analysis.Diagnostics
}

func drawProblems(all []report.Diagnostic) *vecty.HTML {
	if len(all) == 0 {
		return el("p.empty", ui.Say("No problems found."))
	}
	const most = 60
	shown := all[:min(len(all), most)]
	return el(
		"div",
		el(
			"ul.problems",
			testid("problems"),
			ui.List(shown, func(_ int, d report.Diagnostic) *vecty.HTML { return drawProblem(d, "goto") }),
		),
		ui.When(len(all) > most, func() *vecty.HTML {
			return el("p.hint", ui.Say("and {n} more", words.Int(len(all)-most)))
		}),
	)
}

// severities are read out before a problem.
var severities = map[string]words.Key{"error": "error:", "warning": "warning:", "info": "hint:"}

func drawProblem(d report.Diagnostic, act string) *vecty.HTML {
	icon := map[string]string{"error": "error", "warning": "warn"}[d.Severity]
	if icon == "" {
		icon = "info"
	}
	return el("li.problem."+d.Severity,
		el("button", at("type", "button"), do(act, itoa(d.Span.Line)+":"+itoa(d.Span.Column)),
			glyph(icon),
			el("span.says",
				el("span", el("span.visually-hidden", ui.Say(severities[d.Severity]), ui.Text(" ")), ui.Told(d.Message)),
				ui.When(d.Hint != "", func() *vecty.HTML { return el("span.hint", ui.Told(d.Hint)) }),
				ui.List(d.Notes, func(_ int, n report.Note) *vecty.HTML {
					return el("span.hint", ui.Say("line {line}:", itoa(n.Span.Line)), ui.Text(" "), ui.Told(n.Message))
				}),
			),
			el("span.where", ui.Text(itoa(d.Span.Line)+":"+itoa(d.Span.Column))),
		))
}
