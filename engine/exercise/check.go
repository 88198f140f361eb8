package exercise

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mutarium/mutarium/engine/source"
)

// The limits of documents. Larger ones are refused with both numbers.
const (
	MaxText     = 64 << 10 // bytes of a model, of a task, of tests
	MaxMutants  = 500      // that an exercise names
	MaxTests    = 2000     // lines of tests
	MaxSteps    = 1000     // steps of a test
	MaxSheet    = 50       // steps of a sheet
	MaxAttempts = 10_000   // that a hand-in tells of
	MaxFile     = 2 << 20  // bytes of a file
)

// A Problem is a mistake in a document.
type Problem struct {
	Message string `json:"message"`
	Path    string `json:"path,omitempty"` // the member: "points.steps.0"; "": the whole
}

// problems gathers them.
type problems struct {
	all  []Problem
	path string
}

func (p *problems) add(member, format string, args ...any) {
	path := strings.TrimPrefix(p.path+"."+member, ".")
	p.all = append(p.all, Problem{fmt.Sprintf(format, args...), strings.TrimSuffix(path, ".")})
}

// Check says what is wrong with an exercise that was read, apart from its models. Own: it is the lecturer's own
// file, which has the secret and not yet what is sealed.
func Check(e *Exercise, own bool) []Problem {
	p := &problems{}
	p.exercise(e, own)
	return p.all
}

// CheckSheet says what is wrong with a sheet.
func CheckSheet(s *Sheet, own bool) []Problem {
	p := &problems{}
	p.head(SheetFormat, s.Format, s.Version)
	p.name(s.ID, s.Title, s.Revision)
	p.text("text", s.Text)
	if len(s.Steps) == 0 {
		p.add("steps", "the sheet has no steps")
	}
	if len(s.Steps) > MaxSheet {
		p.add("steps", "got %d steps, want at most %d", len(s.Steps), MaxSheet)
	}
	for i, x := range s.Steps {
		p.path = fmt.Sprintf("steps.%d", i)
		p.text("text", x.Text)
		if x.Exercise != nil && x.Ready != "" {
			p.add("ready", "a step has one exercise: got both an exercise and the name of a ready-made one")
		}
		if x.Question != "" && x.Answer == "" {
			p.add("question", "the question has no answer")
		}
		if x.Exercise != nil {
			p.path += ".exercise"
			p.exercise(x.Exercise, own)
		}
	}
	p.path = ""
	for i, x := range s.Next {
		if (x.Link == "") == (x.Ready == "") {
			p.add(fmt.Sprintf("next.%d", i), "want either a link or the name of a ready-made sheet")
		}
	}
	return p.all
}

// head checks what a file says that it is.
func (p *problems) head(want, format string, version int) {
	switch {
	case format != want:
		p.add("format", "got %q, want %q", format, want)
	case version > Version:
		p.add("version", "this file is of version %d, and this program reads up to version %d: update Mutarium", version,
			Version)
	case version < 1:
		p.add("version", "got version %d, want %d", version, Version)
	}
}

func (p *problems) name(id, title string, revision int) {
	if !kebab(id) {
		p.add("id", "got %q, want small letters, digits and hyphens, such as %q", id, "tea-kill")
	}
	if strings.TrimSpace(title) == "" {
		p.add("title", "the title is empty")
	}
	if revision < 1 {
		p.add("revision", "got revision %d, want 1 or more", revision)
	}
}

// kebab tells whether an id is small letters and digits with single hyphens between.
func kebab(id string) bool {
	for _, part := range strings.Split(id, "-") {
		if part == "" || strings.Trim(part, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
			return false
		}
	}
	return len(id) <= 64
}

func (p *problems) text(member, text string) {
	if len(text) > MaxText {
		p.add(member, "got %d bytes, want at most %d", len(text), MaxText)
	}
}

func (p *problems) exercise(e *Exercise, own bool) {
	p.head(Format, e.Format, e.Version)
	p.name(e.ID, e.Title, e.Revision)
	p.text("task", e.Task)
	p.text("model", e.Model)
	if !slices.Contains(Kinds(), e.Kind) {
		message := fmt.Sprintf("got %q, want one of %s", e.Kind, strings.Join(Kinds(), ", "))
		if hint := source.DidYouMean(e.Kind, Kinds()); hint != "" {
			message += " (" + hint + ")"
		}
		p.add("kind", "%s", message)
		return
	}
	if e.Model == "" && e.Kind != Guess {
		p.add("model", "the model is empty")
	}
	p.numbers(e)
	p.subjects("mutants", e.Mutants)
	p.lines(e)
	switch {
	case own:
		p.secret(e)
	case e.Secret != nil:
		p.add("secret", "this is the lecturer's own file: make the exercise from it first")
	case e.Hidden == nil && e.needsHidden():
		p.add("hidden", "the hidden part is missing")
	}
	if len(e.Mutants) == 0 && (e.Kind == Bets || e.Kind == Find) {
		p.add("mutants", "name the mutants: an exercise of kind %q is about them", e.Kind)
	}
}

// needsHidden tells whether practice needs a hidden part. Without its reference, an exam's exercise can be written
// and handed in, and grading decides.
func (e *Exercise) needsHidden() bool {
	return e.Final == nil && (e.Kind == Find || e.Kind == Refine || e.Kind == Guess)
}

func (p *problems) numbers(e *Exercise) {
	for _, x := range []struct {
		member string
		value  float64
		most   float64
	}{
		{"attempts", float64(e.Attempts), 1000}, {"tries", float64(e.Tries), MaxTests},
		{"hints.levels", float64(e.Hints.Levels), 3}, {"hints.after", float64(e.Hints.After), 1000},
		{"hints.cost", e.Hints.Cost, 1000}, {"points.full", e.Points.Full, 10_000},
	} {
		if !(x.value >= 0 && x.value <= x.most) {
			p.add(x.member, "got %v, want a number from 0 to %v", x.value, x.most)
		}
	}
	for i, s := range e.Points.Steps {
		if !(s[0] >= 0 && s[1] >= 0 && s[1] <= e.Points.Full) {
			p.add("points.steps."+strconv.Itoa(i), "got %v points at %v, want from 0 to the full %v", s[1], s[0],
				e.Points.Full)
		}
	}
}

func (p *problems) subjects(member string, all []Subject) {
	if len(all) > MaxMutants {
		p.add(member, "got %d mutants, want at most %d", len(all), MaxMutants)
	}
	seen := map[string]bool{}
	for i, x := range all {
		at := fmt.Sprintf("%s.%d", member, i)
		switch {
		case x.ID == "":
			p.add(at, "the mutant has no id")
		case seen[x.ID]:
			p.add(at, "the mutant %q is named twice", x.ID)
		}
		seen[x.ID] = true
		p.text(at+".text", x.Text)
	}
}

// lines checks the protected ones.
func (p *problems) lines(e *Exercise) {
	n := strings.Count(e.Model, "\n") + 1
	for i, l := range e.Protected {
		if l < 1 || l > n {
			p.add("protected."+strconv.Itoa(i), "got line %d, and the model has %d", l, n)
		}
	}
}

// secret checks the lecturer's part.
func (p *problems) secret(e *Exercise) {
	s := e.Secret
	if s == nil {
		s = &Hidden{}
	}
	switch {
	case e.Kind == Find && s.Box == "":
		p.add("secret.box", "say which of the mutants is in the black box")
	case e.Kind == Find && !slices.ContainsFunc(e.Mutants, func(x Subject) bool { return x.ID == s.Box }):
		p.add("secret.box", "got %q, want one of the mutants", s.Box)
	case (e.Kind == Refine || e.Kind == Guess) && s.Reference == "":
		p.add("secret.reference", "the reference is missing: the model that answers are held against")
	}
	p.text("secret.reference", s.Reference)
	p.subjects("secret.mutants", s.Mutants)
	for i, f := range s.Feedback {
		set := 0
		for _, is := range []bool{f.Bet != nil, f.Missed != "", f.Model != "", f.Suspect != ""} {
			if is {
				set++
			}
		}
		at := fmt.Sprintf("secret.feedback.%d", i)
		if set != 1 {
			p.add(at, "want one of bet, missed, model, suspect: how the misconception shows")
		}
		if strings.TrimSpace(f.Say) == "" {
			p.add(at+".say", "the feedback says nothing")
		}
	}
}

// CheckHandIn says what is wrong with a hand-in.
func CheckHandIn(h *HandIn) []Problem {
	p := &problems{}
	p.head(HandInFormat, h.Format, h.Version)
	p.text("answer.tests", h.Answer.Tests)
	p.text("answer.model", h.Answer.Model)
	if len(h.Name) > 200 {
		p.add("name", "got %d bytes, want at most 200", len(h.Name))
	}
	for _, x := range []struct {
		member  string
		n, most int
	}{
		{"answer.experiments", len(h.Answer.Experiments), MaxTests}, {"answer.guesses", len(h.Answer.Guesses), MaxTests},
		{"answer.bets", len(h.Answer.Bets), MaxMutants}, {"attempts", len(h.Attempts), MaxAttempts},
	} {
		if x.n > x.most {
			p.add(x.member, "got %d, want at most %d", x.n, x.most)
		}
	}
	for i, b := range h.Answer.Bets {
		if !slices.Contains(Claims(), b.Claim) {
			p.add(fmt.Sprintf("answer.bets.%d.claim", i), "got %q, want one of %s", b.Claim, strings.Join(Claims(), ", "))
		}
	}
	return p.all
}
