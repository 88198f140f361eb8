//go:build site

package browsertest

import (
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"slices"
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
)

// toggle is a small model.
const toggle = `type(bool, X) :- X in 0..1.
var([on], bool).
state_def([on]).
init([0]).
as :-
actions (
  'press'::(on #= 0) => (on := 1),
  'release'::(on #= 1) => (on := 0)
),
dood ('press' [] 'release').
`

// An example shows a result: the car alarm, run, unkillable mutants first, a stepper ready.
func TestAnExampleShowsAResult(t *testing.T) {
	b := newBench(t)
	b.start("")
	if says := b.text("says"); !strings.Contains(says, "206 mutants: 175 killed, 31 unkillable") {
		t.Errorf("the summary says %q", says)
	}
	b.wait("a stepper is ready", `document.querySelector('[data-testid="mutant"]').dataset.walk === "ready"`)
	if v := b.eval(`document.querySelector('[data-testid="row"]').dataset.verdict`); v != "unkillable" {
		t.Errorf("the first row is %s, want unkillable", v)
	}
	if v := b.text("verdict"); v != "killed" {
		t.Errorf("the mutant shown is %s, want a killed one with its steps", v)
	}
	b.picture("alarm-1280-light")
	b.must(b.Look(1280, 800, true))
	b.picture("alarm-1280-dark")
}

// Type a model, see an error, mend it, run.
func TestTypeAnErrorMendItRun(t *testing.T) {
	b := newBench(t)
	b.start("")
	b.write("model", strings.Replace(toggle, "on := 1", "onn := 1", 1))
	b.wait("the error is told", `document.querySelector('[data-testid="model-state"]').textContent.includes("error")`)
	b.wait("it is underlined", `document.querySelector(".cm-lintRange-error")`)
	if !b.is(`document.querySelector('[data-testid="run"]').disabled`) {
		t.Error("a model with errors can be run")
	}
	b.press("model-state")
	b.wait("the problems are listed", `document.querySelectorAll('[data-testid="problems"] li').length > 0`)
	if p := b.text("problems"); !strings.Contains(p, "onn") || !strings.Contains(p, "did you mean") {
		t.Errorf("the problem says %q", p)
	}
	b.picture("error")
	b.write("model", toggle)
	b.wait("the model is valid", `document.querySelector('[data-testid="model-state"]').textContent === "valid"`)
	b.key("Control+Enter")
	b.wait("the toggle was run", `document.querySelector('[data-testid="says"]').textContent.includes(" mutants: ") && !document.querySelector('[data-testid="says"]').textContent.startsWith("206")`)
	b.ran()
	if b.eval(`document.querySelectorAll(".cm-site").length`) == "0" {
		t.Error("no gutter mark says where mutants sit")
	}
}

func TestFilterSortAndChips(t *testing.T) {
	b := newBench(t)
	b.start("")
	b.press("chip-killed")
	b.wait("only killed ones are left", `[...document.querySelectorAll('[data-testid="row"]')].every((r) => r.dataset.verdict === "killed")`)
	b.wait("the filter tells how many", `document.querySelector('[data-testid="filter-clear"]').textContent.includes("175 of 206")`)
	b.press("filter-clear")
	b.must(b.Click(id("filter")))
	b.must(b.Type("guard_true"))
	b.wait("the text filters", `document.querySelector('[data-testid="filter-clear"]').textContent.includes("34 of 206")`)
	b.key("Escape")
	b.press("filter-clear")
	b.wait("the filter is gone", `!document.querySelector('[data-testid="filter-clear"]')`)
	b.choose("sort", "place")
	b.wait("the list is by place", `document.querySelector('[data-testid="row"]').textContent.includes("line 29") || document.querySelector('[data-testid="row"]').getAttribute("aria-posinset") === "1"`)
	b.must(b.Click(id("row"))) // which shows its line
	b.wait("marks are seen", `[...document.querySelectorAll(".cm-site")].some((s) => s.getBoundingClientRect().top > 120)`)
	b.must(b.Eval(`[...document.querySelectorAll(".cm-site")].find((s) => s.getBoundingClientRect().top > 120).dataset.testid = "site"`, nil))
	b.must(b.Click(id("site")))
	b.wait("the gutter filters by line", `document.querySelector('[data-testid="filter-clear"]').textContent.startsWith("line ")`)
}

// Step a counterexample to its end by keyboard alone.
func TestStepByKeyboard(t *testing.T) {
	b := newBench(t)
	b.start("")
	b.choose("sort", "length")
	b.key("Escape")
	b.must(b.Click(id("row")))
	b.walked()
	steps := b.eval(`document.querySelector('[data-testid="stepper"]').dataset.steps`)
	b.key("Home")
	b.wait("the stepper is at the start", `document.querySelector('[data-testid="stepper"]').dataset.step === "0"`)
	if steps != "15" {
		t.Errorf("the longest counterexample has %s situations, want 15: a start, 13 steps and the wrong one", steps)
	}
	for i := 1; i < 15; i++ {
		b.key("ArrowRight")
		b.wait(fmt.Sprintf("step %d is shown", i), fmt.Sprintf(`document.querySelector('[data-testid="stepper"]').dataset.step === "%d"`, i))
	}
	b.key("ArrowRight")
	if !b.is(`document.querySelector('.step[aria-current="step"]').classList.contains("bad")`) {
		t.Error("the last step is not marked as the wrong one")
	}
	if !b.is(`document.querySelectorAll(".sides .differs, .refusal:not(.none)").length > 0`) {
		t.Error("at the wrong step nothing differs")
	}
	b.picture("stepper-end")
	b.key("ArrowLeft")
	b.wait("it steps back", `document.querySelector('[data-testid="stepper"]').dataset.step === "13"`)
	before := b.text("mutant-id")
	b.key("j")
	b.wait("j goes to the next mutant", fmt.Sprintf(`document.querySelector('[data-testid="mutant-id"]').textContent !== %q`, before))
	b.key("k")
	b.wait("k comes back", fmt.Sprintf(`document.querySelector('[data-testid="mutant-id"]').textContent === %q`, before))
}

// Share; open the link in another profile; reach the same mutant, step and verdicts.
// qr reads the QR code on the page as a phone would.
func (b *bench) qr() string {
	b.Helper()
	var modules [][]bool
	b.must(b.Eval(`(() => { const c = document.querySelector('canvas.qr'), n = c.width;
		const p = c.getContext('2d').getImageData(0, 0, n, n).data;
		return Array.from({ length: n }, (_, y) => Array.from({ length: n }, (_, x) => p[4 * (y * n + x)] === 0)); })()`, &modules))
	const scale = 4
	picture := image.NewGray(image.Rect(0, 0, scale*len(modules), scale*len(modules)))
	for y := range picture.Rect.Dy() {
		for x := range picture.Rect.Dx() {
			if !modules[y/scale][x/scale] {
				picture.SetGray(x, y, color.Gray{Y: 255})
			}
		}
	}
	bits, err := gozxing.NewBinaryBitmapFromImage(picture)
	b.must(err)
	read, err := qrcode.NewQRCodeReader().Decode(bits, nil)
	b.must(err)
	return read.GetText()
}

func TestShareAndOpenInAFreshProfile(t *testing.T) {
	b := newBench(t)
	b.start("")
	b.write("model", "% Grüße, 状態 🚗\n"+toggle)
	b.wait("the model is valid", `document.querySelector('[data-testid="model-state"]').textContent === "valid"`)
	b.press("run")
	b.wait("it was run", `!document.querySelector('[data-testid="says"]').textContent.startsWith("206")`)
	b.ran()
	b.press("chip-killed")
	b.must(b.Click(id("row")))
	b.walked()
	b.end()
	mutant, says := b.text("mutant-id"), b.text("says")
	step := b.eval(`document.querySelector('[data-testid="stepper"]').dataset.step`)
	b.press("share")
	b.wait("the link is there", `document.querySelector('[data-testid="link"]').value.includes("#m1:")`)
	b.picture("share")
	link := b.eval(`document.querySelector('[data-testid="link"]').value`)
	if got := b.eval(`location.href`); got != link {
		t.Errorf("the address bar has %s", got)
	}
	b.must(b.Click(id("qr") + ` summary`))
	b.wait("the code is painted", `document.querySelector('canvas.qr').dataset.painted`)
	b.picture("share-qr")
	if got := b.qr(); got != link {
		t.Errorf("the QR code is %q, want %q", got, link)
	}

	o := newBench(t)
	o.open(link)
	o.ran()
	o.wait("it says that the verdicts were reproduced", `document.querySelector('[data-testid="origin"]').dataset.outcome === "reproduced"`)
	o.walked()
	if got := o.text("mutant-id"); got != mutant {
		t.Errorf("the link opens %s, want %s", got, mutant)
	}
	if got := o.eval(`document.querySelector('[data-testid="stepper"]').dataset.step`); got != step {
		t.Errorf("the link opens step %s, want %s", got, step)
	}
	if got := o.text("says"); got != says {
		t.Errorf("the verdicts are %q, want %q", got, says)
	}
	if got := o.model(); !strings.HasPrefix(got, "% Grüße, 状態 🚗\n") {
		t.Errorf("the text begins with %q", got[:20])
	}
	o.picture("opened")

	// Edited and reloaded with the link still in the address bar: the edit stays.
	o.must(o.Eval(`document.querySelector('[data-testid="editor-model"]').focus()`, nil))
	o.key("Control+Home")
	o.must(o.Type("% mine\n"))
	o.saved("% mine")
	o.must(o.Reload())
	o.ran()
	if got := o.model(); !strings.HasPrefix(got, "% mine\n") {
		t.Errorf("after a reload the text begins with %q", got[:20])
	}
}

func TestReloadLosesNothing(t *testing.T) {
	b := newBench(t)
	b.start("")
	b.write("model", toggle)
	b.wait("the model is valid", `document.querySelector('[data-testid="model-state"]').textContent === "valid"`)
	b.press("drawer-operators")
	b.press("ops-all")
	b.press("run")
	b.wait("it was run", `!document.querySelector('[data-testid="says"]').textContent.startsWith("206")`)
	b.ran()
	b.press("chip-killed")
	b.must(b.Click(id("row")))
	b.walked()
	b.end()
	mutant, says := b.text("mutant-id"), b.text("says")
	step := b.eval(`document.querySelector('[data-testid="stepper"]').dataset.step`)
	b.saved(`\"mutant\":\"` + mutant)
	b.must(b.Reload())
	b.ran()
	b.walked()
	if b.model() != toggle {
		t.Error("the text is another one")
	}
	if got := b.text("mutant-id"); got != mutant {
		t.Errorf("the mutant is %s, want %s", got, mutant)
	}
	if got := b.text("says"); got != says {
		t.Errorf("the verdicts are %q, want %q", got, says)
	}
	if got := b.eval(`document.querySelector('[data-testid="stepper"]').dataset.step`); got != step {
		t.Errorf("the step is %s, want %s", got, step)
	}
	// A second tab takes the newest work, and its own edits do not reach the first one.
	o := newBenchIn(t, b.Tab)
	o.visit()
	if o.model() != toggle {
		t.Error("a second tab does not begin with the newest work")
	}
	o.write("model", "% second tab\n"+toggle)
	o.saved("second tab")
	b.must(b.Reload())
	b.ran()
	if b.model() != toggle {
		t.Error("the edit of another tab came into this one")
	}
}

// The report that the page saves has the bytes that the command line gives.
func TestTheReportEqualsTheEngines(t *testing.T) {
	b := newBench(t)
	b.start("")
	f, err := engine.Find("action-system")
	b.must(err)
	d := f.Describe()
	e := d.Examples[slices.IndexFunc(d.Examples, func(e report.Example) bool { return e.Name == "car-alarm" })]
	file := source.NewFile(e.Name+d.Extensions[0], e.Text)
	m, _ := engine.Open(f, file)
	r, err := engine.Run(context.Background(), engine.Job{File: file, Formalism: f, Model: m}, engine.Observer{})
	b.must(err)
	r.Timings = nil
	want, err := report.Encode(r)
	b.must(err)
	b.must(b.Eval(`(() => { URL.createObjectURL = (blob) => { window.delivered = blob; return "blob:" + location.origin + "/none"; };
		HTMLAnchorElement.prototype.click = () => {}; })()`, nil))
	b.press("download")
	b.press("download-report")
	b.wait("a file was delivered", `window.delivered`)
	var got string
	b.must(b.Eval(`window.delivered.text()`, &got))
	if got != string(want) {
		var a report.Report
		_ = json.Unmarshal([]byte(got), &a)
		t.Errorf("the page's report has %d bytes and %d mutants, the engine's %d bytes and %d mutants", len(got), len(a.Mutants), len(want), len(r.Mutants))
	}
}

func TestBreakItYourself(t *testing.T) {
	b := newBench(t)
	b.start("")
	b.write("model", toggle)
	b.wait("the model is valid", `document.querySelector('[data-testid="model-state"]').textContent === "valid"`)
	b.press("detail-break")
	b.wait("the copy is there", `document.querySelector('[data-testid="answer"]').dataset.state === "same"`)
	b.write("impl", strings.Replace(toggle, "on #= 1", "on #= 0", 1))
	b.wait("it is killed", `document.querySelector('[data-testid="answer"]').dataset.state === "killed"`)
	b.wait("its stepper is there", `document.querySelector('[data-testid="stepperbreak"]')`)
	b.picture("break-killed")
	b.write("impl", strings.Replace(toggle, "on #= 1", "on #> 0", 1))
	b.wait("it is equivalent", `document.querySelector('[data-testid="answer"]').dataset.state === "same" && document.querySelector('[data-testid="answer-verdict"]')`)
	b.write("impl", strings.Replace(toggle, "(on #= 1)", "(false)", 1))
	b.wait("it refines the model", `document.querySelector('[data-testid="answer"]').dataset.state === "unkillable"`)
	b.write("impl", "rubbish")
	b.wait("it is no model", `document.querySelector('[data-testid="answer"]').dataset.state === "errors"`)
	// Open a mutant of the list there.
	b.press("detail-mutant")
	b.press("run")
	b.wait("it was run", `!document.querySelector('[data-testid="says"]').textContent.startsWith("206")`)
	b.ran()
	b.press("chip-killed")
	b.must(b.Click(id("row")))
	b.press("break-from")
	b.wait("the mutant is killed there too", `document.querySelector('[data-testid="answer"]').dataset.state === "killed"`)
}

func TestJudgeOneMutantAgain(t *testing.T) {
	b := newBench(t)
	b.start("")
	b.walked()
	says := b.text("says")
	b.press("rerun")
	b.ran()
	b.walked()
	if got := b.text("says"); got != says {
		t.Errorf("after judging one again the verdicts are %q", got)
	}
}
