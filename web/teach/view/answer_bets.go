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

var claims = map[string]words.Key{
	exercise.ClaimKilled: "A test kills it", exercise.ClaimEquivalent: "It behaves the same",
	exercise.ClaimLess: "It does less, nothing wrong",
}

func betting(t *state.Student) *vecty.HTML {
	if t.Prepared == nil {
		return sentence("empty", "The exercise is being made ready…")
	}
	return div("column.scrolls",
		tag("h2", "bar-title", ui.Say("What do you think of each mutant?"),
			tag("span", "hint", ui.Say("A wrong bet costs the more, the surer you were."))),
		tag("ol", "bet-list", id("bets"),
			ui.List(t.Prepared.Mutants, func(i int, m report.Mutant) *vecty.HTML { return bet(t, i, m) })))
}

func bet(t *state.Student, i int, m report.Mutant) *vecty.HTML {
	b, made := t.BetOn(m.ID)
	fixed := made || t.Locked()
	one := func(value string) *vecty.HTML {
		return radio{class: "claim", group: "claim-" + itoa(i), value: value, put: "claim", arg: m.ID,
			name: "claim-" + value + "-" + m.ID, now: b.Claim == value, fixed: fixed}.draw(ui.Say(claims[value]))
	}
	sure := func(n int, label words.Key) *vecty.HTML {
		return radio{class: "sure", group: "sure-" + itoa(i), value: itoa(n), put: "sure", arg: m.ID,
			name: "sure-" + itoa(n) + "-" + m.ID, now: b.Sure == n, fixed: fixed}.draw(ui.Say(label))
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
				input("bet-test", m.ID, b.Test, set("spellcheck", "false"), disabled(fixed)),
			)
		}),
		ui.When(!fixed, func() *vecty.HTML {
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
		return verdict("", "Your bets", sentence("", "{a} of {b} are made.", itoa(done), itoa(all)))
	}
	return verdict("", "How well you knew it",
		tag("table", "plain-table", id("calibration"),
			tag("thead", "", tag("tr", "", columns("How sure", "Bets", "Right"))),
			tag("tbody", "", ui.List(t.Calibrated(), func(_ int, c state.Calibration) *vecty.HTML {
				sure := []words.Key{"", "Guessed", "Fairly sure", "Certain"}[c.Sure]
				return tag("tr", "", tag("th", "", set("scope", "row"), ui.Say(sure)),
					tag("td", "number", ui.Text(itoa(c.Made))), tag("td", "number", ui.Text(itoa(c.Right))))
			}))))
}
