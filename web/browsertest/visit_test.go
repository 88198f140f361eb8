//go:build site

package browsertest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/source"
	"github.com/mutarium/mutarium/web/store"
)

// hero is the mutant that a first visitor sees.
const hero = "t3#3"

// sees tells whether a part of the page can be seen: it has an area, and the middle of it is in the window.
func (b *bench) sees(expression string) bool {
	b.Helper()
	return b.is(fmt.Sprintf(`((e) => { const r = e.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2;
		return r.width > 0 && r.height > 0 && e.contains(document.elementFromPoint(x, y)); })(%s)`, expression))
}

// Who comes for the first time is told what this is before any program is there, and then sees a
// small model from its first line, and one mutant whose wrong output is named.
func TestFirstVisit(t *testing.T) {
	for _, width := range []int{1280, 768, 390} {
		tab, err := browser.Tab(nil) // it may complain: a program does not come
		if err != nil {
			t.Fatal(err)
		}
		b := &bench{T: t, Tab: tab}
		b.must(b.Look(width, 844, false))
		b.must(b.Open(host(t, func(name string, data []byte) ([]byte, int) {
			if strings.HasSuffix(name, ".wasm") || strings.HasSuffix(name, ".js") {
				return nil, http.StatusServiceUnavailable
			}
			return data, http.StatusOK
		})))
		if !b.is(fmt.Sprintf(`document.querySelector(".motto").textContent === %q`, store.Motto)) || !b.sees(`document.querySelector(".motto")`) {
			t.Errorf("at %d: without its programs the page does not say what it is", width)
		}
		b.picture(fmt.Sprintf("visit-before-%d", width))
		tab.Close()

		b = newBench(t)
		b.must(b.Look(width, 844, false))
		b.visit()
		b.wait("the steps are there", `document.querySelector('[data-testid="mutant"]').dataset.walk === "ready"`)
		b.drawn()
		b.picture(fmt.Sprintf("visit-%d", width))
		if w := b.eval(`document.querySelector(".bar").scrollWidth`); w != fmt.Sprint(width) {
			t.Errorf("at %d: the bar is %s pixels wide", width, w)
		}
		if b.text("motto") != string(store.Motto) || !b.sees(`document.querySelector('[data-testid="motto"] span')`) {
			t.Errorf("at %d: the page does not say what it is", width)
		}
		row := fmt.Sprintf(`document.querySelector('[data-testid="row"][data-id=%q]')`, hero)
		b.wait("the mutant's row is in view", fmt.Sprintf(`((r, l) => r.top >= l.top && r.bottom <= l.bottom)(%s.getBoundingClientRect(),
			document.getElementById("list").getBoundingClientRect())`, row))
		if !b.is(row + `.getAttribute("aria-selected") === "true"`) {
			t.Errorf("at %d: another mutant is selected", width)
		}
		if width < 881 {
			b.press("tab-detail")
		}
		if got := b.text("conclusion"); !strings.Contains(got, "cup") || !strings.Contains(got, "more") {
			t.Errorf("at %d: the sentence does not name two outputs: %q", width, got)
		}
		b.picture(fmt.Sprintf("visit-%d-detail", width))
		if width < 881 {
			b.press("tab-model")
		}
		b.wait("the text begins at its first line", `(() => { const l = document.querySelector(".cm-line"), s = document.querySelector(".cm-scroller");
			return l.textContent.startsWith("// A tea machine") && s.scrollTop === 0; })()`)
		if !b.sees(`document.querySelector(".cm-line")`) {
			t.Errorf("at %d: the first line is out of sight", width)
		}
		b.picture(fmt.Sprintf("visit-%d-model", width))
	}
}

// The sentence goes with the first own edit or when it is closed, and stays away.
func TestTheMottoGoes(t *testing.T) {
	b := newBench(t)
	b.visit()
	b.must(b.Eval(fmt.Sprintf(`document.querySelector('%s').focus()`, id("editor-model")), nil))
	b.must(b.Type("x"))
	b.wait("it is gone", `!document.querySelector('[data-testid="motto"]')`)
	b.wait("it is remembered", `JSON.parse(localStorage.getItem("mutarium.layout"))?.Met`)
	b.must(b.Reload())
	b.wait("the page is there", `document.body.dataset.phase === "ready"`)
	if b.is(`document.querySelector('[data-testid="motto"]')`) {
		t.Error("after a reload the sentence is back")
	}
	b = newBench(t)
	b.open(site.URL + "/")
	b.press("close-motto")
	b.wait("it is gone", `!document.querySelector('[data-testid="motto"]')`)
}

// The tour is never in the way, ends by Esc, does not come again by itself, and is under Help.
func TestTourCanBeLeft(t *testing.T) {
	b := newBench(t)
	b.visit()
	b.wait("the tour begins", `document.querySelector('[data-testid="tour"]')`)
	b.loadAxe()
	b.axe("tour-1280")
	b.press("help") // it is not modal
	b.press("close-dialog")
	b.key("Escape")
	b.wait("it is over", `!document.querySelector('[data-testid="tour"]')`)
	b.wait("it is remembered", `JSON.parse(localStorage.getItem("mutarium.layout")).Toured`)
	b.must(b.Eval(`(() => { onpagehide = null; sessionStorage.clear(); localStorage.removeItem("mutarium.session"); })()`, nil))
	b.must(b.Eval(`(() => { Storage.prototype.setItem = () => {}; })()`, nil))
	b.must(b.Reload())
	b.ran()
	b.drawn()
	if b.is(`document.querySelector('[data-testid="tour"]')`) || b.is(`document.querySelector(".pane.model h2").textContent !== "tea.efsm"`) {
		t.Error("the tour comes again, or the page does not begin afresh")
	}
	b.example("car-alarm")
	b.press("help")
	b.press("take-tour")
	b.wait("it is back, in its example", `document.querySelector('[data-testid="tour"]') &&
		document.querySelector(".pane.model h2").textContent === "tea.efsm"`)
	b.press("end-tour")
	b.wait("it is over again", `!document.querySelector('[data-testid="tour"]')`)
}

// What the tour asks for can be done where it asks for it, with a mouse and on a phone.
func TestTourToItsEnd(t *testing.T) {
	for _, width := range []int{1280, 390} {
		b := newBench(t)
		b.must(b.Look(width, 844, width == 390))
		b.visit()
		at := func(n int) {
			t.Helper()
			b.wait(fmt.Sprintf("it is at step %d", n), fmt.Sprintf(`document.body.dataset.tour === "%d" &&
				document.querySelector('[data-testid="tour"]').textContent.startsWith("%d of 3")`, n, n))
			b.drawn()
			b.picture(fmt.Sprintf("tour-%d-%d", width, n))
		}
		press := func(selector string) {
			t.Helper()
			b.wait(selector+" can be pressed", fmt.Sprintf(`document.querySelector(%q) && !document.querySelector(%q).disabled`, selector, selector))
			if !b.sees(fmt.Sprintf(`document.querySelector(%q)`, selector)) {
				t.Errorf("at %d: %s is out of sight", width, selector)
			}
			b.must(b.Click(selector))
			b.drawn()
		}
		at(1)
		if says := b.text("tour"); !strings.Contains(says, "paid >= 2") || !strings.Contains(says, "paid > 2") {
			t.Errorf("it says %q", says)
		}
		press(fmt.Sprintf(`[data-testid="row"][data-id=%q]`, hero))
		at(2)
		b.walked()
		for range 3 {
			press(`[data-testid="step-on"]`)
		}
		at(3)
		press(`[data-testid="detail-break"]`)
		b.wait("the copy can be edited", `document.querySelector('[data-testid="editor-impl"]').textContent.length > 50`)
		b.must(b.Eval(fmt.Sprintf(`document.querySelector('%s').focus()`, id("editor-impl")), nil))
		b.must(b.Type("x"))
		b.wait("it is over", `!document.querySelector('[data-testid="tour"]') &&
			document.querySelector('[data-testid="notice"]').textContent.includes("under Help")`)
	}
}

// Each template of each formalism is opened by two presses and runs at once.
func TestNewFromTemplate(t *testing.T) {
	b := newBench(t)
	b.visit()
	b.press("new")
	b.wait("the templates are there", `document.querySelector('[data-testid="template-efsm-empty"]')`)
	b.loadAxe()
	b.axe("new-1280")
	b.press("close-dialog")
	for _, f := range engine.Formalisms() {
		for _, tpl := range f.Templates {
			b.press("new")
			b.press("template-" + f.Name + "-" + tpl.Name)
			b.wait(tpl.Name+" was run", fmt.Sprintf(`document.body.dataset.run === "done" && document.querySelectorAll('[data-testid="row"]').length > 0 &&
				document.querySelector(".pane.model h2").textContent === %q &&
				document.querySelector('[data-testid="model-state"]').textContent === "valid" &&
				JSON.parse(sessionStorage.getItem("mutarium.session")).link.text === %q`, "model"+f.Extensions[0], tpl.Text))
			b.picture("template-" + f.Name + "-" + tpl.Name)
		}
	}
	b.must(b.Look(390, 844, false))
	b.press("examples")
	b.press("new-phone")
	b.picture("new-390")
	b.press("template-tfsm-small")
	b.wait("it is open", `document.querySelector(".pane.model h2").textContent === "model.tfsm" && document.body.dataset.tab === "model"`)
}

// The documentation is as easy to read and to reach as the page.
func TestDocumentation(t *testing.T) {
	b := newBench(t)
	for _, width := range []int{1280, 390} {
		b.must(b.Look(width, 844, width == 390))
		for _, name := range []string{"index", "language-efsm", "language-timed", "efsm", "tfsm"} {
			b.must(b.Open(site.URL + "/docs/" + name + ".html"))
			b.loadAxe()
			b.axe(fmt.Sprintf("docs-%s-%d", name, width))
			if w := b.eval(`document.documentElement.scrollWidth - document.documentElement.clientWidth`); w != "0" {
				t.Errorf("at %d: %s is %s pixels too wide", width, name, w)
			}
		}
	}
}

// Wherever a tool prints the id of a mutant of the list it is a link, which selects the mutant.
func TestEveryIdIsALink(t *testing.T) {
	b := newBench(t)
	b.visit()
	suites := map[string]string{"efsm": "coin coin", "action-system": "up", "tfsm": "(press, 0.5)", "timed": "0 start?  6 beep!  is forbidden"}
	for _, d := range engine.Formalisms() {
		e := d.Examples[0]
		b.example(e.Name)
		f, err := engine.Find(d.Name)
		b.must(err)
		m, _ := engine.Open(f, source.NewFile(e.Name, e.Text))
		all, err := m.Mutants(engine.Selection{Operators: orPaper(d, e), Order: 1})
		b.must(err)
		ids := make([]string, len(all))
		for i := range all {
			ids[i] = all[i].Describe().ID
		}
		list, err := json.Marshal(ids)
		b.must(err)
		linked := 0
		for _, tool := range d.Tools {
			b.press("detail-tools")
			b.choose("tool", tool.Name)
			if tool.Name == "score" {
				b.fill("input-suite", suites[d.Name])
			}
			b.press("run-tool")
			b.wait(tool.Name+" answers", `["done", "failed"].includes(document.querySelector('[data-testid="tool-state"]').dataset.tool)`)
			b.drawn()
			var found struct {
				Links int
				Odd   []string
			}
			b.must(b.Eval(fmt.Sprintf(`(() => { const ids = new Set(%s), box = document.querySelector('[data-testid="sections"]'), odd = [];
				for (const e of box.querySelectorAll("td, dd, p, h3")) for (const n of e.querySelectorAll(":scope > *").length ? e.childNodes : [e]) {
					if (n.nodeType === 1 && n.matches?.('[data-do="select"]')) continue;
					for (const word of n.textContent.split(/[ \n]+/)) if (ids.has(word.replace(/^\(/, "").replace(/[,.;:)]+$/, ""))) odd.push(e.tagName + " " + word);
				}
				return { Links: box.querySelectorAll('button[data-do="select"]').length, Odd: odd }; })()`, list), &found))
			linked += found.Links
			if len(found.Odd) > 0 {
				t.Errorf("%s, %s: no links: %s", d.Name, tool.Name, found.Odd[:min(5, len(found.Odd))])
			}
			if found.Links == 0 {
				continue
			}
			b.picture("links-" + d.Name + "-" + tool.Name)
			id := b.eval(`(() => { const seen = [...document.querySelectorAll('[data-testid="sections"] button[data-do="select"]')]
				.find((e) => e.checkVisibility()); seen.scrollIntoView({ block: "center" }); seen.id = "to-press"; return seen.dataset.arg; })()`)
			b.must(b.Click(`#to-press`))
			b.wait("the mutant is selected", fmt.Sprintf(`document.querySelector('[data-testid="mutant"]').dataset.id === %q &&
				document.querySelector('[data-testid="detail-mutant"]').getAttribute("aria-selected") === "true"`, id))
		}
		if linked == 0 && d.Name != "tfsm" {
			t.Errorf("%s: no tool names a mutant", d.Name)
		}
	}
}

// orPaper gives the operators of an example by name.
func orPaper(d report.Formalism, e report.Example) []string {
	if e.Operators != nil {
		return e.Operators
	}
	var names []string
	for _, op := range d.Operators {
		if op.Paper {
			names = append(names, op.Name)
		}
	}
	return names
}

// A run is copied as a test: the tool that scores suites reads it, and it kills the mutant.
func TestCopyTrace(t *testing.T) {
	b := newBench(t)
	b.visit()
	b.walked()
	b.must(b.Eval(`(() => { Object.defineProperty(navigator, "clipboard", { value: { writeText: async (t) => { window.copied = t; } } }); })()`, nil))
	b.press("copy-trace")
	b.wait("it is copied", `window.copied && document.querySelector('[data-testid="notice"]').textContent.includes("Copied")`)
	suite := b.eval(`window.copied`)
	if strings.Contains(suite, "\n") {
		t.Errorf("more than a line is copied: %q", suite)
	}
	b.press("detail-tools")
	b.choose("tool", "score")
	score := func(suite string) string {
		b.fill("input-suite", suite)
		b.press("run-tool")
		b.wait("the tool answers", `document.querySelector('[data-testid="tool-state"]').dataset.tool === "done"`)
		b.drawn()
		return " " + b.eval(`[...document.querySelectorAll('[data-testid="sections"] tbody td:first-child')].map((e) => e.textContent).join(" ")`) + " "
	}
	if missed := score(suite); strings.Contains(missed, " "+hero+" ") {
		t.Errorf("the run %s misses its mutant", suite)
	}
	if missed := score(`[[["coin"]]]`); !strings.Contains(missed, " "+hero+" ") {
		t.Errorf("a single coin kills %s: only these are missed: %s", hero, missed)
	}
}
