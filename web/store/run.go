package store

import (
	"time"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/wire"
	"github.com/mutarium/mutarium/web/words"
)

// shardSize is how many mutants make another worker worth its while.
const shardSize = 400

// Runners is how many workers may judge mutants at a time. The page sets it before it begins.
var Runners = 1

func (s *Store) updateRun(a Action) {
	switch a := a.(type) {
	case StartRun:
		s.start(nil)
	case StopRun:
		s.askStop()
	case RerunOne:
		s.start([]string{a.ID})
	case ShowChanged:
		s.Dialog = ""
		s.selectNamed(a.ID)
	case SetLive:
		s.setLive(a.On)
	case runLive:
		s.follow()
	case Select:
		s.selectNamed(a.ID)
	case SelectBy:
		s.chooseBy(a.By)
	case SetFilter:
		s.setFilter(a)
	case SetSort:
		s.List.Sort = a.By
		s.List.Top = 0
	case Scrolled:
		s.List.Top, s.List.Height = a.Top, a.Height
	case GoStep:
		s.goStep(a.Place, a.Step)
	case StepBy:
		s.goStep(a.Place, s.step(a.Place)+a.By)
	}
}

// Runnable says why Run can do nothing now, or "".
func (s *State) Runnable() string {
	switch {
	case s.Engine.Phase == Failed:
		return words.T("the engine could not be loaded")
	case s.Engine.Phase != Ready:
		return words.T("the engine is still loading")
	case s.Analysis != nil && !s.Analysis.Valid:
		return words.T("the model has errors")
	case len(s.SelectedOperators()) == 0:
		return words.T("no operator is selected")
	}
	return ""
}

// start judges all mutants, or only those named, which then keep their places in the list.
func (s *Store) start(only []string) {
	if why := s.Runnable(); why != "" {
		if s.Engine.Phase != Ready {
			s.autorun = true
			return
		}
		s.say("warn", "Cannot run: {why}.", why)
		return
	}
	settings := s.settingsFor()
	if only != nil {
		if s.Run.Head == nil || s.Run.Head.Model.Text != s.Work.Text {
			s.say("warn", "The model has changed. Run all mutants first.")
			return
		}
		settings = s.sameList(settings)
	}
	next := s.recalled
	if s.recalled = nil; next == nil || only != nil {
		next = &Run{}
	}
	s.dropLive()
	s.stopRun()
	s.dropNext()
	s.Run.Shards, s.Run.Match = nil, 0
	s.Run.Only = only != nil
	s.Run.StopAsked = false
	s.Run.Trouble = ""
	if only == nil {
		next.Revision, next.was, next.asked, next.key = s.Run.Revision+1, s.Run.Status, s.request(), s.runKey()
		next.Settings, next.settings = s.fingerprint(), s.settingsPrint()
		s.Run.next = next
	} else {
		s.Run.Mixed = s.Run.Mixed || s.Stale()
	}
	s.Run.Status, s.Run.began = Running, Now()
	s.do(After{Key: "tick", Delay: time.Second, Action: tick{}})
	if s.Run.Rows.Len() == 0 {
		s.adopt()
	}
	known := next.Rows.judged()
	shards := min(Runners, 1+s.Expected()/shardSize)
	if only != nil {
		shards = 1
	}
	for i := range shards {
		req := s.request()
		req.Settings, req.Mutants, req.Known, req.Shard, req.Shards = settings, only, known, i, shards
		s.Run.Shards = append(s.Run.Shards, Shard{ID: s.post(req)})
	}
}

// soon is how many milliseconds the last run stays, greyed, while the first verdicts of the next come in.
const soon = 300

// ripe tells whether the next run is to be seen: the verdicts of the last one stay until all are there again, as
// each new one may move the others in the list, though not for long.
func (s *State) ripe() bool {
	next := s.Run.next
	return next != nil && next.Decided > 0 && (next.Decided >= s.Expected() || Now()-s.Run.began >= soon)
}

// adopt replaces the run that is shown by the next one.
func (s *Store) adopt() {
	next := s.Run.next
	if next == nil {
		return
	}
	s.keepBefore(next)
	next.Shards, next.Status, next.StopAsked, next.began = s.Run.Shards, s.Run.Status, s.Run.StopAsked, s.Run.began
	s.Run = *next
	s.List.order = nil
	s.Walk = Walking{}
	s.drop("walk")
}

// dropNext keeps the run that is shown, as the next one comes to nothing; it tells whether there was
// one.
func (s *Store) dropNext() bool {
	next := s.Run.next
	if next == nil {
		return false
	}
	s.Run.Status, s.Run.next = next.was, nil
	s.Run.Shards, s.Run.StopAsked = nil, false // late answers are not for it
	return true
}

// sameList takes from the run what decides which mutants there are, and their order, so that one
// that is judged again keeps its place. Engine, depth, budgets and options are the present ones.
func (s *State) sameList(set report.Settings) report.Settings {
	was := s.Run.Head.Settings
	set.Operators, set.Order, set.Sample, set.Seed = was.Operators, was.Order, was.Sample, was.Seed
	return set
}

// stopRun gives up a run whose verdicts are no longer wanted.
func (s *Store) stopRun() { s.stopShards(&s.Run) }

func (s *Store) stopShards(run *Run) {
	s.stopWorkers(run)
	run.Shards = nil
}

func (s *Store) stopWorkers(run *Run) {
	for _, sh := range run.Shards {
		if !sh.Final {
			s.do(Stop{ID: sh.ID})
		}
	}
}

// askStop stops a run and keeps what there is.
func (s *Store) askStop() {
	if s.Run.Status != Running {
		return
	}
	s.Run.StopAsked = true
	s.stopWorkers(&s.Run)
}

// shard finds a request among those of the run that is shown and of the one beside it.
func (s *Store) shard(id int) (*Run, *Shard) {
	for _, run := range []*Run{&s.Run, s.live} {
		if run == nil {
			break
		}
		for i := range run.Shards {
			if run.Shards[i].ID == id {
				return run, &run.Shards[i]
			}
		}
	}
	return nil, nil
}

// runReply takes a message of a run; false means that it belongs to something else.
func (s *Store) runReply(r wire.Reply) bool {
	run, sh := s.shard(r.ID)
	if sh == nil {
		return false
	}
	switch r.Kind {
	case wire.Progress:
		s.runProgress(run, sh, r)
	case wire.Result:
		sh.Final = true
		if run == &s.Run && run.next != nil && run.next.Head != nil && (run.next.Decided > 0 || !r.Cancelled) {
			s.adopt()
		}
		if r.ID == run.Match {
			run.matched(r)
		}
		to := run
		if run.next != nil {
			to = run.next
		}
		if r.Head != nil && !run.Only {
			to.Note = r.Head.Summary.DuplicatesNote
		}
		if r.Head != nil && to.Head != nil && to.Head.Evidence == nil {
			to.Head.Evidence, to.Head.Domain = r.Head.Evidence, r.Head.Domain
		}
		s.finishRun(run, r.Cancelled)
	case wire.Failure:
		if run.live && run == s.live {
			s.dropLive()
			return true
		}
		sh.Final = true
		s.stopRun()
		if s.dropNext() {
			s.say("warn", "Not run: {why}. The earlier results are kept.", words.Engine(r.Message))
		} else {
			s.Run.Status = Refused
			s.Run.Trouble = r.Message
		}
		s.settleOrigin()
	}
	return true
}

func (s *Store) runProgress(run *Run, sh *Shard, r wire.Reply) {
	shards := len(run.Shards)
	if run.next != nil {
		run = run.next
	}
	if r.Head != nil {
		sh.Total = r.Total
		if !run.Only || run.Head == nil {
			run.Head = r.Head
		}
		run.Rows.reserve(r.Total * shards)
		if run.halt {
			s.askStop()
		}
	}
	run.Revision++
	for k, print := range r.Prints {
		if !run.Only {
			run.print(r.Indices[k], print)
		}
	}
	if r.Sheet == nil {
		return
	}
	run.Put(r.Sheet)
	if s.ripe() {
		s.adopt()
	}
	if run.Only && run.Rows.newest(s.Walk.For) {
		s.Walk = Walking{} // judged again, it has other steps
	}
	if s.List.Selected == "" && s.pending == nil && s.Run.Decided >= firstLook {
		s.showOne()
	}
}

// firstLook is how many verdicts the page waits for before it picks a mutant to show.
const firstLook = 400

// Put takes verdicts in, and counts them: summing up all of them at each batch would take longer and longer as
// the list grows.
func (r *Run) Put(sheet *wire.Sheet) {
	r.Rows.put(sheet, r.count)
	r.Decided = r.Summary.Mutants
}

// count takes the mutant at a place into the sums, or with -1 out of them.
func (r *Run) count(i, by int) {
	if !r.Rows.Has(i) {
		return
	}
	if r.Kinds == nil {
		r.Kinds = map[Kind]int{}
	}
	if by > 0 {
		r.Summary.Add(r.Rows.counted(i))
	} else {
		r.Summary.Remove(r.Rows.counted(i))
	}
	r.Kinds[kindOf(r.Rows.kind(i))] += by
}

// kindOf leaves out the reasons of kills: there are too many to choose from.
func kindOf(v kind) Kind {
	if v.verdict == report.Unkillable {
		return Kind{v.verdict, v.reason}
	}
	return Kind{Verdict: v.verdict}
}

// judged lists the mutants that have a verdict, in order.
func (s *State) judged() []report.Mutant {
	var all []report.Mutant
	for _, m := range s.Run.Rows.All(0) {
		all = append(all, *m)
	}
	return all
}

// Waiting tells that a new run has no answer yet, while the results of the one before are shown.
func (s *State) Waiting() bool { return s.Run.next != nil }

// Total is how many mutants the run has, as far as its workers have said.
func (s *State) Total() int {
	n := 0
	for _, sh := range s.Run.Shards {
		n += sh.Total
	}
	return max(n, s.Decided())
}

// Decided is how many verdicts there are of the run that was asked for last.
func (s *State) Decided() int {
	if s.Run.next != nil {
		return s.Run.next.Decided
	}
	return s.Run.Decided
}

// finishRun is called at each final reply of a shard.
func (s *Store) finishRun(run *Run, cancelled bool) {
	for _, sh := range run.Shards {
		if !sh.Final {
			return
		}
	}
	beside := run != &s.Run
	if beside && cancelled {
		s.dropLive()
		return
	}
	if !beside && run.next != nil && run.next.Decided > 0 {
		s.adopt()
	}
	if !beside && s.dropNext() { // stopped before the first answer
		return
	}
	if s.askMatch(run, cancelled) {
		return
	}
	if beside {
		s.settleLive()
		return
	}
	switch {
	case run.Status == Broken:
	case run.StopAsked || cancelled:
		run.Status = Stopped
	default:
		run.Status = Done
	}
	if run.Head != nil {
		run.Head.Cancelled = run.Status != Done
	}
	s.keep()
	s.settleOrigin()
	s.findIDs()
	if s.pending != nil {
		s.resume()
	}
	if m := s.Selected(); m == nil {
		s.showOne()
	} else {
		s.askWalk()
	}
	s.do(Save{})
}

// print keeps a mutant's fingerprint.
func (r *Run) print(i int, print string) {
	for len(r.prints) <= i {
		r.prints = append(r.prints, "")
	}
	r.prints[i] = print
}

// askMatch looks for duplicates when every mutant has its verdict. It is the run's last part, which
// one worker does, and tells whether it was begun.
func (s *Store) askMatch(run *Run, cancelled bool) bool {
	if run.Only || run.Match != 0 {
		return false
	}
	if run.Status != Running || run.StopAsked || cancelled {
		if run.prints != nil {
			run.Note = "not determined: the run was stopped"
		}
		return false
	}
	if run.prints == nil || run.Note != "" {
		return false
	}
	req := run.asked
	req.Kind, req.Prints = wire.Match, run.prints
	run.Match = s.post(req)
	run.Shards = append(run.Shards, Shard{ID: run.Match})
	return true
}

// matched takes which mutants are duplicates.
func (run *Run) matched(r wire.Reply) {
	run.Note = r.Note
	for k, i := range r.Indices {
		if k >= len(r.Originals) {
			break
		}
		if of := r.Originals[k]; run.Rows.Has(i) && run.Rows.Has(of) {
			run.count(i, -1)
			run.Rows.duplicate(i, of)
			run.count(i, 1)
		}
	}
}

// runLost is told that a shard's worker died.
func (s *Store) runLost(id int, why string) bool {
	run, sh := s.shard(id)
	if sh == nil {
		return false
	}
	if run != &s.Run {
		s.dropLive()
		return true
	}
	sh.Final = true
	if s.Run.next != nil && s.Run.next.Decided > 0 {
		s.adopt()
	}
	if s.Run.next != nil {
		s.stopRun()
		s.dropNext()
		return true
	}
	s.Run.Status = Broken
	s.Run.Trouble = why
	s.finishRun(run, true)
	return true
}

// runOver is told that a shard was stopped by ending its worker.
func (s *Store) runOver(id int) bool {
	run, sh := s.shard(id)
	if sh == nil {
		return false
	}
	if run != &s.Run {
		s.dropLive()
		return true
	}
	sh.Final = true
	s.Run.StopAsked = true
	s.finishRun(run, true)
	return true
}

// showOne selects a mutant when none is selected: the one that the example names, else a killed one
// with a counterexample long enough to step through, else whatever heads the list.
func (s *Store) showOne() {
	if m, _ := s.Mutant(s.first); m != nil {
		s.show(m)
		s.do(Reveal{})
		return
	}
	best := s.Run.Rows.clearest()
	if best < 0 {
		order := s.Order()
		if len(order) == 0 {
			return
		}
		best = order[0]
	}
	s.show(s.Run.Rows.At(best)) // the list stays at its top, where the unkillable ones are
}

// clearest is the place of the killed mutant that makes the best first look, -1 where none is killed.
func (r *Rows) clearest() int {
	best := -1
	for i := range r.rows {
		n := r.rows[i].length
		if r.Has(i) && n >= 0 && r.kind(i).verdict == report.Killed && (best < 0 || nearer(n, r.rows[best].length)) {
			best = i
		}
	}
	return best
}

// show selects a mutant for a user who has not: the editor stays where it is.
func (s *Store) show(m *report.Mutant) {
	s.List.Selected, s.List.Picked = m.ID, true
	s.askWalk()
}

// nearer tells whether a counterexample of a steps makes a better first look than one of b: four
// steps are best, and longer is better than shorter.
func nearer(a, b int32) bool {
	far := func(n int32) int32 {
		if n < 4 {
			return 2 * (4 - n)
		}
		return n - 4
	}
	return far(a) < far(b)
}

// Report gives the whole run as a document, or nil before the first run. Its bytes are those of
// the command line.
func (s *State) Report() *report.Report {
	if s.Run.Head == nil {
		return nil
	}
	return s.reportOf(s.judged())
}

// reportOf is the document with some of its mutants; the summary counts all.
func (s *State) reportOf(mutants []report.Mutant) *report.Report {
	r := *s.Run.Head
	r.Mutants = append([]report.Mutant{}, mutants...)
	r.Summary = report.Summarise(nil)
	if s.Run.Decided > 0 {
		r.Summary = s.Run.Summary
	}
	r.Summary.DuplicatesNote = s.Run.Note
	r.Timings = nil
	return &r
}

// Now is the time in milliseconds. The page sets it: package time would make its download larger by 20 kB.
var Now = func() int64 { return 0 }
