// Package state holds what the exercise page knows, and what follows from what people do there. It knows nothing of
// elements: a Browser does what it asks for, package view draws it.
//
//	state.go     the whole page: what is open, the engine, messages
//	browser.go   what the state needs of the browser
//	open.go      documents from links, files and the site
//	student.go   an exercise while somebody does it
//	answer.go    the answer, by kind
//	work.go      what is kept in the browser; hand-ins
//	help.go      hints and solutions
//	sheet.go     a sheet and its progress
//	lecturer.go  an exercise while it is made
//	fields.go    the fields of the lecturer's form
//	grading.go   a class
package state

import (
	"encoding/json"
	"strconv"
	"time"

	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/wire"
	"github.com/mutarium/mutarium/web/words"
)

// The views of the page.
const (
	Home    = "home"
	Doing   = "doing" // an exercise, or a sheet
	Making  = "making"
	Grading = "grading"
)

// State is the page.
type State struct {
	Asks     bool // a question is open: the dialog that is named
	Dialog   string
	Failure  string // of the engine
	Ready    bool   // the engine is
	Language string
	Notice   Notice
	Problems []report.Diagnostic // of a document that could not be opened
	Tab      string              // where one pane is seen at a time
	Theme    string
	Version  string
	View     string

	Formalisms []report.Formalism
	Shelf      []ReadyMade // that come with the site

	Grade   *Class
	Make    *Lecturer
	Sheet   *Sheet
	Student *Student

	browser Browser
	last    int
	pending *pendingHandIn
	waiting map[int]waiter
	started []func() // what waits for the engine
}

// A Notice is a short message.
type Notice struct {
	Text string
	Tone string // good, bad, warn; "" is none of them
}

// A ReadyMade is an exercise or a sheet that comes with the site, as its list has it.
type ReadyMade struct {
	File      string `json:"file"` // beside the list
	Formalism string `json:"formalism"`
	ID        string `json:"id"`
	Kind      string `json:"kind"` // of an exercise; "sheet"
	Language  string `json:"language"`
	Minutes   int    `json:"minutes"`
	Title     string `json:"title"`
}

// waiter takes the replies to a request.
type waiter struct {
	done     func(wire.Reply)
	failed   func(why string)
	progress func(done, total int)
}

// New begins with nothing open.
func New(b Browser) *State {
	return &State{browser: b, View: Home, Tab: "answer", waiting: map[int]waiter{}}
}

// Booted is told what the engine offers.
func (s *State) Booted(r wire.Reply) {
	if s.Ready {
		return // another worker
	}
	s.Ready, s.Failure, s.Version, s.Formalisms = true, "", r.Version, r.Formalisms
	for _, f := range s.started {
		f()
	}
	s.started = nil
}

// whenReady does something once the engine is there.
func (s *State) whenReady(f func()) {
	if s.Ready {
		f()
	} else {
		s.started = append(s.started, f)
	}
}

// Formalism finds one by its name; nil: there is none.
func (s *State) Formalism(name string) *report.Formalism {
	for i := range s.Formalisms {
		if s.Formalisms[i].Name == name {
			return &s.Formalisms[i]
		}
	}
	return nil
}

// Replied takes what a worker says.
func (s *State) Replied(r wire.Reply) {
	if r.Kind == wire.Ready {
		s.Booted(r)
		return
	}
	w, ok := s.waiting[r.ID]
	if !ok {
		return
	}
	switch r.Kind {
	case wire.Progress:
		if w.progress != nil {
			w.progress(r.Done, r.Total)
		}
		return
	case wire.Failure:
		delete(s.waiting, r.ID)
		w.failed(r.Message)
	default:
		delete(s.waiting, r.ID)
		w.done(r)
	}
}

// Lost is told that a request's worker died, or was ended.
func (s *State) Lost(id int, why string) {
	if w, ok := s.waiting[id]; ok {
		delete(s.waiting, id)
		w.failed(why)
	}
}

// ask sends a request. A failure without a taker is told as a message.
func (s *State) ask(r wire.Request, w waiter) int {
	s.last++
	r.ID = s.last
	if w.failed == nil {
		w.failed = func(why string) { s.say("bad", words.Engine(why)) }
	}
	s.waiting[r.ID] = w
	s.browser.Ask(r)
	return r.ID
}

// call asks the engine about exercises, and decodes what it answers.
func call[R any](s *State, r wire.Request, data any, done func(R), failed func(why string)) int {
	r.Data = report.Raw(data)
	return s.ask(r, waiter{failed: failed, done: func(reply wire.Reply) {
		var result R
		if err := json.Unmarshal(reply.Data, &result); err != nil {
			s.say("bad", err.Error())
			return
		}
		done(result)
	}})
}

// paper asks about a document.
func paper[R any](s *State, name string, data any, done func(R), failed func(why string)) {
	call(s, wire.Request{Kind: wire.Papers, Call: name}, data, done, failed)
}

// judge asks about answers to an exercise.
func judge[R any](s *State, name string, c exercise.JudgeCall, done func(R), failed func(why string)) int {
	return call(s, wire.Request{Kind: wire.Judge, Call: name, Formalism: c.Exercise.Formalism}, c, done, failed)
}

// say shows a message for some seconds, and longer if it tells of trouble.
func (s *State) say(tone, text string) {
	s.Notice = Notice{Text: text, Tone: tone}
	stay := 5 * time.Second
	if tone == "bad" || tone == "warn" {
		stay = 20 * time.Second
	}
	s.browser.After("notice", stay, func() { s.Notice = Notice{} })
}

// Do does what an element is for: the name that it has, and its argument.
func (s *State) Do(name, arg string) {
	switch name {
	case "dismiss":
		s.Notice = Notice{}
	case "tab":
		s.Tab = arg
	case "dialog":
		s.Dialog = arg
	case "theme":
		s.Theme = arg
		s.browser.Look(s.Theme, s.Language)
	case "language":
		s.Language = arg
		s.browser.Look(s.Theme, s.Language)
	case "home":
		s.home()
	case "ready":
		s.openReady(arg)
	case "make":
		s.make()
	case "grade":
		s.grade()
	case "open-file":
		s.browser.Pick(false, s.Open)
	default:
		switch {
		case s.View == Making && s.Make != nil && s.Make.do(name, arg):
		case s.View == Grading && s.Grade != nil && s.Grade.do(name, arg):
		case s.Sheet != nil && s.Sheet.do(name, arg):
		case s.Student != nil:
			s.Student.do(name, arg)
		}
	}
}

// Put takes the value of a field.
func (s *State) Put(name, arg, value string) {
	switch {
	case s.View == Making && s.Make != nil && s.Make.put(name, arg, value):
	case s.View == Grading && s.Grade != nil && s.Grade.put(name, arg, value):
	case s.Student != nil:
		s.Student.put(name, arg, value)
	}
}

func (s *State) home() {
	s.View, s.Student, s.Sheet, s.Make, s.Grade, s.Problems = Home, nil, nil, nil, nil, nil
	s.browser.Address("")
}

// number reads a field; what is no number counts as 0.
func number(value string) int {
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// Say shows a message that the browser has.
func (s *State) Say(tone, text string) { s.say(tone, text) }

// Edited takes what was typed into an editor.
func (s *State) Edited(editor, text string) {
	switch {
	case s.View == Making && s.Make != nil && s.Make.edited(editor, text):
	case s.Student != nil:
		s.Student.Edited(editor, text)
	}
}

// TextOf is what an editor shows when it is new.
func (s *State) TextOf(editor string) string {
	if s.View == Making && s.Make != nil {
		if text, ok := s.Make.textOf(editor); ok {
			return text
		}
	}
	if t := s.Student; t != nil {
		switch editor {
		case "tests":
			return t.answer().Tests
		case "answer":
			return t.answer().Model
		case "model":
			return t.Exercise.Model
		}
	}
	return ""
}
