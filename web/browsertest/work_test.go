//go:build site

package browsertest

import (
	"fmt"
	"strings"
	"testing"
)

// Undo never leads into a text that was replaced, in either editor; what formatting did can be undone.
func TestUndoStopsAtTheLoadedText(t *testing.T) {
	b := newBench(t)
	b.start("")
	held := map[string]string{"model": "text", "impl": "impl"} // where the session has the text
	text := func(editor string) string {
		return b.eval(`JSON.parse(sessionStorage.getItem("mutarium.session")).link.` + held[editor])
	}
	becomes := func(what, editor, want string) {
		t.Helper()
		b.wait(what, fmt.Sprintf(`JSON.parse(sessionStorage.getItem("mutarium.session")).link.%s === %q`, held[editor], want))
	}
	focus := func(editor string) {
		b.must(b.Eval(fmt.Sprintf(`document.querySelector('%s').focus()`, id("editor-"+editor)), nil))
	}
	undone := func(editor string) {
		t.Helper()
		want := text(editor)
		focus(editor)
		b.must(b.Type("x"))
		b.wait("it is typed", fmt.Sprintf(`JSON.parse(sessionStorage.getItem("mutarium.session")).link.%s !== %q`, held[editor], want))
		b.key("Control+z", "Control+z", "Control+z")
		becomes("only what was typed is undone", editor, want)
	}
	b.saved("Car alarm")
	undone("model")
	b.press("examples")
	b.press("example-lift")
	b.ran()
	b.saved("lift")
	undone("model")
	b.press("detail-break")
	b.wait("the copy can be edited", `document.querySelector('[data-testid="editor-impl"]').textContent.length > 50`)
	focus("impl")
	b.must(b.Type("x"))
	b.wait("it is typed", `JSON.parse(sessionStorage.getItem("mutarium.session")).link.impl?.includes("lift")`)
	b.key("Control+z", "Control+z", "Control+z")
	b.wait("only what was typed is undone", `(() => { const l = JSON.parse(sessionStorage.getItem("mutarium.session")).link;
		return !l.impl || l.impl === l.text; })()`)
	if b.is(`document.querySelector('[data-testid="editor-impl"]').textContent.length < 50`) {
		t.Error("undo blanks the copy")
	}

	before := strings.ReplaceAll(toggle, "  ", " ")
	b.write("model", before)
	becomes("it is written", "model", before)
	b.press("format")
	b.wait("it is laid out", fmt.Sprintf(`JSON.parse(sessionStorage.getItem("mutarium.session")).link.text !== %q`, before))
	focus("model")
	b.key("Control+z")
	becomes("formatting is undone", "model", before)
}

// A link leaves the address bar with the first change of what it stands for.
func TestOldLinkLeavesTheAddressBar(t *testing.T) {
	b := newBench(t)
	b.start("")
	b.press("share")
	b.wait("the link is in the address bar", `location.hash.length > 20`)
	b.key("Escape")
	b.press("examples")
	b.press("example-lift")
	b.wait("the link is gone", `location.hash === "" && !location.href.endsWith("#")`)
	b.ran()
	b.must(b.Reload())
	b.ran()
	if b.is(`location.hash !== ""`) || !b.is(`document.querySelector(".pane.model h2").textContent === "lift.as"`) {
		t.Errorf("after a reload the page shows %s at %s", b.eval(`document.querySelector(".pane.model h2").textContent`), b.eval(`location.hash`))
	}
}

// A browser that keeps nothing more says so until it does again, and the model can be taken away.
func TestStorageFullIsSaid(t *testing.T) {
	b := newBench(t)
	b.start("")
	b.must(b.Eval(`(() => { window.fill = Storage.prototype.setItem;
		Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }; })()`, nil))
	b.write("model", toggle)
	b.wait("it is said", `document.querySelector('[data-testid="unsaved"]')`)
	b.picture("storage-full")
	b.must(b.Eval(`(() => { Storage.prototype.setItem = window.fill; })()`, nil))
	b.write("model", toggle+"\n")
	b.wait("it is over", `!document.querySelector('[data-testid="unsaved"]')`)
}

// A file that is no text is refused by name, and changes nothing; an old encoding is read.
func TestDroppingAnImageChangesNothing(t *testing.T) {
	b := newBench(t)
	b.start("")
	was, says := b.text("editor-model"), b.text("says")
	drop := func(name, bytes string) {
		b.must(b.Eval(fmt.Sprintf(`(() => { const d = new DataTransfer();
			d.items.add(new File([Uint8Array.from(%s)], %q));
			document.dispatchEvent(new DragEvent("drop", { dataTransfer: d, bubbles: true, cancelable: true })); })()`, bytes, name), nil))
	}
	drop("cat.png", `[0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]`)
	b.wait("it is refused", `document.querySelector('[data-testid="notice"]').textContent.includes("cat.png is not a text file")`)
	if b.text("editor-model") != was || b.text("says") != says {
		t.Error("the text or the verdicts are others")
	}
	drop("old.as", `[0x25, 0x20, 0xfc, 0x62, 0x65, 0x72, 10]`)
	b.wait("an old file is read", `document.querySelector('[data-testid="editor-model"]').textContent.includes("% über")`)
}

// What a screen reader calls a box is the operator's title, and its summary is the description.
func TestBoxesAreCalledByTheirTitles(t *testing.T) {
	b := newBench(t)
	b.visit()
	if odd := b.eval(`JSON.stringify([...document.querySelectorAll("li.operator")].filter((li) => {
		const box = li.querySelector("input"), title = li.querySelector(".title").firstChild.textContent;
		return box.getAttribute("aria-label") !== title ||
			document.getElementById(box.getAttribute("aria-describedby"))?.textContent !== li.querySelector(".summary").textContent;
	}).map((li) => li.textContent))`); odd != "[]" {
		t.Errorf("these are called otherwise: %s", odd)
	}
}

// Characters that would turn a row around are written out wherever a model's words are shown.
func TestHiddenCharactersAreShown(t *testing.T) {
	b := newBench(t)
	b.start("")
	turned := strings.ReplaceAll(toggle, "press", "pr\u202eess")
	b.must(b.Eval(fmt.Sprintf(`(() => { const d = new DataTransfer(); d.items.add(new File([%q], "m\u202esa.as"));
		document.dispatchEvent(new DragEvent("drop", { dataTransfer: d, bubbles: true, cancelable: true })); })()`, turned), nil))
	b.wait("the name is shown", `document.querySelector(".pane.model h2").textContent === "m\\u202esa.as"`)
	b.press("run")
	b.ran()
	b.wait("a run is shown", `document.querySelector('[data-testid="stepper"]')?.textContent.includes("pr\\u202eess")`)
	if found := b.eval(`[...document.querySelectorAll("body *")].filter((e) => !e.closest(".cm-editor") && (
		[...e.childNodes].some((n) => n.nodeType === 3 && n.data.includes("\u202e")) ||
		[...e.attributes].some((a) => ["title", "aria-label"].includes(a.name) && a.value.includes("\u202e"))))
		.map((e) => e.outerHTML.slice(0, 200)).join("\n") || ""`); found != "" {
		t.Errorf("these hold the character itself:\n%s", found)
	}
	if title := b.eval(`document.title`); !strings.HasPrefix(title, `m\u202esa.as`) {
		t.Errorf("the title is %q", title)
	}
}
