package view

import (
	"github.com/hexops/vecty"

	"github.com/mutarium/mutarium/engine/draw"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/web/store"
	"github.com/mutarium/mutarium/web/ui"
	"github.com/mutarium/mutarium/web/words"
)

// diagramView is what the diagram of the model depends on. The state is only asked when one of the other fields has
// changed.
type diagramView struct {
	Ask     *store.State
	As      string
	Big     bool
	Drawn   *report.Diagram
	Errors  bool // in the text, and nothing was drawn yet
	Marks   draw.Marks
	Old     bool
	Picked  string
	Places  *draw.Places
	Show    string
	Trouble string
	With    string
}

func diagramOf(s *store.State) diagramView {
	d := &s.Diagram
	v := diagramView{Ask: s, As: d.As, Big: s.Layout.Big, Drawn: d.Drawn, Marks: s.DiagramMarks(), Old: s.OldDiagram(),
		Picked: d.Picked, Places: d.Places, Show: d.Show, Trouble: d.Trouble, With: d.With}
	v.Errors = d.Drawn == nil && s.Analysis != nil && !s.Analysis.Valid
	return v
}

func drawDiagram(v diagramView) *vecty.HTML {
	switch {
	case v.Drawn == nil && v.Trouble != "":
		return el("p.empty", ui.Say("There is no diagram: {why}.", words.Engine(v.Trouble)))
	case v.Errors:
		return el("p.empty", ui.Say("The diagram appears once the errors in the model are fixed."))
	case v.Drawn == nil:
		return el("p.empty", ui.Say("The diagram of the model appears here."))
	}
	says := ui.Text(v.Ask.DiagramSays())
	switch {
	case v.Ask.DiagramSays() != "":
	case v.Drawn.Note != "":
		says = ui.Told(v.Drawn.Note)
	default:
		says = ui.Say("Press a state or a transition to go to its text.")
	}
	return el("div.diagram", testid("diagram"), at("data-with", v.With), at("data-old", flag(v.Old)), class(v.Old, "old"),
		drawDiagramBar(v),
		ui.When(v.Old, func() *vecty.HTML {
			return el("p.remark.warn", testid("diagram-old"), glyph("warn"),
				el("span", ui.Say("This is the last diagram without errors in the model.")))
		}),
		ui.When(v.Trouble != "", func() *vecty.HTML {
			return el("p.remark.warn", glyph("warn"), el("span", toldAs(v.Trouble, sentence)))
		}),
		drawDiagramBody(v),
		el("p.hint.says", at("role", "status"), testid("diagram-says"), says),
	)
}

// drawDiagramBar has the views, the sides, the forms, and what can be done with the picture.
func drawDiagramBar(v diagramView) *vecty.HTML {
	choice := func(group, now string) func(value string, label words.Key) *vecty.HTML {
		return func(value string, label words.Key) *vecty.HTML {
			return button(".small", label, group, value, at("aria-pressed", flag(now == value)), testid(group+"-"+value))
		}
	}
	show, as := choice("draw-show", v.Show), choice("draw-as", v.As)
	return el("div.row.diagram-bar",
		ui.When(len(v.Drawn.Views) > 1, func() *vecty.HTML {
			return el("select", put("draw-view", ""), aria("What is drawn"), testid("draw-view"),
				ui.List(v.Drawn.Views, func(_ int, w report.GraphView) *vecty.HTML {
					return el("option", prop("value", w.Name), prop("selected", w.Name == v.Drawn.View), ui.Told(w.Title))
				}))
		}),
		ui.When(v.With != "", func() *vecty.HTML {
			return el("div.segments", at("role", "group"), aria("Which machine"), show("", "Both"),
				show("original", "Original"), show("mutant", "Mutant"))
		}),
		el("div.segments", at("role", "group"), aria("Form"), as("", "Picture"), as("table", "Table"),
			as("words", "Words")),
		ui.When(v.As != "", func() *vecty.HTML { return el("span.space") }),
		ui.When(v.As != "", func() *vecty.HTML { return drawEnlarge(v.Big) }),
	)
}

func drawEnlarge(big bool) *vecty.HTML {
	if big {
		return iconButton("down", "Show the text again", "enlarge", "", testid("enlarge"), at("aria-pressed", "true"))
	}
	return iconButton("up", "Diagram instead of the text", "enlarge", "", testid("enlarge"), at("aria-pressed", "false"))
}

func drawDiagramBody(v diagramView) *vecty.HTML {
	g := v.Ask.DiagramGraph()
	switch {
	case v.As == "table":
		return drawDiagramTable(v, g)
	case v.As == "words":
		return drawDiagramWords(v, g)
	case len(g.Nodes) > store.MaxGraph:
		return el("p.empty",
			ui.Say("{n} nodes are too many to draw: choose another view, or the table.", words.Int(len(g.Nodes))))
	case v.Places == nil:
		return el("div.canvas.model", at("aria-busy", "true"))
	}
	scene := draw.NewScene(g)
	svg := scene.Picture(v.Places.Keep(scene, true), v.Marks)
	return el("div.drawn",
		el("div.canvas.model", at("tabindex", "0"), at("role", "application"), at("data-canvas", "diagram"),
			aria("{picture}. Arrow keys go to what is next, Enter goes to the text, Home to the initial node; F fits.",
				words.Engine(scene.Says())),
			vecty.Markup(vecty.UnsafeHTML(svg))),
		el("div.strip",
			drawEnlarge(v.Big),
			iconButton("plus", "Zoom in", "zoom-in", "diagram"), iconButton("minus", "Zoom out", "zoom-out", "diagram"),
			iconButton("fit", "Fit (F)", "zoom-fit", "diagram"), iconButton("again", "Lay out again", "tidy", ""),
			button(".quiet", "SVG", "download", "diagram:svg", tip("Save as SVG"), testid("diagram-svg")),
			button(".quiet", "PNG", "download", "diagram:png", tip("Save as PNG"), testid("diagram-png"))),
	)
}

// drawDiagramTable has a row for each transition.
func drawDiagramTable(v diagramView, g *report.Graph) *vecty.HTML {
	rows := g.Edges[:min(len(g.Edges), mostRows)]
	label := map[string]string{}
	for i := range g.Nodes {
		label[g.Nodes[i].ID] = store.NodeSays(&g.Nodes[i])
	}
	return el("div.scroll.model", testid("diagram-table"), at("tabindex", "0"), at("role", "group"),
		aria("Transitions"),
		el("table",
			el("thead", el("tr", column("From"), column("Transition"), column("To"),
				ui.When(v.With != "", func() *vecty.HTML { return column("Mutant") }))),
			el("tbody", ui.List(rows, func(_ int, e report.GraphEdge) *vecty.HTML {
				return el("tr", class(e.ID == v.Picked, "picked"), el("td", ui.Text(label[e.From])),
					el("td.long", el("button.link", at("type", "button"), do("pick", e.ID), ui.Text(labelOr(e)))),
					el("td", ui.Text(label[e.To])),
					ui.When(v.With != "", func() *vecty.HTML { return el("td", ui.Told(e.Side)) }))
			}))))
}

func column(title words.Key) *vecty.HTML { return el("th", at("scope", "col"), ui.Say(title)) }

// labelOr is what an edge says, or that it leads on.
func labelOr(e report.GraphEdge) string {
	if e.Label == "" {
		return words.T("then")
	}
	return short(e.Label, 200)
}

// drawDiagramWords has a sentence for each node and each transition.
func drawDiagramWords(v diagramView, g *report.Graph) *vecty.HTML {
	nodes, edges := g.Nodes[:min(len(g.Nodes), mostRows)], g.Edges[:min(len(g.Edges), mostRows)]
	return el("div.words.model", testid("diagram-words"), at("tabindex", "0"), at("role", "group"),
		aria("The diagram in words"),
		el("p", ui.Say("Nodes:")),
		el("ul", ui.List(nodes, func(i int, _ report.GraphNode) *vecty.HTML {
			return el("li", ui.Text(sentence(store.NodeSays(&nodes[i]))))
		})),
		el("p", ui.Say("Transitions:")),
		el("ul", ui.List(edges, func(i int, _ report.GraphEdge) *vecty.HTML {
			return el("li", ui.Text(sentence(v.Ask.EdgeSays(&edges[i]))))
		})))
}
