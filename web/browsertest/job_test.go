//go:build site

package browsertest

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine"
)

// The main job can be done on every size of window with a finger alone and by the keyboard alone, in each
// formalism: open an example, edit it, run it, pick a killed mutant, go through its run to the wrong step.
func TestMainJob(t *testing.T) {
	for _, width := range []int{1280, 768, 390} {
		for _, input := range []struct {
			name, pointers string // what the page hears of
			press          func(*bench, string)
		}{
			{"touch", "touch", (*bench).tap},
			{"keyboard", "", (*bench).reachAndPress},
		} {
			t.Run(fmt.Sprintf("%s at %d", input.name, width), func(t *testing.T) {
				b := newBench(t)
				b.must(b.Look(width, 844, false))
				b.visit()
				b.must(b.Eval(`(() => { window.pointers = new Set();
					addEventListener("pointerdown", (e) => pointers.add(e.pointerType), true); })()`, nil))
				press := func(name string) { input.press(b, id(name)) }
				press("end-tour")
				for _, f := range engine.Formalisms() {
					b.job(f.Examples[0].Name, width < 881, press)
					if w := b.eval(`document.documentElement.scrollWidth`); w != fmt.Sprint(width) {
						t.Errorf("%s: the page is %s pixels wide", f.Name, w)
					}
					b.picture(fmt.Sprintf("job-%s-%d-%s", input.name, width, f.Name))
				}
				if got := b.eval(`[...pointers].join()`); got != input.pointers {
					t.Errorf("the page hears of the pointers %q, want %q", got, input.pointers)
				}
			})
		}
	}
}

// listed is what the list says of the places of mutants.
const listed = `[...document.querySelectorAll(".mutant .sub")].map((e) => e.textContent).join()`

// job does the main job on an example, with a press for the test ids of what is to be pressed. Where the window
// is narrow, one pane is seen at a time.
func (b *bench) job(example string, narrow bool, press func(string)) {
	b.Helper()
	show := func(pane string) {
		if narrow {
			press("tab-" + pane)
		}
	}
	press("examples")
	press("example-" + example)
	b.opened(example)
	show("model")
	press("editor-model")
	was := b.eval(listed)
	b.key("Control+Home", "Enter") // an empty line on top
	b.wait("the verdicts are of the edited text", listed+` !== `+strconv.Quote(was)+` && !document.querySelector("#list.old")`)
	for b.is(`document.activeElement.dataset.testid === "editor-model"`) {
		b.key("Escape") // the first may close the completion
	}
	press("run")
	b.wait("it was run again", `document.body.dataset.run === "done" && !document.querySelector('[data-testid="stale"]')`)
	show("mutants")
	press("chip-killed")
	press("row")
	b.wait("a killed mutant is open", `document.querySelector('[data-testid="verdict"]').textContent === "killed"`)
	b.walked()
	if !b.sees(`document.querySelector('[data-testid="stepper"]')`) {
		show("detail")
	}
	press("step-on")
	for !b.is(`document.querySelector('[data-testid="step-on"]').disabled`) {
		press("step-on")
	}
	if !b.is(`document.querySelector('.step.bad[aria-current="step"]')`) {
		b.Errorf("%s: the wrong step is not shown at the end", example)
	}
	if says := b.text("conclusion"); !strings.Contains(says, "mutant") {
		b.Errorf("%s: the conclusion is %q", example, says)
	}
}

// tap presses the element of a test id with a finger.
func (b *bench) tap(selector string) {
	b.Helper()
	b.pressable(selector)
	b.must(b.Tap(selector))
	b.drawn()
}

// reachAndPress goes to an element by Tab and presses it by Enter; a row of the list is gone to by an arrow.
func (b *bench) reachAndPress(selector string) {
	b.Helper()
	if selector == id("row") {
		b.reach(id("list"))
		b.key("ArrowDown")
		b.drawn()
		return
	}
	b.pressable(selector)
	b.reach(selector)
	if !strings.HasPrefix(selector, `[data-testid="editor-`) {
		b.key("Enter")
	}
	b.drawn()
}

// reach goes to an element by Tab, or by Shift and Tab where it comes earlier.
func (b *bench) reach(selector string) {
	b.Helper()
	for range 200 {
		switch way := b.eval(fmt.Sprintf(`((to, at) => at === to ? "there" :
			at !== document.body && to.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_FOLLOWING ? "Shift+Tab" : "Tab")(
			document.querySelector(%q), document.activeElement)`, selector)); way {
		case "there":
			return
		default:
			b.key(way)
		}
	}
	b.Fatalf("Tab does not come to %s but to %s", selector, b.eval(`document.activeElement.outerHTML.slice(0, 200)`))
}
