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

// drawDetailPane draws the three tabs of the right pane. All stay in the page: an editor lives in
// one of them.
func drawDetailPane(s *store.State) *vecty.HTML {
	open := s.Layout.Detail
	panel := func(name string, kids ...kid) *vecty.HTML {
		return el(
			"div.tab-panel",
			append([]kid{at("role", "tabpanel"), at("id", "panel-"+name), at("aria-labelledby", "tab-"+name),
				at("tabindex", "0"), prop("hidden", open != name)}, kids...)...)
	}
	return el("div.column",
		el("div.pane-head", memo(detailTabsOf(s), drawDetailTabs)),
		panel("mutant", memo(mutantOf(s), drawMutant)),
		panel("break", el("div.break-box",
			el("div", memo(breakHeadOf(s), drawBreakHead)),
			el("div.editor.impl", &Host{Name: "impl"}),
			el("div.answer", memo(breakOf(s), drawBreak)))),
		panel("tools", memo(toolsOf(s), drawTools)),
	)
}

type detailTabsView struct {
	Open  string
	Tools int
	Wide  bool
}

func detailTabsOf(s *store.State) detailTabsView {
	v := detailTabsView{Open: s.Layout.Detail, Wide: s.Layout.Wide}
	if f := s.Formalism(); f != nil {
		v.Tools = len(f.Tools)
	}
	return v
}

func drawDetailTabs(v detailTabsView) *vecty.HTML {
	tab := func(name string, label words.Key) *vecty.HTML {
		return el(
			"button.tab",
			at("type", "button"),
			at("role", "tab"),
			at("id", "tab-"+name),
			at("aria-controls", "panel-"+name),
			at("aria-selected", flag(v.Open == name)),
			do("detail", name),
			testid("detail-"+name),
			ui.Say(label),
		)
	}
	icon, label := "wide", words.Key("Widen this pane to the whole window")
	if v.Wide {
		icon, label = "narrow", "Back to three panes"
	}
	return el("div.row",
		el("span.back", iconButton("prev", "Back to the mutants", "narrow", "mutants", testid("back"))),
		el("div.tabs", at("role", "tablist"), aria("Detail"),
			tab("mutant", "Mutant"), tab("break", "Make your own mutant"),
			ui.When(v.Tools > 0, func() *vecty.HTML { return tab("tools", "Tools") })),
		el("span.space"),
		el("span.widen", iconButton(icon, label, "widen", "", at("aria-pressed", flag(v.Wide)), testid("widen"))))
}

// --- one mutant ---------------------------------------------------------------------------------

type mutantView struct {
	Empty   string
	Facts   []report.Fact // what the formalism says beside the verdict
	Last    bool
	First   bool
	M       *report.Mutant
	Op      report.Operator
	Place   int
	Running bool
	Text    string // the model's, as it was run
	Total   int
	Walk    store.Walking
}

func mutantOf(s *store.State) mutantView {
	v := mutantView{M: s.Selected(), Walk: s.Walk, Running: s.Run.Status == store.Running}
	if v.M == nil {
		v.Empty = words.T("Select a mutant in the list to see what it changes and how it was judged.")
		if s.Run.Decided == 0 {
			v.Empty = emptyList(s)
		}
		return v
	}
	v.Text = s.Run.Head.Model.Text
	v.Place, v.Total = s.Position(), len(s.Order())
	if f := s.Formalism(); f != nil {
		v.Facts = f.Facts(v.M)
		for _, op := range f.Operators {
			if op.Name == v.M.Operator {
				v.Op = op
			}
		}
	}
	return v
}

func drawMutant(v mutantView) *vecty.HTML {
	if v.M == nil {
		return el("div.padded", el("p.empty", ui.Text(v.Empty)))
	}
	m := v.M
	l := lookOf(m)
	return el("div.padded", testid("mutant"), at("data-id", m.ID), at("data-walk", walkFlag(v.Walk)),
		el("div.row.verdict-line",
			el("span.verdict-badge."+l.class, testid("verdict"), glyph(l.icon), ui.Text(l.word)),
			el("code.id", testid("mutant-id"), ui.Text(m.ID)),
			el("span.space"),
			iconButton("up", "Previous mutant (k)", "select-by", "-1", testid("prev"), prop("disabled", v.Place <= 0)),
			iconButton("down", "Next mutant (j)", "select-by", "1", testid("next"), prop("disabled", v.Place >= v.Total-1)),
		),
		el("p.sentence", testid("sentence"), linkedIDs(Says(m), map[string]bool{m.DuplicateOf: m.DuplicateOf != ""})),
		drawWhy(v.Walk),
		drawNotes(m.Notes),
		drawDiff(draw.Diff(v.Text, draw.EditsOf(m), 1)),
		drawStepper(stepperView{Place: "", Walk: v.Walk.Walk, Step: v.Walk.Step, Busy: v.Walk.Busy, Trouble: v.Walk.Trouble}),
		el(
			"div.row.actions",
			button(
				".small",
				"Edit this mutant",
				"break",
				m.ID,
				testid("break-from"),
				tip("Open this mutant's text in “Make your own mutant”"),
			),
			button(
				".small",
				"Judge again",
				"rerun",
				m.ID,
				testid("rerun"),
				prop("disabled", v.Running),
				tip("Check this mutant alone with the current settings"),
			),
		),
		drawFacts(v),
	)
}

// drawWhy says why the mutant has its verdict, and offers the check behind that.
func drawWhy(walk store.Walking) *vecty.HTML {
	w := walk.Walk
	if w == nil || w.Why == nil {
		return el("div.why", class(!walk.Busy, "none"))
	}
	c := w.Why.Check
	b := el("span.hint", ui.Told(c.Text))
	if c.Impl != "" {
		b = button(".small", "Check this reason", "check-reason", "", testid("check-reason"),
			at("title", words.Engine(c.Text)))
	}
	if w.Why.Raise != "" {
		b = button(".small", "Raise it tenfold and run", "raise", w.Why.Raise, testid("raise"),
			at("title", words.Engine(c.Text)))
	}
	why, ok := words.Told(w.Why.Text)
	parts := []kid{atIf(!ok, "lang", "en")}
	for i, p := range strings.Split(why, "`") {
		if i%2 == 1 {
			parts = append(parts, el("code", ui.Text(p)))
			continue
		}
		parts = append(parts, ui.Text(p))
	}
	return el("div.why", testid("why"), at("data-code", w.Why.Code), el("p", parts...), b)
}

func walkFlag(w store.Walking) string {
	switch {
	case w.Busy:
		return "busy"
	case w.Walk != nil:
		return "ready"
	case w.Trouble != "":
		return "failed"
	}
	return "none"
}

// drawDiff draws a diff; the sign and the marks tell the sides apart, not colour alone.
func drawDiff(lines []draw.DiffLine) *vecty.HTML {
	return el("div.diff", testid("diff"), at("role", "group"), aria("What the mutant changes"),
		ui.List(lines, func(_ int, l draw.DiffLine) *vecty.HTML {
			kind := map[byte]string{'-': "old", '+': "new", '~': "gap", ' ': "same"}[l.Kind]
			if l.Kind == '~' {
				return el("div.line.gap", ui.Text("⋯"))
			}
			sign := string(l.Kind)
			if l.Kind == '-' {
				sign = "−"
			}
			return el("div.line."+kind,
				el("span.no", ui.Text(itoa(l.No))), el("span.sign", ui.Text(sign)),
				el("code", ui.List(l.Parts, func(_ int, p draw.Part) *vecty.HTML {
					tag := map[byte]string{'-': "del", '+': "ins"}[l.Kind]
					if !p.Changed || tag == "" {
						return el("span", ui.Text(p.Text))
					}
					return el(tag, ui.Text(p.Text))
				})))
		}))
}

func drawFacts(v mutantView) *vecty.HTML {
	m := v.M
	row := func(label words.Key, value string) kid {
		if value == "" {
			return nil
		}
		return el("div.fact", el("dt", ui.Say(label)), el("dd", ui.Text(value)))
	}
	parts := ""
	for i, p := range m.Parts {
		if i > 0 {
			parts += " + "
		}
		parts += p
	}
	return el("details.more", el("summary", ui.Say("Details")),
		el("dl.facts", testid("facts"),
			el("div.fact", el("dt", ui.Say("Operator")), operatorSays(v)),
			ui.When(v.Op.Source != "", func() *vecty.HTML {
				return el("div.fact", el("dt", ui.Say("Source")), el("dd", at("lang", "en"), ui.Text(v.Op.Source)))
			}),
			row("Parts", parts),
			row("Effort", efforts(m.Effort)),
			ui.List(v.Facts, func(_ int, f report.Fact) *vecty.HTML {
				return el("div.fact", el("dt", termed(f.Label)), el("dd", termed(f.Value)))
			}),
		),
		ui.List(v.Walk.Evidence, func(_ int, s report.Section) *vecty.HTML {
			return el("section.evidence", testid("evidence"), el("h3", ui.Told(s.Title)), ui.List(s.Blocks, drawEvidence))
		}),
		ui.When(len(v.Walk.Evidence) > 0, func() *vecty.HTML {
			return button(".small", "Copy JSON", "copy", "json:", testid("copy-json"),
				tip("Counterexample and evidence, as in the report"))
		}))
}

// drawNotes shows what is to be said beside the verdict.
func drawNotes(notes []string) *vecty.HTML {
	if len(notes) == 0 {
		return el("ul.notes.none")
	}
	return el("ul.notes", testid("notes"), ui.List(notes, func(_ int, n string) *vecty.HTML {
		return el("li", glyph("info"), termedAs(n, sentence))
	}))
}

func operatorSays(v mutantView) *vecty.HTML {
	if v.Op.Name == "" {
		return el("dd", ui.Text(v.M.Operator))
	}
	return el("dd", ui.Told(v.Op.Title), ui.Text(": "), ui.Told(v.Op.Summary))
}

// drawEvidence draws a part of what a report has of a mutant: facts, or a table.
func drawEvidence(_ int, b report.Block) *vecty.HTML {
	if b.Table == nil {
		return drawFactList(b.Facts, nil)
	}
	rows := b.Table.Rows[:min(len(b.Table.Rows), mostRows)]
	return el("figure.table", el("figcaption", ui.Text(b.Table.Caption)), plainTable(b.Table.Columns, rows, nil))
}
