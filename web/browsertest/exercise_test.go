//go:build site

package browsertest

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/exercise/seal"
	"github.com/mutarium/mutarium/engine/report"
)

// teaExercise is one about the tea machine, before it is sealed.
func teaExercise(t *testing.T, kind string) *exercise.Exercise {
	t.Helper()
	text, err := os.ReadFile("../../engine/efsm/gallery/tea.efsm")
	if err != nil {
		t.Fatal(err)
	}
	e := &exercise.Exercise{
		Format: exercise.Format, Version: exercise.Version, ID: "tea-" + kind, Revision: 1, Title: "A cup of tea", Kind: kind,
		Formalism: "efsm", Name: "tea.efsm", Model: string(text), Points: exercise.Points{Full: 10}, Language: "en",
		Task:     "Write tests that catch *every* mutant.\n\n- one test a line\n- `coin coin tea` is one\n\n<b>no HTML</b> [bad](javascript:alert(1))",
		Settings: report.Settings{Operators: []string{"paper"}}, Hints: exercise.Hints{Levels: 3},
	}
	switch kind {
	case exercise.Refine, exercise.Guess:
		e.Secret = &exercise.Hidden{Reference: string(text)}
		e.Model = strings.Replace(string(text), "paid >= 2", "paid >= 1", 1)
		e.Protected = []int{1}
	case exercise.Find:
		e.Secret = &exercise.Hidden{Box: "t3#0"}
	}
	return e
}

// link makes what a student gets.
func linkOf(t *testing.T, e *exercise.Exercise) string {
	t.Helper()
	made, err := seal.Make(e, "", "test")
	if err != nil {
		t.Fatal(err)
	}
	return "#" + seal.Link(made)
}

func (b *bench) exercise(tail string) {
	b.Helper()
	b.open(site.URL + "/exercise.html" + tail)
}

// reached waits until so much of the goal is reached.
func (b *bench) reached(share, of int) {
	b.Helper()
	b.wait(fmt.Sprintf("%d of %d is reached", share, of),
		fmt.Sprintf(`(({ share, of }) => share === "%d" && of === "%d")(document.querySelector('[data-testid="progress"]').dataset)`, share, of))
}

func TestKillInThePage(t *testing.T) {
	b := newBench(t)
	b.exercise(linkOf(t, teaExercise(t, exercise.Kill)))
	b.reached(0, 48)
	b.picture("exercise-kill-first")
	b.write("tests", "coin coin tea\ncoin tea\ncoin back")
	b.reached(35, 48)
	b.picture("exercise-kill-some")
	b.press("tap-line")
	for _, step := range strings.Fields("coin coin coin coin") {
		b.press("tap-" + step)
	}
	b.press("hint")
	b.wait("a hint is told", `document.querySelector('[data-testid="hints"] li')`)
	b.picture("exercise-kill-hint")
	b.write("tests", "coin coin coin coin\ncoin coin coin tea\ncoin tea\ncoin coin tea coin\ncoin back coin")
	b.reached(48, 48)
	b.picture("exercise-kill-done")
}
