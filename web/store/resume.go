package store

import (
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/web/words"
)

// A run that takes longer than a second is kept by the browser, so that a reload of the page goes on where it
// was: every second the sheets that came in, and whether the user has stopped it. It is found again by its text,
// its settings and the version of the engine; a run of anything else takes its place.

// runKey is what a kept run is found by.
func (s *State) runKey() string {
	return s.Engine.Version + "\x00" + s.Work.Name + "\x00" + s.fingerprint()
}

// keep hands over what has come in since the last time. It is called every second while a run goes on, and when
// one ends that was worth keeping.
func (s *Store) keep() {
	run := &s.Run
	sheets := run.Rows.shelf.sheets
	if run.Only || run.next != nil || run.Status != Running && run.kept == 0 || len(sheets) == 0 {
		return
	}
	s.do(Keep{Key: run.key, Sheets: sheets[run.kept:], Stopped: run.Status == Stopped})
	run.kept = len(sheets)
}

// takeRecalled takes some sheets that were kept, or learns that these are all. Only what is missing is judged
// then, and a run that the user has stopped stays so.
func (s *Store) takeRecalled(a Recalled) {
	run := s.recalled
	if run == nil || run.key != s.runKey() { // the user did something else meanwhile
		return
	}
	for _, sheet := range a.Sheets {
		run.Put(sheet)
	}
	if a.More {
		return
	}
	run.kept, run.had, run.halt = len(run.Rows.shelf.sheets), run.Decided, a.Stopped
	if s.start(nil); run.had > 0 && !run.halt {
		s.say("good", "Going on after the reload: {n} verdicts were kept.", words.Int(run.had))
	}
	s.ranAgain()
}

// judged tells the engine which verdicts it need not find again.
func (r *Rows) judged() []byte {
	var all []byte
	for i := range r.rows {
		var known byte
		if r.Has(i) {
			if known = 1; report.Matchable(r.kind(i).verdict, r.kind(i).reason) {
				known = 2
			}
		}
		all = append(all, known)
	}
	return all
}
