package state

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/web/words"
)

// A Class is what is being graded.
type Class struct {
	*State
	Exercise *exercise.Exercise
	Phrase   string
	Files    []exercise.Submission
	Class    *exercise.Class
	Mutants  []string // ids, in the order of the exercise
	Trouble  []exercise.Problem

	Before     *exercise.Class // graded by another revision
	Gain, Lose int
	Lower      bool // answers may lose points

	Busy, Wrong bool // Wrong: the phrase is
	Done, Total int

	made []exercise.Subject // mutants of clusters
	read exercise.Read
	text string // of the exercise's file
	name string
}

// grade opens the grading page.
func (s *State) grade() {
	s.browser.Address("?grade")
	s.View, s.Student, s.Make = Grading, nil, nil
	if s.Grade == nil {
		s.Grade = &Class{State: s}
	}
}

// take sorts files: an exercise, and what was handed in.
func (g *Class) take(files []exercise.GatherFile) {
	var answers []exercise.GatherFile
	for _, f := range files {
		var head struct {
			Format string `json:"format"`
		}
		about := bytes.Contains(f.Data[:min(len(f.Data), 1<<20)], []byte(exercise.Format))
		if about && json.Unmarshal(f.Data, &head) == nil && head.Format == exercise.Format {
			g.name, g.text = f.Name, string(f.Data)
			g.whenReady(g.open)
		} else {
			answers = append(answers, f)
		}
	}
	if len(answers) > 0 {
		g.whenReady(func() {
			paper(g.State, exercise.CallGather, exercise.GatherCall{Files: answers}, g.gathered, nil)
		})
	}
}

// gathered adds files; one of the same name takes the place of the former.
func (g *Class) gathered(all []exercise.Submission) {
	for _, x := range all {
		at := slices.IndexFunc(g.Files, func(y exercise.Submission) bool { return y.File == x.File })
		if at >= 0 {
			g.Files[at] = x
		} else {
			g.Files = append(g.Files, x)
		}
	}
	g.run()
}

// open reads the exercise, with the phrase if there is one. Another revision grades again.
func (g *Class) open() {
	paper(g.State, exercise.CallRead, exercise.ReadCall{Name: g.name, Own: true, Phrase: g.Phrase, Text: g.text},
		func(r exercise.Read) {
			if r.Exercise == nil {
				g.Problems = r.Problems
				return
			}
			g.Problems, g.Wrong = nil, false
			if g.Class != nil && g.Exercise != nil && g.Exercise.ID == r.Exercise.ID {
				g.Before = g.Class
			}
			if own := r.Exercise; own.Secret != nil { // the lecturer's own file is as good
				r.Hidden = own.Secret
				if own.Kind == exercise.Kill && len(own.Secret.Mutants) > 0 {
					r.Final = &exercise.Hidden{Mutants: own.Secret.Mutants}
				}
			}
			g.Exercise, g.read = r.Exercise, r
			g.run()
		}, func(why string) {
			g.Wrong = true
			g.say("bad", words.Engine(why))
		})
}

// run judges everything from the beginning.
func (g *Class) run() {
	if g.Exercise == nil || len(g.Files) == 0 || g.Busy {
		return
	}
	g.Busy, g.Done, g.Total = true, 0, len(g.Files)
	e := *g.Exercise
	e.Secret = nil
	c := exercise.JudgeCall{Exercise: &e, Hidden: g.read.Hidden, Final: g.read.Final, Submissions: g.Files}
	failed := func(why string) {
		g.Busy = false
		g.say("bad", words.Engine(why))
	}
	judge(g.State, exercise.CallOpen, exercise.JudgeCall{Exercise: c.Exercise, Hidden: c.Hidden, Final: c.Final},
		func(p exercise.Prepared) {
			if g.Trouble = p.Problems; p.Problems != nil {
				g.Busy = false
				return
			}
			g.Mutants = nil
			for _, m := range p.Mutants {
				g.Mutants = append(g.Mutants, m.ID)
			}
			id := judge(g.State, exercise.CallGrade, c, g.graded, failed)
			w := g.waiting[id]
			w.progress = func(done, total int) { g.Done, g.Total = done, total }
			g.waiting[id] = w
		}, failed)
}

func (g *Class) graded(c exercise.Class) {
	g.Busy, g.Class = false, &c
	g.Gain, g.Lose = 0, 0
	if g.Before != nil {
		g.Gain, g.Lose = c.Regrade(g.Before, g.Lower)
	}
}

func (g *Class) do(name, arg string) bool {
	switch name {
	case "grade-files":
		g.browser.Pick(false, g.take)
	case "grade-folder":
		g.browser.Pick(true, g.take)
	case "grade-phrase":
		g.open()
	case "regrade":
		g.run()
	case "grade-new":
		*g = Class{State: g.State}
	case "csv":
		g.table(arg)
	case "cluster-mutant":
		g.mutantOf(number(arg))
	default:
		return false
	}
	return true
}

func (g *Class) put(name, _, value string) bool {
	switch name {
	case "grade-phrase":
		g.Phrase, g.Wrong = value, false
	case "lower":
		g.Lower = value != ""
		g.run()
	default:
		return false
	}
	return true
}

// table saves the class as a table.
func (g *Class) table(which string) {
	text := ""
	switch which {
	case "moodle":
		text = g.Class.MoodleCSV(exercise.MoodleColumns)
	case "kills":
		text = g.Class.KillsCSV(g.Mutants)
	default:
		text = g.Class.CSV()
	}
	g.browser.Deliver(g.Exercise.ID+"-"+which+".csv", "text/csv", text)
}

// mutantOf makes a wrong model of the class a mutant by hand, in an exercise for the next one: tests are to tell it
// from the reference.
func (g *Class) mutantOf(i int) {
	c := g.Class.Clusters[i]
	id := fmt.Sprintf("class-%s", c.Name)
	if !slices.ContainsFunc(g.made, func(x exercise.Subject) bool { return x.ID == id }) {
		g.made = append(g.made, exercise.Subject{ID: id, Text: c.Model})
	}
	next := *g.Exercise
	next.ID, next.Kind, next.Revision, next.Mutants = g.Exercise.ID+"-class", exercise.Kill, 1, g.made
	next.Hidden, next.Final, next.Digest, next.Equal, next.Protected, next.Tries = nil, nil, "", false, nil, 0
	next.Secret, next.Points.Steps = &exercise.Hidden{}, nil
	if h := g.read.Final; h != nil && h.Reference != "" {
		next.Model = h.Reference
	} else if g.read.Hidden != nil {
		next.Model = g.read.Hidden.Reference
	}
	g.browser.Deliver(next.ID+".own.json", "application/json", pretty(next))
}
