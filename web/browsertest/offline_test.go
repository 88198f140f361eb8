//go:build site

package browsertest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// A moving host serves one folder, then another, until it is gone.
type movingHost struct {
	*httptest.Server
	dir atomic.Pointer[string]
}

func newMovingHost(t *testing.T, dir string) *movingHost {
	h := &movingHost{}
	h.dir.Store(&dir)
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.FileServer(http.Dir(*h.dir.Load())).ServeHTTP(w, r)
	}))
	t.Cleanup(h.gone)
	h.URL = strings.Replace(h.URL, "127.0.0.1", "localhost", 1)
	return h
}

func (h *movingHost) gone() {
	h.CloseClientConnections()
	h.Close()
}

// kept waits until the service worker keeps the files of a version.
func (b *bench) kept(dir string) {
	b.Helper()
	script, err := os.ReadFile(filepath.Join(dir, "offline.js"))
	if err != nil {
		b.Fatal(err)
	}
	m := regexp.MustCompile(`(?m)^const version = "(\w+)", files = (\{.*?\});`).FindSubmatch(script)
	var files map[string]string
	if m == nil || json.Unmarshal(m[2], &files) != nil || len(files) < 30 {
		b.Fatalf("the built service worker lists %d files", len(files))
	}
	for name := range files {
		if strings.Contains(name, "teach") && strings.HasSuffix(name, ".wasm") {
			delete(files, name) // kept when somebody uses them
		}
	}
	place := `"mutarium " + new URL("./", location).href + " ` + string(m[1]) + `"`
	b.wait("all files are kept", `(await (await caches.open(`+place+`)).keys()).length === `+strconv.Itoa(len(files)))
}

// The second visit needs no host: the page opens, in the language and with the text that it had, programs that were
// not used before are there, and so is the documentation.
func TestSecondVisitOffline(t *testing.T) {
	h := newMovingHost(t, dist)
	tab, err := browser.Tab(nil) // it may complain: there is no host
	if err != nil {
		t.Fatal(err)
	}
	defer tab.Close()
	b := &bench{T: t, Tab: tab}
	b.must(b.Speak("de"))
	b.open(h.URL + "/")
	b.ran()
	says := b.text("says")
	b.kept(dist)
	h.gone()

	b.must(b.Reload())
	b.ran()
	if got := b.text("says"); got != says || !strings.Contains(says, "getötet") {
		t.Errorf("without the host it says %q, before %q", got, says)
	}
	for _, f := range []string{"timed", "action-system", "tfsm"} {
		says := b.text("says")
		b.choose("formalism", f)
		b.wait(f+" runs", `document.body.dataset.run === "done" && document.querySelector('[data-testid="says"]').textContent !== "`+says+`"`)
	}
	b.must(b.Open(h.URL + "/docs/hosting.html"))
	if got := b.eval(`getComputedStyle(document.querySelector("h1")).fontFamily + document.querySelector("h1").textContent`); !strings.Contains(got, "Hosting") {
		t.Errorf("the documentation has the heading %q", got)
	}
	b.must(b.Open(h.URL + "/docs/"))
	if got := b.eval(`document.querySelector("h1").textContent`); got != "Documentation" {
		t.Errorf("its index has the heading %q", got)
	}
	b.open(h.URL + "/?present") // another address of the same page
	b.ran()
}

// What a visit uses is of one version. A new one is used from the next visit on, pages that are open are told, and
// when none of them is left the former version is dropped.
func TestNewVersion(t *testing.T) {
	next := newVersion(t)
	h := newMovingHost(t, dist)
	profile := newBench(t).Tab // stays empty
	open := func() *bench {
		tab, err := browser.Tab(profile) // it may complain: there is no host in the end
		if err != nil {
			t.Fatal(err)
		}
		b := &bench{T: t, Tab: tab}
		b.open(h.URL + "/")
		b.ran()
		return b
	}
	first := open()
	first.kept(dist)
	former := len(first.used())

	h.dir.Store(&next)
	second := open()
	second.usesOnly(next)
	first.wait("who uses the former version is told",
		`document.querySelector('[data-testid="notice"]').textContent.includes("new version")`)
	first.picture("new-version")
	if second.is(`document.querySelector('[data-testid="notice"]')`) {
		t.Errorf("who uses the new version is told of it: %q", second.text("notice"))
	}
	first.choose("formalism", "timed")
	first.wait("the former version goes on",
		`document.body.dataset.run === "done" && !document.querySelector('[data-testid="says"]').textContent.startsWith("50 ")`)
	first.usesOnly(dist)
	if now := len(first.used()); now <= former {
		t.Errorf("the former version used %d files, now %d", former, now)
	}

	first.Close()
	second.Close()
	third := open() // the browser may take a while until it sees that no page is left
	for i := 0; i < 10 && !third.is(`(await caches.keys()).length === 1`); i++ {
		third.Close()
		time.Sleep(2 * time.Second)
		third = open()
	}
	third.wait("the former version is dropped", `(await caches.keys()).length === 1`)
	third.kept(next)
	h.gone()
	third.must(third.Reload())
	third.ran()
	third.usesOnly(next)
	third.Close()
}

// newVersion builds a version of which the style, a script and a program's name differ.
func newVersion(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	from := filepath.Join(t.TempDir(), "site")
	if err := os.CopyFS(from, os.DirFS("../../.build/site")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"style.css", "boot.js", "worker.js"} {
		f, err := os.OpenFile(filepath.Join(from, name), os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString("/* another version */\n"); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command("go", "run", "../../internal/site", "-quality", "0", "-o", dir, from).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return dir
}

// used lists the files with a hash in their names that the page has used so far.
func (b *bench) used() (names []string) {
	b.Helper()
	b.must(b.Eval(`[...new Set(performance.getEntriesByType("resource").map((e) => new URL(e.name).pathname.slice(1))
		.filter((n) => /\.[0-9a-f]{16}\./.test(n)))].sort()`, &names))
	if len(names) < 5 {
		b.Fatalf("the page has used %v", names)
	}
	return names
}

// usesOnly finds all that the page has used so far in a folder.
func (b *bench) usesOnly(dir string) {
	b.Helper()
	for _, name := range b.used() {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			b.Errorf("this version does not have what it uses: %s", name)
		}
	}
}
