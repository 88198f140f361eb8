package view

import (
	"slices"

	"github.com/hexops/vecty"

	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/web/icons"
	"github.com/mutarium/mutarium/web/teach/state"
	"github.com/mutarium/mutarium/web/ui"
	"github.com/mutarium/mutarium/web/words"
)

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
	return div("column",
		tag("h2", "bar-title", ui.Say(label), tag("span", "hint", ui.Text(t.Exercise.Name))),
		div("code-box.grows", editor{
			name: "answer", label: words.T(label), syntax: syntaxOf(t.State, t.Exercise.Formalism), marks: marksOf(t),
			diagnostics: encode(diagnostics), lockedAt: encode(append([]int{}, t.Exercise.Protected...)),
			fixed: t.Locked(),
		}.draw()),
		problemList(diagnostics),
		ui.When(!t.Exam() && !t.Locked(), func() *vecty.HTML {
			return div("row.actions",
				button("primary", ask, "judge", "", id("judge"), disabled(t.Spent() || t.Busy || t.Prepared == nil)),
				tag("span", "hint", ui.Text(triesSay(t))))
		}))
}

func triesSay(t *state.Student) string {
	switch {
	case t.Exercise.Kind == exercise.Guess && t.Exercise.Tries > 0:
		now := min(len(t.Answer().Guesses)+1, t.Exercise.Tries)
		return words.T("Guess {a} of {b}", itoa(now), itoa(t.Exercise.Tries))
	case t.Exercise.Attempts > 0:
		return words.T("Attempt {a} of {b}", itoa(min(t.Tried()+1, t.Exercise.Attempts)), itoa(t.Exercise.Attempts))
	}
	return ""
}

func problemList(all []report.Diagnostic) *vecty.HTML {
	if len(all) == 0 {
		return div("")
	}
	drawings := map[string]string{"error": "error", "warning": "warn"}
	return tag("ul", "problem-list", id("typing"),
		ui.List(all[:min(len(all), 5)], func(_ int, d report.Diagnostic) *vecty.HTML {
			return tag("li", d.Severity, icons.Glyph(drawings[d.Severity]),
				tag("span", "", ui.Say("Line {line}:", itoa(d.Span.Line)), ui.Text(" "), ui.Told(d.Message)))
		}))
}

func mendOutcome(t *state.Student) *vecty.HTML {
	r := t.Result
	switch {
	case t.Exam():
		return verdict("", "Result", sentence("", "Hand the model in when you are content with it."))
	case r == nil || t.Tried() == 0 && !t.Locked():
		return verdict("", "Result", sentence("hint", "Check your model to see how it behaves."))
	case r.Passed:
		return verdict("good", "Right", sentence("", rightSays(t)))
	case len(r.Problems) > 0:
		return verdict("bad", "It cannot be judged yet", problemList(r.Problems))
	case r.Unknown:
		return verdict("", "Not decided", tag("p", "", ui.Told(r.Remark)))
	case r.Over:
		return verdict("bad", "No guess is left", tag("p", "", ui.Told(r.Remark)))
	case r.Wrong == nil:
		return verdict("bad", "Not yet")
	}
	old := t.Judged.Model != t.Answer().Model
	return verdict("bad", wrongTitle(r),
		ui.When(old, func() *vecty.HTML { return sentence("hint", "This is about the text that was checked last.") }),
		run(t, r.Wrong))
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
	last := max(len(w.Shows)-1, 0)
	step := min(max(t.Step, 0), last)
	return div("run", id("run"), set("data-step", itoa(step)),
		tag("p", "", tag("code", "", id("run-test"), ui.Text(w.Test))),
		tag("ol", "trace", set("aria-label", words.T("What your model shows")),
			ui.List(w.Shows, func(i int, shows string) *vecty.HTML { return tag("li", "", shown(w, i, step, shows)) })),
		div("row.controls", icon("prev", "Step back", "step", "back", disabled(step == 0)),
			icon("next", "Step on", "step", "on", disabled(step >= last)),
			tag("span", "hint", ui.Say("Step {a} of {b}", itoa(step+1), itoa(last+1)))),
		ui.When(step < len(w.Shows), func() *vecty.HTML { return stepNote(w, step) }))
}

// shown is what the student's model shows at a step, to go there.
func shown(w *exercise.Wrong, i, step int, shows string) *vecty.HTML {
	class := "step"
	if i > step {
		class += " ahead"
	}
	wrong := i+1 == w.Step
	if wrong {
		class += " bad"
	}
	return tag("button", class, set("type", "button", "data-do", "step", "data-arg", itoa(i),
		"aria-current", only(i == step, "step")),
		ui.When(wrong, func() *vecty.HTML { return icons.Glyph("wrong") }), ui.Text(shows))
}

// stepNote says in words what is shown at a step, and what is wrong with it.
func stepNote(w *exercise.Wrong, step int) *vecty.HTML {
	class := "step-note"
	var says words.Key
	if step+1 == w.Step {
		class += " bad"
		if says = "That is wrong."; w.TooLess {
			says = "Here something is missing."
		}
	}
	return tag("p", class, tag("span", "",
		ui.Say("Your model shows {what}.", w.Shows[step]), ui.Text(" "),
		ui.When(says != "", func() *vecty.HTML { return tag("span", "", ui.Say(says)) }),
		ui.When(step < len(w.Wants), func() *vecty.HTML {
			return tag("span", "", ui.Text(" "), ui.Say("The hidden model shows {what}.", w.Wants[step]))
		})))
}
