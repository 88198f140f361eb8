//go:build site

package browsertest

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// axe checks what stands on the page by the rules of axe-core, and its colours in all themes; the
// picture is for people.
func (b *bench) axe(name string) {
	b.Helper()
	b.picture(name)
	var found []string
	b.must(b.Eval(`(async () => {
		const root = document.documentElement, sheet = document.getElementById("contrast");
		const theme = root.dataset.theme, media = sheet.media, found = new Set();
		for (const colours of ["light", "dark", "contrast"]) {
			root.dataset.theme = colours;
			sheet.media = colours === "contrast" ? "all" : "not all";
			const only = colours === "light" ? {} : { runOnly: ["color-contrast"] };
			const { violations } = await axe.run(document, { resultTypes: ["violations"], ...only });
			for (const v of violations) {
				found.add(colours + ": " + v.id + ": " + v.help + " — " +
					v.nodes.slice(0, 4).map((n) => n.target.join(" ")).join("; "));
			}
		}
		root.dataset.theme = theme;
		sheet.media = media;
		return [...found];
	})()`, &found))
	for _, f := range found {
		b.Errorf("%s: %s", name, f)
	}
}

func (b *bench) loadAxe() {
	b.Helper()
	src, err := os.ReadFile("../bundle/node_modules/axe-core/axe.min.js")
	if err != nil {
		b.Fatalf("axe-core is missing: run “make build” (%v)", err)
	}
	b.must(b.Eval("(() => { "+string(src)+"; window.axe = window.axe || module.exports; })()", nil))
}

func TestAccessibility(t *testing.T) {
	for _, language := range []string{"en", "de"} {
		t.Run(language, func(t *testing.T) {
			b := newBench(t)
			b.must(b.Speak(language))
			b.start("")
			b.walked()
			b.loadAxe()
			b.axe("axe-first-" + language)
			b.must(b.Look(1280, 800, true))
			for _, d := range []string{"examples", "new", "help", "history", "share", "download", "display"} {
				b.press(d)
				b.wait(d+" is open", `document.getElementById("dialog").open`)
				b.axe("axe-" + d + "-" + language)
				b.press("close-dialog")
				b.wait(d+" is closed", `!document.getElementById("dialog").open`)
			}
			b.must(b.Look(1280, 800, false))
			b.press("drawer-settings")
			b.press("detail-break")
			b.wait("the copy is there", `document.querySelector('[data-testid="answer"]').dataset.state === "same"`)
			b.axe("axe-settings-and-break-" + language)
			b.press("drawer-operators")
			b.press("detail-tools")
			b.axe("axe-operators-and-tools-" + language)
			b.press("detail-mutant")
			b.press("drawer-problems")
			b.press("chip-equivalent")
			b.axe("axe-problems-" + language)
			b.must(b.Look(390, 844, true))
			for _, tab := range []string{"model", "mutants", "detail"} {
				b.press("tab-" + tab)
				b.axe("axe-390-dark-" + tab + "-" + language)
			}
		})
	}
}

// On a phone nothing is wider than the window, and the main path can be walked by touch.
func TestNarrow(t *testing.T) {
	b := newBench(t)
	b.must(b.Look(390, 844, false))
	b.start("")
	fits := func(where string) {
		t.Helper()
		if w := b.eval(`document.documentElement.scrollWidth`); w != "390" {
			t.Errorf("%s is %s pixels wide", where, w)
		}
		b.picture("390-" + where)
	}
	fits("mutants")
	b.press("tab-model")
	b.wait("the editor is seen", `document.querySelector(".cm-content").getBoundingClientRect().height > 100`)
	fits("model")
	b.press("tab-mutants")
	b.press("chip-killed")
	b.must(b.Click(id("row")))
	b.press("tab-detail")
	b.walked()
	b.press("step-on")
	fits("detail")
	b.press("examples")
	fits("examples")
}

// Who goes through the page by Tab passes the editor and changes nothing in it; who has typed there
// indents, and leaves by Escape.
func TestTabPassesTheEditor(t *testing.T) {
	b := newBench(t)
	b.visit()
	line := func() string { return b.eval(`document.querySelector(".cm-activeLine").textContent`) }
	in := func() bool { return b.is(`document.activeElement.dataset.testid === "editor-model"`) }
	b.must(b.Eval(`document.querySelector('[data-testid="history"]').focus()`, nil))
	b.key("Tab")
	if !in() {
		t.Fatal("Tab does not come to the editor")
	}
	b.key("Tab")
	if in() {
		t.Error("Tab does not leave the editor")
	}
	b.key("Shift+Tab")
	if !in() {
		t.Fatal("Shift and Tab do not come back")
	}
	b.key("Home")
	text := line()
	b.key("Tab")
	if got := line(); !in() || got != "  "+text {
		t.Errorf("Tab does not indent where text is written: %.40q", got)
	}
	b.key("Shift+Tab", "Escape", "Tab")
	if in() {
		t.Error("Escape and Tab do not leave the editor")
	}
	if got := line(); got != text {
		t.Errorf("the line is %.40q", got)
	}
	b.wait("nothing is taken for a change", `!document.querySelector('[data-testid="stale"]')`)
}

// The detail can have the whole window: tables and graphs of the tools need it.
func TestWiden(t *testing.T) {
	b := newBench(t)
	b.visit()
	width := func() string {
		return b.eval(`Math.round(document.querySelector(".pane.detail").getBoundingClientRect().width)`)
	}
	narrow := width()
	b.press("widen")
	b.wait("it is wide", `document.querySelector(".pane.detail").getBoundingClientRect().width > 1200`)
	b.loadAxe()
	b.axe("axe-wide")
	b.press("widen")
	b.wait("the others are back", `document.querySelector(".pane.model").getBoundingClientRect().width > 300`)
	if w := width(); w != narrow {
		t.Errorf("the pane was %s pixels wide and is %s", narrow, w)
	}
}

// Colours follow the system until the switch says otherwise, and the switch is remembered.
func TestThemes(t *testing.T) {
	b := newBench(t)
	b.visit()
	ground := func() string { return b.eval(`getComputedStyle(document.body).backgroundColor`) }
	light := ground()
	b.must(b.Look(1280, 800, true))
	dark := ground()
	if light == dark {
		t.Errorf("dark and light are both %s", light)
	}
	b.press("display")
	b.press("theme-light")
	b.wait("it is light", `document.documentElement.dataset.theme === "light"`)
	if got := ground(); got != light {
		t.Errorf("switched to light it is %s, want %s", got, light)
	}
	b.must(b.Reload())
	b.ran()
	if got := ground(); got != light {
		t.Errorf("after a reload it is %s, want %s", got, light)
	}
}

// The privacy sentence, the version and the notices stand in the help, which ? opens.
func TestHelp(t *testing.T) {
	b := newBench(t)
	b.visit()
	b.key("?")
	b.wait("the help is open", `document.getElementById("dialog").open`)
	if p := b.text("privacy"); !strings.Contains(p, "never leave your browser") {
		t.Errorf("the privacy sentence is %q", p)
	}
	if !b.is(`document.querySelector("dialog").textContent.includes("engine " + "0.")`) {
		t.Error("no version is told")
	}
	if odd := b.eval(`(async () => { const links = [...document.querySelectorAll('[data-testid="docs"] a, [data-testid="language"]')], odd = [];
		for (const a of links) if (!(await (await fetch(a.href)).text()).includes('class="docs"')) odd.push(a.href);
		return links.length < 6 ? "only " + links.length : odd.join(" "); })()`); odd != "" {
		t.Errorf("links to the documentation that lead nowhere: %s", odd)
	}
	b.key("Escape")
	b.wait("the help is closed", `!document.getElementById("dialog").open`)
}

// Panes are resized by the keyboard, and the size is remembered.
func TestResize(t *testing.T) {
	b := newBench(t)
	b.visit()
	width := func() string {
		return b.eval(`Math.round(document.querySelector(".pane.model").getBoundingClientRect().width)`)
	}
	before := width()
	b.must(b.Eval(`document.querySelector('[data-split="left"]').focus()`, nil))
	b.key("ArrowRight", "ArrowRight", "ArrowRight")
	b.wait("the border moved", `document.querySelector('[data-split="left"]').getAttribute("aria-valuenow") === "38"`)
	after := width()
	if after == before {
		t.Errorf("the pane is still %s wide", before)
	}
	b.wait("it is saved", `JSON.parse(localStorage.getItem("mutarium.layout")).Left === 38`)
	b.must(b.Reload())
	b.ran()
	if got := width(); got != after {
		t.Errorf("after a reload the pane is %s wide, want %s", got, after)
	}
}

// Where one pane is seen at a time, a tap on a mutant opens it, and Back, the page's or the browser's,
// leads to the list as it was left. The theme can be set there, too.
func TestPhoneMainJob(t *testing.T) {
	for _, width := range []int{390, 768} {
		b := newBench(t)
		b.must(b.Look(width, 844, false))
		b.start("")
		b.press("chip-killed")
		b.must(b.Eval(`document.getElementById("list").scrollTop = 520`, nil))
		b.wait("the list has moved", `document.querySelector('[data-testid="row"][aria-posinset="13"]')`)
		for _, back := range []func(){func() { b.press("back") }, func() { b.must(b.Eval(`history.back()`, nil)) }} {
			b.must(b.Click(`[data-testid="row"][aria-posinset="13"]`))
			b.walked()
			b.wait("the detail is seen", `document.querySelector(".pane.detail").getBoundingClientRect().height > 300`)
			b.wait("its steps are there", `document.querySelector('[data-testid="stepper"]').getBoundingClientRect().height > 0`)
			b.picture(fmt.Sprintf("phone-%d", width))
			back()
			b.wait("the list is seen", `document.getElementById("list").getBoundingClientRect().height > 100`)
			if got := b.eval(`document.getElementById("list").scrollTop`); got != "520" {
				t.Errorf("at %d: the list is scrolled to %s", width, got)
			}
		}
		if width == 390 {
			b.press("help")
			b.press("display-phone")
			b.press("theme-contrast")
			b.wait("the theme is another one", `document.documentElement.dataset.theme === "contrast"`)
		}
	}
}
