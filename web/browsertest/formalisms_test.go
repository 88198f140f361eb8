//go:build site

package browsertest

import (
	"fmt"
	"testing"

	"github.com/mutarium/mutarium/engine"
)

// Every formalism is drawn by the same page: its first example runs, a killed mutant can be stepped
// through, and each of its tools answers.
func TestEveryFormalism(t *testing.T) {
	for _, f := range engine.Formalisms() {
		t.Run(f.Name, func(t *testing.T) {
			b := newBench(t)
			b.start("")
			if f.Name != engine.Formalisms()[0].Name {
				b.choose("formalism", f.Name)
				b.wait("the example is there", fmt.Sprintf(`document.querySelector(".pane.model h2").textContent === %q`, f.Examples[0].Name+f.Extensions[0]))
				b.wait("it was run", `document.body.dataset.run === "done" && !document.querySelector('[data-testid="says"]').textContent.startsWith("206 ")`)
			}
			b.press("detail-mutant")
			b.walked()
			b.key("End")
			b.picture("formalism-" + f.Name)
			b.must(b.Look(390, 844, true))
			b.press("tab-detail")
			b.picture("formalism-390-" + f.Name)
			b.must(b.Look(1280, 800, false))
			for _, tool := range f.Tools {
				b.tool(f.Name, tool.Name)
			}
		})
	}
}

// scored are suites for the tools that need one; every other input of a tool has a default.
var scored = map[string]string{"action-system": "Lock Close after(20)", "efsm": "ICONreq CC", "timed": "1 cup!  is forbidden"}

// tool runs one tool with its defaults, and fails unless it has an answer.
func (b *bench) tool(formalism, name string) {
	b.Helper()
	b.press("detail-tools")
	b.choose("tool", name)
	if suite := scored[formalism]; suite != "" && name == "score" {
		b.fill("input-suite", suite)
	}
	b.press("run-tool")
	b.wait(name+" answers", `["done", "failed"].includes(document.querySelector('[data-testid="tool-state"]').dataset.tool)`)
	if b.is(`document.querySelector('[data-testid="tool-state"]').dataset.tool === "failed"`) {
		b.Errorf("%s fails: %s", name, b.text("tool-trouble"))
	}
	b.wait("its graphs are drawn", `[...document.querySelectorAll("[data-canvas]")].every((c) => c.querySelector("svg"))`)
	b.picture("tool-" + formalism + "-" + name)
}
