//go:build site

package browsertest

import "testing"

// A presentation shows one thing in large type on a projector, by keys, by touch and by the address.
func TestPresentation(t *testing.T) {
	b := newBench(t)
	b.must(b.Look(1280, 720, false))
	b.open(site.URL + "/?present")
	b.ran()
	b.key("Escape") // the tour
	shows := func(what string, panes string) {
		t.Helper()
		b.wait(what+" is shown", `document.body.dataset.present === "`+what+`"`)
		if got := b.eval(`["model", "mutants", "detail"].filter((name) =>
			document.querySelector(".pane." + name).getBoundingClientRect().height > 300).join(" ")`); got != panes {
			t.Errorf("%s: the panes are %q, want %q", what, got, panes)
		}
		if w := b.eval(`document.documentElement.scrollWidth`); w != "1280" {
			t.Errorf("%s is %s pixels wide", what, w)
		}
		b.drawn()
		b.picture("present-" + what)
	}
	b.walked()
	b.diagrammed()
	shows("steps", "model detail")
	size := b.eval(`(() => { const r = document.createRange(); r.selectNodeContents(document.querySelector('[data-testid="sentence"]'));
		return Math.round(r.getClientRects()[0].height); })()`)
	if size < "20" {
		t.Errorf("the sentence is %s pixels high", size)
	}
	step := b.eval(`document.querySelector('[data-testid="stepper"]').dataset.step`)
	b.key("ArrowRight")
	b.wait("it steps", `document.querySelector('[data-testid="stepper"]').dataset.step !== "`+step+`"`)
	mutant := b.text("mutant-id")
	b.key("j")
	b.wait("another mutant is shown", `document.querySelector('[data-testid="mutant-id"]').textContent !== "`+mutant+`"`)
	b.loadAxe()
	b.axe("present-axe-steps")
	b.key("2")
	shows("list", "mutants")
	b.axe("present-axe-list")
	b.key("3")
	shows("text", "model")
	b.must(b.Tap(id("present-list")))
	shows("list", "mutants")
	b.key("Escape")
	b.wait("it is over", `!document.body.dataset.present && document.querySelector('[data-testid="run"]')`)
	b.press("display")
	b.press("present")
	shows("steps", "model detail")
	b.press("present-end")
	b.wait("it is over again", `!document.body.dataset.present`)
	b.key("p")
	shows("steps", "model detail")
}
