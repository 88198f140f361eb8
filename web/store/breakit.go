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
	b.Same = s.Work.Impl == s.Work.Text
	if b.Same || s.Engine.Phase != Ready {
		b.Busy = false
		s.drop("compare")
		return
	}
	b.Busy = true
	s.ask("compare", wire.Request{
		Kind: wire.Compare, Text: s.Work.Text, Impl: s.Work.Impl, Name: s.Work.Name, Settings: s.settingsFor(),
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
