package state

import (
	"encoding/json"
	"strings"

	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/web/words"
)

// Begin opens what the address names: a link, a ready-made exercise, the lecturer's or the grading page.
func (s *State) Begin(hash string, query map[string]string) {
	s.browser.Fetch("exercises/index.json", func(text string, ok bool) {
		if ok {
			// A site without ready-made exercises has no such list.
			var index struct{ Entries []ReadyMade }
			if err := json.Unmarshal([]byte(text), &index); err != nil {
				s.say("bad", err.Error())
			}
			s.Shelf = index.Entries
		}
	})
	_, making := query["make"]
	_, grading := query["grade"]
	switch {
	case strings.HasPrefix(strings.TrimPrefix(hash, "#"), "x"):
		s.OpenLink(hash)
	case query["ready"] != "":
		s.openReady(query["ready"])
	case making:
		s.make()
	case grading:
		s.grade()
	}
}

// readyFile is the file of a ready-made exercise, in the reader's language if there is one.
func (s *State) readyFile(id string) string {
	file := id + ".mtx"
	for _, r := range s.Shelf {
		if r.ID == id && r.Language == words.Language() {
			file = r.File
		}
	}
	return "exercises/" + file
}

func (s *State) missing(id string) {
	s.say("bad", words.T("There is no exercise “{name}” on this site.", id))
}

// OpenLink opens a link's document.
func (s *State) OpenLink(hash string) {
	s.View = Doing
	s.read(exercise.ReadCall{Link: hash, Name: words.T("link")})
}

// openReady opens an exercise that comes with the site.
func (s *State) openReady(id string) {
	s.View = Doing
	s.browser.Address("?ready=" + id)
	s.browser.Fetch(s.readyFile(id), func(text string, ok bool) {
		if !ok {
			s.View = Home
			s.missing(id)
			return
		}
		s.read(exercise.ReadCall{Name: id + ".mtx", Text: text})
	})
}

// Open takes files that were chosen or dropped.
func (s *State) Open(files []exercise.GatherFile) {
	switch {
	case len(files) == 0:
	case s.View == Grading:
		s.Grade.take(files)
	case s.View == Making && s.Make.takes(files[0].Name):
		s.Make.takeModel(files[0].Name, string(files[0].Data))
	default:
		s.read(exercise.ReadCall{Name: files[0].Name, Own: s.View == Making, Text: string(files[0].Data)})
	}
}

// read opens a document wherever it is from.
func (s *State) read(c exercise.ReadCall) {
	s.Problems = nil
	s.whenReady(func() {
		paper(s, exercise.CallRead, c, s.opened, func(why string) {
			if s.View == Doing && s.Student == nil {
				s.View = Home
			}
			s.say("bad", words.Engine(why))
		})
	})
}

func (s *State) opened(r exercise.Read) {
	switch {
	case r.Problems != nil:
		s.Problems = r.Problems
		if s.View == Doing && s.Student == nil {
			s.View = Home
		}
	case s.View == Making:
		s.Make.opened(r)
	case r.Exercise != nil:
		s.View, s.Sheet = Doing, nil
		s.Student = s.newStudent(r.Exercise, r.Hidden, false)
		s.showPending()
	case r.Sheet != nil:
		s.View, s.Student = Doing, nil
		s.Sheet = s.newSheet(r.Sheet)
	case r.HandIn != nil:
		s.openHandIn(r.HandIn, r.Remark)
	}
}
