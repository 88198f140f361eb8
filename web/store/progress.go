package store

import (
	"time"

	"github.com/mutarium/mutarium/web/words"
)

// ticked lets the page say every second how long a run still takes.
func (s *Store) ticked() {
	if s.Run.Status == Running {
		if s.ripe() {
			s.adopt()
		}
		s.keep()
		s.do(After{Key: "tick", Delay: time.Second, Action: tick{}})
	}
}

// RunTime says what a run that takes more than a second is doing, and for how long it has been at it; once a
// fiftieth is judged, how long the rest will take.
func (s *State) RunTime() string {
	run := &s.Run
	took := Now() - run.began
	if run.Status != Running || took < 1000 {
		return ""
	}
	decided, total := s.Decided(), s.Total()
	switch {
	case run.Match != 0:
		return words.T("looking for duplicates, {time} so far", lasting(took))
	case decided == 0 || total == 0:
		return words.T("reading the model, {time} so far", lasting(took))
	case run.Only || (decided-run.had)*50 < total-run.had:
		return words.T("judging, {time} so far", lasting(took))
	}
	return words.T("about {time} left", lasting(took*int64(total-decided)/int64(max(1, decided-run.had))))
}

func lasting(ms int64) string {
	seconds := int(ms+500) / 1000
	if seconds < 100 {
		return words.T("{n} s", words.Int(seconds))
	}
	return words.T("{n} min", words.Int((seconds+30)/60))
}

// RunSays is one sentence on how the run stands, for the eye and for screen readers.
func (s *State) RunSays() string {
	run := &s.Run
	sum := &run.Summary
	counts := words.T("{killed} killed, {unkillable} unkillable", words.Int(sum.Killed), words.Int(sum.Unkillable))
	for _, more := range []struct {
		n    int
		says words.Key
	}{{sum.Unknown, "{n} unknown"}, {sum.Invalid, "{n} invalid"}, {sum.Duplicates, "{n} of them duplicates"}} {
		if more.n > 0 {
			counts += ", " + words.T(more.says, words.Int(more.n))
		}
	}
	decided, total := words.Int(run.Decided), words.Int(s.Total())
	switch run.Status {
	case Running:
		if s.Waiting() {
			return words.T("Starting; until the first answer comes the earlier results are shown")
		}
		if run.Match != 0 || run.prints != nil && !run.Only {
			return words.T("{n} mutants: {counts}; looking for duplicates", decided, counts)
		}
		return words.T("{decided} of {all} mutants judged: {counts}", decided, total, counts)
	case Done:
		return words.N(run.Decided, "1 mutant: {counts}", "{n} mutants: {counts}", counts)
	case Stopped:
		return words.T("Stopped after {decided} of {all} mutants: {counts}", decided, total, counts)
	case Broken:
		return words.T("A worker stopped after {decided} of {all} mutants: {counts}", decided, total, counts)
	case Refused:
		return words.T("The run could not start: {why}", words.Engine(run.Trouble))
	}
	return ""
}
