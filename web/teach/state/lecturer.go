package state

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/web/words"
)

// A Lecturer makes an exercise, and perhaps a sheet of several.
type Lecturer struct {
	*State
	Draft  exercise.Exercise // with its secret
	Fields map[string]string // what was typed where it is not a plain text: steps, lines
	Phrase string
	Hand   string // the text of a mutant by hand

	Listed  []report.Mutant // what the operators make
	Listing bool
	Done    int // of Total, while they are judged
	Total   int

	Checking bool
	Trouble  []exercise.Problem
	Prepared *exercise.Prepared
	Known    *exercise.Answer // that passes
	Passes   bool             // it does

	Made      *exercise.Made
	Stale     bool // the draft was changed since it was made
	Sheet     exercise.Sheet
	SheetMade *exercise.Made

	edition int
}

// make begins an exercise about the first model of the gallery.
func (s *State) make() {
	s.browser.Address("?make")
	s.View, s.Student, s.Grade = Making, nil, nil
	if s.Make != nil {
		return
	}
	m := &Lecturer{State: s, Fields: map[string]string{}}
	s.Make = m
	m.Draft = exercise.Exercise{
		Format: exercise.Format, Version: exercise.Version, Kind: exercise.Kill, Revision: 1,
		ID: "exercise-1", Language: words.Language(), Formalism: "efsm", Points: exercise.Points{Full: 10},
		Hints: exercise.Hints{Levels: 3, After: 1}, Settings: report.Settings{Operators: []string{"paper"}},
		Secret: &exercise.Hidden{},
	}
	m.Sheet = exercise.Sheet{Format: exercise.SheetFormat, Version: exercise.Version, ID: "sheet-1", Revision: 1,
		Language: words.Language()}
	var kept exercise.Exercise
	text := s.browser.Kept(draftKey)
	if text != "" && json.Unmarshal([]byte(text), &kept) == nil && kept.Secret != nil {
		s.whenReady(func() { m.opened(exercise.Read{Exercise: &kept}) })
		return
	}
	s.whenReady(func() { m.example("tea") })
}

// draftKey is where the browser keeps what is being made.
const draftKey = "mutarium.draft"

// fresh begins another exercise.
func (m *Lecturer) fresh() {
	m.browser.Keep(draftKey, "")
	m.State.Make = nil
	m.State.make()
}

// example begins with a model of the gallery.
func (m *Lecturer) example(name string) {
	for i := range m.Formalisms {
		for _, x := range m.Formalisms[i].Examples {
			if x.Name == name {
				m.takeModel(x.Name+m.Formalisms[i].Extensions[0], x.Text)
				return
			}
		}
	}
}

// takes tells whether a file is a model.
func (m *Lecturer) takes(name string) bool {
	return m.Student == nil && !slices.Contains([]string{".mtx", ".json", ".yaml"}, path.Ext(name))
}

// takeModel begins with a text.
func (m *Lecturer) takeModel(name, text string) {
	d := &m.Draft
	for _, f := range m.Formalisms {
		if slices.Contains(f.Extensions, path.Ext(name)) {
			if f.Name != d.Formalism {
				d.Settings.Operators = []string{"paper"}
			}
			d.Formalism = f.Name
		}
	}
	d.Name, d.Model = path.Base(name), text
	d.Mutants, d.Secret.Mutants, d.Secret.Box, m.Listed = nil, nil, "", nil
	if d.Kind == exercise.Refine || d.Kind == exercise.Guess {
		d.Secret.Reference = text
		m.browser.Write("reference", text)
	}
	m.browser.Write("own", text)
	m.changed()
}

// opened goes on with an own file.
func (m *Lecturer) opened(r exercise.Read) {
	switch {
	case r.Exercise != nil:
		m.Draft = *r.Exercise
		if m.Draft.Secret == nil {
			m.Draft.Secret = &exercise.Hidden{}
			if r.Hidden != nil {
				*m.Draft.Secret = *r.Hidden
			}
		}
		m.Draft.Hidden, m.Draft.Final, m.Draft.Digest = nil, nil, ""
		m.Fields = map[string]string{
			"steps":     stepsText(m.Draft.Points.Steps),
			"protected": linesText(m.Draft.Protected),
		}
		m.Listed = nil
		m.browser.Write("own", m.Draft.Model)
		m.browser.Write("reference", m.Draft.Secret.Reference)
		m.changed()
	case r.Sheet != nil:
		m.Sheet = *r.Sheet
		m.Sheet.Digest = ""
	}
}

// textOf is what the editors of this page show when they are new.
func (m *Lecturer) textOf(editor string) (string, bool) {
	switch editor {
	case "own":
		return m.Draft.Model, true
	case "reference":
		return m.Draft.Secret.Reference, true
	case "hand":
		return m.Hand, true
	}
	return "", false
}

func (m *Lecturer) edited(editor, text string) bool {
	switch editor {
	case "own":
		m.Draft.Model, m.Listed = text, nil
	case "reference":
		m.Draft.Secret.Reference = text
	case "hand":
		m.Hand = text
		return true
	default:
		return false
	}
	m.changed()
	return true
}

// changed has the draft looked at again, a moment later.
func (m *Lecturer) changed() {
	m.edition++
	m.Stale, m.SheetMade = true, nil
	m.Known = nil
	m.browser.After("check", 400*time.Millisecond, m.check)
}

// check says what is wrong with the draft, and whether it can be solved.
func (m *Lecturer) check() {
	m.browser.Keep(draftKey, string(report.Raw(m.Draft)))
	if m.Trouble = exercise.Check(&m.Draft, true); m.Trouble != nil {
		m.Prepared = nil
		return
	}
	at, c := m.edition, m.call()
	m.Checking = true
	failed := func(why string) {
		m.Checking = false
		m.Trouble = []exercise.Problem{{Message: why}}
	}
	judge(m.State, exercise.CallOpen, c, func(p exercise.Prepared) {
		if at != m.edition {
			return
		}
		m.Trouble, m.Prepared = p.Problems, &p
		if p.Problems != nil {
			m.Prepared, m.Checking = nil, false
			return
		}
		judge(m.State, exercise.CallKnown, c, func(a exercise.Answer) {
			c.Answer = a
			judge(m.State, exercise.CallJudge, c, func(r exercise.Result) {
				if at == m.edition {
					m.Checking, m.Known, m.Passes = false, &a, r.Passed
				}
			}, failed)
		}, failed)
	}, failed)
}

func (m *Lecturer) call() exercise.JudgeCall {
	d := m.Draft
	secret := *d.Secret
	d.Secret = nil
	c := exercise.JudgeCall{Exercise: &d, Hidden: &secret}
	if d.Kind == exercise.Kill && len(secret.Mutants) > 0 {
		c.Final = &exercise.Hidden{Mutants: secret.Mutants}
	}
	return c
}

// --- what it does -------------------------------------------------------------------------------

func (m *Lecturer) do(name, arg string) bool {
	switch name {
	case "make-new":
		m.fresh()
	case "list-mutants":
		m.list()
	case "choose-all":
		m.chooseAll(arg)
	case "add-hand":
		m.addHand()
	case "drop-mutant":
		m.Draft.Mutants = slices.DeleteFunc(m.Draft.Mutants, func(x exercise.Subject) bool { return x.ID == arg })
		m.changed()
	case "try":
		m.made(m.try)
	case "stop-trying":
		m.Student, m.Dialog = nil, ""
	case "make-link":
		m.made(func() {})
	case "copy-link":
		m.copy(m.Made)
	case "save-exercise":
		m.made(func() { m.browser.Deliver(m.Draft.ID+".mtx", "application/json", m.Made.File) })
	case "save-own":
		m.saveOwn()
	default:
		return m.sheeting(name, arg)
	}
	return true
}

// list has the mutants judged that the operators make.
func (m *Lecturer) list() {
	m.Listing, m.Done, m.Total = true, 0, 0
	c := m.call()
	id := judge(m.State, exercise.CallList, c, func(l exercise.Listed) {
		m.Listing, m.Listed = false, l.Mutants
		if l.Problems != nil {
			m.Trouble = l.Problems
		}
	}, func(why string) {
		m.Listing = false
		m.say("bad", words.Engine(why))
	})
	w := m.waiting[id]
	w.progress = func(done, total int) { m.Done, m.Total = done, total }
	m.waiting[id] = w
}

// Chosen tells whether a mutant of the list is in the exercise, and whether it is in the final part.
func (m *Lecturer) Chosen(id string) (in, final bool) {
	is := func(x exercise.Subject) bool { return x.ID == id }
	return slices.ContainsFunc(m.Draft.Mutants, is), slices.ContainsFunc(m.Draft.Secret.Mutants, is)
}

// choose puts a mutant in, or takes it out.
func choose(all []exercise.Subject, id string, in bool) []exercise.Subject {
	all = slices.DeleteFunc(slices.Clone(all), func(x exercise.Subject) bool { return x.ID == id })
	if in {
		all = append(all, exercise.Subject{ID: id})
	}
	return all
}

// chooseAll takes those of the list that fit the kind; "none" takes none.
func (m *Lecturer) chooseAll(which string) {
	m.Draft.Mutants = slices.DeleteFunc(m.Draft.Mutants, func(x exercise.Subject) bool { return x.Text == "" })
	for _, x := range m.Listed {
		fits := x.Verdict == report.Killed || m.Draft.Kind == exercise.Bets && x.Verdict == report.Unkillable
		if which == "all" && fits && (!m.Draft.Distinct || x.DuplicateOf == "") {
			m.Draft.Mutants = append(m.Draft.Mutants, exercise.Subject{ID: x.ID})
		}
	}
	m.changed()
}

func (m *Lecturer) addHand() {
	if strings.TrimSpace(m.Hand) == "" {
		return
	}
	n := 1
	for slices.ContainsFunc(m.Draft.Mutants, func(x exercise.Subject) bool { return x.ID == fmt.Sprintf("hand-%d", n) }) {
		n++
	}
	m.Draft.Mutants = append(m.Draft.Mutants, exercise.Subject{ID: fmt.Sprintf("hand-%d", n), Text: m.Hand})
	m.changed()
}

// made makes what students get, then goes on.
func (m *Lecturer) made(then func()) {
	if m.Trouble = exercise.Check(&m.Draft, true); m.Trouble != nil {
		m.say("bad", words.T("Mend what is listed first."))
		return
	}
	at := m.edition
	paper(
		m.State,
		exercise.CallMake,
		exercise.MakeCall{Exercise: &m.Draft, Phrase: m.Phrase},
		func(x exercise.Made) {
			m.Made, m.Stale = &x, at != m.edition
			then()
		},
		nil,
	)
}

// try shows the exercise as a student gets it.
func (m *Lecturer) try() {
	paper(
		m.State,
		exercise.CallRead,
		exercise.ReadCall{Name: "exercise.mtx", Text: m.Made.File},
		func(r exercise.Read) {
			if r.Exercise != nil {
				m.Tab = "answer"
				m.Student = m.newStudent(r.Exercise, r.Hidden, true)
			}
		},
		nil,
	)
}

// Link is the address of what was made.
func (m *Lecturer) Link(made *exercise.Made) string { return m.browser.Base() + "#" + made.Link }

func (m *Lecturer) copy(made *exercise.Made) {
	m.browser.Clip(m.Link(made), func(ok bool) {
		if ok {
			m.say("good", words.T("The link is copied."))
		} else {
			m.say("bad", words.T("The link could not be copied: mark it and copy it yourself."))
		}
	})
}

// saveOwn saves the file that only the lecturer keeps, with a solution in it.
func (m *Lecturer) saveOwn() {
	d := m.Draft
	secret := *d.Secret
	secret.Answer = m.Known
	d.Secret = &secret
	m.browser.Deliver(d.ID+".own.json", "application/json", pretty(d))
}

// pretty is a document as its file has it.
func pretty(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		panic(err) // documents are made of strings, numbers and lists
	}
	return b.String()
}

// --- sheets -------------------------------------------------------------------------------------

func (m *Lecturer) sheeting(name, arg string) bool {
	at := number(arg)
	steps := m.Sheet.Steps
	switch name {
	case "sheet-add":
		d := m.Draft
		m.Sheet.Steps = append(steps, exercise.Step{Title: d.Title, Exercise: &d})
	case "sheet-text":
		m.Sheet.Steps = append(steps, exercise.Step{})
	case "sheet-up", "sheet-down":
		to := at - 1
		if name == "sheet-down" {
			to = at + 1
		}
		if to >= 0 && to < len(steps) {
			steps[at], steps[to] = steps[to], steps[at]
		}
	case "sheet-remove":
		m.Sheet.Steps = slices.Delete(steps, at, at+1)
	case "sheet-make":
		m.makeSheet(func() {})
	case "sheet-copy":
		m.copy(m.SheetMade)
	case "sheet-save":
		m.makeSheet(func() { m.browser.Deliver(m.Sheet.ID+".mtx", "application/json", m.SheetMade.File) })
	case "sheet-own":
		m.browser.Deliver(m.Sheet.ID+".own.json", "application/json", pretty(m.Sheet))
	default:
		return false
	}
	return true
}

func (m *Lecturer) makeSheet(then func()) {
	if wrong := exercise.CheckSheet(&m.Sheet, true); wrong != nil {
		m.say("bad", wrong[0].Path+": "+words.Engine(wrong[0].Message))
		return
	}
	paper(m.State, exercise.CallMake, exercise.MakeCall{Sheet: &m.Sheet}, func(x exercise.Made) {
		m.SheetMade = &x
		then()
	}, nil)
}
