package browsertest

import (
	"strings"
	"testing"
)

// The first screen shows a result: the car alarm, run, survivors first, a stepper ready.
func TestFirstScreen(t *testing.T) {
	b := newBench(t)
	b.start("")
	if says := b.text("says"); !strings.Contains(says, "206 mutants: 175 killed, 31 survived") {
		t.Errorf("the summary says %q", says)
	}
	b.wait("a stepper is ready", `document.querySelector('[data-testid="mutant"]').dataset.walk === "ready"`)
	if v := b.eval(`document.querySelector('[data-testid="row"]').dataset.verdict`); v != "survived" {
		t.Errorf("the first row is %s, want survived", v)
	}
	b.picture("first-1280-light")
	b.must(b.Look(1280, 800, true))
	b.picture("first-1280-dark")
	b.must(b.Look(390, 844, false))
	b.picture("first-390-light")
	b.press("tab-detail")
	b.picture("first-390-detail")
	b.press("tab-model")
	b.picture("first-390-model")
}
