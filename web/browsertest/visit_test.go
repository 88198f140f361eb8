//go:build site

package browsertest

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

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
		b.open(site.URL + "/")
		b.ran()
		b.wait("the steps are there", `document.querySelector('[data-testid="mutant"]').dataset.walk === "ready"`)
		b.drawn()
		b.picture(fmt.Sprintf("visit-%d", width))
		if b.text("motto") != store.Motto || !b.sees(`document.querySelector('[data-testid="motto"] span')`) {
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
	b.open(site.URL + "/")
	b.ran()
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
