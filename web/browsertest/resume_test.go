//go:build site

package browsertest

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/mutarium/mutarium/engine/report"
	"github.com/mutarium/mutarium/engine/wire"
)

// watchRuns counts the verdicts that workers send from now on, and how many of the asked ones they were told.
const watchRuns = `(() => {
	globalThis.sent = 0; globalThis.known = 0;
	const post = Worker.prototype.postMessage;
	Worker.prototype.postMessage = function (m, ...rest) {
		if (m instanceof Uint8Array) {
			const r = JSON.parse(new TextDecoder().decode(m));
			if (r.kind === "run") globalThis.known = Math.max(known, [...atob(r.known ?? "")].filter((c) => c !== "\0").length);
			if (!this.watched) { this.watched = true; this.addEventListener("message", (e) => {
				if (e.data.sheet) sent = Math.max(sent, JSON.parse(new TextDecoder().decode(e.data.reply)).done);
			}); }
		}
		return post.call(this, m, ...rest);
	}; })()`

// file gives the text of a download.
func (b *bench) file(button string) string {
	b.Helper()
	b.must(b.Eval(`(() => { URL.createObjectURL = (blob) => { window.delivered = blob; return "blob:" + location.origin + "/none"; };
		HTMLAnchorElement.prototype.click = () => {}; delete window.delivered; })()`, nil))
	b.press("download")
	b.press(button)
	b.wait("the file is delivered", `window.delivered`)
	return b.eval(`window.delivered.text()`)
}

// A reload in the midst of a run goes on with what is missing, and the report has the bytes of a run that was
// not interrupted; a reload of a run that has ended judges nothing; and another tab has a run of its own.
func TestReloadResumesTheRun(t *testing.T) {
	const all = 8000
	text, err := os.ReadFile("../../engine/tioa/gallery/accel.xta")
	if err != nil {
		t.Fatal(err)
	}
	fragment, err := wire.FormatLink(wire.Link{
		Formalism: "timed", Name: "accel.xta", Text: string(text),
		Settings: report.Settings{Engine: "auto", Operators: []string{"paper"}, Order: 2, Sample: all},
	})
	if err != nil {
		t.Fatal(err)
	}
	number := func(b *bench, expression string) int {
		n, _ := strconv.Atoi(regexp.MustCompile(`\D`).ReplaceAllString(b.eval(expression), ""))
		return n
	}
	const judged = `(document.querySelector(".progress")?.getAttribute("aria-valuenow") ?? "0")`
	b := newBench(t)
	b.open(site.URL + "/#" + fragment)
	b.wait("much is judged", `Number(`+judged+`) > 1500`)
	const kept = `new Promise((resolve) => { const r = indexedDB.open("mutarium"); r.onsuccess = () => {
		const q = r.result.transaction("sheets").objectStore("sheets").count();
		q.onsuccess = () => { r.result.close(); resolve(q.result); }; }; })`
	b.wait("some of it is kept", kept+`.then((n) => n > 1)`)
	again := func(least, most int) {
		t.Helper()
		b.must(b.Reload())
		b.must(b.Eval(watchRuns, nil))
		b.wait("it is run", `document.body.dataset.run === "done"`)
		known, sent := number(b, `known`), number(b, `sent`)
		t.Logf("%d verdicts were kept, %d more judged", known, sent)
		if known < least || known > most || known+sent != all {
			t.Errorf("after a reload %d verdicts are known and %d judged, of %d", known, sent, all)
		}
		if says := b.text("says"); number(b, `document.querySelector('[data-testid="says"]').textContent.split(" ")[0]`) != all {
			t.Errorf("it says %q", says)
		}
	}
	again(500, all-1)
	resumed := b.file("download-report")
	again(all, all)
	if b.file("download-report") != resumed {
		t.Error("after the second reload the report is another one")
	}
	other := newBenchIn(t, b.Tab)
	other.must(other.Open(site.URL + "/#" + fragment))
	other.must(other.Eval(watchRuns, nil))
	other.ran()
	if known := number(other, `known`); known != 0 {
		t.Errorf("a new tab takes %d verdicts of another one", known)
	}
	if whole := other.file("download-report"); whole != resumed {
		t.Errorf("the report of a run that was not interrupted has %d bytes, that of the resumed one %d", len(whole), len(resumed))
	}
	again(all, all)
}

// Without a place to keep verdicts the run goes on, and the page says so once.
func TestRunWithoutAPlaceToKeepIt(t *testing.T) {
	b := newBench(t)
	b.start("")
	b.must(b.Eval(`(() => {
		IDBFactory.prototype.open = IDBDatabase.prototype.transaction = () => { throw new DOMException("no", "QuotaExceededError"); };
		window.said = 0;
		addEventListener("unkept", () => said++);
	})()`, nil))
	b.press("drawer-operators")
	b.press("ops-all")
	b.press("drawer-settings")
	b.choose("setting-order", "2")
	b.must(b.Click(id("setting-sample")))
	b.must(b.Type("9000"))
	b.wait("the run is stale", `document.querySelector('[data-testid="stale"]')`)
	b.press("run")
	b.running()
	b.wait("it is said", `/A reload will start the run again/.test(document.querySelector(".notice").textContent)`)
	b.ran()
	if says := b.text("says"); !strings.HasPrefix(says, "9,000") {
		t.Errorf("it says %q", says)
	}
	if n := b.eval(`said`); n != "1" {
		t.Errorf("it was said %s times", n)
	}
}
