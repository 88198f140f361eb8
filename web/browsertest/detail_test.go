//go:build site

package browsertest

import (
	"encoding/json"
	"testing"
)

// Nothing of a mutant is shown as raw JSON: what the report has of it is a table, and can be copied.
func TestNoRawJSON(t *testing.T) {
	b := newBench(t)
	b.start("")
	b.must(b.Eval(`(() => { Object.defineProperty(navigator, "clipboard", { value: { writeText: async (t) => { window.copied = t; } } }); })()`, nil))
	for _, name := range []string{"inres", "lamp", "stairs", "kettle"} {
		b.example(name)
		b.press("detail-mutant")
		b.walked()
		b.must(b.Eval(`document.querySelectorAll('#panel-mutant details').forEach((d) => { d.open = true; })`, nil))
		if got := b.eval(`document.querySelector('#panel-mutant').innerText.match(/\{\s*"/)?.[0] ?? ""`); got != "" {
			t.Errorf("%s: the page shows %q", name, got)
		}
		if name == "stairs" { // its tests are in the suite, not with the mutants
			continue
		}
		if cells := b.eval(`[...document.querySelectorAll('[data-testid="evidence"] td, [data-testid="evidence"] dd')].length > 0`); cells != "true" {
			t.Errorf("%s: no evidence is shown", name)
			continue
		}
		b.press("copy-json")
		b.wait("it is copied", `window.copied`)
		var copied struct{ Counterexample json.RawMessage }
		if err := json.Unmarshal([]byte(b.eval(`window.copied`)), &copied); err != nil || len(copied.Counterexample) < 3 {
			t.Errorf("%s: copied is %q: %v", name, b.eval(`window.copied`), err)
		}
		b.must(b.Eval(`(() => { window.copied = ""; })()`, nil))
	}
}

// A score shows which mutants were missed, and the tests that would kill them only to those who ask.
func TestScoreHidesSolutions(t *testing.T) {
	b := newBench(t)
	b.start("")
	b.example("tea")
	b.press("detail-tools")
	b.choose("tool", "score")
	b.fill("input-suite", `[[["coin"]]]`)
	b.press("run-tool")
	b.wait("the tool answers", `document.querySelector('[data-testid="tool-state"]').dataset.tool === "done"`)
	b.picture("score")
	const shown = `[...document.querySelectorAll('details.answer')].filter((d) => d.open).length`
	if n := b.eval(`document.querySelectorAll('details.answer').length > 0`); n != "true" {
		t.Fatal("no solution is there to be shown")
	}
	if n := b.eval(shown); n != "0" {
		t.Errorf("%s solutions are open", n)
	}
	b.must(b.Click(`details.answer summary`))
	if n := b.eval(shown); n != "1" {
		t.Errorf("%s solutions are open after one was asked for", n)
	}
}

// The component that is mutated is chosen from a menu of the model's own.
func TestComponentIsChosenFromAMenu(t *testing.T) {
	b := newBench(t)
	b.start("")
	b.example("university")
	b.press("drawer-settings")
	const names = `[...document.querySelector('[data-testid="setting-component"]').options].map((o) => o.textContent).join(" ")`
	b.wait("the components are known", `document.querySelector('select[data-testid="setting-component"]')`)
	if got := b.eval(names); len(got) < 30 {
		t.Errorf("the menu has %q", got)
	}
	second := b.eval(`document.querySelector('[data-testid="setting-component"]').options[1].value`)
	b.choose("setting-component", second)
	b.press("run")
	b.ran()
	if got := b.eval(`document.querySelector('[data-testid="setting-component"]').value`); got != second {
		t.Errorf("the menu shows %q, want %q", got, second)
	}
}

// What could not be decided names its limit, and a button raises it and runs again.
func TestALimitIsRaised(t *testing.T) {
	b := newBench(t)
	b.start("")
	b.example("kettle")
	b.press("drawer-settings")
	b.fill("setting-zones", "2")
	b.press("run")
	b.ran()
	b.press("chip-unknown")
	b.must(b.Click(`[data-testid="row"]`))
	b.press("detail-mutant")
	b.walked()
	b.press("raise")
	b.ran()
	if got := b.eval(`document.querySelector('[data-testid="setting-zones"]').value`); got != "20" {
		t.Errorf("the limit is %s, want 20", got)
	}
}
