package store

import "github.com/mutarium/mutarium/engine/report"

// The tour leads through the first example in three steps: see a mistake, see what comes of it, make
// one. It is a line at the foot of the page, never in the way; each step waits for what it asks for.

// TourSteps is how many steps the tour has.
const TourSteps = 3

// tourIn gives the example that the tour leads through, and its formalism.
func (s *State) tourIn() (formalism string, e report.Example) {
	if len(s.Formalisms) == 0 || len(s.Formalisms[0].Examples) == 0 {
		return "", e
	}
	return s.Formalisms[0].Name, s.Formalisms[0].Examples[0]
}

// TourMutant is the mutant that the tour is about, or nil while it is not in the list.
func (s *State) TourMutant() *report.Mutant {
	_, e := s.tourIn()
	m, _ := s.Mutant(e.Mutant)
	return m
}

// startTour begins the tour, in its example.
func (s *Store) startTour() {
	formalism, e := s.tourIn()
	if e.Mutant == "" {
		return
	}
	if s.Work.Formalism != formalism || s.Work.Example != e.Name || s.Stale() {
		s.openExample(OpenExample{Formalism: formalism, Name: e.Name})
	} else if m := s.TourMutant(); m != nil {
		s.List.Filter = Filter{}
		s.show(m)
		s.do(Reveal{})
	}
	s.Dialog = ""
	s.Layout.Detail, s.Layout.Tab, s.Layout.Wide = "mutant", "mutants", false
	s.Tour = 1
}

// endTour leaves the tour; it does not come again by itself.
func (s *Store) endTour() {
	if s.Tour == 0 {
		return
	}
	s.Tour, s.Layout.Toured = 0, true
	s.do(Save{})
}

// tourOn goes on with the tour when what its step asks for was done, and back when another mutant is
// looked at.
func (s *Store) tourOn(a Action) {
	m := s.TourMutant()
	if m == nil {
		return
	}
	switch a := a.(type) {
	case Select, SelectBy:
		switch {
		case s.List.Selected != m.ID:
			s.Tour = 1
		case s.Tour == 1:
			s.Tour, s.Walk.Step = 2, 0
		}
	case GoStep, StepBy:
		if w := s.Walk.Walk; s.Tour == 2 && w != nil && s.Walk.Step == len(w.Steps)-1 {
			s.Tour = 3
		}
	case EditedImpl:
		if s.Tour == 3 && a.Text != s.Work.Text {
			s.endTour()
			s.say("good", "That was the tour. It is under Help, should you want it again.")
		}
	case Edited:
		s.endTour()
	}
}
