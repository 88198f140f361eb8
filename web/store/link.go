package store

import (
	"strings"

	"github.com/mutarium/mutarium/engine/wire"
	"github.com/mutarium/mutarium/web/words"
)

// Lengths from which a link may be cut: by chat programs, by browsers' address bars.
const (
	LongLink     = 2000
	VeryLongLink = 8000
)

// LongestQR is how many characters a QR code holds: version 40 with the lowest error correction, in bytes.
const LongestQR = 2953

// boot restores what was there: a link in the address bar, else the session, else the first example.
func (s *Store) boot(a Booted) {
	s.History, s.Base = a.History, a.Base
	s.present(a.Present)
	if a.Layout.Left != 0 {
		s.Layout = a.Layout
	}
	s.Layout.Dragging = ""
	if a.Saved != nil {
		s.restore(*a.Saved)
		s.Work.Example, s.Work.Of = a.Example, a.Example
	}
	if a.Hash != "" {
		s.openLink(a.Hash)
	}
}

// restore takes the autosaved work back. It is run again, so that the list is there too.
func (s *Store) restore(l wire.Link) {
	s.Work = Work{
		Edition: s.Work.Edition + 1, ImplDone: s.Work.ImplDone + 1,
		Formalism: l.Formalism, Impl: l.Impl, Name: l.Name, Settings: l.Settings, Text: l.Text,
	}
	s.pristine = strings.TrimSpace(l.Text) == ""
	s.autorun, s.restored = !s.pristine, true
	s.expect(l)
	s.pending.Digest = ""
}

// expect keeps what a link says of mutant, step and tool until its run has ended.
func (s *Store) expect(l wire.Link) {
	s.pending = &l
	if l.Tool != "" {
		s.Tools.Open, s.autotool = l.Tool, true
		if l.Inputs != nil {
			s.Tools.Inputs[l.Tool] = l.Inputs
		}
	}
	if l.Impl != "" {
		s.Break = Break{Open: true}
	}
}

// openLink opens a shared link. What was there before is in the history then, never lost.
func (s *Store) openLink(fragment string) {
	if strings.Trim(fragment, "#") == "" {
		return
	}
	l, err := wire.ReadLink(fragment, Inflate)
	if err != nil {
		s.say("bad", "The link could not be opened: {why}.", words.Engine(err.Error()))
		return
	}
	s.pending = nil
	s.replace(Work{Formalism: l.Formalism, Impl: l.Impl, Name: l.Name, Settings: l.Settings, Text: l.Text})
	s.Work.Example = s.exampleOf(l.Text)
	s.expect(l)
	s.Origin, s.linked = Origin{Engine: l.Engine}, true
	s.autorun, s.restored = true, false
	s.Dialog = ""
	if l.Tool != "" && l.Mutant == "" {
		s.Layout.Detail, s.Layout.Tab = "tools", "detail"
	} else if l.Mutant != "" {
		s.Layout.Detail, s.Layout.Tab = "mutant", "detail"
	}
}

// begin is called when the engine is ready.
func (s *Store) begin() {
	if s.pristine && s.Work.Text == "" && len(s.Formalisms) > 0 {
		s.openExample(OpenExample{Formalism: s.Formalisms[0].Name})
		if !s.Layout.Toured {
			s.startTour()
		}
		return
	}
	if s.Work.Formalism != "" && s.Formalism() == nil {
		s.Work.Formalism = ""
	}
	s.Work.Example = s.exampleOf(s.Work.Text)
	s.analyse()
	if s.Break.Open {
		s.compare()
	}
}

// resume goes to the mutant and the step that a link or a session named.
func (s *Store) resume() {
	l := s.pending
	s.pending = nil
	if l.Mutant == "" {
		return
	}
	if m, _ := s.Mutant(l.Mutant); m == nil {
		s.say("warn", "The link names the mutant {id}, which this engine does not make.", l.Mutant)
		return
	}
	detail := s.Layout.Detail
	s.choosing(l.Mutant)
	s.Layout.Detail = detail
	s.Walk.Step = l.Step
}

// settleOrigin says whether an opened link's verdicts were reproduced.
func (s *Store) settleOrigin() {
	l := s.pending
	if l == nil || s.Origin.Outcome != "" {
		return
	}
	if l.Digest == "" {
		s.Origin.Outcome = "none"
		return
	}
	s.Origin.Shown = true
	n := s.Run.Decided
	switch {
	case s.Run.Status != Done:
		s.Origin.Outcome = "differs"
		s.Origin.Says = words.T("The link's verdicts could not be checked: {run}", s.RunSays())
	case s.Run.Rows.digest(l) == l.Digest:
		s.Origin.Outcome = "reproduced"
		s.Origin.Says = words.N(n, "Reproduced: the one verdict is the one that was shared.",
			"Reproduced: all {n} verdicts are those that were shared.")
	default:
		s.Origin.Outcome = "differs"
		s.Origin.Says = s.difference(l)
	}
}

// difference says how an opened link's verdicts differ from what was computed here.
func (s *Store) difference(l *wire.Link) string {
	var says string
	k, sv, u, i, ok := wire.DigestCounts(l.Digest)
	hk, hs, hu, hi, _ := wire.DigestCounts(s.Run.Rows.digest(l))
	switch {
	case !ok:
		says = words.T("Not reproduced: the link's digest cannot be read.")
	case k == hk && sv == hs && u == hu && i == hi:
		says = words.T("Not reproduced: the counts agree, but some mutant has another verdict, reason or length.")
	default:
		says = words.T("Not reproduced: shared were {killed} killed, {unkillable} unkillable, {unknown} unknown; "+
			"here are {killed here}, {unkillable here} and {unknown here}.",
			words.Int(k), words.Int(sv), words.Int(u), words.Int(hk), words.Int(hs), words.Int(hu))
	}
	if l.Engine != s.Engine.Version {
		says += " " + words.T("The link was made by engine {theirs}, this one is {ours}.", l.Engine, s.Engine.Version)
	}
	return says
}

// Link gives the state as a link holds it, without the digest.
func (s *State) Link() wire.Link {
	l := wire.Link{
		Engine: s.Engine.Version, Formalism: s.Work.Formalism, Name: s.Work.Name,
		Settings: s.Work.Settings, Text: s.Work.Text,
	}
	if s.Break.Open && s.Work.Impl != s.Work.Text {
		l.Impl = s.Work.Impl
	}
	if s.pending != nil { // nothing was run yet: what was asked for still holds
		l.Mutant, l.Step = s.pending.Mutant, s.pending.Step
	} else if s.List.Selected != "" {
		l.Mutant = s.List.Selected
		if s.Walk.For == l.Mutant {
			l.Step = s.Walk.Step
		}
	}
	if s.Layout.Detail == "tools" && s.Tools.Open != "" {
		l.Tool, l.Inputs = s.Tools.Open, s.ToolInputs()
	}
	return l
}

// makeLink asks for a link to what is shown.
func (s *Store) makeLink() {
	l := s.Link()
	if s.Run.Status == Done && !s.Stale() {
		l.Digest = s.Run.Rows.digest(&l)
	}
	if s.Layout.Detail == "tools" {
		l.Mutant, l.Step = "", 0
	}
	if s.Engine.Phase != Ready {
		s.say("warn", "A link can be made when the engine is loaded.")
		return
	}
	s.ask("share", wire.Request{Kind: wire.Share, Link: &l})
}

// shared shows the link that was made and puts it into the address bar.
func (s *Store) shared(r wire.Reply) {
	if r.Kind == wire.Failure {
		s.say("bad", "The link cannot be made: {why}.", words.Engine(r.Message))
		return
	}
	s.Share = Share{Link: s.Base + "#" + r.Text}
	s.Dialog = "share"
	s.linked = true
	s.do(SetHash{Fragment: r.Text})
}
