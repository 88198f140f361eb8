//go:build site

package browsertest

import (
	"os"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/wire"
)

// TestScreenshot opens a link to a killed mutant of the INRES initiator at the end of its counterexample:
// the page restores verdicts, mutant and step, and draws the machine with both where they are.
// `make screenshot` keeps the picture for the README.
func TestScreenshot(t *testing.T) {
	text, err := os.ReadFile("../../engine/efsm/gallery/inres.efsm")
	if err != nil {
		t.Fatal(err)
	}
	fragment, err := wire.FormatLink(wire.Link{
		Formalism: "efsm", Mutant: "t1#1", Name: "inres.efsm", Step: 5, Text: string(text),
		Settings: report.Settings{Engine: "auto", Operators: []string{"paper"}, Order: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	b := newBench(t)
	b.must(b.Look(1440, 900, false))
	b.start("#" + fragment)
	b.wait("the stepper is at its end", `document.querySelector('[data-testid="conclusion"]').textContent.includes("IDISind")`)
	b.diagrammed()
	if got := b.text("mutant-id"); got != "t1#1" {
		t.Errorf("the mutant shown is %q", got)
	}
	b.picture("screenshot")
}
