package store

import (
	"time"

	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/engine/wire"
)

// compareDelay lets a word be finished before the checker is asked.
const compareDelay = 350 * time.Millisecond

// openBreak puts a copy of the model, or one of its mutants, into "make your own mutant".
func (s *Store) openBreak(id string) {
	text := s.Work.Text
	if id != "" {
		m, _ := s.Mutant(id)
		if m == nil || s.Run.Head == nil {
			return
		}
		text = source.NewFile("", s.Run.Head.Model.Text).Mutated(*m)
	}
	s.Break = Break{Open: true, From: id}
	s.Work.Impl = text
	s.Work.ImplDone++
	s.Layout.Detail = "break"
	s.Layout.Tab = "detail"
	if m, _ := s.Mutant(id); m != nil {
		s.do(FocusImpl{Line: m.Span.Line, Column: m.Span.Column})
	}
	s.compare()
}

// checkReason puts the texts behind the selected mutant's cause into "make your own mutant".
func (s *Store) checkReason() {
	w := s.Walk.Walk
	if w == nil || w.Why == nil || w.Why.Check.Impl == "" || s.Run.Head == nil {
		return
	}
	s.openBreak("")
	s.Break.Spec = w.Why.Check.Spec
	if s.Break.Spec == "" && s.Run.Head.Model.Text != s.Work.Text {
		s.Break.Spec = s.Run.Head.Model.Text
	}
	s.Break.Says = w.Why.Check.Text
	s.Work.Impl = w.Why.Check.Impl
	s.compare()
}

func (s *Store) editedImpl(text string) {
	if text == s.Work.Impl {
		return
	}
	s.Work.Impl = text
	s.Break.Open = true
	s.do(After{Key: "compare", Delay: compareDelay, Action: CompareNow{}})
	s.do(After{Key: "save", Delay: saveDelay, Action: saveNow{}})
}

// compare asks the checker about the two texts.
func (s *Store) compare() {
	b := &s.Break
	b.Mutant, b.Walk, b.Trouble, b.Diagnostics = nil, nil, "", nil
	spec := s.Work.Text
	if b.Spec != "" {
		spec = b.Spec
	}
	b.Same = s.Work.Impl == spec
	if b.Same || s.Engine.Phase != Ready {
		b.Busy = false
		s.drop("compare")
		return
	}
	b.Busy = true
	s.ask("compare", wire.Request{
		Kind: wire.Compare, Text: spec, Impl: s.Work.Impl, Name: s.Work.Name, Settings: s.settingsFor(),
	})
}

func (s *Store) compared(r wire.Reply) {
	b := &s.Break
	b.Busy = false
	if r.Kind == wire.Failure || len(r.Mutants) == 0 {
		b.Trouble, b.Diagnostics = r.Message, r.Diagnostics
		return
	}
	b.Mutant, b.Walk = &r.Mutants[0], r.Walk
	if r.Walk != nil {
		b.Step = firstStep(r.Walk)
	}
}
