package view

import (
	"strings"

	"github.com/hexops/vecty"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/web/store"
	"github.com/mutarium/mutarium/web/ui"
	"github.com/mutarium/mutarium/web/words"
)

type tourView struct {
	M    *report.Mutant
	Step int
}

// tourOf is the tour as far as it can be shown: it is about a mutant of the list.
func tourOf(s *store.State) tourView {
	if m := s.TourMutant(); s.Tour > 0 && m != nil {
		return tourView{M: m, Step: s.Tour}
	}
	return tourView{}
}

func drawTour(v tourView) *vecty.HTML {
	if v.Step == 0 {
		return el("div.none")
	}
	return el("div.row", testid("tour"), at("role", "status"), at("aria-live", "polite"),
		el("span.badge", ui.Say("{step} of {steps}", itoa(v.Step), itoa(store.TourSteps))),
		el("p", ui.List(strings.Split(tourSays(v), "`"), func(i int, s string) *vecty.HTML {
			if i%2 == 1 {
				return el("code", ui.Text(s))
			}
			return el("span", ui.Text(s))
		})),
		button(".small", "End the tour", "end-tour", "", testid("end-tour")))
}

// tourSays gives what the present step asks for; what is between accents is code.
func tourSays(v tourView) string {
	switch v.Step {
	case 1:
		return words.T("This is one mistake: `{original}` became `{replacement}`. Open it: press its row in the list.",
			v.M.Original, v.M.Replacement)
	case 2:
		return words.T("Press `→` until the two machines differ. At step 3 the customer gets no tea.")
	}
	return words.T("Now you: open `Make your own mutant` and change something. " +
		"You are told at once whether a test can see it.")
}
