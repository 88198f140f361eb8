package view

import (
	"github.com/hexops/vecty"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/web/store"
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
		el("span.badge", text(itoa(v.Step)+" of "+itoa(store.TourSteps))),
		el("p", list(tourSays(v), func(i int, s string) *vecty.HTML {
			if i%2 == 1 {
				return el("code", text(s))
			}
			return el("span", text(s))
		})),
		button(".small", "End the tour", "end-tour", "", testid("end-tour")))
}

// tourSays gives what the present step asks for; every other piece is code.
func tourSays(v tourView) []string {
	switch v.Step {
	case 1:
		return []string{"This is one mistake: ", v.M.Original, " became ", v.M.Replacement,
			". Open it: press its row in the list."}
	case 2:
		return []string{"Press ", "→", " until the two machines differ. At step 3 the customer gets no tea."}
	}
	return []string{"Now you: open ", "Make your own mutant",
		" and change something. You are told at once whether a test can see it."}
}
