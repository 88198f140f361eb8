//go:build site

package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine"
)

// Every formalism is drawn by the same page: its first example runs, a killed mutant can be stepped
// through, and each of its tools answers.
func TestEveryFormalism(t *testing.T) {
	for _, f := range engine.Formalisms() {
		t.Run(f.Name, func(t *testing.T) {
			b := newBench(t)
			b.visit()
			b.choose("formalism", f.Name)
			b.wait("its first example was run", fmt.Sprintf(`document.body.dataset.run === "done" &&
				document.querySelector(".pane.model h2").textContent === %q`, f.Examples[0].Name+f.Extensions[0]))
			b.press("detail-mutant")
			b.walked()
			b.picture("first-" + f.Name)
			b.example(tried[f.Name])
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

// tried are the examples on which all tools are tried.
var tried = map[string]string{"action-system": "car-alarm", "efsm": "inres", "tfsm": "s1-m1", "timed": "coffee"}

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

// ring writes a plain machine of many states in DOT, as tools that learn protocols write it.
func ring(states int) string {
	var text strings.Builder
	text.WriteString("digraph ring {\n__start0 -> q0\n")
	for s := range states {
		fmt.Fprintf(&text, "q%d -> q%d [label=\"next / ok\"]\n", s, (s+1)%states)
		fmt.Fprintf(&text, "q%d -> q%d [label=\"skip / %d\"]\n", s, (s*7+3)%states, s%3)
		fmt.Fprintf(&text, "q%d -> q0 [label=\"reset / %s\"]\n", s, map[bool]string{true: "home", false: "ok"}[s == 0])
	}
	return text.String() + "}\n"
}

// A plain machine with 57 states is offered a suite against any fault first, then what compares, minimises and draws
// it; its suite is certified, and its picture laid out.
func TestALargePlainMachine(t *testing.T) {
	b := newBench(t)
	b.visit()
	b.choose("formalism", "tfsm")
	b.write("model", ring(57))
	b.wait("it is valid", `document.querySelector('[data-testid="model-state"]').textContent === "valid"`)
	b.press("detail-tools")
	b.wait("the tools are in order", `[...document.querySelectorAll('[data-testid="tool"] option')].map((o) => o.value)
		.join(" ").startsWith("any-fault compare minimise graph ")`)
	b.tool("tfsm", "any-fault")
	b.wait("the suite is certified", `document.querySelector('[data-testid="sections"]').textContent.includes("certified")`)
	b.tool("tfsm", "minimise")
	b.tool("tfsm", "graph")
	b.wait("all states are drawn", `[...document.querySelectorAll("[data-canvas]:not([data-canvas=diagram]) svg text")]
		.filter((e) => /^q[0-9]+$/.test(e.textContent)).length === 57`)
	b.picture("graph-57-states")
}

// A picture of a machine is moved by keys, by dragging, and by the wheel with Ctrl; the wheel alone
// scrolls the page.
func TestPicturesMove(t *testing.T) {
	b := newBench(t)
	b.visit()
	b.example(tried["tfsm"])
	b.tool("tfsm", "graph")
	placed := func() string {
		b.drawn()
		return b.eval(`document.querySelector("#panel-tools [data-canvas] svg").style.transform`)
	}
	wheel := func(more string) {
		b.must(b.Eval(fmt.Sprintf(`(() => { const c = document.querySelector("#panel-tools [data-canvas]"), r = c.getBoundingClientRect();
			c.dispatchEvent(new WheelEvent("wheel", { bubbles: true, cancelable: true, view: window, clientX: r.x + 50, clientY: r.y + 50, %s })); })()`, more), nil))
	}
	was := placed()
	changed := func(how string, want bool) {
		t.Helper()
		now := placed()
		if (now != was) != want {
			t.Errorf("%s: the picture goes from %q to %q", how, was, now)
		}
		was = now
	}
	b.must(b.Eval(`document.querySelector("#panel-tools [data-canvas]").focus()`, nil))
	for _, key := range []string{"ArrowLeft", "ArrowUp", "=", "0"} {
		b.must(b.Press(key))
		changed(key, true)
	}
	wheel(`deltaY: 100`)
	changed("wheel", false)
	wheel(`deltaY: 100, ctrlKey: true`)
	changed("wheel with Ctrl", true)
	b.must(b.Eval(`(() => { const c = document.querySelector("#panel-tools [data-canvas]"), r = c.getBoundingClientRect(), at = (type, d, on) =>
		on.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, view: window, button: 0, clientX: r.x + 50 + d, clientY: r.y + 50 + d }));
		at("mousedown", 0, c); at("mousemove", 30, window); at("mouseup", 30, window); })()`, nil))
	changed("dragging", true)
	b.must(b.Click(`#panel-tools [data-canvas]`))
	changed("a click", false)
	b.must(b.Click(`#panel-tools button[aria-label="Zoom in"]`))
	changed("the button", true)
}

// The kill matrix of a suite scores in per cent with what it counts; a test that is left out brings
// those mutants back that it alone kills, and a cell leads to its mutant. The cells are read off the
// painted picture, which has to agree with the sentence.
func TestKillMatrix(t *testing.T) {
	b := newBench(t)
	b.visit()
	for i, formalism := range []string{"efsm", "action-system", "tfsm", "timed"} {
		b.choose("formalism", formalism) // so that its examples come first: two have the name coffee
		b.wait("it is chosen", fmt.Sprintf(`document.body.dataset.run === "done" && document.querySelector('[data-testid="formalism"]').value === %q`, formalism))
		b.example(tried[formalism])
		b.tool(formalism, "suite")
		b.wait("the cells are painted", `document.querySelector("canvas[data-matrix]")?.dataset.painted`)
		// painted counts the columns whose first cell has the colour of what was killed, and those that only the
		// first test kills.
		painted := func() (killed, alone int) {
			b.drawn()
			var got [2]int
			b.must(b.Eval(`(() => { const c = document.createElement("canvas"), painted = document.querySelector("canvas[data-matrix]");
				c.width = painted.width, c.height = painted.height;
				const x = c.getContext("2d", { willReadFrequently: true });
				x.drawImage(painted, 0, 0);
				const on = getComputedStyle(document.querySelector(".legend .killed")).backgroundColor.match(/\d+/g).slice(0, 3).join();
				const pixels = x.getImageData(0, 0, c.width, c.height).data;
				const at = (col, row) => pixels.slice(4 * (row * c.width + col), 4 * (row * c.width + col) + 3).join() === on;
				let killed = 0, alone = 0;
				for (let j = 0; j < c.width; j++) {
					killed += at(j, 0);
					let others = 0;
					for (let i = 2; i < c.height; i++) others += at(j, i);
					alone += at(j, 1) && !others;
				}
				return [killed, alone]; })()`, &got))
			return got[0], got[1]
		}
		says := func(killed int) {
			t.Helper()
			if got := b.text("matrix-score"); !strings.HasPrefix(got, fmt.Sprintf("%d of ", killed)) || !strings.Contains(got, "%)") {
				t.Errorf("%s: %d columns are painted as killed, the score is %q", formalism, killed, got)
			}
		}
		all, alone := painted()
		says(all)
		if all == 0 || alone == 0 {
			t.Fatalf("%s: %d killed, %d by the first test alone", formalism, all, alone)
		}
		b.press("test-1")
		b.wait("the mutants come back", fmt.Sprintf(`document.querySelector('[data-testid="matrix-score"]').textContent.startsWith("%d of ")`, all-alone))
		if left, _ := painted(); left != all-alone {
			t.Errorf("%s: without test 1 %d are painted as killed, want %d", formalism, left, all-alone)
		}
		b.press("test-1")
		b.wait("it is taken back", fmt.Sprintf(`document.querySelector('[data-testid="matrix-score"]').textContent.startsWith("%d of ")`, all))

		b.must(b.Eval(`document.querySelector("[data-cells]").focus()`, nil))
		b.key("ArrowRight", "ArrowDown")
		b.wait("the cell is told", `document.querySelector('[data-testid="matrix-open"]') &&
			document.querySelector('[data-testid="matrix-cell"]').textContent.includes("kill")`)
		b.picture(fmt.Sprintf("matrix-%d-%s", i, formalism))
		id := strings.TrimPrefix(b.text("matrix-open"), "Open ")
		b.press("matrix-open")
		b.wait("its mutant is open", fmt.Sprintf(`document.querySelector('[data-testid="mutant-id"]')?.textContent === %q`, id))
	}
}

// The cause of an unkillable mutant has a check: it opens as texts in "make your own mutant", and comes out as
// the cause says.
func TestReasonIsChecked(t *testing.T) {
	b := newBench(t)
	b.visit()
	b.example("inres")
	b.press("chip-equivalent")
	b.must(b.Click(`[data-testid="row"][data-id="t5#6"]`))
	b.press("detail-mutant")
	b.wait("there is a cause", `document.querySelector('[data-testid="why"][data-code="masked"]')`)
	b.picture("reason")
	b.press("check-reason")
	b.wait("its check kills", `document.querySelector('[data-testid="answer"]').dataset.state === "killed"`)
	b.picture("reason-checked")
	b.press("break-reset")
	b.wait("the model is back", `document.querySelector('[data-testid="answer"]').dataset.state === "same"`)
}
