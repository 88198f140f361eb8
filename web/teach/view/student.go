package view

import (
	"strings"

	"github.com/hexops/vecty"

	"github.com/mutarium/mutarium/engine/draw"
	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/web/icons"
	"github.com/mutarium/mutarium/web/teach/state"
	"github.com/mutarium/mutarium/web/ui"
	"github.com/mutarium/mutarium/web/words"
)

// student draws an exercise for who does it: what to do, the model, the answer, what is known of it.
func student(t *state.Student) *vecty.HTML {
	e := t.Exercise
	if t.Trouble != nil {
		return div(
			"doing",
			head(t),
			div("reader", id("trouble"), tag("h2", "", ui.Say("This exercise cannot be done as it is.")),
				tag("ul", "bulleted", ui.List(t.Trouble, func(_ int, p exercise.Problem) *vecty.HTML {
					return tag(
						"li",
						"",
						ui.When(p.Path != "", func() *vecty.HTML { return tag("code", "", ui.Text(p.Path)) }),
						ui.Text(" "),
						ui.Told(p.Message),
					)
				}))),
		)
	}
	panes := div(
		"three "+e.Kind,
		tag(
			"section",
			"pane.at-model",
			set("aria-label", words.T("Task and model")),
			id("pane-model"),
			modelPane(t),
		),
		tag(
			"section",
			"pane.at-answer",
			set("aria-label", words.T("Your answer")),
			id("pane-answer"),
			answerPane(t),
		),
		tag(
			"section",
			"pane.at-result",
			set("aria-label", words.T("Result and help")),
			id("pane-result"),
			resultPane(t),
		),
	)
	return div("doing", head(t), panes, narrow(t))
}

// head has what stays in view: what it is about, and how far one is.
func head(t *state.Student) *vecty.HTML {
	e := t.Exercise
	return tag("header", "goal", id("goal"),
		div("names", tag("h1", "", set("lang", only(e.Language != "", e.Language)), ui.Text(e.Title)),
			tag("span", "badge", id("kind"), ui.Text(kindSays(e.Kind))),
			ui.When(e.Due != "", func() *vecty.HTML { return tag("span", "badge", ui.Say("due {date}", e.Due)) })),
		progress(t))
}

// progressSays is how far one is, in words.
func progressSays(t *state.Student) string {
	r := t.Result
	switch {
	case r == nil:
		return ""
	case t.Exam():
		return words.T("grading decides")
	case r.Unknown:
		return words.Engine(r.Remark)
	case r.Passed && r.Max > 0:
		return words.T(
			"Done: {a} of {b}, {points} of {max} points",
			itoa(r.Share),
			itoa(r.Of),
			points(r.Points),
			points(r.Max),
		)
	case r.Passed:
		return words.T("Done: {a} of {b}", itoa(r.Share), itoa(r.Of))
	case r.Max > 0:
		return words.T(
			"{a} of {b}, {points} of {max} points",
			itoa(r.Share),
			itoa(r.Of),
			points(r.Points),
			points(r.Max),
		)
	}
	return words.T("{a} of {b}", itoa(r.Share), itoa(r.Of))
}

func progress(t *state.Student) *vecty.HTML {
	r := t.Result
	if r == nil {
		return div("how-far", id("progress"), tag("span", "hint", ui.Say("The exercise is being made ready…")))
	}
	of := max(r.Of, 1)
	tone := ""
	if r.Passed {
		tone = " passed"
	}
	return div(
		"how-far"+tone,
		id("progress"),
		set("data-share", itoa(r.Share), "data-of", itoa(r.Of), "data-passed", flag(r.Passed),
			"data-points", points(r.Points)),
		ui.When(r.Passed, func() *vecty.HTML { return icons.Glyph("killed") }),
		tag("span", "score", ui.Text(progressSays(t))),
		tag("span", "meter", set("aria-hidden", "true"),
			tag("span", "", vecty.Markup(vecty.Style("width", itoa(100*r.Share/of)+"%")))),
	)
}

func narrow(t *state.Student) *vecty.HTML {
	one := func(name string, label words.Key) *vecty.HTML {
		return button("", label, "tab", name, set("aria-pressed", flag(t.Tab == name)), id("tab-"+name))
	}
	return tag("nav", "narrow", set("aria-label", words.T("Panes")),
		div("row", one("model", "Task"), one("answer", "Answer"), one("result", "Result")))
}

// --- task and model -----------------------------------------------------------------------------

func modelPane(t *state.Student) *vecty.HTML {
	e := t.Exercise
	return div("column.scrolls",
		div("task", markdown(e.Task, e.Language), rules(t)),
		ui.When(!t.Mends() && e.Model != "", func() *vecty.HTML {
			return div(
				"model-text",
				tag(
					"h2",
					"bar-title",
					ui.Say("The model"),
					tag("span", "hint", ui.Text(e.Name+" · "), ui.Say("read only")),
				),
				div(
					"code-box",
					editor{name: "model", label: words.T("Model"), syntax: syntaxOf(t.State, e.Formalism),
						marks: marksOf(t), fixed: true}.draw(),
				),
			)
		}),
		ui.When(t.Places != nil, func() *vecty.HTML { return diagram(t) }),
	)
}

// rules say what holds besides the task.
func rules(t *state.Student) *vecty.HTML {
	e := t.Exercise
	var all []*vecty.HTML
	add := func(h *vecty.HTML) { all = append(all, tag("li", "", h)) }
	switch {
	case t.Spent():
		add(ui.Say("No attempt is left."))
	case e.Attempts > 0 && e.Kind != exercise.Kill:
		add(ui.Say("Attempts: {a} of {b}", itoa(t.Tried()), itoa(e.Attempts)))
	}
	if e.Tries > 0 {
		switch e.Kind {
		case exercise.Find:
			add(ui.Say("Experiments: {a} of {b}", itoa(len(t.Answer().Experiments)), itoa(e.Tries)))
		case exercise.Guess:
			add(ui.Say("Guesses: {a} of {b}", itoa(len(t.Answer().Guesses)), itoa(e.Tries)))
		case exercise.Kill:
			add(ui.Say("At most {n} tests", itoa(e.Tries)))
		}
	}
	if len(e.Protected) > 0 && t.Mends() {
		add(ui.Say("Lines with a bar at the left stay as they are."))
	}
	switch {
	case t.Exam():
		add(ui.Say("The right model is not in this page: grading decides."))
	case e.Hidden != nil:
		add(ui.Say("Hidden parts of practice run in this browser; a determined person can read them."))
	}
	if len(all) == 0 {
		return nil
	}
	return tag("ul", "rules.hint", ui.List(all, func(_ int, h *vecty.HTML) *vecty.HTML { return h }))
}

func syntaxOf(s *state.State, formalism string) string {
	if f := s.Formalism(formalism); f != nil {
		return encode(f.Syntax)
	}
	return ""
}

// A mark is a place in the model.
type spot struct {
	Class string      `json:"class"`
	Lines bool        `json:"lines"`
	Span  report.Span `json:"span"`
}

// marksOf marks what the last hint is about.
func marksOf(t *state.Student) string {
	marks := []spot{}
	if n := len(t.Work.Help); n > 0 && t.Work.Help[n-1].Hint.Span != nil && !t.Locked() {
		marks = append(marks, spot{Class: "cm-mutated", Span: *t.Work.Help[n-1].Hint.Span})
	}
	return encode(marks)
}

func diagram(t *state.Student) *vecty.HTML {
	scene := draw.NewScene(t.Graph)
	return tag("details", "picture", set("open", "open"),
		tag("summary", "", ui.Say("Diagram")),
		div("drawing", set("tabindex", "0", "role", "group", "aria-label", words.T("Diagram")), id("diagram"),
			vecty.Markup(vecty.UnsafeHTML(scene.Picture(t.Places.Keep(scene, true), draw.Marks{})))))
}

// --- result and help ----------------------------------------------------------------------------

func resultPane(t *state.Student) *vecty.HTML {
	return div("column.scrolls", id("result"),
		outcome(t),
		feedback(t),
		hints(t),
		learnt(t),
		history(t),
	)
}

// feedback is what the lecturer says of misconceptions.
func feedback(t *state.Student) *vecty.HTML {
	if t.Result == nil || len(t.Result.Feedback) == 0 {
		return nil
	}
	return tag("section", "says", id("feedback"), tag("h2", "", ui.Say("About your answer")),
		ui.List(t.Result.Feedback, func(_ int, f string) *vecty.HTML { return markdown(f, t.Exercise.Language) }))
}

// hints has the button for the next one and those that were told.
func hints(t *state.Student) *vecty.HTML {
	level, wait := t.NextHint()
	h := t.Exercise.Hints
	if level == 0 && len(t.Work.Help) == 0 {
		return div("")
	}
	names := []words.Key{"", "where", "what kind", "the change"}
	return tag(
		"section",
		"hints",
		tag("h2", "", ui.Say("Hints")),
		ui.When(level > 0, func() *vecty.HTML {
			return div(
				"row",
				button("", "Give me a hint", "hint", "", id("hint"), disabled(wait > 0)),
				tag(
					"span",
					"hint",
					id("hint-terms"),
					ui.Say("Level {a} of {b}: {what}.", itoa(level), itoa(h.Levels), words.T(names[level])),
					ui.Text(" "),
					ui.When(h.Cost > 0, func() *vecty.HTML {
						return tag("span", "", ui.Say("It costs {n} points.", points(h.Cost)), ui.Text(" "))
					}),
					ui.When(wait > 0, func() *vecty.HTML {
						return tag(
							"span",
							"",
							ui.Text(words.N(wait, "After one more attempt.", "After {n} more attempts.")),
						)
					}),
				),
			)
		}),
		tag(
			"ol",
			"told",
			id("hints"),
			ui.List(newest(t.Work.Help), func(_ int, x state.Help) *vecty.HTML { return hint(t, x) }),
		),
	)
}

func newest(all []state.Help) []state.Help {
	out := make([]state.Help, 0, len(all))
	for i := len(all) - 1; i >= 0; i-- {
		out = append(out, all[i])
	}
	return out
}

func hint(t *state.Student, x state.Help) *vecty.HTML {
	return tag("li", "", tag("span", "badge", ui.Text(itoa(x.Hint.Level))), tag("span", "", ui.Told(x.Hint.Text),
		ui.When(x.Hint.Edit != nil, func() *vecty.HTML {
			return tag("span", "change", ui.Text(" "), ui.Say("Line {line}:", itoa(x.Hint.Edit.Span.Line)), ui.Text(" "),
				changed(x.Hint.Edit.Original, x.Hint.Edit.Replacement))
		})),
		ui.When(x.Hint.Test != "", func() *vecty.HTML {
			return tag("span", "row", tag("code", "", ui.Text(x.Hint.Test)),
				ui.When(t.Exercise.Kind == exercise.Kill || t.Exercise.Kind == exercise.Find, func() *vecty.HTML {
					return button("small", "Take it over", "use", x.Hint.Test)
				}))
		}))
}

// learnt is what the sheet says when its exercise is done.
func learnt(t *state.Student) *vecty.HTML {
	if t.Result == nil || !t.Result.Passed {
		return nil
	}
	s := t.State.Sheet
	if s == nil || s.Step().Learnt == "" {
		return nil
	}
	return tag(
		"section",
		"says.good",
		tag("h2", "", ui.Say("What was learnt")),
		markdown(s.Step().Learnt, s.Sheet.Language),
	)
}

// history tells of attempts.
func history(t *state.Student) *vecty.HTML {
	tried, helped := t.Tried(), t.Hints()
	if tried+helped == 0 {
		return nil
	}
	parts := []string{words.N(tried, "1 attempt", "{n} attempts")}
	if helped > 0 {
		parts = append(parts, words.N(helped, "1 hint", "{n} hints"))
	}
	return tag("footer", "row.history", tag("span", "hint", id("history"), ui.Text(strings.Join(parts, ", "))),
		ui.When(!t.Locked() && t.Exercise.Attempts == 0 && t.Exercise.Tries == 0, func() *vecty.HTML {
			return button("quiet.small", "Begin again…", "again", "", id("again"))
		}))
}

// changed shows a change as text.
func changed(original, replacement string) *vecty.HTML {
	before, old, now, after := draw.Narrow(original, replacement)
	return tag(
		"code",
		"change",
		ui.Text(before),
		ui.When(old != "", func() *vecty.HTML { return tag("del", "", ui.Text(old)) }),
		tag(
			"span",
			"arrow",
			ui.Text("→"),
		),
		ui.When(now != "", func() *vecty.HTML { return tag("ins", "", ui.Text(now)) }),
		ui.Text(after),
	)
}
