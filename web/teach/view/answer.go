package view

import (
	"slices"
	"strings"

	"github.com/hexops/vecty"

	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/wire"
	"github.com/mutarium/mutarium/web/icons"
	"github.com/mutarium/mutarium/web/teach/state"
	"github.com/mutarium/mutarium/web/ui"
	"github.com/mutarium/mutarium/web/words"
)

// answerPane is where one works.
func answerPane(t *state.Student) *vecty.HTML {
	switch t.Exercise.Kind {
	case exercise.Kill:
		return killing(t)
	case exercise.Find:
		return finding(t)
	case exercise.Bets:
		return betting(t)
	}
	return mending(t)
}

// outcome is what is known of the answer, apart from hints.
func outcome(t *state.Student) *vecty.HTML {
	switch t.Exercise.Kind {
	case exercise.Kill:
		return killOutcome(t)
	case exercise.Find:
		return findOutcome(t)
	case exercise.Bets:
		return betOutcome(t)
	}
	return mendOutcome(t)
}

// --- kill ---------------------------------------------------------------------------------------

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

// --- refine, guess ------------------------------------------------------------------------------

func mending(t *state.Student) *vecty.HTML {
	diagnostics := append([]report.Diagnostic{}, t.Typing...)
	if r := t.Result; r != nil && t.Judged.Model == t.Answer().Model {
		for _, d := range r.Problems {
			if !slices.ContainsFunc(diagnostics, func(x report.Diagnostic) bool { return x.Message == d.Message }) {
				diagnostics = append(diagnostics, d)
			}
		}
	}
	label, ask := words.Key("Your model"), words.Key("Check my model")
	if t.Exercise.Kind == exercise.Guess {
		ask = "Make this guess"
	}
	return div(
		"column",
		tag("h2", "bar-title", ui.Say(label), tag("span", "hint", ui.Text(t.Exercise.Name))),
		div(
			"code-box.grows",
			editor{name: "answer", label: words.T(label), syntax: syntaxOf(t.State, t.Exercise.Formalism),
				diagnostics: encode(
					diagnostics,
				), lockedAt: encode(append([]int{}, t.Exercise.Protected...)), fixed: t.Locked(),
				marks: marksOf(t)}.draw(),
		),
		problemList(diagnostics),
		ui.When(!t.Exam() && !t.Locked(), func() *vecty.HTML {
			return div(
				"row.actions",
				button(
					"primary",
					ask,
					"judge",
					"",
					id("judge"),
					disabled(t.Spent() || t.Busy || t.Prepared == nil),
				),
				tag("span", "hint", ui.Text(triesSay(t))),
			)
		}),
	)
}

func triesSay(t *state.Student) string {
	switch {
	case t.Exercise.Kind == exercise.Guess && t.Exercise.Tries > 0:
		return words.T(
			"Guess {a} of {b}",
			itoa(min(len(t.Answer().Guesses)+1, t.Exercise.Tries)),
			itoa(t.Exercise.Tries),
		)
	case t.Exercise.Attempts > 0:
		return words.T("Attempt {a} of {b}", itoa(min(t.Tried()+1, t.Exercise.Attempts)), itoa(t.Exercise.Attempts))
	}
	return ""
}

func problemList(all []report.Diagnostic) *vecty.HTML {
	if len(all) == 0 {
		return div("")
	}
	return tag(
		"ul",
		"problem-list",
		id("typing"),
		ui.List(all[:min(len(all), 5)], func(_ int, d report.Diagnostic) *vecty.HTML {
			return tag(
				"li",
				d.Severity,
				icons.Glyph(map[string]string{"error": "error", "warning": "warn"}[d.Severity]),
				tag("span", "", ui.Say("Line {line}:", itoa(d.Span.Line)), ui.Text(" "), ui.Told(d.Message)),
			)
		}),
	)
}

func mendOutcome(t *state.Student) *vecty.HTML {
	r := t.Result
	fresh := r != nil && t.Judged.Model == t.Answer().Model
	switch {
	case t.Exam():
		return div(
			"says",
			id("outcome"),
			tag("h2", "", ui.Say("Result")),
			tag("p", "", ui.Say("Hand the model in when you are content with it.")),
		)
	case r == nil || t.Tried() == 0 && !t.Locked():
		return div(
			"says",
			id("outcome"),
			tag("h2", "", ui.Say("Result")),
			tag("p", "hint", ui.Say("Check your model to see how it behaves.")),
		)
	case r.Passed:
		return div("says.good", id("outcome"), tag("h2", "", ui.Say("Right")), tag("p", "", ui.Say(rightSays(t))))
	case len(r.Problems) > 0:
		return div(
			"says.bad",
			id("outcome"),
			tag("h2", "", ui.Say("It cannot be judged yet")),
			problemList(r.Problems),
		)
	case r.Unknown:
		return div("says", id("outcome"), tag("h2", "", ui.Say("Not decided")), tag("p", "", ui.Told(r.Remark)))
	case r.Over:
		return div("says.bad", id("outcome"), tag("h2", "", ui.Say("No guess is left")), tag("p", "", ui.Told(r.Remark)))
	case r.Wrong == nil:
		return div("says.bad", id("outcome"), tag("h2", "", ui.Say("Not yet")))
	}
	return div(
		"says.bad",
		id("outcome"),
		tag("h2", "", ui.Say(wrongTitle(r))),
		ui.When(
			!fresh,
			func() *vecty.HTML {
				return tag("p", "hint", ui.Say("This is about the text that was checked last."))
			},
		),
		run(t, r.Wrong),
	)
}

func rightSays(t *state.Student) words.Key {
	if t.Exercise.Kind == exercise.Guess || t.Exercise.Equal {
		return "Your model behaves exactly like the hidden one. That is proved, not only tested."
	}
	return "Your model does nothing that the hidden one forbids. That is proved, not only tested."
}

func wrongTitle(r *exercise.Result) words.Key {
	if r.Wrong.TooLess {
		return "Your model does less than it should"
	}
	return "A run on which your model is wrong"
}

// run steps along the shortest wrong run, in the student's own model.
func run(t *state.Student, w *exercise.Wrong) *vecty.HTML {
	if w.Test == "" {
		return tag("p", "", ui.Say("The difference shows before the first step."))
	}
	last := len(w.Shows) - 1
	step := min(max(t.Step, 0), max(last, 0))
	return div(
		"run",
		id("run"),
		set("data-step", itoa(step)),
		tag("p", "", tag("code", "", id("run-test"), ui.Text(w.Test))),
		tag(
			"ol",
			"trace",
			set("aria-label", words.T("What your model shows")),
			ui.List(w.Shows, func(i int, shows string) *vecty.HTML {
				class := "step"
				if i > step {
					class += " ahead"
				}
				if i+1 == w.Step {
					class += " bad"
				}
				return tag(
					"li",
					"",
					tag("button", class, set("type", "button", "data-do", "step", "data-arg", itoa(i),
						"aria-current", only(i == step, "step")),
						ui.When(i+1 == w.Step, func() *vecty.HTML { return icons.Glyph("wrong") }), ui.Text(shows)),
				)
			}),
		),
		div("row.controls", icon("prev", "Step back", "step", "back", disabled(step == 0)),
			icon("next", "Step on", "step", "on", disabled(step >= last)),
			tag("span", "hint", ui.Say("Step {a} of {b}", itoa(step+1), itoa(last+1)))),
		ui.When(step < len(w.Shows), func() *vecty.HTML {
			tone := ""
			if step+1 == w.Step {
				tone = " bad"
			}
			return tag(
				"p",
				"step-note"+tone,
				tag(
					"span",
					"",
					ui.Say("Your model shows {what}.", w.Shows[step]),
					ui.Text(" "),
					ui.When(
						step+1 == w.Step && !w.TooLess,
						func() *vecty.HTML { return tag("span", "", ui.Say("That is wrong.")) },
					),
					ui.When(
						step+1 == w.Step && w.TooLess,
						func() *vecty.HTML { return tag("span", "", ui.Say("Here something is missing.")) },
					),
					ui.When(step < len(w.Wants), func() *vecty.HTML {
						return tag("span", "", ui.Text(" "), ui.Say("The hidden model shows {what}.", w.Wants[step]))
					}),
				),
			)
		}),
	)
}

// --- find ---------------------------------------------------------------------------------------

func finding(t *state.Student) *vecty.HTML {
	left := t.ExperimentsLeft()
	wrong := "-"
	if t.Wrong != "" {
		wrong = "draft-wrong"
	}
	return div(
		"column.scrolls",
		tag(
			"h2",
			"bar-title",
			ui.Say("Experiments with the black box"),
			tag("span", "hint", id("experiments-left"), ui.Text(leftSays(left))),
		),
		ui.When(!t.Locked(), func() *vecty.HTML {
			return div(
				"asking",
				div(
					"row",
					input("draft", "", t.Draft, set(
						"id",
						"draft",
						"data-enter",
						"experiment",
						"aria-label",
						words.T("An experiment: a test to run on the box"),
						"placeholder",
						exampleOf(t),
						"aria-describedby",
						wrong,
						"aria-invalid",
						only(t.Wrong != "", "true"),
						"spellcheck",
						"false",
					), id("draft")),
					button(
						"primary",
						"Run it",
						"experiment",
						"",
						id("experiment"),
						disabled(t.Busy || left == 0 || t.Prepared == nil),
					),
				),
				taps(t, false),
				ui.When(t.Wrong != "", func() *vecty.HTML {
					return tag(
						"p",
						"remark.bad",
						set("id", "draft-wrong"),
						icons.Glyph("error"),
						tag("span", "", ui.Told(t.Wrong)),
					)
				}),
			)
		}),
		experiments(t),
	)
}

func leftSays(left int) string {
	switch {
	case left < 0:
		return words.T("as many as you like, few are better")
	case left == 0:
		return words.T("none is left")
	}
	return words.N(left, "1 is left", "{n} are left")
}

func exampleOf(t *state.Student) string {
	if t.Prepared != nil && t.Prepared.Example != "" {
		return words.T("such as {example}", t.Prepared.Example)
	}
	return ""
}

func experiments(t *state.Student) *vecty.HTML {
	if t.Result == nil || len(t.Result.Tests) == 0 {
		return tag(
			"p",
			"empty",
			ui.Say("The box is one of the suspects. Run tests on it, and see which suspects would answer otherwise."),
		)
	}
	return tag(
		"ol",
		"answers",
		id("experiments"),
		ui.List(t.Result.Tests, func(_ int, x exercise.TestResult) *vecty.HTML {
			return tag("li", "", tag("code", "", ui.Text(x.Test)),
				div(
					"trace",
					set("role", "group", "aria-label", words.T("What the box shows")),
					ui.List(
						x.Shows,
						func(_ int, s string) *vecty.HTML { return tag("span", "step.ahead", ui.Text(s)) },
					),
				))
		}),
	)
}

func findOutcome(t *state.Student) *vecty.HTML {
	r := t.Result
	if t.Prepared == nil || r == nil {
		return div("")
	}
	made := len(t.Answer().Experiments) > 0
	var in, out []report.Mutant
	for _, m := range t.Prepared.Mutants {
		if !made || slices.Contains(r.Left, m.ID) {
			in = append(in, m)
		} else {
			out = append(out, m)
		}
	}
	verdict := div("")
	if a := t.Answer().Suspect; a != "" && t.Judged.Suspect == a {
		switch {
		case r.Passed:
			verdict = div(
				"says.good",
				id("outcome"),
				tag("h2", "", ui.Say("Found")),
				tag("p", "", ui.Say("{id} is in the box, or behaves exactly like what is.", a)),
			)
		case r.Unknown:
			verdict = div("says", id("outcome"), tag("h2", "", ui.Say("Not decided")), tag("p", "", ui.Told(r.Remark)))
		default:
			verdict = div(
				"says.bad",
				id("outcome"),
				tag("h2", "", ui.Say("It is another one")),
				tag("p", "", ui.Say("{id} is not in the box.", a)),
			)
		}
	}
	return div("", verdict,
		tag(
			"fieldset",
			"suspects",
			id("suspects"),
			set("data-left", itoa(len(in))),
			tag(
				"legend",
				"",
				ui.Text(
					words.N(
						len(in),
						"1 suspect agrees with all experiments",
						"{n} suspects agree with all experiments",
					),
				),
			),
			ui.List(in, func(_ int, m report.Mutant) *vecty.HTML { return suspect(t, m) }),
		),
		ui.When(!t.Locked(), func() *vecty.HTML {
			return div("row.actions", button("primary", "This one is in the box", "accuse", "", id("accuse"),
				disabled(t.Picked == "" || t.Spent() || t.Busy)),
				tag("span", "hint", ui.Text(triesSay(t))))
		}),
		ui.When(len(out) > 0, func() *vecty.HTML {
			return tag(
				"details",
				"more",
				tag("summary", "", ui.Text(words.N(len(out), "1 is ruled out", "{n} are ruled out"))),
				tag("ul", "rows", ui.List(out, func(_ int, m report.Mutant) *vecty.HTML {
					return tag("li", "mutant-row.out", icons.Glyph("wrong"), says(m))
				})),
			)
		}))
}

func suspect(t *state.Student, m report.Mutant) *vecty.HTML {
	now := t.Picked
	if t.Locked() {
		now = t.Answer().Suspect
	}
	return tag(
		"label",
		"mutant-row.pick",
		tag("input", "", set(
			"type",
			"radio",
			"name",
			"suspect",
			"data-put",
			"suspect",
			"value",
			m.ID,
			"data-testid",
			"suspect-"+m.ID,
		), vecty.Markup(vecty.Property("checked", now == m.ID), vecty.Property("disabled", t.Locked()))),
		says(m),
	)
}

// --- bets ---------------------------------------------------------------------------------------

var claims = map[string]words.Key{
	exercise.ClaimKilled: "A test kills it", exercise.ClaimEquivalent: "It behaves the same",
	exercise.ClaimLess: "It does less, nothing wrong",
}

func betting(t *state.Student) *vecty.HTML {
	if t.Prepared == nil {
		return tag("p", "empty", ui.Say("The exercise is being made ready…"))
	}
	return div(
		"column.scrolls",
		tag("h2", "bar-title", ui.Say("What do you think of each mutant?"),
			tag("span", "hint", ui.Say("A wrong bet costs the more, the surer you were."))),
		tag(
			"ol",
			"bet-list",
			id("bets"),
			ui.List(t.Prepared.Mutants, func(i int, m report.Mutant) *vecty.HTML { return bet(t, i, m) }),
		),
	)
}

func bet(t *state.Student, i int, m report.Mutant) *vecty.HTML {
	b, made := t.BetOn(m.ID)
	one := func(value string) *vecty.HTML {
		return tag(
			"label",
			"claim",
			tag(
				"input",
				"",
				set("type", "radio", "name", "claim-"+itoa(i), "value", value, "data-put", "claim",
					"data-arg", m.ID, "data-testid", "claim-"+value+"-"+m.ID),
				vecty.Markup(
					vecty.Property("checked", b.Claim == value),
					vecty.Property("disabled", made || t.Locked()),
				),
			),
			ui.Say(claims[value]),
		)
	}
	sure := func(n int, label words.Key) *vecty.HTML {
		return tag(
			"label",
			"sure",
			tag(
				"input",
				"",
				set("type", "radio", "name", "sure-"+itoa(i), "value", itoa(n), "data-put", "sure",
					"data-arg", m.ID, "data-testid", "sure-"+itoa(n)+"-"+m.ID),
				vecty.Markup(
					vecty.Property("checked", b.Sure == n),
					vecty.Property("disabled", made || t.Locked()),
				),
			),
			ui.Say(label),
		)
	}
	all := []string{exercise.ClaimKilled, exercise.ClaimEquivalent}
	if t.Exercise.Formalism == "action-system" || t.Exercise.Formalism == "timed" {
		all = exercise.Claims()
	}
	return tag("li", "bet", set("data-made", flag(made)), div("about", says(m)),
		tag("fieldset", "claims", tag("legend", "visually-hidden", ui.Say("What do you think of {id}?", m.ID)),
			ui.List(all, func(_ int, c string) *vecty.HTML { return one(c) })),
		tag("fieldset", "sures", tag("legend", "", ui.Say("How sure are you?")),
			sure(1, "I guess"), sure(2, "Fairly"), sure(3, "Certain")),
		ui.When(b.Claim == exercise.ClaimKilled && (!made || b.Test != ""), func() *vecty.HTML {
			return field(
				"A test that kills it, if you like",
				input("bet-test", m.ID, b.Test, set("spellcheck", "false"), disabled(made || t.Locked())),
			)
		}),
		ui.When(!made && !t.Locked(), func() *vecty.HTML {
			return button("primary", "Bet", "bet", m.ID, id("bet-"+m.ID), disabled(b.Claim == "" || t.Busy))
		}),
		verdictOf(t, m.ID))
}

// verdictOf tells what became of a bet that was made.
func verdictOf(t *state.Student, mutant string) *vecty.HTML {
	if t.Result == nil {
		return div("")
	}
	for _, x := range t.Result.Bets {
		if x.Mutant != mutant {
			continue
		}
		class, drawing, word := "says.bad", "wrong", words.Key("Wrong")
		if x.Right {
			class, drawing, word = "says.good", "killed", "Right"
		}
		return div(
			class,
			set("data-testid", "verdict-"+mutant, "data-right", flag(x.Right)),
			tag("p", "", icons.Glyph(drawing), tag("strong", "", ui.Say(word)), ui.Text(": "),
				ui.Say(truths[x.Truth])),
			ui.When(x.Why != "", func() *vecty.HTML { return tag("p", "", ui.Told(strings.TrimSpace(x.Why))) }),
			ui.When(x.Test != "", func() *vecty.HTML {
				return tag("p", "", ui.Say("A shortest test:"), ui.Text(" "), tag("code", "", ui.Text(x.Test)))
			}),
		)
	}
	return div("")
}

var truths = map[string]words.Key{
	exercise.ClaimKilled: "a test kills it.", exercise.ClaimEquivalent: "it behaves exactly as the model does.",
	exercise.ClaimLess: "it does less than the model, and nothing wrong.",
}

func betOutcome(t *state.Student) *vecty.HTML {
	if t.Result == nil || t.Prepared == nil {
		return div("")
	}
	done, all := len(t.Result.Bets), len(t.Prepared.Mutants)
	if done < all {
		return div(
			"says",
			id("outcome"),
			tag("h2", "", ui.Say("Your bets")),
			tag("p", "", ui.Say("{a} of {b} are made.", itoa(done), itoa(all))),
		)
	}
	return div(
		"says",
		id("outcome"),
		tag("h2", "", ui.Say("How well you knew it")),
		tag(
			"table",
			"plain-table",
			id("calibration"),
			tag("thead", "", tag("tr", "", columns("How sure", "Bets", "Right"))),
			tag("tbody", "", ui.List(t.Calibrated(), func(_ int, c state.Calibration) *vecty.HTML {
				return tag(
					"tr",
					"",
					tag(
						"th",
						"",
						set("scope", "row"),
						ui.Say([]words.Key{"", "Guessed", "Fairly sure", "Certain"}[c.Sure]),
					),
					tag("td", "number", ui.Text(itoa(c.Made))),
					tag("td", "number", ui.Text(itoa(c.Right))),
				)
			})),
		),
	)
}
