package view

import (
	"strings"

	"github.com/hexops/vecty"

	"github.com/mutarium/mutarium/engine/draw"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/web/store"
	"github.com/mutarium/mutarium/web/ui"
	"github.com/mutarium/mutarium/web/words"
)

// mostRows is how many rows of a table are drawn; all of them are in the file.
const mostRows = 400

// longCell is from how many bytes a cell's text is broken into lines.
const longCell = 44

// drawBlock draws one block of a tool's result: what is set, in the order of the report's fields.
func drawBlock(v toolsView, where string, b report.Block) *vecty.HTML {
	return el("div.block",
		ui.When(b.Code != nil, func() *vecty.HTML { return drawCode(where, b.Code) }),
		ui.When(len(b.Facts) > 0, func() *vecty.HTML { return drawFactList(b.Facts, v.IDs) }),
		ui.When(b.Graph != nil, func() *vecty.HTML { return drawGraph(where, b.Graph, v.Tools.Layouts[where], v.IDs) }),
		ui.When(b.Matrix != nil && len(b.Matrix.Mutants) > 0, func() *vecty.HTML {
			return drawMatrix(where, b.Matrix, v.Cells[where])
		}),
		ui.When(b.Table != nil, func() *vecty.HTML {
			by, sorted := v.Sorts[where]
			return drawTable(where, b.Table, by, sorted, v.IDs)
		}),
		ui.When(b.Text != "", func() *vecty.HTML { return drawText(b.Text, b.Tone, v.IDs) }),
		ui.When(b.Timeline != nil, func() *vecty.HTML {
			return el("div.clock", at("tabindex", "0"), at("role", "group"), aria("Time axis"),
				vecty.Markup(vecty.UnsafeHTML(draw.Timeline(b.Timeline))))
		}),
		ui.When(b.Walk != nil, func() *vecty.HTML {
			return drawStepper(stepperView{Place: where, Walk: b.Walk, Step: v.Steps[where]})
		}),
	)
}

// linked draws what the engine says; the ids of the list's mutants in it are links.
func linked(s string, ids map[string]bool) vecty.List {
	ok := true
	if strings.Contains(s, " ") { // one word may be a name of the model
		s, ok = words.Told(s)
	}
	if !ok {
		return vecty.List{el("span", at("lang", "en"), linkedIDs(s, ids))}
	}
	return linkedIDs(s, ids)
}

func linkedIDs(s string, ids map[string]bool) vecty.List {
	pieces := []store.Piece{{Text: s}}
	if len(ids) > 0 {
		pieces = store.Pieces(s, func(id string) bool { return ids[id] })
	}
	return ui.List(pieces, func(_ int, p store.Piece) *vecty.HTML {
		if !p.ID {
			return ui.Text(p.Text)
		}
		return el("button.id", at("type", "button"), do("select", p.Text), ui.Text(p.Text), tip("Show this mutant"))
	})
}

func drawText(s, tone string, ids map[string]bool) *vecty.HTML {
	icon := map[string]string{"good": "killed", "bad": "error", "warn": "warn"}[tone]
	if icon == "" {
		return el("p.prose", linked(s, ids))
	}
	return el("p.remark."+tone, glyph(icon), el("span", linked(s, ids)))
}

func drawFactList(facts []report.Fact, ids map[string]bool) *vecty.HTML {
	return el("dl.facts.wide", ui.List(facts, func(_ int, f report.Fact) *vecty.HTML {
		return el("div.fact", el("dt", ui.Told(f.Label)), el("dd", linked(f.Value, ids)))
	}))
}

func drawCode(where string, c *report.Code) *vecty.HTML {
	const most = 60_000
	shown := c.Text
	if len(shown) > most {
		shown = shown[:most] + "\n" + words.T("… (the file has all of it)")
	}
	name := c.File
	if name == "" {
		name = c.Language
	}
	return el("figure.code",
		el("figcaption.row", el("span.hint", ui.Text(name)), el("span.space"),
			iconButton("copy", "Copy", "copy", "code:"+where), iconButton("save", "Save as a file", "download", "code:"+where)),
		el("pre", at("tabindex", "0"), el("code", ui.Text(shown))))
}

func drawTable(
	where string, t *report.Table, by store.Sorting, sorted bool, ids map[string]bool,
) *vecty.HTML {
	order := store.SortRows(t, by, sorted)
	numeric := func(i int) bool { return i < len(t.Numeric) && t.Numeric[i] }
	return el("figure.table",
		el(
			"figcaption.row",
			el("span.hint", linked(t.Caption, ids)),
			el("span.space"),
			iconButton(
				"copy",
				"Copy as CSV",
				"copy",
				"table:"+where,
			),
			iconButton("save", "Save as CSV", "download", "table:"+where),
		),
		el("div.scroll", at("tabindex", "0"), at("role", "group"), at("aria-label", tableLabel(t)),
			el(
				"table",
				el("thead", el("tr", ui.List(t.Columns, func(i int, c string) *vecty.HTML {
					return drawColumn(where, i, c, numeric(i), by, sorted)
				}))),
				el(
					"tbody",
					ui.List(order[:min(len(order), mostRows)], func(_ int, r int) *vecty.HTML {
						return drawTableRow(t, r, numeric, ids)
					}),
				),
			)),
		ui.When(len(order) > mostRows, func() *vecty.HTML {
			return el("p.hint", ui.Say("The first {shown} of {all} rows; the file has all of them.",
				words.Int(mostRows), words.Int(len(order))))
		}))
}

func tableLabel(t *report.Table) string {
	if t.Caption != "" {
		return words.Engine(t.Caption)
	}
	return words.T("Table")
}

func drawColumn(where string, i int, title string, numeric bool, by store.Sorting, sorted bool) *vecty.HTML {
	sort, sign := "none", ""
	if sorted && by.Column == i {
		sort, sign = "ascending", " ↑"
		if by.Down {
			sort, sign = "descending", " ↓"
		}
	}
	return el("th", at("scope", "col"), at("aria-sort", sort), class(numeric, "numeric"),
		el("button", at("type", "button"), do("sort-table", place(where, i)), ui.Told(title), ui.Text(sign)))
}

func drawTableRow(t *report.Table, r int, numeric func(int) bool, ids map[string]bool) *vecty.HTML {
	tone := ""
	if r < len(t.Tones) {
		tone = t.Tones[r]
	}
	spec := "tr"
	if tone != "" {
		spec += "." + tone
	}
	return el(spec, ui.List(t.Rows[r], func(i int, c string) *vecty.HTML {
		if i+1 == t.Solves {
			return el("td", class(len(c) > longCell, "long"),
				el("details.answer", el("summary", ui.Say("Show")), linked(c, ids)))
		}
		return el("td", class(numeric(i), "numeric"), class(len(c) > longCell, "long"), linked(c, ids))
	}))
}

// drawGraph draws a graph as a picture, and as a table for who cannot or will not look at it.
func drawGraph(where string, g *report.Graph, l *draw.Layout, ids map[string]bool) *vecty.HTML {
	svg := ""
	if l != nil {
		svg = draw.Graph(g, l)
	}
	return el("figure.graph",
		el("figcaption.row", el("span.hint", ui.Told(g.Caption)), el("span.space"),
			iconButton("minus", "Zoom out", "zoom-out", where), iconButton("plus", "Zoom in", "zoom-in", where),
			iconButton("fit", "Fit", "zoom-fit", where), iconButton("save", "Save as SVG", "download", "graph:"+where)),
		ui.When(len(g.Nodes) <= store.MaxGraph, func() *vecty.HTML {
			return el(
				"div.canvas",
				at("tabindex", "0"),
				at("role", "group"),
				aria("Picture: arrow keys move it, + and − zoom"),
				at("data-canvas", where),
				vecty.Markup(vecty.UnsafeHTML(svg)),
			)
		}),
		el("details.more", el("summary", ui.Say("As a table")), drawGraphTable(g, ids)),
	)
}

func drawGraphTable(g *report.Graph, ids map[string]bool) *vecty.HTML {
	label := map[string]string{}
	for _, n := range g.Nodes {
		label[n.ID] = n.Label
		if n.Initial {
			label[n.ID] = words.T("{node} (initial)", n.Label)
		}
	}
	var rows [][]string
	for _, e := range g.Edges[:min(len(g.Edges), mostRows)] {
		rows = append(rows, []string{label[e.From], e.Label, label[e.To]})
	}
	return plainTable([]string{words.T("From"), words.T("Label"), words.T("To")}, rows, ids)
}

// plainTable is a table without captions and sorting.
func plainTable(columns []string, rows [][]string, ids map[string]bool) *vecty.HTML {
	cell := func(_ int, c string) *vecty.HTML { return el("td", linked(c, ids)) }
	return el("div.scroll", at("tabindex", "0"), el("table",
		el("thead", el("tr", ui.List(columns, func(_ int, c string) *vecty.HTML { return el("th", ui.Text(c)) }))),
		el("tbody", ui.List(rows, func(_ int, r []string) *vecty.HTML { return el("tr", ui.List(r, cell)) }))))
}
