package store

import (
	"time"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/wire"
)

const saveDelay = 300 * time.Millisecond

// askWalk asks for the steps of the selected mutant, unless they are there.
func (s *Store) askWalk() {
	m := s.Selected()
	if m == nil || m.Verdict == "" || s.Run.Head == nil {
		return
	}
	if s.Walk.For == m.ID && (s.Walk.Walk != nil || s.Walk.Busy || s.Walk.Trouble != "") {
		return
	}
	s.Walk = Walking{Busy: true, For: m.ID, Step: s.Walk.Step}
	s.ask("walk", wire.Request{
		Kind: wire.Walk, Mutant: m, Formalism: s.Run.Head.Model.Formalism, Text: s.Run.Head.Model.Text,
		Name: s.Run.Head.Model.Name, Settings: s.Run.Head.Settings,
	})
}

func (s *Store) walked(r wire.Reply) {
	s.Walk.Busy = false
	if r.Walk == nil {
		s.Walk.Trouble = r.Message
		return
	}
	s.Walk.Walk, s.Walk.Evidence = r.Walk, r.Sections
	if s.Walk.Step == 0 {
		s.Walk.Step = firstStep(r.Walk)
	}
	s.Walk.Step = within(s.Walk.Step, r.Walk)
}

// firstStep opens the stepper at the last situation that both share, one press before the fault.
func firstStep(w *report.Walk) int {
	for i, st := range w.Steps {
		if st.Tone == "bad" {
			return max(0, i-1)
		}
	}
	if n := len(w.Steps); n > 0 && w.Steps[n-1].Tone == "warn" { // what the mutant can do no more
		return max(0, n-2)
	}
	return 0
}

func within(step int, w *report.Walk) int {
	if w == nil || len(w.Steps) == 0 {
		return 0
	}
	return min(max(step, 0), len(w.Steps)-1)
}

// StepOf gives the walk at a place and its present step.
func (s *State) StepOf(place string) (*report.Walk, int) {
	switch place {
	case "":
		return s.Walk.Walk, s.Walk.Step
	case "break":
		return s.Break.Walk, s.Break.Step
	}
	w := s.walkAt(place)
	n, ok := s.Tools.Steps[place]
	if !ok && w != nil {
		n = firstStep(w)
	}
	return w, within(n, w)
}

func (s *State) step(place string) int {
	_, n := s.StepOf(place)
	return n
}

func (s *Store) goStep(place string, step int) {
	w, _ := s.StepOf(place)
	step = within(step, w)
	switch place {
	case "":
		s.Walk.Step, s.List.Picked = step, false
		s.do(After{Key: "save", Delay: saveDelay, Action: saveNow{}})
	case "break":
		s.Break.Step = step
	default:
		s.Tools.Steps[place] = step
	}
}
