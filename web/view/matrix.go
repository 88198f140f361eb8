package view

import (
	"strings"

	"github.com/hexops/vecty"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/web/store"
	"github.com/mutarium/mutarium/web/ui"
	"github.com/mutarium/mutarium/web/words"
)

// MatrixRows is how many rows of a kill matrix are drawn, the first of which is all tests together.
func MatrixRows(m *report.Matrix) int { return 1 + min(len(m.Rows), store.MostTests) }

// mostPixels bounds the width of the picture: beyond that a column is several mutants.
const mostPixels = 4000

// MatrixColumns is how many columns the picture of a kill matrix has.
func MatrixColumns(m *report.Matrix) int {
	bin := max((len(m.Mutants)+mostPixels-1)/mostPixels, 1)
	return (len(m.Mutants) + bin - 1) / bin
}

// matrixLegend is what the colours of a kill matrix mean. The page takes the colours from it.
var matrixLegend = []struct {
	class string
	says  words.Key
}{
	{"killed", "killed"}, {"missed", "missed"}, {"passed", "not by this test"}, {"unkillable", "unkillable"},
	{"undecided", "undecided"},
}

// drawMatrix draws which test kills which mutant. The cells are one picture, painted by the page when
// the elements are there; names, boxes and sentences are elements.
func drawMatrix(where string, m *report.Matrix, v store.MatrixView) *vecty.HTML {
	drawn := m.Rows[:MatrixRows(m)-1]
	return el("figure.matrix",
		el("figcaption.row",
			el("span.score", at("aria-live", "polite"), testid("matrix-score"), ui.Told(m.Score(v.Without).String())),
			el("span.space"), iconButton("save", "Save as CSV", "download", "matrix:"+where)),
		el("div.cells",
			el("ol.tests",
				el("li", el("span.name", ui.Say("All tests")), el("span.count", ui.Text(words.Int(m.Score(v.Without).Killed)))),
				ui.List(drawn, func(i int, r report.MatrixRow) *vecty.HTML {
					return el("li", class(v.Without[i], "out"),
						el("label", at("title", r.Test),
							el("input", at("type", "checkbox"), prop("checked", !v.Without[i]),
								aria("Test {number}: {test}", itoa(i+1), r.Test),
								put("drop-test", place(where, i)), testid("test-"+itoa(i+1))),
							el("span.name", ui.Text(r.Test))),
						el("span.count", ui.Text(words.Int(r.Count(len(m.Mutants))))))
				})),
			el("div.map", at("tabindex", "0"), at("role", "group"), at("data-cells", where),
				aria("Cells: arrow keys move, Enter opens the mutant"),
				el("div.sheet", css("--columns", itoa(MatrixColumns(m))), css("--rows", itoa(len(drawn)+1)),
					el("canvas", at("data-matrix", where), at("aria-hidden", "true")),
					ui.When(v.Picked, func() *vecty.HTML {
						return el("span.cursor", css("--row", itoa(v.Row+1)), css("--column", itoa(v.Column)),
							css("--mutants", itoa(len(m.Mutants))))
					})))),
		el("ul.legend", ui.List(matrixLegend, func(i int, _ struct {
			class string
			says  words.Key
		}) *vecty.HTML {
			return el("li", el("i."+matrixLegend[i].class), ui.Say(matrixLegend[i].says))
		})),
		ui.When(len(m.Rows) > len(drawn), func() *vecty.HTML {
			return el("p.hint", ui.Say("The first {shown} of {all} tests are drawn; the file has all.",
				words.Int(len(drawn)), words.Int(len(m.Rows))))
		}),
		el("p.cell", at("aria-live", "polite"), testid("matrix-cell"), ui.Text(cellText(m, v)+" "),
			ui.When(v.Picked, func() *vecty.HTML {
				id := m.Mutants[v.Column]
				return el("button.link", at("type", "button"), do("select", id), testid("matrix-open"), ui.Say("Open {id}", id))
			})),
	)
}

// cellText says in a sentence what a cell shows.
func cellText(m *report.Matrix, v store.MatrixView) string {
	if !v.Picked {
		return words.T("Point at a cell, or leave a test out and see what it alone kills.")
	}
	var killers []string
	for i := range m.Rows {
		if !v.Without[i] && m.Rows[i].Has(v.Column) {
			killers = append(killers, itoa(i+1))
		}
	}
	id := m.Mutants[v.Column]
	by := words.T("No test kills {id}.", id)
	switch {
	case len(killers) == 1:
		by = words.T("Only test {number} kills {id}.", killers[0], id)
	case len(killers) > 1:
		by = words.T("Tests {numbers} kill {id}.", strings.Join(killers, ", "), id)
	case m.State(v.Column) == report.MatrixUnkillable:
		by = words.T("{id} is unkillable.", id)
	case m.State(v.Column) == report.MatrixUndecided:
		by = words.T("No test kills {id}; whether one can was not decided.", id)
	}
	if v.Row < 0 || len(killers) == 1 && killers[0] == itoa(v.Row+1) {
		return by
	}
	if m.Rows[v.Row].Has(v.Column) {
		return words.T("Test {number} kills it.", itoa(v.Row+1)) + " " + by
	}
	return words.T("Test {number} does not kill it.", itoa(v.Row+1)) + " " + by
}
