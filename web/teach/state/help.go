package state

import (
	"strconv"

	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/web/words"
)

// A Help is a hint that was told, or a solution.
type Help struct {
	At   string        `json:"at"` // how far one was
	Done int           `json:"done"`
	Hint exercise.Hint `json:"hint"`
}

// Hints is how many were asked for, which may cost points.
func (t *Student) Hints() int {
	n := 0
	for _, a := range t.attempts() {
		if a.Hint > 0 {
			n++
		}
	}
	return n
}

// Tried is how many attempts were made.
func (t *Student) Tried() int { return len(t.attempts()) - t.Hints() }

func (t *Student) attempts() []exercise.Attempt {
	if t.Reading != nil {
		return t.Reading.Attempts
	}
	return t.Work.Attempts
}

// effort is what one has done so far: hints wait for more of it.
func (t *Student) effort() int {
	return t.Tried() + len(t.Work.Answer.Experiments)
}

// stage says how far one is: another stage begins with the first level again.
func (t *Student) stage() string {
	switch a := t.Work.Answer; {
	case t.Exercise.Kind == exercise.Bets:
		return strconv.Itoa(len(a.Bets))
	case t.Exercise.Kind == exercise.Find:
		return strconv.Itoa(len(a.Experiments))
	case t.Result != nil:
		return strconv.Itoa(t.Result.Share)
	}
	return ""
}

// NextHint is the level of the next hint, and how many more attempts it waits for. Level 0: there are none.
func (t *Student) NextHint() (level, wait int) {
	h := t.Exercise.Hints
	if h.Levels == 0 || t.Prepared == nil || t.Locked() || t.Exam() || t.Result != nil && t.Result.Passed {
		return 0, 0
	}
	level = 1
	if n := len(t.Work.Help); n > 0 {
		last := t.Work.Help[n-1]
		wait = max(0, h.After-(t.effort()-last.Done))
		if last.At == t.stage() {
			level = min(last.Hint.Level+1, h.Levels)
		}
	}
	return level, wait
}

// hint asks for the next one.
func (t *Student) hint() {
	level, wait := t.NextHint()
	if level == 0 || wait > 0 || t.hinted {
		return
	}
	t.hinted = true
	c := t.call()
	c.Level = level
	judge(t.State, exercise.CallHint, c, func(h exercise.Hint) {
		t.hinted = false
		h.Level = level
		t.Work.Help = append(t.Work.Help, Help{At: t.stage(), Done: t.effort(), Hint: h})
		t.note(exercise.Attempt{Hint: level})
		t.changed()
	}, func(why string) {
		t.hinted = false
		t.say("", words.Engine(why))
	})
}

// solve shows a test that kills a mutant; that counts as a hint.
func (t *Student) solve(mutant string) {
	c := t.call()
	c.Mutant = mutant
	judge(t.State, exercise.CallSolve, c, func(h exercise.Hint) {
		if t.Work.Solved == nil {
			t.Work.Solved = map[string]string{}
		}
		if t.Work.Solved[mutant] == "" && !t.Locked() {
			t.note(exercise.Attempt{Hint: 3})
		}
		t.Work.Solved[mutant] = h.Test
		t.changed()
	}, nil)
}

func isError(d report.Diagnostic) bool { return d.Severity == "error" }
