//go:build site

package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine"
)

// diagrammed waits until the diagram of the present text and mutant is drawn.
func (b *bench) diagrammed() {
	b.Helper()
	b.wait("the diagram is drawn", `document.querySelector('[data-canvas="diagram"] svg .node') &&
		document.querySelector('[data-testid="diagram"]').dataset.with === document.querySelector('[data-testid="mutant"]').dataset.id`)
	b.drawn()
}

// inside tells what of the diagram is not within its canvas.
const outside = `(() => { const c = document.querySelector('[data-canvas="diagram"]').getBoundingClientRect();
	return [...document.querySelectorAll('[data-canvas="diagram"] :is(.node, .edge, .label)')].filter((e) => {
		const r = e.getBoundingClientRect();
		return r.left < c.left - 1 || r.right > c.right + 1 || r.top < c.top - 1 || r.bottom > c.bottom + 1;
	}).length; })()`

// overlaps counts nodes that lie on each other.
const overlaps = `(() => { const r = [...document.querySelectorAll('[data-canvas="diagram"] .node')].map((n) =>
		n.querySelector(".n").getBoundingClientRect());
	return r.filter((a, i) => r.some((b, j) => j < i && a.left < b.right - 1 && b.left < a.right - 1 &&
		a.top < b.bottom - 1 && b.top < a.bottom - 1)).length; })()`

// In every formalism the model is drawn without being asked for; the mutated place is lit, and the ring of the
// original stands where the stepper's table says.
func TestDiagramFollowsTheStepper(t *testing.T) {
	for _, f := range engine.Formalisms() {
		t.Run(f.Name, func(t *testing.T) {
			b := newBench(t)
			b.visit()
			b.loadAxe()
			b.example(map[string]string{"efsm": "inres", "action-system": "lamp", "tfsm": "stairs", "timed": "kettle"}[f.Name])
			b.press("detail-mutant")
			b.press("chip-killed")
			b.must(b.Click(id("row")))
			b.walked()
			b.diagrammed()
			if n := b.eval(outside); n != "0" {
				t.Errorf("%s things are drawn outside of the canvas", n)
			}
			if n := b.eval(overlaps); n != "0" {
				t.Errorf("%s nodes lie on others", n)
			}
			lit := b.eval(`document.querySelectorAll('[data-canvas="diagram"] :is(.changed, .removed, .added)').length`)
			if lit == "0" {
				t.Error("nothing of the mutant is lit")
			}
			b.key("Home")
			b.wait("the stepper is at the start", `document.querySelector('[data-testid="stepper"]').dataset.step === "0"`)
			steps := 0
			for ; steps < 40; steps++ {
				b.wait("a ring is there", `document.querySelector('[data-canvas="diagram"] .ring.spec')`)
				table := b.eval(`(() => { const row = [...document.querySelectorAll(".sides tbody tr")].find((r) =>
					r.querySelector("th").textContent.startsWith("location")); return row?.querySelector("td .value").textContent ?? ""; })()`)
				node := b.eval(`document.querySelector('[data-canvas="diagram"] .ring.spec').closest(".node").dataset.node`)
				if table != "" && !strings.HasPrefix(table, node) {
					t.Errorf("step %d: the ring is at %q, the table says %q", steps, node, table)
				}
				now := b.eval(`document.querySelector('[data-testid="stepper"]').dataset.step`)
				if b.is(`document.querySelector('[data-testid="step-on"]').disabled`) {
					break
				}
				b.key("ArrowRight")
				b.wait("the stepper moved", fmt.Sprintf(`document.querySelector('[data-testid="stepper"]').dataset.step !== %q`, now))
				b.drawn()
			}
			if steps == 0 {
				t.Error("the run has no steps")
			}
			if b.eval(`document.querySelectorAll('[data-canvas="diagram"] :is(.step, .past)').length`) == "0" {
				t.Error("no edge of the run is traced")
			}
			b.press("filter-clear")
			b.axe("diagram-" + f.Name)
			b.must(b.Look(1280, 800, true))
			b.axe("diagram-dark-" + f.Name)
			b.must(b.Look(768, 1024, false))
			b.press("tab-model")
			b.drawn()
			b.picture("diagram-768-" + f.Name)
			b.must(b.Look(390, 844, false))
			b.drawn()
			b.axe("diagram-390-" + f.Name)
		})
	}
}

// Picture and text are one: a press on an edge goes to its line, the cursor's line is lit in the picture, keys lead
// from one thing to the next; and it can be read as a table and in words, and saved.
func TestDiagramAndText(t *testing.T) {
	b := newBench(t)
	b.visit()
	b.example("inres")
	b.press("detail-mutant")
	b.walked()
	b.diagrammed()
	edge := b.eval(`document.querySelector('[data-canvas="diagram"] .el:not(.was)').dataset.edge`)
	b.must(b.Eval(`document.querySelector('[data-canvas="diagram"] .el:not(.was)').dispatchEvent(new MouseEvent("click", { bubbles: true }))`, nil))
	b.wait("the text is there", fmt.Sprintf(`document.querySelector(".cm-activeLine").textContent.trim().startsWith(%q)`, edge+":"))
	b.wait("the edge is lit", fmt.Sprintf(`document.querySelector('[data-canvas="diagram"] .lit[data-edge=%q]')`, edge))
	if says := b.text("diagram-says"); !strings.HasPrefix(says, "From ") {
		t.Errorf("the line below says %q", says)
	}
	b.key("ArrowDown")
	b.key("ArrowDown") // the line may be broken
	b.wait("another edge is lit", fmt.Sprintf(`document.querySelector('[data-canvas="diagram"] .el.lit:not([data-edge=%q])')`, edge))
	b.must(b.Eval(`document.querySelector('[data-canvas="diagram"]').focus()`, nil))
	b.key("Home")
	b.wait("the first node is picked", `document.querySelector('[data-canvas="diagram"] .node.first.lit')`)
	b.key("ArrowRight")
	b.wait("the next thing is picked", `!document.querySelector('[data-canvas="diagram"] .node.first.lit') && document.querySelector('[data-canvas="diagram"] .lit')`)
	b.key("f")
	b.press("draw-as-table")
	b.wait("the table is there", `document.querySelectorAll('[data-testid="diagram-table"] tbody tr').length > 3`)
	b.press("draw-as-words")
	b.wait("the words are there", `document.querySelectorAll('[data-testid="diagram-words"] li').length > 3`)
	b.press("draw-as-")
	b.diagrammed()
	b.press("draw-show-original")
	b.wait("the original alone", `document.querySelector('[data-canvas="diagram"] .node') && !document.querySelector('[data-canvas="diagram"] .changed')`)
	b.press("draw-show-")
	b.must(b.Eval(`(() => { globalThis.saved = []; HTMLAnchorElement.prototype.click = function () { saved.push(this.download); }; })()`, nil))
	b.press("diagram-svg")
	b.press("diagram-png")
	b.wait("both are saved", `globalThis.saved.length === 2 && saved[0].endsWith(".svg") && saved[1].endsWith(".png")`)
	b.press("enlarge")
	b.wait("it is large", `document.querySelector('[data-canvas="diagram"]').getBoundingClientRect().height > 400`)
	b.drawn()
	b.picture("diagram-large")
	if n := b.eval(outside); n != "0" {
		t.Errorf("%s things are drawn outside of the large canvas", n)
	}
}

// While the text is edited the picture keeps its places, and the last one stays where the text has errors.
func TestDiagramKeepsItsPlaces(t *testing.T) {
	b := newBench(t)
	b.visit()
	b.example("inres")
	b.diagrammed()
	places := func() string {
		return b.eval(`JSON.stringify([...document.querySelectorAll('[data-canvas="diagram"] .node')].map((n) =>
			[n.dataset.node, n.querySelector(".n:last-of-type").getAttribute("x")]))`)
	}
	was, text := places(), b.model()
	b.write("model", strings.Replace(text, "input ", "// a comment\ninput ", 1)+"\n// and one at the end\n")
	b.wait("the new text is drawn", `document.querySelector('[data-testid="diagram"]').dataset.with === ""`)
	if now := places(); now != was {
		t.Errorf("nodes went from %s to %s", was, now)
	}
	b.write("model", "machine ?\n")
	b.wait("it says that it is old", `document.querySelector('[data-testid="diagram-old"]')`)
	if now := places(); now != was {
		t.Error("the last diagram is not kept")
	}
	b.picture("diagram-old")
	b.write("model", text)
	b.wait("it is of this text again", `!document.querySelector('[data-testid="diagram-old"]')`)
}
