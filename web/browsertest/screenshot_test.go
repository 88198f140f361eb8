//go:build site

package browsertest

import (
	"os"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/wire"
)

// TestScreenshot opens a link to a killed mutant of the car alarm at the end of its counterexample:
// the page restores verdicts, mutant and step. `make screenshot` keeps the picture for the README.
func TestScreenshot(t *testing.T) {
	text, err := os.ReadFile("../../engine/action/gallery/cas_1.as")
	if err != nil {
		t.Fatal(err)
	}
	fragment, err := wire.FormatLink(wire.Link{
		Formalism: "action-system", Mutant: "neq_to_eq@52:66", Name: "car-alarm", Step: 4, Text: string(text),
		Settings: report.Settings{Engine: "auto", Operators: []string{"guard_true", "eq_to_neq", "neq_to_eq", "inc_const"}, Order: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	b := newBench(t)
	b.must(b.Look(1440, 900, false))
	b.start("#" + fragment)
	b.wait("the stepper is at its end", `document.querySelector('[data-testid="conclusion"]').textContent.includes("Unlock")`)
	if got := b.text("mutant-id"); !strings.Contains(got, "neq_to_eq@52:66") {
		t.Errorf("the mutant shown is %q", got)
	}
	b.picture("screenshot")
}
