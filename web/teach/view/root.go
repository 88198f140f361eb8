package view

import (
	"github.com/hexops/vecty"

	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/web/icons"
	"github.com/mutarium/mutarium/web/teach/state"
	"github.com/mutarium/mutarium/web/ui"
	"github.com/mutarium/mutarium/web/words"
)

// Root is the page.
type Root struct {
	vecty.Core
	State *state.State
}

// Render implements vecty.Component.
func (r *Root) Render() vecty.ComponentOrHTML {
	s := r.State
	return vecty.Tag("body",
		set("class", "exercises "+s.View, "data-phase", phase(s), "data-tab", s.Tab),
		tag("a", "skip", set("href", "#main"), ui.Say("Skip to the exercise")),
		header(s),
		div("banners", banners(s)),
		tag("main", "page", set("id", "main", "tabindex", "-1"), mainOf(s)),
		div("toast", notice(s.Notice)),
		div("visually-hidden", set("role", "status", "aria-live", "polite"), id("live"), ui.Text(Says(s))),
		div("dialogs", dialog(s)),
	)
}

// phase is what the browser tests wait for.
func phase(s *state.State) string {
	switch {
	case s.Failure != "":
		return "failed"
	case s.Ready:
		return "ready"
	}
	return "loading"
}

// Title is the document's.
func Title(s *state.State) string {
	switch {
	case s.Student != nil:
		return s.Student.Exercise.Title + " · Mutarium"
	case s.Sheet != nil:
		return s.Sheet.Sheet.Title + " · Mutarium"
	}
	return words.T("Exercises") + " · Mutarium"
}

func mainOf(s *state.State) *vecty.HTML {
	switch {
	case s.View == state.Making:
		return lecturer(s.Make)
	case s.View == state.Grading:
		return grading(s.Grade)
	case s.Student != nil:
		return student(s.Student)
	case s.Sheet != nil:
		return sheet(s.Sheet)
	case s.View == state.Doing:
		return tag("p", "empty", ui.Say("The exercise is being opened…"))
	}
	return home(s)
}

// --- header -------------------------------------------------------------------------------------

const mark = `<svg viewBox="0 0 24 24" width="22" height="22" fill="none" stroke-width="2" stroke-linecap="round"` +
	` stroke-linejoin="round"><path d="M3.5 18.5V6.5l6 7.2" stroke="currentColor"/>` +
	`<path d="M20.5 18.5V6.5l-8 9.6" stroke="var(--accent)"/>` +
	`<circle cx="10.9" cy="17.9" r="1.3" fill="var(--accent)" stroke="none"/></svg>`

func header(s *state.State) *vecty.HTML {
	return tag("header", "top", div(
		"bar",
		tag(
			"a",
			"brand",
			set("href", "./", "aria-label", words.T("Mutarium, the playground")),
			tag(
				"span",
				"mark",
				set("aria-hidden", "true"),
				vecty.Markup(vecty.UnsafeHTML(mark)),
			),
			ui.Text("Mutarium"),
		),
		ui.When(s.View != state.Home, func() *vecty.HTML {
			return button("quiet", "Exercises", "home", "", id("home"))
		}),
		ui.When(s.Sheet != nil && s.Student != nil, func() *vecty.HTML {
			return button("quiet", "Back to the sheet", "sheet-back", "", id("sheet-back"))
		}),
		tag("span", "space"),
		ui.When(s.View == state.Doing && s.Student != nil && !s.Student.Locked(), func() *vecty.HTML {
			return tag("span", "hint.saved", id("saved"), saved(s.Student))
		}),
		button("quiet", "Open a file…", "open-file", "", id("open-file")),
		icon("sun", "Display", "dialog", "display", id("display")),
		ui.When(
			s.View == state.Doing && s.Student != nil && !s.Student.Trying && !s.Student.Locked(),
			func() *vecty.HTML {
				return button("primary", "Hand in", "hand-in", "", id("hand-in"))
			},
		),
	))
}

func saved(t *state.Student) *vecty.HTML {
	if t.Unsaved {
		return ui.Say("not saved")
	}
	return ui.Say("saved in this browser")
}

func banners(s *state.State) *vecty.HTML {
	t := s.Student
	return div("",
		ui.When(s.Failure != "", func() *vecty.HTML {
			return div(
				"banner.bad",
				set("role", "alert"),
				icons.Glyph("error"),
				tag(
					"span",
					"",
					tag("strong", "", ui.Say("The engine could not be started.")),
					ui.Text(" "),
					ui.Told(s.Failure),
				),
			)
		}),
		ui.When(t != nil && t.Unsaved && s.View == state.Doing, func() *vecty.HTML {
			return div("banner.warn", set("role", "alert"), id("unsaved"), icons.Glyph("warn"),
				tag("span", "", ui.Say("Your work is not kept: this browser’s storage is full or switched off.")),
				button("small", "Download my work", "download-work", ""))
		}),
		ui.When(t != nil && t.Locked() && s.View == state.Doing, func() *vecty.HTML { return reading(t) }),
		ui.When(len(s.Problems) > 0, func() *vecty.HTML {
			return div("banner.bad", set("role", "alert"), id("problems"), icons.Glyph("error"),
				div("", tag("strong", "", ui.Say("This file cannot be opened.")), problems(s.Problems)))
		}),
	)
}

// reading says what is shown instead of one's own work, and how it fits.
func reading(t *state.Student) *vecty.HTML {
	h := t.Reading
	genuine := ui.Say("Digest and signature fit: the file is as it was saved.")
	if t.Remark != "" {
		genuine = ui.Told(t.Remark)
	}
	return div(
		"banner "+map[bool]string{true: "good", false: "warn"}[t.Remark == ""],
		set("role", "status"),
		id("reading"),
		icons.Glyph(map[bool]string{true: "killed", false: "warn"}[t.Remark == ""]),
		div(
			"",
			tag("strong", "", ui.Say("What {name} has handed in.", h.Name)),
			ui.Text(" "),
			genuine,
			ui.Text(" "),
			ui.When(h.Exercise != t.Exercise.Digest, func() *vecty.HTML {
				return tag(
					"span",
					"",
					ui.Say(
						"It was made for revision {a}, this is revision {b}.",
						itoa(h.Revision),
						itoa(t.Exercise.Revision),
					),
				)
			}),
			ui.Text(" "),
			ui.Say(
				"The file claims {a} of {b}; what is shown here was judged again.",
				itoa(h.Claimed.Share),
				itoa(h.Claimed.Of),
			),
		),
		button("small", "Close", "close-reading", "", id("close-reading")),
	)
}

func problems(all []report.Diagnostic) *vecty.HTML {
	return tag("ul", "", ui.List(all, func(_ int, d report.Diagnostic) *vecty.HTML {
		return tag("li", "", ui.Say("Line {line}:", itoa(d.Span.Line)), ui.Text(" "), ui.Told(d.Message))
	}))
}

func notice(n state.Notice) *vecty.HTML {
	if n.Text == "" {
		return div("notice.empty", set("role", "status", "aria-live", "polite"))
	}
	drawing := map[string]string{"good": "killed", "bad": "error", "warn": "warn"}[n.Tone]
	if drawing == "" {
		drawing = "info"
	}
	return div("notice "+n.Tone, set("role", "status", "aria-live", "polite"), id("notice"),
		icons.Glyph(drawing), tag("span", "", ui.Text(n.Text)), icon("close", "Dismiss", "dismiss", ""))
}

// Says is what a screen reader is told after each judgement.
func Says(s *state.State) string {
	t := s.Student
	if t == nil || t.Result == nil || s.View == state.Grading {
		return ""
	}
	return progressSays(t)
}

// --- dialogs ------------------------------------------------------------------------------------

func dialog(s *state.State) *vecty.HTML {
	var inside *vecty.HTML
	title := words.T("Display")
	switch {
	case s.Dialog == "hand-in" && s.Student != nil:
		title, inside = words.T("Hand in"), handIn(s.Student)
	case s.Dialog == "again" && s.Student != nil:
		title = words.T("Begin again")
		inside = div(
			"",
			tag(
				"p",
				"",
				ui.Say("All that you have done in this exercise is thrown away, with its hints and attempts."),
			),
			div("row.actions", button("primary", "Throw it away", "really-again", "", id("really-again")),
				button("", "Keep it", "dialog", "")),
		)
	case s.Dialog == "display":
		inside = display(s)
	}
	return tag("dialog", "", set("id", "dialog", "aria-label", title),
		tag("header", "row.dialog-head", tag("h2", "", ui.Text(title)), tag("span", "space"),
			icon("close", "Close", "dialog", "", id("close-dialog"))),
		div("dialog-body", inside))
}

func display(s *state.State) *vecty.HTML {
	one := func(group, now, name string, label words.Key) *vecty.HTML {
		return button("small", label, group, name, set("aria-pressed", flag(now == name)), id(group+"-"+name))
	}
	return div("display",
		tag("h3", "", ui.Say("Colours")),
		div("segments", set("role", "group", "aria-label", words.T("Colours")),
			one("theme", s.Theme, "system", "As the system"), one("theme", s.Theme, "light", "Light"),
			one("theme", s.Theme, "dark", "Dark"), one("theme", s.Theme, "contrast", "High contrast")),
		tag("h3", "", ui.Say("Language")),
		div("segments", set("role", "group", "aria-label", words.T("Language")),
			tag("button", "small", set("type", "button", "data-do", "language", "data-arg", "en", "lang", "en",
				"aria-pressed", flag(words.Language() == "en")), id("language-en"), ui.Text("English")),
			tag("button", "small", set("type", "button", "data-do", "language", "data-arg", "de", "lang", "de",
				"aria-pressed", flag(words.Language() == "de")), id("language-de"), ui.Text("Deutsch"))),
	)
}

func handIn(t *state.Student) *vecty.HTML {
	return div(
		"hand-in",
		field(
			"Your name, or the number that your course knows you by",
			input(
				"name",
				"",
				t.Work.Name,
				set("id", "hand-in-name", "data-enter", "save-hand-in", "maxlength", "100"),
				id("hand-in-name"),
			),
		),
		tag(
			"p",
			"hint",
			ui.Say(
				"This is the whole file. It is saved on your device; the page sends nothing. "+
					"What it says of points is judged again from the answer.",
			),
		),
		tag("pre", "paper", set("tabindex", "0"), id("paper"), ui.Text(t.HandIn.Text)),
		div(
			"row.actions",
			button(
				"primary",
				"Save the file",
				"save-hand-in",
				"",
				id("save-hand-in"),
				disabled(t.HandIn.Text == "" || t.Work.Name == ""),
			),
			button("", "Cancel", "dialog", ""),
		),
	)
}

// kinds name the kinds of exercises.
var kinds = map[string]words.Key{
	exercise.Kill:   "Kill them all",
	exercise.Refine: "Mend the model",
	exercise.Find:   "Find the bug",
	exercise.Bets:   "Can it be killed?",
	exercise.Guess:  "Guess the model",
}

func kindSays(kind string) string {
	if key, ok := kinds[kind]; ok {
		return words.T(key)
	}
	return kind
}
