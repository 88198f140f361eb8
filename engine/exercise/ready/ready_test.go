package ready

import (
	"bytes"
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/exercise/judge"
	"github.com/mutarium/mutarium/engine/exercise/seal"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/internal/testkit"
)

// open makes an exercise ready to judge answers to it.
func open(t *testing.T, e *exercise.Exercise, hidden *exercise.Hidden) *judge.Task {
	t.Helper()
	task, problems, err := judge.Open(context.Background(), e, hidden, nil)
	if err != nil || problems != nil {
		t.Fatalf("%v %v", problems, err)
	}
	return task
}

// each runs a test for every exercise in every language.
func each(t *testing.T, check func(t *testing.T, e *exercise.Exercise)) {
	for _, language := range Languages() {
		for _, e := range testkit.Some(In(language), 5) {
			t.Run(e.ID+"."+language, func(t *testing.T) { check(t, e) })
		}
	}
}

// The solution gets all points, an empty answer none.
func TestSolutionsPass(t *testing.T) {
	each(t, func(t *testing.T, e *exercise.Exercise) {
		task := open(t, e, e.Secret)
		r := task.Judge(context.Background(), *e.Secret.Answer, 0)
		if !r.Passed || r.Points != e.Points.Full || r.Points == 0 || len(r.Problems) > 0 || len(r.Feedback) > 0 {
			t.Errorf("the solution: %+v", r)
		}
		if r := task.Judge(context.Background(), exercise.Answer{}, 0); r.Passed || r.Points != 0 {
			t.Errorf("an empty answer: %+v", r)
		}
		if e.Kind == exercise.Refine { // as it is given, it is wrong
			if r := task.Judge(context.Background(), exercise.Answer{Model: e.Model}, 0); r.Passed || r.Wrong == nil {
				t.Errorf("the model as it is given: %+v", r)
			}
		}
	})
}

// Each misconception is told what was written for it.
func TestMisconceptions(t *testing.T) {
	each(t, func(t *testing.T, e *exercise.Exercise) {
		if n := len(e.Secret.Feedback); n < 2 || n > 4 {
			t.Errorf("%d misconceptions", n)
		}
		task := open(t, e, e.Secret)
		for i, f := range e.Secret.Feedback {
			a, want := *e.Secret.Answer, []string{f.Say}
			switch {
			case f.Model != "":
				a.Model = f.Model
			case f.Suspect != "":
				a.Suspect = f.Suspect
			case f.Bet != nil:
				a.Bets = slices.Clone(a.Bets)
				at := slices.IndexFunc(a.Bets, func(b exercise.Bet) bool { return b.Mutant == f.Bet.Mutant })
				a.Bets[at] = *f.Bet
			default:
				a.Tests, want = without(t, task, e, f.Missed)
			}
			r := task.Judge(context.Background(), a, 0)
			if r.Passed || len(r.Problems) > 0 || !slices.Equal(r.Feedback, want) || !slices.Contains(want, f.Say) {
				t.Errorf("misconception %d: passed %v, %v, told %q, want %q", i, r.Passed, r.Problems, r.Feedback, want)
			}
		}
	})
}

// without gives those tests of a solution that do not kill a mutant, and what is to be said of them: everything on
// mutants that they miss.
func without(t *testing.T, task *judge.Task, e *exercise.Exercise, mutant string) (tests string, want []string) {
	t.Helper()
	killed := map[string]bool{}
	for line := range strings.Lines(e.Secret.Answer.Tests) {
		r := task.Judge(context.Background(), exercise.Answer{Tests: line}, 0)
		misses := false
		for _, m := range r.Mutants {
			misses = misses || m.ID == mutant && m.By == 0
		}
		if !misses {
			continue
		}
		tests += line
		for _, m := range r.Mutants {
			killed[m.ID] = killed[m.ID] || m.By > 0
		}
	}
	if tests == "" {
		t.Fatalf("every test of the solution kills %s", mutant)
	}
	for _, f := range e.Secret.Feedback {
		if !killed[f.Missed] {
			want = append(want, f.Say)
		}
	}
	return tests, want
}

// What students get holds no secret in the open, can be read, and is judged as the lecturer's own file is. The same
// file comes out each time.
func TestSealed(t *testing.T) {
	each(t, func(t *testing.T, e *exercise.Exercise) {
		made, err := seal.Make(e, "", engine.Version)
		if err != nil {
			t.Fatal(err)
		}
		file := seal.Encode(made)
		if again, err := seal.Make(e, "", engine.Version); err != nil || !bytes.Equal(file, seal.Encode(again)) {
			t.Errorf("made twice, it is not the same: %v", err)
		}
		for _, f := range e.Secret.Feedback {
			if strings.Contains(string(file), f.Say[:20]) {
				t.Error("the feedback is there to read")
			}
		}
		linked, err := seal.Unlink(seal.Link(made))
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{string(file), linked} {
			doc, diags := seal.Read(source.NewFile(e.ID, text), false)
			if doc == nil || len(diags) > 0 {
				t.Fatal(diags)
			}
			hidden, err := seal.Unveil(doc.Exercise)
			if err != nil || hidden == nil || hidden.Answer != nil {
				t.Fatalf("%+v %v", hidden, err)
			}
			r := open(t, doc.Exercise, hidden).Judge(context.Background(), *e.Secret.Answer, 0)
			if !r.Passed || r.Points != e.Points.Full {
				t.Errorf("the solution: %+v", r)
			}
		}
	})
}

// Every level of hints has something to say: to a student who has not begun, and where a model is to be guessed to one
// with a misconception. The change that the last level names makes a model right.
func TestHintsAreThere(t *testing.T) {
	each(t, func(t *testing.T, e *exercise.Exercise) {
		task := open(t, e, e.Secret)
		a := exercise.Answer{Model: e.Model}
		if e.Kind == exercise.Guess {
			a.Model = e.Secret.Feedback[0].Model
		}
		if e.Hints.Levels != 3 {
			t.Errorf("%d levels", e.Hints.Levels)
		}
		var last *exercise.Hint
		for level := 1; level <= e.Hints.Levels; level++ {
			h, err := task.Hint(context.Background(), a, level)
			if err != nil || h.Text == "" {
				t.Fatalf("level %d: %+v %v", level, h, err)
			}
			last = h
		}
		if e.Kind != exercise.Refine && e.Kind != exercise.Guess {
			return
		}
		f := source.NewFile(e.Name, a.Model)
		at := f.Read(last.Edit.Span)
		a.Model = a.Model[:at.Start] + last.Edit.Replacement + a.Model[at.End:]
		if r := task.Judge(context.Background(), a, 0); !r.Passed {
			t.Errorf("after the hint %q: %+v", last.Text, r)
		}
	})
}

// A translation has words of its own for everything that students read, and changes nothing else.
func TestTranslations(t *testing.T) {
	english := In("en")
	for _, language := range Languages()[1:] {
		if len(In(language)) != len(english) {
			t.Errorf("%s: %d exercises of %d", language, len(In(language)), len(english))
		}
		for _, e := range In(language) {
			from := *Find(e.ID)
			to, secret := *e, *e.Secret
			if to.Title == from.Title || to.Task == from.Task || to.Language != language {
				t.Errorf("%s: %q is as in English", e.ID, to.Title)
			}
			to.Title, to.Task, to.Language = from.Title, from.Task, from.Language
			secret.Feedback = slices.Clone(secret.Feedback)
			for i := range secret.Feedback {
				if secret.Feedback[i].Say == from.Secret.Feedback[i].Say {
					t.Errorf("%s: feedback %d is as in English", e.ID, i)
				}
				secret.Feedback[i].Say = from.Secret.Feedback[i].Say
			}
			to.Secret = &secret
			if !bytes.Equal(seal.Encode(&to), seal.Encode(&from)) {
				t.Errorf("%s in %s differs in more than its texts", e.ID, language)
			}
		}
		if len(SheetsIn(language)) != len(Sheets()) {
			t.Errorf("%s: %d sheets of %d", language, len(SheetsIn(language)), len(Sheets()))
		}
		for _, s := range SheetsIn(language) {
			from := FindSheet(s.ID)
			if s.Title == from.Title || s.Text == from.Text || s.Language != language {
				t.Errorf("%s: %q is as in English", s.ID, s.Title)
			}
			for i, x := range s.Steps {
				y := from.Steps[i]
				if x.Title == y.Title || x.Text == y.Text || x.Learnt == y.Learnt || x.Question == y.Question ||
					x.Answer == y.Answer || x.Ready != y.Ready || x.Minutes != y.Minutes {
					t.Errorf("%s: the step %q: %+v", s.ID, y.Title, x)
				}
			}
		}
	}
}

// The texts are Markdown without HTML.
func TestTexts(t *testing.T) {
	html := regexp.MustCompile(`<[a-zA-Z/!]|&[a-z]+;`)
	check := func(id string, texts ...string) {
		for _, s := range texts {
			if at := html.FindString(s); at != "" {
				t.Errorf("%s: got %q in %q", id, at, s)
			}
			if strings.TrimSpace(s) == "" {
				t.Errorf("%s: a text is missing", id)
			}
		}
	}
	for _, language := range Languages() {
		for _, e := range In(language) {
			check(e.ID, e.Title, e.Task)
			for _, f := range e.Secret.Feedback {
				check(e.ID, f.Say)
			}
		}
		for _, s := range SheetsIn(language) {
			check(s.ID, s.Title, s.Text)
			for _, x := range s.Steps {
				check(s.ID, x.Title, x.Text, x.Learnt, x.Question, x.Answer)
			}
		}
	}
}

// The figures of the design note on teaching, most of which another program counted.
func TestFigures(t *testing.T) {
	for _, x := range []struct {
		id    string
		goal  int // mutants that can be killed
		tests int // of the solution
	}{
		{"tea-kill", 48, 5}, {"tickets-kill", 24, 2}, {"stairs-kill", 10, 3}, {"kettle-kill", 15, 9},
	} {
		e := Find(x.id)
		task := open(t, e, e.Secret)
		r := task.Judge(context.Background(), *e.Secret.Answer, 0)
		if task.Goal() != x.goal || len(r.Tests) != x.tests {
			t.Errorf("%s: %d mutants, %d tests, want %d, %d", x.id, task.Goal(), len(r.Tests), x.goal, x.tests)
		}
	}
	// A wrong step of an action system is one that is possible behind the last event.
	for id, steps := range map[string]int{"inres-find": 5, "car-alarm-find": 4 - 1, "coffee-find": 3} {
		e := Find(id)
		task := open(t, e, e.Secret)
		h, err := task.Solve(e.Secret.Box)
		if err != nil {
			t.Fatal(err)
		}
		r := task.Judge(context.Background(), exercise.Answer{Experiments: []string{h.Test}}, 0)
		if got := r.Tests[0].Shows; len(got) != steps {
			t.Errorf("%s: the fault is seen after %d steps of %s, want %d", id, len(got), h.Test, steps)
		}
	}
	turnstile := *Find("turnstile-mend")
	turnstile.Kind, turnstile.Model, turnstile.Mutants = exercise.Kill, turnstile.Secret.Reference, nil
	if n := open(t, &turnstile, nil).Goal(); n != 42 {
		t.Errorf("%d mutants of the turnstile can be killed, want 42", n)
	}
	for id, test := range map[string]string{
		"turnstile-mend": "push", "stairs-mend": "(press, 0.5)(press, 4)", "kettle-mend": "0 start?  11/2  is forbidden",
		"lamp-mend": "on", "administration-mend": "0 pub?  0 patent!  is forbidden",
	} {
		e := Find(id)
		r := open(t, e, e.Secret).Judge(context.Background(), exercise.Answer{Model: e.Model}, 0)
		if r.Wrong == nil || r.Wrong.Test != test {
			t.Errorf("%s: %+v, want %s", id, r.Wrong, test)
		}
	}
}

// The steps of the sheets lead somewhere, and the course leads from its first sheet to its last.
func TestSheets(t *testing.T) {
	ids := map[string]bool{}
	for _, s := range Sheets() {
		ids[s.ID] = true
		words := len(strings.Fields(s.Text))
		for _, x := range s.Steps {
			if Find(x.Ready) == nil {
				t.Errorf("%s: there is no exercise %q", s.ID, x.Ready)
			}
			if x.Minutes < 5 || x.Minutes > 15 {
				t.Errorf("%s, %s: %d minutes", s.ID, x.Title, x.Minutes)
			}
			words += len(strings.Fields(x.Text))
		}
		if strings.HasPrefix(s.ID, "course-") && (words < 120 || words > 260) {
			t.Errorf("%s has %d words", s.ID, words)
		}
		made, err := seal.MakeSheet(s, engine.Version)
		if err != nil {
			t.Fatal(err)
		}
		file := seal.Encode(made)
		if doc, diags := seal.Read(source.NewFile(s.ID, string(file)), false); doc == nil || len(diags) > 0 {
			t.Errorf("%s: %v", s.ID, diags)
		}
	}
	steps := 0
	for s := FindSheet("course-01"); s != nil; s = FindSheet(s.Next[0].Ready) {
		if steps++; steps > len(ids) {
			t.Fatal("the course goes round in a circle")
		}
		if len(s.Next) == 0 {
			break
		}
		next := FindSheet(s.Next[0].Ready)
		if next == nil || !strings.HasPrefix(next.Title, s.Next[0].Title) {
			t.Fatalf("%s leads to %+v", s.ID, s.Next)
		}
	}
	if steps != 10 {
		t.Errorf("the course has %d steps", steps)
	}
}
