package view

import (
	"fmt"
	"strings"

	"github.com/hexops/vecty"

	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/web/icons"
	"github.com/mutarium/mutarium/web/teach/state"
	"github.com/mutarium/mutarium/web/ui"
	"github.com/mutarium/mutarium/web/words"
)

func made(m *state.Lecturer) *vecty.HTML {
	return section(
		"Check and share",
		checked(m),
		leaks(m),
		div(
			"row.actions",
			button("primary", "Try as student", "try", "", id("try"), disabled(m.Trouble != nil || !m.Ready)),
			button("", "Make the link", "make-link", "", id("make-link"), disabled(m.Trouble != nil || !m.Ready)),
			button(
				"",
				"Save the exercise",
				"save-exercise",
				"",
				id("save-exercise"),
				disabled(m.Trouble != nil || !m.Ready),
			),
			button("", "Save my own file", "save-own", "", id("save-own")),
		),
		tag(
			"p",
			"hint",
			ui.Say(
				"Your own file has the hidden parts and a solution in the open: keep it to yourself, and open it here to go on.",
			),
		),
		linked(m, m.Made, m.Stale, "copy-link"),
	)
}

func checked(m *state.Lecturer) *vecty.HTML {
	switch {
	case len(m.Trouble) > 0:
		return div(
			"says.bad",
			id("checked"),
			set("data-state", "bad"),
			tag("h3", "", ui.Say("Not ready yet")),
			tag(
				"ul",
				"bulleted",
				ui.List(m.Trouble[:min(len(m.Trouble), 8)], func(_ int, p exercise.Problem) *vecty.HTML {
					return tag(
						"li",
						"",
						ui.When(p.Path != "", func() *vecty.HTML { return tag("code", "", ui.Text(p.Path+" ")) }),
						ui.Told(p.Message),
					)
				}),
			),
		)
	case m.Known == nil || m.Checking:
		return div("says", id("checked"), set("data-state", "checking"), tag("p", "", ui.Say("Being checked…")))
	case !m.Passes:
		return div(
			"says.bad",
			id("checked"),
			set("data-state", "unsolved"),
			tag("h3", "", ui.Say("No solution is known")),
			tag("p", "", ui.Say("What the engine would answer does not pass: look whether it can be done at all.")),
		)
	}
	return div(
		"says.good",
		id("checked"),
		set("data-state", "good"),
		tag("h3", "", icons.Glyph("killed"), ui.Text(" "), ui.Say("It can be solved")),
		tag("p", "", ui.Text(solvedSays(m))),
	)
}

func solvedSays(m *state.Lecturer) string {
	if m.Draft.Kind != exercise.Kill {
		return words.T("The known solution passes.")
	}
	tests, steps := 0, 0
	for _, l := range strings.Split(m.Known.Tests, "\n") {
		if l != "" {
			tests++
			steps += len(strings.Fields(l))
		}
	}
	return words.T(
		"{goal} mutants; these tests kill them all: {tests}, words in them: {steps}.",
		itoa(m.Prepared.Goal),
		itoa(tests),
		itoa(steps),
	)
}

// leaks says plainly what can be read by whom.
func leaks(m *state.Lecturer) *vecty.HTML {
	d := &m.Draft
	var all []words.Key
	switch {
	case d.Kind == exercise.Kill:
		all = append(all, "The mutants are in the link: students see them.")
		if len(d.Secret.Mutants) > 0 {
			all = append(all, "The final mutants are locked: nobody sees them without the phrase.")
		}
	case d.Kind == exercise.Bets:
		all = append(
			all,
			"The verdicts are found in the browser: a determined person can ask the main page for them.",
		)
	case m.Phrase != "":
		all = append(all, "The hidden model is locked: nobody sees it without the phrase.")
	default:
		all = append(all, "What is hidden is veiled, no more: a determined person can read it.")
	}
	return tag(
		"ul",
		"rules.hint",
		id("leaks"),
		ui.List(all, func(_ int, k words.Key) *vecty.HTML { return tag("li", "", ui.Say(k)) }),
	)
}

// linked shows a link with its code for cameras.
func linked(m *state.Lecturer, made *exercise.Made, stale bool, copies string) part {
	if made == nil {
		return nil
	}
	link := m.Link(made)
	return div("linked",
		ui.When(stale, func() *vecty.HTML { return remark("warn", ui.Say("It was changed since this link was made.")) }),
		div("row", tag("input", "", set("type", "text", "readonly", "", "aria-label", words.T("Link")), id("link"),
			vecty.Markup(vecty.Property("value", link))), button("", "Copy", copies, "", id(copies))),
		tag("p", "hint", ui.Say("{n} characters", words.Int(len(link)))),
		ui.When(len(link) <= 2900, func() *vecty.HTML {
			return tag(
				"canvas",
				"qr",
				set("data-qr", link, "role", "img", "aria-label", words.T("The link as a QR code")),
			)
		}),
		ui.When(len(link) > 2900, func() *vecty.HTML {
			return tag("p", "hint", ui.Say("The link is too long for a QR code: share the link or the file."))
		}))
}

func preview(m *state.Lecturer) *vecty.HTML {
	d := &m.Draft
	return section("What students read", div(
		"preview",
		id("preview"),
		ui.When(d.Title != "", func() *vecty.HTML {
			return tag("h3", "", set("lang", only(d.Language != "", d.Language)), ui.Text(d.Title))
		}),
		markdown(d.Task, d.Language),
	))
}

// --- sheets -------------------------------------------------------------------------------------

func sheetForm(m *state.Lecturer) *vecty.HTML {
	s := &m.Sheet
	area := func(name string, at int, value string, label words.Key) *vecty.HTML {
		return field(label, tag("textarea", "", set("rows", "2", "data-put", name, "data-arg", itoa(at)),
			vecty.Markup(vecty.Property("value", value))))
	}
	return section(
		"A sheet of several exercises",
		line(
			field("Title of the sheet", filled("sheet-title", s.Title)),
			field("Short name of the sheet", filled("sheet-id", s.ID)),
		),
		div("row.actions",
			button("", "Add this exercise to the sheet", "sheet-add", "", id("sheet-add")),
			button("", "Add a text", "sheet-text", "")),
		tag("ol", "sheet-steps", id("sheet-steps"), ui.List(s.Steps, func(i int, x exercise.Step) *vecty.HTML {
			return tag("li", "", div("row",
				tag("strong", "", ui.Text(fmt.Sprintf("%d ", i+1)+x.Title)), tag("span", "space"),
				icon("up", "Move up", "sheet-up", itoa(i), disabled(i == 0)),
				icon("down", "Move down", "sheet-down", itoa(i), disabled(i+1 == len(s.Steps))),
				icon("close", "Remove", "sheet-remove", itoa(i))),
				field("Title", input("step-title", itoa(i), x.Title)),
				area("step-text", i, x.Text, "Text before it, in Markdown"),
				area("step-learnt", i, x.Learnt, "What was learnt, shown when it is done"))
		})),
		ui.When(len(s.Steps) > 0, func() *vecty.HTML {
			return div(
				"row.actions",
				button("", "Make the sheet’s link", "sheet-make", "", id("sheet-make")),
				button(
					"",
					"Save the sheet",
					"sheet-save",
					"",
					id("sheet-save"),
				),
				button("", "Save my own sheet", "sheet-own", ""),
			)
		}),
		linked(m, m.SheetMade, false, "sheet-copy"),
	)
}
