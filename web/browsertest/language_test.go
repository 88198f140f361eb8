//go:build site

package browsertest

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
)

// The page speaks the language that its user wants, from its first sentence on, and another one when it is told
// to, which it remembers. What leaves it is the same in both.
func TestGerman(t *testing.T) {
	b := newBench(t)
	b.must(b.Speak("fr-FR, de-AT, en"))
	b.open(site.URL + "/")
	b.ran()
	b.walked()
	if got := b.eval(`document.documentElement.lang`); got != "de" {
		t.Errorf("the page's language is %q", got)
	}
	if got := b.text("says"); got != "50 Mutanten: 48 getötet, 2 nicht tötbar, davon 23 Duplikate" {
		t.Errorf("the run says %q", got)
	}
	if got := b.text("sentence"); got != "Getötet in Schritt 3." {
		t.Errorf("the verdict is %q", got)
	}
	if left := b.eval(`[...document.querySelectorAll('[data-testid="mutant"] [lang=en]:not(details *)')].map((e) => e.textContent).join()`); left != "" {
		t.Errorf("of a mutant this is left in English: %s", left)
	}
	b.picture("german-first")
	b.loadAxe()
	b.axe("german-tour")
	b.nothingIsEnglish("at first")
	for _, d := range []string{"examples", "new", "help", "history", "download", "display"} {
		b.press(d)
		b.wait(d+" is open", `document.getElementById("dialog").open`)
		b.picture("german-" + d)
		b.nothingIsEnglish(d)
		b.press("close-dialog")
		b.wait(d+" is closed", `!document.getElementById("dialog").open`)
	}
	for _, tab := range []string{"drawer-operators", "drawer-settings", "drawer-problems", "detail-break", "detail-tools"} {
		b.press(tab)
		b.picture("german-" + tab)
		b.nothingIsEnglish(tab)
	}
	b.press("detail-mutant")
	link := func() string {
		b.press("share")
		b.wait("the link is there", `document.querySelector('[data-testid="link"]')?.value`)
		l := b.eval(`document.querySelector('[data-testid="link"]').value`)
		b.press("close-dialog")
		return l
	}
	german := link()
	b.press("display")
	b.press("speak-en")
	b.wait("it is English", `document.documentElement.lang === "en"`)
	b.press("close-dialog")
	if got := b.text("says"); got != "50 mutants: 48 killed, 2 unkillable, 23 of them duplicates" {
		t.Errorf("in English the run says %q", got)
	}
	if english := link(); english != german {
		t.Errorf("the link is %q, in German %q", english, german)
	}
	b.wait("it is remembered", `JSON.parse(localStorage.getItem("mutarium.layout")).Language === "en"`)
	b.must(b.Reload())
	b.ran()
	if got := b.text("says"); !strings.HasPrefix(got, "50 mutants") {
		t.Errorf("after a reload the run says %q", got)
	}
	b.press("display")
	b.press("speak-de")
	b.wait("it is German again", `document.querySelector('[data-testid="says"]').textContent.startsWith("50 Mutanten")`)
}

// A presentation and what tools answer, the matrix of tests and mutants among it, are as good in German as the rest.
func TestGermanToolsAndPresentation(t *testing.T) {
	b := newBench(t)
	b.must(b.Speak("de"))
	b.visit()
	b.key("Escape") // the tour
	b.walked()
	b.loadAxe()
	for _, what := range []string{"steps", "list", "text"} {
		if what == "steps" {
			b.key("p")
		} else {
			b.must(b.Tap(id("present-" + what)))
		}
		b.wait(what+" is shown", `document.body.dataset.present === "`+what+`"`)
		b.drawn()
		b.axe("german-present-" + what)
		b.nothingIsEnglish("presentation, " + what)
	}
	b.key("Escape")
	b.wait("it is over", `!document.body.dataset.present`)
	tools := map[string][]string{"efsm": {"suite", "score", "subsumption"}, "timed": {"suite", "score"}}
	for formalism, names := range tools {
		b.choose("formalism", formalism)
		b.wait("it is chosen", fmt.Sprintf(`document.body.dataset.run === "done" &&
			document.querySelector('[data-testid="formalism"]').value === %q`, formalism))
		b.example(tried[formalism])
		for _, tool := range names {
			b.tool(formalism, tool)
			if tool == "suite" {
				b.wait("the matrix is painted", `document.querySelector("canvas[data-matrix]")?.dataset.painted`)
				b.must(b.Eval(`document.querySelector("[data-cells]").focus()`, nil))
				b.key("ArrowRight")
				b.wait("the cell is told", `document.querySelector('[data-testid="matrix-open"]')`)
			}
			b.axe("german-tool-" + tool + "-" + formalism)
		}
		b.press("detail-mutant")
		b.walked()
	}
}

// nothingIsEnglish looks for texts that the catalogue has in German, and for sentences that are left in English
// and not marked as such.
func (b *bench) nothingIsEnglish(where string) {
	b.Helper()
	file, err := os.ReadFile("../../static/words/de.txt")
	if err != nil {
		b.Fatal(err)
	}
	lines := strings.Split(string(file), "\n")
	translated := map[string]bool{}
	for i, l := range lines[1:] {
		if said, ok := strings.CutPrefix(l, "\t"); ok && said != lines[i] {
			translated[lines[i]] = true
		}
	}
	var shown []string
	b.must(b.Eval(`(() => {
		const all = [], skip = "[lang=en], .cm-editor, code, .id, del, ins, svg, .step, tbody td";
		const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
		for (let n = walk.nextNode(); n; n = walk.nextNode()) {
			const e = n.nodeType === 3 ? n.parentElement : n;
			if (e.closest(skip)) continue;
			if (n.nodeType === 3) all.push(n.textContent.trim());
			else for (const a of ["aria-label", "title", "placeholder"]) if (n.hasAttribute(a)) all.push(n.getAttribute(a));
		}
		return all;
	})()`, &shown))
	if len(shown) < 50 {
		b.Errorf("%s: only %d texts were seen", where, len(shown))
	}
	for _, s := range shown {
		if translated[s] || strings.Contains(s, " the ") {
			quoted, _ := json.Marshal(s)
			b.Errorf("%s: English is left: %s", where, quoted)
		}
	}
}
