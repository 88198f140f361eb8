package view

import (
	"github.com/hexops/vecty"

	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/web/icons"
	"github.com/mutarium/mutarium/web/teach/state"
	"github.com/mutarium/mutarium/web/ui"
	"github.com/mutarium/mutarium/web/words"
)

// sheet draws several exercises with their texts, a step at a time.
func sheet(x *state.Sheet) *vecty.HTML {
	s := x.Sheet
	return div("lesson", id("sheet"),
		tag(
			"nav",
			"steps",
			set("aria-label", words.T("Steps")),
			div(
				"row",
				ring(x.DoneSteps(), len(s.Steps)),
				tag("h1", "", set("lang", only(s.Language != "", s.Language)), ui.Text(s.Title)),
			),
			tag("ol", "", ui.List(s.Steps, func(i int, step exercise.Step) *vecty.HTML {
				drawing := "next"
				if x.Progress.Done[i] {
					drawing = "killed"
				}
				return tag(
					"li",
					"",
					tag(
						"button",
						"quiet",
						set("type", "button", "data-do", "sheet-step", "data-arg", itoa(i),
							"aria-current", only(i == x.At, "step"), "data-testid", "step-"+itoa(i)),
						icons.Glyph(drawing),
						tag("span", "", ui.Text(itoa(i+1)+" "+step.Title)),
						ui.When(
							x.Progress.Done[i],
							func() *vecty.HTML { return tag("span", "visually-hidden", ui.Say("done")) },
						),
					),
				)
			})),
		),
		tag("article", "reader", stepOf(x)),
	)
}

// ring shows how much is done, with the figures in it.
func ring(done, of int) *vecty.HTML {
	const around = 100.53 // of a circle with radius 16
	left := around * (1 - float64(done)/float64(max(of, 1)))
	svg := `<svg viewBox="0 0 40 40" width="44" height="44" aria-hidden="true">` +
		`<circle class="ring-all" cx="20" cy="20" r="16"/>` +
		`<circle class="ring-done" cx="20" cy="20" r="16" stroke-dasharray="100.53" stroke-dashoffset="` + fixed(
		left,
	) + `"/></svg>`
	return tag("span", "ring", id("ring"), set("data-done", itoa(done)),
		tag("span", "", vecty.Markup(vecty.UnsafeHTML(svg))),
		tag("span", "figure", ui.Text(itoa(done)+"/"+itoa(of))))
}

func fixed(x float64) string { return itoa(int(x)) + "." + itoa(int(x*10)%10) }

func stepOf(x *state.Sheet) *vecty.HTML {
	s, step := x.Sheet, x.Step()
	has := step.Exercise != nil || step.Ready != ""
	last := x.At+1 == len(s.Steps)
	return div("",
		ui.When(x.At == 0 && s.Text != "", func() *vecty.HTML { return markdown(s.Text, s.Language) }),
		tag("h2", "", set("lang", only(s.Language != "", s.Language)), ui.Text(step.Title)),
		ui.When(step.Minutes > 0, func() *vecty.HTML {
			return tag("p", "hint", ui.Text(words.N(step.Minutes, "1 minute", "{n} minutes")))
		}),
		markdown(step.Text, s.Language),
		ui.When(has, func() *vecty.HTML {
			return div(
				"row.actions",
				button("primary", "Do the exercise", "sheet-exercise", "", id("sheet-exercise")),
			)
		}),
		ui.When(step.Learnt != "" && x.Progress.Done[x.At], func() *vecty.HTML {
			return tag(
				"section",
				"says.good",
				id("learnt"),
				tag("h3", "", ui.Say("What was learnt")),
				markdown(step.Learnt, s.Language),
			)
		}),
		ui.When(step.Question != "", func() *vecty.HTML {
			return tag(
				"section",
				"says",
				tag("h3", "", ui.Say("A question")),
				markdown(step.Question, s.Language),
				ui.When(
					!x.Shown[x.At],
					func() *vecty.HTML { return button("", "Show the answer", "sheet-answer", "", id("sheet-answer")) },
				),
				ui.When(
					x.Shown[x.At],
					func() *vecty.HTML { return div("", id("sheet-answered"), markdown(step.Answer, s.Language)) },
				),
			)
		}),
		div(
			"row.actions",
			ui.When(
				!has && !x.Progress.Done[x.At],
				func() *vecty.HTML { return button("", "Read, on to the next", "sheet-read", "") },
			),
			ui.When(
				!last,
				func() *vecty.HTML { return button("", "Next step", "sheet-step", itoa(x.At+1), id("sheet-on")) },
			),
		),
		ui.When(last && len(s.Next) > 0, func() *vecty.HTML {
			return tag(
				"section",
				"",
				tag("h3", "", ui.Say("How it goes on")),
				tag("ul", "shelf", ui.List(s.Next, func(i int, l exercise.SheetLink) *vecty.HTML {
					return tag(
						"li",
						"",
						tag("button", "entry", set("type", "button", "data-do", "sheet-next", "data-arg", itoa(i)),
							tag("span", "title", ui.Text(l.Title)), icons.Glyph("next")),
					)
				})),
			)
		}))
}
