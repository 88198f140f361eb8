package state

import (
	"slices"
	"strings"

	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/web/words"
)

// answer is what is judged: what was handed in while that is shown, else the student's own.
func (t *Student) answer() exercise.Answer {
	if t.Reading != nil {
		return t.Reading.Answer
	}
	return t.Work.Answer
}

// Answer is what is shown.
func (t *Student) Answer() exercise.Answer { return t.answer() }

// answering does what changes the answer.
func (t *Student) answering(name, arg string) {
	switch name {
	case "tap":
		t.tap(arg)
	case "judge":
		t.submit()
	case "experiment":
		t.experiment()
	case "use":
		t.use(arg)
	case "accuse":
		t.accuse()
	case "bet":
		t.bet(arg)
	}
}

// tap adds a step to the last test, or begins another one.
func (t *Student) tap(step string) {
	if t.Exercise.Kind == exercise.Find {
		t.Draft = strings.TrimSpace(t.Draft + " " + step)
		t.Wrong = ""
		return
	}
	text := t.Work.Answer.Tests
	if step == "" { // undo the last step, or the line break
		text = strings.TrimRight(text, " ")
		text = text[:max(strings.LastIndexAny(text, " \n"), 0)]
	} else if step == "\n" {
		if text = strings.TrimRight(text, " \n"); text != "" {
			text += "\n"
		}
	} else if text == "" || strings.HasSuffix(text, "\n") || strings.HasSuffix(text, " ") {
		text += step
	} else {
		text += " " + step
	}
	t.browser.Write("tests", text)
	t.Edited("tests", text)
}

// Spent tells that no attempt is left.
func (t *Student) Spent() bool {
	switch {
	case t.Exercise.Kind == exercise.Guess && t.Exercise.Tries > 0:
		return len(t.answer().Guesses) >= t.Exercise.Tries
	case t.live() || t.Exercise.Attempts == 0:
		return false
	}
	return t.Tried() >= t.Exercise.Attempts
}

// submit has a model judged.
func (t *Student) submit() {
	if t.Spent() || t.Busy || t.Exam() {
		return
	}
	a := &t.Work.Answer
	if t.Exercise.Kind == exercise.Guess {
		if slices.ContainsFunc(t.Typing, isError) {
			t.say("warn", words.T("Mend the text first: a guess that cannot be read would be lost."))
			return
		}
		a.Guesses = append(a.Guesses, a.Model)
	}
	t.changed()
	t.judge(true)
}

// ExperimentsLeft is how many may still be made; -1: as many as one likes.
func (t *Student) ExperimentsLeft() int {
	if t.Exercise.Tries == 0 {
		return -1
	}
	return max(0, t.Exercise.Tries-len(t.answer().Experiments))
}

// experiment asks the black box. One that cannot be read does not count.
func (t *Student) experiment() {
	text := strings.TrimSpace(t.Draft)
	if text == "" || t.Busy || t.ExperimentsLeft() == 0 || t.Prepared == nil {
		return
	}
	t.Busy = true
	c := t.call()
	c.Answer.Experiments = append(slices.Clone(c.Answer.Experiments), text)
	c.Answer.Suspect = ""
	judge(t.State, exercise.CallJudge, c, func(r exercise.Result) {
		t.Busy = false
		if last := r.Tests[len(r.Tests)-1]; last.Problem != "" {
			t.Wrong = last.Problem
			return
		}
		t.Work.Answer.Experiments, t.Work.Answer.Suspect = c.Answer.Experiments, ""
		t.Result, t.Judged, t.Draft, t.Wrong = &r, c.Answer, "", ""
		t.changed()
	}, func(why string) {
		t.Busy = false
		t.say("bad", why)
	})
}

// use takes a test as what is written next.
func (t *Student) use(test string) {
	switch t.Exercise.Kind {
	case exercise.Find:
		t.Draft, t.Wrong = test, ""
	case exercise.Kill:
		text := strings.TrimRight(t.Work.Answer.Tests, " \n")
		if text != "" {
			text += "\n"
		}
		t.browser.Write("tests", text+test)
		t.Edited("tests", text+test)
	}
}

// accuse names a suspect.
func (t *Student) accuse() {
	if t.Picked == "" || t.Spent() || t.Busy {
		return
	}
	t.Work.Answer.Suspect = t.Picked
	t.changed()
	t.judge(true)
}

// --- bets ---------------------------------------------------------------------------------------

// BetOn is the bet on a mutant, and whether it is made.
func (t *Student) BetOn(mutant string) (b exercise.Bet, made bool) {
	for _, b := range t.answer().Bets {
		if b.Mutant == mutant {
			return b, true
		}
	}
	return t.Bets[mutant], false
}

func (t *Student) betField(field, mutant, value string) {
	b, made := t.BetOn(mutant)
	if made {
		return
	}
	b.Mutant = mutant
	switch field {
	case "claim":
		b.Claim = value
	case "sure":
		b.Sure = number(value)
	default:
		b.Test = value
	}
	t.Bets[mutant] = b
}

// bet makes one: it cannot be changed any more, for now the answer is shown.
func (t *Student) bet(mutant string) {
	b, made := t.BetOn(mutant)
	if made || b.Claim == "" || t.Busy {
		return
	}
	if b.Claim != exercise.ClaimKilled {
		b.Test = ""
	}
	delete(t.Bets, mutant)
	t.Work.Answer.Bets = append(t.Work.Answer.Bets, b)
	t.changed()
	t.judge(true)
}

// A Calibration says how often one was right by how sure one was.
type Calibration struct{ Made, Right, Sure int }

// Calibrated sums the bets up.
func (t *Student) Calibrated() []Calibration {
	all := []Calibration{{Sure: 1}, {Sure: 2}, {Sure: 3}}
	if t.Result == nil {
		return all
	}
	for _, x := range t.Result.Bets {
		b, _ := t.BetOn(x.Mutant)
		c := &all[min(max(b.Sure, 1), 3)-1]
		if b.Sure == 0 {
			c = &all[1]
		}
		c.Made++
		if x.Right {
			c.Right++
		}
	}
	return all
}
