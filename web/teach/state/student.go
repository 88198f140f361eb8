package state

import (
	"time"

	"github.com/mutarium/mutarium/engine/draw"
	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/wire"
)

// A Student does an exercise.
type Student struct {
	*State   `json:"-"`
	Exercise *exercise.Exercise
	Hidden   *exercise.Hidden
	Prepared *exercise.Prepared  // nil until the engine has made it ready
	Trouble  []exercise.Problem  // why it cannot be made ready
	Result   *exercise.Result    // of Judged
	Judged   exercise.Answer     // what was judged last
	Typing   []report.Diagnostic // of the model as it is typed
	Work     Work
	Unsaved  bool // the browser cannot keep the work
	Trying   bool // the lecturer tries it: nothing is kept

	Reading *exercise.HandIn // a file that was handed in, which is shown and cannot be changed
	Remark  string           // what does not fit about it

	Graph  *report.Graph
	Places *draw.Places

	Bets   map[string]exercise.Bet // that are not made yet, by mutant
	Draft  string                  // of an experiment
	Wrong  string                  // what is wrong with it
	Step   int                     // of the wrong run that is shown, from 0
	Picked string                  // suspect

	HandIn HandIn

	Busy   bool // an answer is being judged
	again  bool // it was changed since
	hinted bool // a hint is being looked for
}

// live tells of the kinds that are judged as one types.
func (t *Student) live() bool { return t.Exercise.Kind == exercise.Kill }

// Mends tells of the kinds whose answer is a model.
func (t *Student) Mends() bool {
	return t.Exercise.Kind == exercise.Refine || t.Exercise.Kind == exercise.Guess
}

// Exam tells that the page does not know what is right: grading decides.
func (t *Student) Exam() bool {
	return t.Mends() && t.Exercise.Hidden == nil && t.Exercise.Secret == nil
}

// Locked tells that nothing can be changed.
func (t *Student) Locked() bool { return t.Reading != nil }

// newStudent begins an exercise, or goes on with what is kept of it.
func (s *State) newStudent(e *exercise.Exercise, hidden *exercise.Hidden, trying bool) *Student {
	t := &Student{State: s, Exercise: e, Hidden: hidden, Trying: trying, Bets: map[string]exercise.Bet{}}
	t.Work.Started = s.browser.Now()
	if !trying {
		t.load()
	}
	if t.Mends() && t.Work.Answer.Model == "" {
		t.Work.Answer.Model = e.Model
	}
	s.whenReady(func() { t.open() })
	return t
}

// call asks about this exercise.
func (t *Student) call() exercise.JudgeCall {
	return exercise.JudgeCall{Exercise: t.Exercise, Hidden: t.Hidden, Answer: t.answer(), Hints: t.Hints()}
}

// open makes the exercise ready, draws its model and judges what there is of an answer.
func (t *Student) open() {
	judge(t.State, exercise.CallOpen, t.call(), func(p exercise.Prepared) {
		t.Trouble = p.Problems
		if p.Problems == nil {
			t.Prepared = &p
			t.judge(false)
		}
	}, func(why string) { t.Trouble = []exercise.Problem{{Message: why}} })
	t.draw(t.shownModel())
	if t.Mends() {
		t.analyse()
	}
}

// shownModel is the text that is drawn.
func (t *Student) shownModel() string {
	if t.Mends() {
		return t.answer().Model
	}
	return t.Exercise.Model
}

// draw asks for the diagram of a text. One that cannot be read keeps the last picture.
func (t *Student) draw(text string) {
	if text == "" {
		return
	}
	t.ask(wire.Request{Kind: wire.Draw, Formalism: t.Exercise.Formalism, Name: t.Exercise.Name, Text: text,
		Settings: t.Exercise.Settings}, waiter{failed: func(string) {}, done: func(r wire.Reply) {
		if r.Diagram == nil || r.Diagram.Graph == nil || len(r.Diagram.Graph.Nodes) > mostNodes {
			return
		}
		graph := r.Diagram.Graph
		scene := draw.NewScene(graph)
		if own := draw.Own(scene); own != nil {
			t.Graph, t.Places = graph, own
			return
		}
		t.browser.LayOut(scene.Plan(), func(l *draw.Layout) {
			if p := draw.PlacesOf(scene, l); p != nil {
				t.Graph, t.Places = graph, p
			}
		})
	}})
}

// mostNodes is how large a diagram can be.
const mostNodes = 80

// analyse says what is wrong with the model that is being typed.
func (t *Student) analyse() {
	t.ask(wire.Request{Kind: wire.Analyse, Formalism: t.Exercise.Formalism, Name: t.Exercise.Name,
		Text: t.answer().Model, Settings: t.Exercise.Settings}, waiter{done: func(r wire.Reply) {
		t.Typing = nil
		for _, d := range r.Analysis.Diagnostics {
			if d.Code != "operators" {
				t.Typing = append(t.Typing, d)
			}
		}
		if r.Analysis.Valid {
			t.draw(t.answer().Model)
		}
	}})
}

// Edited takes what was typed into an editor.
func (t *Student) Edited(editor, text string) {
	if t.Locked() {
		return
	}
	switch editor {
	case "tests":
		t.Work.Answer.Tests = text
	case "answer":
		t.Work.Answer.Model = text
	default:
		return
	}
	t.changed()
	t.browser.After("judge", 150*time.Millisecond, func() {
		if t.live() {
			t.judge(true)
		} else {
			t.analyse()
		}
	})
}

// judge asks what the answer is worth, one answer after the other; counts says that this was an attempt.
func (t *Student) judge(counts bool) {
	if t.Prepared == nil {
		return
	}
	if t.Busy {
		t.again = true
		return
	}
	t.Busy = true
	c := t.call()
	judge(t.State, exercise.CallJudge, c, func(r exercise.Result) {
		t.Busy = false
		before := t.Result
		t.Result, t.Judged = &r, c.Answer
		t.Step = 0
		if r.Wrong != nil {
			t.Step = max(0, r.Wrong.Step-1)
		}
		if counts && !t.Locked() && (!t.live() || before == nil || before.Share != r.Share) {
			t.note(exercise.Attempt{Share: r.Share, Of: r.Of, Passed: r.Passed, Points: r.Points})
			t.changed()
		}
		if r.Passed && t.State.Sheet != nil {
			t.State.Sheet.done(t)
		}
		if t.again {
			t.again = false
			t.judge(t.live())
		}
	}, func(why string) {
		t.Busy, t.again = false, false
		t.say("bad", why)
	})
}

// do does what an element of the exercise is for.
func (t *Student) do(name, arg string) {
	switch name {
	case "hint":
		t.hint()
	case "solve":
		t.solve(arg)
	case "step":
		t.step(arg)
	case "hand-in":
		t.showHandIn()
	case "save-hand-in":
		t.saveHandIn()
	case "close-reading":
		t.stopReading()
	case "download-work":
		t.browser.Deliver(t.Exercise.ID+"-work.json", "application/json", string(report.Raw(t.Work)))
	case "again":
		t.Dialog = "again"
	case "really-again":
		t.restart()
	default:
		if !t.Locked() {
			t.answering(name, arg)
		}
	}
}

// put takes the value of a field of the exercise.
func (t *Student) put(name, arg, value string) {
	switch name {
	case "name":
		t.Work.Name = value
		t.changed()
		t.browser.After("sign", 200*time.Millisecond, t.sign)
	case "draft":
		t.Draft, t.Wrong = value, ""
	case "suspect":
		t.Picked = value
	case "claim", "sure", "bet-test":
		t.betField(name, arg, value)
	}
}

// step moves along the wrong run.
func (t *Student) step(arg string) {
	if t.Result == nil || t.Result.Wrong == nil {
		return
	}
	last := max(0, len(t.Result.Wrong.Shows)-1)
	switch arg {
	case "on":
		t.Step = min(t.Step+1, last)
	case "back":
		t.Step = max(t.Step-1, 0)
	default:
		t.Step = min(number(arg), last)
	}
}
