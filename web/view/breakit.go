package view

import (
	"github.com/hexops/vecty"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/web/store"
	"github.com/mutarium/mutarium/web/ui"
)

// breakHead is what the texts here are.
type breakHead struct {
	From, Says string
	Both       bool // the original was changed too
}

func breakHeadOf(s *store.State) breakHead {
	return breakHead{From: s.Break.From, Says: s.Break.Says, Both: s.Break.Spec != ""}
}

func drawBreakHead(v breakHead) *vecty.HTML {
	says := el("p.hint",
		ui.Say("Change this copy of the model. You are told at once whether any test could tell it from the original."))
	switch {
	case v.Says != "" && v.Both:
		says = el("p.hint", ui.Told(v.Says), ui.Text(" "),
			ui.Say("It is compared with the original changed in the same way."))
	case v.Says != "":
		says = el("p.hint", ui.Told(v.Says))
	case v.From != "":
		says = el("p.hint", ui.Say("This is the mutant {id}. Change it further; the checker answers at once.", v.From))
	}
	return el("div.row.padded-x", says, el("span.space"),
		button(".small", "Start over", "break", "", testid("break-reset"), tip("Copy the model again")))
}

type breakView struct {
	Break store.Break
	Edits int
}

func breakOf(s *store.State) breakView { return breakView{Break: s.Break} }

func drawBreak(v breakView) *vecty.HTML {
	b := v.Break
	flagged := func(state string, kids ...kid) *vecty.HTML {
		return el("div.padded", append([]kid{testid("answer"), at("data-state", state)}, kids...)...)
	}
	switch {
	case b.Busy:
		return flagged("busy", at("aria-busy", "true"), el("p.hint", ui.Say("Checking…")))
	case b.Same:
		return flagged("same", el("p.hint", ui.Say("No change yet. Try another guard, number or event.")))
	case b.Mutant != nil:
		l := lookOf(b.Mutant)
		return flagged(l.class,
			el("div.row.verdict-line",
				el("span.verdict-badge."+l.class, testid("answer-verdict"), glyph(l.icon), ui.Text(l.word))),
			el("p.sentence", at("role", "status"), ui.Text(Says(b.Mutant))),
			ui.List(b.Mutant.Notes, func(_ int, n string) *vecty.HTML { return el("p.hint", ui.Told(n)) }),
			drawStepper(stepperView{Place: "break", Walk: b.Walk, Step: b.Step}))
	case len(b.Diagnostics) > 0:
		return flagged("errors", el("p.hint", ui.Say("This does not parse yet:")),
			el("ul.problems", ui.List(b.Diagnostics[:min(len(b.Diagnostics), 12)], func(_ int, d report.Diagnostic) *vecty.HTML {
				return drawProblem(d, "goto-impl")
			})))
	case b.Trouble != "":
		return flagged("failed", el("p.remark.warn", glyph("warn"), el("span", ui.Told(b.Trouble))))
	}
	return flagged("none")
}
