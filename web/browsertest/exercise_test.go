//go:build site

package browsertest

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/exercise"
	"github.com/mutarium/mutarium/engine/exercise/ready"
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

// catch keeps what the page hands over, in place of a download.
func (b *bench) catch() {
	b.Helper()
	b.must(b.Eval(`(() => {
		globalThis.saved = new Map();
		let last;
		URL.createObjectURL = (blob) => { last = blob; return "blob:" + location.origin + "/none"; };
		HTMLAnchorElement.prototype.click = function () { saved.set(this.download, last); };
	})()`, nil))
}

// caught gives the file whose name ends so, when it is there.
func (b *bench) caught(ending string) (name, text string) {
	b.Helper()
	b.wait("a file "+ending+" was saved", fmt.Sprintf(`[...saved.keys()].some((n) => n.endsWith(%q))`, ending))
	var file [2]string
	b.must(b.Eval(fmt.Sprintf(`(async () => {
		const name = [...saved.keys()].find((n) => n.endsWith(%q));
		return [name, await saved.get(name).text()];
	})()`, ending), &file))
	return file[0], file[1]
}

// drop lets files fall on the page.
func (b *bench) drop(files map[string]string) {
	b.Helper()
	names, err := json.Marshal(files)
	if err != nil {
		b.Fatal(err)
	}
	b.must(b.Eval(fmt.Sprintf(`(() => {
		const files = Object.entries(%s).map(([name, text]) => new File([text], name));
		const e = new Event("drop", { bubbles: true });
		e.dataTransfer = Object.assign(files, {});
		document.body.dispatchEvent(e);
	})()`, names), nil))
}

// put sets a field of the lecturer's form.
func (b *bench) put(name, value string) {
	b.Helper()
	b.fill("make-"+name, value)
	b.drawn()
}

// made waits until the draft was found good, and gives the link's fragment.
func (b *bench) made() string {
	b.Helper()
	b.wait("it can be solved", `document.querySelector('[data-testid="checked"]').dataset.state === "good"`)
	b.press("make-link")
	b.wait("the link is there", `document.querySelector('[data-testid="link"]')?.value.includes("#x1:")`)
	var link string
	b.must(b.Eval(`document.querySelector('[data-testid="link"]').value`, &link))
	return link[strings.Index(link, "#"):]
}

// handIn hands in under a name, and gives the file.
func (b *bench) handIn(name string) (file, text string) {
	b.Helper()
	b.press("hand-in")
	b.fill("hand-in-name", name)
	b.wait("the whole file is shown", fmt.Sprintf(`document.querySelector('[data-testid="paper"]').textContent.includes(%q)`, name))
	b.press("save-hand-in")
	file, text = b.caught(".hand")
	b.must(b.Eval(`document.querySelector('[data-do="dismiss"]')?.click()`, nil)) // the message may cover what is pressed next
	b.drawn()
	return file, text
}

// A trip is an exercise from its lecturer to a student and back.
type trip struct {
	make   func(b *bench) // fills in the form
	do     func(b *bench) // solves it
	points string         // that grading gives
}

var trips = map[string]trip{
	exercise.Kill: {
		make: func(b *bench) {},
		do: func(b *bench) {
			b.reached(0, 48)
			b.write("tests", "coin coin coin coin\ncoin coin coin tea\ncoin tea\ncoin coin tea coin\ncoin back coin")
			b.reached(48, 48)
		},
		points: "10",
	},
	exercise.Refine: {
		make: func(b *bench) { b.write("own", changed(b, "own", "paid >= 2", "paid >= 1")) },
		do: func(b *bench) {
			b.press("judge")
			b.wait("a wrong run is shown", `document.querySelector('[data-testid="run-test"]')`)
			b.write("answer", changed(b, "answer", "paid >= 1", "paid >= 2"))
			b.press("judge")
			b.reached(1, 1)
		},
		points: "10",
	},
	exercise.Guess: {
		make: func(b *bench) {
			b.put("tries", "5")
			b.write("own", changed(b, "own", "paid < 3", "paid < 2"))
		},
		do: func(b *bench) {
			b.press("judge")
			b.wait("a wrong run is shown", `document.querySelector('[data-testid="run"]').textContent.includes("The hidden model shows")`)
			b.write("answer", changed(b, "answer", "paid < 2", "paid < 3"))
			b.press("judge")
			b.reached(1, 1)
		},
		points: "10",
	},
	exercise.Find: {
		make: func(b *bench) {
			b.chooseMutants()
			b.put("tries", "4")
			b.choose("make-box", "t3#3")
		},
		do: func(b *bench) {
			b.wait("the suspects are listed", `document.querySelector('[data-testid="suspects"]').dataset.left === "3"`)
			b.fill("draft", "coin tee")
			b.press("experiment")
			b.wait("it says what is wrong", `document.querySelector("#draft-wrong").textContent.includes("tee")`)
			b.must(b.Eval(`document.querySelector('[data-testid="draft"]').focus()`, nil))
			b.key("Control+a", "Delete")
			b.must(b.Type("coin coin coin tea coin coin"))
			b.key("Enter")
			b.wait("the box has answered", `document.querySelectorAll('[data-testid="experiments"] li').length === 1`)
			b.press("suspect-t3#3")
			b.press("accuse")
			b.reached(1, 1)
		},
		points: "10",
	},
	exercise.Bets: {
		make: func(b *bench) { b.chooseMutants() },
		do: func(b *bench) {
			for _, m := range []string{"t1#0", "t3#0", "t3#3"} {
				b.press("claim-killed-" + m)
				b.press("sure-3-" + m)
				b.press("bet-" + m)
				b.wait("the verdict is told", fmt.Sprintf(`document.querySelector('[data-testid="verdict-%s"]')`, m))
			}
			b.wait("how well one knew it is told", `document.querySelector('[data-testid="calibration"]')`)
		},
		points: "10",
	},
}

// chooseMutants takes three of the list.
func (b *bench) chooseMutants() {
	b.Helper()
	b.press("list-mutants")
	b.wait("the mutants are listed", `document.querySelectorAll('[data-testid="listed"] li').length > 20`)
	for _, m := range []string{"t1#0", "t3#0", "t3#3"} {
		b.press("mutant-" + m)
	}
	b.wait("three are chosen", `document.querySelector('[data-testid="mutants-say"]').textContent.startsWith("3 ")`)
}

// changed gives an editor's text with a change.
func changed(b *bench, editor, old, now string) string {
	b.Helper()
	var text string
	b.must(b.Eval(fmt.Sprintf(`[...document.querySelectorAll('code-editor[data-name="%s"] .cm-line')].map((l) => l.textContent).join("\n")`, editor), &text))
	if !strings.Contains(text, old) {
		b.Fatalf("the editor %s has no %q: %s", editor, old, text)
	}
	return strings.Replace(text, old, now, 1)
}

// From the lecturer's page by a link to a student, and back by a file to the grading page, which says what the
// command line says of the same files.
func TestExerciseRoundTrip(t *testing.T) {
	cli := filepath.Join(t.TempDir(), "mutarium")
	if out, err := exec.Command("go", "build", "-o", cli, "../../cmd/mutarium").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	lecturer, student, grader := newBench(t), newBench(t), newBench(t)
	lecturer.exercise("?make")
	student.exercise("")
	grader.exercise("?grade")
	for _, b := range []*bench{lecturer, student, grader} {
		b.catch()
	}
	for _, kind := range exercise.Kinds() {
		t.Run(kind, func(t *testing.T) {
			for _, b := range []*bench{lecturer, student, grader} {
				b.T = t
				b.must(b.Eval(`saved.clear()`, nil))
			}
			lecturer.press("make-new")
			lecturer.choose("make-kind", kind)
			lecturer.put("id", "trip-"+kind)
			lecturer.put("title", "A round trip: "+kind)
			lecturer.fill("make-task", "Do *it*.")
			trips[kind].make(lecturer)
			link := lecturer.made()
			lecturer.picture("trip-make-" + kind)
			lecturer.press("save-exercise")
			_, file := lecturer.caught(".mtx")

			student.must(student.Eval(fmt.Sprintf(`location.hash = %q`, link), nil))
			student.wait("it is made ready", fmt.Sprintf(`document.querySelector(".three.%s") &&
				document.querySelector('[data-testid="progress"]').dataset.share`, kind))
			trips[kind].do(student)
			student.picture("trip-do-" + kind)
			name, hand := student.handIn("Ada")
			if name != "trip-"+kind+"-ada.hand" {
				t.Errorf("the file is called %s", name)
			}

			grader.drop(map[string]string{"trip.mtx": file, name: hand, "broken.hand": "{"})
			grader.wait("two rows are graded", fmt.Sprintf(`document.querySelector('[data-testid="class"]')?.dataset.rows === "2" &&
				document.querySelector('[data-testid="grade-exercise"]').textContent.includes("trip: %s")`, kind))
			grader.picture("trip-grade-" + kind)
			grader.press("csv-all")
			_, table := grader.caught("-all.csv")
			grader.press("csv-moodle")
			_, moodle := grader.caught("-moodle.csv")
			grader.press("grade-new")
			if want := ",Ada," + trips[kind].points + ",10,"; !strings.Contains(table, want) {
				t.Errorf("the table lacks %q: %s", want, table)
			}
			files := map[string]string{"trip.mtx": file, "answers/" + name: hand, "answers/broken.hand": "{"}
			for form, got := range map[string]string{"all": table, "moodle": moodle} {
				if want := graded(t, cli, form, files); got != want {
					t.Errorf("--csv %s: the page has\n%s\nthe command line\n%s", form, got, want)
				}
			}
		})
	}
}

// graded is the table that the command line makes of files.
func graded(t *testing.T, cli, form string, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "answers"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(cli, "grade", "trip.mtx", "answers", "--csv", form)
	cmd.Dir = dir
	out, _ := cmd.Output() // a file that is refused is told by its code
	return string(out)
}

// Ready-made exercises of each formalism are made ready in the page, and each kind is among them.
func TestReadyMadeExercisesOpen(t *testing.T) {
	b := newBench(t)
	b.exercise("")
	b.wait("they are listed", `document.querySelectorAll('[data-testid="shelf"] button').length > 20`)
	seen := map[string]bool{}
	for _, e := range ready.In("en") {
		if seen[e.Formalism+e.Kind] || seen[e.Kind] && seen[e.Formalism] {
			continue
		}
		seen[e.Formalism+e.Kind], seen[e.Kind], seen[e.Formalism] = true, true, true
		b.press("ready-" + e.ID)
		b.wait(e.ID+" is made ready", fmt.Sprintf(`document.querySelector("h1").textContent === %q &&
			document.querySelector('[data-testid="progress"]').dataset.of`, e.Title))
		if e.Kind != exercise.Guess {
			b.wait(e.ID+" is drawn", `document.querySelector('[data-testid="diagram"] svg')`)
		}
		b.picture("ready-" + e.ID)
		b.press("home")
	}
	if len(seen) < 9 {
		t.Errorf("only %v were opened", seen)
	}
	sheet := ready.SheetsIn("en")[0]
	b.press("ready-" + sheet.ID)
	b.wait("the sheet is open", `document.querySelector('[data-testid="sheet"]')`)
	b.picture("sheet-" + sheet.ID)
	b.press("sheet-exercise")
	b.wait("its exercise is ready", `document.querySelector('[data-testid="progress"]')?.dataset.of`)
	for _, e := range ready.In("en") {
		if e.ID == sheet.Steps[0].Ready {
			b.write("tests", e.Secret.Answer.Tests)
		}
	}
	b.wait("it is solved", `document.querySelector('[data-testid="progress"]').dataset.passed === "true"`)
	b.press("sheet-back")
	b.wait("the step is done", `document.querySelector('[data-testid="ring"]').dataset.done === "1"`)
	b.wait("what was learnt is told", `document.querySelector('[data-testid="learnt"]')`)
	b.press("sheet-answer")
	b.wait("the question is answered", `document.querySelector('[data-testid="sheet-answered"]')`)
	b.picture("sheet-done-" + sheet.ID)
}

// axe finds nothing on the pages of exercises, at both widths and in both languages.
func TestExercisesAreAccessible(t *testing.T) {
	for _, language := range []string{"en", "de"} {
		t.Run(language, func(t *testing.T) {
			b := newBench(t)
			b.must(b.Speak(language))
			both := func(name string) {
				t.Helper()
				b.must(b.Look(1280, 800, false))
				b.axe("exercise-" + name + "-" + language)
				b.must(b.Look(390, 844, true))
				if w := b.eval(`document.documentElement.scrollWidth`); w != "390" {
					t.Errorf("%s is %s pixels wide", name, w)
				}
				b.axe("exercise-390-" + name + "-" + language)
				b.must(b.Look(1280, 800, false))
			}
			b.exercise("")
			b.loadAxe()
			both("home")
			b.press("display")
			b.axe("exercise-display-" + language)
			b.press("close-dialog")
			b.press("go-make")
			b.wait("it can be solved", `document.querySelector('[data-testid="checked"]').dataset.state`)
			b.press("list-mutants")
			b.wait("the mutants are listed", `document.querySelectorAll('[data-testid="listed"] li').length > 20`)
			both("make")
			b.press("home")
			b.press("go-grade")
			both("grade")
			for _, kind := range []string{exercise.Kill, exercise.Refine, exercise.Find, exercise.Bets} {
				e := teaExercise(t, kind)
				if kind == exercise.Find || kind == exercise.Bets {
					e.Mutants = []exercise.Subject{{ID: "t1#0"}, {ID: "t3#0"}, {ID: "t3#3"}}
				}
				b.must(b.Eval(fmt.Sprintf(`location.hash = %q`, linkOf(t, e)), nil))
				b.wait("it is made ready", fmt.Sprintf(
					`document.querySelector(".three.%s") && document.querySelector('[data-testid="progress"]').dataset.of`, kind))
				switch kind {
				case exercise.Kill:
					b.write("tests", "coin coin tea\ncoin tee")
					b.wait("tests are judged", `document.querySelectorAll('[data-testid="tests"] tbody tr').length === 2`)
					b.press("hint")
					b.wait("a hint is told", `document.querySelector('[data-testid="hints"] li')`)
				case exercise.Refine:
					b.press("judge")
					b.wait("a wrong run is shown", `document.querySelector('[data-testid="run-test"]')`)
				case exercise.Bets:
					b.press("claim-killed-t1#0")
					b.press("bet-t1#0")
					b.wait("the verdict is told", `document.querySelector('[data-testid="verdict-t1#0"]')`)
				}
				both(kind)
			}
			b.press("hand-in")
			b.axe("exercise-hand-in-" + language)
		})
	}
}

// Work outlives the page, and two tabs show the same; what was handed in can be looked at again.
func TestExerciseWorkIsKept(t *testing.T) {
	link := linkOf(t, teaExercise(t, exercise.Kill))
	b := newBench(t)
	b.exercise(link)
	b.reached(0, 48)
	b.write("tests", "coin coin tea")
	b.reached(31, 48)
	b.wait("the work is kept", `Object.keys(localStorage).some((k) => k.startsWith("mutarium.exercise.") &&
		JSON.parse(localStorage[k]).answer.tests === "coin coin tea")`)
	b.must(b.Reload())
	b.wait("the engine is ready", `document.body.dataset.phase === "ready"`)
	b.reached(31, 48)
	other := newBenchIn(t, b.Tab)
	other.exercise(link)
	other.reached(31, 48)
	other.write("tests", "coin coin tea\ncoin tea\ncoin back")
	other.reached(35, 48)
	b.reached(35, 48)
	b.catch()
	_, hand := b.handIn("Ada")
	b.write("tests", "coin")
	b.wait("the answer was changed", `document.querySelector('[data-testid="progress"]').dataset.share !== "35"`)
	b.drop(map[string]string{"ada.hand": hand})
	b.wait("what was handed in is shown", `document.querySelector('[data-testid="reading"]')?.textContent.includes("Ada")`)
	b.reached(35, 48)
	if says := b.text("reading"); !strings.Contains(says, "signature fit") {
		t.Errorf("the file is said to be %q", says)
	}
	b.drop(map[string]string{"ada.hand": strings.Replace(hand, "coin back", "coin coin coin coin", 1)})
	b.wait("the change is told", `document.querySelector('[data-testid="reading"]').textContent.includes("changed after")`)
	b.press("close-reading")
	b.wait("one's own work is back", `document.querySelector('[data-testid="editor-tests"]').textContent === "coin"`)
}
