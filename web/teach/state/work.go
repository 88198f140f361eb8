package state

import (
	"encoding/hex"
	"encoding/json"
	"strings"
	"time"
	"unicode"

	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/web/words"
)

// Work is what the browser keeps of an exercise.
type Work struct {
	Answer   exercise.Answer    `json:"answer"`
	Attempts []exercise.Attempt `json:"attempts,omitempty"`
	Edition  int                `json:"edition"` // grows with every change
	Help     []Help             `json:"help,omitempty"`
	Name     string             `json:"name,omitempty"`
	Passed   bool               `json:"passed,omitempty"`
	Solved   map[string]string  `json:"solved,omitempty"` // tests that were shown, by mutant
	Started  int64              `json:"started"`          // milliseconds since 1970
}

// HandIn is the dialog in which one hands in.
type HandIn struct {
	Text string // of the file
}

func workKey(digest string) string { return "mutarium.exercise." + digest }

// load takes what was kept.
func (t *Student) load() {
	var w Work
	if text := t.browser.Kept(workKey(t.Exercise.Digest)); text != "" && json.Unmarshal([]byte(text), &w) == nil {
		t.Work = w
	}
}

// changed keeps the work, a moment later.
func (t *Student) changed() {
	if t.Trying || t.Locked() {
		return
	}
	t.Work.Edition++
	t.browser.After("keep", 300*time.Millisecond, t.keep)
}

func (t *Student) keep() {
	if t.Trying || t.Locked() {
		return
	}
	text, err := json.Marshal(t.Work)
	if err != nil {
		panic(err) // it is made of strings, numbers and lists
	}
	t.Unsaved = !t.browser.Keep(workKey(t.Exercise.Digest), string(text))
}

// Leave keeps what was typed a moment ago: the page may be gone before a timer ends.
func (s *State) Leave() {
	if s.Student != nil && s.Student.Work.Edition > 0 {
		s.Student.keep()
	}
}

// Stored is told that another tab has kept something: what is newer is taken over, so that two tabs show the same
// work and none overwrites the other's.
func (s *State) Stored(key, text string) {
	t := s.Student
	if t == nil || t.Trying || key != workKey(t.Exercise.Digest) {
		return
	}
	var w Work
	if json.Unmarshal([]byte(text), &w) != nil || w.Edition <= t.Work.Edition {
		return
	}
	t.Work = w
	t.browser.Write("tests", w.Answer.Tests)
	t.browser.Write("answer", w.Answer.Model)
	t.judge(false)
}

// note adds to the log of attempts.
func (t *Student) note(a exercise.Attempt) {
	a.Minute = int((t.browser.Now() - t.Work.Started) / 60_000)
	if len(t.Work.Attempts) < exercise.MaxAttempts {
		t.Work.Attempts = append(t.Work.Attempts, a)
	}
	t.Work.Passed = t.Work.Passed || a.Passed
}

// restart throws the work away.
func (t *Student) restart() {
	t.Dialog = ""
	t.Work = Work{Started: t.browser.Now(), Edition: t.Work.Edition, Name: t.Work.Name}
	if t.Mends() {
		t.Work.Answer.Model = t.Exercise.Model
	}
	t.Result, t.Draft, t.Picked, t.Bets = nil, "", "", map[string]exercise.Bet{}
	t.browser.Write("tests", "")
	t.browser.Write("answer", t.Work.Answer.Model)
	t.changed()
	t.judge(false)
	if t.Mends() {
		t.analyse()
	}
}

// --- handing in ---------------------------------------------------------------------------------

func (t *Student) showHandIn() {
	t.Dialog = "hand-in"
	t.sign()
}

// paperOf is the file as it is before it is signed.
func (t *Student) paperOf() *exercise.HandIn {
	h := &exercise.HandIn{
		Answer: t.Work.Answer, Attempts: t.Work.Attempts, Engine: t.Version, Exercise: t.Exercise.Digest,
		Format: exercise.HandInFormat, ID: t.Exercise.ID, Name: strings.TrimSpace(t.Work.Name),
		Revision: t.Exercise.Revision, Version: exercise.Version,
	}
	if h.Attempts == nil {
		h.Attempts = []exercise.Attempt{}
	}
	if n := len(h.Answer.Guesses); n > 0 {
		h.Answer.Model = h.Answer.Guesses[n-1]
	}
	if r := t.Result; r != nil {
		h.Claimed = exercise.Claimed{Of: r.Of, Passed: r.Passed, Points: r.Points, Share: r.Share}
	}
	return h
}

// sign has the file completed as it would be saved.
func (t *Student) sign() {
	paper(t.State, exercise.CallSign, exercise.SignCall{HandIn: t.paperOf(), Seed: t.seed()},
		func(m exercise.Made) { t.HandIn.Text = m.File }, nil)
}

// seed is this browser's, which it makes once.
func (t *Student) seed() []byte {
	const key = "mutarium.seed"
	if seed, err := hex.DecodeString(t.browser.Kept(key)); err == nil && len(seed) == 32 {
		return seed
	}
	seed := t.browser.Random(32)
	t.browser.Keep(key, hex.EncodeToString(seed))
	return seed
}

// saveHandIn hands the file over, as it is shown.
func (t *Student) saveHandIn() {
	if t.HandIn.Text == "" || strings.TrimSpace(t.Work.Name) == "" {
		t.browser.Focus("hand-in-name")
		return
	}
	t.browser.Deliver(t.Exercise.ID+"-"+fileName(t.Work.Name)+".hand", "application/json", t.HandIn.Text)
	t.Dialog = ""
	t.say("good", words.T("Saved. Now upload the file where your course collects it: the page sends nothing."))
}

// fileName makes a name fit for a file.
func fileName(s string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return '-'
	}, strings.ToLower(strings.TrimSpace(s))), "-")
}

// openHandIn shows what was handed in, with the exercise that it belongs to.
func (s *State) openHandIn(h *exercise.HandIn, remark string) {
	if t := s.Student; t != nil && t.Exercise.ID == h.ID {
		t.read(h, remark)
		return
	}
	s.pending = &pendingHandIn{h, remark}
	for _, r := range s.Shelf {
		if r.ID == h.ID {
			s.openReady(h.ID)
			return
		}
	}
	s.say("warn", words.T("This file is an answer to the exercise “{name}”: open that one, too.", h.ID))
}

type pendingHandIn struct {
	handIn *exercise.HandIn
	remark string
}

// showPending shows a file that waited for its exercise.
func (s *State) showPending() {
	if p := s.pending; p != nil && s.Student != nil && s.Student.Exercise.ID == p.handIn.ID {
		s.pending = nil
		s.Student.read(p.handIn, p.remark)
	}
}

func (t *Student) read(h *exercise.HandIn, remark string) {
	t.keep()
	t.Reading, t.Remark, t.Result = h, remark, nil
	t.browser.Write("tests", h.Answer.Tests)
	t.browser.Write("answer", h.Answer.Model)
	t.judge(false)
}

// stopReading goes back to one's own work.
func (t *Student) stopReading() {
	t.Reading, t.Remark, t.Result = nil, "", nil
	t.browser.Write("tests", t.Work.Answer.Tests)
	t.browser.Write("answer", t.Work.Answer.Model)
	t.judge(false)
}
