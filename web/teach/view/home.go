package view

import (
	"strings"

	"github.com/hexops/vecty"

	"github.com/mutarium/mutarium/web/icons"
	"github.com/mutarium/mutarium/web/teach/state"
	"github.com/mutarium/mutarium/web/ui"
	"github.com/mutarium/mutarium/web/words"
)

// home shows what can be opened.
func home(s *state.State) *vecty.HTML {
	var sheets, single []state.ReadyMade
	for _, r := range s.Shelf {
		switch {
		case r.Language != words.Language() && (r.Language != "en" || other(s.Shelf, r)):
		case r.Kind == "sheet":
			sheets = append(sheets, r)
		default:
			single = append(single, r)
		}
	}
	return div(
		"reader",
		id("home-page"),
		tag("h1", "", ui.Say("Exercises")),
		tag(
			"p",
			"lead",
			ui.Say(
				"Everything runs in this browser: doing an exercise, making one, grading a class. Nothing is sent anywhere.",
			),
		),
		div(
			"cards",
			card("Do an exercise", "Open the link or the file that you were given, or choose one below.",
				button("primary", "Open a file…", "open-file", "")),
			card(
				"Make an exercise",
				"Choose a model and mutants, set a goal, and share a link, a QR code or a file.",
				button("", "Make one", "make", "", id("go-make")),
			),
			card("Grade a class", "Drop an exercise and the files that were handed in. Everything is judged again.",
				button("", "Grade", "grade", "", id("go-grade"))),
		),
		ui.When(len(sheets) > 0, func() *vecty.HTML {
			return tag("section", "", tag("h2", "", ui.Say("A course in steps")), shelf(sheets))
		}),
		ui.When(len(single) > 0, func() *vecty.HTML {
			return tag("section", "", tag("h2", "", ui.Say("Ready-made exercises")), shelf(single))
		}),
	)
}

// other tells whether the same is there in the reader's language.
func other(all []state.ReadyMade, r state.ReadyMade) bool {
	for _, x := range all {
		if x.Language == words.Language() && x.ID == r.ID {
			return true
		}
	}
	return false
}

func card(title, says words.Key, does *vecty.HTML) *vecty.HTML {
	return tag("section", "card", tag("h2", "", ui.Say(title)), tag("p", "", ui.Say(says)), does)
}

func shelf(all []state.ReadyMade) *vecty.HTML {
	return tag("ul", "shelf", id("shelf"), ui.List(all, func(_ int, r state.ReadyMade) *vecty.HTML {
		return tag("li", "", tag(
			"button",
			"entry",
			set("type", "button", "data-do", "ready", "data-arg", r.ID,
				"data-testid", "ready-"+r.ID),
			tag("span", "title", set("lang", only(r.Language != "", r.Language)), ui.Text(r.Title)),
			tag("span", "hint", ui.Text(about(r))),
			icons.Glyph("next"),
		))
	}))
}

// about says what a ready-made exercise or sheet is.
func about(r state.ReadyMade) string {
	var parts []string
	if r.Formalism != "" {
		parts = append(parts, kindSays(r.Kind), formalismSays(r.Formalism))
	}
	if r.Minutes > 0 {
		parts = append(parts, words.N(r.Minutes, "1 minute", "{n} minutes"))
	}
	return strings.Join(parts, " · ")
}

// formalismSays is a formalism's name for readers.
func formalismSays(name string) string {
	if key, ok := map[string]words.Key{"action-system": "Action system", "efsm": "Extended state machine",
		"tfsm": "Timed state machine", "timed": "Timed automaton"}[name]; ok {
		return words.T(key)
	}
	return name
}
