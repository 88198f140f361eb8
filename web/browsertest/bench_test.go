//go:build site

package browsertest

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// dist is the built page: make build puts it there.
const dist = "../../dist"

var (
	browser Browser
	site    *httptest.Server
)

func TestMain(m *testing.M) {
	if _, err := os.Stat(filepath.Join(dist, "index.html")); err != nil {
		fmt.Fprintln(os.Stderr, "browser tests: the page is not built: run “make build” first")
		os.Exit(1)
	}
	name := cmp.Or(os.Getenv("BROWSER"), "chromium")
	start, known := browsers[name]
	if !known {
		fmt.Fprintf(os.Stderr, "browser tests: BROWSER is %q, want one of %v\n", name, slices.Sorted(maps.Keys(browsers)))
		os.Exit(1)
	}
	var err error
	if browser, err = start(); err != nil {
		fmt.Fprintln(os.Stderr, "browser tests:", err)
		os.Exit(1)
	}
	site = httptest.NewServer(http.FileServer(http.Dir(dist)))
	site.URL = strings.Replace(site.URL, "127.0.0.1", "localhost", 1)
	code := m.Run()
	site.Close()
	browser.Close()
	os.Exit(code)
}

// A bench is one tab with the means to try things on it. Every wait is for a state of the page.
type bench struct {
	*testing.T
	Tab
}

// newBench opens a tab in a new profile. When the test ends, the page must not have complained nor
// have fetched anything from elsewhere.
func newBench(t *testing.T) *bench {
	t.Helper()
	return newBenchIn(t, nil)
}

func newBenchIn(t *testing.T, same Tab) *bench {
	t.Helper()
	tab, err := browser.Tab(same)
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{T: t, Tab: tab}
	t.Cleanup(func() {
		if t.Failed() {
			b.picture(t.Name() + "-failed")
		}
		for _, c := range tab.Complaints() {
			t.Errorf("the page complained: %s", c)
		}
		for _, r := range tab.Requests() {
			if !strings.HasPrefix(r, "http://localhost:") && !strings.HasPrefix(r, "data:") && !strings.HasPrefix(r, "blob:http://localhost:") {
				t.Errorf("a request left the origin: %s", r)
			}
		}
		tab.Close()
	})
	return b
}

// visit opens the page as who comes for the first time does, and waits until the run is over.
func (b *bench) visit() {
	b.Helper()
	b.open(site.URL + "/")
	b.ran()
}

// start opens the page at a link, or at the car alarm, and waits until the run is over.
func (b *bench) start(fragment string) {
	b.Helper()
	b.open(site.URL + "/" + fragment)
	b.ran()
	if fragment == "" {
		b.example("car-alarm")
	}
}

// example opens a model of the gallery and waits until it was run.
func (b *bench) example(name string) {
	b.Helper()
	b.press("examples")
	b.press("example-" + name)
	b.opened(name)
}

// opened waits until a model of the gallery is open and was run.
func (b *bench) opened(name string) {
	b.Helper()
	b.wait(name+" was run", fmt.Sprintf(`document.body.dataset.run === "done" &&
		document.querySelector(".pane.model h2").textContent.split(".")[0] === %q`, name))
}

func (b *bench) open(url string) {
	b.Helper()
	b.must(b.Open(url))
	b.wait("the engine is ready", `document.body.dataset.phase === "ready"`)
}

func (b *bench) ran() {
	b.Helper()
	b.wait("the run is over", `document.body.dataset.run === "done"`)
}

func (b *bench) must(err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

// wait polls a condition of the page, frame by frame.
func (b *bench) wait(what, condition string) {
	b.Helper()
	var ok bool
	err := b.Eval(fmt.Sprintf(`(async () => {
		const end = performance.now() + %d;
		while (performance.now() < end) {
			try { if (%s) return true; } catch {}
			await new Promise((r) => setTimeout(r, 20));
		}
		return false;
	})()`, (patience-10*time.Second).Milliseconds(), condition), &ok)
	if err != nil {
		b.Fatalf("waiting until %s: %v", what, err)
	}
	if !ok {
		b.Fatalf("waited in vain until %s: %s", what, condition)
	}
}

// id makes a selector of a test id.
func id(name string) string { return `[data-testid="` + name + `"]` }

// press clicks the element of a test id, once it is there and can be pressed.
func (b *bench) press(name string) {
	b.Helper()
	b.pressable(id(name))
	b.must(b.Click(id(name)))
	b.drawn()
}

func (b *bench) pressable(selector string) {
	b.Helper()
	b.wait(selector+" can be pressed", fmt.Sprintf(`!document.querySelector('%s').disabled`, selector))
}

// drawn waits until the page has drawn what was done last, so that nothing is read off the old picture.
func (b *bench) drawn() {
	b.Helper()
	b.must(b.Eval(`new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(() => r())))`, nil))
}

// text gives the text of the element of a test id.
func (b *bench) text(name string) string {
	b.Helper()
	var s string
	b.must(b.Eval(fmt.Sprintf(`document.querySelector('%s')?.textContent ?? ""`, id(name)), &s))
	return s
}

func (b *bench) eval(expression string) string {
	b.Helper()
	var s string
	b.must(b.Eval("(async () => String(await ("+expression+")))()", &s))
	return s
}

// is tells whether an expression holds.
func (b *bench) is(expression string) bool {
	b.Helper()
	return b.eval("!!("+expression+")") == "true"
}

// choose sets a list to a value, as a user does.
func (b *bench) choose(name, value string) {
	b.Helper()
	b.wait(name+" is there", fmt.Sprintf(`document.querySelector('%s')`, id(name)))
	b.must(b.Eval(fmt.Sprintf(`(() => { const s = document.querySelector('%s'); s.value = %q;
		s.dispatchEvent(new Event("change", { bubbles: true })); })()`, id(name), value), nil))
	b.drawn()
}

// fill types a text into a field.
func (b *bench) fill(name, value string) {
	b.Helper()
	b.wait(name+" is there", fmt.Sprintf(`document.querySelector('%s')`, id(name)))
	b.must(b.Eval(fmt.Sprintf(`(() => { const s = document.querySelector('%s'); s.value = %q;
		s.dispatchEvent(new Event("input", { bubbles: true })); })()`, id(name), value), nil))
}

// walked waits until the selected mutant's steps are there.
func (b *bench) walked() {
	b.Helper()
	b.wait("the steps are there", `document.querySelector('[data-testid="mutant"]').dataset.walk === "ready"`)
}

// end goes to the last step by the key.
func (b *bench) end() {
	b.Helper()
	b.key("End")
	b.wait("the last step is shown", `(({ step, steps }) => Number(step) === Number(steps) - 1)(document.querySelector('[data-testid="stepper"]').dataset)`)
}

// model gives the editor's text.
func (b *bench) model() string {
	b.Helper()
	return b.eval(`document.querySelector('[data-testid="editor-model"]').cmView?.view?.state.doc.toString() ?? JSON.parse(sessionStorage.getItem("mutarium.session")).link.text`)
}

// saved waits until the autosave holds a text.
func (b *bench) saved(text string) {
	b.Helper()
	b.wait("the work is saved", fmt.Sprintf(`JSON.stringify(sessionStorage.getItem("mutarium.session")).includes(%q)`, text))
}

// key presses keys one after the other.
func (b *bench) key(keys ...string) {
	b.Helper()
	for _, k := range keys {
		b.must(b.Press(k))
	}
}

// write replaces the model's text by typing.
func (b *bench) write(editor, text string) {
	b.Helper()
	b.must(b.Eval(fmt.Sprintf(`document.querySelector('%s').focus()`, id("editor-"+editor)), nil))
	b.key("Control+a", "Delete")
	b.must(b.Type(text))
	if editor == "model" { // the sentence at the top goes, and all below it moves
		b.wait("the page has moved up", `!document.querySelector('[data-testid="motto"]')`)
		b.drawn()
	}
}

// picture writes a picture where PICTURES says, for people to look at.
func (b *bench) picture(name string) {
	dir := os.Getenv("PICTURES")
	if dir == "" {
		return
	}
	png, err := b.Picture()
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, strings.NewReplacer("/", "-", " ", "-").Replace(name)+".png"), png, 0o644)
	}
	if err != nil {
		b.Log(err)
	}
}
