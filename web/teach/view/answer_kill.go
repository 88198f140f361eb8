package view

import (
	"github.com/hexops/vecty"

	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/wire"
	"github.com/mutarium/mutarium/web/teach/state"
	"github.com/mutarium/mutarium/web/ui"
	"github.com/mutarium/mutarium/web/words"
)

func killing(t *state.Student) *vecty.HTML {
	example := ""
	if t.Prepared != nil {
		example = t.Prepared.Example
	}
	diagnostics, sites := "[]", "[]"
	if r := t.Result; r != nil && t.Judged.Tests == t.Answer().Tests {
		diagnostics = encode(append([]report.Diagnostic{}, r.Problems...))
		at := []wire.Site{}
		for _, x := range r.Tests {
			if x.Problem == "" {
				at = append(at, wire.Site{Line: x.Line, Count: x.Kills})
			}
		}
		sites = encode(at)
	}
	return div(
		"column",
		tag(
			"h2",
			"bar-title",
			ui.Say("Your tests, one a line"),
			tag("span", "hint", ui.Say("The figure at a line counts the mutants that it kills.")),
		),
		div(
			"code-box.grows",
			editor{name: "tests", label: words.T("Your tests, one a line"), diagnostics: diagnostics, sites: sites,
				hint: words.T("A test, such as: {example}", example), fixed: t.Locked()}.draw(),
		),
		taps(t, true),
		tests(t),
	)
}

// taps are buttons to write a test with.
func taps(t *state.Student, lines bool) *vecty.HTML {
	if t.Prepared == nil || len(t.Prepared.Steps) == 0 || t.Locked() {
		return div("")
	}
	return div(
		"taps",
		set("role", "group", "aria-label", words.T("Steps to add")),
		id("taps"),
		ui.List(t.Prepared.Steps, func(_ int, step string) *vecty.HTML {
			return tag(
				"button",
				"step.ahead",
				set("type", "button", "data-do", "tap", "data-arg", step, "data-testid", "tap-"+step),
				ui.Text(step),
			)
		}),
		ui.When(lines, func() *vecty.HTML { return button("small", "Next test", "tap", "\n", id("tap-line")) }),
		ui.When(
			lines,
			func() *vecty.HTML { return icon("prev", "Take the last step away", "tap", "", id("tap-back")) },
		),
	)
}

// tests says in a table what the figures at the lines say.
func tests(t *state.Student) *vecty.HTML {
	if t.Result == nil || len(t.Result.Tests) == 0 {
		return div("")
	}
	return div(
		"tests",
		tag("table", "", id("tests"), tag("caption", "visually-hidden", ui.Say("What your tests kill")),
			tag("thead", "", tag("tr", "", columns("Test", "Kills", "New"))),
			tag("tbody", "", ui.List(t.Result.Tests, func(_ int, x exercise.TestResult) *vecty.HTML {
				if x.Problem != "" {
					return tag("tr", "", tag("th", "", set("scope", "row"), tag("code", "", ui.Text(x.Test))),
						tag("td", "bad", set("colspan", "2"), ui.Told(x.Problem)))
				}
				return tag("tr", "", tag("th", "", set("scope", "row"), tag("code", "", ui.Text(x.Test))),
					tag("td", "number", ui.Text(itoa(x.Kills))), tag("td", "number", ui.Text("+"+itoa(x.New))))
			}))),
	)
}

func columns(titles ...words.Key) vecty.List {
	return ui.List(titles, func(_ int, k words.Key) *vecty.HTML { return tag("th", "", set("scope", "col"), ui.Say(k)) })
}
