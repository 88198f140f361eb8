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

func finding(t *state.Student) *vecty.HTML {
	left := t.ExperimentsLeft()
	wrong := "-"
	if t.Wrong != "" {
		wrong = "draft-wrong"
	}
	return div("column.scrolls",
		tag("h2", "bar-title", ui.Say("Experiments with the black box"),
			tag("span", "hint", id("experiments-left"), ui.Text(leftSays(left)))),
		ui.When(!t.Locked(), func() *vecty.HTML {
			return div("asking",
				div("row",
					input("draft", "", t.Draft, id("draft"), set("id", "draft", "data-enter", "experiment",
						"aria-label", words.T("An experiment: a test to run on the box"), "placeholder", exampleOf(t),
						"aria-describedby", wrong, "aria-invalid", only(t.Wrong != "", "true"), "spellcheck", "false")),
					button("primary", "Run it", "experiment", "", id("experiment"),
						disabled(t.Busy || left == 0 || t.Prepared == nil))),
				taps(t, false),
				ui.When(t.Wrong != "", func() *vecty.HTML {
					return tag("p", "remark.bad", set("id", "draft-wrong"), icons.Glyph("error"),
						tag("span", "", ui.Told(t.Wrong)))
				}))
		}),
		experiments(t))
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
		return sentence("empty",
			"The box is one of the suspects. Run tests on it, and see which suspects would answer otherwise.")
	}
	return tag("ol", "answers", id("experiments"),
		ui.List(t.Result.Tests, func(_ int, x exercise.TestResult) *vecty.HTML {
			return tag("li", "", tag("code", "", ui.Text(x.Test)),
				div("trace", set("role", "group", "aria-label", words.T("What the box shows")),
					ui.List(x.Shows, func(_ int, s string) *vecty.HTML { return tag("span", "step.ahead", ui.Text(s)) })))
		}))
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
	agree := words.N(len(in), "1 suspect agrees with all experiments", "{n} suspects agree with all experiments")
	return div("", accused(t),
		tag("fieldset", "suspects", id("suspects"), set("data-left", itoa(len(in))), tag("legend", "", ui.Text(agree)),
			ui.List(in, func(_ int, m report.Mutant) *vecty.HTML { return suspect(t, m) })),
		ui.When(!t.Locked(), func() *vecty.HTML {
			return div("row.actions", button("primary", "This one is in the box", "accuse", "", id("accuse"),
				disabled(t.Picked == "" || t.Spent() || t.Busy)),
				tag("span", "hint", ui.Text(triesSay(t))))
		}),
		ui.When(len(out) > 0, func() *vecty.HTML {
			return tag("details", "more",
				tag("summary", "", ui.Text(words.N(len(out), "1 is ruled out", "{n} are ruled out"))),
				tag("ul", "rows", ui.List(out, func(_ int, m report.Mutant) *vecty.HTML {
					return tag("li", "mutant-row.out", icons.Glyph("wrong"), says(m))
				})))
		}))
}

// accused says what became of the suspect that was named.
func accused(t *state.Student) *vecty.HTML {
	a := t.Answer().Suspect
	switch {
	case a == "" || t.Judged.Suspect != a:
		return div("")
	case t.Result.Passed:
		return verdict("good", "Found", sentence("", "{id} is in the box, or behaves exactly like what is.", a))
	case t.Result.Unknown:
		return verdict("", "Not decided", tag("p", "", ui.Told(t.Result.Remark)))
	}
	return verdict("bad", "It is another one", sentence("", "{id} is not in the box.", a))
}

func suspect(t *state.Student, m report.Mutant) *vecty.HTML {
	now := t.Picked
	if t.Locked() {
		now = t.Answer().Suspect
	}
	return radio{class: "mutant-row.pick", group: "suspect", value: m.ID, put: "suspect", name: "suspect-" + m.ID,
		now: now == m.ID, fixed: t.Locked()}.draw(says(m))
}
