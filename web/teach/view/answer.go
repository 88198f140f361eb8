package view

import (
	"github.com/hexops/vecty"

	"github.com/mutarium/mutarium/engine/exercise"
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

// verdict is the box that says what became of the answer: a tone, which is good, bad or none, a title, and the rest.
func verdict(tone string, title words.Key, parts ...part) *vecty.HTML {
	class := "says"
	if tone != "" {
		class += "." + tone
	}
	return div(class, append([]part{id("outcome"), tag("h2", "", ui.Say(title))}, parts...)...)
}

// sentence is a paragraph of the page's own text.
func sentence(class string, key words.Key, holes ...string) *vecty.HTML {
	return tag("p", class, ui.Say(key, holes...))
}

// A radio is one of several answers to a question.
type radio struct {
	class, group, value, put, arg, name string // name: for the browser tests
	now, fixed                          bool
}

func (r radio) draw(label *vecty.HTML) *vecty.HTML {
	return tag("label", r.class, tag("input", "",
		set("type", "radio", "name", r.group, "value", r.value, "data-put", r.put, "data-arg", only(r.arg != "", r.arg),
			"data-testid", r.name),
		vecty.Markup(vecty.Property("checked", r.now), vecty.Property("disabled", r.fixed))), label)
}
