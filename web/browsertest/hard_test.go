//go:build site

package browsertest

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/mutarium/mutarium/engine"
	"github.com/mutarium/mutarium/engine/wire"
)

// pairs opens the car alarm with two changes at a time: tens of thousands of mutants.
func (b *bench) pairs(sample string) {
	b.Helper()
	b.start("")
	b.press("drawer-operators")
	b.press("ops-all")
	b.press("drawer-settings")
	b.wait("the settings are there", `document.querySelector('[data-testid="setting-order"]')`)
	b.choose("setting-order", "2")
	b.must(b.Click(id("setting-sample")))
	b.must(b.Type(sample))
	b.wait("the run is stale", `document.querySelector('[data-testid="stale"]')`)
	b.press("run")
}

// running waits until some verdicts have come in and the run goes on.
func (b *bench) running() {
	b.Helper()
	b.wait("verdicts stream in", `document.body.dataset.run === "running" && Number(document.querySelector(".progress").getAttribute("aria-valuenow")) > 20`)
}

func TestStopKeepsWhatIsThere(t *testing.T) {
	b := newBench(t)
	b.pairs("30000")
	b.running()
	b.picture("running")
	b.press("stop")
	b.wait("it stopped", `document.body.dataset.run === "stopped"`)
	b.wait("the verdicts are kept", `document.querySelectorAll('[data-testid="row"]').length > 10`)
	if says := b.text("says"); !strings.HasPrefix(says, "Stopped after ") {
		t.Errorf("it says %q", says)
	}
	b.press("rerun")
	b.wait("the engine goes on", `document.body.dataset.run !== "running"`)
}

// A formalism whose program is loaded later is stopped as the first one's are: no worker dies of it.
func TestStopALaterProgram(t *testing.T) {
	b := newBench(t)
	b.visit()
	b.press("examples")
	b.press("example-accel")
	b.wait("it was run", `document.body.dataset.run === "done" && document.querySelector('[data-testid="says"]').textContent.startsWith("451 ")`)
	b.press("drawer-settings")
	b.choose("setting-order", "2")
	b.wait("the run is stale", `document.querySelector('[data-testid="stale"]')`)
	b.press("run")
	b.running()
	b.press("stop")
	b.wait("it ended", `document.body.dataset.run !== "running"`)
	if got := b.eval(`document.body.dataset.run`); got != `"stopped"` && got != "stopped" {
		t.Errorf("the run is %s: %s", got, b.text("says"))
	}
	b.wait("a worker goes on", `document.querySelector('[data-testid="row"]')`)
	b.choose("setting-order", "1")
	b.press("run")
	b.wait("it was run again", `document.body.dataset.run === "done" && document.querySelector('[data-testid="says"]').textContent.startsWith("451 ")`)
}

// A worker that dies in mid-run is noticed; the page goes on and keeps the verdicts.
func TestWorkerKilledInMidRun(t *testing.T) {
	b := newBench(t)
	b.must(b.Eval(`0`, nil))
	b.open(site.URL + "/")
	b.must(b.Eval(`(() => { const post = Worker.prototype.postMessage; window.busy = new Set();
		Worker.prototype.postMessage = function (m, ...rest) {
			if (m instanceof Uint8Array && new TextDecoder().decode(m).includes('"kind":"run"')) window.busy.add(this);
			return post.call(this, m, ...rest); }; })()`, nil))
	b.ran()
	b.example("car-alarm")
	b.press("drawer-operators")
	b.press("ops-all")
	b.press("drawer-settings")
	b.wait("the settings are there", `document.querySelector('[data-testid="setting-order"]')`)
	b.choose("setting-order", "2")
	b.must(b.Click(id("setting-sample")))
	b.must(b.Type("30000"))
	b.wait("the run is stale", `document.querySelector('[data-testid="stale"]')`)
	b.must(b.Eval(`window.busy.clear()`, nil))
	b.press("run")
	b.running()
	b.must(b.Eval(`[...window.busy].forEach((w) => w.terminate())`, nil))
	b.wait("the death is noticed", `document.body.dataset.run === "broken"`)
	b.wait("it says so", `document.querySelector('[data-testid="broken"]')`)
	if b.eval(`document.querySelectorAll('[data-testid="row"]').length`) == "0" {
		t.Error("the verdicts are gone")
	}
	b.picture("worker-died")
	b.choose("setting-order", "1")
	b.press("run")
	b.ran()
}

// Five thousand mutants: few rows are in the page, and it scrolls to the last one.
func TestFiveThousandMutants(t *testing.T) {
	b := newBench(t)
	b.pairs("5000")
	b.ran()
	if says := b.text("says"); !strings.HasPrefix(says, "5,000 mutants") {
		t.Fatalf("it says %q", says)
	}
	b.must(b.Eval(`document.getElementById("list").scrollTop = 1e9`, nil))
	b.wait("the last row is drawn", `document.querySelector('[data-testid="row"][aria-posinset="5000"]')`)
	if n := b.eval(`document.querySelectorAll('[data-testid="row"]').length`); len(n) > 2 {
		t.Errorf("%s rows are in the page", n)
	}
	b.must(b.Eval(`document.getElementById("list").scrollTop = 52 * 2500`, nil))
	b.wait("the middle is drawn", `document.querySelector('[data-testid="row"][aria-posinset="2501"]')`)
	t.Logf("a scroll is drawn in %s ms", b.eval(`(async () => { const l = document.getElementById("list"), t = performance.now();
		for (let i = 0; i < 20; i++) { l.scrollTop += 300; await new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r))); }
		return Math.round((performance.now() - t) / 20); })()`))
	b.must(b.Click(id("filter")))
	b.must(b.Type("no such thing"))
	b.wait("nothing passes", `document.querySelector('[data-testid="list-empty"]')`)
}

// Links that cannot be opened say why, each in its own words, and leave the work alone.
func TestBadLinks(t *testing.T) {
	whole, err := wire.FormatLink(wire.Link{Text: toggle, Formalism: "action-system"})
	if err != nil {
		t.Fatal(err)
	}
	b := newBench(t)
	b.start("")
	b.write("model", toggle)
	b.saved("release")
	for _, c := range []struct{ name, hash, want string }{
		{"truncated", whole[:len(whole)-20], "cut off"},
		{"foreign", "pako:eNpVjk1qwzAQ", "not a Mutarium link"},
		{"later", "m9:" + whole[3:], "later version"},
	} {
		b.must(b.Eval(fmt.Sprintf(`location.hash = %q`, c.hash), nil))
		b.wait(c.name+" is told", fmt.Sprintf(`document.querySelector('[data-testid="notice"]').textContent.includes(%q)`, c.want))
		if b.model() != toggle {
			t.Errorf("%s: the work is gone", c.name)
		}
	}
	// A good link pasted into the open page replaces the text, and the history has the old one.
	b.must(b.Eval(fmt.Sprintf(`location.hash = %q`, strings.Replace(whole, "#", "", 1)), nil))
	other, _ := wire.FormatLink(wire.Link{Text: "% other\n" + toggle, Formalism: "action-system"})
	b.must(b.Eval(fmt.Sprintf(`location.hash = %q`, other), nil))
	b.wait("the link is open", `JSON.parse(sessionStorage.getItem("mutarium.session")).link.text.startsWith("% other")`)
	b.press("history")
	b.press("past")
	b.saved("release")
	b.wait("the old text is back", `JSON.parse(sessionStorage.getItem("mutarium.session")).link.text.startsWith("type(bool")`)
}

// Any text leaves the page alive and says what is wrong with it.
func TestBadTexts(t *testing.T) {
	b := newBench(t)
	b.start("")
	open := func(name, expression string) {
		b.must(b.Eval(fmt.Sprintf(`(() => { const d = new DataTransfer(); d.items.add(new File([%s], %q));
			document.dispatchEvent(new DragEvent("drop", { dataTransfer: d, bubbles: true, cancelable: true })); })()`, expression, name), nil))
		b.wait(name+" is open", fmt.Sprintf(`document.querySelector(".pane.model h2").textContent === %q`, name))
		b.wait(name+" has errors", `document.querySelector('[data-testid="model-state"]').textContent.includes("error")`)
	}
	open("blank.as", `"   \n"`)
	open("control.as", `new Uint8Array([116, 121, 112, 101, 27, 1, 2])`)
	open("unclosed.as", `"as :- actions ('press::(true) => skip), dood('press)."`)
	open("large.as", `"x".repeat(1100000)`)
	open("wide.as", `"type(t, X) :- X in 0..99999999999999999999999."`)
	b.press("drawer-problems")
	b.wait("it says why", `document.querySelector('[data-testid="problems"] li')`)
	open("foreign.as", `"int main() { return 0; }"`)
}

// hash is what the build puts into the names of files.
var hash = regexp.MustCompile(`\.[0-9a-f]{16}\.`)

// host serves the page below a path, with a wrong type for everything and without any header; change knows the
// files by the names that they have in the sources.
func host(t *testing.T, change func(name string, data []byte) ([]byte, int)) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, ok := strings.CutPrefix(r.URL.Path, "/some/where/")
		if name == "" {
			name = "index.html"
		}
		data, err := os.ReadFile(filepath.Join(dist, filepath.Clean("/"+name)))
		if !ok || err != nil {
			http.NotFound(w, r)
			return
		}
		code := http.StatusOK
		if change != nil {
			data, code = change(hash.ReplaceAllString(name, "."), data)
		}
		kind := map[string]string{".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}[filepath.Ext(name)]
		if kind == "" {
			kind = "text/plain"
		}
		w.Header().Set("Content-Type", kind)
		w.WriteHeader(code)
		_, _ = w.Write(data)
	}))
	t.Cleanup(s.Close)
	return strings.Replace(s.URL, "127.0.0.1", "localhost", 1) + "/some/where/"
}

func TestSubPathAndWrongType(t *testing.T) {
	b := newBench(t)
	b.open(host(t, nil))
	b.ran()
	if says := b.text("says"); !strings.HasPrefix(says, "50 mutants") {
		t.Errorf("it says %q", says)
	}
}

// Each way in which the engine cannot be had is told apart, and the text can still be edited.
func TestTheEngineCannotBeHad(t *testing.T) {
	for _, c := range []struct {
		name, want string
		change     func(name string, data []byte) ([]byte, int)
	}{
		{"gone", "404", func(name string, data []byte) ([]byte, int) {
			if name == "engine.wasm" {
				return []byte("no"), http.StatusNotFound
			}
			return data, http.StatusOK
		}},
		{"damaged", "damaged", func(name string, data []byte) ([]byte, int) {
			if name == "engine.wasm" {
				return []byte("<!doctype html><p>not a program"), http.StatusOK
			}
			return data, http.StatusOK
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tab, err := browser.Tab(nil) // it may complain: a file is missing
			if err != nil {
				t.Fatal(err)
			}
			defer tab.Close()
			b := &bench{T: t, Tab: tab}
			b.must(b.Open(host(t, c.change)))
			b.wait("it says why", fmt.Sprintf(`document.querySelector('[data-testid="engine-failed"]').textContent.includes(%q)`, c.want))
			b.write("model", "my text")
			b.saved("my text")
			b.picture("engine-" + c.name)
		})
	}
}

// A program that only some formalisms need may be missing: the others go on, and it is asked for
// again the next time.
func TestAPartOfTheEngineCannotBeHad(t *testing.T) {
	var there atomic.Bool
	tab, err := browser.Tab(nil) // it may complain: a file is missing
	if err != nil {
		t.Fatal(err)
	}
	defer tab.Close()
	b := &bench{T: t, Tab: tab}
	b.must(b.Open(host(t, func(name string, data []byte) ([]byte, int) {
		if name == "engine-action-system.wasm" && !there.Load() {
			return nil, http.StatusNotFound
		}
		return data, http.StatusOK
	})))
	b.ran()
	b.choose("formalism", "action-system")
	b.wait("it says why", `document.body.innerText.includes("engine-action-system.wasm could not be downloaded: the host answers 404")`)
	b.picture("part-gone")
	b.choose("formalism", "tfsm")
	b.wait("another formalism runs", `document.body.dataset.run === "done" && !document.querySelector('[data-testid="says"]').textContent.startsWith("50 ")`)
	there.Store(true)
	says := b.text("says")
	b.choose("formalism", "action-system")
	b.wait("it is there now", fmt.Sprintf(`document.body.dataset.run === "done" && document.querySelector('[data-testid="says"]').textContent !== %q`, says))
}

// Drawing again and again takes no more memory: what was drawn before is let go.
func TestMemoryStaysFlat(t *testing.T) {
	b := newBench(t)
	b.start("")
	b.walked()
	size := func() int {
		var n int
		b.must(b.Eval(`mutariumBoot.memory.buffer.byteLength`, &n))
		return n
	}
	press := func(times int) {
		b.must(b.Eval(fmt.Sprintf(`(async () => { for (let i = 0; i < %d; i++) {
			document.dispatchEvent(new KeyboardEvent("keydown", { key: i %% 2 ? "k" : "j", bubbles: true }));
			document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
			await new Promise((r) => requestAnimationFrame(r)); } })()`, times), nil))
	}
	press(60)
	before := size()
	press(150)
	after := size()
	t.Logf("%d kB, after 150 mutants %d kB", before/1000, after/1000)
	if after > before+12<<20 {
		t.Errorf("the memory grew from %d to %d kB", before/1000, after/1000)
	}
}

func TestNothingToMutate(t *testing.T) {
	b := newBench(t)
	b.start("")
	b.write("model", toggle)
	b.wait("the model is valid", `document.querySelector('[data-testid="model-state"]').textContent === "valid"`)
	b.press("drawer-operators")
	b.press("ops-none")
	b.wait("Run is closed", `document.querySelector('[data-testid="run"]').disabled`)
	b.press("op-neq_to_eq")
	b.press("run")
	b.wait("it says so", `document.querySelector('[data-testid="nothing"]')`)
}

// A zip is unpacked in the page, and a pasted text in another language is recognised.
func TestZipAndAnotherLanguage(t *testing.T) {
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	w, err := z.Create("folder/toggle.as")
	if err == nil {
		_, err = w.Write([]byte(toggle))
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	b := newBench(t)
	b.start("")
	b.must(b.Eval(fmt.Sprintf(`(() => { const d = new DataTransfer();
		d.items.add(new File([Uint8Array.from(atob(%q), (c) => c.charCodeAt(0))], "models.zip"));
		document.dispatchEvent(new DragEvent("drop", { dataTransfer: d, bubbles: true, cancelable: true })); })()`,
		base64.StdEncoding.EncodeToString(packed.Bytes())), nil))
	b.wait("the file in the zip is open", `document.querySelector(".pane.model h2").textContent === "toggle.as"`)
	b.wait("it is valid", `document.querySelector('[data-testid="model-state"]').textContent === "valid"`)
	other := engine.Formalisms()[0]
	b.write("model", other.Examples[0].Text)
	b.press("offer-yes")
	b.wait("it is read in its language", fmt.Sprintf(`document.querySelector('[data-testid="formalism"]').value === %q`, other.Name))
	b.wait("it is valid in it", `document.querySelector('[data-testid="model-state"]').textContent === "valid"`)
	b.wait("the verdicts of the former language are gone", `!document.querySelector('[data-testid="row"]')`)
}

const lamp = "machine lamp\ninputs press\noutputs on off\n\noff1 -press/on-> on1\noff1 -inf-> off1\non1 -press/off-> off1\non1 -5-> off1\n"

// A model of one's own that nobody marked for the paper's operators has mutants too: paste and run.
func TestAnUnmarkedModelOfOnesOwn(t *testing.T) {
	b := newBench(t)
	b.visit()
	b.write("model", lamp)
	b.press("offer-yes")
	b.wait("it is recognised", `document.querySelector('[data-testid="formalism"]').value === "tfsm" &&
		document.querySelector('[data-testid="model-state"]').textContent === "valid"`)
	b.wait("there is something to mutate", `parseInt(document.querySelector('[data-testid="expected"]').textContent) > 0`)
	b.press("run")
	b.wait("it was run", `document.body.dataset.run === "done" && document.querySelectorAll('[data-testid="row"]').length > 3`)
	b.write("model", lamp+"on1 -press/")
	b.wait("the verdicts are marked as old ones", `document.querySelector('[data-testid="stale"]')`)
}
