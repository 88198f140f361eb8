package store

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/wire"
)

// Verdicts follow the typing. After an edit that leaves a model, the mutants are judged again beside the
// run that is shown, and take its place when all is found: nothing is shown half. An edit before that
// gives the run beside up. So it is as long as runs are cheap, which is told by what the last one
// counted; else the verdicts stay, greyed, until somebody presses Run.

// What a cheap run is.
const (
	liveMutants = 1000
	liveWork    = 200_000 // states and steps of all mutants together
	zoneWork    = 20      // states that a zone is worth
)

// liveDelay is how long the typing must rest.
const liveDelay = 60 * time.Millisecond

type runLive struct{ action }

// cheap tells whether a run may be repeated after each edit.
func (s *State) cheap(run *Run) bool {
	if run.Decided == 0 || run.Decided > liveMutants || s.Expected() > liveMutants {
		return false
	}
	weight := 1
	if f := s.Formalism(); f != nil && slices.Contains(f.Settings, "zones") {
		weight = zoneWork
	}
	states, steps := run.Rows.effort()
	return weight*states+steps <= liveWork
}

// Live tells whether the verdicts follow the text: it differs from what was run, and the mutants are
// judged again, or will be when it is a model.
func (s *State) Live() bool {
	run := &s.Run
	return !s.Layout.Still && run.Head != nil && run.Status == Done && !run.Mixed && s.Runnable() == "" &&
		s.Stale() && s.settingsPrint() == run.settings && s.cheap(run)
}

// follow starts a run beside the one that is shown.
func (s *Store) follow() {
	if !s.Live() || s.analysedOf != s.Work.Text {
		return
	}
	s.dropLive()
	s.live = &Run{Status: Running, Settings: s.fingerprint(), settings: s.settingsPrint(), live: true, asked: s.request()}
	req := s.live.asked
	req.Shards = 1
	s.live.Shards = []Shard{{ID: s.post(req)}}
}

// request is what a run of the present text asks for.
func (s *State) request() wire.Request {
	return wire.Request{Kind: wire.Run, Formalism: s.Work.Formalism, Text: s.Work.Text, Name: s.Work.Name,
		Settings: s.settingsFor()}
}

// dropLive gives the run beside up.
func (s *Store) dropLive() {
	if s.live != nil {
		s.stopShards(s.live)
		s.live = nil
	}
}

// settleLive shows the run beside, now that it is whole. The selected mutant stays selected where it is
// still made, and its steps stay until the new ones have come.
func (s *Store) settleLive() {
	was, next := s.Run, s.live
	s.live = nil
	next.Status, next.Head.Cancelled = Done, false
	next.Revision = was.Revision + 1
	if !was.live {
		s.before = &was
	}
	selected := report.Successor(was.report(), next.report(), s.List.Selected)
	s.Run = *next
	s.List.order = nil
	s.List.Selected = selected
	if selected == "" {
		s.Walk = Walking{}
		s.showOne()
	} else {
		shown := s.Walk.Walk
		s.Walk = Walking{Step: s.Walk.Step}
		s.askWalk()
		s.Walk.Walk, s.Walk.Busy = shown, shown == nil
	}
	s.findIDs()
	s.do(Save{})
}

// setLive is the switch.
func (s *Store) setLive(on bool) {
	s.Layout.Still = !on
	if s.dropLive(); on {
		s.follow()
	}
	s.do(Save{})
}

// --- two runs -----------------------------------------------------------------------------------

// comparable bounds the runs that are kept to be compared with later ones.
const comparable = 20_000

// Difference is what changed from the run before to the one that is shown; nil where there are not two.
// Runs that merely followed the typing do not count as the one before.
func (s *State) Difference() *report.Difference {
	if s.before == nil || s.Run.Status != Done || s.Run.Mixed {
		return nil
	}
	if s.diff == nil || s.diffOf != s.Run.Revision {
		s.diff, s.diffOf = report.Differ(s.before.report(), s.Run.report()), s.Run.Revision
	}
	return s.diff
}

// keepBefore keeps the run that is shown, which another one replaces.
func (s *Store) keepBefore(next *Run) {
	run := s.Run
	switch {
	case next.was != Done || run.Head == nil || run.Mixed || run.Decided > comparable:
		s.before = nil
	case run.Settings != next.Settings || s.before == nil:
		s.before = &run
	}
}

// reportIn reads a text that is a report; nil if it is none.
func reportIn(text string) *report.Report {
	var r report.Report
	if !strings.HasPrefix(text, "{") || json.Unmarshal([]byte(text), &r) != nil || r.Format == 0 || r.Mutants == nil {
		return nil
	}
	return &r
}

// compareFile takes a report from a file as the run before.
func (s *Store) compareFile(r *report.Report) {
	if len(r.Mutants) == 0 || r.Model.Formalism != s.Work.Formalism {
		s.say("warn", "This report is not of a model of this formalism.")
		return
	}
	s.before, s.diff = &Run{Head: r, Status: Done}, nil
	s.Dialog = "compare"
}

// report gives a run's mutants with the text that they are of.
func (r *Run) report() *report.Report {
	whole := &report.Report{}
	if r.Head != nil {
		whole.Model, whole.Mutants = r.Head.Model, r.Head.Mutants // it has some if it came from a file
	}
	for _, m := range r.Rows.All(0) {
		whole.Mutants = append(whole.Mutants, *m)
	}
	return whole
}
