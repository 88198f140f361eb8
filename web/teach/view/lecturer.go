package view

import (
	"strings"

	"github.com/hexops/vecty"

	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/web/icons"
	"github.com/mutarium/mutarium/web/teach/state"
	"github.com/mutarium/mutarium/web/ui"
	"github.com/mutarium/mutarium/web/words"
)

// lecturer draws the form of an exercise, and beside it what becomes of it.
func lecturer(m *state.Lecturer) *vecty.HTML {
	if m.Student != nil {
		return div("trying",
			div("banner", icons.Glyph("info"),
				tag("span", "", ui.Say("This is what students see. Nothing that you do here is kept.")),
				button("primary.small", "Back to making", "stop-trying", "", id("stop-trying"))),
			student(m.Student))
	}
	return div("making",
		div("form.scrolls", id("form"),
			div("row", tag("h1", "", ui.Say("Make an exercise")), tag("span", "space"),
				button("quiet", "Begin another one", "make-new", "", id("make-new"))),
			basics(m), aboutModel(m), aboutMutants(m), aboutSecret(m), aboutGoal(m), sheetForm(m)),
		div("beside.scrolls", made(m), preview(m)))
}

func section(title words.Key, parts ...part) *vecty.HTML {
	return tag("section", "part", append([]part{tag("h2", "", ui.Say(title))}, parts...)...)
}

func line(parts ...part) *vecty.HTML { return div("fields", parts...) }

// trouble says what is wrong with the members of the draft that begin so.
func trouble(m *state.Lecturer, members ...string) part {
	var all []exercise.Problem
	for _, p := range m.Trouble {
		for _, member := range members {
			if p.Path == member || strings.HasPrefix(p.Path, member+".") {
				all = append(all, p)
			}
		}
	}
	if len(all) == 0 {
		return nil
	}
	return tag("ul", "problem-list", ui.List(all[:min(len(all), 6)], func(_ int, p exercise.Problem) *vecty.HTML {
		return tag("li", "error", icons.Glyph("error"), tag("span", "", ui.Told(p.Message)))
	}))
}

func filled(name, value string, parts ...part) *vecty.HTML {
	return input(name, "", value, append([]part{id("make-" + name)}, parts...)...)
}

func checkbox(name, arg string, on bool, label part, parts ...part) *vecty.HTML {
	parts = append([]part{set("type", "checkbox", "data-put", name, "data-arg", arg),
		vecty.Markup(vecty.Property("checked", on))}, parts...)
	return tag("label", "check", tag("input", "", parts...), tag("span", "", label))
}

func basics(m *state.Lecturer) *vecty.HTML {
	d := &m.Draft
	var all []choice
	for _, k := range exercise.Kinds() {
		all = append(all, choice{k, kindSays(k)})
	}
	return section(
		"What it is",
		line(
			field("Kind", selection("kind", "", d.Kind, all, id("make-kind"))),
			field("Title", filled("title", d.Title)),
			field("Short name, the same in all revisions", filled("id", d.ID)),
			field(
				"Revision",
				filled("revision", m.Field("revision", float64(d.Revision)), set("inputmode", "numeric")),
			),
			field("Language of the texts", filled("language", d.Language)),
			field("Due, shown and never enforced", filled("due", d.Due)),
		),
		tag("p", "hint", ui.Say(kindHelp[d.Kind])),
		trouble(m, "id", "title", "revision", "kind"),
		field(
			"Task, in Markdown",
			tag("textarea", "", set("rows", "5", "data-put", "task", "data-arg", ""), id("make-task"),
				vecty.Markup(vecty.Property("value", d.Task))),
		),
		trouble(m, "task"),
	)
}

var kindHelp = map[string]words.Key{
	exercise.Kill:   "Students write tests until each mutant is killed.",
	exercise.Refine: "Students mend a wrong model until it refines, or equals, a hidden one.",
	exercise.Find:   "A black box is one of the mutants: students find out which, with few experiments.",
	exercise.Bets:   "Students say of each mutant whether a test can kill it, and see the proof.",
	exercise.Guess:  "Students write a model; each wrong guess is answered by a run that tells it from the hidden one.",
}

func aboutModel(m *state.Lecturer) *vecty.HTML {
	d := &m.Draft
	examples, formalisms := []choice{{"", words.T("Choose one…")}}, []choice{}
	for _, f := range m.Formalisms {
		formalisms = append(formalisms, choice{f.Name, formalismSays(f.Name)})
		for _, x := range f.Examples {
			examples = append(examples, choice{x.Name, formalismSays(f.Name) + ": " + words.Engine(x.Title)})
		}
	}
	return section(
		"Model",
		line(
			field("From the gallery", selection("example", "", "", examples, id("make-example"))),
			field(
				"Language of the model",
				selection("formalism", "", d.Formalism, formalisms, id("make-formalism")),
			),
		),
		tag("p", "hint", ui.Say("Or drop a file here, or change the text. This is what students see at first.")),
		div(
			"code-box.framed",
			editor{name: "own", label: words.T("Model"), syntax: syntaxOf(m.State, d.Formalism)}.draw(),
		),
		trouble(m, "model", "formalism", "name"),
	)
}

func aboutMutants(m *state.Lecturer) part {
	d := &m.Draft
	if d.Kind == exercise.Refine || d.Kind == exercise.Guess {
		return section(
			"Hidden model",
			tag(
				"p",
				"hint",
				ui.Say(
					"What answers are held against. Students do not see it; change the model above into what they begin with.",
				),
			),
			div("code-box.framed", editor{name: "reference", label: words.T("Hidden model"),
				syntax: syntaxOf(m.State, d.Formalism)}.draw()),
			trouble(m, "secret.reference"),
			line(
				ui.When(d.Kind == exercise.Refine, func() *vecty.HTML {
					return checkbox(
						"equal",
						"",
						d.Equal,
						ui.Say("It has to do all that the hidden model does"),
						id("make-equal"),
					)
				}),
				field("Lines that stay as they are, such as 1-8, 10",
					filled("protected", m.Field("protected", 0)))),
			trouble(m, "protected"),
		)
	}
	return section("Mutants",
		operators(m),
		line(
			field(
				"At most so many, drawn by chance",
				filled("sample", m.Field("sample", float64(d.Settings.Sample)), set("inputmode", "numeric")),
			),
			field(
				"Number that the drawing begins with",
				filled("seed", m.Field("seed", float64(d.Settings.Seed)), set("inputmode", "numeric")),
			),
			ui.When(d.Kind == exercise.Kill, func() *vecty.HTML {
				return checkbox(
					"distinct",
					"",
					d.Distinct,
					ui.Say("Of mutants that behave alike only the first"),
					id("make-distinct"),
				)
			}),
		),
		trouble(m, "settings", "mutants"),
		tag("p", "hint", id("mutants-say"), ui.Text(mutantsSay(m))),
		div(
			"row.actions",
			button("", "List the mutants", "list-mutants", "", id("list-mutants"), disabled(m.Listing)),
			ui.When(
				len(m.Listed) > 0,
				func() *vecty.HTML { return button("", "Take all that fit", "choose-all", "all", id("choose-all")) },
			),
			ui.When(len(d.Mutants) > 0, func() *vecty.HTML { return button("", "Take none", "choose-all", "none") }),
			ui.When(m.Listing, func() *vecty.HTML {
				return tag("span", "hint", ui.Say("{a} of {b} judged", itoa(m.Done), itoa(m.Total)))
			}),
		),
		list(m), byHand(m))
}

func operators(m *state.Lecturer) part {
	f := m.Formalism(m.Draft.Formalism)
	if f == nil {
		return nil
	}
	now := ""
	if ops := m.Draft.Settings.Operators; len(ops) == 1 {
		now = ops[0]
	}
	one := func(name string, label words.Key) *vecty.HTML {
		return tag(
			"label",
			"sure",
			tag("input", "", set("type", "radio", "name", "operators", "value", name, "data-put", "operators"),
				id("operators-"+name), vecty.Markup(vecty.Property("checked", now == name))),
			ui.Say(label),
		)
	}
	return div(
		"",
		tag(
			"fieldset",
			"sures",
			tag("legend", "", ui.Say("Operators")),
			one("paper", "those of the paper"),
			one("all", "all"),
		),
		tag("details", "more", tag("summary", "", ui.Say("Single operators")),
			div("checks", ui.List(f.Operators, func(_ int, op report.Operator) *vecty.HTML {
				return checkbox("operator", op.Name, m.Uses(op.Name), ui.Told(op.Title))
			}))),
	)
}

func mutantsSay(m *state.Lecturer) string {
	n := len(m.Draft.Mutants)
	switch {
	case n > 0:
		return words.N(n, "1 mutant is chosen.", "{n} mutants are chosen.")
	case m.Draft.Kind == exercise.Kill:
		return words.T("All mutants that can be killed are taken, unless you choose some.")
	}
	return words.T("Choose some from the list.")
}

// list has the mutants to choose from.
func list(m *state.Lecturer) part {
	if len(m.Listed) == 0 {
		return nil
	}
	kill := m.Draft.Kind == exercise.Kill
	return tag("ul", "rows.list-of-mutants", id("listed"), ui.List(m.Listed[:min(len(m.Listed), 400)],
		func(_ int, x report.Mutant) *vecty.HTML {
			in, final := m.Chosen(x.ID)
			verdict := words.T("can be killed")
			drawing, class := "killed", "killed"
			if x.Verdict != report.Killed {
				verdict, drawing, class = words.Engine(x.Verdict), "same", "same"
			}
			return tag(
				"li",
				"mutant-row "+class,
				set("data-id", x.ID),
				checkbox("mutant", x.ID, in, says(x), set("data-testid", "mutant-"+x.ID, "aria-label", x.ID)),
				tag(
					"span",
					"hint",
					icons.Glyph(drawing),
					ui.Text(" "+verdict),
					ui.When(x.DuplicateOf != "", func() *vecty.HTML {
						return tag("span", "", ui.Text(", "), ui.Say("like {id}", x.DuplicateOf))
					}),
				),
				ui.When(kill && x.Verdict == report.Killed, func() *vecty.HTML {
					return checkbox("final-mutant", x.ID, final, ui.Say("final"), set("data-testid", "final-"+x.ID))
				}),
			)
		}))
}

func byHand(m *state.Lecturer) part {
	var own []exercise.Subject
	for _, x := range m.Draft.Mutants {
		if x.Text != "" {
			own = append(own, x)
		}
	}
	return tag(
		"details",
		"more",
		tag("summary", "", ui.Say("Mutants by hand")),
		tag("p", "hint", ui.Say("Paste the whole text of a wrong model.")),
		div(
			"code-box.framed",
			editor{
				name:   "hand",
				label:  words.T("A mutant by hand"),
				syntax: syntaxOf(m.State, m.Draft.Formalism),
			}.draw(),
		),
		button("", "Add it", "add-hand", "", id("add-hand")),
		tag("ul", "rows", ui.List(own, func(_ int, x exercise.Subject) *vecty.HTML {
			return tag(
				"li",
				"mutant-row",
				tag("code", "what", ui.Text(x.ID)),
				button("quiet.small", "Remove", "drop-mutant", x.ID),
			)
		})),
	)
}

// aboutSecret has what students are not to see.
func aboutSecret(m *state.Lecturer) part {
	d := &m.Draft
	switch d.Kind {
	case exercise.Bets:
		return nil
	case exercise.Find:
		all := []choice{{"", words.T("Choose one…")}}
		for _, x := range d.Mutants {
			all = append(all, choice{x.ID, x.ID})
		}
		return section(
			"In the black box",
			line(field("Which of the mutants", selection("box", "", d.Secret.Box, all, id("make-box")))),
			trouble(m, "secret.box"),
		)
	}
	help := words.Key(
		"With a phrase the hidden model is locked: the page then cannot judge, and grading decides. For exams.",
	)
	if d.Kind == exercise.Kill {
		help = "Mutants that are marked as final are locked with this phrase, and run only when the answers are graded."
	}
	return section(
		"Locked part",
		tag("p", "hint", ui.Say(help)),
		line(
			field("Phrase", input("phrase", "", m.Phrase, set("autocomplete", "new-password"), id("make-phrase"))),
		),
		ui.When(m.Phrase != "", func() *vecty.HTML {
			return remark(
				"warn",
				ui.Say("Keep this phrase: what is locked with it cannot be opened without it, by nobody."),
			)
		}),
		trouble(m, "secret.mutants"),
	)
}

func aboutGoal(m *state.Lecturer) *vecty.HTML {
	d := &m.Draft
	numeric := set("inputmode", "decimal")
	steps := words.Key("Steps: goal and points, such as 48: 10; 40: 5")
	if d.Kind == exercise.Find {
		steps = "Steps: experiments and points, such as 3: 10; 8: 5"
	}
	tries := map[string]words.Key{exercise.Kill: "Tests, at most", exercise.Find: "Experiments, at most",
		exercise.Guess: "Guesses, at most"}[d.Kind]
	return section("Goal and help",
		line(
			field("Full points", filled("full", m.Field("full", d.Points.Full), numeric)),
			field(steps, filled("steps", m.Field("steps", 0))),
			ui.When(d.Kind != exercise.Kill, func() *vecty.HTML {
				return field(
					"Attempts, empty for as many as one likes",
					filled("attempts", m.Field("attempts", float64(d.Attempts)), numeric),
				)
			}),
			ui.When(
				tries != "",
				func() *vecty.HTML { return field(tries, filled("tries", m.Field("tries", float64(d.Tries)), numeric)) },
			),
		),
		line(
			field("Levels of hints: 0 to 3", filled("levels", m.Field("levels", float64(d.Hints.Levels)), numeric)),
			field(
				"The next hint after so many attempts",
				filled("after", m.Field("after", float64(d.Hints.After)), numeric),
			),
			field("Points that a hint costs", filled("cost", m.Field("cost", d.Hints.Cost), numeric)),
		),
		trouble(m, "points", "attempts", "tries", "hints"))
}
