package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/exercise/judge"
	"github.com/mutarium/mutarium/engine/exercise/seal"
	"github.com/mutarium/mutarium/engine/source"
)

// The phrase of those that have a locked part.
const corpusPhrase = "an exam of the corpus"

// linked opens a link of the corpus.
func linked(t *testing.T, path string) *seal.Document {
	t.Helper()
	link, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text, err := seal.Unlink(string(link))
	if err != nil {
		t.Fatal(err)
	}
	doc, diags := seal.Read(source.NewFile("link", text), false)
	if doc == nil || len(diags) > 0 {
		t.Fatalf("%v", diags)
	}
	return doc
}

// TestOldExercisesAreJudged opens each exercise that was shared as a link, and judges what was handed in to it: it is
// worth what the hand-in claimed then.
func TestOldExercisesAreJudged(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "corpus", "x*", "*.hand"))
	if err != nil || len(files) < 10 {
		t.Fatalf("the corpus has %d hand-ins: %v", len(files), err)
	}
	kinds, formalisms := map[string]bool{}, map[string]bool{}
	locked := 0
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			e := linked(t, strings.TrimSuffix(path, ".hand")+".x1").Exercise
			kinds[e.Kind], formalisms[e.Formalism] = true, true
			hidden, err := seal.Unveil(e)
			if err != nil {
				t.Fatal(err)
			}
			final, err := seal.Unlock(e, corpusPhrase)
			if err != nil {
				t.Fatal(err)
			}
			if final != nil {
				locked++
			}
			task, problems, err := judge.Open(t.Context(), e, hidden, final)
			if err != nil || problems != nil {
				t.Fatalf("%v %v", problems, err)
			}
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			doc, diags := seal.Read(source.NewFile(path, string(text)), false)
			if doc == nil {
				t.Fatal(diags)
			}
			h := doc.HandIn
			if why := seal.Genuine(h); why != "" || h.Exercise != e.Digest || h.ID != e.ID {
				t.Errorf("%s, to the exercise %s of %s", why, h.Exercise, e.Digest)
			}
			r := task.Judge(t.Context(), h.Answer, 0)
			got := exercise.Claimed{Of: r.Of, Passed: r.Passed, Points: r.Points, Share: r.Share}
			if got != h.Claimed {
				t.Errorf("worth %+v, claimed were %+v", got, h.Claimed)
			}
		})
	}
	if len(kinds) < 5 || len(formalisms) < 4 || locked == 0 {
		t.Errorf("the corpus has the kinds %v, the formalisms %v, %d locked", kinds, formalisms, locked)
	}
}

// TestOldSheetsOpen opens each sheet that was shared.
func TestOldSheetsOpen(t *testing.T) {
	links, err := filepath.Glob(filepath.Join("testdata", "corpus", "x*", "*.x1"))
	if err != nil {
		t.Fatal(err)
	}
	sheets := 0
	for _, path := range links {
		doc := linked(t, path)
		if doc.Sheet == nil {
			continue
		}
		sheets++
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		opened := command("", "exercise", "open", strings.TrimSpace(string(text)))
		if opened.code != 0 || !strings.Contains(opened.out, doc.Sheet.Steps[0].Title) {
			t.Errorf("%s: exercise open exits with %d: %s%s", path, opened.code, opened.out, opened.err)
		}
	}
	if sheets == 0 {
		t.Error("the corpus has no sheet")
	}
}
