package state

import (
	"encoding/json"

	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/report"
)

// A Sheet holds several exercises, with texts.
type Sheet struct {
	*State   `json:"-"`
	Sheet    *exercise.Sheet
	At       int          // the step that is open
	Progress SheetWork    // kept
	Shown    map[int]bool // answers to the questions, by step
	doing    int          // step of the exercise that is open; -1: none
}

// SheetWork is what the browser keeps of a sheet.
type SheetWork struct {
	At   int          `json:"at"`
	Done map[int]bool `json:"done"`
}

func sheetKey(digest string) string { return "mutarium.sheet." + digest }

func (s *State) newSheet(sheet *exercise.Sheet) *Sheet {
	x := &Sheet{State: s, Sheet: sheet, Shown: map[int]bool{}, doing: -1}
	if text := s.browser.Kept(sheetKey(sheet.Digest)); text != "" &&
		json.Unmarshal([]byte(text), &x.Progress) != nil {
		x.Progress = SheetWork{}
	}
	if x.Progress.Done == nil {
		x.Progress.Done = map[int]bool{}
	}
	x.At = min(max(x.Progress.At, 0), len(sheet.Steps)-1)
	return x
}

// Doing tells whether one of its exercises is open.
func (x *Sheet) Doing() bool { return x.doing >= 0 && x.Student != nil }

// Step is the open one.
func (x *Sheet) Step() *exercise.Step { return &x.Sheet.Steps[x.At] }

// DoneSteps counts them.
func (x *Sheet) DoneSteps() int {
	n := 0
	for i := range x.Sheet.Steps {
		if x.Progress.Done[i] {
			n++
		}
	}
	return n
}

func (x *Sheet) keep() {
	x.Progress.At = x.At
	x.browser.Keep(sheetKey(x.Sheet.Digest), string(report.Raw(x.Progress)))
}

// done marks the step whose exercise was passed.
func (x *Sheet) done(t *Student) {
	if x.doing >= 0 && !x.Progress.Done[x.doing] && !t.Trying {
		x.Progress.Done[x.doing] = true
		x.keep()
	}
}

func (x *Sheet) do(name, arg string) bool {
	switch name {
	case "sheet-step":
		x.At = min(max(number(arg), 0), len(x.Sheet.Steps)-1)
		x.keep()
	case "sheet-exercise":
		x.start()
	case "sheet-back":
		x.Leave()
		x.doing, x.Student = -1, nil
	case "sheet-answer":
		x.Shown[x.At] = true
	case "sheet-read":
		x.Progress.Done[x.At] = true
		if x.At+1 < len(x.Sheet.Steps) {
			x.At++
		}
		x.keep()
	case "sheet-next":
		next := x.Sheet.Next[number(arg)]
		if next.Ready != "" {
			x.openReady(next.Ready)
		} else {
			x.OpenLink(next.Link)
		}
	default:
		return false
	}
	return true
}

// start opens the exercise of the step.
func (x *Sheet) start() {
	step, at := x.Step(), x.At
	open := func(text string) {
		paper(
			x.State,
			exercise.CallRead,
			exercise.ReadCall{Name: "exercise.mtx", Text: text},
			func(r exercise.Read) {
				if r.Exercise == nil {
					x.Problems = r.Problems
					return
				}
				x.doing, x.Tab = at, "answer"
				x.Student = x.newStudent(r.Exercise, r.Hidden, false)
			},
			nil,
		)
	}
	if step.Exercise != nil {
		open(string(report.Raw(step.Exercise)))
		return
	}
	x.browser.Fetch(x.readyFile(step.Ready), func(text string, ok bool) {
		if !ok {
			x.missing(step.Ready)
			return
		}
		open(text)
	})
}
