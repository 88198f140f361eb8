//go:build site

package browsertest

import (
	"strconv"
	"strings"
	"testing"
)

// remark types a comment into the first line of the model, character by character.
func (b *bench) remark(text string) {
	b.Helper()
	b.must(b.Eval(`document.querySelector('[data-testid="editor-model"]').focus()`, nil))
	b.key("Control+Home")
	b.must(b.Type(text))
	b.key("Enter")
}

const selectedRow = `(document.querySelector(".mutant.selected")?.dataset.id ?? "")`

// A line more at the top: every verdict is of the new text without a press of Run, and the mutant that
// was selected still is.
func TestVerdictsFollowTyping(t *testing.T) {
	b := newBench(t)
	b.start("")
	b.press("row")
	b.wait("a mutant is selected", selectedRow)
	before := b.eval(selectedRow)
	b.remark("% a remark")
	b.wait("its line is another one", selectedRow+` !== "`+before+`" && `+selectedRow+` !== ""`)
	after := b.eval(selectedRow)
	if was, is := strings.Split(before, "@")[0], strings.Split(after, "@")[0]; was != is {
		t.Errorf("%s is selected after %s", after, before)
	}
	b.wait("nothing is left to run", `document.body.dataset.run === "done" && !document.querySelector('[data-testid="stale"]')`)
	b.picture("live")
	b.press("live")
	b.remark("% another")
	b.wait("switched off, the verdicts are old ones", `document.querySelector('[data-testid="stale"]')`)
	if now := b.eval(selectedRow); now != after {
		t.Errorf("%s is selected after %s", now, after)
	}
	b.wait("they are greyed", `getComputedStyle(document.querySelector(".list .rows")).filter === "grayscale(1)"`)
	b.press("live")
	b.wait("switched on, they follow", `!document.querySelector('[data-testid="stale"]')`)
}

// While a comment is typed no row goes or comes, no notice appears, and the list stays where it was
// scrolled to.
func TestNothingFlickers(t *testing.T) {
	b := newBench(t)
	b.start("")
	b.remark("% the sentence at the top goes")
	b.wait("the page has moved up", `!document.querySelector('[data-testid="motto"]') && !document.querySelector("#list.old")`)
	b.must(b.Eval(`document.getElementById("list").scrollTop = 520`, nil))
	b.wait("the list is scrolled", `!document.querySelector('.mutant[aria-posinset="1"]')`)
	b.drawn()
	b.must(b.Eval(`(() => {
		window.flickers = [];
		const note = (what) => window.flickers.push(what);
		new MutationObserver((all) => {
			for (const m of all) for (const n of [...m.removedNodes, ...m.addedNodes])
				if (n.nodeType === 1 && (n.matches(".mutant") || n.querySelector(".mutant"))) note((m.removedNodes.length ? "removed: " : "added: ") + n.outerHTML.slice(0, 200));
			if (document.querySelector('[data-testid="stale"]')) note("a notice");
			if (document.body.dataset.run !== "done") note("run " + document.body.dataset.run);
		}).observe(document.body, { childList: true, subtree: true, attributes: true });
	})()`, nil))
	before := b.eval(listed)
	b.remark("% a remark")
	b.wait("the verdicts are of the new text", listed+` !== `+strconv.Quote(before)+` && !document.querySelector("#list.old")`)
	b.drawn()
	if got := b.eval(`window.flickers.join(", ")`); got != "" {
		t.Errorf("while a comment is typed there flickers: %s", got)
	}
	if got := b.eval(`document.getElementById("list").scrollTop`); got != "520" {
		t.Errorf("the list is scrolled to %s, it was 520", got)
	}
}

// With another set of operators the page says what is new; each is a way to the mutant.
func TestCompareRuns(t *testing.T) {
	b := newBench(t)
	b.start("")
	b.press("drawer-operators")
	b.press("ops-all")
	b.press("run")
	b.wait("it says what changed", `/^Since the run before: 0 other verdicts, [1-9][0-9]* new, 0 gone$/.test(
		document.querySelector('[data-testid="changed"]').textContent)`)
	b.press("compare-runs")
	b.wait("the comparison is open", `document.querySelector('[data-testid="compare"]')`)
	b.picture("compare")
	first := b.eval(`document.querySelector('[data-testid="compare"] button').textContent`)
	b.must(b.Click(`[data-testid="compare"] button`))
	b.wait("the mutant is selected", selectedRow+` === "`+first+`"`)
}
